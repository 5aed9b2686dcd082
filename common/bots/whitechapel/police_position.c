/*
 * police_position.c: scores where the policemen stand, and walks to the best position.
 *
 * A position scores for being next to circles where Jack is likely to be (to arrest him) or to have been (to
 * search), for blocking the streets he is likely to take, and for having two policemen near each circle where
 * he may be and near each likely hideout.
 */
#include <string.h>

#include "common/bots/whitechapel/whitechapel_bot.h"

enum { TURNS_MAX = 4 };

/* By number of walks until a policeman is next to the circle. */
static const double nearness[POSITIONING_FAR + 1] = {1, 0.6, 0.3, 0.12, 0.04};

/* ---- building the scorer ---- */

static void init_scorer(const struct bot_observation *observation, const struct police_skill *skill,
                        struct police_position *position)
{
    memset(position, 0, sizeof *position);
    position->board = observation->board;
    position->skill = skill;
}

static void add_street(struct police_position *position, unsigned from, unsigned index, double weight)
{
    for (unsigned i = 0; i < position->streets; i++) {
        if (position->street[i].from == from && position->street[i].index == index) {
            position->street[i].weight += weight;
            return;
        }
    }
    if (position->streets < ESCAPE_STREETS_MAX) {
        position->street[position->streets++] =
            (struct escape_street){.from = (uint8_t)from, .index = (uint8_t)index, .weight = weight};
    }
}

/*
 * Adds the streets that Jack takes next if he is at `from` and wants to go home: those that bring him closer.
 * Blocking a street costs him more the less time he has to spare, and most when he is next to home.
 */
static void add_streets_home(struct police_position *position, unsigned from, unsigned home, unsigned left,
                             double weight)
{
    const struct board *board = position->board;
    unsigned steps = board->steps[from][home];
    unsigned spare = left > steps ? left - steps : 0;
    unsigned nearer = 0;
    for (unsigned i = 0; i < board->neighbours[from]; i++) {
        nearer += board->steps[board->neighbour[from][i].circle][home] < steps;
    }
    if (nearer == 0) {
        return;
    }
    double urgent = steps <= 1 ? 1.0 : 0.45 / (steps - 1) + 0.5 / (1 + spare);
    for (unsigned i = 0; i < board->neighbours[from]; i++) {
        if (board->steps[board->neighbour[from][i].circle][home] < steps) {
            add_street(position, from, i, weight * urgent / nearer);
        }
    }
}

static void compute_turns(struct police_position *position)
{
    for (unsigned circle = 1; circle <= position->board->circles; circle++) {
        if (position->now[circle] > 0 || position->home[circle] > 0 || position->visited[circle] > 0) {
            position->circle[position->circles++] = circle;
            positioning_turns(position->board, circle, TURNS_MAX, position->turns[circle]);
        }
    }
}

/* Returns how informative a search is: most when yes and no are equally likely. */
static double search_information(double chance)
{
    return 4 * chance * (1 - chance);
}

static void add_visited(const struct posterior *posterior, struct police_position *position)
{
    for (unsigned i = 0; i < posterior->samples; i++) {
        SET_EACH (circle, &posterior->sample[i].visited) {
            position->visited[circle] += 1.0 / posterior->samples;
        }
    }
    for (unsigned circle = 1; circle <= position->board->circles; circle++) {
        position->visited[circle] = search_information(position->visited[circle]);
    }
}

/* Returns the red circles where a murder is still possible. */
static struct set remaining_red_circles(const struct bot_observation *observation)
{
    struct set crimes = observation->board->red_circles;
    for (unsigned i = 0; i < observation->view.crimes; i++) {
        set_remove(&crimes, observation->view.crime[i]);
    }
    return crimes;
}

/*
 * The next night starts with patrols where the policemen stand now, and with a murder on one of the remaining
 * red circles. On night 3, after the Double Event, the police move first: they should be close to all of
 * them. On night 4 Jack can be home on his first move: they should stand in the way.
 */
