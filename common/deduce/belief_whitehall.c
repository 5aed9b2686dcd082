/*
 * belief_whitehall.c: the belief for a round of Whitehall.
 *
 * A trail counts if it is consistent with some choice of discoveries. That is rarely in doubt: with more
 * candidates than a trail has cells, one always remains. To be exact in the other cases, the trails that fit
 * no choice (*misfits*) are counted and subtracted. Such a trail visits a circle of every choice: the first
 * circle of some choice, or else its second, or else its third; then a circle of another choice that it does
 * not meet yet, and so on. Each branch becomes a count with constraints (visit these circles, avoid those),
 * and no trail belongs to two branches.
 */
#include "common/deduce/discovery_choices.h"

#include <string.h>

#include "common/deduce/belief_internal.h"

/* Trails with the same possible choices, grouped by the Alleys they took face down and where they end. */
struct family {
    unsigned alleys; /* passed to choices_allow() for every trail of the family */
    unsigned here;   /* likewise */
    struct set end[TRAIL_ALLEYS];
};

/* The trails of a family that fit no choice, or no choice that contains a certain circle. */
struct misfits {
    const struct choices *choices;
    const struct trail_constraints *constraints; /* constraints of the family */
    const struct family *family;
    struct set candidate[CHOICE_MAX]; /* the choices to consider */
    struct trail_counts *counts;      /* valid only if `any` is set */
    bool any;
};

/* Returns the circles of a choice that a trail may still visit. */
static struct set touchable(const struct choice *choice, const struct set *avoided)
{
    struct set circles = {{0}};
    for (unsigned i = 0; i < CHOICE_MAX; i++) {
        set_add(&circles, choice->circle[i]);
    }
    set_remove(&circles, 0);
    return set_minus(circles, avoided);
}

/*
 * Returns a lower bound for how many more circles a trail must visit to meet every choice: the number of
 * unmet choices that share no circle. Stops counting above `most`. `unmet` receives the first unmet choice;
 * if there is none, the result is 0.
 */
static unsigned circles_needed(const struct misfits *misfits, const struct set *touched,
                               const struct set *avoided, unsigned most, struct choice *unmet)
{
    const struct choices *choices = misfits->choices;
    const struct family *family = misfits->family;
    struct set taken = *touched;
    unsigned needed = 0;
    struct choice choice;
    bool more = choice_first(misfits->candidate, choices->open, &choice);
    while (more && needed <= most) {
        unsigned met = 0;
        while (met < choices->open && !set_has(&taken, choice.circle[met])) {
            met++;
        }
        if (met < choices->open) {
            more = choice_skip(misfits->candidate, choices->open, met, &choice);
            continue;
        }
        if (choices_allow(choices, &choice, family->alleys, family->here)) {
            struct set circles = touchable(&choice, avoided);
            if (set_is_empty(&circles)) {
                return most + 1; /* this choice cannot be met */
            }
            if (needed++ == 0) {
                *unmet = choice;
            }
            taken = set_or(taken, &circles);
        }
        more = choice_next(misfits->candidate, choices->open, &choice);
    }
    return needed;
}

static void add_counts(struct trail_counts *sum, const struct trail_counts *more)
{
    sum->trails += more->trails;
    for (unsigned circle = 0; circle < SET_LIMIT; circle++) {
        sum->touch[circle] += more->touch[circle];
        sum->touch_last[circle] += more->touch_last[circle];
        for (unsigned cell = 0; cell < CELLS; cell++) {
            sum->at[cell][circle] += more->at[cell][circle];
        }
    }
    for (unsigned cell = 0; cell < CELLS; cell++) {
        sum->can[cell] = set_or(sum->can[cell], &more->can[cell]);
    }
}

/*
 * Counts one branch: the trails that visit `touched` and avoid `avoided` before the deadline, and thereby
 * meet every choice.
 */
