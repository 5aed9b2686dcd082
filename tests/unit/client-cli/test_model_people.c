/*
 * test_model_people.c: who is at a table: identity marks, presence, pawns that change hands and return, and the vote
 * about them. Messages of a newer server may contain anything in addition.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/model/model.h"
#include "common/base/array.h"
#include "tests/support/c/json_text.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"

static struct model model;

static bool push(json_t *message)
{
    bool good = model_update_push(&model, message);
    json_decref(message);
    return good;
}

/* Ann is Jack, Bob and Cy are detectives, Eve watches; `cy` and `bob` are more keys of their seats. */
static json_t *table(const char *id, const char *bob, const char *cy)
{
    return json(
        "{\"id\":\"%s\",\"game\":\"whitehall\",\"options\":[],\"private\":false,\"aids\":\"off\","
        "\"state\":\"open\",\"host\":\"ann111\",\"seats\":["
        "{\"player\":\"ann111\",\"name\":\"Ann\",\"pawns\":[\"jack\"],\"connected\":true},"
        "{\"player\":\"bob222\",\"name\":\"Bob\",%s},{\"player\":\"cy3333\",\"name\":\"Cy\",%s}],"
        "\"spectators\":{\"count\":2,\"names\":[\"Eve\",\"Bob\"],\"players\":[\"eve444\",\"imp555\"]}}",
        id, bob, cy);
}

#define BOB "\"pawns\":[\"yellow\",\"red\"],\"connected\":true"
#define CY "\"pawns\":[\"blue\"],\"connected\":true"

static bool push_table(const char *bob, const char *cy)
{
    return push(json_pack("{s:s,s:o}", "on", "table", "table", table("k3f", bob, cy)));
}

static void watch_as(const char *player)
{
    json_t *reply = json_pack("{s:o,s:i,s:[]}", "table", table("k3f", BOB, CY), "seq", 0, "chat");
    model_update_hello(&model, player, "Somebody");
    ck_assert(model_update_watch(&model, reply, false));
    json_decref(reply);
}

static void set_up(void)
{
    const struct board *boards[GAME_KIND_COUNT] = {play_board(GAME_WHITECHAPEL), play_board(GAME_WHITEHALL)};
    model_init(&model, boards);
    watch_as("bob222");
}

static void tear_down(void)
{
    model_free(&model);
}

static const char *last_line(void)
{
    return model.lines > 0 ? model.line[model.lines - 1].text : "";
}

/* ---- Identity ------------------------------------------------------------------------------------- */

static bool push_chat(const char *name, const char *player)
{
    return push(json(
        "{\"on\":\"chat\",\"table\":\"k3f\",\"from\":\"%s\",\"to\":\"table\",\"text\":\"hi\",\"at\":1%s}",
        name, player));
}

START_TEST(a_name_in_chat_has_the_mark_of_its_player)
{
    ck_assert(push_chat("Bob", ",\"player\":\"bob222\""));
    ck_assert_str_eq(last_line(), "Bob #bob: hi");
    ck_assert(push_chat("Bob", ",\"player\":\"imp555\"")); /* the same name, but somebody else */
    ck_assert_str_eq(last_line(), "Bob #imp: hi");
    ck_assert(push_chat("Bob", "")); /* of an older server */
    ck_assert_str_eq(last_line(), "Bob: hi");
    ck_assert(push_chat("Bob", ",\"player\":\"x\\u001b[2J\""));
    ck_assert_str_eq(last_line(), "Bob #x?[: hi");
    ck_assert(!push_chat("Bob", ",\"player\":7"));
}
END_TEST

