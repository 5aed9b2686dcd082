/*
 * timeline.h: a recorded game as a sequence of steps.
 *
 * Replays the record once and stores the game of each step, so that any step is available at once for any viewer. Step
 * 0 is before the first action; step N has the events of action N and the view after it.
 */
#ifndef GASLIGHT_TIMELINE_H
#define GASLIGHT_TIMELINE_H

#include "common/view/dossier.h"
#include "common/view/view.h"
#include "common/wire/record.h"

struct timeline;

/* Takes over the contents of `record`, even on failure. Returns NULL if the rules reject an action, named in `error`. */
struct timeline *timeline_new(struct record *record, const struct board *board, struct record_error *error);
void timeline_free(struct timeline *timeline);

const struct record *timeline_record(const struct timeline *timeline);
size_t timeline_steps(const struct timeline *timeline); /* actions + 1 */
bool timeline_finished(const struct timeline *timeline);

void timeline_view(const struct timeline *timeline, size_t step, struct viewer viewer, struct view *view);
unsigned timeline_events(const struct timeline *timeline, size_t step, struct viewer viewer,
                         struct viewed_event events[EVENTS_MAX]);

/* Gets the public information after a step, for deduction; returns the number of events. */
uint32_t timeline_dossier(const struct timeline *timeline, size_t step, struct dossier *dossier);

/* Return the step with which a night or round begins, or that filled a cell of its track; SIZE_MAX if none. */
size_t timeline_round(const struct timeline *timeline, unsigned round);
size_t timeline_move(const struct timeline *timeline, unsigned round, int cell_label);

/* Return the first step of the next round, or timeline_steps(); of this round or the previous one, or 0. */
size_t timeline_next_round(const struct timeline *timeline, size_t step);
size_t timeline_previous_round(const struct timeline *timeline, size_t step);

#endif
