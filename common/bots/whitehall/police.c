/*
 * bot_whitehall_police.c: the investigators of Whitehall, by level.
 *
 * Easy knows where Jack can be and goes roughly there. Normal covers it carefully, each investigator for
 * himself, and has some idea of where he is going. Hard knows how people like him walk, plans for all three, and
 * compares every question with every arrest.
 */
#include <string.h>

#include "common/bots/whitehall/police.h"

static const struct hunt_habit habits[BOT_LEVEL_COUNT] = {
    [BOT_EASY] = {.slack = 0.2, .daring = 0.4, .suspicion = {.detour = 0.8, .distant = 1.0, .shy = 1.0}},
    [BOT_NORMAL] = {.slack = 0.02, .daring = 0.3, .suspicion = {.detour = 0.6, .distant = 0.9, .shy = 1.0}},
    [BOT_HARD] = {.slack = 0.02, .joint = true, .suspicion = {.detour = 0.13, .distant = 0.5, .shy = 0.8}},
};

static void think(const struct bot_observation *observation, enum bot_level level, unsigned pawn,
                  struct random *random, struct action *action)
{
    struct hunt_mind mind = {
        .observation = observation, .board = observation->board, .random = random, .habit = habits[level]};
    facts_gather(observation->board, &observation->dossier, &mind.facts);
    suspicion_form(observation->board, &mind.facts, &mind.habit.suspicion, &mind.suspicion);
    switch (observation->view.phase) {
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

void bot_whitehall_police(const struct bot_observation *observation, enum bot_level level,
                          struct random *random, struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    unsigned pawn = random_bit(legal->actors, random); /* one at a time has the turn */
    if (observation->dossier.rounds == 0) {
        random_action(legal, ACTION_DEPLOY, random, action); /* Jack is not on the board yet */
    } else {
        think(observation, level, pawn, random, action);
    }
}
