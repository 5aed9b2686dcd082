/*
 * hunt.c: the rules that both games share while Jack is on the move.
 *
 * Jack moves along streets that no policeman blocks, or uses a tile to ignore the police. The police walk up
 * to two crossings and then search or arrest on the circles next to them. docs/rules.md defines "adjacent"
 * and "next to"; both are tables of the board.
 */
#include "common/rules/hunt.h"

#include <string.h>

/* Circles next to the same crossing are adjacent to one another across it. */
_Static_assert((int)EVENT_LIST_MAX > (int)BOARD_NEIGHBOURS_MAX,
               "an event can list the circles next to a crossing");

/* ---- positions ---- */

static const uint8_t *current_row(const struct game *game)
{
    return game->row[game->round - 1];
}

uint8_t hunt_jack_circle(const struct game *game)
{
    return current_row(game)[game->last_cell];
}

bool hunt_visited(const struct game *game, unsigned circle)
{
    const uint8_t *row = current_row(game);
    for (unsigned cell = game->first_cell; cell <= game->last_cell; cell++) {
        if (row[cell] == circle) {
            return true;
        }
    }
    return false;
}

/* ---- Jack on the run ---- */

void hunt_begin_row(struct game *game, unsigned cell, unsigned circle)
{
    game->first_cell = (uint8_t)cell;
    game->last_cell = (uint8_t)cell;
    game->row[game->round - 1][cell] = (uint8_t)circle;
}

void hunt_fill_cell(struct game *game, unsigned circle, enum tile tile)
{
    game->last_cell++;
    game->row[game->round - 1][game->last_cell] = (uint8_t)circle;
    game->mark[game->round - 1][game->last_cell] = (uint8_t)tile;
}

static struct set normal_moves(const struct board *board, const struct game *game)
{
    struct set occupied = police_crossings(game->crossing);
    return board_free_neighbours(board, hunt_jack_circle(game), &occupied);
}

/* Returns the discoveries without a marker, which no special move may touch. Empty in Whitechapel. */
static struct set undiscovered(const struct game *game)
{
    struct set circles = {{0}};
    if (game->kind == GAME_WHITEHALL) {
        for (unsigned i = 0; i < DISCOVERIES; i++) {
            if ((game->discovered & (1U << i)) == 0) {
                set_add(&circles, game->discovery[i]);
            }
        }
    }
    return circles;
}

static bool coach_has_cells(const struct game *game)
{
    return game->last_cell + 2 <= CELL_LAST;
}

static bool coach_is_possible(const struct board *board, const struct game *game)
{
    if (game->tiles[TILE_COACH] == 0 || !coach_has_cells(game)) {
        return false;
    }
    struct set forbidden = undiscovered(game);
    return board_coach_exists(board, hunt_jack_circle(game), &forbidden);
}

/* Returns where an Alley or a Boat leads, whether or not Jack has one left. */
static struct set shortcut_targets(const struct game *game, const struct set *ways)
{
    struct set forbidden = undiscovered(game);
    return set_minus(ways[hunt_jack_circle(game)], &forbidden);
}

/* Returns true if Jack can move, normally or with a tile. */
static bool can_move(const struct board *board, const struct game *game)
{
    struct set moves = normal_moves(board, game);
    if (!set_is_empty(&moves) || coach_is_possible(board, game)) {
        return true;
    }
    struct set alley = shortcut_targets(game, board->alley);
    struct set boat = shortcut_targets(game, board->boat);
    return (game->tiles[TILE_ALLEY] != 0 && !set_is_empty(&alley)) ||
           (game->tiles[TILE_BOAT] != 0 && !set_is_empty(&boat));
}

enum phase hunt_enter_move(struct step *step)
{
    if (!can_move(step->board, step->game)) {
        return step_over(step, WINNER_POLICE, REASON_NO_LEGAL_MOVE);
    }
    return PHASE_MOVE;
}

