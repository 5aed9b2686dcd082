/*
 * twins_choose.c: chooses the same public action for both games.
 *
 * The visible part of an action is the same in both; the hidden part may differ in what the pair varies. Both
 * Jacks try to be one step from their hideout at the same time, so that both can declare the escape together.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/support/c/twins_internal.h"

static bool chance(struct twins *twins, unsigned one_in)
{
    return random_below(&twins->random, one_in) == 0;
}

bool twins_vary(const struct twins *twins, enum twins_secret secret)
{
    return (twins->vary & SECRET_BIT(secret)) != 0;
}

/* ---- placing and killing ---- */

static void swap(uint8_t *left, uint8_t *right)
{
    uint8_t held = *left;
    *left = *right;
    *right = held;
}

static void choose_hideout(struct twins *twins, struct action *second)
{
    unsigned circle = random_member(&twins->board->all_circles, &twins->random);
    if (twins_vary(twins, SECRET_HIDEOUT) && twins_hideout_is_open(twins, circle)) {
        second->circle = (uint8_t)circle;
    }
}

/* Chooses the same circles with different marks. */
static void choose_marks(struct twins *twins, struct action *second)
{
    for (unsigned i = 0; twins_vary(twins, SECRET_WOMEN_MARKS) && i < second->unmarked_count; i++) {
        swap(&second->unmarked[i], &second->list[random_below(&twins->random, second->count)]);
    }
}

/* Chooses the same crossings with different faces. */
static void choose_faces(struct twins *twins, struct action *second)
{
    for (unsigned i = PATROLS; twins_vary(twins, SECRET_PATROL_FACES) && i > 1; i--) {
        swap(&second->list[2 * i - 1], &second->list[2 * random_below(&twins->random, i) + 1]);
    }
}

static void choose_discoveries(struct twins *twins, struct action *second)
{
    for (unsigned i = 0; twins_vary(twins, SECRET_DISCOVERIES) && i < DISCOVERIES; i++) {
        second->list[i] = (uint8_t)random_member(&twins->board->quadrant[QUADRANT_NW + i], &twins->random);
    }
}

/* Waits more often than not, because the faces stay secret in the meantime. */
static void choose_crime(struct twins *twins, struct action *first, struct action *second)
{
    struct legal legal;
    game_legal(twins->board, &twins->first.game, PAWN_BIT(PAWN_JACK), &legal);
    bool wait = (legal.kinds & ACTION_BIT(ACTION_WAIT)) != 0 && !chance(twins, 3);
    random_action(&legal, wait ? ACTION_WAIT : ACTION_KILL, &twins->random, first);
    *second = *first;
    if (first->count == 2 && twins_vary(twins, SECRET_CRIME_ORDER) && !chance(twins, 4)) {
        swap(&second->list[0], &second->list[1]);
    }
}

/* ---- Jack on the run ---- */

/* What both Jacks can do, and what others will see of it. */
struct flight {
    struct legal first, second;
    unsigned first_from, second_from; /* circles */
};

static unsigned jack_circle(const struct game *game)
{
    return game->row[game->round - 1][game->last_cell];
}

static struct set undiscovered(const struct game *game)
{
    struct set circles = {{0}};
    for (unsigned i = 0; game->kind == GAME_WHITEHALL && i < DISCOVERIES; i++) {
        if ((game->discovered & (1U << i)) == 0) {
            set_add(&circles, game->discovery[i]);
        }
    }
    return circles;
}

/* With murderer_at_large, an Alley and a Boat look the same. */
static bool tiles_look_alike(const struct twins *twins)
{
    return twins->first.game.kind == GAME_WHITEHALL && twins_vary(twins, SECRET_TILE_KINDS) &&
           (twins->first.game.options & OPTION_MURDERER_AT_LARGE) != 0;
}

/* Returns a member of `from` whose distance to `goal` is closest to `wanted`; occasionally any member. */
static unsigned choose_at_distance(struct twins *twins, const struct set *from, unsigned goal,
                                   unsigned wanted)
{
    unsigned best = BOARD_FAR + 1U;
    unsigned chosen = 0;
    unsigned ties = 0;
    if (chance(twins, 5)) {
        return random_member(from, &twins->random);
    }
    SET_EACH (circle, from) {
        unsigned off = (unsigned)abs((int)twins->board->steps[circle][goal] - (int)wanted);
        ties = off < best ? 1 : ties + (off == best);
        if (off < best || (off == best && chance(twins, ties))) {
            best = off;
            chosen = circle;
        }
    }
    return chosen;
}

static void put_escape(struct action *action, const struct legal *legal)
{
    *action = (struct action){.kind = ACTION_MOVE, .by = PAWN_JACK, .to = legal->escape, .escape = 1};
}

/* Moves the hideout of the second game to one step from its Jack, if that is still possible. */
static bool move_home(struct twins *twins, struct flight *flight)
{
    if (twins->second.game.round != 1 || !twins_vary(twins, SECRET_HIDEOUT) ||
        (flight->second.kinds & ACTION_BIT(ACTION_MOVE)) == 0) {
        return false;
    }
    unsigned circle = random_member(&flight->second.move, &twins->random);
    if (!twins_hideout_is_open(twins, circle)) {
        return false;
    }
    twins_change_hideout(twins, circle);
    flight->second.escape = (uint8_t)circle;
    return true;
}

