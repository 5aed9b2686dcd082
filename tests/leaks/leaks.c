/*
 * leaks.c: plants each leak in turn and checks that the test of non-interference finds it.
 *
 * It plays the same pairs as test_noninterference.c. Without a planted leak, none of the first pairs may
 * differ (the test itself plays all of them); with any of the mutants of leaks.h, some pair must. Prints one
 * line per mutant and finally the count, `caught/planted`. VERBOSE=1 prints how each was detected.
 */
#include "tests/leaks/leaks.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/c/twins.h"

enum { PAIRS_CLEAN = 200 };

static const unsigned floors[GAME_KIND_COUNT] = {
    [GAME_WHITECHAPEL] = TWINS_FLOOR_WHITECHAPEL,
    [GAME_WHITEHALL] = TWINS_FLOOR_WHITEHALL,
};

static const struct {
    enum game_kind game;
    const char *name, *text;
} leaks[LEAK_END] = {
#define LEAK_ROW(leak, kind, what) [LEAK_##leak] = {GAME_##kind, #leak, what},
    LEAK_TABLE(LEAK_ROW)
#undef LEAK_ROW
};

enum leak leak_planted = LEAK_NONE;

unsigned leak_jack_circle(const struct game *game)
{
    return game->round == 0 ? 0 : game->row[game->round - 1][game->last_cell];
}

bool leak_visited(const struct game *game, unsigned circle)
{
    for (unsigned cell = 0; game->round != 0 && cell < CELLS; cell++) {
        if (circle != 0 && game->row[game->round - 1][cell] == circle) {
            return true;
        }
    }
    return false;
}

static bool clean_without_leaks(enum game_kind game)
{
    static struct twins_table table;
    struct twins_report report;
    table = (struct twins_table){0};
    leak_planted = LEAK_NONE;
    twins_run(game, TWINS_SEED, floors[game], PAIRS_CLEAN, &table, &report);
    printf("%-7s nothing planted in %s: %u pairs, %lu looks\n",
           report.result == TWINS_ALIKE ? "alike" : "DIFFER", game_name(game), table.played, table.looks);
    if (report.result != TWINS_ALIKE) {
        printf("%s\n", report.text);
    }
    return report.result == TWINS_ALIKE;
}

/* Counts only differences that a viewer was shown, not pairs that failed in another way. */
static bool is_caught(enum leak leak)
{
    static struct twins_table table;
    struct twins_report report;
    enum game_kind game = leaks[leak].game;
    table = (struct twins_table){0};
    leak_planted = leak;
    twins_run(game, TWINS_SEED, floors[game], TWINS_PAIRS_MOST, &table, &report);
    bool caught = report.result == TWINS_LEAK;
    printf("%-7s %-26s %s; pair %u, told to %.*s\n", caught ? "caught" : "MISSED", leaks[leak].name,
           leaks[leak].text, table.played, caught ? (int)strcspn(report.text, ",:") : 0, report.text);
    if (!caught || getenv("VERBOSE") != NULL) {
        printf("%s\n", report.text);
    }
    fflush(stdout);
    return caught;
}

int main(void)
{
    bool clean = clean_without_leaks(GAME_WHITECHAPEL) && clean_without_leaks(GAME_WHITEHALL);
    const unsigned planted = LEAK_END - 1;
    unsigned caught = 0;
    for (unsigned leak = LEAK_NONE + 1; leak < LEAK_END; leak++) {
        caught += is_caught((enum leak)leak);
    }
    printf("%u/%u\n", caught, planted);
    return clean && caught == planted ? EXIT_SUCCESS : EXIT_FAILURE;
}
