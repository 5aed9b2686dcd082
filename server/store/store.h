/*
 * store.h: the database, with one thread that writes and one that reads.
 *
 * The loop submits requests, each of them a read or some writes. The writing thread carries out all waiting writes in
 * one transaction; the reading thread answers reads one at a time. Writes never wait for reads. A request is atomic:
 * either all of its writes are on disk or none is, and it is reported as done, on the loop again, only after the
 * commit.
 *
 * Everything looks as if it happened in the order in which it is reported:
 * - writes are reported in the order they were submitted, and so are reads;
 * - a read sees every write that was submitted before it, so it waits until these have been committed;
 * - it is reported after all writes that it has seen, and before all those that it has not. A commit that happens
 *   during a read is therefore reported when that one read has ended. This is why reads are kept short: they search
 *   indexes, and look at a bounded number of rows.
 *
 * An engine does the work: sqlite/ keeps the data in a file, or in memory only (for tests and benchmarks), and
 * postgres/ in PostgreSQL.
 *
 * Several servers can share a PostgreSQL database; each is a node of a cluster. A table belongs to one node at a time,
 * its owner, and only the owner changes it or has it in memory. Each start of a server has a number of its own, which
 * never returns; once a number is gone from the list of nodes, nothing that this node still tries to write is stored.
 * With SQLite there is one node, which owns everything, and its number is 0.
 *
 * Rows have up to nine texts and eleven numbers; their meaning is listed with each verb.
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
    STORE_CHAT_APPEND, /* table, player, key, from name, audience, text | at, most bytes to this audience or 0;
                            nothing is written if it would be more */
    STORE_CHAT_CARRY,  /* new table without chat, old table, marker or ""; copies the latest messages to the
                         audience "table" after the marker */
    STORE_FINISH, /* table, game, winner, reason, players JSON, record JSON | actions, at, private, limit, counts.
                         A public game is listed for everyone, unless one of its players has had `limit` such
                         games in the hour before; with a limit of 0, only for those who took part. In the same
                         way a private game counts in statistics, if `counts` is 1 */
    STORE_PLAYER_SEEN,   /* id | now */
    STORE_PLAYER_EXPIRE, /* id | time; removes the player if last seen before, without games and messages */
    STORE_TABLE_EXPIRE, /* id | time; removes a table that was closed and last changed before, with its chat */
    STORE_BAN_ADD,      /* an address, a prefix or a player's id | created; a player must exist */
    STORE_BAN_REMOVE,   /* an address, a prefix or a player's id */
    STORE_PROBE,        /* writes something and removes it again, to find out whether that is possible */
    STORE_CODE_PUT, /* player id, code hash | now, expires; a one-time code for another device, which replaces the
                        player's last one */
    STORE_CODE_TAKE, /* code hash, token hash | now; adds the token to the code's player and removes the code. Finds
                        nothing if there is no such code, or it has expired */
    STORE_TABLE_CLAIM, /* table | expected owner: 0, or a node that is gone; makes this node the owner. A conflict if
                            the owner is another one */
    STORE_TABLE_RELEASE, /* table; if this node is the owner, it has none any more */
    STORE_NODE_DRAIN,    /* shows to the other nodes that this one is about to stop */
    STORE_NODE_DEPOSE, /* | node, 1 if only when it has not been heard of in time; removes another node, which can
                            store nothing from then on. Finds nothing if it is not there, or was heard of */
    STORE_SECRET_PUT, /* name, value; a key of the server itself. The first value remains */
    STORE_NOTIFY_PUT, /* player, language, time zone | bits of events, quiet from, quiet until, zone; a player's choices,
                            which schema/sql/010_notify.sql explains, like everything else about notifications */
    STORE_CHANNEL_PUT, /* id, player, kind, address, detail JSON, code hash or "", language | now, code's expiry, most
                            channels of a player. If the player has one of this kind and address, it keeps its id. Finds
                            nothing if there are as many already. Adds choices, with all events, if there are none */
    STORE_MAILBOX_COUNT, /* hash of a mailbox | now, seconds; counts a code that is sent there. A conflict if there were
                            three in that time */
    STORE_CHANNEL_CONFIRM, /* player, channel, code hash | now; finds nothing if the code is wrong or has expired */
    STORE_CHANNEL_REMOVE, /* channel, player or "" for any; with what waits to be sent there */
    STORE_NOTICE_ADD, /* player, table, notice, body JSON | now, bit of the event, most per hour, seconds after which it
                            is dropped, its enum notice_part. Adds a notification for each confirmed channel, unless the
                            player does not want it, has had too many, or was notified about this table and has not looked
                            since. A warning is added nevertheless, unless there was one in this turn */
    STORE_NOTICE_LOOK, /* player, table; the player has looked: drops what waits, and can be notified again */
    STORE_OUTBOX_ADD,  /* player, kind, address, notice, body JSON | now, until; for this one channel */
    STORE_OUTBOX_CLAIM, /* channel, notice; this node is going to send it. Finds nothing if it is gone, or another node
                            does that */
    STORE_OUTBOX_DONE,  /* channel, notice */
    STORE_OUTBOX_DELAY, /* channel, notice | due, until; unless another node is sending it */
    STORE_OUTBOX_RETRY, /* channel, notice | due, how many attempts do not count */
    /* Statistics; schema/sql/014_stats.sql explains the numbers. Rows are only added for players who exist. */
    STORE_TALLY, /* a finished table | number, options; marks it as tallied. A conflict if the number of games
                            that were tallied before is another one */
    STORE_STANDING_PUT, /* player, game, side, company | private, games, won, caught, nights, streak, best, rating,
                            deviation, volatility, at */
    STORE_PROFILE_PUT,     /* player, name */
    STORE_PARTNER_ADD,     /* player, partner | won; one more game */
    STORE_BOT_GAME_ADD,    /* player, game, side, level | won; one more game */
    STORE_SERVER_GAME_ADD, /* game, company | options, won, caught, nights; one more game */
    /* reads, and the rows they return */
    STORE_PLAYER_BY_TOKEN, /* in: token hash; out: id, name | seen */
    STORE_PLAYER_BY_ID,    /* in: id; out: id, name */
    STORE_PLAYERS,         /* in: | limit; out: id, name | created; newest first */
    STORE_CHAT_OF,         /* in: table, audiences the reader belongs to, markers after which the reader may
                              read the police's and the other messages, or "" | lines, bytes; out: player,
                              key, from, audience, text | n, at; the latest lines the reader may see, in
                              order, and one more if that is not all of them */
    STORE_ARCHIVE,   /* in: asking player, cursor or "", game or "", player filter or "", winner or "", that
                              player's side or "" | limit, option or 0;
                              out: table, game, winner, reason, players JSON, cursor | actions, at, private.
                              Newest first; listed games, and other games the asking player took part in. If it
                              stops before the limit because it has looked at too many games, the last row has
                              only the cursor to continue with */
    STORE_RECORD_OF, /* in: table; out: lobby JSON, record JSON, game | private, at. The lobby or the record
                              is NULL if it is missing */
    STORE_LOG_OF,    /* in: a finished table; out: lobby JSON (in the first row only), player, key,
                              row JSON | n, private; in order. One row with the lobby only if there are no actions */
    STORE_TABLE_OF,  /* in: table; out: id, game, state, lobby JSON | private, updated, owner or 0 */
    STORE_TABLE_BY_INVITE, /* in: invite of a finished table, in a cluster of any; out: id */
    STORE_CHAT_LINE,       /* in: table, player, key; out: as STORE_CHAT_OF */
    STORE_PLAYERS_UNSEEN,  /* in: cursor's id | cursor's seen (-1 at first), time, limit; out: id | seen,
                              whether the player has no games and messages; those seen before that time */
    STORE_TABLES_CLOSED,   /* in: | time, limit; out: id; those that were closed and last changed before */
    STORE_SIZE,            /* out: | bytes in use */
    STORE_BANS,            /* out: address, prefix or player's id | created; newest first */
    STORE_TABLE_LOG, /* in: a table that is not closed; out: lobby JSON, game, state (in the first row only),
                              player, key, row JSON | n, at, private, owner or 0; in order. One row without player,
                              key and row JSON if there are no actions */
    STORE_NODES, /* out: name, address, state (serving draining) | node, whether it has not been heard of in
                              time, whether it is this one; in order of their numbers */
    STORE_TABLES_OWNED, /* in: last id of the page before, or "" | node, or 0 for none; limit; out: id. The open and
                              running tables of this owner, in order of their ids */
    STORE_SECRET_OF, /* in: name; out: value */
    STORE_NOTIFY_OF, /* in: player; out: language, time zone | bits of events, quiet from, quiet until, zone */
    STORE_CHANNELS_OF, /* in: player; out: id, kind, address, detail JSON | created, whether it is confirmed */
    STORE_OUTBOX_NEXT, /* in: channel, notice | limit, due of the last row of the page before, or "", "" and -1; out:
                              channel, notice, kind, address, detail JSON, language, body JSON, player, time zone | due,
                              until, attempts, quiet from, quiet until, zone; what is due first, except what another node
                              is sending. What is not about a table has no quiet hours */
    STORE_TALLY_NEXT, /* in: | limit; out: table, lobby JSON, record JSON | at, whether everyone may see its
                              numbers, how many games were tallied; games that are not tallied yet, the oldest first. The
                              lobby or the record is NULL if it is missing */
    STORE_STANDINGS_OF, /* in: JSON array of players; out: as STORE_STANDING_PUT; in any order, none that is private */
    STORE_STATS_OF_PLAYER, /* in: player, asking player; out: kind, name, game, side, other | private, games, won,
                              caught, nights, streak, best, rating, deviation, volatility, at. The kinds are "player",
                              with the name; "standing", the private ones only for the player, where `other` is the
                              company; "partner", an id, with the name, of whom there are at most STATS_PARTNERS;
                              "bot", a level */
    STORE_STATS_OF_SERVER, /* out: game, company | options, games, won, caught, nights */
    STORE_VERB_COUNT,
    STORE_FIRST_READ = STORE_PLAYER_BY_TOKEN
};

