/*
 * learn_command.h: `gaslight learn`; main() passes the arguments after the command's name.
 */
#ifndef GASLIGHT_LEARN_COMMAND_H
#define GASLIGHT_LEARN_COMMAND_H

#include "client-cli/util/output.h"

enum status learn_command(int count, char **given);

#endif
