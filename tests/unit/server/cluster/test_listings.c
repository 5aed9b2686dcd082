/* test_listings.c: what other nodes say about their public tables is listed until they, or nobody, say otherwise. */
#include "server/cluster/listings.h"
#include "server/cluster/message.h"
#include "server/table/changes/tables_elsewhere.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/tables_harness.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { HERE = 1, THERE = 2 };

/* Writes the message of a listing as listings.c does. */
static bool receive(int node, unsigned generation, const char *id, uint32_t kind, const char *table,
                    const char *turn)
{
    struct buffer body = {0};
    message_put_text(&body, id, strlen(id));
    message_put_number(&body, kind);
    message_put_long(&body, 7);
    message_put_number(&body, GAME_WHITEHALL);
    message_put_number(&body, TABLE_OPEN);
    message_put_text(&body, table, strlen(table));
    message_put_text(&body, turn, strlen(turn));
    bool good = listings_received(&tables, node, generation, body.text, body.length);
    for (size_t length = 0; length < body.length;
         length++) { /* a part of it is malformed, and changes nothing */
        ck_assert(!listings_received(&tables, node, generation, body.text, length));
    }
    buffer_free(&body);
    return good;
}

enum { GONE, TURN, QUIET, CHANGED };

START_TEST(a_listing_is_replaced_and_removed)
{
    ck_assert(receive(HERE, 1, "t1", CHANGED, "{\"id\":\"t1\"}", "[]"));
    const struct table_elsewhere *row = table_elsewhere_find(&tables, "t1");
    ck_assert_str_eq(row->table, "{\"id\":\"t1\"}");
    ck_assert_int_eq(row->game, GAME_WHITEHALL);
    ck_assert(receive(HERE, 1, "t1", TURN, "", "[\"jack\"]"));
    ck_assert_str_eq(row->turn, "[\"jack\"]");
    ck_assert(receive(THERE, 1, "t1", TURN, "", "[]")); /* not the node that has listed it */
    ck_assert_str_eq(row->turn, "[\"jack\"]");
    ck_assert(receive(HERE, 1, "t1", GONE, "", ""));
    ck_assert_ptr_null(table_elsewhere_find(&tables, "t1"));
    ck_assert(receive(HERE, 1, "t2", TURN, "", "[]"));
    ck_assert_ptr_null(table_elsewhere_find(&tables, "t2"));
    ck_assert(!receive(HERE, 1, "t2", CHANGED + 1, "{}", "[]"));
}
END_TEST

START_TEST(a_table_that_another_node_has_taken_over_stays_listed)
{
    ck_assert(receive(HERE, 1, "t1", CHANGED, "{}", "[]"));
    ck_assert(receive(HERE, 1, "t2", CHANGED, "{}", "[]"));
    ck_assert(receive(THERE, 1, "t1", QUIET, "{}", "[]"));
    ck_assert(receive(HERE, 1, "t1", GONE, "", ""));
    listings_sweep(&tables, HERE, 2);
    ck_assert_ptr_nonnull(table_elsewhere_find(&tables, "t1"));
    ck_assert_ptr_null(table_elsewhere_find(&tables, "t2"));
}
END_TEST

START_TEST(a_table_that_comes_into_memory_is_not_listed_as_anothers)
{
    static const struct lobby lobby = {.state = TABLE_OPEN, .created = 5};
    ck_assert(receive(HERE, 1, "t1", CHANGED, "{}", "[]"));
    listings_changed(NULL, table_new(&tables, "t1", &lobby), LISTING_PRESENCE);
    ck_assert_ptr_null(table_elsewhere_find(&tables, "t1"));
    ck_assert(receive(HERE, 1, "t1", QUIET, "{}", "[]")); /* it was on its way */
    ck_assert_ptr_null(table_elsewhere_find(&tables, "t1"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("listings");
    TCase *tcase = tcase_create("listings");
    tcase_add_checked_fixture(tcase, set_up_tables, tear_down_tables);
    tcase_add_test(tcase, a_listing_is_replaced_and_removed);
    tcase_add_test(tcase, a_table_that_another_node_has_taken_over_stays_listed);
    tcase_add_test(tcase, a_table_that_comes_into_memory_is_not_listed_as_anothers);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
