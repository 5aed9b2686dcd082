/*
 * test_rate_limit.c: token buckets, and the map of addresses.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/net/rate_limit.h"
#include "tests/support/c/run_suite.h"

static const uint64_t second = UINT64_C(1000000000);
static const uint64_t start = UINT64_C(5000000000);

static unsigned take_all(struct bucket *bucket, double rate, double burst, uint64_t now)
{
    unsigned taken = 0;
    while (taken < 1000000 && bucket_take(bucket, rate, burst, now)) {
        taken++;
    }
    return taken;
}

START_TEST(a_full_bucket_allows_its_burst_and_then_its_rate)
{
    struct bucket bucket;
    bucket_fill(&bucket, 10, start);
    ck_assert_uint_eq(take_all(&bucket, 2, 10, start), 10);
    ck_assert_uint_eq(take_all(&bucket, 2, 10, start + second / 4), 0);
    ck_assert_uint_eq(take_all(&bucket, 2, 10, start + second), 2);
    ck_assert_uint_eq(take_all(&bucket, 2, 10, start + 3 * second), 4);
    ck_assert_uint_eq(take_all(&bucket, 2, 10, start + 3600 * second), 10);
}
END_TEST

START_TEST(a_refused_request_costs_nothing)
{
    struct bucket bucket;
    bucket_fill(&bucket, 1, start);
    ck_assert(bucket_take(&bucket, 1, 1, start));
    for (uint64_t i = 1; i < 100; i++) {
        ck_assert(!bucket_take(&bucket, 1, 1, start + i * second / 128));
    }
    ck_assert(bucket_take(&bucket, 1, 1, start + second));
}
END_TEST

START_TEST(a_bucket_in_debt_gives_nothing_until_it_has_gained_as_much)
{
    struct bucket bucket;
    bucket_fill(&bucket, 10, start);
    ck_assert(bucket_has(&bucket, 10, 2, 10, start));
    bucket_charge(&bucket, 4, 2, 10, start);
    ck_assert(!bucket_has(&bucket, 7, 2, 10, start));
    ck_assert(bucket_has(&bucket, 6, 2, 10, start));
    ck_assert(!bucket_is_in_debt(&bucket, 2, start));
    bucket_charge(&bucket, 12, 2, 10, start);
    ck_assert(bucket_is_in_debt(&bucket, 2, start + second));
    ck_assert(!bucket_is_in_debt(&bucket, 2, start + 3 * second));
    ck_assert(!bucket_take(&bucket, 2, 10, start + 3 * second));
    ck_assert_uint_eq(take_all(&bucket, 2, 10, start + 4 * second), 2);
    ck_assert_uint_eq(take_all(&bucket, 2, 10, start + 3600 * second), 10);
}
END_TEST

START_TEST(what_costs_more_than_a_full_bucket_is_allowed_when_it_is_full)
{
    struct bucket bucket;
    bucket_fill(&bucket, 3, start);
    ck_assert(bucket_has(&bucket, 5, 1, 3, start));
    bucket_charge(&bucket, 5, 1, 3, start);
    ck_assert(!bucket_has(&bucket, 5, 1, 3, start + 4 * second));
    ck_assert(bucket_has(&bucket, 5, 1, 3, start + 5 * second));
}
END_TEST

START_TEST(a_network_is_charged_with_its_addresses)
{
    struct addresses *addresses = addresses_new();
    struct address *one = addresses_get(addresses, "2001:db8:1:1::1", start);
    const struct address *other = addresses_get(addresses, "2001:db8:1:2::1", start);
    address_charge(one, LIMIT_REQUESTS, 50, 1, 10, start);
    ck_assert(address_is_in_debt(one, LIMIT_REQUESTS, 1, start));
    ck_assert(address_is_in_debt(other, LIMIT_REQUESTS, 1, start));
    ck_assert(!address_is_in_debt(other, LIMIT_REQUESTS, 1, start + 3 * second));
    ck_assert(!address_has(other, LIMIT_REQUESTS, 5, 1, 10, start + 3 * second));
    ck_assert(address_has(other, LIMIT_REQUESTS, 5, 1, 10, start + 4 * second));
    addresses_free(addresses);
}
END_TEST

START_TEST(a_clock_that_runs_backwards_does_no_harm)
{
    struct bucket bucket;
    bucket_fill(&bucket, 2, start);
    ck_assert_uint_eq(take_all(&bucket, 1, 2, start - second), 2);
    ck_assert_uint_eq(take_all(&bucket, 1, 2, 0), 0);
    ck_assert_uint_eq(take_all(&bucket, 1, 2, start + second), 1);
}
END_TEST

START_TEST(a_bucket_computes_when_it_will_be_full)
{
    struct bucket bucket;
    bucket_fill(&bucket, 4, start);
    ck_assert_uint_eq(bucket.full, start);
    ck_assert(bucket_take(&bucket, 0.5, 4, start));
    ck_assert_uint_eq(bucket.full, start + 2 * second);
    ck_assert(bucket_take(&bucket, 0.5, 4, start + second));
    ck_assert_uint_eq(bucket.full, start + 4 * second);
}
END_TEST

START_TEST(an_address_keeps_its_entry_and_starts_full)
{
    struct addresses *addresses = addresses_new();
    struct address *ann = addresses_get(addresses, "192.0.2.1", start);
    ck_assert_ptr_nonnull(ann);
    ck_assert_uint_eq(ann->connections, 0);
    ck_assert_uint_eq(take_all(&ann->bucket[LIMIT_REQUESTS], 1, 7, start), 7);
    ck_assert_uint_eq(take_all(&ann->bucket[LIMIT_REPLAYS], 1, 3, start), 3);
    ck_assert_ptr_eq(addresses_get(addresses, "192.0.2.1", start), ann);
    const struct address *ben = addresses_get(addresses, "192.0.2.2", start);
    ck_assert_ptr_ne(ben, ann);
    ck_assert_uint_eq(addresses_count(addresses), 2);
    addresses_free(addresses);
}
END_TEST

START_TEST(an_ipv6_network_shares_an_entry_but_mapped_ipv4_does_not)
{
    struct addresses *addresses = addresses_new();
    const struct address *one = addresses_get(addresses, "2001:db8:0:1::1", start);
    ck_assert_ptr_eq(addresses_get(addresses, "2001:db8:0:1:ffff:ffff:ffff:ffff", start), one);
    ck_assert_ptr_ne(addresses_get(addresses, "2001:db8:0:2::1", start), one);
    const struct address *plain = addresses_get(addresses, "192.0.2.9", start);
    ck_assert_ptr_eq(addresses_get(addresses, "::ffff:192.0.2.9", start), plain);
    ck_assert_ptr_ne(addresses_get(addresses, "::ffff:192.0.2.8", start), plain);
    ck_assert_ptr_eq(addresses_get(addresses, "64:ff9b::192.0.2.9", start), plain);
    ck_assert_ptr_ne(addresses_get(addresses, "64:ff9b::192.0.2.8", start), plain);
    ck_assert_ptr_nonnull(addresses_get(addresses, "", start));
    ck_assert_ptr_nonnull(addresses_get(addresses,
                                        "not an address: much longer than any address could be, "
                                        "and longer than a key",
                                        start));
    addresses_free(addresses);
}
END_TEST

START_TEST(a_network_may_use_four_times_as_much_as_one_address)
{
    char text[64];
    struct addresses *addresses = addresses_new();
    unsigned taken = 0;
    unsigned connected = 0;
    for (unsigned i = 0; i < 20; i++) {
        (void)snprintf(text, sizeof text, "2001:db8:7:%x::1", i);
        struct address *each = addresses_get(addresses, text, start);
        for (unsigned limit = 0; limit < ADDRESS_LIMITS; limit++) {
            unsigned some = 0;
            while (address_take(each, (enum address_limit)limit, 1, 10, start)) {
                some++;
            }
            ck_assert_uint_le(some, 10);
            ck_assert(address_is_empty(each, (enum address_limit)limit, 1, start));
            taken += some;
        }
        while (address_has_room(each, 3)) {
            address_connect(each);
            connected++;
        }
        ck_assert_uint_le(each->connections, 3);
    }
    ck_assert_uint_eq(taken, 10 * NETWORK_FACTOR * ADDRESS_LIMITS);
    ck_assert_uint_eq(connected, 3 * NETWORK_FACTOR);
    /* A refused request took nothing from the address, and other networks are not affected. */
    struct address *last = addresses_get(addresses, "2001:db8:7:13::1", start);
    ck_assert(!bucket_is_empty(&last->bucket[LIMIT_REQUESTS], 1, start));
    ck_assert(address_take(addresses_get(addresses, "2001:db8:8::1", start), LIMIT_REQUESTS, 1, 10, start));
    /* An address that disconnects makes room for others of its network. */
    ck_assert(!address_has_room(last, 3));
    address_disconnect(addresses_get(addresses, "2001:db8:7:0::1", start));
    ck_assert(address_has_room(last, 3));
    addresses_free(addresses);
}
END_TEST

