/*
 * server.h: what the parts of gaslightd know of each other.
 *
 * A connection becomes a `session`; a session that has said hello is one of a `player`'s; a frame becomes
 * a `request`, which is answered exactly once, in order. A `table` has seats, and once started a game. All
 * of it lives on the loop thread; whatever must be kept is handed to the store first and becomes true when
 * the store is done.
 */
#ifndef GASLIGHT_SERVER_H
#define GASLIGHT_SERVER_H

#include <jansson.h>
#include <stdatomic.h>
#include <sys/queue.h>
#include <uv.h>

#include "common/bots/bot.h"
#include "common/json/json_writer.h"
#include "common/rules/game.h"
#include "common/view/view.h"
#include "common/wire/aids.h"
#include "common/wire/record.h"
#include "server/admin/admin.h"
#include "server/base/identity.h"
#include "server/base/metrics.h"
#include "server/base/options.h"
#include "server/base/pool.h"
#include "server/net/rate_limit.h"
#include "server/net/transport.h"
#include "server/store/store.h"
#include "server/verbs/device_codes.h"

enum {
    NAME_BYTES_MAX = RECORD_NAME_MAX,
    NAME_CHARACTERS_MAX = 32,
    KEY_LENGTH_MIN = 16,
    KEY_LENGTH_MAX = 64,
    MEMBERS_MAX = 12, /* who sits or sat at a table */
};

enum { BUCKETS = 4096 };

struct server {
    uv_loop_t *loop;
    struct options options;
    const struct board *board[GAME_KIND_COUNT];
    struct transport *transport;
    const struct store_engine *engine;
    struct store *store;
    struct admin *admin;
    struct metrics *metrics;
    struct codes *codes;    /* that carry players to other devices */
    struct player *players; /* those connected or seated at an unfinished table */
    struct pool player_pool;
    struct table *tables;                  /* open and running ones, and finished ones somebody looks at */
    struct player *player_bucket[BUCKETS]; /* the same by id */
    struct table *table_bucket[BUCKETS];
    struct session *sessions;
    TAILQ_HEAD(, session) ready; /* sessions whose next request can run */
    uv_idle_t run_ready;         /* active while there are any */
    size_t comings_and_goings;   /* of sessions, since memory was last given back */
    size_t table_count;
    struct attendant *waiting_to_think, **waiting_end; /* bots.c: in the order they came */
    long thoughts;                                     /* under way on other threads */
    struct errand *errands_waiting;                    /* errands.c: in the order they came */
    unsigned errands;                                  /* under way on other threads */
    atomic_bool errands_end;                           /* they look at it */
    char *scratch; /* SCRATCH_BYTES: where replies and pushes are written */
    uv_timer_t sweep;
    bool stopping;
};

unsigned server_bucket(const char *id); /* where a player or table of that id is kept */

enum { SCRATCH_BYTES = 8 << 20 };

/* In lists that may be long, `link` is the pointer that points here: whoever leaves need not look for it. */
struct player {
    struct player *next, **link, *next_in_bucket;
    char id[PLAYER_ID_LENGTH + 1];
    char name[NAME_BYTES_MAX + 1];
    struct session *sessions; /* by next_of_player */
    uint64_t last_seen;       /* uv_now() when the last session closed */
};

/* ---- sessions and requests: session.c ---- */

struct request {
    struct request *next;
    struct session *session; /* stays until the request is answered */
    json_int_t id;
    bool has_id;
    enum error refused; /* something is wrong with the message itself */
    char refusal[160];
    const struct verb *verb;
    json_t *body;
    struct table *table; /* of verbs about a table; held while the request lives */
    char key[KEY_LENGTH_MAX + 1];
    void *work;        /* what a verb carries from asking the store to its answer; freed with the request */
    bool brought_back; /* whoever asks was stood in for, and that has been seen to */
};

struct watch {
    struct watch *next_of_session, *next_of_table;
    struct session *session;
    struct table *table;
    bool views; /* every turn comes with the whole view */
};

struct session {
    struct session *next, **link, *next_of_player;
    struct server *server;
    struct connection *connection; /* NULL: gone, and the session with it once nothing is pending */
    struct player *player;         /* NULL until hello */
    uint64_t opened;               /* uv_now() when it was */
    struct bucket bucket;
    struct watch *watches;
    struct request *current; /* being carried out */
    struct request *inbox;   /* waiting for it */
    TAILQ_ENTRY(session) ready_entry;
    unsigned inbox_count, strikes;
    bool ready;   /* in the server's list of ready sessions */
    bool running; /* its requests are running now, in a loop */
    bool follows_lobby;
};

void session_opened(void *context, struct connection *connection);
void session_message(void *context, struct connection *connection, const char *text, size_t length);
void session_closed(void *context, struct connection *connection);
void sessions_open(struct server *server);
void sessions_close(struct server *server); /* after the last connection has gone */

/* Answers: exactly one of these per request; the request is gone afterwards. */
void request_fail(struct request *request, enum error error);
void request_complain(struct request *request, enum error error, const char *sentence);
struct json_writer *request_begin(struct request *request,
                                  struct json_writer *writer);         /* opens {"re":..,"ok":{ */
