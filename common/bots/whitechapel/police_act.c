/*
 * bot_whitechapel_acts.c: searching and arresting.
 *
 * Every question splits the suspects into those who would answer yes and those who would answer no. What a split
 * is worth: the arrests the policemen who have yet to act could make in each part, and how narrow the part is,
 * for the turns to come. An arrest is worth its chance and what a miss leaves. The best is done; who could only ask
 * what everybody knows passes.
 */
#include <string.h>

#include "common/bots/whitechapel/whitechapel_bot.h"

/* How much the chance to guess his place is worth next turn, against an arrest in this one. */
static const double worth_later = 0.6;

/* A part of the suspects: where they are. */
struct part {
    double total;            /* of all suspects, how many are in it */
    double now[SET_LIMIT];   /* by circle */
    double later[SET_LIMIT]; /* the same, without those who are as good as home */
};

struct acts {
    const struct bot_observation *observation;
    const struct police_skill *skill;
    const struct hunch *hunch;
    double later[SUSPECTS_MAX]; /* by suspect: how much of him is left for the next turn */
    struct set reachable[PAWN_COUNT];
};

/* Those at their door with an open street are gone next turn. */
static void judge_later(struct acts *acts)
{
    const struct board *board = acts->observation->board;
    struct set occupied = police_crossings(acts->observation->view.crossing);
    for (unsigned i = 0; i < acts->hunch->suspects; i++) {
        const struct suspect *suspect = &acts->hunch->suspect[i];
        struct set ways = board_free_neighbours(board, suspect->now, &occupied);
        acts->later[i] = set_has(&ways, suspect->home) ? 0.1 : 1;
    }
}

/* ---- what a part is worth ---- */

/* Chance that one of `pawns` arrests him, each naming the likeliest circle no other names. */
static double arrests_worth(const struct acts *acts, const struct part *part, unsigned pawns)
{
    struct set named = {{0}};
    double worth = 0;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((pawns & PAWN_BIT(pawn)) != 0) {
            worth += police_arrest(&acts->reachable[pawn], part->now, &named);
        }
    }
    return worth;
}

/* Chance to guess where he is, for the turns to come: the sum of squares. */
static double narrow_worth(const struct acts *acts, const struct part *part)
{
    double squares = 0;
    for (unsigned circle = 1; circle <= acts->observation->board->circles; circle++) {
        squares += part->later[circle] * part->later[circle];
    }
    return part->total > 0 ? squares / part->total : 0;
}

static double part_worth(const struct acts *acts, const struct part *part, unsigned pawns)
{
    double arrests = arrests_worth(acts, part, pawns);
    return arrests +
           worth_later * narrow_worth(acts, part) * (part->total > 0 ? 1 - arrests / part->total : 0);
}

/* ---- what an action is worth ---- */

static void split(const struct acts *acts, unsigned circle, struct part *yes, struct part *no)
{
    double share = 1.0 / (acts->hunch->suspects + 1e-9);
    memset(yes, 0, sizeof *yes);
    memset(no, 0, sizeof *no);
    for (unsigned i = 0; i < acts->hunch->suspects; i++) {
        const struct suspect *suspect = &acts->hunch->suspect[i];
        struct part *part = set_has(&suspect->visited, circle) ? yes : no;
        part->total += share;
        part->now[suspect->now] += share;
        part->later[suspect->now] += share * acts->later[i];
    }
}

/* Nothing, if all suspects would give the same answer. */
static double question_worth(const struct acts *acts, unsigned circle, unsigned others)
{
    struct part yes;
    struct part no;
    split(acts, circle, &yes, &no);
    return yes.total > 0 && no.total > 0 ? part_worth(acts, &yes, others) + part_worth(acts, &no, others) : 0;
}