START_TEST(a_network_stays_as_long_as_its_addresses)
{
    struct addresses *addresses = addresses_new();
    struct address *one = addresses_get(addresses, "2001:db8:7:1::1", start);
    ck_assert_ptr_eq(addresses_get(addresses, "2001:db8:7:2::1", start)->network, one->network);
    ck_assert_uint_eq(addresses_count(addresses), 3);
    address_connect(one);
    addresses_sweep(addresses, start);
    ck_assert_uint_eq(addresses_count(addresses), 2);
    ck_assert_uint_eq(one->network->connections, 1);
    ck_assert_uint_eq(one->network->parts, 1);
    address_disconnect(one);
    addresses_sweep(addresses, start);
    addresses_sweep(addresses, start); /* the network, if the first sweep came to it before its address */
    ck_assert_uint_eq(addresses_count(addresses), 0);
    addresses_free(addresses);
}
END_TEST

START_TEST(a_network_is_named_by_its_prefix)
{
    static const char *const rows[][2] = {{"192.0.2.1", "192.0.2.1"},
                                          {"::ffff:192.0.2.1", "192.0.2.1"},
                                          {"2001:db8:7:1::1", "2001:db8:7::/48"},
                                          {"2001:db8:7:ffff:1:2:3:4", "2001:db8:7::/48"},
                                          {"::1", "::/48"},
                                          {"", ""}};
    char key[ADDRESS_KEY_BYTES];
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        address_network(rows[i][0], key);
        ck_assert_str_eq(key, rows[i][1]);
    }
}
END_TEST

