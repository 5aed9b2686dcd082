/*
 * stats_command.h: `gaslight stats`: prints statistics of a server or of a player, as lines or as JSON.
 */
#ifndef GASLIGHT_STATS_COMMAND_H
#define GASLIGHT_STATS_COMMAND_H

#include "client-cli/util/output.h"

enum status stats_command(int count, char **given);

#endif
