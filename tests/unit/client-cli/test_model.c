/*
 * test_model.c: after every message the model equals the server's view, and an invalid message changes nothing.
 *
 * The messages come from random games and are written by the server's encoders.
 */
#include "client-cli/model/model.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/wire/wire.h"
#include "tests/support/c/json_text.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"

static struct model model;

static void set_up(void)
{
    const struct board *boards[GAME_KIND_COUNT] = {play_board(GAME_WHITECHAPEL), play_board(GAME_WHITEHALL)};
    model_init(&model, boards);
    model_update_hello(&model, "player-ann", "Ann");
}

static void tear_down(void)
{
    model_free(&model);
}

/* ---- Messages ----------------------------------------------------------------------------------- */

static bool push(json_t *message)
{
    bool good = model_update_push(&model, message);
    json_decref(message);
    return good;
}

static bool watch(json_t *reply, bool resumed)
{
    bool good = model_update_watch(&model, reply, resumed);
    json_decref(reply);
    return good;
}

/* A table with Ann, who plays `pawns`, and Bob; `more` are more keys, each after a comma. */
#define TABLE(game, state, pawns, more) \
    "{\"id\":\"k3f\",\"game\":\"" game \
    "\",\"options\":[],\"private\":false,\"aids\":\"off\",\"state\":\"" state \
    "\",\"host\":\"player-ann\",\"created\":1,\"seats\":[{\"player\":\"player-ann\",\"name\":\"Ann\"," \
    "\"pawns\":[" pawns "],\"connected\":true},{\"player\":\"player-bob\",\"name\":\"Bob\",\"pawns\":[]," \
    "\"connected\":true}]" more "}"

#define OPEN_TABLE TABLE("whitehall", "open", "", "")

static void watch_open_table(void)
{
    ck_assert(watch(json("{\"table\":%s,\"seq\":0,\"chat\":[],\"marks\":[]}", OPEN_TABLE), false));
}

static const char *last_line(void)
{
    ck_assert_uint_gt(model.lines, 0);
    return model.line[model.lines - 1].text;
}

/* ---- A whole game ------------------------------------------------------------------------------- */

/* Sends one viewer the messages that the server would send. */
struct sender {
    const struct board *board;
    struct game game;
    struct viewer viewer;
    unsigned seq;
};

static void write_turn(struct json_writer *writer, const struct sender *sender)
{
    unsigned actors = game_actors(&sender->game);
    unsigned pawns = view_pawns(&sender->game, sender->viewer);
    json_write_open(writer, "pawns", '[');
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        if ((actors & PAWN_BIT(pawn)) != 0) {
            json_write_string(writer, NULL, pawn_name((enum pawn)pawn));
        }
    }
    json_write_close(writer, ']');
    if ((actors & pawns) != 0) {
        struct viewed_legal legal;
        view_legal(sender->board, &sender->game, sender->viewer, &legal);
        wire_legal(writer, "legal", &legal);
    }
}

static void write_view(struct json_writer *writer, const struct sender *sender)
{
    struct view view;
    view_game(&sender->game, sender->viewer, &view);
    wire_view(writer, "view", &view);
}

static json_t *turn_message(const struct sender *sender)
{
    static char text[1 << 16];
    struct json_writer writer;
    json_write_begin(&writer, text, sizeof text);
    json_write_open(&writer, NULL, '{');
    json_write_string(&writer, "on", "turn");
    json_write_string(&writer, "table", "k3f");
    json_write_int(&writer, "seq", sender->seq);
    write_turn(&writer, sender);
    write_view(&writer, sender);
    json_write_close(&writer, '}');
    ck_assert(json_write_ok(&writer));
    return json("%s", text);
}

static json_t *event_message(const struct sender *sender, const struct event *event)
{
    static char text[1 << 16];
    struct json_writer writer;
    struct viewed_event viewed;
    view_event(&sender->game, sender->viewer, event, &viewed);
    json_write_begin(&writer, text, sizeof text);
    wire_event(&writer, NULL, &viewed);
    ck_assert(json_write_ok(&writer));
    return json("{\"on\":\"event\",\"table\":\"k3f\",\"seq\":%u,\"event\":%s}", sender->seq, text);
}

/* Compares views as JSON, which has everything that a viewer may know and nothing else. */
static void expect_same_view(const struct view *left, const struct view *right)
{
    static char text[2][1 << 15];
    struct json_writer writer[2];
    json_write_begin(&writer[0], text[0], sizeof text[0]);
    json_write_begin(&writer[1], text[1], sizeof text[1]);
    wire_view(&writer[0], NULL, left);
    wire_view(&writer[1], NULL, right);
    ck_assert_str_eq(text[0], text[1]);
}

