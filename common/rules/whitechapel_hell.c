/*
 * whitechapel_hell.c: the first part of a night: hideout, women, the crime.
 *
 * Much of it is hidden from somebody: Jack alone knows which women are marked until Hell 4, the Head alone
 * knows the faces of the patrols (whitechapel_patrols.c) until Hell 7 or 9, and Jack never reveals the order
 * of the two crimes of night 3. Arrays are kept in ascending order so that the order reveals nothing.
 */
#include <string.h>

#include "common/rules/whitechapel.h"

enum { NIGHT_OF_THE_DOUBLE_EVENT = 3, TIME_LAST = 5 };

/* The number of pieces per night (Hell 1 and 2). */
static const struct night {
    uint8_t coaches, alleys, women, marked;
} nights[ROWS] = {
    {3, 2, 8, 5},
    {2, 2, 7, 4},
    {2, 1, 6, 3},
    {1, 1, 4, 1},
};

static const struct night *tonight(const struct game *game)
{
    return &nights[game->round - 1];
}

static struct set crime_scenes(const struct game *game)
{
    struct set circles = {{0}};
    for (unsigned i = 0; i < game->crimes; i++) {
        set_add(&circles, game->crime[i]);
    }
    return circles;
}

static void add_members(struct event_list *list, const struct set *set)
{
    SET_EACH (number, set) {
        list->item[list->count++] = (uint8_t)number;
    }
}

/* ---- setup: the hideout ---- */

struct set hideout_circles(const struct board *board, uint32_t options)
{
    struct set circles = set_minus(board->all_circles, &board->red_circles);
    if ((options & OPTION_CATCH_ME) != 0) {
        SET_EACH (red, &board->red_circles) {
            circles = set_minus(circles, &board->adjacent[red]);
        }
    }
    return circles;
}

enum error hell_check_hideout(const struct board *board, const struct game *game, const struct action *action)
{
    if (!set_has(&board->all_circles, action->circle)) {
        return ERROR_NO_SUCH_PLACE;
    }
    if (set_has(&board->red_circles, action->circle)) {
        return ERROR_HIDEOUT_RED;
    }
    struct set circles = hideout_circles(board, game->options);
    return set_has(&circles, action->circle) ? ERROR_OK : ERROR_HIDEOUT_NEAR_RED;
}

enum phase hell_apply_hideout(struct step *step, const struct action *action)
{
    step->game->hideout = action->circle;
    struct event *event = step_event(step, EVENT_HIDEOUT, PAWN_JACK, EVENT_FIELD_BIT(EVENT_CIRCLE_FIELD));
    event->circle = action->circle;
    return PHASE_WOMEN;
}

void hell_list_hideout(const struct board *board, const struct game *game, unsigned actors,
                       struct legal *legal)
{
    (void)actors;
    legal->circles = hideout_circles(board, game->options);
    if (!set_is_empty(&legal->circles)) {
        legal->kinds |= ACTION_BIT(ACTION_HIDEOUT);
    }
}

/* ---- Hell 1 and 2: preparing the scene, the targets are identified ---- */

enum phase hell_enter_women(struct step *step)
{
    struct game *game = step->game;
    memset(game->tiles_used, 0, sizeof game->tiles_used);
    game->tiles[TILE_COACH] = tonight(game)->coaches;
    game->tiles[TILE_ALLEY] = tonight(game)->alleys;
    struct event *event = step_event(step, EVENT_NIGHT, PAWN_NONE, EVENT_FIELD_BIT(EVENT_ROUND_FIELD));
    event->round = game->round;
    return PHASE_WOMEN;
}

static struct set places_for_women(const struct board *board, const struct game *game)
{
    struct set crimes = crime_scenes(game);
    return set_minus(board->red_circles, &crimes);
}

/* Removes each number from `left`. Returns false at the first one that is not there or occurs twice. */
static bool take_all(struct set *left, const uint8_t *numbers, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (!set_has(left, numbers[i])) {
            return false;
        }
        set_remove(left, numbers[i]);
    }
    return true;
}

