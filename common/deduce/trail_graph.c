/*
 * trail_graph.c: builds the graph of all trails of one night.
 *
 * It is built layer by layer, one per cell. The nodes of a layer are grouped into planes by their `met`. Most
 * edges stay in their plane; an edge to a clue that has not been met leads to the plane with one more bit. To
 * keep the number of planes small, a node is pruned as soon as one of its missing clues can no longer be met
 * in time: for each clue and cell, the circles from which it can be met are computed beforehand, going
 * backwards.
 */
#include "common/deduce/trail_graph.h"

#include <stdlib.h>
#include <string.h>

/* ---- transitions from one cell to the next ---- */

/* Plain, unless a node must record more than its circle and clues. */
enum transition_kind {
    TRANSITION_PLAIN,
    TRANSITION_COACH_FIRST,
    TRANSITION_COACH_SECOND,
    TRANSITION_FACE_DOWN
};

/* Everything about the step from one cell to the next that does not depend on the node. */
struct transition {
    enum transition_kind kind;
    const struct dossier_step *step; /* NULL: from one crime of the Double Event to the other */
    struct set occupied;
    struct set reach[SET_LIMIT]; /* circle -> circles; valid where `known` */
    struct set known;
};

static void find_transition(const struct dossier_round *round, unsigned cell, struct transition *transition)
{
    memset(&transition->known, 0, sizeof transition->known);
    transition->kind = TRANSITION_PLAIN;
    transition->step = NULL;
    for (unsigned i = 0; i < round->steps; i++) {
        const struct dossier_step *step = &round->step[i];
        if (cell + 1 < step->first || cell + 1 >= step->first + step->cells) {
            continue;
        }
        transition->step = step;
        transition->occupied = police_crossings(step->police);
        if (step->cells == 2) {
            transition->kind = cell + 1 == step->first ? TRANSITION_COACH_FIRST : TRANSITION_COACH_SECOND;
        } else if (step->tile == TILE_UNKNOWN) {
            transition->kind = TRANSITION_FACE_DOWN;
        }
    }
}

static struct set find_reach(const struct trail_constraints *constraints, const struct transition *transition,
                             unsigned circle)
{
    if (transition->step != NULL) {
        return dossier_step_ways(constraints->board, transition->step, circle, &transition->occupied);
    }
    struct set other = {{0}};
    set_add(&other, constraints->round->start[circle == constraints->round->start[0] ? 1 : 0]);
    return other;
}

static const struct set *reach_of(const struct trail_constraints *constraints, struct transition *transition,
                                  unsigned circle)
{
    if (!set_has(&transition->known, circle)) {
        transition->reach[circle] = find_reach(constraints, transition, circle);
        set_add(&transition->known, circle);
    }
    return &transition->reach[circle];
}

/* ---- where clues can still be met in time ---- */

/* clue, cell -> circles from which the clue can be met or that meet it, each clue considered alone. */
struct clue_reach {
    struct set meets[TRAIL_CLUES_MAX][CELLS];
};

static void find_clue_reach(const struct trail_constraints *constraints, struct clue_reach *clue_reach)
{
    struct transition transition;
    const struct dossier_round *round = constraints->round;
    memset(clue_reach, 0, sizeof *clue_reach);
    for (unsigned i = 0; i < constraints->clues; i++) {
        const struct trail_clue *clue = &constraints->clue[i];
        if (set_has(&constraints->allowed[clue->deadline], clue->circle)) {
            set_add(&clue_reach->meets[i][clue->deadline], clue->circle);
        }
    }
    for (unsigned cell = round->last_cell; constraints->clues != 0 && cell-- > round->first_cell;) {
        find_transition(round, cell, &transition);
        SET_EACH (circle, &constraints->allowed[cell]) {
            const struct set *reach = reach_of(constraints, &transition, circle);
            for (unsigned i = 0; i < constraints->clues; i++) {
                if (cell < constraints->clue[i].deadline &&
                    (circle == constraints->clue[i].circle ||
                     set_meets(reach, &clue_reach->meets[i][cell + 1]))) {
                    set_add(&clue_reach->meets[i][cell], circle);
                }
            }
        }
    }
}

