/*
 * store.h: the database, on a thread of its own.
 *
 * The loop submits requests. The store's thread carries out all waiting requests in one transaction, and only
 * after the commit are they reported as done, on the loop again and in the order they were submitted. A request
 * is atomic: either all of its writes are on disk or none is. An engine does the work: store_sqlite.c keeps the
 * data in a file, store_memory.c in memory only (for tests and benchmarks).
 *
 * Rows have up to six texts and four numbers; their meaning is listed with each verb.
 */
#ifndef GASLIGHT_STORE_H
#define GASLIGHT_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/queue.h>
#include <uv.h>

enum store_verb {
    /* writes: text[0..], number[0..] */
    STORE_PLAYER_ADD,    /* id, name, token hash (hex) | created */
    STORE_PLAYER_RENAME, /* id, name */
    STORE_PLAYER_REMOVE, /* id; the player's name in tables, chat and records becomes STORE_REMOVED_NAME: in
                            objects with "player": id and "name", and in a record's seats with that name */
    STORE_TOKEN_ADD,     /* player id, token hash | created; in addition to the player's other tokens */
    STORE_TOKENS_REVOKE, /* player id; revokes all of the player's tokens */
    STORE_TABLE_PUT,     /* id, game, state (open running finished closed), lobby JSON | private, updated */
    STORE_ACTION_APPEND, /* table, player, key, row JSON | n (0, 1, ... without gaps), at. The server makes
                            sure that each key is used once; it knows those of every running game */
    STORE_CHAT_APPEND,   /* table, player, key, from name, audience, text | at */
    STORE_CHAT_CARRY, /* new table without chat, old table; copies the latest messages to the audience "table" */
    STORE_FINISH,     /* table, game, winner, reason, players JSON, record JSON | actions, at, private */
    /* reads, and the rows they return */
    STORE_PLAYER_BY_TOKEN, /* in: token hash; out: id, name */
    STORE_PLAYER_BY_ID,    /* in: id; out: id, name */
    STORE_PLAYERS,         /* in: | limit; out: id, name | created; newest first */
    STORE_CHAT_OF,         /* in: table, audiences the reader belongs to | limit; out: player, key, from,
                              audience, text | n, at; the latest lines the reader may see, in order */
    STORE_ARCHIVE,         /* in: asking player, cursor or "", game or "", player filter or "" | limit;
                              out: table, game, winner, reason, players JSON, cursor | actions, at, private.
                              Newest first; public games, and private games the asking player took part in */
    STORE_RECORD_OF,       /* in: table; out: lobby JSON, record JSON, game | private, at */
    STORE_LOG_OF,          /* in: a finished table; out: lobby JSON (in the first row only), player, key,
                              row JSON | n; in order */
    STORE_TABLE_OF,        /* in: table; out: id, game, state, lobby JSON | private, updated */
    STORE_CHAT_LINE,       /* in: table, player, key; out: as STORE_CHAT_OF */
    STORE_VERB_COUNT
};

/* Unless the status is STORE_OK, nothing was written. */
enum store_status {
    STORE_OK,
    STORE_NOTHING,  /* a read found no row, or the player to change does not exist */
    STORE_CONFLICT, /* an id, number or chat key already exists, or an action's n leaves a gap */
    STORE_REFUSED,  /* the disk is full, or another clean failure */
};

#define STORE_REMOVED_NAME "(removed)"

enum { STORE_TEXTS = 6, STORE_NUMBERS = 4, STORE_OPS_MAX = 300 };

struct store_row {
    char *text[STORE_TEXTS]; /* owned by the request, or NULL */
    int64_t number[STORE_NUMBERS];
};

struct store_op {
    enum store_verb verb;
    struct store_row row;
};

struct store_request {
    unsigned count, capacity;
    struct store_op *op;                         /* writes that belong together, or a single read */
    void (*done)(struct store_request *request); /* called on the loop; must call store_request_free() */
    void *context;
    enum store_status status;
    size_t rows;
    struct store_row *row;            /* result of a read */
    STAILQ_ENTRY(store_request) link; /* internal; links the requests of a batch */
    uint64_t submitted;               /* uv_hrtime() at submit, for the latency histogram */
};

/*
 * Create a request and add operations to it; texts are copied. These never fail: if memory runs out the program
 * aborts, which loses nothing that a client was told is stored.
 */
struct store_request *store_request_new(void (*done)(struct store_request *request), void *context);
void store_request_add(struct store_request *request, enum store_verb verb, const char *const *texts,
                       size_t text_count, const int64_t *numbers, size_t number_count);
void store_request_free(struct store_request *request);

/* Receives what the server loads at startup: every open or running table, then their actions. */
struct store_loader {
    /* id, game, state, lobby JSON | private, updated */
    bool (*table)(void *context, const struct store_row *row);
    /* table, player, key, row JSON | n, at; in order, after all tables */
    bool (*action)(void *context, const struct store_row *row);
    void *context;
};

struct store; /* opaque */

/* Result of one step of a copy. */
enum store_copy { STORE_COPY_MORE, STORE_COPY_DONE, STORE_COPY_FAILED };

struct store_engine {
    const char *name;
    /* All functions except open and load are called on the store's thread. */
    void *(*open)(const char *directory, char *error, size_t capacity); /* NULL on failure */
    bool (*load)(void *engine, const struct store_loader *loader, char *error, size_t capacity);
    /* Carries out a batch, given by its first request, in one transaction and sets every status. The outcome is
     * never unknown: after an I/O error the engine reopens the database and checks what was written. */
    void (*run)(void *engine, struct store_request *batch);
    /* Takes one step of a copy, so that batches can run in between; called with the same file until it is done
     * or has failed. The file must not exist at first; a failed copy leaves no file. */
    enum store_copy (*backup)(void *engine, const char *file, char *error, size_t capacity);
    void (*close)(void *engine);
};

extern const struct store_engine store_sqlite;
extern const struct store_engine store_memory;

/* Creates the directory if it is missing (0700; files are 0600). On failure, `error` holds one sentence. */
struct store *store_open(const struct store_engine *engine, uv_loop_t *loop, const char *directory,
                         char *error, size_t capacity);
bool store_load(struct store *store, const struct store_loader *loader, char *error, size_t capacity);
void store_start(struct store *store); /* starts the thread; call it after store_load() */
void store_submit(struct store *store, struct store_request *request);
size_t store_depth(const struct store *store); /* requests submitted and not yet done */

/* Sets a callback for metrics, called on the loop after every commit with its duration and number of requests. */
void store_on_commit(struct store *store,
                     void (*commit)(void *context, uint64_t nanoseconds, size_t requests), void *context);

/* Starts a copy of the database; `done` is called on the loop, with NULL or an error sentence. */
void store_backup(struct store *store, const char *file, void (*done)(void *context, const char *error),
                  void *context);

/*
 * Finishes all submitted requests, and those that their `done` callbacks submit, then stops the thread. Calls
 * `closed` on the loop; by then the store has been freed.
 */
void store_close(struct store *store, void (*closed)(void *context), void *context);

#endif