enum error hunt_check_move(const struct board *board, const struct game *game, unsigned to)
{
    if (!set_has(&board->adjacent[hunt_jack_circle(game)], to)) {
        return ERROR_NOT_ADJACENT;
    }
    struct set moves = normal_moves(board, game);
    return set_has(&moves, to) ? ERROR_OK : ERROR_STREET_BLOCKED;
}

enum error hunt_check_coach(const struct board *board, const struct game *game, const struct action *action)
{
    if (game->tiles[TILE_COACH] == 0) {
        return ERROR_SPECIAL_USED_UP;
    }
    if (!coach_has_cells(game)) {
        return ERROR_COACH_CELLS;
    }
    unsigned here = hunt_jack_circle(game);
    if (!set_has(&board->adjacent[here], action->via) ||
        !set_has(&board->adjacent[action->via], action->to) || action->to == here) {
        return ERROR_COACH_WAY;
    }
    struct set forbidden = undiscovered(game);
    if (set_has(&forbidden, action->via) || set_has(&forbidden, action->to)) {
        return ERROR_SPECIAL_DISCOVERY;
    }
    return ERROR_OK;
}

static enum error check_shortcut(const struct game *game, const struct action *action, enum tile tile,
                                 const struct set *ways, enum error no_way)
{
    if (game->tiles[tile] == 0) {
        return ERROR_SPECIAL_USED_UP;
    }
    if (!set_has(&ways[hunt_jack_circle(game)], action->to)) {
        return no_way;
    }
    struct set forbidden = undiscovered(game);
    return set_has(&forbidden, action->to) ? ERROR_SPECIAL_DISCOVERY : ERROR_OK;
}

enum error hunt_check_alley(const struct board *board, const struct game *game, const struct action *action)
{
    return check_shortcut(game, action, TILE_ALLEY, board->alley, ERROR_ALLEY_WAY);
}

enum error hunt_check_boat(const struct board *board, const struct game *game, const struct action *action)
{
    return check_shortcut(game, action, TILE_BOAT, board->boat, ERROR_BOAT_WAY);
}

static void add_cells(struct event *event, unsigned first, unsigned last)
{
    for (unsigned cell = first; cell <= last; cell++) {
        event->cells.item[event->cells.count++] = (uint8_t)cell;
    }
}

void hunt_move(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    hunt_fill_cell(game, action->to, TILE_NONE);
    struct event *event = step_event(step, EVENT_MOVE, PAWN_JACK,
                                     EVENT_FIELD_BIT(EVENT_TO_FIELD) | EVENT_FIELD_BIT(EVENT_CELLS_FIELD));
    event->to = action->to;
    add_cells(event, game->last_cell, game->last_cell);
}

void hunt_special(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    enum tile tile = action->kind == ACTION_COACH   ? TILE_COACH
                     : action->kind == ACTION_ALLEY ? TILE_ALLEY
                                                    : TILE_BOAT;
    unsigned first = game->last_cell + 1U;
    game->tiles[tile]--;
    game->tiles_used[tile]++;
    uint32_t fields = EVENT_FIELD_BIT(EVENT_TILE_FIELD) | EVENT_FIELD_BIT(EVENT_TO_FIELD) |
                      EVENT_FIELD_BIT(EVENT_CELLS_FIELD);
    if (tile == TILE_COACH) {
        hunt_fill_cell(game, action->via, tile);
        fields |= EVENT_FIELD_BIT(EVENT_VIA_FIELD);
    }
    hunt_fill_cell(game, action->to, tile);
    struct event *event = step_event(step, EVENT_SPECIAL, PAWN_JACK, fields);
    event->tile = (uint8_t)tile;
    event->via = action->via;
    event->to = action->to;
    add_cells(event, first, game->last_cell);
}

