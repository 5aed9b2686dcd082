/* command_tables.c: reading what has to do with tables and seats. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "action_json.h"
#include "command_parts.h"
#include "phrase.h"

static const char *name_of_game(unsigned index)
{
    return game_name((enum game_kind)index);
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

static bool read_aids(const struct reading *reading, const char *value)
{
    static const char *const aids[] = {"off", "sets", "full"};
    for (unsigned i = 0; i < sizeof aids / sizeof aids[0]; i++) {
        if (strcasecmp(aids[i], value) == 0) {
            (void)snprintf(reading->command->aids, sizeof reading->command->aids, "%s", aids[i]);
            return true;
        }
    }
    return reading_refuse(reading, "The aids of a table are off, sets or full.");
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
    (void)snprintf(command->text, sizeof command->text, "%s", out.text);
}

bool command_read_create(struct reading *reading)
{
    struct command *command = reading->command;
    const char *word = reading_take(reading);
    int game = word != NULL ? words_match(name_of_game, GAME_KIND_COUNT, word) : MATCH_NONE;
    if (game < 0) {
        return reading_refuse(reading,
                              "Say which game, whitechapel or whitehall: create GAME [OPTION...] [private].");
    }
    command->game = (enum game_kind)game;
    for (word = reading_take(reading); word != NULL; word = reading_take(reading)) {
        uint32_t option = find_option(command->game, word);
        if (strcasecmp(word, "private") == 0) {
            command->is_private = true;
        } else if (strncasecmp(word, "aids=", 5) == 0) {
            if (!read_aids(reading, word + 5)) {
                return false;
            }
        } else if (option == 0) {
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
