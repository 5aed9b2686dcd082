/*
 * twins_exchange.c: replaces the second game with another one that has the same public history.
 *
 * Each function changes a secret of the second game together with the action in its log that set it, so that
 * the log still leads to the game. twins.c checks that at the end of every pair.
 */
#include <string.h>

#include "tests/support/c/twins_internal.h"

/* Returns the last action of a kind in a log, or NULL. */
static struct action *last_of(struct truth *truth, enum action_kind kind)
{
    for (unsigned i = truth->count; i > 0; i--) {
        if (truth->log[i - 1].kind == kind) {
            return &truth->log[i - 1];
        }
    }
    return NULL;
}

static void copy_last(struct twins *twins, enum action_kind kind)
{
    const struct action *from = last_of(&twins->first, kind);
    struct action *to = last_of(&twins->second, kind);
    if (from != NULL && to != NULL) {
        *to = *from;
    }
}

void twins_match_marks(struct twins *twins)
{
    if (twins->second.game.marked != twins->first.game.marked) {
        twins->second.game.marked = twins->first.game.marked;
        copy_last(twins, ACTION_WOMEN);
    }
}

void twins_match_faces(struct twins *twins)
{
    struct game *second = &twins->second.game;
    if (memcmp(second->patrol, twins->first.game.patrol, sizeof second->patrol) != 0) {
        memcpy(second->patrol, twins->first.game.patrol, sizeof second->patrol);
        copy_last(twins, ACTION_PATROLS);
    }
}

static void put_heads(struct twins *twins)
{
    memcpy(twins->second.setup.heads, twins->second.game.heads, sizeof twins->second.setup.heads);
}

void twins_match_heads(struct twins *twins)
{
    uint8_t *heads = twins->second.game.heads;
    unsigned next = twins->second.game.round - 1U;
    uint8_t wanted = twins->first.game.heads[next];
    for (unsigned i = next; i < POLICEMEN_MAX; i++) {
        if (heads[i] == wanted) {
            heads[i] = heads[next];
            heads[next] = wanted;
        }
    }
    put_heads(twins);
}

/* The second Jack can take the first one's path, because the streets and the policemen are the same. */
void twins_match_row(struct twins *twins)
{
    const struct game *first = &twins->first.game;
    struct game *second = &twins->second.game;
    unsigned row = first->round - 1U;
    const uint32_t ways = ACTION_BIT(ACTION_KILL) | ACTION_BIT(ACTION_MOVE) | ACTION_BIT(ACTION_COACH) |
                          ACTION_BIT(ACTION_ALLEY);
    memcpy(second->row[row], first->row[row], sizeof second->row[row]);
    if (first->round == 3) {
        memcpy(second->crime, first->crime, sizeof second->crime);
    }
    for (unsigned i = twins->first.count; i > 0 && twins->first.log[i - 1].kind != ACTION_WOMEN; i--) {
        if ((ACTION_BIT(twins->first.log[i - 1].kind) & ways) != 0) {
            twins->second.log[i - 1] = twins->first.log[i - 1];
        }
    }
}

void twins_rejoin(struct twins *twins)
{
    twins->second.setup = twins->first.setup;
    twins->second.game = twins->first.game;
    twins->second.count = twins->first.count;
    memcpy(twins->second.log, twins->first.log, twins->first.count * sizeof twins->first.log[0]);
    twins->rejoined = true;
}

/* ---- diverging again ---- */

static bool was_named(const struct truth *truth, unsigned circle)
{
    for (unsigned i = 0; i < truth->count; i++) {
        if (truth->log[i].kind == ACTION_ADDRESS && truth->log[i].circle == circle) {
            return true;
        }
    }
    return false;
}

bool twins_hideout_is_open(const struct twins *twins, unsigned circle)
{
    const struct board *board = twins->board;
    bool near_red = set_meets(&board->adjacent[circle], &board->red_circles);
    return !set_has(&board->red_circles, circle) && !was_named(&twins->second, circle) &&
           ((twins->second.game.options & OPTION_CATCH_ME) == 0 || !near_red);
}

void twins_change_hideout(struct twins *twins, unsigned circle)
{
    twins->second.game.hideout = (uint8_t)circle;
    last_of(&twins->second, ACTION_HIDEOUT)->circle = (uint8_t)circle;
}

/* Nobody has been there: it has not been announced, and it would not have blocked a special move. */
bool twins_discovery_is_open(const struct twins *twins, unsigned circle)
{
    const struct game *game = &twins->second.game;
    unsigned quadrant = twins->board->circle[circle].area;
    return memchr(game->row, (int)circle, sizeof game->row) == NULL &&
           set_has(&twins->board->quadrant[quadrant], circle) &&
           (game->discovered & (1U << (quadrant - QUADRANT_NW))) == 0;
}

void twins_change_discovery(struct twins *twins, unsigned circle)
{
    unsigned index = twins->board->circle[circle].area - (unsigned)QUADRANT_NW;
    twins->second.game.discovery[index] = (uint8_t)circle;
    last_of(&twins->second, ACTION_DISCOVERIES)->list[index] = (uint8_t)circle;
}

static void part_heads(struct twins *twins)
{
    uint8_t *heads = twins->second.game.heads;
    unsigned turned = twins->second.game.round - (twins->second.game.head != 0 ? 0U : 1U);
    if (memcmp(heads, twins->first.game.heads, POLICEMEN_MAX) != 0) {
        return;
    }
    for (unsigned i = POLICEMEN_MAX; i > turned + 1; i--) {
        unsigned other = turned + random_below(&twins->random, i - turned);
        uint8_t held = heads[i - 1];
        heads[i - 1] = heads[other];
        heads[other] = held;
    }
    put_heads(twins);
}

/* Until Jack first gets home, the hideout can be anywhere. */
static void part_hideout(struct twins *twins)
{
    struct game *second = &twins->second.game;
    if (second->round != 1 || second->hideout == 0 || second->hideout != twins->first.game.hideout) {
        return;
    }
    unsigned circle = random_member(&twins->board->all_circles, &twins->random);
    if (twins_hideout_is_open(twins, circle)) {
        twins_change_hideout(twins, circle);
    }
}

static void part_discoveries(struct twins *twins)
{
    const struct game *second = &twins->second.game;
    for (unsigned i = 0; second->discovered != 0 && i < DISCOVERIES; i++) {
        unsigned circle = random_member(&twins->board->quadrant[QUADRANT_NW + i], &twins->random);
        if (second->discovery[i] == twins->first.game.discovery[i] &&
            twins_discovery_is_open(twins, circle)) {
            twins_change_discovery(twins, circle);
        }
    }
}

void twins_part(struct twins *twins)
{
    if (twins_vary(twins, SECRET_HEADS_PILE)) {
        part_heads(twins);
    }
    if (twins_vary(twins, SECRET_HIDEOUT)) {
        part_hideout(twins);
    }
    if (twins_vary(twins, SECRET_DISCOVERIES)) {
        part_discoveries(twins);
    }
}
