/*
 * bot_whitehall_police_act.c: what an investigator does where he stands.
 *
 * What a question is worth is what is known after its answer: how concentrated the suspicion is then, and
 * whether somebody who acts later in the same turn could make an arrest of it. An arrest is worth its chance,
 * and what the miss would tell.
 */
#include <string.h>

#include "common/bots/whitehall/police.h"

static const double knowledge = 0.3; /* what it is worth to know for sure where he is, in games won */

static const double worth_a_power = 0.27; /* the chance that he is next to somebody who could use it once */

/* ---- what is known, and what it is good for ---- */

static double concentration(const double now[SET_LIMIT], double total)
{
    double sum = 0;
    for (unsigned circle = 1; circle < SET_LIMIT; circle++) {
        sum += now[circle] * now[circle];
    }
    return total > 0 ? sum / (total * total) : 0;
}

/* The surest arrest of those who act after `pawn`, from weights that add up to `total`. */
static double best_arrest_later(const struct hunt_mind *mind, unsigned pawn, const double now[SET_LIMIT],
                                double total)
{
    const struct view *view = &mind->observation->view;
    double best = 0;
    for (unsigned i = 0; i < 3; i++) {
        unsigned later = whitehall_order[i];
        if (later == pawn || (view->waiting & PAWN_BIT(later)) == 0 || view->crossing[later] == 0) {
            continue;
        }
        SET_EACH (circle, &mind->board->next_to[view->crossing[later]]) {
            best = now[circle] > best ? now[circle] : best;
        }
    }
    return total > 0 ? best / total : 0;
}

/* Games won from here on, over what is won anyway. */
static double prospect(const struct hunt_mind *mind, unsigned pawn, const double now[SET_LIMIT], double total)
{
    double calm = knowledge * concentration(now, total);
    double arrest = best_arrest_later(mind, pawn, now, total);
    double pounce = arrest + (1 - arrest) * calm * 0.5;
    return pounce > calm ? pounce : calm;
}

/* ---- the choices ---- */

static double value_of_search(const struct hunt_mind *mind, unsigned pawn, unsigned circle)
{
    struct round_facts asked = mind->facts;
    double yes[SET_LIMIT];
    double no[SET_LIMIT];
    double all = suspicion_weigh(mind->board, &mind->facts, &mind->habit.suspicion, yes);
    asked.round.clear[circle] = (uint8_t)(asked.round.last_cell + 1U);
    double none = suspicion_weigh(mind->board, &asked, &mind->habit.suspicion, no);
    for (unsigned i = 0; i < SET_LIMIT; i++) {
        yes[i] = yes[i] > no[i] ? yes[i] - no[i] : 0;
    }
    double chance = all > none ? (all - none) / all : 0;
    return chance * prospect(mind, pawn, yes, all - none) + (1 - chance) * prospect(mind, pawn, no, none);
}

static double value_of_arrest(const struct hunt_mind *mind, unsigned pawn, const struct set *circles)
{
    double left[SET_LIMIT];
    double chance = 0;
    memcpy(left, mind->suspicion.now, sizeof left);
    SET_EACH (circle, circles) {
        chance += left[circle];
        left[circle] = 0;
    }
    return chance + (1 - chance) * prospect(mind, pawn, left, 1 - chance);
}

struct act_choice {
    struct action action;
    double value;
};

static void offer(struct act_choice *best, enum action_kind kind, unsigned pawn, unsigned circle,
                  double value)
{
    if (value > best->value) {
        memset(&best->action, 0, sizeof best->action);
        best->action.kind = (uint8_t)kind;
        best->action.by = (uint8_t)pawn;
        best->action.circle = (uint8_t)circle;
        best->value = value;
    }
}

static bool has_answer(const struct hunt_mind *mind, unsigned circle)
{
    return mind->facts.round.seen[circle] != 0 || circle == mind->facts.round.start[0] ||
           mind->facts.round.clear[circle] == mind->facts.round.last_cell + 1U;
}

static double chance_next_to(const struct hunt_mind *mind, const struct set *circles)
{
    double chance = 0;
    SET_EACH (circle, circles) {
        chance += mind->suspicion.now[circle];
    }
    return chance;
}

