/* play_command.c: `gaslight play`, `watch` and `lobby`: starts a run on the full screen or in lines. */
#include <stdio.h>
#include <string.h>

#include "client-cli/commands/arguments.h"
#include "client-cli/commands/last_server.h"
#include "client-cli/commands/one_shot.h"
#include "client-cli/commands/play_command.h"
#include "client-cli/language/language.h"
#include "client-cli/learn/lesson_texts.h"
#include "client-cli/net/tokens.h"
#include "client-cli/plain/plain.h"
#include "client-cli/screen/screen.h"
#include "client-cli/util/config.h"
#include "common/wire/action_json.h"

enum {
    TAKES = ARGUMENT_BIT(ARGUMENT_NAME) | ARGUMENT_BIT(ARGUMENT_CODE) | ARGUMENT_BIT(ARGUMENT_CA) |
            ARGUMENT_BIT(ARGUMENT_PLAIN),
};

/* Additional options of `play`. */
enum {
    SOLO_TAKES = ARGUMENT_BIT(ARGUMENT_GAME) | ARGUMENT_BIT(ARGUMENT_LEVEL) | ARGUMENT_BIT(ARGUMENT_OPTIONS),
    WATCH_TAKES = TAKES | ARGUMENT_BIT(ARGUMENT_JSON),
    COMMENTATOR_TAKES = WATCH_TAKES | ARGUMENT_BIT(ARGUMENT_COMMENTARY),
    PLAY_TAKES = WATCH_TAKES | ARGUMENT_BIT(ARGUMENT_SOLO) | SOLO_TAKES | ARGUMENT_BIT(ARGUMENT_LESSON),
};

/* A server that has given the player a token is worth remembering. */
static void remember_server(const struct play_settings *settings)
{
    char token[TOKEN_MAX + 1];
    if (tokens_find(settings->address.server, token).ok && token[0] != '\0') {
        last_server_store(settings->address.server);
    }
}

static enum status run(const struct arguments *arguments, const struct play_settings *settings)
{
    remember_server(settings);
    enum status status = arguments_full_screen(arguments)
                             ? screen_run(settings)
                             : plain_run(settings, arguments->value[ARGUMENT_JSON] != NULL);
    remember_server(settings); /* it may be the first time */
    return status;
}

enum status default_command(void)
{
    char server[LAST_SERVER_MAX];
    struct arguments arguments = {.words = 0};
    struct play_settings settings;
    bool known = config_get()->server[0] == '\0' && last_server_find(server);
    enum status status = arguments_settings(&arguments, known ? server : NULL, &settings);
    settings.address.table[0] = settings.address.invite[0] = '\0';
    return status == STATUS_OK ? run(&arguments, &settings) : status;
}

/* Builds a `create` command for --solo and parses it, so that the errors are the same as in the lobby. */
static enum status read_solo(const struct arguments *arguments, struct play_settings *settings)
{
    const char *game = arguments->value[ARGUMENT_GAME];
    const char *level = arguments->value[ARGUMENT_LEVEL];
    const char *options = arguments->value[ARGUMENT_OPTIONS];
    char line[400], error_text[600];
    if (arguments->value[ARGUMENT_SOLO] == NULL) {
        bool alone = game != NULL || level != NULL || options != NULL;
        return alone ? usage_error(tr("--game, --level and --options require --solo")) : STATUS_OK;
    }
    if (settings->address.table[0] != '\0' || settings->address.invite[0] != '\0') {
        return usage_error(tr("--solo creates its own table: give only the server"));
    }
    if (game != NULL && command_game(game) == GAME_KIND_COUNT) {
        return usage_error(tr("--game %s: the game is whitehall or whitechapel"), show_word(game).text);
    }
    if (level != NULL && command_bot_level(level) == NULL) {
        return usage_error(tr("--level %s: the level is novice, easy, normal, hard or master"),
                           show_word(level).text);
    }
    (void)snprintf(line, sizeof line, "create %s %s private aids=full pace=quick level=%s",
                   game != NULL ? game : game_name(GAME_WHITEHALL), options != NULL ? options : "",
                   command_bot_level(level != NULL ? level : "normal"));
    for (char *comma = strchr(line, ','); comma != NULL; comma = strchr(comma, ',')) {
        *comma = ' ';
    }
    if (!command_parse(line, &(struct command_scope){.board = NULL}, &settings->table, error_text,
                       sizeof error_text)) {
        return usage_error(tr("--solo: %s"), error_text);
    }
    settings->solo = true;
    settings->solo_jack = strcmp(arguments->value[ARGUMENT_SOLO], "jack") == 0;
    return STATUS_OK;
}

