/*
 * play_internal.h: what the files of client-cli/play share; nobody else includes it.
 *
 * Calls go downwards only: play.c and play_commands.c use play_events.c, play_solo.c and play_record.c, which use
 * play_table.c, play_more.c, play_lists.c, play_notify.c, play_votes.c, play_forced.c and play_search.c, which use
 * play_request_keys.c, play_lesson.c and play_request.c.
 */
#ifndef GASLIGHT_PLAY_INTERNAL_H
#define GASLIGHT_PLAY_INTERNAL_H

#include <sys/queue.h>

#include "client-cli/play/play.h"

enum { ANSWER_MAX = 1024 }; /* bytes of an answer to a command */

struct play_request;

/* Handles the "ok" of a reply; `request` is freed afterwards. */
typedef void play_reply_handler(struct play_request *request, const json_t *ok);
/* Handles an error reply, where answering with its sentence is not enough. */
typedef void play_error_handler(struct play_request *request, const char *code, const char *text);

/* A request without a reply yet. */
struct play_request {
    LIST_ENTRY(play_request) entry;
    struct play *play;
    play_reply_handler *succeeded;
    play_error_handler *failed;    /* NULL: answer with the server's sentence */
    struct command command;        /* that led to it */
    play_record_done *record_done; /* of play_fetch_record() */
    play_moment_done *moment_done; /* of play_fetch_moment() */
    void *context;
    char table[MODEL_ID_MAX + 1]; /* the table it is about; "": not about the one shown when it was sent */
    unsigned turn_seq;            /* of the model, when it was sent */
    bool quiet;                   /* no command waits for this reply */
};

/* A switch to another table that the server has not answered yet. */
struct table_switch {
    bool answers_command; /* `sentence` is the answer to a command */
    bool startup;         /* requested on the command line: the run ends if it fails */
    bool joins;           /* by an invite: take a seat if the game has not started */
    bool names_side;      /* the answer also says what the player plays there */
    char sentence[ANSWER_MAX];
};

/* The state of a COMMAND_SEARCH_ALL. */
struct search_all {
    bool active;
    bool waiting; /* for the reply about a circle */
    enum pawn pawn;
    unsigned circle; /* the last one searched */
    unsigned count;
    uint8_t searched[SET_LIMIT];
};

struct play {
    struct play_settings settings;
    char *name, *code, *ca_file; /* copies of the settings' strings */
    struct play_hooks hooks;
    uv_loop_t *loop;
    struct board *boards[GAME_KIND_COUNT];
    struct model model;
    struct connection *connection;
    bool by_token; /* the player is identified by a stored token */
    bool greeted;  /* the first hello has been answered */
    bool lost;     /* the connection is lost, and that has been reported */
    bool over;     /* `ended` has been called */
    unsigned protocol_errors;

    LIST_HEAD(play_requests, play_request) requests; /* newest first */
    struct table_switch table_switch;
    struct search_all search_all;
    bool forced_paused;                  /* the player has taken something back and not acted since */
    unsigned forced_seq;                 /* 1 + the turn in which a forced step was played last */
    char invite[ADDRESS_ID_MAX + 1];     /* to the table being watched; "" if none was needed */
    char commentary[ADDRESS_ID_MAX + 1]; /* the commentators' code of a link that was typed */
    /* The player's last action is complete once the model has the turn of this event at this table. */
    unsigned awaited_seq;
    char awaited_table[MODEL_ID_MAX + 1];
    uint64_t last_retry; /* loop time of the last play_retry_now() */
    uint64_t turn_time;  /* loop time at which the current turn was received */
    unsigned turn_timed; /* the model's `turn_updates` then */
    bool rejoins;        /* once the player has another name, `rejoin` is run again */
    struct command rejoin;
    struct lesson_texts *lesson_texts; /* once a lesson has begun */
    char lesson_told[96];              /* what was said last about it */
    bool lesson_own;                   /* the next action may be any */
    bool solo_later;                   /* a solo game was asked for after startup */
    unsigned solo_step;                /* of setting up a solo game; 0: none is being set up */
    char solo_table[MODEL_ID_MAX + 1];

    /* Words for completion; they point into the model. */
    const char *names[MODEL_MEMBERS_MAX], *watchers[MODEL_WATCHERS_MAX];
    const char **table_ids;
    size_t table_count;
};

/* ---- play_request.c ---- */

void play_changed(struct play *play); /* call it after every change of the model */
__attribute__((format(printf, 3, 4))) void play_answer(struct play *play, bool ok, const char *format, ...);
void play_protocol_error(struct play *play); /* the server sent an invalid message */
void play_end(struct play *play, enum connection_state state, const char *why);

/* Sends a request; takes ownership of `keys`. Returns NULL if out of memory, after answering so. */
struct play_request *play_send_request(struct play *play, const char *verb, json_t *keys, bool once,
                                       const struct command *command, play_reply_handler *succeeded);

/*
 * Sends a request about the table shown. If another table, or none, is shown when the reply arrives, neither
 * `succeeded` nor `failed` is called.
 */