/*
 * Returns the circles that nodes of a plane may occupy: each missing clue can still be met from there, and
 * enough cells are left for all of them.
 */
static struct set plane_circles(const struct trail_constraints *constraints,
                                const struct clue_reach *clue_reach, unsigned cell, uint32_t met)
{
    struct set can = constraints->allowed[cell];
    for (unsigned i = 0; i < constraints->clues; i++) {
        if ((met & (1U << i)) != 0) {
            continue;
        }
        unsigned as_early = 0;
        for (unsigned j = 0; j < constraints->clues; j++) {
            as_early +=
                (met & (1U << j)) == 0 && constraints->clue[j].deadline <= constraints->clue[i].deadline;
        }
        if (cell + as_early > constraints->clue[i].deadline) {
            return (struct set){{0}};
        }
        can = set_and(can, &clue_reach->meets[i][cell]);
    }
    return can;
}

/* ---- memory ---- */

static void use_caller_memory(struct trail_graph *graph, struct trail_graph_memory *memory)
{
    graph->node = memory->node;
    graph->edge = memory->use.building.edge;
    graph->back = memory->back;
    graph->back_first = memory->back_first;
    graph->future = memory->future;
    graph->past = memory->past;
    graph->lanes = memory->use.lanes;
    graph->plane = memory->use.building.plane;
    graph->slot = memory->use.building.slot;
    graph->nodes_max = MEMORY_NODES;
    graph->edges_max = MEMORY_EDGES;
    graph->layer_max = MEMORY_LAYER;
    graph->planes_max = MEMORY_PLANES;
    graph->heap = NULL;
}

/*
 * Takes the next `count` items from a block of memory. Callers take arrays in order of decreasing alignment.
 */
static void *cut(char **place, size_t count, size_t size)
{
    void *piece = *place;
    *place += count * size;
    return piece;
}

/*
 * Moves the graph to a block four times as large on the heap, copying the nodes and edges made so far.
 * Returns false if it would be too large or memory runs out.
 */
static bool grow_memory(struct trail_graph *graph, uint32_t nodes_made, uint32_t edges_made)
{
    struct trail_graph old = *graph;
    size_t nodes = (size_t)graph->nodes_max * 4;
    size_t edges = (size_t)graph->edges_max * 4;
    size_t layer = (size_t)graph->layer_max * 4;
    size_t planes = (size_t)graph->planes_max * 4;
    size_t a_node =
        sizeof *graph->node + sizeof *graph->future + sizeof *graph->past + sizeof *graph->back_first;
    if (nodes > TRAIL_NODES_MAX) {
        return false;
    }
    char *place =
        malloc((nodes + 1) * a_node + 2 * layer * sizeof *graph->lanes +
               planes * (sizeof *graph->plane + sizeof *graph->slot) + 2 * edges * sizeof *graph->edge);
    if (place == NULL) {
        return false;
    }
    graph->heap = place;
    graph->lanes = cut(&place, 2 * layer, sizeof *graph->lanes);
    graph->node = cut(&place, nodes + 1, sizeof *graph->node);
    graph->future = cut(&place, nodes, sizeof *graph->future);
    graph->past = cut(&place, nodes, sizeof *graph->past);
    graph->plane = cut(&place, planes, sizeof *graph->plane);
    graph->slot = cut(&place, planes, sizeof *graph->slot);
    graph->edge = cut(&place, edges, sizeof *graph->edge);
    graph->back = cut(&place, edges, sizeof *graph->back);
    graph->back_first = cut(&place, nodes + 1, sizeof *graph->back_first);
    graph->nodes_max = (uint32_t)nodes;
    graph->edges_max = (uint32_t)edges;
    graph->layer_max = (uint32_t)layer;
    graph->planes_max = (uint32_t)planes;
    memcpy(graph->node, old.node, nodes_made * sizeof *old.node);
    memcpy(graph->edge, old.edge, edges_made * sizeof *old.edge);
    free(old.heap);
    return true;
}

void trail_graph_free(struct trail_graph *graph)
{
    free(graph->heap);
    graph->heap = NULL;
}

/* ---- building layers ---- */

enum { PLANE_BUCKETS = 512 };