void request_end(struct request *request, struct json_writer *writer); /* closes and sends */
void request_ok(struct request *request);                              /* an empty ok */

/* The table "table" or "invite" names, or NULL: to who may not know of it, a private one does not exist. */
struct table *request_find_table(const struct request *request);
void request_hold_table(struct request *request, struct table *table);
void request_go_on(struct request *request); /* its table is held, or there is none to be had */
void request_wait(struct request *request);  /* until nothing of its table is with the store */
void table_ready(struct table *table);       /* the store is done with it: what waits may run */

/* Sends a message written by `writer`; drops it with a log line if it did not fit. */
void session_send(struct session *session, const struct json_writer *writer);
void session_begin_message(struct server *server,
                           struct json_writer *writer); /* begins in the scratch buffer */

/* What was sent so far goes out now and not at the end of this turn of the loop: all of a session's with one write. */
void sessions_deliver(struct server *server);

/* ---- players: people.c ---- */

struct player *player_find(struct server *server, const char *id);
struct player *player_get(struct server *server, const char *id, const char *name); /* finds or makes */
void player_release(struct server *server, struct player *player); /* forgets one nobody needs */
void player_gained_session(struct player *player, struct session *session);
void player_lost_connection(struct player *player, struct server *server);
void player_lost_session(struct session *session);
bool player_is_here(const struct player *player);
bool player_is_absent(const struct server *server, const char *id);
bool text_is_good(const char *text, size_t most_characters); /* a name or a line of chat */

/* ---- tables: lobby.c, table_log.c ---- */

enum table_state { TABLE_OPEN, TABLE_RUNNING, TABLE_FINISHED, TABLE_CLOSED };
enum pace { PACE_SLOW, PACE_NORMAL, PACE_QUICK, PACE_COUNT };

struct member {
    char player[PLAYER_ID_LENGTH + 1];
    char name[NAME_BYTES_MAX + 1];
    uint8_t pawns;   /* held now */
    uint8_t resigns; /* a detective who has asked for it */
    uint8_t bot;     /* 0: a person plays; else 1 + enum bot_level: a bot does */
    bool stands_in;  /* ... only until the player is back; otherwise the seat is nobody's but the bot's */
};

/* What the lobby JSON keeps. A value: a change is made on a copy, which becomes true once stored. */
struct lobby {
    enum table_state state;
    enum game_kind game;
    uint32_t options;
    bool is_private;
    enum aids aids;
    uint32_t clock;       /* seconds for an action; 0: there is no clock */
    enum bot_level level; /* of the bot that stands in for who runs out of time */
    enum pace pace;       /* of the bots */
    char invite[INVITE_LENGTH + 1];
    char host[PLAYER_ID_LENGTH + 1];
    char rematch[TABLE_ID_LENGTH + 1]; /* the table that continues this one */
    unsigned members;
    struct member member[MEMBERS_MAX];
    /* once started: the record's header, which never changes again */
    struct setup setup;
    char seat_name[SEATS_MAX][NAME_BYTES_MAX + 1];
    uint8_t winner, reason;
    int64_t created, touched; /* seconds */
};

/* A line of a table's log: an action, or the undoing of the one before. */
struct entry {
    struct action action;
    bool undo;
    uint32_t seq; /* events told once it had happened */
    uint64_t key; /* fingerprint of player and key */
};

struct table {
    struct table *next, **link, *next_in_bucket;
    struct server *server;
    char id[TABLE_ID_LENGTH + 1];
    struct lobby lobby;
    struct game game;       /* once started */
    size_t entries;         /* of the log: table_entry() */
    struct log_page **page; /* table_log.c's, and so are the lists */
    uint8_t *lists;
    uint32_t list_bytes;
    uint32_t seq;
    struct watch *watches;
    json_t *marks[MEMBERS_MAX];  /* detectives' marks, by member; not kept */
    bool busy;                   /* something of it is with the store */
    struct request *waiting;     /* requests that came meanwhile, in order */
    unsigned holds;              /* requests and thoughts that point here */
    struct attendant *attendant; /* sees to its bots and its clock; NULL: it has none */
};

/* lobby.c */
struct table *table_find(struct server *server, const char *id);
struct table *table_new(struct server *server, const char *id); /* NULL: no memory */
void table_release(struct table *table); /* forgets it if it is over and nobody looks */
void table_free_all(struct server *server);
int lobby_member(const struct lobby *lobby, const char *player);                  /* index, or -1 */
unsigned tables_of(const struct server *server, const char *player, bool hosted); /* unfinished ones */
bool tables_too_many(const struct server *server, const struct player *player);   /* for one more */
const char *table_state_name(enum table_state state);
const char *pace_name(enum pace pace);
enum pace pace_from_name(const char *name);      /* PACE_COUNT: there is none */
bool member_is_bot(const struct member *member); /* and nobody's but the bot's */
bool member_is_absent(const struct server *server, const struct member *member); /* a bot never is */
unsigned lobby_people(const struct lobby *lobby);                                /* members that are none */
void lobby_remove_member(struct lobby *lobby, int index);
void lobby_add_member(struct lobby *lobby, const struct player *player, unsigned pawns);
void lobby_pass_host(struct server *server, struct lobby *lobby);
bool lobby_take_names(struct server *server, struct lobby *lobby); /* of those here; true: one was new */

