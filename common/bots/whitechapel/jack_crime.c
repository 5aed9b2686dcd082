/*
 * jack_crime.c: what Jack decides before the hunt: hideout, women, letters and murders.
 *
 * A crime scene is worth as much as the path home from it (jack_path.c), with every patrol token treated as a
 * real policeman. A red circle right next to the hideout is saved for the last night: Jack is home at once,
 * and by then it no longer matters what that reveals.
 */
#include <string.h>

#include "common/base/array.h"
#include "common/bots/whitechapel/whitechapel_bot.h"

enum { LAST_TIME = 5, FIRST_CELL_AT_I = CELL_ONE };

/* ---- the hideout ---- */

/*
 * Returns a score for a hideout: it wants one red circle close by, and others at a distance that neither
 * reveals the hideout nor takes all night to walk.
 */
static double hideout_worth(const struct board *board, unsigned home)
{
    static const double by_steps[] = {0, 2, 1.5, 0.7, 1, 1, 0.8, 0.4, 0.2};
    double worth = 0;
    double best = 0;
    SET_EACH (red, &board->red_circles) {
        unsigned steps = board->steps[red][home];
        double one = steps < COUNT(by_steps) ? by_steps[steps] : 0;
        worth += one < 1 ? one : 1;
        best = one > best ? one : best;
    }
    return worth + 2 * best + board->neighbours[home] * 0.15;
}

static void choose_hideout(const struct bot_observation *observation, struct random *random,
                           struct action *action)
{
    double weight[SET_LIMIT] = {0};
    SET_EACH (circle, &observation->legal.shown.circles) {
        double worth = hideout_worth(observation->board, circle);
        weight[circle] = worth * worth * worth * worth;
    }
    action->kind = ACTION_HIDEOUT;
    action->circle = (uint8_t)random_weighted(weight, SET_LIMIT, random);
}

/* ---- the path home from a crime scene ---- */

/*
 * Fills in the policemen as far as Jack can tell: the patrol tokens or, before they are placed, the crossings
 * where tokens can be placed.
 */
static void expect_police(const struct bot_observation *observation, struct jack_path *path)
{
    const struct view *view = &observation->view;
    path->policemen = 0;
    for (unsigned i = 0; i < PATROLS; i++) {
        if (view->patrol_crossing[i] != 0) {
            path->police[path->policemen++] = view->patrol_crossing[i];
        }
    }
    for (unsigned pawn = PAWN_YELLOW; path->policemen < POLICEMEN_MAX && pawn < PAWN_COUNT; pawn++) {
        if (view->crossing[pawn] != 0) {
            path->police[path->policemen++] = view->crossing[pawn];
        }
    }
    if (path->policemen == 0) {
        SET_EACH (crossing, &observation->board->yellow_crossings) {
            path->police[path->policemen++] = (uint8_t)crossing;
        }
    }
}

/*
 * Returns the chance to survive the first police turn after the Double Event: the police move first and know
 * that Jack is on one of two circles.
 */
static double double_event_survival(const struct jack_path *path, unsigned circle)
{
    static const double by_near[] = {1, 0.35, 0.2, 0.1};
    unsigned near = 0;
    for (unsigned i = 0; i < path->policemen; i++) {
        near += set_meets(&path->board->beside[circle], &path->police_reach[i][1]);
    }
    return by_near[near < 3 ? near : 3];
}

static double crime_worth(const struct bot_observation *observation, const struct jack_skill *skill,
                          unsigned circle, struct jack_path *path)
{
    double now[SET_LIMIT] = {0};
    bool twice = observation->view.round == 3;
    unsigned time = observation->view.phase == PHASE_KILL ? observation->view.time_of_crime : 1;
    path->board = observation->board;
    path->skill = skill;
    path->home = observation->view.hideout;
    path->round = observation->view.round;
    path->left = CELL_LAST - (FIRST_CELL_AT_I + 1U - time) - (twice ? 1 : 0);
    path->used = 0;
    expect_police(observation, path);
    now[circle] = twice ? 0.5 : 1;
    jack_path_evaluate(path, now, 0.1);
    double worth = path->value[0][circle];
    if (twice) {
        worth *= double_event_survival(path, circle);
    }
    unsigned steps = observation->board->steps[circle][path->home];
    bool keep = skill->hides_home && observation->view.round < ROWS && steps <= 2;
    return keep ? worth * 0.6 : worth;
}

/* ---- women ---- */

