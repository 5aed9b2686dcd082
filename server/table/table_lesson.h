/*
 * table_lesson.h: a table where a guided game is played; see common/lesson.
 *
 * Such a table has one player and a bot, starts as soon as it is created, is private and counts as practice. Nothing
 * prepared can be played at any other table: only `create` with a lesson's name makes one, and only with bots.
 */
#ifndef GASLIGHT_TABLE_LESSON_H
#define GASLIGHT_TABLE_LESSON_H

#include "common/json/json_writer.h"
#include "server/table/table.h"

/* Returns the lesson that is played at this table, or NULL. */
const struct lesson *table_lesson(const struct table *table);

/* Returns whether the lesson expects an action of the learner, and says which. */
bool table_lesson_guides(const struct table *table);

/* Writes how far the lesson has come, for the learner. Others are not told: Jack's steps are secret. */
void table_write_lesson(struct json_writer *writer, const struct table *table, unsigned pawns);

/* Returns an error if the action is against the rules, or not what the lesson expects here. */
enum error table_check_lesson(const struct table *table, const struct action *action);

#endif
