/*
 * replay_command.h: `gaslight replay`; main() passes the arguments after the command's name.
 */
#ifndef GASLIGHT_REPLAY_COMMAND_H
#define GASLIGHT_REPLAY_COMMAND_H

#include "client-cli/util/output.h"

enum status replay_command(int count, char **given);

#endif
