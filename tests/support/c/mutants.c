/* mutants.c: see mutants.h. */
#include "tests/support/c/mutants.h"

#include <stddef.h>

#include "tests/support/c/play.h"

uint8_t *mutant_field(struct action *action, unsigned field)
{
    static const size_t members[MUTANT_FIELDS] = {
        [FIELD_CIRCLE] = offsetof(struct action, circle),
        [FIELD_CROSSING] = offsetof(struct action, crossing),
        [FIELD_FROM] = offsetof(struct action, from),
        [FIELD_VIA] = offsetof(struct action, via),
        [FIELD_TO] = offsetof(struct action, to),
        [FIELD_PAWN] = offsetof(struct action, pawn),
        [FIELD_LETTER] = offsetof(struct action, letter),
        [FIELD_TILE] = offsetof(struct action, tile),
    };
    return (uint8_t *)action + members[field];
}

/* Small numbers are words and flags, the others are places; 0 removes a field. */
static uint8_t any_number(struct random *random)
{
    static const unsigned limits[] = {1, 8, 200, 256};
    return (uint8_t)random_below(random, limits[random_below(random, 4)]);
}

static void mutate_lists(struct action *action, struct random *random)
{
    unsigned at = random_below(random, ACTION_LIST_MAX);
    unsigned other = random_below(random, ACTION_LIST_MAX);
    uint8_t held = action->list[at];
    switch (random_below(random, 6)) {
    case 0:
        action->count = (uint8_t)random_below(random, ACTION_LIST_MAX + 1);
        break;
    case 1:
        action->unmarked_count = (uint8_t)random_below(random, ACTION_UNMARKED_MAX + 1);
        break;
    case 2:
        action->list[at] = action->list[other];
        break;
    case 3: /* the same things in a different order may well be legal */
        action->list[at] = action->list[other];
        action->list[other] = held;
        break;
    case 4:
        action->unmarked[at % ACTION_UNMARKED_MAX] = held;
        break;
    default:
        action->list[at] = any_number(random);
        break;
    }
}

void mutant_change(struct action *action, struct random *random)
{
    switch (random_below(random, 8)) {
    case 0:
        action->kind = (uint8_t)random_below(random, ACTION_KIND_COUNT + 2);
        break;
    case 1:
        action->by = (uint8_t)random_below(random, PAWN_COUNT + 2);
        break;
    case 2:
        action->escape ^= 1U;
        break;
    case 3:
        action->power ^= 1U;
        break;
    case 4:
    case 5:
        mutate_lists(action, random);
        break;
    default:
        *mutant_field(action, random_below(random, MUTANT_FIELDS)) = any_number(random);
        break;
    }
}

/* Returns a member of a set, or 0 if it is empty. */
static uint8_t any_of(const struct set *set, struct random *random)
{
    return set_is_empty(set) ? 0 : (uint8_t)random_member(set, random);
}

void mutant_guess(const struct board *board, const struct game *game, struct random *random,
                  struct action *action)
{
    unsigned actors = game_actors(game);
    unsigned pawn = random_below(random, PAWN_COUNT);
    while (actors != 0 && (actors & PAWN_BIT(pawn)) == 0) {
        pawn = random_below(random, PAWN_COUNT);
    }
    unsigned kind = 1 + random_below(random, ACTION_KIND_COUNT - 1);
    unsigned here = game->row[game->round - 1][game->last_cell];
    const struct set *ways = kind == ACTION_ALLEY  ? &board->alley[here]
                             : kind == ACTION_BOAT ? &board->boat[here]
                             : kind == ACTION_RUSH ? &board->crossing_adjacent[game->crossing[pawn]]
                             : pawn == PAWN_JACK   ? &board->adjacent[here]
                                                   : &board->reach[game->crossing[pawn]];
    uint32_t taken = action_fields_required((enum action_kind)kind) |
                     (action_fields_optional((enum action_kind)kind) & (uint32_t)random_next(random));
    *action = (struct action){.kind = (uint8_t)kind, .by = (uint8_t)pawn};
    action->circle = any_of(&board->next_to[game->crossing[pawn]], random);
    action->crossing = any_of(&board->yellow_crossings, random);
    action->from = any_number(random);
    action->via = any_of(&board->adjacent[here], random);
    action->to = any_of(kind == ACTION_COACH ? &board->adjacent[action->via] : ways, random);
    action->pawn = (uint8_t)random_below(random, PAWN_COUNT);
    action->letter = (uint8_t)random_below(random, LETTER_COUNT);
    action->tile = (uint8_t)random_below(random, TILE_COUNT);
    for (unsigned field = 0; field < MUTANT_FIELDS; field++) {
        if ((taken & FIELD_BIT(field)) == 0) {
            *mutant_field(action, field) = 0;
        }
    }
    action->escape = (taken & FIELD_BIT(FIELD_ESCAPE)) != 0;
    action->power = (taken & FIELD_BIT(FIELD_POWER)) != 0;
}

unsigned mutant_fields(enum action_kind kind, unsigned *field)
{
    uint32_t taken = action_fields_required(kind) | action_fields_optional(kind);
    unsigned count = 0;
    for (unsigned i = 0; i < MUTANT_FIELDS; i++) {
        if ((taken & FIELD_BIT(i)) != 0) {
            field[count++] = i;
        }
    }
    return count;
}