struct builder {
    struct trail_graph *graph;
    const struct trail_constraints *constraints;
    const struct clue_reach *clue_reach;
    struct transition transition;
    struct set clue_circles;
    uint8_t clue_at[SET_LIMIT]; /* circle -> index of its clue */
    unsigned cell;              /* the layer being built */
    uint32_t planes, nodes, edges;
    uint32_t bucket[PLANE_BUCKETS]; /* 1 + index of a plane; 0: none */
    bool full;
};

static uint32_t *slots_of(const struct builder *builder, const struct trail_plane *plane)
{
    return builder->graph->slot[plane - builder->graph->plane];
}

static uint32_t *bucket_of(struct builder *builder, uint32_t met)
{
    return &builder->bucket[(met ^ met >> 9 ^ met >> 18) % PLANE_BUCKETS];
}

/* Returns the plane of the layer being built with this `met`; NULL if there is none. */
static struct trail_plane *find_plane(struct builder *builder, uint32_t met)
{
    struct trail_plane *plane = builder->graph->plane;
    uint32_t i = *bucket_of(builder, met);
    while (i != 0 && plane[i - 1].met != met) {
        i = plane[i - 1].next;
    }
    return i == 0 ? NULL : &plane[i - 1];
}

/* Adds circles to a plane, creating the plane if needed. */
static void add_members(struct builder *builder, uint32_t met, const struct set *circles)
{
    struct trail_plane *plane = find_plane(builder, met);
    if (plane == NULL) {
        if (builder->planes == builder->graph->planes_max) {
            builder->full = true;
            return;
        }
        uint32_t *bucket = bucket_of(builder, met);
        plane = &builder->graph->plane[builder->planes++];
        *plane = (struct trail_plane){.met = met, .next = *bucket};
        *bucket = builder->planes;
    }
    plane->members = set_or(plane->members, circles);
}

/* Returns the bit of the clue on this circle if it has not been met yet; otherwise 0. */
static uint32_t newly_met(const struct builder *builder, uint32_t met, unsigned circle)
{
    return set_has(&builder->clue_circles, circle) ? 1U << builder->clue_at[circle] & ~met : 0;
}

/* Adds circles that a trail with this `met` can reach. */
static void add_reached(struct builder *builder, uint32_t met, struct set circles)
{
    circles = set_and(circles, &builder->constraints->allowed[builder->cell]);
    struct set clues = set_and(circles, &builder->clue_circles);
    SET_EACH (circle, &clues) {
        uint32_t bit = newly_met(builder, met, circle);
        if (bit != 0) {
            struct set one = {{0}};
            set_add(&one, circle);
            set_remove(&circles, circle);
            add_members(builder, met | bit, &one);
        }
    }
    /* Needed even if no circle is left: find_edges() looks up the plane of every `met`. */
    add_members(builder, met, &circles);
}

/* The circles a node leads to. `alley` is separate where the kind of a face-down tile is unknown. */
struct exits {
    struct set open, alley;
};

static struct exits exits_of(struct builder *builder, const struct trail_node *node)
{
    const struct board *board = builder->constraints->board;
    struct exits exits = {.open = *reach_of(builder->constraints, &builder->transition, node->circle)};
    if (builder->transition.kind == TRANSITION_COACH_SECOND) {
        set_remove(&exits.open, node->from);
    } else if (builder->transition.kind == TRANSITION_FACE_DOWN) {
        exits.alley = board->alley[node->circle];
        exits.open = set_minus(board->boat[node->circle], &exits.alley);
    }
    return exits;
}

static uint32_t with_one_alley_more(uint32_t met)
{
    return met + (1U << TRAIL_ALLEY_SHIFT);
}

static bool may_take_alley(const struct builder *builder, uint32_t met)
{
    return builder->transition.kind == TRANSITION_FACE_DOWN && (met >> TRAIL_ALLEY_SHIFT) + 1 < TRAIL_ALLEYS;
}

/* Returns the end of the run of nodes from `begin` on with the same `met`. */
static uint32_t end_of_run(const struct trail_graph *graph, uint32_t begin, uint32_t end)
{
    uint32_t i = begin + 1;
    while (i < end && graph->node[i].met == graph->node[begin].met) {
        i++;
    }
    return i;
}

