/*
 * bot_whitechapel_road.c: the way home, with the police in mind.
 *
 * Values are filled backwards from the last cell: what a circle is worth at a cell is the best of its neighbours at
 * the next, times the chance that the street is open and that he is not arrested there. Both chances come from how
 * far each policeman can have walked by then and from what the police can think of where he is.
 */
#include <string.h>

#include "common/base/array.h"
#include "common/bots/whitechapel/whitechapel_bot.h"

/* Chance that a policeman stands on one of the crossings he can have reached, by walks. */
static const double stands_there[ROAD_TURNS + 1] = {1, 0.16, 0.08, 0.05, 0.04};

/*
 * How often a policeman at hand makes an arrest, by how many can be next to him: measured in matches of our own. The
 * second adds for how sure they are that he is there.
 */
enum { PRESSED_MOST = 3 };
static const double found_anyhow[PRESSED_MOST + 1] = {0, 0.02, 0.13, 0.15};
static const double found_by_mass[PRESSED_MOST + 1] = {0, 4.5, 9, 20};

/* By walks: who can come anywhere is seldom here. */
static const double sooner_or_later[ROAD_TURNS + 1] = {1, 1, 0.2, 0.08, 0.04};

static double lesser(double left, double right)
{
    return left < right ? left : right;
}

/* ---- what the police can do ---- */

static void reach_out(struct road *road)
{
    road->occupied = (struct set){{0}};
    for (unsigned i = 0; i < road->policemen; i++) {
        struct set reached = {{0}};
        set_add(&reached, road->police[i]);
        set_add(&road->occupied, road->police[i]);
        road->police_reach[i][0] = reached;
        for (unsigned turn = 1; turn <= ROAD_TURNS; turn++) {
            SET_EACH (crossing, &road->police_reach[i][turn - 1]) {
                reached = set_or(reached, &road->board->reach[crossing]);
            }
            road->police_reach[i][turn] = reached;
        }
    }
}

static struct set ways_from(const struct road *road, enum tile tile, unsigned circle)
{
    switch (tile) {
    case TILE_COACH: /* each half of it */
        return road->board->adjacent[circle];
    case TILE_ALLEY:
        return road->board->alley[circle];
    default:
        return board_free_neighbours(road->board, circle, &road->occupied);
    }
}

static void spread_once(const struct road *road, enum tile tile, const double from[SET_LIMIT],
                        double to[SET_LIMIT])
{
    memset(to, 0, SET_LIMIT * sizeof to[0]);
    for (unsigned circle = 1; circle <= road->board->circles; circle++) {
        if (from[circle] > 0) {
            struct set ways = ways_from(road, tile, circle);
            double share = from[circle] / (set_count(&ways) + 1e-9);
            SET_EACH (way, &ways) {
                to[way] += share;
            }
        }
    }
}

void road_spread(const struct road *road, enum tile tile, const double from[SET_LIMIT], double to[SET_LIMIT])
{
    spread_once(road, tile, from, to);
    if (tile == TILE_COACH) {
        double middle[SET_LIMIT];
        memcpy(middle, to, sizeof middle);
        spread_once(road, tile, middle, to);
    }
}

double road_hazard(const struct road *road, unsigned circle, unsigned turn, double mass)
{
    unsigned near = 0;
    for (unsigned i = 0; i < road->policemen; i++) {
        near += set_meets(&road->board->beside[circle], &road->police_reach[i][turn]);
    }
    unsigned pressed = near < PRESSED_MOST ? near : PRESSED_MOST;
    double known = road->skill->knows_hunch ? mass : 0.03;
    double hazard = found_anyhow[pressed] + found_by_mass[pressed] * known;
    return lesser(0.95, road->skill->caution * sooner_or_later[turn] * hazard);
}

static void foresee_turn(struct road *road, unsigned turn, double home_known)
{
    for (unsigned circle = 1; circle <= road->board->circles; circle++) {
        road->hazard[turn][circle] = road_hazard(road, circle, turn, road->mass[turn][circle]);
    }
    for (unsigned crossing = 1; crossing <= road->board->crossings; crossing++) {
        double closed = 0;
        for (unsigned i = 0; i < road->policemen; i++) {
            closed += set_has(&road->police_reach[i][turn], crossing) ? stands_there[turn] : 0;
        }
        if (closed > 0 && set_has(&road->board->barriers[road->home], crossing)) {
            closed += home_known; /* they will want to stand there */
        }
        road->closed[turn][crossing] = lesser(closed, 0.9);
    }
}

/* ---- streets ---- */

/* Chance that the likeliest of its lines is open, before the move after `turn` walks. */
static double street_open(const struct road *road, const struct neighbour *neighbour, unsigned turn)
{
    double best = 0;
    for (unsigned i = 0; i < neighbour->routes; i++) {
        const struct set *line = &road->board->route[neighbour->first_route + i];
        double open = 1;
        SET_EACH (crossing, line) {
            open *= 1 - road->closed[turn][crossing];
        }
        best = open > best ? open : best;
    }
    return best;
}

double road_arrival(const struct road *road, unsigned cells)
{
    static const double short_walk[] = {0.5, 0.55, 0.7, 0.83, 0.92, 0.97};
    if (!road->skill->hides_home || road->round == ROWS || cells >= COUNT(short_walk)) {
        return 1;
    }
    return short_walk[cells];
}

static double best_way_on(const struct road *road, unsigned circle, unsigned cell)
{
    const struct board *board = road->board;
    unsigned turn = cell < ROAD_TURNS ? cell : ROAD_TURNS;
    unsigned after = cell + 1 < ROAD_TURNS ? cell + 1 : ROAD_TURNS;
    double best = 0;
    for (unsigned i = 0; i < board->neighbours[circle]; i++) {
        const struct neighbour *neighbour = &board->neighbour[circle][i];
        unsigned to = neighbour->circle;
        double worth = to == road->home ? road_arrival(road, road->used + cell + 1)
                                        : (1 - road->hazard[after][to]) * road->value[cell + 1][to];
        if (worth > best) {
            worth *= street_open(road, neighbour, turn);
            best = worth > best ? worth : best;
        }
    }
    return best;
}

void road_look(struct road *road, const double now[SET_LIMIT], double home_known)
{
    reach_out(road);
    memcpy(road->mass[0], now, sizeof road->mass[0]);
    for (unsigned turn = 0; turn <= ROAD_TURNS; turn++) {
        if (turn > 0) {
            road_spread(road, TILE_NONE, road->mass[turn - 1], road->mass[turn]);
        }
        foresee_turn(road, turn, home_known);
    }
    memset(road->value[road->left], 0, sizeof road->value[0]);
    for (unsigned cell = road->left; cell-- > 0;) {
        for (unsigned circle = 1; circle <= road->board->circles; circle++) {
            road->value[cell][circle] = road->board->steps[circle][road->home] + cell > road->left
                                            ? 0
                                            : best_way_on(road, circle, cell);
        }
    }
}
