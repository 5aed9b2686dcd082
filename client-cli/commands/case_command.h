/* case_command.h: `gaslight case`: puzzles to play, to check and to make. */
#ifndef GASLIGHT_CASE_COMMAND_H
#define GASLIGHT_CASE_COMMAND_H

#include "client-cli/util/output.h"

enum status case_command(int count, char **given);

#endif
