/*
 * film.h: a recorded game as steps to look at.
 *
 * Folds the record once and keeps each step's game, so that any step of any viewer is at hand at once. Step 0 is
 * before the first action; step N has the events of action N and the view after it.
 */
#ifndef GASLIGHT_FILM_H
#define GASLIGHT_FILM_H

#include "common/view/dossier.h"
#include "common/view/view.h"
#include "common/wire/record.h"

struct film;

/* Takes over what is in `record`, whatever comes of it. NULL: `error` says which action the rules refused. */
struct film *film_new(struct record *record, const struct board *board, struct record_error *error);
void film_free(struct film *film);

const struct record *film_record(const struct film *film);
size_t film_steps(const struct film *film); /* actions + 1 */
bool film_finished(const struct film *film);

void film_view(const struct film *film, size_t step, struct viewer viewer, struct view *view);
unsigned film_events(const struct film *film, size_t step, struct viewer viewer,
                     struct viewed_event events[EVENTS_MAX]);

/* What everybody had been told after a step, for deduction; returns how many events that were. */
uint32_t film_dossier(const struct film *film, size_t step, struct dossier *dossier);

/* The step with which a night or round begins, and the one that filled a cell of its track; SIZE_MAX: none. */
size_t film_round(const struct film *film, unsigned round);
size_t film_move(const struct film *film, unsigned round, int cell_label);

/* For scrubbing: the first step of the next round, or film_steps(); of this one or the one before, or 0. */
size_t film_next_round(const struct film *film, size_t step);
size_t film_previous_round(const struct film *film, size_t step);

#endif
