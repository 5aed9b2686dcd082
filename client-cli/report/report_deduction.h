/*
 * report_deduction.h: a deduction in sentences, for lines, popups and the panel beside the map.
 *
 * Pure: every line goes to `line`.
 */
#ifndef GASLIGHT_REPORT_DEDUCTION_H
#define GASLIGHT_REPORT_DEDUCTION_H

#include "client-cli/model/deduction.h"
#include "client-cli/text/sentences.h"

typedef void report_line(void *context, const char *text);

/* "where Jack can be now", "where he can have been", "where his hideout can be". */
const char *deduction_title(const struct deduction *deduction, enum heat heat);

/* "41 circles, 18234 trails"; the trails only where they were counted. */
struct sentence deduction_size(const struct deduction *deduction, enum heat heat);

/* "12 (34 %), 14 (20 %), 27": the likeliest first, at most so many; "and 20 more" for the rest. */
struct sentence deduction_list(const struct deduction *deduction, enum heat heat, unsigned most);

/* Everything but searches and ways. */
void report_deduction(const struct deduction *deduction, report_line *line, void *context);

/* "12 (Red): yes leaves 3 of 41 circles, no leaves 40; 17 % yes." */
struct sentence deduction_search_text(const struct deduction *deduction, unsigned index);

/* All searches, the most telling first; or why there are none. */
void report_searches(const struct deduction *deduction, report_line *line, void *context);

/* The ways to the circle that was asked for: "27, 13, 12", one a line. */
void report_ways(const struct deduction *deduction, report_line *line, void *context);

#endif
