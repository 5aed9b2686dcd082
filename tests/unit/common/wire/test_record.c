/*
 * test_record.c: records are read strictly, survive writing and reading, and are replayed by the rules alone.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/wire/record.h"
#include "tests/support/c/run_suite.h"

#define SEATS \
    "\"seats\":[{\"name\":\"Ann\",\"pawns\":[\"jack\"]},{\"name\":\"B\xc3\xb6" \
    "b \\\"\",\"pawns\":[\"yellow\",\"red\"]}," \
    "{\"name\":\"Cy\",\"pawns\":[\"blue\",\"green\",\"brown\"]}],"
#define HEADS "\"heads\":[\"blue\",\"brown\",\"yellow\",\"red\",\"green\"],"
#define HEADER \
    "{\"gaslight\":1,\"game\":\"whitechapel\",\"board\":\"whitechapel/" \
    "1\",\"options\":[\"letters\",\"rushing\"]," SEATS HEADS
#define HIDEOUT "{\"by\":\"jack\",\"do\":\"hideout\",\"circle\":90}"
#define WOMEN "{\"by\":\"jack\",\"do\":\"women\",\"marked\":[3,21,27,65,84],\"unmarked\":[147,149,158]}"
#define RESIGN "{\"by\":\"jack\",\"do\":\"resign\"}"
#define RESULT ",\"result\":{\"winner\":\"police\",\"reason\":\"resigned\"}}"
#define WHITEHALL \
    "{\"gaslight\":1,\"game\":\"whitehall\",\"options\":[],\"seats\":[{\"name\":\"A\",\"pawns\":[\"jack\"]}" \
    "," \
    "{\"name\":\"B\",\"pawns\":[\"yellow\",\"red\",\"blue\"]}],"

static bool read_text(const char *text, struct record *record, struct record_error *error)
{
    return record_read(record, text, strlen(text), error);
}

static void must_read(const char *text, struct record *record)
{
    struct record_error error;
    char line[320] = "";
    bool good = read_text(text, record, &error);
    if (!good) {
        record_error_line(&error, line, sizeof line);
    }
    ck_assert_msg(good, "%s", line);
}

/* As record_write() writes them. */
static const char *const written[] = {
    HEADER "\"actions\":[\n" HIDEOUT ",\n" WOMEN ",\n" RESIGN "\n]" RESULT,
    HEADER "\"actions\":[\n" HIDEOUT "\n]}",
    HEADER "\"actions\":[\n]}",
    WHITEHALL "\"actions\":[\n{\"by\":\"jack\",\"do\":\"resign\"}\n],\"result\":{\"winner\":\"police\","
              "\"reason\":\"resigned\"}}",
};

START_TEST(reading_and_writing_gives_the_same_text)
{
    struct record record;
    struct json_writer writer;
    char text[2048];
    must_read(written[_i], &record);
    json_write_begin(&writer, text, sizeof text);
    record_write(&record, &writer);
    ck_assert(json_write_ok(&writer));
    ck_assert_str_eq(text, written[_i]);
    record_free(&record);
}
END_TEST

START_TEST(a_record_matches_its_json)
{
    struct record record;
    must_read(written[0], &record);
    ck_assert_uint_eq(record.setup.game, GAME_WHITECHAPEL);
    ck_assert_uint_eq(record.setup.options, OPTION_LETTERS | OPTION_RUSHING);
    ck_assert_uint_eq(record.setup.seats, 3);
    ck_assert_uint_eq(record.setup.pawns[1], PAWN_BIT(PAWN_YELLOW) | PAWN_BIT(PAWN_RED));
    ck_assert_uint_eq(record.setup.heads[0], PAWN_BLUE);
    ck_assert_uint_eq(record.setup.heads[4], PAWN_GREEN);
    ck_assert_str_eq(record.board, "whitechapel/1");
    ck_assert_str_eq(record.name[1], "B\xc3\xb6"
                                     "b \"");
    ck_assert_uint_eq(record.count, 3);
    ck_assert_uint_eq(record.actions[0].circle, 90);
    ck_assert_uint_eq(record.winner, WINNER_POLICE);
    ck_assert_uint_eq(record.reason, REASON_RESIGNED);
    record_free(&record);
}
END_TEST

/* The text is not terminated, so that sanitizers detect a reader that goes past the end. */
START_TEST(the_text_need_not_be_terminated)
{
    size_t length = strlen(written[0]);
    char *text = malloc(length);
    struct record record;
    struct record_error error;
    memcpy(text, written[0], length);
    ck_assert(record_read(&record, text, length, &error));
    record_free(&record);
    free(text);
}
END_TEST

