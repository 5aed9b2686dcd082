/* Tests of the store's verbs about statistics, with every engine. */
#include "server/store/store.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/store_harness.h"

static const struct store_engine *const engines[] = {&store_memory, &store_sqlite, &store_postgres};
enum { ENGINES = COUNT(engines) };

static const char players_json[] =
    "[{\"player\":\"p1\",\"name\":\"Ann\"},{\"player\":\"p2\",\"name\":\"Bob\"}]";

static void add_players(struct harness *it)
{
    ck_assert_int_eq(ask(it, STORE_PLAYER_ADD, TEXTS("p1", "Ann", "aa"), NUMBERS_OF(1)), STORE_OK);
    ck_assert_int_eq(ask(it, STORE_PLAYER_ADD, TEXTS("p2", "Bob", "bb"), NUMBERS_OF(1)), STORE_OK);
}

/* Stores a finished game; `limit` is how many games an hour count. */
static void finish(struct harness *it, const char *table, int64_t at, bool is_private, int64_t limit,
                   bool counts)
{
    ck_assert_int_eq(ask(it, STORE_TABLE_PUT, TEXTS(table, "whitehall", "finished", "{\"l\":1}"),
                         NUMBERS_OF(is_private, at)),
                     STORE_OK);
    ck_assert_int_eq(ask(it, STORE_FINISH,
                         TEXTS(table, "whitehall", "jack", "resigned", players_json, "{\"r\":1}"),
                         NUMBERS_OF(9, at, is_private, limit, counts)),
                     STORE_OK);
}

/* Returns the games that are not tallied, each with a + if everyone may see its numbers. */
static const char *untallied(struct harness *it)
{
    static char list[200];
    const struct store_request *found = ask_rows(it, STORE_TALLY_NEXT, NO_TEXTS, NUMBERS_OF(9));
    list[0] = '\0';
    for (size_t i = 0; i < found->rows; i++) {
        (void)snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s ", found->row[i].text[0],
                       found->row[i].number[1] != 0 ? "+" : "");
    }
    return list;
}

static enum store_status put_standing(struct harness *it, const char *player, bool is_private, int64_t games)
{
    return ask(it, STORE_STANDING_PUT, TEXTS(player, "whitehall", "jack", "people"),
               NUMBERS_OF(is_private, games, 2, 1, 3, 1, 2, 1500123, 200456, 59999000, 77));
}

/* Returns the rows of a player as somebody else, or they themselves, see them. */
static const char *stats_of(struct harness *it, const char *player, const char *asking)
{
    static char list[1000];
    const struct store_request *found =
        ask_rows(it, STORE_STATS_OF_PLAYER, TEXTS(player, asking), NO_NUMBERS);
    list[0] = '\0';
    for (size_t i = 0; i < found->rows; i++) {
        const struct store_row *row = &found->row[i];
        (void)snprintf(list + strlen(list), sizeof list - strlen(list), "%s:%s:%s:%s:%s:%d:%d ", row->text[0],
                       row->text[1], row->text[2], row->text[3], row->text[4], (int)row->number[0],
                       (int)row->number[1]);
    }
    return list;
}

START_TEST(games_are_tallied_once_and_in_order)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    add_players(&it);
    ck_assert_str_eq(untallied(&it), "");
    finish(&it, "t2", 200, false, 9, false);
    finish(&it, "t1", 100, true, 9, false);
    finish(&it, "t3", 300, true, 9, true);
    ck_assert_str_eq(untallied(&it), "t1 t2+ t3+ ");
    const struct store_request *found = ask_rows(&it, STORE_TALLY_NEXT, NO_TEXTS, NUMBERS_OF(1));
    ck_assert_uint_eq(found->rows, 1);
    ck_assert_str_eq(found->row[0].text[1], "{\"l\":1}");
    ck_assert_str_eq(found->row[0].text[2], "{\"r\":1}");
    ck_assert_int_eq(found->row[0].number[0], 100);
    ck_assert_int_eq(found->row[0].number[2], 0);
    ck_assert_int_eq(ask(&it, STORE_TALLY, TEXTS("t1"), NUMBERS_OF(1, 0)), STORE_CONFLICT);
    ck_assert_int_eq(ask(&it, STORE_TALLY, TEXTS("t1"), NUMBERS_OF(0, 0)), STORE_OK);
    ck_assert_int_eq(ask(&it, STORE_TALLY, TEXTS("t2"), NUMBERS_OF(0, 0)), STORE_CONFLICT);
    ck_assert_str_eq(untallied(&it), "t2+ t3+ ");
    found = ask_rows(&it, STORE_TALLY_NEXT, NO_TEXTS, NUMBERS_OF(9));
    ck_assert_int_eq(found->row[1].number[2], 1);
    harness_end(&it);
}
END_TEST