static bool choose_escape(struct twins *twins, struct flight *flight, struct action *first,
                          struct action *second)
{
    const struct game *game = &twins->first.game;
    bool pressed = game->last_cell + 3 >= CELL_LAST;
    if ((flight->first.kinds & ACTION_BIT(ACTION_MOVE)) == 0 || flight->first.escape == 0 ||
        (!pressed && chance(twins, 3))) {
        return false;
    }
    bool both = (flight->second.kinds & ACTION_BIT(ACTION_MOVE)) != 0 && flight->second.escape != 0;
    if (!both && !move_home(twins, flight)) {
        if (!pressed) {
            return false;
        }
        twins_rejoin(twins);
        flight->second = flight->first;
    }
    put_escape(first, &flight->first);
    put_escape(second, &flight->second);
    return true;
}

/* Chooses a normal move for both in Whitechapel, aiming to be one step from the hideouts together. */
static bool choose_step_home(struct twins *twins, const struct flight *flight, struct action *first,
                             struct action *second)
{
    unsigned home[2] = {twins->first.game.hideout, twins->second.game.hideout};
    unsigned left = twins->board->steps[flight->first_from][home[0]];
    unsigned right = twins->board->steps[flight->second_from][home[1]];
    unsigned farther = left > right ? left : right;
    unsigned wanted = farther > 2 ? farther - 1 : 1;
    first->to = (uint8_t)choose_at_distance(twins, &flight->first.move, home[0], wanted);
    second->to = (uint8_t)choose_at_distance(twins, &flight->second.move, home[1], wanted);
    return true;
}

/*
 * Chooses a normal move for the second Jack in Whitehall: close to the first one, and onto a discovery only
 * together.
 */
static bool choose_step_beside(struct twins *twins, const struct flight *flight, unsigned goal,
                               struct action *second)
{
    struct set first_goals = undiscovered(&twins->first.game);
    struct set second_goals = undiscovered(&twins->second.game);
    if (set_has(&first_goals, goal)) {
        second->to = (uint8_t)goal;
        if (!set_has(&flight->second.move, goal)) {
            return false;
        }
        if (!set_has(&second_goals, goal)) {
            if (!twins_discovery_is_open(twins, goal)) {
                return false;
            }
            twins_change_discovery(twins, goal);
        }
        return true;
    }
    struct set moves = set_minus(flight->second.move, &second_goals);
    if (set_is_empty(&moves)) {
        return false;
    }
    second->to = (uint8_t)choose_at_distance(twins, &moves, goal, 1);
    return true;
}

static unsigned nearest(const struct twins *twins, const struct set *goals, unsigned from)
{
    unsigned goal = set_next(goals, 0);
    SET_EACH (other, goals) {
        if (twins->board->steps[from][other] < twins->board->steps[from][goal]) {
            goal = other;
        }
    }
    return goal;
}

static struct set waterside(const struct board *board)
{
    struct set circles = {{0}};
    SET_EACH (circle, &board->all_circles) {
        if (!set_is_empty(&board->boat[circle])) {
            set_add(&circles, circle);
        }
    }
    return circles;
}

/*
 * Chooses a normal move for both in Whitehall: towards a discovery, or to where tiles of other kinds can be
 * used.
 */
static bool choose_step_on(struct twins *twins, const struct flight *flight, struct action *first,
                           struct action *second)
{
    bool to_water = tiles_look_alike(twins) && chance(twins, 2);
    struct set goals = to_water ? waterside(twins->board) : undiscovered(&twins->first.game);
    unsigned goal = nearest(twins, &goals, flight->first_from);
    first->to = (uint8_t)choose_at_distance(twins, &flight->first.move, goal, 0);
    return choose_step_beside(twins, flight, first->to, second);
}

static enum action_kind one_of(struct twins *twins, uint32_t kinds)
{
    unsigned skip = random_below(&twins->random, (unsigned)__builtin_popcount(kinds));
    while (skip-- > 0) {
        kinds &= kinds - 1;
    }
    return (enum action_kind)__builtin_ctz(kinds);
}

/* Chooses an Alley in one game and a Boat in the other. Returns false if the tiles do not allow it. */
static bool choose_unlike_tiles(const struct twins *twins, const struct flight *flight,
                                enum action_kind *first, enum action_kind *second)
{
    static const enum action_kind tiles[] = {ACTION_ALLEY, ACTION_BOAT};
    for (unsigned i = 0; tiles_look_alike(twins) && i < 2; i++) {
        if ((flight->first.kinds & ACTION_BIT(tiles[i])) != 0 &&
            (flight->second.kinds & ACTION_BIT(tiles[1 - i])) != 0) {
            *first = tiles[i];
            *second = tiles[1 - i];
            return true;
        }
    }
    return false;
}