START_TEST(seats_and_spectators_have_marks)
{
    ck_assert_str_eq(model_marked_name(&model.table.seat[1]).text, "Bob #bob");
    ck_assert_str_eq(model_watchers(&model.table).text, "Eve #eve, Bob #imp");
    ck_assert_uint_eq(model.table.watchers, 2);
    ck_assert(push_table(BOB ",\"bot\":\"hard\"", CY));
    ck_assert_str_eq(model_marked_name(&model.table.seat[1]).text, "Bob (hard)"); /* a bot needs none */
    ck_assert(push_table(BOB ",\"bot\":\"hard\",\"stands_in\":true", CY));
    ck_assert_str_eq(model_marked_name(&model.table.seat[1]).text, "Bob (stand-in bot: hard) #bob");
}
END_TEST

/* ---- Presence and names ---------------------------------------------------------------------------- */

static void list_tables(void)
{
    json_t *ok = json_pack("{s:[{s:o,s:[]}]}", "tables", "table", table("m2n", BOB, CY), "turn");
    ck_assert(model_update_tables(&model, ok));
    ck_assert(model_update_mine(&model, ok));
    json_decref(ok);
}

START_TEST(a_change_of_a_person_applies_to_all_tables)
{
    list_tables();
    size_t lines = model.lines;
    ck_assert(push(json("{\"on\":\"player\",\"player\":\"cy3333\",\"name\":\"Cyd\",\"connected\":false}")));
    ck_assert_str_eq(model.table.seat[2].name, "Cyd");
    ck_assert(!model.table.seat[2].connected);
    const struct model_seat *listed[] = {&model.table_list[0].seat[2], &model.mine_list[0].seat[2]};
    for (size_t i = 0; i < COUNT(listed); i++) {
        ck_assert_str_eq(listed[i]->name, "Cyd");
        ck_assert(!listed[i]->connected);
    }
    ck_assert_uint_eq(model.lines, lines + 2);
    ck_assert_str_eq(model.line[lines].text, "Cy is now called Cyd.");
    ck_assert_str_eq(last_line(), "Cyd is away.");
    ck_assert(push(json("{\"on\":\"player\",\"player\":\"eve444\",\"name\":\"Eva\"}")));
    ck_assert_str_eq(model_watchers(&model.table).text, "Eva #eve, Bob #imp");
    ck_assert(push(json("{\"on\":\"player\",\"player\":\"bob222\",\"name\":\"Bobby\"}")));
    ck_assert_str_eq(model.name, "Bobby"); /* renamed on another device */
    ck_assert(push(json("{\"on\":\"player\",\"player\":\"nobody\",\"connected\":true}")));
    model.mine_list[0].state = MODEL_TABLE_FINISHED;
    ck_assert(push(json("{\"on\":\"player\",\"player\":\"cy3333\",\"name\":\"Zoe\"}")));
    ck_assert_str_eq(model.table.seat[2].name, "Zoe");
    ck_assert_str_eq(model.mine_list[0].seat[2].name, "Cyd"); /* the name it was played under */
}
END_TEST

START_TEST(absence_is_news)
{
    ck_assert(push(json("{\"on\":\"player\",\"player\":\"cy3333\",\"connected\":false}")));
    ck_assert_str_eq(model_presence(&model.table.seat[2]), "away");
    ck_assert(push(json("{\"on\":\"player\",\"player\":\"cy3333\",\"absent\":true}")));
    ck_assert_str_eq(last_line(),
                     "Cy has been away for a while. The other detectives can decide who plays for them.");
    ck_assert_str_eq(model_presence(&model.table.seat[2]), "away for a while");
    ck_assert(push(json("{\"on\":\"player\",\"player\":\"cy3333\",\"connected\":true}")));
    ck_assert_str_eq(last_line(), "Cy is back.");
    ck_assert_ptr_null(model_presence(&model.table.seat[2]));
    ck_assert(push(json("{\"on\":\"player\",\"player\":\"ann111\",\"connected\":false,\"absent\":true}")));
    ck_assert_str_eq(last_line(), "Ann has been away for a while. A stand-in bot can play for them.");
}
END_TEST

