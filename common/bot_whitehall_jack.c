/*
 * bot_whitehall_jack.c: Jack in Whitehall, by level.
 *
 * Easy walks to the nearest discovery and around investigators he sees. Normal plans the way and the order of the
 * visits with the investigators' reach in mind. Hard also keeps in mind what they think of him.
 */
#include <string.h>

#include "bot_whitehall_jack.h"
#include "generator.h"

/* ---- setup ---- */

static void choose_discoveries(const struct bot_sight *sight, enum bot_level level, struct random *random,
                               struct action *action)
{
    action->kind = ACTION_DISCOVERIES;
    action->by = PAWN_JACK;
    action->count = DISCOVERIES;
    generate_discoveries(sight->board, level == BOT_EASY ? DIFFICULTY_MEDIUM : DIFFICULTY_EASY, random,
                         action->list);
}

/* Steps of the shortest way that begins here and visits the others. */
static unsigned tour_from(const struct board *board, const struct set *circles, unsigned here)
{
    struct set rest = *circles;
    unsigned best = BOARD_FAR;
    set_remove(&rest, here);
    if (set_is_empty(&rest)) {
        return 0;
    }
    SET_EACH (next, &rest) {
        unsigned steps = board->steps[here][next] + tour_from(board, &rest, next);
        best = steps < best ? steps : best;
    }
    return best;
}

static void choose_start(const struct bot_sight *sight, enum bot_level level, struct random *random,
                         struct action *action)
{
    const struct legal *legal = &sight->legal.shown;
    action->kind = ACTION_START;
    action->by = PAWN_JACK;
    action->circle = (uint8_t)pick_member(&legal->circles, random);
    SET_EACH (circle, &legal->circles) {
        if (level > BOT_EASY && tour_from(sight->board, &legal->circles, circle) <
                                    tour_from(sight->board, &legal->circles, action->circle)) {
            action->circle = (uint8_t)circle;
        }
    }
}

/* A tile taken back is one more way out: the kind he has fewer of; on the water's side of the board, a Boat. */
static void choose_reclaim(const struct bot_sight *sight, struct random *random, struct action *action)
{
    const struct legal *legal = &sight->legal.shown;
    action->kind = ACTION_RECLAIM;
    action->by = PAWN_JACK;
    action->tile = (uint8_t)pick_bit(legal->tiles, random);
    if ((legal->tiles & (1U << TILE_ALLEY)) != 0 && sight->view.tiles[TILE_ALLEY] == 0) {
        action->tile = TILE_ALLEY;
    }
}

/* ---- easy ---- */

static unsigned steps_to_nearest(const struct bot_sight *sight, unsigned circle)
{
    const struct view *view = &sight->view;
    unsigned best = BOARD_FAR;
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        bool found = memchr(view->discovery_found, view->discovery[i], view->discoveries_found) != NULL;
        unsigned steps = sight->board->steps[circle][view->discovery[i]];
        best = !found && steps < best ? steps : best;
    }
    return best;
}

static bool is_watched(const struct bot_sight *sight, unsigned circle)
{
    struct set occupied = sight_occupied(sight);
    return set_meets(&sight->board->beside[circle], &occupied);
}

/* Nearer is better, next to an investigator is worse; a tile only when the streets are closed. */
static void easy_move(const struct bot_sight *sight, struct random *random, struct action *action)
{
    const struct legal *legal = &sight->legal.shown;
    double weight[SET_LIMIT] = {0};
    unsigned here = steps_to_nearest(sight, sight_jack_circle(sight));
    if ((legal->kinds & ACTION_BIT(ACTION_MOVE)) == 0) {
        pick_action(legal, (enum action_kind)pick_bit(legal->kinds, random), random, action);
        return;
    }
    SET_EACH (circle, &legal->move) {
        unsigned steps = steps_to_nearest(sight, circle);
        weight[circle] = steps < here ? 16 : steps == here ? 2 : 0.5;
        weight[circle] *= is_watched(sight, circle) ? 0.25 : 1;
    }
    action->kind = ACTION_MOVE;
    action->by = PAWN_JACK;
    action->to = (uint8_t)pick_weighted(weight, SET_LIMIT, random);
}

void bot_whitehall_jack(const struct bot_sight *sight, enum bot_level level, struct random *random,
                        struct action *action)
{
    switch (sight->view.phase) {
    case PHASE_DISCOVERIES:
        choose_discoveries(sight, level, random, action);
        break;
    case PHASE_START:
        choose_start(sight, level, random, action);
        break;
    case PHASE_RECLAIM:
        choose_reclaim(sight, random, action);
        break;
    default:
        if (level == BOT_EASY) {
            easy_move(sight, random, action);
        } else if (level == BOT_NORMAL) {
            jack_plan_move(sight, random, action);
        } else {
            jack_plan_move_ahead(sight, random, action);
        }
        break;
    }
}
