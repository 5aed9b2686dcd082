/*
 * belief_whitehall.c: the belief of a round of Whitehall.
 *
 * A trail counts if it fits some choice of discoveries. That is seldom a question: with more candidates than a
 * trail has cells, one is always left. To be exact when it is, the trails that fit no choice are counted
 * and taken off. Such a trail meets every choice: the first circle of some choice, or else its second, or else its
 * third; then another choice that is not yet met, and so on. Each branch is a question for trails.c: these circles
 * touched, those avoided; and no trail is in two branches.
 */
#include "common/deduce/belief_whitehall.h"

#include <string.h>

#include "common/deduce/belief_internal.h"

/* Trails for which the same choices are open: by the Alleys they took face down, and where they end. */
struct family {
    unsigned alleys; /* of each of its members, as far as choices_allow() is concerned */
    unsigned here;   /* as choices_allow() takes it */
    struct set end[TRAIL_ALLEYS];
};

/* Trails of a family that fit no choice, or no choice with a circle `with`. */
struct misfits {
    const struct choices *choices;
    const struct trail_rules *rules; /* of the family */
    const struct family *family;
    struct set candidate[CHOICE_MAX]; /* those that count */
    struct trail_counts *counts;      /* means something once there are `any` */
    bool any;
};

/* The circles of a choice that could be touched. */
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
 * How many more circles a trail must touch at least: choices that share none. Stops when they are more than `most`.
 * `unmet` is the first choice that is not met; none: 0 is returned.
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
                return most + 1; /* it cannot be met */
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

/* A branch: trails that touch some circles in time and avoid others, and meet all choices thereby. */
static void count_branch(struct misfits *misfits, const struct set *touched, const struct set *avoided)
{
    struct trail_rules rules = *misfits->rules;
    struct trail_counts counts;
    unsigned deadline = misfits->choices->deadline;
    trail_avoid(&rules, avoided, deadline);
    SET_EACH (circle, touched) {
        if (!trail_require(&rules, circle, deadline)) {
            return;
        }
    }
    if (!belief_count(&rules, true, &counts)) {
        return; /* rather too many trails than too few */
    }
    if (!misfits->any) {
        memset(misfits->counts, 0, sizeof *misfits->counts);
    }
    add_counts(misfits->counts, &counts);
    misfits->any = true;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as a trail has cells */
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

/* Whether two numbers of Alleys leave the same choices to trails that end with a free street. */
static bool same_choices(const struct choices *choices, unsigned one, unsigned other)
{
    struct choice choice;
    if (choices->open > 2) { /* the first round: there is nothing but the number of tiles to go by */
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

/* ---- everything ---- */

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

/* The circles of all choices that are open to a family. */
static struct set open_circles(const struct choices *choices, const struct family *family)
{
    struct set open = {{0}};
    struct choice choice;
    if (choices->open > 2 && family->here == 0) { /* the first round: all or nothing */
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

/* Those of `all` trails of a family that avoid a circle in time, but for those that no choice with it fits. */
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

static void count_family(const struct choices *choices, const struct trail_rules *rules,
                         const struct family *family, struct trail_counts *sum, struct belief *belief)
{
    struct trail_rules own = *rules;
    struct trail_counts all;
    struct trail_counts none;
    struct misfits misfits = {.choices = choices, .rules = &own, .family = family, .counts = &none};
    struct set empty = {{0}};
    memcpy(own.end, family->end, sizeof own.end);
    (void)belief_count(&own, true, &all);
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

/* Trails that end with a free street, together as far as their choices are the same. */
static void count_free_families(const struct choices *choices, const struct trail_rules *rules,
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
        count_family(choices, rules, &family, sum, belief);
    }
}

static void count_hemmed_families(const struct choices *choices, const struct trail_rules *rules,
                                  const struct set *hemmed, struct trail_counts *sum, struct belief *belief)
{
    SET_EACH (circle, hemmed) {
        for (unsigned alleys = 0; alleys < (choices->face_down ? TRAIL_ALLEYS : 1); alleys++) {
            struct family family = {.alleys = alleys, .here = circle};
            set_add(&family.end[alleys], circle);
            if (has_choice(choices, alleys, circle)) {
                count_family(choices, rules, &family, sum, belief);
            }
        }
    }
}

/* Before the start is named, all there are. */
static void list_candidates(const struct choices *choices, struct belief *belief)
{
    for (unsigned i = 0; i < choices->open; i++) {
        belief->targets = set_or(belief->targets, &choices->candidate[i]);
    }
}

void belief_deduce_whitehall(const struct board *board, const struct dossier *dossier, struct belief *belief)
{
    struct choices choices;
    struct trail_rules rules;
    struct trail_counts sum;
    choices_find(board, dossier, &choices);
    if (!belief->hunting) {
        list_candidates(&choices, belief);
        return;
    }
    trail_rules(board, choices.round, &rules);
    struct set hemmed = choices_hemmed(&choices, &rules.allowed[choices.round->last_cell]);
    struct set end = set_minus(rules.allowed[choices.round->last_cell], &hemmed);
    memset(&sum, 0, sizeof sum);
    count_free_families(&choices, &rules, &end, &sum, belief);
    count_hemmed_families(&choices, &rules, &hemmed, &sum, belief);
    belief_take(&sum, belief);
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        if (belief->trails_target[circle] != 0) {
            set_add(&belief->targets, circle);
        }
    }
}
