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

/* Returns the number of steps to the nearest red circle. */
static unsigned steps_to_red(const struct board *board, unsigned home)
{
    unsigned nearest = BOARD_FAR;
    SET_EACH (red, &board->red_circles) {
        nearest = board->steps[red][home] < nearest ? board->steps[red][home] : nearest;
    }
    return nearest;
}

static double hideout_weight(const struct board *board, enum hideout_choice choice, unsigned home)
{
    double worth = hideout_worth(board, home);
    switch (choice) {
    case HIDEOUT_PLANNED:
        return worth * worth * worth * worth;
    case HIDEOUT_NEXT_TO_RED:
        return steps_to_red(board, home) == 1 ? 1 : 0;
    case HIDEOUT_FAR:
        return steps_to_red(board, home) >= 3 ? 1 : 0;
    default:
        return 1;
    }
}

/* Draws the hideout. Options can forbid every circle of the kind wanted; then any will do. */
static void choose_hideout(const struct bot_observation *observation, const struct jack_skill *skill,
                           struct random *random, struct action *action)
{
    double weight[SET_LIMIT] = {0};
    double total = 0;
    SET_EACH (circle, &observation->legal.shown.circles) {
        weight[circle] = hideout_weight(observation->board, skill->hideout, circle);
        total += weight[circle];
    }
    if (!(total > 0)) {
        random_action(&observation->legal.shown, ACTION_HIDEOUT, random, action);
        return;
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

/* Returns how many of the expected policemen can be next to the circle after one walk. */
static unsigned within_reach(const struct jack_path *path, unsigned circle)
{
    unsigned near = 0;
    for (unsigned i = 0; i < path->policemen; i++) {
        near += set_meets(&path->board->beside[circle], &path->police_reach[i][1]);
    }
    return near;
}

/*
 * Returns the chance to survive the first police turn after the Double Event: the police move first and know
 * that Jack is on one of two circles. If they can reach only his, they will try it.
 */
static double double_event_survival(const struct jack_path *path, unsigned circle, bool other_in_reach)
{
    static const double none_real[] = {1, 0.29, 0.05, 0}; /* by tokens in reach; two of seven are false */
    unsigned near = within_reach(path, circle);
    double out_of_reach = none_real[near < 3 ? near : 3];
    return out_of_reach + (1 - out_of_reach) * (other_in_reach ? 0.4 : 0.1);
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
        worth *= double_event_survival(path, circle, true);
    }
    unsigned steps = observation->board->steps[circle][path->home];
    for (unsigned i = 0; skill->near_crimes > 0 && i < steps; i++) {
        worth *= skill->near_crimes;
    }
    bool keep = skill->keep > 0 && observation->view.round < ROWS && steps <= 2;
    return keep ? worth * skill->keep : worth;
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
static bool should_wait(const struct bot_observation *observation, const struct jack_skill *skill,
                        double worth, struct random *random)
{
    static const double good_enough[LAST_TIME] = {0.15, 0.15, 0.12, 0.1, 0};
    double patience = observation->view.round == 3 ? skill->patience : 1;
    return (observation->legal.shown.kinds & ACTION_BIT(ACTION_WAIT)) != 0 &&
           (worth < patience * good_enough[observation->view.time_of_crime - 1] ||
            random_fraction(random) <
                (observation->view.round == 1 ? skill->waits + skill->waits_first : skill->waits));
}

/*
 * Chooses the other victim of the Double Event: one that the police can reach, so that they have to guess, and
 * far away from the circle where Jack will be.
 */
static unsigned choose_decoy(const struct jack_path *path, const struct set *circles, unsigned here,
                             double *survival)
{
    unsigned best = set_next(circles, 0);
    double best_worth = -1;
    SET_EACH (circle, circles) {
        double chance = double_event_survival(path, here, within_reach(path, circle) > 0);
        double worth = chance + 0.01 * path->board->steps[circle][here];
        if (worth > best_worth) {
            best_worth = worth;
            best = circle;
            *survival = chance;
        }
    }
    return best;
}

static void choose_victims(const struct bot_observation *observation, const struct jack_skill *skill,
                           struct random *random, struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    struct jack_path path;
    unsigned victim[2] = {0};
    double best_worth = -1;
    SET_EACH (circle, &legal->circles) {
        double worth = crime_worth(observation, skill, circle, &path) * (1 + random_fraction(random) / 10);
        unsigned decoy = 0;
        if (legal->victims == 2) { /* Jack ends up on the second circle */
            struct set others = legal->circles;
            double survival = 1;
            set_remove(&others, circle);
            decoy = choose_decoy(&path, &others, circle, &survival);
            worth *= survival / double_event_survival(&path, circle, true);
        }
        if (worth > best_worth) {
            best_worth = worth;
            victim[0] = decoy;
            victim[1] = circle;
        }
    }
    if (should_wait(observation, skill, best_worth, random)) {
        action->kind = ACTION_WAIT;
        return;
    }
    action->kind = ACTION_KILL;
    for (unsigned i = 2U - legal->victims; i < 2; i++) {
        action->list[action->count++] = (uint8_t)victim[i];
    }
}

/* ---- patrol tokens and letters ---- */

/*
 * Which token Jack turns over or moves must not betray his hideout, so these choices depend on public facts
 * only: how near a token is to the women.
 */
static void turns_to_women(const struct bot_observation *observation, uint8_t nearest[SET_LIMIT])
{
    const struct view *view = &observation->view;
    uint8_t turns[SET_LIMIT];
    memset(nearest, POSITIONING_FAR, SET_LIMIT);
    for (unsigned i = 0; i < view->women + view->wretched_count; i++) {
        unsigned circle = i < view->women ? view->woman[i] : view->wretched[i - view->women];
        positioning_turns(observation->board, circle, POSITIONING_FAR - 1, turns);
        for (unsigned crossing = 0; crossing < SET_LIMIT; crossing++) {
            nearest[crossing] = turns[crossing] < nearest[crossing] ? turns[crossing] : nearest[crossing];
        }
    }
}

/* Draws a crossing of a set: one nearer to the women is likelier, or one farther from them. */
static unsigned draw_crossing(const struct bot_observation *observation, const struct set *crossings,
                              bool near, struct random *random)
{
    uint8_t turns[SET_LIMIT];
    double weight[SET_LIMIT] = {0};
    turns_to_women(observation, turns);
    SET_EACH (crossing, crossings) {
        weight[crossing] = near ? 1.0 / (1 + turns[crossing]) : 1.0 + turns[crossing];
    }
    return random_weighted(weight, SET_LIMIT, random);
}

/* Plays a letter that moves a patrol token away from the women, if there is one. */
static void write_letter(const struct bot_observation *observation, struct random *random,
                         struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    if (legal->letters == 0) {
        action->kind = ACTION_PASS;
        return;
    }
    action->kind = ACTION_LETTER;
    action->letter = (uint8_t)random_bit(legal->letters, random);
    struct set from = legal->letter_from[action->letter];
    unsigned near = draw_crossing(observation, &from, true, random);
    if (action->letter == LETTER_SAUCY_JACKY) {
        set_remove(&from, near);
        action->list[action->count++] = (uint8_t)near;
        action->list[action->count++] = (uint8_t)draw_crossing(observation, &from, true, random);
    } else {
        action->from = (uint8_t)near;
        action->to = (uint8_t)draw_crossing(observation, &legal->letter_to, false, random);
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
        action->crossing = (uint8_t)draw_crossing(observation, &legal->crossings, true, random);
        break;
    case PHASE_HIDEOUT:
        choose_hideout(observation, skill, random, action);
        break;
    case PHASE_WOMEN:
        choose_women(observation, skill, random, action);
        break;
    default:
        choose_victims(observation, skill, random, action);
    }
}
