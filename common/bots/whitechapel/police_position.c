/*
 * bot_whitechapel_beats.c: how good it is if the policemen stand there.
 *
 * A position is good when it is next to circles where Jack is likely to be (to arrest) or to have been (to ask),
 * when it closes the streets he is about to take, and when two policemen are near wherever he may be and near
 * the doors that may be his.
 */
#include <string.h>

#include "common/bots/whitechapel/whitechapel_bot.h"

/* What things are worth, against a certain arrest. */
static const double worth_arrest = 1.0, worth_question = 0.05, worth_street = 0.55, worth_near = 0.5,
                    worth_door = 1.0;

enum { TURNS_MOST = 4 };

/* By walks until he is next to the circle. */
static const double nearness[PLAN_FAR + 1] = {1, 0.6, 0.3, 0.12, 0.04};

/* ---- the situation ---- */

static void begin(const struct bot_observation *observation, const struct police_skill *skill,
                  struct beats *beats)
{
    memset(beats, 0, sizeof *beats);
    beats->board = observation->board;
    beats->skill = skill;
}

static void add_way(struct beats *beats, unsigned from, unsigned index, double weight)
{
    for (unsigned i = 0; i < beats->ways; i++) {
        if (beats->way[i].from == from && beats->way[i].index == index) {
            beats->way[i].weight += weight;
            return;
        }
    }
    if (beats->ways < BEATS_WAYS_MAX) {
        beats->way[beats->ways++] =
            (struct beats_way){.from = (uint8_t)from, .index = (uint8_t)index, .weight = weight};
    }
}

/*
 * The streets somebody takes next who is at `from` and wants to go home: those that bring him nearer. The less
 * time he has to spare, the more a closed street costs him; at his door it costs him most.
 */
static void add_ways_home(struct beats *beats, unsigned from, unsigned home, unsigned left, double weight)
{
    const struct board *board = beats->board;
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
            add_way(beats, from, i, weight * urgent / nearer);
        }
    }
}

static void measure_turns(struct beats *beats)
{
    for (unsigned circle = 1; circle <= beats->board->circles; circle++) {
        if (beats->now[circle] > 0 || beats->home[circle] > 0 || beats->visited[circle] > 0) {
            beats->circle[beats->circles++] = circle;
            plan_turns(beats->board, circle, TURNS_MOST, beats->turns[circle]);
        }
    }
}

/* An answer tells most where yes and no are equally likely. */
static double worth_asking(double chance)
{
    return 4 * chance * (1 - chance);
}

static void count_visited(const struct hunch *hunch, struct beats *beats)
{
    for (unsigned i = 0; i < hunch->suspects; i++) {
        SET_EACH (circle, &hunch->suspect[i].visited) {
            beats->visited[circle] += 1.0 / hunch->suspects;
        }
    }
    for (unsigned circle = 1; circle <= beats->board->circles; circle++) {
        beats->visited[circle] = worth_asking(beats->visited[circle]);
    }
}

/* On the last night but one: the night after begins where the policemen stand, at one of the free red circles. */
static void stand_for_last_night(const struct bot_observation *observation, const struct hunch *hunch,
                                 double share, struct beats *beats)
{
    struct set crimes = observation->board->red_circles;
    for (unsigned i = 0; i < observation->view.crimes; i++) {
        set_remove(&crimes, observation->view.crime[i]);
    }
    unsigned count = set_count(&crimes);
    SET_EACH (crime, &crimes) {
        for (unsigned home = 1; home <= observation->board->circles; home++) {
            if (hunch->home[home] > 0.01 && observation->board->steps[crime][home] <= 2) {
                add_ways_home(beats, crime, home, 15, share * hunch->home[home] / count);
            }
        }
    }
}

void beats_of_hunt(const struct bot_observation *observation, const struct police_skill *skill,
                   const struct hunch *hunch, struct beats *beats)
{
    begin(observation, skill, beats);
    count_visited(hunch, beats);
    double share = hunch->suspects == 0 ? 0 : 1.0 / hunch->suspects;
    for (unsigned i = 0; i < hunch->suspects; i++) {
        const struct suspect *suspect = &hunch->suspect[i];
        beats->now[suspect->now] += share;
        if (skill->guards_ways) {
            beats->home[suspect->home] += share;
            add_ways_home(beats, suspect->now, suspect->home, hunch->left, share);
        }
    }
    if (skill->stands_for_last && observation->view.round == ROWS - 1) {
        stand_for_last_night(observation, hunch, 0.5, beats);
    }
    measure_turns(beats);
}

