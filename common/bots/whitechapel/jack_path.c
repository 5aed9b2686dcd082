/*
 * jack_path.c: evaluates Jack's paths home, taking the police into account.
 *
 * Dynamic programming backwards from the last cell: the value of a circle at a cell is the best over its
 * neighbours at the next cell, times the chance that the street is open and that Jack is not arrested there.
 * Both chances depend on how far each policeman can have walked by then and on the posterior the police have
 * of where Jack is.
 */
#include <string.h>

#include "common/base/array.h"
#include "common/bots/whitechapel/whitechapel_bot.h"

/* By number of walks: chance that a policeman is on a given crossing within reach. */
static const double occupied_chance[PATH_TURNS + 1] = {1, 0.16, 0.08, 0.05, 0.04};

/*
 * Chance of an arrest by the number of policemen who can be next to Jack, measured in self-play: a base rate,
 * and a factor for the probability that the police assign to his circle.
 */
enum { NEAR_MAX = 3 };
static const double arrest_base[NEAR_MAX + 1] = {0, 0.02, 0.13, 0.15};
static const double arrest_by_mass[NEAR_MAX + 1] = {0, 4.5, 9, 20};

/* By number of walks: a policeman who could be anywhere by then is rarely next to Jack. */
static const double arrest_later[PATH_TURNS + 1] = {1, 1, 0.2, 0.08, 0.04};

static double lesser(double left, double right)
{
    return left < right ? left : right;
}

/* ---- what the police can do ---- */

static void compute_police_reach(struct jack_path *path)
{
    path->occupied = (struct set){{0}};
    for (unsigned i = 0; i < path->policemen; i++) {
        struct set reached = {{0}};
        set_add(&reached, path->police[i]);
        set_add(&path->occupied, path->police[i]);
        path->police_reach[i][0] = reached;
        for (unsigned turn = 1; turn <= PATH_TURNS; turn++) {
            SET_EACH (crossing, &path->police_reach[i][turn - 1]) {
                reached = set_or(reached, &path->board->reach[crossing]);
            }
            path->police_reach[i][turn] = reached;
        }
    }
}

static struct set ways_from(const struct jack_path *path, enum tile tile, unsigned circle)
{
    switch (tile) {
    case TILE_COACH: /* for each of its two steps */
        return path->board->adjacent[circle];
    case TILE_ALLEY:
        return path->board->alley[circle];
    default:
        return board_free_neighbours(path->board, circle, &path->occupied);
    }
}

static void spread_once(const struct jack_path *path, enum tile tile, const double from[SET_LIMIT],
                        double to[SET_LIMIT])
{
    memset(to, 0, SET_LIMIT * sizeof to[0]);
    for (unsigned circle = 1; circle <= path->board->circles; circle++) {
        if (from[circle] > 0) {
            struct set ways = ways_from(path, tile, circle);
            double share = from[circle] / (set_count(&ways) + 1e-9);
            SET_EACH (way, &ways) {
                to[way] += share;
            }
        }
    }
}

void jack_path_spread(const struct jack_path *path, enum tile tile, const double from[SET_LIMIT],
                      double to[SET_LIMIT])
{
    spread_once(path, tile, from, to);
    if (tile == TILE_COACH) {
        double middle[SET_LIMIT];
        memcpy(middle, to, sizeof middle);
        spread_once(path, tile, middle, to);
    }
}

double jack_path_hazard(const struct jack_path *path, unsigned circle, unsigned turn, double mass)
{
    unsigned near = 0;
    for (unsigned i = 0; i < path->policemen; i++) {
        near += set_meets(&path->board->beside[circle], &path->police_reach[i][turn]);
    }
    unsigned near_capped = near < NEAR_MAX ? near : NEAR_MAX;
    double known = path->skill->models_police ? mass : 0.03;
    double hazard = arrest_base[near_capped] + arrest_by_mass[near_capped] * known;
    return lesser(0.95, path->skill->caution * arrest_later[turn] * hazard);
}