START_TEST(tables_count_towards_an_address_and_its_network)
{
    struct addresses *addresses = addresses_new();
    struct address *ipv4 = addresses_get(addresses, "192.0.2.1", start);
    for (unsigned i = 0; i < 3; i++) {
        ck_assert(address_has_table_room(ipv4, 3));
        address_add_table(ipv4);
    }
    ck_assert(!address_has_table_room(ipv4, 3));
    ck_assert(address_has_table_room(addresses_get(addresses, "192.0.2.2", start), 3));
    address_remove_table(ipv4);
    ck_assert(address_has_table_room(ipv4, 3));

    unsigned created = 0;
    for (unsigned i = 0; i < 100; i++) {
        char text[40];
        snprintf(text, sizeof text, "2001:db8:0:%x::1", i);
        struct address *ipv6 = addresses_get(addresses, text, start);
        if (address_has_table_room(ipv6, 3)) {
            address_add_table(ipv6);
            created++;
        }
    }
    ck_assert_uint_eq(created, 3 * NETWORK_FACTOR);
    addresses_sweep(addresses, start + 3600 * second);
    ck_assert_ptr_eq(addresses_get(addresses, "192.0.2.1", start), ipv4);
    ck_assert_uint_eq(ipv4->tables, 2);
    addresses_free(addresses);
}
END_TEST

START_TEST(a_sweep_removes_only_unused_entries_with_full_buckets)
{
    struct addresses *addresses = addresses_new();
    struct address *connected = addresses_get(addresses, "192.0.2.1", start);
    connected->connections = 1;
    struct address *emptied = addresses_get(addresses, "192.0.2.2", start);
    ck_assert_uint_eq(take_all(&emptied->bucket[LIMIT_REQUESTS], 1, 10, start), 10);
    struct address *replayed = addresses_get(addresses, "192.0.2.3", start);
    ck_assert(bucket_take(&replayed->bucket[LIMIT_REPLAYS], 0.5, 10, start));
    (void)addresses_get(addresses, "192.0.2.4", start);
    struct address *upgraded = addresses_get(addresses, "192.0.2.5", start);
    ck_assert(bucket_take(&upgraded->bucket[LIMIT_UPGRADES], 0.5, 10, start));
    addresses_sweep(addresses, start + second);
    ck_assert_uint_eq(addresses_count(addresses), 4);
    ck_assert(!bucket_take(&addresses_get(addresses, "192.0.2.2", start)->bucket[LIMIT_REQUESTS], 0.001, 10,
                           start));
    addresses_sweep(addresses, start + 3 * second);
    ck_assert_uint_eq(addresses_count(addresses), 2);
    addresses_sweep(addresses, start + 100000 * second);
    ck_assert_uint_eq(addresses_count(addresses), 1);
    ck_assert_ptr_eq(addresses_get(addresses, "192.0.2.1", start), connected);
    connected->connections = 0;
    addresses_sweep(addresses, start + 100000 * second);
    ck_assert_uint_eq(addresses_count(addresses), 0);
    addresses_free(addresses);
}
END_TEST