/* A lesson is a game against a bot whose settings are known. */
static enum status read_lesson(const struct arguments *arguments, struct play_settings *settings)
{
    const char *lesson = arguments->value[ARGUMENT_LESSON];
    if (lesson == NULL) {
        return STATUS_OK;
    }
    if (settings->solo || settings->address.table[0] != '\0' || settings->address.invite[0] != '\0') {
        return usage_error("%s", tr("--lesson creates its own table: give only the server"));
    }
    struct lesson_texts *texts = lesson_texts_load(language_current());
    if (texts == NULL) {
        (void)fprintf(stderr, tr("gaslight: out of memory\n"));
        return STATUS_BAD;
    }
    const char *game = lesson_texts_game(texts, lesson);
    struct nearest nearest = nearest_begin(lesson);
    for (size_t i = 0; i < lesson_texts_count(texts); i++) {
        nearest_offer(&nearest, lesson_texts_id(texts, i));
    }
    enum status status =
        game != NULL ? STATUS_OK
                     : usage_error(tr("there is no lesson \"%s\"; %s"), show_word(lesson).text,
                                   nearest_advice(&nearest, tr("gaslight learn lists the lessons")).text);
    if (game != NULL) {
        settings->table = (struct command){.kind = COMMAND_CREATE, .game = game_from_name(game)};
        settings->solo = true;
        settings->lesson = lesson;
    }
    lesson_texts_free(texts);
    return status;
}

enum status play_command(int count, char **given)
{
    struct arguments arguments;
    struct play_settings settings;
    enum status status = arguments_read(&arguments, "play", PLAY_TAKES, 1, count, given);
    if (status != STATUS_OK) {
        return status;
    }
    if (arguments.help) {
        return arguments_help("play [URL] [OPTION...]",
                              tr("Plays on a server: full screen in a terminal, otherwise in lines."), true,
                              PLAY_TAKES);
    }
    status = arguments_settings(&arguments, arguments.words > 0 ? arguments.word[0] : NULL, &settings);
    if (status == STATUS_OK) {
        status = read_solo(&arguments, &settings);
    }
    if (status == STATUS_OK) {
        status = read_lesson(&arguments, &settings);
    }
    return status == STATUS_OK ? run(&arguments, &settings) : status;
}

enum status watch_command(int count, char **given)
{
    struct arguments arguments;
    struct play_settings settings;
    enum status status = arguments_read(&arguments, "watch", COMMENTATOR_TAKES, 2, count, given);
    if (status != STATUS_OK) {
        return status;
    }
    if (arguments.help) {
        return arguments_help("watch [URL] [TABLE] [OPTION...]",
                              tr("Watches a table; without one, shows the list of tables."), true,
                              COMMENTATOR_TAKES);
    }
    status = arguments_table_settings(&arguments, &settings);
    settings.watch_only = true;
    settings.commentary = arguments.value[ARGUMENT_COMMENTARY];
    if (settings.commentary == NULL && settings.address.commentary[0] != '\0') {
        settings.commentary = settings.address.commentary;
    }
    if (status == STATUS_OK && settings.commentary != NULL && settings.address.table[0] == '\0') {
        return usage_error("%s", tr("--commentary needs a table"));
    }
    return status == STATUS_OK ? run(&arguments, &settings) : status;
}

enum status lobby_command(int count, char **given)
{
    struct arguments arguments;
    struct play_settings settings;
    enum status status = arguments_read(&arguments, "lobby", TAKES, 1, count, given);
    if (status != STATUS_OK) {
        return status;
    }
    if (arguments.help) {
        return arguments_help("lobby [URL] [OPTION...]",
                              tr("Shows the public tables and your games; in lines, prints them and exits."),
                              true, TAKES);
    }
    status = arguments_settings(&arguments, arguments.words > 0 ? arguments.word[0] : NULL, &settings);
    if (status != STATUS_OK) {
        return status;
    }
    settings.address.table[0] = settings.address.invite[0] = '\0';
    return arguments_full_screen(&arguments) ? screen_run(&settings) : one_shot_lobby(&settings);
}