static void expect_same_legal(const struct viewed_legal *left, const struct viewed_legal *right)
{
    static char text[2][1 << 15];
    struct json_writer writer[2];
    json_write_begin(&writer[0], text[0], sizeof text[0]);
    json_write_begin(&writer[1], text[1], sizeof text[1]);
    wire_legal(&writer[0], NULL, left);
    wire_legal(&writer[1], NULL, right);
    ck_assert_str_eq(text[0], text[1]);
}

static void expect_like(const struct sender *sender)
{
    struct view view;
    struct viewed_legal legal;
    unsigned mine = game_actors(&sender->game) & view_pawns(&sender->game, sender->viewer);
    view_game(&sender->game, sender->viewer, &view);
    ck_assert(model.has_view);
    expect_same_view(&model.view, &view);
    ck_assert_int_eq(model.has_legal, mine != 0);
    if (mine != 0) {
        view_legal(sender->board, &sender->game, sender->viewer, &legal);
        expect_same_legal(&model.legal, &legal);
        ck_assert_uint_eq(model.legal.shown.actors, legal.shown.actors);
    }
    ck_assert_uint_eq(model.seq, sender->seq);
    ck_assert_uint_eq(model.turn_seq, sender->seq);
    ck_assert_uint_eq(model.turn_pawns, game_actors(&sender->game));
    ck_assert_int_eq(model.my_turn, mine != 0);
}

/* Continues the game and passes every message to the model. */
static void send_game(struct sender *sender, struct random *random, unsigned actions)
{
    struct action action;
    struct events events;
    unsigned begun = model.my_turns_begun;
    bool mine = model.my_turn;
    while (actions-- > 0 &&
           play_choose(sender->board, &sender->game, random, (struct play_style){true, true}, &action)) {
        size_t lines = model.lines_dropped + model.lines;
        ck_assert_int_eq(game_apply(sender->board, &sender->game, &action, &events), ERROR_OK);
        for (unsigned i = 0; i < events.count; i++) {
            sender->seq++;
            ck_assert(push(event_message(sender, &events.item[i])));
        }
        ck_assert(push(turn_message(sender)));
        expect_like(sender);
        ck_assert_uint_eq(model.lines_dropped + model.lines, lines + events.count);
        begun += model.my_turn && !mine;
        mine = model.my_turn;
        ck_assert_uint_eq(model.my_turns_begun, begun);
    }
}

/* One viewer of each kind; Ann plays the pawns that go with it. */
static const struct {
    struct viewer viewer;
    const char *pawns;
} watchers[] = {
    {{VIEWER_PUBLIC, 0}, ""},
    {{VIEWER_JACK, 0}, "\"jack\""},
    {{VIEWER_DETECTIVE, PAWN_BIT(PAWN_YELLOW)}, "\"yellow\""},
};

/* The reply to watch in a running game; the view is next to the turn. */
static json_t *watch_reply(const struct sender *sender, unsigned watcher)
{
    json_t *turn = turn_message(sender);
    json_t *reply =
        json("{\"table\":{\"id\":\"k3f\",\"game\":\"%s\",\"options\":[],\"private\":false,"
             "\"aids\":\"off\",\"state\":\"running\",\"host\":\"player-ann\",\"seats\":[{\"player\":"
             "\"player-ann\",\"name\":\"Ann\",\"pawns\":[%s],\"connected\":true}]},\"seq\":%u,"
             "\"chat\":[]}",
             game_name((enum game_kind)sender->game.kind), watchers[watcher].pawns, sender->seq);
    json_object_set(reply, "view", json_object_get(turn, "view"));
    json_object_del(turn, "view");
    json_object_set_new(reply, "turn", turn);
    return reply;
}

static struct sender begin_game(enum game_kind kind, unsigned watcher)
{
    struct setup setup = play_setup_full(kind, 0);
    struct sender sender = {.board = play_board(kind), .viewer = watchers[watcher].viewer};
    ck_assert_int_eq(game_new(sender.board, &sender.game, &setup), ERROR_OK);
    ck_assert(watch(watch_reply(&sender, watcher), false));
    expect_like(&sender);
    return sender;
}

START_TEST(after_every_message_the_model_equals_the_servers_view)
{
    struct random random = {(uint64_t)_i};
    struct sender sender = begin_game((enum game_kind)(_i % 2), (unsigned)_i / 2);
    send_game(&sender, &random, 1000);
    ck_assert_int_eq(sender.game.phase, PHASE_OVER);
    ck_assert(!model.my_turn && !model.has_legal);
}
END_TEST

