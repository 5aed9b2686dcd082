/* random_action.c: see random_action.h. */
#include "common/bots/random_action.h"

#include <string.h>

#include "common/rules/game.h"

/* ---- random draws ---- */

unsigned random_bit(unsigned mask, struct random *random)
{
    unsigned skip = random_below(random, (unsigned)__builtin_popcount(mask));
    while (skip-- > 0) {
        mask &= mask - 1;
    }
    return (unsigned)__builtin_ctz(mask);
}

void random_shuffle(uint8_t *item, unsigned count, struct random *random)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned other = random_below(random, i);
        uint8_t held = item[i - 1];
        item[i - 1] = item[other];
        item[other] = held;
    }
}

unsigned random_weighted_of(const double *weight, unsigned count, double total, struct random *random)
{
    double left = total * random_fraction(random);
    unsigned last = 0;
    for (unsigned i = 0; i < count; i++) {
        if (weight[i] > 0) {
            last = i; /* rounding may leave a small remainder after the last weight */
            if (left < weight[i]) {
                break;
            }
            left -= weight[i];
        }
    }
    return last;
}

unsigned random_weighted(const double *weight, unsigned count, struct random *random)
{
    double total = 0;
    for (unsigned i = 0; i < count; i++) {
        total += weight[i];
    }
    return total > 0 ? random_weighted_of(weight, count, total, random) : random_below(random, count);
}

/* ---- random actions ---- */

static unsigned remove_random_member(struct set *set, struct random *random)
{
    unsigned member = random_member(set, random);
    set_remove(set, member);
    return member;
}

static void append_number(struct action *action, unsigned number)
{
    action->list[action->count++] = (uint8_t)number;
}

static void fill_patrols(const struct legal *legal, struct random *random, struct action *action)
{
    uint8_t face[PATROLS] = {PAWN_FALSE, PAWN_FALSE, PAWN_YELLOW, PAWN_RED,
                             PAWN_BLUE,  PAWN_GREEN, PAWN_BROWN};
    struct set fixed = legal->patrols_fixed;
    struct set free_ones = legal->patrols_free;
    random_shuffle(face, PATROLS, random);
    for (unsigned i = 0; i < PATROLS; i++) {
        append_number(action, remove_random_member(set_is_empty(&fixed) ? &free_ones : &fixed, random));
        append_number(action, face[i]);
    }
}

static void fill_letter(const struct legal *legal, struct random *random, struct action *action)
{
    action->letter = (uint8_t)random_bit(legal->letters, random);
    struct set from = legal->letter_from[action->letter];
    switch (action->letter) {
    case LETTER_GOULSTON_STREET:
        action->pawn = (uint8_t)random_bit(legal->letter_pawns, random);
        break;
    case LETTER_SAUCY_JACKY:
        append_number(action, remove_random_member(&from, random));
        append_number(action, remove_random_member(&from, random));
        break;
    default:
        action->from = (uint8_t)random_member(&from, random);
        action->to = (uint8_t)random_member(&legal->letter_to, random);
    }
}

/* Returns the mask of pawns whose set is not empty. */
static unsigned with_choices(const struct set *sets)
{
    unsigned pawns = 0;
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        if (!set_is_empty(&sets[pawn])) {
            pawns |= PAWN_BIT(pawn);
        }
    }
    return pawns;
}

static void fill_arrest(const struct legal *legal, struct random *random, struct action *action)
{
    unsigned one = with_choices(legal->arrest);
    unsigned all = legal->arrest_all;
    if (legal->arrest_power != 0 && random_below(random, 4) == 0) {
        action->by = (uint8_t)random_bit(legal->arrest_power, random);
        action->power = 1;
    } else if (all != 0) {
        action->by = (uint8_t)random_bit(all, random);
    } else {
        action->by = (uint8_t)random_bit(one, random);
        action->circle = (uint8_t)random_member(&legal->arrest[action->by], random);
    }
}

