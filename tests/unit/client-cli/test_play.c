/*
 * test_play.c: a run of `gaslight play` against a scripted server.
 */
#include "client-cli/play/play_internal.h"
#include "tests/support/c/client_harness.h"
#include "tests/support/c/run_suite.h"

static struct fake *const fake = &client.fake;

static void ignore_change(void *context)
{
    (void)context;
}

static void note_answer(void *context, bool good, const char *sentence)
{
    (void)context;
    client.replies++;
    (void)snprintf(client.text, sizeof client.text, "%s %s", good ? "ok" : "refused", sentence);
}

static void note_end(void *context, int status)
{
    (void)context;
    ck_abort_msg("the run ended with status %d", status);
}

/* With a code, no stored token is used; the new token cannot be stored. */
static struct play *run_against_fake(const struct connection_timeouts *times)
{
    struct play_settings settings = {.code = "ABCD-2345"};
    struct play_hooks hooks_of_run = {.changed = ignore_change, .answered = note_answer, .ended = note_end};
    char url[64], error_text[200];
    ck_assert_int_eq(setenv("XDG_DATA_HOME", "/dev/null/nowhere", 1), 0);
    (void)snprintf(url, sizeof url, "ws://127.0.0.1:%u", fake->port);
    ck_assert(address_parse(url, &settings.address, error_text, sizeof error_text));
    struct play *play = play_new(&client.loop, &settings, hooks_of_run);
    ck_assert_ptr_nonnull(play);
    connection_set_timeouts(play->connection, times);
    return play;
}

static void welcome_run(const struct play *play)
{
    fake_accept(fake);
    fake_shake_hands(fake);
    answer(expect_request("hello"), "{\"player\":\"p1\",\"name\":\"Ann\",\"token\":\"tok\",\"protocol\":1}");
    UNTIL(fake, play_model(play)->state == CONNECTION_OPEN);
}

/* The next automatic attempt would come long after the test has ended. */
static struct play *run_cut_off(void)
{
    struct connection_timeouts times = patient;
    times.retry_first = times.retry_max = 10000000;
    struct play *play = run_against_fake(&times);
    welcome_run(play);
    fake_hang_up(fake);
    UNTIL(fake, play_model(play)->state == CONNECTION_WAITING);
    return play;
}

START_TEST(a_command_while_offline_reconnects_at_once)
{
    struct play *play = run_cut_off();
    ck_assert(play_run(play, &(struct command){.kind = COMMAND_RENAME, .text = "Bo"}));
    welcome_run(play);
    answer(expect_request("rename"), "{\"name\":\"Bo\"}");
    UNTIL(fake, client.replies == 1);
    ck_assert_str_eq(client.text, "ok Your name is now Bo.");
    play_free(play);
}
END_TEST

/* The client connects at most once per second. */
START_TEST(reconnecting_at_once_is_rate_limited)
{
    struct play *play = run_cut_off();
    play->last_retry = uv_now(&client.loop);
    play_retry_now(play);
    ck_assert_uint_gt(play_retry_in(play), 1000000);
    play->last_retry = uv_now(&client.loop) - 1000;
    play_retry_now(play);
    ck_assert_uint_eq(play_retry_in(play), 0);
    welcome_run(play);
    play_free(play);
}
END_TEST

/* ---- Lists --------------------------------------------------------------------------------------------- */

static unsigned lists;

static void note_list(void *context, enum command_kind kind)
{
    (void)context;
    (void)kind;
    lists++;
}

/* Reads a request for tables; returns its id and checks where it continues. */
static json_int_t expect_page(const char *before)
{
    json_t *request = fake_read(fake);
    const char *from = json_string_value(json_object_get(request, "before"));
    ck_assert_str_eq(json_string_value(json_object_get(request, "do")), "tables");
    ck_assert_str_eq(from != NULL ? from : "", before);
    json_int_t id = json_integer_value(json_object_get(request, "id"));
    json_decref(request);
    return id;
}

static struct play *run_with_lists(bool paged)
{
    struct connection_timeouts times = patient;
    struct play *play = run_against_fake(&times);
    play->settings.paged = paged;
    play->hooks.listed = note_list;
    lists = 0;
    welcome_run(play);
    return play;
}

START_TEST(without_pages_all_tables_are_requested)
{
    struct play *play = run_with_lists(false);
    ck_assert(play_run(play, &(struct command){.kind = COMMAND_TABLES}));
    answer(expect_page(""), "{\"tables\":[],\"more\":\"one\"}");
    answer(expect_page("one"), "{\"tables\":[],\"more\":\"two\"}");
    answer(expect_page("two"), "{\"tables\":[]}");
    UNTIL(fake, lists == 1);
    ck_assert(!play_busy(play));
    ck_assert(play_run(play, &(struct command){.kind = COMMAND_TABLES, .text = "more"}));
    ck_assert_str_eq(client.text, "refused There are no more tables.");
    play_free(play);
}
END_TEST

/* A list without an end does not keep the client busy for ever. */
START_TEST(the_number_of_pages_is_limited)
{
    struct play *play = run_with_lists(false);
    ck_assert(play_run(play, &(struct command){.kind = COMMAND_TABLES}));
    for (unsigned i = 0; i < 20; i++) {
        answer(expect_page(i == 0 ? "" : "again"), "{\"tables\":[],\"more\":\"again\"}");
    }
    UNTIL(fake, lists == 1);
    ck_assert(!play_busy(play));
    play_free(play);
}
END_TEST