/* After a reconnect the reply has the missed events and the view; later messages continue from there. */
START_TEST(missed_events_are_recovered_after_a_reconnect)
{
    struct random random = {(uint64_t)_i};
    struct sender sender = begin_game((enum game_kind)(_i % 2), (unsigned)_i / 2);
    send_game(&sender, &random, 12);
    size_t lines = model.lines;
    json_t *missed = json_array();
    struct action action;
    struct events events;
    for (unsigned n = 0; n < 5; n++) {
        ck_assert(play_choose(sender.board, &sender.game, &random, (struct play_style){true, true}, &action));
        ck_assert_int_eq(game_apply(sender.board, &sender.game, &action, &events), ERROR_OK);
        for (unsigned i = 0; i < events.count; i++) {
            sender.seq++;
            json_t *message = event_message(&sender, &events.item[i]);
            json_object_del(message, "on");
            json_array_append_new(missed, message);
        }
    }
    size_t told = json_array_size(missed);
    json_t *reply = watch_reply(&sender, (unsigned)_i / 2);
    json_object_set_new(reply, "events", missed);
    ck_assert(watch(json_incref(reply), true));
    expect_like(&sender);
    ck_assert_uint_ge(model.lines, lines + told);
    ck_assert(!watch(reply, true)); /* the same reply again does not fit any more */
    expect_like(&sender);
    send_game(&sender, &random, 1000);
}
END_TEST

START_TEST(an_undo_restores_the_view_of_the_server)
{
    struct random random = {3};
    struct sender sender = begin_game(GAME_WHITEHALL, 1);
    struct sender before = sender;
    char text[1 << 15];
    struct json_writer writer;
    send_game(&sender, &random, 1);
    before.seq = sender.seq + 1;
    json_write_begin(&writer, text, sizeof text);
    json_write_open(&writer, NULL, '{');
    json_write_string(&writer, "did", "undo");
    json_write_string(&writer, "by", "jack");
    write_view(&writer, &before);
    json_write_close(&writer, '}');
    ck_assert(push(json("{\"on\":\"event\",\"table\":\"k3f\",\"seq\":%u,\"event\":%s}", before.seq, text)));
    ck_assert_ptr_nonnull(strstr(last_line(), "undid"));
    ck_assert(push(turn_message(&before)));
    expect_like(&before);
    send_game(&before, &random, 20);
}
END_TEST

/* ---- Invalid messages ----------------------------------------------------------------------------------- */

static const char *const nonsense_pushes[] = {
    "{}",
    "{\"on\":7}",
    "{\"on\":\"event\"}",
    "{\"on\":\"event\",\"table\":\"k3f\"}",
    "{\"on\":\"event\",\"table\":\"k3f\",\"seq\":\"1\",\"event\":{\"did\":\"night\","
    "\"round\":1}}",
    "{\"on\":\"event\",\"table\":\"k3f\",\"seq\":2,\"event\":{\"did\":\"night\",\"round\":1}"
    "}", /* 1 is missing */
    "{\"on\":\"event\",\"table\":\"k3f\",\"seq\":1,\"event\":{\"did\":\"waltz\"}}",
    "{\"on\":\"event\",\"table\":\"k3f\",\"seq\":1,\"event\":{\"did\":\"undo\",\"by\":"
    "\"jack\",\"view\":{}}}",
    "{\"on\":\"event\",\"table\":\"k3f\",\"seq\":1,\"event\":[]}",
    "{\"on\":\"turn\",\"table\":\"k3f\",\"seq\":0}",
    "{\"on\":\"turn\",\"table\":\"k3f\",\"seq\":0,\"pawns\":[\"pink\"]}",
    "{\"on\":\"turn\",\"table\":\"k3f\",\"seq\":-1,\"pawns\":[]}",
    "{\"on\":\"turn\",\"table\":\"k3f\",\"seq\":0,\"pawns\":[],\"legal\":7}",
    "{\"on\":\"turn\",\"table\":\"k3f\",\"seq\":0,\"pawns\":[],\"view\":{\"game\":\"chess\"}"
    "}",
    "{\"on\":\"chat\",\"table\":\"k3f\",\"from\":\"Bob\",\"to\":\"table\"}",
    "{\"on\":\"chat\",\"table\":\"k3f\",\"from\":\"Bob\",\"to\":\"everybody and his "
    "dog\",\"text\":\"hm\"}",
    "{\"on\":\"over\",\"table\":\"k3f\",\"result\":{\"winner\":\"bob\",\"reason\":\"arrest\"}"
    "}",
    "{\"on\":\"marks\",\"table\":\"k3f\",\"marks\":{\"player\":\"player-bob\",\"marks\":[{"
    "\"circle\":0,\"mark\":"
    "\"suspect\"}]}}",
    "{\"on\":\"marks\",\"table\":\"k3f\",\"marks\":{\"player\":\"player-bob\",\"marks\":[{"
    "\"route\":[1,999]}]}}",
    "{\"on\":\"marks\",\"table\":\"k3f\",\"marks\":{\"player\":\"player-bob\",\"marks\":[{\"from\":1}]}}",
    "{\"on\":\"point\",\"table\":\"k3f\",\"player\":\"player-bob\",\"name\":\"Bob\"}",
    "{\"on\":\"point\",\"table\":\"k3f\",\"player\":\"player-bob\",\"circle\":7}",
    "{\"on\":\"resign\",\"table\":\"k3f\",\"players\":7}",
    "{\"on\":\"table\",\"table\":{}}",
    "{\"on\":\"table\",\"table\":" TABLE("chess", "open", "", "") "}",
    "{\"on\":\"table\",\"table\":" TABLE("whitehall", "strange", "", "") "}",
    "{\"on\":\"table\",\"table\":" TABLE("whitehall", "open", "\"pink\"", "") "}",
    "{\"on\":\"table\",\"table\":" TABLE("whitehall", "open", "", ",\"invite\":7") "}",
    "{\"on\":\"tables\"}",
    "{\"on\":\"tables\",\"table\":[]}",
};