static const char *const bad_changes[] = {
    "{\"on\":\"player\"}",
    "{\"on\":\"player\",\"player\":7}",
    "{\"on\":\"player\",\"player\":\"cy3333\",\"name\":7}",
    "{\"on\":\"player\",\"player\":\"cy3333\",\"connected\":\"no\"}",
    "{\"on\":\"player\",\"player\":\"cy3333\",\"absent\":1}",
};

START_TEST(an_invalid_change_has_no_effect)
{
    unsigned changes = model.changes;
    ck_assert(!push(json("%s", bad_changes[_i])));
    ck_assert_uint_eq(model.changes, changes);
}
END_TEST

/* ---- Pawns that change hands ------------------------------------------------------------------------- */

#define CY_LENT "\"pawns\":[],\"owns\":[\"blue\"],\"connected\":false,\"absent\":true"
#define BOB_HOLDS "\"pawns\":[\"yellow\",\"red\",\"blue\"],\"owns\":[\"yellow\",\"red\"],\"connected\":true"

START_TEST(pawns_return_to_their_player)
{
    ck_assert(push_table(BOB, "\"pawns\":[\"blue\"],\"connected\":false,\"absent\":true"));
    size_t lines = model.lines;
    ck_assert(push_table(BOB_HOLDS, CY_LENT));
    ck_assert_uint_eq(model.table.seat[2].owns, PAWN_BIT(PAWN_BLUE));
    ck_assert_uint_eq(model_my_pawns(&model),
                      PAWN_BIT(PAWN_YELLOW) | PAWN_BIT(PAWN_RED) | PAWN_BIT(PAWN_BLUE));
    ck_assert_uint_eq(model.lines, lines + 1);
    ck_assert_str_eq(last_line(), "You play Blue until Cy returns.");
    lines = model.lines;
    ck_assert(push_table(BOB, CY));
    ck_assert_uint_eq(model.lines, lines + 1); /* one line says it all */
    ck_assert_str_eq(last_line(), "Cy is back and plays Blue again. Thank you for standing in.");
    watch_as("ann111");
    ck_assert(push_table(BOB_HOLDS, CY_LENT));
    ck_assert_str_eq(model.line[0].text, "Bob plays Blue until Cy returns.");
    ck_assert(push_table(BOB, CY));
    ck_assert_str_eq(last_line(), "Cy is back and plays Blue again.");
    watch_as("cy3333");
    ck_assert(push_table(BOB_HOLDS, CY_LENT));
    ck_assert(push_table(BOB, CY));
    ck_assert_str_eq(last_line(), "You have your pawns back: Blue.");
    ck_assert(!push_table(BOB, "\"pawns\":[],\"owns\":[\"purple\"],\"connected\":true"));
}
END_TEST

/* ---- The vote ---------------------------------------------------------------------------------------- */

static bool push_vote(const char *rest)
{
    return push(
        json("{\"on\":\"seat\",\"table\":\"k3f\",\"player\":\"dot666\",\"name\":\"Dot\",\"pawns\":[\"blue\"],"
             "\"to\":{\"player\":\"eve444\",\"name\":\"Eve\"},%s}",
             rest));
}

START_TEST(a_vote_is_announced_and_awaits_an_answer)
{
    size_t lines = model.lines;
    ck_assert(push_vote("\"agreed\":[\"dot666\"],\"waiting\":[\"bob222\"]"));
    ck_assert(model.vote.open && model.vote.awaits_me);
    ck_assert_str_eq(last_line(), "Dot #dot proposes that Eve #eve plays Blue until Cy returns. "
                                  "Do you agree? :agree or :refuse.");
    ck_assert(push_vote("\"agreed\":[\"dot666\",\"bob222\"],\"waiting\":[\"fay777\"]"));
    ck_assert(model.vote.open && !model.vote.awaits_me);
    ck_assert_uint_eq(model.lines, lines + 1); /* the same vote */
    ck_assert(push_vote("\"agreed\":[\"dot666\"],\"waiting\":[],\"refused\":\"cy3333\",\"ended\":true"));
    ck_assert(!model.vote.open && !model.vote.awaits_me);
    ck_assert_str_eq(model.line[model.lines - 2].text, "Cy disagrees.");
    ck_assert_str_eq(last_line(), "The detectives did not agree on who plays Blue.");
}
END_TEST