/* Of two nodes that add the same games, one changes something. */
START_TEST(an_addition_that_comes_too_late_changes_nothing)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    add_players(&it);
    finish(&it, "t1", 100, false, 9, false);
    finish(&it, "t2", 200, false, 9, false);
    for (int64_t try = 0; try < 2; try++) {
        struct store_request *request = store_request_new(harness_answered, &it);
        store_request_add(request, STORE_TALLY, TEXTS("t1"), NUMBERS_OF(0, 3));
        store_request_add(request, STORE_TALLY, TEXTS("t2"), NUMBERS_OF(1, 3));
        store_request_add(request, STORE_SERVER_GAME_ADD, TEXTS("whitehall", "people"),
                          NUMBERS_OF(3, 1, 1, 2));
        store_request_add(request, STORE_PARTNER_ADD, TEXTS("p1", "p2"), NUMBERS_OF(1));
        it.pending++;
        store_submit(it.store, request);
        wait_for_all(&it);
        ck_assert_int_eq(request->status, try == 0 ? STORE_OK : STORE_CONFLICT);
    }
    const struct store_request *found = ask_rows(&it, STORE_STATS_OF_SERVER, NO_TEXTS, NO_NUMBERS);
    ck_assert_uint_eq(found->rows, 1);
    ck_assert_int_eq(found->row[0].number[1], 1);
    harness_end(&it);
}
END_TEST

/* Only what everyone may see counts as a game of the hour. */
START_TEST(few_games_an_hour_count)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    add_players(&it);
    finish(&it, "t1", 1000, true, 2, false);
    finish(&it, "t2", 1001, true, 2, true);
    finish(&it, "t3", 1002, true, 0, true);
    finish(&it, "t4", 1003, false, 2, false);
    finish(&it, "t5", 1004, true, 2, true);
    finish(&it, "t6", 1005, false, 2, true);
    finish(&it, "t7", 4800, true, 2, true);
    ck_assert_str_eq(untallied(&it), "t1 t2+ t3 t4+ t5 t6 t7+ ");
    harness_end(&it);
}
END_TEST

START_TEST(a_players_private_numbers_are_for_that_player)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    add_players(&it);
    ck_assert_str_eq(stats_of(&it, "p1", "p1"), "");
    ck_assert_int_eq(put_standing(&it, "p1", true, 4), STORE_OK);
    ck_assert_str_eq(stats_of(&it, "p1", "p2"), "");
    ck_assert_str_eq(stats_of(&it, "p1", ""), "");
    ck_assert_str_eq(stats_of(&it, "p1", "p1"), "standing::whitehall:jack:people:1:4 ");
    ck_assert_int_eq(put_standing(&it, "p1", false, 3), STORE_OK);
    ck_assert_int_eq(put_standing(&it, "p1", false, 5), STORE_OK); /* instead of the last one */
    ck_assert_int_eq(ask(&it, STORE_PROFILE_PUT, TEXTS("p1", "Annie"), NO_NUMBERS), STORE_OK);
    ck_assert_str_eq(stats_of(&it, "p1", "p2"), "player:Annie::::0:0 standing::whitehall:jack:people:0:5 ");
    const struct store_request *found =
        ask_rows(&it, STORE_STANDINGS_OF, TEXTS("[\"p1\",\"p2\"]"), NO_NUMBERS);
    ck_assert_uint_eq(found->rows, 2);
    ck_assert_int_eq(found->row[0].number[7], 1500123);
    ck_assert_int_eq(found->row[0].number[8], 200456);
    ck_assert_int_eq(found->row[0].number[9], 59999000);
    ck_assert_int_eq(found->row[0].number[10], 77);
    harness_end(&it);
}
END_TEST