/* Compares the whole struct, including all pointers and counts. */
static void expect_unchanged(const struct model *before)
{
    ck_assert(memcmp(before, &model, sizeof model) == 0);
}

START_TEST(an_invalid_push_changes_nothing)
{
    watch_open_table();
    struct model before;
    memcpy(&before, &model, sizeof before);
    ck_assert_msg(!push(json("%s", nonsense_pushes[_i])), "%s", nonsense_pushes[_i]);
    expect_unchanged(&before);
}
END_TEST

/* A running game whose reply has one impossible value. */
START_TEST(a_game_that_does_not_fit_its_board_changes_nothing)
{
    struct setup setup = play_setup_full(GAME_WHITEHALL, 0);
    struct sender sender = {.board = play_board(GAME_WHITEHALL), .viewer = {VIEWER_JACK, 0}};
    struct model before;
    ck_assert_int_eq(game_new(sender.board, &sender.game, &setup), ERROR_OK);
    watch_open_table();
    memcpy(&before, &model, sizeof before);
    static const struct {
        const char *part, *key, *value;
    } wrong[] = {
        {"table", "game", "\"whitechapel\""},
        {"view", "police", "{\"yellow\":255}"},
        {"view", "clues", "[3,255]"},
        {"view", "discoveries", "[1,5,117,250]"},
        {"view", "rows", "[[{\"cell\":0,\"circle\":255}]]"},
        {"turn", "legal", "{\"move\":[255]}"},
        {"turn", "legal", "{\"coach\":[[1,255]]}"},
        {"turn", "legal", "{\"walk\":{\"yellow\":[255]}}"},
    };
    for (size_t i = 0; i < COUNT(wrong); i++) {
        json_t *reply = watch_reply(&sender, 1);
        json_t *value = json_loads(wrong[i].value, JSON_DECODE_ANY, NULL);
        json_object_set_new(json_object_get(reply, wrong[i].part), wrong[i].key, value);
        ck_assert_msg(!watch(reply, false), "%s %s %s", wrong[i].part, wrong[i].key, wrong[i].value);
        expect_unchanged(&before);
    }
    static const char *const needed[] = {"view", "turn", "seq", "chat", "table"};
    for (size_t i = 0; i < COUNT(needed); i++) {
        json_t *reply = watch_reply(&sender, 1);
        json_object_del(reply, needed[i]);
        ck_assert_msg(!watch(reply, false), "without %s", needed[i]);
        expect_unchanged(&before);
    }
    ck_assert(watch(watch_reply(&sender, 1), false));
}
END_TEST

static const char *const nonsense_replies[] = {
    "{}",
    "{\"table\":{},\"seq\":0,\"chat\":[]}",
    "{\"table\":" OPEN_TABLE ",\"chat\":[]}",
    "{\"table\":" OPEN_TABLE ",\"seq\":0}",
    "{\"table\":" OPEN_TABLE ",\"seq\":0,\"chat\":[{\"from\":\"Bob\"}]}",
    "{\"table\":" OPEN_TABLE ",\"seq\":0,\"chat\":[],\"marks\":7}",
    "{\"table\":" OPEN_TABLE ",\"seq\":0,\"chat\":[],\"marks\":[{}]}",
    "{\"table\":" OPEN_TABLE ",\"seq\":0,\"chat\":[],\"turn\":{}}",
    "{\"table\":" OPEN_TABLE ",\"seq\":1,\"chat\":[],\"events\":[]}", /* one event is missing */
    "{\"table\":" OPEN_TABLE
    ",\"seq\":1,\"chat\":[],\"events\":[{\"seq\":2,\"event\":{\"did\":\"night\",\"round\":1}}]}",
    "{\"table\":" OPEN_TABLE
    ",\"seq\":1,\"chat\":[],\"events\":[{\"seq\":1,\"event\":{\"did\":\"nought\"}}]}",
};

START_TEST(an_invalid_reply_changes_nothing)
{
    watch_open_table();
    struct model before;
    memcpy(&before, &model, sizeof before);
    ck_assert_msg(!watch(json("%s", nonsense_replies[_i]), false), "%s", nonsense_replies[_i]);
    expect_unchanged(&before);
}
END_TEST

