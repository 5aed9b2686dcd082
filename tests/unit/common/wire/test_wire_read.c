/*
 * test_wire_read.c: wire_read.h reads exactly what wire.h writes, and rejects everything else.
 *
 * At every step of the games in tests/records and of random ones, every viewer's view, events and choices are
 * written as JSON and read again; views also from the cached JSON of another viewer. Then valid JSON is
 * damaged, one value at a time: it must be rejected, or what was read must itself survive writing and
 * reading.
 */
#include "common/wire/wire_read.h"

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/wire/record.h"
#include "common/wire/wire.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"

#define DIRECTORY "tests/records/"

enum { GAMES = 16, STEPS_MAX = 1500, TEXT_MAX = 1 << 16, FILE_MAX = 1 << 20, VIEWERS_MAX = SEATS_MAX + 4 };

static char text[2][TEXT_MAX];

/* ---- Writing and reading ------------------------------------------------------------------------ */

/* Writes any value of wire.h into text[i]. */
#define WRITE(i, writer, value) \
    do { \
        struct json_writer writer_; \
        json_write_begin(&writer_, text[i], sizeof text[i]); \
        writer(&writer_, NULL, (value)); \
        ck_assert(json_write_ok(&writer_)); \
    } while (0)

static json_t *parse(const char *json)
{
    json_t *value = json_loads(json, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    ck_assert_msg(value != NULL, "%s", json);
    return value;
}

static void check_view(const struct view *view)
{
    struct view back;
    WRITE(0, wire_view, view);
    json_t *json = parse(text[0]);
    ck_assert_msg(wire_read_view(json, &back), "%s", text[0]);
    WRITE(1, wire_view, &back);
    ck_assert_str_eq(text[0], text[1]);
    if (view->kind == GAME_WHITECHAPEL) { /* see wire_read.h */
        memcpy(back.tiles_used, view->tiles_used, sizeof back.tiles_used);
    }
    ck_assert_msg(memcmp(view, &back, sizeof back) == 0, "a member is not what it was: %s", text[0]);
    json_decref(json);
}

static struct view_text kept; /* the view written last, of any game */
static unsigned copied;       /* views of which everything except "you" came from the cache */

static void check_view_again(const struct view *view)
{
    for (unsigned again = 0; again < 2; again++) {
        struct json_writer writer;
        json_write_begin(&writer, text[again], sizeof text[again]);
        json_write_open(&writer, NULL, '{');
        json_write_int(&writer, "seq", 1);
        if (again == 0) {
            wire_view(&writer, "view", view);
        } else {
            wire_view_cached(&writer, "view", view, &kept);
        }
        json_write_close(&writer, '}');
        ck_assert(json_write_ok(&writer));
    }
    ck_assert_str_eq(text[0], text[1]);
    copied += kept.length > 0 && memcmp(view, &kept.view, sizeof *view) != 0;
}

static void check_event(const struct viewed_event *event)
{
    struct viewed_event back;
    WRITE(0, wire_event, event);
    json_t *json = parse(text[0]);
    ck_assert_msg(wire_read_event(json, &back), "%s", text[0]);
    ck_assert(!wire_is_undo(json));
    WRITE(1, wire_event, &back);
    ck_assert_str_eq(text[0], text[1]);
    ck_assert_uint_le(back.shown.sheet.rows, event->shown.sheet.rows); /* see wire_read.h */
    back.shown.sheet.rows = event->shown.sheet.rows;
    ck_assert_msg(memcmp(event, &back, sizeof back) == 0, "a member is not what it was: %s", text[0]);
    json_decref(json);
}

/* Members of kinds that are not listed may have any value and are not sent. */
static void keep_listed(const struct viewed_legal *legal, struct viewed_legal *listed)
{
    struct legal *shown = &listed->shown;
    memcpy(listed, legal, sizeof *listed);
    if ((shown->kinds & ACTION_BIT(ACTION_ALLEY)) == 0) {
        memset(&shown->alley, 0, sizeof shown->alley);
    }
    for (unsigned letter = 0; letter < LETTER_COUNT; letter++) {
        if ((shown->letters & (1U << letter)) == 0) {
            memset(&shown->letter_from[letter], 0, sizeof shown->letter_from[letter]);
        }
    }
    if ((shown->letters & (1U << LETTER_DEAR_BOSS | 1U << LETTER_FROM_HELL)) == 0) {
        memset(&shown->letter_to, 0, sizeof shown->letter_to);
    }
    if ((shown->letters & (1U << LETTER_GOULSTON_STREET)) == 0) {
        shown->letter_pawns = 0;
    }
}

static void check_legal(const struct viewed_legal *legal, const struct view *view)
{
    struct viewed_legal listed;
    struct viewed_legal back;
    keep_listed(legal, &listed);
    WRITE(0, wire_legal, legal);
    json_t *json = parse(text[0]);
    ck_assert_msg(wire_read_legal(json, view, &back), "%s", text[0]);
    WRITE(1, wire_legal, &back);
    ck_assert_str_eq(text[0], text[1]);
    ck_assert_msg(memcmp(&listed, &back, sizeof back) == 0, "a member is not what it was: %s", text[0]);
    ck_assert(wire_read_legal(json, NULL, &back));
    ck_assert_uint_eq(back.shown.actors, 0);
    json_decref(json);
}

/* ---- All viewers, at every step ----------------------------------------------------------------- */

static unsigned list_viewers(const struct setup *setup, struct viewer viewer[VIEWERS_MAX])
{
    static const uint8_t roles[] = {VIEWER_PUBLIC, VIEWER_POLICE, VIEWER_JACK, VIEWER_ALL};
    unsigned count = 0;
    for (size_t i = 0; i < sizeof roles; i++) {
        viewer[count++] = (struct viewer){.role = roles[i]};
    }
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        if (setup->pawns[seat] != PAWN_BIT(PAWN_JACK)) {
            viewer[count++] = (struct viewer){.role = VIEWER_DETECTIVE, .pawns = setup->pawns[seat]};
        }
    }
    return count;
}

