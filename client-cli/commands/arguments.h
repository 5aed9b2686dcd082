/*
 * arguments.h: the command lines of play, watch, lobby and replay: words and options from one table.
 */
#ifndef GASLIGHT_ARGUMENTS_H
#define GASLIGHT_ARGUMENTS_H

#include "client-cli/play/play.h"
#include "client-cli/util/output.h"

enum argument {
    ARGUMENT_NAME,
    ARGUMENT_CODE,
    ARGUMENT_CA,
    ARGUMENT_AS,
    ARGUMENT_AT,
    ARGUMENT_PLAIN,
    ARGUMENT_SOLO,
    ARGUMENT_GAME,
    ARGUMENT_LEVEL,
    ARGUMENT_OPTIONS,
    ARGUMENT_COUNT
};

#define ARGUMENT_BIT(argument) (1U << (argument))

enum { ARGUMENT_WORDS_MAX = 2 };

struct arguments {
    const char *value[ARGUMENT_COUNT]; /* NULL: not given; "": without a value */
    const char *word[ARGUMENT_WORDS_MAX];
    unsigned words;
    bool help;                     /* --help: nothing else counts */
    char name[MODEL_NAME_MAX + 1]; /* found by arguments_settings() */
};

/* Reads what comes after the command's own name. `takes`: mask of ARGUMENT_BIT. */
enum status arguments_read(struct arguments *arguments, const char *command, unsigned takes, unsigned words,
                           int count, char **given);

/* Prints the usage, what the command does, and the options it takes. */
enum status arguments_help(const char *usage, const char *about, unsigned takes);

/* Whether there is a terminal for the full screen, and nobody asked for lines. */
bool arguments_full_screen(const struct arguments *arguments);

/*
 * Where to, and as whom: the name given, or nobody's yet where a token is kept; on first use it is asked for in a
 * terminal, and is the login name elsewhere. `url` may be NULL: this machine. `arguments` must outlive `settings`.
 */
enum status arguments_settings(struct arguments *arguments, const char *url, struct play_settings *settings);

#endif
