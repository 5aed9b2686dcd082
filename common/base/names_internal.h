/* names_internal.h: the tables that names_table.py writes and names.c uses. */
#ifndef GASLIGHT_NAMES_INTERNAL_H
#define GASLIGHT_NAMES_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include "common/base/array.h"

enum name_kind {
    NAME_GONE, /* left out when names are compared */
    NAME_ONE,  /* one character, `value` for the first of the range, the next for the second, and so on */
    NAME_TEXT, /* several characters, at name_texts[value] */
};

/* Characters from `first` to `first + more` that are replaced before names are compared. */
struct name_range {
    uint32_t first;
    uint16_t more;
    uint8_t kind;
    uint32_t value;
};

struct name_pair {
    uint32_t first, last;
};

#define NAME_TEXT_END 0x80000000U /* is added to the last character of a text in name_texts */

extern const struct name_range name_ranges[]; /* sorted; they don't overlap */
extern const size_t name_range_count;
extern const uint32_t name_texts[];

/* Upper and lower case that name_ranges does not make equal. Sorted. */
extern const struct name_pair name_cases[];
extern const size_t name_case_count;

/* Marks whose order does not matter. Sorted ranges. */
extern const struct name_pair name_ordered[];
extern const size_t name_ordered_count;

/* Characters that have no place in a name: invisible ones, and those that change the direction of text. Sorted ranges. */
extern const struct name_pair name_refused[];
extern const size_t name_refused_count;

#endif
