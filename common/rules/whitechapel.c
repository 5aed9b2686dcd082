/*
 * whitechapel.c: Letters from Whitechapel: its tables, and the Hunting.
 *
 * There are four nights, each with a Hell part (whitechapel_hell.c) and a Hunting part (here, using hunt.c).
 * Jack must reach his hideout before his row is full; the police walk and then search, arrest or rush,
 * starting with the Head's player and continuing clockwise. Numbers such as "Hunting 3" refer to the
 * rulebook.
 */
#include "common/rules/whitechapel.h"

#include <string.h>

/* ---- the police's turn, player by player ---- */

static unsigned next_seat(const struct game *game, unsigned seat)
{
    unsigned next = seat;
    do {
        next = (next + 1) % game->seats;
    } while (next == game->seat_of[PAWN_JACK]);
    return next;
}

static struct set rush_targets(const struct board *board, const struct game *game, enum pawn pawn)
{
    struct set occupied = police_crossings(game->crossing);
    return set_minus(board->crossing_adjacent[game->crossing[pawn]], &occupied);
}

/*
 * Hunting 3: returns true if the policeman has nothing to search, arrest or rush to, so that `pass` would be
 * the only choice.
 */
static bool is_idle(const struct board *board, const struct game *game, enum pawn pawn)
{
    struct set circles = hunt_arrest_targets(board, game, pawn);
    if (!set_is_empty(&circles)) {
        return false;
    }
    struct set crossings = rush_targets(board, game, pawn);
    return !game_option(game, OPTION_RUSHING) || set_is_empty(&crossings);
}

/* Skips the policemen of the current player that could only pass. */
static void skip_idle(const struct board *board, struct game *game)
{
    unsigned pawns = game->waiting & game_seat_pawns(game, game->turn);
    for (int pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((pawns & PAWN_BIT(pawn)) != 0 && is_idle(board, game, (enum pawn)pawn)) {
            game->waiting = (uint8_t)(game->waiting & ~PAWN_BIT(pawn));
        }
    }
}

/* Advances the turn to a player who has a policeman left to act. Returns false if there is none. */
static bool advance_turn(const struct board *board, struct game *game)
{
    while (game->waiting != 0) {
        if ((game->waiting & game_seat_pawns(game, game->turn)) != 0) {
            return true;
        }
        game->turn = (uint8_t)next_seat(game, game->turn);
        if (game->phase == PHASE_ACT) {
            skip_idle(board, game);
        }
    }
    return false;
}

static void begin_police_turn(struct game *game)
{
    game->waiting = (uint8_t)game_policemen(GAME_WHITECHAPEL);
    game->turn = game->seat_of[game->head];
}

/* Marks one policeman as done. Returns `phase` while others are waiting, `next` after the last. */
static enum phase policeman_done(struct step *step, enum pawn pawn, enum phase phase, enum phase next)
{
    struct game *game = step->game;
    game->waiting = (uint8_t)(game->waiting & ~PAWN_BIT(pawn));
    return advance_turn(step->board, game) ? phase : next;
}

static unsigned police_turn(const struct game *game)
{
    if (game->searching != 0) {
        return PAWN_BIT(game->searching);
    }
    return game->waiting & game_seat_pawns(game, game->turn);
}

/* ---- Hunting 1: escape in the night ---- */

static enum error check_move(const struct board *board, const struct game *game, const struct action *action)
{
    enum error error = hunt_check_move(board, game, action->to);
    if (error == ERROR_OK && action->escape != 0 && action->to != game->hideout) {
        return ERROR_ESCAPE_ELSEWHERE;
    }
    return error;
}

/* Jack is home: clues and false clues are removed, policemen and crime scenes stay. */
static enum phase escape(struct step *step)
{
    struct game *game = step->game;
    struct event *event = step_event(step, EVENT_ESCAPE, PAWN_JACK, EVENT_FIELD_BIT(EVENT_ROUND_FIELD));
    event->round = game->round;
    if (game->round == ROWS) {
        return step_over(step, WINNER_JACK, REASON_FIVE_VICTIMS);
    }
    memset(&game->clues, 0, sizeof game->clues);
    memset(game->false_clue, 0, sizeof game->false_clue);
    game->false_clues = game->false_held = game->false_gained = game->clue_markers = 0;
    game->letter_tonight = 0;
    game->head = 0;
    game->first_cell = game->last_cell = 0;
    game->round++;
    return PHASE_WOMEN;
}

