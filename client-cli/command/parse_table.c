/* parse_table.c: parses the commands for tables, seats and bots. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "client-cli/command/command_rows.h"
#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"
#include "client-cli/util/hours.h"
#include "common/base/array.h"
#include "common/wire/action_json.h"
#include "common/wire/aids.h"

enum { CLOCK_LEAST = 10, CLOCK_MOST = 604800, /* seconds */ DAYS_OFF_MOST = 21 };

static const char *name_of_game(unsigned index)
{
    return game_name((enum game_kind)index);
}

enum game_kind command_game(const char *word)
{
    int game = words_match(name_of_game, GAME_KIND_COUNT, word);
    return game < 0 ? GAME_KIND_COUNT : (enum game_kind)game;
}

/* ---- create ------------------------------------------------------------------------------------ */

static bool fail_option(const struct parser *parser, const char *word)
{
    struct sentence out = {""};
    enum game_kind game = parser->command->game;
    for (unsigned i = 0; i < option_count(game); i++) {
        phrase_joint(&out, i, option_count(game), tr(" and "));
        phrase_add(&out, "%s", option_name(game, i));
    }
    return parser_fail(parser, tr("\"%s\" is not a variant of %s; the variants are %s."),
                       show_word(word).text, title_game(game), out.text);
}

/* Returns the bit of the option that `word` names or abbreviates; 0 if there is none or more than one. */
static uint32_t find_option(enum game_kind game, const char *word)
{
    uint32_t found = 0;
    for (unsigned i = 0; i < option_count(game); i++) {
        if (strcasecmp(option_name(game, i), word) == 0) {
            return 1U << i;
        }
        if (strncasecmp(option_name(game, i), word, strlen(word)) == 0) {
            found |= 1U << i;
        }
    }
    return (found & (found - 1)) == 0 ? found : 0;
}

enum { BOT_LEVELS = 5 };

static const char *const bot_levels[BOT_LEVELS] = {"novice", "easy", "normal", "hard", "master"};

static const char *name_of_level(unsigned index)
{
    return bot_levels[index];
}

const char *command_bot_level(const char *word)
{
    int level = words_match(name_of_level, BOT_LEVELS, word);
    return level < 0 ? NULL : name_of_level((unsigned)level);
}

/* Parses a number of seconds within the limits of the server. */
static bool read_clock(const struct parser *parser, const char *value)
{
    unsigned seconds = 0;
    for (const char *digit = value; *digit >= '0' && *digit <= '9' && seconds <= CLOCK_MOST; digit++) {
        seconds = seconds * 10 + (unsigned)(*digit - '0');
    }
    bool number = value[0] != '\0' && value[strspn(value, "0123456789")] == '\0';
    if (!number || seconds > CLOCK_MOST || (seconds != 0 && seconds < CLOCK_LEAST)) {
        return parser_fail(parser, tr("The time per action is %u to %u seconds, or 0 for no limit."),
                           (unsigned)CLOCK_LEAST, (unsigned)CLOCK_MOST);
    }
    parser->command->clock = seconds;
    return true;
}

/* Parses the hours of the night: "23:00-07:00", "23-7", or "off"; a time zone may follow after "@". */
static bool read_night(const struct parser *parser, const char *value)
{
    unsigned from, until;
    size_t length = strcspn(value, "@");
    struct command *command = parser->command;
    if (strcasecmp(value, "off") == 0) {
        (void)snprintf(command->night, sizeof command->night, "off");
        return true;
    }
    if (!hours_read(value, length, &from, &until) ||
        snprintf(command->night, sizeof command->night, "%02u:%02u-%02u:%02u%s", from / MINUTES_PER_HOUR,
                 from % MINUTES_PER_HOUR, until / MINUTES_PER_HOUR, until % MINUTES_PER_HOUR,
                 value + length) >= (int)sizeof command->night) {
        return parser_fail(parser, "%s", tr("The night is two times such as 23:00-07:00, or off."));
    }
    return true;
}

static bool read_days_off(const struct parser *parser, const char *value)
{
    unsigned days = 0;
    for (const char *digit = value; *digit >= '0' && *digit <= '9' && days <= DAYS_OFF_MOST; digit++) {
        days = days * 10 + (unsigned)(*digit - '0');
    }
    if (value[0] == '\0' || value[strspn(value, "0123456789")] != '\0' || days > DAYS_OFF_MOST) {
        return parser_fail(parser, tr("Players can have 0 to %u days off."), (unsigned)DAYS_OFF_MOST);
    }
    parser->command->days_off = days;
    parser->command->sets_days_off = true;
    return true;
}