START_TEST(invalid_lists_change_nothing)
{
    static const char *const lists[] = {
        "{}",
        "{\"tables\":7,\"games\":7}",
        "{\"tables\":[7],\"games\":[7]}",
        "{\"tables\":[{\"table\":" OPEN_TABLE "}],\"games\":[{\"table\":\"k3f\"}]}",
    };
    struct model before;
    memcpy(&before, &model, sizeof before);
    for (size_t i = 0; i < COUNT(lists); i++) {
        json_t *list = json("%s", lists[i]);
        ck_assert(!model_update_tables(&model, list));
        ck_assert(!model_update_mine(&model, list));
        ck_assert(!model_update_archive(&model, list));
        json_decref(list);
    }
    expect_unchanged(&before);
}
END_TEST

START_TEST(messages_of_newer_servers_are_ignored)
{
    watch_open_table();
    ck_assert(push(json("{\"on\":\"fireworks\",\"table\":\"k3f\"}")));
    ck_assert(
        push(json("{\"on\":\"chat\",\"table\":\"k3f\",\"from\":\"Bob\",\"to\":\"table\",\"text\":\"hi\","
                  "\"mood\":\"merry\"}")));
    ck_assert_str_eq(last_line(), "Bob: hi");
}
END_TEST

START_TEST(pushes_about_another_table_are_ignored)
{
    watch_open_table();
    struct model before;
    memcpy(&before, &model, sizeof before);
    ck_assert(push(
        json("{\"on\":\"chat\",\"table\":\"other\",\"from\":\"Bob\",\"to\":\"table\",\"text\":\"hi\"}")));
    ck_assert(push(
        json("{\"on\":\"event\",\"table\":\"other\",\"seq\":9,\"event\":{\"did\":\"night\",\"round\":1}}")));
    expect_unchanged(&before);
}
END_TEST

/* ---- Chat --------------------------------------------------------------------------------------- */

START_TEST(control_characters_are_replaced)
{
    watch_open_table();
    ck_assert(push(json("{\"on\":\"chat\",\"table\":\"k3f\",\"from\":\"B\\u001bob\",\"to\":\"police\","
                        "\"text\":\"a\\u0007b\\u009bc\\u202ed\\ne\\u00e9\"}")));
    ck_assert_str_eq(last_line(), "B?ob: a?b?c?d?e\xc3\xa9");
    ck_assert_str_eq(model.line[model.lines - 1].to, "police");
    char small[4];
    ck_assert_uint_eq(model_sanitize(small, sizeof small, "ab\xc3\xa9"),
                      2); /* characters are not cut in half */
    ck_assert_str_eq(small, "ab");
}
END_TEST

static json_t *reply_with_chat(const char *chat)
{
    return json("{\"table\":%s,\"seq\":0,\"chat\":[%s]}", OPEN_TABLE, chat);
}

#define SAID(text) "{\"from\":\"Bob\",\"to\":\"table\",\"text\":\"" text "\"}"

static unsigned count_chat(void)
{
    unsigned count = 0;
    for (size_t i = 0; i < model.lines; i++) {
        count += model.line[i].kind == LINE_CHAT;
    }
    return count;
}

START_TEST(after_a_reconnect_only_new_chat_is_added)
{
    ck_assert(watch(reply_with_chat(SAID("ok") "," SAID("ok")), false));
    ck_assert_uint_eq(count_chat(), 2);
    ck_assert(watch(reply_with_chat(SAID("ok") "," SAID("ok") "," SAID("ok") "," SAID("new")), true));
    ck_assert_uint_eq(count_chat(), 4);
    ck_assert_str_eq(last_line(), "Bob: new");
    ck_assert(watch(reply_with_chat(SAID("new") "," SAID("newer")),
                    true)); /* the server sends only the last lines */
    ck_assert_uint_eq(count_chat(), 5);
    ck_assert_str_eq(last_line(), "Bob: newer");
    ck_assert(watch(reply_with_chat(SAID("new") "," SAID("newer")), true));
    ck_assert_uint_eq(count_chat(), 5);
}
END_TEST

START_TEST(the_oldest_lines_are_dropped_and_counted)
{
    for (unsigned i = 0; i < 3 * MODEL_LINES_MAX; i++) {
        model_add_news(&model, "line %u", i);
        ck_assert_uint_le(model.lines, MODEL_LINES_MAX);
        ck_assert_uint_eq(model.lines_dropped + model.lines, i + 1);
    }
    char text[32];
    (void)snprintf(text, sizeof text, "line %zu", model.lines_dropped);
    ck_assert_str_eq(model.line[0].text, text);
}
END_TEST

/* ---- Tables and players -------------------------------------------------------------------------- */

