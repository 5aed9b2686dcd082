/*
 * trail_graph.h: all trails of one night or round as a graph, and counts over them. Internal to
 * common/deduce.
 *
 * A node stands for a cell, a circle, and what still matters of the past: the clues met, the number of Alleys
 * played face down and, between the two steps of a Coach, the circle before. Paths from the first cell to the
 * last correspond one-to-one to trails. Numbers of trails are therefore sums along the edges, however many
 * trails there are.
 *
 * trail_constraints.c defines which trails are possible, trail_graph.c builds the graph, trail_count.c
 * counts. The caller provides the memory for the graph; if it outgrows that, it moves to the heap until
 * trail_graph_free().
 */
#ifndef GASLIGHT_TRAIL_GRAPH_H
#define GASLIGHT_TRAIL_GRAPH_H

#include "common/board/board.h"
#include "common/view/dossier.h"

enum {
    TRAIL_CLUES_MAX = CELLS - 1,
    TRAIL_ALLEYS = 3,       /* possible numbers of Alleys played face down: 0, 1, 2 */
    TRAIL_ALLEY_SHIFT = 24, /* position of that number in a node's `met` */
    TRAIL_LANES = 8,        /* circles counted together */
};

_Static_assert(SET_LIMIT / TRAIL_LANES <= 32, "groups of circles fit a mask");

/* A circle that must be in one of the cells up to a deadline. */
struct trail_clue {
    uint8_t circle, deadline;
};

/* Which trails are possible. */
struct trail_constraints {
    const struct board *board;
    const struct dossier_round *round;
    struct set allowed[CELLS];    /* allowed circles, by cell */
    struct set end[TRAIL_ALLEYS]; /* allowed ends, by number of Alleys played face down */
    uint8_t clues;
    struct trail_clue clue[TRAIL_CLUES_MAX];
};

/*
 * Sets the constraints that follow from the facts of one round that has begun; other rounds are not
 * considered.
 */
void trail_constraints_init(const struct board *board, const struct dossier_round *round,
                            struct trail_constraints *constraints);

/* Returns 1 + the time until which a circle is known not to have been visited; 0 if nothing is known. */
unsigned trail_clear_until(const struct board *board, const struct dossier_round *round, unsigned circle);

/* Requires a visit by a deadline. Returns false if no trail can meet that many clues. */
bool trail_constraints_require(struct trail_constraints *constraints, unsigned circle, unsigned deadline);

/* Forbids circles in the cells up to a deadline, except the first cell. */
void trail_constraints_avoid(struct trail_constraints *constraints, const struct set *circles,
                             unsigned deadline);

enum { MEMORY_NODES = 4096, MEMORY_EDGES = 32768, MEMORY_LAYER = 1600, MEMORY_PLANES = 64 };

/* Reached by about a dozen clues, all found late and close together; takes about 180 MB. */
enum { TRAIL_NODES_MAX = 256 * MEMORY_NODES };

/* The nodes of the layer being built that share `met`. */
struct trail_plane {
    struct set members;
    struct set open; /* where a trail with this `met` can step: members, and clues in other planes */
    uint32_t met;
    uint32_t next; /* 1 + index of the next plane in the same hash bucket; 0: none */
};

struct trail_node {
    uint64_t ahead;  /* number of trails from here to an end */
    uint64_t behind; /* number of trails from a start to here */
    uint32_t met;    /* mask over clue[], plus the number of Alleys */
    uint32_t edge;   /* its first edge; its edges end where those of the next node begin */
    uint8_t circle;
    uint8_t from;  /* between the two steps of a Coach: the circle before */
    uint8_t alive; /* part of some trail */
};

/* Numbers of trails for several circles. Two fit into one vector register of baseline x86-64 or ARM. */
typedef uint64_t trail_pair __attribute__((vector_size(2 * sizeof(uint64_t))));

struct trail_lanes {
    trail_pair pair[TRAIL_LANES / 2];
};

/* Memory for a graph, on the caller's stack: half a megabyte. */
struct trail_graph_memory {
    struct trail_node node[MEMORY_NODES + 1];
    uint32_t back[MEMORY_EDGES], back_first[MEMORY_NODES + 1];
    uint32_t future[MEMORY_NODES], past[MEMORY_NODES];
    union {
        struct {
            uint32_t edge[MEMORY_EDGES];
            struct trail_plane plane[MEMORY_PLANES];
            uint32_t slot[MEMORY_PLANES][SET_LIMIT];
        } building;
        struct trail_lanes lanes[2 * MEMORY_LAYER]; /* for counting, which no longer needs the edges */
    } use;
};

struct trail_graph {
    unsigned first, last;
    uint32_t layer[CELLS + 1]; /* the first node of each cell, and the end of the last */
    struct trail_node *node;
    uint32_t *edge; /* indices of nodes in the next layer */

    /* scratch memory */
    uint32_t *future, *past;     /* groups of circles ahead and behind, by node */
    uint32_t *back, *back_first; /* the edges reversed, for counting */
    struct trail_lanes *lanes;   /* for two layers */
    struct trail_plane *plane;
    uint32_t (*slot)[SET_LIMIT];
    uint32_t nodes_max, edges_max, layer_max, planes_max;
    void *heap;
};

/*
 * Builds the graph. Returns false if it would have more than TRAIL_NODES_MAX nodes or memory runs out;
 * nothing has to be freed then. Otherwise the caller frees it with trail_graph_free().
 */
bool trail_graph_build(struct trail_graph *graph, struct trail_graph_memory *memory,
                       const struct trail_constraints *constraints);
void trail_graph_free(struct trail_graph *graph);

/* Counts over all trails of a graph. */
struct trail_counts {
    uint64_t trails;
    uint64_t at[CELLS][SET_LIMIT];  /* trails with that circle in that cell */
    uint64_t touch[SET_LIMIT];      /* trails that visit the circle */
    uint64_t touch_last[SET_LIMIT]; /* ... for the first time in the last cell */
    struct set can[CELLS];          /* circles that some trail has in that cell */
};

/* Fills in everything except touch and touch_last. */
void trail_count(const struct trail_graph *graph, struct trail_counts *counts);

/* Fills in everything. Must be the last call for the graph: it destroys the edges. */
void trail_count_touches(struct trail_graph *graph, struct trail_counts *counts);

#endif
