/*
 * bot_whitehall_police_walk.c: where the investigators walk.
 *
 * A stand is three crossings. It is good if the circles next to it are ones where Jack may be or may have just
 * been, if it closes ways he is likely to take, and if from there somebody can soon be wherever he is in one
 * move and in two. Circles that two investigators cover count once, so a good stand splits what is possible.
 */
#include <string.h>

#include "common/bots/whitehall/police.h"

enum { AHEAD = 2, TURNS = 4, STANDS_MAX = 64, PAWNS = PAWN_GREEN /* above yellow, red and blue */ };

const uint8_t whitehall_order[3] = {PAWN_YELLOW, PAWN_BLUE, PAWN_RED};

/* How sure it is that a circle so many turns away is covered, for Jack one and two moves later. */
static const float cover[AHEAD][TURNS] = {{0.60F, 0.45F, 0.15F, 0.04F}, {0.45F, 0.40F, 0.25F, 0.10F}};

static const struct {
    double now, trace, block, ahead[AHEAD];
} worth = {.now = 0.5, .trace = 0.08, .block = 0.4, .ahead = {0.8, 0.9}};

static const double keep_power = 0.25; /* what Waring must gain to use his houses, which he can only once */

/* A crossing somebody can stand on, with what it is good for. */
struct stand {
    uint8_t crossing, power;
    double block;
    float cover[AHEAD][SET_LIMIT];
};

struct walk_plan {
    const struct board *board;
    double now[SET_LIMIT];          /* what looking at a circle is worth */
    double ahead[AHEAD][SET_LIMIT]; /* where he will be */
    unsigned stands[PAWNS];
    struct stand stand[PAWNS][STANDS_MAX];
};

/* ---- what is to be covered ---- */

static double informative(double chance)
{
    return chance >= 1 ? 0 : 4 * chance * (1 - chance);
}

static void look_ahead(const struct round_facts *facts, const struct suspicion_habit *habit,
                       struct walk_plan *plan)
{
    static const uint8_t nobody[PAWN_COUNT] = {0};
    struct round_facts later = *facts;
    for (unsigned moves = 0; moves < AHEAD; moves++) {
        if (later.round.last_cell == CELL_LAST) {
            memset(plan->ahead[moves], 0, sizeof plan->ahead[moves]);
            continue;
        }
        facts_add_step(&later, TILE_NONE, nobody);
        double total = suspicion_weigh(plan->board, &later, habit, plan->ahead[moves]);
        for (unsigned circle = 0; total > 0 && circle < SET_LIMIT; circle++) {
            plan->ahead[moves][circle] /= total;
        }
    }
}

static void look_now(const struct round_facts *facts, const struct suspicion *suspicion,
                     struct walk_plan *plan)
{
    for (unsigned circle = 0; circle < SET_LIMIT; circle++) {
        bool known = facts->round.seen[circle] != 0 || circle == facts->round.start[0];
        plan->now[circle] = worth.now * suspicion->now[circle] +
                            (known ? 0 : worth.trace * informative(suspicion->trace[circle]));
    }
}

/* ---- one crossing ---- */

/* Of the ways he may take, the share that only this crossing closes. */
static double blocks(const struct board *board, const struct suspicion *suspicion, unsigned crossing)
{
    struct set occupied = {{0}};
    double blocked = 0;
    set_add(&occupied, crossing);
    SET_EACH (circle, &suspicion->possible) {
        if (set_has(&board->barriers[circle], crossing)) {
            struct set ways = board_free_neighbours(board, circle, &occupied);
            unsigned all = set_count(&board->adjacent[circle]);
            blocked += suspicion->now[circle] * (all - set_count(&ways)) / all;
        }
    }
    return blocked;
}

static struct set circles_next_to(const struct board *board, const struct set *crossings)
{
    struct set circles = {{0}};
    SET_EACH (crossing, crossings) {
        circles = set_or(circles, &board->next_to[crossing]);
    }
    return circles;
}

