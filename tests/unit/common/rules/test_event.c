/*
 * test_event.c: who may know what of each event, written out by hand a second time.
 *
 * The list below corresponds to "Who knows what" in docs/rules.md. Every pair of kind and field is compared;
 * fields that are not listed must be visible to nobody.
 */
#include "common/rules/event.h"
#include "tests/support/c/run_suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"

enum {
    E = AUDIENCE_EVERYONE,
    JACK = AUDIENCE_JACK,
    HEAD = AUDIENCE_HEAD,
    TILES = AUDIENCE_TILES,
    FIELDS_MAX = 8,
};

static const struct {
    enum event_kind kind;
    const char *name;
    struct {
        const char *key;
        int audience;
    } field[FIELDS_MAX];
} expected[] = {
    {EVENT_HIDEOUT, "hideout", {{"by", E}, {"circle", JACK}}},
    {EVENT_NIGHT, "night", {{"round", E}}},
    {EVENT_WOMEN, "women", {{"by", E}, {"circles", E}, {"marked", JACK}}},
    {EVENT_HEAD, "head", {{"pawn", E}}},
    {EVENT_ADDRESS, "address", {{"by", E}, {"circle", E}, {"found", E}}},
    {EVENT_PATROLS, "patrols", {{"by", E}, {"crossings", E}, {"place", HEAD}}},
    {EVENT_LETTER, "letter", {{"by", E}, {"letter", E}, {"crossings", E}, {"pawn", E}}},
    {EVENT_SHIFT, "shift", {{"by", E}, {"moves", E}}},
    {EVENT_GOULSTON, "goulston", {{"by", E}, {"pawn", E}, {"crossing", E}}},
    {EVENT_VICTIMS, "victims", {{"circles", E}}},
    {EVENT_KILL, "kill", {{"by", E}, {"circles", E}, {"order", JACK}, {"cells", E}}},
    {EVENT_WAIT, "wait", {{"by", E}, {"time", E}}},
    {EVENT_WRETCHED, "wretched", {{"by", E}, {"from", E}, {"to", E}}},
    {EVENT_REVEAL, "reveal", {{"by", E}, {"crossing", E}, {"face", E}}},
    {EVENT_ALARM, "alarm", {{"police", E}}},
    {EVENT_MOVE, "move", {{"by", E}, {"to", JACK}, {"cells", E}}},
    {EVENT_SPECIAL, "special", {{"by", E}, {"tile", TILES}, {"via", JACK}, {"to", JACK}, {"cells", E}}},
    {EVENT_ESCAPE, "escape", {{"by", E}, {"round", E}}},
    {EVENT_WALK, "walk", {{"by", E}, {"to", E}, {"power", E}}},
    {EVENT_FALSE_CLUE, "false_clue", {{"by", E}, {"circle", E}}},
    {EVENT_GAIN, "gain", {{"by", E}}},
    {EVENT_SEARCH, "search", {{"by", E}, {"circle", E}, {"found", E}, {"power", E}}},
    {EVENT_ARREST, "arrest", {{"by", E}, {"circle", E}, {"circles", E}, {"found", E}, {"power", E}}},
    {EVENT_RUSH, "rush", {{"by", E}, {"to", E}}},
    {EVENT_PASS, "pass", {{"by", E}}},
    {EVENT_DISCOVERIES, "discoveries", {{"by", E}, {"circles", JACK}}},
    {EVENT_START, "start", {{"by", E}, {"circle", E}}},
    {EVENT_DEPLOY, "deploy", {{"by", E}, {"crossing", E}}},
    {EVENT_SMOKER, "smoker", {{"by", E}, {"circles", E}}},
    {EVENT_DISCOVERY, "discovery", {{"by", E}, {"circle", E}}},
    {EVENT_RECLAIM, "reclaim", {{"by", E}, {"tile", TILES}}},
    {EVENT_RESIGN, "resign", {{"by", E}}},
    {EVENT_OVER, "over", {{"result", E}}},
    {EVENT_SHEET, "sheet", {{"marked", E}, {"place", E}, {"sheet", E}}},
};

enum { EXPECTED = COUNT(expected) };