START_TEST(changes_at_the_table_are_news)
{
    watch_open_table();
    ck_assert(push(
        json("{\"on\":\"table\",\"table\":{\"id\":\"k3f\",\"game\":\"whitehall\",\"options\":[\"powers\"],"
             "\"private\":true,\"aids\":\"off\",\"state\":\"running\",\"host\":\"player-cy\",\"seats\":["
             "{\"player\":\"player-ann\",\"name\":\"Anna\",\"pawns\":[\"jack\"],\"connected\":false},"
             "{\"player\":\"player-cy\",\"name\":\"Cy\",\"pawns\":[\"yellow\",\"red\",\"blue\"],"
             "\"connected\":true}]}}")));
    static const char *const expected[] = {
        "Bob left the table.", "Ann is now called Anna.", "Anna plays Jack.",
        "Anna is away.",       "Cy joined the table.",    "Cy plays Yellow, Red and Blue.",
        "Cy is now the host.", "The game has started.",
    };
    ck_assert_uint_eq(model.lines, COUNT(expected));
    for (size_t i = 0; i < model.lines; i++) {
        ck_assert_str_eq(model.line[i].text, expected[i]);
        ck_assert_int_eq(model.line[i].kind, LINE_NEWS);
    }
    ck_assert_int_eq(model_my_seat(&model), 0);
    ck_assert_uint_eq(model_my_pawns(&model), PAWN_BIT(PAWN_JACK));
    ck_assert(!model_is_host(&model));
    ck_assert_ptr_eq(model_board(&model), play_board(GAME_WHITEHALL));
    ck_assert_uint_eq(model.table.options, OPTION_POWERS);
}
END_TEST

/* Pushes the table with a seat that a bot plays or substitutes, as `seat` says. */
static bool push_seat(const char *seat)
{
    return push(json("{\"on\":\"table\",\"table\":{\"id\":\"k3f\",\"game\":\"whitehall\",\"options\":[],"
                     "\"private\":false,\"aids\":\"full\",\"clock\":90,\"level\":\"hard\",\"pace\":\"quick\","
                     "\"state\":\"open\",\"host\":\"player-ann\",\"created\":1,\"seats\":[%s]}}",
                     seat));
}

START_TEST(bots_at_the_table_are_news)
{
    watch_open_table();
    ck_assert(push_seat("{\"player\":\"b\",\"name\":\"Bot 1\",\"pawns\":[\"red\"],\"connected\":true,"
                        "\"bot\":\"easy\"}"));
    ck_assert_str_eq(last_line(), "Bot 1 (easy) plays Red.");
    ck_assert_str_eq(model_seat_name(&model.table.seat[0]).text, "Bot 1 (easy)");
    ck_assert(push_seat("{\"player\":\"b\",\"name\":\"Bot 1\",\"pawns\":[\"red\"],\"connected\":true,"
                        "\"bot\":\"hard\"}"));
    ck_assert_str_eq(last_line(), "Bot 1 is now set to hard.");
    ck_assert_str_eq(
        model_table_settings(&model.table).text,
        "Deduction help: full, with numbers. Spectators can use it too. 1 minute 30 seconds per action, "
        "then a stand-in "
        "bot (hard) takes over. "
        "Bot speed: fast.");
    ck_assert(!push_seat("{\"player\":\"b\",\"name\":\"Bot 1\",\"pawns\":[],\"bot\":7}"));
}
END_TEST

START_TEST(a_substitute_bot_is_news_when_it_comes_and_goes)
{
    static const char ann[] = "{\"player\":\"player-ann\",\"name\":\"Ann\",\"pawns\":[\"red\"],"
                              "\"connected\":true";
    char seat[300];
    watch_open_table();
    (void)snprintf(seat, sizeof seat, "%s}", ann);
    ck_assert(push_seat(seat));
    (void)snprintf(seat, sizeof seat, "%s,\"bot\":\"hard\",\"stands_in\":true}", ann);
    ck_assert(push_seat(seat));
    ck_assert_str_eq(last_line(), "A stand-in bot (hard) is playing for Ann.");
    ck_assert_str_eq(model_seat_name(&model.table.seat[0]).text, "Ann (stand-in bot: hard)");
    (void)snprintf(seat, sizeof seat, "%s}", ann);
    ck_assert(push_seat(seat));
    ck_assert_str_eq(last_line(), "Ann is playing again.");
}
END_TEST

/* Pushes to everyone in the lobby have no invite; that must not hide the one a player knows. */
START_TEST(a_public_push_keeps_the_invite)
{
    ck_assert(watch(json("{\"table\":%s,\"seq\":0,\"chat\":[],\"marks\":[]}",
                         TABLE("whitehall", "open", "", ",\"invite\":\"hqhmde82qhqj\"")),
                    false));
    ck_assert(push(json("{\"on\":\"tables\",\"table\":%s}", TABLE("whitehall", "open", "\"jack\"", ""))));
    ck_assert_str_eq(model.table.invite, "hqhmde82qhqj");
    ck_assert_uint_eq(model_my_pawns(&model), PAWN_BIT(PAWN_JACK));
    ck_assert(push(json("{\"on\":\"table\",\"table\":%s}",
                        TABLE("whitehall", "open", "", ",\"invite\":\"aaaaaaaaaaaa\""))));
    ck_assert_str_eq(model.table.invite, "aaaaaaaaaaaa");
}
END_TEST