static enum phase after_move(struct step *step)
{
    if (step->game->last_cell == CELL_LAST) {
        return step_over(step, WINNER_POLICE, REASON_OUT_OF_MOVES);
    }
    return PHASE_GRAFFITO;
}

static enum phase apply_move(struct step *step, const struct action *action)
{
    hunt_move(step, action);
    return action->escape != 0 ? escape(step) : after_move(step);
}

static enum phase apply_special(struct step *step, const struct action *action)
{
    hunt_special(step, action);
    return after_move(step);
}

/* ---- Hunting 2: hunting the monster ---- */

static enum phase enter_walk(struct step *step)
{
    begin_police_turn(step->game);
    return PHASE_WALK;
}

static enum error check_walk(const struct board *board, const struct game *game, const struct action *action)
{
    return action->power != 0 ? ERROR_POWER_NONE : hunt_check_walk(board, game, action);
}

static enum phase apply_walk(struct step *step, const struct action *action)
{
    hunt_walk(step, action);
    return policeman_done(step, (enum pawn)action->by, PHASE_WALK, PHASE_FALSE_CLUE);
}

/* ---- the start of Hunting 3: false clues ---- */

static enum phase enter_false_clue(struct step *step)
{
    return step->game->false_held != 0 ? PHASE_FALSE_CLUE : PHASE_ACT;
}

static enum error check_false_clue(const struct board *board, const struct game *game,
                                   const struct action *action)
{
    (void)game;
    return set_has(&board->all_circles, action->circle) ? ERROR_OK : ERROR_NO_SUCH_PLACE;
}

static enum phase apply_false_clue(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    game->false_held--;
    game->false_clue[game->false_clues++] = action->circle;
    struct event *event = step_event(step, EVENT_FALSE_CLUE, PAWN_JACK, EVENT_FIELD_BIT(EVENT_CIRCLE_FIELD));
    event->circle = action->circle;
    return PHASE_ACT;
}

static void list_false_clue(const struct board *board, const struct game *game, unsigned actors,
                            struct legal *legal)
{
    (void)game;
    (void)actors;
    legal->circles = board->all_circles;
    legal->kinds |= ACTION_BIT(ACTION_FALSE_CLUE);
}

/* ---- Hunting 3: clues and suspicion ---- */

static enum phase enter_act(struct step *step)
{
    begin_police_turn(step->game);
    skip_idle(step->board, step->game);
    return advance_turn(step->board, step->game) ? PHASE_ACT : PHASE_MOVE;
}

static enum phase act_done(struct step *step, const struct action *action)
{
    return policeman_done(step, (enum pawn)action->by, PHASE_ACT, PHASE_MOVE);
}

static enum error check_search(const struct board *board, const struct game *game,
                               const struct action *action)
{
    return action->power != 0 ? ERROR_POWER_NONE : hunt_check_search(board, game, action);
}

/* Every fifth marker of a night gives Jack a false clue, up to three per night. */
static void count_marker(struct step *step)
{
    struct game *game = step->game;
    if (game_option(game, OPTION_FALSE_CLUES) && game->clue_markers % 5 == 0 &&
        game->false_gained < FALSE_CLUES_MAX) {
        game->false_gained++;
        game->false_held++;
        step_event(step, EVENT_GAIN, PAWN_JACK, 0);
    }
}

static enum phase apply_search(struct step *step, const struct action *action)
{
    struct search_outcome outcome = hunt_search(step, action);
    if (outcome.new_marker) {
        count_marker(step);
    }
    return outcome.ended ? act_done(step, action) : PHASE_ACT;
}

static enum error check_arrest(const struct board *board, const struct game *game,
                               const struct action *action)
{
    if (action->power != 0) {
        return ERROR_POWER_NONE;
    }
    if (game->searching != 0) {
        return ERROR_SEARCH_UNFINISHED;
    }
    if (!game_option(game, OPTION_AREA_ARREST)) {
        return hunt_check_arrest_one(board, game, action);
    }
    struct set named = hunt_arrest_targets(board, game, (enum pawn)action->by);
    if (action->circle != 0) {
        return ERROR_ARREST_NAMES_ALL;
    }
    return set_is_empty(&named) ? ERROR_NOTHING_NEXT_TO : ERROR_OK;
}

