/*
 * jack_path.c: evaluates Jack's path through the round; see jack.h.
 *
 * Dynamic programming backwards over (moves from now, circle): from each circle Jack goes where the chance to
 * survive the turn times the value there is highest. Reaching a discovery ends the round and is worth what
 * the rest of the tour promises. This answers three questions at once: whether the moves suffice, how to
 * detour around the investigators, and in which order to visit the discoveries.
 */
#include <string.h>

#include "common/base/array.h"
#include "common/bots/whitehall/jack.h"

enum { TURNS = 6 };

/* Cost of each step of the tour after this round's goal. */
static const double future_step_cost = 0.012;

/* Chance to arrive in time by the number of spare moves, since streets may get blocked on the way. */
static const double on_time[] = {0.45, 0.7, 0.85, 0.93, 0.97};
enum { ON_TIME = COUNT(on_time) };

/* Danger of a circle that one investigator can reach the side of; several investigators add up. */
static const double danger_in_reach = 0.10;
/* Per spare turn: an investigator with more time is less predictable. */
static const double danger_decay = 0.75;

/* ---- goals ---- */

static struct set goals_of(const struct view *view)
{
    struct set goals = {{0}};
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        if (memchr(view->discovery_found, view->discovery[i], view->discoveries_found) == NULL) {
            set_add(&goals, view->discovery[i]);
        }
    }
    return goals;
}

unsigned shortest_tour(const struct board *board, unsigned from, const struct set *goals)
{
    unsigned best = BOARD_FAR;
    if (set_is_empty(goals)) {
        return 0;
    }
    SET_EACH (goal, goals) {
        struct set rest = *goals;
        set_remove(&rest, goal);
        unsigned steps = board->steps[from][goal] + shortest_tour(board, goal, &rest);
        best = steps < best ? steps : best;
    }
    return best;
}

void jack_path_init(const struct bot_observation *observation, const struct jack_skill *skill,
                    struct jack_path *path)
{
    memset(path, 0, sizeof *path);
    path->observation = observation;
    path->skill = skill;
    path->board = observation->board;
    path->here = observed_jack_circle(observation);
    path->moves_left = CELL_LAST - observation->view.last_cell;
    path->goals = goals_of(&observation->view);
    SET_EACH (goal, &path->goals) {
        struct set rest = path->goals;
        set_remove(&rest, goal);
        double steps = shortest_tour(path->board, goal, &rest);
        double nearness = skill->far_goals ? path->board->steps[path->here][goal] : 0;
        double prize = 1 - future_step_cost * (steps - 4 * nearness);
        path->prize[goal] = set_is_empty(&rest) ? 1 : prize > 0.1 ? 0.9 * prize : 0.1;
    }
}

/* ---- danger ---- */

static void add_danger_from(struct jack_path *path, unsigned crossing)
{
    struct set crossings = {{0}};
    struct set before = {{0}};
    set_add(&crossings, crossing);
    for (unsigned turns = 0; turns < TURNS; turns++) {
        struct set circles = {{0}};
        struct set wider = crossings;
        SET_EACH (place, &crossings) {
            circles = set_or(circles, &path->board->next_to[place]);
            wider = set_or(wider, &path->board->reach[place]);
        }
        struct set fresh = set_minus(circles, &before);
        double danger = danger_in_reach * path->skill->caution;
        for (unsigned moves = turns > 0 ? turns : 1; moves <= path->moves_left; moves++) {
            SET_EACH (circle, &fresh) {
                path->danger[moves][circle] += danger * (1 - path->danger[moves][circle]);
            }
            danger *= danger_decay;
        }
        before = circles;
        crossings = wider;
    }
}

void jack_path_add_danger(struct jack_path *path)
{
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if (path->observation->view.crossing[pawn] != 0) {
            add_danger_from(path, path->observation->view.crossing[pawn]);
        }
    }
}

/* ---- values ---- */

void jack_path_compute_values(struct jack_path *path)
{
    for (unsigned moves = path->moves_left; moves-- > 0;) {
        double worth[SET_LIMIT]; /* value of being there one move later */
        for (unsigned circle = 1; circle <= path->board->circles; circle++) {
            bool arrived = set_has(&path->goals, circle);
            unsigned spare = path->moves_left - moves - 1;
            double then = arrived ? path->prize[circle] * (spare < ON_TIME ? on_time[spare] : 1)
                                  : path->value[moves + 1][circle];
            worth[circle] = then * (1 - path->skill->step_cost) * (1 - path->danger[moves + 1][circle]);
        }
        for (unsigned circle = 1; circle <= path->board->circles; circle++) {
            double best = 0;
            SET_EACH (next, &path->board->adjacent[circle]) {
                best = worth[next] > best ? worth[next] : best;
            }
            path->value[moves][circle] = best;
        }
    }
}
