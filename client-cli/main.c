/*
 * main.c: the program `gaslight`. Runs the command named on the command line; commands are rows of a table.
 */
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/commands/arena_command.h"
#include "client-cli/commands/await_command.h"
#include "client-cli/commands/case_command.h"
#include "client-cli/commands/learn_command.h"
#include "client-cli/commands/play_command.h"
#include "client-cli/commands/record_command.h"
#include "client-cli/commands/replay_command.h"
#include "client-cli/commands/stats_command.h"
#include "client-cli/language/language.h"
#include "client-cli/util/config.h"
#include "client-cli/util/nearest.h"
#include "common/base/array.h"
#include "common/base/version.h"
#include "common/wire/action_json.h"

static const struct {
    const char *name, *help;
    enum status (*run)(int count, char **arguments);
} commands[] = {
    {"play", TEXT("play on a server"), play_command},
    {"learn", TEXT("how to play: chapters and a glossary"), learn_command},
    {"case", TEXT("puzzles: one position, one answer"), case_command},
    {"watch", TEXT("watch a table"), watch_command},
    {"await", TEXT("wait for your turn at a table, in scripts"), await_command},
    {"lobby", TEXT("list the tables of a server"), lobby_command},
    {"stats", TEXT("show results and ratings of a player, or of a server"), stats_command},
    {"replay", TEXT("replay a recorded game"), replay_command},
    {"record", TEXT("check records, and print what each viewer sees, as JSON"), record_command},
    {"arena", TEXT("play bots against bots and print how often each side wins"), arena_command},
};

static enum status print_help(void)
{
    (void)printf(tr("usage: gaslight COMMAND ...\n\n"));
    for (size_t i = 0; i < COUNT(commands); i++) {
        (void)printf("  %-12s %s\n", commands[i].name, tr(commands[i].help));
    }
    (void)printf(tr("\n  --help       show this help, or the help of a command\n"));
    (void)printf(tr("  --version    show the version\n"));
    (void)printf(tr("  --language   en or it, with any command; the default follows the locale\n"));
    (void)printf(tr("\nWithout a command, in a terminal: opens the lobby of the server you used last.\n"));
    return STATUS_OK;
}

static enum status run(int count, char **arguments)
{
    if (count == 0 && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        return default_command();
    }
    if (count == 0) {
        (void)print_help();
        return STATUS_USAGE;
    }
    if (strcmp(arguments[0], "--help") == 0) {
        return print_help();
    }
    if (strcmp(arguments[0], "--version") == 0) {
        (void)printf("gaslight " GASLIGHT_VERSION "\n");
        return STATUS_OK;
    }
    struct nearest nearest = nearest_begin(arguments[0]);
    for (size_t i = 0; i < COUNT(commands); i++) {
        if (strcmp(commands[i].name, arguments[0]) == 0) {
            return commands[i].run(count - 1, arguments + 1);
        }
        nearest_offer(&nearest, commands[i].name);
    }
    return usage_error(tr("there is no command \"%s\"; %s"), show_word(arguments[0]).text,
                       nearest_advice(&nearest, tr("see gaslight --help")).text);
}

/* Takes `--language NAME` out of the arguments, wherever it is. Returns false if NAME is missing or unknown. */
static bool take_language(int *count, char **arguments, enum language *language)
{
    int left = 0;
    for (int i = 0; i < *count; i++) {
        if (strcmp(arguments[i], "--language") != 0) {
            arguments[left++] = arguments[i];
            continue;
        }
        *language = i + 1 < *count ? language_from_name(arguments[++i]) : LANGUAGE_COUNT;
        if (*language == LANGUAGE_COUNT) {
            return false;
        }
    }
    *count = left;
    return true;
}

/* Without the locale's files, UTF-8 still works as in C.UTF-8. */
static void set_locale(void)
{
    const char *locale = language_environment();
    bool utf8 = locale != NULL && (strstr(locale, "UTF-8") != NULL || strstr(locale, "utf8") != NULL);
    if (setlocale(LC_CTYPE, "") == NULL && utf8) {
        (void)setlocale(LC_CTYPE, "C.UTF-8");
    }
}

int main(int count, char **arguments)
{
    /* A closed pipe then makes writes fail, like a full disk; see output_finish(). */
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    (void)sigaction(SIGPIPE, &ignore, NULL);
    set_locale();
    enum language language = language_of_locale(language_environment());
    int all = --count;
    if (!take_language(&count, arguments + 1, &language)) {
        return (int)usage_error("%s", tr("--language is en or it"));
    }
    bool given = count != all;
    bool ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
    language_set(language, ascii);
    config_load();
    if (!given && config_get()->language != LANGUAGE_COUNT) {
        language_set(config_get()->language, ascii);
    }
    if (config_get()->error_text[0] != '\0') {
        (void)fprintf(stderr, "gaslight: %s%s\n", config_get()->directory, config_get()->error_text);
    }
    return (int)output_finish(run(count, arguments + 1));
}
