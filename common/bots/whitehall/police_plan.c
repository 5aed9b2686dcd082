/* police_plan.c: see police_plan.h. */
#include "common/bots/whitehall/police_plan.h"

#include <string.h>

#include "common/bots/whitehall/truths.h"

enum { MEN = 3, TURNS_AHEAD = 5, ANSWERS = BOARD_NEIGHBOURS_MAX + 1 };

/* An arrest is considered only above this probability within a group of truths. */
static const double least_arrest = 0.07;

/* Value of a truth that will be within reach after so many walks, relative to an arrest. */
static const double nearness[TURNS_AHEAD] = {0.16, 0.16, 0.10, 0.05, 0.02};

/* Jack avoids circles that an investigator can reach. */
static const float shunned = 0.75F;

static const double power_cost = 0.12; /* minimum gain for Waring's power, which can be used only once */

/* A crossing where an investigator may stand. */
struct spot {
    struct set beside;          /* circles that can be searched or named */
    struct set reach;           /* circles that can be named in the next turn */
    uint8_t answer[TRUTHS_MAX]; /* by truth: which of the circles searched has the first clue; 0: none */
    uint8_t turns[SET_LIMIT];   /* by circle: walks needed to get next to it */
    uint8_t crossing;
};

struct plan {
    const struct police_context *context;
    const struct board *board;
    struct truths truths;
    double visited[SET_LIMIT];  /* probability of a clue there, if unknown; otherwise 0 */
    bool last_round;            /* Jack wins with the next discovery */
    uint8_t spot_of[SET_LIMIT]; /* crossing -> index + 1 of its spot */
    unsigned spots;
    struct spot spot[SET_LIMIT];
};

/* One position to evaluate: the spots of the investigators, in the order in which they act. */
struct position {
    const struct spot *man[MEN]; /* NULL: not on the board */
    bool acts[MEN];              /* has not acted in this turn */
    float next[SET_LIMIT][BOARD_NEIGHBOURS_MAX];
    float stuck[SET_LIMIT]; /* 1 if every street is closed and no special move is left */
};

/* ---- spots ---- */

static bool is_known(const struct police_context *context, unsigned circle)
{
    const struct dossier_round *round = &context->facts.round;
    return round->seen[circle] != 0 || circle == round->start[0] ||
           round->clear[circle] == round->last_cell + 1U;
}

/*
 * Lists the circles to search, except those whose answer is known. A search ends with the first clue, so the least likely
 * ones come first: they tell the most for what they risk. `first` comes before all.
 */
static unsigned search_order(const struct plan *plan, const struct set *beside, unsigned first,
                             uint8_t order[BOARD_NEIGHBOURS_MAX])
{
    unsigned count = 0;
    SET_EACH (circle, beside) {
        if (plan->visited[circle] <= 0 || count == BOARD_NEIGHBOURS_MAX) {
            continue;
        }
        unsigned at = count++;
        while (at > 0 && (circle == first ||
                          (order[at - 1] != first && plan->visited[order[at - 1]] > plan->visited[circle]))) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = (uint8_t)circle;
    }
    return count;
}

static void fill_answers(const struct plan *plan, unsigned first, const struct set *beside,
                         uint8_t answer[TRUTHS_MAX])
{
    uint8_t order[BOARD_NEIGHBOURS_MAX];
    unsigned count = search_order(plan, beside, first, order);
    for (unsigned i = 0; i < plan->truths.count; i++) {
        unsigned found = 0;
        while (found < count && !set_has(&plan->truths.truth[i].visited, order[found])) {
            found++;
        }
        answer[i] = (uint8_t)(found == count ? 0 : found + 1);
    }
}

static void fill_turns(const struct board *board, unsigned crossing, struct spot *spot)
{
    struct set reached = {{0}};
    memset(spot->turns, TURNS_AHEAD, sizeof spot->turns);
    set_add(&reached, crossing);
    struct set edge = reached;
    for (unsigned turn = 0; turn < TURNS_AHEAD; turn++) {
        struct set wider = {{0}};
        SET_EACH (place, &edge) {
            SET_EACH (circle, &board->next_to[place]) {
                spot->turns[circle] = spot->turns[circle] < turn ? spot->turns[circle] : (uint8_t)turn;
            }
            wider = set_or(wider, &board->reach[place]);
        }
        edge = set_minus(wider, &reached);
        reached = set_or(reached, &wider);
    }
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        if (spot->turns[circle] <= 1) {
            set_add(&spot->reach, circle);
        }
    }
}

