/*
 * posterior.c: computes where Jack is likely to be and where he is going; see whitehall_bot.h.
 *
 * The trellis sums over the possible trails. How likely the end of a trail is also depends on how well it
 * lies on the way to a discovery: the detour of a walk to a goal depends only on its length and its two ends,
 * so that factor is applied once, at the end.
 */
#include <string.h>

#include "common/bots/whitehall/trellis.h"
#include "common/bots/whitehall/truths.h"

enum { TRACE_CELLS = 6 };

static const double trace_decay = 0.75; /* weight of a cell relative to the one after it */
/* For each step beyond the cells left, which would need a special move. */
static const double tile_factor = 0.1;

/* ---- kinds of Jack ---- */

static double power(double base, unsigned exponent)
{
    double result = 1;
    for (; exponent > 0; exponent--) {
        result *= base;
    }
    return result;
}

/* A kind of Jack in the mixed model. */
static const struct {
    double prior;
    double detour; /* factor for each step beyond the shortest path */
    double late;   /* chance that he takes one more move than necessary, again and again */
} jack_kind[JACK_KINDS] = {{0.30, 0.10, 0.25}, {0.30, 0.30, 0.55}, {0.25, 0.60, 0.80}, {0.15, 0.95, 0.95}};

/* Weighs the kinds by how many moves Jack took in the rounds that are over. */
static void weigh_kinds(const struct board *board, const struct dossier *dossier, double kind[JACK_KINDS])
{
    double total = 0;
    for (unsigned k = 0; k < JACK_KINDS; k++) {
        kind[k] = jack_kind[k].prior;
        for (unsigned i = 0; i + 1U < dossier->rounds; i++) {
            const struct dossier_round *round = &dossier->round[i];
            unsigned moves = (unsigned)(round->last_cell - round->first_cell);
            unsigned least = board->steps[round->start[0]][round->end];
            unsigned more = moves > least ? moves - least : 0;
            kind[k] *= power(jack_kind[k].late, more) * (1 - jack_kind[k].late);
        }
        total += kind[k];
    }
    for (unsigned k = 0; k < JACK_KINDS; k++) {
        kind[k] /= total;
    }
}

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
    weigh_kinds(board, dossier, facts->kind);
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

struct goals {
    unsigned count, kinds;
    uint8_t circle[SET_LIMIT];
    double prior[JACK_KINDS][SET_LIMIT];
    double detour[JACK_KINDS][CELLS]; /* by number of steps still to go */
};

static void fill_detours(const struct round_facts *facts, double factor, double detour[CELLS])
{
    unsigned cells_left = CELL_LAST - facts->round.last_cell;
    for (unsigned steps = 0; steps < CELLS; steps++) {
        unsigned beyond = steps > cells_left ? steps - cells_left : 0;
        detour[steps] = beyond > facts->tiles_left ? 0 : power(factor, steps) * power(tile_factor, beyond);
    }
}

/*
 * Divides the prior of each goal by the weight that all trails to it would have without any clue or search, so that the
 * kinds of Jack and the goals can be compared; and reduces it for every move that a Jack of this kind would not have
 * needed.
 */
static void normalize_goals(const struct board *board, const struct round_facts *facts,
                            const struct jack_model *model, struct goals *goals)
{
    struct dossier_round free = facts->round;
    struct trellis trellis;
    double end[SET_LIMIT];
    memset(free.absent, 0, sizeof free.absent);
    memset(free.seen, 0, sizeof free.seen);
    memset(free.clear, 0, sizeof free.clear);
    trellis_forward(&trellis, board, &free, model->caution);
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        end[circle] = trellis_end_weight(&trellis, circle);
    }
    for (unsigned i = 0; i < goals->count; i++) {
        double sum[JACK_KINDS] = {0};
        const uint8_t *steps = board->steps[goals->circle[i]];
        for (unsigned circle = 1; circle <= board->circles; circle++) {
            if (end[circle] > 0 && steps[circle] < CELLS) {
                for (unsigned k = 0; k < goals->kinds; k++) {
                    sum[k] += end[circle] * goals->detour[k][steps[circle]];
                }
            }
        }
        unsigned moves = (unsigned)(facts->round.last_cell - facts->round.first_cell);
        unsigned least = steps[facts->round.start[0]];
        for (unsigned k = 0; k < goals->kinds; k++) {
            double late = power(jack_kind[k].late, moves > least ? moves - least : 0);
            goals->prior[k][i] = sum[k] > 0 ? goals->prior[k][i] * facts->kind[k] * late / sum[k] : 0;
        }
    }
}