/* What a notification is to a turn of its player, for STORE_NOTICE_ADD. */
enum notice_part { NOTICE_TELLS, NOTICE_BEGINS_TURN, NOTICE_WARNS };

/* Unless the status is STORE_OK, nothing was written. */
enum store_status {
    STORE_OK,
    STORE_NOTHING, /* a read found no row, or the player to change does not exist */
    STORE_CONFLICT, /* an id, number or chat key already exists, an action's n leaves a gap, or the table to write to
                       belongs to another node */
    STORE_REFUSED, /* the disk is full, or another clean failure */
};

#define STORE_REMOVED_NAME "(removed)"

enum { STORE_TEXTS = 9, STORE_NUMBERS = 11, STORE_OPS_MAX = 300 };

enum {
    ARCHIVE_ROWS_MAX = 500, /* that one STORE_ARCHIVE looks at; more than it can return */
    ARCHIVE_CURSOR = 5,     /* which of its texts is the cursor */
    STATS_PARTNERS = 10     /* of STORE_STATS_OF_PLAYER: those with the most games */
};

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
    uint64_t after;                   /* internal; of a read: how many writes were submitted before it */
};

/*
 * Create a request and add operations to it; texts are copied. These never fail: if memory runs out the program
 * aborts, which loses nothing that a client was told is stored.
 */
