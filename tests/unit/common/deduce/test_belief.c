/*
 * test_belief.c: the belief is exact, i.e. equal to what listing every trail gives.
 *
 * Thousands of generated positions (tests/support/c/positions.h) and all positions of short real games are
 * compared with tests/support/c/brute.c. In long real games, the truth must always be among the possibilities.
 * The environment variable N sets the number of positions.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "common/deduce/belief.h"
#include "tests/support/c/brute.h"
#include "tests/support/c/play.h"
#include "tests/support/c/positions.h"
#include "tests/support/c/run_suite.h"

enum { ROWS_MOST = 1000, POSITIONS = 1000, POSITIONS_SANITIZED = 100 };

static unsigned positions(void)
{
    const char *asked = getenv("N");
    unsigned count = asked == NULL ? 0 : (unsigned)strtoul(asked, NULL, 10);
    if (count != 0) {
        return count;
    }
    return getenv("SANITIZED") != NULL ? POSITIONS_SANITIZED : POSITIONS;
}

/* ---- comparing ---- */

static void expect_counts(const uint64_t *belief, const uint64_t *brute, const char *what, unsigned seed)
{
    for (unsigned circle = 0; circle < SET_LIMIT; circle++) {
        ck_assert_msg(belief[circle] == brute[circle], "%s of %u: %llu, not %llu (position %u)", what, circle,
                      (unsigned long long)belief[circle], (unsigned long long)brute[circle], seed);
    }
}

static void expect_set(const struct set *belief, const struct set *brute, const char *what, unsigned seed)
{
    ck_assert_msg(memcmp(belief, brute, sizeof *belief) == 0, "%s: %u circles, not %u (position %u)", what,
                  set_count(belief), set_count(brute), seed);
}

static void expect_belief(const struct belief *belief, const struct belief *brute, unsigned seed)
{
    ck_assert_msg(belief->hunting == brute->hunting && belief->round == brute->round, "position %u", seed);
    ck_assert_msg(belief->first_cell == brute->first_cell && belief->last_cell == brute->last_cell,
                  "position %u", seed);
    ck_assert_msg(belief->trails == brute->trails, "%llu trails, not %llu (position %u)",
                  (unsigned long long)belief->trails, (unsigned long long)brute->trails, seed);
    expect_set(&belief->now, &brute->now, "now", seed);
    expect_set(&belief->visited, &brute->visited, "visited", seed);
    expect_set(&belief->targets, &brute->targets, "targets", seed);
    for (unsigned cell = 0; cell < CELLS; cell++) {
        expect_set(&belief->cell[cell], &brute->cell[cell], "cell", seed);
    }
    expect_counts(belief->trails_now, brute->trails_now, "trails now", seed);
    expect_counts(belief->trails_visited, brute->trails_visited, "trails visited", seed);
    expect_counts(belief->trails_target, brute->trails_target, "trails target", seed);
}

static void expect_answer(const struct belief_answer *belief, const struct belief_answer *brute,
                          const char *what, unsigned seed)
{
    ck_assert_msg(belief->trails == brute->trails, "%s: %llu trails, not %llu (position %u)", what,
                  (unsigned long long)belief->trails, (unsigned long long)brute->trails, seed);
    expect_set(&belief->now, &brute->now, what, seed);
    expect_set(&belief->visited, &brute->visited, what, seed);
    expect_set(&belief->targets, &brute->targets, what, seed);
}

static void compare_searches(const struct position *position, const struct brute *brute,
                             const struct belief *belief, struct random *random, unsigned seed)
{
    unsigned last = position->dossier.rounds - 1U;
    for (unsigned i = 0; i < 4; i++) {
        unsigned circle = positions_circle(position, last, random);
        struct belief_what_if asked;
        struct belief_what_if expected;
        belief_what_if(position->board, &position->dossier, belief, circle, &asked);
        brute_what_if(brute, circle, &expected);
        expect_answer(&asked.yes, &expected.yes, "yes", seed);
        expect_answer(&asked.no, &expected.no, "no", seed);
    }
}

