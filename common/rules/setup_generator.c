/*
 * setup_generator.c: suggests a hideout or discoveries by difficulty.
 *
 * Candidates are scored, sorted from easy to hard and drawn from one quarter of the list. A candidate is up
 * to four circles; a higher score is harder for Jack.
 *
 * The score of a hideout is the sum of Jack's distances to the five nearest red circles. Jack commits five
 * crimes and chooses where, so red circles farther away do not count.
 *
 * The score of four discoveries is TOUR_WEIGHT times the length of the shortest tour through all four, minus
 * the number of adjacent circles of each and minus the number of crossings beside each: a circle with few of
 * either is quickly surrounded. The weight gives both parts about the same spread on the printed board. There
 * are too many combinations to sort, so a sample is drawn first.
 *
 * Nothing is allocated, and all random numbers come from the caller.
 */
#include "common/rules/setup_generator.h"

#include <limits.h>
#include <string.h>

enum {
    VICTIMS = CRIMES_MAX,
    TOUR_WEIGHT = 2,
    SAMPLE = 256,
};

struct candidate {
    int score;
    uint8_t circle[DISCOVERIES]; /* only the first one for a hideout */
};

struct candidates {
    unsigned count;
    struct candidate item[SAMPLE];
};

_Static_assert((int)SAMPLE >= (int)SET_LIMIT, "every circle of a board can be proposed as a hideout");

static const char *const names[DIFFICULTY_COUNT] = {
    [DIFFICULTY_EASY] = "easy",
    [DIFFICULTY_NORMAL] = "normal",
    [DIFFICULTY_MEDIUM] = "medium",
    [DIFFICULTY_HARD] = "hard",
};

const char *difficulty_name(enum difficulty difficulty)
{
    return names[difficulty];
}

/* ---- Sorted candidates, and the draw from them --------------------------------------------------- */

/* Inserts a candidate in ascending order of score; equal scores stay in order of insertion. */
static void add_candidate(struct candidates *candidates, const struct candidate *candidate)
{
    unsigned at = candidates->count++;
    for (; at > 0 && candidates->item[at - 1].score > candidate->score; at--) {
        candidates->item[at] = candidates->item[at - 1];
    }
    candidates->item[at] = *candidate;
}

static bool scores_differ_at(const struct candidates *candidates, unsigned cut)
{
    return candidates->item[cut - 1].score != candidates->item[cut].score;
}

/*
 * Returns where a quarter begins. Equal scores should have the same difficulty, so the boundary moves to the
 * nearest change of score, but by less than an eighth of the list, so that no quarter becomes empty. Longer
 * runs of equal scores are split.
 */
static unsigned quarter_begins(const struct candidates *candidates, unsigned quarter)
{
    unsigned cut = candidates->count * quarter / DIFFICULTY_COUNT;
    if (quarter == 0 || quarter == DIFFICULTY_COUNT) {
        return cut;
    }
    for (unsigned away = 0; away < candidates->count / (2 * DIFFICULTY_COUNT); away++) {
        if (scores_differ_at(candidates, cut - away)) {
            return cut - away;
        }
        if (scores_differ_at(candidates, cut + away)) {
            return cut + away;
        }
    }
    return cut;
}

/*
 * Draws a candidate from the quarter or, if there are fewer candidates than quarters, the one nearest to it.
 */
static const struct candidate *draw(const struct candidates *candidates, enum difficulty difficulty,
                                    struct random *random)
{
    unsigned first = quarter_begins(candidates, (unsigned)difficulty);
    unsigned end = quarter_begins(candidates, (unsigned)difficulty + 1);
    if (first == end) {
        return &candidates->item[first];
    }
    return &candidates->item[first + random_below(random, end - first)];
}

/* ---- Hideouts ----------------------------------------------------------------------------------- */

static int hideout_score(const struct board *board, unsigned circle)
{
    int nearest[VICTIMS];
    unsigned count = 0;
    SET_EACH (red, &board->red_circles) {
        int steps = board->steps[circle][red];
        unsigned at = count < VICTIMS ? count++ : VICTIMS; /* index VICTIMS: the farthest is dropped */
        for (; at > 0 && nearest[at - 1] > steps; at--) {
            if (at < VICTIMS) {
                nearest[at] = nearest[at - 1];
            }
        }
        if (at < VICTIMS) {
            nearest[at] = steps;
        }
    }
    int score = 0;
    for (unsigned i = 0; i < count; i++) {
        score += nearest[i];
    }
    return score;
}

uint8_t generate_hideout(const struct board *board, uint32_t options, enum difficulty difficulty,
                         struct random *random)
{
    struct candidates candidates = {.count = 0};
    struct set circles = hideout_circles(board, options);
    SET_EACH (circle, &circles) {
        struct candidate candidate = {hideout_score(board, circle), {(uint8_t)circle}};
        add_candidate(&candidates, &candidate);
    }
    return candidates.count == 0 ? 0 : draw(&candidates, difficulty, random)->circle[0];
}

/* ---- Discoveries -------------------------------------------------------------------------------- */

/* Returns the length of the shortest path that starts on one of the four circles and visits the others. */
static int tour_steps(const struct board *board, const uint8_t circle[DISCOVERIES])
{
    int best = INT_MAX;
    for (unsigned a = 0; a < DISCOVERIES; a++) {
        for (unsigned b = 0; b < DISCOVERIES; b++) {
            for (unsigned c = 0; c < DISCOVERIES; c++) {
                if (a == b || b == c || a == c) {
                    continue;
                }
                unsigned d = 0 + 1 + 2 + 3 - a - b - c; /* the remaining one */
                int steps = board->steps[circle[a]][circle[b]] + board->steps[circle[b]][circle[c]] +
                            board->steps[circle[c]][circle[d]];
                best = steps < best ? steps : best;
            }
        }
    }
    return best;
}

static int discoveries_score(const struct board *board, const uint8_t circle[DISCOVERIES])
{
    int open = 0;
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        open += (int)set_count(&board->adjacent[circle[i]]) + (int)set_count(&board->beside[circle[i]]);
    }
    return TOUR_WEIGHT * tour_steps(board, circle) - open;
}

void generate_discoveries(const struct board *board, enum difficulty difficulty, struct random *random,
                          uint8_t discovery[DISCOVERIES])
{
    struct candidates candidates = {.count = 0};
    while (candidates.count < SAMPLE) {
        struct candidate candidate = {.score = 0};
        for (unsigned i = 0; i < DISCOVERIES; i++) {
            candidate.circle[i] = (uint8_t)random_member(&board->quadrant[QUADRANT_NW + i], random);
        }
        candidate.score = discoveries_score(board, candidate.circle);
        add_candidate(&candidates, &candidate);
    }
    memcpy(discovery, draw(&candidates, difficulty, random)->circle, DISCOVERIES);
}
