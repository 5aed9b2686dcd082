/* weighted_trails.c: see weighted_trails.h. */
#include "common/bots/whitechapel/weighted_trails.h"

#include <string.h>

#include "common/bots/random_action.h"

/* ---- the choices at a step ---- */

enum { NEAR_MAX = 4 };

/* The second and each further policeman deter him less than the first. */
static const double more_shy = 0.5;

/* How likely Jack is to step onto each circle, relative to the others within his reach. */
struct step_weights {
    struct set occupied;
    double weight[SET_LIMIT];
};

/* Returns the number of steps between a circle and where the night began. */
static unsigned steps_from_start(const struct board *board, const struct dossier_round *night,
                                 unsigned circle)
{
    unsigned steps = board->steps[night->start[0]][circle];
    if (night->starts == 2 && board->steps[night->start[1]][circle] < steps) {
        steps = board->steps[night->start[1]][circle];
    }
    return steps;
}

/* Returns the circles that a policeman can be next to after one walk. */
static struct set threatened_circles(const struct board *board, unsigned crossing)
{
    struct set circles = {{0}};
    SET_EACH (to, &board->reach[crossing]) {
        circles = set_or(circles, &board->next_to[to]);
    }
    return circles;
}

static double power_of(double base, unsigned exponent)
{
    double power = 1;
    while (exponent-- > 0) {
        power *= base;
    }
    return power;
}

static void weigh_steps(const struct board *board, const struct dossier_round *night,
                        const struct dossier_step *step, const struct walk_model *model,
                        struct step_weights *weights)
{
    uint8_t near[SET_LIMIT] = {0};
    weights->occupied = police_crossings(step->police);
    SET_EACH (crossing, &weights->occupied) {
        struct set circles = threatened_circles(board, crossing);
        SET_EACH (circle, &circles) {
            near[circle] = (uint8_t)(near[circle] + (near[circle] < NEAR_MAX));
        }
    }
    bool home = night->over != 0 && step == &night->step[night->steps - 1]; /* he need not fear an arrest */
    bool careless = home || !(model->shy < 1);
    double shy[NEAR_MAX + 1] = {1, careless ? 1 : model->shy};
    for (unsigned i = 2; i <= NEAR_MAX; i++) {
        shy[i] = shy[i - 1] * (careless ? 1 : more_shy);
    }
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        weights->weight[circle] =
            shy[near[circle]] * power_of(model->away, steps_from_start(board, night, circle));
    }
}

/* After a Double Event: how likely Jack is on a circle that the police can reach, relative to one that they cannot. */
static const double decoy = 0.5;

/*
 * Fills in the probability that Jack is on each start circle before his first step. The other victim of a Double Event is
 * often there to occupy the police.
 */
static void weigh_starts(const struct board *board, const struct dossier_round *night, const uint8_t *police,
                         double share[2])
{
    struct set occupied = police_crossings(night->steps > 0 ? night->step[0].police : police);
    struct set reached = {{0}};
    double total = 0;
    SET_EACH (crossing, &occupied) {
        struct set circles = threatened_circles(board, crossing);
        reached = set_or(reached, &circles);
    }
    for (unsigned i = 0; i < night->starts; i++) {
        share[i] = set_has(&reached, night->start[i]) ? decoy : 1;
        total += share[i];
    }
    for (unsigned i = 0; i < night->starts; i++) {
        share[i] /= total;
    }
}

/* Returns the total weight of the ways in which a step can be taken. */
static double step_total(const struct board *board, const struct dossier_step *step,
                         const struct step_weights *weights, unsigned circle, const struct set *ways)
{
    double total = 0;
    SET_EACH (way, ways) {
        if (step->cells == 1) {
            total += weights->weight[way];
            continue;
        }
        struct set second = board_coach_ends(board, circle, way);
        SET_EACH (to, &second) {
            total += weights->weight[to];
        }
    }
    return total;
}

/* ---- nodes and layers ---- */

/* State while the graph is being built. */
struct trail_builder {
    const struct board *board;
    const struct dossier_round *night;
    const uint8_t *police;
    const struct walk_model *model;
    struct weighted_trails *trails;
    bool full; /* out of nodes or edges */
};

/* Returns true if Jack may have been on the circle at that cell: no search since then has ruled it out. */
static bool is_possible(const struct dossier_round *night, unsigned circle, unsigned cell)
{
    return night->clear[circle] <= cell;
}

/*
 * Returns the node for this circle and clue mask in the layer being built, adding it if needed; NULL if there
 * is no room.
 */
