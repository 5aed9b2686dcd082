/*
 * police.c: the investigators of Whitehall Mystery: their skill at each level, and which file decides what.
 *
 * Easy knows where Jack can be and walks roughly there, but forgets searches without a result after a few moves. Normal
 * forgets them later, and plans whole turns for a few possible trails: it trusts its hunches. Hard and master do the same
 * for many trails, and forget nothing.
 */
#include <string.h>

#include "common/bots/whitehall/police_plan.h"
#include "common/bots/whitehall/truths.h"

static const struct police_skill skills[BOT_LEVEL_COUNT] = {
    [BOT_EASY] = {.tolerance = 0.1,
                  .arrest_threshold = 0.4,
                  .memory = 3,
                  .model = {.detour_factor = 0.8, .distance_factor = 1.0, .caution = {1, 1, 1}}},
    [BOT_NORMAL] = {.tolerance = 0.02,
                    .truths = 8,
                    .climbs = 1,
                    .sweeps = 1,
                    .memory = 4,
                    .model = {.mixed = true, .distance_factor = 0.9, .caution = {0.9, 0.9, 0.9}}},
    [BOT_HARD] = {.tolerance = 0.02,
                  .truths = 256,
                  .climbs = 2,
                  .sweeps = 4,
                  .plans_jointly = true,
                  .model = {.mixed = true, .distance_factor = 0.8, .caution = {1, 0.2, 0.5}}},
    [BOT_MASTER] = {.tolerance = 0.02,
                    .truths = TRUTHS_MAX,
                    .climbs = 2,
                    .sweeps = 8,
                    .plans_jointly = true,
                    .model = {.mixed = true, .distance_factor = 0.8, .caution = {1, 0.2, 0.5}}},
};

/* People forget where a search found nothing: unlike a clue, it leaves no marker on the board. */
static void forget_searches(struct round_facts *facts, unsigned memory)
{
    struct dossier_round *round = &facts->round;
    for (unsigned circle = 0; memory != 0 && circle < SET_LIMIT; circle++) {
        if (round->clear[circle] + memory <= round->last_cell) {
            round->clear[circle] = 0;
        }
    }
}

static void decide(const struct bot_observation *observation, const struct police_skill *skill, unsigned pawn,
                   struct random *random, struct action *action)
{
    struct police_context context = {
        .observation = observation, .board = observation->board, .random = random, .skill = *skill};
    round_facts_collect(observation->board, &observation->dossier, &context.facts);
    forget_searches(&context.facts, skill->memory);
    whitehall_posterior_compute(observation->board, &context.facts, &context.skill.model, &context.posterior);
    switch (observation->view.phase) {
    case PHASE_DEPLOY:
        police_choose_deployment(&context, pawn, action);
        break;
    case PHASE_WALK:
        (skill->truths > 0 ? police_plan_walk : police_choose_walk)(&context, pawn, action);
        break;
    default:
        police_choose_action(&context, pawn, action);
        break;
    }
}

void whitehall_police_play(const struct bot_observation *observation, const struct police_skill *skill,
                           struct random *random, struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    unsigned pawn = random_bit(legal->actors, random); /* only one of them has the turn */
    if (observation->dossier.rounds == 0) {
        police_choose_first_deployment(observation, pawn, random, action); /* Jack is not on the board yet */
    } else {
        decide(observation, skill, pawn, random, action);
    }
}

void bot_whitehall_police(const struct bot_observation *observation, enum bot_level level,
                          struct random *random, struct action *action)
{
    whitehall_police_play(observation, &skills[level], random, action);
}

void bot_whitehall_estimate(const struct bot_observation *observation, enum bot_level level,
                            struct random *random, double now[SET_LIMIT])
{
    struct round_facts facts;
    struct posterior posterior;
    (void)random;
    round_facts_collect(observation->board, &observation->dossier, &facts);
    whitehall_posterior_compute(observation->board, &facts, &skills[level].model, &posterior);
    memcpy(now, posterior.now, sizeof posterior.now);
}
