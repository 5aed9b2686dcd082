/*
 * await_command.h: `gaslight await` waits until it is the player's turn at a table, for scripts.
 */
#ifndef GASLIGHT_AWAIT_COMMAND_H
#define GASLIGHT_AWAIT_COMMAND_H

#include "client-cli/util/output.h"

/* Returns STATUS_OK when it is the player's turn, STATUS_OVER when the game is over, or STATUS_TIMEOUT. */
enum status await_command(int count, char **given);

#endif
