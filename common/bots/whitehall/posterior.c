/*
 * posterior.c: computes where Jack is likely to be and where he is going; see whitehall_bot.h.
 *
 * The trellis sums over the possible trails. How likely the end of a trail is also depends on how well it
 * lies on the way to a discovery: the detour of a walk to a goal depends only on its length and its two ends,
 * so that factor is applied once, at the end.
 */
#include <string.h>

#include "common/bots/whitehall/trellis.h"

enum { TRACE_CELLS = 6 };

static const double trace_decay = 0.75; /* weight of a cell relative to the one after it */
/* For each step beyond the cells left, which would need a special move. */
static const double tile_factor = 0.1;

/* ---- facts ---- */

static bool is_open_quadrant(const struct dossier *dossier, unsigned quadrant, const struct board *board)
{
    for (unsigned i = 0; i < dossier->rounds; i++) {
        if (board->circle[dossier->round[i].start[0]].area == quadrant) {
            return false;
        }
    }
    return true;
}

/*
 * Jack must announce a discovery when he ends a turn on it, and special moves may not touch one, so a circle
 * with a clue is not a discovery still to come.
 */
static void remove_visited(const struct dossier *dossier, struct set *targets)
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

void round_facts_collect(const struct board *board, const struct dossier *dossier, struct round_facts *facts)
{
    facts->round = dossier->round[dossier->rounds - 1];
    memset(&facts->targets, 0, sizeof facts->targets);
    for (unsigned quadrant = QUADRANT_NW; quadrant < QUADRANT_COUNT; quadrant++) {
        if (is_open_quadrant(dossier, quadrant, board)) {
            facts->targets = set_or(facts->targets, &board->quadrant[quadrant]);
        }
    }
    remove_visited(dossier, &facts->targets);
    facts->tiles_left = dossier->tiles_total;
}

void round_facts_add_move(struct round_facts *facts, enum tile tile, const uint8_t police[PAWN_COUNT])
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
    double detour[CELLS]; /* by number of steps still to go */
};

static void goals_gather(const struct board *board, const struct round_facts *facts,
                         const struct jack_model *model, struct goals *goals)
{
    unsigned cells_left = CELL_LAST - facts->round.last_cell;
    goals->count = 0;
    SET_EACH (circle, &facts->targets) {
        unsigned steps = board->steps[facts->round.start[0]][circle];
        struct set rivals = set_and(facts->targets, &board->quadrant[board->circle[circle].area]);
        goals->circle[goals->count] = (uint8_t)circle;
        goals->prior[goals->count++] =
            power(model->distance_factor / model->detour_factor, steps < CELLS ? steps : CELLS) /
            set_count(&rivals);
    }
    for (unsigned steps = 0; steps < CELLS; steps++) {
        unsigned beyond = steps > cells_left ? steps - cells_left : 0;
        goals->detour[steps] =
            beyond > facts->tiles_left ? 0 : power(model->detour_factor, steps) * power(tile_factor, beyond);
    }
}

/* Returns how well a circle lies on the way to the goals. */
static double goal_weight(const struct board *board, const struct goals *goals, unsigned circle)
{
    double total = 0;
    for (unsigned i = 0; i < goals->count; i++) {
        unsigned steps = board->steps[circle][goals->circle[i]];
        total += steps < CELLS ? goals->prior[i] * goals->detour[steps] : 0;
    }
    return total;
}

/*
 * Fills now[] with the weight of each circle and end_factor[] with the factor applied to it; returns the
 * total. If no circle leads to any goal, all factors are 1.
 */
static double weigh(const struct trellis *trellis, const struct goals *goals, double end_factor[SET_LIMIT],
                    double now[SET_LIMIT])
{
    double total = 0;
    double lost = 0;
    memset(now, 0, SET_LIMIT * sizeof *now);
    memset(end_factor, 0, SET_LIMIT * sizeof *end_factor);
    for (unsigned circle = 1; circle <= trellis->board->circles; circle++) {
        double weight = trellis_end_weight(trellis, circle);
        if (weight > 0) {
            end_factor[circle] = goal_weight(trellis->board, goals, circle);
            now[circle] = weight * end_factor[circle];
            total += now[circle];
            lost += weight;
        }
    }
    if (total > 0) {
        return total;
    }
    for (unsigned circle = 1; circle <= trellis->board->circles; circle++) {
        end_factor[circle] = 1;
        now[circle] = trellis_end_weight(trellis, circle);
    }
    return lost;
}

double whitehall_posterior_weights(const struct board *board, const struct round_facts *facts,
                                   const struct jack_model *model, double now[SET_LIMIT])
{
    struct trellis trellis;
    struct goals goals;
    double end_factor[SET_LIMIT];
    trellis_forward(&trellis, board, &facts->round, model->police_factor);
    goals_gather(board, facts, model, &goals);
    return weigh(&trellis, &goals, end_factor, now);
}

/* Fills in the targets: where Jack is going, given where he is. */
static void compute_targets(const struct board *board, const struct goals *goals, struct posterior *posterior)
{
    SET_EACH (circle, &posterior->possible) {
        double all = goal_weight(board, goals, circle);
        for (unsigned i = 0; all > 0 && i < goals->count; i++) {
            unsigned steps = board->steps[circle][goals->circle[i]];
            posterior->target[goals->circle[i]] +=
                steps < CELLS ? posterior->now[circle] * goals->prior[i] * goals->detour[steps] / all : 0;
        }
    }
}

void whitehall_posterior_compute(const struct board *board, const struct round_facts *facts,
                                 const struct jack_model *model, struct posterior *posterior)
{
    struct trellis trellis;
    struct goals goals;
    double end_factor[SET_LIMIT];
    memset(posterior, 0, sizeof *posterior);
    trellis_forward(&trellis, board, &facts->round, model->police_factor);
    goals_gather(board, facts, model, &goals);
    double total = weigh(&trellis, &goals, end_factor, posterior->now);
    if (total <= 0) {
        return;
    }
    trellis_backward(&trellis, end_factor, TRACE_CELLS, trace_decay, posterior->trace);
    SET_EACH (circle, &board->all_circles) {
        posterior->now[circle] /= total;
        posterior->trace[circle] /= total;
        if (posterior->now[circle] > 0) {
            set_add(&posterior->possible, circle);
        }
    }
    compute_targets(board, &goals, posterior);
}
