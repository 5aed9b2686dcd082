/*
 * report_deduction.h: a deduction in sentences, for plain mode, popups and the panel beside the map.
 *
 * Pure: every line is passed to `line`.
 */
#ifndef GASLIGHT_REPORT_DEDUCTION_H
#define GASLIGHT_REPORT_DEDUCTION_H

#include "client-cli/model/deduction.h"
#include "client-cli/text/sentences.h"

typedef void report_line(void *context, const char *text);

/* Returns "Where Jack may be", "Where Jack may have been this night", "Possible hideouts". */
const char *deduction_title(const struct deduction *deduction, enum heat heat);

/* Returns "41 circles, 18,234 trails"; the trails only if they were counted. */
struct sentence deduction_size(const struct deduction *deduction, enum heat heat);

/* Returns "12 (34%), 14 (20%), 27 and 20 more": at most `most` circles, the most likely first. */
struct sentence deduction_list(const struct deduction *deduction, enum heat heat, unsigned most);

/* Writes everything except searches and trails. */
void report_deduction(const struct deduction *deduction, report_line *line, void *context);

/* Returns "12 (Red): a clue in 17% of the trails. If yes, 3 of 41 circles are left; if no, 40." */
struct sentence deduction_search_text(const struct deduction *deduction, unsigned index);

/* Writes all searches, the most useful first, or why there are none. */
void report_searches(const struct deduction *deduction, report_line *line, void *context);

/* Writes the trails to the circle that was asked for, one per line: "27, 13, 12". */
void report_ways(const struct deduction *deduction, report_line *line, void *context);

#endif