enum error hell_check_women(const struct board *board, const struct game *game, const struct action *action)
{
    const struct night *night = tonight(game);
    if (action->count != night->marked || action->unmarked_count != night->women - night->marked) {
        return ERROR_WOMEN_COUNT;
    }
    struct set left = places_for_women(board, game);
    if (!take_all(&left, action->list, action->count) ||
        !take_all(&left, action->unmarked, action->unmarked_count)) {
        return ERROR_WOMEN_PLACE;
    }
    return ERROR_OK;
}

enum phase hell_apply_women(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    struct set all = {{0}};
    struct set marked = {{0}};
    for (unsigned i = 0; i < action->count; i++) {
        set_add(&all, action->list[i]);
        set_add(&marked, action->list[i]);
    }
    for (unsigned i = 0; i < action->unmarked_count; i++) {
        set_add(&all, action->unmarked[i]);
    }
    game->women = game->marked = 0;
    SET_EACH (circle, &all) {
        if (set_has(&marked, circle)) {
            game->marked = (uint8_t)(game->marked | 1U << game->women);
        }
        game->woman[game->women++] = (uint8_t)circle;
    }
    struct event *event =
        step_event(step, EVENT_WOMEN, PAWN_JACK,
                   EVENT_FIELD_BIT(EVENT_CIRCLES_FIELD) | EVENT_FIELD_BIT(EVENT_MARKED_FIELD));
    add_members(&event->circles, &all);
    add_members(&event->marked, &marked);
    return PHASE_PATROLS;
}

void hell_list_women(const struct board *board, const struct game *game, unsigned actors, struct legal *legal)
{
    (void)actors;
    const struct night *night = tonight(game);
    legal->circles = places_for_women(board, game);
    legal->marked = night->marked;
    legal->unmarked = (uint8_t)(night->women - night->marked);
    legal->kinds |= ACTION_BIT(ACTION_WOMEN);
}

/* ---- Hell 3: the Head of the investigation ---- */

enum phase hell_enter_patrols(struct step *step)
{
    struct game *game = step->game;
    game->head = game->heads[game->round - 1];
    struct event *event = step_event(step, EVENT_HEAD, PAWN_NONE, EVENT_FIELD_BIT(EVENT_PAWN_FIELD));
    event->pawn = game->head;
    return PHASE_PATROLS;
}

static bool may_name_address(const struct game *game)
{
    return game->head == PAWN_BROWN || game->head == PAWN_RED;
}

enum error hell_check_address(const struct board *board, const struct game *game, const struct action *action)
{
    if (!game_option(game, OPTION_ADDRESS)) {
        return ERROR_OPTION_OFF;
    }
    if (!may_name_address(game)) {
        return ERROR_ADDRESS_HEAD;
    }
    if (game->address_used != 0) {
        return ERROR_ADDRESS_USED;
    }
    return set_has(&board->all_circles, action->circle) ? ERROR_OK : ERROR_NO_SUCH_PLACE;
}

enum phase hell_apply_address(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    bool right = action->circle == game->hideout;
    game->address_used = 1;
    struct event *event =
        step_event(step, EVENT_ADDRESS, (enum pawn)action->by,
                   EVENT_FIELD_BIT(EVENT_CIRCLE_FIELD) | EVENT_FIELD_BIT(EVENT_FOUND_FIELD));
    event->circle = action->circle;
    event->found = right;
    return right ? step_over(step, WINNER_POLICE, REASON_ADDRESS) : PHASE_PATROLS;
}

void hell_list_address(const struct board *board, const struct game *game, unsigned actors,
                       struct legal *legal)
{
    (void)actors;
    if (game_option(game, OPTION_ADDRESS) && may_name_address(game) && game->address_used == 0) {
        legal->circles = board->all_circles;
        legal->kinds |= ACTION_BIT(ACTION_ADDRESS);
    }
}

/* ---- Hell 4: the victims are chosen ---- */

enum phase hell_enter_victims(struct step *step)
{
    struct game *game = step->game;
    struct event *event = step_event(step, EVENT_VICTIMS, PAWN_NONE, EVENT_FIELD_BIT(EVENT_CIRCLES_FIELD));
    game->wretched_count = game->wretched_moved = 0;
    for (unsigned i = 0; i < game->women; i++) {
        if ((game->marked & (1U << i)) != 0) {
            game->wretched[game->wretched_count++] = game->woman[i];
            event->circles.item[event->circles.count++] = game->woman[i];
        }
    }
    memset(game->woman, 0, sizeof game->woman);
    game->women = game->marked = 0;
    game->time_of_crime = 1;
    return PHASE_KILL;
}