void hunt_list_move(const struct board *board, const struct game *game, unsigned actors, struct legal *legal)
{
    (void)actors;
    legal->move = normal_moves(board, game);
    legal->escape = 0;
    if (set_is_empty(&legal->move)) {
        return;
    }
    legal->kinds |= ACTION_BIT(ACTION_MOVE);
    if (game->kind == GAME_WHITECHAPEL && set_has(&legal->move, game->hideout)) {
        legal->escape = game->hideout;
    }
}

void hunt_list_coach(const struct board *board, const struct game *game, unsigned actors, struct legal *legal)
{
    (void)actors;
    legal->coaches = 0;
    if (game->tiles[TILE_COACH] == 0 || !coach_has_cells(game)) {
        return;
    }
    unsigned here = hunt_jack_circle(game);
    struct set forbidden = undiscovered(game);
    struct set first = set_minus(board->adjacent[here], &forbidden);
    SET_EACH (via, &first) {
        struct set second = set_minus(board_coach_ends(board, here, via), &forbidden);
        SET_EACH (to, &second) {
            legal->coach[legal->coaches][0] = (uint8_t)via;
            legal->coach[legal->coaches][1] = (uint8_t)to;
            legal->coaches++;
        }
    }
    if (legal->coaches != 0) {
        legal->kinds |= ACTION_BIT(ACTION_COACH);
    }
}

static void list_shortcut(const struct game *game, enum tile tile, const struct set *ways,
                          enum action_kind kind, struct set *targets, struct legal *legal)
{
    *targets = shortcut_targets(game, ways);
    if (game->tiles[tile] != 0 && !set_is_empty(targets)) {
        legal->kinds |= ACTION_BIT(kind);
    }
}

void hunt_list_alley(const struct board *board, const struct game *game, unsigned actors, struct legal *legal)
{
    (void)actors;
    list_shortcut(game, TILE_ALLEY, board->alley, ACTION_ALLEY, &legal->alley, legal);
}

void hunt_list_boat(const struct board *board, const struct game *game, unsigned actors, struct legal *legal)
{
    (void)actors;
    list_shortcut(game, TILE_BOAT, board->boat, ACTION_BOAT, &legal->boat, legal);
}

/* ---- the police ---- */

static struct set walk_targets(const struct board *board, unsigned from, struct set occupied)
{
    set_remove(&occupied, from);
    return set_minus(board->reach[from], &occupied);
}

struct set hunt_arrest_targets(const struct board *board, const struct game *game, enum pawn pawn)
{
    struct set targets = board->next_to[game->crossing[pawn]];
    for (unsigned i = 0; i < game->false_clues; i++) {
        set_remove(&targets, game->false_clue[i]);
    }
    return targets;
}

struct set hunt_search_targets(const struct board *board, const struct game *game, enum pawn pawn)
{
    return set_minus(hunt_arrest_targets(board, game, pawn), &game->searched);
}

enum error hunt_check_walk(const struct board *board, const struct game *game, const struct action *action)
{
    if (!set_has(&board->reach[game->crossing[action->by]], action->to)) {
        return ERROR_WALK_FAR;
    }
    struct set targets = walk_targets(board, game->crossing[action->by], police_crossings(game->crossing));
    return set_has(&targets, action->to) ? ERROR_OK : ERROR_CROSSING_TAKEN;
}

static enum error check_named_circle(const struct board *board, const struct game *game,
                                     const struct action *action)
{
    if (!set_has(&board->next_to[game->crossing[action->by]], action->circle)) {
        return ERROR_NOT_NEXT_TO;
    }
    struct set targets = hunt_arrest_targets(board, game, (enum pawn)action->by);
    return set_has(&targets, action->circle) ? ERROR_OK : ERROR_CIRCLE_BLOCKED;
}

enum error hunt_check_search(const struct board *board, const struct game *game, const struct action *action)
{
    enum error error = check_named_circle(board, game, action);
    if (error == ERROR_OK && set_has(&game->searched, action->circle)) {
        return ERROR_SEARCHED_ALREADY;
    }
    return error;
}

