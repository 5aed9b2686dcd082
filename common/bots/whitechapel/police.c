/*
 * bot_whitechapel_police.c: the detectives of Letters from Whitechapel.
 *
 * Levels are rows: what a detective of that level can do. Nobody but this night's Head knows the patrols' faces,
 * and nothing here needs them.
 */
#include "common/bots/whitechapel/whitechapel_bot.h"

static const struct police_skill skills[BOT_LEVEL_COUNT] = {
    [BOT_EASY] = {.hunch = {.suspects = 64, .direct = 1, .detour = 1, .earlier_nights = true},
                  .rounds = 1,
                  .arrest_at = 0.25,
                  .blunder = 0.1},
    [BOT_NORMAL] = {.hunch = {.suspects = 128, .direct = 1, .detour = 1, .earlier_nights = true},
                    .rounds = 2,
                    .asks_well = true,
                    .arrest_at = 0.02,
                    .blunder = 0.05},
    [BOT_HARD] = {.hunch = {.suspects = SUSPECTS_MAX, .direct = 0.5, .detour = 0.75, .earlier_nights = true},
                  .rounds = 3,
                  .guards_ways = true,
                  .asks_well = true,
                  .arrest_at = 0.05,
                  .stands_for_last = true,
                  .chooses_faces = true},
};

void bot_whitechapel_police(const struct bot_observation *observation, enum bot_level level,
                            struct random *random, struct action *action)
{
    const struct police_skill *skill = &skills[level];
    struct hunch hunch;
    if (random_share(random) < skill->blunder) {
        bot_novice(observation, level, random, action);
        return;
    }
    hunch_form(observation->board, &observation->dossier, &skill->hunch, random, &hunch);
    switch (observation->view.phase) {
    case PHASE_WALK:
        police_walk(observation, skill, &hunch, random, action);
        break;
    case PHASE_ACT:
        police_act(observation, skill, &hunch, random, action);
        break;
    default:
        police_head(observation, skill, &hunch, random, action);
    }
}
