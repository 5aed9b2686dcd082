/* posterior.c: see posterior.h. */
#include "common/bots/whitechapel/posterior.h"

#include <string.h>

#include "common/bots/random_action.h"

/* Fitted to the tuning half of the styles; docs/opponents.md says how. */
const struct jack_habit whitechapel_habits[WHITECHAPEL_HABITS] = {
    {.prior = 0.22, .early = 0.25, .late = 0.25, .detour = 0, .steady = 0.4, .near_red = 1},
    {.prior = 0.13, .early = 0.35, .late = 0.3, .detour = 2, .steady = 0.6, .near_red = 1},
    {.prior = 0.17, .early = 0.8, .late = 0.35, .detour = 4, .steady = 0.7, .near_red = 1},
    {.prior = 0.13, .early = 0.6, .late = 0.4, .detour = 7, .steady = 0.75, .near_red = 1},
    {.prior = 0.13, .early = 0.25, .late = 0.25, .detour = 0, .steady = 0.4, .near_red = 8},
    {.prior = 0.09, .early = 0.8, .late = 0.6, .detour = 3, .steady = 0.85, .near_red = 1},
    {.prior = 0.13, .early = 0.9, .late = 0.85, .detour = 5, .steady = 0.95, .near_red = 1},
};

const struct jack_habit whitechapel_undecided = {
    .prior = 1, .early = 1, .late = 1, .detour = 0, .steady = 1, .near_red = 1};

/* No length of a night is ruled out: the police can have closed Jack's street. */
static const double length_floor = 0.01;

enum { DETOURS_MAX = CELLS };

enum { STEPS_MAX = 40 }; /* distances are cut off here; on the built-in board all are shorter */

/* Work in progress: the weight of every habit together with every hideout. */
struct mixture {
    const struct board *board;
    const struct posterior_model *model;
    const uint8_t *police;                    /* current crossings */
    struct set foreseen;                      /* circles that Jack will have avoided; see foresight */
    double weight[HABITS_MAX][SET_LIMIT];     /* by habit and hideout */
    double of_distance[SET_LIMIT][STEPS_MAX]; /* tonight, by hideout and steps from it: weight of an end */
};

static double scale_to_one(double weight[SET_LIMIT])
{
    double total = 0;
    for (unsigned i = 0; i < SET_LIMIT; i++) {
        total += weight[i];
    }
    for (unsigned i = 0; total > 0 && i < SET_LIMIT; i++) {
        weight[i] /= total;
    }
    return total;
}

/* ---- the likelihood of a night ---- */

static unsigned steps_between(const struct board *board, unsigned from, unsigned to)
{
    return board->steps[from][to] < STEPS_MAX ? board->steps[from][to] : STEPS_MAX - 1U;
}

/* Fills power[n] with the n-th power of `base`. */
static void fill_powers(double base, double power[STEPS_MAX])
{
    power[0] = 1;
    for (unsigned i = 1; i < STEPS_MAX; i++) {
        power[i] = power[i - 1] * base;
    }
}

/* A habit's probabilities of needing exactly, or more than, so many cells beyond the shortest way home. */
struct lengths {
    double exactly[DETOURS_MAX], more_than[DETOURS_MAX];
};

static void fill_lengths(const struct jack_habit *habit, bool last_night, struct lengths *lengths)
{
    unsigned typical = last_night ? 0 : habit->detour;
    double total = 0;
    for (unsigned i = 0; i < DETOURS_MAX; i++) {
        double weight = 1;
        for (unsigned off = i > typical ? i - typical : typical - i; off > 0; off--) {
            weight *= habit->steady;
        }
        lengths->exactly[i] = weight + length_floor;
        total += lengths->exactly[i];
    }
    double left = 1;
    for (unsigned i = 0; i < DETOURS_MAX; i++) {
        lengths->exactly[i] /= total;
        left -= lengths->exactly[i];
        lengths->more_than[i] = left > length_floor ? left : length_floor;
    }
}

static unsigned shortest_way(const struct board *board, const struct dossier_round *night, unsigned home)
{
    unsigned steps = board->steps[night->start[0]][home];
    if (night->starts == 2 && board->steps[night->start[1]][home] < steps) {
        steps = board->steps[night->start[1]][home];
    }
    return steps;
}

/* Fills by_steps[home][n] with the total weight of the ends that are n steps from there. */
static void sum_by_steps(const struct board *board, const double ends[SET_LIMIT],
                         double by_steps[SET_LIMIT][STEPS_MAX])
{
    memset(by_steps, 0, SET_LIMIT * sizeof by_steps[0]);
    for (unsigned end = 1; end <= board->circles; end++) {
        if (ends[end] > 0) {
            for (unsigned home = 1; home <= board->circles; home++) {
                by_steps[home][steps_between(board, end, home)] += ends[end];
            }
        }
    }
}

