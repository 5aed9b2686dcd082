/*
 * model.h: everything the client knows, independent of how it is shown.
 *
 * client-cli/play updates it with what the server sends; plain mode and the screens only read it. It uses neither the
 * terminal nor the network. An invalid message is rejected as a whole and leaves the model unchanged.
 */
#ifndef GASLIGHT_MODEL_H
#define GASLIGHT_MODEL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "client-cli/model/deduction.h"
#include "client-cli/model/searches.h"
#include "client-cli/net/connection.h"
#include "client-cli/text/sentences.h"
#include "common/board/board.h"
#include "common/hint/hint.h"
#include "common/view/view.h"

enum {
    MODEL_ID_MAX = 63,
    MODEL_NAME_MAX = 127,   /* bytes: 32 characters */
    MODEL_WORD_MAX = 7,     /* a bot level, a pace, the aids */
    MODEL_LESSON_MAX = 31,  /* of the name of a guided game, and of its steps */
    MODEL_MEMBERS_MAX = 12, /* players at a table; before the start, more can join than play */
    MODEL_WATCHERS_MAX = 8, /* spectators whose names are known */
    MODEL_LINES_MAX = 4000, /* of the log; the oldest are dropped first */
    MODEL_PUSHED_MAX = 16,  /* events kept to be announced */
};

enum table_state { MODEL_TABLE_OPEN, MODEL_TABLE_RUNNING, MODEL_TABLE_FINISHED, MODEL_TABLE_CLOSED };

/* Somebody who is mentioned with their name. */
struct model_person {
    char player[MODEL_ID_MAX + 1], name[MODEL_NAME_MAX + 1]; /* player "": not known */
};

struct model_seat {
    char player[MODEL_ID_MAX + 1], name[MODEL_NAME_MAX + 1];
    uint8_t pawns; /* mask */
    uint8_t
        owns; /* mask: the pawns that return to this player; the same as `pawns` unless somebody plays for another */
    bool connected;
    bool absent; /* away for so long that the other detectives may give the pawns to somebody else */
    char bot[MODEL_WORD_MAX + 1]; /* the level of the bot that plays this seat; "": none */
    bool substituted;             /* the bot plays only until the player returns */
    bool agrees;                  /* to commentators */
    long long away_until,
        held_until; /* announced: away until then; the clock stands still until then; or 0 */
    int hours_off;  /* for how many more hours it may; -1: the table has no days off */
};

/* The time left for an action. Milliseconds, but for `at`. */
struct model_clock {
    bool runs;         /* there is one */
    long long left;    /* on the clock */
    long long resumes; /* until it goes on; 0: it is running */
    long long runs_out;
    long long at; /* when this was received: seconds since 1970 */
};

/* What happened since some event. */
struct model_summary {
    unsigned events, moves, walks, crimes, night;
    struct set found[PAWN_COUNT], missed[PAWN_COUNT];
};

/* A table as the lobby describes it. */
struct model_table {
    char id[MODEL_ID_MAX + 1], host[MODEL_ID_MAX + 1], invite[MODEL_ID_MAX + 1], rematch[MODEL_ID_MAX + 1];
    enum game_kind game;
    uint32_t options;
    bool is_private;
    bool counts; /* in statistics, although it is private */
    char aids[MODEL_WORD_MAX + 1];
    bool spectator_aids;                             /* spectators may use them too, before the end */
    unsigned clock;                                  /* seconds per action; 0: no limit */
    char night_from[8], night_to[8], night_zone[48]; /* hours without the clock; "": none */
    unsigned days_off;                               /* that a player may be away while it stands still */
    struct model_clock time;                         /* in the list of the player's own tables */
    char level[MODEL_WORD_MAX + 1],
        pace[MODEL_WORD_MAX + 1]; /* the level of stand-in bots; the speed of all bots */
    enum table_state state;
    long long created; /* seconds since 1970 */
    unsigned seats;
    struct model_seat seat[MODEL_MEMBERS_MAX];
    enum winner winner; /* once finished */
    enum reason reason;
    unsigned turn;           /* in lists: mask of the pawns whose turn it is */
    unsigned watchers;       /* spectators */
    unsigned watchers_named; /* those in `watcher` */
    struct model_person watcher[MODEL_WATCHERS_MAX];
    bool shared, practice; /* open to anyone with the link; a lesson, or what revealed something was undone */
    char lesson[MODEL_LESSON_MAX + 1];        /* the guided game that is played here, or "" */
    bool commentary;                          /* there may be commentators, who see everything */
    char commentators[200];                   /* "Cleo" */
    char commentary_invite[MODEL_ID_MAX + 1]; /* their secret code; only the host is sent it */
};