static const struct spot *spot_at(struct plan *plan, unsigned crossing)
{
    if (plan->spot_of[crossing] == 0) {
        struct spot *spot = &plan->spot[plan->spots++];
        plan->spot_of[crossing] = (uint8_t)plan->spots;
        memset(&spot->reach, 0, sizeof spot->reach);
        spot->crossing = (uint8_t)crossing;
        spot->beside = plan->board->next_to[crossing];
        fill_answers(plan, 0, &spot->beside, spot->answer);
        fill_turns(plan->board, crossing, spot);
    }
    return &plan->spot[plan->spot_of[crossing] - 1];
}

static void begin_plan(const struct police_context *context, struct plan *plan)
{
    plan->context = context;
    plan->board = context->board;
    plan->spots = 0;
    plan->last_round = context->observation->dossier.rounds + 1U == DISCOVERIES;
    memset(plan->spot_of, 0, sizeof plan->spot_of);
    memset(plan->visited, 0, sizeof plan->visited);
    whitehall_truths_draw(context->board, &context->facts, &context->skill.model, context->skill.truths,
                          context->random, &plan->truths);
    for (unsigned i = 0; i < plan->truths.count; i++) {
        SET_EACH (circle, &plan->truths.truth[i].visited) {
            plan->visited[circle] += is_known(context, circle) ? 0 : 1.0 / plan->truths.count;
        }
    }
}

/* ---- Jack's next move ---- */

static bool is_open(const struct board *board, const struct neighbour *neighbour, const struct set *occupied)
{
    for (unsigned i = 0; i < neighbour->routes; i++) {
        if (!set_meets(&board->route[neighbour->first_route + i], occupied)) {
            return true;
        }
    }
    return false;
}

static bool can_reach(const struct spot *spot, unsigned circle)
{
    return spot != NULL && set_has(&spot->reach, circle);
}

/* Fills in the probabilities of Jack's next move with the investigators there. */
static void fill_next(const struct plan *plan, struct position *position)
{
    const struct board *board = plan->board;
    struct set occupied = {{0}};
    for (unsigned i = 0; i < MEN; i++) {
        if (position->man[i] != NULL) {
            set_add(&occupied, position->man[i]->crossing);
        }
    }
    SET_EACH (circle, &plan->truths.possible) {
        bool near = set_meets(&board->barriers[circle], &occupied);
        float total = 0;
        for (unsigned i = 0; i < board->neighbours[circle]; i++) {
            const struct neighbour *neighbour = &board->neighbour[circle][i];
            float weight = near && !is_open(board, neighbour, &occupied) ? 0 : plan->truths.next[circle][i];
            for (unsigned j = 0; j < MEN && weight > 0; j++) {
                weight *= can_reach(position->man[j], neighbour->circle) ? shunned : 1;
            }
            position->next[circle][i] = weight;
            total += weight;
        }
        float stays = 1 - plan->truths.arrived[circle]; /* otherwise he announces a discovery and is away */
        for (unsigned i = 0; i < board->neighbours[circle] && total > 0; i++) {
            position->next[circle][i] *= stays / total;
        }
        position->stuck[circle] = total > 0 ? 0 : plan->context->facts.tiles_left == 0 ? 1.0F : 0.3F;
    }
}

/* ---- the value of a group of truths ---- */

/* A group: indices of truths. */
struct group {
    unsigned count;
    uint16_t member[TRUTHS_MAX];
};

/* Returns the value of the three likeliest circles that different investigators can name in the next turn. */
static double best_arrests(const struct position *position, const uint8_t *circle, unsigned circles,
                           float mass[SET_LIMIT])
{
    double sum = 0;
    unsigned free = (1U << MEN) - 1;
    for (unsigned picks = 0; picks < MEN; picks++) {
        unsigned best = 0;
        for (unsigned i = 0; i < circles; i++) {
            if (mass[circle[i]] > mass[best]) {
                bool named = false;
                for (unsigned man = 0; man < MEN; man++) {
                    named = named || ((free >> man & 1U) != 0 && can_reach(position->man[man], circle[i]));
                }
                best = named ? circle[i] : best;
            }
        }
        if (best == 0) {
            break;
        }
        unsigned by = MEN, choices = MEN + 1;
        for (unsigned man = 0; man < MEN; man++) { /* the one who reaches the least */
            if ((free >> man & 1U) != 0 && can_reach(position->man[man], best)) {
                unsigned others = 0;
                for (unsigned i = 0; i < circles; i++) {
                    others += can_reach(position->man[man], circle[i]);
                }
                by = by == MEN || others < choices ? man : by;
                choices = by == man ? others : choices;
            }
        }
        free &= ~(1U << by);
        sum += (double)mass[best];
        mass[best] = 0;
    }
    return sum;
}