/* Ferris, if he searches next to where Jack may well be, wants the arrest after it too. */
static void consider_search_power(const struct hunt_mind *mind, struct action *action)
{
    const struct legal *legal = &mind->observation->legal.shown;
    if (action->kind == ACTION_SEARCH && (legal->search_power & PAWN_BIT(action->by)) != 0 &&
        chance_next_to(mind, &legal->arrest[action->by]) > worth_a_power) {
        action->power = 1;
    }
}

/* The Smoker, where several circles may tell something. */
static bool smoke(const struct hunt_mind *mind, unsigned pawn)
{
    static const double enough = 0.9;
    const struct legal *legal = &mind->observation->legal.shown;
    double traces = 0;
    unsigned circles = 0;
    SET_EACH (circle, &legal->search[pawn]) {
        if (!has_answer(mind, circle)) {
            traces += mind->suspicion.trace[circle];
            circles++;
        }
    }
    return (legal->kinds & ACTION_BIT(ACTION_SMOKER)) != 0 && circles >= 3 && traces > enough;
}

/* With foresight: every question and every arrest by what it is worth. */
static void choose_by_value(const struct hunt_mind *mind, unsigned pawn, struct act_choice *best)
{
    const struct legal *legal = &mind->observation->legal.shown;
    double rest = prospect(mind, pawn, mind->suspicion.now, 1);
    if ((legal->pass & PAWN_BIT(pawn)) != 0) {
        offer(best, ACTION_PASS, pawn, 0, rest);
    }
    if ((legal->kinds & ACTION_BIT(ACTION_SEARCH)) != 0) {
        SET_EACH (circle, &legal->search[pawn]) {
            double value = has_answer(mind, circle) ? 0 : value_of_search(mind, pawn, circle);
            offer(best, ACTION_SEARCH, pawn, circle, value);
        }
    }
    if ((legal->kinds & ACTION_BIT(ACTION_ARREST)) == 0) {
        return;
    }
    SET_EACH (circle, &legal->arrest[pawn]) {
        struct set one = {{0}};
        set_add(&one, circle);
        if (mind->suspicion.now[circle] > 0) {
            offer(best, ACTION_ARREST, pawn, circle, value_of_arrest(mind, pawn, &one));
        }
    }
    if ((legal->arrest_power & PAWN_BIT(pawn)) != 0 &&
        chance_next_to(mind, &legal->arrest[pawn]) > worth_a_power) {
        offer(best, ACTION_ARREST, pawn, 0, value_of_arrest(mind, pawn, &legal->arrest[pawn]));
        best->action.power = best->action.kind == ACTION_ARREST && best->action.circle == 0;
    }
}

/* Without: the likeliest circle if it is likely enough, else the likeliest trace. */
static void choose_by_chance(const struct hunt_mind *mind, unsigned pawn, struct act_choice *best)
{
    const struct legal *legal = &mind->observation->legal.shown;
    offer(best, ACTION_PASS, pawn, 0, 0);
    if ((legal->kinds & ACTION_BIT(ACTION_SEARCH)) != 0) {
        SET_EACH (circle, &legal->search[pawn]) {
            offer(best, ACTION_SEARCH, pawn, circle,
                  has_answer(mind, circle) ? 0 : mind->suspicion.trace[circle]);
        }
    }
    if ((legal->kinds & ACTION_BIT(ACTION_ARREST)) != 0) {
        SET_EACH (circle, &legal->arrest[pawn]) {
            double chance = mind->suspicion.now[circle];
            offer(best, ACTION_ARREST, pawn, circle, chance >= mind->habit.daring ? 1 + chance : 0);
        }
    }
}

void police_plan_act(const struct hunt_mind *mind, unsigned pawn, struct action *action)
{
    struct act_choice best = {.value = -1};
    if (mind->habit.joint) {
        choose_by_value(mind, pawn, &best);
    } else {
        choose_by_chance(mind, pawn, &best);
    }
    if (best.action.kind == ACTION_SEARCH && smoke(mind, pawn)) {
        memset(&best.action, 0, sizeof best.action);
        best.action.kind = ACTION_SMOKER;
        best.action.by = (uint8_t)pawn;
    }
    consider_search_power(mind, &best.action);
    *action = best.action;
}
