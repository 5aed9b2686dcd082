/* arguments.c: parses command lines, and finds the player's name. */
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/commands/arguments.h"
#include "client-cli/language/language.h"
#include "client-cli/net/tokens.h"
#include "client-cli/terminal/terminal_able.h"
#include "client-cli/util/config.h"
#include "common/wire/action_json.h"

enum { TABLE_ID_LENGTH = 10, INVITE_LENGTH = 12 };

static const struct {
    const char *name, *value, *help; /* value: NULL if it takes none */
    const char *only[2];             /* takes a value only if the next word is one of these */
} rows[ARGUMENT_COUNT] = {
    [ARGUMENT_NAME] = {"--name", "NAME",
                       TEXT("your name; creates a new player if the server does not know you")},
    [ARGUMENT_CODE] = {"--code", "CODE", TEXT("continue as the player who got this code on another device")},
    [ARGUMENT_CA] = {"--ca", "FILE", TEXT("also trust the certificates in this file")},
    [ARGUMENT_AS] = {"--as", "WHO", TEXT("jack, police, public, all (if the game is over), or a colour")},
    [ARGUMENT_AT] = {"--at", "N", TEXT("start after the first N actions")},
    [ARGUMENT_PLAIN] = {"--plain", NULL, TEXT("use lines instead of the full screen")},
    [ARGUMENT_JSON] = {"--json", NULL, TEXT("use lines, and print everything as JSON, one object per line")},
    [ARGUMENT_TIMEOUT] = {"--timeout", "S", TEXT("give up after S seconds")},
    [ARGUMENT_SOLO] = {"--solo",
                       "SIDE",
                       TEXT("play against bots; your SIDE is jack or police (default: police)"),
                       {"jack", "police"}},
    [ARGUMENT_GAME] = {"--game", "GAME", TEXT("for --solo: whitehall (default) or whitechapel")},
    [ARGUMENT_LEVEL] = {"--level", "LEVEL",
                        TEXT("for --solo: bot level: novice, easy, normal (default), hard or master")},
    [ARGUMENT_OPTIONS] = {"--options", "LIST", TEXT("for --solo: variants of the game, separated by commas")},
    [ARGUMENT_COMMENTARY] = {"--commentary", "CODE",
                             TEXT(
                                 "watch as a commentator, who sees everything, with the host's secret code")},
    [ARGUMENT_LESSON] = {"--lesson", "LESSON", TEXT("start a guided game; gaslight learn lists them")},
};

struct advice see_help(const char *command)
{
    struct advice advice;
    (void)snprintf(advice.text, sizeof advice.text, tr("see gaslight %s --help"), command);
    return advice;
}

/* A word after --solo that is not a side is a server, but only if it looks like one. */
static bool looks_like_server(const char *word)
{
    return strpbrk(word, ".:/") != NULL || strcmp(word, "localhost") == 0;
}

/* Parses one option; `*at` advances past its value. */
static enum status read_option(struct arguments *arguments, const char *command, unsigned takes, int count,
                               char **given, int *at)
{
    const char *name = given[*at];
    for (unsigned i = 0; i < ARGUMENT_COUNT; i++) {
        if (strcmp(rows[i].name, name) != 0 || (takes & ARGUMENT_BIT(i)) == 0) {
            continue;
        }
        if (arguments->value[i] != NULL) {
            return usage_error(tr("%s is given twice"), name);
        }
        const char *next = *at + 1 < count ? given[*at + 1] : NULL;
        if (rows[i].only[0] != NULL) {
            bool side =
                next != NULL && (strcmp(next, rows[i].only[0]) == 0 || strcmp(next, rows[i].only[1]) == 0);
            if (next != NULL && !side && next[0] != '-' && !looks_like_server(next)) {
                return usage_error(tr("%s %s: the side is jack or police"), name, show_word(next).text);
            }
            arguments->value[i] = side ? next : "";
            *at += side;
            return STATUS_OK;
        }
        if (rows[i].value != NULL && next == NULL) {
            return usage_error(tr("%s needs a value: %s %s"), name, name, rows[i].value);
        }
        arguments->value[i] = rows[i].value != NULL ? given[++*at] : "";
        return STATUS_OK;
    }
    struct nearest nearest = nearest_begin(name);
    for (unsigned i = 0; i < ARGUMENT_COUNT; i++) {
        if ((takes & ARGUMENT_BIT(i)) != 0) {
            nearest_offer(&nearest, rows[i].name);
        }
    }
    return usage_error(tr("%s has no option \"%s\"; %s"), command, show_word(name).text,
                       nearest_advice(&nearest, see_help(command).text).text);
}

enum status arguments_read(struct arguments *arguments, const char *command, unsigned takes, unsigned words,
                           int count, char **given)
{
    bool more_options = true;
    *arguments = (struct arguments){.words = 0};
    for (int i = 0; i < count; i++) {
        enum status status = STATUS_OK;
        if (more_options && strcmp(given[i], "--help") == 0) {
            arguments->help = true;
            return STATUS_OK;
        }
        if (more_options && strcmp(given[i], "--") == 0) {
            more_options = false;
        } else if (more_options && given[i][0] == '-' && given[i][1] != '\0') {
            status = read_option(arguments, command, takes, count, given, &i);
        } else if (arguments->words == words) {
            status = usage_error(tr("%s: too many arguments, starting with \"%s\"; see gaslight %s --help"),
                                 command, show_word(given[i]).text, command);
        } else {
            arguments->word[arguments->words++] = given[i];
        }
        if (status != STATUS_OK) {
            return status;
        }
    }
    return STATUS_OK;
}

