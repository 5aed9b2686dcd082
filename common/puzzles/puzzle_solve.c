/*
 * puzzle_solve.c: finds the answer of a puzzle, and how much of what is known it takes.
 *
 * Everything here works on a view, choices and a dossier. The game, with what the player may not know, is out of reach.
 */
#include "common/puzzles/puzzle.h"

#include <string.h>

/* ---- The kinds ------------------------------------------------------------------------------------- */

static void add_choice(struct puzzle_solution *solution, unsigned place, uint64_t first, uint64_t second)
{
    if (solution->choices < PUZZLE_CHOICES_MAX) {
        solution->choice[solution->choices++] =
            (struct puzzle_choice){.place = (uint8_t)place, .first = first, .second = second};
    }
}

static bool find_locate(const struct puzzle_position *position, const struct belief *belief, unsigned by,
                        struct puzzle_solution *solution)
{
    (void)position;
    (void)solution;
    return by == PAWN_JACK && !set_is_empty(&belief->now);
}

static bool find_searches(const struct puzzle_position *position, const struct belief *belief, unsigned by,
                          struct puzzle_solution *solution)
{
    const struct legal *legal = &position->legal.shown;
    if ((legal->kinds & ACTION_BIT(ACTION_SEARCH)) == 0) {
        return false;
    }
    SET_EACH (circle, &legal->search[by]) {
        struct belief_what_if answers;
        belief_what_if(position->board, &position->dossier, belief, circle, &answers);
        add_choice(solution, circle, answers.yes.trails, answers.no.trails);
    }
    return solution->choices > 0;
}

/* Returns where Jack could go on foot from any of the circles where he may be. */
static struct set streets_open(const struct puzzle_position *position, const struct set *now,
                               const struct set *occupied)
{
    struct set open = {{0}};
    SET_EACH (circle, now) {
        struct set ways = board_free_neighbours(position->board, circle, occupied);
        open = set_or(open, &ways);
    }
    return open;
}

/* Returns where a special move that Jack still has may lead from any of the circles where he may be. */
static struct set specials_open(const struct puzzle_position *position, const struct belief *belief)
{
    const struct board *board = position->board;
    const uint8_t *tiles = position->view.tiles;
    struct set open = {{0}};
    SET_EACH (circle, &belief->now) {
        struct set by_coach = {{0}};
        if (tiles[TILE_COACH] > 0 && belief->last_cell + 2 <= CELL_LAST) {
            SET_EACH (via, &board->adjacent[circle]) {
                by_coach = set_or(by_coach, &board->adjacent[via]);
            }
            set_remove(&by_coach, circle);
        }
        open = set_or(open, &by_coach);
        open = tiles[TILE_ALLEY] > 0 ? set_or(open, &board->alley[circle]) : open;
        open = tiles[TILE_BOAT] > 0 ? set_or(open, &board->boat[circle]) : open;
    }
    return open;
}

static bool find_traps(const struct puzzle_position *position, const struct belief *belief, unsigned by,
                       struct puzzle_solution *solution)
{
    const struct legal *legal = &position->legal.shown;
    uint8_t crossing[PAWN_COUNT];
    if ((legal->kinds & ACTION_BIT(ACTION_WALK)) == 0 || position->view.waiting != PAWN_BIT(by)) {
        return false;
    }
    struct set specials = specials_open(position, belief);
    memcpy(crossing, position->view.crossing, sizeof crossing);
    SET_EACH (to, &legal->walk[by]) {
        crossing[by] = (uint8_t)to;
        struct set occupied = police_crossings(crossing);
        struct set open = streets_open(position, &belief->now, &occupied);
        add_choice(solution, to, set_count(&open), set_count(&specials));
    }
    return solution->choices > 0;
}

static bool find_moves(const struct puzzle_position *position, const struct belief *belief, unsigned by,
                       struct puzzle_solution *solution)
{
    const struct legal *legal = &position->legal.shown;
    if (by != PAWN_JACK || (legal->kinds & ACTION_BIT(ACTION_MOVE)) == 0) {
        return false;
    }
    SET_EACH (to, &legal->move) {
        add_choice(solution, to, belief->trails_now[to], belief->trails);
    }
    return true;
}

/* Adds the choices. Returns false if the position does not fit the kind. */
typedef bool find_choices(const struct puzzle_position *position, const struct belief *belief, unsigned by,
                          struct puzzle_solution *solution);

/* Returns how far a choice is from what is asked for: the answer has the smallest number. */
typedef uint64_t rate_choice(const struct puzzle_choice *choice);

static uint64_t rate_search(const struct puzzle_choice *choice)
{
    return choice->first > choice->second ? choice->first - choice->second : choice->second - choice->first;
}