/* Naming one circle, or all of `named`. */
static double arrest_worth(const struct acts *acts, const struct set *named, unsigned others)
{
    struct part missed;
    struct part all;
    double caught = 0;
    split(acts, 0, &all, &missed);
    SET_EACH (circle, named) {
        caught += missed.now[circle];
        missed.now[circle] = missed.later[circle] = 0;
    }
    missed.total -= caught;
    return caught + part_worth(acts, &missed, others);
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

static void consider_questions(const struct acts *acts, unsigned pawn, unsigned others, struct choice *best)
{
    const struct legal *legal = &acts->observation->legal.shown;
    struct action action = {.kind = ACTION_SEARCH, .by = (uint8_t)pawn};
    SET_EACH (circle, &legal->search[pawn]) {
        action.circle = (uint8_t)circle;
        consider(best, question_worth(acts, circle, others), &action);
    }
}

static void consider_arrests(const struct acts *acts, unsigned pawn, unsigned others, struct choice *best)
{
    const struct legal *legal = &acts->observation->legal.shown;
    struct action action = {.kind = ACTION_ARREST, .by = (uint8_t)pawn};
    if ((legal->arrest_all & PAWN_BIT(pawn)) != 0) {
        double chance = 0;
        SET_EACH (circle, &acts->reachable[pawn]) {
            chance += acts->hunch->now[circle];
        }
        if (chance > acts->skill->arrest_at) {
            consider(best, arrest_worth(acts, &acts->reachable[pawn], others), &action);
        }
        return;
    }
    SET_EACH (circle, &legal->arrest[pawn]) {
        if (acts->hunch->now[circle] > acts->skill->arrest_at) {
            struct set named = {{0}};
            set_add(&named, circle);
            action.circle = (uint8_t)circle;
            consider(best, arrest_worth(acts, &named, others), &action);
        }
    }
}

/* Instead of acting he may hurry one crossing on: when nothing around him tells anything. */
static void consider_rush(const struct acts *acts, unsigned pawn, struct action *action)
{
    const struct bot_observation *observation = acts->observation;
    struct beats beats;
    struct set choice[PAWN_COUNT] = {{{0}}};
    uint8_t crossing[PAWN_COUNT];
    memcpy(crossing, observation->view.crossing, sizeof crossing);
    choice[pawn] = observation->legal.shown.rush[pawn];
    beats_of_hunt(observation, acts->skill, acts->hunch, &beats);
    (void)plan_positions(PAWN_BIT(pawn), choice, 1, beats_score, &beats, crossing);
    if (crossing[pawn] != observation->view.crossing[pawn]) {
        *action = (struct action){.kind = ACTION_RUSH, .by = (uint8_t)pawn, .to = crossing[pawn]};
    }
}

static void act_well(struct acts *acts, struct action *action)
{
    const struct legal *legal = &acts->observation->legal.shown;
    unsigned waiting = acts->observation->view.waiting;
    struct part all;
    struct part none;
    struct choice best = {.worth = 0};
    judge_later(acts);
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((legal->actors & PAWN_BIT(pawn)) != 0) {
            consider_questions(acts, pawn, waiting & ~PAWN_BIT(pawn), &best);
            consider_arrests(acts, pawn, waiting & ~PAWN_BIT(pawn), &best);
        }
    }
    *action = best.action;
    unsigned idler = action->kind != ACTION_NONE ? action->by : (unsigned)__builtin_ctz(legal->actors);
    split(acts, 0, &none, &all);
    double idle = part_worth(acts, &all, waiting & ~PAWN_BIT(idler));
    if ((legal->kinds & ACTION_BIT(ACTION_RUSH)) != 0 && best.worth < idle + 0.002) {
        consider_rush(acts, idler, action);
    }
}

/* Arrests when sure enough; else asks where he may have been, the likelier the better. */
static void act_simply(const struct acts *acts, struct random *random, struct action *action)
{
    const struct legal *legal = &acts->observation->legal.shown;
    struct choice best = {.worth = 0};
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        struct action arrest = {.kind = ACTION_ARREST, .by = (uint8_t)pawn};
        SET_EACH (circle, &legal->arrest[pawn]) {
            arrest.circle = (uint8_t)circle;
            if (acts->hunch->now[circle] >= acts->skill->arrest_at) {
                consider(&best, 1 + acts->hunch->now[circle], &arrest);
            }
        }
        struct action search = {.kind = ACTION_SEARCH, .by = (uint8_t)pawn};
        SET_EACH (circle, &legal->search[pawn]) {
            struct part yes;
            struct part no;
            split(acts, circle, &yes, &no);
            search.circle = (uint8_t)circle;
            if (yes.total > 0 && yes.total < 0.99) {
                consider(&best, yes.total + random_share(random) / 100, &search);
            }
        }
    }
    *action = best.action;
}

void police_act(const struct bot_observation *observation, const struct police_skill *skill,
                const struct hunch *hunch, struct random *random, struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    struct acts acts = {.observation = observation, .skill = skill, .hunch = hunch};
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        acts.reachable[pawn] = observation->board->next_to[observation->view.crossing[pawn]];
        for (unsigned i = 0; i < observation->view.false_clues; i++) {
            set_remove(&acts.reachable[pawn], observation->view.false_clue[i]);
        }
    }
    if (skill->asks_well) {
        act_well(&acts, action);
    } else {
        act_simply(&acts, random, action);
    }
    if (action->kind == ACTION_NONE && (legal->kinds & ACTION_BIT(ACTION_PASS)) != 0) {
        *action = (struct action){.kind = ACTION_PASS, .by = (uint8_t)__builtin_ctz(legal->pass)};
    }
    if (action->kind == ACTION_NONE) { /* in the middle of a search he goes on with it */
        random_action(legal, (enum action_kind)random_bit(legal->kinds, random), random, action);
    }
}
