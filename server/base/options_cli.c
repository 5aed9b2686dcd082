/*
 * options_cli.c: the command line, the config files named on it, and --help.
 *
 * The command line is read twice: first for --config files, then for options, so that options on the command
 * line override config files whatever their order.
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
        (void)option_error(error, capacity, "--config: out of memory.");
        goto done;
    }
    size_t length = fread(text, 1, CONFIG_BYTES_MAX + 1, file);
    if (ferror(file)) {
        (void)option_error(error, capacity, "--config: cannot read %.200s.", path);
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

/* Things to do instead of serving. */
static const struct {
    const char *name;
    enum command_mode mode;
    const char *value; /* name of its argument, or NULL */
    const char *help;
} command_rows[] = {
    {"check", COMMAND_CHECK, "DIR|URL", "check a data directory, or a PostgreSQL database, and exit"},
    {"backup", COMMAND_BACKUP, "FILE",
     "copy the database in --data, whether a server is running or not, and exit"},
    {"salvage", COMMAND_SALVAGE, "TABLE [FILE]",
     "export all rows of a table in --data, for example a damaged one, as JSON, and exit"},
    {"copy", COMMAND_COPY, "DIR URL",
     "copy a data directory to an empty PostgreSQL database, or continue a copy, and exit"},
    {"options-markdown", COMMAND_OPTIONS_MARKDOWN, NULL, "print these options as a Markdown table"},
    {"help", COMMAND_HELP, NULL, "print this help"},
    {"version", COMMAND_VERSION, NULL, "print the version"},
};

enum { COMMAND_ROWS = COUNT(command_rows) };

struct parser {
    int argc;
    char **argv;
    int next;
    bool reading_configs; /* true in the first pass, which reads --config files; the second sets options */
    struct options *options;
    struct command_line *command;
    char *error;
    size_t capacity;
};

/* Returns the value of `--name=value` or `--name value`, or NULL after an error. */
static const char *value_of(struct parser *parser, const char *word, const char *equals)
{
    if (equals != NULL) {
        return equals + 1;
    }
    if (parser->next >= parser->argc) {
        (void)option_error(parser->error, parser->capacity, "%.60s: missing value.", word);
        return NULL;
    }
    return parser->argv[parser->next++];
}

/* A switch may stand alone, which means yes. */
static bool next_is_yes_or_no(const struct parser *parser)
{
    const char *next = parser->next < parser->argc ? parser->argv[parser->next] : "";
    return strcmp(next, "yes") == 0 || strcmp(next, "no") == 0;
}

static bool handle_option(struct parser *parser, const struct option_row *row, const char *word,
                          const char *equals)
{
    char reason[ERROR_LINE_MAX];
    const char *value = "yes";
    if (row->type != OPTION_SWITCH || equals != NULL || next_is_yes_or_no(parser)) {
        value = value_of(parser, word, equals);
    }
    if (value == NULL) {
        return false;
    }
    if (parser->reading_configs) {
        return true;
    }
    if (!option_set(parser->options, row, value, reason, sizeof reason)) {
        return option_error(parser->error, parser->capacity, "--%s", reason);
    }
    return true;
}

static bool handle_command(struct parser *parser, size_t index, const char *word, const char *equals)
{
    const char *value = NULL;
    if (command_rows[index].value != NULL) {
        value = value_of(parser, word, equals);
        if (value == NULL) {
            return false;
        }
        if (value[0] == '\0') {
            return option_error(parser->error, parser->capacity, "--%s: %s must not be empty.",
                                command_rows[index].name, command_rows[index].value);
        }
    } else if (equals != NULL) {
        return option_error(parser->error, parser->capacity, "--%s: takes no value.",
                            command_rows[index].name);
    }
    if (command_rows[index].mode == COMMAND_SALVAGE && parser->next < parser->argc &&
        parser->argv[parser->next][0] != '-') {
        parser->command->second = parser->argv[parser->next++];
    }
    if (command_rows[index].mode == COMMAND_COPY) {
        if (parser->next >= parser->argc) {
            return option_error(parser->error, parser->capacity, "--copy: needs a directory and a URL.");
        }
        parser->command->second = parser->argv[parser->next++];
    }
    if (parser->reading_configs || parser->command->mode == COMMAND_HELP) {
        return true;
    }
    if (parser->command->mode != COMMAND_SERVE && command_rows[index].mode != COMMAND_HELP) {
        return option_error(parser->error, parser->capacity, "--%s: cannot be combined with another command.",
                            command_rows[index].name);
    }
    parser->command->mode = command_rows[index].mode;
    parser->command->argument = value;
    return true;
}

static bool handle_word(struct parser *parser, const char *word)
{
    const char *name = word + 2;
    const char *equals = strchr(name, '=');
    size_t length = equals != NULL ? (size_t)(equals - name) : strlen(name);
    if (strcmp(word, "-h") == 0) {
        return handle_word(parser, "--help");
    }
    if (word[0] != '-' || word[1] != '-') {
        return option_error(parser->error, parser->capacity, "%.60s: options begin with --; see --help.",
                            word);
    }
    if (length == strlen("config") && memcmp(name, "config", length) == 0) {
        const char *path = value_of(parser, word, equals);
        return path != NULL && (!parser->reading_configs ||
                                read_config(parser->options, path, parser->error, parser->capacity));
    }
    for (size_t i = 0; i < COMMAND_ROWS; i++) {
        if (strlen(command_rows[i].name) == length && memcmp(command_rows[i].name, name, length) == 0) {
            return handle_command(parser, i, word, equals);
        }
    }
    const struct option_row *row = option_find(name, length);
    if (row == NULL) {
        return option_error(parser->error, parser->capacity, "%.60s: unknown option; see --help.", word);
    }
    return handle_option(parser, row, word, equals);
}

static bool parse_words(struct parser *parser)
{
    bool admin = false;
    parser->next = 1;
    while (parser->next < parser->argc) {
        const char *word = parser->argv[parser->next];
        if (admin && word[0] != '-') {
            break;
        }
        parser->next++;
        if (strcmp(word, "admin") == 0) {
            if (parser->command->mode == COMMAND_SERVE && !parser->reading_configs) {
                parser->command->mode = COMMAND_ADMIN;
            }
            admin = true;
        } else if (strlen(word) < 2) {
            return option_error(parser->error, parser->capacity, "\"%s\": options begin with --; see --help.",
                                word);
        } else if (!handle_word(parser, word)) {
            return false;
        }
    }
    parser->command->rest_index = parser->next;
    return true;
}

bool options_parse(struct options *options, int argc, char **argv, struct command_line *command, char *error,
                   size_t capacity)
{
    struct parser parser = {.argc = argc,
                            .argv = argv,
                            .options = options,
                            .command = command,
                            .error = error,
                            .capacity = capacity,
                            .reading_configs = true};
    *command = (struct command_line){.mode = COMMAND_SERVE, .rest_index = argc};
    options_init(options);
    if (!parse_words(&parser)) {
        return false;
    }
    parser.reading_configs = false;
    return parse_words(&parser) && options_check(options, error, capacity);
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
    (void)printf(
        "usage: gaslightd [OPTION ...]             run the server\n"
        "       gaslightd admin [--data DIR] ...    control the server running on DIR; "
        "see `gaslightd admin help`\n\n"
        "Write options as `--name value` or `--name=value`; in a config file, as lines `name = value`.\n\n"
        "  --config FILE\n        read options from FILE; the command line overrides them\n");
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