START_TEST(the_list_of_tables_follows_its_pushes)
{
    json_t *list = json("{\"tables\":[{\"table\":%s,\"turn\":[\"red\"]}]}",
                        TABLE("whitehall", "running", "\"jack\"", ""));
    ck_assert(model_update_tables(&model, list));
    ck_assert(model_update_mine(&model, list));
    json_decref(list);
    ck_assert_uint_eq(model.tables, 1);
    ck_assert_uint_eq(model.table_list[0].turn, PAWN_BIT(PAWN_RED));
    json_t *other = json("{\"on\":\"tables\",\"table\":%s}", OPEN_TABLE);
    json_object_set_new(json_object_get(other, "table"), "id", json_string("new"));
    ck_assert(push(other));
    ck_assert_uint_eq(model.tables, 2);
    ck_assert_str_eq(model.table_list[0].id, "new"); /* the newest are first */
    ck_assert(
        push(json("{\"on\":\"tables\",\"table\":%s}",
                  TABLE("whitehall", "finished", "\"jack\"",
                        ",\"result\":{\"winner\":\"police\",\"reason\":\"arrest\"},\"rematch\":\"r9\""))));
    ck_assert_int_eq(model.table_list[1].state, MODEL_TABLE_FINISHED);
    ck_assert_int_eq(model.mine_list[0].winner, WINNER_POLICE);
    ck_assert_str_eq(model.mine_list[0].rematch, "r9");
    ck_assert_uint_eq(model.table_list[1].turn, 0);
    ck_assert(push(json("{\"on\":\"tables\",\"gone\":\"k3f\"}")));
    ck_assert_uint_eq(model.tables, 1);
    ck_assert_str_eq(model.table_list[0].id, "new");
    ck_assert(push(json("{\"on\":\"tables\",\"gone\":\"nobody knows\"}")));
    ck_assert_uint_eq(model.mine, 1);
}
END_TEST

START_TEST(the_archive_lists_jacks_player_first)
{
    json_t *list = json(
        "{\"games\":[{\"table\":\"k3f\",\"game\":\"whitechapel\",\"result\":{\"winner\":\"jack\",\"reason\":"
        "\"five_victims\"},\"players\":[{\"player\":\"b\",\"name\":\"Bob\",\"pawns\":[\"red\"]},{\"player\":"
        "\"a\",\"name\":\"Ann\",\"pawns\":[\"jack\"]}],\"actions\":226,\"ended\":1700000000,\"private\":"
        "false,"
        "\"before\":\"x\"}]}");
    ck_assert(model_update_archive(&model, list));
    json_decref(list);
    ck_assert_uint_eq(model.archived, 1);
    ck_assert_str_eq(model.archive_list[0].players, "Ann, Bob");
    ck_assert_int_eq(model.archive_list[0].reason, REASON_FIVE_VICTIMS);
    ck_assert_uint_eq(model.archive_list[0].actions, 226);
    ck_assert_int_eq(model.archive_list[0].ended, 1700000000);
}
END_TEST

START_TEST(the_marks_of_all_detectives_are_combined)
{
    watch_open_table();
    ck_assert(push(
        json("{\"on\":\"marks\",\"table\":\"k3f\",\"marks\":{\"player\":\"player-bob\",\"marks\":["
             "{\"circle\":12,\"mark\":\"suspect\"},{\"route\":[3,4]},{\"circle\":9,\"mark\":\"cleared\"},"
             "{\"from\":21,\"to\":22}]}}")));
    ck_assert_ptr_null(model_my_marks(&model));
    model_mark(&model, 20, "suspect");
    model_mark(&model, 12, "suspect");
    ck_assert(set_has(&model.suspect, 12) && set_has(&model.suspect, 20) && set_has(&model.cleared, 9));
    ck_assert(set_has(&model.route, 3) && set_has(&model.route, 4));
    ck_assert(set_has(&model.route, 21) && set_has(&model.route, 22));
    ck_assert(push(json("{\"on\":\"point\",\"table\":\"k3f\",\"player\":\"player-bob\",\"name\":\"Bob\","
                        "\"circle\":12}")));
    ck_assert_str_eq(last_line(), "Bob points to 12.");
    model_mark(&model, 20, "cleared");
    ck_assert(!set_has(&model.suspect, 20) && set_has(&model.cleared, 20));
    model_mark(&model, 20, "none");
    ck_assert(!set_has(&model.cleared, 20));
    ck_assert(push(
        json("{\"on\":\"marks\",\"table\":\"k3f\",\"marks\":{\"player\":\"player-bob\",\"marks\":[]}}")));
    ck_assert(set_has(&model.suspect, 12)); /* this mark is mine */
    ck_assert(!set_has(&model.cleared, 9) && set_is_empty(&model.route));
    ck_assert_uint_eq(set_count(&model_my_marks(&model)->suspect), 1);
}
END_TEST