static void count_branch(struct misfits *misfits, const struct set *touched, const struct set *avoided)
{
    struct trail_constraints constraints = *misfits->constraints;
    struct trail_counts counts;
    unsigned deadline = misfits->choices->deadline;
    trail_constraints_avoid(&constraints, avoided, deadline);
    SET_EACH (circle, touched) {
        if (!trail_constraints_require(&constraints, circle, deadline)) {
            return;
        }
    }
    if (!belief_count_trails(&constraints, true, &counts)) {
        return; /* better too many trails than too few */
    }
    if (!misfits->any) {
        memset(misfits->counts, 0, sizeof *misfits->counts);
    }
    add_counts(misfits->counts, &counts);
    misfits->any = true;
}

/* NOLINTNEXTLINE(misc-no-recursion): at most one level per cell of a trail */
static void branch(struct misfits *misfits, const struct set *touched, const struct set *avoided)
{
    unsigned cells = misfits->choices->deadline - misfits->choices->round->first_cell;
    unsigned spent = set_count(touched);
    struct choice unmet = {{0}};
    unsigned needed = circles_needed(misfits, touched, avoided, cells - spent, &unmet);
    if (needed > cells - spent) {
        return;
    }
    if (needed == 0) {
        count_branch(misfits, touched, avoided);
        return;
    }
    struct set before = *avoided;
    struct set circles = touchable(&unmet, avoided);
    SET_EACH (circle, &circles) {
        struct set more = *touched;
        set_add(&more, circle);
        branch(misfits, &more, &before);
        set_add(&before, circle);
    }
}

/* ---- families ---- */

static bool has_choice(const struct choices *choices, unsigned alleys, unsigned here)
{
    struct choice choice;
    CHOICE_EACH(choice, choices->candidate, choices->open)
    {
        if (choices_allow(choices, &choice, alleys, here)) {
            return true;
        }
    }
    return false;
}

/* Returns true if both numbers of Alleys leave the same choices to trails whose end has an open street. */
static bool same_choices(const struct choices *choices, unsigned one, unsigned other)
{
    struct choice choice;
    if (choices->open > 2) { /* the first round: only the number of special moves matters */
        return choice_first(choices->candidate, choices->open, &choice) &&
               choices_allow(choices, &choice, one, 0) == choices_allow(choices, &choice, other, 0);
    }
    CHOICE_EACH(choice, choices->candidate, choices->open)
    {
        if (choices_allow(choices, &choice, one, 0) != choices_allow(choices, &choice, other, 0)) {
            return false;
        }
    }
    return true;
}

/* ---- deduction ---- */

static void subtract_counts(struct trail_counts *counts, const struct trail_counts *misfits)
{
    counts->trails -= misfits->trails;
    for (unsigned circle = 0; circle < SET_LIMIT; circle++) {
        counts->touch[circle] -= misfits->touch[circle];
        counts->touch_last[circle] -= misfits->touch_last[circle];
        for (unsigned cell = 0; cell < CELLS; cell++) {
            counts->at[cell][circle] -= misfits->at[cell][circle];
            if (counts->at[cell][circle] == 0) {
                set_remove(&counts->can[cell], circle);
            }
        }
    }
}

/* Returns the circles of all choices that are possible for a family. */
static struct set open_circles(const struct choices *choices, const struct family *family)
{
    struct set open = {{0}};
    struct choice choice;
    if (choices->open > 2 && family->here == 0) { /* the first round: all or none */
        for (unsigned i = 0; i < choices->open; i++) {
            open = set_or(open, &choices->candidate[i]);
        }
        return open;
    }
    CHOICE_EACH(choice, choices->candidate, choices->open)
    {
        struct set circles = touchable(&choice, &open);
        if (!set_is_empty(&circles) && choices_allow(choices, &choice, family->alleys, family->here)) {
            open = set_or(open, &circles);
        }
    }
    return open;
}

/*
 * Adds, for each circle that can be a discovery, the trails of the family that avoid it before the deadline,
 * minus those that fit no choice containing it.
 */
