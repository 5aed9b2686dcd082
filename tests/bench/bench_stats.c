/*
 * bench_stats.c: measures the store's part of a page of statistics over 10,000 finished games: of the server, and of a
 * player who took part in all of them. Run by tests/bench/run, which holds the targets; prints `name value` lines. Times are
 * the whole round trip to the reading thread and back, the worst of several, with the database in a file.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/c/store_harness.h"

enum { GAMES = 10000, PEOPLE = 40, TRIES = 20, TOGETHER = 40 /* games in one request */ };

/* Adds what one finished game changes: "p0" plays Jack or leads the police, with others. */
static void add_game(struct store_request *request, int64_t i)
{
    char table[16], partner[16];
    const char *game = i % 2 == 0 ? "whitechapel" : "whitehall";
    const char *side = i % 3 == 0 ? "jack" : "police";
    const char *company = i % 5 == 0 ? "bots" : "people";
    (void)snprintf(table, sizeof table, "t%d", (int)i);
    (void)snprintf(partner, sizeof partner, "p%d", 1 + (int)(i % (PEOPLE - 1)));
    store_request_add(request, STORE_TABLE_PUT, TEXTS(table, game, "finished", "{}"), NUMBERS_OF(0, i));
    store_request_add(request, STORE_FINISH,
                      TEXTS(table, game, i % 4 == 0 ? "jack" : "police", "arrest",
                            "[{\"player\":\"p0\",\"name\":\"Ann\"}]", "{}"),
                      NUMBERS_OF(100, i, 0, 1000000, 0));
    store_request_add(request, STORE_TALLY, TEXTS(table), NUMBERS_OF(i, i % 32));
    store_request_add(request, STORE_STANDING_PUT, TEXTS("p0", game, side, company),
                      NUMBERS_OF(0, i, i / 2, i / 3, i, 2, 9, 1500000, 80000, 60000000, i));
    store_request_add(request, STORE_SERVER_GAME_ADD, TEXTS(game, company),
                      NUMBERS_OF(i % 32, i % 2, i % 3 == 0, i % 4));
    store_request_add(request, STORE_PARTNER_ADD, TEXTS("p0", partner), NUMBERS_OF(i % 2));
}

static void fill(struct harness *it)
{
    for (int64_t i = 0; i < PEOPLE; i++) {
        char player[16];
        (void)snprintf(player, sizeof player, "p%d", (int)i);
        (void)ask(it, STORE_PLAYER_ADD, TEXTS(player, player, player), NUMBERS_OF(1));
        (void)ask(it, STORE_PROFILE_PUT, TEXTS(player, player), NO_NUMBERS);
    }
    for (int64_t i = 0; i < GAMES; i += TOGETHER) {
        struct store_request *request = store_request_new(harness_answered, it);
        for (int64_t j = 0; j < TOGETHER; j++) {
            add_game(request, i + j);
        }
        it->pending++;
        store_submit(it->store, request);
        wait_for_all(it);
        ck_assert_int_eq(request->status, STORE_OK);
    }
}

static double milliseconds(struct harness *it, enum store_verb verb)
{
    double worst = 0;
    for (int i = 0; i < TRIES; i++) {
        uint64_t begin = uv_hrtime();
        const struct store_request *found = verb == STORE_STATS_OF_PLAYER
                                                ? ask_rows(it, verb, TEXTS("p0", "p0"), NO_NUMBERS)
                                                : ask_rows(it, verb, NO_TEXTS, NO_NUMBERS);
        double took = (double)(uv_hrtime() - begin) / 1e6;
        ck_assert_uint_gt(found->rows, 0);
        worst = took > worst ? took : worst;
    }
    return worst;
}

/* The harness checks what it does, which works only in a test. */
START_TEST(pages)
{
    static struct harness it;
    harness_begin(&it, &store_sqlite);
    fill(&it);
    (void)printf("stats_player_ms %.3f\n", milliseconds(&it, STORE_STATS_OF_PLAYER));
    (void)printf("stats_server_ms %.3f\n", milliseconds(&it, STORE_STATS_OF_SERVER));
    harness_end(&it);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bench stats");
    TCase *tcase = tcase_create("bench stats");
    tcase_add_test(tcase, pages);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_set_fork_status(runner, CK_NOFORK);
    srunner_run_all(runner, CK_SILENT);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
