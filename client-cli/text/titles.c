/* titles.c: the names of games, pawns, tiles, options and cells, for people to read; see sentences.h. */
#include <stddef.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"
#include "common/base/array.h"

static const char *const games[] = {
    [GAME_WHITECHAPEL] = TEXT("Letters from Whitechapel"),
    [GAME_WHITEHALL] = TEXT("Whitehall Mystery"),
};
_Static_assert(COUNT(games) == GAME_KIND_COUNT, "one title per game");

static const char *const pawns[] = {
    [PAWN_JACK] = TEXT("Jack"), [PAWN_YELLOW] = TEXT("Yellow"), [PAWN_RED] = TEXT("Red"),
    [PAWN_BLUE] = TEXT("Blue"), [PAWN_GREEN] = TEXT("Green"),   [PAWN_BROWN] = TEXT("Brown"),
};
_Static_assert(COUNT(pawns) == PAWN_COUNT, "one title per pawn");

static const char *const letters[] = {
    [LETTER_NONE] = TEXT("no Letter"),
    [LETTER_DEAR_BOSS] = TEXT("Dear Boss"),
    [LETTER_SAUCY_JACKY] = TEXT("Saucy Jacky"),
    [LETTER_FROM_HELL] = TEXT("From Hell"),
    [LETTER_GOULSTON_STREET] = TEXT("Goulston Street"),
};
_Static_assert(COUNT(letters) == LETTER_COUNT, "one title per Letter");

static const char *const tiles[] = {
    [TILE_NONE] = TEXT("no special move"), [TILE_COACH] = TEXT("Coach"),
    [TILE_ALLEY] = TEXT("Alley"),          [TILE_BOAT] = TEXT("Boat"),
    [TILE_UNKNOWN] = TEXT("Special move"),
};
_Static_assert(COUNT(tiles) == TILE_COUNT + 1, "one title per tile, and one for an unknown tile");

/* By the bits of enum option. */
static const char *const options[GAME_KIND_COUNT][OPTIONS_MAX] = {
    [GAME_WHITECHAPEL] = {TEXT("Letters"), TEXT("False clues"), TEXT("Rushing"), TEXT("Area arrests"),
                          TEXT("Catch me when you can"), TEXT("The address")},
    [GAME_WHITEHALL] = {TEXT("Investigators first"), TEXT("Murderer at large"),
                        TEXT("Newspaper fabrications"), TEXT("Powers"), TEXT("Smoker the dog")},
};

/* Labels 0, -1, -2, -3, -4. */
static const char *const times_of_crime[] = {"I", "II", "III", "IV", "V"};

const char *title_game(enum game_kind game)
{
    return (unsigned)game < GAME_KIND_COUNT ? tr(games[game]) : TEXT("no game");
}

const char *title_pawn(enum pawn pawn)
{
    return (unsigned)pawn < PAWN_COUNT ? tr(pawns[pawn]) : TEXT("nobody");
}

const char *title_letter(enum letter letter)
{
    return tr(letters[(unsigned)letter < LETTER_COUNT ? letter : LETTER_NONE]);
}

const char *title_tile(enum tile tile)
{
    return tr(tiles[(unsigned)tile <= TILE_UNKNOWN ? tile : TILE_NONE]);
}

const char *title_option(enum game_kind game, unsigned index)
{
    bool known = (unsigned)game < GAME_KIND_COUNT && index < option_count(game);
    return known ? tr(options[game][index]) : tr("no variant");
}

const char *title_level(const char *level)
{
    static const char *const levels[] = {TEXT("novice"), TEXT("easy"), TEXT("normal"), TEXT("hard"),
                                         TEXT("master")};
    for (size_t i = 0; i < COUNT(levels); i++) {
        if (strcmp(levels[i], level) == 0) {
            return tr(levels[i]);
        }
    }
    return level;
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
        const char *one, *other;
    } units[] = {
        {86400, TEXT("day"), TEXT("days")},
        {3600, TEXT("hour"), TEXT("hours")},
        {60, TEXT("minute"), TEXT("minutes")},
        {1, TEXT("second"), TEXT("seconds")},
    };
    struct sentence text = {""};
    unsigned written = 0;
    for (unsigned i = 0; i < COUNT(units) && written < 2; i++) {
        unsigned count = seconds / units[i].seconds;
        seconds %= units[i].seconds;
        written += written > 0 || count > 0; /* the second unit is the one right below the first */
        if (count > 0 || (units[i].seconds == 1 && text.text[0] == '\0')) {
            phrase_add(&text, "%s%u %s", text.text[0] != '\0' ? " " : "", count,
                       tr(count == 1 ? units[i].one : units[i].other));
        }
    }
    return text;
}

struct sentence title_number(uint64_t number)
{
    static const struct {
        const char *one, *other;
    } units[] = {
        {TEXT("million"), TEXT("millions")},
        {TEXT("billion"), TEXT("billions")},
        {TEXT("trillion"), TEXT("trillions")},
    };
    bool italian_style = language_current() == LANGUAGE_ITALIAN; /* 12.345, 1,5 */
    const uint64_t million = 1000000;
    struct sentence text = {""};
    if (number < million) {
        if (number >= 1000) {
            phrase_add(&text, italian_style ? "%u.%03u" : "%u,%03u", (unsigned)(number / 1000),
                       (unsigned)(number % 1000));
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
    char *point = strchr(text.text, '.');
    if (point != NULL && italian_style) {
        *point = ',';
    }
    bool one = strcmp(text.text, "1") == 0;
    /* In English it is "214 million" with any number. */
    phrase_add(&text, " %s", italian_style && !one ? tr(units[unit].other) : tr(units[unit].one));
    return text;
}