static void compare_trails(const struct position *position, const struct brute *brute,
                           const struct belief *belief, struct random *random, unsigned seed)
{
    enum { MOST = 40 };
    uint8_t trails[MOST][CELLS];
    uint8_t expected[MOST][CELLS];
    unsigned circle = set_is_empty(&belief->now) ? 1 : random_member(&belief->now, random);
    unsigned most = 1 + random_below(random, MOST);
    memset(trails, 0, sizeof trails);
    memset(expected, 0, sizeof expected);
    unsigned count = belief_trails_to(position->board, &position->dossier, circle, most, trails);
    ck_assert_msg(count == brute_trails_to(brute, circle, most, expected), "number of trails (position %u)",
                  seed);
    ck_assert_msg(memcmp(trails, expected, sizeof trails) == 0, "trails (position %u)", seed);
}

/* How many positions were compared, and how many of them had no possible trail. */
struct tally {
    unsigned compared, impossible;
};

static void compare_position(enum game_kind game, unsigned seed, struct tally *tally)
{
    struct random random = {.state = seed};
    struct position position;
    struct belief belief;
    struct belief expected;
    positions_make(&position, game, &random);
    struct brute *brute = brute_new(position.board, &position.dossier, ROWS_MOST);
    if (brute != NULL) {
        belief_deduce(position.board, &position.dossier, &belief);
        brute_deduce(brute, &expected);
        expect_belief(&belief, &expected, seed);
        if (belief.hunting) {
            compare_searches(&position, brute, &belief, &random, seed);
            compare_trails(&position, brute, &belief, &random, seed);
        }
        tally->compared++;
        tally->impossible += belief.hunting && belief.trails == 0;
        brute_free(brute);
    }
    free(position.board);
}

static void compare_positions(enum game_kind game)
{
    unsigned count = positions();
    struct tally tally = {0, 0};
    for (unsigned seed = 1; seed <= count; seed++) {
        compare_position(game, seed, &tally);
    }
    ck_assert_msg(tally.compared > count * 6 / 10, "%u of %u positions compared", tally.compared, count);
    ck_assert_msg(tally.impossible < tally.compared / 4, "%u of %u positions impossible", tally.impossible,
                  tally.compared);
}

/* ---- real games ---- */

static void expect_truth(const struct game *game, const struct belief *belief)
{
    const uint8_t *row = game->row[game->round - 1];
    for (unsigned cell = game->first_cell; belief->hunting && cell <= game->last_cell; cell++) {
        ck_assert(set_has(&belief->cell[cell], row[cell]));
        ck_assert(set_has(&belief->visited, row[cell]));
        ck_assert_uint_gt(belief->trails_visited[row[cell]], 0);
    }
    if (belief->hunting) {
        ck_assert(set_has(&belief->now, row[game->last_cell]));
        ck_assert_uint_gt(belief->trails_now[row[game->last_cell]], 0);
        ck_assert_uint_le(belief->trails_now[row[game->last_cell]], belief->trails);
    }
    if (game->hideout != 0) {
        ck_assert(set_has(&belief->targets, game->hideout));
    }
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        if (game->discovery[i] != 0 && (game->discovered & 1U << i) == 0) {
            ck_assert(set_has(&belief->targets, game->discovery[i]));
        }
    }
}

/* Plays a random game and checks one position in `every`. Returns how many were compared with brute force. */
static unsigned follow_game(const struct board *board, const struct setup *setup, struct random *random,
                            unsigned every, unsigned rows_most)
{
    struct game game;
    struct dossier dossier;
    struct action action;
    struct events events;
    struct belief belief;
    struct belief expected;
    unsigned compared = 0;
    struct play_style style = {.homing = random_below(random, 2) == 0,
                               .no_arrests = random_below(random, 2) == 0};
    ck_assert_int_eq(game_new(board, &game, setup), ERROR_OK);
    dossier_begin(&dossier, setup->game, setup->options);
    while (play_choose(board, &game, random, style, &action)) {
        ck_assert_int_eq(game_apply(board, &game, &action, &events), ERROR_OK);
        dossier_follow(&dossier, &game, &events);
        if (game.phase == PHASE_OVER && game.reason == REASON_ADDRESS) {
            break; /* a correctly named address ends the game; what is revealed then is not a deduction */
        }
        if (random_below(random, every) != 0 && game.phase != PHASE_OVER) {
            continue;
        }
        belief_deduce(board, &dossier, &belief);
        expect_truth(&game, &belief);
        struct brute *brute = belief.trails <= rows_most ? brute_new(board, &dossier, rows_most) : NULL;
        if (brute != NULL) {
            brute_deduce(brute, &expected);
            expect_belief(&belief, &expected, (unsigned)dossier.rounds);
            brute_free(brute);
            compared++;
        }
    }
    return compared;
}