START_TEST(partners_and_bots_are_added_up)
{
    struct harness it;
    char id[3] = "q0";
    harness_begin(&it, engines[_i]);
    add_players(&it);
    for (int i = 0; i < STATS_PARTNERS + 2; i++) {
        id[1] = (char)('a' + i);
        ck_assert_int_eq(ask(&it, STORE_PLAYER_ADD, TEXTS(id, id, id), NUMBERS_OF(1)), STORE_OK);
        ck_assert_int_eq(ask(&it, STORE_PROFILE_PUT, TEXTS(id, id), NO_NUMBERS), STORE_OK);
        ck_assert_int_eq(ask(&it, STORE_PARTNER_ADD, TEXTS("p1", id), NUMBERS_OF(1)), STORE_OK);
    }
    ck_assert_int_eq(ask(&it, STORE_PARTNER_ADD, TEXTS("p1", id), NUMBERS_OF(0)), STORE_OK);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(
            ask(&it, STORE_BOT_GAME_ADD, TEXTS("p1", "whitehall", "jack", "hard"), NUMBERS_OF(i)), STORE_OK);
    }
    const struct store_request *found = ask_rows(&it, STORE_STATS_OF_PLAYER, TEXTS("p1", ""), NO_NUMBERS);
    ck_assert_uint_eq(found->rows, 1 + STATS_PARTNERS);
    ck_assert_str_eq(found->row[0].text[0], "bot");
    ck_assert_int_eq(found->row[0].number[1], 2);
    ck_assert_int_eq(found->row[0].number[2], 1);
    ck_assert_str_eq(found->row[1].text[4], id); /* the one with the most games */
    ck_assert_int_eq(found->row[1].number[1], 2);
    ck_assert_int_eq(found->row[1].number[2], 1);
    ck_assert_str_eq(found->row[2].text[4], "qa");
    harness_end(&it);
}
END_TEST

START_TEST(the_servers_games_are_added_up_by_their_options)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    ck_assert_int_eq(ask(&it, STORE_STATS_OF_SERVER, NO_TEXTS, NO_NUMBERS), STORE_NOTHING);
    for (int64_t i = 0; i < 3; i++) {
        ck_assert_int_eq(
            ask(&it, STORE_SERVER_GAME_ADD, TEXTS("whitehall", "bots"), NUMBERS_OF(i / 2, 1, i, 2)),
            STORE_OK);
    }
    const struct store_request *found = ask_rows(&it, STORE_STATS_OF_SERVER, NO_TEXTS, NO_NUMBERS);
    ck_assert_uint_eq(found->rows, 2);
    ck_assert_str_eq(found->row[0].text[0], "whitehall");
    ck_assert_str_eq(found->row[0].text[1], "bots");
    static const int64_t expected[] = {0, 2, 2, 1, 4};
    ck_assert_mem_eq(found->row[0].number, expected, sizeof expected);
    ck_assert_int_eq(found->row[1].number[0], 1);
    harness_end(&it);
}
END_TEST

/* Whoever is removed while games are being added gets no new rows. */
START_TEST(a_removed_players_numbers_are_removed)
{
    struct harness it;
    harness_begin(&it, engines[_i]);
    add_players(&it);
    for (int i = 0; i < 2; i++) {
        const char *player = i == 0 ? "p1" : "p2";
        ck_assert_int_eq(put_standing(&it, player, i == 0, 1), STORE_OK);
        ck_assert_int_eq(put_standing(&it, player, i != 0, 1), STORE_OK);
        ck_assert_int_eq(ask(&it, STORE_PROFILE_PUT, TEXTS(player, player), NO_NUMBERS), STORE_OK);
        ck_assert_int_eq(ask(&it, STORE_PARTNER_ADD, TEXTS(player, i == 0 ? "p2" : "p1"), NUMBERS_OF(1)),
                         STORE_OK);
        ck_assert_int_eq(
            ask(&it, STORE_BOT_GAME_ADD, TEXTS(player, "whitehall", "jack", "hard"), NUMBERS_OF(1)),
            STORE_OK);
    }
    ck_assert_int_eq(ask(&it, STORE_PLAYER_REMOVE, TEXTS("p1"), NO_NUMBERS), STORE_OK);
    for (int i = 0; i < 2; i++) { /* the second time after writes that came too late */
        ck_assert_str_eq(stats_of(&it, "p1", "p1"), "");
        ck_assert_str_eq(
            stats_of(&it, "p2", ""),
            "bot::whitehall:jack:hard:0:1 player:p2::::0:0 standing::whitehall:jack:people:0:1 ");
        ck_assert_int_eq(put_standing(&it, "p1", false, 1), STORE_OK);
        ck_assert_int_eq(ask(&it, STORE_PROFILE_PUT, TEXTS("p1", "Ann"), NO_NUMBERS), STORE_OK);
        ck_assert_int_eq(ask(&it, STORE_PARTNER_ADD, TEXTS("p2", "p1"), NUMBERS_OF(1)), STORE_OK);
        ck_assert_int_eq(
            ask(&it, STORE_BOT_GAME_ADD, TEXTS("p1", "whitehall", "jack", "hard"), NUMBERS_OF(1)), STORE_OK);
    }
    harness_end(&it);
}
END_TEST

