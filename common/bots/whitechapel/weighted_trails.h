/*
 * weighted_trails.h: the possible trails of one night of Whitechapel as a weighted graph.
 *
 * The exact belief (belief.h) counts every trail equally, which is not realistic. Here each of Jack's steps
 * is a draw among the steps he had: circles within the reach of the police are less likely, and circles
 * farther from the scene of the crime more likely (struct walk_model). A trail's weight is its probability as
 * such a random walk, and the caller supplies a weight for each end. The graph contains only trails that
 * agree with every answer, in layers: one for where the night began and one per step.
 *
 * It stores edges so that whole trails can be sampled. Its counterpart for Whitehall, whitehall/trellis.h,
 * only needs sums and stores none. Both use the same clues (clue_mask.h) and steps (dossier_step_ways()).
 */
#ifndef GASLIGHT_WEIGHTED_TRAILS_H
#define GASLIGHT_WEIGHTED_TRAILS_H

#include "common/base/random.h"
#include "common/bots/clue_mask.h"

enum { WEIGHTED_NODES_MAX = 8192, WEIGHTED_EDGES_MAX = 65536, WEIGHTED_CLUES_MAX = 7 };

_Static_assert((int)WEIGHTED_CLUES_MAX <= (int)CLUE_MASK_MAX, "their bits fit a mask");

/* How Jack chooses among his steps, whatever his hideout is. */
struct walk_model {
    double shy;  /* factor for a circle that a policeman can get next to in one walk; 1: he does not care */
    double away; /* factor per step away from where the night began; 1: likewise */
};

struct weighted_node {
    double weight; /* total weight of the paths that lead here */
    double rest;   /* total weight of the paths from here, given the end weights */
    uint32_t first_edge;
    uint16_t edges;
    uint8_t circle;
    uint8_t clues; /* mask of the clues met so far; see clue_mask.h */
};

struct weighted_edge {
    float share; /* probability of this step, before any evidence */
    uint16_t to;
    uint8_t via; /* the circle a Coach passes through, or 0 */
};

struct weighted_trails {
    unsigned layers;
    unsigned first[CELLS + 1]; /* layer -> its first node; plus one entry for the end of the last layer */
    unsigned nodes, edges;
    struct clue_mask clues;
    struct weighted_node node[WEIGHTED_NODES_MAX];
    struct weighted_edge edge[WEIGHTED_EDGES_MAX];
    /* clues met, circle -> 1 + node in the layer being built */
    uint16_t at[1U << WEIGHTED_CLUES_MAX][SET_LIMIT];
};

/*
 * Builds the graph of a night that has begun. If it does not fit, the oldest clues are dropped until it does. `police` are
 * the current crossings, which count if Jack has not made a step yet.
 */
void weighted_trails_build(const struct board *board, const struct dossier_round *night,
                           const uint8_t police[PAWN_COUNT], const struct walk_model *model,
                           struct weighted_trails *trails);

/*
 * Fills weight[circle] with the total weight of the trails that end there. The sum over all circles is the
 * likelihood of the answers for a random walk.
 */
void weighted_trails_ends(const struct weighted_trails *trails, double weight[SET_LIMIT]);

/* The same for a random walk without evidence from searches: only streets and policemen constrain it. */
void weighted_trails_random_walk(const struct board *board, const struct dossier_round *night,
                                 const uint8_t police[PAWN_COUNT], const struct walk_model *model,
                                 double weight[SET_LIMIT]);

/* Sets the weight of each end. Call it before weighted_trails_sample(). */
void weighted_trails_set_end_weights(struct weighted_trails *trails, const double end[SET_LIMIT]);

/* Samples a trail: fills `visited` with its circles and returns its end; 0 if there is no trail. */
unsigned weighted_trails_sample(const struct weighted_trails *trails, struct random *random,
                                struct set *visited);

#endif
