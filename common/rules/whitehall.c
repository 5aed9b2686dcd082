/*
 * whitehall.c: Whitehall Mystery: its tables, and Jack's side of the game.
 *
 * Jack must reach four Discovery Locations, one per quadrant, within three rounds of fifteen moves each.
 * Three investigators walk and then search or arrest (whitehall_investigators.c). A discovery is announced
 * after they have acted, and announcing it is mandatory.
 */
#include "common/rules/whitehall.h"

#include <string.h>

enum { TILES_EACH = 2 };

/* ---- setup ---- */

static enum error check_discoveries(const struct board *board, const struct game *game,
                                    const struct action *action)
{
    (void)game;
    if (action->count != DISCOVERIES) {
        return ERROR_DISCOVERY_PLACE;
    }
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        if (!set_has(&board->quadrant[QUADRANT_NW + i], action->list[i])) {
            return ERROR_DISCOVERY_PLACE;
        }
    }
    return ERROR_OK;
}

static enum phase apply_discoveries(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    memcpy(game->discovery, action->list, DISCOVERIES);
    struct event *event =
        step_event(step, EVENT_DISCOVERIES, PAWN_JACK, EVENT_FIELD_BIT(EVENT_CIRCLES_FIELD));
    event->circles.count = DISCOVERIES;
    memcpy(event->circles.item, action->list, DISCOVERIES);
    return game_option(game, OPTION_DEPLOY_FIRST) ? PHASE_DEPLOY : PHASE_START;
}

static void list_discoveries(const struct board *board, const struct game *game, unsigned actors,
                             struct legal *legal)
{
    (void)game;
    (void)actors;
    memcpy(legal->quadrant, &board->quadrant[QUADRANT_NW], sizeof legal->quadrant);
    legal->kinds |= ACTION_BIT(ACTION_DISCOVERIES);
}

static enum error check_start(const struct board *board, const struct game *game, const struct action *action)
{
    (void)board;
    bool chosen = memchr(game->discovery, action->circle, DISCOVERIES) != NULL;
    return chosen ? ERROR_OK : ERROR_START_PLACE;
}

/* Puts the red marker on the discovery at `circle`. */
static void mark_discovery(struct game *game, unsigned circle)
{
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        if (game->discovery[i] == circle) {
            game->discovered = (uint8_t)(game->discovered | 1U << i);
        }
    }
}

static enum phase apply_start(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    mark_discovery(game, action->circle);
    hunt_begin_row(game, CELL_ONE, action->circle);
    struct event *event = step_event(step, EVENT_START, PAWN_JACK, EVENT_FIELD_BIT(EVENT_CIRCLE_FIELD));
    event->circle = action->circle;
    return game_option(game, OPTION_DEPLOY_FIRST) ? PHASE_ROUND : PHASE_DEPLOY;
}

static void list_start(const struct board *board, const struct game *game, unsigned actors,
                       struct legal *legal)
{
    (void)board;
    (void)actors;
    memset(&legal->circles, 0, sizeof legal->circles);
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        set_add(&legal->circles, game->discovery[i]);
    }
    legal->kinds |= ACTION_BIT(ACTION_START);
}

/* ---- the start of a round: newspaper fabrications ---- */

/* Returns the used tiles that cover one cell. Their number is public even if their kinds are not. */
static unsigned reclaimable(const struct game *game)
{
    unsigned tiles = 0;
    for (unsigned tile = TILE_ALLEY; tile <= TILE_BOAT; tile++) {
        if (game->tiles_used[tile] != 0) {
            tiles |= 1U << tile;
        }
    }
    return tiles;
}

static enum phase enter_round(struct step *step)
{
    struct game *game = step->game;
    struct event *event = step_event(step, EVENT_NIGHT, PAWN_NONE, EVENT_FIELD_BIT(EVENT_ROUND_FIELD));
    event->round = game->round;
    bool choice =
        game_option(game, OPTION_NEWSPAPER_FABRICATIONS) && game->round > 1 && reclaimable(game) != 0;
    return choice ? PHASE_RECLAIM : PHASE_MOVE;
}

static enum error check_reclaim(const struct board *board, const struct game *game,
                                const struct action *action)
{
    (void)board;
    bool used = action->tile < TILE_COUNT && (reclaimable(game) & (1U << action->tile)) != 0;
    return used ? ERROR_OK : ERROR_RECLAIM_TILE;
}

static enum phase apply_reclaim(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    game->tiles[action->tile]++;
    game->tiles_used[action->tile]--;
    struct event *event = step_event(step, EVENT_RECLAIM, PAWN_JACK, EVENT_FIELD_BIT(EVENT_TILE_FIELD));
    event->tile = action->tile;
    return PHASE_MOVE;
}

static void list_reclaim(const struct board *board, const struct game *game, unsigned actors,
                         struct legal *legal)
{
    (void)board;
    (void)actors;
    legal->tiles = (uint8_t)reclaimable(game);
    legal->kinds |= ACTION_BIT(ACTION_RECLAIM);
}

/* ---- phase 1: Jack moves ---- */

static enum error check_move(const struct board *board, const struct game *game, const struct action *action)
{
    return action->escape != 0 ? ERROR_ESCAPE_ELSEWHERE : hunt_check_move(board, game, action->to);
}

