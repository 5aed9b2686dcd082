/* bot_trails.c: see bot_trails.h. */
#include "common/bots/whitechapel/weighted_trails.h"

#include <string.h>

#include "common/bots/random_action.h"

/* ---- what he could do at a step ---- */

/* In how many ways a step could be taken. */
static unsigned step_choices(const struct board *board, const struct dossier_step *step, unsigned circle,
                             const struct set *ways)
{
    if (step->cells == 1) {
        return set_count(ways);
    }
    unsigned choices = 0;
    SET_EACH (via, ways) {
        struct set second = board_coach_ends(board, circle, via);
        choices += set_count(&second);
    }
    return choices;
}

/* ---- what the answers allow ---- */

/* A tracing under way. */
struct tracing {
    const struct board *board;
    const struct dossier_round *night;
    struct trails *trails;
    bool full; /* there is no more room */
};

/* He can have stood there at that cell: no search since found nothing there. */
static bool may_stand(const struct dossier_round *night, unsigned circle, unsigned cell)
{
    return night->clear[circle] <= cell;
}

/* The node of the layer under work for this place, made if there was none; NULL without room. */
static struct trail_node *find_node(struct tracing *tracing, unsigned clues, unsigned circle)
{
    struct trails *trails = tracing->trails;
    uint16_t *at = &trails->at[clues][circle];
    if (*at == 0) {
        if (trails->nodes == TRAIL_NODES) {
            tracing->full = true;
            return NULL;
        }
        trails->node[trails->nodes] = (struct trail_node){.circle = (uint8_t)circle, .clues = (uint8_t)clues};
        *at = (uint16_t)++trails->nodes;
    }
    return &trails->node[*at - 1];
}

/* The layer under work is complete; begins the next. */
static void close_layer(struct trails *trails)
{
    for (unsigned i = trails->first[trails->layers]; i < trails->nodes; i++) {
        trails->at[trails->node[i].clues][trails->node[i].circle] = 0;
    }
    trails->first[++trails->layers] = trails->nodes;
}

/* ---- tracing ---- */

/* One way on from a node; `via` is 0 but for a Coach. */
static void add_way(struct tracing *tracing, unsigned from, const struct dossier_step *step, unsigned via,
                    unsigned to, double share)
{
    struct trails *trails = tracing->trails;
    unsigned cell = step->first + step->cells - 1U;
    if (!may_stand(tracing->night, to, cell) || set_has(&tracing->night->absent[cell], to)) {
        return;
    }
    unsigned clues = trails->node[from].clues | trails->clues.bit[to] | trails->clues.bit[via];
    unsigned due = trails->clues.due[cell];
    if ((clues & due) != due) {
        return;
    }
    struct trail_node *node = find_node(tracing, clues, to);
    if (node == NULL || trails->edges == TRAIL_EDGES) {
        tracing->full = true;
        return;
    }
    node->weight += trails->node[from].weight * share;
    trails->edge[trails->edges++] =
        (struct trail_edge){.to = (uint16_t)(node - trails->node), .via = (uint8_t)via};
    trails->node[from].edges++;
}

static void add_ways(struct tracing *tracing, unsigned from, const struct dossier_step *step,
                     const struct set *occupied)
{
    struct trails *trails = tracing->trails;
    unsigned here = trails->node[from].circle;
    struct set ways = dossier_step_ways(tracing->board, step, here, occupied);
    unsigned choices = step_choices(tracing->board, step, here, &ways);
    double share = choices == 0 ? 0 : 1.0 / choices;
    trails->node[from].first_edge = trails->edges;
    trails->node[from].choices = (uint16_t)choices;
    SET_EACH (way, &ways) {
        if (step->cells == 1) {
            add_way(tracing, from, step, 0, way, share);
        } else if (may_stand(tracing->night, way, step->first)) {
            struct set second = board_coach_ends(tracing->board, here, way);
            SET_EACH (to, &second) {
                add_way(tracing, from, step, way, to, share);
            }
        }
    }
}

/* Where he stood before his first step, having been on every start. */
static void add_starts(struct tracing *tracing)
{
    const struct dossier_round *night = tracing->night;
    unsigned cell = night->first_cell + night->starts - 1U;
    unsigned clues = 0;
    for (unsigned i = 0; i < night->starts; i++) {
        clues |= tracing->trails->clues.bit[night->start[i]];
    }
    for (unsigned i = 0; i < night->starts; i++) {
        if (!set_has(&night->absent[cell], night->start[i])) {
            struct trail_node *node = find_node(tracing, clues, night->start[i]);
            node->weight = 1.0 / night->starts;
        }
    }
    close_layer(tracing->trails);
}

