/* test_action_json.c: actions are read strictly, and survive writing and reading. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/wire/action_json.h"
#include "tests/support/c/run_suite.h"

static bool read_text(const char *text, struct action *action, struct complaint *complaint)
{
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    ck_assert_msg(root != NULL, "the test's own JSON is bad: %s", text);
    bool taken = action_from_json(root, action, complaint);
    json_decref(root);
    return taken;
}

/* With keys in the order in which they are written, so each must come back unchanged. */
static const char *const good[] = {
    "{\"by\":\"jack\",\"do\":\"hideout\",\"circle\":90}",
    "{\"by\":\"jack\",\"do\":\"women\",\"marked\":[3,21,27,65,84],\"unmarked\":[147,149,158]}",
    "{\"by\":\"red\",\"do\":\"address\",\"circle\":1}",
    "{\"by\":\"blue\",\"do\":\"patrols\",\"place\":[[12,\"yellow\"],[13,\"false\"],[14,\"red\"],[15,\"blue\"]"
    ","
    "[16,\"green\"],[17,\"brown\"],[255,\"false\"]]}",
    "{\"by\":\"jack\",\"do\":\"letter\",\"letter\":\"dear_boss\",\"from\":12,\"to\":44}",
    "{\"by\":\"jack\",\"do\":\"letter\",\"letter\":\"from_hell\",\"from\":12,\"to\":44}",
    "{\"by\":\"jack\",\"do\":\"letter\",\"letter\":\"saucy_jacky\",\"from\":[12,44]}",
    "{\"by\":\"jack\",\"do\":\"letter\",\"letter\":\"goulston_street\",\"pawn\":\"green\"}",
    "{\"by\":\"blue\",\"do\":\"move_patrols\",\"moves\":[[12,13],[44,45]]}",
    "{\"by\":\"blue\",\"do\":\"goulston\",\"pawn\":\"brown\"}",
    "{\"by\":\"jack\",\"do\":\"kill\",\"circles\":[65]}",
    "{\"by\":\"jack\",\"do\":\"kill\",\"circles\":[84,65]}",
    "{\"by\":\"jack\",\"do\":\"wait\"}",
    "{\"by\":\"blue\",\"do\":\"wretched\",\"from\":65,\"to\":66}",
    "{\"by\":\"jack\",\"do\":\"reveal\",\"crossing\":200}",
    "{\"by\":\"jack\",\"do\":\"move\",\"to\":82}",
    "{\"by\":\"jack\",\"do\":\"move\",\"to\":82,\"escape\":true}",
    "{\"by\":\"jack\",\"do\":\"coach\",\"via\":69,\"to\":56}",
    "{\"by\":\"jack\",\"do\":\"alley\",\"to\":57}",
    "{\"by\":\"jack\",\"do\":\"boat\",\"to\":57}",
    "{\"by\":\"yellow\",\"do\":\"walk\",\"to\":9}",
    "{\"by\":\"yellow\",\"do\":\"walk\",\"to\":9,\"power\":true}",
    "{\"by\":\"jack\",\"do\":\"false_clue\",\"circle\":9}",
    "{\"by\":\"green\",\"do\":\"search\",\"circle\":9}",
    "{\"by\":\"blue\",\"do\":\"search\",\"circle\":9,\"power\":true}",
    "{\"by\":\"green\",\"do\":\"arrest\",\"circle\":9}",
    "{\"by\":\"red\",\"do\":\"arrest\",\"power\":true}",
    "{\"by\":\"red\",\"do\":\"arrest\"}",
    "{\"by\":\"red\",\"do\":\"rush\",\"to\":4}",
    "{\"by\":\"red\",\"do\":\"pass\"}",
    "{\"by\":\"jack\",\"do\":\"discoveries\",\"circles\":[1,2,3,4]}",
    "{\"by\":\"jack\",\"do\":\"start\",\"circle\":4}",
    "{\"by\":\"yellow\",\"do\":\"deploy\",\"crossing\":4}",
    "{\"by\":\"yellow\",\"do\":\"smoker\"}",
    "{\"by\":\"jack\",\"do\":\"reclaim\",\"tile\":\"boat\"}",
    "{\"by\":\"jack\",\"do\":\"resign\"}",
    "{\"by\":\"jack\",\"do\":\"kill\",\"circles\":[]}", /* the rules check how many */
};

START_TEST(reading_and_writing_gives_the_same_text)
{
    struct action action;
    struct complaint complaint = {0};
    struct json_writer writer;
    char text[512];
    ck_assert_msg(read_text(good[_i], &action, &complaint), "%s: %s", good[_i], complaint.text);
    json_write_begin(&writer, text, sizeof text);
    action_to_json(&writer, NULL, &action);
    ck_assert(json_write_ok(&writer));
    ck_assert_str_eq(text, good[_i]);
}
END_TEST

