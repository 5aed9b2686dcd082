/*
 * admin.h: the operator's interface: a Unix socket `admin.sock` (0600) in the data directory.
 *
 * Anyone who can open the files of the data directory may use it; there is no other check. A client connects,
 * sends one line, receives one line, and the server closes the connection:
 *
 *     {"verb":"close","argument":"k3f9"}        {"ok":{...}} or {"error":"There is no such table."}
 *
 * The server side runs on the loop and passes each command to a handler, which answers at once or later. The
 * client side is `gaslightd admin`: it blocks, prints the answer and returns an exit code.
 */
#ifndef GASLIGHT_ADMIN_H
#define GASLIGHT_ADMIN_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

/* X(verb, words of the command line, argument or NULL, seconds the client waits, help) */
#define ADMIN_TABLE(X) \
    X("tables", "list tables", NULL, 30, "list open and running tables") \
    X("players", "list players", NULL, 30, "list players, newest first") \
    X("damaged", "list damaged", NULL, 30, "list tables whose data is damaged; see --salvage") \
    X("bans", "list bans", NULL, 30, "list banned players and addresses") \
    X("close", "close", "TABLE", 30, "close a table without revealing its secrets") \
    X("close_all", "close --all-open --by", "WHO", 300, \
      "close all open tables of a player, an address or a network") \
    X("ban", "ban", "WHO", 30, "disconnect and refuse a player, an address or a network") \
    X("unban", "unban", "WHO", 30, "end a ban") \
    X("remove", "remove", "PLAYER", 30, "remove a player and their personal data") \
    X("revoke", "revoke", "PLAYER", 30, "revoke a player's tokens and disconnect them") \
    X("stats", "stats", NULL, 30, "show figures of the running server") \
    X("nodes", "nodes", NULL, 30, "list the nodes of the cluster") \
    X("drain", "drain", "NODE", 30, "make a node give its tables to the others and stop") \
    X("backup", "backup", "FILE", 3600, "copy the database to a new file while the server runs")

struct admin;         /* the listening socket */
struct admin_request; /* one command; belongs to the handler from `command` until admin_answer() */

struct admin_handler {
    /* `verb` is from ADMIN_TABLE; `argument` is "" if it takes none. Both are valid until the answer. */
    void (*command)(void *context, struct admin_request *request, const char *verb, const char *argument);
    void *context;
};

/*
 * Starts listening. Replaces a socket left by a killed server, but fails if a server answers on it. Open the
 * store first: its lock prevents two servers on one directory. Returns NULL on failure; `error` then holds one
 * sentence.
 */
struct admin *admin_open(uv_loop_t *loop, const char *directory, const struct admin_handler *handler,
                         char *error, size_t capacity);

/*
 * Creates a command that does not come from the socket but is part of another one. `answered` receives what is passed to
 * admin_answer(). Returns NULL if there is no memory.
 */
struct admin_request *admin_request_new(void (*answered)(void *context, bool ok, const char *text),
                                        void *context);

/*
 * Answers a command. Call it exactly once per request, on the loop, from inside `command` or later, even after
 * admin_close(). `text` is copied: JSON if `ok` (an array of objects is printed as a table, an object as a
 * list), otherwise one sentence.
 */
void admin_answer(struct admin_request *request, bool ok, const char *text);

/* Stops listening, closes all connections and removes the socket; then calls `closed` on the loop. */
void admin_close(struct admin *admin, void (*closed)(void *context), void *context);

enum admin_exit { ADMIN_DONE = 0, ADMIN_FAILED = 1, ADMIN_MISUSED = 2 };

/* Runs `gaslightd admin` with the words after it and its options. Returns the exit code. */
int admin_client(const char *directory, int argc, char **argv);

/* Runs `gaslightd --backup FILE`: asks the running server if there is one, otherwise copies the file itself. */
int admin_backup(const char *directory, const char *file);

#endif
