/* phrase.c: lists, nouns and patterns; see phrase.h. */
#include "client-cli/text/phrase.h"
#include "client-cli/language/language.h"
#include "common/base/array.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { KEY_MAX = 24 };

__attribute__((format(printf, 3, 0))) static void append(char *text, size_t capacity, const char *format,
                                                         va_list arguments)
{
    size_t length = strlen(text);
    (void)vsnprintf(text + length, capacity - length, format, arguments);
}

void phrase_add(struct sentence *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    append(out->text, sizeof out->text, format, arguments);
    va_end(arguments);
}

void phrase_append(char *text, size_t capacity, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    append(text, capacity, format, arguments);
    va_end(arguments);
}

void phrase_joint(struct sentence *out, unsigned index, unsigned count, const char *last)
{
    if (index > 0) {
        phrase_add(out, "%s", index + 1 == count ? last : ", ");
    }
}

const char *phrase_noun(const char *noun, unsigned count)
{
    static const struct {
        const char *one, *other;
    } nouns[] = {{TEXT("move"), TEXT("moves")}, {TEXT("crossing"), TEXT("crossings")}};
    for (size_t i = 0; i < COUNT(nouns); i++) {
        if (strcmp(nouns[i].one, noun) == 0) {
            return tr(count == 1 ? nouns[i].one : nouns[i].other);
        }
    }
    return noun;
}

void phrase_numbers(struct sentence *out, const char *noun, const uint8_t *number, unsigned count)
{
    if (noun != NULL) {
        phrase_add(out, "%s ", phrase_noun(noun, count));
    }
    for (unsigned i = 0; i < count; i++) {
        phrase_joint(out, i, count, tr(" and "));
        phrase_add(out, "%u", number[i]);
    }
}

void phrase_pawns(struct sentence *out, unsigned pawns, const char *last)
{
    unsigned count = (unsigned)__builtin_popcount(pawns);
    for (unsigned pawn = 0, index = 0; pawn < PAWN_COUNT; pawn++) {
        if ((pawns & PAWN_BIT(pawn)) != 0) {
            phrase_joint(out, index++, count, last);
            phrase_add(out, "%s", title_pawn((enum pawn)pawn));
        }
    }
}

/* Colours come first, in the order of the list, then the false ones together. */
void phrase_patrols(struct sentence *out, const uint8_t *place, unsigned count)
{
    uint8_t blank[PATROLS] = {0};
    unsigned blanks = 0, coloured = 0;
    for (unsigned i = 0; i + 1 < count; i += 2) {
        if (place[i + 1] == PAWN_FALSE && blanks < PATROLS) {
            blank[blanks++] = place[i];
        } else {
            phrase_add(out, "%s", coloured++ == 0 ? "" : ", ");
            phrase_add(out, tr("%s at %u"), title_pawn((enum pawn)place[i + 1]), place[i]);
        }
    }
    if (blanks > 0) {
        phrase_add(out, "%s%s", coloured == 0 ? "" : ", ",
                   blanks == 1 ? tr("a false one at ") : tr("false ones at "));
        phrase_numbers(out, NULL, blank, blanks);
    }
}

void phrase_moves(struct sentence *out, const uint8_t *moves, unsigned count)
{
    for (unsigned i = 0; i + 1 < count; i += 2) {
        phrase_joint(out, i / 2, count / 2, tr(" and "));
        phrase_add(out, tr("from crossing %u to %u"), moves[i], moves[i + 1]);
    }
}

void phrase_round(struct sentence *out, enum game_kind game, unsigned round)
{
    phrase_add(out, game == GAME_WHITEHALL ? tr("round %u") : tr("night %u"), round);
}

const char *phrase_tile(enum tile tile)
{
    static const char *const words[] = {
        [TILE_NONE] = TEXT("a special move"),    [TILE_COACH] = TEXT("a coach"),
        [TILE_ALLEY] = TEXT("an alley"),         [TILE_BOAT] = TEXT("a boat"),
        [TILE_UNKNOWN] = TEXT("a special move"),
    };
    return tr(words[(unsigned)tile <= TILE_UNKNOWN ? tile : TILE_NONE]);
}

/* Writes the key and noun between braces; returns what follows them. */
static const char *write_key(struct sentence *out, const char *at, phrase_writer *write, const void *context)
{
    char key[KEY_MAX];
    size_t length = strcspn(at, "}");
    (void)snprintf(key, sizeof key, "%.*s", (int)length, at);
    char *noun = strchr(key, ':');
    if (noun != NULL) {
        *noun++ = '\0';
    }
    write(out, key, noun, context);
    return at[length] == '}' ? at + length + 1 : at + length;
}

void phrase_fill(struct sentence *out, const char *pattern, phrase_writer *write, const void *context)
{
    pattern = tr(pattern);
    while (*pattern != '\0') {
        size_t plain = strcspn(pattern, "{");
        phrase_add(out, "%.*s", (int)plain, pattern);
        pattern += plain;
        if (*pattern == '{') {
            pattern = write_key(out, pattern + 1, write, context);
        }
    }
    out->text[0] = (char)toupper((unsigned char)out->text[0]);
}
