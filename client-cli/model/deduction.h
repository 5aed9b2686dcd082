/*
 * deduction.h: where Jack can be, as the server deduced it, or as a replay deduces it itself.
 *
 * Read from the JSON that `deduce` answers with; a replay writes that JSON with the same encoder and reads it back,
 * so there is one way in. Everything in it follows from what everybody was told. Pure.
 */
#ifndef GASLIGHT_DEDUCTION_H
#define GASLIGHT_DEDUCTION_H

#include <jansson.h>
#include <stdbool.h>

#include "common/board/board.h"
#include "common/rules/game.h"

enum { DEDUCTION_WAYS_MAX = 20, HEAT_LEVELS = 4 };

/* What is shown on the map; one key goes round. */
enum heat { HEAT_OFF, HEAT_NOW, HEAT_VISITED, HEAT_TARGETS, HEAT_COUNT };

/* What an answer to a search would leave: how many trails, and on how many circles. */
struct deduction_answer {
    uint64_t trails; /* 0: it cannot be given */
    unsigned now, visited, targets;
};

struct deduction_search {
    uint8_t circle, by; /* by: mask of the policemen who could */
    struct deduction_answer yes, no;
};

struct deduction_way {
    unsigned length;
    uint8_t circle[CELLS];
};

struct deduction {
    enum game_kind game;
    bool full;    /* with numbers, searches and ways */
    bool hunting; /* a night or round is on; otherwise only the targets mean something */
    unsigned round;
    unsigned turn_seq, circle; /* of which turn it is, and where the ways lead: the asker's */

    struct set set[HEAT_COUNT];                /* by enum heat; targets: hideouts, or discoveries to come */
    uint64_t trails;                           /* how many there are */
    uint64_t trails_of[HEAT_COUNT][SET_LIMIT]; /* how many lead to, over or on to a circle */
    unsigned cells;
    struct {
        int label; /* as cell_label() gives it */
        struct set circles;
    } cell[CELLS];
    unsigned searches;
    struct deduction_search search[SET_LIMIT];
    unsigned ways;
    struct deduction_way way[DEDUCTION_WAYS_MAX];
};

/* False: it makes no sense for this board, and what is in `deduction` means nothing. */
bool deduction_read(struct deduction *deduction, const struct board *board, const json_t *json);

/* How likely each circle is, 1 to HEAT_LEVELS, against the likeliest; 0: it is out of the question. */
void deduction_levels(const struct deduction *deduction, enum heat heat, uint8_t level[SET_LIMIT]);

/* Whether no circle of a set is likelier than another: the trails tell nothing, or were not counted. */
bool deduction_is_uniform(const struct deduction *deduction, enum heat heat);

/* The circles of a set, the likeliest first; returns how many. */
unsigned deduction_by_likelihood(const struct deduction *deduction, enum heat heat,
                                 uint8_t circle[SET_LIMIT]);

/* The share of the trails that lead to a circle, in per cent; 0 is none of them, and 100 all. */
unsigned deduction_share(const struct deduction *deduction, enum heat heat, unsigned circle);

/* Whether the answer is known beforehand. */
static inline bool deduction_certain(const struct deduction_search *search)
{
    return search->yes.trails == 0 || search->no.trails == 0;
}

/*
 * The searches from the one that leaves the fewest circles, on the average, to the one that tells least;
 * those whose answer is certain come last.
 */
unsigned deduction_rank_searches(const struct deduction *deduction, uint8_t index[SET_LIMIT]);

#endif
