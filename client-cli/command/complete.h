/*
 * complete.h: tab completion of what follows a command's word; one function per kind of argument.
 *
 * command.c splits the line and calls the function in the command's row.
 */
#ifndef GASLIGHT_COMPLETE_H
#define GASLIGHT_COMPLETE_H

#include "client-cli/command/command.h"
#include "client-cli/command/words.h"

struct command_row;

/* A line being completed: every offered word that begins with `partial` goes to `each`. */
struct completion {
    const struct command_row *rows; /* all commands */
    size_t row_count;
    const struct command_row *row; /* the one being completed; NULL: its word is */
    const struct command_scope *scope;
    struct words words; /* complete ones, after the command's word */
    const char *partial;
    void (*each)(void *context, const char *word);
    void *context;
};

void complete_command(const struct completion *completion); /* commands available now */
void complete_act(const struct completion *completion);
void complete_patrols(const struct completion *completion);
void complete_letter(const struct completion *completion);
void complete_tile(const struct completion *completion);
void complete_colour(const struct completion *completion);
void complete_level(const struct completion *completion);
void complete_mark(const struct completion *completion);
void complete_board(const struct completion *completion);
void complete_help(const struct completion *completion);
void complete_learn(const struct completion *completion);
void complete_create(const struct completion *completion);
void complete_table(const struct completion *completion);
void complete_pawns(const struct completion *completion);
void complete_bot(const struct completion *completion);
void complete_name(const struct completion *completion);
void complete_seat(const struct completion *completion);
void complete_answer(const struct completion *completion);

#endif
