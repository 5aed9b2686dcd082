/*
 * generator.c: proposals for Jack, sorted from easy to hard and drawn from one quarter.
 *
 * A proposal is up to four circles and a score: the harder for Jack, the higher.
 *
 * A hideout's score is the sum of Jack's own steps to the five red circles nearest to it: he commits five
 * crimes and chooses where, so the far ones do not count.
 *
 * The score of four discoveries is TOUR_WEIGHT x the steps of the shortest tour through all four, from
 * whichever is best, less the ways out of each (adjacent circles) and less the crossings beside each: a
 * circle with few of either is soon shut. The weight makes the tour and the closing about equal in spread
 * on the printed board. There are too many quadruples to sort, so a sample of them is drawn first.
 *
 * Nothing is allocated, and all that is drawn comes from the caller's random numbers.
 */
#include "common/rules/setup_generator.h"

#include <limits.h>
#include <string.h>

enum {
    VICTIMS = CRIMES_MAX,
    TOUR_WEIGHT = 2,
    SAMPLE = 256,
};

struct proposal {
    int score;
    uint8_t circle[DISCOVERIES]; /* of a hideout, only the first */
};

struct proposals {
    unsigned count;
    struct proposal item[SAMPLE];
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

/* ---- Sorted proposals, and the draw from them --------------------------------------------------- */

/* Keeps them ascending; of equal scores, the one that came first stays first. */
static void propose(struct proposals *proposals, const struct proposal *proposal)
{
    unsigned at = proposals->count++;
    for (; at > 0 && proposals->item[at - 1].score > proposal->score; at--) {
        proposals->item[at] = proposals->item[at - 1];
    }
    proposals->item[at] = *proposal;
}

static bool scores_differ_at(const struct proposals *proposals, unsigned cut)
{
    return proposals->item[cut - 1].score != proposals->item[cut].score;
}

/*
 * Where quarter `quarter` begins. Equal scores belong to the same difficulty, so the cut moves to the
 * nearest change of score, but by less than an eighth of the list: each quarter keeps something, and
 * where more than that are equal, they are divided.
 */
static unsigned quarter_begins(const struct proposals *proposals, unsigned quarter)
{
    unsigned cut = proposals->count * quarter / DIFFICULTY_COUNT;
    if (quarter == 0 || quarter == DIFFICULTY_COUNT) {
        return cut;
    }
    for (unsigned away = 0; away < proposals->count / (2 * DIFFICULTY_COUNT); away++) {
        if (scores_differ_at(proposals, cut - away)) {
            return cut - away;
        }
        if (scores_differ_at(proposals, cut + away)) {
            return cut + away;
        }
    }
    return cut;
}

/* One of the quarter; with fewer proposals than quarters, the one nearest to it. */
static const struct proposal *draw(const struct proposals *proposals, enum difficulty difficulty,
                                   struct random *random)
{
    unsigned first = quarter_begins(proposals, (unsigned)difficulty);
    unsigned end = quarter_begins(proposals, (unsigned)difficulty + 1);
    if (first == end) {
        return &proposals->item[first];
    }
    return &proposals->item[first + random_below(random, end - first)];
}

/* ---- Hideouts ----------------------------------------------------------------------------------- */

static int hideout_score(const struct board *board, unsigned circle)
{
    int nearest[VICTIMS];
    unsigned count = 0;
    SET_EACH (red, &board->red_circles) {
        int steps = board->steps[circle][red];
        unsigned at = count < VICTIMS ? count++ : VICTIMS; /* VICTIMS: the farthest drops out */
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
    struct proposals proposals = {.count = 0};
    struct set circles = hideout_circles(board, options);
    SET_EACH (circle, &circles) {
        struct proposal proposal = {hideout_score(board, circle), {(uint8_t)circle}};
        propose(&proposals, &proposal);
    }
    return proposals.count == 0 ? 0 : draw(&proposals, difficulty, random)->circle[0];
}

/* ---- Discoveries -------------------------------------------------------------------------------- */

/* Steps of the shortest way that begins on one of the four and visits the others in turn. */
static int tour_steps(const struct board *board, const uint8_t circle[DISCOVERIES])
{
    int best = INT_MAX;
    for (unsigned a = 0; a < DISCOVERIES; a++) {
        for (unsigned b = 0; b < DISCOVERIES; b++) {
            for (unsigned c = 0; c < DISCOVERIES; c++) {
                if (a == b || b == c || a == c) {
                    continue;
                }
                unsigned d = 0 + 1 + 2 + 3 - a - b - c; /* the one that is left */
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
    struct proposals proposals = {.count = 0};
    while (proposals.count < SAMPLE) {
        struct proposal proposal = {.score = 0};
        for (unsigned i = 0; i < DISCOVERIES; i++) {
            proposal.circle[i] = (uint8_t)random_member(&board->quadrant[QUADRANT_NW + i], random);
        }
        proposal.score = discoveries_score(board, proposal.circle);
        propose(&proposals, &proposal);
    }
    memcpy(discovery, draw(&proposals, difficulty, random)->circle, DISCOVERIES);
}
