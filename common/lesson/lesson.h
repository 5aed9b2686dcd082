/*
 * lesson.h: guided games: a prepared opponent, and what the learner is expected to do at each step.
 *
 * A lesson is a record in which one side's actions are the learner's, and the other side's are the opponent's. At each
 * of the learner's actions there is a step: its name, under which common/learn has its texts, and the other actions that
 * are accepted as well. Every combination of accepted actions is a legal game; lessons_read() checks that. Once all
 * actions have been played, or the learner has done something else, the game goes on like any other.
 *
 * The lessons are the files of common/lessons, which the build joins into one list and links into both programs. The
 * server plays them: its bots follow the record (server/bots), and it sends the learner each step with the turn.
 */
#ifndef GASLIGHT_LESSON_H
#define GASLIGHT_LESSON_H

#include "common/bots/bot.h"
#include "common/wire/record.h"

enum { LESSON_NAME_MAX = 31, LESSON_COMBINATIONS_MAX = 4096 };

/* What belongs to one action of the record. */
struct lesson_step {
    char name[LESSON_NAME_MAX + 1]; /* "" at the opponent's actions */
    size_t count;
    struct action *also; /* actions that are accepted instead of the record's; owned */
};

struct lesson {
    char name[LESSON_NAME_MAX + 1];
    unsigned pawns;       /* mask: the learner's */
    enum bot_level level; /* of the bot once it no longer follows the record */
    struct record record;
    struct lesson_step *step; /* as many as the record has actions; owned */
};

struct lessons {
    size_t count;
    struct lesson *lesson;
};

/* Reads a list of lessons and checks everything. Returns NULL, and a line that says why, if one of them is invalid. */
struct lessons *lessons_read(const char *text, size_t length, char *why, size_t capacity);

/* Reads the lessons that are linked into the program. The caller frees them. Returns NULL if that fails. */
struct lessons *lessons_builtin(void);
void lessons_free(struct lessons *lessons);

/* Returns NULL if there is no lesson of this name. */
const struct lesson *lessons_find(const struct lessons *lessons, const char *name);

enum lesson_state {
    LESSON_STEP, /* the learner's next action belongs to the lesson */
    LESSON_WAIT, /* the opponent's does */
    LESSON_HUNT, /* the lesson has been played to its end, and the game goes on */
    LESSON_LEFT, /* the learner has done something else */
    LESSON_STATE_COUNT
};

const char *lesson_state_name(enum lesson_state state); /* "step", "wait", "hunt", "left" */

/*
 * Returns how far a game with these actions has come. This depends on the learner's own actions and on the number of
 * the others, and on nothing else that the opponent has done: the learner may be told.
 */
enum lesson_state lesson_state(const struct lesson *lesson, const struct action *actions, size_t count);

/* Returns whether the lesson accepts this as the action after `count` others. */
bool lesson_accepts(const struct lesson *lesson, size_t count, const struct action *action);

#endif
