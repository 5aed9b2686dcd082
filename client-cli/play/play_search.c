/*
 * play_search.c: "search red all": searches circle after circle, nearest first, until a clue is found or none is left.
 *
 * Each circle is an ordinary action. The next one is chosen from the legal choices after the previous reply, so the
 * rules decide whether the search can continue.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/play/play_internal.h"
#include "client-cli/text/sentences.h"

/* Returns the circle of a set that is nearest to a crossing; the lowest number among equals. */
static unsigned nearest(const struct board *board, unsigned crossing, const struct set *circles)
{
    unsigned best = 0;
    long least = 0;
    SET_EACH (circle, circles) {
        long dx = board->circle[circle].x - board->crossing[crossing].x;
        long dy = board->circle[circle].y - board->crossing[crossing].y;
        long distance = dx * dx + dy * dy;
        if (best == 0 || distance < least) {
            best = circle;
            least = distance;
        }
    }
    return best;
}

/* Returns the circle to search next; 0 if there is none. */
static unsigned next_circle(const struct play *play)
{
    const struct model *model = &play->model;
    enum pawn pawn = play->search_all.pawn;
    const struct legal *legal = &model->legal.shown;
    bool another_searches = model->view.searching != 0 && model->view.searching != pawn;
    if (!model->has_view || !model->has_legal || (legal->kinds & ACTION_BIT(ACTION_SEARCH)) == 0 ||
        (model_my_pawns(model) & PAWN_BIT(pawn)) == 0 || another_searches) {
        return 0;
    }
    return nearest(model_board(model), model->view.crossing[pawn], &legal->search[pawn]);
}

/* Answers "Red searched 65, 66 and 81: " and `end`. */
static void finish(struct play *play, bool good, const char *end)
{
    struct search_all *search_all = &play->search_all;
    char text[ANSWER_MAX];
    size_t used = (size_t)snprintf(text, sizeof text, tr("%s searched "), title_pawn(search_all->pawn));
    for (unsigned i = 0; i < search_all->count && used < sizeof text; i++) {
        const char *before = i == 0 ? "" : i + 1 < search_all->count ? ", " : tr(" and ");
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%u", before, search_all->searched[i]);
    }
    search_all->active = false;
    if (search_all->count == 0) {
        play_answer(play, good, "%s", end);
    } else {
        play_answer(play, good, "%s: %s", text, end);
    }
}

static void circle_searched(struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    struct search_all *search_all = &play->search_all;
    play_await_turn(request, ok);
    if (search_all->active) { /* otherwise stopping it was the answer */
        search_all->waiting = false;
        search_all->circle = request->command.action.circle;
        search_all->searched[search_all->count++] = request->command.action.circle;
        play_search_resume(play); /* the turn may have come before the reply */
    }
}

static void search_failed(struct play_request *request, const char *code, const char *text)
{
    (void)code;
    if (request->play->search_all.active) {
        finish(request->play, false, text);
    }
}

static void search_circle(struct play *play, unsigned circle)
{
    struct command command = {
        .kind = COMMAND_ACT,
        .action = {.kind = ACTION_SEARCH, .by = (uint8_t)play->search_all.pawn, .circle = (uint8_t)circle},
    };
    struct play_request *request =
        play_send_request_here(play, "act", play_act_keys(play, &command), true, &command, circle_searched);
    play->search_all.waiting = request != NULL;
    if (request != NULL) {
        request->quiet = true; /* the answer comes at the end of the whole search */
        request->failed = search_failed;
    } else {
        play->search_all.active = false;
    }
}

void play_search_begin(struct play *play, const struct command *command)
{
    play->search_all = (struct search_all){.active = true, .pawn = command->pawn};
    unsigned circle = next_circle(play);
    if (circle == 0) {
        play->search_all.active = false;
        play_answer(play, false, tr("%s has nothing to search now."), title_pawn(command->pawn));
        return;
    }
    search_circle(play, circle);
}

void play_search_resume(struct play *play)
{
    struct search_all *search_all = &play->search_all;
    const struct model *model = &play->model;
    if (!search_all->active || search_all->waiting || play_awaits_turn(play)) {
        return;
    }
    unsigned circle = model->view.searching == search_all->pawn ? next_circle(play) : 0;
    if (circle != 0) {
        search_circle(play, circle);
    } else if (set_has(&model->view.clues, search_all->circle)) {
        finish(play, true, tr("found a clue."));
    } else {
        finish(play, true, tr("found nothing."));
    }
}

bool play_searching(const struct play *play)
{
    return play->search_all.active;
}

void play_search_stop(struct play *play)
{
    if (play->search_all.active) {
        finish(play, true, play->search_all.count > 0 ? tr("stopped.") : tr("Search stopped."));
    }
}
