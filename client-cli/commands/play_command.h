/*
 * play_command.h: `gaslight play`, `watch` and `lobby`; main() passes the arguments after the command's name.
 */
#ifndef GASLIGHT_PLAY_COMMAND_H
#define GASLIGHT_PLAY_COMMAND_H

#include "client-cli/util/output.h"

/* `gaslight` without a command: the lobby of the last server. */
enum status default_command(void);

enum status play_command(int count, char **given);
enum status watch_command(int count, char **given);
enum status lobby_command(int count, char **given);

#endif