START_TEST(entries_keep_their_place_through_growth_and_sweeps)
{
    enum { MANY = 5000 };
    static struct address *known[MANY];
    char text[32];
    struct addresses *addresses = addresses_new();
    for (unsigned i = 0; i < MANY; i++) {
        (void)snprintf(text, sizeof text, "10.0.%u.%u", i / 256, i % 256);
        known[i] = addresses_get(addresses, text, start);
        ck_assert_ptr_nonnull(known[i]);
        known[i]->connections = i % 3 == 0 ? 1 : 0;
    }
    ck_assert_uint_eq(addresses_count(addresses), MANY);
    addresses_sweep(addresses, start);
    ck_assert_uint_eq(addresses_count(addresses), (MANY + 2) / 3);
    for (unsigned i = 0; i < MANY; i += 3) {
        (void)snprintf(text, sizeof text, "10.0.%u.%u", i / 256, i % 256);
        ck_assert_ptr_eq(addresses_get(addresses, text, start), known[i]);
    }
    ck_assert_uint_eq(addresses_count(addresses), (MANY + 2) / 3);
    addresses_free(addresses);
    addresses_free(NULL);
}
END_TEST

START_TEST(a_bucket_is_empty_until_there_is_a_whole_token)
{
    struct bucket bucket;
    bucket_fill(&bucket, 2, start);
    ck_assert(!bucket_is_empty(&bucket, 0.5, start));
    ck_assert_uint_eq(take_all(&bucket, 0.5, 2, start), 2);
    ck_assert(bucket_is_empty(&bucket, 0.5, start));
    ck_assert(bucket_is_empty(&bucket, 0.5, start + second));
    ck_assert(!bucket_is_empty(&bucket, 0.5, start + 2 * second));
    ck_assert(bucket_is_empty(&bucket, 0.5, start)); /* the query changes nothing */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rate limit");
    TCase *buckets = tcase_create("buckets");
    tcase_add_test(buckets, a_full_bucket_allows_its_burst_and_then_its_rate);
    tcase_add_test(buckets, a_refused_request_costs_nothing);
    tcase_add_test(buckets, a_bucket_in_debt_gives_nothing_until_it_has_gained_as_much);
    tcase_add_test(buckets, what_costs_more_than_a_full_bucket_is_allowed_when_it_is_full);
    tcase_add_test(buckets, a_network_is_charged_with_its_addresses);
    tcase_add_test(buckets, a_clock_that_runs_backwards_does_no_harm);
    tcase_add_test(buckets, a_bucket_computes_when_it_will_be_full);
    tcase_add_test(buckets, a_bucket_is_empty_until_there_is_a_whole_token);
    suite_add_tcase(suite, buckets);
    TCase *map = tcase_create("addresses");
    tcase_add_test(map, an_address_keeps_its_entry_and_starts_full);
    tcase_add_test(map, an_ipv6_network_shares_an_entry_but_mapped_ipv4_does_not);
    tcase_add_test(map, a_network_may_use_four_times_as_much_as_one_address);
    tcase_add_test(map, a_network_stays_as_long_as_its_addresses);
    tcase_add_test(map, a_network_is_named_by_its_prefix);
    tcase_add_test(map, tables_count_towards_an_address_and_its_network);
    tcase_add_test(map, a_sweep_removes_only_unused_entries_with_full_buckets);
    tcase_add_test(map, entries_keep_their_place_through_growth_and_sweeps);
    suite_add_tcase(suite, map);
    return run_suite(suite);
}