static void prepare_stand(const struct board *board, const struct suspicion *suspicion, struct stand *stand)
{
    struct set crossings = {{0}};
    struct set before = {{0}};
    memset(stand->cover, 0, sizeof stand->cover);
    set_add(&crossings, stand->crossing);
    stand->block = blocks(board, suspicion, stand->crossing);
    for (unsigned turns = 0; turns < TURNS; turns++) {
        struct set circles = circles_next_to(board, &crossings);
        struct set fresh = set_minus(circles, &before);
        SET_EACH (circle, &fresh) {
            for (unsigned moves = 0; moves < AHEAD; moves++) {
                stand->cover[moves][circle] = cover[moves][turns];
            }
        }
        before = circles;
        if (turns + 1 < TURNS) {
            struct set wider = crossings;
            SET_EACH (crossing, &crossings) {
                wider = set_or(wider, &board->reach[crossing]);
            }
            crossings = wider;
        }
    }
}

static void add_stands(struct walk_plan *plan, const struct suspicion *suspicion, unsigned pawn,
                       const struct set *crossings, bool power)
{
    SET_EACH (crossing, crossings) {
        if (plan->stands[pawn] < STANDS_MAX) {
            struct stand *stand = &plan->stand[pawn][plan->stands[pawn]++];
            stand->crossing = (uint8_t)crossing;
            stand->power = power;
            prepare_stand(plan->board, suspicion, stand);
        }
    }
}

/* ---- three crossings ---- */

static double judge(const struct walk_plan *plan, const struct stand *const stand[PAWN_COUNT])
{
    struct set looked = {{0}};
    double score = 0;
    const struct stand *there[3];
    unsigned count = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (stand[whitehall_order[i]] != NULL) {
            there[count++] = stand[whitehall_order[i]];
        }
    }
    for (unsigned i = 0; i < count; i++) {
        looked = set_or(looked, &plan->board->next_to[there[i]->crossing]);
        score += worth.block * there[i]->block;
    }
    SET_EACH (circle, &looked) {
        score += plan->now[circle];
    }
    for (unsigned moves = 0; moves < AHEAD; moves++) {
        double covered = 0;
        for (unsigned circle = 1; circle <= plan->board->circles; circle++) {
            if (plan->ahead[moves][circle] > 0) {
                double missed = 1;
                for (unsigned i = 0; i < count; i++) {
                    missed *= 1 - (double)there[i]->cover[moves][circle];
                }
                covered += plan->ahead[moves][circle] * (1 - missed);
            }
        }
        score += worth.ahead[moves] * covered;
    }
    return score;
}

static bool taken(const struct stand *const stand[PAWN_COUNT], unsigned pawn, unsigned crossing)
{
    for (unsigned i = 0; i < 3; i++) {
        unsigned other = whitehall_order[i];
        if (other != pawn && stand[other] != NULL && stand[other]->crossing == crossing) {
            return true;
        }
    }
    return false;
}

/* The best crossing of one, the others given. */
static const struct stand *improve(const struct walk_plan *plan, const struct stand *stand[PAWN_COUNT],
                                   unsigned pawn)
{
    const struct stand *best = stand[pawn];
    double best_score = -1;
    for (unsigned i = 0; i < plan->stands[pawn]; i++) {
        const struct stand *candidate = &plan->stand[pawn][i];
        if (taken(stand, pawn, candidate->crossing)) {
            continue;
        }
        stand[pawn] = candidate;
        double score = judge(plan, stand) - (candidate->power ? keep_power : 0);
        if (score > best_score) {
            best = candidate;
            best_score = score;
        }
    }
    return best;
}

/* Each in turn goes where it helps most, until nobody wants to go elsewhere. */
static void settle(const struct walk_plan *plan, unsigned walking, const struct stand *stand[PAWN_COUNT])
{
    enum { SWEEPS = 4 };
    bool moved = true;
    for (unsigned sweep = 0; sweep < SWEEPS && moved; sweep++) {
        moved = false;
        for (unsigned i = 0; i < 3; i++) {
            unsigned pawn = whitehall_order[i];
            if ((walking & PAWN_BIT(pawn)) != 0) {
                const struct stand *best = improve(plan, stand, pawn);
                moved = moved || best != stand[pawn];
                stand[pawn] = best;
            }
        }
    }
}

static void open_plan(const struct board *board, const struct round_facts *facts,
                      const struct suspicion *suspicion, const struct suspicion_habit *habit,
                      struct walk_plan *plan)
{
    plan->board = board;
    memset(plan->stands, 0, sizeof plan->stands);
    look_now(facts, suspicion, plan);
    look_ahead(facts, habit, plan);
}

