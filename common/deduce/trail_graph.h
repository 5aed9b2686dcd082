/*
 * trails.h: all trails of one night or round as a graph, and what is counted on it.
 *
 * Internal to belief*.c. A node is a cell, a circle, and what of the past still matters there: which clues
 * were met, how many Alleys were taken face down, and between the two steps of a Coach where it came from.
 * A path from the first cell to the last one is a trail, and every trail is one path. So numbers of trails are sums
 * along the edges, however many trails there are.
 *
 * trails_rules.c says which trails there are, trails.c builds the graph of them, trails_count.c counts on it.
 * A graph lives in a room its caller provides; one that outgrows it moves to the heap until trails_leave().
 */
#ifndef GASLIGHT_TRAILS_H
#define GASLIGHT_TRAILS_H

#include "common/board/board.h"
#include "common/view/dossier.h"

enum {
    TRAIL_CLUES_MAX = CELLS - 1,
    TRAIL_ALLEYS = 3,       /* numbers of Alleys taken face down: 0, 1, 2 */
    TRAIL_ALLEY_SHIFT = 24, /* of that number in a node's `met` */
    TRAIL_LANES = 8,        /* circles that are counted together */
};

_Static_assert(SET_LIMIT / TRAIL_LANES <= 32, "groups of circles fit a mask");

/* A circle that must stand in one of the cells up to a deadline. */
struct trail_clue {
    uint8_t circle, deadline;
};

/* Which trails there are. */
struct trail_rules {
    const struct board *board;
    const struct dossier_round *round;
    struct set allowed[CELLS];    /* by cell */
    struct set end[TRAIL_ALLEYS]; /* by Alleys taken face down: where it may end */
    uint8_t clues;
    struct trail_clue clue[TRAIL_CLUES_MAX];
};

/* Of a round that has begun: its own facts, and nothing of the other rounds. */
void trail_rules(const struct board *board, const struct dossier_round *round, struct trail_rules *rules);

/* 1 + the time up to which a circle is known not to have been visited; 0: it is not. */
unsigned trail_clear_until(const struct board *board, const struct dossier_round *round, unsigned circle);

/* Adds a clue; false: no trail can meet that many. */
bool trail_require(struct trail_rules *rules, unsigned circle, unsigned deadline);

/* Takes circles out of the cells up to a deadline, the first one left alone. */
void trail_avoid(struct trail_rules *rules, const struct set *circles, unsigned deadline);

enum { ROOM_NODES = 4096, ROOM_EDGES = 32768, ROOM_LAYER = 1600, ROOM_PLANES = 64 };

/* A dozen clues that were all found late and lie close together; some 180 MB. */
enum { TRAIL_NODES_MOST = 256 * ROOM_NODES };

/* Nodes of the layer being built that share `met`. */
struct trail_plane {
    struct set members;
    struct set open; /* where one can go who has met this: its members, and clues that lead to other planes */
    uint32_t met;
    uint32_t next; /* 1 + another one whose `met` falls into the same bucket; 0: there is none */
};

struct trail_node {
    uint64_t ahead;  /* trails from here to an end */
    uint64_t behind; /* trails from a start to here */
    uint32_t met;    /* mask over clue[], and the number of Alleys */
    uint32_t edge;   /* the first of its edges; they end where those of the next node begin */
    uint8_t circle;
    uint8_t from;  /* halfway in a Coach: the circle before */
    uint8_t alive; /* some trail passes here */
};

/* Numbers of trails for several circles. Two go into one register of the plainest x86-64 or ARM. */
typedef uint64_t trail_pair __attribute__((vector_size(2 * sizeof(uint64_t))));

struct trail_lanes {
    trail_pair pair[TRAIL_LANES / 2];
};

/* Memory for a graph, on the caller's stack: half a megabyte. */
struct trail_room {
    struct trail_node node[ROOM_NODES + 1];
    uint32_t back[ROOM_EDGES], back_first[ROOM_NODES + 1];
    uint32_t future[ROOM_NODES], past[ROOM_NODES];
    union {
        struct {
            uint32_t edge[ROOM_EDGES];
            struct trail_plane plane[ROOM_PLANES];
            uint32_t slot[ROOM_PLANES][SET_LIMIT];
        } building;
        struct trail_lanes
            lanes[2 * ROOM_LAYER]; /* when touches are counted nobody needs the edges any more */
    } use;
};

struct trail_graph {
    unsigned first, last;
    uint32_t layer[CELLS + 1]; /* the first node of each cell, and the end of the last */
    struct trail_node *node;
    uint32_t *edge; /* node numbers in the next layer */

    /* scratch */
    uint32_t *future, *past;     /* groups of circles ahead and behind, by node */
    uint32_t *back, *back_first; /* the edges the other way round, as counting wants them */
    struct trail_lanes *lanes;   /* two layers */
    struct trail_plane *plane;
    uint32_t (*slot)[SET_LIMIT];
    uint32_t nodes_most, edges_most, layer_most, planes_most;
    void *heap;
};

/*
 * Builds the graph. False: it has more than TRAIL_NODES_MOST nodes or there is no memory for it, and nothing to
 * leave. Otherwise trails_leave() when done with it.
 */
bool trails_enter(struct trail_graph *graph, struct trail_room *room, const struct trail_rules *rules);
void trails_leave(struct trail_graph *graph);

/* What the trails of a graph come to. */
struct trail_counts {
    uint64_t trails;
    uint64_t at[CELLS][SET_LIMIT];  /* trails with that circle in that cell */
    uint64_t touch[SET_LIMIT];      /* with that circle in some cell */
    uint64_t touch_last[SET_LIMIT]; /* ... in the last one and no other */
    struct set can[CELLS];          /* circles that some trail has in that cell */
};

void trails_count(const struct trail_graph *graph,
                  struct trail_counts *counts); /* all but touch, touch_last */
/* All, and the last thing that is asked of the graph: its edges are gone afterwards. */
void trails_count_touches(struct trail_graph *graph, struct trail_counts *counts);

#endif