START_TEST(the_order_of_keys_does_not_matter)
{
    struct action one;
    struct action two;
    struct complaint complaint;
    ck_assert(read_text("{\"escape\":true,\"to\":9,\"do\":\"move\",\"by\":\"jack\"}", &one, &complaint));
    ck_assert(read_text("{\"by\":\"jack\",\"do\":\"move\",\"to\":9,\"escape\":true}", &two, &complaint));
    ck_assert_mem_eq(&one, &two, sizeof one);
}
END_TEST

START_TEST(members_match_the_json)
{
    struct action action;
    struct complaint complaint;
    ck_assert(read_text(good[3], &action, &complaint));
    ck_assert_uint_eq(action.kind, ACTION_PATROLS);
    ck_assert_uint_eq(action.by, PAWN_BLUE);
    ck_assert_uint_eq(action.count, 14);
    ck_assert_uint_eq(action.list[0], 12);
    ck_assert_uint_eq(action.list[1], PAWN_YELLOW);
    ck_assert_uint_eq(action.list[3], PAWN_FALSE);
    ck_assert_uint_eq(action.list[12], 255);
    ck_assert(read_text(good[1], &action, &complaint));
    ck_assert_uint_eq(action.count, 5);
    ck_assert_uint_eq(action.unmarked_count, 3);
    ck_assert_uint_eq(action.unmarked[2], 158);
}
END_TEST

#define MOVE "{\"by\":\"jack\",\"do\":\"move\","
#define LETTER "{\"by\":\"jack\",\"do\":\"letter\","
#define PATROLS "{\"by\":\"red\",\"do\":\"patrols\","