struct play_request *play_send_request_here(struct play *play, const char *verb, json_t *keys, bool once,
                                            const struct command *command, play_reply_handler *succeeded);

bool play_shows(const struct play *play, const char *table);

bool play_name_is_taken(const char *code); /* whether this is the code of such an error */

/* The player's name is taken where they want to join: asks for another, and joins once they have it. */
void play_ask_name(struct play *play, const struct command *join);

/* An action was accepted; it is complete once the turn after its events ("seq") has been received. */
void play_await_turn(const struct play_request *request, const json_t *ok);
bool play_awaits_turn(const struct play *play);

/* ---- play_events.c ---- */

struct connection_hooks play_connection_hooks(struct play *play);

/* ---- play_table.c ---- */

/* Watches another table; `table_switch` says what happens on arrival. */
void play_switch_table(struct play *play, const char *table, const char *invite);
void play_leave_table(struct play *play);

/* ---- play_request_keys.c: the keys of a request; NULL if it cannot be sent, after answering why ---- */

json_t *play_no_keys(struct play *play, const struct command *command);
json_t *play_table_keys(struct play *play, const struct command *command);
json_t *play_undo_keys(struct play *play, const struct command *command);
json_t *play_consent_keys(struct play *play, const struct command *command);
json_t *play_act_keys(struct play *play, const struct command *command);
json_t *play_suggest_keys(struct play *play, const struct command *command);
json_t *play_say_keys(struct play *play, const struct command *command);
json_t *play_mark_keys(struct play *play, const struct command *command);
json_t *play_create_keys(struct play *play, const struct command *command);
json_t *play_pawns_keys(struct play *play, const struct command *command);
json_t *play_rename_keys(struct play *play, const struct command *command);
json_t *play_stats_keys(struct play *play, const struct command *command);
json_t *play_player_keys(struct play *play, const struct command *command);
json_t *play_join_keys(struct play *play, const struct command *command);
json_t *play_bot_keys(struct play *play, const struct command *command);
json_t *play_back_keys(struct play *play, const struct command *command);
json_t *play_deduce_keys(struct play *play, const struct command *command);

/* ---- play_more.c ---- */

json_t *play_point_keys(struct play *play, const struct command *command);
json_t *play_route_keys(struct play *play, const struct command *command);
json_t *play_settings_keys(struct play *play, const struct command *command);
json_t *play_away_keys(struct play *play, const struct command *command);
void play_done_away(struct play_request *request, const json_t *ok);
void play_add_pauses(json_t *keys, const struct command *command); /* of `create` and `settings` */
json_t *play_share_keys(struct play *play, const struct command *command);
json_t *play_rematch_keys(struct play *play, const struct command *command);
void play_done_share(struct play_request *request, const json_t *ok);

/* A table given by id, invite or link; the pointers may point into `address`. */
struct table_reference {
    struct address address;
    const char *table, *invite; /* NULL: not given */
};

/* Returns false if the text is invalid, after answering why. */
bool play_parse_table_reference(struct play *play, const char *text, struct table_reference *reference);

/* ---- play_people.c ---- */

/*
 * Returns the player with this name, or a name with this unique prefix, among those with a seat and, with `watchers`,
 * those who watch. Otherwise answers and returns NULL.
 */
const char *play_find_player(struct play *play, const char *name, bool watchers);

/* ---- play_lists.c ---- */

json_t *play_list_keys(struct play *play, const struct command *command);
void play_done_list(struct play_request *request, const json_t *ok);
void play_done_stats(struct play_request *request, const json_t *ok);

/* ---- play_notify.c ---- */

void play_run_notify(struct play *play, const struct command *command);

/* ---- play_votes.c ---- */

json_t *play_seat_keys(struct play *play, const struct command *command);
void play_done_seat(struct play_request *request, const json_t *ok);
void play_run_answer(struct play *play, const struct command *command); /* `agree` and `refuse` */

/* ---- play_solo.c ---- */

/* Creates a table with bots and starts the game there; the run ends if that fails. */
void play_solo_begin(struct play *play);

/* ---- play_record.c ---- */

void play_run_record(struct play *play, const struct command *command);

/* ---- play_search.c ---- */

void play_search_begin(struct play *play, const struct command *command);
void play_search_resume(struct play *play); /* call it whenever the model has a new turn */

/* ---- play_forced.c ---- */

/* Finds the only step that a policeman can take or that makes sense; returns false if there is a choice. */
bool play_forced_step(const struct model *model, struct action *action);
void play_forced_resume(struct play *play); /* call it whenever the model has a new turn or deduction */
void play_forced_follow(struct play *play,
                        enum command_kind kind); /* call it with the player's own commands */
void play_run_forced(struct play *play, const struct command *command);

/* ---- play_lesson.c: guided games ---- */

/* Says what the lesson has to say about the current turn, once. */
void play_lesson_resume(struct play *play); /* call it whenever the model has a new turn */
bool play_follows_lesson(
    const struct play *play);           /* an action that the lesson does not expect is to be refused */
play_error_handler play_lesson_refused; /* of an action */
void play_run_lesson(struct play *play, const struct command *command);

#endif
