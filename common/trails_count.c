/*
 * trails_count.c: what the trails of a graph come to.
 *
 * How many trails have a circle in one cell is a product at one node. How many touch a circle at all is not: a
 * trail that comes twice must count once. So for each circle the trails that have been there are followed
 * along the edges, and whatever arrives there again is subtracted: what remains are first visits. Several
 * circles go along together, one a lane, and only through nodes that lie behind one visit and before another.
 */
#include <string.h>

#include "trails.h"

void trails_count(const struct trail_graph *graph, struct trail_counts *counts)
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

/* For the 64 circles of one word of a set: which of them lie ahead of a node, and which behind it, itself in both. */
static void look_both_ways(const struct trail_graph *graph, unsigned word)
{
    uint32_t nodes = graph->layer[graph->last + 1];
    for (uint32_t i = nodes; i-- > 0;) {
        const struct trail_node *node = &graph->node[i];
        uint64_t future = node->circle / 64 == word ? UINT64_C(1) << (node->circle % 64) : 0;
        graph->past[i] = future;
        const uint32_t *stop = &graph->edge[graph->node[i + 1].edge];
        for (const uint32_t *to = &graph->edge[node->edge]; to < stop; to++) {
            future |= graph->future[*to];
        }
        graph->future[i] = node->alive ? future : 0;
    }
    for (uint32_t i = 0; i < graph->layer[graph->last]; i++) {
        const uint32_t *stop = &graph->edge[graph->node[i + 1].edge];
        for (const uint32_t *to = &graph->edge[graph->node[i].edge]; to < stop; to++) {
            graph->past[*to] |= graph->past[i];
        }
    }
}

/* The trails that come to a node for the first time, where `before` of them have been on its circle. */
static void count_first_visits(const struct trail_graph *graph, unsigned cell, const struct trail_node *node,
                               uint64_t before, struct trail_counts *counts)
{
    uint64_t visits = (node->behind - before) * node->ahead;
    counts->touch[node->circle] += visits;
    if (cell == graph->last) {
        counts->touch_last[node->circle] += visits;
    }
}

static void add_lanes(uint64_t *restrict to, const uint64_t *restrict from)
{
    for (unsigned i = 0; i < TRAIL_LANES; i++) {
        to[i] += from[i];
    }
}

/* One pass for the lanes of circles `base` and on. */
static void count_lanes(const struct trail_graph *graph, unsigned base, struct trail_counts *counts)
{
    uint64_t wanted = ((UINT64_C(1) << TRAIL_LANES) - 1) << (base % 64);
    uint64_t(*here)[TRAIL_LANES] = graph->lanes;
    uint64_t(*there)[TRAIL_LANES] = graph->lanes + graph->layer_most;
    memset(here, 0, (graph->layer[graph->first + 1] - graph->layer[graph->first]) * sizeof *here);
    for (unsigned cell = graph->first; cell <= graph->last; cell++) {
        uint32_t begin = graph->layer[cell];
        uint32_t next = graph->layer[cell + 1];
        if (cell < graph->last) {
            memset(there, 0, (graph->layer[cell + 2] - next) * sizeof *there);
        }
        for (uint32_t i = begin; i < next; i++) {
            if ((graph->past[i] & wanted) == 0 || (graph->future[i] & wanted) == 0) {
                continue;
            }
            const struct trail_node *node = &graph->node[i];
            uint64_t *lane = here[i - begin];
            if (node->circle - base < TRAIL_LANES) {
                count_first_visits(graph, cell, node, lane[node->circle - base], counts);
                lane[node->circle - base] = node->behind;
            }
            const uint32_t *stop = &graph->edge[graph->node[i + 1].edge];
            for (const uint32_t *to = &graph->edge[node->edge]; to < stop; to++) {
                add_lanes(there[*to - next], lane);
            }
        }
        uint64_t(*swap)[TRAIL_LANES] = here;
        here = there;
        there = swap;
    }
}

void trails_count_touches(const struct trail_graph *graph, struct trail_counts *counts)
{
    struct set touched = {{0}};
    trails_count(graph, counts);
    for (unsigned cell = graph->first; cell <= graph->last; cell++) {
        touched = set_or(touched, &counts->can[cell]);
    }
    for (unsigned word = 0; word < SET_WORDS; word++) {
        if (touched.word[word] == 0) {
            continue;
        }
        look_both_ways(graph, word);
        for (unsigned shift = 0; shift < 64; shift += TRAIL_LANES) {
            if ((touched.word[word] >> shift & ((1U << TRAIL_LANES) - 1)) != 0) {
                count_lanes(graph, word * 64 + shift, counts);
            }
        }
    }
}