void beats_of_crime(const struct bot_observation *observation, const struct police_skill *skill,
                    const struct hunch *hunch, const struct set *crimes, struct beats *beats)
{
    begin(observation, skill, beats);
    double share = 1.0 / (set_count(crimes) + 1e-9);
    SET_EACH (crime, crimes) {
        beats->now[crime] = share;
        for (unsigned home = 1; skill->guards_ways && home <= observation->board->circles; home++) {
            if (hunch->home[home] > 0.002) {
                add_ways_home(beats, crime, home, 15, share * hunch->home[home]);
            }
        }
    }
    for (unsigned home = 1; skill->guards_ways && home <= observation->board->circles; home++) {
        beats->home[home] = hunch->home[home] > 0.002 ? hunch->home[home] : 0;
    }
    measure_turns(beats);
}

/* ---- the score ---- */

static double score_streets(const struct beats *beats, const uint8_t crossing[PAWN_COUNT])
{
    const struct board *board = beats->board;
    struct set occupied = police_crossings(crossing);
    double score = 0;
    for (unsigned i = 0; i < beats->ways; i++) {
        const struct beats_way *way = &beats->way[i];
        const struct neighbour *neighbour = &board->neighbour[way->from][way->index];
        bool closed = set_meets(&board->barriers[way->from], &occupied);
        for (unsigned k = 0; closed && k < neighbour->routes; k++) {
            closed = set_meets(&board->route[neighbour->first_route + k], &occupied);
        }
        score += closed ? way->weight : 0;
    }
    return score;
}

double police_arrest(const struct set *circles, const double now[SET_LIMIT], struct set *named)
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

/* Each policeman arrests one circle. */
static double score_arrests(const struct beats *beats, const uint8_t crossing[PAWN_COUNT])
{
    struct set named = {{0}};
    double score = 0;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        score += police_arrest(&beats->board->next_to[crossing[pawn]], beats->now, &named);
    }
    return score;
}

/* The two nearest policemen to each circle that matters. */
static double score_nearness(const struct beats *beats, const uint8_t crossing[PAWN_COUNT])
{
    double score = 0;
    for (unsigned i = 0; i < beats->circles; i++) {
        unsigned circle = beats->circle[i];
        const uint8_t *turns = beats->turns[circle];
        unsigned first = PLAN_FAR;
        unsigned second = PLAN_FAR;
        for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
            unsigned distance = crossing[pawn] == 0 ? PLAN_FAR : turns[crossing[pawn]];
            if (distance < first) {
                second = first;
                first = distance;
            } else if (distance < second) {
                second = distance;
            }
        }
        double near = nearness[first] + 0.5 * nearness[second];
        score += near * (worth_near * beats->now[circle] + worth_door * beats->home[circle]);
        score += first == 0 ? worth_question * beats->visited[circle] : 0;
    }
    return score;
}

double beats_score(const void *situation, const uint8_t crossing[PAWN_COUNT])
{
    const struct beats *beats = situation;
    double score = score_nearness(beats, crossing) + worth_arrest * score_arrests(beats, crossing);
    return beats->skill->guards_ways ? score + worth_street * score_streets(beats, crossing) : score;
}

/* ---- walking ---- */

void police_walk(const struct bot_observation *observation, const struct police_skill *skill,
                 const struct hunch *hunch, struct random *random, struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    struct beats beats;
    uint8_t crossing[PAWN_COUNT];
    struct set choice[PAWN_COUNT] = {{{0}}};
    memcpy(crossing, observation->view.crossing, sizeof crossing);
    beats_of_hunt(observation, skill, hunch, &beats);
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        choice[pawn] = observation->board->reach[crossing[pawn]]; /* others may leave what they stand on */
    }
    (void)plan_positions(observation->view.waiting, choice, skill->rounds, beats_score, &beats, crossing);
    uint8_t order[PAWN_COUNT] = {PAWN_YELLOW, PAWN_RED, PAWN_BLUE, PAWN_GREEN, PAWN_BROWN};
    random_shuffle(order, POLICEMEN_MAX, random);
    action->kind = ACTION_WALK;
    for (unsigned i = 0; i < POLICEMEN_MAX; i++) { /* who has a free way to his place goes first */
        unsigned pawn = order[i];
        if ((legal->actors & PAWN_BIT(pawn)) != 0 && set_has(&legal->walk[pawn], crossing[pawn])) {
            action->by = (uint8_t)pawn;
            action->to = crossing[pawn];
            return;
        }
    }
    action->by =
        (uint8_t)random_bit(legal->actors, random); /* a ring of policemen, each in another's place */
    action->to = observation->view.crossing[action->by];
}
