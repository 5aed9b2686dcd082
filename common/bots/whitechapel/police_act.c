/*
 * police_act.c: what the police do after walking: search, arrest, rush or pass.
 *
 * A search names one circle after another until one is a clue; each way it can end keeps some samples of the
 * posterior. Each outcome is valued by the arrests that the policemen still to act could make, and by how
 * concentrated the posterior becomes for later turns. An arrest is valued by its chance of success and by the
 * outcome of a miss. The action with the highest value wins; a policeman who could only ask what is already
 * known passes.
 *
 * The constants below weigh these terms. How likely an arrest must be before a level considers it at all is
 * `arrest_threshold` in police.c.
 */
#include <string.h>

#include "common/bots/whitechapel/whitechapel_bot.h"

/* Weight of a sample in later turns if Jack can be home by then. */
static const double near_home_weight = 0.1;

/* A search or arrest must beat doing nothing by this much, or the policeman rushes instead. */
static const double rush_margin = 0.002;

/* The samples that remain possible after an action: how likely they are and where they place Jack. */
struct outcome {
    double total;            /* probability of this outcome */
    double now[SET_LIMIT];   /* probability by circle */
    double later[SET_LIMIT]; /* the same, counting samples about to reach home by `near_home_weight` */
};

struct act_context {
    const struct bot_observation *observation;
    const struct police_skill *skill;
    const struct posterior *posterior;
    double later[POSTERIOR_SAMPLES_MAX]; /* by sample: weight for later turns */
    double visited[SET_LIMIT];           /* by circle: share of the samples that visit it */
    struct set reachable[PAWN_COUNT];
};

/* Samples in which Jack is next to his hideout with an open street will be gone next turn. */
static void estimate_remaining(struct act_context *context)
{
    const struct board *board = context->observation->board;
    struct set occupied = police_crossings(context->observation->view.crossing);
    for (unsigned i = 0; i < context->posterior->samples; i++) {
        const struct posterior_sample *sample = &context->posterior->sample[i];
        struct set ways = board_free_neighbours(board, sample->now, &occupied);
        context->later[i] = set_has(&ways, sample->home) ? near_home_weight : 1;
        SET_EACH (circle, &sample->visited) {
            context->visited[circle] += 1.0 / context->posterior->samples;
        }
    }
}

/* ---- the value of an outcome ---- */

/*
 * Returns the chance that one of `pawns` arrests Jack if each names the likeliest circle that no other has
 * named.
 */
static double later_arrests_value(const struct act_context *context, const struct outcome *outcome,
                                  unsigned pawns)
{
    struct set named = {{0}};
    double worth = 0;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((pawns & PAWN_BIT(pawn)) != 0) {
            worth += police_claim_arrest(&context->reachable[pawn], outcome->now, &named);
        }
    }
    return worth;
}

/* Returns the chance to guess Jack's circle in a later turn: the sum of squared probabilities. */
static double concentration(const struct act_context *context, const struct outcome *outcome)
{
    double squares = 0;
    for (unsigned circle = 1; circle <= context->observation->board->circles; circle++) {
        squares += outcome->later[circle] * outcome->later[circle];
    }
    return outcome->total > 0 ? squares / outcome->total : 0;
}

static double outcome_value(const struct act_context *context, const struct outcome *outcome, unsigned pawns)
{
    double arrests = later_arrests_value(context, outcome, pawns);
    return arrests + context->skill->weights.future * concentration(context, outcome) *
                         (outcome->total > 0 ? 1 - arrests / outcome->total : 0);
}

/* ---- the value of an action ---- */

static void split(const struct act_context *context, unsigned circle, struct outcome *yes, struct outcome *no)
{
    double share = 1.0 / (context->posterior->samples + 1e-9);
    memset(yes, 0, sizeof *yes);
    memset(no, 0, sizeof *no);
    for (unsigned i = 0; i < context->posterior->samples; i++) {
        const struct posterior_sample *sample = &context->posterior->sample[i];
        struct outcome *outcome = set_has(&sample->visited, circle) ? yes : no;
        outcome->total += share;
        outcome->now[sample->now] += share;
        outcome->later[sample->now] += share * context->later[i];
    }
}