static uint64_t rate_first(const struct puzzle_choice *choice)
{
    return choice->first;
}

static const struct kind {
    find_choices *find;
    rate_choice *rate; /* NULL: the answer is the only circle where Jack can be */
    bool must_be_zero; /* otherwise there is no answer */
} kinds[PUZZLE_KIND_COUNT] = {
    [PUZZLE_LOCATE] = {.find = find_locate},
    [PUZZLE_SEARCH] = {.find = find_searches, .rate = rate_search},
    [PUZZLE_TRAP] = {.find = find_traps, .rate = rate_first, .must_be_zero = true},
    [PUZZLE_HIDE] = {.find = find_moves, .rate = rate_first},
};

/* ---- The answer ------------------------------------------------------------------------------------ */

/* Returns the place of the choice that is better than all others, or 0 if two are equal. */
static unsigned best_choice(const struct kind *kind, const struct puzzle_solution *solution)
{
    unsigned best = 0, equal = 0;
    for (unsigned i = 1; i < solution->choices; i++) {
        uint64_t rate = kind->rate(&solution->choice[i]), so_far = kind->rate(&solution->choice[best]);
        equal = rate < so_far ? 0 : equal + (rate == so_far);
        best = rate < so_far ? i : best;
    }
    bool is_answer = equal == 0 && (!kind->must_be_zero || kind->rate(&solution->choice[best]) == 0);
    return is_answer ? solution->choice[best].place : 0;
}

void puzzle_solve(const struct puzzle_position *position, enum puzzle_kind kind, unsigned by,
                  struct puzzle_solution *solution)
{
    struct belief belief;
    *solution = (struct puzzle_solution){.answer = 0};
    belief_deduce(position->board, &position->dossier, &belief);
    if (!belief.hunting || !kinds[kind].find(position, &belief, by, solution)) {
        return;
    }
    solution->fits = true;
    solution->trails = belief.trails;
    solution->circles = belief.now;
    solution->passed = belief.visited;
    solution->moves = belief.last_cell - belief.first_cell;
    if (kinds[kind].rate != NULL) {
        solution->answer = best_choice(&kinds[kind], solution);
    } else if (set_count(&belief.now) == 1) {
        solution->answer = set_next(&belief.now, 0);
    }
}

/* ---- The facts ------------------------------------------------------------------------------------- */

/* Leaves a fact out if the answer stays the same without it. Returns true if it is needed. */
static bool is_needed(struct puzzle_position *position, const struct dossier *without, enum puzzle_kind kind,
                      unsigned by, unsigned answer)
{
    struct dossier all = position->dossier;
    struct puzzle_solution solution;
    position->dossier = *without;
    puzzle_solve(position, kind, by, &solution);
    if (solution.answer != answer) {
        position->dossier = all;
    }
    return solution.answer != answer;
}

unsigned puzzle_facts_needed(const struct puzzle_position *position, enum puzzle_kind kind, unsigned by,
                             unsigned answer)
{
    struct puzzle_position left = *position;
    const struct dossier_round *round = &position->dossier.round[position->dossier.rounds - 1];
    unsigned needed = 0;
    for (unsigned circle = 1; circle <= position->board->circles; circle++) {
        struct dossier without = left.dossier;
        struct dossier_round *other = &without.round[without.rounds - 1];
        if (round->seen[circle] != 0 && circle != round->start[0] && circle != round->start[1]) {
            other->seen[circle] = 0;
            needed += is_needed(&left, &without, kind, by, answer);
        } else if (round->clear[circle] != 0) {
            other->clear[circle] = 0;
            needed += is_needed(&left, &without, kind, by, answer);
        }
        without = left.dossier;
        bool absent = false;
        for (unsigned cell = 0; cell < CELLS; cell++) {
            absent = absent || set_has(&other->absent[cell], circle);
            set_remove(&other->absent[cell], circle);
        }
        needed += absent && is_needed(&left, &without, kind, by, answer);
    }
    return needed;
}

/* ---- The grade ------------------------------------------------------------------------------------- */

enum { EASY_EFFORT = 6, MEDIUM_EFFORT = 9 };

static unsigned halvings(uint64_t number)
{
    unsigned count = 0;
    for (; number > 1; number /= 2) {
        count++;
    }
    return count;
}

enum puzzle_grade puzzle_grade_of(const struct puzzle_solution *solution, unsigned facts)
{
    unsigned effort = facts + halvings(solution->trails) + halvings(solution->choices);
    return effort <= EASY_EFFORT ? PUZZLE_EASY : effort <= MEDIUM_EFFORT ? PUZZLE_MEDIUM : PUZZLE_HARD;
}
