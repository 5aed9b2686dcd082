/* test_presence.c: a player is connected as long as one node says so, and what a node does not repeat is dropped. */
#include "server/cluster/presence.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/tables_harness.h"

#include <check.h>

enum { HERE = 1, THERE = 2 };

static struct presence presence;
static struct present_list here, there;

static unsigned count_elsewhere(void *context, const char *id)
{
    return presence_count(context, id);
}

static void set_up(void)
{
    set_up_tables();
    presence_init(&presence, &tables);
    tables.players.hooks.elsewhere = count_elsewhere;
    tables.players.hooks.context = &presence;
    LIST_INIT(&here);
    LIST_INIT(&there);
}

static void tear_down(void)
{
    presence_free(&presence);
    tear_down_tables();
}

static void set(int node, unsigned generation, const char *id, bool connected)
{
    presence_set(&presence, node == HERE ? &here : &there, node, generation, id, connected);
}

START_TEST(a_player_is_counted_once_per_node)
{
    set(HERE, 1, "ann", true);
    set(HERE, 1, "ann", true);
    set(THERE, 1, "ann", true);
    set(THERE, 1, "bob", true);
    ck_assert_uint_eq(presence_count(&presence, "ann"), 2);
    ck_assert_uint_eq(presence_count(&presence, "bob"), 1);
    set(HERE, 1, "ann", false);
    set(HERE, 1, "ann", false);
    set(HERE, 1, "bob", false); /* was never there */
    ck_assert_uint_eq(presence_count(&presence, "ann"), 1);
    ck_assert_uint_eq(presence_count(&presence, "bob"), 1);
}
END_TEST

START_TEST(a_player_in_memory_is_connected_if_a_node_says_so)
{
    struct player *ann = player_get(&tables, "ann", "Ann");
    ck_assert(!player_is_connected(ann));
    set(HERE, 1, "ann", true);
    set(THERE, 1, "ann", true);
    ck_assert(player_is_connected(ann));
    set(HERE, 1, "ann", false);
    ck_assert(player_is_connected(ann));
    set(THERE, 1, "ann", false);
    ck_assert(!player_is_connected(ann));
}
END_TEST

START_TEST(a_player_who_comes_into_memory_later_is_connected_too)
{
    set(THERE, 1, "ann", true);
    struct player *ann = player_get(&tables, "ann", "Ann");
    ck_assert(player_is_connected(ann));
    ck_assert(ann->shown_connected);
    ck_assert(!player_is_connected(player_get(&tables, "bob", "Bob")));
}
END_TEST

START_TEST(players_who_are_not_named_again_are_swept)
{
    set(HERE, 1, "ann", true);
    set(HERE, 1, "bob", true);
    set(THERE, 1, "bob", true);
    set(HERE, 2, "ann", true);
    ck_assert_uint_eq(presence_count(&presence, "bob"), 2); /* until the sweep */
    presence_sweep(&presence, &here, 2);
    ck_assert_uint_eq(presence_count(&presence, "ann"), 1);
    ck_assert_uint_eq(presence_count(&presence, "bob"), 1);
    presence_sweep(&presence, &there, 2);
    ck_assert_uint_eq(presence_count(&presence, "bob"), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("presence");
    TCase *tcase = tcase_create("presence");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_player_is_counted_once_per_node);
    tcase_add_test(tcase, a_player_in_memory_is_connected_if_a_node_says_so);
    tcase_add_test(tcase, a_player_who_comes_into_memory_later_is_connected_too);
    tcase_add_test(tcase, players_who_are_not_named_again_are_swept);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
