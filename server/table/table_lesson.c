/* table_lesson.c: see table_lesson.h. */
#include "server/table/table_lesson.h"

#include <stdlib.h>

#include "server/table/table_log.h"

const struct lesson *table_lesson(const struct table *table)
{
    return lessons_find(table->tables->lessons, table->lobby.lesson);
}

/* Returns how far the lesson has come, and in `count` how many actions have been played. */
static enum lesson_state state_of(const struct table *table, const struct lesson *lesson, size_t *count)
{
    struct action *actions = malloc((table->entries + 1) * sizeof *actions);
    *count = actions == NULL ? 0 : table_effective(table, actions);
    enum lesson_state state = actions == NULL ? LESSON_LEFT : lesson_state(lesson, actions, *count);
    free(actions);
    return state;
}

bool table_lesson_guides(const struct table *table)
{
    const struct lesson *lesson = table_lesson(table);
    size_t count;
    return lesson != NULL && table->lobby.state == TABLE_RUNNING &&
           state_of(table, lesson, &count) == LESSON_STEP;
}

void table_write_lesson(struct json_writer *writer, const struct table *table, unsigned pawns)
{
    const struct lesson *lesson = table_lesson(table);
    size_t count;
    if (lesson == NULL || (pawns & lesson->pawns) == 0 || table->lobby.state != TABLE_RUNNING) {
        return;
    }
    enum lesson_state state = state_of(table, lesson, &count);
    json_write_open(writer, "lesson", '{');
    json_write_string(writer, "state", lesson_state_name(state));
    if (state == LESSON_STEP) {
        const struct lesson_step *step = &lesson->step[count];
        json_write_string(writer, "step", step->name);
        json_write_open(writer, "accepts", '[');
        action_to_json(writer, NULL, &lesson->record.actions[count]);
        for (size_t i = 0; i < step->count; i++) {
            action_to_json(writer, NULL, &step->also[i]);
        }
        json_write_close(writer, ']');
    }
    json_write_close(writer, '}');
}

enum error table_check_lesson(const struct table *table, const struct action *action)
{
    const struct lesson *lesson = table_lesson(table);
    struct game after = table->game;
    struct events events;
    size_t count;
    if (lesson == NULL || table->lobby.state != TABLE_RUNNING ||
        state_of(table, lesson, &count) != LESSON_STEP) {
        return ERROR_OK; /* the table decides about it as about any other action */
    }
    enum error error = game_apply(table_board(table), &after, action, &events);
    return error == ERROR_OK && !lesson_accepts(lesson, count, action) ? ERROR_NOT_IN_LESSON : error;
}
