/*
 * whitehall_investigators.c: the actions of the three investigators: deploy, walk, and search or arrest.
 *
 * They always act in the order yellow, blue, red. Each has a power that can be used once per game (option
 * `powers`), and once per game yellow may smoke instead of acting (option `smoker`). The effects of the
 * powers are our own; see docs/rules.md.
 */
#include <string.h>

#include "common/rules/whitehall.h"

static const uint8_t order[] = {PAWN_YELLOW, PAWN_BLUE, PAWN_RED};

/* ---- one after the other ---- */

unsigned investigators_turn(const struct game *game)
{
    for (unsigned i = 0; i < sizeof order; i++) {
        if ((game->waiting & PAWN_BIT(order[i])) != 0) {
            return PAWN_BIT(order[i]);
        }
    }
    return 0;
}

/* Skips investigators with no circle next to them: they have nothing to do in phase 3. */
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

/* ---- powers ---- */

static bool has_power(const struct game *game, enum pawn pawn)
{
    return game_option(game, OPTION_POWERS) && (game->powers_used & PAWN_BIT(pawn)) == 0;
}

/* Returns why `pawn` may not use the power of `owner`, or ERROR_OK. */
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

/* ---- setup: they deploy ---- */

enum phase investigators_enter_deploy(struct step *step)
{
    step->game->waiting = (uint8_t)game_policemen(GAME_WHITEHALL);
    return PHASE_DEPLOY;
}

static struct set deploy_targets(const struct board *board, const struct game *game)
{
    struct set occupied = police_crossings(game->crossing);
    return set_minus(board->yellow_crossings, &occupied);
}

enum error investigators_check_deploy(const struct board *board, const struct game *game,
                                      const struct action *action)
{
    struct set targets = deploy_targets(board, game);
    return set_has(&targets, action->crossing) ? ERROR_OK : ERROR_DEPLOY_PLACE;
}

enum phase investigators_apply_deploy(struct step *step, const struct action *action)
{
    step->game->crossing[action->by] = action->crossing;
    struct event *event =
        step_event(step, EVENT_DEPLOY, (enum pawn)action->by, EVENT_FIELD_BIT(EVENT_CROSSING_FIELD));
    event->crossing = action->crossing;
    enum phase next = game_option(step->game, OPTION_DEPLOY_FIRST) ? PHASE_START : PHASE_ROUND;
    return investigator_done(step, action->by, PHASE_DEPLOY, next);
}

void investigators_list_deploy(const struct board *board, const struct game *game, unsigned actors,
                               struct legal *legal)
{
    (void)actors;
    legal->crossings = deploy_targets(board, game);
    legal->kinds |= ACTION_BIT(ACTION_DEPLOY);
}

/* ---- phase 2: they walk ---- */

enum phase investigators_enter_walk(struct step *step)
{
    step->game->waiting = (uint8_t)game_policemen(GAME_WHITEHALL);
    return PHASE_WALK;
}

/* Waring's power: returns the free crossings around the blocks that his own crossing is on. */
static struct set power_walk_targets(const struct board *board, const struct game *game)
{
    struct set occupied = police_crossings(game->crossing);
    return set_minus(board->outline[game->crossing[PAWN_YELLOW]], &occupied);
}

enum error investigators_check_walk(const struct board *board, const struct game *game,
                                    const struct action *action)
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

enum phase investigators_apply_walk(struct step *step, const struct action *action)
{
    if (action->power != 0) {
        use_power(step->game, action->by);
    }
    hunt_walk(step, action);
    return investigator_done(step, action->by, PHASE_WALK, PHASE_ACT);
}

void investigators_list_walk(const struct board *board, const struct game *game, unsigned actors,
                             struct legal *legal)
{
    hunt_list_walk(board, game, actors, legal);
    if ((actors & PAWN_BIT(PAWN_YELLOW)) != 0 && has_power(game, PAWN_YELLOW)) {
        legal->walk_power = power_walk_targets(board, game);
    }
}

/* ---- phase 3: they act ---- */

enum phase investigators_enter_act(struct step *step)
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

/* Ferris has searched with his power and may now only arrest or pass. */
static bool only_arrest_left(const struct game *game)
{
    return game->may_arrest != 0 && game->searching == 0;
}

enum error investigators_check_search(const struct board *board, const struct game *game,
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

enum phase investigators_apply_search(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    if (action->power != 0) {
        use_power(game, action->by);
        game->may_arrest = 1;
    }
    struct search_outcome outcome = hunt_search(step, action);
    return outcome.ended && game->may_arrest == 0 ? act_done(step, action) : PHASE_ACT;
}

void investigators_list_search(const struct board *board, const struct game *game, unsigned actors,
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

enum error investigators_check_smoker(const struct board *board, const struct game *game,
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

enum phase investigators_apply_smoker(struct step *step, const struct action *action)
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

void investigators_list_smoker(const struct board *board, const struct game *game, unsigned actors,
                               struct legal *legal)
{
    (void)board;
    if ((actors & PAWN_BIT(PAWN_YELLOW)) != 0 && smoker_is_ready(game)) {
        legal->kinds |= ACTION_BIT(ACTION_SMOKER);
    }
}

/* Ferris's arrest may end his search; for everybody else, a search excludes an arrest. */
static bool arrest_must_wait(const struct game *game)
{
    return game->searching != 0 && game->may_arrest == 0;
}

enum error investigators_check_arrest(const struct board *board, const struct game *game,
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

enum phase investigators_apply_arrest(struct step *step, const struct action *action)
{
    if (action->power != 0) {
        use_power(step->game, action->by);
    }
    if (hunt_arrest(step, action)) {
        return step_over(step, WINNER_POLICE, REASON_ARREST);
    }
    return act_done(step, action);
}

void investigators_list_arrest(const struct board *board, const struct game *game, unsigned actors,
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

/* Skips the action, the rest of the search or, with Ferris's power, the arrest. */
enum phase investigators_pass(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    if (game->searching != 0 && game->may_arrest != 0) {
        game->searching = 0; /* the search ends here, but the arrest may still follow */
        memset(&game->searched, 0, sizeof game->searched);
        return PHASE_ACT;
    }
    return act_done(step, action);
}
