/* test_tables_elsewhere.c: the tables of other nodes are listed once, the newest first. */
#include "server/table/changes/tables_elsewhere.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/tables_harness.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct table_elsewhere *put(const char *id, uint64_t listing, int64_t node, const char *json)
{
    char table[200], turn[] = "[]";
    struct table_elsewhere row = {.listing = listing, .node = node, .table = table, .turn = turn};
    (void)snprintf(row.id, sizeof row.id, "%s", id);
    (void)snprintf(table, sizeof table, "%s", json);
    return table_elsewhere_put(&tables, &row, true);
}

/* Returns the ids in their order. */
static const char *order(void)
{
    static char text[200];
    const struct table_elsewhere *row;
    text[0] = '\0';
    TAILQ_FOREACH (row, &tables.elsewhere, entry) {
        size_t length = strlen(text);
        (void)snprintf(text + length, sizeof text - length, "%s", row->id);
    }
    return text;
}

START_TEST(the_newest_is_first_however_they_arrive)
{
    static const char *const ways[] = {"abcdef", "fedcba", "cafebd", "badcfe"};
    for (const char *at = ways[_i]; *at != '\0'; at++) {
        ck_assert_ptr_nonnull(put((char[]){*at, '\0'}, (uint64_t)(*at - 'a') + 1, 1, "{}"));
    }
    ck_assert_str_eq(order(), "fedcba");
    table_elsewhere_remove(&tables, table_elsewhere_find(&tables, "c"), true);
    ck_assert_str_eq(order(), "fedba");
    ck_assert_ptr_nonnull(put("c", 10, 1, "{}"));
    ck_assert_str_eq(order(), "cfedba");
}
END_TEST

START_TEST(tables_of_the_same_moment_are_ordered_by_id)
{
    for (const char *at = "bdac"; *at != '\0'; at++) {
        ck_assert_ptr_nonnull(put((char[]){*at, '\0'}, 7, 1, "{}"));
    }
    ck_assert_str_eq(order(), "dcba");
}
END_TEST

START_TEST(a_table_is_listed_once_by_whoever_listed_it_last)
{
    ck_assert_ptr_nonnull(put("a", 1, 1, "{\"id\":1}"));
    ck_assert_ptr_nonnull(put("a", 1, 2, "{\"id\":2}"));
    ck_assert_str_eq(order(), "a");
    ck_assert_int_eq(table_elsewhere_find(&tables, "a")->node, 2);
    ck_assert_str_eq(table_elsewhere_find(&tables, "a")->table, "{\"id\":2}");
    table_elsewhere_set_turn(table_elsewhere_find(&tables, "a"), "[\"jack\"]");
    ck_assert_str_eq(table_elsewhere_find(&tables, "a")->turn, "[\"jack\"]");
    ck_assert_ptr_null(table_elsewhere_find(&tables, "b"));
}
END_TEST

START_TEST(a_table_in_memory_is_not_elsewhere)
{
    static const struct lobby lobby = {.state = TABLE_OPEN, .created = 5};
    ck_assert_ptr_nonnull(put("a", 1, 1, "{}"));
    ck_assert_ptr_nonnull(table_new(&tables, "a", &lobby));
    ck_assert_ptr_null(put("a", 1, 1, "{}"));
    ck_assert_str_eq(order(), "");
}
END_TEST

START_TEST(players_are_found_in_seats_only)
{
    ck_assert_ptr_nonnull(
        put("a", 1, 1, "{\"seats\":[{\"player\":\"ann\"}],\"spectators\":{\"players\":[\"bob\"]}}"));
    ck_assert(player_is_listed_elsewhere(&tables, "ann"));
    ck_assert(!player_is_listed_elsewhere(&tables, "bob"));
    ck_assert(!player_is_listed_elsewhere(&tables, "an"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tables elsewhere");
    TCase *tcase = tcase_create("tables elsewhere");
    tcase_add_checked_fixture(tcase, set_up_tables, tear_down_tables);
    tcase_add_loop_test(tcase, the_newest_is_first_however_they_arrive, 0, 4);
    tcase_add_test(tcase, tables_of_the_same_moment_are_ordered_by_id);
    tcase_add_test(tcase, a_table_is_listed_once_by_whoever_listed_it_last);
    tcase_add_test(tcase, a_table_in_memory_is_not_elsewhere);
    tcase_add_test(tcase, players_are_found_in_seats_only);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