/* Parses "aids=full" and the like; `*known` says whether `word` is such a setting at all. */
static bool read_setting(const struct parser *parser, const char *word, bool *known)
{
    struct command *command = parser->command;
    const struct {
        const char *key, *words[6];
        char *to;
        const char *error_text;
    } settings[] = {
        {"aids=",
         {aids_name(AIDS_OFF), aids_name(AIDS_SETS), aids_name(AIDS_FULL)},
         command->aids,
         TEXT("The deduction help is off, sets or full.")},
        {"level=",
         {"novice", "easy", "normal", "hard", "master"},
         command->level,
         TEXT("The bot level is novice, easy, normal, hard or master.")},
        {"pace=",
         {"slow", "normal", "quick"},
         command->pace,
         TEXT("The bot speed is slow, normal or quick.")},
        {"commentary=", {"off", "on"}, command->commentary, TEXT("Commentary is on or off.")},
        {"spectator-aids=",
         {"off", "on"},
         command->spectator_aids,
         TEXT("Deduction help for spectators is on or off.")},
        {"counts=",
         {"off", "on"},
         command->counts,
         TEXT("Counting a private game in statistics is on or off.")},
    };
    *known = strncasecmp(word, "clock=", strlen("clock=")) == 0;
    if (*known) {
        return read_clock(parser, word + strlen("clock="));
    }
    *known = strncasecmp(word, "night=", strlen("night=")) == 0;
    if (*known) {
        return read_night(parser, word + strlen("night="));
    }
    *known = strncasecmp(word, "days-off=", strlen("days-off=")) == 0;
    if (*known) {
        return read_days_off(parser, word + strlen("days-off="));
    }
    for (unsigned i = 0; i < COUNT(settings); i++) {
        size_t length = strlen(settings[i].key);
        if (strncasecmp(word, settings[i].key, length) != 0) {
            continue;
        }
        *known = true;
        for (unsigned at = 0; settings[i].words[at] != NULL; at++) {
            if (strcasecmp(settings[i].words[at], word + length) == 0) {
                (void)snprintf(settings[i].to, sizeof command->aids, "%s", settings[i].words[at]);
                return true;
            }
        }
        return parser_fail(parser, "%s", tr(settings[i].error_text));
    }
    return true;
}

/* Writes the parsed settings back to `text`, in full words. */
static void write_create(struct command *command)
{
    struct sentence out = {""};
    phrase_add(&out, "%s", game_name(command->game));
    for (unsigned i = 0; i < option_count(command->game); i++) {
        if ((command->options & (1U << i)) != 0) {
            phrase_add(&out, " %s", option_name(command->game, i));
        }
    }
    phrase_add(&out, "%s", command->is_private ? " private" : "");
    if (command->aids[0] != '\0') {
        phrase_add(&out, " aids=%s", command->aids);
    }
    if (command->clock != 0) {
        phrase_add(&out, " clock=%u", command->clock);
    }
    if (command->night[0] != '\0') {
        phrase_add(&out, " night=%s", command->night);
    }
    if (command->sets_days_off) {
        phrase_add(&out, " days-off=%u", command->days_off);
    }
    if (command->level[0] != '\0') {
        phrase_add(&out, " level=%s", command->level);
    }
    if (command->pace[0] != '\0') {
        phrase_add(&out, " pace=%s", command->pace);
    }
    if (command->commentary[0] != '\0') {
        phrase_add(&out, " commentary=%s", command->commentary);
    }
    if (command->spectator_aids[0] != '\0') {
        phrase_add(&out, " spectator-aids=%s", command->spectator_aids);
    }
    if (command->counts[0] != '\0') {
        phrase_add(&out, " counts=%s", command->counts);
    }
    (void)snprintf(command->text, sizeof command->text, "%s", out.text);
}

bool parse_create(struct parser *parser)
{
    struct command *command = parser->command;
    const char *word = parser_next(parser);
    command->game = word != NULL ? command_game(word) : GAME_KIND_COUNT;
    if (command->game == GAME_KIND_COUNT) {
        return parser_fail(
            parser, tr("Which game, whitechapel or whitehall? Usage: create GAME [VARIANT...] [private]."));
    }
    for (word = parser_next(parser); word != NULL; word = parser_next(parser)) {
        uint32_t option = find_option(command->game, word);
        bool known = false;
        if (strcasecmp(word, "private") == 0) {
            command->is_private = true;
        } else if (!read_setting(parser, word, &known)) {
            return false;
        } else if (!known && option == 0) {
            return fail_option(parser, word);
        }
        command->options |= option;
    }
    write_create(command);
    return parser_at_end(parser);
}

