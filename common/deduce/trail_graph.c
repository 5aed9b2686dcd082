/*
 * trails.c: builds the graph of all trails of one night.
 *
 * Layer by layer, one a cell. The nodes of a layer are grouped into planes: those that agree in `met`. Most
 * edges stay in their plane, an edge onto a clue that was not met leads to the plane with one bit more. What
 * keeps planes few is that a node is dropped as soon as one of the clues it lacks can no longer be met in
 * time: for each clue, the circles of each cell from which it can are found beforehand, going backwards.
 */
#include "common/deduce/trail_graph.h"

#include <stdlib.h>
#include <string.h>

/* ---- how one gets from one cell to the next ---- */

/* Plain, but where more must be known of a node than its circle. */
enum way { WAY_PLAIN, WAY_COACH_FIRST, WAY_COACH_SECOND, WAY_FACE_DOWN };

/* Everything about the way from a cell to the next that does not depend on the node. */
struct passage {
    enum way way;
    const struct dossier_step *step; /* NULL: from one of two crimes to the other */
    struct set occupied;
    struct set reach[SET_LIMIT]; /* circle -> circles, as far as `known` */
    struct set known;
};

static void find_passage(const struct dossier_round *round, unsigned cell, struct passage *passage)
{
    memset(&passage->known, 0, sizeof passage->known);
    passage->way = WAY_PLAIN;
    passage->step = NULL;
    for (unsigned i = 0; i < round->steps; i++) {
        const struct dossier_step *step = &round->step[i];
        if (cell + 1 < step->first || cell + 1 >= step->first + step->cells) {
            continue;
        }
        passage->step = step;
        passage->occupied = police_crossings(step->police);
        if (step->cells == 2) {
            passage->way = cell + 1 == step->first ? WAY_COACH_FIRST : WAY_COACH_SECOND;
        } else if (step->tile == TILE_UNKNOWN) {
            passage->way = WAY_FACE_DOWN;
        }
    }
}

static struct set find_reach(const struct trail_rules *rules, const struct passage *passage, unsigned circle)
{
    if (passage->step != NULL) {
        return dossier_step_ways(rules->board, passage->step, circle, &passage->occupied);
    }
    struct set other = {{0}};
    set_add(&other, rules->round->start[circle == rules->round->start[0] ? 1 : 0]);
    return other;
}

static const struct set *reach_of(const struct trail_rules *rules, struct passage *passage, unsigned circle)
{
    if (!set_has(&passage->known, circle)) {
        passage->reach[circle] = find_reach(rules, passage, circle);
        set_add(&passage->known, circle);
    }
    return &passage->reach[circle];
}

/* ---- where clues can still be met in time ---- */

/* clue -> cell -> circles from which it can be met (or just is), clue by clue on its own. */
struct outlook {
    struct set meets[TRAIL_CLUES_MAX][CELLS];
};

static void look_out(const struct trail_rules *rules, struct outlook *outlook)
{
    struct passage passage;
    const struct dossier_round *round = rules->round;
    memset(outlook, 0, sizeof *outlook);
    for (unsigned i = 0; i < rules->clues; i++) {
        const struct trail_clue *clue = &rules->clue[i];
        if (set_has(&rules->allowed[clue->deadline], clue->circle)) {
            set_add(&outlook->meets[i][clue->deadline], clue->circle);
        }
    }
    for (unsigned cell = round->last_cell; rules->clues != 0 && cell-- > round->first_cell;) {
        find_passage(round, cell, &passage);
        SET_EACH (circle, &rules->allowed[cell]) {
            const struct set *reach = reach_of(rules, &passage, circle);
            for (unsigned i = 0; i < rules->clues; i++) {
                if (cell < rules->clue[i].deadline &&
                    (circle == rules->clue[i].circle || set_meets(reach, &outlook->meets[i][cell + 1]))) {
                    set_add(&outlook->meets[i][cell], circle);
                }
            }
        }
    }
}

/* Where nodes of a plane may stand: from there, each clue not met can be, and there are cells for all of them. */
static struct set plane_outlook(const struct trail_rules *rules, const struct outlook *outlook, unsigned cell,
                                uint32_t met)
{
    struct set can = rules->allowed[cell];
    for (unsigned i = 0; i < rules->clues; i++) {
        if ((met & (1U << i)) != 0) {
            continue;
        }
        unsigned as_early = 0;
        for (unsigned j = 0; j < rules->clues; j++) {
            as_early += (met & (1U << j)) == 0 && rules->clue[j].deadline <= rules->clue[i].deadline;
        }
        if (cell + as_early > rules->clue[i].deadline) {
            return (struct set){{0}};
        }
        can = set_and(can, &outlook->meets[i][cell]);
    }
    return can;
}

