/* posterior.c: see posterior.h. */
#include "common/bots/whitechapel/posterior.h"

#include <string.h>

#include "common/bots/random_action.h"
#include "common/bots/whitechapel/weighted_trails.h"

/* Fills power[n] with the n-th power of `base`. */
static void fill_powers(double share, double power[BOARD_FAR + 1])
{
    power[0] = 1;
    for (unsigned i = 1; i <= BOARD_FAR; i++) {
        power[i] = power[i - 1] * share;
    }
}

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

/* ---- earlier nights ---- */

/*
 * Fills sum[home] with the total weight of all ends for a Jack who lives at `home`: the normalizing constant
 * of its likelihood.
 */
static void sum_home_weights(const struct board *board, const double ends[SET_LIMIT], const double *power,
                             double sum[SET_LIMIT])
{
    memset(sum, 0, SET_LIMIT * sizeof sum[0]);
    for (unsigned end = 1; end <= board->circles; end++) {
        if (ends[end] > 0) {
            for (unsigned home = 1; home <= board->circles; home++) {
                sum[home] += ends[end] * power[board->steps[end][home]];
            }
        }
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

/*
 * Multiplies the probability of each hideout by the likelihood of the trails that ended there, for a night on
 * which Jack escaped.
 */
static void update_from_escape(const struct board *board, const struct dossier_round *night,
                               const struct posterior_model *model, const struct weighted_trails *trails,
                               double home[SET_LIMIT])
{
    double ends[SET_LIMIT];
    double random_walk[SET_LIMIT];
    double sum[SET_LIMIT];
    double power[BOARD_FAR + 1];
    double detour[BOARD_FAR + 1];
    unsigned cells = (unsigned)(night->last_cell - night->first_cell);
    fill_powers(model->home_factor, power);
    fill_powers(model->detour_factor, detour);
    weighted_trails_ends(trails, ends);
    weighted_trails_random_walk(board, night, random_walk);
    sum_home_weights(board, random_walk, power, sum);
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        unsigned shortest = shortest_way(board, night, circle);
        unsigned more = cells > shortest ? cells - shortest : 0;
        home[circle] *= ends[circle] > 0 ? ends[circle] / sum[circle] * detour[more] : 0;
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
static unsigned draw_home(const struct board *board, const double home_weight[SET_LIMIT], const double *power,
                          unsigned now, unsigned left, struct random *random)
{
    double weight[SET_LIMIT] = {0};
    double total = 0;
    for (unsigned home = 1; home <= board->circles; home++) {
        if (home_weight[home] > 0 && can_get_home(board, now, home, left)) {
            weight[home] = home_weight[home] * power[board->steps[now][home]];
            total += weight[home];
        }
    }
    return random_weighted_of(weight, board->circles + 1, total, random);
}

/*
 * Combines both into the posterior: fills posterior->home and posterior->now, and end_weight[] with the total
 * weight of the hideouts that fit each end.
 */
static void combine_ends_and_homes(const struct board *board, const double *power,
                                   const double home_weight[SET_LIMIT], const double ends[SET_LIMIT],
                                   double end_weight[SET_LIMIT], struct posterior *posterior)
{
    memset(posterior->home, 0, sizeof posterior->home);
    memset(end_weight, 0, SET_LIMIT * sizeof end_weight[0]);
    for (unsigned end = 1; end <= board->circles; end++) {
        if (!(ends[end] > 0)) {
            continue;
        }
        for (unsigned home = 1; home <= board->circles; home++) {
            if (home_weight[home] > 0 && can_get_home(board, end, home, posterior->left)) {
                double weight = home_weight[home] * power[board->steps[end][home]];
                end_weight[end] += weight;
                posterior->home[home] += ends[end] * weight;
            }
        }
        posterior->now[end] = ends[end] * end_weight[end];
    }
    scale_to_one(posterior->home);
    scale_to_one(posterior->now);
}

static void update_from_tonight(const struct board *board, const struct dossier_round *night,
                                const struct posterior_model *model, struct weighted_trails *trails,
                                struct random *random, struct posterior *posterior)
{
    double ends[SET_LIMIT];
    double random_walk[SET_LIMIT];
    double home_weight[SET_LIMIT];
    double end_weight[SET_LIMIT];
    double power[BOARD_FAR + 1];
    fill_powers(model->home_factor, power);
    weighted_trails_ends(trails, ends);
    weighted_trails_random_walk(board, night, random_walk);
    sum_home_weights(board, random_walk, power, home_weight);
    for (unsigned home = 1; home <= board->circles; home++) {
        home_weight[home] = home_weight[home] > 0 ? posterior->home[home] / home_weight[home] : 0;
    }
    combine_ends_and_homes(board, power, home_weight, ends, end_weight, posterior);
    weighted_trails_set_end_weights(trails, end_weight);
    for (unsigned i = 0; i < model->samples; i++) {
        struct posterior_sample *sample = &posterior->sample[posterior->samples];
        sample->now = (uint8_t)weighted_trails_sample(trails, random, &sample->visited);
        if (sample->now != 0) {
            sample->home =
                (uint8_t)draw_home(board, home_weight, power, sample->now, posterior->left, random);
            posterior->samples++;
        }
    }
}

void whitechapel_posterior_compute(const struct board *board, const struct dossier *dossier,
                                   const struct posterior_model *model, struct random *random,
                                   struct posterior *posterior)
{
    struct weighted_trails trails; /* large, but bots run on threads with a stack of their own */
    /* Prior: one of these must be his hideout, all equally likely. */
    struct set homes = set_minus(hideout_circles(board, dossier->options), &dossier->not_hideout);
    memset(posterior, 0, sizeof *posterior);
    SET_EACH (home, &homes) {
        posterior->home[home] = 1;
    }
    for (unsigned i = 0; i < dossier->rounds; i++) {
        const struct dossier_round *night = &dossier->round[i];
        if (night->begun && night->over && model->uses_earlier_nights) {
            weighted_trails_build(board, night, &trails);
            update_from_escape(board, night, model, &trails, posterior->home);
        } else if (night->begun && !night->over) {
            posterior->hunting = true;
            posterior->left = CELL_LAST - (unsigned)night->last_cell;
            weighted_trails_build(board, night, &trails);
            update_from_tonight(board, night, model, &trails, random, posterior);
        }
    }
    scale_to_one(posterior->home);
}