struct store_request *store_request_new(void (*done)(struct store_request *request), void *context);
void store_request_add(struct store_request *request, enum store_verb verb, const char *const *texts,
                       size_t text_count, const int64_t *numbers, size_t number_count);
void store_request_free(struct store_request *request);

/* Frees the rows that were read, for engines that could not read all of them. */
void store_request_drop_rows(struct store_request *request);

/* Receives what the server loads at startup: each open or running table, followed by its actions in order. */
struct store_loader {
    /* id, game, state, lobby JSON | private, updated. Returns false to skip the table's actions. */
    bool (*table)(void *context, const struct store_row *row);
    /* table, player, key, row JSON | n, at. Returns false to skip the table's other actions. */
    bool (*action)(void *context, const struct store_row *row);
    /* The rows of this table cannot be read; the others are loaded all the same. `why` is a sentence. */
    void (*failed)(void *context, const char *table, const char *why);
    void *context;
};

struct store; /* opaque */

/* Result of one step of a copy. */
enum store_copy { STORE_COPY_MORE, STORE_COPY_DONE, STORE_COPY_FAILED };

/* The exit status of a server that another node has deposed: it stores nothing more, and should be started again. */
enum { STORE_EXIT_DEPOSED = 75 };

/* Where the data is, and who opens it. */
struct store_place {
    const char *location; /* a directory, or the URL of a PostgreSQL database */
    const char *node;     /* this node's name; not used by SQLite, like the address */
    const char *address;  /* host:port where other nodes reach this one, or "" */
};

