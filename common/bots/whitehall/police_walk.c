/*
 * police_walk.c: where the investigators walk.
 *
 * A position of the police is three crossings. It scores for being next to circles where Jack may be or may
 * just have been, for blocking streets he is likely to take, and for being able to reach him soon after his
 * next move and the one after. A circle covered by two investigators counts once, so a good position spreads
 * them out.
 */
#include <string.h>

#include "common/bots/positioning.h"
#include "common/bots/whitehall/police.h"

enum { AHEAD = 2, TURNS = 4, POSITIONS_MAX = 64, PAWNS = PAWN_GREEN /* one above yellow, red and blue */ };

const uint8_t whitehall_police_order[3] = {PAWN_YELLOW, PAWN_BLUE, PAWN_RED};

/*
 * By turns until an investigator is next to a circle: how well it is covered, for Jack one and two moves
 * later.
 */
static const float cover[AHEAD][TURNS] = {{0.60F, 0.45F, 0.15F, 0.04F}, {0.45F, 0.40F, 0.25F, 0.10F}};

static const struct {
    double now, trace, block, ahead[AHEAD];
} worth = {.now = 0.5, .trace = 0.08, .block = 0.4, .ahead = {0.8, 0.9}};

static const double power_cost = 0.25; /* minimum gain for Waring's power, which can be used only once */

/* A crossing where one investigator can stand, with its contribution to the score. */
struct position {
    uint8_t crossing, power;
    double block;
    float cover[AHEAD][SET_LIMIT];
};

struct walk_plan {
    const struct board *board;
    double now[SET_LIMIT];          /* value of being next to a circle */
    double ahead[AHEAD][SET_LIMIT]; /* probability of where Jack will be */
    unsigned positions[PAWNS];
    struct position position[PAWNS][POSITIONS_MAX];
};

/* ---- what to cover ---- */

static double informative(double chance)
{
    return chance >= 1 ? 0 : 4 * chance * (1 - chance);
}

static void look_ahead(const struct round_facts *facts, const struct jack_model *model,
                       struct walk_plan *plan)
{
    static const uint8_t nobody[PAWN_COUNT] = {0};
    struct round_facts later = *facts;
    for (unsigned moves = 0; moves < AHEAD; moves++) {
        if (later.round.last_cell == CELL_LAST) {
            memset(plan->ahead[moves], 0, sizeof plan->ahead[moves]);
            continue;
        }
        round_facts_add_move(&later, TILE_NONE, nobody);
        double total = whitehall_posterior_weights(plan->board, &later, model, plan->ahead[moves]);
        for (unsigned circle = 0; total > 0 && circle < SET_LIMIT; circle++) {
            plan->ahead[moves][circle] /= total;
        }
    }
}

static void look_now(const struct round_facts *facts, const struct posterior *posterior,
                     struct walk_plan *plan)
{
    for (unsigned circle = 0; circle < SET_LIMIT; circle++) {
        bool known = facts->round.seen[circle] != 0 || circle == facts->round.start[0];
        plan->now[circle] = worth.now * posterior->now[circle] +
                            (known ? 0 : worth.trace * informative(posterior->trace[circle]));
    }
}

/* ---- one investigator ---- */

