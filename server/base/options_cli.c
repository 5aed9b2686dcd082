/*
 * options_line.c: the command line, config files named on it, and the help.
 *
 * The command line is walked twice: first for the --config files, then for the settings, so that the command
 * line wins whatever the order.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "server/base/options.h"
#include "server/base/options_internal.h"

enum { CONFIG_BYTES_MAX = 1 << 20 };

static const char *const type_words[] = {
    [OPTION_TEXT] = "TEXT", [OPTION_NUMBER] = "NUMBER", [OPTION_SWITCH] = "yes|no"};

static bool read_config(struct options *options, const char *path, char *error, size_t capacity)
{
    bool good = false;
    char reason[ERROR_LINE_MAX];
    char *text = NULL;
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return option_error(error, capacity, "--config: %.200s: %s.", path, strerror(errno));
    }
    text = malloc(CONFIG_BYTES_MAX + 1);
    if (text == NULL) {
        (void)option_error(error, capacity, "--config: no memory.");
        goto done;
    }
    size_t length = fread(text, 1, CONFIG_BYTES_MAX + 1, file);
    if (ferror(file)) {
        (void)option_error(error, capacity, "--config: %.200s cannot be read.", path);
        goto done;
    }
    if (length > CONFIG_BYTES_MAX || memchr(text, '\0', length) != NULL) {
        (void)option_error(error, capacity, "--config: %.200s is not a config file.", path);
        goto done;
    }
    text[length] = '\0';
    good = options_read(options, text, reason, sizeof reason);
    if (!good) {
        (void)option_error(error, capacity, "%.200s, %s", path, reason);
    }
done:
    free(text);
    (void)fclose(file);
    return good;
}

/* ---- Command line ---------------------------------------------------------------------------------- */

/* What is asked for instead of serving. */
static const struct {
    const char *name;
    enum command_mode mode;
    const char *value; /* what follows, for the help; NULL: nothing */
    const char *help;
} command_rows[] = {
    {"check", COMMAND_CHECK, "DIR", "verify a data directory and stop"},
    {"backup", COMMAND_BACKUP, "FILE", "copy the database of --data, running or not, and stop"},
    {"options-markdown", COMMAND_OPTIONS_MARKDOWN, NULL, "these options as a Markdown table"},
    {"help", COMMAND_HELP, NULL, "this list"},
    {"version", COMMAND_VERSION, NULL, "the version"},
};

enum { COMMAND_ROWS = COUNT(command_rows) };

struct walk {
    int argc;
    char **argv;
    int next;
    bool configs; /* the first walk reads --config files, the second sets options */
    struct options *options;
    struct command_line *what;
    char *error;
    size_t capacity;
};

/* The value of `--name=value` or of `--name value`; NULL after an error. */
static const char *value_of(struct walk *walk, const char *word, const char *equals)
{
    if (equals != NULL) {
        return equals + 1;
    }
    if (walk->next >= walk->argc) {
        (void)option_error(walk->error, walk->capacity, "%.60s: a value is missing.", word);
        return NULL;
    }
    return walk->argv[walk->next++];
}

static bool take_setting(struct walk *walk, const struct option_row *row, const char *word,
                         const char *equals)
{
    char reason[ERROR_LINE_MAX];
    const char *value = "yes";
    if (row->type != OPTION_SWITCH || equals != NULL) {
        value = value_of(walk, word, equals);
    }
    if (value == NULL) {
        return false;
    }
    if (walk->configs) {
        return true;
    }
    if (!option_set(walk->options, row, value, reason, sizeof reason)) {
        return option_error(walk->error, walk->capacity, "--%s", reason);
    }
    return true;
}

static bool take_command(struct walk *walk, size_t index, const char *word, const char *equals)
{
    const char *value = NULL;
    if (command_rows[index].value != NULL) {
        value = value_of(walk, word, equals);
        if (value == NULL) {
            return false;
        }
        if (value[0] == '\0') {
            return option_error(walk->error, walk->capacity, "--%s: %s is empty.", command_rows[index].name,
                                command_rows[index].value);
        }
    } else if (equals != NULL) {
        return option_error(walk->error, walk->capacity, "--%s: it takes no value.",
                            command_rows[index].name);
    }
    if (walk->configs || walk->what->mode == COMMAND_HELP) {
        return true;
    }
    if (walk->what->mode != COMMAND_SERVE && command_rows[index].mode != COMMAND_HELP) {
        return option_error(walk->error, walk->capacity, "--%s: one thing at a time.",
                            command_rows[index].name);
    }
    walk->what->mode = command_rows[index].mode;
    walk->what->argument = value;
    return true;
}