static const struct {
    const char *text;
    enum error error;
    const char *sentence;
} bad[] = {
    {"[]", ERROR_BAD_TYPE, "An action must be an object."},
    {"null", ERROR_BAD_TYPE, "An action must be an object."},
    {"{}", ERROR_MISSING_KEY, "\"by\" is missing from an action."},
    {"{\"by\":\"jack\"}", ERROR_MISSING_KEY, "\"do\" is missing from an action."},
    {"{\"by\":1,\"do\":\"wait\"}", ERROR_BAD_TYPE, "\"by\" of an action must be a string."},
    {"{\"by\":\"jack\",\"do\":null}", ERROR_BAD_TYPE, "\"do\" of an action must be a string."},
    {"{\"by\":\"purple\",\"do\":\"wait\"}", ERROR_UNKNOWN_WORD, "There is no pawn \"purple\"."},
    {"{\"by\":\"jack\",\"do\":\"fly\"}", ERROR_UNKNOWN_WORD, "There is no action \"fly\"."},
    {"{\"by\":\"jack\",\"do\":\"none\"}", ERROR_UNKNOWN_WORD, "There is no action \"none\"."},
    {"{\"by\":\"jack\",\"do\":\"undo\"}", ERROR_UNKNOWN_WORD, "There is no action \"undo\"."},
    {"{\"by\":\"jack\",\"do\":\"abcdefghijklmnopqrstuvwxyz\"}", ERROR_UNKNOWN_WORD,
     "There is no action \"abcdefghijklmnopqrstuvwx...\"."},
    {"{\"by\":\"jack\",\"do\":\"a\\u001b[2J\\\"\\u00e9\"}", ERROR_UNKNOWN_WORD,
     "There is no action \"a?[2J???\"."},
    {"{\"by\":\"jack\",\"do\":\"hideout\"}", ERROR_MISSING_KEY, "\"circle\" is missing from a hideout."},
    {"{\"by\":\"jack\",\"do\":\"alley\"}", ERROR_MISSING_KEY, "\"to\" is missing from an alley."},
    {"{\"by\":\"jack\",\"do\":\"women\",\"marked\":[1]}", ERROR_MISSING_KEY,
     "\"unmarked\" is missing from women."},
    {"{\"by\":\"jack\",\"do\":\"wait\",\"to\":1}", ERROR_UNKNOWN_KEY, "\"to\" is not allowed in a wait."},
    {MOVE "\"to\":1,\"circle\":1}", ERROR_UNKNOWN_KEY, "\"circle\" is not allowed in a move."},
    {MOVE "\"to\":1,\"power\":true}", ERROR_UNKNOWN_KEY, "\"power\" is not allowed in a move."},
    {MOVE "\"to\":1,\"\\u0007\":1}", ERROR_UNKNOWN_KEY, "\"?\" is not allowed in a move."},
    {MOVE "\"to\":\"1\"}", ERROR_BAD_TYPE, "\"to\" of a move must be a number."},
    {MOVE "\"to\":1.0}", ERROR_BAD_TYPE, "\"to\" of a move must be a number."},
    {MOVE "\"to\":true}", ERROR_BAD_TYPE, "\"to\" of a move must be a number."},
    {MOVE "\"to\":null}", ERROR_BAD_TYPE, "\"to\" of a move must be a number."},
    {MOVE "\"to\":[1]}", ERROR_BAD_TYPE, "\"to\" of a move must be a number."},
    {MOVE "\"to\":0}", ERROR_NO_SUCH_PLACE,
     "\"to\" of a move is not a place: places are numbered from 1 to 255."},
    {MOVE "\"to\":256}", ERROR_NO_SUCH_PLACE,
     "\"to\" of a move is not a place: places are numbered from 1 to 255."},
    {MOVE "\"to\":-1}", ERROR_NO_SUCH_PLACE,
     "\"to\" of a move is not a place: places are numbered from 1 to 255."},
    {MOVE "\"to\":4294967297}", ERROR_NO_SUCH_PLACE,
     "\"to\" of a move is not a place: places are numbered from 1 to 255."},
    {MOVE "\"to\":1,\"escape\":false}", ERROR_BAD_TYPE, "\"escape\" of a move must be true or left out."},
    {MOVE "\"to\":1,\"escape\":1}", ERROR_BAD_TYPE, "\"escape\" of a move must be true or left out."},
    {"{\"by\":\"yellow\",\"do\":\"walk\",\"to\":1,\"power\":false}", ERROR_BAD_TYPE,
     "\"power\" of a walk must be true or left out."},
    {"{\"by\":\"red\",\"do\":\"arrest\",\"power\":null}", ERROR_BAD_TYPE,
     "\"power\" of an arrest must be true or left out."},
    {"{\"by\":\"red\",\"do\":\"goulston\",\"pawn\":\"jack\"}", ERROR_UNKNOWN_WORD,
     "\"pawn\" of a goulston cannot be \"jack\"."},
    {"{\"by\":\"red\",\"do\":\"goulston\",\"pawn\":3}", ERROR_BAD_TYPE,
     "\"pawn\" of a goulston must be a policeman's colour."},
    {"{\"by\":\"jack\",\"do\":\"reclaim\",\"tile\":\"train\"}", ERROR_UNKNOWN_WORD,
     "\"tile\" of a reclaim cannot be \"train\"."},
    {"{\"by\":\"jack\",\"do\":\"kill\",\"circles\":65}", ERROR_BAD_TYPE,
     "\"circles\" of a kill must be a list of at most 4 numbers."},
    {"{\"by\":\"jack\",\"do\":\"kill\",\"circles\":[1,2,3,4,5]}", ERROR_BAD_TYPE,
     "\"circles\" of a kill must be a list of at most 4 numbers."},
    {"{\"by\":\"jack\",\"do\":\"kill\",\"circles\":[1,\"2\"]}", ERROR_BAD_TYPE,
     "\"circles\" of a kill must be a list of at most 4 numbers."},
    {"{\"by\":\"jack\",\"do\":\"kill\",\"circles\":[1,0]}", ERROR_NO_SUCH_PLACE,
     "\"circles\" of a kill is not a place: places are numbered from 1 to 255."},
    {"{\"by\":\"jack\",\"do\":\"women\",\"marked\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15],\"unmarked\":[1]}",
     ERROR_BAD_TYPE, "\"marked\" of women must be a list of at most 14 numbers."},
    {"{\"by\":\"jack\",\"do\":\"women\",\"marked\":[1],\"unmarked\":[1,2,3,4,5,6,7,8,9]}", ERROR_BAD_TYPE,
     "\"unmarked\" of women must be a list of at most 8 numbers."},
    {PATROLS "\"place\":[1,\"red\"]}", ERROR_BAD_TYPE,
     "\"place\" of patrols must be a list of at most 7 pairs of a crossing and a face."},
    {PATROLS "\"place\":[[1,\"red\",2]]}", ERROR_BAD_TYPE,
     "\"place\" of patrols must be a list of at most 7 pairs of a crossing and a face."},
    {PATROLS "\"place\":[[1,false]]}", ERROR_BAD_TYPE,
     "\"place\" of patrols must be a list of at most 7 pairs of a crossing and a face."},
    {PATROLS "\"place\":[[1,\"jack\"]]}", ERROR_UNKNOWN_WORD, "\"place\" of patrols cannot be \"jack\"."},
    {PATROLS "\"place\":[[1,\"red\"],[2,\"red\"],[3,\"red\"],[4,\"red\"],[5,\"red\"],[6,\"red\"],[7,\"red\"],"
             "[8,\"red\"]]}",
     ERROR_BAD_TYPE, "\"place\" of patrols must be a list of at most 7 pairs of a crossing and a face."},
    {"{\"by\":\"red\",\"do\":\"move_patrols\",\"moves\":[[1,2]]}", ERROR_BAD_TYPE,
     "\"moves\" of move_patrols must be a list of 2 pairs of numbers."},
    {"{\"by\":\"red\",\"do\":\"move_patrols\",\"moves\":[[1,2],[3,4],[5,6]]}", ERROR_BAD_TYPE,
     "\"moves\" of move_patrols must be a list of 2 pairs of numbers."},
    {"{\"by\":\"red\",\"do\":\"move_patrols\",\"moves\":[[1,2],[3,\"4\"]]}", ERROR_BAD_TYPE,
     "\"moves\" of move_patrols must be a list of 2 pairs of numbers."},
    {LETTER "\"from\":1,\"to\":2}", ERROR_MISSING_KEY, "\"letter\" is missing from a letter."},
    {LETTER "\"letter\":\"dear_john\"}", ERROR_UNKNOWN_WORD,
     "\"letter\" of a letter cannot be \"dear_john\"."},
    {LETTER "\"letter\":3}", ERROR_BAD_TYPE, "\"letter\" of a letter must be a letter's name."},
    {LETTER "\"letter\":\"dear_boss\",\"from\":1}", ERROR_MISSING_KEY, "\"to\" is missing from a letter."},
    {LETTER "\"letter\":\"dear_boss\",\"from\":[1,2],\"to\":3}", ERROR_BAD_TYPE,
     "\"from\" of a letter must be a number."},
    {LETTER "\"letter\":\"from_hell\",\"from\":1,\"to\":2,\"pawn\":\"red\"}", ERROR_UNKNOWN_KEY,
     "\"pawn\" is not allowed in a letter."},
    {LETTER "\"letter\":\"saucy_jacky\",\"from\":1}", ERROR_BAD_TYPE,
     "\"from\" of a letter must be a list of 2 numbers."},
    {LETTER "\"letter\":\"saucy_jacky\",\"from\":[1,2,3]}", ERROR_BAD_TYPE,
     "\"from\" of a letter must be a list of 2 numbers."},
    {LETTER "\"letter\":\"saucy_jacky\",\"from\":[1,2],\"to\":3}", ERROR_UNKNOWN_KEY,
     "\"to\" is not allowed in a letter."},
    {LETTER "\"letter\":\"goulston_street\"}", ERROR_MISSING_KEY, "\"pawn\" is missing from a letter."},
    {LETTER "\"letter\":\"goulston_street\",\"from\":1,\"to\":2}", ERROR_UNKNOWN_KEY,
     "\"from\" is not allowed in a letter."},
};

