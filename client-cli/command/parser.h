/*
 * parser.h: parses the words after a command's name into a struct command.
 *
 * command.c finds the command's row and calls the row's parse function; the functions of parse_*.c are those. Each
 * returns false if the line cannot be understood, after writing a sentence to `error_text`. They check that numbers
 * are places of the board, but not whether an action is legal: the server does that, and its reply says why.
 */
#ifndef GASLIGHT_PARSER_H
#define GASLIGHT_PARSER_H

#include <stddef.h>

#include "client-cli/command/command.h"
#include "client-cli/command/words.h"

struct command_row;

/* A line being parsed. */
struct parser {
    const struct command_row *row;
    const struct command_scope *scope;
    const char *rest; /* of the line, after the command's word */
    struct words words;
    unsigned at; /* index of the next word */
    struct command *command;
    char *error_text;
    size_t capacity;
};

/* ---- Tools: parser.c ---- */

__attribute__((format(printf, 2, 3))) bool parser_fail(const struct parser *parser, const char *format, ...);
bool parser_fail_usage(const struct parser *parser); /* "Usage: walk [COLOUR] CROSSING." */
const char *parser_next(struct parser *parser);      /* NULL at the end */
const char *parser_peek(const struct parser *parser);
bool parser_at_end(const struct parser *parser);        /* fails with the usage if words are left */
bool parser_number(const char *word, unsigned *number); /* a whole number below 100000 */
bool parser_pawn(const struct parser *parser, const char *word, enum pawn *pawn);

/* Parses the number of a circle or crossing of the board. */
bool parser_place(const struct parser *parser, const char *word, bool crossing, uint8_t *place);

/* ---- Actions: parse_action.c ---- */

/* Starts an action of the row's kind; fails if there is no game. */
bool parser_begin_action(struct parser *parser);

/* Sets who acts, once the rest of the action is known; `named` if the line named the pawn. */
bool parser_set_actor(struct parser *parser, bool named);

/* Ends an action: no words may be left. */
bool parser_finish_action(struct parser *parser, bool named);

/* The fields of an action that are one number each, in the order in which they are typed. */
enum { COMMAND_NUMBERS = 5 };
struct command_number {
    enum action_field field;
    size_t offset;
};
extern const struct command_number command_numbers[COMMAND_NUMBERS];

bool parse_act(struct parser *parser);
bool parse_escape(struct parser *parser);
bool parse_walk(struct parser *parser);
bool parse_search(struct parser *parser);
bool parse_arrest(struct parser *parser);
bool parse_start(struct parser *parser);

/* ---- Actions that name several things: parse_placement.c ---- */

bool parse_women(struct parser *parser);
bool parse_patrols(struct parser *parser);
bool parse_letter(struct parser *parser);
bool parse_move_patrols(struct parser *parser);
bool parse_kill(struct parser *parser);
bool parse_discoveries(struct parser *parser);

/* ---- Tables and seats: parse_table.c ---- */

bool parse_create(struct parser *parser);
bool parse_settings(struct parser *parser);
bool parse_join(struct parser *parser);
bool parse_watch(struct parser *parser);
bool parse_pawns(struct parser *parser);
bool parse_seat(struct parser *parser);
bool parse_bot(struct parser *parser);

/* ---- Everything else: parse_simple.c ---- */

bool parse_nothing(struct parser *parser); /* nothing may follow the command's word */
bool parse_text(struct parser *parser);    /* the rest of the line, without blanks at either end */
bool parse_rest(struct parser *parser);    /* the same, but there may be nothing */
bool parse_say(struct parser *parser);
bool parse_suggest(struct parser *parser);
bool parse_consent(struct parser *parser);
bool parse_mark(struct parser *parser);
bool parse_board(struct parser *parser);
bool parse_log(struct parser *parser);
bool parse_deduce(struct parser *parser);
bool parse_help(struct parser *parser);

/* ---- parse_more.c ---- */

bool parse_point(struct parser *parser);
bool parse_route(struct parser *parser);
bool parse_answer(struct parser *parser);  /* `text`: takeback, seat or "" */
bool parse_tables(struct parser *parser);  /* `text`: more or "" */
bool parse_share(struct parser *parser);   /* `text`: on or off */
bool parse_lesson(struct parser *parser);  /* `text`: show, own or follow */
bool parse_away(struct parser *parser);    /* `number`: days; 0: back */
bool parse_rematch(struct parser *parser); /* `text`: swap, keep or choose */

#endif
