/*
 * whitehall.c: Whitehall Mystery: the table of phases and what is its own.
 *
 * Jack carries what he has to four places, one a quadrant, in at most three rounds of fifteen moves; three
 * investigators, always yellow, blue, red, walk and then search or arrest. A place is announced only after
 * the investigators have acted, and then it must be. The powers' effects are ours: docs/rules.md.
 */
#include <string.h>

#include "hunt.h"

enum { TILES_EACH = 2 };

static const uint8_t order[] = {PAWN_YELLOW, PAWN_BLUE, PAWN_RED};

/* ---- the investigators' turn, one after the other ---- */

static unsigned police_turn(const struct game *game)
{
    for (unsigned i = 0; i < sizeof order; i++) {
        if ((game->waiting & PAWN_BIT(order[i])) != 0) {
            return PAWN_BIT(order[i]);
        }
    }
    return 0;
}

/* An investigator with no circle next to him has nothing to do in phase 3 and is skipped. */
static void skip_idle(const struct board *board, struct game *game)
{
    for (unsigned i = 0; i < sizeof order; i++) {
        struct set circles = hunt_arrest_targets(board, game, (enum pawn)order[i]);
        if (set_is_empty(&circles)) {
            game->waiting = (uint8_t)(game->waiting & ~PAWN_BIT(order[i]));
        }
    }
}

static enum phase investigator_done(struct step *step, unsigned pawn, enum phase phase, enum phase next)
{
    struct game *game = step->game;
    game->waiting = (uint8_t)(game->waiting & ~PAWN_BIT(pawn));
    return game->waiting != 0 ? phase : next;
}

static bool has_power(const struct game *game, enum pawn pawn)
{
    return game_option(game, OPTION_POWERS) && (game->powers_used & PAWN_BIT(pawn)) == 0;
}

/* Why `pawn` may not use a power that is `owner`'s. */
static enum error check_power(const struct game *game, unsigned pawn, enum pawn owner)
{
    if (!game_option(game, OPTION_POWERS)) {
        return ERROR_OPTION_OFF;
    }
    if (pawn != owner) {
        return ERROR_POWER_NONE;
    }
    return has_power(game, owner) ? ERROR_OK : ERROR_POWER_USED;
}

static void use_power(struct game *game, unsigned pawn)
{
    game->powers_used = (uint8_t)(game->powers_used | PAWN_BIT(pawn));
}

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

/* The red marker on the discovery at `circle`. */
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

static enum phase enter_deploy(struct step *step)
{
    step->game->waiting = (uint8_t)game_policemen(GAME_WHITEHALL);
    return PHASE_DEPLOY;
}

static struct set deploy_targets(const struct board *board, const struct game *game)
{
    struct set occupied = police_crossings(game->crossing);
    return set_minus(board->yellow_crossings, &occupied);
}

static enum error check_deploy(const struct board *board, const struct game *game,
                               const struct action *action)
{
    struct set targets = deploy_targets(board, game);
    return set_has(&targets, action->crossing) ? ERROR_OK : ERROR_DEPLOY_PLACE;
}

static enum phase apply_deploy(struct step *step, const struct action *action)
{
    step->game->crossing[action->by] = action->crossing;
    struct event *event =
        step_event(step, EVENT_DEPLOY, (enum pawn)action->by, EVENT_FIELD_BIT(EVENT_CROSSING_FIELD));
    event->crossing = action->crossing;
    enum phase next = game_option(step->game, OPTION_DEPLOY_FIRST) ? PHASE_START : PHASE_ROUND;
    return investigator_done(step, action->by, PHASE_DEPLOY, next);
}

static void list_deploy(const struct board *board, const struct game *game, unsigned actors,
                        struct legal *legal)
{
    (void)actors;
    legal->crossings = deploy_targets(board, game);
    legal->kinds |= ACTION_BIT(ACTION_DEPLOY);
}

/* ---- the start of a round: newspaper fabrications ---- */

/* One-cell tiles that lie used: their number is public even when their kinds are not. */
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

/* ---- phase 2: the investigators walk ---- */

static enum phase enter_walk(struct step *step)
{
    step->game->waiting = (uint8_t)game_policemen(GAME_WHITEHALL);
    return PHASE_WALK;
}

/* Waring's houses: free crossings on the outline of a block his own crossing is on. */
static struct set power_walk_targets(const struct board *board, const struct game *game)
{
    struct set occupied = police_crossings(game->crossing);
    return set_minus(board->outline[game->crossing[PAWN_YELLOW]], &occupied);
}