/* ---- Hell 5: blood on the streets ---- */

static struct set wretched_circles(const struct game *game)
{
    struct set circles = {{0}};
    for (unsigned i = 0; i < game->wretched_count; i++) {
        set_add(&circles, game->wretched[i]);
    }
    return circles;
}

static unsigned victims_tonight(const struct game *game)
{
    return game->round == NIGHT_OF_THE_DOUBLE_EVENT ? 2 : 1;
}

enum error hell_check_kill(const struct board *board, const struct game *game, const struct action *action)
{
    (void)board;
    if (action->count != victims_tonight(game) ||
        (action->count == 2 && action->list[0] == action->list[1])) {
        return ERROR_KILL_COUNT;
    }
    struct set left = wretched_circles(game);
    return take_all(&left, action->list, action->count) ? ERROR_OK : ERROR_KILL_TARGET;
}

/* Hell 8: the crime is the first cell of the row. After two crimes Jack stands on the second. */
enum phase hell_apply_kill(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    struct set scenes = {{0}};
    for (unsigned i = 0; i < action->count; i++) {
        set_add(&scenes, action->list[i]);
        game->crime[game->crimes++] = action->list[i];
    }
    hunt_begin_row(game, CELL_ONE + 1U - game->time_of_crime, action->list[0]);
    if (action->count == 2) {
        hunt_fill_cell(game, action->list[1], TILE_NONE);
    }
    struct event *event =
        step_event(step, EVENT_KILL, PAWN_JACK,
                   EVENT_FIELD_BIT(EVENT_CIRCLES_FIELD) | EVENT_FIELD_BIT(EVENT_ORDER_FIELD) |
                       EVENT_FIELD_BIT(EVENT_CELLS_FIELD));
    add_members(&event->circles, &scenes);
    event->order.count = action->count;
    memcpy(event->order.item, action->list, action->count);
    for (unsigned cell = game->first_cell; cell <= game->last_cell; cell++) {
        event->cells.item[event->cells.count++] = (uint8_t)cell;
    }
    return PHASE_ALARM;
}

void hell_list_kill(const struct board *board, const struct game *game, unsigned actors, struct legal *legal)
{
    (void)board;
    (void)actors;
    legal->circles = wretched_circles(game);
    legal->victims = (uint8_t)victims_tonight(game);
    legal->kinds |= ACTION_BIT(ACTION_KILL);
}

enum error hell_check_wait(const struct board *board, const struct game *game, const struct action *action)
{
    (void)board;
    (void)action;
    return game->time_of_crime == TIME_LAST ? ERROR_WAIT_LIMIT : ERROR_OK;
}

enum phase hell_apply_wait(struct step *step, const struct action *action)
{
    (void)action;
    struct game *game = step->game;
    game->time_of_crime++;
    struct event *event = step_event(step, EVENT_WAIT, PAWN_JACK, EVENT_FIELD_BIT(EVENT_TIME_FIELD));
    event->time = game->time_of_crime;
    return PHASE_WRETCHED;
}

void hell_list_wait(const struct board *board, const struct game *game, unsigned actors, struct legal *legal)
{
    (void)board;
    (void)actors;
    if (game->time_of_crime != TIME_LAST) {
        legal->kinds |= ACTION_BIT(ACTION_WAIT);
    }
}

/* ---- Hell 6: suspense grows ---- */

/*
 * Returns circles that are adjacent, unoccupied and not a crime scene, and neither next to a patrol nor
 * behind one.
 */
static struct set wretched_targets(const struct board *board, const struct game *game, unsigned from)
{
    struct set patrols = patrols_crossings(game);
    struct set targets = board_free_neighbours(board, from, &patrols);
    struct set standing = wretched_circles(game);
    struct set crimes = crime_scenes(game);
    targets = set_minus(targets, &standing);
    targets = set_minus(targets, &crimes);
    SET_EACH (crossing, &patrols) {
        targets = set_minus(targets, &board->next_to[crossing]);
    }
    return targets;
}