enum error hunt_check_arrest_one(const struct board *board, const struct game *game,
                                 const struct action *action)
{
    return action->circle == 0 ? ERROR_ARREST_NAMES_ONE : check_named_circle(board, game, action);
}

void hunt_walk(struct step *step, const struct action *action)
{
    step->game->crossing[action->by] = action->to;
    uint32_t fields = EVENT_FIELD_BIT(EVENT_TO_FIELD);
    if (action->power != 0) {
        fields |= EVENT_FIELD_BIT(EVENT_POWER_FIELD);
    }
    struct event *event = step_event(step, EVENT_WALK, (enum pawn)action->by, fields);
    event->to = action->to;
    event->power = action->power;
}

void hunt_list_walk(const struct board *board, const struct game *game, unsigned actors, struct legal *legal)
{
    memset(legal->walk, 0, sizeof legal->walk);
    memset(&legal->walk_power, 0, sizeof legal->walk_power);
    struct set occupied = police_crossings(game->crossing);
    for (int pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((actors & PAWN_BIT(pawn)) != 0) {
            legal->walk[pawn] = walk_targets(board, game->crossing[pawn], occupied);
            legal->kinds |= ACTION_BIT(ACTION_WALK);
        }
    }
}

void hunt_list_search(const struct board *board, const struct game *game, unsigned actors,
                      struct legal *legal)
{
    memset(legal->search, 0, sizeof legal->search);
    legal->search_power = 0;
    for (int pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((actors & PAWN_BIT(pawn)) != 0) {
            legal->search[pawn] = hunt_search_targets(board, game, (enum pawn)pawn);
            if (!set_is_empty(&legal->search[pawn])) {
                legal->kinds |= ACTION_BIT(ACTION_SEARCH);
            }
        }
    }
}

struct search_outcome hunt_search(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    struct search_outcome outcome = {false, false};
    bool found = hunt_visited(game, action->circle);
    if (found) {
        outcome.ended = true;
        outcome.new_marker = !set_has(&game->clues, action->circle);
        set_add(&game->clues, action->circle);
        game->clue_markers = (uint8_t)(game->clue_markers + outcome.new_marker);
    } else {
        set_add(&game->searched, action->circle);
        struct set left = hunt_search_targets(step->board, game, (enum pawn)action->by);
        outcome.ended = set_is_empty(&left);
    }
    game->searching = outcome.ended ? 0 : action->by;
    if (outcome.ended) {
        memset(&game->searched, 0, sizeof game->searched);
    }
    uint32_t fields = EVENT_FIELD_BIT(EVENT_CIRCLE_FIELD) | EVENT_FIELD_BIT(EVENT_FOUND_FIELD);
    if (action->power != 0) {
        fields |= EVENT_FIELD_BIT(EVENT_POWER_FIELD);
    }
    struct event *event = step_event(step, EVENT_SEARCH, (enum pawn)action->by, fields);
    event->circle = action->circle;
    event->found = found;
    event->power = action->power;
    return outcome;
}

bool hunt_arrest(struct step *step, const struct action *action)
{
    bool all = action->circle == 0;
    struct set named = {{0}};
    if (all) {
        named = hunt_arrest_targets(step->board, step->game, (enum pawn)action->by);
    } else {
        set_add(&named, action->circle);
    }
    bool caught = set_has(&named, hunt_jack_circle(step->game));
    uint32_t fields =
        EVENT_FIELD_BIT(EVENT_FOUND_FIELD) | EVENT_FIELD_BIT(all ? EVENT_CIRCLES_FIELD : EVENT_CIRCLE_FIELD);
    if (action->power != 0) {
        fields |= EVENT_FIELD_BIT(EVENT_POWER_FIELD);
    }
    struct event *event = step_event(step, EVENT_ARREST, (enum pawn)action->by, fields);
    event->found = caught;
    event->circle = action->circle;
    event->power = action->power;
    if (all) {
        SET_EACH (circle, &named) {
            event->circles.item[event->circles.count++] = (uint8_t)circle;
        }
    }
    return caught;
}
