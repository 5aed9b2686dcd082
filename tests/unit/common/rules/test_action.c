/* test_action.c: the names used in the games, and the table of actions. */
#include <check.h>
#include <string.h>

#include "common/base/array.h"
#include "common/rules/action.h"
#include "tests/support/c/run_suite.h"

START_TEST(every_pawn_has_a_name_that_leads_back)
{
    static const char *const names[] = {"jack", "yellow", "red", "blue", "green", "brown"};
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        ck_assert_str_eq(pawn_name((enum pawn)pawn), names[pawn]);
        ck_assert_uint_eq(pawn_from_name(names[pawn]), pawn);
    }
    ck_assert_uint_eq(pawn_from_name("purple"), PAWN_NONE);
    ck_assert_uint_eq(pawn_from_name(""), PAWN_NONE);
    ck_assert_uint_eq(pawn_from_name("Jack"), PAWN_NONE);
    ck_assert_uint_eq(pawn_from_name("none"), PAWN_NONE);
    ck_assert_str_eq(face_name(PAWN_FALSE), "false");
    ck_assert_str_eq(face_name(PAWN_RED), "red");
}
END_TEST

START_TEST(letters_and_tiles_have_names_that_lead_back)
{
    static const char *const letters[] = {"", "dear_boss", "saucy_jacky", "from_hell", "goulston_street"};
    static const char *const tiles[] = {"", "coach", "alley", "boat"};
    for (unsigned letter = 1; letter < LETTER_COUNT; letter++) {
        ck_assert_str_eq(letter_name((enum letter)letter), letters[letter]);
        ck_assert_uint_eq(letter_from_name(letters[letter]), letter);
    }
    for (unsigned tile = 1; tile < TILE_COUNT; tile++) {
        ck_assert_str_eq(tile_name((enum tile)tile), tiles[tile]);
        ck_assert_uint_eq(tile_from_name(tiles[tile]), tile);
    }
    ck_assert_uint_eq(letter_from_name("none"), LETTER_NONE);
    ck_assert_uint_eq(letter_from_name("dear"), LETTER_NONE);
    ck_assert_uint_eq(tile_from_name("none"), TILE_NONE);
    ck_assert_uint_eq(tile_from_name("unknown"), TILE_NONE);
}
END_TEST

#define CIRCLE FIELD_BIT(FIELD_CIRCLE)
#define CROSSING FIELD_BIT(FIELD_CROSSING)
#define FROM FIELD_BIT(FIELD_FROM)
#define VIA FIELD_BIT(FIELD_VIA)
#define TO FIELD_BIT(FIELD_TO)
#define PAWN FIELD_BIT(FIELD_PAWN)
#define LETTER FIELD_BIT(FIELD_LETTER)
#define TILE FIELD_BIT(FIELD_TILE)
#define ESCAPE FIELD_BIT(FIELD_ESCAPE)
#define POWER FIELD_BIT(FIELD_POWER)
#define CIRCLES FIELD_BIT(FIELD_CIRCLES)
#define MARKED FIELD_BIT(FIELD_MARKED)
#define UNMARKED FIELD_BIT(FIELD_UNMARKED)
#define PLACE FIELD_BIT(FIELD_PLACE)
#define MOVES FIELD_BIT(FIELD_MOVES)
#define FROM_TWO FIELD_BIT(FIELD_FROM_TWO)

/* The table of actions, written down a second time. */
static const struct {
    enum action_kind kind;
    const char *name;
    uint32_t required, optional;
} table[] = {
    {ACTION_HIDEOUT, "hideout", CIRCLE, 0},
    {ACTION_WOMEN, "women", MARKED | UNMARKED, 0},
    {ACTION_ADDRESS, "address", CIRCLE, 0},
    {ACTION_PATROLS, "patrols", PLACE, 0},
    {ACTION_LETTER, "letter", LETTER, FROM | TO | FROM_TWO | PAWN},
    {ACTION_MOVE_PATROLS, "move_patrols", MOVES, 0},
    {ACTION_GOULSTON, "goulston", PAWN, 0},
    {ACTION_KILL, "kill", CIRCLES, 0},
    {ACTION_WAIT, "wait", 0, 0},
    {ACTION_WRETCHED, "wretched", FROM | TO, 0},
    {ACTION_REVEAL, "reveal", CROSSING, 0},
    {ACTION_MOVE, "move", TO, ESCAPE},
    {ACTION_COACH, "coach", VIA | TO, 0},
    {ACTION_ALLEY, "alley", TO, 0},
    {ACTION_WALK, "walk", TO, POWER},
    {ACTION_FALSE_CLUE, "false_clue", CIRCLE, 0},
    {ACTION_SEARCH, "search", CIRCLE, POWER},
    {ACTION_ARREST, "arrest", 0, CIRCLE | POWER},
    {ACTION_RUSH, "rush", TO, 0},
    {ACTION_PASS, "pass", 0, 0},
    {ACTION_DISCOVERIES, "discoveries", CIRCLES, 0},
    {ACTION_START, "start", CIRCLE, 0},
    {ACTION_DEPLOY, "deploy", CROSSING, 0},
    {ACTION_BOAT, "boat", TO, 0},
    {ACTION_SMOKER, "smoker", 0, 0},
    {ACTION_RECLAIM, "reclaim", TILE, 0},
    {ACTION_RESIGN, "resign", 0, 0},
};