/* Returns the value, in truths, when all investigators have acted and Jack is about to move. */
static double value_after_turn(const struct plan *plan, const struct position *position,
                               const struct group *group)
{
    float mass[SET_LIMIT] = {0};
    uint8_t circle[SET_LIMIT];
    unsigned circles = 0;
    double value = 0, near = 0;
    for (unsigned i = 0; i < group->count; i++) {
        unsigned now = plan->truths.truth[group->member[i]].now;
        value += (double)position->stuck[now];
        for (unsigned j = 0; j < plan->board->neighbours[now]; j++) {
            unsigned to = plan->board->neighbour[now][j].circle;
            if (position->next[now][j] > 0) {
                if (mass[to] <= 0) {
                    circle[circles++] = (uint8_t)to;
                }
                mass[to] += position->next[now][j];
            }
        }
    }
    for (unsigned i = 0; i < circles; i++) {
        unsigned turns = TURNS_AHEAD;
        for (unsigned man = 0; man < MEN; man++) {
            if (position->man[man] != NULL && position->man[man]->turns[circle[i]] < turns) {
                turns = position->man[man]->turns[circle[i]];
            }
        }
        near += turns < TURNS_AHEAD ? nearness[turns] * (double)mass[circle[i]] : 0;
    }
    return value + best_arrests(position, circle, circles, mass) + near;
}

/* Finds the likeliest circle of a group next to a spot, among those in `named`. Returns how many truths it holds. */
static unsigned likeliest(const struct plan *plan, const struct group *group, const struct set *named,
                          unsigned *circle)
{
    unsigned count[SET_LIMIT] = {0};
    unsigned best = 0;
    for (unsigned i = 0; i < group->count; i++) {
        unsigned now = plan->truths.truth[group->member[i]].now;
        count[now] += set_has(named, now);
        best = count[now] > count[best] ? now : best;
    }
    *circle = best;
    return count[best];
}

static void without(const struct plan *plan, const struct group *group, unsigned circle, struct group *rest)
{
    rest->count = 0;
    for (unsigned i = 0; i < group->count; i++) {
        if (plan->truths.truth[group->member[i]].now != circle) {
            rest->member[rest->count++] = group->member[i];
        }
    }
}

static double value_of_turn(const struct plan *plan, const struct position *position,
                            const struct group *group, unsigned man);

static double value_of_search(const struct plan *plan, const struct position *position,
                              const struct group *group, unsigned man, const uint8_t answer[TRUTHS_MAX])
{
    uint16_t start[ANSWERS + 1] = {0};
    uint16_t sorted[TRUTHS_MAX];
    double value = 0;
    for (unsigned i = 0; i < group->count; i++) {
        start[answer[group->member[i]] + 1U]++;
    }
    for (unsigned i = 1; i <= ANSWERS; i++) {
        start[i] = (uint16_t)(start[i] + start[i - 1]);
    }
    uint16_t fill[ANSWERS];
    memcpy(fill, start, sizeof fill);
    for (unsigned i = 0; i < group->count; i++) {
        sorted[fill[answer[group->member[i]]]++] = group->member[i];
    }
    for (unsigned i = 0; i < ANSWERS; i++) {
        struct group part = {.count = (unsigned)(start[i + 1] - start[i])};
        if (part.count > 0) {
            memcpy(part.member, sorted + start[i], part.count * sizeof *sorted);
            value += value_of_turn(plan, position, &part, man + 1);
        }
    }
    return value;
}