/* Chooses a tile, if both can use one that looks the same. */
static bool choose_special(struct twins *twins, const struct flight *flight, struct action *first,
                           struct action *second)
{
    const uint32_t specials = ACTION_BIT(ACTION_COACH) | ACTION_BIT(ACTION_ALLEY) | ACTION_BIT(ACTION_BOAT);
    enum action_kind kinds[2];
    if (!choose_unlike_tiles(twins, flight, &kinds[0], &kinds[1])) {
        uint32_t both = flight->first.kinds & flight->second.kinds & specials;
        if (both == 0) {
            return false;
        }
        kinds[0] = kinds[1] = one_of(twins, both);
    }
    random_action(&flight->first, kinds[0], &twins->random, first);
    random_action(&flight->second, kinds[1], &twins->random, second);
    return true;
}

static bool choose_flight(struct twins *twins, struct action *first, struct action *second)
{
    struct flight flight;
    game_legal(twins->board, &twins->first.game, PAWN_BIT(PAWN_JACK), &flight.first);
    game_legal(twins->board, &twins->second.game, PAWN_BIT(PAWN_JACK), &flight.second);
    flight.first_from = jack_circle(&twins->first.game);
    flight.second_from = jack_circle(&twins->second.game);
    bool whitechapel = twins->first.game.kind == GAME_WHITECHAPEL;
    bool chosen = false;
    if (whitechapel && choose_escape(twins, &flight, first, second)) {
        return true;
    }
    if (chance(twins, whitechapel ? 6 : 3)) {
        chosen = choose_special(twins, &flight, first, second);
    } else if ((flight.first.kinds & flight.second.kinds & ACTION_BIT(ACTION_MOVE)) != 0) {
        *first = *second = (struct action){.kind = ACTION_MOVE, .by = PAWN_JACK};
        chosen = whitechapel ? choose_step_home(twins, &flight, first, second)
                             : choose_step_on(twins, &flight, first, second);
    }
    if (chosen && !twins_vary(twins, SECRET_ROW)) {
        *second = *first;
    }
    return chosen;
}

/* ---- Whitehall's other choices of Jack ---- */

/* The start is public, so the second Jack must have chosen it too. */
static void choose_start(struct twins *twins, struct action *first, struct action *second)
{
    if (memchr(twins->second.game.discovery, first->circle, DISCOVERIES) == NULL) {
        twins_change_discovery(twins, first->circle);
    }
    *second = *first;
}

static bool choose_reclaim(struct twins *twins, const struct action *first, struct action *second)
{
    struct legal legal;
    if (first->kind != ACTION_RECLAIM) {
        return true;
    }
    game_legal(twins->board, &twins->second.game, PAWN_BIT(PAWN_JACK), &legal);
    if ((legal.kinds & ACTION_BIT(ACTION_RECLAIM)) == 0) {
        return false;
    }
    if (tiles_look_alike(twins)) {
        random_action(&legal, ACTION_RECLAIM, &twins->random, second);
    }
    return true;
}

/* ---- the police ---- */

/* Every other walk ends beside a circle that both Jacks have visited, so that there is something to find. */
static void choose_walk(struct twins *twins, struct action *action)
{
    const struct game *first = &twins->first.game;
    const struct game *second = &twins->second.game;
    struct set near = {{0}};
    if (action->kind != ACTION_WALK || action->power != 0 || chance(twins, 2)) {
        return;
    }
    for (unsigned cell = first->first_cell; cell <= first->last_cell; cell++) {
        unsigned circle = first->row[first->round - 1][cell];
        if (memchr(second->row[second->round - 1], (int)circle, CELLS) != NULL) {
            near = set_or(near, &twins->board->beside[circle]);
        }
    }
    near = set_and(near, &twins->board->reach[first->crossing[action->by]]);
    for (int pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if (pawn != action->by && first->crossing[pawn] != 0) {
            set_remove(&near, first->crossing[pawn]);
        }
    }
    if (!set_is_empty(&near)) {
        action->to = (uint8_t)random_member(&near, &twins->random);
    }
}

bool twins_choose(struct twins *twins, struct action *first, struct action *second)
{
    if (twins->first.game.phase == PHASE_MOVE) {
        return choose_flight(twins, first, second);
    }
    if (twins->first.game.phase == PHASE_KILL) {
        choose_crime(twins, first, second);
        return true;
    }
    if (!play_choose(twins->board, &twins->first.game, &twins->random, (struct play_style){0}, first)) {
        return false;
    }
    choose_walk(twins, first);
    *second = *first;
    switch (first->kind) {
    case ACTION_HIDEOUT:
        choose_hideout(twins, second);
        break;
    case ACTION_WOMEN:
        choose_marks(twins, second);
        break;
    case ACTION_PATROLS:
        choose_faces(twins, second);
        break;
    case ACTION_DISCOVERIES:
        choose_discoveries(twins, second);
        break;
    case ACTION_START:
        choose_start(twins, first, second);
        break;
    case ACTION_RECLAIM:
        return choose_reclaim(twins, first, second);
    default:
        break;
    }
    return true;
}