/* Returns the circle of a set whose search is most uncertain, or 0 if the set is empty. */
static unsigned most_uncertain(const struct act_context *context, const struct set *circles)
{
    unsigned best = 0;
    double best_information = -1;
    SET_EACH (circle, circles) {
        double chance = context->visited[circle];
        if (chance * (1 - chance) > best_information) {
            best_information = chance * (1 - chance);
            best = circle;
        }
    }
    return best;
}

/*
 * Returns the value of a whole search that begins with `first`: it ends with the first circle that Jack has
 * visited, or when all have been named. Returns 0 if all samples would give the same answers.
 */
static double search_value(const struct act_context *context, struct set circles, unsigned first,
                           unsigned others)
{
    const struct posterior *posterior = context->posterior;
    double share = 1.0 / (posterior->samples + 1e-9);
    bool found[POSTERIOR_SAMPLES_MAX] = {false};
    double value = 0;
    unsigned outcomes = 0;
    for (unsigned circle = first;; circle = most_uncertain(context, &circles)) {
        struct outcome outcome;
        memset(&outcome, 0, sizeof outcome);
        for (unsigned i = 0; i < posterior->samples; i++) {
            if (!found[i] && (circle == 0 || set_has(&posterior->sample[i].visited, circle))) {
                found[i] = true;
                outcome.total += share;
                outcome.now[posterior->sample[i].now] += share;
                outcome.later[posterior->sample[i].now] += share * context->later[i];
            }
        }
        if (outcome.total > 0) {
            value += outcome_value(context, &outcome, others);
            outcomes++;
        }
        if (circle == 0) {
            break; /* the samples that would answer no to everything */
        }
        set_remove(&circles, circle);
    }
    return outcomes > 1 ? value : 0;
}

/* Returns the value of trying an arrest on every circle in `named`. */
static double arrest_value(const struct act_context *context, const struct set *named, unsigned others)
{
    struct outcome missed;
    struct outcome all;
    double caught = 0;
    split(context, 0, &all, &missed);
    SET_EACH (circle, named) {
        caught += missed.now[circle];
        missed.now[circle] = missed.later[circle] = 0;
    }
    missed.total -= caught;
    return caught + outcome_value(context, &missed, others);
}

/* ---- choosing ---- */

struct choice {
    double worth;
    struct action action;
};

static void consider(struct choice *best, double worth, const struct action *action)
{
    if (worth > best->worth) {
        best->worth = worth;
        best->action = *action;
    }
}

static void consider_searches(const struct act_context *context, unsigned pawn, unsigned others,
                              struct choice *best)
{
    const struct legal *legal = &context->observation->legal.shown;
    struct action action = {.kind = ACTION_SEARCH, .by = (uint8_t)pawn};
    SET_EACH (circle, &legal->search[pawn]) {
        action.circle = (uint8_t)circle;
        consider(best, search_value(context, legal->search[pawn], circle, others), &action);
    }
}

static void consider_arrests(const struct act_context *context, unsigned pawn, unsigned others,
                             struct choice *best)
{
    const struct legal *legal = &context->observation->legal.shown;
    struct action action = {.kind = ACTION_ARREST, .by = (uint8_t)pawn};
    if ((legal->arrest_all & PAWN_BIT(pawn)) != 0) {
        double chance = 0;
        SET_EACH (circle, &context->reachable[pawn]) {
            chance += context->posterior->now[circle];
        }
        if (chance > context->skill->arrest_threshold) {
            consider(best, arrest_value(context, &context->reachable[pawn], others), &action);
        }
        return;
    }
    SET_EACH (circle, &legal->arrest[pawn]) {
        if (context->posterior->now[circle] > context->skill->arrest_threshold) {
            struct set named = {{0}};
            set_add(&named, circle);
            action.circle = (uint8_t)circle;
            consider(best, arrest_value(context, &named, others), &action);
        }
    }
}