static void goals_gather(const struct board *board, const struct round_facts *facts,
                         const struct jack_model *model, struct goals *goals)
{
    goals->count = 0;
    goals->kinds = model->mixed ? JACK_KINDS : 1;
    SET_EACH (circle, &facts->targets) {
        unsigned steps = board->steps[facts->round.start[0]][circle];
        struct set rivals = set_and(facts->targets, &board->quadrant[board->circle[circle].area]);
        double factor = model->mixed ? model->distance_factor : model->distance_factor / model->detour_factor;
        goals->circle[goals->count] = (uint8_t)circle;
        for (unsigned k = 0; k < goals->kinds; k++) {
            goals->prior[k][goals->count] = power(factor, steps < CELLS ? steps : CELLS) / set_count(&rivals);
        }
        goals->count++;
    }
    for (unsigned k = 0; k < goals->kinds; k++) {
        fill_detours(facts, model->mixed ? jack_kind[k].detour : model->detour_factor, goals->detour[k]);
    }
    if (model->mixed) {
        normalize_goals(board, facts, model, goals);
    }
}

/* Returns how well a circle lies on the way to the goals. */
static double goal_weight(const struct board *board, const struct goals *goals, unsigned circle)
{
    double total = 0;
    for (unsigned i = 0; i < goals->count; i++) {
        unsigned steps = board->steps[circle][goals->circle[i]];
        for (unsigned k = 0; steps < CELLS && k < goals->kinds; k++) {
            total += goals->prior[k][i] * goals->detour[k][steps];
        }
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
    trellis_forward(&trellis, board, &facts->round, model->caution);
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
            for (unsigned k = 0; steps < CELLS && k < goals->kinds; k++) {
                posterior->target[goals->circle[i]] +=
                    posterior->now[circle] * goals->prior[k][i] * goals->detour[k][steps] / all;
            }
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
    trellis_forward(&trellis, board, &facts->round, model->caution);
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

/* ---- truths ---- */

/* Fills in where Jack goes next from a circle: each step towards a goal is likelier the more direct he is. */
static void weigh_next(const struct board *board, const struct goals *goals, unsigned circle,
                       struct truths *truths)
{
    unsigned ways = board->neighbours[circle];
    double next[BOARD_NEIGHBOURS_MAX] = {0};
    double arrived = 0, all = 0;
    for (unsigned i = 0; i < goals->count; i++) {
        const uint8_t *steps = board->steps[goals->circle[i]];
        for (unsigned k = 0; steps[circle] < CELLS && k < goals->kinds; k++) {
            double weight = goals->prior[k][i] * goals->detour[k][steps[circle]];
            double sum = 0;
            all += weight;
            if (steps[circle] == 0) {
                arrived += weight;
                continue;
            }
            double factor = goals->detour[k][2] > 0 ? goals->detour[k][2] / goals->detour[k][1] : 1;
            const double towards[3] = {1 / factor, 1, factor}; /* one step nearer, as far, farther */
            for (unsigned j = 0; j < ways; j++) {
                sum += towards[steps[board->neighbour[circle][j].circle] + 1U - steps[circle]];
            }
            for (unsigned j = 0; j < ways && weight > 0; j++) {
                next[j] +=
                    weight * towards[steps[board->neighbour[circle][j].circle] + 1U - steps[circle]] / sum;
            }
        }
    }
    truths->arrived[circle] = (float)(all > 0 ? arrived / all : 0);
    for (unsigned j = 0; j < ways; j++) {
        truths->next[circle][j] = (float)(all > 0 ? next[j] / all : 1.0 / ways);
    }
}

/* Draws ends in proportion to their weights with evenly spaced numbers, so that likely circles are not missed by chance. */
void whitehall_truths_draw(const struct board *board, const struct round_facts *facts,
                           const struct jack_model *model, unsigned count, struct random *random,
                           struct truths *truths)
{
    struct trellis trellis;
    struct goals goals;
    double end_factor[SET_LIMIT], now[SET_LIMIT];
    trellis_forward(&trellis, board, &facts->round, model->caution);
    goals_gather(board, facts, model, &goals);
    double total = weigh(&trellis, &goals, end_factor, now);
    double at = random_fraction(random), sum = 0;
    truths->count = 0;
    memset(&truths->possible, 0, sizeof truths->possible);
    for (unsigned circle = 1; circle <= board->circles && total > 0; circle++) {
        sum += now[circle] / total * count;
        while (at + truths->count < sum && truths->count < count) {
            struct truth *truth = &truths->truth[truths->count++];
            truth->now = (uint8_t)circle;
            trellis_draw_trail(&trellis, circle, random, &truth->visited);
            set_add(&truths->possible, circle);
        }
    }
    SET_EACH (circle, &truths->possible) {
        weigh_next(board, &goals, circle, truths);
    }
}
