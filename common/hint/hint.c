/* hint.c: see hint.h. */
#include "common/hint/hint.h"

#include <string.h>

#include "common/deduce/belief.h"

/* What a reason is computed from: what the player sees, and what follows from it. */
struct situation {
    const struct board *board;
    const struct view *view;
    const struct legal *legal;
    const struct dossier *dossier;
    struct belief belief;
};

typedef bool explain(const struct situation *situation, struct hint *hint);

/* ---- the police ---- */

static bool explain_search(const struct situation *situation, struct hint *hint)
{
    struct belief_what_if answers;
    if (!situation->belief.hunting) {
        return false;
    }
    belief_what_if(situation->board, situation->dossier, &situation->belief, hint->action.circle, &answers);
    hint->reason = HINT_SEARCH;
    hint->yes = answers.yes.trails == 0 ? 0 : (uint8_t)set_count(&answers.yes.now);
    hint->no = answers.no.trails == 0 ? 0 : (uint8_t)set_count(&answers.no.now);
    return hint->yes != 0 || hint->no != 0;
}

static bool explain_pass(const struct situation *situation, struct hint *hint)
{
    const struct belief *belief = &situation->belief;
    if (!belief->hunting || hint->action.by == PAWN_JACK) {
        return false;
    }
    hint->reason = HINT_KNOWN;
    SET_EACH (circle, &situation->legal->search[hint->action.by]) {
        if (belief->trails_visited[circle] != 0 && belief->trails_visited[circle] != belief->trails) {
            return false;
        }
    }
    return true;
}

/* Without a circle, an arrest is made on every circle next to the policeman. */
static bool explain_arrest(const struct situation *situation, struct hint *hint)
{
    const struct action *action = &hint->action;
    struct set circles = {{0}};
    if (!situation->belief.hunting || situation->belief.trails == 0) {
        return false;
    }
    if (action->circle != 0) {
        set_add(&circles, action->circle);
    } else {
        circles = situation->board->next_to[situation->view->crossing[action->by]];
    }
    hint->reason = HINT_ARREST;
    hint->all = situation->belief.trails;
    SET_EACH (circle, &circles) {
        hint->trails += situation->belief.trails_now[circle];
    }
    return true;
}

static bool explain_walk(const struct situation *situation, struct hint *hint)
{
    const struct set *now = &situation->belief.now;
    struct set near = set_and(situation->board->next_to[hint->action.to], now);
    unsigned nearest = BOARD_FAR;
    if (!situation->belief.hunting || set_is_empty(now)) {
        return false;
    }
    SET_EACH (circle, now) {
        unsigned far = board_distance(situation->board, hint->action.to, circle);
        nearest = far < nearest ? far : nearest;
    }
    hint->reason = nearest == 0 ? HINT_NEXT_TO : HINT_APPROACH;
    hint->of = (uint8_t)set_count(now);
    if (nearest == 0) {
        hint->count = (uint8_t)set_count(&near);
    } else {
        hint->crossings = (uint8_t)nearest;
    }
    return nearest != BOARD_FAR;
}

static bool explain_address(const struct situation *situation, struct hint *hint)
{
    hint->reason = HINT_ADDRESS;
    hint->of = (uint8_t)set_count(&situation->belief.targets);
    return set_has(&situation->belief.targets, hint->action.circle);
}

static bool explain_patrols(const struct situation *situation, struct hint *hint)
{
    const struct action *action = &hint->action;
    const struct view *view = situation->view;
    struct set near = {{0}};
    for (unsigned i = 0; i + 1U < action->count; i += 2) {
        if (action->list[i + 1U] != PAWN_FALSE) {
            near = set_or(near, &situation->board->next_to[action->list[i]]);
        }
    }
    hint->reason = HINT_PATROLS;
    hint->of = view->women;
    for (unsigned i = 0; i < view->women; i++) {
        hint->count += set_has(&near, view->woman[i]);
    }
    return hint->of != 0;
}

/* Only the Head's player moves the Wretched, and knows which patrols are false. */
static bool explain_wretched(const struct situation *situation, struct hint *hint)
{
    const struct view *view = situation->view;
    unsigned nearest = BOARD_FAR;
    for (unsigned i = 0; i < PATROLS; i++) {
        bool real = view->patrol_face[i] > PAWN_FALSE && view->patrol_face[i] < PAWN_COUNT;
        if (view->patrol_crossing[i] != 0 && real) {
            unsigned far = board_distance(situation->board, view->patrol_crossing[i], hint->action.to);
            nearest = far < nearest ? far : nearest;
        }
    }
    hint->reason = HINT_GUARDED;
    hint->crossings = (uint8_t)nearest;
    return nearest != BOARD_FAR;
}

