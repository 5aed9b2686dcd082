/*
 * tokens.h: stores the player's token for each server.
 *
 * A token is the only credential of a player, so the file is readable only by the user: mode 0600 in
 * $XDG_DATA_HOME/gaslight (~/.local/share/gaslight). It is replaced atomically by renaming, and a lock keeps concurrent
 * runs from losing each other's tokens. A file that is unreadable, a symbolic link or owned by somebody else is
 * reported and not changed.
 */
#ifndef GASLIGHT_TOKENS_H
#define GASLIGHT_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

enum { TOKEN_MAX = 128 };

/*
 * On failure, `error_text` is a sentence that names the file. On success it is "", or a warning that others could read
 * the file until now; its mode has been corrected, so the warning appears once.
 */
struct tokens_result {
    bool ok;
    char error_text[400];
};

/* Copies the token for a server into `token`; "" if there is none or on failure. */
struct tokens_result tokens_find(const char *server, char token[TOKEN_MAX + 1]);

/* Stores a token, replacing an earlier one; "" deletes it. On failure nothing changes. */
struct tokens_result tokens_store(const char *server, const char *token);

#endif
