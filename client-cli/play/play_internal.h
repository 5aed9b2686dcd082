/*
 * play_internal.h: what play's own files share: the run, asking the server, and answering the front end.
 */
#ifndef GASLIGHT_PLAY_INTERNAL_H
#define GASLIGHT_PLAY_INTERNAL_H

#include "client-cli/play/play.h"

enum { ANSWER_MAX = 1024 }; /* bytes of an answer */

struct play_request;

/* What to do with the ok of a reply; `asked` is freed after it. */
typedef void play_reply_handler(struct play_request *request, const json_t *ok);
/* ... and with a refusal, where telling the front end is not enough. */
typedef void play_error_handler(struct play_request *request, const char *code, const char *text);

/* A request that has no answer yet. */
struct play_request {
    struct play_request *next;
    struct play *play;
    play_reply_handler *done;
    play_error_handler *refused;
    struct command command;   /* that led to it */
    play_record_done *record; /* of play_fetch_record() */
    void *context;
    char table[MODEL_ID_MAX + 1]; /* that it is about; "": not about the one that was shown */
    unsigned number;              /* the turn it was asked in */
    bool quiet;                   /* no command waits for this answer */
};

/* On the way to a table: what to say when it is there. */
struct table_switch {
    bool owed;    /* a command waits for this answer */
    bool startup; /* the command line asked for it: not finding it ends the run */
    bool sits;    /* an invite: sit down if it is open */
    char sentence[ANSWER_MAX];
};

/* "search red all": one circle after the other. */
struct search_all {
    bool active;
    bool waiting; /* about a circle, and there is no answer yet */
    enum pawn pawn;
    unsigned circle; /* the last one asked about */
    unsigned count;
    uint8_t done[SET_LIMIT];
};

struct play {
    struct play_settings settings;
    char *name, *code, *ca_file; /* the settings' own copies */
    struct play_hooks hooks;
    uv_loop_t *loop;
    struct board *boards[GAME_KIND_COUNT];
    struct model model;
    struct connection *connection;
    bool by_token;     /* who one is was told by a kept token */
    bool greeted;      /* hello has been answered once */
    bool lost;         /* the connection is, and that has been said */
    bool over;         /* `ended` has been called */
    unsigned nonsense; /* messages of the server's that made none */

    struct play_request *requests; /* all that have no answer yet */
    struct table_switch table_switch;
    struct search_all search_all;
    char invite[ADDRESS_ID_MAX + 1];   /* that leads to the table watched; "" if none was needed */
    unsigned awaited;                  /* event after whose turn one's own action is done ... */
    char awaited_at[MODEL_ID_MAX + 1]; /* ... at this table */
    uint64_t tried;                    /* the loop's time when trying at once was last wished for */
    uint64_t turn_came;                /* the loop's time when it was told whose turn it is ... */
    unsigned turns_timed;              /* ... the turn of this number of the model's */
    unsigned solo_step;                /* of beginning a game against bots; 0: that is not under way */
    char solo_table[MODEL_ID_MAX + 1];

    /* What completion offers, kept beside the model. */
    const char *names[MODEL_MEMBERS_MAX];
    const char **table_ids;
    size_t table_count;
};

/* play.c */
void play_changed(struct play *play);
__attribute__((format(printf, 3, 4))) void play_answer(struct play *play, bool good, const char *format, ...);
void play_protocol_error(struct play *play); /* the server sent something that makes no sense */
void play_end(struct play *play, enum connection_state state, const char *why);

/* `keys` is taken over. NULL: no memory, which has been answered. */
struct play_request *play_send_request(struct play *play, const char *verb, json_t *keys, bool once,
                                       const struct command *command, play_reply_handler *done);

/*
 * The same about the table that is shown. Its answer counts there only: once another is shown, or none, neither
 * `done` nor `refused` is called.
 */
struct play_request *play_send_request_here(struct play *play, const char *verb, json_t *keys, bool once,
                                            const struct command *command, play_reply_handler *done);

bool play_shows(const struct play *play, const char *table);

/* An action has been answered; it is done when the turn after its events ("seq") has come. */
void play_await_turn(const struct play_request *request, const json_t *ok);
bool play_awaits_turn(const struct play *play);

/* play_events.c */
struct connection_hooks play_connection_hooks(struct play *play);

/* Watches a table; the answer to the command that wanted it is `going.sentence`, or why not. */
void play_switch_table(struct play *play, const char *table, const char *invite);
void play_leave_table(struct play *play);

/* Notes when the turn came that the model has now. */
void play_note_turn_time(struct play *play);

/* play_keys.c: the keys of a request; NULL: it has been answered why not. */
json_t *play_no_keys(struct play *play, const struct command *command);
json_t *play_table_keys(struct play *play, const struct command *command);
json_t *play_undo_keys(struct play *play, const struct command *command);
json_t *play_act_keys(struct play *play, const struct command *command);
json_t *play_suggest_keys(struct play *play, const struct command *command);
json_t *play_say_keys(struct play *play, const struct command *command);
json_t *play_mark_keys(struct play *play, const struct command *command);
json_t *play_create_keys(struct play *play, const struct command *command);
json_t *play_pawns_keys(struct play *play, const struct command *command);
json_t *play_rename_keys(struct play *play, const struct command *command);
json_t *play_player_keys(struct play *play, const struct command *command);
json_t *play_seat_keys(struct play *play, const struct command *command);
json_t *play_join_keys(struct play *play, const struct command *command);
json_t *play_bot_keys(struct play *play, const struct command *command);
json_t *play_back_keys(struct play *play, const struct command *command);
json_t *play_deduce_keys(struct play *play, const struct command *command);

/* What a person names a table by; the pointers lead into `address`, which is filled from a link. */
struct table_reference {
    struct address address;
    const char *table, *invite; /* NULL: not this */
};

/* False: it has been answered why not. */
bool play_parse_table_reference(struct play *play, const char *text, struct table_reference *reference);

/* play_solo.c: makes a table with bots and begins the game there; the run ends if that is refused. */
void play_solo_begin(struct play *play);

/* play_record.c */
void play_run_record(struct play *play, const struct command *command);

/* play_search.c */
void play_search_begin(struct play *play, const struct command *command);
void play_search_resume(struct play *play); /* when the turn after the last answer is known */

#endif
