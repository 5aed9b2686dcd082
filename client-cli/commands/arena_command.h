/*
 * arena_command.h: `gaslight arena ...`, bots against bots.
 */
#ifndef GASLIGHT_ARENA_COMMAND_H
#define GASLIGHT_ARENA_COMMAND_H

#include "client-cli/util/output.h"

/* Runs the command with the arguments after `arena`; returns the exit status. */
enum status arena_command(int count, char **arguments);

#endif
