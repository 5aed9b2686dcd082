/*
 * trails.c: builds the graph of all trails of one night.
 *
 * Layer by layer, one a cell. The nodes of a layer are grouped into planes: those that agree in `met`. Most
 * edges stay in their plane, an edge onto a clue that was not met leads to the plane with one bit more. What
 * keeps planes few is that a node is dropped as soon as one of the clues it lacks can no longer be met in
 * time: for each clue, the circles of each cell from which it can are found beforehand, going backwards.
 */
#include "trails.h"

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

/* Four times the room, on the heap. */
static bool move_on(struct trail_graph *graph)
{
    size_t nodes = (size_t)graph->nodes_most * 4;
    size_t edges = (size_t)graph->edges_most * 4;
    size_t layer = (size_t)graph->layer_most * 4;
    size_t planes = (size_t)graph->planes_most * 4;
    size_t a_node =
        sizeof *graph->node + sizeof *graph->future + sizeof *graph->past + sizeof *graph->back_first;
    free(graph->heap);
    graph->heap = NULL;
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
    return true;
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

/* The plane of the next layer with that `met`; its members are not yet numbered. */
static struct trail_plane *find_plane(struct builder *builder, uint32_t met)
{
    struct trail_graph *graph = builder->graph;
    uint32_t *bucket = &builder->bucket[(met ^ met >> 9 ^ met >> 18) % PLANE_BUCKETS];
    for (uint32_t i = *bucket; i != 0; i = graph->plane[i - 1].next) {
        if (graph->plane[i - 1].met == met) {
            return &graph->plane[i - 1];
        }
    }
    if (builder->planes == graph->planes_most) {
        builder->full = true;
        return &graph->plane[0];
    }
    struct trail_plane *plane = &graph->plane[builder->planes++];
    *plane = (struct trail_plane){.met = met, .next = *bucket};
    *bucket = builder->planes;
    return plane;
}

/* What is done with the circles one node leads to, plane by plane. */
typedef void receive(struct builder *builder, struct trail_plane *plane, const struct set *circles,
                     unsigned from);

static void spread(struct builder *builder, uint32_t met, struct set circles, unsigned from, receive *take)
{
    circles = set_and(circles, &builder->rules->allowed[builder->cell]);
    if (set_meets(&circles, &builder->clue_circles)) {
        struct set clues = set_and(circles, &builder->clue_circles);
        SET_EACH (circle, &clues) {
            uint32_t bit = 1U << builder->clue_at[circle];
            if ((met & bit) == 0) {
                struct set one = {{0}};
                set_add(&one, circle);
                set_remove(&circles, circle);
                take(builder, find_plane(builder, met | bit), &one, from);
            }
        }
    }
    if (!set_is_empty(&circles)) {
        take(builder, find_plane(builder, met), &circles, from);
    }
}

/* All that a node leads to. */
static void leave_node(struct builder *builder, const struct trail_node *node, receive *take)
{
    const struct board *board = builder->rules->board;
    const struct set *reach = reach_of(builder->rules, &builder->passage, node->circle);
    unsigned alleys = node->met >> TRAIL_ALLEY_SHIFT;
    switch (builder->passage.way) {
    case WAY_COACH_SECOND: {
        struct set onward = *reach;
        set_remove(&onward, node->from);
        spread(builder, node->met, onward, 0, take);
        break;
    }
    case WAY_FACE_DOWN:
        if (alleys + 1 < TRAIL_ALLEYS) {
            spread(builder, node->met + (1U << TRAIL_ALLEY_SHIFT), board->alley[node->circle], 0, take);
        }
        spread(builder, node->met, set_minus(board->boat[node->circle], &board->alley[node->circle]), 0,
               take);
        break;
    case WAY_COACH_FIRST:
        spread(builder, node->met, *reach, node->circle, take);
        break;
    case WAY_PLAIN:
        spread(builder, node->met, *reach, 0, take);
        break;
    }
}

static void note_members(struct builder *builder, struct trail_plane *plane, const struct set *circles,
                         unsigned from)
{
    (void)builder;
    (void)from;
    plane->members = set_or(plane->members, circles);
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

static void add_edge(struct builder *builder, uint32_t to)
{
    if (builder->edges == builder->graph->edges_most) {
        builder->full = true;
        return;
    }
    builder->graph->edge[builder->edges++] = to;
}

/* Edges to nodes that are numbered; the first half of a Coach makes a node for each way there. */
static void note_edges(struct builder *builder, struct trail_plane *plane, const struct set *circles,
                       unsigned from)
{
    struct set members = set_and(*circles, &plane->members);
    const uint32_t *slot = builder->graph->slot[plane - builder->graph->plane];
    SET_EACH (circle, &members) {
        if (from != 0) {
            add_node(builder, plane->met, circle, from);
            add_edge(builder, builder->nodes - 1);
        } else {
            add_edge(builder, slot[circle]);
        }
    }
}

static void number_members(struct builder *builder, struct trail_plane *plane)
{
    uint32_t *slot = builder->graph->slot[plane - builder->graph->plane];
    SET_EACH (circle, &plane->members) {
        slot[circle] = builder->nodes;
        add_node(builder, plane->met, circle, 0);
    }
}

static void build_layer(struct builder *builder, unsigned cell)
{
    struct trail_graph *graph = builder->graph;
    uint32_t begin = graph->layer[cell - 1];
    uint32_t end = builder->nodes;
    graph->layer[cell] = end;
    builder->cell = cell;
    builder->planes = 0;
    memset(builder->bucket, 0, sizeof builder->bucket);
    find_passage(builder->rules->round, cell - 1, &builder->passage);
    for (uint32_t i = begin; i < end; i++) {
        leave_node(builder, &graph->node[i], note_members);
    }
    for (uint32_t i = 0; i < builder->planes; i++) {
        struct trail_plane *plane = &graph->plane[i];
        struct set can = plane_outlook(builder->rules, builder->outlook, cell, plane->met);
        plane->members = set_and(plane->members, &can);
        if (builder->passage.way != WAY_COACH_FIRST) {
            number_members(builder, plane);
        }
    }
    for (uint32_t i = begin; i < end && !builder->full; i++) {
        graph->node[i].edge = builder->edges;
        leave_node(builder, &graph->node[i], note_edges);
    }
    if (builder->nodes - end > graph->layer_most) {
        builder->full = true;
    }
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
    for (unsigned cell = graph->first + 1; cell <= graph->last && !builder.full; cell++) {
        build_layer(&builder, cell);
    }
    if (builder.full) {
        return false;
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
    while (!build(graph, rules, &outlook)) {
        if (!move_on(graph)) {
            return false;
        }
    }
    count_ahead(graph, rules);
    count_behind(graph);
    return true;
}

void trails_leave(struct trail_graph *graph)
{
    free(graph->heap);
    graph->heap = NULL;
}
