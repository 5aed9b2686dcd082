/*
 * belief_what_if.c: what a search would reveal, and lists of possible trails.
 */
#include <string.h>

#include "common/deduce/belief_internal.h"
#include "common/deduce/discovery_choices.h"

/* Trails and prefixes of trails that fit no choice of discoveries: how many to try before giving up. */
enum { MISFITS_MAX = 20000 };

/* ---- the result of a search ---- */

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
    /* trail_clear_until() depends on seen[], which is about to change */
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

struct enumeration {
    const struct trail_graph *graph;
    const struct choices *choices; /* NULL in Whitechapel */
    unsigned most, found, misfits;
    uint8_t (*trails)[CELLS];
    uint8_t trail[CELLS];
};

static void finish_trail(struct enumeration *enumeration, const struct trail_node *node)
{
    bool fits = enumeration->choices == NULL ||
                choices_fit(enumeration->choices, enumeration->trail, node->met >> TRAIL_ALLEY_SHIFT);
    if (fits) {
        memcpy(enumeration->trails[enumeration->found++], enumeration->trail, sizeof enumeration->trail);
    } else {
        enumeration->misfits++;
    }
}

/* Returns the edge to the lowest circle above `after`. The edges of a node lead to different circles. */
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

/*
 * Returns true if some choice of discoveries remains possible after what the trail has visited so far; if
 * not, no continuation can change that.
 */
static bool can_fit_choices(const struct enumeration *enumeration, unsigned cell)
{
    const struct choices *choices = enumeration->choices;
    struct set touched = {{0}};
    if (choices == NULL) {
        return true;
    }
    for (unsigned i = choices->round->first_cell; i <= cell && i <= choices->deadline; i++) {
        set_add(&touched, enumeration->trail[i]);
    }
    return choices_leave_one(choices, &touched);
}

/* NOLINTNEXTLINE(misc-no-recursion): at most one level per cell of a row */
static void enumerate_trails(struct enumeration *enumeration, unsigned cell, uint32_t at)
{
    const struct trail_graph *graph = enumeration->graph;
    enumeration->trail[cell] = graph->node[at].circle;
    if (!can_fit_choices(enumeration, cell)) {
        enumeration->misfits++;
        return;
    }
    if (cell == graph->last) {
        finish_trail(enumeration, &graph->node[at]);
        return;
    }
    unsigned circle = 0;
    while (enumeration->found < enumeration->most && enumeration->misfits < MISFITS_MAX) {
        const uint32_t *edge = next_edge(graph, at, circle);
        if (edge == NULL) {
            return;
        }
        circle = graph->node[*edge].circle;
        enumerate_trails(enumeration, cell + 1, *edge);
    }
}

/*
 * Lists the trails that satisfy the constraints and end on `circle`, from every start. `choices` is NULL in
 * Whitechapel.
 */
static unsigned enumerate_trails_to(struct trail_constraints *constraints, const struct choices *choices,
                                    unsigned circle, unsigned most, uint8_t (*trails)[CELLS])
{
    struct trail_graph_memory memory;
    struct trail_graph graph;
    struct enumeration enumeration = {.graph = &graph, .choices = choices, .most = most, .trails = trails};
    struct set here = {{0}};
    set_add(&here, circle);
    for (unsigned i = 0; i < TRAIL_ALLEYS; i++) {
        constraints->end[i] = set_and(constraints->end[i], &here);
    }
    if (!trail_graph_build(&graph, &memory, constraints)) {
        return 0;
    }
    for (uint32_t i = 0; i < graph.layer[graph.first + 1] && enumeration.found < most; i++) {
        if (graph.node[i].alive) {
            enumerate_trails(&enumeration, graph.first, i);
        }
    }
    trail_graph_free(&graph);
    return enumeration.found;
}

unsigned belief_trails_to(const struct board *board, const struct dossier *dossier, unsigned circle,
                          unsigned most, uint8_t (*trails)[CELLS])
{
    struct trail_constraints constraints;
    struct choices choices;
    const struct dossier_round *round = &dossier->round[dossier->rounds == 0 ? 0 : dossier->rounds - 1];
    if (!round->begun || round->over) {
        return 0;
    }
    if (dossier->kind == GAME_WHITECHAPEL) {
        belief_constraints_whitechapel(board, dossier, &constraints);
        return enumerate_trails_to(&constraints, NULL, circle, most, trails);
    }
    choices_find(board, dossier, &choices); /* needs as much stack as the enumeration, but earlier */
    trail_constraints_init(board, round, &constraints);
    return enumerate_trails_to(&constraints, &choices, circle, most, trails);
}