/* Those who stay where they are have one stand only. */
static void add_all(struct walk_plan *plan, const struct suspicion *suspicion, unsigned walking,
                    const uint8_t crossing[PAWN_COUNT], const struct stand *stand[PAWN_COUNT])
{
    for (unsigned i = 0; i < 3; i++) {
        unsigned pawn = whitehall_order[i];
        stand[pawn] = NULL;
        if (crossing[pawn] == 0) {
            continue;
        }
        struct set here = {{0}};
        set_add(&here, crossing[pawn]);
        add_stands(plan, suspicion, pawn, &here, false);
        stand[pawn] = &plan->stand[pawn][0];
        if ((walking & PAWN_BIT(pawn)) != 0) {
            struct set others = set_minus(plan->board->reach[crossing[pawn]], &here);
            add_stands(plan, suspicion, pawn, &others, false);
        }
    }
}

void police_best_stand(const struct board *board, const struct round_facts *facts,
                       const struct suspicion *suspicion, const struct suspicion_habit *habit,
                       unsigned walking, uint8_t crossing[PAWN_COUNT])
{
    struct walk_plan plan;
    const struct stand *stand[PAWN_COUNT] = {NULL};
    open_plan(board, facts, suspicion, habit, &plan);
    add_all(&plan, suspicion, walking, crossing, stand);
    settle(&plan, walking, stand);
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        crossing[pawn] = stand[pawn] != NULL ? stand[pawn]->crossing : 0;
    }
}

/* Of crossings nearly as good as the best one, any. */
static const struct stand *draw_near_best(const struct walk_plan *plan, const struct stand *stand[PAWN_COUNT],
                                          unsigned pawn, const struct set *allowed, double slack,
                                          struct random *random)
{
    double score[STANDS_MAX] = {0};
    double best = -1;
    for (unsigned i = 0; i < plan->stands[pawn]; i++) {
        const struct stand *candidate = &plan->stand[pawn][i];
        bool open = candidate->power || set_has(allowed, candidate->crossing);
        stand[pawn] = candidate;
        score[i] = open ? judge(plan, stand) - (candidate->power ? keep_power : 0) : -1;
        best = score[i] > best ? score[i] : best;
    }
    for (unsigned i = 0; i < plan->stands[pawn]; i++) {
        double behind = best - score[i];
        score[i] = score[i] >= 0 && behind < slack ? slack - behind : 0;
    }
    return &plan->stand[pawn][random_weighted(score, plan->stands[pawn], random)];
}

void police_plan_walk(const struct hunt_mind *mind, unsigned pawn, struct action *action)
{
    const struct legal *legal = &mind->observation->legal.shown;
    const struct view *view = &mind->observation->view;
    struct walk_plan plan;
    const struct stand *stand[PAWN_COUNT] = {NULL};
    unsigned walking = mind->habit.joint ? view->waiting : PAWN_BIT(pawn);
    open_plan(mind->board, &mind->facts, &mind->suspicion, &mind->habit.suspicion, &plan);
    add_all(&plan, &mind->suspicion, walking, view->crossing, stand);
    if (pawn == PAWN_YELLOW && mind->habit.joint) {
        add_stands(&plan, &mind->suspicion, pawn, &legal->walk_power, true);
    }
    settle(&plan, walking, stand);
    const struct stand *chosen =
        draw_near_best(&plan, stand, pawn, &legal->walk[pawn], mind->habit.slack, mind->random);
    action->kind = ACTION_WALK;
    action->by = (uint8_t)pawn;
    action->to = chosen->crossing;
    action->power = chosen->power;
}

void police_plan_deploy(const struct hunt_mind *mind, unsigned pawn, struct action *action)
{
    struct walk_plan plan;
    const struct stand *stand[PAWN_COUNT] = {NULL};
    open_plan(mind->board, &mind->facts, &mind->suspicion, &mind->habit.suspicion, &plan);
    add_all(&plan, &mind->suspicion, 0, mind->observation->view.crossing, stand);
    add_stands(&plan, &mind->suspicion, pawn, &mind->observation->legal.shown.crossings, false);
    action->kind = ACTION_DEPLOY;
    action->by = (uint8_t)pawn;
    action->crossing = draw_near_best(&plan, stand, pawn, &mind->observation->legal.shown.crossings,
                                      mind->habit.slack, mind->random)
                           ->crossing;
}
