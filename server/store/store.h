/*
 * store.h: what is kept, and when it may be answered.
 *
 * One thread owns the database. The loop hands it requests; it carries out all that are waiting in one
 * transaction, and only after the commit are they done, on the loop again, in the order they came. A
 * request is whole: its writes are all on disk or none is. This header is an interface: store_sqlite.c is
 * the engine that keeps things, store_memory.c one that forgets them (tests, benchmarks).
 *
 * Rows are plain: up to six texts and four numbers, whose meaning stands beside each verb.
 */
#ifndef GASLIGHT_STORE_H
#define GASLIGHT_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

enum store_verb {
    /* writes: text[0..], number[0..] */
    STORE_PLAYER_ADD,    /* id, name, token hash (hex) | created */
    STORE_PLAYER_RENAME, /* id, name */
    STORE_PLAYER_REMOVE, /* id; his name in tables, chat and records becomes STORE_REMOVED_NAME: in objects
                            with "player": id and "name", and in a record's seats that bear his name */
    STORE_TOKEN_ADD,     /* player id, token hash | created; one more, beside those he has */
    STORE_TOKENS_REVOKE, /* player id; all of his */
    STORE_TABLE_PUT,     /* id, game, state (open running finished closed), lobby JSON | private, updated */
    STORE_ACTION_APPEND, /* table, player, key, row JSON | n (0, 1, ... without gap), at. That a key counts
                            once is the server's to see to, who knows those of every running game */
    STORE_CHAT_APPEND,   /* table, player, key, from name, audience, text | at */
    STORE_FINISH,        /* table, game, winner, reason, players JSON, record JSON | actions, at, private */
    /* reads: the rows they answer with */
    STORE_PLAYER_BY_TOKEN, /* in: token hash; out: id, name */
    STORE_PLAYER_BY_ID,    /* in: id; out: id, name */
    STORE_PLAYERS,         /* in: | limit; out: id, name | created; newest first */
    STORE_CHAT_OF,         /* in: table, the audiences one hears | most; out: player, key, from, audience,
                              text | n, at; the last of what he hears, in order */
    STORE_ARCHIVE,         /* in: player who asks, cursor or "", game or "", player filter or "" | limit;
                              out: table, game, winner, reason, players JSON, cursor | actions, at, private.
                              Newest first; public games, and private ones in which the asker sat */
    STORE_RECORD_OF,       /* in: table; out: lobby JSON, record JSON, game | private, at */
    STORE_LOG_OF,          /* in: a finished table; out: lobby JSON (in the first row only), player, key,
                              row JSON | n; in order */
    STORE_TABLE_OF,        /* in: table; out: id, game, state, lobby JSON | private, updated */
    STORE_CHAT_LINE,       /* in: table, player, key; out: as STORE_CHAT_OF */
    STORE_VERB_COUNT
};

/* Nothing was written, but for STORE_OK. */
enum store_status {
    STORE_OK,
    STORE_NOTHING,  /* a read found no row, or the player to change is not there */
    STORE_CONFLICT, /* an id, number or chat's key is there already, or an action's n leaves a gap */
    STORE_REFUSED,  /* disk full or another clean refusal */
};

#define STORE_REMOVED_NAME "(removed)"

enum { STORE_TEXTS = 6, STORE_NUMBERS = 4, STORE_OPS_MAX = 4 };

struct store_row {
    char *text[STORE_TEXTS]; /* owned by the request, or NULL */
    int64_t number[STORE_NUMBERS];
};

struct store_op {
    enum store_verb verb;
    struct store_row row;
};

struct store_request {
    unsigned count;
    struct store_op op[STORE_OPS_MAX];           /* writes that belong together, or a single read */
    void (*done)(struct store_request *request); /* on the loop; frees with store_request_free() */
    void *context;
    enum store_status status;
    size_t rows;
    struct store_row *row;      /* what a read found */
    struct store_request *next; /* the store's */
    uint64_t submitted;         /* uv_hrtime() at submit, for the latency histogram */
};

/* A new request with room for its ops; texts are copied. Never NULL: without memory the program ends, which
 * loses nothing that was answered. */
struct store_request *store_request_new(void (*done)(struct store_request *request), void *context);
void store_request_add(struct store_request *request, enum store_verb verb, const char *const *texts,
                       size_t text_count, const int64_t *numbers, size_t number_count);
void store_request_free(struct store_request *request);

/* What a restart reads before anything else: every table that is open or running, then its actions. */
struct store_loader {
    /* id, game, state, lobby JSON | private, updated */
    bool (*table)(void *context, const struct store_row *row);
    /* table, player, key, row JSON | n, at; in order, after all tables */
    bool (*action)(void *context, const struct store_row *row);
    void *context;
};

struct store; /* opaque */

/* How far a copy has come. */
enum store_copy { STORE_COPY_MORE, STORE_COPY_DONE, STORE_COPY_FAILED };

struct store_engine {
    const char *name;
    /* All but open and load run on the store's thread. */
    void *(*open)(const char *directory, char *error, size_t capacity); /* NULL: error says why */
    bool (*load)(void *engine, const struct store_loader *loader, char *error, size_t capacity);
    /* Carries out a batch in one transaction and sets every status. Never leaves an outcome unknown: after
     * an I/O error it reopens the database and looks what is there before it says so. */
    void (*run)(void *engine, struct store_request *batch);
    /* One step of a copy, so that batches go on between steps; called with the same file until it is done
     * or failed. The file must not exist; a failed copy leaves none. */
    enum store_copy (*backup)(void *engine, const char *file, char *error, size_t capacity);
    void (*close)(void *engine);
};

extern const struct store_engine store_sqlite;
extern const struct store_engine store_memory;

/* NULL: `error` has one sentence. The directory is made if missing (0700), files are 0600. */
struct store *store_open(const struct store_engine *engine, uv_loop_t *loop, const char *directory,
                         char *error, size_t capacity);
bool store_load(struct store *store, const struct store_loader *loader, char *error, size_t capacity);
void store_start(struct store *store); /* the thread; after load */
void store_submit(struct store *store, struct store_request *request);
size_t store_depth(const struct store *store); /* requests handed in and not yet done */

/* After every commit, on the loop: how long the batch took and how many requests it had. For metrics. */
void store_on_commit(struct store *store,
                     void (*commit)(void *context, uint64_t nanoseconds, size_t requests), void *context);

/* Asks for a copy of the database; `done` on the loop. */
void store_backup(struct store *store, const char *file, void (*done)(void *context, const char *error),
                  void *context);

/* Finishes what was handed in, and what its `done` hands in, then stops the thread and closes; `closed` on
 * the loop, after which the store is gone. */
void store_close(struct store *store, void (*closed)(void *context), void *context);

#endif