static bool trace_with(struct tracing *tracing, unsigned clues)
{
    struct set none_known = {{0}}; /* a start is a clue too, met from the beginning */
    struct trails *trails = tracing->trails;
    trails->layers = trails->nodes = trails->edges = 0;
    trails->first[0] = 0;
    tracing->full = false;
    memset(trails->at, 0, sizeof trails->at);
    clues_take(&trails->clues, tracing->night, &none_known, clues);
    add_starts(tracing);
    for (unsigned i = 0; i < tracing->night->steps && !tracing->full; i++) {
        const struct dossier_step *step = &tracing->night->step[i];
        struct set occupied = police_crossings(step->police);
        unsigned end = trails->nodes;
        for (unsigned from = trails->first[i]; from < end; from++) {
            add_ways(tracing, from, step, &occupied);
        }
        close_layer(trails);
    }
    return !tracing->full;
}

void trails_trace(const struct board *board, const struct dossier_round *night, struct trails *trails)
{
    struct tracing tracing = {.board = board, .night = night, .trails = trails};
    unsigned clues = TRAIL_CLUES;
    while (!trace_with(&tracing, clues) && clues > 0) {
        clues--;
    }
}

/* ---- what a stroller would have done ---- */

static void stroll_on(const struct board *board, const struct dossier_step *step,
                      const double from[SET_LIMIT], double to[SET_LIMIT])
{
    struct set occupied = police_crossings(step->police);
    memset(to, 0, SET_LIMIT * sizeof to[0]);
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        if (!(from[circle] > 0)) {
            continue;
        }
        struct set ways = dossier_step_ways(board, step, circle, &occupied);
        unsigned choices = step_choices(board, step, circle, &ways);
        double share = choices == 0 ? 0 : from[circle] / choices;
        SET_EACH (way, &ways) {
            if (step->cells == 1) {
                to[way] += share;
                continue;
            }
            struct set second = board_coach_ends(board, circle, way);
            SET_EACH (end, &second) {
                to[end] += share;
            }
        }
    }
}

void trails_stroll(const struct board *board, const struct dossier_round *night, double weight[SET_LIMIT])
{
    double next[SET_LIMIT];
    memset(weight, 0, SET_LIMIT * sizeof weight[0]);
    for (unsigned i = 0; i < night->starts; i++) {
        weight[night->start[i]] += 1.0 / night->starts;
    }
    for (unsigned i = 0; i < night->steps; i++) {
        stroll_on(board, &night->step[i], weight, next);
        memcpy(weight, next, sizeof next);
    }
}

/* ---- ends, and trails drawn ---- */

void trails_ends(const struct trails *trails, double weight[SET_LIMIT])
{
    memset(weight, 0, SET_LIMIT * sizeof weight[0]);
    for (unsigned i = trails->first[trails->layers - 1]; i < trails->nodes; i++) {
        weight[trails->node[i].circle] += trails->node[i].weight;
    }
}

/* Every choice at a node had the same share, so its edges differ only in what they lead to. */
void trails_weigh(struct trails *trails, const double end[SET_LIMIT])
{
    unsigned last = trails->first[trails->layers - 1];
    for (unsigned i = trails->nodes; i-- > 0;) {
        struct trail_node *node = &trails->node[i];
        node->rest = i >= last ? end[node->circle] : 0;
        double share = 0;
        for (unsigned k = 0; i < last && k < node->edges; k++) {
            share += trails->node[trails->edge[node->first_edge + k].to].rest;
        }
        if (i < last && node->edges != 0) {
            node->rest = share / node->choices;
        }
    }
}

/* A node of the first layer, by what is to come; the end of the layer if nothing is. */
static unsigned draw_start(const struct trails *trails, struct random *random)
{
    double weight[2] = {0}; /* two, of a Double Event */
    double total = 0;
    for (unsigned i = 0; i < trails->first[1]; i++) {
        weight[i] = trails->node[i].weight * trails->node[i].rest;
        total += weight[i];
    }
    unsigned drawn = random_weighted_of(weight, trails->first[1], total, random);
    return total > 0 ? drawn : trails->first[1];
}

/* One of a node's edges, likewise; as random_weighted_of() would, without a list of weights. */
static const struct trail_edge *draw_edge(const struct trails *trails, const struct trail_node *node,
                                          struct random *random)
{
    double left = node->rest * node->choices * random_share(random);
    const struct trail_edge *drawn = NULL;
    for (unsigned k = 0; k < node->edges; k++) {
        const struct trail_edge *edge = &trails->edge[node->first_edge + k];
        double weight = trails->node[edge->to].rest;
        if (weight > 0) {
            drawn = edge; /* rounding may leave a little at the end */
            if (left < weight) {
                break;
            }
            left -= weight;
        }
    }
    return drawn;
}

unsigned trails_draw(const struct trails *trails, struct random *random, struct set *visited)
{
    unsigned at = draw_start(trails, random);
    memset(visited, 0, sizeof *visited);
    for (unsigned i = 0; i < trails->first[1]; i++) {
        set_add(visited, trails->node[i].circle); /* both, of a Double Event */
    }
    if (at == trails->first[1]) {
        return 0;
    }
    for (unsigned layer = 1; layer < trails->layers; layer++) {
        const struct trail_edge *edge = draw_edge(trails, &trails->node[at], random);
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
