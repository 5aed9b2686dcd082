/*
 * play_search.c: "search red all": one circle after the other, the nearest first, until one has a clue or none is
 * left.
 *
 * Each circle is one action like any other. The next is chosen when the turn that follows the last one is known, so
 * the rules decide whether there is a next one.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/play/play_internal.h"
#include "client-cli/text/sentences.h"

/* The circle of a set that is nearest to a crossing as the crow flies; of two equally near the lower number. */
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

/* The circle to search next; 0: there is none. */
static unsigned next_circle(const struct play *play)
{
    const struct model *model = &play->model;
    enum pawn pawn = play->searching.pawn;
    const struct legal *legal = &model->legal.shown;
    bool another_searches = model->view.searching != 0 && model->view.searching != pawn;
    if (!model->has_view || !model->has_legal || (legal->kinds & ACTION_BIT(ACTION_SEARCH)) == 0 ||
        (model_my_pawns(model) & PAWN_BIT(pawn)) == 0 || another_searches) {
        return 0;
    }
    return nearest(model_board(model), model->view.crossing[pawn], &legal->search[pawn]);
}

/* "Red has searched 65, 66 and 81", in the order it was done. */
static void finish(struct play *play, bool good, const char *end)
{
    struct searching *searching = &play->searching;
    char text[SENTENCE_ROOM];
    size_t used = (size_t)snprintf(text, sizeof text, "%s has searched ", title_pawn(searching->pawn));
    for (unsigned i = 0; i < searching->count && used < sizeof text; i++) {
        const char *before = i == 0 ? "" : i + 1 < searching->count ? ", " : " and ";
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%u", before, searching->done[i]);
    }
    searching->active = false;
    if (searching->count == 0) {
        play_answer(play, good, "%s", end);
    } else {
        play_answer(play, good, "%s: %s", text, end);
    }
}

static void searched(struct asked *asked, const json_t *ok)
{
    struct play *play = asked->play;
    struct searching *searching = &play->searching;
    play_await_turn(asked, ok);
    if (searching->active) { /* who stopped it has had his answer */
        searching->asked = false;
        searching->circle = asked->command.action.circle;
        searching->done[searching->count++] = asked->command.action.circle;
        play_search_go_on(play); /* should the turn be there before the answer */
    }
}

static void refused(struct asked *asked, const char *code, const char *text)
{
    (void)code;
    if (asked->play->searching.active) {
        finish(asked->play, false, text);
    }
}

static void search(struct play *play, unsigned circle)
{
    struct command command = {
        .kind = COMMAND_ACT,
        .action = {.kind = ACTION_SEARCH, .by = (uint8_t)play->searching.pawn, .circle = (uint8_t)circle},
    };
    struct asked *asked = play_ask_here(play, "act", play_act_keys(play, &command), true, &command, searched);
    play->searching.asked = asked != NULL;
    if (asked != NULL) {
        asked->quiet = true; /* the search as a whole is answered */
        asked->refused = refused;
    } else {
        play->searching.active = false;
    }
}

void play_search_begin(struct play *play, const struct command *command)
{
    play->searching = (struct searching){.active = true, .pawn = command->pawn};
    unsigned circle = next_circle(play);
    if (circle == 0) {
        play->searching.active = false;
        play_answer(play, false, "%s has nothing to search now.", title_pawn(command->pawn));
        return;
    }
    search(play, circle);
}

void play_search_go_on(struct play *play)
{
    struct searching *searching = &play->searching;
    const struct model *model = &play->model;
    if (!searching->active || searching->asked || play_awaits_turn(play)) {
        return;
    }
    unsigned circle = model->view.searching == searching->pawn ? next_circle(play) : 0;
    if (circle != 0) {
        search(play, circle);
    } else if (set_has(&model->view.clues, searching->circle)) {
        finish(play, true, "a clue.");
    } else {
        finish(play, true, "nothing.");
    }
}

bool play_searching(const struct play *play)
{
    return play->searching.active;
}

void play_search_stop(struct play *play)
{
    if (play->searching.active) {
        finish(play, true, play->searching.count > 0 ? "stopped." : "The search is stopped.");
    }
}