START_TEST(every_action_has_the_fields_of_the_record_format)
{
    ck_assert_uint_eq(COUNT(table), ACTION_KIND_COUNT - 1);
    ck_assert_str_eq(action_name(table[_i].kind), table[_i].name);
    ck_assert_uint_eq(action_from_name(table[_i].name), table[_i].kind);
    ck_assert_uint_eq(action_fields_required(table[_i].kind), table[_i].required);
    ck_assert_uint_eq(action_fields_optional(table[_i].kind), table[_i].optional);
}
END_TEST

START_TEST(unknown_words_are_no_action)
{
    static const char *const words[] = {"", "none", "Move", "moves", "kill ", "undo"};
    ck_assert_uint_eq(action_from_name(words[_i]), ACTION_NONE);
}
END_TEST

START_TEST(only_actions_that_reveal_nothing_are_undoable)
{
    const uint32_t undoable = ACTION_BIT(ACTION_HIDEOUT) | ACTION_BIT(ACTION_DISCOVERIES) |
                              ACTION_BIT(ACTION_MOVE) | ACTION_BIT(ACTION_WALK) | ACTION_BIT(ACTION_WRETCHED);
    for (unsigned kind = 0; kind < ACTION_KIND_COUNT; kind++) {
        ck_assert_int_eq(action_kind_undoable((enum action_kind)kind), (undoable & ACTION_BIT(kind)) != 0);
    }
}
END_TEST

START_TEST(fields_given_follow_from_the_contents)
{
    struct action action = {.kind = ACTION_SEARCH, .by = PAWN_BLUE, .circle = 12, .power = 1};
    ck_assert_uint_eq(action_fields_given(&action), CIRCLE | POWER);
    action = (struct action){.kind = ACTION_MOVE, .to = 3, .escape = 1};
    ck_assert_uint_eq(action_fields_given(&action), TO | ESCAPE);
    action = (struct action){.kind = ACTION_COACH, .via = 3, .to = 4};
    ck_assert_uint_eq(action_fields_given(&action), VIA | TO);
    action = (struct action){.kind = ACTION_RECLAIM, .tile = TILE_BOAT};
    ck_assert_uint_eq(action_fields_given(&action), TILE);
    action = (struct action){.kind = ACTION_REVEAL, .crossing = 200};
    ck_assert_uint_eq(action_fields_given(&action), CROSSING);
    action = (struct action){.kind = ACTION_WAIT};
    ck_assert_uint_eq(action_fields_given(&action), 0);
}
END_TEST

START_TEST(a_list_is_the_list_its_kind_takes)
{
    struct action action = {.kind = ACTION_KILL, .count = 1, .list = {65}};
    ck_assert_uint_eq(action_fields_given(&action), CIRCLES);
    action.kind = ACTION_MOVE_PATROLS;
    ck_assert_uint_eq(action_fields_given(&action), MOVES);
    action.kind = ACTION_PATROLS;
    ck_assert_uint_eq(action_fields_given(&action), PLACE);
    action = (struct action){.kind = ACTION_LETTER, .letter = LETTER_SAUCY_JACKY, .count = 2, .list = {1, 2}};
    ck_assert_uint_eq(action_fields_given(&action), LETTER | FROM_TWO);
    action =
        (struct action){.kind = ACTION_WOMEN, .count = 1, .list = {3}, .unmarked_count = 1, .unmarked = {21}};
    ck_assert_uint_eq(action_fields_given(&action), MARKED | UNMARKED);
}
END_TEST

START_TEST(a_required_list_counts_as_given_when_empty)
{
    struct action action = {.kind = ACTION_WOMEN};
    ck_assert_uint_eq(action_fields_given(&action), MARKED | UNMARKED);
    action = (struct action){.kind = ACTION_LETTER, .letter = LETTER_GOULSTON_STREET, .pawn = PAWN_RED};
    ck_assert_uint_eq(action_fields_given(&action), LETTER | PAWN);
}
END_TEST

START_TEST(a_list_that_does_not_belong_is_seen)
{
    struct action action = {.kind = ACTION_PASS, .count = 1, .list = {3}};
    uint32_t allowed = action_fields_required(ACTION_PASS) | action_fields_optional(ACTION_PASS);
    ck_assert_uint_ne(action_fields_given(&action) & ~allowed, 0);
    action = (struct action){.kind = ACTION_PASS, .unmarked_count = 1};
    ck_assert_uint_ne(action_fields_given(&action) & ~allowed, 0);
}
END_TEST

START_TEST(values_out_of_range_have_harmless_names)
{
    ck_assert_str_eq(pawn_name(PAWN_NONE), "none");
    ck_assert_str_eq(tile_name(TILE_UNKNOWN), "unknown");
    ck_assert_str_eq(action_name((enum action_kind)200), "none");
    ck_assert_str_eq(letter_name((enum letter)200), "none");
    ck_assert_uint_eq(action_fields_required((enum action_kind)200), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("action");
    TCase *tcase = tcase_create("action");
    tcase_add_test(tcase, every_pawn_has_a_name_that_leads_back);
    tcase_add_test(tcase, letters_and_tiles_have_names_that_lead_back);
    tcase_add_loop_test(tcase, every_action_has_the_fields_of_the_record_format, 0, (int)(COUNT(table)));
    tcase_add_loop_test(tcase, unknown_words_are_no_action, 0, 6);
    tcase_add_test(tcase, only_actions_that_reveal_nothing_are_undoable);
    tcase_add_test(tcase, fields_given_follow_from_the_contents);
    tcase_add_test(tcase, a_list_is_the_list_its_kind_takes);
    tcase_add_test(tcase, a_required_list_counts_as_given_when_empty);
    tcase_add_test(tcase, a_list_that_does_not_belong_is_seen);
    tcase_add_test(tcase, values_out_of_range_have_harmless_names);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