/* Without a variant the variants stay as they are; "none" removes all. */
bool parse_settings(struct parser *parser)
{
    struct command *command = parser->command;
    if (parser->scope->board == NULL) {
        return parser_fail(parser, tr("There is no board here: join a table first."));
    }
    command->game = parser->scope->board->game;
    for (const char *word = parser_next(parser); word != NULL; word = parser_next(parser)) {
        uint32_t option = find_option(command->game, word);
        bool known = false;
        bool private = strcasecmp(word, "private") == 0, public = strcasecmp(word, "public") == 0;
        bool none = strcasecmp(word, "none") == 0;
        if (!private && !public && !none && !read_setting(parser, word, &known)) {
            return false;
        }
        if (!private && !public && !none && !known && option == 0) {
            return fail_option(parser, word);
        }
        command->options |= option;
        command->sets_options = command->sets_options || none || option != 0;
        command->sets_private = command->sets_private || private || public;
        command->is_private = private || (command->is_private && !public);
        command->sets_clock = command->sets_clock || strncasecmp(word, "clock=", 6) == 0;
    }
    return parser_at_end(parser);
}

/* ---- Seats ------------------------------------------------------------------------------------- */

/* Parses a table id or an invite link, which may be longer than WORD_MAX. */
static bool read_table_word(struct parser *parser)
{
    struct command *command = parser->command;
    size_t length = strcspn(parser->rest, " \t\r\n");
    if (length == 0) {
        return parser_fail_usage(parser);
    }
    if (length >= sizeof command->text) {
        return parser_fail(parser, tr("That is too long."));
    }
    (void)snprintf(command->text, sizeof command->text, "%.*s", (int)length, parser->rest);
    parser->rest += length;
    words_split(&parser->words, parser->rest, " \t\r\n,");
    return true;
}

static bool read_pawn_list(struct parser *parser)
{
    for (const char *word = parser_next(parser); word != NULL; word = parser_next(parser)) {
        enum pawn pawn = PAWN_NONE;
        if (!parser_pawn(parser, word, &pawn)) {
            return false;
        }
        parser->command->pawns |= PAWN_BIT(pawn);
    }
    return parser_at_end(parser);
}

bool parse_watch(struct parser *parser)
{
    return read_table_word(parser) && parser_at_end(parser);
}

bool parse_join(struct parser *parser)
{
    return read_table_word(parser) && read_pawn_list(parser);
}

bool parse_pawns(struct parser *parser)
{
    const struct board *board = parser->scope->board;
    words_split(&parser->words, parser->rest, " \t\r\n,");
    const char *word = parser_peek(parser);
    if (word == NULL) {
        return parser_fail_usage(parser);
    }
    if (strcasecmp(word, "none") == 0) {
        (void)parser_next(parser);
        return parser_at_end(parser);
    }
    if (board != NULL && strcasecmp(word, "police") == 0) {
        (void)parser_next(parser);
        parser->command->pawns = game_policemen(board->game);
        return parser_at_end(parser);
    }
    return read_pawn_list(parser);
}

/* The name follows the first "to", since it can have blanks, be a colour or contain another "to". */
bool parse_seat(struct parser *parser)
{
    struct command *command = parser->command;
    struct sentence name = {""};
    words_split(&parser->words, parser->rest, " \t\r\n,");
    const char *word = parser_next(parser);
    for (; word != NULL && strcasecmp(word, "to") != 0; word = parser_next(parser)) {
        enum pawn pawn = PAWN_NONE;
        if (!parser_pawn(parser, word, &pawn)) {
            return false;
        }
        command->pawns |= PAWN_BIT(pawn);
    }
    for (word = parser_next(parser); word != NULL; word = parser_next(parser)) {
        phrase_add(&name, "%s%s", name.text[0] == '\0' ? "" : " ", word);
    }
    if (command->pawns == 0 || name.text[0] == '\0' || parser->words.too_many) {
        return parser_fail_usage(parser);
    }
    (void)snprintf(command->text, sizeof command->text, "%s", name.text);
    return true;
}

/* Pawns, followed by a level; without one, the bot plays at the table's. */
bool parse_bot(struct parser *parser)
{
    struct command *command = parser->command;
    words_split(&parser->words, parser->rest, " \t\r\n,");
    unsigned count = parser->words.count;
    const char *last = count > 1 ? parser->words.word[count - 1] : "";
    const char *level = strcasecmp(last, "none") == 0 ? "none" : command_bot_level(last);
    if (count == 0) {
        return parser_fail_usage(parser);
    }
    if (level != NULL) {
        (void)snprintf(command->text, sizeof command->text, "%s", level);
        parser->words.count--;
    }
    if (parser->scope->board != NULL && strcasecmp(parser->words.word[0], "police") == 0) {
        (void)parser_next(parser);
        command->pawns = game_policemen(parser->scope->board->game);
        return parser_at_end(parser);
    }
    return read_pawn_list(parser);
}