START_TEST(spectators_are_told_about_a_vote)
{
    watch_as("eve444");
    ck_assert(push_vote("\"agreed\":[\"dot666\"],\"waiting\":[\"bob222\"]"));
    ck_assert(model.vote.open && !model.vote.awaits_me);
    ck_assert_str_eq(last_line(), "Dot #dot proposes that you play Blue until Cy returns.");
    model_leave_table(&model);
    ck_assert(!model.vote.open);
}
END_TEST

static const char *const bad_votes[] = {
    "\"agreed\":[]",
    "\"agreed\":[],\"waiting\":{}",
    "\"agreed\":7,\"waiting\":[]",
    "\"agreed\":[],\"waiting\":[],\"to\":\"eve444\"",
    "\"agreed\":[],\"waiting\":[],\"to\":{\"player\":\"eve444\"}",
    "\"agreed\":[],\"waiting\":[],\"pawns\":[\"purple\"]",
};

START_TEST(an_invalid_vote_has_no_effect)
{
    unsigned changes = model.changes;
    ck_assert(!push_vote(bad_votes[_i]));
    ck_assert_uint_eq(model.changes, changes);
    ck_assert(!model.vote.open);
}
END_TEST

/* ---- Pages of the lobby ----------------------------------------------------------------------------- */

/* A page of tables with these ids, each created at the given time; `more` is where the list continues. */
static json_t *page(const char *ids, int created, const char *more)
{
    json_t *list = json_array(), *ok = json_pack("{s:o}", "tables", list);
    for (; *ids != '\0'; ids++) {
        json_t *one = table((char[]){*ids, '\0'}, BOB, CY);
        (void)json_object_set_new(one, "created", json_integer(created--));
        (void)json_array_append_new(list, json_pack("{s:o,s:[]}", "table", one, "turn"));
    }
    if (more != NULL) {
        (void)json_object_set_new(ok, "more", json_string(more));
    }
    return ok;
}

static void tables_are(const char *ids)
{
    ck_assert_uint_eq(model.tables, strlen(ids));
    for (size_t i = 0; i < model.tables; i++) {
        ck_assert_int_eq(model.table_list[i].id[0], ids[i]);
    }
}

static void push_listed(const char *id, int created)
{
    json_t *one = table(id, BOB, CY);
    (void)json_object_set_new(one, "created", json_integer(created));
    ck_assert(push(json_pack("{s:s,s:o}", "on", "tables", "table", one)));
}

START_TEST(tables_come_in_pages_the_newest_first)
{
    json_t *first = page("abc", 30, "cursor"), *second = page("dcf", 27, NULL);
    ck_assert(model_update_tables(&model, first));
    tables_are("abc");
    ck_assert_str_eq(model.tables_more, "cursor");
    push_listed("n", 40);
    tables_are("nabc");
    push_listed("o", 5); /* belongs to a page that has not been requested */
    tables_are("nabc");
    ck_assert(model_append_tables(&model, second));
    tables_are("nabcdf");
    ck_assert_str_eq(model.tables_more, "");
    push_listed("o", 5);
    tables_are("nabcdfo");
    ck_assert(model_update_tables(&model, first));
    tables_are("abc");
    json_decref(first);
    json_decref(second);
    json_t *bad = json("{\"tables\":[],\"more\":7}");
    ck_assert(!model_append_tables(&model, bad) && !model_update_tables(&model, bad));
    tables_are("abc");
    json_decref(bad);
}
END_TEST

