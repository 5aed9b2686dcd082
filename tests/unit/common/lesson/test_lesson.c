/* test_lesson.c: guided games: every lesson can be played, both languages have its texts, and broken ones are rejected. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/learn/learn.h"
#include "common/lesson/lesson.h"
#include "tests/support/c/scenario.h"

static struct lessons *all(void)
{
    struct lessons *lessons = lessons_builtin();
    ck_assert_msg(lessons != NULL && lessons->count > 0,
                  "a lesson that is linked into the program is invalid");
    return lessons;
}

static const struct lesson *police(const struct lessons *lessons)
{
    const struct lesson *lesson = lessons_find(lessons, "whitehall-police");
    ck_assert(lesson != NULL);
    return lesson;
}

static bool is_own(const struct lesson *lesson, const struct action *action)
{
    return (lesson->pawns & PAWN_BIT(action->by)) != 0;
}

/* ---- Playing --------------------------------------------------------------------------------------- */

START_TEST(every_lesson_is_followed_from_its_first_action_to_its_last)
{
    struct lessons *lessons = all();
    for (size_t i = 0; i < lessons->count; i++) {
        const struct lesson *lesson = &lessons->lesson[i];
        const struct record *record = &lesson->record;
        for (size_t count = 0; count < record->count; count++) {
            enum lesson_state expected = is_own(lesson, &record->actions[count]) ? LESSON_STEP : LESSON_WAIT;
            ck_assert_int_eq(lesson_state(lesson, record->actions, count), expected);
            ck_assert(lesson_accepts(lesson, count, &record->actions[count]));
            ck_assert((lesson->step[count].name[0] != '\0') == (expected == LESSON_STEP));
        }
        ck_assert_int_eq(lesson_state(lesson, record->actions, record->count), LESSON_HUNT);
    }
    lessons_free(lessons);
}
END_TEST

/* The last action of a lesson is the opponent's: then the hunt is the learner's. */
START_TEST(every_lesson_ends_with_a_turn_of_the_learner)
{
    struct lessons *lessons = all();
    for (size_t i = 0; i < lessons->count; i++) {
        const struct lesson *lesson = &lessons->lesson[i];
        struct board *board = board_builtin(lesson->record.setup.game);
        struct game game;
        struct record_error error;
        ck_assert(record_fold(&lesson->record, board, SIZE_MAX, &game, NULL, NULL, &error));
        ck_assert_uint_ne(game_actors(&game) & lesson->pawns, 0);
        board_free(board);
    }
    lessons_free(lessons);
}
END_TEST

START_TEST(any_accepted_action_keeps_the_lesson_and_another_one_ends_it)
{
    struct lessons *lessons = all();
    const struct lesson *lesson = police(lessons);
    size_t count = lesson->record.count, alternatives = 0;
    struct action *played = calloc(count, sizeof *played);
    ck_assert(played != NULL);
    for (size_t i = 0; i < count; i++) {
        memcpy(played, lesson->record.actions, count * sizeof *played);
        for (size_t j = 0; j < lesson->step[i].count; j++) {
            played[i] = lesson->step[i].also[j];
            ck_assert_int_eq(lesson_state(lesson, played, count), LESSON_HUNT);
            alternatives++;
        }
        if (is_own(lesson, &played[i])) {
            played[i] = (struct action){.kind = ACTION_ARREST, .by = played[i].by, .circle = 1};
            ck_assert(!lesson_accepts(lesson, i, &played[i]));
            ck_assert_int_eq(lesson_state(lesson, played, count), LESSON_LEFT);
            ck_assert_int_eq(lesson_state(lesson, played, i), LESSON_STEP); /* after an undo */
        }
    }
    ck_assert_uint_ge(alternatives, 2);
    free(played);
    lessons_free(lessons);
}
END_TEST

/* What the learner is told must not depend on what the opponent has done: two games that differ only in that. */
START_TEST(the_state_of_a_lesson_says_nothing_about_the_opponents_actions)
{
    struct lessons *lessons = all();
    for (size_t i = 0; i < lessons->count; i++) {
        const struct lesson *lesson = &lessons->lesson[i];
        size_t count = lesson->record.count;
        struct action *other = calloc(count, sizeof *other);
        ck_assert(other != NULL);
        memcpy(other, lesson->record.actions, count * sizeof *other);
        for (size_t j = 0; j < count; j++) {
            if (!is_own(lesson, &other[j])) {
                other[j] = (struct action){.kind = ACTION_MOVE, .by = other[j].by, .to = (uint8_t)(1 + j)};
            }
        }
        for (size_t j = 0; j <= count; j++) {
            ck_assert_int_eq(lesson_state(lesson, other, j), lesson_state(lesson, lesson->record.actions, j));
        }
        free(other);
    }
    lessons_free(lessons);
}
END_TEST

/* ---- Texts ----------------------------------------------------------------------------------------- */

