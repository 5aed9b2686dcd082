/*
 * step.h: one action while it is being carried out.
 *
 * Internal to the engine. game_apply() makes a step once the action has been checked; the rules change its game and
 * add events to it. Nothing in a step can fail.
 */
#ifndef GASLIGHT_STEP_H
#define GASLIGHT_STEP_H

#include "common/rules/game.h"

struct step {
    const struct board *board;
    struct game *game;
    struct events *events;
};

/*
 * Adds an event that carries `fields` (a mask of EVENT_FIELD_BIT) and returns it for the caller to fill in. Its kind
 * and, unless it is PAWN_NONE, `by` are set; everything else is 0 except the sheet, which is uninitialized.
 */
struct event *step_event(struct step *step, enum event_kind kind, enum pawn by, uint32_t fields);

/* Ends the game, reveals its secrets and returns PHASE_OVER. */
enum phase step_over(struct step *step, enum winner winner, enum reason reason);

#endif