static void choose_women(const struct bot_observation *observation, const struct jack_skill *skill,
                         struct random *random, struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    struct jack_path path;
    struct set left = legal->circles;
    double worth[SET_LIMIT] = {0};
    SET_EACH (circle, &left) {
        worth[circle] = crime_worth(observation, skill, circle, &path) * (1 + random_fraction(random) / 5);
    }
    action->kind = ACTION_WOMEN;
    while (action->count < legal->marked) {
        unsigned best = set_next(&left, 0);
        SET_EACH (circle, &left) {
            best = worth[circle] > worth[best] ? circle : best;
        }
        set_remove(&left, best);
        action->list[action->count++] = (uint8_t)best;
    }
    while (action->unmarked_count < legal->unmarked) {
        unsigned circle = random_member(&left, random);
        set_remove(&left, circle);
        action->unmarked[action->unmarked_count++] = (uint8_t)circle;
    }
}

/* ---- the crime ---- */

/*
 * Returns true if Jack should wait because even the best crime is a bad one. Waiting gives him one more move
 * and reveals a patrol token.
 */
static bool should_wait(const struct bot_observation *observation, double worth)
{
    static const double good_enough[LAST_TIME] = {0.15, 0.15, 0.12, 0.1, 0};
    return (observation->legal.shown.kinds & ACTION_BIT(ACTION_WAIT)) != 0 &&
           worth < good_enough[observation->view.time_of_crime - 1];
}

static void choose_victims(const struct bot_observation *observation, const struct jack_skill *skill,
                           struct random *random, struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    struct jack_path path;
    struct set left = legal->circles;
    unsigned best = set_next(&left, 0);
    double best_worth = -1;
    SET_EACH (circle, &left) {
        double worth = crime_worth(observation, skill, circle, &path) * (1 + random_fraction(random) / 10);
        if (worth > best_worth) {
            best_worth = worth;
            best = circle;
        }
    }
    if (should_wait(observation, best_worth)) {
        action->kind = ACTION_WAIT;
        return;
    }
    action->kind = ACTION_KILL;
    set_remove(&left, best);
    if (legal->victims == 2) { /* Jack ends up on the second circle; the first should be far away from it */
        unsigned first = set_next(&left, 0);
        SET_EACH (circle, &left) {
            if (observation->board->steps[circle][best] > observation->board->steps[first][best]) {
                first = circle;
            }
        }
        action->list[action->count++] = (uint8_t)first;
    }
    action->list[action->count++] = (uint8_t)best;
}

/* ---- patrol tokens and letters ---- */

/* Returns the crossing of a set that is nearest to the hideout, or farthest from it. */
static unsigned by_distance_home(const struct bot_observation *observation, const struct set *crossings,
                                 bool nearest)
{
    uint8_t turns[SET_LIMIT];
    unsigned best = set_next(crossings, 0);
    positioning_turns(observation->board, observation->view.hideout, POSITIONING_FAR - 1, turns);
    SET_EACH (crossing, crossings) {
        if (nearest ? turns[crossing] < turns[best] : turns[crossing] > turns[best]) {
            best = crossing;
        }
    }
    return best;
}

/* Plays a letter that moves a patrol token away from the hideout, if there is one. */
static void write_letter(const struct bot_observation *observation, struct random *random,
                         struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    uint8_t turns[SET_LIMIT];
    positioning_turns(observation->board, observation->view.hideout, POSITIONING_FAR - 1, turns);
    action->kind = ACTION_PASS;
    for (unsigned letter = LETTER_DEAR_BOSS; letter < LETTER_GOULSTON_STREET; letter++) {
        if ((legal->letters & (1U << letter)) == 0 || action->kind == ACTION_LETTER) {
            continue;
        }
        struct set from = legal->letter_from[letter];
        unsigned near = by_distance_home(observation, &from, true);
        unsigned far = by_distance_home(observation, &legal->letter_to, false);
        if (turns[near] > 2 || turns[far] <= turns[near]) {
            continue;
        }
        action->kind = ACTION_LETTER;
        action->letter = (uint8_t)letter;
        if (letter == LETTER_SAUCY_JACKY) {
            set_remove(&from, near);
            action->list[action->count++] = (uint8_t)near;
            action->list[action->count++] = (uint8_t)random_member(&from, random);
        } else {
            action->from = (uint8_t)near;
            action->to = (uint8_t)far;
        }
    }
}

void jack_crime(const struct bot_observation *observation, const struct jack_skill *skill,
                struct random *random, struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    action->by = PAWN_JACK;
    switch (observation->view.phase) {
    case PHASE_LETTER:
        write_letter(observation, random, action);
        break;
    case PHASE_REVEAL:
        action->kind = ACTION_REVEAL;
        action->crossing = (uint8_t)by_distance_home(observation, &legal->crossings, true);
        break;
    case PHASE_HIDEOUT:
        if (skill->plans_crimes) {
            choose_hideout(observation, random, action);
            break;
        }
        random_action(legal, ACTION_HIDEOUT, random, action);
        break;
    case PHASE_WOMEN:
        choose_women(observation, skill, random, action);
        break;
    default:
        choose_victims(observation, skill, random, action);
    }
}