static void predict_turn(struct jack_path *path, unsigned turn, double home_known)
{
    for (unsigned circle = 1; circle <= path->board->circles; circle++) {
        path->hazard[turn][circle] = jack_path_hazard(path, circle, turn, path->mass[turn][circle]);
    }
    for (unsigned crossing = 1; crossing <= path->board->crossings; crossing++) {
        double closed = 0;
        for (unsigned i = 0; i < path->policemen; i++) {
            closed += set_has(&path->police_reach[i][turn], crossing) ? occupied_chance[turn] : 0;
        }
        if (closed > 0 && set_has(&path->board->barriers[path->home], crossing)) {
            closed += home_known; /* the police will want to block this crossing */
        }
        path->closed[turn][crossing] = lesser(closed, 0.9);
    }
}

/* ---- streets ---- */

/*
 * Returns the chance that the street is open before the move that follows `turn` walks: that of its best
 * route.
 */
static double street_open(const struct jack_path *path, const struct neighbour *neighbour, unsigned turn)
{
    double best = 0;
    for (unsigned i = 0; i < neighbour->routes; i++) {
        const struct set *line = &path->board->route[neighbour->first_route + i];
        double open = 1;
        SET_EACH (crossing, line) {
            open *= 1 - path->closed[turn][crossing];
        }
        best = open > best ? open : best;
    }
    return best;
}

double jack_path_arrival_value(const struct jack_path *path, unsigned cells)
{
    const struct jack_skill *skill = path->skill;
    double value = 1;
    for (unsigned i = 0; skill->hurry > 0 && i < cells; i++) {
        value *= skill->hurry;
    }
    if (path->round < ROWS && cells < skill->linger) {
        double missing = 1 - cells / skill->linger;
        value *= 1 - skill->reveal * missing * (0.5 + 0.5 * missing);
    }
    return value;
}

/* `lag`: by how much the number of police turns falls behind the number of cells. */
static double best_continuation(const struct jack_path *path, const double next[SET_LIMIT], unsigned circle,
                                unsigned cell, unsigned lag)
{
    const struct board *board = path->board;
    unsigned turns = cell > lag ? cell - lag : 0;
    unsigned turn = turns < PATH_TURNS ? turns : PATH_TURNS;
    unsigned after = turns + 1 < PATH_TURNS ? turns + 1 : PATH_TURNS;
    double best = 0;
    for (unsigned i = 0; i < board->neighbours[circle]; i++) {
        const struct neighbour *neighbour = &board->neighbour[circle][i];
        unsigned to = neighbour->circle;
        double worth = to == path->home ? jack_path_arrival_value(path, path->used + cell + 1)
                                        : (1 - path->hazard[after][to]) * next[to];
        if (worth > best) {
            worth *= street_open(path, neighbour, turn);
            best = worth > best ? worth : best;
        }
    }
    return best;
}

static void compute_values(const struct jack_path *path, unsigned lag, double value[CELLS + 1][SET_LIMIT])
{
    memset(value[path->left], 0, sizeof value[0]);
    for (unsigned cell = path->left; cell-- > lag;) {
        for (unsigned circle = 1; circle <= path->board->circles; circle++) {
            value[cell][circle] = path->board->steps[circle][path->home] + cell > path->left
                                      ? 0
                                      : best_continuation(path, value[cell + 1], circle, cell, lag);
        }
    }
}

void jack_path_evaluate(struct jack_path *path, const double now[SET_LIMIT], double home_known)
{
    compute_police_reach(path);
    memcpy(path->mass[0], now, sizeof path->mass[0]);
    for (unsigned turn = 0; turn <= PATH_TURNS; turn++) {
        if (turn > 0) {
            jack_path_spread(path, TILE_NONE, path->mass[turn - 1], path->mass[turn]);
        }
        predict_turn(path, turn, home_known);
    }
    compute_values(path, 0, path->value);
    if (path->left >= 2) {
        compute_values(path, 1, path->coach);
    }
}