static struct viewed_event search_event(enum pawn by, unsigned circle, bool found)
{
    return (struct viewed_event){
        {.kind = EVENT_SEARCH, .by = (uint8_t)by, .circle = (uint8_t)circle, .found = found}};
}

START_TEST(searches_without_a_clue_are_kept_until_the_night_ends)
{
    struct searches searches = {0};
    struct viewed_event kill = {{.kind = EVENT_KILL, .cells = {.count = 1, .item = {CELL_ONE}}}};
    struct viewed_event move = {{.kind = EVENT_MOVE, .cells = {.count = 1, .item = {CELL_ONE + 1}}}};
    struct viewed_event one = search_event(PAWN_RED, 12, false), two = search_event(PAWN_RED, 13, true);
    struct viewed_event three = search_event(PAWN_BLUE, 14, false), night = {{.kind = EVENT_NIGHT}};
    searches_follow(&searches, &kill);
    searches_follow(&searches, &move);
    searches_follow(&searches, &one);
    searches_follow(&searches, &two);
    searches_follow(&searches, &three);
    ck_assert_uint_eq(searches.at[12], CELL_ONE + 2);
    ck_assert_uint_eq(searches.at[13], 0); /* a clue */
    struct view view = {.on_track = 1, .last_cell = CELL_ONE + 1, .waiting = PAWN_BIT(PAWN_BLUE)};
    searches_undo(&searches, &view);
    ck_assert_uint_eq(searches.at[12], CELL_ONE + 2);
    ck_assert_uint_eq(searches.at[14], 0); /* Blue has yet to act */
    searches_follow(&searches, &night);
    ck_assert_uint_eq(searches.at[12], 0);
}
END_TEST

START_TEST(leaving_a_table_clears_it)
{
    struct random random = {5};
    struct sender sender = begin_game(GAME_WHITEHALL, 1);
    send_game(&sender, &random, 10);
    size_t lines = model.lines_dropped + model.lines;
    model_leave_table(&model);
    ck_assert(!model.has_table && !model.has_view && !model.has_legal && !model.my_turn);
    ck_assert_uint_eq(model.lines, 0);
    ck_assert_uint_eq(model.lines_dropped, lines);
    ck_assert_uint_eq(model.view.hideout, 0);
    ck_assert_uint_eq(model.seq, 0);
    ck_assert_int_eq(model_my_seat(&model), -1);
    ck_assert_ptr_null(model_board(&model));
    struct view nothing;
    memset(&nothing, 0, sizeof nothing);
    ck_assert(memcmp(&model.view, &nothing, sizeof nothing) == 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("model");
    TCase *cases = tcase_create("model");
    tcase_add_checked_fixture(cases, set_up, tear_down);
    tcase_add_loop_test(cases, after_every_message_the_model_equals_the_servers_view, 0, 6);
    tcase_add_loop_test(cases, missed_events_are_recovered_after_a_reconnect, 0, 6);
    tcase_add_test(cases, an_undo_restores_the_view_of_the_server);
    tcase_add_loop_test(cases, an_invalid_push_changes_nothing, 0, COUNT(nonsense_pushes));
    tcase_add_test(cases, a_game_that_does_not_fit_its_board_changes_nothing);
    tcase_add_loop_test(cases, an_invalid_reply_changes_nothing, 0, COUNT(nonsense_replies));
    tcase_add_test(cases, invalid_lists_change_nothing);
    tcase_add_test(cases, messages_of_newer_servers_are_ignored);
    tcase_add_test(cases, pushes_about_another_table_are_ignored);
    tcase_add_test(cases, control_characters_are_replaced);
    tcase_add_test(cases, after_a_reconnect_only_new_chat_is_added);
    tcase_add_test(cases, the_oldest_lines_are_dropped_and_counted);
    tcase_add_test(cases, changes_at_the_table_are_news);
    tcase_add_test(cases, bots_at_the_table_are_news);
    tcase_add_test(cases, a_substitute_bot_is_news_when_it_comes_and_goes);
    tcase_add_test(cases, a_public_push_keeps_the_invite);
    tcase_add_test(cases, the_list_of_tables_follows_its_pushes);
    tcase_add_test(cases, the_archive_lists_jacks_player_first);
    tcase_add_test(cases, the_marks_of_all_detectives_are_combined);
    tcase_add_test(cases, searches_without_a_clue_are_kept_until_the_night_ends);
    tcase_add_test(cases, leaving_a_table_clears_it);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