/* Returns a habit's weight per step from home at the end of the trail. Before his first step Jack has shown no direction. */
static double way_home(const struct jack_habit *habit, const struct dossier_round *night)
{
    bool early = night->over == 0 && night->last_cell - night->first_cell <= HABIT_EARLY_CELLS;
    return night->steps == 0 ? 1 : early ? habit->early : habit->late;
}

/*
 * Multiplies the weight of each habit and hideout by what does not depend on the end of the trail: 1 / the
 * normalizing constant, and the probability of the night's length, which is `over` or goes on. Fills in
 * power[habit], the weights of the distances from home.
 */
static void update_from_length(struct mixture *mixture, const struct dossier_round *night, bool last_night,
                               double power[HABITS_MAX][STEPS_MAX])
{
    static const struct lengths none;
    const struct board *board = mixture->board;
    double random_walk[SET_LIMIT];
    double by_steps[SET_LIMIT][STEPS_MAX];
    unsigned cells = (unsigned)(night->last_cell - night->first_cell);
    weighted_trails_random_walk(board, night, mixture->police, &mixture->model->walk, random_walk);
    sum_by_steps(board, random_walk, by_steps);
    for (unsigned k = 0; k < mixture->model->habits; k++) {
        const struct jack_habit *habit = &mixture->model->habit[k];
        struct lengths lengths = none;
        fill_powers(way_home(habit, night), power[k]);
        fill_lengths(habit, last_night, &lengths);
        for (unsigned home = 1; home <= board->circles; home++) {
            unsigned shortest = shortest_way(board, night, home);
            unsigned detour = cells > shortest ? cells - shortest : 0;
            double sum = 0;
            for (unsigned steps = 0; steps < STEPS_MAX; steps++) {
                sum += by_steps[home][steps] * power[k][steps];
            }
            double length = night->over != 0    ? lengths.exactly[detour]
                            : cells >= shortest ? lengths.more_than[detour]
                                                : 1;
            mixture->weight[k][home] *= sum > 0 ? length / sum : 0;
        }
    }
}

/* ---- earlier nights ---- */

/* Takes into account the trails of a night on which Jack escaped. */
static void update_from_escape(struct mixture *mixture, const struct dossier_round *night,
                               struct weighted_trails *trails)
{
    double ends[SET_LIMIT];
    double power[HABITS_MAX][STEPS_MAX];
    weighted_trails_build(mixture->board, night, mixture->police, &mixture->model->walk, trails);
    weighted_trails_ends(trails, ends);
    update_from_length(mixture, night, false, power);
    for (unsigned k = 0; k < mixture->model->habits; k++) {
        for (unsigned home = 1; home <= mixture->board->circles; home++) {
            mixture->weight[k][home] *= ends[home];
        }
    }
}

/* ---- tonight ---- */

/*
 * Returns true if Jack can still walk home from there. He has to enter his hideout, so if he is on it already
 * he needs two steps: out and back.
 */
static bool can_get_home(const struct board *board, unsigned from, unsigned home, unsigned left)
{
    unsigned steps = board->steps[from][home];
    return steps == 0 ? left >= 2 : steps <= left;
}

/* Draws the hideout for a sample in which Jack is on `now`. */
static unsigned draw_home(const struct mixture *mixture, unsigned now, unsigned left, struct random *random)
{
    const struct board *board = mixture->board;
    double weight[SET_LIMIT] = {0};
    double total = 0;
    for (unsigned home = 1; home <= board->circles; home++) {
        if (can_get_home(board, now, home, left)) {
            weight[home] = mixture->of_distance[home][steps_between(board, now, home)];
            total += weight[home];
        }
    }
    return random_weighted_of(weight, board->circles + 1, total, random);
}

/*
 * Combines ends and hideouts: fills posterior->home and posterior->now, and end_weight[] with the total weight
 * of the hideouts that fit each end.
 */
static void combine_ends_and_homes(const struct mixture *mixture, const double ends[SET_LIMIT],
                                   double end_weight[SET_LIMIT], struct posterior *posterior)
{
    const struct board *board = mixture->board;
    memset(posterior->home, 0, sizeof posterior->home);
    memset(end_weight, 0, SET_LIMIT * sizeof end_weight[0]);
    for (unsigned end = 1; end <= board->circles; end++) {
        if (!(ends[end] > 0)) {
            continue;
        }
        double fear = set_has(&mixture->foreseen, end) ? mixture->model->foresight : 1;
        for (unsigned home = 1; home <= board->circles; home++) {
            if (can_get_home(board, end, home, posterior->left)) {
                double weight = fear * mixture->of_distance[home][steps_between(board, end, home)];
                end_weight[end] += weight;
                posterior->home[home] += ends[end] * weight;
            }
        }
        posterior->now[end] = ends[end] * end_weight[end];
    }
    scale_to_one(posterior->home);
    scale_to_one(posterior->now);
}