static enum phase apply_arrest(struct step *step, const struct action *action)
{
    if (hunt_arrest(step, action)) {
        return step_over(step, WINNER_POLICE, REASON_ARREST);
    }
    return act_done(step, action);
}

static void list_arrest(const struct board *board, const struct game *game, unsigned actors,
                        struct legal *legal)
{
    memset(legal->arrest, 0, sizeof legal->arrest);
    legal->arrest_all = legal->arrest_power = 0;
    if (game->searching != 0) {
        return;
    }
    for (int pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((actors & PAWN_BIT(pawn)) == 0) {
            continue;
        }
        struct set named = hunt_arrest_targets(board, game, (enum pawn)pawn);
        if (set_is_empty(&named)) {
            continue;
        }
        legal->kinds |= ACTION_BIT(ACTION_ARREST);
        if (game_option(game, OPTION_AREA_ARREST)) {
            legal->arrest_all = (uint8_t)(legal->arrest_all | PAWN_BIT(pawn));
        } else {
            legal->arrest[pawn] = named;
        }
    }
}

static enum error check_rush(const struct board *board, const struct game *game, const struct action *action)
{
    if (!game_option(game, OPTION_RUSHING)) {
        return ERROR_OPTION_OFF;
    }
    if (game->searching != 0) {
        return ERROR_SEARCH_UNFINISHED;
    }
    if (!set_has(&board->crossing_adjacent[game->crossing[action->by]], action->to)) {
        return ERROR_RUSH_FAR;
    }
    struct set targets = rush_targets(board, game, (enum pawn)action->by);
    return set_has(&targets, action->to) ? ERROR_OK : ERROR_CROSSING_TAKEN;
}

static enum phase apply_rush(struct step *step, const struct action *action)
{
    step->game->crossing[action->by] = action->to;
    struct event *event =
        step_event(step, EVENT_RUSH, (enum pawn)action->by, EVENT_FIELD_BIT(EVENT_TO_FIELD));
    event->to = action->to;
    return act_done(step, action);
}

static void list_rush(const struct board *board, const struct game *game, unsigned actors,
                      struct legal *legal)
{
    memset(legal->rush, 0, sizeof legal->rush);
    if (!game_option(game, OPTION_RUSHING) || game->searching != 0) {
        return;
    }
    for (int pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((actors & PAWN_BIT(pawn)) != 0) {
            legal->rush[pawn] = rush_targets(board, game, (enum pawn)pawn);
            if (!set_is_empty(&legal->rush[pawn])) {
                legal->kinds |= ACTION_BIT(ACTION_RUSH);
            }
        }
    }
}

/* ---- pass: declining a Letter, a false clue or an action ---- */

static enum error check_pass(const struct board *board, const struct game *game, const struct action *action)
{
    (void)board;
    (void)action;
    return game->searching != 0 ? ERROR_SEARCH_UNFINISHED : ERROR_OK;
}

static enum phase apply_pass(struct step *step, const struct action *action)
{
    step_event(step, EVENT_PASS, (enum pawn)action->by, 0);
    switch (step->game->phase) {
    case PHASE_LETTER:
        return PHASE_VICTIMS;
    case PHASE_GRAFFITO:
        return PHASE_WALK;
    case PHASE_FALSE_CLUE:
        return PHASE_ACT;
    default:
        return act_done(step, action);
    }
}

static void list_pass(const struct board *board, const struct game *game, unsigned actors,
                      struct legal *legal)
{
    (void)board;
    if (game->searching == 0) {
        legal->pass = (uint8_t)actors;
        legal->kinds |= ACTION_BIT(ACTION_PASS);
    }
}

/* ---- the tables ---- */

static void begin(struct game *game)
{
    game->phase = PHASE_HIDEOUT;
}

#define CAN(kind) ACTION_BIT(ACTION_##kind)

