/* names.c: see names.h. */
#include "common/base/names.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "common/base/names_internal.h"
#include "common/base/utf8.h"

/* ---- the tables ---- */

static bool is_in(const struct name_pair *ranges, size_t count, uint32_t character)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ranges[middle].last < character) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < count && ranges[low].first <= character;
}

static uint32_t lower_case(uint32_t character)
{
    for (size_t i = 0; i < name_case_count && name_cases[i].first <= character; i++) {
        if (name_cases[i].first == character) {
            return name_cases[i].last;
        }
    }
    return character;
}

/* Returns NULL for a character that is compared as it is. */
static const struct name_range *find_range(uint32_t character)
{
    size_t low = 0, high = name_range_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (name_ranges[middle].first + name_ranges[middle].more < character) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < name_range_count && name_ranges[low].first <= character ? &name_ranges[low] : NULL;
}

/* ---- what is compared ---- */

/* Longer ones are cut off: a good name gets there only with 32 of the few characters that stand for whole phrases. */
enum { KEY_MAX = 128 };

struct key {
    size_t length;
    uint32_t text[KEY_MAX];
};

static void add(struct key *key, uint32_t character)
{
    if (key->length < KEY_MAX) {
        key->text[key->length++] = character;
    }
}

static void add_replaced(struct key *key, uint32_t character)
{
    const struct name_range *range = find_range(character);
    if (range == NULL) {
        add(key, character);
    } else if (range->kind == NAME_ONE) {
        add(key, range->value + (character - range->first));
    } else if (range->kind == NAME_TEXT) {
        const uint32_t *text = &name_texts[range->value];
        for (; (*text & NAME_TEXT_END) == 0; text++) {
            add(key, *text);
        }
        add(key, *text & ~NAME_TEXT_END);
    }
}

/* A Korean syllable is compared by its letters, which can also be written one by one. */
static void add_decomposed(struct key *key, uint32_t character)
{
    enum {
        SYLLABLES = 0xAC00,
        COUNT_ALL = 11172,
        LEAD = 0x1100,
        VOWEL = 0x1161,
        TAIL = 0x11A7,
        TAILS = 28,
        VOWELS = 21
    };
    uint32_t index = character - SYLLABLES;
    if (character < SYLLABLES || index >= COUNT_ALL) {
        add_replaced(key, character);
        return;
    }
    add_replaced(key, LEAD + index / (VOWELS * TAILS));
    add_replaced(key, VOWEL + index / TAILS % VOWELS);
    if (index % TAILS != 0) {
        add_replaced(key, TAIL + index % TAILS);
    }
}

/* Sorts each run of marks whose order does not matter. Runs are short, since names are. */
static void sort_marks(struct key *key)
{
    for (size_t i = 1; i < key->length; i++) {
        uint32_t mark = key->text[i];
        size_t at = i;
        if (!is_in(name_ordered, name_ordered_count, mark)) {
            continue;
        }
        while (at > 0 && key->text[at - 1] > mark &&
               is_in(name_ordered, name_ordered_count, key->text[at - 1])) {
            key->text[at] = key->text[at - 1];
            at--;
        }
        key->text[at] = mark;
    }
}

/*
 * With `lower`, capitals that look like other letters count as what they are, and not as what they look like. Returns
 * whether there is such a capital.
 */
static bool make_key(const char *name, bool lower, struct key *key)
{
    bool special = false;
    key->length = 0;
    for (size_t length; *name != '\0'; name += length) {
        uint32_t character = utf8_decode(name, &length);
        uint32_t lowered = lower_case(character);
        special = special || lowered != character;
        add_decomposed(key, lower ? lowered : character);
    }
    sort_marks(key);
    return special;
}

static uint64_t hash_key(const struct key *key)
{
    uint64_t hash = 14695981039346656037U; /* FNV-1a, character by character */
    for (size_t i = 0; i < key->length; i++) {
        hash = (hash ^ key->text[i]) * 1099511628211U;
    }
    return hash;
}

struct name_look name_look(const char *name)
{
    struct key key;
    struct name_look look;
    bool special = make_key(name, false, &key);
    look.plain = look.lower = hash_key(&key);
    if (special) {
        (void)make_key(name, true, &key);
        look.lower = hash_key(&key);
    }
    return look;
}

bool names_look_alike(const char *one, const char *other)
{
    return looks_are_equal(name_look(one), name_look(other));
}

/* ---- good names ---- */

/* Returns whether a character that is refused elsewhere may follow `before`: it changes how that one is shown. */
static bool may_follow(uint32_t character, uint32_t before)
{
    bool selector = character == 0xFE0E || character == 0xFE0F; /* as text, as emoji */
    bool joiner = character == 0x200C || character == 0x200D;
    bool visible = before > 0xA8 && !is_in(name_refused, name_refused_count, before);
    return (selector && visible) || (joiner && (visible || before == 0xFE0F));
}

static bool is_allowed(uint32_t character, uint32_t before)
{
    return character != UTF8_INVALID &&
           (!is_in(name_refused, name_refused_count, character) || may_follow(character, before));
}

bool name_is_good(const char *name)
{
    uint32_t before = 0;
    struct key key;
    size_t length;
    (void)make_key(name, false, &key);
    for (const char *at = name; *at != '\0'; at += length) {
        uint32_t character = utf8_decode(at, &length);
        if (!is_allowed(character, before)) {
            return false;
        }
        before = character;
    }
    return key.length > 0 && utf8_count(name) <= NAME_CHARACTERS_MAX;
}

/* ---- the names of a game ---- */

size_t names_find_double(char (*const names)[NAME_BYTES_MAX + 1], size_t count)
{
    for (size_t i = 1; i < count; i++) {
        for (size_t j = 0; j < i && strcmp(names[i], REMOVED_NAME) != 0; j++) {
            if (names_look_alike(names[i], names[j])) {
                return i;
            }
        }
    }
    return count;
}

/* Copies the characters of a name that are allowed, at most `most` of them. */
static void copy_allowed(const char *name, size_t most, char copy[NAME_BYTES_MAX + 1])
{
    uint32_t before = 0;
    size_t used = 0, characters = 0, length;
    for (; *name != '\0' && characters < most; name += length) {
        uint32_t character = utf8_decode(name, &length);
        if (is_allowed(character, before) && used + length <= NAME_BYTES_MAX) {
            memcpy(copy + used, name, length);
            used += length;
            characters++;
            before = character;
        }
    }
    copy[used] = '\0';
}

void names_separate(char (*names)[NAME_BYTES_MAX + 1], size_t count)
{
    enum { SUFFIX = 5, BASE_MAX = NAME_CHARACTERS_MAX - SUFFIX }; /* " (99)" */
    for (size_t i = 0; i < count; i++) {
        char base[NAME_BYTES_MAX + 1];
        copy_allowed(names[i], NAME_CHARACTERS_MAX, base);
        (void)snprintf(names[i], sizeof names[i], "%s", name_is_good(base) ? base : "?");
        copy_allowed(names[i], BASE_MAX, base);
        for (unsigned number = 2; names_find_double(names, i + 1) == i; number++) {
            (void)snprintf(names[i], sizeof names[i], "%.*s (%u)", NAME_BYTES_MAX - SUFFIX, base, number);
        }
    }
}