/* Returns the games that p2 finds with filters. */
static const char *found_by(struct harness *it, const char *player, const char *winner, const char *side,
                            int64_t option)
{
    static char list[100];
    const struct store_request *found =
        ask_rows(it, STORE_ARCHIVE, TEXTS("p2", "", "", player, winner, side), NUMBERS_OF(9, option));
    list[0] = '\0';
    for (size_t i = 0; i < found->rows; i++) {
        (void)snprintf(list + strlen(list), sizeof list - strlen(list), "%s ", found->row[i].text[0]);
    }
    return list;
}

START_TEST(the_archive_is_filtered_by_winner_side_and_option)
{
    static const char swapped[] =
        "[{\"player\":\"p1\",\"pawns\":[\"red\"]},{\"player\":\"p2\",\"pawns\":[\"jack\"]}]";
    static const char first[] =
        "[{\"player\":\"p1\",\"pawns\":[\"jack\"]},{\"player\":\"p2\",\"pawns\":[\"red\"]}]";
    struct harness it;
    harness_begin(&it, engines[_i]);
    add_players(&it);
    for (int64_t i = 0; i < 4; i++) {
        const char table[] = {'t', (char)('0' + i), '\0'};
        ck_assert_int_eq(
            ask(&it, STORE_TABLE_PUT, TEXTS(table, "whitehall", "finished", "{}"), NUMBERS_OF(i == 3, i)),
            STORE_OK);
        ck_assert_int_eq(ask(&it, STORE_FINISH,
                             TEXTS(table, "whitehall", i == 1 ? "jack" : "police", "arrest",
                                   i == 2 ? swapped : first, "{}"),
                             NUMBERS_OF(9, i, i == 3, 9, 0)),
                         STORE_OK);
        ck_assert_int_eq(ask(&it, STORE_TALLY, TEXTS(table), NUMBERS_OF(i, i)), STORE_OK);
    }
    ck_assert_str_eq(found_by(&it, "", "", "", 0), "t3 t2 t1 t0 ");
    ck_assert_str_eq(found_by(&it, "", "jack", "", 0), "t1 ");
    ck_assert_str_eq(found_by(&it, "", "police", "", 0), "t3 t2 t0 ");
    ck_assert_str_eq(found_by(&it, "", "", "", 1), "t3 t1 ");
    ck_assert_str_eq(found_by(&it, "", "police", "", 2), "t3 t2 ");
    ck_assert_str_eq(found_by(&it, "p1", "", "jack", 0), "t3 t1 t0 ");
    ck_assert_str_eq(found_by(&it, "p1", "", "police", 0), "t2 ");
    ck_assert_str_eq(found_by(&it, "p2", "police", "jack", 0), "t2 ");
    ck_assert_str_eq(found_by(&it, "p2", "jack", "jack", 2), "");
    harness_end(&it);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("store stats");
    TCase *tcase = tcase_create("store stats");
    tcase_set_timeout(tcase, 60);
    tcase_add_loop_test(tcase, games_are_tallied_once_and_in_order, 0, ENGINES);
    tcase_add_loop_test(tcase, an_addition_that_comes_too_late_changes_nothing, 0, ENGINES);
    tcase_add_loop_test(tcase, few_games_an_hour_count, 0, ENGINES);
    tcase_add_loop_test(tcase, a_players_private_numbers_are_for_that_player, 0, ENGINES);
    tcase_add_loop_test(tcase, partners_and_bots_are_added_up, 0, ENGINES);
    tcase_add_loop_test(tcase, the_servers_games_are_added_up_by_their_options, 0, ENGINES);
    tcase_add_loop_test(tcase, the_archive_is_filtered_by_winner_side_and_option, 0, ENGINES);
    tcase_add_loop_test(tcase, a_removed_players_numbers_are_removed, 0, ENGINES);
    suite_add_tcase(suite, tcase);
    postgres_harness_start();
    int status = run_suite(suite);
    postgres_harness_stop();
    return status;
}
