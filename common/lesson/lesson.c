/* lesson.c: see lesson.h. */
#include "common/lesson/lesson.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"

/* The linker has no C names for them; see the rule for common/lessons in the Makefile. */
extern const char lessons_start[] __asm__("_binary_lessons_json_start");
extern const char lessons_end[] __asm__("_binary_lessons_json_end");

static const char *const state_names[] = {
    [LESSON_STEP] = "step", [LESSON_WAIT] = "wait", [LESSON_HUNT] = "hunt", [LESSON_LEFT] = "left"};
_Static_assert(COUNT(state_names) == LESSON_STATE_COUNT, "a name for every state");

const char *lesson_state_name(enum lesson_state state)
{
    return state_names[state];
}

/* ---- comparing ---- */

/* Sorts elements of `width` bytes by their first one. */
static void sort_list(uint8_t *list, size_t bytes, size_t width)
{
    for (size_t i = width; i < bytes; i += width) {
        for (size_t j = i; j > 0 && list[j - width] > list[j]; j -= width) {
            for (size_t k = 0; k < width; k++) {
                uint8_t held = list[j + k];
                list[j + k] = list[j - width + k];
                list[j - width + k] = held;
            }
        }
    }
}

/* Returns the action with its lists in ascending order, where their order means nothing. */
static struct action in_order(const struct action *action)
{
    struct action sorted = *action;
    if (sorted.kind == ACTION_WOMEN) {
        sort_list(sorted.list, sorted.count, 1);
        sort_list(sorted.unmarked, sorted.unmarked_count, 1);
    } else if (sorted.kind == ACTION_PATROLS || sorted.kind == ACTION_MOVE_PATROLS) {
        sort_list(sorted.list, sorted.count, 2);
    }
    return sorted;
}

static bool is_same(const struct action *left, const struct action *right)
{
    struct action one = in_order(left), other = in_order(right);
    return memcmp(&one, &other, sizeof one) == 0;
}

bool lesson_accepts(const struct lesson *lesson, size_t count, const struct action *action)
{
    if (count >= lesson->record.count) {
        return false;
    }
    const struct lesson_step *step = &lesson->step[count];
    bool accepted = is_same(action, &lesson->record.actions[count]);
    for (size_t i = 0; !accepted && i < step->count; i++) {
        accepted = is_same(action, &step->also[i]);
    }
    return accepted;
}

static bool is_learners(const struct lesson *lesson, const struct action *action)
{
    return (lesson->pawns & PAWN_BIT(action->by)) != 0;
}

enum lesson_state lesson_state(const struct lesson *lesson, const struct action *actions, size_t count)
{
    size_t end = lesson->record.count;
    for (size_t i = 0; i < count && i < end; i++) {
        bool own = is_learners(lesson, &actions[i]);
        if (own != is_learners(lesson, &lesson->record.actions[i]) ||
            (own && !lesson_accepts(lesson, i, &actions[i]))) {
            return LESSON_LEFT;
        }
    }
    return count >= end                                          ? LESSON_HUNT
           : is_learners(lesson, &lesson->record.actions[count]) ? LESSON_STEP
                                                                 : LESSON_WAIT;
}

/* ---- checking ---- */

/* Plays the record with the chosen accepted actions: 0 is the record's own. Returns the first illegal one, or SIZE_MAX. */
static size_t play(const struct lesson *lesson, const struct board *board, const size_t *chosen)
{
    struct game game;
    struct events events;
    if (game_new(board, &game, &lesson->record.setup) != ERROR_OK) {
        return 0;
    }
    for (size_t i = 0; i < lesson->record.count; i++) {
        const struct action *action =
            chosen[i] == 0 ? &lesson->record.actions[i] : &lesson->step[i].also[chosen[i] - 1];
        if (game_apply(board, &game, action, &events) != ERROR_OK) {
            return i;
        }
    }
    return game.phase == PHASE_OVER ? lesson->record.count - 1 : SIZE_MAX;
}

/* Moves on to the next combination of accepted actions. Returns false after the last one. */
static bool next_combination(const struct lesson *lesson, size_t *chosen)
{
    for (size_t i = 0; i < lesson->record.count; i++) {
        if (chosen[i] < lesson->step[i].count) {
            chosen[i]++;
            return true;
        }
        chosen[i] = 0;
    }
    return false;
}

/* Checks that every combination of accepted actions is a legal game, in which there is something left to play. */
static bool check(const struct lesson *lesson, char *why, size_t capacity)
{
    struct board *board = board_builtin(lesson->record.setup.game);
    size_t *chosen = calloc(lesson->record.count + 1, sizeof *chosen);
    bool good = board != NULL && chosen != NULL;
    size_t combinations = 0;
    if (!good) {
        (void)snprintf(why, capacity, "out of memory");
    }
    do {
        size_t wrong = good ? play(lesson, board, chosen) : SIZE_MAX;
        if (wrong != SIZE_MAX) {
            (void)snprintf(why, capacity, "%s: action %zu is not legal or ends the game", lesson->name,
                           wrong + 1);
            good = false;
        } else if (++combinations > LESSON_COMBINATIONS_MAX) {
            (void)snprintf(why, capacity, "%s: there are too many combinations", lesson->name);
            good = false;
        }
    } while (good && next_combination(lesson, chosen));
    free(chosen);
    board_free(board);
    return good;
}

/* ---- reading ---- */

