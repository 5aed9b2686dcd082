/*
 * timeline.h: a recorded game as steps to look at.
 *
 * Folds the record once and keeps each step's game, so that any step of any viewer is at hand at once. Step 0 is
 * before the first action; step N has the events of action N and the view after it.
 */
#ifndef GASLIGHT_TIMELINE_H
#define GASLIGHT_TIMELINE_H

#include "common/view/dossier.h"
#include "common/view/view.h"
#include "common/wire/record.h"

struct timeline;

/* Takes over what is in `record`, whatever comes of it. NULL: `error` says which action the rules refused. */
struct timeline *timeline_new(struct record *record, const struct board *board, struct record_error *error);
void timeline_free(struct timeline *timeline);

const struct record *timeline_record(const struct timeline *timeline);
size_t timeline_steps(const struct timeline *timeline); /* actions + 1 */
bool timeline_finished(const struct timeline *timeline);

void timeline_view(const struct timeline *timeline, size_t step, struct viewer viewer, struct view *view);
unsigned timeline_events(const struct timeline *timeline, size_t step, struct viewer viewer,
                         struct viewed_event events[EVENTS_MAX]);

/* What everybody had been told after a step, for deduction; returns how many events that were. */
uint32_t timeline_dossier(const struct timeline *timeline, size_t step, struct dossier *dossier);

/* The step with which a night or round begins, and the one that filled a cell of its track; SIZE_MAX: none. */
size_t timeline_round(const struct timeline *timeline, unsigned round);
size_t timeline_move(const struct timeline *timeline, unsigned round, int cell_label);

/* For scrubbing: the first step of the next round, or timeline_steps(); of this one or the one before, or 0. */
size_t timeline_next_round(const struct timeline *timeline, size_t step);
size_t timeline_previous_round(const struct timeline *timeline, size_t step);

#endif
