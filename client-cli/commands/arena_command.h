/*
 * arena_command.h: `gaslight arena ...`, bots against bots.
 */
#ifndef GASLIGHT_ARENA_COMMAND_H
#define GASLIGHT_ARENA_COMMAND_H

#include "client-cli/util/output.h"

/* Runs what `arguments`, those after `arena`, ask for; returns the exit status. */
enum status arena_command(int count, char **arguments);

#endif