static const struct phase_rule phases[PHASE_COUNT] = {
    [PHASE_HIDEOUT] = {ACTOR_JACK, CAN(HIDEOUT), NULL},
    [PHASE_WOMEN] = {ACTOR_JACK, CAN(WOMEN), hell_enter_women},
    [PHASE_PATROLS] = {ACTOR_HEAD, CAN(ADDRESS) | CAN(PATROLS), hell_enter_patrols},
    [PHASE_LETTER] = {ACTOR_JACK, CAN(LETTER) | CAN(PASS), letter_enter_hell},
    [PHASE_MOVE_PATROLS] = {ACTOR_HEAD, CAN(MOVE_PATROLS), NULL},
    [PHASE_VICTIMS] = {ACTOR_NOBODY, 0, hell_enter_victims},
    [PHASE_KILL] = {ACTOR_JACK, CAN(KILL) | CAN(WAIT), NULL},
    [PHASE_WRETCHED] = {ACTOR_HEAD, CAN(WRETCHED), hell_enter_wretched},
    [PHASE_REVEAL] = {ACTOR_JACK, CAN(REVEAL), NULL},
    [PHASE_ALARM] = {ACTOR_NOBODY, 0, hell_enter_alarm},
    [PHASE_MOVE] = {ACTOR_JACK, CAN(MOVE) | CAN(COACH) | CAN(ALLEY), hunt_enter_move},
    [PHASE_GRAFFITO] = {ACTOR_JACK, CAN(LETTER) | CAN(PASS), letter_enter_graffito},
    [PHASE_GOULSTON] = {ACTOR_HEAD, CAN(GOULSTON), NULL},
    [PHASE_WALK] = {ACTOR_POLICE, CAN(WALK), enter_walk},
    [PHASE_FALSE_CLUE] = {ACTOR_JACK, CAN(FALSE_CLUE) | CAN(PASS), enter_false_clue},
    [PHASE_ACT] = {ACTOR_POLICE, CAN(SEARCH) | CAN(ARREST) | CAN(RUSH) | CAN(PASS), enter_act},
    [PHASE_OVER] = {ACTOR_NOBODY, 0, NULL},
};

static const struct action_rule actions[ACTION_KIND_COUNT] = {
    [ACTION_HIDEOUT] = {hell_check_hideout, hell_apply_hideout, hell_list_hideout},
    [ACTION_WOMEN] = {hell_check_women, hell_apply_women, hell_list_women},
    [ACTION_ADDRESS] = {hell_check_address, hell_apply_address, hell_list_address},
    [ACTION_PATROLS] = {patrols_check, patrols_apply, patrols_list},
    [ACTION_LETTER] = {letter_check, letter_apply, letter_list},
    [ACTION_MOVE_PATROLS] = {letter_check_move_patrols, letter_apply_move_patrols, letter_list_move_patrols},
    [ACTION_GOULSTON] = {letter_check_goulston, letter_apply_goulston, letter_list_goulston},
    [ACTION_KILL] = {hell_check_kill, hell_apply_kill, hell_list_kill},
    [ACTION_WAIT] = {hell_check_wait, hell_apply_wait, hell_list_wait},
    [ACTION_WRETCHED] = {hell_check_wretched, hell_apply_wretched, hell_list_wretched},
    [ACTION_REVEAL] = {patrols_check_reveal, patrols_apply_reveal, patrols_list_reveal},
    [ACTION_MOVE] = {check_move, apply_move, hunt_list_move},
    [ACTION_COACH] = {hunt_check_coach, apply_special, hunt_list_coach},
    [ACTION_ALLEY] = {hunt_check_alley, apply_special, hunt_list_alley},
    [ACTION_WALK] = {check_walk, apply_walk, hunt_list_walk},
    [ACTION_FALSE_CLUE] = {check_false_clue, apply_false_clue, list_false_clue},
    [ACTION_SEARCH] = {check_search, apply_search, hunt_list_search},
    [ACTION_ARREST] = {check_arrest, apply_arrest, list_arrest},
    [ACTION_RUSH] = {check_rush, apply_rush, list_rush},
    [ACTION_PASS] = {check_pass, apply_pass, list_pass},
};

const struct rules whitechapel_rules = {
    .begin = begin,
    .police_turn = police_turn,
    .phases = phases,
    .actions = actions,
};