/* lobby_json.c: what is stored, and what is told */
char *lobby_to_json(const struct lobby *lobby); /* malloc'd */
bool lobby_from_json(struct lobby *lobby, const char *text);
void lobby_write(struct json_writer *writer, const char *key, const struct table *table,
                 const struct player *to);

/* Hands a changed lobby to the store with whatever else belongs to it; true once adopted. */
void table_store(struct request *request, const struct lobby *changed,
                 void (*done)(struct request *request, struct table *table));

/* The same for a change that shows nowhere: nobody is told that there was one. */
void table_store_quietly(struct request *request, const struct lobby *changed,
                         void (*done)(struct request *request, struct table *table));
void table_add_put(struct store_request *stored, const struct table *table, const struct lobby *lobby);

/* broadcast.c: telling those who watch */
struct viewer member_viewer(const struct member *member);
struct viewer table_viewer(const struct table *table, const struct player *player);
void table_tell_lobby(struct table *table); /* on:table, and on:tables to the lobby */
void table_tell_turn(struct table *table);  /* on:turn, with the view to who asked for views */
void table_tell_over(struct table *table);  /* on:over */
void table_tell_events(struct table *table, const struct events *events); /* seq goes on */
void table_tell_undo(struct table *table, enum pawn by);
void table_write_turn(struct json_writer *writer, const struct table *table, struct viewer viewer);
void table_write_view(struct json_writer *writer, const struct table *table,
                      struct viewer viewer); /* "view" */
void table_write_undo(struct json_writer *writer, const char *key, const struct game *game,
                      struct viewer viewer, enum pawn by);

/* watching.c: watching no longer */
void table_unwatch(struct watch *watch);
void table_lose_sight(struct table *table, const char *player); /* of a private one he no longer sits at */

/* play.c: a bot does what a person would. False: the rules do not allow it, and nothing was done. */
bool table_act_for(struct table *table, const struct member *member, const struct action *action);

/* bot_seats.c: who is stood in for. Of the changes, true: it is with the store now, and the table is busy. */
bool table_stands_in(const struct table *table, const char *player); /* a bot, for that player, now */
bool table_bring_back(struct table *table, const char *player);
bool table_stand_in(struct table *table, unsigned pawns); /* for the people who hold some of these */

/* talk.c */
bool table_hears(const struct table *table, const struct player *player, const char *audience);
void table_tell_resign(struct table *table); /* to detectives */
void table_write_marks(struct json_writer *writer, const struct table *table,
                       struct viewer viewer); /* theirs only */

/* archive.c: looks in the store for the finished table that "table" names and goes on with request_go_on() */
void archive_fetch_table(struct request *request);

/* Asks the store for a finished game and goes on with `done`. */
void archive_fetch_record(struct request *request, void (*done)(struct store_request *found));

/* The record's text if it is there and may be seen; otherwise the request has been answered. */
const char *archive_record_of(struct request *request, const struct store_request *found);

/* replay.c */
void replay_file(void *context, struct http_request *request, const struct replay_query *asked,
                 const char *body, size_t length);

/* log.c of a table: table_log.c */
bool table_append(struct table *table, const struct entry *entry); /* false: no memory, nothing has changed */
void table_drop_last(struct table *table);                         /* takes the last entry out again */
void table_entry(const struct table *table, size_t index, struct entry *entry);
void table_forget_log(struct table *table);
bool table_fold_row(struct table *table, const char *player, const char *key, const char *row);
bool table_entry_by_key(const struct table *table, uint64_t key, struct entry *entry); /* false: none */
size_t table_effective(const struct table *table, struct action *actions); /* what the record holds */
long table_undos(const struct table *table);                               /* how many entries are undoings */
bool table_last_action(const struct table *table, struct action *action);  /* false: there is none */
bool table_state_before_last(const struct table *table, struct game *game);
char *table_record_json(const struct table *table, const struct game *game); /* malloc'd */
typedef void table_step(void *context, const struct game *game, const struct events *events, uint32_t seq,
                        bool undo, enum pawn by);
bool table_replay(const struct table *table, table_step *step, void *context);

/* server.c */
struct server *server_of(struct request *request);
int64_t server_now(void); /* seconds since 1970 */
struct metrics_gauges server_gauges(const struct server *server);
/* A change no player asked for; told once stored. False: the table is busy, nothing was done. */
bool server_change_table(struct table *table, const struct lobby *lobby,
                         void (*done)(void *context, bool stored), void *context);

/* operator.c: the admin socket's commands */
void server_admin(void *context, struct admin_request *request, const char *verb, const char *argument);

#endif
