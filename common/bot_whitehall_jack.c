/*
 * bot_whitehall_jack.c: Jack in Whitehall, by level.
 *
 * All plan their way and the order of the visits with the investigators' reach in mind: easy roughly, normal with
 * care. Hard also keeps in mind what they think of him.
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
    generate_discoveries(sight->board, level == BOT_HARD ? DIFFICULTY_EASY : DIFFICULTY_MEDIUM, random,
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
        if (level == BOT_HARD) {
            jack_plan_move_ahead(sight, random, action);
        } else {
            jack_plan_move(sight, level, random, action);
        }
        break;
    }
}