static void prepare_next_night(const struct bot_observation *observation, const struct police_skill *skill,
                               const struct posterior *posterior, struct police_position *position)
{
    struct set crimes = remaining_red_circles(observation);
    double share = 1.0 / (set_count(&crimes) + 1e-9);
    bool last = observation->view.round == ROWS - 1;
    SET_EACH (crime, &crimes) {
        position->home[crime] += skill->prepares_double_event * share;
        for (unsigned home = 1; last && home <= observation->board->circles; home++) {
            if (posterior->home[home] > 0.01 && observation->board->steps[crime][home] <= 2) {
                add_streets_home(position, crime, home, 15,
                                 skill->prepares_last_night * posterior->home[home] * share);
            }
        }
    }
}

void police_position_for_hunt(const struct bot_observation *observation, const struct police_skill *skill,
                              const struct posterior *posterior, struct police_position *position)
{
    init_scorer(observation, skill, position);
    add_visited(posterior, position);
    double share = posterior->samples == 0 ? 0 : 1.0 / posterior->samples;
    for (unsigned i = 0; i < posterior->samples; i++) {
        const struct posterior_sample *sample = &posterior->sample[i];
        position->now[sample->now] += share;
        if (skill->blocks_streets) {
            position->home[sample->home] += share;
            add_streets_home(position, sample->now, sample->home, posterior->left, share);
        }
    }
    if (observation->view.round == 2 || observation->view.round == 3) {
        prepare_next_night(observation, skill, posterior, position);
    }
    compute_turns(position);
}

/* On the last night Jack need not hide where he lives: weight of a crime per step from his hideout. */
static const double last_night_far = 0.6;

/* Returns the weight of a crime if this is the hideout, before normalizing. */
static double crime_weight(const struct bot_observation *observation, unsigned crime, unsigned home)
{
    double weight = 1;
    for (unsigned i = observation->board->steps[crime][home];
         observation->view.round == ROWS && i > 0 && weight > 0.01; i--) {
        weight *= last_night_far;
    }
    return weight;
}

/* Adds a hideout and the ways to it from the possible crimes. */
static void add_hideout(const struct bot_observation *observation, const struct set *crimes, unsigned home,
                        double chance, struct police_position *position)
{
    double total = 0;
    SET_EACH (crime, crimes) {
        total += crime_weight(observation, crime, home);
    }
    position->home[home] = chance;
    SET_EACH (crime, crimes) {
        double share = crime_weight(observation, crime, home) / total;
        add_streets_home(position, crime, home, 15, share * chance);
        position->now[crime] += share * chance;
    }
}

void police_position_for_crime(const struct bot_observation *observation, const struct police_skill *skill,
                               const struct posterior *posterior, const struct set *crimes,
                               struct police_position *position)
{
    init_scorer(observation, skill, position);
    for (unsigned home = 1; skill->blocks_streets && home <= observation->board->circles; home++) {
        if (posterior->home[home] > 0.002) {
            add_hideout(observation, crimes, home, posterior->home[home], position);
        }
    }
    SET_EACH (crime, crimes) {
        if (!skill->blocks_streets) {
            position->now[crime] = 1.0 / set_count(crimes);
        }
    }
    compute_turns(position);
}

/* ---- the score ---- */

static double score_streets(const struct police_position *position, const uint8_t crossing[PAWN_COUNT])
{
    const struct board *board = position->board;
    struct set occupied = police_crossings(crossing);
    double score = 0;
    for (unsigned i = 0; i < position->streets; i++) {
        const struct escape_street *street = &position->street[i];
        const struct neighbour *neighbour = &board->neighbour[street->from][street->index];
        bool closed = set_meets(&board->barriers[street->from], &occupied);
        for (unsigned k = 0; closed && k < neighbour->routes; k++) {
            closed = set_meets(&board->route[neighbour->first_route + k], &occupied);
        }
        score += closed ? street->weight : 0;
    }
    return score;
}