static struct weighted_node *find_node(struct trail_builder *builder, unsigned clues, unsigned circle)
{
    struct weighted_trails *trails = builder->trails;
    uint16_t *at = &trails->at[clues][circle];
    if (*at == 0) {
        if (trails->nodes == WEIGHTED_NODES_MAX) {
            builder->full = true;
            return NULL;
        }
        trails->node[trails->nodes] =
            (struct weighted_node){.circle = (uint8_t)circle, .clues = (uint8_t)clues};
        *at = (uint16_t)++trails->nodes;
    }
    return &trails->node[*at - 1];
}

/* Finishes the layer being built and starts the next one. */
static void close_layer(struct weighted_trails *trails)
{
    for (unsigned i = trails->first[trails->layers]; i < trails->nodes; i++) {
        trails->at[trails->node[i].clues][trails->node[i].circle] = 0;
    }
    trails->first[++trails->layers] = trails->nodes;
}

/* ---- building the graph ---- */

/* Adds an edge from a node if the facts allow it; `via` is 0 except for a Coach. */
static void add_edge(struct trail_builder *builder, unsigned from, const struct dossier_step *step,
                     unsigned via, unsigned to, double share)
{
    struct weighted_trails *trails = builder->trails;
    unsigned cell = step->first + step->cells - 1U;
    if (!is_possible(builder->night, to, cell) || set_has(&builder->night->absent[cell], to)) {
        return;
    }
    unsigned clues = trails->node[from].clues | trails->clues.bit[to] | trails->clues.bit[via];
    unsigned due = trails->clues.due[cell];
    if ((clues & due) != due) {
        return;
    }
    struct weighted_node *node = find_node(builder, clues, to);
    if (node == NULL || trails->edges == WEIGHTED_EDGES_MAX) {
        builder->full = true;
        return;
    }
    node->weight += trails->node[from].weight * share;
    trails->edge[trails->edges++] = (struct weighted_edge){
        .share = (float)share, .to = (uint16_t)(node - trails->node), .via = (uint8_t)via};
    trails->node[from].edges++;
}

static void add_edges(struct trail_builder *builder, unsigned from, const struct dossier_step *step,
                      const struct step_weights *weights)
{
    struct weighted_trails *trails = builder->trails;
    unsigned here = trails->node[from].circle;
    struct set ways = dossier_step_ways(builder->board, step, here, &weights->occupied);
    double total = step_total(builder->board, step, weights, here, &ways);
    trails->node[from].first_edge = trails->edges;
    SET_EACH (way, &ways) {
        if (step->cells == 1) {
            add_edge(builder, from, step, 0, way, weights->weight[way] / total);
        } else if (is_possible(builder->night, way, step->first)) {
            struct set second = board_coach_ends(builder->board, here, way);
            SET_EACH (to, &second) {
                add_edge(builder, from, step, way, to, weights->weight[to] / total);
            }
        }
    }
}

/* Adds the first layer: where Jack stood before his first step. He has been on every start circle. */
static void add_starts(struct trail_builder *builder)
{
    const struct dossier_round *night = builder->night;
    unsigned cell = night->first_cell + night->starts - 1U;
    unsigned clues = 0;
    double share[2];
    weigh_starts(builder->board, night, builder->police, share);
    for (unsigned i = 0; i < night->starts; i++) {
        clues |= builder->trails->clues.bit[night->start[i]];
    }
    for (unsigned i = 0; i < night->starts; i++) {
        if (!set_has(&night->absent[cell], night->start[i])) {
            struct weighted_node *node = find_node(builder, clues, night->start[i]);
            node->weight = share[i];
        }
    }
    close_layer(builder->trails);
}

static bool build_with(struct trail_builder *builder, unsigned clues)
{
    struct set none_known = {{0}}; /* a start is also a clue, met from the beginning */
    struct weighted_trails *trails = builder->trails;
    trails->layers = trails->nodes = trails->edges = 0;
    trails->first[0] = 0;
    builder->full = false;
    memset(trails->at, 0, sizeof trails->at);
    clue_mask_build(&trails->clues, builder->night, &none_known, clues);
    add_starts(builder);
    for (unsigned i = 0; i < builder->night->steps && !builder->full; i++) {
        const struct dossier_step *step = &builder->night->step[i];
        struct step_weights weights;
        unsigned end = trails->nodes;
        weigh_steps(builder->board, builder->night, step, builder->model, &weights);
        for (unsigned from = trails->first[i]; from < end; from++) {
            add_edges(builder, from, step, &weights);
        }
        close_layer(trails);
    }
    return !builder->full;
}

void weighted_trails_build(const struct board *board, const struct dossier_round *night,
                           const uint8_t police[PAWN_COUNT], const struct walk_model *model,
                           struct weighted_trails *trails)
{
    struct trail_builder builder = {
        .board = board, .night = night, .police = police, .model = model, .trails = trails};
    unsigned clues = WEIGHTED_CLUES_MAX;
    while (!build_with(&builder, clues) && clues > 0) {
        clues--;
    }
}