START_TEST(the_archive_continues_where_the_search_stopped)
{
    json_t *first = json("{\"games\":[{\"table\":\"k3f\",\"game\":\"whitehall\",\"actions\":3,\"ended\":1,"
                         "\"result\":{\"winner\":\"police\",\"reason\":\"arrest\"},\"players\":[]}],"
                         "\"more\":\"there\"}");
    ck_assert(model_update_archive(&model, first));
    ck_assert_uint_eq(model.archived, 1);
    ck_assert_str_eq(model.archive_more, "there");
    ck_assert(model_append_archive(&model, first));
    ck_assert_uint_eq(model.archived, 2);
    json_t *last = json("{\"games\":[]}");
    ck_assert(model_append_archive(&model, last));
    ck_assert_uint_eq(model.archived, 2);
    ck_assert_str_eq(model.archive_more, "");
    json_decref(first);
    json_decref(last);
}
END_TEST

START_TEST(missing_chat_is_mentioned_once)
{
    json_t *reply = json_pack("{s:o,s:i,s:[],s:b,s:[]}", "table", table("k3f", BOB, CY), "seq", 0, "chat",
                              "chat_more", 1, "events");
    ck_assert(model_update_watch(&model, reply, false));
    ck_assert_str_eq(last_line(), "Earlier messages are not shown.");
    size_t lines = model.lines;
    ck_assert(model_update_watch(&model, reply, true));
    ck_assert_uint_eq(model.lines, lines);
    json_decref(reply);
}
END_TEST

/* ---- Newer servers ----------------------------------------------------------------------------------- */

static const char *const newer[] = {
    "{\"on\":\"player\",\"player\":\"cy3333\",\"connected\":true,\"mood\":\"good\",\"level\":{\"x\":[1]}}",
    "{\"on\":\"seat\",\"table\":\"k3f\",\"player\":\"dot666\",\"name\":\"Dot\",\"pawns\":[\"blue\"],"
    "\"votes\":{},"
    "\"to\":{\"player\":\"eve444\",\"name\":\"Eve\",\"x\":1},\"agreed\":[],\"waiting\":[]}",
    "{\"on\":\"weather\",\"table\":\"k3f\",\"rain\":true}",
    "{\"on\":\"weather\",\"table\":{\"id\":\"k3f\"}}",
    "{\"on\":\"chat\",\"table\":\"k3f\",\"from\":\"Bob\",\"to\":\"table\",\"text\":\"hi\",\"at\":1,"
    "\"player\":\"b\","
    "\"mark\":[],\"colour\":7}",
};

START_TEST(unknown_pushes_and_keys_are_ignored)
{
    ck_assert(push(json("%s", newer[_i])));
    ck_assert(push_table(BOB ",\"owns\":[\"yellow\",\"red\"],\"mood\":{}", CY ",\"since\":7"));
}
END_TEST

static void add_tests(TCase *cases)
{
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_test(cases, a_name_in_chat_has_the_mark_of_its_player);
    tcase_add_test(cases, seats_and_spectators_have_marks);
    tcase_add_test(cases, a_change_of_a_person_applies_to_all_tables);
    tcase_add_test(cases, absence_is_news);
    tcase_add_loop_test(cases, an_invalid_change_has_no_effect, 0, COUNT(bad_changes));
    tcase_add_test(cases, pawns_return_to_their_player);
    tcase_add_test(cases, a_vote_is_announced_and_awaits_an_answer);
    tcase_add_test(cases, spectators_are_told_about_a_vote);
    tcase_add_loop_test(cases, an_invalid_vote_has_no_effect, 0, COUNT(bad_votes));
    tcase_add_test(cases, tables_come_in_pages_the_newest_first);
    tcase_add_test(cases, the_archive_continues_where_the_search_stopped);
    tcase_add_test(cases, missing_chat_is_mentioned_once);
    tcase_add_loop_test(cases, unknown_pushes_and_keys_are_ignored, 0, COUNT(newer));
}

int main(void)
{
    Suite *suite = suite_create("people in the model");
    TCase *cases = tcase_create("people");
    add_tests(cases);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
