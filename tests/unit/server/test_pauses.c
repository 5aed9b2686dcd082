/*
 * test_pauses.c: what passes of a clock between nights and absences, and how long one player can delay a game.
 */
#include <check.h>
#include <string.h>

#include "server/table/pauses.h"
#include "tests/support/c/run_suite.h"

#define HOUR ((int64_t)60 * 60 * 1000)
#define NOON ((int64_t)1774692000 * 1000) /* in UTC, and 10:00 of 28 March 2026: see the tests */

static struct time_zones zones;
static struct night night;

static struct pauses between(const char *from, const char *to, const char *zone)
{
    memset(&night, 0, sizeof night);
    ck_assert(night_read_time(from, &night.from) && night_read_time(to, &night.to));
    return (struct pauses){.night = &night, .zone = time_zones_get(&zones, zone)};
}

static void done(void)
{
    time_zones_free(&zones);
}

START_TEST(times_of_day_are_read_and_written)
{
    static const char *const wrong[] = {"",      "7:00",   "24:00", "12:60", "12:5",
                                        "12.50", "12:500", "-1:00", "aa:bb"};
    uint16_t minute;
    char text[NIGHT_TIME_BYTES];
    ck_assert(night_read_time("00:00", &minute) && minute == 0);
    ck_assert(night_read_time("23:59", &minute) && minute == 1439);
    night_write_time(minute, text);
    ck_assert_str_eq(text, "23:59");
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        ck_assert_msg(!night_read_time(wrong[i], &minute), "%s", wrong[i]);
    }
}
END_TEST

START_TEST(without_pauses_all_time_passes)
{
    const struct pauses none = {0};
    int64_t next;
    ck_assert_int_eq(pauses_passed(&none, NOON, NOON + 50 * HOUR), 50 * HOUR);
    ck_assert_int_eq(pauses_passed(&none, NOON, NOON - HOUR), 0);
    ck_assert_int_eq(pauses_end(&none, NOON, 24 * HOUR), NOON + 24 * HOUR);
    ck_assert_int_eq(pauses_resume(&none, NOON, &next), 0);
    ck_assert_int_eq(next, 0);
}
END_TEST

/* 10:00 UTC on 28 March. */
START_TEST(no_time_passes_at_night)
{
    struct pauses pauses = between("22:00", "06:00", "UTC");
    int64_t next;
    ck_assert_int_eq(pauses_passed(&pauses, NOON, NOON + 12 * HOUR), 12 * HOUR);
    ck_assert_int_eq(pauses_passed(&pauses, NOON, NOON + 15 * HOUR), 12 * HOUR);
    ck_assert_int_eq(pauses_passed(&pauses, NOON, NOON + 24 * HOUR), 16 * HOUR);
    ck_assert_int_eq(pauses_passed(&pauses, NOON + 13 * HOUR, NOON + 19 * HOUR), 0);
    ck_assert_int_eq(pauses_end(&pauses, NOON, 12 * HOUR), NOON + 12 * HOUR);
    ck_assert_int_eq(pauses_end(&pauses, NOON, 24 * HOUR), NOON + 32 * HOUR);
    ck_assert_int_eq(pauses_end(&pauses, NOON, 168 * HOUR), NOON + 248 * HOUR);
    ck_assert_int_eq(pauses_resume(&pauses, NOON, &next), 0);
    ck_assert_int_eq(next, NOON + 12 * HOUR);
    ck_assert_int_eq(pauses_resume(&pauses, NOON + 12 * HOUR, &next), NOON + 20 * HOUR);
    ck_assert_int_eq(next, NOON + 20 * HOUR);
    ck_assert_int_eq(pauses_resume(&pauses, NOON + 20 * HOUR, &next), 0);
}
END_TEST

START_TEST(a_pause_may_be_within_one_day)
{
    struct pauses pauses = between("12:00", "14:00", "UTC");
    ck_assert_int_eq(pauses_passed(&pauses, NOON, NOON + 24 * HOUR), 22 * HOUR);
    ck_assert_int_eq(pauses_end(&pauses, NOON, 3 * HOUR), NOON + 5 * HOUR);
}
END_TEST

/* In the night to 29 March, Rome's clocks skip an hour: it is an hour shorter. */
START_TEST(nights_follow_daylight_saving_time)
{
    struct pauses pauses = between("22:00", "06:00", "Europe/Rome");
    ck_assert_int_eq(pauses_passed(&pauses, NOON, NOON + 24 * HOUR), 17 * HOUR);
    ck_assert_int_eq(pauses_passed(&pauses, NOON + 24 * HOUR, NOON + 48 * HOUR), 16 * HOUR);
    pauses = between("02:15", "02:45", "Europe/Rome"); /* is skipped, or rather an hour later */
    ck_assert_int_eq(pauses_passed(&pauses, NOON, NOON + 24 * HOUR), 24 * HOUR - HOUR / 2);
    pauses = between("02:30", "03:15", "Europe/Rome"); /* would end before it begins */
    ck_assert_int_eq(pauses_passed(&pauses, NOON, NOON + 24 * HOUR), 24 * HOUR);
}
END_TEST

