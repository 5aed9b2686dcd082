/*
 * names.h: which names players can have, and which of them look alike.
 *
 * Two names look alike if they are equal without case, blanks, accents and invisible characters, or if each character
 * of one can be mistaken for the one in the other: a Cyrillic for a Latin letter, 1 for l, rn for m, full width for
 * normal width. names_table.py describes what is compared. Nothing here depends on the machine or its locale.
 */
#ifndef GASLIGHT_NAMES_H
#define GASLIGHT_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NAME_CHARACTERS_MAX = 32, NAME_BYTES_MAX = 128 };

/* Shown for a player whom the operator has removed. Several people at a table can have it, but nobody can choose it. */
#define REMOVED_NAME "(removed)"

/*
 * Returns whether a valid UTF-8 text is a good name: 1 to 32 characters, at least one of them visible, and none that is
 * invisible or changes the direction of the text. Joiners and variation selectors are allowed after characters that
 * need them, as in emoji.
 */
bool name_is_good(const char *name);

/* What a name looks like, to compare one name with many. Somebody who finds two names with equal hashes gains nothing. */
struct name_look {
    uint64_t plain, lower;
};

struct name_look name_look(const char *name);

static inline bool looks_are_equal(struct name_look one, struct name_look other)
{
    return one.plain == other.plain || one.lower == other.lower;
}

bool names_look_alike(const char *one, const char *other);

/*
 * Makes the names of a game good and different, as far as they are not: it removes bad characters, and adds a number
 * to each name that looks like an earlier one. REMOVED_NAME stays as it is.
 */
void names_separate(char (*names)[NAME_BYTES_MAX + 1], size_t count);

/* Returns the index of the first name that looks like an earlier one, or `count`. REMOVED_NAME never does. */
size_t names_find_double(char (*const names)[NAME_BYTES_MAX + 1], size_t count);

#endif
