/*
 * bot_whitehall_suspicion.c: where Jack is likely to be, and where he is going; see bot_whitehall.h.
 *
 * The trellis knows where he can be. How well the end of a trail lies for going on to a discovery says how likely
 * it is: the detour of a walk to a place depends only on its length and its two ends, so it is a factor that
 * is applied once, at the end.
 */
#include <string.h>

#include "common/bots/whitehall/trellis.h"

enum { TRACE_CELLS = 6 };

static const double trace_fades = 0.75; /* what a cell counts less than the one after it */
static const double overreach = 0.1;    /* a way longer than the cells left needs a tile for each step */

/* ---- facts ---- */

static bool still_open(const struct dossier *dossier, unsigned quadrant, const struct board *board)
{
    for (unsigned i = 0; i < dossier->rounds; i++) {
        if (board->circle[dossier->round[i].start[0]].area == quadrant) {
            return false;
        }
    }
    return true;
}

/* Whoever ends a turn on a discovery announces it, and no tile touches one: what bears a clue is none. */
static void strike_visited(const struct dossier *dossier, struct set *targets)
{
    for (unsigned i = 0; i < dossier->rounds; i++) {
        const struct dossier_round *round = &dossier->round[i];
        unsigned now = i + 1U == dossier->rounds && dossier->phase != PHASE_MOVE ? round->last_cell : CELLS;
        SET_EACH (circle, targets) {
            if (round->seen[circle] != 0 && round->seen[circle] - 1U < now) {
                set_remove(targets, circle);
            }
        }
    }
}

void facts_gather(const struct board *board, const struct dossier *dossier, struct round_facts *facts)
{
    facts->round = dossier->round[dossier->rounds - 1];
    memset(&facts->targets, 0, sizeof facts->targets);
    for (unsigned quadrant = QUADRANT_NW; quadrant < QUADRANT_COUNT; quadrant++) {
        if (still_open(dossier, quadrant, board)) {
            facts->targets = set_or(facts->targets, &board->quadrant[quadrant]);
        }
    }
    strike_visited(dossier, &facts->targets);
    facts->tiles_left = dossier->tiles_total;
}

void facts_add_step(struct round_facts *facts, enum tile tile, const uint8_t police[PAWN_COUNT])
{
    struct dossier_round *round = &facts->round;
    struct dossier_step *step = &round->step[round->steps++];
    step->tile = (uint8_t)tile;
    step->first = (uint8_t)(round->last_cell + 1U);
    step->cells = tile == TILE_COACH ? 2 : 1;
    memcpy(step->police, police, sizeof step->police);
    round->last_cell = (uint8_t)(round->last_cell + step->cells);
    if (tile != TILE_NONE && facts->tiles_left > 0) {
        facts->tiles_left--;
    }
}

/* ---- where he is going ---- */

static double power(double base, unsigned exponent)
{
    double result = 1;
    for (; exponent > 0; exponent--) {
        result *= base;
    }
    return result;
}

struct goals {
    unsigned count;
    uint8_t circle[SET_LIMIT];
    double prior[SET_LIMIT];
    double detour[CELLS]; /* by steps to go */
};

static void goals_gather(const struct board *board, const struct round_facts *facts,
                         const struct suspicion_habit *habit, struct goals *goals)
{
    unsigned cells_left = CELL_LAST - facts->round.last_cell;
    goals->count = 0;
    SET_EACH (circle, &facts->targets) {
        unsigned steps = board->steps[facts->round.start[0]][circle];
        struct set rivals = set_and(facts->targets, &board->quadrant[board->circle[circle].area]);
        goals->circle[goals->count] = (uint8_t)circle;
        goals->prior[goals->count++] =
            power(habit->distant / habit->detour, steps < CELLS ? steps : CELLS) / set_count(&rivals);
    }
    for (unsigned steps = 0; steps < CELLS; steps++) {
        unsigned beyond = steps > cells_left ? steps - cells_left : 0;
        goals->detour[steps] =
            beyond > facts->tiles_left ? 0 : power(habit->detour, steps) * power(overreach, beyond);
    }
}

/* How well a circle lies for going on. */
static double outlook(const struct board *board, const struct goals *goals, unsigned circle)
{
    double total = 0;
    for (unsigned i = 0; i < goals->count; i++) {
        unsigned steps = board->steps[circle][goals->circle[i]];
        total += steps < CELLS ? goals->prior[i] * goals->detour[steps] : 0;
    }
    return total;
}

/* Weights of where he is, and how each circle was judged. Where nothing leads anywhere, all are judged alike. */
static double weigh(const struct trellis *trellis, const struct goals *goals, double judged[SET_LIMIT],
                    double now[SET_LIMIT])
{
    double total = 0;
    double lost = 0;
    memset(now, 0, SET_LIMIT * sizeof *now);
    memset(judged, 0, SET_LIMIT * sizeof *judged);
    for (unsigned circle = 1; circle <= trellis->board->circles; circle++) {
        double weight = trellis_end(trellis, circle);
        if (weight > 0) {
            judged[circle] = outlook(trellis->board, goals, circle);
            now[circle] = weight * judged[circle];
            total += now[circle];
            lost += weight;
        }
    }
    if (total > 0) {
        return total;
    }
    for (unsigned circle = 1; circle <= trellis->board->circles; circle++) {
        judged[circle] = 1;
        now[circle] = trellis_end(trellis, circle);
    }
    return lost;
}

double suspicion_weigh(const struct board *board, const struct round_facts *facts,
                       const struct suspicion_habit *habit, double now[SET_LIMIT])
{
    struct trellis trellis;
    struct goals goals;
    double judged[SET_LIMIT];
    trellis_walk(&trellis, board, &facts->round, habit->shy);
    goals_gather(board, facts, habit, &goals);
    return weigh(&trellis, &goals, judged, now);
}

/* Given where he is, where he is going. */
static void aim(const struct board *board, const struct goals *goals, struct suspicion *suspicion)
{
    SET_EACH (circle, &suspicion->possible) {
        double all = outlook(board, goals, circle);
        for (unsigned i = 0; all > 0 && i < goals->count; i++) {
            unsigned steps = board->steps[circle][goals->circle[i]];
            suspicion->target[goals->circle[i]] +=
                steps < CELLS ? suspicion->now[circle] * goals->prior[i] * goals->detour[steps] / all : 0;
        }
    }
}

void suspicion_form(const struct board *board, const struct round_facts *facts,
                    const struct suspicion_habit *habit, struct suspicion *suspicion)
{
    struct trellis trellis;
    struct goals goals;
    double judged[SET_LIMIT];
    memset(suspicion, 0, sizeof *suspicion);
    trellis_walk(&trellis, board, &facts->round, habit->shy);
    goals_gather(board, facts, habit, &goals);
    double total = weigh(&trellis, &goals, judged, suspicion->now);
    if (total <= 0) {
        return;
    }
    trellis_trace(&trellis, judged, TRACE_CELLS, trace_fades, suspicion->trace);
    SET_EACH (circle, &board->all_circles) {
        suspicion->now[circle] /= total;
        suspicion->trace[circle] /= total;
        if (suspicion->now[circle] > 0) {
            set_add(&suspicion->possible, circle);
        }
    }
    aim(board, &goals, suspicion);
}
