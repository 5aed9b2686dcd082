/*
 * command_internal.h: the table of commands and the tools its rows use. Internal to command*.c.
 *
 * A row says how a command is called, written and explained, when it makes sense, and which function reads what
 * follows its word. Actions are read by what action.h says of their fields: a row adds who does it and whether
 * its numbers are circles or crossings.
 */
#ifndef GASLIGHT_COMMAND_INTERNAL_H
#define GASLIGHT_COMMAND_INTERNAL_H

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

/* The index of the name that `word` is or, alone of all, begins; MATCH_NONE or MATCH_AMBIGUOUS otherwise. */
enum { MATCH_NONE = -1, MATCH_AMBIGUOUS = -2 };
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
struct parser {
    const struct command_row *row;
    const struct command_scope *place;
    const char *rest; /* of the line, after the command's word */
    struct words words;
    unsigned at; /* the next of them */
    struct command *command;
    char *error_text;
    size_t capacity;
};

/* A line being completed: whatever is offered and begins with `partial` goes to `each`. */
struct completion {
    const struct command_row *row;
    const struct command_scope *place;
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
    bool (*now)(const struct command_row *row, const struct command_scope *place); /* makes sense */
    bool (*read)(struct parser *parser);
    void (*complete)(const struct completion *completion); /* NULL: nothing to offer */
};

const struct command_row *command_rows(size_t *count);

/* The row of a word or an abbreviation of it. NULL: `complaint`, if not NULL, says why. */
const struct command_row *command_find(const char *word, char *error_text, size_t capacity);

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

__attribute__((format(printf, 2, 3))) bool parser_fail(const struct parser *parser, const char *format, ...);
bool parser_fail_usage(const struct parser *parser); /* "Write it so: walk [PAWN] CROSSING." */
const char *parser_next(struct parser *parser);      /* NULL: there is none */
const char *parser_peek(const struct parser *parser);
bool parser_at_end(const struct parser *parser); /* or says how it is written */
bool parser_pawn(const struct parser *parser, const char *word, enum pawn *pawn);
/* A circle or crossing of the board. */
bool parser_place(const struct parser *parser, const char *word, bool crossing, uint8_t *place);

/* Rows' functions, by file. */
bool parse_nothing(struct parser *parser); /* command.c: nothing follows */
bool parse_text(struct parser *parser);
bool parse_say(struct parser *parser);
bool parse_suggest(struct parser *parser);
bool parse_mark(struct parser *parser);
bool parse_board(struct parser *parser);
bool parse_log(struct parser *parser);
bool parse_deduce(struct parser *parser);
bool parse_help(struct parser *parser);

bool parse_create(struct parser *parser); /* command_tables.c */
bool parse_join(struct parser *parser);
bool parse_watch(struct parser *parser);
bool parse_pawns(struct parser *parser);
bool parse_seat(struct parser *parser);
bool parse_bot(struct parser *parser);

bool parse_act(struct parser *parser); /* command_act.c */
bool parse_escape(struct parser *parser);
bool parse_walk(struct parser *parser);
bool parse_search(struct parser *parser);
bool parse_arrest(struct parser *parser);
bool parse_start(struct parser *parser);
bool parse_women(struct parser *parser); /* command_scope.c: those that place several things */
bool parse_patrols(struct parser *parser);
bool parse_letter(struct parser *parser);
bool parse_move_patrols(struct parser *parser);
bool parse_kill(struct parser *parser);
bool parse_discoveries(struct parser *parser);

/* Begins an action of the row; false: there is no game. */
bool parser_begin_action(struct parser *parser);

/* Fills in who acts, once the rest of the action is known; `named` if it was said. */
bool parser_set_actor(struct parser *parser, bool named);

/* An action has been read to its end. */
bool parser_finish_action(struct parser *parser, bool named);

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
struct set partial_action_next(const struct legal *legal, const struct partial *partial);

/* The pawns that have a choice of this kind, with their power or without: mask. */
unsigned partial_action_pawns(const struct legal *legal, enum action_kind kind, bool power);

/* ---- Completion: command_complete.c ---- */

void complete_act(const struct completion *completion);
void complete_patrols(const struct completion *completion);
void complete_letter(const struct completion *completion);
void complete_tile(const struct completion *completion);
void complete_colour(const struct completion *completion);
void complete_level(const struct completion *completion);
void complete_mark(const struct completion *completion);
void complete_board(const struct completion *completion);
void complete_help(const struct completion *completion);
void complete_create(const struct completion *completion);
void complete_table(const struct completion *completion);
void complete_pawns(const struct completion *completion);
void complete_bot(const struct completion *completion);
void complete_name(const struct completion *completion);

#endif
