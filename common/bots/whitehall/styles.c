/*
 * styles.c: the styles of Whitehall Mystery (style.h). Jack's styles differ in how much he fears the investigators, how he
 * uses his time and his tiles, and what he conceals; those of the police in what they believe, when they arrest and
 * whether they plan together.
 */
#include "common/base/array.h"
#include "common/bots/style.h"
#include "common/bots/whitehall/jack.h"
#include "common/bots/whitehall/police.h"

/* ---- Jack ---- */

#define JACK(danger, step, tile, near_best, discoveries, ...) \
    (&(const struct jack_skill){.caution = (danger), \
                                .step_cost = (step), \
                                .tile_cost = (tile), \
                                .margin = (near_best), \
                                .difficulty = (discoveries), \
                                __VA_ARGS__})

static const struct style jack_styles[] = {
    {"direct", "takes the shortest way", STYLE_TUNE,
     JACK(0.05, 0.025, 0.3, 0.001, DIFFICULTY_EASY, .tours = 20)},
    {"shortest", "takes a shortest way, drawn at random", STYLE_HELD_OUT,
     JACK(0.3, 0.025, 0.1, 0.004, DIFFICULTY_EASY, .tours = 40, .clear_start = true)},
    {"wary", "avoids the investigators' reach", STYLE_TUNE,
     JACK(2, 0.025, 0.05, 0.01, DIFFICULTY_EASY, .feints = 0)},
    {"timid", "avoids their reach above all", STYLE_HELD_OUT,
     JACK(4, 0.025, 0.05, 0.02, DIFFICULTY_EASY, .feints = 0)},
    {"early-detour", "wanders for three moves of each round", STYLE_TUNE,
     JACK(1, 0.025, 0.05, 0.01, DIFFICULTY_EASY, .feints = 3)},
    {"safe-detour", "wanders for five moves, out of reach", STYLE_HELD_OUT,
     JACK(2, 0.025, 0.05, 0.01, DIFFICULTY_EASY, .feints = 5)},
    {"unhurried", "takes the time he has", STYLE_HELD_OUT,
     JACK(1.5, -0.02, 0.05, 0.01, DIFFICULTY_EASY, .feints = 0)},
    {"dawdler", "takes all the time he has", STYLE_TUNE,
     JACK(1, -0.05, 0.05, 0.03, DIFFICULTY_EASY, .feints = 0)},
    {"tile-happy", "uses special moves early", STYLE_TUNE,
     JACK(1, 0.025, -0.1, 0.02, DIFFICULTY_EASY, .feints = 0)},
    {"coachman", "uses special moves when they help at all", STYLE_HELD_OUT,
     JACK(1, 0.025, -0.01, 0.03, DIFFICULTY_EASY, .clear_start = true)},
    {"far-first", "goes for the far discoveries first", STYLE_TUNE,
     JACK(1, 0.025, 0.05, 0.02, DIFFICULTY_EASY, .far_goals = true)},
    {"contrary", "goes for the far discoveries with detours", STYLE_HELD_OUT,
     JACK(1, 0.025, 0.05, 0.02, DIFFICULTY_EASY, .feints = 2, .far_goals = true, .any_start = true)},
    {"erratic", "draws among many moves", STYLE_TUNE,
     JACK(1, 0.025, 0.05, 0.15, DIFFICULTY_EASY, .feints = 0)},
    {"reader", "predicts what the police believe", STYLE_HELD_OUT,
     JACK(1, 0.025, 0.05, 0.02, DIFFICULTY_EASY, .looks_ahead = true, .clear_start = true)},
};

static void play_jack(const struct bot_observation *observation, const void *parameters,
                      struct random *random, struct action *action)
{
    whitehall_jack_play(observation, parameters, random, action);
}

/* ---- the police ---- */

#define POLICE(detour, distance, police, near_best, arrest, jointly) \
    (&(const struct police_skill){ \
        .tolerance = (near_best), \
        .arrest_threshold = (arrest), \
        .plans_jointly = (jointly), \
        .model = {.detour_factor = (detour), .distance_factor = (distance), .caution = {(police), 1, 1}}})

#define PLANNERS(samples, distance, next_to, in_reach) \
    (&(const struct police_skill){.truths = (samples), \
                                  .climbs = 2, \
                                  .sweeps = 4, \
                                  .plans_jointly = true, \
                                  .model = {.mixed = true, \
                                            .distance_factor = (distance), \
                                            .caution = {(next_to), (in_reach), (in_reach)}}})

static const struct style police_styles[] = {
    {"planners", "plan searches over many trails", STYLE_TUNE, PLANNERS(128, 0.9, 0.9, 0.9)},
    {"best", "the strongest we have, with another belief", STYLE_HELD_OUT, PLANNERS(320, 0.9, 0.7, 0.6)},
    {"uniform", "treat every possible trail equally", STYLE_TUNE, POLICE(1.0, 1.0, 1.0, 0.02, 0.2, false)},
    {"uniform-team", "the same, planning together", STYLE_HELD_OUT, POLICE(1.0, 1.0, 1.0, 0.02, 0.3, true)},
    {"by-directness", "believe in short ways", STYLE_TUNE, POLICE(0.3, 0.8, 1.0, 0.02, 0.2, false)},
    {"sure-of-it", "believe in the shortest ways", STYLE_HELD_OUT, POLICE(0.15, 0.7, 1.0, 0.02, 0.2, false)},
    {"searchers", "arrest only when nearly certain", STYLE_TUNE, POLICE(0.6, 0.9, 1.0, 0.02, 0.6, false)},
    {"arresters", "arrest on a hunch", STYLE_HELD_OUT, POLICE(0.6, 0.9, 1.0, 0.02, 0.08, false)},
    {"team", "plan together with a mild belief", STYLE_TUNE, POLICE(0.5, 0.8, 0.9, 0.02, 0.3, true)},
    {"direct-team", "plan together, believe in short ways", STYLE_HELD_OUT,
     POLICE(0.2, 0.7, 0.8, 0.02, 0.3, true)},
    {"near-first", "expect the nearest discovery", STYLE_TUNE, POLICE(0.6, 0.5, 1.0, 0.02, 0.3, true)},
    {"far-first", "expect a far discovery", STYLE_HELD_OUT, POLICE(0.6, 1.2, 1.0, 0.02, 0.3, true)},
    {"bold", "expect a Jack who shuns them", STYLE_TUNE, POLICE(0.6, 0.9, 0.3, 0.02, 0.15, false)},
    {"careless", "walk only roughly to the best place", STYLE_HELD_OUT,
     POLICE(0.6, 0.9, 1.0, 0.15, 0.2, false)},
};

static void play_police(const struct bot_observation *observation, const void *parameters,
                        struct random *random, struct action *action)
{
    whitehall_police_play(observation, parameters, random, action);
}

const struct style_list whitehall_styles[BOT_SIDES] = {
    [BOT_JACK] = {play_jack, COUNT(jack_styles), jack_styles},
    [BOT_POLICE] = {play_police, COUNT(police_styles), police_styles},
};
