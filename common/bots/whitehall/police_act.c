/*
 * police_act.c: what an investigator does after walking: search, arrest, use a power, or pass.
 *
 * The value of a search is the value of the knowledge after its answer: how concentrated the posterior is
 * then, and whether an investigator who acts later in the same turn could make an arrest. The value of an
 * arrest is its chance of success plus the knowledge gained from a miss.
 *
 * How likely an arrest must be for the levels that do not compare values is `arrest_threshold` in police.c.
 */
#include <string.h>

#include "common/bots/whitehall/police_plan.h"

/* Value of knowing exactly where Jack is, as a fraction of a win. */
static const double knowledge_weight = 0.3;

/* Use a one-time power only above this chance that Jack is next to the investigator. */
static const double power_threshold = 0.27;

/* ---- the value of knowledge ---- */

static double concentration(const double now[SET_LIMIT], double total)
{
    double sum = 0;
    for (unsigned circle = 1; circle < SET_LIMIT; circle++) {
        sum += now[circle] * now[circle];
    }
    return total > 0 ? sum / (total * total) : 0;
}

/*
 * Returns the highest chance of an arrest among the investigators who act after `pawn`, given weights that
 * add up to `total`.
 */
static double best_arrest_later(const struct police_context *context, unsigned pawn,
                                const double now[SET_LIMIT], double total)
{
    const struct view *view = &context->observation->view;
    double best = 0;
    for (unsigned i = 0; i < 3; i++) {
        unsigned later = whitehall_police_order[i];
        if (later == pawn || (view->waiting & PAWN_BIT(later)) == 0 || view->crossing[later] == 0) {
            continue;
        }
        SET_EACH (circle, &context->board->next_to[view->crossing[later]]) {
            best = now[circle] > best ? now[circle] : best;
        }
    }
    return total > 0 ? best / total : 0;
}

/* Returns the gain in win probability from here on, given these weights. */
static double future_value(const struct police_context *context, unsigned pawn, const double now[SET_LIMIT],
                           double total)
{
    double knowledge = knowledge_weight * concentration(now, total);
    double arrest = best_arrest_later(context, pawn, now, total);
    double arrest_first = arrest + (1 - arrest) * knowledge * 0.5;
    return arrest_first > knowledge ? arrest_first : knowledge;
}

/* ---- the choices ---- */

static double value_of_search(const struct police_context *context, unsigned pawn, unsigned circle)
{
    struct round_facts asked = context->facts;
    double yes[SET_LIMIT];
    double no[SET_LIMIT];
    double all = whitehall_posterior_weights(context->board, &context->facts, &context->skill.model, yes);
    asked.round.clear[circle] = (uint8_t)(asked.round.last_cell + 1U);
    double none = whitehall_posterior_weights(context->board, &asked, &context->skill.model, no);
    for (unsigned i = 0; i < SET_LIMIT; i++) {
        yes[i] = yes[i] > no[i] ? yes[i] - no[i] : 0;
    }
    double chance = all > none ? (all - none) / all : 0;
    return chance * future_value(context, pawn, yes, all - none) +
           (1 - chance) * future_value(context, pawn, no, none);
}

static double value_of_arrest(const struct police_context *context, unsigned pawn, const struct set *circles)
{
    double left[SET_LIMIT];
    double chance = 0;
    memcpy(left, context->posterior.now, sizeof left);
    SET_EACH (circle, circles) {
        chance += left[circle];
        left[circle] = 0;
    }
    return chance + (1 - chance) * future_value(context, pawn, left, 1 - chance);
}

static bool has_answer(const struct police_context *context, unsigned circle)
{
    return context->facts.round.seen[circle] != 0 || circle == context->facts.round.start[0] ||
           context->facts.round.clear[circle] == context->facts.round.last_cell + 1U;
}

static double chance_next_to(const struct police_context *context, const struct set *circles)
{
    double chance = 0;
    SET_EACH (circle, circles) {
        chance += context->posterior.now[circle];
    }
    return chance;
}