/* Returns the value, in truths, of a group when the investigators from `man` on still act. */
static double value_of_turn(const struct plan *plan, const struct position *position,
                            const struct group *group, unsigned man)
{
    while (man < MEN && (position->man[man] == NULL || !position->acts[man])) {
        man++;
    }
    if (man == MEN) {
        return value_after_turn(plan, position, group);
    }
    const struct spot *spot = position->man[man];
    unsigned circle;
    unsigned hits = likeliest(plan, group, &spot->beside, &circle);
    double value = hits < group->count ? value_of_search(plan, position, group, man, spot->answer) : 0;
    if (hits > 0 && hits >= least_arrest * group->count) {
        struct group rest;
        without(plan, group, circle, &rest);
        double arrest = hits + (rest.count > 0 ? value_of_turn(plan, position, &rest, man + 1) : 0);
        value = arrest > value ? arrest : value;
    }
    return value;
}

static void all_truths(const struct plan *plan, struct group *group)
{
    group->count = plan->truths.count;
    for (unsigned i = 0; i < group->count; i++) {
        group->member[i] = (uint16_t)i;
    }
}

static double value_of_position(const struct plan *plan, struct position *position)
{
    struct group group;
    all_truths(plan, &group);
    fill_next(plan, position);
    return value_of_turn(plan, position, &group, 0) / (plan->truths.count > 0 ? plan->truths.count : 1);
}

/* ---- walks ---- */

static unsigned man_of(unsigned pawn)
{
    unsigned man = 0;
    while (whitehall_police_order[man] != pawn) {
        man++;
    }
    return man;
}

static bool is_taken(const struct position *position, unsigned man, unsigned crossing)
{
    for (unsigned i = 0; i < MEN; i++) {
        if (i != man && position->man[i] != NULL && position->man[i]->crossing == crossing) {
            return true;
        }
    }
    return false;
}

/* Puts one investigator on the best of `choice`, given the others. Returns the value. */
static double improve_one(struct plan *plan, struct position *position, unsigned man,
                          const struct set *choice, double value)
{
    const struct spot *best = position->man[man];
    SET_EACH (crossing, choice) {
        if (crossing == best->crossing || is_taken(position, man, crossing)) {
            continue;
        }
        position->man[man] = spot_at(plan, crossing);
        double other = value_of_position(plan, position);
        if (other > value) {
            value = other;
            best = position->man[man];
        }
    }
    position->man[man] = best;
    return value;
}

/* Improves one investigator after the other until nothing changes. Returns the value. */
static double improve_all(struct plan *plan, struct position *position, const struct set choice[MEN],
                          unsigned sweeps)
{
    double value = value_of_position(plan, position);
    for (unsigned sweep = 0; sweep < sweeps; sweep++) {
        double before = value;
        for (unsigned man = 0; man < MEN; man++) {
            if (position->man[man] != NULL && !set_is_empty(&choice[man])) {
                value = improve_one(plan, position, man, &choice[man], value);
            }
        }
        if (value <= before) {
            break;
        }
    }
    return value;
}

static void begin_position(struct plan *plan, const uint8_t crossing[PAWN_COUNT], unsigned acting,
                           struct position *position)
{
    for (unsigned man = 0; man < MEN; man++) {
        unsigned pawn = whitehall_police_order[man];
        position->man[man] = crossing[pawn] != 0 ? spot_at(plan, crossing[pawn]) : NULL;
        position->acts[man] = (acting & PAWN_BIT(pawn)) != 0;
    }
}

/* Returns whether Waring should use his power, and where he then goes. */
static bool walk_with_power(struct plan *plan, struct position *position, unsigned man,
                            const struct set *choice, double value)
{
    const struct spot *before = position->man[man];
    double with_power = improve_one(plan, position, man, choice, value + power_cost);
    bool used = with_power > value + power_cost;
    position->man[man] = used ? position->man[man] : before;
    return used;
}

