/*
 * tokens.h: who one is on each server, kept between runs.
 *
 * A token is all the proof there is of being a player, so the file is the user's alone: mode 0600 in
 * $XDG_DATA_HOME/gaslight (~/.local/share/gaslight), replaced whole by renaming, never left half written. Runs
 * at the same time take turns by a lock, so none loses another's token. A file that cannot be read, that is a
 * symbolic link or somebody else's is reported and left alone.
 */
#ifndef GASLIGHT_TOKENS_H
#define GASLIGHT_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

enum { TOKEN_MAX = 128 };

/*
 * On failure `complaint` is a sentence that names the file. After a success it is "", or a warning to pass on:
 * others could read the file until now (its mode has been put right, so this is said once).
 */
struct tokens_result {
    bool ok;
    char error_text[400];
};

/* Copies the token for a server into `token`, or "" when there is none or after a failure. */
struct tokens_result tokens_find(const char *server, char token[TOKEN_MAX + 1]);

/* Keeps a token in place of an earlier one; "" forgets it. On failure everything is as it was. */
struct tokens_result tokens_store(const char *server, const char *token);

#endif
