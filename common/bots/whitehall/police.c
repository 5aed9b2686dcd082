/*
 * police.c: the investigators of Whitehall Mystery: their skill at each level, and which file decides what.
 *
 * Easy knows where Jack can be and walks roughly there. Normal covers those circles carefully, each
 * investigator separately, with some idea of where Jack is going. Hard models how such players walk, plans
 * for all three investigators together, and compares every search with every arrest.
 */
#include <string.h>

#include "common/bots/whitehall/police.h"

static const struct police_skill skills[BOT_LEVEL_COUNT] = {
    [BOT_EASY] = {.tolerance = 0.2,
                  .arrest_threshold = 0.4,
                  .model = {.detour_factor = 0.8, .distance_factor = 1.0, .police_factor = 1.0}},
    [BOT_NORMAL] = {.tolerance = 0.02,
                    .arrest_threshold = 0.3,
                    .model = {.detour_factor = 0.6, .distance_factor = 0.9, .police_factor = 1.0}},
    [BOT_HARD] = {.tolerance = 0.02,
                  .plans_jointly = true,
                  .model = {.detour_factor = 0.13, .distance_factor = 0.5, .police_factor = 0.8}},
};

static void decide(const struct bot_observation *observation, enum bot_level level, unsigned pawn,
                   struct random *random, struct action *action)
{
    struct police_context context = {
        .observation = observation, .board = observation->board, .random = random, .skill = skills[level]};
    round_facts_collect(observation->board, &observation->dossier, &context.facts);
    whitehall_posterior_compute(observation->board, &context.facts, &context.skill.model, &context.posterior);
    switch (observation->view.phase) {
    case PHASE_DEPLOY:
        police_choose_deployment(&context, pawn, action);
        break;
    case PHASE_WALK:
        police_choose_walk(&context, pawn, action);
        break;
    default:
        police_choose_action(&context, pawn, action);
        break;
    }
}

void bot_whitehall_police(const struct bot_observation *observation, enum bot_level level,
                          struct random *random, struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    unsigned pawn = random_bit(legal->actors, random); /* only one of them has the turn */
    if (observation->dossier.rounds == 0) {
        random_action(legal, ACTION_DEPLOY, random, action); /* Jack is not on the board yet */
    } else {
        decide(observation, level, pawn, random, action);
    }
}
