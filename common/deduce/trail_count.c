/*
 * trail_count.c: counts trails on the graph.
 *
 * The number of trails with a circle in a given cell is a product at one node. The number of trails that
 * visit a circle at all is harder, because a trail that visits it twice must count once. So for each circle
 * the trails that have already been there are carried along the edges and subtracted when they arrive again;
 * what remains are first visits. Several circles are processed together, one per lane, and only through nodes
 * that lie after one visit and before another.
 */
#include <string.h>

#include "common/deduce/trail_graph.h"

void trail_count(const struct trail_graph *graph, struct trail_counts *counts)
{
    memset(counts, 0, sizeof *counts);
    for (unsigned cell = graph->first; cell <= graph->last; cell++) {
        for (uint32_t i = graph->layer[cell]; i < graph->layer[cell + 1]; i++) {
            const struct trail_node *node = &graph->node[i];
            if (node->alive) {
                counts->at[cell][node->circle] += node->behind * node->ahead;
                set_add(&counts->can[cell], node->circle);
            }
        }
    }
    SET_EACH (circle, &counts->can[graph->last]) {
        counts->trails += counts->at[graph->last][circle];
    }
}

/*
 * Lists, for each node, the nodes of the previous layer with an edge to it, numbered from the start of that
 * layer.
 */
static void reverse_edges(struct trail_graph *graph)
{
    uint32_t nodes = graph->layer[graph->last + 1];
    uint32_t *first = graph->back_first;
    memset(first, 0, (nodes + 1) * sizeof *first);
    for (uint32_t e = 0; e < graph->node[nodes].edge; e++) {
        first[graph->edge[e] + 1]++;
    }
    for (uint32_t i = 0; i < nodes; i++) {
        first[i + 1] += first[i];
    }
    unsigned cell = graph->last; /* backwards, so that first[i + 1] ends up at the start of node i's list */
    for (uint32_t i = graph->layer[graph->last]; i-- > 0;) {
        while (i < graph->layer[cell]) {
            cell--;
        }
        for (uint32_t e = graph->node[i].edge; e < graph->node[i + 1].edge; e++) {
            graph->back[--first[graph->edge[e] + 1]] = i - graph->layer[cell];
        }
    }
    memmove(first, first + 1, nodes * sizeof *first);
    first[nodes] = graph->node[nodes].edge;
}

/* Returns the bit of the group of circles that is counted together with this one. */
static uint32_t group_of(unsigned circle)
{
    return 1U << (circle / TRAIL_LANES);
}

/* Marks which groups lie ahead of each node and which behind it; its own counts as both. */
static void mark_groups(const struct trail_graph *graph)
{
    for (unsigned cell = graph->first; cell <= graph->last; cell++) {
        const uint32_t *before = graph->past + (cell == graph->first ? 0 : graph->layer[cell - 1]);
        for (uint32_t i = graph->layer[cell]; i < graph->layer[cell + 1]; i++) {
            uint32_t past = group_of(graph->node[i].circle);
            graph->future[i] = graph->node[i].alive ? past : 0;
            for (uint32_t e = graph->back_first[i]; e < graph->back_first[i + 1]; e++) {
                past |= before[graph->back[e]];
            }
            graph->past[i] = past;
        }
    }
    for (unsigned cell = graph->last; cell > graph->first; cell--) {
        uint32_t *before = graph->future + graph->layer[cell - 1];
        for (uint32_t i = graph->layer[cell]; i < graph->layer[cell + 1]; i++) {
            uint32_t future = graph->future[i];
            for (uint32_t e = graph->back_first[i]; e < graph->back_first[i + 1]; e++) {
                before[graph->back[e]] |= future;
            }
        }
    }
}

/*
 * Counts the trails that visit a node's circle for the first time there, given that `before` of them have
 * visited it earlier.
 */
static void count_first_visits(const struct trail_graph *graph, unsigned cell, const struct trail_node *node,
                               uint64_t before, struct trail_counts *counts)
{
    uint64_t visits = (node->behind - before) * node->ahead;
    counts->touch[node->circle] += visits;
    if (cell == graph->last) {
        counts->touch_last[node->circle] += visits;
    }
}

/*
 * Adds up the lanes of a node's predecessors. Unrolled by hand, because otherwise the compiler keeps the sums
 * in memory.
 */
static struct trail_lanes add_lanes(const struct trail_lanes *before, const uint32_t *back,
                                    const uint32_t *stop)
{
    trail_pair a = {0};
    trail_pair b = {0};
    trail_pair c = {0};
    trail_pair d = {0};
    for (; back < stop; back++) {
        const struct trail_lanes *more = &before[*back];
        a += more->pair[0];
        b += more->pair[1];
        c += more->pair[2];
        d += more->pair[3];
    }
    return (struct trail_lanes){{a, b, c, d}};
}

/*
 * Processes one layer for the lanes of the circles from `base` on: adds what arrives from the layer before
 * and starts what begins here.
 */
static void count_layer(const struct trail_graph *graph, unsigned cell, unsigned base,
                        const struct trail_lanes *before, struct trail_lanes *here,
                        struct trail_counts *counts)
{
    const uint32_t *past =
        graph->past; /* local copies, so that the compiler need not reload them after every store */
    const uint32_t *future = graph->future;
    const uint32_t *first = graph->back_first;
    const uint32_t *back = graph->back;
    const struct trail_node *node = graph->node;
    uint32_t wanted = group_of(base);
    uint32_t begin = graph->layer[cell];
    uint32_t end = graph->layer[cell + 1];
    for (uint32_t i = begin; i < end; i++) {
        struct trail_lanes *lanes = &here[i - begin];
        if ((future[i] & wanted) == 0) {
            continue; /* not needed by any later node */
        }
        if ((past[i] & wanted) == 0) {
            memset(lanes, 0, sizeof *lanes);
            continue;
        }
        *lanes = add_lanes(before, &back[first[i]], &back[first[i + 1]]);
        unsigned lane = node[i].circle - base;
        if (lane < TRAIL_LANES) {
            count_first_visits(graph, cell, &node[i], lanes->pair[lane / 2][lane % 2], counts);
            lanes->pair[lane / 2][lane % 2] = node[i].behind;
        }
    }
}

static void count_lanes(const struct trail_graph *graph, unsigned base, struct trail_counts *counts)
{
    struct trail_lanes *here = graph->lanes;
    struct trail_lanes *before = graph->lanes + graph->layer_max;
    for (unsigned cell = graph->first; cell <= graph->last; cell++) {
        struct trail_lanes *swap = here;
        count_layer(graph, cell, base, before, here, counts);
        here = before;
        before = swap;
    }
}

void trail_count_touches(struct trail_graph *graph, struct trail_counts *counts)
{
    struct set touched = {{0}};
    trail_count(graph, counts);
    reverse_edges(graph);
    for (unsigned cell = graph->first; cell <= graph->last; cell++) {
        touched = set_or(touched, &counts->can[cell]);
    }
    mark_groups(graph);
    for (unsigned base = 0; base < SET_LIMIT; base += TRAIL_LANES) {
        if ((touched.word[base / 64] >> base % 64 & ((1U << TRAIL_LANES) - 1)) != 0) {
            count_lanes(graph, base, counts);
        }
    }
}