/* A text truncated anywhere is rejected with a position, and nothing is leaked. */
START_TEST(a_record_cut_short_is_refused)
{
    struct record record;
    struct record_error error;
    for (size_t length = 0; length < strlen(written[0]); length++) {
        ck_assert(!record_read(&record, written[0], length, &error));
        ck_assert_uint_eq(error.at, RECORD_AT_LINE);
        ck_assert_uint_ge(error.line, 1);
        ck_assert_uint_ge(error.column, 1);
        ck_assert_ptr_null(record.actions);
    }
}
END_TEST

static const struct {
    const char *text, *line;
} bad[] = {
    {"[]", "header: bad_type: A record must be a JSON object."},
    {HEADER "\"actions\":[],\"extra\":1}", "header: unknown_key: \"extra\" is not allowed in a record."},
    {HEADER "\"actions\":7}", "header: bad_type: \"actions\" must be a list of actions."},
    {HEADER "\"result\":{}}", "header: missing_key: \"actions\" is missing from the record."},
    {HEADER "\"actions\":[" HIDEOUT ",{\"by\":\"jack\"}]}",
     "action 2: missing_key: \"do\" is missing from an action."},
    {HEADER "\"actions\":[],\"result\":[]}",
     "result: bad_type: \"result\" must be an object with \"winner\" and \"reason\"."},
    {HEADER "\"actions\":[],\"actions\":[]}", NULL},
    {WHITEHALL HEADS "\"actions\":[]}", "header: unknown_key: \"heads\" is not allowed in whitehall."},
    {"{\"gaslight\":1,\"game\":\"whitechapel\",\"options\":[]," SEATS "\"actions\":[]}",
     "header: missing_key: \"heads\" is missing from the record."},
    {"[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]", "line 1 column 17: Invalid JSON: it is nested too deeply."},
    {"\"\xc3\xa9[[[[[[[[[[[[[[[[[[[\\\"[[[\"",
     NULL}, /* brackets in strings do not count as depth, but this is not a record either */
};

START_TEST(bad_records_are_refused_with_their_place)
{
    struct record record;
    struct record_error error;
    char line[320];
    ck_assert(!read_text(bad[_i].text, &record, &error));
    record_error_line(&error, line, sizeof line);
    if (bad[_i].line != NULL) {
        ck_assert_str_eq(line, bad[_i].line);
    } else {
        ck_assert_uint_eq(error.at, RECORD_AT_LINE);
    }
    ck_assert_ptr_null(record.actions);
    record_free(&record); /* harmless */
}
END_TEST

START_TEST(sixteen_levels_are_not_too_deep)
{
    struct record record;
    struct record_error error;
    ck_assert(!read_text("[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]", &record, &error));
    ck_assert_uint_eq(error.at, RECORD_AT_HEADER);
}
END_TEST

static void count_events(void *context, const struct game *game, const struct action *action,
                         const struct events *events)
{
    unsigned *seen = context;
    ck_assert_ptr_nonnull(game);
    ck_assert_ptr_nonnull(action);
    ck_assert_uint_gt(events->count, 0);
    seen[0]++;
    seen[1] += events->count;
}

START_TEST(a_fold_stops_after_count_actions_and_calls_back_after_each)
{
    struct board *board = board_builtin(GAME_WHITECHAPEL);
    struct record record;
    struct record_error error;
    struct game game;
    must_read(written[0], &record);
    for (unsigned count = 0; count <= 4; count++) {
        unsigned seen[2] = {0, 0};
        ck_assert(record_fold(&record, board, count, &game, count_events, seen, &error));
        ck_assert_uint_eq(seen[0], count < 3 ? count : 3);
        ck_assert_uint_ge(seen[1], seen[0]);
        ck_assert_int_eq(game.phase == PHASE_OVER, count >= 3);
    }
    record_free(&record);
    board_free(board);
}
END_TEST

START_TEST(the_same_record_is_the_same_game)
{
    struct board *board = board_builtin(GAME_WHITECHAPEL);
    struct record record;
    struct record_error error;
    struct game one;
    struct game two;
    memset(&one, 0x55, sizeof one);
    memset(&two, 0xAA, sizeof two);
    must_read(written[1], &record);
    ck_assert(record_fold(&record, board, SIZE_MAX, &one, NULL, NULL, &error));
    ck_assert(record_verify(&record, board, &two, &error));
    ck_assert_mem_eq(&one, &two, sizeof one);
    record_free(&record);
    board_free(board);
}
END_TEST