/* Finds the planes of the next layer and the circles their nodes may occupy. */
static void find_planes(struct builder *builder, uint32_t begin, uint32_t end)
{
    const struct trail_node *node = builder->graph->node;
    builder->planes = 0;
    memset(builder->bucket, 0, sizeof builder->bucket);
    for (uint32_t run = begin, next = begin; run < end; run = next) {
        struct exits all = {.open = {{0}}};
        next = end_of_run(builder->graph, run, end);
        for (uint32_t i = run; i < next; i++) {
            struct exits exits = exits_of(builder, &node[i]);
            all.open = set_or(all.open, &exits.open);
            all.alley = set_or(all.alley, &exits.alley);
        }
        add_reached(builder, node[run].met, all.open);
        if (may_take_alley(builder, node[run].met)) {
            add_reached(builder, with_one_alley_more(node[run].met), all.alley);
        }
    }
}

static void add_node(struct builder *builder, uint32_t met, unsigned circle, unsigned from)
{
    if (builder->nodes == builder->graph->nodes_max) {
        builder->full = true;
        return;
    }
    builder->graph->node[builder->nodes++] =
        (struct trail_node){.met = met, .circle = (uint8_t)circle, .from = (uint8_t)from};
}

/*
 * Creates the nodes of all planes, except in the middle of a Coach: there, each edge gets a node of its own.
 */
static void number_members(struct builder *builder)
{
    for (uint32_t i = 0; i < builder->planes; i++) {
        struct trail_plane *plane = &builder->graph->plane[i];
        struct set can = plane_circles(builder->constraints, builder->clue_reach, builder->cell, plane->met);
        plane->members = set_and(plane->members, &can);
        if (builder->transition.kind != TRANSITION_COACH_FIRST) {
            SET_EACH (circle, &plane->members) {
                slots_of(builder, plane)[circle] = builder->nodes;
                add_node(builder, plane->met, circle, 0);
            }
        }
    }
}

/* From a plane, trails can also step onto clues they have not met; those nodes belong to other planes. */
static void open_planes(struct builder *builder)
{
    for (uint32_t i = 0; i < builder->planes; i++) {
        struct trail_plane *plane = &builder->graph->plane[i];
        plane->open = plane->members;
        SET_EACH (circle, &builder->clue_circles) {
            uint32_t bit = newly_met(builder, plane->met, circle);
            const struct trail_plane *beyond = bit != 0 ? find_plane(builder, plane->met | bit) : NULL;
            if (beyond != NULL && set_has(&beyond->members, circle)) {
                set_add(&plane->open, circle);
                slots_of(builder, plane)[circle] = slots_of(builder, beyond)[circle];
            }
        }
    }
}

/* Adds edges to those of `circles` that are open to nodes with the `met` of `plane`. */
static void add_edges(struct builder *builder, const struct trail_plane *plane, const struct set *circles,
                      unsigned from)
{
    struct trail_graph *graph = builder->graph;
    struct set open = set_and(*circles, &plane->open);
    const uint32_t *slot = slots_of(builder, plane);
    if (graph->edges_max - builder->edges < SET_LIMIT) {
        builder->full = true;
        return;
    }
    SET_EACH (circle, &open) {
        if (builder->transition.kind == TRANSITION_COACH_FIRST) {
            graph->edge[builder->edges++] = builder->nodes;
            add_node(builder, plane->met | newly_met(builder, plane->met, circle), circle, from);
        } else {
            graph->edge[builder->edges++] = slot[circle];
        }
    }
}

static void find_edges(struct builder *builder, uint32_t begin, uint32_t end)
{
    struct trail_node *node = builder->graph->node;
    for (uint32_t run = begin, next = begin; run < end && !builder->full; run = next) {
        bool fork = may_take_alley(builder, node[run].met);
        const struct trail_plane *plane = find_plane(builder, node[run].met);
        const struct trail_plane *by_alley =
            fork ? find_plane(builder, with_one_alley_more(node[run].met)) : NULL;
        next = end_of_run(builder->graph, run, end);
        for (uint32_t i = run; i < next; i++) {
            struct exits exits = exits_of(builder, &node[i]);
            node[i].edge = builder->edges;
            add_edges(builder, plane, &exits.open, node[i].circle);
            if (by_alley != NULL) {
                add_edges(builder, by_alley, &exits.alley, 0);
            }
        }
    }
}