static void fill_police_action(const struct legal *legal, enum action_kind kind, struct random *random,
                               struct action *action)
{
    switch (kind) {
    case ACTION_WALK:
        action->by = (uint8_t)random_bit(with_choices(legal->walk), random);
        action->power =
            action->by == PAWN_YELLOW && !set_is_empty(&legal->walk_power) && random_below(random, 4) == 0;
        action->to =
            (uint8_t)random_member(action->power ? &legal->walk_power : &legal->walk[action->by], random);
        break;
    case ACTION_SEARCH:
        action->by = (uint8_t)random_bit(with_choices(legal->search), random);
        action->circle = (uint8_t)random_member(&legal->search[action->by], random);
        action->power = (legal->search_power & PAWN_BIT(action->by)) != 0 && random_below(random, 2) == 0;
        break;
    case ACTION_ARREST:
        fill_arrest(legal, random, action);
        break;
    case ACTION_RUSH:
        action->by = (uint8_t)random_bit(with_choices(legal->rush), random);
        action->to = (uint8_t)random_member(&legal->rush[action->by], random);
        break;
    default:
        break;
    }
}

/* Fills in the targets for the kinds of action that belong to Jack or the Head of the Investigation. */
static void fill_other_action(const struct legal *legal, enum action_kind kind, struct random *random,
                              struct action *action)
{
    struct set from = legal->circles;
    unsigned pick = 0;
    switch (kind) {
    case ACTION_HIDEOUT:
    case ACTION_ADDRESS:
    case ACTION_FALSE_CLUE:
    case ACTION_START:
        action->circle = (uint8_t)random_member(&from, random);
        break;
    case ACTION_REVEAL:
    case ACTION_DEPLOY:
        action->crossing = (uint8_t)random_member(&legal->crossings, random);
        break;
    case ACTION_WOMEN:
        while (action->count < legal->marked) {
            append_number(action, remove_random_member(&from, random));
        }
        while (action->unmarked_count < legal->unmarked) {
            action->unmarked[action->unmarked_count++] = (uint8_t)remove_random_member(&from, random);
        }
        break;
    case ACTION_PATROLS:
        fill_patrols(legal, random, action);
        break;
    case ACTION_LETTER:
        fill_letter(legal, random, action);
        break;
    case ACTION_MOVE_PATROLS: {
        struct set shifted = legal->shifted_from;
        struct set to = legal->shifted_to;
        while (action->count < 4) {
            append_number(action, remove_random_member(action->count % 2 == 0 ? &shifted : &to, random));
        }
        break;
    }
    case ACTION_GOULSTON:
        action->pawn = (uint8_t)random_bit(legal->goulston_pawns, random);
        break;
    case ACTION_KILL:
        while (action->count < legal->victims) {
            append_number(action, remove_random_member(&from, random));
        }
        break;
    case ACTION_WRETCHED:
        pick = random_below(random, legal->wretched);
        action->from = legal->wretched_from[pick];
        action->to = (uint8_t)random_member(&legal->wretched_to[pick], random);
        break;
    case ACTION_MOVE:
        action->to = (uint8_t)random_member(&legal->move, random);
        action->escape = action->to == legal->escape && random_below(random, 8) != 0;
        break;
    case ACTION_COACH:
        pick = random_below(random, legal->coaches);
        action->via = legal->coach[pick][0];
        action->to = legal->coach[pick][1];
        break;
    case ACTION_ALLEY:
        action->to = (uint8_t)random_member(&legal->alley, random);
        break;
    case ACTION_BOAT:
        action->to = (uint8_t)random_member(&legal->boat, random);
        break;
    case ACTION_DISCOVERIES:
        while (action->count < DISCOVERIES) {
            append_number(action, random_member(&legal->quadrant[action->count], random));
        }
        break;
    case ACTION_RECLAIM:
        action->tile = (uint8_t)random_bit(legal->tiles, random);
        break;
    default:
        break;
    }
}

void random_action(const struct legal *legal, enum action_kind kind, struct random *random,
                   struct action *action)
{
    uint32_t police = ACTION_BIT(ACTION_WALK) | ACTION_BIT(ACTION_SEARCH) | ACTION_BIT(ACTION_ARREST) |
                      ACTION_BIT(ACTION_RUSH);
    memset(action, 0, sizeof *action);
    action->kind = (uint8_t)kind;
    if ((police & ACTION_BIT(kind)) != 0) {
        fill_police_action(legal, kind, random, action);
        return;
    }
    action->by = (uint8_t)random_bit(kind == ACTION_PASS ? legal->pass : legal->actors, random);
    fill_other_action(legal, kind, random, action);
}