static enum error check_walk(const struct board *board, const struct game *game, const struct action *action)
{
    if (action->power == 0) {
        return hunt_check_walk(board, game, action);
    }
    enum error error = check_power(game, action->by, PAWN_YELLOW);
    if (error != ERROR_OK) {
        return error;
    }
    struct set targets = power_walk_targets(board, game);
    return set_has(&targets, action->to) ? ERROR_OK : ERROR_POWER_HOUSES;
}

static enum phase apply_walk(struct step *step, const struct action *action)
{
    if (action->power != 0) {
        use_power(step->game, action->by);
    }
    hunt_walk(step, action);
    return investigator_done(step, action->by, PHASE_WALK, PHASE_ACT);
}

static void list_walk(const struct board *board, const struct game *game, unsigned actors,
                      struct legal *legal)
{
    hunt_list_walk(board, game, actors, legal);
    if ((actors & PAWN_BIT(PAWN_YELLOW)) != 0 && has_power(game, PAWN_YELLOW)) {
        legal->walk_power = power_walk_targets(board, game);
    }
}

/* ---- phase 3: the investigators act ---- */

static enum phase enter_act(struct step *step)
{
    step->game->waiting = (uint8_t)game_policemen(GAME_WHITEHALL);
    skip_idle(step->board, step->game);
    return step->game->waiting != 0 ? PHASE_ACT : PHASE_ANNOUNCE;
}

static enum phase act_done(struct step *step, const struct action *action)
{
    step->game->searching = 0;
    step->game->may_arrest = 0;
    memset(&step->game->searched, 0, sizeof step->game->searched);
    return investigator_done(step, action->by, PHASE_ACT, PHASE_ANNOUNCE);
}

/* Ferris has searched with his power: only the arrest is left to him. */
static bool only_arrest_left(const struct game *game)
{
    return game->may_arrest != 0 && game->searching == 0;
}

static enum error check_search(const struct board *board, const struct game *game,
                               const struct action *action)
{
    if (only_arrest_left(game)) {
        return ERROR_WRONG_PHASE;
    }
    if (action->power != 0) {
        enum error error = check_power(game, action->by, PAWN_BLUE);
        if (error != ERROR_OK) {
            return error;
        }
        if (game->searching != 0) {
            return ERROR_SEARCH_UNFINISHED;
        }
    }
    return hunt_check_search(board, game, action);
}

static enum phase apply_search(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    if (action->power != 0) {
        use_power(game, action->by);
        game->may_arrest = 1;
    }
    struct search_outcome outcome = hunt_search(step, action);
    return outcome.ended && game->may_arrest == 0 ? act_done(step, action) : PHASE_ACT;
}

static void list_search(const struct board *board, const struct game *game, unsigned actors,
                        struct legal *legal)
{
    if (only_arrest_left(game)) {
        return;
    }
    hunt_list_search(board, game, actors, legal);
    if ((actors & PAWN_BIT(PAWN_BLUE)) != 0 && game->searching == 0 && has_power(game, PAWN_BLUE)) {
        legal->search_power = PAWN_BIT(PAWN_BLUE);
    }
}

static bool smoker_is_ready(const struct game *game)
{
    return game_option(game, OPTION_SMOKER) && game->smoker_used == 0 && game->searching == 0;
}

static enum error check_smoker(const struct board *board, const struct game *game,
                               const struct action *action)
{
    (void)board;
    if (!game_option(game, OPTION_SMOKER)) {
        return ERROR_OPTION_OFF;
    }
    if (action->by != PAWN_YELLOW) {
        return ERROR_POWER_NONE;
    }
    if (game->smoker_used != 0) {
        return ERROR_POWER_USED;
    }
    return game->searching != 0 ? ERROR_SEARCH_UNFINISHED : ERROR_OK;
}

static enum phase apply_smoker(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    struct set asked = hunt_search_targets(step->board, game, PAWN_YELLOW);
    struct event *event = step_event(step, EVENT_SMOKER, PAWN_YELLOW, EVENT_FIELD_BIT(EVENT_CIRCLES_FIELD));
    game->smoker_used = 1;
    SET_EACH (circle, &asked) {
        if (hunt_visited(game, circle)) {
            event->circles.item[event->circles.count++] = (uint8_t)circle;
            game->clue_markers = (uint8_t)(game->clue_markers + !set_has(&game->clues, circle));
            set_add(&game->clues, circle);
        }
    }
    return act_done(step, action);
}

static void list_smoker(const struct board *board, const struct game *game, unsigned actors,
                        struct legal *legal)
{
    (void)board;
    if ((actors & PAWN_BIT(PAWN_YELLOW)) != 0 && smoker_is_ready(game)) {
        legal->kinds |= ACTION_BIT(ACTION_SMOKER);
    }
}

