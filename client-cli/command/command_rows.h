/*
 * command_rows.h: the table of commands.
 *
 * A row gives a command's name, arguments and help, says when the command is available, and names the functions that
 * parse and complete its arguments. Which fields an action has is defined in action.h; a row adds who acts and
 * whether the numbers are circles or crossings.
 */
#ifndef GASLIGHT_COMMAND_ROWS_H
#define GASLIGHT_COMMAND_ROWS_H

#include "client-cli/command/complete.h"
#include "client-cli/command/parser.h"

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

struct command_row {
    const char *word;
    const char *short_forms; /* separated by blanks; NULL: none */
    const char *usage;       /* the arguments; "": none */
    const char *help;
    enum command_group group;
    enum command_kind kind;
    bool full_word_only;     /* cannot be abbreviated */
    enum action_kind action; /* ACTION_NONE: the command is not an action */
    enum command_actor actor;
    bool crossings; /* its numbers are crossings, not circles */
    bool escape;    /* a move that ends the night in the hideout */
    bool (*available)(const struct command_row *row, const struct command_scope *scope);
    bool (*parse)(struct parser *parser);
    void (*complete)(const struct completion *completion); /* NULL: nothing to offer */
};

const struct command_row *command_rows(size_t *count);

/*
 * Returns the row that `word` names or abbreviates. Returns NULL if there is none or more than one, and writes the
 * reason to `error_text` unless that is NULL.
 */
const struct command_row *command_find(const char *word, char *error_text, size_t capacity);

/* Returns the row for typing an action of this kind. */
const struct command_row *command_row_of(const struct action *action);

#endif
