/*
 * police.c: the police of Letters from Whitechapel: their skill at each level, and which file decides what.
 *
 * Only tonight's Head knows which patrols are real; nothing here depends on it.
 */
#include "common/bots/whitechapel/whitechapel_bot.h"

static const struct police_skill skills[BOT_LEVEL_COUNT] = {
    [BOT_EASY] = {.model = {.samples = 64, .home_factor = 1, .detour_factor = 1, .uses_earlier_nights = true},
                  .rounds = 1,
                  .arrest_threshold = 0.25,
                  .blunder_rate = 0.1},
    [BOT_NORMAL] =
        {.model = {.samples = 128, .home_factor = 1, .detour_factor = 1, .uses_earlier_nights = true},
         .rounds = 2,
         .compares_actions = true,
         .arrest_threshold = 0.02,
         .blunder_rate = 0.05},
    [BOT_HARD] = {.model = {.samples = POSTERIOR_SAMPLES_MAX,
                            .home_factor = 0.5,
                            .detour_factor = 0.75,
                            .uses_earlier_nights = true},
                  .rounds = 3,
                  .blocks_streets = true,
                  .compares_actions = true,
                  .arrest_threshold = 0.05,
                  .prepares_last_night = true,
                  .chooses_false_patrols = true},
};

void bot_whitechapel_police(const struct bot_observation *observation, enum bot_level level,
                            struct random *random, struct action *action)
{
    const struct police_skill *skill = &skills[level];
    struct posterior posterior;
    if (random_fraction(random) < skill->blunder_rate) {
        bot_novice(observation, level, random, action);
        return;
    }
    whitechapel_posterior_compute(observation->board, &observation->dossier, &skill->model, random,
                                  &posterior);
    switch (observation->view.phase) {
    case PHASE_WALK:
        police_walk(observation, skill, &posterior, random, action);
        break;
    case PHASE_ACT:
        police_act(observation, skill, &posterior, random, action);
        break;
    default:
        police_head(observation, skill, &posterior, random, action);
    }
}
