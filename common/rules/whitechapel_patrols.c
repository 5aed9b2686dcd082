/*
 * whitechapel_patrols.c: the Police Patrol tokens, from Hell 3 to the alarm.
 *
 * Seven tokens lie face down: five policemen and two false ones. Only the Head knows which is which, until
 * Jack turns one face up or the alarm replaces them with policemen. They are kept in ascending order of
 * crossing, so that the order reveals nothing about the faces.
 */
#include <string.h>

#include "common/rules/whitechapel.h"

/* ---- the tokens ---- */

struct set patrols_crossings(const struct game *game)
{
    struct set crossings = {{0}};
    for (unsigned i = 0; i < PATROLS; i++) {
        if (game->patrol[i].crossing != 0) {
            set_add(&crossings, game->patrol[i].crossing);
        }
    }
    return crossings;
}

/* Sorts by crossing, with tokens that have left the board (crossing 0) at the end. */
static bool patrol_is_before(const struct patrol *left, const struct patrol *right)
{
    if (left->crossing == 0 || right->crossing == 0) {
        return left->crossing > right->crossing;
    }
    return left->crossing < right->crossing;
}

void patrols_sort(struct game *game)
{
    for (unsigned i = 1; i < PATROLS; i++) {
        struct patrol moving = game->patrol[i];
        unsigned at = i;
        while (at > 0 && patrol_is_before(&moving, &game->patrol[at - 1])) {
            game->patrol[at] = game->patrol[at - 1];
            at--;
        }
        game->patrol[at] = moving;
    }
}

void patrols_become_policemen(struct game *game)
{
    for (unsigned i = 0; i < PATROLS; i++) {
        if (game->patrol[i].face != PAWN_FALSE) {
            game->crossing[game->patrol[i].face] = game->patrol[i].crossing;
        }
    }
    memset(game->patrol, 0, sizeof game->patrol);
}

/* ---- Hell 3: patrolling the streets ---- */

/* One patrol must be placed on each of `fixed`, the remaining ones on crossings of `free_ones`. */
static void places_for_patrols(const struct board *board, const struct game *game, struct set *fixed,
                               struct set *free_ones)
{
    *fixed = police_crossings(game->crossing);
    *free_ones = set_minus(board->yellow_crossings, fixed);
}

static bool faces_are_complete(const struct action *action)
{
    unsigned seen = 0;
    unsigned false_ones = 0;
    for (unsigned i = 1; i < action->count; i += 2) {
        if (action->list[i] >= PAWN_COUNT) {
            return false;
        }
        seen |= PAWN_BIT(action->list[i]);
        false_ones += action->list[i] == PAWN_FALSE;
    }
    return action->count == 2 * PATROLS && false_ones == PATROLS - POLICEMEN_MAX &&
           seen == (game_policemen(GAME_WHITECHAPEL) | PAWN_BIT(PAWN_FALSE));
}

enum error patrols_check(const struct board *board, const struct game *game, const struct action *action)
{
    if (!faces_are_complete(action)) {
        return ERROR_PATROL_COUNT;
    }
    struct set fixed;
    struct set free_ones;
    places_for_patrols(board, game, &fixed, &free_ones);
    struct set left = set_or(fixed, &free_ones);
    for (unsigned i = 0; i < action->count; i += 2) {
        if (!set_has(&left, action->list[i])) {
            return ERROR_PATROL_PLACE;
        }
        set_remove(&left, action->list[i]); /* only one per crossing */
    }
    return set_meets(&left, &fixed) ? ERROR_PATROL_PLACE : ERROR_OK;
}

enum phase patrols_apply(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    memset(game->crossing, 0, sizeof game->crossing);
    for (size_t i = 0; i < PATROLS; i++) {
        game->patrol[i] = (struct patrol){.crossing = action->list[2 * i], .face = action->list[2 * i + 1]};
    }
    patrols_sort(game);
    struct event *event =
        step_event(step, EVENT_PATROLS, (enum pawn)action->by,
                   EVENT_FIELD_BIT(EVENT_CROSSINGS_FIELD) | EVENT_FIELD_BIT(EVENT_PLACE_FIELD));
    for (unsigned i = 0; i < PATROLS; i++) {
        event->crossings.item[event->crossings.count++] = game->patrol[i].crossing;
        event->place.item[event->place.count++] = game->patrol[i].crossing;
        event->place.item[event->place.count++] = game->patrol[i].face;
    }
    return PHASE_LETTER;
}

void patrols_list(const struct board *board, const struct game *game, unsigned actors, struct legal *legal)
{
    (void)actors;
    places_for_patrols(board, game, &legal->patrols_fixed, &legal->patrols_free);
    legal->patrols_choose = (uint8_t)(PATROLS - set_count(&legal->patrols_fixed));
    legal->kinds |= ACTION_BIT(ACTION_PATROLS);
}

/* ---- Hell 7: ready to kill ---- */

static struct patrol *face_down_patrol(struct game *game, unsigned crossing)
{
    for (unsigned i = 0; i < PATROLS; i++) {
        if (crossing != 0 && game->patrol[i].crossing == crossing && game->patrol[i].face_up == 0) {
            return &game->patrol[i];
        }
    }
    return NULL;
}

static struct set face_down_crossings(const struct game *game)
{
    struct set crossings = {{0}};
    for (unsigned i = 0; i < PATROLS; i++) {
        if (game->patrol[i].crossing != 0 && game->patrol[i].face_up == 0) {
            set_add(&crossings, game->patrol[i].crossing);
        }
    }
    return crossings;
}

enum error patrols_check_reveal(const struct board *board, const struct game *game,
                                const struct action *action)
{
    (void)board;
    struct set crossings = face_down_crossings(game);
    return set_has(&crossings, action->crossing) ? ERROR_OK : ERROR_REVEAL_TARGET;
}

enum phase patrols_apply_reveal(struct step *step, const struct action *action)
{
    struct game *game = step->game;
    struct patrol *patrol = face_down_patrol(game, action->crossing);
    struct event *event =
        step_event(step, EVENT_REVEAL, PAWN_JACK,
                   EVENT_FIELD_BIT(EVENT_CROSSING_FIELD) | EVENT_FIELD_BIT(EVENT_FACE_FIELD));
    event->crossing = action->crossing;
    event->face = patrol->face;
    if (patrol->face == PAWN_FALSE) {
        *patrol = (struct patrol){0};
        patrols_sort(game);
    } else {
        patrol->face_up = 1;
    }
    return PHASE_KILL;
}

void patrols_list_reveal(const struct board *board, const struct game *game, unsigned actors,
                         struct legal *legal)
{
    (void)board;
    (void)actors;
    legal->crossings = face_down_crossings(game);
    legal->kinds |= ACTION_BIT(ACTION_REVEAL);
}
