/*
 * model.h: all the client knows, and nothing about how it is shown.
 *
 * What the server sends is taken in here; plain.c and the screens only read it. Pure but for memory: no
 * terminal, no socket. A message that makes no sense is refused whole, and the model stays as it was.
 */
#ifndef GASLIGHT_MODEL_H
#define GASLIGHT_MODEL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "client-cli/model/deduction.h"
#include "client-cli/net/connection.h"
#include "client-cli/text/sentences.h"
#include "common/board/board.h"
#include "common/view/view.h"

enum {
    MODEL_ID_MAX = 63,
    MODEL_NAME_MAX = 127,   /* bytes: 32 characters */
    MODEL_WORD_MAX = 7,     /* a level, a pace, aids */
    MODEL_MEMBERS_MAX = 12, /* who sits at a table; before the start more than can play */
    MODEL_LINES_MAX = 4000, /* of the log: the oldest go first */
};

enum table_state { MODEL_TABLE_OPEN, MODEL_TABLE_RUNNING, MODEL_TABLE_FINISHED, MODEL_TABLE_CLOSED };

struct model_seat {
    char player[MODEL_ID_MAX + 1], name[MODEL_NAME_MAX + 1];
    uint8_t pawns; /* mask */
    bool connected;
    char bot[MODEL_WORD_MAX + 1]; /* the level of the bot that acts for it; "": nobody but the player does */
    bool substituted;             /* ... until the player is back */
};

/* A table as the lobby tells of it. */
struct model_table {
    char id[MODEL_ID_MAX + 1], host[MODEL_ID_MAX + 1], invite[MODEL_ID_MAX + 1], rematch[MODEL_ID_MAX + 1];
    enum game_kind game;
    uint32_t options;
    bool is_private;
    char aids[MODEL_WORD_MAX + 1];
    unsigned clock;                                           /* seconds an action may take; 0: any */
    char level[MODEL_WORD_MAX + 1], pace[MODEL_WORD_MAX + 1]; /* of bots that stand in, of all bots */
    enum table_state state;
    unsigned seats;
    struct model_seat seat[MODEL_MEMBERS_MAX];
    enum winner winner; /* once finished */
    enum reason reason;
    unsigned turn; /* in lists: pawns whose turn it is, a mask */
};

/* A finished game, as the archive tells of it. */
struct model_game {
    char id[MODEL_ID_MAX + 1];
    enum game_kind game;
    enum winner winner;
    enum reason reason;
    char players[256]; /* "Ann, Bob", Jack first */
    unsigned actions;
    long long ended; /* seconds since 1970 */
};

/* What one detective has marked on the board. */
struct model_marks {
    char player[MODEL_ID_MAX + 1];
    struct set suspect, cleared, route;
};

enum line_kind {
    LINE_EVENT, /* the log */
    LINE_CHAT,
    LINE_NEWS, /* who sits where, and the client's own: lost, back */
};

struct model_line {
    enum line_kind kind;
    unsigned seq; /* of an event */
    char to[8];   /* of a chat line: "table", "police", "gallery" */
    char *text;   /* a sentence, or "Ann: hello"; owned, fit to be shown: no control characters */
};

/* What changed since somebody looked: each screen keeps the numbers it has drawn. */
struct model {
    const struct board *boards[GAME_KIND_COUNT]; /* borrowed */

    enum connection_state state;
    char why[400]; /* the sentence that came with it */
    char player[MODEL_ID_MAX + 1], name[MODEL_NAME_MAX + 1];

    /* The public tables, one's own and finished games, when asked for. */
    size_t tables, mine, archived;
    struct model_table *table_list, *mine_list;
    struct model_game *archive_list;

    /* The table being watched. */
    bool has_table, has_view, has_legal;
    struct model_table table;
    struct view view;
    struct viewed_legal legal;
    unsigned seq;            /* of the last event */
    unsigned turn_pawns;     /* mask */
    unsigned turn_seq;       /* up to which event that is so; the view, too */
    bool my_turn;            /* one of them is mine */
    unsigned my_turns_begun; /* counts each time it became my turn: ring the bell when it grows */
    unsigned turn_updates;   /* counts each time it was told whose turn it is */
    bool has_clock;          /* the turn came with a clock ... */
    unsigned clock_left;  /* ... with this many milliseconds on it */
    uint8_t resign_asked;    /* how many detectives have asked */

    size_t lines, lines_capacity;
    struct model_line *line; /* log, chat and news in the order they came */
    size_t lines_dropped; /* that stood before line[0] and are forgotten, at this table or an earlier one */
    size_t chats;         /* lines of chat this table has had */

    /* Colleagues' marks and mine, for detectives: of each, and all together. */
    struct model_marks marks[MODEL_MEMBERS_MAX];
    struct set suspect, cleared, route;

    /* What can be deduced, when it was asked for last. */
    bool has_deduction;
    struct deduction deduction;
    char deduction_error[400]; /* why there is none: the server's sentence */

    unsigned suggested_at; /* the turn's `turn_seq` when it was asked for */
    char suggestion[80];   /* what Jack was advised last, as the command that does it: "hideout 27" */

    unsigned changes; /* grows with every change */
};

void model_init(struct model *model, const struct board *const boards[GAME_KIND_COUNT]);
void model_free(struct model *model);

/* From the connection's hooks. False: it made no sense (and the caller says so). */
bool model_update_push(struct model *model, const json_t *message);
bool model_update_watch(struct model *model, const json_t *reply, bool resumed);
bool model_update_tables(struct model *model, const json_t *ok);   /* reply to `tables` */
bool model_update_mine(struct model *model, const json_t *ok);     /* reply to `mine` */
bool model_update_archive(struct model *model, const json_t *ok);  /* reply to `archive` */
bool model_update_table(struct model *model, const json_t *table); /* "table" of other replies */
bool model_update_deduction(struct model *model, const json_t *ok, unsigned turn_seq, unsigned circle);
void model_set_deduction_error(struct model *model, const char *why);
void model_update_state(struct model *model, enum connection_state state, const char *why);
void model_update_hello(struct model *model, const char *player, const char *name);
void model_leave_table(struct model *model); /* forgets the table, its log and chat */

/* My own mark: "suspect", "cleared" or "none". */
void model_mark(struct model *model, unsigned circle, const char *mark);
const struct model_marks *model_my_marks(const struct model *model); /* NULL: none yet */

/* "Ann"; "Bot 1 (hard)"; "Ann (hard bot stands in)". */
struct sentence model_seat_name(const struct model_seat *seat);

/* "Aids: full. 60 seconds an action, then a hard bot stands in. Bots play quick."; only what is not as usual. */
struct sentence model_table_settings(const struct model_table *table);

/* "Jack", "Yellow and Red"; "" for none. */
void model_pawns_text(unsigned pawns, char *text, size_t capacity);

/* Copies a text from outside, as much as fits; what a terminal would obey becomes a ?. Returns its length. */
size_t model_sanitize(char *to, size_t capacity, const char *from);

/* One line of the client's own. */
__attribute__((format(printf, 2, 3))) void model_add_news(struct model *model, const char *format, ...);

/* My seat at the table, or -1; the pawns I hold there; whether I am its host. */
int model_my_seat(const struct model *model);
unsigned model_my_pawns(const struct model *model);
bool model_is_host(const struct model *model);
const struct board *model_board(const struct model *model); /* of the table's game */

#endif
