/*
 * deduction_words.h: a deduction in sentences, for lines, popups and the panel beside the map.
 *
 * Pure: every line goes to `line`.
 */
#ifndef GASLIGHT_DEDUCTION_WORDS_H
#define GASLIGHT_DEDUCTION_WORDS_H

#include "client-cli/model/deduction.h"
#include "client-cli/text/sentences.h"

typedef void deduction_line(void *context, const char *text);

/* "where Jack can be now", "where he can have been", "where his hideout can be". */
const char *deduction_title(const struct deduction *deduction, enum heat heat);

/* "41 circles, 18234 trails"; the trails only where they were counted. */
struct sentence deduction_size(const struct deduction *deduction, enum heat heat);

/* "12 (34 %), 14 (20 %), 27": the likeliest first, at most so many; "and 20 more" for the rest. */
struct sentence deduction_list(const struct deduction *deduction, enum heat heat, unsigned most);

/* Everything but searches and ways. */
void deduction_tell(const struct deduction *deduction, deduction_line *line, void *context);

/* "12 (Red): yes leaves 3 of 41 circles, no leaves 40; 17 % yes." */
struct sentence deduction_search_text(const struct deduction *deduction, unsigned index);

/* All searches, the most telling first; or why there are none. */
void deduction_tell_searches(const struct deduction *deduction, deduction_line *line, void *context);

/* The ways to the circle that was asked for: "27, 13, 12", one a line. */
void deduction_tell_ways(const struct deduction *deduction, deduction_line *line, void *context);

#endif