/* If no search or arrest helps, moves to an adjacent crossing instead. */
static void consider_rush(const struct act_context *context, unsigned pawn, struct action *action)
{
    const struct bot_observation *observation = context->observation;
    struct police_position position;
    struct set choice[PAWN_COUNT] = {{{0}}};
    uint8_t crossing[PAWN_COUNT];
    memcpy(crossing, observation->view.crossing, sizeof crossing);
    choice[pawn] = observation->legal.shown.rush[pawn];
    police_position_for_hunt(observation, context->skill, context->posterior, &position);
    (void)positioning_improve(PAWN_BIT(pawn), choice, 1, police_position_score, &position, crossing);
    if (crossing[pawn] != observation->view.crossing[pawn]) {
        *action = (struct action){.kind = ACTION_RUSH, .by = (uint8_t)pawn, .to = crossing[pawn]};
    }
}

static void choose_best_action(struct act_context *context, struct action *action)
{
    const struct legal *legal = &context->observation->legal.shown;
    unsigned waiting = context->observation->view.waiting;
    struct outcome all;
    struct outcome none;
    struct choice best = {.worth = 0};
    estimate_remaining(context);
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((legal->actors & PAWN_BIT(pawn)) != 0) {
            consider_searches(context, pawn, waiting & ~PAWN_BIT(pawn), &best);
            consider_arrests(context, pawn, waiting & ~PAWN_BIT(pawn), &best);
        }
    }
    *action = best.action;
    unsigned idle_pawn = action->kind != ACTION_NONE ? action->by : (unsigned)__builtin_ctz(legal->actors);
    split(context, 0, &none, &all);
    double idle_value = outcome_value(context, &all, waiting & ~PAWN_BIT(idle_pawn));
    if ((legal->kinds & ACTION_BIT(ACTION_RUSH)) != 0 && best.worth < idle_value + rush_margin) {
        consider_rush(context, idle_pawn, action);
    }
}

/*
 * Arrests if the chance reaches the threshold; otherwise searches the circle most likely to have been
 * visited.
 */
static void choose_by_threshold(const struct act_context *context, struct random *random,
                                struct action *action)
{
    const struct legal *legal = &context->observation->legal.shown;
    struct choice best = {.worth = 0};
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        struct action arrest = {.kind = ACTION_ARREST, .by = (uint8_t)pawn};
        SET_EACH (circle, &legal->arrest[pawn]) {
            arrest.circle = (uint8_t)circle;
            if (context->posterior->now[circle] >= context->skill->arrest_threshold) {
                consider(&best, 1 + context->posterior->now[circle], &arrest);
            }
        }
        struct action search = {.kind = ACTION_SEARCH, .by = (uint8_t)pawn};
        SET_EACH (circle, &legal->search[pawn]) {
            struct outcome yes;
            struct outcome no;
            split(context, circle, &yes, &no);
            search.circle = (uint8_t)circle;
            if (yes.total > 0 && yes.total < 0.99) {
                consider(&best, yes.total + random_fraction(random) / 100, &search);
            }
        }
    }
    *action = best.action;
}

void police_act(const struct bot_observation *observation, const struct police_skill *skill,
                const struct posterior *posterior, struct random *random, struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    struct act_context context = {.observation = observation, .skill = skill, .posterior = posterior};
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        context.reachable[pawn] = observation->board->next_to[observation->view.crossing[pawn]];
        for (unsigned i = 0; i < observation->view.false_clues; i++) {
            set_remove(&context.reachable[pawn], observation->view.false_clue[i]);
        }
    }
    if (skill->compares_actions) {
        choose_best_action(&context, action);
    } else {
        choose_by_threshold(&context, random, action);
    }
    if (action->kind == ACTION_NONE && (legal->kinds & ACTION_BIT(ACTION_PASS)) != 0) {
        *action = (struct action){.kind = ACTION_PASS, .by = (uint8_t)__builtin_ctz(legal->pass)};
    }
    if (action->kind == ACTION_NONE) { /* in the middle of a search: continue it */
        random_action(legal, (enum action_kind)random_bit(legal->kinds, random), random, action);
    }
}