void police_plan_walk(const struct police_context *context, unsigned pawn, struct action *action)
{
    const struct legal *legal = &context->observation->legal.shown;
    const struct view *view = &context->observation->view;
    struct plan plan;
    struct position position, other;
    struct set choice[MEN] = {{{0}}};
    unsigned man = man_of(pawn);
    uint8_t crossing[PAWN_COUNT];
    begin_plan(context, &plan);
    begin_position(&plan, view->crossing, game_policemen(GAME_WHITEHALL), &position);
    for (unsigned i = 0; i < MEN; i++) {
        unsigned walker = whitehall_police_order[i];
        if (walker == pawn) {
            choice[i] = legal->walk[pawn];
        } else if ((view->waiting & PAWN_BIT(walker)) != 0 && view->crossing[walker] != 0) {
            choice[i] = context->board->reach[view->crossing[walker]];
        }
    }
    /* Climb from where the coarser plan would send them, and from where they stand. */
    memcpy(crossing, view->crossing, sizeof crossing);
    police_best_positions(context->board, &context->facts, &context->posterior, &context->skill.model,
                          view->waiting, crossing);
    begin_position(&plan, crossing, game_policemen(GAME_WHITEHALL), &other);
    bool legal_there = other.man[man] != NULL && set_has(&legal->walk[pawn], other.man[man]->crossing);
    double value = legal_there ? improve_all(&plan, &other, choice, context->skill.sweeps) : -1;
    double second = !legal_there || context->skill.climbs > 1
                        ? improve_all(&plan, &position, choice, context->skill.sweeps)
                        : -1;
    if (second <= value) {
        position = other;
    }
    value = second > value ? second : value;
    action->power = pawn == PAWN_YELLOW && !set_is_empty(&legal->walk_power) &&
                    walk_with_power(&plan, &position, man, &legal->walk_power, value);
    action->kind = ACTION_WALK;
    action->by = (uint8_t)pawn;
    action->to = position.man[man]->crossing;
}

/* ---- actions ---- */

void police_plan_offer(struct best_action *best, enum action_kind kind, unsigned pawn, unsigned circle,
                       double value)
{
    if (value > best->value) {
        memset(&best->action, 0, sizeof best->action);
        best->action.kind = (uint8_t)kind;
        best->action.by = (uint8_t)pawn;
        best->action.circle = (uint8_t)circle;
        best->value = value;
    }
}

static void offer_searches(const struct plan *plan, const struct position *position,
                           const struct group *group, unsigned man, struct best_action *best)
{
    static const double bonus = 1e-6; /* a search is never worse than passing */
    const struct legal *legal = &plan->context->observation->legal.shown;
    unsigned pawn = whitehall_police_order[man];
    struct set search = legal->search[pawn];
    SET_EACH (circle, &search) {
        uint8_t answer[TRUTHS_MAX];
        if (plan->visited[circle] <= 0) {
            continue;
        }
        fill_answers(plan, circle, &search, answer);
        police_plan_offer(best, ACTION_SEARCH, pawn, circle,
                          value_of_search(plan, position, group, man, answer) + bonus +
                              plan->visited[circle] * bonus);
    }
}

static void offer_arrests(const struct plan *plan, const struct position *position, const struct group *group,
                          unsigned man, struct best_action *best)
{
    const struct legal *legal = &plan->context->observation->legal.shown;
    const struct posterior *posterior = &plan->context->posterior;
    unsigned pawn = whitehall_police_order[man];
    SET_EACH (circle, &legal->arrest[pawn]) {
        struct group rest;
        double chance = posterior->now[circle];
        if (chance >= 0.02) {
            without(plan, group, circle, &rest);
            double left = rest.count > 0 ? value_of_turn(plan, position, &rest, man + 1) / rest.count : 0;
            police_plan_offer(best, ACTION_ARREST, pawn, circle,
                              (chance + (1 - chance) * left) * group->count);
        }
    }
}

void police_plan_action(const struct police_context *context, unsigned pawn, struct action *action)
{
    const struct legal *legal = &context->observation->legal.shown;
    const struct view *view = &context->observation->view;
    struct plan plan;
    struct position position;
    struct group group;
    struct best_action best = {.value = -1};
    unsigned man = man_of(pawn);
    begin_plan(context, &plan);
    begin_position(&plan, view->crossing, view->waiting, &position);
    all_truths(&plan, &group);
    fill_next(&plan, &position);
    if ((legal->pass & PAWN_BIT(pawn)) != 0) {
        police_plan_offer(&best, ACTION_PASS, pawn, 0, value_of_turn(&plan, &position, &group, man + 1));
    }
    if ((legal->kinds & ACTION_BIT(ACTION_SEARCH)) != 0) {
        offer_searches(&plan, &position, &group, man, &best);
    }
    if ((legal->kinds & ACTION_BIT(ACTION_ARREST)) != 0) {
        offer_arrests(&plan, &position, &group, man, &best);
    }
    *action = best.action;
}
