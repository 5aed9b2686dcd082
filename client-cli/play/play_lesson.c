/*
 * play_lesson.c: guided games: says at each step what to do and why, answers wrong tries, and lets the player leave the
 * lesson.
 *
 * The server says at which step the game is, and refuses actions that the step does not expect as long as they are sent
 * with "lesson". What is said is news, which both front ends show.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/learn/lesson_texts.h"
#include "client-cli/play/play_internal.h"
#include "client-cli/text/sentences.h"
#include "common/base/error.h"

static bool is_at_step(const struct model *model)
{
    return model->has_table && model->table.lesson[0] != '\0' && strcmp(model->lesson.state, "step") == 0;
}

bool play_follows_lesson(const struct play *play)
{
    return is_at_step(&play->model) && !play->lesson_own;
}

/* Returns "step", "hunt" and so on, or "won" or "lost" at the end; "" while there is nothing to say. */
static const char *state_of(const struct model *model)
{
    if (model->table.lesson[0] == '\0' || model_my_seat(model) < 0 || !model->has_view ||
        model->turn_seq < model->seq || strcmp(model->lesson.state, "wait") == 0) {
        return "";
    }
    if (model->view.phase == PHASE_OVER) {
        bool is_jack = (model_my_pawns(model) & PAWN_BIT(PAWN_JACK)) != 0;
        return model->table.winner == WINNER_NONE                ? ""
               : (model->table.winner == WINNER_JACK) == is_jack ? "won"
                                                                 : "lost";
    }
    return model->lesson.state;
}

static bool text_of(const struct play *play, const char *state, char text[LESSON_TEXT_BYTES])
{
    const struct model *model = &play->model;
    return strcmp(state, "step") == 0
               ? lesson_texts_step(play->lesson_texts, model->table.lesson, model->lesson.step, text)
               : lesson_texts_other(play->lesson_texts, model->table.lesson, state, text);
}

void play_lesson_resume(struct play *play)
{
    struct model *model = &play->model;
    const char *state = model->has_table ? state_of(model) : "";
    char now[sizeof play->lesson_told], text[LESSON_TEXT_BYTES];
    if (state[0] == '\0') {
        return;
    }
    (void)snprintf(now, sizeof now, "%.24s %.7s %.31s", model->table.id, state, model->lesson.step);
    if (strcmp(now, play->lesson_told) == 0) {
        return;
    }
    memcpy(play->lesson_told, now, sizeof now);
    play->lesson_own = false;
    if (play->lesson_texts == NULL) {
        play->lesson_texts = lesson_texts_load(language_current());
    }
    if (play->lesson_texts != NULL && text_of(play, state, text)) {
        bool is_step = strcmp(state, "step") == 0; /* says so itself: "Step 3 of 29: " */
        model_add_news(model, "%s%s%s", is_step ? "" : lesson_texts_word(play->lesson_texts, "label"),
                       is_step ? "" : ": ", text);
        play_changed(play);
    }
}

void play_lesson_refused(struct play_request *request, const char *code, const char *text)
{
    const struct play *play = request->play;
    const struct model *model = &play->model;
    char answer[LESSON_TEXT_BYTES];
    bool is_wrong = strcmp(code, error_code(ERROR_NOT_IN_LESSON)) == 0 && play->lesson_texts != NULL &&
                    lesson_texts_wrong(play->lesson_texts, model->table.lesson, model->lesson.step,
                                       action_name(request->command.action.kind), answer);
    play_answer(request->play, false, "%s", is_wrong ? answer : text);
}

void play_run_lesson(struct play *play, const struct command *command)
{
    bool own = strcmp(command->text, "own") == 0;
    if (!is_at_step(&play->model)) {
        play_answer(play, false, tr("No step of a lesson is waiting for you."));
    } else if (strcmp(command->text, "show") == 0) {
        play_answer(play, true, "%s", sentence_action(&play->model.lesson.expected).text);
    } else {
        play->lesson_own = own;
        play_answer(play, true, "%s",
                    own ? tr("Go ahead, do what you like. You can undo it.")
                        : tr("You follow the lesson again."));
    }
}