START_TEST(with_pages_each_one_is_asked_for)
{
    struct play *play = run_with_lists(true);
    ck_assert(play_run(play, &(struct command){.kind = COMMAND_TABLES}));
    answer(expect_page(""), "{\"tables\":[],\"more\":\"one\"}");
    UNTIL(fake, lists == 1);
    ck_assert(!play_busy(play));
    ck_assert(play_run(play, &(struct command){.kind = COMMAND_TABLES, .text = "more"}));
    answer(expect_page("one"), "{\"tables\":[]}");
    UNTIL(fake, lists == 2);
    play_free(play);
}
END_TEST

/* ---- Newer servers ------------------------------------------------------------------------------------- */

START_TEST(pushes_and_keys_of_a_newer_server_are_ignored)
{
    struct play *play = run_with_lists(true);
    fake_send(fake, "{\"on\":\"weather\",\"rain\":{\"mm\":[1,2]}}");
    fake_send(fake, "{\"on\":\"weather\",\"table\":{\"id\":\"k3f\"}}");
    fake_send(fake, "{\"on\":\"player\",\"player\":\"p1\",\"name\":\"Anna\",\"mood\":7}");
    UNTIL(fake, strcmp(play_model(play)->name, "Anna") == 0);
    ck_assert(play_run(play, &(struct command){.kind = COMMAND_RENAME, .text = "Bo"}));
    answer(expect_request("rename"), "{\"name\":\"Bo\",\"mark\":\"#p1\"}");
    UNTIL(fake, client.replies == 1);
    ck_assert_str_eq(client.text, "ok Your name is now Bo.");
    ck_assert_int_eq(play_model(play)->state, CONNECTION_OPEN);
    play_free(play);
}
END_TEST

/* ---- Forced steps ------------------------------------------------------------------------------------ */

/* Returns a model in which it is the turn of these pawns, all of them the player's. */
static struct model *model_in_turn(unsigned pawns, uint32_t kinds)
{
    static struct model model;
    model = (struct model){.has_table = true, .has_view = true, .has_legal = true, .turn_pawns = pawns};
    (void)snprintf(model.player, sizeof model.player, "p1");
    model.table.seats = 1;
    model.table.seat[0] = (struct model_seat){.player = "p1", .pawns = (uint8_t)pawns};
    model.legal.shown.kinds = kinds;
    return &model;
}

START_TEST(only_a_step_without_a_choice_is_forced)
{
    struct action action = {0};
    uint32_t pass = ACTION_BIT(ACTION_PASS), search = ACTION_BIT(ACTION_SEARCH);
    struct model *model = model_in_turn(PAWN_BIT(PAWN_RED) | PAWN_BIT(PAWN_BLUE), pass);
    model->legal.shown.pass = PAWN_BIT(PAWN_RED) | PAWN_BIT(PAWN_BLUE);
    ck_assert(play_forced_step(model, &action));
    ck_assert_uint_eq(action.kind, ACTION_PASS);

    model = model_in_turn(PAWN_BIT(PAWN_RED), ACTION_BIT(ACTION_WALK));
    set_add(&model->legal.shown.walk[PAWN_RED], 12);
    ck_assert(play_forced_step(model, &action));
    ck_assert(action.kind == ACTION_WALK && action.by == PAWN_RED && action.to == 12);
    set_add(&model->legal.shown.walk[PAWN_RED], 13);
    ck_assert(!play_forced_step(model, &action));

    model = model_in_turn(PAWN_BIT(PAWN_RED), pass | search);
    model->legal.shown.pass = PAWN_BIT(PAWN_RED);
    set_add(&model->legal.shown.search[PAWN_RED], 40);
    ck_assert(!play_forced_step(model, &action)); /* nothing is known about 40 */
    model->has_deduction = model->deduction.full = true;
    model->deduction.searches = 1;
    model->deduction.search[0] = (struct deduction_search){.circle = 40, .no = {.trails = 5}};
    ck_assert(play_forced_step(model, &action));
    ck_assert_uint_eq(action.kind, ACTION_PASS);
    model->turn_seq = 7; /* the deduction is of an earlier turn */
    ck_assert(!play_forced_step(model, &action));
    model->deduction.turn_seq = 7;
    model->deduction.search[0].yes.trails = 1;
    ck_assert(!play_forced_step(model, &action));
    model->legal.shown.kinds |= ACTION_BIT(ACTION_ARREST);
    model->deduction.search[0].yes.trails = 0;
    ck_assert(!play_forced_step(model, &action));
}
END_TEST

/* How long Jack takes must not depend on how many choices he has. */
START_TEST(no_step_of_jack_is_forced)
{
    struct action action = {0};
    struct model *model = model_in_turn(PAWN_BIT(PAWN_JACK), ACTION_BIT(ACTION_PASS));
    model->legal.shown.pass = PAWN_BIT(PAWN_JACK);
    ck_assert(!play_forced_step(model, &action));
    model = model_in_turn(PAWN_BIT(PAWN_RED), ACTION_BIT(ACTION_PASS));
    model->legal.shown.pass = PAWN_BIT(PAWN_RED);
    model->table.seat[0].pawns = 0; /* it is somebody else's turn */
    ck_assert(!play_forced_step(model, &action));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("client play");
    TCase *tcase = tcase_create("breaks");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_command_while_offline_reconnects_at_once);
    tcase_add_test(tcase, reconnecting_at_once_is_rate_limited);
    suite_add_tcase(suite, tcase);
    tcase = tcase_create("lists");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, without_pages_all_tables_are_requested);
    tcase_add_test(tcase, the_number_of_pages_is_limited);
    tcase_add_test(tcase, with_pages_each_one_is_asked_for);
    tcase_add_test(tcase, pushes_and_keys_of_a_newer_server_are_ignored);
    suite_add_tcase(suite, tcase);
    tcase = tcase_create("forced steps");
    tcase_add_test(tcase, only_a_step_without_a_choice_is_forced);
    tcase_add_test(tcase, no_step_of_jack_is_forced);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
