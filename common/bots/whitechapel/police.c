/*
 * police.c: the police of Letters from Whitechapel: their skill at each level, and which file decides what.
 *
 * Only tonight's Head knows which patrols are real; nothing here depends on it.
 */
#include <string.h>

#include "common/bots/whitechapel/whitechapel_bot.h"

/* What hard and master share. */
#define STRONG(of_samples) \
    .model = {.samples = (of_samples), \
              .habits = WHITECHAPEL_HABITS, \
              .habit = whitechapel_habits, \
              .walk = {0.3, 1.8}, \
              .uses_earlier_nights = true, \
              .foresight = 0.6}, \
    .weights = {1, 0.05, 0.55, 0.5, 1, 0.6}, .blocks_streets = true, .compares_actions = true, \
    .arrest_threshold = 0.05, .prepares_last_night = 0.5, .prepares_double_event = 0.4, \
    .chooses_false_patrols = true

static const struct police_skill skills[BOT_LEVEL_COUNT] = {
    [BOT_EASY] = {.model = {.samples = 64,
                            .habits = 1,
                            .habit = &whitechapel_undecided,
                            .walk = {1, 1},
                            .uses_earlier_nights = true},
                  .weights = {1, 0.05, 0.55, 0.5, 1, 0.6},
                  .rounds = 1,
                  .arrest_threshold = 0.25,
                  .hunch_rate = 0.2},
    [BOT_NORMAL] = {.model = {.samples = 128,
                              .habits = 1,
                              .habit = &whitechapel_undecided,
                              .walk = {1, 1},
                              .uses_earlier_nights = true},
                    .weights = {1, 0.05, 0.55, 0.5, 1, 0.6},
                    .rounds = 2,
                    .compares_actions = true,
                    .arrest_threshold = 0.02,
                    .hunch_rate = 0.1},
    [BOT_HARD] = {STRONG(256), .rounds = 3},
    [BOT_MASTER] = {STRONG(POSTERIOR_SAMPLES_MAX), .rounds = 8},
};

/* Police who believe in fairly short ways home. */
static const struct jack_habit fairly_short = {
    .prior = 1, .early = 0.7, .late = 0.6, .detour = 0, .steady = 0.8, .near_red = 1};

static const struct police_skill plain = {.model = {.samples = 96,
                                                    .habits = 1,
                                                    .habit = &fairly_short,
                                                    .walk = {1, 1.2},
                                                    .uses_earlier_nights = true},
                                          .weights = {1, 0.05, 0.55, 0.5, 1, 0.6},
                                          .rounds = 2,
                                          .blocks_streets = true};

static const struct police_skill guards = {.model = {.samples = 96,
                                                     .habits = WHITECHAPEL_HABITS,
                                                     .habit = whitechapel_habits,
                                                     .walk = {1, 1.4},
                                                     .uses_earlier_nights = true},
                                           .weights = {0.5, 0.05, 0.5, 0.3, 2, 0.6},
                                           .rounds = 2,
                                           .blocks_streets = true};

const struct police_skill *const police_expected[EXPECTED_POLICE] = {&skills[BOT_HARD], &plain, &guards};

void whitechapel_police_play(const struct bot_observation *observation, const struct police_skill *skill,
                             struct random *random, struct action *action)
{
    struct posterior posterior;
    struct posterior_model model = skill->model;
    if (random_fraction(random) < skill->hunch_rate) {
        model.samples = 1;
        model.uses_earlier_nights = false;
    }
    whitechapel_posterior_compute(observation->board, &observation->dossier, &model, random, &posterior);
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

void bot_whitechapel_police(const struct bot_observation *observation, enum bot_level level,
                            struct random *random, struct action *action)
{
    whitechapel_police_play(observation, &skills[level], random, action);
}

void bot_whitechapel_estimate(const struct bot_observation *observation, enum bot_level level,
                              struct random *random, double now[SET_LIMIT])
{
    struct posterior posterior;
    whitechapel_posterior_compute(observation->board, &observation->dossier, &skills[level].model, random,
                                  &posterior);
    memcpy(now, posterior.now, sizeof posterior.now);
}