/* Ferris's arrest ends his search; anybody else's search ends before he could arrest. */
static bool arrest_must_wait(const struct game *game)
{
    return game->searching != 0 && game->may_arrest == 0;
}

static enum error check_arrest(const struct board *board, const struct game *game,
                               const struct action *action)
{
    if (arrest_must_wait(game)) {
        return ERROR_SEARCH_UNFINISHED;
    }
    if (action->power == 0) {
        return hunt_check_arrest_one(board, game, action);
    }
    enum error error = check_power(game, action->by, PAWN_RED);
    if (error != ERROR_OK) {
        return error;
    }
    return action->circle != 0 ? ERROR_ARREST_NAMES_ALL : ERROR_OK;
}

static enum phase apply_arrest(struct step *step, const struct action *action)
{
    if (action->power != 0) {
        use_power(step->game, action->by);
    }
    if (hunt_arrest(step, action)) {
        return step_over(step, WINNER_POLICE, REASON_ARREST);
    }
    return act_done(step, action);
}

static void list_arrest(const struct board *board, const struct game *game, unsigned actors,
                        struct legal *legal)
{
    if (arrest_must_wait(game)) {
        return;
    }
    memset(legal->arrest, 0, sizeof legal->arrest);
    legal->arrest_all = legal->arrest_power = 0;
    for (unsigned i = 0; i < sizeof order; i++) {
        if ((actors & PAWN_BIT(order[i])) != 0) {
            legal->arrest[order[i]] = hunt_arrest_targets(board, game, (enum pawn)order[i]);
            legal->kinds |= ACTION_BIT(ACTION_ARREST);
        }
    }
    if ((actors & PAWN_BIT(PAWN_RED)) != 0 && has_power(game, PAWN_RED)) {
        legal->arrest_power = PAWN_BIT(PAWN_RED);
    }
}

/* ---- pass: a reclaim, an action, the rest of a search, Ferris's arrest ---- */

static enum phase apply_pass(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    step_event(step, EVENT_PASS, (enum pawn)action->by, 0);
    if (game->phase == PHASE_RECLAIM) {
        return PHASE_MOVE;
    }
    if (game->searching != 0 && game->may_arrest != 0) {
        game->searching = 0; /* the search ends here, the arrest may still follow */
        memset(&game->searched, 0, sizeof game->searched);
        return PHASE_ACT;
    }
    return act_done(step, action);
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
    [PHASE_DEPLOY] = {ACTOR_POLICE, CAN(DEPLOY), enter_deploy},
    [PHASE_ROUND] = {ACTOR_NOBODY, 0, enter_round},
    [PHASE_RECLAIM] = {ACTOR_JACK, CAN(RECLAIM) | CAN(PASS), NULL},
    [PHASE_MOVE] = {ACTOR_JACK, CAN(MOVE) | CAN(COACH) | CAN(ALLEY) | CAN(BOAT), hunt_enter_move},
    [PHASE_WALK] = {ACTOR_POLICE, CAN(WALK), enter_walk},
    [PHASE_ACT] = {ACTOR_POLICE, CAN(SEARCH) | CAN(SMOKER) | CAN(ARREST) | CAN(PASS), enter_act},
    [PHASE_ANNOUNCE] = {ACTOR_NOBODY, 0, enter_announce},
    [PHASE_OVER] = {ACTOR_NOBODY, 0, NULL},
};

static const struct action_rule actions[ACTION_KIND_COUNT] = {
    [ACTION_DISCOVERIES] = {check_discoveries, apply_discoveries, list_discoveries},
    [ACTION_START] = {check_start, apply_start, list_start},
    [ACTION_DEPLOY] = {check_deploy, apply_deploy, list_deploy},
    [ACTION_RECLAIM] = {check_reclaim, apply_reclaim, list_reclaim},
    [ACTION_MOVE] = {check_move, apply_move, hunt_list_move},
    [ACTION_COACH] = {hunt_check_coach, apply_special, hunt_list_coach},
    [ACTION_ALLEY] = {hunt_check_alley, apply_special, hunt_list_alley},
    [ACTION_BOAT] = {hunt_check_boat, apply_special, hunt_list_boat},
    [ACTION_WALK] = {check_walk, apply_walk, list_walk},
    [ACTION_SEARCH] = {check_search, apply_search, list_search},
    [ACTION_SMOKER] = {check_smoker, apply_smoker, list_smoker},
    [ACTION_ARREST] = {check_arrest, apply_arrest, list_arrest},
    [ACTION_PASS] = {NULL, apply_pass, list_pass},
};

const struct rules whitehall_rules = {
    .begin = begin,
    .police_turn = police_turn,
    .phases = phases,
    .actions = actions,
};
