/*
 * legal.c: tells whether an action is among the legal choices.
 *
 * This is written from legal.h alone, independently of the rules, so that tests can check game_apply()
 * against it: an action is accepted if and only if legal_contains() returns true.
 */
#include "common/rules/legal.h"

#include <string.h>

static bool only_fields(const struct action *action, uint32_t fields)
{
    return action_fields_given(action) == fields;
}

static bool has_pawn(unsigned pawns, unsigned pawn)
{
    return pawn < PAWN_COUNT && (pawns & PAWN_BIT(pawn)) != 0;
}

/*
 * Removes `count` numbers, `stride` apart, from `set`. Returns false if one is not a member or occurs twice.
 */
static bool take(struct set *set, const uint8_t *number, size_t count, size_t stride)
{
    for (size_t i = 0; i < count; i++) {
        if (!set_has(set, number[i * stride])) {
            return false;
        }
        set_remove(set, number[i * stride]);
    }
    return true;
}

static bool women_match(const struct legal *legal, const struct action *action)
{
    struct set left = legal->circles;
    return action->count == legal->marked && action->unmarked_count == legal->unmarked &&
           take(&left, action->list, action->count, 1) &&
           take(&left, action->unmarked, action->unmarked_count, 1);
}

static bool patrols_match(const struct legal *legal, const struct action *action)
{
    struct set left = set_or(legal->patrols_fixed, &legal->patrols_free);
    unsigned faces[PAWN_COUNT] = {0};
    if (action->count != 2 * PATROLS || !take(&left, action->list, PATROLS, 2) ||
        set_meets(&left, &legal->patrols_fixed)) {
        return false;
    }
    for (unsigned i = 0; i < PATROLS; i++) {
        unsigned face = action->list[2 * i + 1];
        if (face >= PAWN_COUNT || ++faces[face] > (face == PAWN_FALSE ? 2U : 1U)) {
            return false;
        }
    }
    return true;
}

static bool letter_matches(const struct legal *legal, const struct action *action)
{
    uint32_t letter = FIELD_BIT(FIELD_LETTER);
    if (action->letter >= LETTER_COUNT || (legal->letters & (1U << action->letter)) == 0) {
        return false;
    }
    struct set from = legal->letter_from[action->letter];
    switch (action->letter) {
    case LETTER_GOULSTON_STREET:
        return only_fields(action, letter | FIELD_BIT(FIELD_PAWN)) &&
               has_pawn(legal->letter_pawns, action->pawn);
    case LETTER_SAUCY_JACKY:
        return only_fields(action, letter | FIELD_BIT(FIELD_FROM_TWO)) && action->count == 2 &&
               take(&from, action->list, 2, 1);
    default:
        return only_fields(action, letter | FIELD_BIT(FIELD_FROM) | FIELD_BIT(FIELD_TO)) &&
               set_has(&from, action->from) && set_has(&legal->letter_to, action->to);
    }
}

static bool shift_matches(const struct legal *legal, const struct action *action)
{
    struct set from = legal->shifted_from;
    struct set to = legal->shifted_to;
    return action->count == 4 && take(&from, action->list, 2, 2) && take(&to, action->list + 1, 2, 2);
}

static bool kill_matches(const struct legal *legal, const struct action *action)
{
    struct set left = legal->circles;
    return action->count == legal->victims && take(&left, action->list, action->count, 1);
}

static bool wretched_matches(const struct legal *legal, const struct action *action)
{
    for (unsigned i = 0; i < legal->wretched; i++) {
        if (legal->wretched_from[i] == action->from) {
            return set_has(&legal->wretched_to[i], action->to);
        }
    }
    return false;
}

static bool coach_matches(const struct legal *legal, const struct action *action)
{
    for (unsigned i = 0; i < legal->coaches; i++) {
        if (legal->coach[i][0] == action->via && legal->coach[i][1] == action->to) {
            return true;
        }
    }
    return false;
}