static json_t *load(enum learn_file file)
{
    size_t length;
    const char *text = learn_file_text(file, &length);
    json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    ck_assert_msg(json != NULL, "%s", learn_file_name(file));
    return json;
}

static const char *text_of(const json_t *object, const char *key, const char *where)
{
    const char *text = json_string_value(json_object_get(object, key));
    ck_assert_msg(text != NULL && text[0] != '\0', "%s: no %s", where, key);
    return text;
}

/* Returns how many places a text has, and checks that each is a crossing of the board. */
static unsigned places(const struct board *board, const char *text)
{
    unsigned found = 0;
    for (const char *at = strchr(text, '{'); at != NULL; at = strchr(at + 1, '{')) {
        char *end;
        unsigned long crossing = strtoul(at + 2, &end, 10);
        ck_assert_msg(at[1] == 'x' && *end == '}', "%s", text);
        ck_assert_msg(crossing >= 1 && crossing <= board->crossings, "%s", text);
        found++;
    }
    return found;
}

/* A step says which place it expects, so that both clients show the same. */
static void check_step(const struct board *board, const json_t *step, const struct action *expected,
                       const char *name)
{
    char place[16];
    const char *say = text_of(step, "say", name), *wrong = text_of(step, "wrong", name);
    unsigned crossing = expected->to != 0 ? expected->to : expected->crossing;
    bool is_crossing = expected->kind == ACTION_WALK || expected->kind == ACTION_DEPLOY;
    (void)snprintf(place, sizeof place, is_crossing ? "{x%u}" : "%u",
                   is_crossing ? crossing : expected->circle);
    if (is_crossing || expected->kind == ACTION_SEARCH || expected->kind == ACTION_ARREST) {
        ck_assert_msg(strstr(say, place) != NULL, "%s does not say %s: %s", name, place, say);
    }
    ck_assert_uint_eq(places(board, say) + places(board, wrong) > 0, is_crossing);
    const char *key;
    json_t *value;
    json_object_foreach (json_object_get(step, "instead"), key, value) {
        ck_assert_msg(action_from_name(key) != ACTION_NONE && json_string_length(value) > 0, "%s: %s", name,
                      key);
    }
    ck_assert_uint_eq(json_object_size(step), json_object_get(step, "instead") != NULL ? 3 : 2);
}

static void check_texts(const struct lesson *lesson, const json_t *texts)
{
    static const char *const keys[] = {"title", "about", "wait", "hunt", "left", "won", "lost"};
    const json_t *steps = json_object_get(texts, "steps");
    struct board *board = board_builtin(lesson->record.setup.game);
    size_t own = 0;
    for (size_t i = 0; i < COUNT(keys); i++) {
        (void)text_of(texts, keys[i], lesson->name);
    }
    ck_assert_str_eq(text_of(texts, "game", lesson->name), game_name(lesson->record.setup.game));
    ck_assert_int_gt(json_integer_value(json_object_get(texts, "minutes")), 0);
    void *at = json_object_iter((json_t *)steps);
    for (size_t i = 0; i < lesson->record.count; i++) {
        const char *name = lesson->step[i].name;
        if (name[0] != '\0') {
            ck_assert_msg(at != NULL, "%s has no texts", name);
            ck_assert_str_eq(json_object_iter_key(at), name); /* in the same order: clients count them */
            check_step(board, json_object_iter_value(at), &lesson->record.actions[i], name);
            at = json_object_iter_next((json_t *)steps, at);
            own++;
        }
    }
    ck_assert_uint_eq(json_object_size(steps), own);
    board_free(board);
}

START_TEST(every_step_has_texts_in_both_languages)
{
    static const enum learn_file files[] = {LEARN_LESSONS_ENGLISH, LEARN_LESSONS_ITALIAN};
    struct lessons *lessons = all();
    json_t *words = NULL;
    for (size_t file = 0; file < COUNT(files); file++) {
        json_t *json = load(files[file]);
        const json_t *texts = json_object_get(json, "lessons");
        const char *key;
        json_t *value;
        ck_assert_uint_eq(json_array_size(texts), lessons->count);
        for (size_t i = 0; i < json_array_size(texts); i++) {
            const char *id = text_of(json_array_get(texts, i), "id", "a lesson");
            const struct lesson *lesson = lessons_find(lessons, id);
            ck_assert_msg(lesson != NULL, "texts of %s, which is no lesson", id);
            check_texts(lesson, json_array_get(texts, i));
        }
        (void)text_of(json, "title", "all");
        (void)text_of(json, "lead", "all");
        json_object_foreach (words, key, value) {
            (void)text_of(json_object_get(json, "words"), key, "words");
        }
        json_decref(words);
        words = json_incref(json_object_get(json, "words"));
        json_decref(json);
    }
    json_decref(words);
    lessons_free(lessons);
}
END_TEST

/* ---- Broken lessons -------------------------------------------------------------------------------- */