static const struct {
    const char *text, *line;
} illegal[] = {
    {HEADER "\"actions\":[" WOMEN "]}", "action 1: wrong_phase: You can't do that now."},
    {HEADER "\"actions\":[" HIDEOUT "," RESIGN "," RESIGN "]}", "action 3: game_over: The game is over."},
    {HEADER "\"actions\":[" HIDEOUT "]" RESULT,
     "result: bad_result: The record has a result, but its actions do not end the game."},
    {HEADER "\"actions\":[" RESIGN "],\"result\":{\"winner\":\"jack\",\"reason\":\"address\"}}",
     "result: bad_result: The record says that jack won by address, but its actions lead to police by "
     "resigned."},
    {"{\"gaslight\":1,\"game\":\"whitechapel\",\"board\":\"soho/9\",\"options\":[]," SEATS HEADS
     "\"actions\":[]}",
     "header: bad_board: The record was played on \"soho/9\", but this board is \"whitechapel/1\"."},
    {WHITEHALL "\"actions\":[]}",
     "header: bad_board: The record is a game of whitehall, but the board is for whitechapel."},
};

START_TEST(verify_reports_what_is_wrong)
{
    struct board *board = board_builtin(GAME_WHITECHAPEL);
    struct record record;
    struct record_error error;
    struct game game;
    char line[320];
    must_read(illegal[_i].text, &record);
    ck_assert(!record_verify(&record, board, &game, &error));
    record_error_line(&error, line, sizeof line);
    ck_assert_str_eq(line, illegal[_i].line);
    record_free(&record);
    board_free(board);
}
END_TEST

START_TEST(a_refused_action_leaves_the_game_before_it)
{
    struct board *board = board_builtin(GAME_WHITECHAPEL);
    struct record record;
    struct record_error error;
    struct game before;
    struct game after;
    must_read(HEADER "\"actions\":[" HIDEOUT "," HIDEOUT "]}", &record);
    ck_assert(record_fold(&record, board, 1, &before, NULL, NULL, &error));
    ck_assert(!record_fold(&record, board, SIZE_MAX, &after, NULL, NULL, &error));
    ck_assert_uint_eq(error.action, 2);
    ck_assert_mem_eq(&before, &after, sizeof before);
    record_free(&record);
    board_free(board);
}
END_TEST

START_TEST(a_record_grows_as_it_is_played)
{
    struct record record;
    struct setup setup = {.game = GAME_WHITEHALL, .seats = 2};
    record_init(&record, &setup);
    for (unsigned i = 0; i < 1000; i++) {
        const struct action action = {.kind = ACTION_MOVE, .to = (uint8_t)(i % 255 + 1)};
        ck_assert(record_append(&record, &action));
    }
    ck_assert_uint_eq(record.count, 1000);
    for (unsigned i = 0; i < 1000; i++) {
        ck_assert_uint_eq(record.actions[i].to, i % 255 + 1);
    }
    record_free(&record);
    ck_assert_uint_eq(record.count, 0);
}
END_TEST

START_TEST(a_line_is_cut_to_its_buffer)
{
    struct record_error error = {
        .at = RECORD_AT_ACTION, .action = 12, .error = ERROR_NOT_ADJACENT, .text = "x"};
    char line[12];
    record_error_line(&error, line, sizeof line);
    ck_assert_str_eq(line, "action 12: ");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("record");
    TCase *tcase = tcase_create("record");
    tcase_add_loop_test(tcase, reading_and_writing_gives_the_same_text, 0, COUNT(written));
    tcase_add_test(tcase, a_record_matches_its_json);
    tcase_add_test(tcase, the_text_need_not_be_terminated);
    tcase_add_test(tcase, a_record_cut_short_is_refused);
    tcase_add_loop_test(tcase, bad_records_are_refused_with_their_place, 0, COUNT(bad));
    tcase_add_test(tcase, sixteen_levels_are_not_too_deep);
    tcase_add_test(tcase, a_fold_stops_after_count_actions_and_calls_back_after_each);
    tcase_add_test(tcase, the_same_record_is_the_same_game);
    tcase_add_loop_test(tcase, verify_reports_what_is_wrong, 0, COUNT(illegal));
    tcase_add_test(tcase, a_refused_action_leaves_the_game_before_it);
    tcase_add_test(tcase, a_record_grows_as_it_is_played);
    tcase_add_test(tcase, a_line_is_cut_to_its_buffer);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