static const char *const expected_keys[] = {
    [EVENT_BY_FIELD] = "by",
    [EVENT_ROUND_FIELD] = "round",
    [EVENT_PAWN_FIELD] = "pawn",
    [EVENT_CIRCLE_FIELD] = "circle",
    [EVENT_CIRCLES_FIELD] = "circles",
    [EVENT_MARKED_FIELD] = "marked",
    [EVENT_ORDER_FIELD] = "order",
    [EVENT_CROSSING_FIELD] = "crossing",
    [EVENT_CROSSINGS_FIELD] = "crossings",
    [EVENT_PLACE_FIELD] = "place",
    [EVENT_FACE_FIELD] = "face",
    [EVENT_POLICE_FIELD] = "police",
    [EVENT_LETTER_FIELD] = "letter",
    [EVENT_MOVES_FIELD] = "moves",
    [EVENT_FROM_FIELD] = "from",
    [EVENT_VIA_FIELD] = "via",
    [EVENT_TO_FIELD] = "to",
    [EVENT_TILE_FIELD] = "tile",
    [EVENT_CELLS_FIELD] = "cells",
    [EVENT_TIME_FIELD] = "time",
    [EVENT_POWER_FIELD] = "power",
    [EVENT_FOUND_FIELD] = "found",
    [EVENT_RESULT_FIELD] = "result",
    [EVENT_SHEET_FIELD] = "sheet",
};

static int expected_audience(unsigned row, const char *key)
{
    for (unsigned i = 0; i < FIELDS_MAX && expected[row].field[i].key != NULL; i++) {
        if (strcmp(expected[row].field[i].key, key) == 0) {
            return expected[row].field[i].audience;
        }
    }
    return AUDIENCE_NOBODY;
}

START_TEST(every_kind_of_event_is_expected_once)
{
    ck_assert_uint_eq(EXPECTED, EVENT_KIND_COUNT);
    ck_assert_uint_eq(EXPECTED, 34);
    for (unsigned row = 0; row < EXPECTED; row++) {
        ck_assert_uint_eq(expected[row].kind, row);
        ck_assert_str_eq(event_name(expected[row].kind), expected[row].name);
    }
}
END_TEST

START_TEST(every_field_has_its_key)
{
    ck_assert_uint_eq(COUNT(expected_keys), EVENT_FIELD_COUNT);
    for (unsigned field = 0; field < EVENT_FIELD_COUNT; field++) {
        ck_assert_ptr_nonnull(expected_keys[field]);
        ck_assert_str_eq(event_field_key((enum event_field)field), expected_keys[field]);
    }
}
END_TEST

START_TEST(every_field_of_every_kind_has_the_audience_of_the_rules)
{
    for (unsigned row = 0; row < EXPECTED; row++) {
        for (unsigned field = 0; field < EVENT_FIELD_COUNT; field++) {
            int audience = (int)event_audience(expected[row].kind, (enum event_field)field);
            int right = expected_audience(row, expected_keys[field]);
            ck_assert_msg(audience == right, "%s.%s is known to %d and not %d", expected[row].name,
                          expected_keys[field], audience, right);
        }
    }
}
END_TEST

START_TEST(the_expectations_name_only_fields_there_are)
{
    for (unsigned row = 0; row < EXPECTED; row++) {
        for (unsigned i = 0; i < FIELDS_MAX && expected[row].field[i].key != NULL; i++) {
            unsigned matches = 0;
            for (unsigned field = 0; field < EVENT_FIELD_COUNT; field++) {
                matches += strcmp(expected_keys[field], expected[row].field[i].key) == 0;
            }
            ck_assert_uint_eq(matches, 1);
        }
    }
}
END_TEST

START_TEST(fields_missing_from_the_table_are_visible_to_nobody)
{
    ck_assert_int_eq(event_audience(EVENT_KIND_COUNT, EVENT_BY_FIELD), AUDIENCE_NOBODY);
    ck_assert_int_eq(event_audience((enum event_kind)255, EVENT_BY_FIELD), AUDIENCE_NOBODY);
    ck_assert_int_eq(event_audience(EVENT_MOVE, EVENT_FIELD_COUNT), AUDIENCE_NOBODY);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event");
    TCase *table = tcase_create("table");
    tcase_add_test(table, every_kind_of_event_is_expected_once);
    tcase_add_test(table, every_field_has_its_key);
    tcase_add_test(table, every_field_of_every_kind_has_the_audience_of_the_rules);
    tcase_add_test(table, the_expectations_name_only_fields_there_are);
    tcase_add_test(table, fields_missing_from_the_table_are_visible_to_nobody);
    suite_add_tcase(suite, table);
    return run_suite(suite);
}