START_TEST(no_time_passes_while_the_player_is_away)
{
    struct pauses pauses = between("22:00", "06:00", "UTC");
    int64_t next;
    pauses.held_until = NOON + 8 * HOUR;
    ck_assert_int_eq(pauses_passed(&pauses, NOON, NOON + 10 * HOUR), 2 * HOUR);
    ck_assert_int_eq(pauses_end(&pauses, NOON, 5 * HOUR), NOON + 21 * HOUR);
    ck_assert_int_eq(pauses_resume(&pauses, NOON, &next), NOON + 8 * HOUR);
    pauses.held_until = NOON + 13 * HOUR; /* and then it is night */
    ck_assert_int_eq(pauses_resume(&pauses, NOON, &next), NOON + 20 * HOUR);
    ck_assert_int_eq(next, NOON + 20 * HOUR);
}
END_TEST

/* ---- how long one player can delay a game ---- */

START_TEST(the_clock_stands_still_for_as_long_as_the_table_allows)
{
    struct lobby lobby = {.days_off = 2};
    struct member ann = {0};
    member_set_away(&lobby, &ann, 1000, 1000 + 5 * DAY_SECONDS);
    ck_assert_int_eq(member_held_until(&lobby, &ann), 1000 + 2 * DAY_SECONDS);
    ck_assert(member_is_held(&lobby, &ann, 1000 + 2 * DAY_SECONDS - 1));
    ck_assert(!member_is_held(&lobby, &ann, 1000 + 2 * DAY_SECONDS));
    member_set_away(&lobby, &ann, 1000 + 3 * DAY_SECONDS, 1000 + 9 * DAY_SECONDS);
    ck_assert_int_eq(member_held_until(&lobby, &ann), 0);
    ck_assert_int_eq(member_time_off(&lobby, &ann, 1000 + 3 * DAY_SECONDS), 0);
    ck_assert_int_eq(ann.away_until, 1000 + 9 * DAY_SECONDS);
}
END_TEST

START_TEST(a_player_who_returns_early_keeps_the_rest)
{
    struct lobby lobby = {.days_off = 2};
    struct member ann = {0};
    member_set_away(&lobby, &ann, 1000, 1000 + DAY_SECONDS);
    ck_assert_int_eq(member_time_off(&lobby, &ann, 1000 + 100), 2 * DAY_SECONDS - 100);
    member_set_away(&lobby, &ann, 1000 + 100, 0);
    ck_assert_int_eq(ann.away_until, 0);
    ck_assert_int_eq(member_time_off(&lobby, &ann, 5000), 2 * DAY_SECONDS - 101);
    ck_assert_int_eq(member_held_until(&lobby, &ann), 0);
}
END_TEST

/* Whatever somebody announces, and however often, the clock stands still no longer than allowed. */
START_TEST(nobody_can_delay_a_game_for_ever)
{
    struct lobby lobby = {.days_off = 1};
    struct member jack = {0};
    int64_t held = 0;
    for (int64_t now = 1000; now < 1000 + 4 * DAY_SECONDS; now++) {
        if (now % 3 != 0) { /* is away and back within the same second, or again before the last one ended */
            member_set_away(&lobby, &jack, now, now + 1 + now % 2000);
        } else {
            member_set_away(&lobby, &jack, now, 0);
        }
        held += member_is_held(&lobby, &jack, now);
    }
    ck_assert_int_gt(held, 0);
    ck_assert_int_le(held, DAY_SECONDS);
}
END_TEST

START_TEST(without_days_off_an_announcement_does_not_stop_the_clock)
{
    struct lobby lobby = {0};
    struct member ann = {0};
    member_set_away(&lobby, &ann, 1000, 5000);
    ck_assert_int_eq(ann.away_until, 5000);
    ck_assert_int_eq(member_held_until(&lobby, &ann), 0);
    ck_assert_int_eq(ann.off_used, 0);
}
END_TEST

START_TEST(a_clock_with_nights_takes_longer)
{
    struct lobby lobby = {.clock = DAY_SECONDS, .night = {.from = 22 * 60, .to = 6 * 60}};
    ck_assert_uint_eq(lobby_clock_span(&lobby), DAY_SECONDS * 3 / 2);
    lobby.night.to = lobby.night.from;
    ck_assert_uint_eq(lobby_clock_span(&lobby), DAY_SECONDS);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pauses");
    TCase *nights = tcase_create("nights");
    tcase_add_checked_fixture(nights, NULL, done);
    tcase_add_test(nights, times_of_day_are_read_and_written);
    tcase_add_test(nights, without_pauses_all_time_passes);
    tcase_add_test(nights, no_time_passes_at_night);
    tcase_add_test(nights, a_pause_may_be_within_one_day);
    tcase_add_test(nights, nights_follow_daylight_saving_time);
    tcase_add_test(nights, no_time_passes_while_the_player_is_away);
    suite_add_tcase(suite, nights);
    TCase *away = tcase_create("away");
    tcase_add_test(away, the_clock_stands_still_for_as_long_as_the_table_allows);
    tcase_add_test(away, a_player_who_returns_early_keeps_the_rest);
    tcase_add_test(away, nobody_can_delay_a_game_for_ever);
    tcase_add_test(away, without_days_off_an_announcement_does_not_stop_the_clock);
    tcase_add_test(away, a_clock_with_nights_takes_longer);
    suite_add_tcase(suite, away);
    return run_suite(suite);
}
