/*
 * admin.h: the operator's door: a Unix socket `admin.sock` (0600) in the data directory.
 *
 * Who may open the data directory's files may use it; nothing else is asked. A client connects, sends one
 * line, gets one line and is hung up on:
 *
 *     {"verb":"close","argument":"k3f9"}        {"ok":{...}} or {"error":"There is no such table."}
 *
 * The server side runs on the loop and hands each command to a handler, which answers now or later. The
 * client side is `gaslightd admin`: it blocks, prints, and returns an exit code.
 */
#ifndef GASLIGHT_ADMIN_H
#define GASLIGHT_ADMIN_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

/* X(verb, words of the command line, argument or NULL, seconds the client waits, help) */
#define ADMIN_TABLE(X) \
    X("tables", "list tables", NULL, 30, "every open and running table") \
    X("players", "list players", NULL, 30, "the players, newest first") \
    X("close", "close", "TABLE", 30, "close a table; what was secret in it stays secret") \
    X("remove", "remove", "PLAYER", 30, "remove a player and what is kept of him") \
    X("revoke", "revoke", "PLAYER", 30, "make a player's tokens worthless and hang up on him") \
    X("stats", "stats", NULL, 30, "numbers of the running server") \
    X("backup", "backup", "FILE", 3600, "copy the database to a new file, while it runs")

struct admin;         /* the listening socket */
struct admin_request; /* one command; the handler's from `command` until it calls admin_answer() */

struct admin_handler {
    /* `verb` is one of the table; `argument` is "" where it takes none. Both are valid until answered. */
    void (*command)(void *context, struct admin_request *request, const char *verb, const char *argument);
    void *context;
};

/*
 * Listens; a socket left by a server that was killed is replaced, one that answers is refused. Open the
 * store first: its lock is what keeps two servers apart. NULL: `error` has one sentence.
 */
struct admin *admin_open(uv_loop_t *loop, const char *directory, const struct admin_handler *handler,
                         char *error, size_t capacity);

/*
 * Answers a command, once; on the loop, from inside `command` or any time later, even after admin_close().
 * `text` is copied: JSON if `ok` (an array of objects is printed as a table, an object as a list), otherwise
 * one sentence.
 */
void admin_answer(struct admin_request *request, bool ok, const char *text);

/* Stops listening, hangs up and removes the socket; `closed` on the loop once all is gone. */
void admin_close(struct admin *admin, void (*closed)(void *context), void *context);

enum admin_exit { ADMIN_DONE = 0, ADMIN_FAILED = 1, ADMIN_MISUSED = 2 };

/* `gaslightd admin`: the words after it and after its options. Returns the exit code. */
int admin_client(const char *directory, int argc, char **argv);

/* `gaslightd --backup FILE`: by the running server if there is one, otherwise by ourselves. */
int admin_backup(const char *directory, const char *file);

#endif
