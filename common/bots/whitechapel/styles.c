/*
 * styles.c: the styles of Letters from Whitechapel (style.h): rows of skills of the one mechanism that the
 * levels use.
 */
#include "common/base/array.h"
#include "common/bots/style.h"
#include "common/bots/whitechapel/whitechapel_bot.h"

/* ---- Jack ---- */

/* What the planning styles share: they know what the police may believe, and predict one turn. */
#define PLANS \
    .model = {.habits = WHITECHAPEL_HABITS, \
              .habit = whitechapel_habits, \
              .walk = {0.6, 1.4}, \
              .uses_earlier_nights = true}, \
    .models_police = true, .replies = 1, .expects_plain = true

static const struct jack_skill direct = {
    PLANS,         .hideout = HIDEOUT_PLANNED, .tiles = 0.9,      .caution = 1.2,
    .hurry = 0.95, .near_crimes = 1.1,         .randomness = 0.02};
static const struct jack_skill direct_any = {
    PLANS,       .hideout = HIDEOUT_ANY, .tiles = 0.96, .caution = 1.5, .hurry = 0.97,
    .keep = 0.5, .randomness = 0.03};
static const struct jack_skill early_detour = {PLANS,        .hideout = HIDEOUT_ANY, .tiles = 0.9,
                                               .caution = 1, .hurry = 0.99,          .feints = 3,
                                               .feint = 0.5, .randomness = 0.03};
static const struct jack_skill safe_detour = {
    PLANS,        .hideout = HIDEOUT_PLANNED, .tiles = 0.9, .caution = 1.2,    .hurry = 0.98, .feints = 4,
    .feint = 0.6, .safe_feints = true,        .keep = 0.5,  .randomness = 0.03};
static const struct jack_skill short_return = {PLANS,
                                               .hideout = HIDEOUT_NEXT_TO_RED,
                                               .tiles = 0.9,
                                               .caution = 0.8,
                                               .hurry = 0.9,
                                               .near_crimes = 0.7,
                                               .randomness = 0.02};
static const struct jack_skill short_two = {
    PLANS,         .hideout = HIDEOUT_PLANNED, .tiles = 0.9,      .caution = 1,
    .hurry = 0.93, .near_crimes = 0.8,         .randomness = 0.02};
static const struct jack_skill red_next_to_home = {PLANS,        .hideout = HIDEOUT_NEXT_TO_RED,
                                                   .tiles = 0.9, .caution = 1.2,
                                                   .linger = 6,  .reveal = 0.4,
                                                   .keep = 0.02, .feints = 3,
                                                   .feint = 0.2, .randomness = 0.03};
static const struct jack_skill red_kept = {PLANS,
                                           .hideout = HIDEOUT_NEXT_TO_RED,
                                           .tiles = 0.9,
                                           .caution = 1,
                                           .hurry = 0.97,
                                           .keep = 0.05,
                                           .randomness = 0.03};
static const struct jack_skill waiting = {
    .hideout = HIDEOUT_ANY, .tiles = 0.95, .caution = 1.2, .hurry = 0.98, .waits = 0.7, .randomness = 0.03};
static const struct jack_skill long_nights = {PLANS,          .hideout = HIDEOUT_FAR, .tiles = 0.9,
                                              .caution = 1.5, .linger = 10,           .reveal = 0.6,
                                              .waits = 0.2,   .randomness = 0.03};
static const struct jack_skill coach_happy = {
    .hideout = HIDEOUT_ANY, .tiles = 1.3, .caution = 1, .hurry = 0.97, .randomness = 0.03};
static const struct jack_skill random_feints = {PLANS,
                                                .hideout = HIDEOUT_PLANNED,
                                                .tiles = 0.95,
                                                .caution = 1,
                                                .linger = 7,
                                                .reveal = 0.3,
                                                .feints = 6,
                                                .feint = 0.15,
                                                .randomness = 0.15};

static const struct style jack_styles[] = {
    {"direct", "walks straight home", STYLE_TUNE, &direct},
    {"direct-any", "walks home by safe streets, from any hideout", STYLE_HELD_OUT, &direct_any},
    {"early-detour", "first takes three steps away from home", STYLE_TUNE, &early_detour},
    {"safe-detour", "steps away from home while that is safe", STYLE_HELD_OUT, &safe_detour},
    {"short-return", "murders next to his hideout", STYLE_TUNE, &short_return},
    {"short-two", "murders close to his hideout", STYLE_HELD_OUT, &short_two},
    {"red-kept", "keeps the red circle next to home for night 4", STYLE_TUNE, &red_kept},
    {"red-next-to-home", "does that, and takes his time until then", STYLE_HELD_OUT, &red_next_to_home},
    {"waiting", "often waits before the crime", STYLE_TUNE, &waiting},
    {"long-nights", "lives far off and stays out for ten cells", STYLE_HELD_OUT, &long_nights},
    {"random-feints", "feints, and draws among many moves", STYLE_TUNE, &random_feints},
    {"coach-happy", "takes coaches and alleys when he can", STYLE_HELD_OUT, &coach_happy},
};

