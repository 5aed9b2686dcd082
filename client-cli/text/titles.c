/* titles.c: the names of games, pawns, tiles, options and cells, for people to read; see sentences.h. */
#include <stddef.h>
#include <string.h>

#include "client-cli/text/phrase.h"
#include "common/base/array.h"

static const char *const games[] = {
    [GAME_WHITECHAPEL] = "Letters from Whitechapel",
    [GAME_WHITEHALL] = "Whitehall Mystery",
};
_Static_assert(COUNT(games) == GAME_KIND_COUNT, "one title per game");

static const char *const pawns[] = {
    [PAWN_JACK] = "Jack", [PAWN_YELLOW] = "Yellow", [PAWN_RED] = "Red",
    [PAWN_BLUE] = "Blue", [PAWN_GREEN] = "Green",   [PAWN_BROWN] = "Brown",
};
_Static_assert(COUNT(pawns) == PAWN_COUNT, "one title per pawn");

static const char *const letters[] = {
    [LETTER_NONE] = "no Letter",
    [LETTER_DEAR_BOSS] = "Dear Boss",
    [LETTER_SAUCY_JACKY] = "Saucy Jacky",
    [LETTER_FROM_HELL] = "From Hell",
    [LETTER_GOULSTON_STREET] = "Goulston Street",
};
_Static_assert(COUNT(letters) == LETTER_COUNT, "one title per Letter");

static const char *const tiles[] = {
    [TILE_NONE] = "no special move", [TILE_COACH] = "Coach", [TILE_ALLEY] = "Alley", [TILE_BOAT] = "Boat",
    [TILE_UNKNOWN] = "Special move",
};
_Static_assert(COUNT(tiles) == TILE_COUNT + 1, "one title per tile, and one for an unknown tile");

/* By the bits of enum option. */
static const char *const options[GAME_KIND_COUNT][OPTIONS_MAX] = {
    [GAME_WHITECHAPEL] = {"Letters", "False clues", "Rushing", "Area arrests", "Catch me when you can",
                          "The address"},
    [GAME_WHITEHALL] = {"Investigators first", "Murderer at large", "Newspaper fabrications", "Powers",
                        "Smoker the dog"},
};

/* Labels 0, -1, -2, -3, -4. */
static const char *const times_of_crime[] = {"I", "II", "III", "IV", "V"};

const char *title_game(enum game_kind game)
{
    return (unsigned)game < GAME_KIND_COUNT ? games[game] : "no game";
}

const char *title_pawn(enum pawn pawn)
{
    return (unsigned)pawn < PAWN_COUNT ? pawns[pawn] : "nobody";
}

const char *title_letter(enum letter letter)
{
    return letters[(unsigned)letter < LETTER_COUNT ? letter : LETTER_NONE];
}

const char *title_tile(enum tile tile)
{
    return tiles[(unsigned)tile <= TILE_UNKNOWN ? tile : TILE_NONE];
}

const char *title_option(enum game_kind game, unsigned index)
{
    bool known = (unsigned)game < GAME_KIND_COUNT && index < option_count(game);
    return known ? options[game][index] : "no variant";
}

struct sentence title_cell(enum game_kind game, int label)
{
    struct sentence out = {""};
    if (game == GAME_WHITECHAPEL && label <= 0 && label > -(int)COUNT(times_of_crime)) {
        phrase_add(&out, "%s", times_of_crime[-label]);
    } else {
        phrase_add(&out, "%d", label);
    }
    return out;
}

struct sentence title_time(unsigned seconds)
{
    static const struct {
        unsigned seconds;
        const char *name;
    } units[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};
    struct sentence text = {""};
    unsigned written = 0;
    for (unsigned i = 0; i < COUNT(units) && written < 2; i++) {
        unsigned count = seconds / units[i].seconds;
        seconds %= units[i].seconds;
        written += written > 0 || count > 0; /* the second unit is the one right below the first */
        if (count > 0 || (units[i].seconds == 1 && text.text[0] == '\0')) {
            phrase_add(&text, "%s%u %s%s", text.text[0] != '\0' ? " " : "", count, units[i].name,
                       count == 1 ? "" : "s");
        }
    }
    return text;
}

struct sentence title_number(uint64_t number)
{
    static const char *const units[] = {"million", "billion", "trillion"};
    const uint64_t million = 1000000;
    struct sentence text = {""};
    if (number < million) {
        if (number >= 1000) {
            phrase_add(&text, "%u,%03u", (unsigned)(number / 1000), (unsigned)(number % 1000));
        } else {
            phrase_add(&text, "%u", (unsigned)number);
        }
        return text;
    }
    double value = (double)number / (double)million;
    unsigned unit = 0;
    while (value >= 999.5 && unit + 1 < COUNT(units)) {
        value /= 1000;
        unit++;
    }
    phrase_add(&text, "%.*f", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value);
    if (strchr(text.text, '.') != NULL) { /* no zeros at the end: "2 million", "1.5 million" */
        size_t length = strlen(text.text);
        while (text.text[length - 1] == '0') {
            text.text[--length] = '\0';
        }
        if (text.text[length - 1] == '.') {
            text.text[length - 1] = '\0';
        }
    }
    phrase_add(&text, " %s", units[unit]);
    return text;
}
