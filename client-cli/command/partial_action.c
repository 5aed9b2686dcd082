/* partial_action.c: see partial_action.h. One function per kind of action that names more than one place. */
#include "client-cli/command/partial_action.h"

static const struct set nothing;

/* Removes every `stride`th of the places typed so far, from `first` on. */
static struct set without(struct set set, const struct partial_action *partial, unsigned first,
                          unsigned stride)
{
    for (unsigned i = first; i < partial->count; i += stride) {
        set_remove(&set, partial->place[i]);
    }
    return set;
}

static struct set of_pawns(const struct set *sets, unsigned pawns)
{
    struct set all = nothing;
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        if ((pawns & PAWN_BIT(pawn)) != 0) {
            all = set_or(all, &sets[pawn]);
        }
    }
    return all;
}

static struct set next_coach(const struct legal *legal, const struct partial_action *partial)
{
    struct set set = nothing;
    for (unsigned i = 0; i < legal->coaches && partial->count < 2; i++) {
        if (partial->count == 0) {
            set_add(&set, legal->coach[i][0]);
        } else if (legal->coach[i][0] == partial->place[0]) {
            set_add(&set, legal->coach[i][1]);
        }
    }
    return set;
}

static struct set next_wretched(const struct legal *legal, const struct partial_action *partial)
{
    struct set set = nothing;
    for (unsigned i = 0; i < legal->wretched && partial->count < 2; i++) {
        if (partial->count == 0) {
            set_add(&set, legal->wretched_from[i]);
        } else if (legal->wretched_from[i] == partial->place[0]) {
            set = legal->wretched_to[i];
        }
    }
    return set;
}

static struct set next_letter(const struct legal *legal, const struct partial_action *partial)
{
    struct set from = legal->letter_from[partial->letter];
    if (partial->letter == LETTER_GOULSTON_STREET || partial->count > 1) {
        return nothing;
    }
    if (partial->letter == LETTER_SAUCY_JACKY) {
        return without(from, partial, 0, 1);
    }
    return partial->count == 0 ? from : legal->letter_to;
}

static struct set next_shift(const struct legal *legal, const struct partial_action *partial)
{
    if (partial->count >= 4) {
        return nothing;
    }
    return partial->count % 2 == 0 ? without(legal->shifted_from, partial, 0, 2)
                                   : without(legal->shifted_to, partial, 1, 2);
}

/* Here `place` has crossings only, no faces. */
static struct set next_patrol(const struct legal *legal, const struct partial_action *partial)
{
    struct set fixed = without(legal->patrols_fixed, partial, 0, 1);
    struct set open = without(legal->patrols_free, partial, 0, 1);
    if (partial->count >= PATROLS) {
        return nothing;
    }
    return set_is_empty(&fixed) ? open : fixed;
}

/* For the kinds that name one place. */
static struct set only_place(const struct legal *legal, const struct partial_action *partial)
{
    switch (partial->kind) {
    case ACTION_HIDEOUT:
    case ACTION_ADDRESS:
    case ACTION_FALSE_CLUE:
    case ACTION_START:
        return legal->circles;
    case ACTION_REVEAL:
    case ACTION_DEPLOY:
        return legal->crossings;
    case ACTION_ALLEY:
        return legal->alley;
    case ACTION_BOAT:
        return legal->boat;
    case ACTION_WALK:
        return partial->power ? legal->walk_power : of_pawns(legal->walk, partial->pawns);
    case ACTION_SEARCH:
        return of_pawns(legal->search, partial->pawns);
    case ACTION_ARREST:
        return of_pawns(legal->arrest, partial->pawns);
    case ACTION_RUSH:
        return of_pawns(legal->rush, partial->pawns);
    case ACTION_MOVE:
        if (partial->escape) {
            struct set home = nothing;
            set_add(&home, legal->escape); /* set_add() ignores 0, which means none */
            return home;
        }
        return legal->move;
    default:
        return nothing;
    }
}

struct set partial_action_next(const struct legal *legal, const struct partial_action *partial)
{
    if ((legal->kinds & ACTION_BIT(partial->kind)) == 0) {
        return nothing;
    }
    switch (partial->kind) {
    case ACTION_COACH:
        return next_coach(legal, partial);
    case ACTION_WRETCHED:
        return next_wretched(legal, partial);
    case ACTION_LETTER:
        return next_letter(legal, partial);
    case ACTION_MOVE_PATROLS:
        return next_shift(legal, partial);
    case ACTION_PATROLS:
        return next_patrol(legal, partial);
    case ACTION_WOMEN:
        return partial->count < (unsigned)legal->marked + legal->unmarked
                   ? without(legal->circles, partial, 0, 1)
                   : nothing;
    case ACTION_KILL:
        return partial->count < legal->victims ? without(legal->circles, partial, 0, 1) : nothing;
    case ACTION_DISCOVERIES:
        return partial->count < DISCOVERIES ? legal->quadrant[partial->count] : nothing;
    default:
        return partial->count == 0 ? only_place(legal, partial) : nothing;
    }
}

static unsigned with_choices(const struct set *sets)
{
    unsigned pawns = 0;
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        pawns |= set_is_empty(&sets[pawn]) ? 0 : PAWN_BIT(pawn);
    }
    return pawns;
}

/* The powers of Waring (walk), Ferris (search) and Bond (arrest). */
static unsigned with_power(const struct legal *legal, enum action_kind kind)
{
    switch (kind) {
    case ACTION_WALK:
        return set_is_empty(&legal->walk_power) ? 0 : PAWN_BIT(PAWN_YELLOW);
    case ACTION_SEARCH:
        return legal->search_power;
    case ACTION_ARREST:
        return legal->arrest_power;
    default:
        return 0;
    }
}

unsigned partial_action_pawns(const struct legal *legal, enum action_kind kind, bool power)
{
    if ((legal->kinds & ACTION_BIT(kind)) == 0) {
        return 0;
    }
    if (power) {
        return with_power(legal, kind);
    }
    switch (kind) {
    case ACTION_WALK:
        return with_choices(legal->walk);
    case ACTION_SEARCH:
        return with_choices(legal->search);
    case ACTION_ARREST:
        return with_choices(legal->arrest) | legal->arrest_all;
    case ACTION_RUSH:
        return with_choices(legal->rush);
    case ACTION_PASS:
        return legal->pass;
    default:
        return legal->actors;
    }
}
