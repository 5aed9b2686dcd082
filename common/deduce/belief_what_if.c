/*
 * belief_what_if.c: what a search would tell, and trails to look at.
 */
#include <string.h>

#include "common/deduce/belief_internal.h"
#include "common/deduce/belief_whitehall.h"

/* Trails and beginnings of trails that fit nothing, and are passed by before the search for ways gives up. */
enum { MISFITS_PASSED_BY = 20000 };

/* ---- what a search would leave ---- */

static void answer(const struct board *board, const struct dossier *dossier, struct belief_answer *answer)
{
    struct belief belief;
    belief_deduce(board, dossier, &belief);
    answer->trails = belief.trails;
    answer->now = belief.now;
    answer->visited = belief.visited;
    answer->targets = belief.targets;
}

void belief_what_if(const struct board *board, const struct dossier *dossier, const struct belief *belief,
                    unsigned circle, struct belief_what_if *search)
{
    struct dossier told = *dossier;
    struct dossier_round *round = &told.round[belief->round == 0 ? 0 : belief->round - 1];
    uint8_t when = (uint8_t)(belief->last_cell + 1);
    uint8_t was = round->seen[circle];
    memset(search, 0, sizeof *search);
    if (!belief->hunting) {
        return;
    }
    /* what the Smoker did not find goes by seen[], which is about to change */
    round->clear[circle] = (uint8_t)trail_clear_until(board, round, circle);
    if (round->seen[circle] == 0) {
        round->seen[circle] = when;
    }
    answer(board, &told, &search->yes);
    round->seen[circle] = was;
    round->clear[circle] = when;
    answer(board, &told, &search->no);
}

/* ---- trails that end on a circle ---- */

struct wayfarer {
    const struct trail_graph *graph;
    const struct choices *choices; /* NULL in Whitechapel */
    unsigned most, found, misfits;
    uint8_t (*way)[CELLS];
    uint8_t trail[CELLS];
};

static void arrive(struct wayfarer *wayfarer, const struct trail_node *node)
{
    bool fits = wayfarer->choices == NULL ||
                choices_fit(wayfarer->choices, wayfarer->trail, node->met >> TRAIL_ALLEY_SHIFT);
    if (fits) {
        memcpy(wayfarer->way[wayfarer->found++], wayfarer->trail, sizeof wayfarer->trail);
    } else {
        wayfarer->misfits++;
    }
}

/* The edge whose circle follows `after`; edges of a node lead to different circles. */
static const uint32_t *next_edge(const struct trail_graph *graph, uint32_t from, unsigned after)
{
    const uint32_t *best = NULL;
    for (uint32_t e = graph->node[from].edge; e < graph->node[from + 1].edge; e++) {
        const struct trail_node *node = &graph->node[graph->edge[e]];
        if (node->alive && node->circle > after &&
            (best == NULL || node->circle < graph->node[*best].circle)) {
            best = &graph->edge[e];
        }
    }
    return best;
}

/* Whether what the trail has touched so far leaves a choice of discoveries; nothing that follows would bring it back. */
static bool is_hopeful(const struct wayfarer *wayfarer, unsigned cell)
{
    const struct choices *choices = wayfarer->choices;
    struct set touched = {{0}};
    if (choices == NULL) {
        return true;
    }
    for (unsigned i = choices->round->first_cell; i <= cell && i <= choices->deadline; i++) {
        set_add(&touched, wayfarer->trail[i]);
    }
    return choices_leave_one(choices, &touched);
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as a row has cells */
static void wander(struct wayfarer *wayfarer, unsigned cell, uint32_t at)
{
    const struct trail_graph *graph = wayfarer->graph;
    wayfarer->trail[cell] = graph->node[at].circle;
    if (!is_hopeful(wayfarer, cell)) {
        wayfarer->misfits++;
        return;
    }
    if (cell == graph->last) {
        arrive(wayfarer, &graph->node[at]);
        return;
    }
    unsigned circle = 0;
    while (wayfarer->found < wayfarer->most && wayfarer->misfits < MISFITS_PASSED_BY) {
        const uint32_t *edge = next_edge(graph, at, circle);
        if (edge == NULL) {
            return;
        }
        circle = graph->node[*edge].circle;
        wander(wayfarer, cell + 1, *edge);
    }
}

/* All trails of the rules that end there, from every start; `choices` NULL in Whitechapel. */
static unsigned wander_to(struct trail_rules *rules, const struct choices *choices, unsigned circle,
                          unsigned most, uint8_t (*way)[CELLS])
{
    struct trail_room room;
    struct trail_graph graph;
    struct wayfarer wayfarer = {.graph = &graph, .choices = choices, .most = most, .way = way};
    struct set here = {{0}};
    set_add(&here, circle);
    for (unsigned i = 0; i < TRAIL_ALLEYS; i++) {
        rules->end[i] = set_and(rules->end[i], &here);
    }
    if (!trails_enter(&graph, &room, rules)) {
        return 0;
    }
    for (uint32_t i = 0; i < graph.layer[graph.first + 1] && wayfarer.found < most; i++) {
        if (graph.node[i].alive) {
            wander(&wayfarer, graph.first, i);
        }
    }
    trails_leave(&graph);
    return wayfarer.found;
}

unsigned belief_trails_to(const struct board *board, const struct dossier *dossier, unsigned circle,
                          unsigned most, uint8_t (*way)[CELLS])
{
    struct trail_rules rules;
    struct choices choices;
    const struct dossier_round *round = &dossier->round[dossier->rounds == 0 ? 0 : dossier->rounds - 1];
    if (!round->begun || round->over) {
        return 0;
    }
    if (dossier->kind == GAME_WHITECHAPEL) {
        belief_rules_whitechapel(board, dossier, &rules);
        return wander_to(&rules, NULL, circle, most, way);
    }
    choices_find(board, dossier, &choices); /* needs as much of the stack, but before */
    trail_rules(board, round, &rules);
    return wander_to(&rules, &choices, circle, most, way);
}