/* Uses Ferris's power, which adds an arrest after a search, if Jack is likely to be next to him. */
static void consider_search_power(const struct police_context *context, struct action *action)
{
    const struct legal *legal = &context->observation->legal.shown;
    if (action->kind == ACTION_SEARCH && (legal->search_power & PAWN_BIT(action->by)) != 0 &&
        chance_next_to(context, &legal->arrest[action->by]) > power_threshold) {
        action->power = 1;
    }
}

/* Returns true if the Smoker should be used: several unsearched circles may hold clues. */
static bool should_smoke(const struct police_context *context, unsigned pawn)
{
    static const double enough = 0.9;
    const struct legal *legal = &context->observation->legal.shown;
    double traces = 0;
    unsigned circles = 0;
    SET_EACH (circle, &legal->search[pawn]) {
        if (!has_answer(context, circle)) {
            traces += context->posterior.trace[circle];
            circles++;
        }
    }
    return (legal->kinds & ACTION_BIT(ACTION_SMOKER)) != 0 && circles >= 3 && traces > enough;
}

/* Joint planning: compares every search and every arrest by value. */
static void choose_by_value(const struct police_context *context, unsigned pawn, struct best_action *best)
{
    const struct legal *legal = &context->observation->legal.shown;
    double rest = future_value(context, pawn, context->posterior.now, 1);
    if ((legal->pass & PAWN_BIT(pawn)) != 0) {
        police_plan_offer(best, ACTION_PASS, pawn, 0, rest);
    }
    if ((legal->kinds & ACTION_BIT(ACTION_SEARCH)) != 0) {
        SET_EACH (circle, &legal->search[pawn]) {
            double value = has_answer(context, circle) ? 0 : value_of_search(context, pawn, circle);
            police_plan_offer(best, ACTION_SEARCH, pawn, circle, value);
        }
    }
    if ((legal->kinds & ACTION_BIT(ACTION_ARREST)) == 0) {
        return;
    }
    SET_EACH (circle, &legal->arrest[pawn]) {
        struct set one = {{0}};
        set_add(&one, circle);
        if (context->posterior.now[circle] > 0) {
            police_plan_offer(best, ACTION_ARREST, pawn, circle, value_of_arrest(context, pawn, &one));
        }
    }
    if ((legal->arrest_power & PAWN_BIT(pawn)) != 0 &&
        chance_next_to(context, &legal->arrest[pawn]) > power_threshold) {
        police_plan_offer(best, ACTION_ARREST, pawn, 0, value_of_arrest(context, pawn, &legal->arrest[pawn]));
        best->action.power = best->action.kind == ACTION_ARREST && best->action.circle == 0;
    }
}

/*
 * Otherwise: arrests on the likeliest circle if it reaches the threshold, else searches where a clue is
 * likeliest.
 */
static void choose_by_chance(const struct police_context *context, unsigned pawn, struct best_action *best)
{
    const struct legal *legal = &context->observation->legal.shown;
    police_plan_offer(best, ACTION_PASS, pawn, 0, 0);
    if ((legal->kinds & ACTION_BIT(ACTION_SEARCH)) != 0) {
        SET_EACH (circle, &legal->search[pawn]) {
            police_plan_offer(best, ACTION_SEARCH, pawn, circle,
                              has_answer(context, circle) ? 0 : context->posterior.trace[circle]);
        }
    }
    if ((legal->kinds & ACTION_BIT(ACTION_ARREST)) != 0) {
        SET_EACH (circle, &legal->arrest[pawn]) {
            double chance = context->posterior.now[circle];
            police_plan_offer(best, ACTION_ARREST, pawn, circle,
                              chance >= context->skill.arrest_threshold ? 1 + chance : 0);
        }
    }
}

void police_choose_action(const struct police_context *context, unsigned pawn, struct action *action)
{
    struct best_action best = {.value = -1};
    if (context->skill.truths > 0) {
        police_plan_action(context, pawn, &best.action);
    } else if (context->skill.plans_jointly) {
        choose_by_value(context, pawn, &best);
    } else {
        choose_by_chance(context, pawn, &best);
    }
    if (best.action.kind == ACTION_SEARCH && should_smoke(context, pawn)) {
        memset(&best.action, 0, sizeof best.action);
        best.action.kind = ACTION_SMOKER;
        best.action.by = (uint8_t)pawn;
    }
    consider_search_power(context, &best.action);
    *action = best.action;
}
