/*
 * test_time_zone.c: offsets of time zones, compared with Python's zoneinfo, and files that are not valid.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "server/base/time_zone.h"
#include "tests/support/c/run_suite.h"

/* Printed by Python: name, time, utcoffset(). After 2037 only the rule at the end of a file tells. */
static const struct {
    const char *name;
    int64_t at;
    int32_t offset;
} expected[] = {
    {"Europe/Rome", 1768478400, 3600},
    {"Europe/Rome", 1784116800, 7200},
    {"Europe/Rome", 1774746000, 7200},
    {"Europe/Rome", 1792890000, 3600},
    {"Europe/Rome", 2368094400, 3600},
    {"Europe/Rome", 2383732800, 7200},
    {"Europe/Rome", 2848813200, 7200},
    {"America/New_York", 1768478400, -18000},
    {"America/New_York", 1784116800, -14400},
    {"America/New_York", 1774746000, -14400},
    {"America/New_York", 1792890000, -14400},
    {"America/New_York", 2368094400, -18000},
    {"America/New_York", 2383732800, -14400},
    {"America/New_York", 2848813200, -14400},
    {"Australia/Lord_Howe", 1768478400, 39600},
    {"Australia/Lord_Howe", 1784116800, 37800},
    {"Australia/Lord_Howe", 1774746000, 39600},
    {"Australia/Lord_Howe", 1792890000, 39600},
    {"Australia/Lord_Howe", 2368094400, 39600},
    {"Australia/Lord_Howe", 2383732800, 37800},
    {"Australia/Lord_Howe", 2848813200, 37800},
    {"America/Santiago", 1768478400, -10800},
    {"America/Santiago", 1784116800, -14400},
    {"America/Santiago", 1774746000, -10800},
    {"America/Santiago", 1792890000, -10800},
    {"America/Santiago", 2368094400, -10800},
    {"America/Santiago", 2383732800, -14400},
    {"America/Santiago", 2848813200, -14400},
    {"Asia/Kolkata", 1768478400, 19800},
    {"Asia/Kolkata", 1784116800, 19800},
    {"Asia/Kolkata", 1774746000, 19800},
    {"Asia/Kolkata", 1792890000, 19800},
    {"Asia/Kolkata", 2368094400, 19800},
    {"Asia/Kolkata", 2383732800, 19800},
    {"Asia/Kolkata", 2848813200, 19800},
    {"Europe/Dublin", 1768478400, 0},
    {"Europe/Dublin", 1784116800, 3600},
    {"Europe/Dublin", 1774746000, 3600},
    {"Europe/Dublin", 1792890000, 0},
    {"Europe/Dublin", 2368094400, 0},
    {"Europe/Dublin", 2383732800, 3600},
    {"Europe/Dublin", 2848813200, 3600},
    {"Pacific/Chatham", 1768478400, 49500},
    {"Pacific/Chatham", 1784116800, 45900},
    {"Pacific/Chatham", 1774746000, 49500},
    {"Pacific/Chatham", 1792890000, 49500},
    {"Pacific/Chatham", 2368094400, 49500},
    {"Pacific/Chatham", 2383732800, 45900},
    {"Pacific/Chatham", 2848813200, 45900},
    {"Africa/Casablanca", 1768478400, 3600},
    {"Africa/Casablanca", 1784116800, 3600},
    {"Africa/Casablanca", 1774746000, 3600},
    {"Africa/Casablanca", 1792890000, 3600},
    {"Africa/Casablanca", 2368094400, 3600},
    {"Africa/Casablanca", 2383732800, 0},
    {"Africa/Casablanca", 2848813200, 3600},
    {"America/Nuuk", 1768478400, -7200},
    {"America/Nuuk", 1784116800, -3600},
    {"America/Nuuk", 1774746000, -3600},
    {"America/Nuuk", 1792890000, -7200},
    {"America/Nuuk", 2368094400, -7200},
    {"America/Nuuk", 2383732800, -3600},
    {"America/Nuuk", 2848813200, -3600},
    {"Asia/Gaza", 1768478400, 7200},
    {"Asia/Gaza", 1784116800, 10800},
    {"Asia/Gaza", 1774746000, 10800},
    {"Asia/Gaza", 1792890000, 7200},
    {"Asia/Gaza", 2368094400, 7200},
    {"Asia/Gaza", 2383732800, 7200},
    {"Asia/Gaza", 2848813200, 10800},
    {"Etc/GMT+5", 1768478400, -18000},
    {"Etc/GMT+5", 1784116800, -18000},
    {"Etc/GMT+5", 1774746000, -18000},
    {"Etc/GMT+5", 1792890000, -18000},
    {"Etc/GMT+5", 2368094400, -18000},
    {"Etc/GMT+5", 2383732800, -18000},
    {"Etc/GMT+5", 2848813200, -18000},
    {"America/Argentina/Buenos_Aires", 1768478400, -10800},
    {"America/Argentina/Buenos_Aires", 1784116800, -10800},
    {"America/Argentina/Buenos_Aires", 1774746000, -10800},
    {"America/Argentina/Buenos_Aires", 1792890000, -10800},
    {"America/Argentina/Buenos_Aires", 2368094400, -10800},
    {"America/Argentina/Buenos_Aires", 2383732800, -10800},
    {"America/Argentina/Buenos_Aires", 2848813200, -10800},
};