struct store_engine {
    const char *name;
    /* All functions except open, load and read are called on the writing thread. */
    void *(*open)(const struct store_place *place, char *error, size_t capacity); /* NULL on failure */
    bool (*load)(void *engine, const struct store_loader *loader, char *error, size_t capacity);
    /* Carries out a batch of writes, given by its first request, in one transaction and sets every status. Batches
     * are numbered 1, 2, 3, ... With a heartbeat, an empty batch (NULL) is run if there has been none for that long.
     * The outcome is never unknown: after an I/O error the engine reopens the database
     * and checks what was written. */
    void (*run)(void *engine, struct store_request *batch, uint64_t number);
    /* Carries out a read, on the reading thread, while batches run. Returns the number of the last batch whose
     * writes it could see, or 0. */
    uint64_t (*read)(void *engine, struct store_request *request);
    /* Takes one step of a copy, so that batches can run in between; called with the same file until it is done
     * or has failed. The file must not exist at first; a failed copy leaves no file. */
    enum store_copy (*backup)(void *engine, const char *file, char *error, size_t capacity);
    void (*close)(void *engine);
    int64_t (*node)(void *engine);   /* the number of this node; NULL if that is always 0 */
    unsigned heartbeat_milliseconds; /* 0: no heartbeat */
};

extern const struct store_engine store_sqlite;
extern const struct store_engine store_memory;
extern const struct store_engine store_postgres;

/* Opens the store; a missing directory is created (0700; files are 0600). On failure, `error` holds one sentence. */
struct store *store_open(const struct store_engine *engine, uv_loop_t *loop, const struct store_place *place,
                         char *error, size_t capacity);
int64_t store_node(const struct store *store); /* the number of this node; 0 with SQLite */
bool store_load(struct store *store, const struct store_loader *loader, char *error, size_t capacity);
void store_start(struct store *store); /* starts the threads; call it after store_load() */
void store_submit(struct store *store, struct store_request *request);

/* If the last write was refused, tries another one, so that store_is_failing() does not depend on what players do. */
void store_probe(struct store *store);
bool store_is_failing(
    const struct store *store);                /* the last write was refused: the disk is full or failing */
size_t store_depth(const struct store *store); /* requests submitted and not yet done */

/* Sets a callback for metrics, called on the loop after every commit with its duration and number of requests. */
void store_on_commit(struct store *store,
                     void (*commit)(void *context, uint64_t nanoseconds, size_t requests), void *context);

/* Starts a copy of the database; `done` is called on the loop, with NULL or an error sentence. */
void store_backup(struct store *store, const char *file, void (*done)(void *context, const char *error),
                  void *context);

/*
 * Finishes all submitted requests, and those that their `done` callbacks submit, then stops the threads. Calls
 * `closed` on the loop; by then the store has been freed.
 */
void store_close(struct store *store, void (*closed)(void *context), void *context);

#endif
