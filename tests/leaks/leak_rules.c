/* leak_rules.c: choices, refusals and steps that depend on something the player may not know. */
#include "common/rules/whitechapel.h"
#include "tests/leaks/leaks.h"

void leak_change_events(const struct game *game, struct events *events); /* leak_events.c */

static struct set only_visited(const struct game *game, const struct set *circles)
{
    struct set visited = {{0}};
    SET_EACH (circle, circles) {
        if (leak_visited(game, circle)) {
            set_add(&visited, circle);
        }
    }
    return visited;
}

static const struct patrol *patrol_at(const struct game *game, unsigned crossing)
{
    for (unsigned i = 0; i < PATROLS; i++) {
        if (crossing != 0 && game->patrol[i].crossing == crossing) {
            return &game->patrol[i];
        }
    }
    return NULL;
}

/* ---- choices ---- */

WRAP(void, hunt_list_search, const struct board *board, const struct game *game, unsigned actors,
     struct legal *legal)
{
    __real_hunt_list_search(board, game, actors, legal);
    for (unsigned pawn = 0; leak_planted == LEAK_LEGAL_SEARCH_VISITED && pawn < PAWN_COUNT; pawn++) {
        struct set visited = only_visited(game, &legal->search[pawn]);
        if (!set_is_empty(&visited)) {
            legal->search[pawn] = visited;
        }
    }
}

static bool jack_can_escape(const struct board *board, const struct game *game)
{
    unsigned circle = leak_jack_circle(game);
    return game->phase == PHASE_MOVE && circle != 0 && set_has(&board->adjacent[circle], game->hideout);
}

static void keep_real_patrols(const struct game *game, struct legal *legal)
{
    SET_EACH (crossing, &legal->crossings) {
        if (patrol_at(game, crossing)->face == PAWN_FALSE) {
            set_remove(&legal->crossings, crossing);
        }
    }
}

static void keep_near_home(const struct board *board, const struct game *game, struct legal *legal)
{
    SET_EACH (circle, &legal->circles) {
        if (board->steps[circle][game->hideout] > 8) {
            set_remove(&legal->circles, circle);
        }
    }
}

WRAP(void, view_legal, const struct board *board, const struct game *game, struct viewer viewer,
     struct viewed_legal *viewed)
{
    __real_view_legal(board, game, viewer, viewed);
    struct legal *legal = &viewed->shown;
    if (leak_planted == LEAK_LEGAL_ONLOOKER && viewer.role == VIEWER_PUBLIC && jack_can_escape(board, game)) {
        legal->kinds |= ACTION_BIT(ACTION_WAIT);
    }
    if (leak_planted == LEAK_LEGAL_OF_EVERYBODY && viewer.role == VIEWER_DETECTIVE) {
        game_legal(board, game, ~0U, legal);
    }
    if (leak_planted == LEAK_LEGAL_ADDRESS && (legal->kinds & ACTION_BIT(ACTION_ADDRESS)) != 0) {
        keep_near_home(board, game, legal);
    }
    if (leak_planted == LEAK_LEGAL_REVEAL && (legal->kinds & ACTION_BIT(ACTION_REVEAL)) != 0) {
        keep_real_patrols(game, legal);
    }
}

/* ---- refusals ---- */

WRAP(enum error, hunt_check_search, const struct board *board, const struct game *game,
     const struct action *action)
{
    enum error error = __real_hunt_check_search(board, game, action);
    bool telling = leak_planted == LEAK_REFUSAL_SEARCH && error == ERROR_NOT_NEXT_TO;
    return telling && leak_visited(game, action->circle) ? ERROR_SEARCHED_ALREADY : error;
}

/* Returns the error that mutants report instead of `error` because they check the secret first. */
static enum error change_refusal(const struct game *game, const struct action *action, enum error error)
{
    const struct patrol *patrol = patrol_at(game, action->crossing);
    if (leak_planted == LEAK_REFUSAL_OUT_OF_TURN && error == ERROR_NOT_YOUR_TURN &&
        action->kind == ACTION_ARREST && action->circle == leak_jack_circle(game)) {
        return ERROR_WRONG_PHASE;
    }
    if (leak_planted == LEAK_REFUSAL_ADDRESS && action->kind == ACTION_ADDRESS &&
        action->circle == game->hideout) {
        return ERROR_ADDRESS_HEAD;
    }
    if (leak_planted == LEAK_REFUSAL_REVEAL && action->kind == ACTION_REVEAL && patrol != NULL &&
        patrol->face == PAWN_FALSE) {
        return ERROR_REVEAL_TARGET;
    }
    return error;
}

/* ---- steps ---- */

/* Ends the search as the last circle would. */
WRAP(struct search_outcome, hunt_search, struct step *step, const struct action *action)
{
    struct game *game = step->game;
    struct search_outcome outcome = __real_hunt_search(step, action);
    if (leak_planted == LEAK_STEP_SEARCH_CUT_SHORT && !outcome.ended) {
        struct set left = hunt_search_targets(step->board, game, (enum pawn)action->by);
        left = only_visited(game, &left);
        if (set_is_empty(&left)) {
            outcome.ended = true;
            game->searching = 0;
            game->searched = (struct set){{0}};
        }
    }
    return outcome;
}

/* The games call this to find out who has something to do. */
WRAP(struct set, hunt_arrest_targets, const struct board *board, const struct game *game, enum pawn pawn)
{
    struct set targets = __real_hunt_arrest_targets(board, game, pawn);
    if (leak_planted == LEAK_STEP_POLICEMAN_SKIPPED && game->kind == GAME_WHITECHAPEL) {
        struct set visited = only_visited(game, &targets);
        if (set_is_empty(&visited)) {
            return visited;
        }
    }
    return targets;
}

WRAP(enum phase, letter_enter_hell, struct step *step)
{
    enum phase phase = __real_letter_enter_hell(step);
    bool worthless = step->game->patrol[0].face == PAWN_FALSE;
    return leak_planted == LEAK_STEP_LETTER_SKIPPED && worthless ? PHASE_VICTIMS : phase;
}

WRAP(enum error, game_apply, const struct board *board, struct game *game, const struct action *action,
     struct events *events)
{
    enum error error = __real_game_apply(board, game, action, events);
    if (error != ERROR_OK) {
        return change_refusal(game, action, error);
    }
    leak_change_events(game, events);
    if (leak_planted == LEAK_STEP_RECLAIM_SKIPPED && game->phase == PHASE_RECLAIM &&
        game->tiles_used[TILE_ALLEY] == 0) {
        game->phase = PHASE_MOVE;
    }
    return ERROR_OK;
}