START_TEST(offsets_are_those_of_the_database)
{
    struct time_zones zones = {0};
    for (size_t i = 0; i < COUNT(expected); i++) {
        const struct time_zone *zone = time_zones_get(&zones, expected[i].name);
        ck_assert_msg(zone != NULL, "%s", expected[i].name);
        ck_assert_msg(time_zone_offset(zone, expected[i].at) == expected[i].offset, "%s at %lld: %d, not %d",
                      expected[i].name, (long long)expected[i].at, time_zone_offset(zone, expected[i].at),
                      expected[i].offset);
    }
    time_zones_free(&zones);
}
END_TEST

START_TEST(a_zone_is_read_once)
{
    struct time_zones zones = {0};
    const struct time_zone *rome = time_zones_get(&zones, "Europe/Rome");
    ck_assert_ptr_eq(time_zones_get(&zones, "Europe/Rome"), rome);
    ck_assert_ptr_ne(time_zones_get(&zones, "Europe/Paris"), rome);
    time_zones_free(&zones);
}
END_TEST

/* Rome: at 02:00 on 29 March 2026 the clocks go to 03:00, and at 03:00 on 25 October back to 02:00. */
START_TEST(skipped_and_repeated_times_have_a_meaning)
{
    static const struct {
        int64_t local, utc;
    } row[] = {
        {1774749600, 1774746000}, /* 29 March 02:00 does not exist: 03:00 summer time, 01:00 UTC */
        {1774751400, 1774747800}, /* 02:30: 03:30 summer time */
        {1774753200, 1774746000}, /* 03:00 */
        {1774747800, 1774744200}, /* 01:30 */
        {1792891800, 1792884600}, /* 25 October 01:30 */
        {1792895400, 1792888200}, /* 02:30: the first one */
        {1792899000, 1792895400}, /* 03:30 */
    };
    struct time_zones zones = {0};
    const struct time_zone *rome = time_zones_get(&zones, "Europe/Rome");
    for (size_t i = 0; i < COUNT(row); i++) {
        ck_assert_msg(time_zone_to_utc(rome, row[i].local) == row[i].utc, "row %zu: %lld", i,
                      (long long)time_zone_to_utc(rome, row[i].local));
    }
    time_zones_free(&zones);
}
END_TEST

START_TEST(only_names_of_zones_are_read)
{
    static const char *const wrong[] = {"",
                                        "/etc/passwd",
                                        "../passwd",
                                        "Europe/../../etc/passwd",
                                        "Europe//Rome",
                                        "Europe/",
                                        "Europe/Nowhere",
                                        "europe/rome",
                                        "Europe",
                                        "Europe/Rome ",
                                        "tzdata.zi",
                                        "Europe/.Rome",
                                        "Posix/Europe/Rome\n",
                                        "Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};
    struct time_zones zones = {0};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        ck_assert_msg(time_zones_get(&zones, wrong[i]) == NULL, "%s", wrong[i]);
    }
    ck_assert_ptr_nonnull(time_zones_get(&zones, "UTC"));
    ck_assert_int_eq(time_zone_offset(time_zones_get(&zones, "UTC"), 1800000000), 0);
    time_zones_free(&zones);
}
END_TEST

static size_t read_rome(unsigned char *data, size_t capacity)
{
    FILE *file = fopen("/usr/share/zoneinfo/Europe/Rome", "rb");
    ck_assert_ptr_nonnull(file);
    size_t length = fread(data, 1, capacity, file);
    (void)fclose(file);
    return length;
}

START_TEST(a_damaged_file_is_refused_or_read_within_its_bounds)
{
    unsigned char data[8192];
    struct time_zone zone = {0};
    size_t length = read_rome(data, sizeof data);
    ck_assert(time_zone_read(&zone, data, length));
    for (size_t cut = 0; cut < length;
         cut++) { /* a copy of its own, so that valgrind sees a read beyond it */
        unsigned char *part = malloc(cut + 1);
        memcpy(part, data, cut);
        ck_assert_msg(!time_zone_read(&zone, part, cut), "%zu bytes", cut);
        free(part);
    }
    for (size_t i = 0; i < length; i++) {
        unsigned char kept = data[i];
        data[i] = (unsigned char)~kept;
        if (time_zone_read(&zone, data, length)) {
            ck_assert_uint_le(zone.count, TIME_ZONE_CHANGES_MAX);
            (void)time_zone_offset(&zone, 1800000000);
            (void)time_zone_to_utc(&zone, INT64_C(4000000000));
        }
        data[i] = kept;
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("time_zone");
    TCase *tcase = tcase_create("time_zone");
    tcase_add_test(tcase, offsets_are_those_of_the_database);
    tcase_add_test(tcase, a_zone_is_read_once);
    tcase_add_test(tcase, skipped_and_repeated_times_have_a_meaning);
    tcase_add_test(tcase, only_names_of_zones_are_read);
    tcase_add_test(tcase, a_damaged_file_is_refused_or_read_within_its_bounds);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