/* Returns the share of Jack's possible moves that this crossing blocks. */
static double blocks(const struct board *board, const struct posterior *posterior, unsigned crossing)
{
    struct set occupied = {{0}};
    double blocked = 0;
    set_add(&occupied, crossing);
    SET_EACH (circle, &posterior->possible) {
        if (set_has(&board->barriers[circle], crossing)) {
            struct set ways = board_free_neighbours(board, circle, &occupied);
            unsigned all = set_count(&board->adjacent[circle]);
            blocked += posterior->now[circle] * (all - set_count(&ways)) / all;
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

static void evaluate_position(const struct board *board, const struct posterior *posterior,
                              struct position *position)
{
    struct set crossings = {{0}};
    struct set before = {{0}};
    memset(position->cover, 0, sizeof position->cover);
    set_add(&crossings, position->crossing);
    position->block = blocks(board, posterior, position->crossing);
    for (unsigned turns = 0; turns < TURNS; turns++) {
        struct set circles = circles_next_to(board, &crossings);
        struct set fresh = set_minus(circles, &before);
        SET_EACH (circle, &fresh) {
            for (unsigned moves = 0; moves < AHEAD; moves++) {
                position->cover[moves][circle] = cover[moves][turns];
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

static void add_positions(struct walk_plan *plan, const struct posterior *posterior, unsigned pawn,
                          const struct set *crossings, bool power)
{
    SET_EACH (crossing, crossings) {
        if (plan->positions[pawn] < POSITIONS_MAX) {
            struct position *position = &plan->position[pawn][plan->positions[pawn]++];
            position->crossing = (uint8_t)crossing;
            position->power = power;
            evaluate_position(plan->board, posterior, position);
        }
    }
}

/* ---- all investigators ---- */

static double score_positions(const struct walk_plan *plan, const struct position *const position[PAWN_COUNT])
{
    struct set looked = {{0}};
    double score = 0;
    const struct position *there[3];
    unsigned count = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (position[whitehall_police_order[i]] != NULL) {
            there[count++] = position[whitehall_police_order[i]];
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

static bool is_taken(const struct position *const position[PAWN_COUNT], unsigned pawn, unsigned crossing)
{
    for (unsigned i = 0; i < 3; i++) {
        unsigned other = whitehall_police_order[i];
        if (other != pawn && position[other] != NULL && position[other]->crossing == crossing) {
            return true;
        }
    }
    return false;
}

/* Returns the best position for one investigator, given the others. */
static const struct position *best_position(const struct walk_plan *plan,
                                            const struct position *position[PAWN_COUNT], unsigned pawn)
{
    const struct position *best = position[pawn];
    double best_score = -1;
    for (unsigned i = 0; i < plan->positions[pawn]; i++) {
        const struct position *candidate = &plan->position[pawn][i];
        if (is_taken(position, pawn, candidate->crossing)) {
            continue;
        }
        position[pawn] = candidate;
        double score = score_positions(plan, position) - (candidate->power ? power_cost : 0);
        if (score > best_score) {
            best = candidate;
            best_score = score;
        }
    }
    return best;
}

/* Improves one investigator after the other until nothing changes. */
static void improve_all(const struct walk_plan *plan, unsigned walking,
                        const struct position *position[PAWN_COUNT])
{
    enum { SWEEPS = 4 };
    bool moved = true;
    for (unsigned sweep = 0; sweep < SWEEPS && moved; sweep++) {
        moved = false;
        for (unsigned i = 0; i < 3; i++) {
            unsigned pawn = whitehall_police_order[i];
            if ((walking & PAWN_BIT(pawn)) != 0) {
                const struct position *best = best_position(plan, position, pawn);
                moved = moved || best != position[pawn];
                position[pawn] = best;
            }
        }
    }
}

static void init_plan(const struct board *board, const struct round_facts *facts,
                      const struct posterior *posterior, const struct jack_model *model,
                      struct walk_plan *plan)
{
    plan->board = board;
    memset(plan->positions, 0, sizeof plan->positions);
    look_now(facts, posterior, plan);
    look_ahead(facts, model, plan);
}

/* Adds the current crossing of each investigator, plus everything within reach for those in `walking`. */
static void add_current_positions(struct walk_plan *plan, const struct posterior *posterior, unsigned walking,
                                  const uint8_t crossing[PAWN_COUNT],
                                  const struct position *position[PAWN_COUNT])
{
    for (unsigned i = 0; i < 3; i++) {
        unsigned pawn = whitehall_police_order[i];
        position[pawn] = NULL;
        if (crossing[pawn] == 0) {
            continue;
        }
        struct set here = {{0}};
        set_add(&here, crossing[pawn]);
        add_positions(plan, posterior, pawn, &here, false);
        position[pawn] = &plan->position[pawn][0];
        if ((walking & PAWN_BIT(pawn)) != 0) {
            struct set others = set_minus(plan->board->reach[crossing[pawn]], &here);
            add_positions(plan, posterior, pawn, &others, false);
        }
    }
}

void police_best_positions(const struct board *board, const struct round_facts *facts,
                           const struct posterior *posterior, const struct jack_model *model,
                           unsigned walking, uint8_t crossing[PAWN_COUNT])
{
    struct walk_plan plan;
    const struct position *position[PAWN_COUNT] = {NULL};
    init_plan(board, facts, posterior, model, &plan);
    add_current_positions(&plan, posterior, walking, crossing, position);
    improve_all(&plan, walking, position);
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        crossing[pawn] = position[pawn] != NULL ? position[pawn]->crossing : 0;
    }
}

/* Draws one of the positions nearly as good as the best. */
static const struct position *draw_near_best(const struct walk_plan *plan,
                                             const struct position *position[PAWN_COUNT], unsigned pawn,
                                             const struct set *allowed, double tolerance,
                                             struct random *random)
{
    double score[POSITIONS_MAX] = {0};
    double best = -1;
    for (unsigned i = 0; i < plan->positions[pawn]; i++) {
        const struct position *candidate = &plan->position[pawn][i];
        bool open = candidate->power || set_has(allowed, candidate->crossing);
        position[pawn] = candidate;
        score[i] = open ? score_positions(plan, position) - (candidate->power ? power_cost : 0) : -1;
        best = score[i] > best ? score[i] : best;
    }
    for (unsigned i = 0; i < plan->positions[pawn]; i++) {
        double behind = best - score[i];
        score[i] = score[i] >= 0 && behind < tolerance ? tolerance - behind : 0;
    }
    return &plan->position[pawn][random_weighted(score, plan->positions[pawn], random)];
}

void police_choose_walk(const struct police_context *context, unsigned pawn, struct action *action)
{
    const struct legal *legal = &context->observation->legal.shown;
    const struct view *view = &context->observation->view;
    struct walk_plan plan;
    const struct position *position[PAWN_COUNT] = {NULL};
    unsigned walking = context->skill.plans_jointly ? view->waiting : PAWN_BIT(pawn);
    init_plan(context->board, &context->facts, &context->posterior, &context->skill.model, &plan);
    add_current_positions(&plan, &context->posterior, walking, view->crossing, position);
    if (pawn == PAWN_YELLOW && context->skill.plans_jointly) {
        add_positions(&plan, &context->posterior, pawn, &legal->walk_power, true);
    }
    improve_all(&plan, walking, position);
    const struct position *chosen =
        draw_near_best(&plan, position, pawn, &legal->walk[pawn], context->skill.tolerance, context->random);
    action->kind = ACTION_WALK;
    action->by = (uint8_t)pawn;
    action->to = chosen->crossing;
    action->power = chosen->power;
}

void police_choose_deployment(const struct police_context *context, unsigned pawn, struct action *action)
{
    struct walk_plan plan;
    const struct position *position[PAWN_COUNT] = {NULL};
    init_plan(context->board, &context->facts, &context->posterior, &context->skill.model, &plan);
    add_current_positions(&plan, &context->posterior, 0, context->observation->view.crossing, position);
    add_positions(&plan, &context->posterior, pawn, &context->observation->legal.shown.crossings, false);
    action->kind = ACTION_DEPLOY;
    action->by = (uint8_t)pawn;
    action->crossing = draw_near_best(&plan, position, pawn, &context->observation->legal.shown.crossings,
                                      context->skill.tolerance, context->random)
                           ->crossing;
}

/*
 * Nothing is known yet: a crossing is worth the circles that may be discoveries and that nobody else gets next to as
 * soon. Near-best crossings are drawn at random, so that Jack cannot prepare for them.
 */
void police_choose_first_deployment(const struct bot_observation *observation, unsigned pawn,
                                    struct random *random, struct action *action)
{
    static const double worth_by_turns[TURNS + 1] = {1, 1, 0.6, 0.3, 0};
    static const double margin = 0.1; /* of the best value */
    const struct board *board = observation->board;
    struct set taken = police_crossings(observation->view.crossing);
    double value[SET_LIMIT] = {0}, best = 0;
    for (unsigned quadrant = QUADRANT_NW; quadrant < QUADRANT_COUNT; quadrant++) {
        SET_EACH (circle, &board->quadrant[quadrant]) {
            uint8_t turns[SET_LIMIT];
            double covered = 0;
            positioning_turns(board, circle, TURNS - 1, turns);
            SET_EACH (crossing, &taken) {
                double share = turns[crossing] < TURNS ? worth_by_turns[turns[crossing]] : 0;
                covered = share > covered ? share : covered;
            }
            SET_EACH (crossing, &observation->legal.shown.crossings) {
                double share = turns[crossing] < TURNS ? worth_by_turns[turns[crossing]] : 0;
                value[crossing] +=
                    (share > covered ? share - covered : 0) / set_count(&board->quadrant[quadrant]);
            }
        }
    }
    SET_EACH (crossing, &observation->legal.shown.crossings) {
        best = value[crossing] > best ? value[crossing] : best;
    }
    for (unsigned crossing = 0; crossing < SET_LIMIT; crossing++) {
        bool near =
            set_has(&observation->legal.shown.crossings, crossing) && value[crossing] >= best * (1 - margin);
        value[crossing] = near ? 1 : 0;
    }
    action->kind = ACTION_DEPLOY;
    action->by = (uint8_t)pawn;
    action->crossing = (uint8_t)random_weighted(value, SET_LIMIT, random);
}