static void update_from_tonight(struct mixture *mixture, const struct dossier_round *night, bool last_night,
                                struct weighted_trails *trails, struct random *random,
                                struct posterior *posterior)
{
    double ends[SET_LIMIT];
    double end_weight[SET_LIMIT];
    double power[HABITS_MAX][STEPS_MAX];
    weighted_trails_build(mixture->board, night, mixture->police, &mixture->model->walk, trails);
    weighted_trails_ends(trails, ends);
    update_from_length(mixture, night, last_night, power);
    for (unsigned home = 1; home <= mixture->board->circles; home++) {
        for (unsigned k = 0; k < mixture->model->habits; k++) {
            for (unsigned steps = 0; steps < STEPS_MAX && mixture->weight[k][home] > 0; steps++) {
                mixture->of_distance[home][steps] += mixture->weight[k][home] * power[k][steps];
            }
        }
    }
    combine_ends_and_homes(mixture, ends, end_weight, posterior);
    weighted_trails_set_end_weights(trails, end_weight);
    for (unsigned i = 0; i < mixture->model->samples; i++) {
        struct posterior_sample *sample = &posterior->sample[posterior->samples];
        sample->now = (uint8_t)weighted_trails_sample(trails, random, &sample->visited);
        if (sample->now != 0) {
            sample->home = (uint8_t)draw_home(mixture, sample->now, posterior->left, random);
            posterior->samples++;
        }
    }
}

/* ---- all together ---- */

/* Prior: one of these must be his hideout. */
static void init_mixture(const struct board *board, const struct dossier *dossier,
                         const struct posterior_model *model, struct mixture *mixture)
{
    struct set homes = set_minus(hideout_circles(board, dossier->options), &dossier->not_hideout);
    memset(mixture, 0, sizeof *mixture);
    mixture->board = board;
    mixture->model = model;
    mixture->police = dossier->police;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT && dossier->phase == PHASE_ACT; pawn++) {
        if (model->foresight > 0) {
            mixture->foreseen = set_or(mixture->foreseen, &board->next_to[dossier->police[pawn]]);
        }
    }
    for (unsigned k = 0; k < model->habits; k++) {
        double total = 0;
        SET_EACH (home, &homes) {
            bool red = set_meets(&board->adjacent[home], &board->red_circles);
            mixture->weight[k][home] = red ? model->habit[k].near_red : 1;
            total += mixture->weight[k][home];
        }
        SET_EACH (home, &homes) {
            mixture->weight[k][home] *= model->habit[k].prior / total;
        }
    }
}

/* Between nights: sums the mixture up. */
static void sum_up(const struct mixture *mixture, struct posterior *posterior)
{
    double total = 0;
    for (unsigned k = 0; k < mixture->model->habits; k++) {
        for (unsigned home = 1; home <= mixture->board->circles; home++) {
            posterior->home[home] += mixture->weight[k][home];
            posterior->habit[k] += mixture->weight[k][home];
        }
        total += posterior->habit[k];
    }
    for (unsigned k = 0; total > 0 && k < mixture->model->habits; k++) {
        posterior->habit[k] /= total;
    }
    scale_to_one(posterior->home);
}

void whitechapel_posterior_compute(const struct board *board, const struct dossier *dossier,
                                   const struct posterior_model *model, struct random *random,
                                   struct posterior *posterior)
{
    struct weighted_trails trails; /* large, but bots run on threads with a stack of their own */
    struct mixture mixture;
    memset(posterior, 0, sizeof *posterior);
    init_mixture(board, dossier, model, &mixture);
    for (unsigned i = 0; i < dossier->rounds; i++) {
        const struct dossier_round *night = &dossier->round[i];
        if (night->begun && night->over && model->uses_earlier_nights) {
            update_from_escape(&mixture, night, &trails);
        } else if (night->begun && !night->over) {
            posterior->hunting = true;
            posterior->left = CELL_LAST - (unsigned)night->last_cell;
            update_from_tonight(&mixture, night, i + 1 == ROWS, &trails, random, posterior);
            return;
        }
    }
    sum_up(&mixture, posterior);
}