/* A finished game as the archive describes it. */
struct model_game {
    char id[MODEL_ID_MAX + 1];
    enum game_kind game;
    enum winner winner;
    enum reason reason;
    char players[256]; /* "Ann, Bob", Jack first */
    unsigned actions;
    long long ended; /* seconds since 1970 */
};

/* How far a guided game has come. */
struct model_lesson {
    char state[8];                   /* as on the wire: "step", "wait", "hunt" or "left"; "": no lesson */
    char step[MODEL_LESSON_MAX + 1]; /* the name of the step, or "" */
    struct action expected;          /* at a step: what it expects */
};

/* A vote of the detectives on who plays an absent detective's pawns. */
struct model_vote {
    bool open;
    bool awaits_me;             /* I have not answered */
    struct model_person by, to; /* who proposes it, and who would play */
    uint8_t pawns;
};

enum { MODEL_PATH_MAX = 40, MODEL_ARROWS_MAX = 40 };

/* The marks of one detective. */
struct model_marks {
    char player[MODEL_ID_MAX + 1];
    struct set suspect, cleared, route; /* route: the circles of the path */
    unsigned path_length;
    uint8_t path[MODEL_PATH_MAX]; /* a possible trail, in order */
    unsigned arrows;
    uint8_t arrow[MODEL_ARROWS_MAX][2]; /* from, to */
};

enum line_kind {
    LINE_EVENT, /* the log */
    LINE_CHAT,
    LINE_NEWS, /* players joining and leaving, and messages of the client itself */
};

struct model_line {
    enum line_kind kind;
    unsigned seq; /* of an event */
    char to[12];  /* of a chat line: "table", "police", "gallery", "commentary" */
    long long at; /* of a chat line: seconds since 1970; 0: not known */
    char *text;   /* a sentence, or "Ann #k3f: hello"; owned; without control characters */
};

/* A screen compares `changes` and the other counters with the values it has drawn last. */
struct model {
    const struct board *boards[GAME_KIND_COUNT]; /* borrowed */

    bool brief; /* events are told without the numbers of crossings: there is a map */
    enum connection_state state;
    char why[400]; /* a sentence that explains the state */
    char player[MODEL_ID_MAX + 1], name[MODEL_NAME_MAX + 1];

    /* The public tables, the player's own and finished games, as last requested. */
    size_t tables, mine, archived;
    struct model_table *table_list, *mine_list;
    struct model_game *archive_list;
    json_t *stats; /* the last reply to `stats`, or NULL */
    char tables_more[MODEL_ID_MAX + 1], archive_more[MODEL_ID_MAX + 1]; /* where they continue; "": nowhere */

    /* The table being watched. */
    bool has_table, has_view, has_legal;
    struct model_table table;
    struct view view;
    struct viewed_legal legal;
    unsigned seq;                 /* of the last event */
    uint8_t crossing[PAWN_COUNT]; /* where the policemen stood after it; 0: not known */
    struct end announced;         /* the last public place: a murder, a clue, an arrest; number 0: none */
    unsigned points;              /* how often a fellow detective pointed at a place */
    unsigned pushed;              /* events that arrived one by one, while they happened */
    struct viewed_event pushed_event[MODEL_PUSHED_MAX]; /* the last of them, by their number modulo this */
    struct searches searches;                           /* without a clue, this night or round */
    unsigned turn_pawns;                                /* mask */
    unsigned turn_seq;            /* the last event that the turn and the view include */
    bool my_turn;                 /* one of them is mine */
    unsigned my_turns_begun;      /* how often it became my turn; the bell rings when it grows */
    unsigned turn_updates;        /* how often the server sent a turn */
    bool has_clock;               /* the turn has a clock ... */
    unsigned clock_left;          /* ... with this many milliseconds on it */
    struct model_clock clock;     /* the same, and when it stands still */
    bool has_acted;               /* the player has, since the table was opened or before */
    struct model_summary summary; /* since the player's last action, or since a reconnect */
    struct model_lesson lesson;   /* as of the turn */
    bool can_undo, can_redo, can_takeback, can_hint; /* the server would accept that from me now */
    uint8_t resign_asked;                            /* number of detectives who asked to resign */
    unsigned takeback_event;                /* the first event that somebody asks to take back, or 0 */
    bool takeback_awaits_me;                /* I have not answered that request */
    char takeback_name[MODEL_NAME_MAX + 1]; /* who asks */
    struct model_vote vote;

    size_t lines, lines_capacity;
    struct model_line *line; /* log, chat and news in order of arrival */
    size_t lines_dropped;    /* number of lines before line[0], at this table or earlier ones */
    size_t chats;            /* chat lines received at this table */

    /* For detectives: the marks of each, and of all together. */
    struct model_marks marks[MODEL_MEMBERS_MAX];
    struct set suspect, cleared, route;