double police_claim_arrest(const struct set *circles, const double now[SET_LIMIT], struct set *named)
{
    double best = 0;
    unsigned likeliest = 0;
    SET_EACH (circle, circles) {
        if (now[circle] > best && !set_has(named, circle)) {
            best = now[circle];
            likeliest = circle;
        }
    }
    if (likeliest != 0) {
        set_add(named, likeliest);
    }
    return best;
}

/* Each policeman can try to arrest on one circle. */
static double score_arrests(const struct police_position *position, const uint8_t crossing[PAWN_COUNT])
{
    struct set named = {{0}};
    double score = 0;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        score += police_claim_arrest(&position->board->next_to[crossing[pawn]], position->now, &named);
    }
    return score;
}

/* Counts the two nearest policemen for each circle that matters. */
static double score_nearness(const struct police_position *position, const uint8_t crossing[PAWN_COUNT])
{
    const struct police_weights *weights = &position->skill->weights;
    double score = 0;
    for (unsigned i = 0; i < position->circles; i++) {
        unsigned circle = position->circle[i];
        const uint8_t *turns = position->turns[circle];
        unsigned first = POSITIONING_FAR;
        unsigned second = POSITIONING_FAR;
        for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
            unsigned distance = crossing[pawn] == 0 ? POSITIONING_FAR : turns[crossing[pawn]];
            if (distance < first) {
                second = first;
                first = distance;
            } else if (distance < second) {
                second = distance;
            }
        }
        double near = nearness[first] + 0.5 * nearness[second];
        score += near * (weights->near * position->now[circle] + weights->door * position->home[circle]);
        score += first == 0 ? weights->question * position->visited[circle] : 0;
    }
    return score;
}

double police_position_score(const void *situation, const uint8_t crossing[PAWN_COUNT])
{
    const struct police_position *position = situation;
    const struct police_weights *weights = &position->skill->weights;
    double score = score_nearness(position, crossing) + weights->arrest * score_arrests(position, crossing);
    return position->skill->blocks_streets ? score + weights->street * score_streets(position, crossing)
                                           : score;
}

/* ---- walking ---- */

void police_plan(const struct bot_observation *observation, const struct police_skill *skill,
                 const struct posterior *posterior, unsigned pawns, uint8_t crossing[PAWN_COUNT])
{
    struct police_position position;
    struct set choice[PAWN_COUNT] = {{{0}}};
    police_position_for_hunt(observation, skill, posterior, &position);
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        choice[pawn] =
            observation->board
                ->reach[crossing[pawn]]; /* including crossings that another policeman may leave first */
    }
    (void)positioning_improve(pawns, choice, skill->rounds, police_position_score, &position, crossing);
}

void police_walk(const struct bot_observation *observation, const struct police_skill *skill,
                 const struct posterior *posterior, struct random *random, struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    uint8_t crossing[PAWN_COUNT];
    memcpy(crossing, observation->view.crossing, sizeof crossing);
    police_plan(observation, skill, posterior, observation->view.waiting, crossing);
    uint8_t order[PAWN_COUNT] = {PAWN_YELLOW, PAWN_RED, PAWN_BLUE, PAWN_GREEN, PAWN_BROWN};
    random_shuffle(order, POLICEMEN_MAX, random);
    action->kind = ACTION_WALK;
    for (unsigned i = 0; i < POLICEMEN_MAX; i++) { /* a policeman whose target crossing is free goes first */
        unsigned pawn = order[i];
        if ((legal->actors & PAWN_BIT(pawn)) != 0 && set_has(&legal->walk[pawn], crossing[pawn])) {
            action->by = (uint8_t)pawn;
            action->to = crossing[pawn];
            return;
        }
    }
    action->by = (uint8_t)random_bit(
        legal->actors,
        random); /* several policemen each wait for another's crossing: one of them stays where they are */
    action->to = observation->view.crossing[action->by];
}
