/*
 * police_plan.h: plans a whole turn of the investigators over sampled truths. Internal to common/bots/whitehall.
 *
 * The value of three crossings is the chance to arrest Jack in this turn or the next: the investigators search or arrest
 * one after the other, each knowing the answers of those before; every possible sequence of answers leaves a group of
 * truths; Jack moves on from there, and each group is worth the likeliest circles that the investigators can then reach.
 * So it counts what the searches of a whole turn tell, how near the investigators are, and which streets they close.
 *
 * The work is bounded by the number of truths and of positions compared (struct police_skill).
 */
#ifndef GASLIGHT_WHITEHALL_POLICE_PLAN_H
#define GASLIGHT_WHITEHALL_POLICE_PLAN_H

#include "common/bots/whitehall/police.h"

/* Chooses where `pawn` walks, planning for all investigators who have not walked yet. */
void police_plan_walk(const struct police_context *context, unsigned pawn, struct action *action);

/* Chooses what `pawn` does after walking: search, arrest or pass. */
void police_plan_action(const struct police_context *context, unsigned pawn, struct action *action);

/* The best action of an investigator offered so far. It begins with a value below all others. */
struct best_action {
    struct action action;
    double value;
};

/* Makes this action the best one if its value is higher. */
void police_plan_offer(struct best_action *best, enum action_kind kind, unsigned pawn, unsigned circle,
                       double value);

#endif