enum status arguments_help(const char *usage, const char *about, bool servers, unsigned takes)
{
    (void)printf(tr("usage: gaslight %s\n\n%s\n"), usage, about);
    if (servers) {
        (void)printf("%s\n",
                     tr("URL is a server (games.example, localhost:8888, wss://games.example) or a link to a "
                        "table or an\ninvite; the default is the server on this machine."));
    }
    (void)printf("\n");
    for (unsigned i = 0; i < ARGUMENT_COUNT; i++) {
        if ((takes & ARGUMENT_BIT(i)) != 0) {
            (void)printf("  %-9s %-5s %s\n", rows[i].name, rows[i].value != NULL ? rows[i].value : "",
                         tr(rows[i].help));
        }
    }
    (void)printf(
        tr("\nExit status: 0 success, 1 no server, a rejected command or another failure, 2 wrong usage.\n"));
    return STATUS_OK;
}

bool arguments_full_screen(const struct arguments *arguments)
{
    return arguments->value[ARGUMENT_PLAIN] == NULL && arguments->value[ARGUMENT_JSON] == NULL &&
           isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && terminal_is_able();
}

/* ---- The player's name ------------------------------------------------------------------------------- */

static void login_name(char *name, size_t capacity)
{
    struct passwd user;
    struct passwd *found = NULL;
    char room[1024];
    bool known = getpwuid_r(geteuid(), &user, room, sizeof room, &found) == 0 && found != NULL;
    (void)model_sanitize(name, capacity, known && user.pw_name[0] != '\0' ? user.pw_name : "player");
}

/* Asks on the terminal; an empty line means the login name. */
static enum status ask_name(struct arguments *arguments, const char *server)
{
    char line[512];
    login_name(arguments->name, sizeof arguments->name);
    (void)printf(tr("Your name on %s? [%s] "), server, arguments->name);
    (void)fflush(stdout);
    if (fgets(line, sizeof line, stdin) == NULL) {
        (void)fprintf(stderr, tr("\ngaslight: No name was given.\n"));
        return STATUS_BAD;
    }
    line[strcspn(line, "\r\n")] = '\0';
    if (line[0] != '\0') {
        (void)model_sanitize(arguments->name, sizeof arguments->name, line);
    }
    return STATUS_OK;
}

static enum status find_name(struct arguments *arguments, const char *server)
{
    char token[TOKEN_MAX + 1];
    struct tokens_result found = tokens_find(server, token);
    if (!found.ok || found.error_text[0] != '\0') {
        (void)fprintf(stderr, "gaslight: %s\n", found.error_text);
    }
    if (!found.ok) {
        return STATUS_BAD;
    }
    if (token[0] != '\0') {
        return STATUS_OK;
    }
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        return ask_name(arguments, server);
    }
    login_name(arguments->name, sizeof arguments->name);
    return STATUS_OK;
}

enum status arguments_settings(struct arguments *arguments, const char *url, struct play_settings *settings)
{
    char error_text[400];
    *settings = (struct play_settings){.forced = config_get()->forced};
    const char *usual = config_get()->server[0] != '\0' ? config_get()->server : ADDRESS_DEFAULT;
    if (!address_parse(url != NULL ? url : usual, &settings->address, error_text, sizeof error_text)) {
        return usage_error("%s", error_text);
    }
    settings->ca_file = arguments->value[ARGUMENT_CA];
    settings->name = arguments->value[ARGUMENT_NAME];
    settings->code = arguments->value[ARGUMENT_CODE];
    if (settings->code == NULL && settings->address.code[0] != '\0') {
        settings->code = settings->address.code;
    }
    if (settings->name != NULL || settings->code != NULL) {
        return STATUS_OK;
    }
    enum status status = find_name(arguments, settings->address.server);
    settings->name = arguments->name[0] != '\0' ? arguments->name : NULL;
    return status;
}

/* ---- Tables -------------------------------------------------------------------------------------- */

/* A single word may be a server or a table: servers have dots, colons or slashes, tables and invites do not. */
static bool names_table(const char *word)
{
    size_t length = strlen(word);
    return strpbrk(word, ".:/") == NULL && (length == TABLE_ID_LENGTH || length == INVITE_LENGTH);
}

static enum status put_table(struct play_settings *settings, const char *table)
{
    bool invite = strlen(table) == INVITE_LENGTH;
    char *to = invite ? settings->address.invite : settings->address.table;
    if ((size_t)snprintf(to, ADDRESS_ID_MAX + 1, "%s", table) > ADDRESS_ID_MAX) {
        return usage_error(tr("the name of the table is too long"));
    }
    return STATUS_OK;
}

enum status arguments_table_settings(struct arguments *arguments, struct play_settings *settings)
{
    bool only_table = arguments->words == 1 && names_table(arguments->word[0]);
    const char *url = arguments->words > 0 && !only_table ? arguments->word[0] : NULL;
    const char *table = only_table ? arguments->word[0] : arguments->words == 2 ? arguments->word[1] : NULL;
    enum status status = arguments_settings(arguments, url, settings);
    return status == STATUS_OK && table != NULL ? put_table(settings, table) : status;
}
