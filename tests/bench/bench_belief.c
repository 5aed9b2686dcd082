/*
 * bench_belief.c: measures the speed of deduction. Run by tests/bench/run, which holds the targets; prints
 * `name value` lines.
 *
 * The long nights are generated from a seed: eighteen moves behind Jack, the police all over the board, about
 * twenty searches without a result, and clues found up to five moves after he passed, or only at the end.
 * Times are CPU time, best of several runs, averaged over the nights.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/deduce/belief.h"
#include "tests/support/c/brute.h"
#include "tests/support/c/play.h"
#include "tests/support/c/positions.h"

enum { NIGHTS = 20, TRIES = 3, MOVES = 18, MISSES = 20, SHORT = 300, ROWS_MOST = 2000 };

static double seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void add_move(const struct board *board, struct dossier *dossier, uint8_t *row, struct random *random)
{
    struct dossier_round *night = &dossier->round[0];
    struct dossier_step *step = &night->step[night->steps++];
    unsigned here = row[night->last_cell];
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        dossier->police[pawn] = (uint8_t)random_member(&board->reach[dossier->police[pawn]], random);
        bool in_the_way = set_has(&board->barriers[here], dossier->police[pawn]);
        step->police[pawn] = in_the_way ? 0 : dossier->police[pawn]; /* keeps the police off Jack's trail */
    }
    step->first = ++night->last_cell;
    step->cells = 1;
    row[night->last_cell] = (uint8_t)random_member(&board->adjacent[here], random);
}

static bool visited(const struct dossier_round *night, const uint8_t *row, unsigned circle, unsigned time)
{
    return memchr(&row[night->first_cell], (int)circle, time - night->first_cell + 1U) != NULL;
}

/*
 * Generates a night one move short of the maximum, with clues found at most `late` moves after Jack passed.
 */
static void make_night(struct dossier *dossier, unsigned clues, unsigned late, struct random *random)
{
    const struct board *board = play_board(GAME_WHITECHAPEL);
    uint8_t row[CELLS] = {0};
    dossier_begin(dossier, GAME_WHITECHAPEL, 0);
    struct dossier_round *night = &dossier->round[0];
    dossier->rounds = night->begun = night->starts = 1;
    dossier->phase = PHASE_ACT;
    row[0] = night->start[0] = (uint8_t)(1 + random_below(random, board->circles));
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        dossier->police[pawn] = (uint8_t)(1 + random_below(random, board->crossings));
    }
    while (night->steps < MOVES) {
        add_move(board, dossier, row, random);
    }
    for (unsigned cell = 1; cell <= night->last_cell && clues > 0; cell++) {
        unsigned found = cell + random_below(random, late + 1);
        if (row[cell] != row[0] && night->seen[row[cell]] == 0 &&
            random_below(random, night->last_cell - cell + 1U) < clues) {
            night->seen[row[cell]] = (uint8_t)(1 + (found < night->last_cell ? found : night->last_cell));
            clues--;
        }
    }
    for (unsigned i = 0; i < MISSES; i++) {
        unsigned time = 1 + random_below(random, night->last_cell);
        unsigned circle = 1 + random_below(random, board->circles);
        if (!visited(night, row, circle, time)) {
            night->clear[circle] = (uint8_t)(1 + time);
        }
    }
}

static double best_update(const struct board *board, const struct dossier *dossier, struct belief *belief)
{
    double best = 1e9;
    for (unsigned i = 0; i < TRIES; i++) {
        double begin = seconds();
        belief_deduce(board, dossier, belief);
        double took = seconds() - begin;
        best = took < best ? took : best;
    }
    return best;
}

static void measure_long_nights(unsigned clues, unsigned late, const char *name)
{
    const struct board *board = play_board(GAME_WHITECHAPEL);
    struct random random = {1888};
    double sum = 0;
    double worst = 0;
    for (unsigned i = 0; i < NIGHTS; i++) {
        struct dossier dossier;
        struct belief belief;
        make_night(&dossier, clues, late, &random);
        double took = best_update(board, &dossier, &belief);
        if (belief.trails == 0) {
            (void)fprintf(stderr, "bench_belief: a night without trails\n");
            exit(EXIT_FAILURE);
        }
        sum += took;
        worst = took > worst ? took : worst;
    }
    (void)printf("belief_us_%s %.1f\n", name, sum * 1e6 / NIGHTS);
    (void)printf("belief_worst_us_%s %.1f\n", name, worst * 1e6);
}

/* Compares the deduction with listing every trail, on the same short positions. */
static void measure_ratio(enum game_kind game)
{
    double fast = 0;
    double slow = 0;
    for (unsigned seed = 1; seed <= SHORT; seed++) {
        struct random random = {seed};
        struct position position;
        struct belief belief;
        positions_make(&position, game, &random);
        double begin = seconds();
        struct brute *brute = brute_new(position.board, &position.dossier, ROWS_MOST);
        if (brute != NULL) {
            brute_deduce(brute, &belief);
            brute_free(brute);
            slow += seconds() - begin;
            fast += best_update(position.board, &position.dossier, &belief);
        }
        free(position.board);
    }
    (void)printf("belief_ratio_%s %.1f\n", game_name(game), slow / fast);
}

int main(void)
{
    measure_long_nights(0, 0, "no_clues");
    measure_long_nights(5, 5, "five_clues");
    measure_long_nights(10, 5, "ten_clues");
    measure_long_nights(5, MOVES, "five_late_clues");
    measure_ratio(GAME_WHITECHAPEL);
    measure_ratio(GAME_WHITEHALL);
    return EXIT_SUCCESS;
}