/* ---- memory ---- */

static void move_in(struct trail_graph *graph, struct trail_room *room)
{
    graph->node = room->node;
    graph->edge = room->use.building.edge;
    graph->back = room->back;
    graph->back_first = room->back_first;
    graph->future = room->future;
    graph->past = room->past;
    graph->lanes = room->use.lanes;
    graph->plane = room->use.building.plane;
    graph->slot = room->use.building.slot;
    graph->nodes_most = ROOM_NODES;
    graph->edges_most = ROOM_EDGES;
    graph->layer_most = ROOM_LAYER;
    graph->planes_most = ROOM_PLANES;
    graph->heap = NULL;
}

/* Cuts a piece off a place; pieces come in an order that keeps them aligned. */
static void *cut(char **place, size_t count, size_t size)
{
    void *piece = *place;
    *place += count * size;
    return piece;
}

/* Four times the room, on the heap; so many nodes and edges come along. */
static bool move_on(struct trail_graph *graph, uint32_t nodes_made, uint32_t edges_made)
{
    struct trail_graph old = *graph;
    size_t nodes = (size_t)graph->nodes_most * 4;
    size_t edges = (size_t)graph->edges_most * 4;
    size_t layer = (size_t)graph->layer_most * 4;
    size_t planes = (size_t)graph->planes_most * 4;
    size_t a_node =
        sizeof *graph->node + sizeof *graph->future + sizeof *graph->past + sizeof *graph->back_first;
    if (nodes > TRAIL_NODES_MOST) {
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
    graph->nodes_most = (uint32_t)nodes;
    graph->edges_most = (uint32_t)edges;
    graph->layer_most = (uint32_t)layer;
    graph->planes_most = (uint32_t)planes;
    memcpy(graph->node, old.node, nodes_made * sizeof *old.node);
    memcpy(graph->edge, old.edge, edges_made * sizeof *old.edge);
    free(old.heap);
    return true;
}

void trails_leave(struct trail_graph *graph)
{
    free(graph->heap);
    graph->heap = NULL;
}

/* ---- building ---- */

enum { PLANE_BUCKETS = 512 };

struct builder {
    struct trail_graph *graph;
    const struct trail_rules *rules;
    const struct outlook *outlook;
    struct passage passage;
    struct set clue_circles;
    uint8_t clue_at[SET_LIMIT]; /* circle -> its clue */
    unsigned cell;              /* being filled */
    uint32_t planes, nodes, edges;
    uint32_t bucket[PLANE_BUCKETS]; /* 1 + a plane; 0: none */
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

/* The plane of the next layer with that `met`; NULL: there is none. */
static struct trail_plane *find_plane(struct builder *builder, uint32_t met)
{
    struct trail_plane *plane = builder->graph->plane;
    uint32_t i = *bucket_of(builder, met);
    while (i != 0 && plane[i - 1].met != met) {
        i = plane[i - 1].next;
    }
    return i == 0 ? NULL : &plane[i - 1];
}

/* Lets nodes of a plane stand on these circles too. */
static void add_members(struct builder *builder, uint32_t met, const struct set *circles)
{
    struct trail_plane *plane = find_plane(builder, met);
    if (plane == NULL) {
        if (builder->planes == builder->graph->planes_most) {
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

/* Whoever stands on a clue he had not met has met it; the bit of that, or 0. */
static uint32_t newly_met(const struct builder *builder, uint32_t met, unsigned circle)
{
    return set_has(&builder->clue_circles, circle) ? 1U << builder->clue_at[circle] & ~met : 0;
}

/* These circles can be reached by whoever has `met`. */
static void note_reached(struct builder *builder, uint32_t met, struct set circles)
{
    circles = set_and(circles, &builder->rules->allowed[builder->cell]);
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
    /* Even if they are none: whoever has `met` looks here where he can go. */
    add_members(builder, met, &circles);
}

/* Where a node leads: the same way for all, and by Alley if that is one way of several. */
struct exits {
    struct set open, alley;
};

static struct exits exits_of(struct builder *builder, const struct trail_node *node)
{
    const struct board *board = builder->rules->board;
    struct exits exits = {.open = *reach_of(builder->rules, &builder->passage, node->circle)};
    if (builder->passage.way == WAY_COACH_SECOND) {
        set_remove(&exits.open, node->from);
    } else if (builder->passage.way == WAY_FACE_DOWN) {
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
    return builder->passage.way == WAY_FACE_DOWN && (met >> TRAIL_ALLEY_SHIFT) + 1 < TRAIL_ALLEYS;
}

/* Those from `begin` on that agree in `met` end before the node that is returned. */
static uint32_t end_of_run(const struct trail_graph *graph, uint32_t begin, uint32_t end)
{
    uint32_t i = begin + 1;
    while (i < end && graph->node[i].met == graph->node[begin].met) {
        i++;
    }
    return i;
}

/* Finds the planes of the next layer, and where their nodes can stand. */
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
        note_reached(builder, node[run].met, all.open);
        if (may_take_alley(builder, node[run].met)) {
            note_reached(builder, with_one_alley_more(node[run].met), all.alley);
        }
    }
}

static void add_node(struct builder *builder, uint32_t met, unsigned circle, unsigned from)
{
    if (builder->nodes == builder->graph->nodes_most) {
        builder->full = true;
        return;
    }
    builder->graph->node[builder->nodes++] =
        (struct trail_node){.met = met, .circle = (uint8_t)circle, .from = (uint8_t)from};
}

/* Makes the nodes of all planes, but those in the middle of a Coach: there is one for each way there. */
static void number_members(struct builder *builder)
{
    for (uint32_t i = 0; i < builder->planes; i++) {
        struct trail_plane *plane = &builder->graph->plane[i];
        struct set can = plane_outlook(builder->rules, builder->outlook, builder->cell, plane->met);
        plane->members = set_and(plane->members, &can);
        if (builder->passage.way != WAY_COACH_FIRST) {
            SET_EACH (circle, &plane->members) {
                slots_of(builder, plane)[circle] = builder->nodes;
                add_node(builder, plane->met, circle, 0);
            }
        }
    }
}

/* Whoever has what a plane has met can also go to clues he has not, which stand in other planes. */
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

/* Edges to those of `circles` where one can stand who has met what `plane` has. */
static void add_edges(struct builder *builder, const struct trail_plane *plane, const struct set *circles,
                      unsigned from)
{
    struct trail_graph *graph = builder->graph;
    struct set open = set_and(*circles, &plane->open);
    const uint32_t *slot = slots_of(builder, plane);
    if (graph->edges_most - builder->edges < SET_LIMIT) {
        builder->full = true;
        return;
    }
    SET_EACH (circle, &open) {
        if (builder->passage.way == WAY_COACH_FIRST) {
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

/* False: there is not enough room, and the builder stands as it stood. */
static bool build_layer(struct builder *builder, unsigned cell)
{
    struct trail_graph *graph = builder->graph;
    uint32_t begin = graph->layer[cell - 1];
    uint32_t end = builder->nodes;
    uint32_t edges = builder->edges;
    graph->layer[cell] = end;
    builder->cell = cell;
    find_passage(builder->rules->round, cell - 1, &builder->passage);
    find_planes(builder, begin, end);
    if (!builder->full) {
        number_members(builder);
        open_planes(builder);
        find_edges(builder, begin, end);
    }
    if (builder->full || builder->nodes - end > graph->layer_most) {
        builder->nodes = end;
        builder->edges = edges;
        builder->full = false;
        return false;
    }
    return true;
}

static bool build(struct trail_graph *graph, const struct trail_rules *rules, const struct outlook *outlook)
{
    struct builder builder = {.graph = graph, .rules = rules, .outlook = outlook};
    for (unsigned i = 0; i < rules->clues; i++) {
        set_add(&builder.clue_circles, rules->clue[i].circle);
        builder.clue_at[rules->clue[i].circle] = (uint8_t)i;
    }
    graph->layer[graph->first] = 0;
    struct set starts = plane_outlook(rules, outlook, graph->first, 0);
    SET_EACH (circle, &starts) {
        add_node(&builder, 0, circle, 0);
    }
    for (unsigned cell = graph->first + 1; cell <= graph->last; cell++) {
        while (!build_layer(&builder, cell)) {
            if (!move_on(graph, builder.nodes, builder.edges)) {
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

/* ---- counting along the edges ---- */

static void count_ahead(struct trail_graph *graph, const struct trail_rules *rules)
{
    uint32_t last = graph->layer[graph->last];
    uint32_t all = (1U << rules->clues) - 1;
    for (uint32_t i = graph->layer[graph->last + 1]; i-- > last;) {
        struct trail_node *node = &graph->node[i];
        bool right =
            (node->met & all) == all && set_has(&rules->end[node->met >> TRAIL_ALLEY_SHIFT], node->circle);
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

bool trails_enter(struct trail_graph *graph, struct trail_room *room, const struct trail_rules *rules)
{
    struct outlook outlook;
    look_out(rules, &outlook);
    graph->first = rules->round->first_cell;
    graph->last = rules->round->last_cell;
    move_in(graph, room);
    if (!build(graph, rules, &outlook)) {
        trails_leave(graph);
        return false;
    }
    count_ahead(graph, rules);
    count_behind(graph);
    return true;
}