static void follow_games(enum game_kind kind, bool thinned, unsigned games, unsigned every,
                         unsigned rows_most)
{
    unsigned compared = 0;
    for (unsigned seed = 1; seed <= games; seed++) {
        struct random random = {.state = seed};
        struct board *board = positions_board(kind);
        if (thinned) {
            positions_thin_out(board, &random);
        }
        uint32_t options = random_below(&random, 1U << option_count(kind));
        struct setup setup = play_setup(kind, options, &random);
        compared += follow_game(board, &setup, &random, every, rows_most);
        free(board);
    }
    ck_assert_uint_ge(compared, rows_most == 0 ? 0 : games);
}

START_TEST(the_truth_is_always_possible_in_whitechapel)
{
    follow_games(GAME_WHITECHAPEL, false, positions() / 40, 6, 0);
}
END_TEST

START_TEST(the_truth_is_always_possible_in_whitehall)
{
    follow_games(GAME_WHITEHALL, false, positions() / 40, 6, 0);
}
END_TEST

START_TEST(whitechapel_games_match_listing_every_trail)
{
    follow_games(GAME_WHITECHAPEL, false, positions() / 40, 4, 400);
}
END_TEST

/* With few circles for discoveries, rounds are short, and what earlier rounds rule out matters. */
START_TEST(whitehall_games_match_listing_every_trail)
{
    follow_games(GAME_WHITEHALL, true, positions() / 10, 4, 400);
}
END_TEST

START_TEST(generated_whitechapel_positions_match_listing_every_trail)
{
    compare_positions(GAME_WHITECHAPEL);
}
END_TEST

START_TEST(generated_whitehall_positions_match_listing_every_trail)
{
    compare_positions(GAME_WHITEHALL);
}
END_TEST

/* ---- 64-bit counts ---- */

/*
 * Returns the largest number of walks of `steps` moves from any circle, ignoring the police, with Alleys at
 * moves `alley` and `other` (`steps` means none).
 */
static long double most_walks(const struct board *board, unsigned steps, unsigned alley, unsigned other)
{
    long double walks[SET_LIMIT];
    long double most = 0;
    for (unsigned circle = 0; circle < SET_LIMIT; circle++) {
        walks[circle] = 1;
    }
    for (unsigned step = 0; step < steps; step++) {
        long double longer[SET_LIMIT] = {0};
        const struct set *ways = step == alley || step == other ? board->alley : board->adjacent;
        SET_EACH (from, &board->all_circles) {
            SET_EACH (to, &ways[from]) {
                longer[from] += walks[to];
            }
        }
        memcpy(walks, longer, sizeof walks);
    }
    SET_EACH (circle, &board->all_circles) {
        most = walks[circle] > most ? walks[circle] : most;
    }
    return most;
}

/* A Coach is two of these steps, minus those that come back. */
START_TEST(the_number_of_trails_fits_into_64_bits)
{
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        const struct board *board = play_board((enum game_kind)game);
        unsigned steps = game == GAME_WHITECHAPEL ? CELL_LAST : CELL_LAST - CELL_ONE;
        for (unsigned alley = 0; alley <= steps; alley++) {
            for (unsigned other = alley; other <= steps; other++) {
                ck_assert(most_walks(board, steps, alley, other) < 18446744073709551615.0L);
            }
        }
    }
}
END_TEST

/* ---- large graphs and long enumerations ---- */

/*
 * Walks for a whole night within a small area, with every circle found at the very end. Returns the number of
 * clues.
 */
