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
#include "server/table/table_clock.h"

struct bot_driver;
struct bot_drivers;
struct log_page;
struct notify;
struct redo;
struct seat_vote;
struct takeback;
struct tally;

/* What has changed of what other nodes list of a table. */
enum listing_change {
    LISTING_TURN,     /* whose turn it is */
    LISTING_PRESENCE, /* names of its members, or whether they are connected */
    LISTING_LOBBY,    /* everything else: followers of the lobby are sent it */
};

/* A session that is sent what happens at a table. */
struct watch {
    LIST_ENTRY(watch) session_entry, table_entry;
    TAILQ_ENTRY(watch) spectator_entry;
    struct session *session;
    struct table *table;
    bool views;        /* every turn is sent with the whole view */
    bool is_spectator; /* watches.c's: it represents its player among the table's spectators */
    bool is_away;      /* its page is hidden, says the client: its player does not look at the table */
};

struct table {
    LIST_ENTRY(table) entry, bucket_entry;
    struct tables *tables;
    char id[TABLE_ID_LENGTH + 1];
    char origin[ADDRESS_KEY_BYTES]; /* table_limits.c's: the address that created it, or ""; not stored */
    struct lobby lobby;
    struct game game; /* once started */
    size_t entries;   /* of the log, which is table_log.c's */
    struct log_page **page;
    uint8_t *lists;
    uint32_t list_bytes;
    uint32_t seq;              /* how many events have been sent */
    struct takeback *takeback; /* takeback.c's: the pending request, or NULL; not stored */
    uint32_t takeback_refused; /* takeback.c's: the first event of the action that was last refused, or 0 */
    uint32_t takeback_last;    /* takeback.c's: that of the action that was last asked for, */
    unsigned takeback_times;   /* takeback.c's: and how often */
    struct seat_vote *vote;    /* seat_vote.c's: the pending one, or NULL; not stored */
    struct redo *redo;         /* undo.c's: what was undone last, and can be done again; not stored */
    struct seat seat[MEMBERS_MAX]; /* player_seats.c's, in no particular order */
    LIST_HEAD(, watch) watches;
    unsigned watch_count;
    TAILQ_HEAD(, watch) spectators; /* watches.c's: one watch of each, those who came first are first */
    unsigned spectator_count;
    bool spectators_changed; /* since the table was last sent; it is in tables->crowds */
    TAILQ_ENTRY(table) crowd_entry;
    uint64_t crowd_sent; /* upkeep.c's: uv_now() when the spectators were last sent */
    bool is_dirty;       /* lobby_push.c's: it has changed since it was last sent */
    TAILQ_ENTRY(table) dirty_entry;
    uint64_t fingerprint;       /* lobby_push.c's: of what was last sent */
    bool is_listed, was_listed; /* it is public and unfinished; followers of the lobby were sent it as such */
    uint64_t listing;           /* if listed: when it was created, and which one it was of that second */
    TAILQ_ENTRY(table) listed_entry;
    bool is_sent, is_unsent; /* cluster/listings.c's: other nodes list it; and something of it has changed */
    enum listing_change unsent; /* the most important change */
    TAILQ_ENTRY(table) unsent_entry;
    bool has_unsaved_names;            /* members have names that the stored lobby does not have yet */
    unsigned absent;                   /* members who were sent as absent */
    json_t *marks[MEMBERS_MAX];        /* marks.c's: detectives' marks, by member; not stored */
    json_t *marks_made[MEMBERS_MAX];   /* marks.c's: when each of them was made, by its text */
    unsigned marks_count;              /* marks.c's: how often marks have been sent */
    unsigned marks_from[MEMBERS_MAX];  /* marks.c's: a guest is not shown marks made until then */
    bool was_loaded;                   /* from the store: there may have been marks before */
    struct bucket points[MEMBERS_MAX]; /* marks.c's: how many more pings each member may send now */
    struct bucket votes[MEMBERS_MAX];  /* seat.c's: how many more votes each member may start now */
    struct table_clock clock;          /* table_clock.c's: of the current turn */
    size_t low_clock; /* notify/occasions.c's: 1 + entries when the clock was last low, or 0 */
    bool is_leaving;  /* the cluster's: another node is going to have it, and bots wait until then */
    bool busy;        /* a write of it is with the store, or it is reserved */
    unsigned holds;   /* requests, writes and thinking bots that point to it */
    STAILQ_HEAD(, request) waiting; /* the dispatcher's: requests that wait until it is not busy */
    struct bot_driver *bot_driver;  /* bot_driver.c's; NULL if it needs none */
};