static void count_targets(struct misfits *misfits, const struct trail_counts *all, struct belief *belief)
{
    const struct choices *choices = misfits->choices;
    bool early = choices->deadline < choices->round->last_cell;
    struct set open = open_circles(choices, misfits->family);
    SET_EACH (circle, &open) {
        struct set touched = {{0}};
        struct set alone = {{0}};
        set_add(&alone, circle);
        memcpy(misfits->candidate, choices->candidate, sizeof misfits->candidate);
        for (unsigned i = 0; i < choices->open; i++) {
            if (set_has(&misfits->candidate[i], circle)) {
                misfits->candidate[i] = alone;
            }
        }
        misfits->any = false;
        branch(misfits, &touched, &alone);
        belief->trails_target[circle] += all->trails - all->touch[circle] +
                                         (early ? all->touch_last[circle] : 0) -
                                         (misfits->any ? misfits->counts->trails : 0);
    }
}

static void count_family(const struct choices *choices, const struct trail_constraints *constraints,
                         const struct family *family, struct trail_counts *sum, struct belief *belief)
{
    struct trail_constraints own = *constraints;
    struct trail_counts all;
    struct trail_counts none;
    struct misfits misfits = {.choices = choices, .constraints = &own, .family = family, .counts = &none};
    struct set empty = {{0}};
    memcpy(own.end, family->end, sizeof own.end);
    (void)belief_count_trails(&own, true, &all);
    if (all.trails == 0) {
        return;
    }
    count_targets(&misfits, &all, belief);
    memcpy(misfits.candidate, choices->candidate, sizeof misfits.candidate);
    misfits.any = false;
    branch(&misfits, &empty, &empty);
    if (misfits.any) {
        subtract_counts(&all, &none);
    }
    add_counts(sum, &all);
}

/* Counts the trails whose end has an open street, combining numbers of Alleys with the same choices. */
static void count_free_families(const struct choices *choices, const struct trail_constraints *constraints,
                                const struct set *end, struct trail_counts *sum, struct belief *belief)
{
    bool counted[TRAIL_ALLEYS] = {false};
    unsigned most = choices->face_down ? TRAIL_ALLEYS : 1;
    for (unsigned alleys = 0; alleys < most; alleys++) {
        if (counted[alleys] || !has_choice(choices, alleys, 0)) {
            continue;
        }
        struct family family = {.alleys = alleys};
        for (unsigned other = alleys; other < most; other++) {
            if (same_choices(choices, alleys, other)) {
                counted[other] = true;
                family.end[other] = *end;
            }
        }
        count_family(choices, constraints, &family, sum, belief);
    }
}

static void count_blocked_families(const struct choices *choices, const struct trail_constraints *constraints,
                                   const struct set *blocked, struct trail_counts *sum, struct belief *belief)
{
    SET_EACH (circle, blocked) {
        for (unsigned alleys = 0; alleys < (choices->face_down ? TRAIL_ALLEYS : 1); alleys++) {
            struct family family = {.alleys = alleys, .here = circle};
            set_add(&family.end[alleys], circle);
            if (has_choice(choices, alleys, circle)) {
                count_family(choices, constraints, &family, sum, belief);
            }
        }
    }
}

/* Before Jack has announced his start, every candidate is possible. */
static void list_candidates(const struct choices *choices, struct belief *belief)
{
    for (unsigned i = 0; i < choices->open; i++) {
        belief->targets = set_or(belief->targets, &choices->candidate[i]);
    }
}

void belief_deduce_whitehall(const struct board *board, const struct dossier *dossier, struct belief *belief)
{
    struct choices choices;
    struct trail_constraints constraints;
    struct trail_counts sum;
    choices_find(board, dossier, &choices);
    if (!belief->hunting) {
        list_candidates(&choices, belief);
        return;
    }
    trail_constraints_init(board, choices.round, &constraints);
    struct set blocked = choices_blocked_ends(&choices, &constraints.allowed[choices.round->last_cell]);
    struct set end = set_minus(constraints.allowed[choices.round->last_cell], &blocked);
    memset(&sum, 0, sizeof sum);
    count_free_families(&choices, &constraints, &end, &sum, belief);
    count_blocked_families(&choices, &constraints, &blocked, &sum, belief);
    belief_set_counts(&sum, belief);
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        if (belief->trails_target[circle] != 0) {
            set_add(&belief->targets, circle);
        }
    }
}
