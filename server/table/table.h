/*
 * table.h: the tables in memory, and the sessions that watch them.
 *
 * A table is in memory while it is open or running; a finished one while somebody watches or uses it. Its `busy`,
 * `holds` and `lobby` are changed by table_commit.c only; everyone else reads them. The same is true of its `game`,
 * once that has been made at the start or built from a stored log. What a table means to bots and to waiting requests
 * is decided by the layers above, through table_hooks.
 */
#ifndef GASLIGHT_TABLE_H
#define GASLIGHT_TABLE_H

#include "common/view/view.h"
#include "server/session/session.h"
#include "server/store/store.h"
#include "server/table/lobby.h"
#include "server/table/players.h"

struct bot_driver;
struct bot_drivers;
struct log_page;
struct redo;
struct takeback;

/* A session that is sent what happens at a table. */
struct watch {
    LIST_ENTRY(watch) session_entry, table_entry;
    struct session *session;
    struct table *table;
    bool views; /* every turn is sent with the whole view */
};

enum { SPECTATOR_NAMES_MAX = 8 };

/* The people who watch a table without playing there. */
struct spectators {
    unsigned count;
    char name[SPECTATOR_NAMES_MAX][NAME_BYTES_MAX + 1]; /* newest devices last */
};

struct table {
    LIST_ENTRY(table) entry, bucket_entry;
    struct tables *tables;
    char id[TABLE_ID_LENGTH + 1];
    struct lobby lobby;
    struct game game; /* once started */
    size_t entries;   /* of the log, which is table_log.c's */
    struct log_page **page;
    uint8_t *lists;
    uint32_t list_bytes;
    uint32_t seq;              /* how many events have been sent */
    struct takeback *takeback; /* takeback.c's: the pending request, or NULL; not stored */
    uint32_t takeback_refused; /* takeback.c's: the first event of the action that was last refused, or 0 */
    struct redo *redo;         /* undo.c's: what was undone last, and can be done again; not stored */
    LIST_HEAD(, watch) watches;
    struct spectators spectators;
    bool spectators_changed;           /* since the table was last sent */
    bool is_listed;                    /* followers of the lobby have been sent it as a public one */
    json_t *marks[MEMBERS_MAX];        /* chat.c's: detectives' marks, by member; not stored */
    struct bucket points[MEMBERS_MAX]; /* chat.c's: how many more pings each member may send now */
    uint64_t clock_start; /* bot_driver.c's: uv_now() when the current turn's clock was started, or 0 */
    bool busy;            /* a write of it is with the store, or it is reserved */
    unsigned holds;       /* requests, writes and thinking bots that point to it */
    STAILQ_HEAD(, request) waiting; /* the dispatcher's: requests that wait until it is not busy */
    struct bot_driver *bot_driver;  /* bot_driver.c's; NULL if it needs none */
};

/* What the layers above do when something happens to a table. */
struct table_hooks {
    void (*changed)(
        struct table *table); /* its turn or its members may have changed: bots and clock look again */
    void (*idle)(struct table *table);    /* its write is finished: waiting requests may run */
    void (*removed)(struct table *table); /* it is about to be freed */
};

enum { TABLE_BUCKETS = 4096 };

/* Every table in memory, and what they share. */
struct tables {
    uv_loop_t *loop;
    const struct options *options;
    struct sessions *sessions;
    struct store *store; /* set once it is open */
    const struct board *board[GAME_KIND_COUNT];
    struct players players;
    struct table_hooks hooks;
    struct bot_drivers *bot_drivers; /* the hooks' */
    size_t count;
    bool spectators_changed; /* those of some table */
    LIST_HEAD(, table) all;  /* the newest first */
    LIST_HEAD(, table) bucket[TABLE_BUCKETS];
};

/* Returns false if a built-in board cannot be read. */
bool tables_init(struct tables *tables, struct sessions *sessions);
void tables_free(struct tables *tables);

const struct board *table_board(const struct table *table);

/* Returns NULL if no table in memory has this id. */
struct table *table_find(const struct tables *tables, const char *id);

/* Adds a table with this lobby. Returns NULL if there is no memory. */
struct table *table_new(struct tables *tables, const char *id, const struct lobby *lobby);

/* Frees a table that is finished or closed, if nobody watches it and nothing points to it. */
void table_release(struct table *table);

/* Milliseconds until the clock of a running table runs out. */
uint64_t table_clock_left(const struct table *table);

/* ---- how many ---- */

unsigned tables_hosted_by(const struct tables *tables, const char *player); /* unfinished ones */
unsigned tables_joined_by(const struct tables *tables, const char *player);

/* Returns whether a player may not create one more table. */
bool tables_too_many(const struct tables *tables, const char *player);
struct metrics_gauges tables_gauges(const struct tables *tables);

/* ---- watching ---- */

struct watch *table_find_watch(const struct table *table, const struct session *session);
bool table_watch(struct table *table, struct session *session, bool views); /* false: there is no memory */
void table_unwatch(struct watch *watch);                                    /* may free the table */

/* Counts a table's spectators again. If they have changed, everyone is notified soon, by tables_send_spectators(). */
void table_count_spectators(struct table *table);

/* Ends every watch of a player who no longer sits at a private table. */
void table_unwatch_player(struct table *table, const char *player);

/* Ends the watches of everyone but players and commentators at a table that has become private. */
void table_unwatch_strangers(struct table *table);

#endif
