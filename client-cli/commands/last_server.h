/*
 * last_server.h: remembers the server of the last game, for `gaslight` without arguments.
 *
 * It is a line in $XDG_STATE_HOME/gaslight/server. Failing to store or read it is not an error.
 */
#ifndef GASLIGHT_LAST_SERVER_H
#define GASLIGHT_LAST_SERVER_H

#include <stdbool.h>

enum { LAST_SERVER_MAX = 300 };

/* Copies the last server; returns false if none is known. */
bool last_server_find(char server[LAST_SERVER_MAX]);

void last_server_store(const char *server);

#endif