/* ---- the unconditioned random walk ---- */

static void random_walk_step(const struct board *board, const struct dossier_step *step,
                             const struct step_weights *weights, const double from[SET_LIMIT],
                             double to[SET_LIMIT])
{
    memset(to, 0, SET_LIMIT * sizeof to[0]);
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        if (!(from[circle] > 0)) {
            continue;
        }
        struct set ways = dossier_step_ways(board, step, circle, &weights->occupied);
        double total = step_total(board, step, weights, circle, &ways);
        SET_EACH (way, &ways) {
            if (step->cells == 1) {
                to[way] += from[circle] * weights->weight[way] / total;
                continue;
            }
            struct set second = board_coach_ends(board, circle, way);
            SET_EACH (end, &second) {
                to[end] += from[circle] * weights->weight[end] / total;
            }
        }
    }
}

void weighted_trails_random_walk(const struct board *board, const struct dossier_round *night,
                                 const uint8_t police[PAWN_COUNT], const struct walk_model *model,
                                 double weight[SET_LIMIT])
{
    double next[SET_LIMIT];
    double share[2];
    memset(weight, 0, SET_LIMIT * sizeof weight[0]);
    weigh_starts(board, night, police, share);
    for (unsigned i = 0; i < night->starts; i++) {
        weight[night->start[i]] += share[i];
    }
    for (unsigned i = 0; i < night->steps; i++) {
        struct step_weights weights;
        weigh_steps(board, night, &night->step[i], model, &weights);
        random_walk_step(board, &night->step[i], &weights, weight, next);
        memcpy(weight, next, sizeof next);
    }
}

/* ---- ends and samples ---- */

void weighted_trails_ends(const struct weighted_trails *trails, double weight[SET_LIMIT])
{
    memset(weight, 0, SET_LIMIT * sizeof weight[0]);
    for (unsigned i = trails->first[trails->layers - 1]; i < trails->nodes; i++) {
        weight[trails->node[i].circle] += trails->node[i].weight;
    }
}

void weighted_trails_set_end_weights(struct weighted_trails *trails, const double end[SET_LIMIT])
{
    unsigned last = trails->first[trails->layers - 1];
    for (unsigned i = trails->nodes; i-- > 0;) {
        struct weighted_node *node = &trails->node[i];
        node->rest = i >= last ? end[node->circle] : 0;
        for (unsigned k = 0; i < last && k < node->edges; k++) {
            const struct weighted_edge *edge = &trails->edge[node->first_edge + k];
            node->rest += (double)edge->share * trails->node[edge->to].rest;
        }
    }
}

/*
 * Draws a node of the first layer in proportion to its weight. Returns the end of the layer if all weights
 * are 0.
 */
static unsigned draw_start(const struct weighted_trails *trails, struct random *random)
{
    double weight[2] = {0}; /* two after a Double Event */
    double total = 0;
    for (unsigned i = 0; i < trails->first[1]; i++) {
        weight[i] = trails->node[i].weight * trails->node[i].rest;
        total += weight[i];
    }
    unsigned drawn = random_weighted_of(weight, trails->first[1], total, random);
    return total > 0 ? drawn : trails->first[1];
}

/* Draws one of a node's edges in the same way; like random_weighted_of(), but without an array of weights. */
static const struct weighted_edge *draw_edge(const struct weighted_trails *trails,
                                             const struct weighted_node *node, struct random *random)
{
    double left = node->rest * random_fraction(random);
    const struct weighted_edge *drawn = NULL;
    for (unsigned k = 0; k < node->edges; k++) {
        const struct weighted_edge *edge = &trails->edge[node->first_edge + k];
        double weight = (double)edge->share * trails->node[edge->to].rest;
        if (weight > 0) {
            drawn = edge; /* rounding may leave a small remainder after the last weight */
            if (left < weight) {
                break;
            }
            left -= weight;
        }
    }
    return drawn;
}

unsigned weighted_trails_sample(const struct weighted_trails *trails, struct random *random,
                                struct set *visited)
{
    unsigned at = draw_start(trails, random);
    memset(visited, 0, sizeof *visited);
    for (unsigned i = 0; i < trails->first[1]; i++) {
        set_add(visited, trails->node[i].circle); /* both circles of a Double Event */
    }
    if (at == trails->first[1]) {
        return 0;
    }
    for (unsigned layer = 1; layer < trails->layers; layer++) {
        const struct weighted_edge *edge = draw_edge(trails, &trails->node[at], random);
        if (edge == NULL) {
            return 0;
        }
        at = edge->to;
        set_add(visited, trails->node[at].circle);
        if (edge->via != 0) {
            set_add(visited, edge->via);
        }
    }
    return trails->node[at].circle;
}
