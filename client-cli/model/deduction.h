/*
 * deduction.h: where Jack can be, as deduced by the server, or locally for a replay.
 *
 * Parsed from the JSON reply to `deduce`. A replay writes the same JSON with the same encoder and parses it, so both
 * use the same code. Everything is based only on public information. Pure.
 */
#ifndef GASLIGHT_DEDUCTION_H
#define GASLIGHT_DEDUCTION_H

#include <jansson.h>
#include <stdbool.h>

#include "common/board/board.h"
#include "common/rules/game.h"

enum { DEDUCTION_WAYS_MAX = 20, HEAT_LEVELS = 4 };

/* What the map shows; one key cycles through these. */
enum heat { HEAT_OFF, HEAT_NOW, HEAT_VISITED, HEAT_TARGETS, HEAT_COUNT };

/* What would be left after an answer to a search: the number of trails, and of circles. */
struct deduction_answer {
    uint64_t trails; /* 0: this answer is impossible */
    unsigned now, visited, targets;
};

struct deduction_search {
    uint8_t circle, by; /* by: mask of the policemen who can search it */
    struct deduction_answer yes, no;
};

struct deduction_way {
    unsigned length;
    uint8_t circle[CELLS];
};

struct deduction {
    enum game_kind game;
    bool full;    /* with counts, searches and paths */
    bool hunting; /* Jack is being hunted; otherwise only the targets are valid */
    unsigned round;
    unsigned turn_seq, circle; /* set by the caller: the turn it belongs to, and where the paths lead */

    struct set set[HEAT_COUNT]; /* by enum heat; targets: hideouts, or discoveries not yet made */
    uint64_t trails;            /* number of possible trails */
    uint64_t trails_of[HEAT_COUNT][SET_LIMIT]; /* how many of them end on, visit or target each circle */
    unsigned cells;
    struct {
        int label; /* see cell_label() */
        struct set circles;
    } cell[CELLS];
    unsigned searches;
    struct deduction_search search[SET_LIMIT];
    unsigned ways;
    struct deduction_way way[DEDUCTION_WAYS_MAX];
};

/* Returns false if the JSON is invalid for this board; the contents of `deduction` are then undefined. */
bool deduction_read(struct deduction *deduction, const struct board *board, const json_t *json);

/* Rates each circle from 1 to HEAT_LEVELS relative to the most likely one; 0: impossible. */
void deduction_levels(const struct deduction *deduction, enum heat heat, uint8_t level[SET_LIMIT]);

/* Returns whether all circles of a set are equally likely, or the trails were not counted. */
bool deduction_is_uniform(const struct deduction *deduction, enum heat heat);

/* Lists the circles of a set, the most likely first; returns how many. */
unsigned deduction_by_likelihood(const struct deduction *deduction, enum heat heat,
                                 uint8_t circle[SET_LIMIT]);

/* Returns the percentage of trails that lead to a circle; 0 only for none, and 100 only for all. */
unsigned deduction_share(const struct deduction *deduction, enum heat heat, unsigned circle);

/* Returns whether the answer is already known. */
static inline bool deduction_certain(const struct deduction_search *search)
{
    return search->yes.trails == 0 || search->no.trails == 0;
}

/*
 * Lists the searches, those that leave the fewest circles on average first; those with a certain answer come last.
 * Returns how many.
 */
unsigned deduction_rank_searches(const struct deduction *deduction, uint8_t index[SET_LIMIT]);

#endif