static void check_step(const struct setup *setup, const struct game *game, const struct events *events)
{
    struct viewer viewer[VIEWERS_MAX];
    unsigned count = list_viewers(setup, viewer);
    for (unsigned i = 0; i < count; i++) {
        struct view view;
        struct viewed_legal legal;
        view_game(game, viewer[i], &view);
        check_view(&view);
        check_view_again(&view);
        view_legal(play_board(setup->game), game, viewer[i], &legal);
        check_legal(&legal, &view);
        for (unsigned at = 0; at < events->count; at++) {
            struct viewed_event event;
            view_event(game, viewer[i], &events->item[at], &event);
            check_event(&event);
        }
    }
}

static void each_step(void *context, const struct game *game, const struct action *action,
                      const struct events *events)
{
    (void)action;
    check_step(context, game, events);
}

static void check_file(const char *name)
{
    static char record_text[FILE_MAX];
    struct record record;
    struct record_error error;
    struct game game;
    char path[256];
    (void)snprintf(path, sizeof path, DIRECTORY "%s", name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    size_t length = fread(record_text, 1, sizeof record_text, file);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_msg(record_read(&record, record_text, length, &error), "%s", path);
    ck_assert(record_fold(&record, play_board(record.setup.game), SIZE_MAX, &game, each_step, &record.setup,
                          &error));
    record_free(&record);
}

static int is_record(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0;
}

START_TEST(recorded_games_come_back_for_every_viewer_at_every_step)
{
    struct dirent **entries;
    int count = scandir(DIRECTORY, &entries, is_record, alphasort);
    ck_assert_int_gt(count, 20);
    for (int i = 0; i < count; i++) {
        check_file(entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    ck_assert_uint_gt(copied, 1000);
}
END_TEST

START_TEST(random_games_come_back_for_every_viewer_at_every_step)
{
    for (unsigned number = 0; number < GAMES; number++) {
        struct random random = {number};
        struct play_style style = {.homing = number % 4 != 0, .no_arrests = number % 3 != 0};
        enum game_kind kind = number % 2 == 0 ? GAME_WHITECHAPEL : GAME_WHITEHALL;
        const struct board *board = play_board(kind);
        struct setup setup = play_setup(kind, random_below(&random, 1U << option_count(kind)), &random);
        struct game game;
        struct action action;
        struct events events = {0};
        ck_assert(game_new(board, &game, &setup) == ERROR_OK);
        check_step(&setup, &game, &events);
        for (unsigned step = 0; step < STEPS_MAX; step++) {
            if (!play_choose(board, &game, &random, style, &action)) {
                break;
            }
            ck_assert(game_apply(board, &game, &action, &events) == ERROR_OK);
            check_step(&setup, &game, &events);
        }
        ck_assert_int_eq(game.phase, PHASE_OVER);
    }
}
END_TEST

/* ---- Damaged JSON ------------------------------------------------------------------------------- */

/* Returns a game stopped in the middle, the same one each time. */
static struct game stopped_game(enum game_kind kind, uint32_t options, unsigned seed, unsigned steps)
{
    struct random random = {seed};
    struct play_style style = {.homing = true, .no_arrests = true};
    struct setup setup = play_setup_two(kind, options);
    struct game game;
    struct action action;
    struct events events;
    ck_assert(game_new(play_board(kind), &game, &setup) == ERROR_OK);
    for (unsigned i = 0; i < steps && play_choose(play_board(kind), &game, &random, style, &action); i++) {
        ck_assert(game_apply(play_board(kind), &game, &action, &events) == ERROR_OK);
    }
    return game;
}

static json_t *some_view(const struct game *game, uint8_t role)
{
    struct view view;
    view_game(game, (struct viewer){.role = role}, &view);
    WRITE(0, wire_view, &view);
    return parse(text[0]);
}

static json_t *some_legal(const struct game *game)
{
    struct viewed_legal legal;
    view_legal(play_board((enum game_kind)game->kind), game, (struct viewer){.role = VIEWER_ALL}, &legal);
    WRITE(0, wire_legal, &legal);
    return parse(text[0]);
}

/*
 * Reads a value in all three ways; whatever is accepted must survive writing and reading. Returns how many
 * accepted it.
 */
static unsigned read_all(const json_t *json)
{
    static const struct view no_view;
    struct view view;
    struct viewed_event event;
    struct viewed_legal legal;
    unsigned taken = 0;
    if (wire_read_view(json, &view)) {
        check_view(&view);
        taken++;
    }
    if (wire_read_event(json, &event)) {
        check_event(&event);
        taken++;
    }
    if (wire_read_legal(json, &no_view, &legal)) {
        check_legal(&legal, &no_view);
        taken++;
    }
    return taken;
}

/* Returns the value that replaces another. Long lists are longer than any of our arrays. */
static json_t *spoilt_value(unsigned how)
{
    static const char *const values[] = {
        "null",         "true",     "false",      "0",           "-1",        "-5",         "1",
        "16",           "255",      "256",        "65537",       "1.0",       "4294967297", "\"\"",
        "\"x\"",        "\"jack\"", "\"yellow\"", "\"unknown\"", "\"false\"", "[]",         "{}",
        "[[]]",         "[1]",      "[1,2]",      "[[1,2]]",     "[0]",       "[\"jack\"]", "{\"yellow\":[]}",
        "{\"jack\":1}",
    };
    if (how < COUNT(values)) {
        return parse(values[how]);
    }
    if (how == COUNT(values)) {
        json_t *list = json_array();
        for (unsigned i = 0; i < 1000; i++) {
            json_array_append_new(list, json_integer(i % 255 + 1));
        }
        return list;
    }
    return NULL;
}

/* Replaces every value below `at`, one at a time, and reads the whole each time; then removes each key. */
static void spoil(json_t *root, json_t *at, unsigned long *reads)
{
    void *next = json_object_iter(at);
    while (next != NULL) {
        char key[64];
        (void)snprintf(key, sizeof key, "%s", json_object_iter_key(next));
        json_t *value = json_incref(json_object_iter_value(next));
        for (unsigned how = 0;; how++, (*reads)++) {
            json_t *other = spoilt_value(how);
            if (other == NULL) {
                break;
            }
            json_object_set_new(at, key, other);
            (void)read_all(root);
        }
        json_object_set(at, key, value);
        spoil(root, value, reads);
        json_decref(value);
        next = json_object_iter_next(at, json_object_iter_at(at, key));
    }
    for (size_t i = 0; i < json_array_size(at) && i < 3; i++) {
        json_t *value = json_incref(json_array_get(at, i));
        for (unsigned how = 0;; how++, (*reads)++) {
            json_t *other = spoilt_value(how);
            if (other == NULL) {
                break;
            }
            json_array_set_new(at, i, other);
            (void)read_all(root);
        }
        json_array_set(at, i, value);
        spoil(root, value, reads);
        json_decref(value);
    }
}

START_TEST(whatever_is_accepted_can_be_written_and_read_again)
{
    unsigned long reads = 0;
    for (unsigned steps = 0; steps < 120; steps += 7) {
        for (unsigned kind = 0; kind < GAME_KIND_COUNT; kind++) {
            uint32_t options = (1U << option_count((enum game_kind)kind)) - 1;
            struct game game = stopped_game((enum game_kind)kind, options, steps, steps);
            json_t *values[] = {some_view(&game, VIEWER_ALL), some_view(&game, VIEWER_PUBLIC),
                                some_legal(&game)};
            for (size_t i = 0; i < COUNT(values); i++) {
                ck_assert_uint_ge(read_all(values[i]), 1);
                spoil(values[i], values[i], &reads);
                json_decref(values[i]);
            }
        }
    }
    ck_assert_uint_gt(reads, 10000);
}
END_TEST

/* ---- Refused ------------------------------------------------------------------------------------ */

/* A value that makes a view of Jack's invalid, or NULL to remove the key. */
static const struct {
    enum game_kind game;
    const char *key, *value;
} bad_views[] = {
    {GAME_WHITECHAPEL, "game", NULL},
    {GAME_WHITECHAPEL, "game", "\"monopoly\""},
    {GAME_WHITECHAPEL, "options", "[\"smoker\"]"},
    {GAME_WHITECHAPEL, "options", "\"letters\""},
    {GAME_WHITECHAPEL, "phase", "\"tea\""},
    {GAME_WHITECHAPEL, "phase", NULL},
    {GAME_WHITECHAPEL, "phase", "\"over\""}, /* without a result */
    {GAME_WHITECHAPEL, "round", "0"},
    {GAME_WHITECHAPEL, "round", "5"},
    {GAME_WHITECHAPEL, "round", "1.0"},
    {GAME_WHITECHAPEL, "you", "{\"role\":\"king\",\"pawns\":[]}"},
    {GAME_WHITECHAPEL, "you", "{\"role\":\"jack\"}"},
    {GAME_WHITECHAPEL, "you", "{\"role\":\"jack\",\"pawns\":[\"mauve\"]}"},
    {GAME_WHITECHAPEL, "actors", "[1]"},
    {GAME_WHITECHAPEL, "seats", "[]"},
    {GAME_WHITECHAPEL, "seats", "[[\"jack\"],[\"jack\"]]"},
    {GAME_WHITECHAPEL, "seats", "[[],[],[],[],[],[],[]]"},
    {GAME_WHITECHAPEL, "waiting", "[]"},
    {GAME_WHITECHAPEL, "searching", "\"jack\""},
    {GAME_WHITECHAPEL, "searching", "\"red\""}, /* without a list of searched circles */
    {GAME_WHITECHAPEL, "may_arrest", "1"},
    {GAME_WHITECHAPEL, "police", "{\"yellow\":0}"},
    {GAME_WHITECHAPEL, "police", "{\"yellow\":256}"},
    {GAME_WHITECHAPEL, "police", "[]"},
    {GAME_WHITECHAPEL, "head", "\"jack\""},
    {GAME_WHITECHAPEL, "heads_turned", "[\"red\",\"red\",\"red\",\"red\",\"red\",\"red\"]"},
    {GAME_WHITECHAPEL, "crimes", "[1,2,3,4,5,6]"},
    {GAME_WHITECHAPEL, "women", "[1,2,3,4,5,6,7,8,9]"},
    {GAME_WHITECHAPEL, "women", NULL},
    {GAME_WHITECHAPEL, "wretched", "[{\"circle\":3}]"},
    {GAME_WHITECHAPEL, "wretched", "[3]"},
    {GAME_WHITECHAPEL, "time_of_crime", "6"},
    {GAME_WHITECHAPEL, "patrols", "[{\"crossing\":3,\"face\":\"jack\",\"up\":true}]"},
    {GAME_WHITECHAPEL, "patrols", "[{\"crossing\":3,\"up\":1}]"},
    {GAME_WHITECHAPEL, "patrols", "[{},{},{},{},{},{},{},{}]"},
    {GAME_WHITECHAPEL, "letters_left", "[\"dear_abby\"]"},
    {GAME_WHITECHAPEL, "letter_tonight", "0"},
    {GAME_WHITECHAPEL, "false_held", "256"},
    {GAME_WHITECHAPEL, "false_clues", "[1,2,3,4]"},
    {GAME_WHITECHAPEL, "address_used", NULL},
    {GAME_WHITECHAPEL, "clues", "[0]"},
    {GAME_WHITECHAPEL, "clues", "{}"},
    {GAME_WHITECHAPEL, "clue_markers", "-1"},
    {GAME_WHITECHAPEL, "track", "{\"first\":0,\"last\":16,\"specials\":[]}"},
    {GAME_WHITECHAPEL, "track", "{\"first\":-5,\"last\":3,\"specials\":[]}"},
    {GAME_WHITECHAPEL, "track", "{\"first\":2,\"last\":1,\"specials\":[]}"},
    {GAME_WHITECHAPEL, "track", "{\"first\":0,\"last\":3,\"specials\":[{\"cells\":[1,3]}]}"},
    {GAME_WHITECHAPEL, "track", "{\"first\":0,\"last\":3,\"specials\":[{\"cells\":[1,2,3]}]}"},
    {GAME_WHITECHAPEL, "track", "{\"first\":0,\"last\":3,\"specials\":[{\"cells\":[]}]}"},
    {GAME_WHITECHAPEL, "track", "{\"first\":0,\"last\":3,\"specials\":[{\"cells\":[1]},{\"cells\":[1]}]}"},
    {GAME_WHITECHAPEL, "track", "{\"first\":0,\"last\":3,\"specials\":[{\"cells\":[1],\"tile\":\"none\"}]}"},
    {GAME_WHITECHAPEL, "tiles_total", NULL},
    {GAME_WHITECHAPEL, "tiles", "{\"coach\":1}"},
    {GAME_WHITECHAPEL, "hideout", "0"},
    {GAME_WHITECHAPEL, "marked", "[255]"}, /* no woman there */
    {GAME_WHITECHAPEL, "marked", NULL},
    {GAME_WHITECHAPEL, "rows", NULL},
    {GAME_WHITECHAPEL, "rows", "[[]]"},
    {GAME_WHITECHAPEL, "rows", "[[{\"cell\":16,\"circle\":3}]]"},
    {GAME_WHITECHAPEL, "rows", "[[{\"cell\":1}]]"},
    {GAME_WHITEHALL, "tiles", "{\"coach\":1,\"alley\":2}"},
    {GAME_WHITEHALL, "tiles_used", NULL},
    {GAME_WHITEHALL, "discoveries_found", "[1,2,3,4,5]"},
    {GAME_WHITEHALL, "discoveries", "[1,2,3]"},
    {GAME_WHITEHALL, "powers_used", NULL},
    {GAME_WHITEHALL, "smoker_used", "null"},
};

START_TEST(an_invalid_view_is_rejected_and_changes_nothing)
{
    for (size_t i = 0; i < COUNT(bad_views); i++) {
        enum game_kind kind = bad_views[i].game;
        struct game game = stopped_game(kind, (1U << option_count(kind)) - 1, 1, 20);
        json_t *json = some_view(&game, VIEWER_JACK);
        struct view view;
        struct view before;
        memset(&before, 0xa5, sizeof before);
        ck_assert(wire_read_view(json, &view));
        memcpy(&view, &before, sizeof view);
        if (bad_views[i].value == NULL) {
            ck_assert_msg(json_object_del(json, bad_views[i].key) == 0, "%s", bad_views[i].key);
        } else {
            json_object_set_new(json, bad_views[i].key, parse(bad_views[i].value));
        }
        ck_assert_msg(!wire_read_view(json, &view), "%s: %s", bad_views[i].key,
                      bad_views[i].value == NULL ? "left out" : bad_views[i].value);
        ck_assert_mem_eq(&view, &before, sizeof view);
        json_decref(json);
    }
}
END_TEST

static const char *const bad_events[] = {
    "null",
    "[]",
    "{}",
    "{\"did\":1}",
    "{\"did\":\"dance\",\"by\":\"jack\"}",
    "{\"did\":\"undo\",\"by\":\"jack\"}",
    "{\"did\":\"move\",\"by\":\"jack\"}", /* no cells */
    "{\"did\":\"move\",\"by\":\"nobody\",\"cells\":[1]}",
    "{\"did\":\"move\",\"by\":\"jack\",\"cells\":[16]}",
    "{\"did\":\"move\",\"by\":\"jack\",\"cells\":[1],\"to\":0}",
    "{\"did\":\"move\",\"by\":\"jack\",\"cells\":[1],\"to\":\"3\"}",
    "{\"did\":\"night\",\"round\":5}",
    "{\"did\":\"wait\",\"by\":\"jack\",\"time\":6}",
    "{\"did\":\"head\",\"pawn\":\"jack\"}",
    "{\"did\":\"search\",\"by\":\"red\",\"circle\":3}",
    "{\"did\":\"search\",\"by\":\"red\",\"circle\":3,\"found\":1}",
    "{\"did\":\"letter\",\"by\":\"jack\",\"letter\":\"none\"}",
    "{\"did\":\"special\",\"by\":\"jack\",\"cells\":[1],\"tile\":\"unknown\"}",
    "{\"did\":\"reveal\",\"by\":\"jack\",\"crossing\":3,\"face\":\"jack\"}",
    "{\"did\":\"shift\",\"by\":\"red\",\"moves\":[[1,2,3]]}",
    "{\"did\":\"shift\",\"by\":\"red\",\"moves\":[1,2]}",
    "{\"did\":\"alarm\",\"police\":[1]}",
    "{\"did\":\"alarm\",\"police\":{\"red\":0}}",
    "{\"did\":\"over\",\"result\":{\"winner\":\"none\",\"reason\":\"arrest\"}}",
    "{\"did\":\"over\",\"result\":{\"winner\":\"jack\"}}",
    "{\"did\":\"sheet\",\"sheet\":{}}",
    "{\"did\":\"sheet\",\"sheet\":{\"rows\":[],\"heads\":[\"red\"]}}",
    "{\"did\":\"sheet\",\"sheet\":{\"rows\":[],\"discoveries\":[1,2,3,4,5]}}",
    "{\"did\":\"victims\",\"circles\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26]"
    "}",
    "{\"did\":\"patrols\",\"by\":\"red\",\"crossings\":[1],"
    "\"place\":[[1,\"red\"],[1,\"red\"],[1,\"red\"],[1,\"red\"],[1,\"red\"],[1,\"red\"],[1,\"red\"],"
    "[1,\"red\"],[1,\"red\"],[1,\"red\"],[1,\"red\"],[1,\"red\"],[1,\"red\"]]}",
};

START_TEST(an_invalid_event_is_rejected_and_changes_nothing)
{
    struct viewed_event event;
    struct viewed_event before;
    memset(&before, 0xa5, sizeof before);
    for (size_t i = 0; i < COUNT(bad_events); i++) {
        json_t *json = parse(bad_events[i]);
        memcpy(&event, &before, sizeof event);
        ck_assert_msg(!wire_read_event(json, &event), "%s", bad_events[i]);
        ck_assert_mem_eq(&event, &before, sizeof event);
        json_decref(json);
    }
    ck_assert(!wire_read_event(NULL, &event));
}
END_TEST

static const char *const bad_choices[] = {
    "null",
    "[]",
    "{\"hideout\":[0]}",
    "{\"hideout\":{}}",
    "{\"women\":{\"marked\":5,\"unmarked\":3}}",
    "{\"women\":{\"marked\":9,\"unmarked\":3,\"circles\":[]}}",
    "{\"patrols\":{\"fixed\":[],\"choose\":8,\"free\":[]}}",
    "{\"letter\":[]}",
    "{\"letter\":{\"dear_boss\":{\"from\":[1]}}}",
    "{\"letter\":{\"goulston_street\":{}}}",
    "{\"move_patrols\":{\"from\":[1,2]}}",
    "{\"goulston\":[\"puce\"]}",
    "{\"kill\":{\"victims\":6,\"circles\":[1]}}",
    "{\"wait\":false}",
    "{\"wretched\":[{\"from\":1}]}",
    "{\"wretched\":[{},{},{},{},{},{}]}",
    "{\"discoveries\":[[1],[2],[3]]}",
    "{\"discoveries\":[[1],[2],[3],[4],[5]]}",
    "{\"reclaim\":[\"none\"]}",
    "{\"move\":[256]}",
    "{\"escape\":3}",
    "{\"move\":[4],\"escape\":3}",
    "{\"coach\":[[1]]}",
    "{\"coach\":[1,2]}",
    "{\"walk\":{}}",
    "{\"walk\":{\"yellow\":[]}}",
    "{\"walk\":[1]}",
    "{\"walk_power\":{\"red\":[1]}}",
    "{\"search_power\":[]}",
    "{\"pass\":false}",
    "{\"pass\":1}",
    "{\"pass\":[\"red\",\"jack\"]}",
};

START_TEST(invalid_choices_are_rejected_and_change_nothing)
{
    struct viewed_legal legal;
    struct viewed_legal before;
    memset(&before, 0xa5, sizeof before);
    for (size_t i = 0; i < COUNT(bad_choices); i++) {
        json_t *json = parse(bad_choices[i]);
        memcpy(&legal, &before, sizeof legal);
        ck_assert_msg(!wire_read_legal(json, NULL, &legal), "%s", bad_choices[i]);
        ck_assert_mem_eq(&legal, &before, sizeof legal);
        json_decref(json);
    }
}
END_TEST

START_TEST(more_coaches_than_there_can_be_are_refused)
{
    struct viewed_legal legal;
    json_t *coaches = json_array();
    json_t *json = json_pack("{s:O}", "coach", coaches);
    for (unsigned i = 0; i < LEGAL_COACH_MAX; i++) {
        json_array_append_new(coaches, json_pack("[i,i]", 1, 2));
    }
    ck_assert(wire_read_legal(json, NULL, &legal));
    ck_assert_uint_eq(legal.shown.coaches, LEGAL_COACH_MAX);
    json_array_append_new(coaches, json_pack("[i,i]", 1, 2));
    ck_assert(!wire_read_legal(json, NULL, &legal));
    json_decref(coaches);
    json_decref(json);
}
END_TEST

/* ---- Ignored keys, and the rest ----------------------------------------------------------------- */

static void add_unknown(json_t *json)
{
    const char *key;
    json_t *value;
    void *next;
    size_t i;
    json_object_foreach_safe(json, next, key, value)
    {
        add_unknown(value);
    }
    json_array_foreach (json, i, value) {
        add_unknown(value);
    }
    if (json_is_object(json)) {
        json_object_set_new(json, "new_in_version_9", parse("{\"x\":[null]}"));
    }
}

START_TEST(keys_of_a_newer_server_are_passed_over)
{
    for (unsigned kind = 0; kind < GAME_KIND_COUNT; kind++) {
        struct game game = stopped_game((enum game_kind)kind, 0, 3, 40);
        struct view view, again;
        struct viewed_legal legal, legal_again;
        json_t *json = some_view(&game, VIEWER_ALL);
        json_t *choices = some_legal(&game);
        ck_assert(wire_read_view(json, &view) && wire_read_legal(choices, &view, &legal));
        add_unknown(json);
        add_unknown(choices);
        ck_assert(wire_read_view(json, &again) && wire_read_legal(choices, &view, &legal_again));
        ck_assert_mem_eq(&view, &again, sizeof view);
        ck_assert_mem_eq(&legal, &legal_again, sizeof legal);
        json_decref(json);
        json_decref(choices);
    }
    struct viewed_event event;
    json_t *json = parse("{\"did\":\"pass\",\"by\":\"red\",\"circle\":\"not one of its keys\",\"x\":1}");
    ck_assert(wire_read_event(json, &event));
    ck_assert_uint_eq(event.shown.fields, EVENT_FIELD_BIT(EVENT_BY_FIELD));
    json_decref(json);
}
END_TEST

START_TEST(an_undo_is_read_with_the_view_it_leaves)
{
    struct game game = stopped_game(GAME_WHITEHALL, 0, 3, 12);
    struct view view, read;
    enum pawn by;
    struct viewed_event event;
    view_game(&game, (struct viewer){.role = VIEWER_PUBLIC}, &view);
    json_t *json =
        json_pack("{s:s,s:s,s:o}", "did", "undo", "by", "blue", "view", some_view(&game, VIEWER_PUBLIC));
    ck_assert(wire_is_undo(json));
    ck_assert(!wire_read_event(json, &event));
    ck_assert(wire_read_undo(json, &by, &read));
    ck_assert_int_eq(by, PAWN_BLUE);
    ck_assert_mem_eq(&view, &read, sizeof view);
    json_object_del(json, "by");
    ck_assert(wire_is_undo(json) && !wire_read_undo(json, &by, &read));
    json_decref(json);
    ck_assert(!wire_is_undo(NULL));
}
END_TEST

START_TEST(words_of_a_turn_and_of_a_table_are_read)
{
    json_t *json = parse("{\"pawns\":[\"jack\",\"red\"],\"phase\":\"walk\","
                         "\"result\":{\"winner\":\"police\",\"reason\":\"arrest\"}}");
    uint8_t pawns, phase, winner, reason;
    ck_assert(wire_read_pawns(json_object_get(json, "pawns"), &pawns));
    ck_assert_uint_eq(pawns, PAWN_BIT(PAWN_JACK) | PAWN_BIT(PAWN_RED));
    ck_assert(wire_read_phase(json_object_get(json, "phase"), &phase));
    ck_assert_uint_eq(phase, PHASE_WALK);
    ck_assert(wire_read_result(json_object_get(json, "result"), &winner, &reason));
    ck_assert_uint_eq(winner, WINNER_POLICE);
    ck_assert_uint_eq(reason, REASON_ARREST);
    ck_assert(!wire_read_pawns(NULL, &pawns) && !wire_read_phase(NULL, &phase));
    ck_assert(!wire_read_result(NULL, &winner, &reason));
    json_decref(json);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("wire_read");
    TCase *tcase = tcase_create("wire_read");
    tcase_set_timeout(tcase, 600);
    tcase_add_test(tcase, recorded_games_come_back_for_every_viewer_at_every_step);
    tcase_add_test(tcase, random_games_come_back_for_every_viewer_at_every_step);
    tcase_add_test(tcase, whatever_is_accepted_can_be_written_and_read_again);
    tcase_add_test(tcase, an_invalid_view_is_rejected_and_changes_nothing);
    tcase_add_test(tcase, an_invalid_event_is_rejected_and_changes_nothing);
    tcase_add_test(tcase, invalid_choices_are_rejected_and_change_nothing);
    tcase_add_test(tcase, more_coaches_than_there_can_be_are_refused);
    tcase_add_test(tcase, keys_of_a_newer_server_are_passed_over);
    tcase_add_test(tcase, an_undo_is_read_with_the_view_it_leaves);
    tcase_add_test(tcase, words_of_a_turn_and_of_a_table_are_read);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