static bool discoveries_match(const struct legal *legal, const struct action *action)
{
    for (unsigned i = 0; i < 4; i++) {
        if (action->count != 4 || !set_has(&legal->quadrant[i], action->list[i])) {
            return false;
        }
    }
    return true;
}

static bool walk_matches(const struct legal *legal, const struct action *action)
{
    if (action->power == 0) {
        return set_has(&legal->walk[action->by], action->to);
    }
    /* Only Waring has this power; it is not listed for any other pawn. */
    return action->by == PAWN_YELLOW && !set_is_empty(&legal->walk[action->by]) &&
           set_has(&legal->walk_power, action->to);
}

static bool search_matches(const struct legal *legal, const struct action *action)
{
    return set_has(&legal->search[action->by], action->circle) &&
           (action->power == 0 || has_pawn(legal->search_power, action->by));
}

static bool arrest_matches(const struct legal *legal, const struct action *action)
{
    if (action->power != 0) {
        return action->circle == 0 && has_pawn(legal->arrest_power, action->by);
    }
    if (action->circle == 0) {
        return has_pawn(legal->arrest_all, action->by);
    }
    return set_has(&legal->arrest[action->by], action->circle);
}

static bool move_matches(const struct legal *legal, const struct action *action)
{
    return set_has(&legal->move, action->to) && (action->escape == 0 || legal->escape == action->to);
}

static bool target_matches(const struct legal *legal, const struct action *action)
{
    switch ((enum action_kind)action->kind) {
    case ACTION_HIDEOUT:
    case ACTION_ADDRESS:
    case ACTION_FALSE_CLUE:
    case ACTION_START:
        return set_has(&legal->circles, action->circle);
    case ACTION_REVEAL:
    case ACTION_DEPLOY:
        return set_has(&legal->crossings, action->crossing);
    case ACTION_WOMEN:
        return women_match(legal, action);
    case ACTION_PATROLS:
        return patrols_match(legal, action);
    case ACTION_LETTER:
        return letter_matches(legal, action);
    case ACTION_MOVE_PATROLS:
        return shift_matches(legal, action);
    case ACTION_GOULSTON:
        return has_pawn(legal->goulston_pawns, action->pawn);
    case ACTION_KILL:
        return kill_matches(legal, action);
    case ACTION_WRETCHED:
        return wretched_matches(legal, action);
    case ACTION_MOVE:
        return move_matches(legal, action);
    case ACTION_COACH:
        return coach_matches(legal, action);
    case ACTION_ALLEY:
        return set_has(&legal->alley, action->to);
    case ACTION_BOAT:
        return set_has(&legal->boat, action->to);
    case ACTION_DISCOVERIES:
        return discoveries_match(legal, action);
    case ACTION_RECLAIM:
        return action->tile < TILE_COUNT && (legal->tiles & (1U << action->tile)) != 0;
    case ACTION_WALK:
        return walk_matches(legal, action);
    case ACTION_SEARCH:
        return search_matches(legal, action);
    case ACTION_ARREST:
        return arrest_matches(legal, action);
    case ACTION_RUSH:
        return set_has(&legal->rush[action->by], action->to);
    case ACTION_PASS:
        return has_pawn(legal->pass, action->by);
    case ACTION_WAIT:
    case ACTION_SMOKER:
        return true;
    case ACTION_NONE:
    case ACTION_RESIGN:
    case ACTION_KIND_COUNT:
        break;
    }
    return false;
}

bool legal_contains(const struct legal *legal, const struct action *action)
{
    if (action->kind >= ACTION_KIND_COUNT || !has_pawn(legal->actors, action->by) ||
        (legal->kinds & ACTION_BIT(action->kind)) == 0) {
        return false;
    }
    uint32_t given = action_fields_given(action);
    uint32_t required = action_fields_required((enum action_kind)action->kind);
    uint32_t allowed = required | action_fields_optional((enum action_kind)action->kind);
    return (given & required) == required && (given & ~allowed) == 0 && target_matches(legal, action);
}