static enum phase apply_move(struct step *step, const struct action *action)
{
    hunt_move(step, action);
    return PHASE_WALK;
}

static enum phase apply_special(struct step *step, const struct action *action)
{
    hunt_special(step, action);
    return PHASE_WALK;
}

/* ---- pass: a reclaim or an action of an investigator ---- */

static enum phase apply_pass(struct step *step, const struct action *action)
{
    step_event(step, EVENT_PASS, (enum pawn)action->by, 0);
    return step->game->phase == PHASE_RECLAIM ? PHASE_MOVE : investigators_pass(step, action);
}

static void list_pass(const struct board *board, const struct game *game, unsigned actors,
                      struct legal *legal)
{
    (void)board;
    (void)game;
    legal->pass = (uint8_t)actors;
    legal->kinds |= ACTION_BIT(ACTION_PASS);
}

/* ---- the end of a turn: a discovery must be announced ---- */

static bool stands_on_new_discovery(const struct game *game)
{
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        if (game->discovery[i] == hunt_jack_circle(game) && (game->discovered & (1U << i)) == 0) {
            return true;
        }
    }
    return false;
}

static enum phase announce(struct step *step)
{
    struct game *game = step->game;
    unsigned circle = hunt_jack_circle(game);
    mark_discovery(game, circle);
    struct event *event = step_event(step, EVENT_DISCOVERY, PAWN_JACK, EVENT_FIELD_BIT(EVENT_CIRCLE_FIELD));
    event->circle = (uint8_t)circle;
    if (game->discovered == (1U << DISCOVERIES) - 1) {
        return step_over(step, WINNER_JACK, REASON_ALL_DISCOVERIES);
    }
    game->round++;
    hunt_begin_row(game, CELL_ONE, circle);
    memset(&game->clues, 0, sizeof game->clues);
    game->clue_markers = 0;
    return PHASE_ROUND;
}

static enum phase enter_announce(struct step *step)
{
    if (stands_on_new_discovery(step->game)) {
        return announce(step);
    }
    if (step->game->last_cell == CELL_LAST) {
        return step_over(step, WINNER_POLICE, REASON_OUT_OF_MOVES);
    }
    return PHASE_MOVE;
}

/* ---- the tables ---- */

static void begin(struct game *game)
{
    game->phase = PHASE_DISCOVERIES;
    game->tiles[TILE_COACH] = game->tiles[TILE_ALLEY] = game->tiles[TILE_BOAT] = TILES_EACH;
}

#define CAN(kind) ACTION_BIT(ACTION_##kind)

static const struct phase_rule phases[PHASE_COUNT] = {
    [PHASE_DISCOVERIES] = {ACTOR_JACK, CAN(DISCOVERIES), NULL},
    [PHASE_START] = {ACTOR_JACK, CAN(START), NULL},
    [PHASE_DEPLOY] = {ACTOR_POLICE, CAN(DEPLOY), investigators_enter_deploy},
    [PHASE_ROUND] = {ACTOR_NOBODY, 0, enter_round},
    [PHASE_RECLAIM] = {ACTOR_JACK, CAN(RECLAIM) | CAN(PASS), NULL},
    [PHASE_MOVE] = {ACTOR_JACK, CAN(MOVE) | CAN(COACH) | CAN(ALLEY) | CAN(BOAT), hunt_enter_move},
    [PHASE_WALK] = {ACTOR_POLICE, CAN(WALK), investigators_enter_walk},
    [PHASE_ACT] = {ACTOR_POLICE, CAN(SEARCH) | CAN(SMOKER) | CAN(ARREST) | CAN(PASS),
                   investigators_enter_act},
    [PHASE_ANNOUNCE] = {ACTOR_NOBODY, 0, enter_announce},
    [PHASE_OVER] = {ACTOR_NOBODY, 0, NULL},
};

static const struct action_rule actions[ACTION_KIND_COUNT] = {
    [ACTION_DISCOVERIES] = {check_discoveries, apply_discoveries, list_discoveries},
    [ACTION_START] = {check_start, apply_start, list_start},
    [ACTION_DEPLOY] = {investigators_check_deploy, investigators_apply_deploy, investigators_list_deploy},
    [ACTION_RECLAIM] = {check_reclaim, apply_reclaim, list_reclaim},
    [ACTION_MOVE] = {check_move, apply_move, hunt_list_move},
    [ACTION_COACH] = {hunt_check_coach, apply_special, hunt_list_coach},
    [ACTION_ALLEY] = {hunt_check_alley, apply_special, hunt_list_alley},
    [ACTION_BOAT] = {hunt_check_boat, apply_special, hunt_list_boat},
    [ACTION_WALK] = {investigators_check_walk, investigators_apply_walk, investigators_list_walk},
    [ACTION_SEARCH] = {investigators_check_search, investigators_apply_search, investigators_list_search},
    [ACTION_SMOKER] = {investigators_check_smoker, investigators_apply_smoker, investigators_list_smoker},
    [ACTION_ARREST] = {investigators_check_arrest, investigators_apply_arrest, investigators_list_arrest},
    [ACTION_PASS] = {NULL, apply_pass, list_pass},
};

const struct rules whitehall_rules = {
    .begin = begin,
    .police_turn = investigators_turn,
    .phases = phases,
    .actions = actions,
};