static unsigned generate_local_walk(const struct board *board, struct dossier *dossier, uint8_t row[CELLS])
{
    struct random random = {.state = 3};
    struct dossier_round *night = &dossier->round[0];
    unsigned clues = 0;
    dossier_begin(dossier, GAME_WHITECHAPEL, 0);
    dossier->phase = PHASE_ACT;
    dossier->rounds = 1;
    night->begun = 1;
    night->starts = 1;
    night->start[0] = row[0] = 65;
    for (unsigned cell = 1; cell < CELL_LAST; cell++) {
        struct set fresh = board->adjacent[row[cell - 1]];
        for (unsigned i = 0; i < cell; i++) {
            set_remove(&fresh, row[i]);
        }
        row[cell] =
            (uint8_t)random_member(set_is_empty(&fresh) ? &board->adjacent[row[cell - 1]] : &fresh, &random);
        night->step[night->steps++] = (struct dossier_step){.first = (uint8_t)cell, .cells = 1};
        night->last_cell = (uint8_t)cell;
    }
    for (unsigned cell = 1; cell < night->last_cell; cell++) {
        clues += night->seen[row[cell]] == 0;
        night->seen[row[cell]] = (uint8_t)(night->last_cell + 1);
    }
    return clues;
}

/* Such clues make the largest graphs; the truth must be among their trails. */
START_TEST(the_truth_is_possible_when_all_clues_are_found_at_the_end)
{
    const struct board *board = play_board(GAME_WHITECHAPEL);
    static struct dossier dossier;
    static struct belief belief;
    uint8_t row[CELLS] = {0};
    unsigned clues = generate_local_walk(board, &dossier, row);
    ck_assert_uint_gt(clues, 12);
    belief_deduce(board, &dossier, &belief);
    ck_assert(belief.hunting);
    ck_assert_uint_gt(belief.trails, 0);
    for (unsigned cell = 0; cell <= belief.last_cell; cell++) {
        ck_assert_msg(set_has(&belief.cell[cell], row[cell]), "cell %u", cell);
    }
}
END_TEST

/*
 * A long round in which one circle must be a discovery, and the trails that come first all visit it. There
 * are too many of them to try one by one.
 */
START_TEST(trails_are_listed_after_any_number_of_misfits)
{
    enum { MOST = 20 };
    struct board *board = malloc(sizeof *board);
    ck_assert_ptr_nonnull(board);
    memcpy(board, play_board(GAME_WHITEHALL), sizeof *board);
    struct dossier dossier;
    uint8_t trails[MOST][CELLS];
    unsigned start = set_next(&board->quadrant[QUADRANT_NW], 0);
    unsigned forbidden = set_next(&board->adjacent[start], 0);
    for (unsigned quadrant = QUADRANT_NW; quadrant < QUADRANT_COUNT; quadrant++) {
        memset(&board->quadrant[quadrant], 0, sizeof board->quadrant[quadrant]);
        set_add(&board->quadrant[quadrant], forbidden);
    }
    dossier_begin(&dossier, GAME_WHITEHALL, 0);
    dossier.rounds = 1;
    dossier.phase = PHASE_ACT;
    struct dossier_round *round = &dossier.round[0];
    *round = (struct dossier_round){
        .begun = 1, .first_cell = CELL_ONE, .last_cell = CELL_LAST, .starts = 1, .start = {(uint8_t)start}};
    for (unsigned cell = CELL_ONE + 1; cell <= CELL_LAST; cell++) {
        round->step[round->steps++] = (struct dossier_step){.first = (uint8_t)cell, .cells = 1};
    }
    unsigned count = belief_trails_to(board, &dossier, start, MOST, trails);
    ck_assert_uint_eq(count, MOST);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned cell = CELL_ONE; cell < CELL_LAST; cell++) {
            ck_assert_uint_ne(trails[i][cell], forbidden);
        }
    }
    free(board);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("belief");
    TCase *exact = tcase_create("exact");
    tcase_set_timeout(exact, 600);
    tcase_add_test(exact, generated_whitechapel_positions_match_listing_every_trail);
    tcase_add_test(exact, generated_whitehall_positions_match_listing_every_trail);
    tcase_add_test(exact, whitechapel_games_match_listing_every_trail);
    tcase_add_test(exact, whitehall_games_match_listing_every_trail);
    tcase_add_test(exact, the_truth_is_always_possible_in_whitechapel);
    tcase_add_test(exact, the_truth_is_always_possible_in_whitehall);
    tcase_add_test(exact, the_number_of_trails_fits_into_64_bits);
    tcase_add_test(exact, trails_are_listed_after_any_number_of_misfits);
    tcase_add_test(exact, the_truth_is_possible_when_all_clues_are_found_at_the_end);
    suite_add_tcase(suite, exact);
    return run_suite(suite);
}