static bool explain_deploy(const struct situation *situation, struct hint *hint)
{
    const struct dossier_round *round = &situation->dossier->round[0];
    if (!round->begun) {
        return false; /* the option deploy_first */
    }
    hint->reason = HINT_DEPLOY;
    hint->crossings = (uint8_t)board_distance(situation->board, hint->action.crossing, round->start[0]);
    return hint->crossings != BOARD_FAR;
}

/* ---- Jack ---- */

static bool explain_kill(const struct situation *situation, struct hint *hint)
{
    const struct action *action = &hint->action;
    unsigned end = action->count == 0 ? 0 : action->list[action->count - 1U];
    hint->reason = HINT_HOME;
    hint->moves = situation->board->steps[end][situation->view->hideout];
    return end != 0 && hint->moves != BOARD_FAR;
}

static bool is_open_discovery(const struct view *view, unsigned circle)
{
    bool found = memchr(view->discovery_found, (int)circle, view->discoveries_found) != NULL;
    return view->kind == GAME_WHITEHALL && !found &&
           memchr(view->discovery, (int)circle, DISCOVERIES) != NULL;
}

/* What the police could deduce from a move that they have not seen yet, and he has not made yet. */
static bool explain_move(const struct situation *situation, struct hint *hint)
{
    static const enum tile tiles[ACTION_KIND_COUNT] = {
        [ACTION_COACH] = TILE_COACH, [ACTION_ALLEY] = TILE_ALLEY, [ACTION_BOAT] = TILE_BOAT};
    struct dossier after = *situation->dossier;
    struct belief belief;
    if (hint->action.escape != 0) {
        hint->reason = HINT_ESCAPE;
        return true;
    }
    dossier_imagine_move(&after, tiles[hint->action.kind]);
    belief_deduce(situation->board, &after, &belief);
    hint->reason = is_open_discovery(situation->view, hint->action.to) ? HINT_DISCOVERY : HINT_HIDDEN;
    hint->count = (uint8_t)set_count(&belief.now);
    return belief.hunting;
}

/* ---- all reasons ---- */

static explain *const explains[ACTION_KIND_COUNT] = {
    [ACTION_SEARCH] = explain_search,     [ACTION_ARREST] = explain_arrest,
    [ACTION_WALK] = explain_walk,         [ACTION_RUSH] = explain_walk,
    [ACTION_ADDRESS] = explain_address,   [ACTION_PATROLS] = explain_patrols,
    [ACTION_WRETCHED] = explain_wretched, [ACTION_DEPLOY] = explain_deploy,
    [ACTION_KILL] = explain_kill,         [ACTION_MOVE] = explain_move,
    [ACTION_COACH] = explain_move,        [ACTION_ALLEY] = explain_move,
    [ACTION_BOAT] = explain_move,         [ACTION_PASS] = explain_pass,
};

/* Returns whether the pass is the only choice of all the viewer's pawns. */
static bool is_only_pass(const struct legal *legal)
{
    return legal->kinds == ACTION_BIT(ACTION_PASS) && (legal->pass & (legal->pass - 1U)) == 0;
}

void hint_find(const struct bot_observation *observation, enum bot_level level, uint64_t seed,
               struct hint *hint)
{
    struct situation situation = {.board = observation->board,
                                  .view = &observation->view,
                                  .legal = &observation->legal.shown,
                                  .dossier = &observation->dossier};
    memset(hint, 0, sizeof *hint);
    hint->level = (uint8_t)level;
    (void)bot_choose(observation, level, seed, &hint->action);
    if (is_only_pass(situation.legal)) {
        hint->reason = HINT_ONLY;
        return;
    }
    explain *reason = explains[hint->action.kind];
    if (reason != NULL) {
        belief_deduce(situation.board, situation.dossier, &situation.belief);
    }
    if (reason == NULL || !reason(&situation, hint)) {
        *hint = (struct hint){.action = hint->action, .level = (uint8_t)level, .reason = HINT_BOT};
    }
}
