/*
 * bot_whitehall_police.c: the investigators of Whitehall, by level.
 *
 * Easy goes by the last place where Jack was known to be and how far he can have come since. Normal works out
 * exactly where he can be and covers it, each investigator for himself. Hard weighs that by where he can be
 * going, and plans for all three.
 */
#include <string.h>

#include "bot_whitehall_police.h"

static const struct suspicion_habit habits[BOT_LEVEL_COUNT] = {
    [BOT_NORMAL] = {.detour = 1.0, .distant = 1.0, .shy = 1.0},
    [BOT_HARD] = {.detour = 0.13, .distant = 0.5, .shy = 0.4},
};

/* ---- easy ---- */

/* Where he was last known to be, and at which cell at the latest. */
static unsigned last_known(const struct dossier_round *round, unsigned *cell)
{
    unsigned known = round->start[0];
    *cell = round->first_cell;
    for (unsigned circle = 1; circle < SET_LIMIT; circle++) {
        if (round->seen[circle] > *cell + 1U) {
            known = circle;
            *cell = round->seen[circle] - 1U;
        }
    }
    return known;
}

/* Circles he can have come to since, if he went on; those looked at in the meantime left out. */
static struct set guess_circles(const struct bot_sight *sight)
{
    const struct dossier_round *round = &sight->dossier.round[sight->dossier.rounds - 1];
    struct set guess = {{0}};
    unsigned cell = 0;
    unsigned known = last_known(round, &cell);
    unsigned moves = round->last_cell - cell;
    SET_EACH (circle, &sight->board->all_circles) {
        unsigned steps = sight->board->steps[known][circle];
        if (steps <= moves && 2 * steps >= moves && round->clear[circle] <= round->last_cell) {
            set_add(&guess, circle);
        }
    }
    return guess;
}

static unsigned guesses_next_to(const struct board *board, unsigned crossing, const struct set *guess)
{
    struct set common = set_and(board->next_to[crossing], guess);
    return set_count(&common);
}

/* Steps of Jack's from a crossing to the nearest guess: as the crow flies, nearly. */
static unsigned away_from(const struct board *board, unsigned crossing, const struct set *guess)
{
    unsigned best = BOARD_FAR;
    SET_EACH (next, &board->next_to[crossing]) {
        SET_EACH (circle, guess) {
            unsigned steps = board->steps[next][circle];
            best = steps < best ? steps : best;
        }
    }
    return best == BOARD_FAR ? CELLS : best;
}

static void easy_walk(const struct bot_sight *sight, unsigned pawn, struct random *random,
                      struct action *action)
{
    const struct legal *legal = &sight->legal.shown;
    struct set guess = guess_circles(sight);
    double weight[SET_LIMIT] = {0};
    SET_EACH (crossing, &legal->walk[pawn]) {
        double liking = 1 + 4.0 * guesses_next_to(sight->board, crossing, &guess);
        weight[crossing] = liking * liking / (1 + away_from(sight->board, crossing, &guess));
    }
    action->kind = ACTION_WALK;
    action->by = (uint8_t)pawn;
    action->to = (uint8_t)pick_weighted(weight, SET_LIMIT, random);
}

static void easy_act(const struct bot_sight *sight, unsigned pawn, struct random *random,
                     struct action *action)
{
    const struct legal *legal = &sight->legal.shown;
    struct set guess = guess_circles(sight);
    struct set asked = set_and(legal->search[pawn], &guess);
    struct set named = set_and(legal->arrest[pawn], &guess);
    asked = set_minus(asked, &sight->view.clues);
    action->by = (uint8_t)pawn;
    if ((legal->kinds & ACTION_BIT(ACTION_ARREST)) != 0 && !set_is_empty(&named) && set_count(&guess) <= 5) {
        action->kind = ACTION_ARREST;
        action->circle = (uint8_t)pick_member(&named, random);
    } else if ((legal->kinds & ACTION_BIT(ACTION_SEARCH)) != 0 && !set_is_empty(&asked)) {
        action->kind = ACTION_SEARCH;
        action->circle = (uint8_t)pick_member(&asked, random);
    } else {
        pick_action(legal, (enum action_kind)pick_bit(legal->kinds & ~ACTION_BIT(ACTION_ARREST), random),
                    random, action);
    }
}

static void easy(const struct bot_sight *sight, unsigned pawn, struct random *random, struct action *action)
{
    if (sight->view.phase == PHASE_WALK) {
        easy_walk(sight, pawn, random, action);
    } else {
        easy_act(sight, pawn, random, action);
    }
}

/* ---- normal and hard ---- */

static void think(const struct bot_sight *sight, enum bot_level level, unsigned pawn, struct random *random,
                  struct action *action)
{
    struct hunt_mind mind = {
        .sight = sight, .board = sight->board, .random = random, .joint = level == BOT_HARD};
    mind.habit = habits[level];
    facts_gather(sight->board, &sight->dossier, &mind.facts);
    suspicion_form(sight->board, &mind.facts, &mind.habit, &mind.suspicion);
    switch (sight->view.phase) {
    case PHASE_DEPLOY:
        police_plan_deploy(&mind, pawn, action);
        break;
    case PHASE_WALK:
        police_plan_walk(&mind, pawn, action);
        break;
    default:
        police_plan_act(&mind, pawn, action);
        break;
    }
}

void bot_whitehall_police(const struct bot_sight *sight, enum bot_level level, struct random *random,
                          struct action *action)
{
    const struct legal *legal = &sight->legal.shown;
    unsigned pawn = pick_bit(legal->actors, random); /* one at a time has the turn */
    if (sight->dossier.rounds == 0 || (level == BOT_EASY && sight->view.phase == PHASE_DEPLOY)) {
        pick_action(legal, ACTION_DEPLOY, random, action); /* Jack is not on the board yet */
    } else if (level == BOT_EASY) {
        easy(sight, pawn, random, action);
    } else {
        think(sight, level, pawn, random, action);
    }
}