#define LESSON(steps, actions) \
    "[{\"lesson\":\"planted\",\"side\":\"police\",\"level\":\"novice\",\"record\":{\"gaslight\":1,\"game\":" \
    "\"whitehall\"," \
    "\"options\":[],\"seats\":[{\"name\":\"A\",\"pawns\":[\"yellow\",\"blue\",\"red\"]},{\"name\":\"B\"," \
    "\"pawns\":[\"jack\"]}]," \
    "\"actions\":[{\"by\":\"jack\",\"do\":\"discoveries\",\"circles\":[35,60,119,147]}," \
    "{\"by\":\"jack\",\"do\":\"start\",\"circle\":60}," actions "]},\"steps\":[" steps "]}]"
#define YELLOW(crossing) "{\"by\":\"yellow\",\"do\":\"deploy\",\"crossing\":" crossing "}"
#define BLUE(crossing) "{\"by\":\"blue\",\"do\":\"deploy\",\"crossing\":" crossing "}"

static const struct planted {
    const char *why, *text;
} planted[] = {
    {"not a list", "{}"},
    {"not a list", "[{]"},
    {"a lesson needs", "[{}]"},
    {"a lesson needs",
     "[{\"lesson\":\"x\",\"side\":\"both\",\"level\":\"novice\",\"record\":{},\"steps\":[]}]"},
    {"a lesson needs",
     "[{\"lesson\":\"x\",\"side\":\"jack\",\"level\":\"wild\",\"record\":{},\"steps\":[]}]"},
    {"planted: action 3", LESSON("{\"step\":\"one\"}", YELLOW("1"))},
    {"record", LESSON("{\"step\":\"one\"}", "{\"by\":\"yellow\",\"do\":\"dance\"}")},
    {"step", LESSON("", YELLOW("82"))},
    {"step", LESSON("{\"step\":\"one\"},{\"step\":\"two\"}", YELLOW("82"))},
    {"step", LESSON("{\"step\":\"\"}", YELLOW("82"))},
    {"step", LESSON("{\"step\":\"a name that is far too long for a step\"}", YELLOW("82"))},
    {"step", LESSON("{\"step\":\"one\",\"else\":1}", YELLOW("82"))},
    {"step", LESSON("{\"step\":\"one\",\"also\":[]}", YELLOW("82"))},
    {"step",
     LESSON("{\"step\":\"one\",\"also\":[{\"by\":\"jack\",\"do\":\"move\",\"to\":43}]}", YELLOW("82"))},
    {"planted: action 3", LESSON("{\"step\":\"one\",\"also\":[" YELLOW("1") "]}", YELLOW("82"))},
    /* Each alternative is legal by itself, but not after the other one. */
    {"planted: action 4",
     LESSON("{\"step\":\"one\",\"also\":[" YELLOW("91") "]},{\"step\":\"two\",\"also\":[" BLUE("91") "]}",
            YELLOW("82") "," BLUE("92"))},
    {"ends the game", LESSON("{\"step\":\"one\"}", "{\"by\":\"yellow\",\"do\":\"resign\"}")},
};

START_TEST(broken_lessons_are_rejected_with_a_reason)
{
    char why[200];
    for (size_t i = 0; i < COUNT(planted); i++) {
        const struct planted *one = &planted[i];
        struct lessons *lessons = lessons_read(one->text, strlen(one->text), why, sizeof why);
        ck_assert_msg(lessons == NULL, "accepted: %s", one->text);
        ck_assert_msg(strstr(why, one->why) != NULL, "%s, and not: %s", why, one->why);
    }
}
END_TEST

START_TEST(a_small_lesson_is_read_and_two_of_one_name_are_not)
{
    static const char good[] = LESSON("{\"step\":\"one\",\"also\":[" YELLOW("91") "]}", YELLOW("82"));
    char why[200], twice[2 * sizeof good];
    struct lessons *lessons = lessons_read(good, strlen(good), why, sizeof why);
    ck_assert_msg(lessons != NULL, "%s", why);
    ck_assert_uint_eq(lessons->count, 1);
    ck_assert(lessons_find(lessons, "planted") == &lessons->lesson[0] &&
              lessons_find(lessons, "other") == NULL);
    lessons_free(lessons);
    (void)snprintf(twice, sizeof twice, "%.*s,%s", (int)strlen(good) - 1, good, good + 1);
    ck_assert(lessons_read(twice, strlen(twice), why, sizeof why) == NULL);
    ck_assert(strstr(why, "two of them") != NULL);
}
END_TEST

int main(void)
{
    static const TTest *const *const tests[] = {
        &every_lesson_is_followed_from_its_first_action_to_its_last,
        &every_lesson_ends_with_a_turn_of_the_learner,
        &any_accepted_action_keeps_the_lesson_and_another_one_ends_it,
        &the_state_of_a_lesson_says_nothing_about_the_opponents_actions,
        &every_step_has_texts_in_both_languages,
        &broken_lessons_are_rejected_with_a_reason,
        &a_small_lesson_is_read_and_two_of_one_name_are_not,
    };
    return scenario_run("lesson", NULL, tests, COUNT(tests));
}
