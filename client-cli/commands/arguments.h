/*
 * arguments.h: parses the command lines of play, watch, lobby and replay, with one table of options.
 */
#ifndef GASLIGHT_ARGUMENTS_H
#define GASLIGHT_ARGUMENTS_H

#include "client-cli/play/play.h"
#include "client-cli/util/nearest.h"
#include "client-cli/util/output.h"

enum argument {
    ARGUMENT_NAME,
    ARGUMENT_CODE,
    ARGUMENT_CA,
    ARGUMENT_AS,
    ARGUMENT_AT,
    ARGUMENT_PLAIN,
    ARGUMENT_JSON,
    ARGUMENT_TIMEOUT,
    ARGUMENT_SOLO,
    ARGUMENT_GAME,
    ARGUMENT_LEVEL,
    ARGUMENT_OPTIONS,
    ARGUMENT_COMMENTARY,
    ARGUMENT_LESSON,
    ARGUMENT_COUNT
};

#define ARGUMENT_BIT(argument) (1U << (argument))

enum { ARGUMENT_WORDS_MAX = 2 };

struct arguments {
    const char *value[ARGUMENT_COUNT]; /* NULL: not given; "": given without a value */
    const char *word[ARGUMENT_WORDS_MAX];
    unsigned words;
    bool help;                     /* --help was given; ignore everything else */
    char name[MODEL_NAME_MAX + 1]; /* set by arguments_settings() */
};

/* Returns "see gaslight COMMAND --help". */
struct advice see_help(const char *command);

/* Parses the arguments after the command's name. `takes` is a mask of ARGUMENT_BIT. */
enum status arguments_read(struct arguments *arguments, const char *command, unsigned takes, unsigned words,
                           int count, char **given);

/* Prints the usage, what the command does, with `servers` also what URL can be, and the options it takes. */
enum status arguments_help(const char *usage, const char *about, bool servers, unsigned takes);

/* Returns whether to use the full screen: there is a terminal, and --plain was not given. */
bool arguments_full_screen(const struct arguments *arguments);

/*
 * Sets the server and the player: the name given, or none if a token is stored. On first use, asks for the name in a
 * terminal, and otherwise uses the login name. `url` may be NULL (this machine). `arguments` must outlive `settings`.
 */
enum status arguments_settings(struct arguments *arguments, const char *url, struct play_settings *settings);

/* The same with the words [URL] [TABLE]: a single word may be either, and the table may also be an invite. */
enum status arguments_table_settings(struct arguments *arguments, struct play_settings *settings);

#endif