static bool any_wretched_can_move(const struct board *board, const struct game *game)
{
    for (unsigned i = 0; i < game->wretched_count; i++) {
        if ((game->wretched_moved & (1U << i)) == 0) {
            struct set targets = wretched_targets(board, game, game->wretched[i]);
            if (!set_is_empty(&targets)) {
                return true;
            }
        }
    }
    return false;
}

enum phase hell_enter_wretched(struct step *step)
{
    step->game->wretched_moved = 0;
    return any_wretched_can_move(step->board, step->game) ? PHASE_WRETCHED : PHASE_REVEAL;
}

/* Returns the index of the Wretched on `circle` that has not moved yet, or WRETCHED_MAX. */
static unsigned find_unmoved(const struct game *game, unsigned circle)
{
    for (unsigned i = 0; i < game->wretched_count; i++) {
        if (game->wretched[i] == circle && (game->wretched_moved & (1U << i)) == 0) {
            return i;
        }
    }
    return WRETCHED_MAX;
}

enum error hell_check_wretched(const struct board *board, const struct game *game,
                               const struct action *action)
{
    if (find_unmoved(game, action->from) == WRETCHED_MAX) {
        return ERROR_WRETCHED_FROM;
    }
    struct set targets = wretched_targets(board, game, action->from);
    return set_has(&targets, action->to) ? ERROR_OK : ERROR_WRETCHED_TO;
}

/* Moves one Wretched and keeps the array ascending, each with its own bit in `wretched_moved`. */
static void move_wretched(struct game *game, unsigned index, unsigned to)
{
    struct set moved = {{0}};
    struct set all = wretched_circles(game);
    for (unsigned i = 0; i < game->wretched_count; i++) {
        if ((game->wretched_moved & (1U << i)) != 0) {
            set_add(&moved, game->wretched[i]);
        }
    }
    set_remove(&all, game->wretched[index]);
    set_add(&all, to);
    set_add(&moved, to);
    game->wretched_count = game->wretched_moved = 0;
    SET_EACH (circle, &all) {
        if (set_has(&moved, circle)) {
            game->wretched_moved = (uint8_t)(game->wretched_moved | 1U << game->wretched_count);
        }
        game->wretched[game->wretched_count++] = (uint8_t)circle;
    }
}

enum phase hell_apply_wretched(struct step *step, const struct action *action)
{
    move_wretched(step->game, find_unmoved(step->game, action->from), action->to);
    struct event *event = step_event(step, EVENT_WRETCHED, (enum pawn)action->by,
                                     EVENT_FIELD_BIT(EVENT_FROM_FIELD) | EVENT_FIELD_BIT(EVENT_TO_FIELD));
    event->from = action->from;
    event->to = action->to;
    return any_wretched_can_move(step->board, step->game) ? PHASE_WRETCHED : PHASE_REVEAL;
}

void hell_list_wretched(const struct board *board, const struct game *game, unsigned actors,
                        struct legal *legal)
{
    (void)actors;
    legal->wretched = 0;
    for (unsigned i = 0; i < game->wretched_count; i++) {
        struct set targets = wretched_targets(board, game, game->wretched[i]);
        if ((game->wretched_moved & (1U << i)) == 0 && !set_is_empty(&targets)) {
            legal->wretched_from[legal->wretched] = game->wretched[i];
            legal->wretched_to[legal->wretched] = targets;
            legal->wretched++;
            legal->kinds |= ACTION_BIT(ACTION_WRETCHED);
        }
    }
}

/* ---- Hell 9: alarm whistles ---- */

enum phase hell_enter_alarm(struct step *step)
{
    struct game *game = step->game;
    patrols_become_policemen(game);
    memset(game->wretched, 0, sizeof game->wretched);
    game->wretched_count = game->wretched_moved = 0;
    struct event *event = step_event(step, EVENT_ALARM, PAWN_NONE, EVENT_FIELD_BIT(EVENT_POLICE_FIELD));
    for (int pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        event->police.item[event->police.count++] = (uint8_t)pawn;
        event->police.item[event->police.count++] = game->crossing[pawn];
    }
    /* The second crime was Jack's first move of the night, so the police act next. */
    return game->round == NIGHT_OF_THE_DOUBLE_EVENT ? PHASE_WALK : PHASE_MOVE;
}