START_TEST(bad_actions_are_refused_with_a_code_and_a_sentence)
{
    struct action action = {.kind = ACTION_WAIT, .circle = 77};
    const struct action before = action;
    struct complaint complaint = {0};
    ck_assert_msg(!read_text(bad[_i].text, &action, &complaint), "accepted: %s", bad[_i].text);
    ck_assert_str_eq(complaint.text, bad[_i].sentence);
    ck_assert_str_eq(error_code(complaint.error), error_code(bad[_i].error));
    ck_assert_mem_eq(&action, &before, sizeof action); /* a refusal changes nothing */
}
END_TEST

START_TEST(a_complaint_never_overruns_its_buffer)
{
    struct {
        struct complaint complaint;
        char after;
    } guarded = {.after = '#'};
    char word[400];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    complain(&guarded.complaint, ERROR_BAD_TYPE, "%s", word);
    ck_assert_int_eq(guarded.after, '#');
    ck_assert_uint_eq(strlen(guarded.complaint.text), sizeof guarded.complaint.text - 1);
}
END_TEST

START_TEST(shown_words_are_short_and_printable)
{
    ck_assert_str_eq(show_word("").text, "");
    ck_assert_str_eq(show_word("abcdefghijklmnopqrstuvwx").text, "abcdefghijklmnopqrstuvwx");
    ck_assert_str_eq(show_word("abcdefghijklmnopqrstuvwxy").text, "abcdefghijklmnopqrstuvwx...");
    ck_assert_str_eq(show_word("a\x1b\x7f\xff\"z").text, "a????z");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("action_json");
    TCase *tcase = tcase_create("action_json");
    tcase_add_loop_test(tcase, reading_and_writing_gives_the_same_text, 0, COUNT(good));
    tcase_add_test(tcase, the_order_of_keys_does_not_matter);
    tcase_add_test(tcase, members_match_the_json);
    tcase_add_loop_test(tcase, bad_actions_are_refused_with_a_code_and_a_sentence, 0, COUNT(bad));
    tcase_add_test(tcase, a_complaint_never_overruns_its_buffer);
    tcase_add_test(tcase, shown_words_are_short_and_printable);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