    /* The last deduction requested. */
    bool has_deduction;
    struct deduction deduction;
    char deduction_error[400]; /* why there is none; a sentence from the server */

    unsigned suggested_at;         /* `turn_seq` when the suggestion was requested */
    char suggestion[SENTENCE_MAX]; /* the last suggestion for Jack or hint, as a command: "hideout 27" */
    struct hint hint;              /* the last one */

    unsigned changes; /* incremented by every change */
};

void model_init(struct model *model, const struct board *const boards[GAME_KIND_COUNT]);
void model_free(struct model *model);

/* For the hooks of the connection. These return false if the message is invalid; the caller reports it. */
bool model_update_push(struct model *model, const json_t *message);
bool model_update_watch(struct model *model, const json_t *reply, bool resumed);
bool model_update_tables(struct model *model, const json_t *ok);  /* reply to `tables` */
bool model_update_mine(struct model *model, const json_t *ok);    /* reply to `mine` */
bool model_update_archive(struct model *model, const json_t *ok); /* reply to `archive` */
bool model_append_tables(struct model *model, const json_t *ok);  /* the next page of the list */
bool model_append_archive(struct model *model, const json_t *ok);
bool model_update_stats(struct model *model, const json_t *ok);    /* reply to `stats` */
bool model_update_table(struct model *model, const json_t *table); /* "table" of other replies */
bool model_update_deduction(struct model *model, const json_t *ok, unsigned turn_seq, unsigned circle);
void model_set_deduction_error(struct model *model, const char *why);
void model_update_state(struct model *model, enum connection_state state, const char *why);
void model_update_hello(struct model *model, const char *player, const char *name);
void model_leave_table(struct model *model); /* clears the table, its log and chat */

/* Sets one of my own marks: "suspect", "cleared" or "none". */
void model_mark(struct model *model, unsigned circle, const char *mark);
/* Draws my route anew; a length of 0 removes it. */
void model_mark_route(struct model *model, const uint8_t *circle, unsigned length);
const struct model_marks *model_my_marks(const struct model *model); /* NULL: none yet */

/*
 * Returns a mark that identifies a player whatever they are called, " #k3f"; "" for an unknown id. It is shown behind
 * names, so that nobody can pass for somebody else by using their name.
 */
struct identity_mark {
    char text[2 + 3 * 4 + 1];
};
struct identity_mark model_identity(const char *player);

struct sentence
model_watchers(const struct model_table *table); /* "Eve #k3f, Bob #9xa"; "" if none is known */

/* "Ann #k3f proposes that Bob #9xa plays Red until Cy returns."; of the model's vote. */
struct sentence model_vote_text(const struct model *model);

/* The names of those to whom these pawns belong: "Cy", "Cy and Dot". */
struct sentence model_owners(const struct model_table *table, unsigned pawns);

/* "Ann"; "Bot 1 (hard)"; "Ann (hard bot playing)". */
struct sentence model_seat_name(const struct model_seat *seat);
struct sentence model_marked_name(const struct model_seat *seat); /* the same with the mark of a person */
const char *model_presence(const struct model_seat *seat);        /* "away", "away for a while" or NULL */

/* model_pauses.c */
bool model_is_away(const struct model_seat *seat);         /* has announced an absence until a later time */
struct sentence model_away(const struct model_seat *seat); /* "away until 2026-05-03 12:00" */
struct sentence model_moment(long long seconds);           /* "2026-05-03 12:00" */
struct sentence model_time_off(int hours);                 /* "3 days" */
struct sentence
model_clock_words(const struct model_clock *clock); /* when it goes on, and when it runs out */

/* "Deduction help: full, with numbers. Spectators can use it too. 1 minute per ..."; what differs from the defaults. */
struct sentence model_table_settings(const struct model_table *table);

/* "Jack", "Yellow and Red"; "" for none. */
void model_pawns_text(unsigned pawns, char *text, size_t capacity);

/* Copies an untrusted text, truncated to fit, with control characters replaced by ?. Returns its length. */
size_t model_sanitize(char *to, size_t capacity, const char *from);

/* Adds a line of news from the client itself. */
__attribute__((format(printf, 2, 3))) void model_add_news(struct model *model, const char *format, ...);

/* What a player at this table waits for. */
enum model_wait {
    MODEL_WAITING, /* someone else must act, the game has not started, or the state is not complete yet */
    MODEL_MY_TURN,
    MODEL_OVER, /* the game */
    MODEL_GONE, /* the table was closed before the end of the game */
};
enum model_wait model_wait(const struct model *model);

/* My seat at the table, or -1; my pawns there; whether I am the host. */
int model_my_seat(const struct model *model);
unsigned model_my_pawns(const struct model *model);
bool model_is_host(const struct model *model);
const struct board *model_board(const struct model *model); /* of the table's game */

#endif