static bool read_name(const json_t *json, const char *key, char name[LESSON_NAME_MAX + 1])
{
    const char *text = json_string_value(json_object_get(json, key));
    return text != NULL && text[0] != '\0' &&
           snprintf(name, LESSON_NAME_MAX + 1, "%s", text) <= LESSON_NAME_MAX;
}

static bool read_record(struct lesson *lesson, const json_t *json, char *why, size_t capacity)
{
    struct record_error error = {0};
    char *text = json_dumps(json, 0);
    bool good = text != NULL && record_read(&lesson->record, text, strlen(text), &error);
    if (!good) {
        (void)snprintf(why, capacity, "%s: record: %s", lesson->name, text == NULL ? "missing" : error.text);
    }
    free(text);
    return good;
}

/* Reads what is accepted besides the record's action: nothing if the list is missing. */
static bool read_also(struct lesson_step *step, unsigned pawns, const json_t *list)
{
    size_t count = json_array_size(list);
    step->also = calloc(count + 1, sizeof *step->also);
    bool good = step->also != NULL && (list == NULL || count > 0);
    for (size_t i = 0; good && i < count; i++) {
        struct complaint complaint;
        good = action_from_json(json_array_get(list, i), &step->also[i], &complaint) &&
               (pawns & PAWN_BIT(step->also[i].by)) != 0;
        step->count = good ? i + 1 : step->count;
    }
    return good;
}

/* Reads the steps, one per action of the learner, in this order. */
static bool read_steps(struct lesson *lesson, const json_t *list, char *why, size_t capacity)
{
    size_t next = 0;
    lesson->step = calloc(lesson->record.count + 1, sizeof *lesson->step);
    bool good = lesson->step != NULL;
    for (size_t i = 0; good && i < lesson->record.count; i++) {
        const json_t *json = json_array_get(list, next);
        if (!is_learners(lesson, &lesson->record.actions[i])) {
            continue;
        }
        bool has_also = json_object_get(json, "also") != NULL;
        next++;
        good = json_object_size(json) == (has_also ? 2U : 1U) &&
               read_name(json, "step", lesson->step[i].name) &&
               read_also(&lesson->step[i], lesson->pawns, json_object_get(json, "also"));
    }
    if (!good || next != json_array_size(list)) {
        (void)snprintf(why, capacity, "%s: step %zu is invalid, missing or too many", lesson->name, next);
        return false;
    }
    return true;
}

static bool read_lesson(struct lesson *lesson, const json_t *json, char *why, size_t capacity)
{
    const char *side = json_string_value(json_object_get(json, "side"));
    const char *level = json_string_value(json_object_get(json, "level"));
    lesson->level = level == NULL ? BOT_LEVEL_COUNT : bot_level_from_name(level);
    bool is_jack = side != NULL && strcmp(side, "jack") == 0;
    if (json_object_size(json) != 5 || !read_name(json, "lesson", lesson->name) ||
        lesson->level == BOT_LEVEL_COUNT || side == NULL || (!is_jack && strcmp(side, "police") != 0)) {
        (void)snprintf(why, capacity,
                       "a lesson needs \"lesson\", \"side\", \"level\", \"record\", \"steps\", and no more");
        return false;
    }
    if (!read_record(lesson, json_object_get(json, "record"), why, capacity)) {
        return false;
    }
    lesson->pawns = is_jack ? PAWN_BIT(PAWN_JACK) : game_policemen(lesson->record.setup.game);
    return read_steps(lesson, json_object_get(json, "steps"), why, capacity) && check(lesson, why, capacity);
}

struct lessons *lessons_read(const char *text, size_t length, char *why, size_t capacity)
{
    json_error_t error;
    json_t *all = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    size_t count = json_array_size(all);
    struct lessons *lessons = calloc(1, sizeof *lessons);
    bool good = lessons != NULL && json_is_array(all);
    (void)snprintf(why, capacity, "not a list of lessons: %s", all == NULL ? error.text : "");
    if (good) {
        lessons->lesson = calloc(count + 1, sizeof *lessons->lesson);
        good = lessons->lesson != NULL;
    }
    for (size_t i = 0; good && i < count; i++) {
        lessons->count = i + 1;
        good = read_lesson(&lessons->lesson[i], json_array_get(all, i), why, capacity);
        if (good && lessons_find(lessons, lessons->lesson[i].name) != &lessons->lesson[i]) {
            (void)snprintf(why, capacity, "%s: there are two of them", lessons->lesson[i].name);
            good = false;
        }
    }
    json_decref(all);
    if (!good) {
        lessons_free(lessons);
        return NULL;
    }
    return lessons;
}

struct lessons *lessons_builtin(void)
{
    char why[200];
    return lessons_read(lessons_start, (size_t)((uintptr_t)lessons_end - (uintptr_t)lessons_start), why,
                        sizeof why);
}

void lessons_free(struct lessons *lessons)
{
    for (size_t i = 0; lessons != NULL && i < lessons->count; i++) {
        struct lesson *lesson = &lessons->lesson[i];
        for (size_t j = 0; lesson->step != NULL && j < lesson->record.count; j++) {
            free(lesson->step[j].also);
        }
        free(lesson->step);
        record_free(&lesson->record);
    }
    if (lessons != NULL) {
        free(lessons->lesson);
    }
    free(lessons);
}

const struct lesson *lessons_find(const struct lessons *lessons, const char *name)
{
    for (size_t i = 0; i < lessons->count; i++) {
        if (strcmp(lessons->lesson[i].name, name) == 0) {
            return &lessons->lesson[i];
        }
    }
    return NULL;
}
