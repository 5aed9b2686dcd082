/*
 * bot_whitehall_flight.c: Jack's way ahead; see bot_whitehall_jack.h.
 *
 * Backward over (moves from now, circle): from each circle he goes where surviving the turn times what he can hope
 * for there is best. Arriving at a discovery ends the round and is worth what the rest of the tour promises. So
 * the clock, detours around the investigators and the order of the visits are one question.
 */
#include <string.h>

#include "common/base/array.h"
#include "common/bots/whitehall/jack.h"

enum { TURNS = 6 };

/* What every step and every step of the tour to come costs in any case. */
static const double every_step = 0.025;
static const double every_step_to_come = 0.012;

/* Whoever arrives with this many moves to spare arrives, allowing for streets that get closed on the way. */
static const double punctual[] = {0.45, 0.7, 0.85, 0.93, 0.97};
enum { PUNCTUAL = COUNT(punctual) };

/* The danger of a circle that an investigator can be next to, by turns to spare; a crowd adds up. */
static const double within_reach = 0.10;
static const double spare_turn_fades = 0.75; /* the longer he has, the less he knows where to go */

/* ---- what has to be done ---- */

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

unsigned flight_tour(const struct board *board, unsigned from, const struct set *goals)
{
    unsigned best = BOARD_FAR;
    if (set_is_empty(goals)) {
        return 0;
    }
    SET_EACH (goal, goals) {
        struct set rest = *goals;
        set_remove(&rest, goal);
        unsigned steps = board->steps[from][goal] + flight_tour(board, goal, &rest);
        best = steps < best ? steps : best;
    }
    return best;
}

void flight_open(const struct bot_observation *observation, struct flight *flight)
{
    memset(flight, 0, sizeof *flight);
    flight->observation = observation;
    flight->board = observation->board;
    flight->here = observed_jack_circle(observation);
    flight->moves_left = CELL_LAST - observation->view.last_cell;
    flight->goals = goals_of(&observation->view);
    SET_EACH (goal, &flight->goals) {
        struct set rest = flight->goals;
        set_remove(&rest, goal);
        double prize = 1 - every_step_to_come * flight_tour(flight->board, goal, &rest);
        flight->prize[goal] = set_is_empty(&rest) ? 1 : prize > 0.1 ? 0.9 * prize : 0.1;
    }
}

/* ---- danger ---- */

static void fear_one(struct flight *flight, unsigned crossing)
{
    struct set crossings = {{0}};
    struct set before = {{0}};
    set_add(&crossings, crossing);
    for (unsigned turns = 0; turns < TURNS; turns++) {
        struct set circles = {{0}};
        struct set wider = crossings;
        SET_EACH (place, &crossings) {
            circles = set_or(circles, &flight->board->next_to[place]);
            wider = set_or(wider, &flight->board->reach[place]);
        }
        struct set fresh = set_minus(circles, &before);
        double danger = within_reach;
        for (unsigned moves = turns > 0 ? turns : 1; moves <= flight->moves_left; moves++) {
            SET_EACH (circle, &fresh) {
                flight->danger[moves][circle] += danger * (1 - flight->danger[moves][circle]);
            }
            danger *= spare_turn_fades;
        }
        before = circles;
        crossings = wider;
    }
}

void flight_fear_police(struct flight *flight)
{
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if (flight->observation->view.crossing[pawn] != 0) {
            fear_one(flight, flight->observation->view.crossing[pawn]);
        }
    }
}

/* ---- hope ---- */

void flight_hope(struct flight *flight)
{
    for (unsigned moves = flight->moves_left; moves-- > 0;) {
        double worth[SET_LIMIT]; /* of being there one move later */
        for (unsigned circle = 1; circle <= flight->board->circles; circle++) {
            bool arrived = set_has(&flight->goals, circle);
            unsigned spare = flight->moves_left - moves - 1;
            double then = arrived ? flight->prize[circle] * (spare < PUNCTUAL ? punctual[spare] : 1)
                                  : flight->hope[moves + 1][circle];
            worth[circle] = then * (1 - every_step) * (1 - flight->danger[moves + 1][circle]);
        }
        for (unsigned circle = 1; circle <= flight->board->circles; circle++) {
            double best = 0;
            SET_EACH (next, &flight->board->adjacent[circle]) {
                best = worth[next] > best ? worth[next] : best;
            }
            flight->hope[moves][circle] = best;
        }
    }
}