/* A change that is about to be stored. */
struct storing {
    struct table *table; /* as it is before the change */
    const char *id;      /* of the table, or of the one that continues it */
    bool is_rematch;     /* `lobby` is that of the new table */
    const struct lobby *lobby;
    const struct game *game;     /* after the change; of a game that starts, it is not made yet */
    struct store_request *write; /* where to add what has to be stored along with it */
};

/* What the layers above do when something happens to a table. */
struct table_hooks {
    void (*changed)(
        struct table *table); /* its turn or its members may have changed: bots and clock look again */
    void (*storing)(const struct storing *storing); /* NULL if nobody stores more */
    void (*idle)(struct table *table);              /* its write is finished: waiting requests may run */
    void (*removed)(struct table *table);           /* it is about to be freed */
    void (*finished)(
        struct table *table); /* its game is over, which has been stored; NULL if nobody counts */
    void (*listed)(struct table *table, enum listing_change change); /* NULL if there are no other nodes */
    /* It is finished or closed, and about to leave memory, while the server goes on; NULL if that matters to nobody. */
    void (*released)(struct table *table);
};

enum { TABLE_BUCKETS = 4096 };

/* Every table in memory, and what they share. */
struct tables {
    uv_loop_t *loop;
    const struct options *options;
    struct sessions *sessions;
    struct store *store; /* set once it is open */
    const struct board *board[GAME_KIND_COUNT];
    struct lessons *lessons;
    struct players players;
    struct pool watches; /* of watches.c: side by side in memory, so that a crowd is walked fast */
    struct table_hooks hooks;
    struct bot_drivers *bot_drivers; /* the hooks', like the next */
    struct notify *notify;
    struct tally *tally;
    size_t count;
    uint64_t database_bytes;    /* growth.c's: when it was last measured */
    size_t unfinished;          /* table_limits.c's: with those that are being stored */
    LIST_HEAD(, table) all;     /* the newest first */
    TAILQ_HEAD(, table) listed; /* the public unfinished ones, the newest first */
    uint64_t listings;          /* how many have ever been listed */
    bool is_sorted;             /* the list is */
    TAILQ_HEAD(tables_elsewhere, table_elsewhere) elsewhere; /* tables_elsewhere.h's, like the next two */
    struct table_elsewhere *elsewhere_last;
    LIST_HEAD(, table_elsewhere) elsewhere_bucket[TABLE_BUCKETS];
    TAILQ_HEAD(, table) unsent; /* cluster/listings.c's: those of which other nodes list something old */
    struct shared *shared;      /* the cluster's; NULL if this server is alone */
    TAILQ_HEAD(, table) crowds; /* those whose spectators have changed */
    TAILQ_HEAD(, table) dirty;  /* lobby_push.c's: those that have changed */
    unsigned follower_count;
    LIST_HEAD(, session) followers; /* lobby_push.c's: sessions that are sent changes of public tables */
    unsigned push_stamp;            /* lobby_push.c's: of the last message that goes to each session once */
    LIST_HEAD(, table) bucket[TABLE_BUCKETS];
    LIST_HEAD(, damaged) damaged; /* damaged.h's */
    struct time_zones zones;      /* table_clock.c's: those that were needed so far */
};

/* Returns false if a built-in board or the lessons cannot be read. */
bool tables_init(struct tables *tables, struct sessions *sessions);
void tables_free(struct tables *tables);

const struct board *table_board(const struct table *table);

/* Returns NULL if no table in memory has this id. */
struct table *table_find(const struct tables *tables, const char *id);

/* Adds a table with this lobby. Returns NULL if there is no memory. */
struct table *table_new(struct tables *tables, const char *id, const struct lobby *lobby);

/* Lists the table if it is public and unfinished, and otherwise does not. For table_commit.c. */
void table_update_listing(struct table *table);

/* Returns whether a table is listed before another one, given their listings and ids. */
bool is_listed_before(uint64_t listing, const char *id, uint64_t other_listing, const char *other_id);

/*
 * Sorts the list of public tables, after all of them have been loaded. Until it is called for the first time, tables are
 * listed in any order, because loading many would take long otherwise.
 */
void tables_sort_listed(struct tables *tables);

/* Frees a table that is finished or closed, if nobody watches it and nothing points to it. */
void table_release(struct table *table);

/* Removes a table that was loaded in vain: its stored data cannot be used. Nothing points to it. */
void table_discard(struct table *table);

struct metrics_gauges tables_gauges(const struct tables *tables);

#endif