static void play_jack(const struct bot_observation *observation, const void *parameters,
                      struct random *random, struct action *action)
{
    whitechapel_jack_play(observation, parameters, random, action);
}

/* ---- the police ---- */

static const struct jack_habit straight = {
    .prior = 1, .early = 0.35, .late = 0.35, .detour = 0, .steady = 0.5, .near_red = 1};
static const struct jack_habit leaning = {
    .prior = 1, .early = 0.7, .late = 0.6, .detour = 0, .steady = 0.8, .near_red = 1};

/* Fields that most styles share. */
#define BELIEF(of_habit, of_shy, of_away) \
    .model = {.samples = 128, \
              .habits = 1, \
              .habit = (of_habit), \
              .walk = {(of_shy), (of_away)}, \
              .uses_earlier_nights = true}, \
    .rounds = 2, .compares_actions = true, .chooses_false_patrols = true

static const struct police_skill uniform = {BELIEF(&whitechapel_undecided, 1, 1),
                                            .weights = {1, 0.05, 0.55, 0.5, 1, 0.6}, .blocks_streets = true,
                                            .arrest_threshold = 0.1};
static const struct police_skill by_directness = {BELIEF(&straight, 1, 1),
                                                  .weights = {1, 0.05, 0.55, 0.5, 1, 0.6},
                                                  .blocks_streets = true, .arrest_threshold = 0.1};
static const struct police_skill leaning_home = {BELIEF(&leaning, 0.8, 1.3),
                                                 .weights = {1, 0.05, 0.55, 0.5, 1, 0.6},
                                                 .blocks_streets = true, .arrest_threshold = 0.1};
static const struct police_skill blockers = {BELIEF(&leaning, 1, 1.3),
                                             .weights = {0.5, 0.03, 1.2, 0.5, 0.7, 0.6},
                                             .blocks_streets = true, .arrest_threshold = 0.15};
static const struct police_skill guards = {BELIEF(&leaning, 1, 1.5), .weights = {0.5, 0.05, 0.5, 0.3, 2, 0.6},
                                           .blocks_streets = true, .arrest_threshold = 0.15};
static const struct police_skill guards_last = {
    BELIEF(&straight, 0.8, 1.3), .weights = {0.7, 0.05, 0.6, 0.3, 1.5, 0.6}, .blocks_streets = true,
    .prepares_last_night = 1.5, .arrest_threshold = 0.1};
static const struct police_skill searchers = {BELIEF(&whitechapel_undecided, 1, 1.3),
                                              .weights = {0.5, 0.2, 0.4, 0.5, 0.8, 1}, .blocks_streets = true,
                                              .arrest_threshold = 0.35};
static const struct police_skill searchers_straight = {BELIEF(&leaning, 0.7, 1.5),
                                                       .weights = {0.5, 0.15, 0.5, 0.5, 1, 1},
                                                       .blocks_streets = true, .arrest_threshold = 0.3};
static const struct police_skill hunters = {BELIEF(&leaning, 0.6, 1.6),
                                            .weights = {1.5, 0.02, 0.3, 1, 0.5, 0.4}, .blocks_streets = true,
                                            .arrest_threshold = 0.05};
static const struct police_skill chasers = {BELIEF(&whitechapel_undecided, 0.8, 1.3),
                                            .weights = {1, 0.05, 0, 0.7, 0, 0.6}, .arrest_threshold = 0.1};

static const struct style police_styles[] = {
    {"uniform", "treats every possible trail equally", STYLE_TUNE, &uniform},
    {"by-directness", "believes in short ways home", STYLE_HELD_OUT, &by_directness},
    {"leaning", "believes in fairly short ways home", STYLE_TUNE, &leaning_home},
    {"blockers", "close the streets that Jack may take", STYLE_HELD_OUT, &blockers},
    {"guards", "stand near possible hideouts", STYLE_TUNE, &guards},
    {"guards-last", "do so, and prepare for the last night", STYLE_HELD_OUT, &guards_last},
    {"searchers", "search first and arrest only when sure", STYLE_TUNE, &searchers},
    {"searchers-leaning", "do so, and believe in short ways home", STYLE_HELD_OUT, &searchers_straight},
    {"hunters", "chase Jack and arrest on a hunch", STYLE_TUNE, &hunters},
    {"chasers", "chase Jack and leave his streets open", STYLE_HELD_OUT, &chasers},
};

static void play_police(const struct bot_observation *observation, const void *parameters,
                        struct random *random, struct action *action)
{
    whitechapel_police_play(observation, parameters, random, action);
}

const struct style_list whitechapel_styles[BOT_SIDES] = {
    [BOT_JACK] = {play_jack, COUNT(jack_styles), jack_styles},
    [BOT_POLICE] = {play_police, COUNT(police_styles), police_styles},
};
