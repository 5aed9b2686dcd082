/*
 * command_parts.h: the table of commands and the tools its rows use. Internal to command*.c.
 *
 * A row says how a command is called, written and explained, when it makes sense, and which function reads what
 * follows its word. Actions are read by what action.h says of their fields: a row adds who does it and whether
 * its numbers are circles or crossings.
 */
#ifndef GASLIGHT_COMMAND_PARTS_H
#define GASLIGHT_COMMAND_PARTS_H

#include "client-cli/command/command.h"

enum { WORDS_MAX = 48, WORD_MAX = 95 };

/* The words of a line, up to a comment. */
struct words {
    unsigned count;
    bool too_many;          /* than WORDS_MAX, or one longer than WORD_MAX */
    bool joined[WORDS_MAX]; /* by a comma to the word before */
    char word[WORDS_MAX][WORD_MAX + 1];
};

void words_split(struct words *words, const char *text, const char *separators);

/* The index of the name that `word` is or, alone of all, begins; MATCH_NONE or MATCH_MANY otherwise. */
enum { MATCH_NONE = -1, MATCH_MANY = -2 };
int words_match(const char *(*name)(unsigned index), unsigned count, const char *word);

/* Names by number, for words_match() and completion. */
const char *words_pawn(unsigned index);
const char *words_letter(unsigned index); /* index 0 is the first Letter, not LETTER_NONE */
const char *words_tile(unsigned index);   /* likewise */

/* ---- The table ---- */

enum command_actor { BY_NOBODY, BY_JACK, BY_HEAD, BY_POLICE, BY_YELLOW, BY_ANYBODY };

enum command_group {
    GROUP_JACK,
    GROUP_POLICE,
    GROUP_GAME,
    GROUP_LOOK,
    GROUP_TALK,
    GROUP_TABLES,
    GROUP_COUNT
};

struct command_row;

/* A line being read. */
struct reading {
    const struct command_row *row;
    const struct command_place *place;
    const char *rest; /* of the line, after the command's word */
    struct words words;
    unsigned at; /* the next of them */
    struct command *command;
    char *complaint;
    size_t capacity;
};

/* A line being completed: whatever is offered and begins with `partial` goes to `each`. */
struct completing {
    const struct command_row *row;
    const struct command_place *place;
    struct words words; /* whole ones, after the command's word */
    const char *partial;
    void (*each)(void *context, const char *word);
    void *context;
};

struct command_row {
    const char *word;
    const char *brief; /* short forms, separated by blanks; NULL: none */
    const char *usage; /* what follows the word; "" nothing */
    const char *help;
    enum command_group group;
    enum command_kind kind;
    bool whole;              /* is not to be abbreviated */
    enum action_kind action; /* of those that act */
    enum command_actor actor;
    bool crossings; /* its numbers are crossings, not circles */
    bool (*now)(const struct command_row *row, const struct command_place *place); /* makes sense */
    bool (*read)(struct reading *reading);
    void (*complete)(const struct completing *completing); /* NULL: nothing to offer */
};

const struct command_row *command_rows(size_t *count);

/* The row of a word or an abbreviation of it. NULL: `complaint`, if not NULL, says why. */
const struct command_row *command_find(const char *word, char *complaint, size_t capacity);

/* The row with which an action of this kind is typed. */
const struct command_row *command_row_of(const struct action *action);

/* The fields of an action that are one number, in the order in which they are typed. */
enum { COMMAND_NUMBERS = 5 };
struct command_number {
    enum action_field field;
    size_t offset;
};
extern const struct command_number command_numbers[COMMAND_NUMBERS];

/* ---- Reading ---- */

__attribute__((format(printf, 2, 3))) bool reading_refuse(const struct reading *reading, const char *format,
                                                          ...);
bool reading_refuse_usage(const struct reading *reading); /* "Write it so: walk [PAWN] CROSSING." */
const char *reading_take(struct reading *reading);        /* NULL: there is none */
const char *reading_peek(const struct reading *reading);
bool reading_end(const struct reading *reading); /* or says how it is written */
bool reading_pawn(const struct reading *reading, const char *word, enum pawn *pawn);
/* A circle or crossing of the board. */
bool reading_place(const struct reading *reading, const char *word, bool crossing, uint8_t *place);

/* Rows' functions, by file. */
bool command_read_plain(struct reading *reading); /* command.c: nothing follows */
bool command_read_text(struct reading *reading);
bool command_read_say(struct reading *reading);
bool command_read_suggest(struct reading *reading);
bool command_read_mark(struct reading *reading);
bool command_read_board(struct reading *reading);
bool command_read_log(struct reading *reading);
bool command_read_deduce(struct reading *reading);
bool command_read_help(struct reading *reading);

bool command_read_create(struct reading *reading); /* command_tables.c */
bool command_read_join(struct reading *reading);
bool command_read_watch(struct reading *reading);
bool command_read_pawns(struct reading *reading);
bool command_read_seat(struct reading *reading);
bool command_read_bot(struct reading *reading);

bool command_read_act(struct reading *reading); /* command_act.c */
bool command_read_escape(struct reading *reading);
bool command_read_walk(struct reading *reading);
bool command_read_search(struct reading *reading);
bool command_read_arrest(struct reading *reading);
bool command_read_start(struct reading *reading);
bool command_read_women(struct reading *reading); /* command_place.c: those that place several things */
bool command_read_patrols(struct reading *reading);
bool command_read_letter(struct reading *reading);
bool command_read_move_patrols(struct reading *reading);
bool command_read_kill(struct reading *reading);
bool command_read_discoveries(struct reading *reading);

/* Begins an action of the row; false: there is no game. */
bool reading_begin(struct reading *reading);

/* Fills in who acts, once the rest of the action is known; `named` if it was said. */
bool reading_actor(struct reading *reading, bool named);

/* An action has been read to its end. */
bool reading_done(struct reading *reading, bool named);

/* ---- Choices: command_choices.c ---- */

/* An action of which some places have been said. */
struct partial {
    enum action_kind kind;
    unsigned pawns; /* who may be meant: mask */
    enum letter letter;
    bool power, escape;
    unsigned count; /* places said */
    uint8_t place[ACTION_LIST_MAX];
};

/* The places that may come next; empty: none. */
struct set partial_next(const struct legal *legal, const struct partial *partial);

/* The pawns that have a choice of this kind, with their power or without: mask. */
unsigned partial_pawns(const struct legal *legal, enum action_kind kind, bool power);

/* ---- Completion: command_complete.c ---- */

void command_complete_act(const struct completing *completing);
void command_complete_patrols(const struct completing *completing);
void command_complete_letter(const struct completing *completing);
void command_complete_tile(const struct completing *completing);
void command_complete_colour(const struct completing *completing);
void command_complete_level(const struct completing *completing);
void command_complete_mark(const struct completing *completing);
void command_complete_board(const struct completing *completing);
void command_complete_help(const struct completing *completing);
void command_complete_create(const struct completing *completing);
void command_complete_table(const struct completing *completing);
void command_complete_pawns(const struct completing *completing);
void command_complete_bot(const struct completing *completing);
void command_complete_name(const struct completing *completing);

#endif