static bool take_word(struct walk *walk, const char *word)
{
    const char *name = word + 2;
    const char *equals = strchr(name, '=');
    size_t length = equals != NULL ? (size_t)(equals - name) : strlen(name);
    if (strcmp(word, "-h") == 0) {
        return take_word(walk, "--help");
    }
    if (word[0] != '-' || word[1] != '-') {
        return option_error(walk->error, walk->capacity, "%.60s: options begin with --; see --help.", word);
    }
    if (length == strlen("config") && memcmp(name, "config", length) == 0) {
        const char *path = value_of(walk, word, equals);
        return path != NULL &&
               (!walk->configs || read_config(walk->options, path, walk->error, walk->capacity));
    }
    for (size_t i = 0; i < COMMAND_ROWS; i++) {
        if (strlen(command_rows[i].name) == length && memcmp(command_rows[i].name, name, length) == 0) {
            return take_command(walk, i, word, equals);
        }
    }
    const struct option_row *row = option_find(name, length);
    if (row == NULL) {
        return option_error(walk->error, walk->capacity, "%.60s: there is no such option; see --help.", word);
    }
    return take_setting(walk, row, word, equals);
}

static bool walk_words(struct walk *walk)
{
    bool admin = false;
    walk->next = 1;
    while (walk->next < walk->argc) {
        const char *word = walk->argv[walk->next];
        if (admin && word[0] != '-') {
            break;
        }
        walk->next++;
        if (strcmp(word, "admin") == 0) {
            if (walk->what->mode == COMMAND_SERVE && !walk->configs) {
                walk->what->mode = COMMAND_ADMIN;
            }
            admin = true;
        } else if (strlen(word) < 2) {
            return option_error(walk->error, walk->capacity, "\"%s\": options begin with --; see --help.",
                                word);
        } else if (!take_word(walk, word)) {
            return false;
        }
    }
    walk->what->rest_index = walk->next;
    return true;
}

bool options_parse(struct options *options, int argc, char **argv, struct command_line *what, char *error,
                   size_t capacity)
{
    struct walk walk = {.argc = argc,
                        .argv = argv,
                        .options = options,
                        .what = what,
                        .error = error,
                        .capacity = capacity,
                        .configs = true};
    *what = (struct command_line){.mode = COMMAND_SERVE, .rest_index = argc};
    options_init(options);
    if (!walk_words(&walk)) {
        return false;
    }
    walk.configs = false;
    return walk_words(&walk) && options_check(options, error, capacity);
}

/* ---- Help ------------------------------------------------------------------------------------------ */

static void print_range(const struct option_row *row)
{
    if (row->type == OPTION_NUMBER) {
        (void)printf("%ld to %ld", row->least, row->most);
    } else {
        (void)printf("%s", row->type == OPTION_TEXT ? "text" : "yes or no");
    }
}

void options_print_help(void)
{
    (void)printf("usage: gaslightd [OPTION ...]             serve\n"
                 "       gaslightd admin [--data DIR] ...    talk to the server running on DIR; "
                 "`admin help` lists how\n\n"
                 "An option is `--name value` or `--name=value`; in a config file, a line `name = value`.\n\n"
                 "  --config FILE\n        read options from FILE; those of the command line win\n");
    for (size_t i = 0; i < option_row_count; i++) {
        const struct option_row *row = &option_rows[i];
        (void)printf("  --%s %s\n        %s", row->name, type_words[row->type], row->help);
        if (row->type == OPTION_NUMBER) {
            (void)printf("; ");
            print_range(row);
        }
        if (row->default_value[0] != '\0') {
            (void)printf(" (%s)", row->default_value);
        }
        (void)printf("\n");
    }
    for (size_t i = 0; i < COMMAND_ROWS; i++) {
        (void)printf("  --%s%s%s\n        %s\n", command_rows[i].name,
                     command_rows[i].value != NULL ? " " : "",
                     command_rows[i].value != NULL ? command_rows[i].value : "", command_rows[i].help);
    }
}

void options_print_markdown(void)
{
    (void)printf("| option | value | default | meaning |\n|---|---|---|---|\n");
    for (size_t i = 0; i < option_row_count; i++) {
        const struct option_row *row = &option_rows[i];
        (void)printf("| `%s` | ", row->name);
        print_range(row);
        (void)printf(" | %s%s%s | %s |\n", row->default_value[0] != '\0' ? "`" : "", row->default_value,
                     row->default_value[0] != '\0' ? "`" : "", row->help);
    }
}