/* Returns false if there is not enough room; the builder is then unchanged. */
static bool build_layer(struct builder *builder, unsigned cell)
{
    struct trail_graph *graph = builder->graph;
    uint32_t begin = graph->layer[cell - 1];
    uint32_t end = builder->nodes;
    uint32_t edges = builder->edges;
    graph->layer[cell] = end;
    builder->cell = cell;
    find_transition(builder->constraints->round, cell - 1, &builder->transition);
    find_planes(builder, begin, end);
    if (!builder->full) {
        number_members(builder);
        open_planes(builder);
        find_edges(builder, begin, end);
    }
    if (builder->full || builder->nodes - end > graph->layer_max) {
        builder->nodes = end;
        builder->edges = edges;
        builder->full = false;
        return false;
    }
    return true;
}

static bool build(struct trail_graph *graph, const struct trail_constraints *constraints,
                  const struct clue_reach *clue_reach)
{
    struct builder builder = {.graph = graph, .constraints = constraints, .clue_reach = clue_reach};
    for (unsigned i = 0; i < constraints->clues; i++) {
        set_add(&builder.clue_circles, constraints->clue[i].circle);
        builder.clue_at[constraints->clue[i].circle] = (uint8_t)i;
    }
    graph->layer[graph->first] = 0;
    struct set starts = plane_circles(constraints, clue_reach, graph->first, 0);
    SET_EACH (circle, &starts) {
        add_node(&builder, 0, circle, 0);
    }
    for (unsigned cell = graph->first + 1; cell <= graph->last; cell++) {
        while (!build_layer(&builder, cell)) {
            if (!grow_memory(graph, builder.nodes, builder.edges)) {
                return false;
            }
        }
    }
    for (uint32_t i = graph->layer[graph->last]; i <= builder.nodes; i++) {
        graph->node[i].edge = builder.edges;
    }
    graph->layer[graph->last + 1] = builder.nodes;
    return true;
}

/* ---- counts along the edges ---- */

static void count_ahead(struct trail_graph *graph, const struct trail_constraints *constraints)
{
    uint32_t last = graph->layer[graph->last];
    uint32_t all = (1U << constraints->clues) - 1;
    for (uint32_t i = graph->layer[graph->last + 1]; i-- > last;) {
        struct trail_node *node = &graph->node[i];
        bool right = (node->met & all) == all &&
                     set_has(&constraints->end[node->met >> TRAIL_ALLEY_SHIFT], node->circle);
        node->ahead = node->alive = right;
    }
    for (uint32_t i = last; i-- > 0;) {
        struct trail_node *node = &graph->node[i];
        const uint32_t *stop = &graph->edge[graph->node[i + 1].edge];
        uint64_t ahead = 0;
        uint8_t alive = 0;
        for (const uint32_t *to = &graph->edge[node->edge]; to < stop; to++) {
            ahead += graph->node[*to].ahead;
            alive |= graph->node[*to].alive;
        }
        node->ahead = ahead;
        node->alive = alive;
    }
}

static void count_behind(struct trail_graph *graph)
{
    for (uint32_t i = 0; i < graph->layer[graph->first + 1]; i++) {
        graph->node[i].behind = 1;
    }
    for (uint32_t i = 0; i < graph->layer[graph->last]; i++) {
        const struct trail_node *node = &graph->node[i];
        const uint32_t *stop = &graph->edge[graph->node[i + 1].edge];
        for (const uint32_t *to = &graph->edge[node->edge]; to < stop; to++) {
            graph->node[*to].behind += node->behind;
        }
    }
}

bool trail_graph_build(struct trail_graph *graph, struct trail_graph_memory *memory,
                       const struct trail_constraints *constraints)
{
    struct clue_reach clue_reach;
    find_clue_reach(constraints, &clue_reach);
    graph->first = constraints->round->first_cell;
    graph->last = constraints->round->last_cell;
    use_caller_memory(graph, memory);
    if (!build(graph, constraints, &clue_reach)) {
        trail_graph_free(graph);
        return false;
    }
    count_ahead(graph, constraints);
    count_behind(graph);
    return true;
}
