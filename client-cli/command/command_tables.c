/* command_tables.c: reading what has to do with tables and seats. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "client-cli/command/command_internal.h"
#include "client-cli/text/phrase.h"
#include "common/base/array.h"
#include "common/wire/action_json.h"

enum { CLOCK_LEAST = 10, CLOCK_MOST = 604800 }; /* seconds */

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

static bool refuse_option(const struct reading *reading, const char *word)
{
    struct sentence out = {""};
    enum game_kind game = reading->command->game;
    for (unsigned i = 0; i < option_count(game); i++) {
        phrase_joint(&out, i, option_count(game), " and ");
        phrase_add(&out, "%s", option_name(game, i));
    }
    return reading_refuse(reading, "\"%s\" is no option of %s: those are %s.", show_word(word).text,
                          title_game(game), out.text);
}

/* The option that `word` is or alone begins, as its bit; 0: none. */
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

enum { BOT_LEVELS = 4 };

static const char *const bot_levels[BOT_LEVELS] = {"novice", "easy", "normal", "hard"};

static const char *name_of_level(unsigned index)
{
    return bot_levels[index];
}

const char *command_bot_level(const char *word)
{
    int level = words_match(name_of_level, BOT_LEVELS, word);
    return level < 0 ? NULL : name_of_level((unsigned)level);
}

/* A whole number of seconds, as long as the server allows. */
static bool read_clock(const struct reading *reading, const char *value)
{
    unsigned seconds = 0;
    for (const char *digit = value; *digit >= '0' && *digit <= '9' && seconds <= CLOCK_MOST; digit++) {
        seconds = seconds * 10 + (unsigned)(*digit - '0');
    }
    bool number = value[0] != '\0' && value[strspn(value, "0123456789")] == '\0';
    if (!number || seconds > CLOCK_MOST || (seconds != 0 && seconds < CLOCK_LEAST)) {
        return reading_refuse(reading, "A clock gives %u to %u seconds for an action, or 0: any time.",
                              (unsigned)CLOCK_LEAST, (unsigned)CLOCK_MOST);
    }
    reading->command->clock = seconds;
    return true;
}

/* "aids=full": keys of a new table that take one of a few words. */
static bool read_setting(const struct reading *reading, const char *word, bool *known)
{
    struct command *command = reading->command;
    const struct {
        const char *key, *words[5];
        char *to;
        const char *complaint;
    } settings[] = {
        {"aids=", {"off", "sets", "full"}, command->aids, "The aids of a table are off, sets or full."},
        {"level=",
         {"novice", "easy", "normal", "hard"},
         command->level,
         "The level of bots is novice, easy, normal or hard."},
        {"pace=", {"slow", "normal", "quick"}, command->pace, "The pace of bots is slow, normal or quick."},
    };
    *known = strncasecmp(word, "clock=", strlen("clock=")) == 0;
    if (*known) {
        return read_clock(reading, word + strlen("clock="));
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
        return reading_refuse(reading, "%s", settings[i].complaint);
    }
    return true;
}

/* `text` in full words, for whoever would rather read that. */
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
    if (command->level[0] != '\0') {
        phrase_add(&out, " level=%s", command->level);
    }
    if (command->pace[0] != '\0') {
        phrase_add(&out, " pace=%s", command->pace);
    }
    (void)snprintf(command->text, sizeof command->text, "%s", out.text);
}

bool command_read_create(struct reading *reading)
{
    struct command *command = reading->command;
    const char *word = reading_take(reading);
    command->game = word != NULL ? command_game(word) : GAME_KIND_COUNT;
    if (command->game == GAME_KIND_COUNT) {
        return reading_refuse(reading,
                              "Say which game, whitechapel or whitehall: create GAME [OPTION...] [private].");
    }
    for (word = reading_take(reading); word != NULL; word = reading_take(reading)) {
        uint32_t option = find_option(command->game, word);
        bool known = false;
        if (strcasecmp(word, "private") == 0) {
            command->is_private = true;
        } else if (!read_setting(reading, word, &known)) {
            return false;
        } else if (!known && option == 0) {
            return refuse_option(reading, word);
        }
        command->options |= option;
    }
    write_create(command);
    return reading_end(reading);
}

/* ---- Seats ------------------------------------------------------------------------------------- */

/* The first word of the rest: an id or a link, which may be longer than other words. */
static bool read_table_word(struct reading *reading)
{
    struct command *command = reading->command;
    size_t length = strcspn(reading->rest, " \t\r\n");
    if (length == 0) {
        return reading_refuse_usage(reading);
    }
    if (length >= sizeof command->text) {
        return reading_refuse(reading, "That is too long.");
    }
    (void)snprintf(command->text, sizeof command->text, "%.*s", (int)length, reading->rest);
    reading->rest += length;
    words_split(&reading->words, reading->rest, " \t\r\n,");
    return true;
}

static bool read_pawn_list(struct reading *reading)
{
    for (const char *word = reading_take(reading); word != NULL; word = reading_take(reading)) {
        enum pawn pawn = PAWN_NONE;
        if (!reading_pawn(reading, word, &pawn)) {
            return false;
        }
        reading->command->pawns |= PAWN_BIT(pawn);
    }
    return reading_end(reading);
}

bool command_read_watch(struct reading *reading)
{
    return read_table_word(reading) && reading_end(reading);
}

bool command_read_join(struct reading *reading)
{
    return read_table_word(reading) && read_pawn_list(reading);
}

bool command_read_pawns(struct reading *reading)
{
    const struct board *board = reading->place->board;
    words_split(&reading->words, reading->rest, " \t\r\n,");
    const char *word = reading_peek(reading);
    if (word == NULL) {
        return reading_refuse_usage(reading);
    }
    if (strcasecmp(word, "none") == 0) {
        (void)reading_take(reading);
        return reading_end(reading);
    }
    if (board != NULL && strcasecmp(word, "police") == 0) {
        (void)reading_take(reading);
        reading->command->pawns = game_policemen(board->game);
        return reading_end(reading);
    }
    return read_pawn_list(reading);
}

/* The pawns are the last words that are pawns, in full; a name may have blanks, and may even be a colour's. */
bool command_read_seat(struct reading *reading)
{
    struct command *command = reading->command;
    unsigned first = reading->words.count;
    while (first > 1 && pawn_from_name(reading->words.word[first - 1]) != PAWN_NONE) {
        first--;
    }
    if (first == reading->words.count || reading->words.count == 0) {
        return reading_refuse_usage(reading);
    }
    struct sentence name = {""};
    for (unsigned i = 0; i < first; i++) {
        phrase_add(&name, "%s%s", i == 0 ? "" : " ", reading->words.word[i]);
    }
    (void)snprintf(command->text, sizeof command->text, "%s", name.text);
    reading->at = first;
    return read_pawn_list(reading);
}

/* Pawns, and behind them a level. */
bool command_read_bot(struct reading *reading)
{
    struct command *command = reading->command;
    words_split(&reading->words, reading->rest, " \t\r\n,");
    unsigned count = reading->words.count;
    const char *last = count > 1 ? reading->words.word[count - 1] : "";
    bool none = strcasecmp(last, "none") == 0;
    const char *level = none ? "none" : command_bot_level(last);
    if (level == NULL) {
        return reading_refuse_usage(reading);
    }
    (void)snprintf(command->text, sizeof command->text, "%s", level);
    reading->words.count--;
    if (reading->place->board != NULL && strcasecmp(reading->words.word[0], "police") == 0) {
        (void)reading_take(reading);
        command->pawns = game_policemen(reading->place->board->game);
        return reading_end(reading);
    }
    return read_pawn_list(reading);
}
