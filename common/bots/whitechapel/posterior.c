/* bot_hunch.c: see bot_hunch.h. */
#include "common/bots/whitechapel/posterior.h"

#include <string.h>

#include "common/bots/random_action.h"
#include "common/bots/whitechapel/weighted_trails.h"

/* share -> its powers by steps. */
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

/* circle -> what a stroller drawn to it would have ended with, all ends together. */
static void sum_of_ends(const struct board *board, const double ends[SET_LIMIT], const double *power,
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

/* A night he got home from, its trails traced: each hideout is as likely as those trails that end there. */
static void learn_from_escape(const struct board *board, const struct dossier_round *night,
                              const struct hunch_style *style, const struct trails *trails,
                              double home[SET_LIMIT])
{
    double ends[SET_LIMIT];
    double stroll[SET_LIMIT];
    double sum[SET_LIMIT];
    double power[BOARD_FAR + 1];
    double detour[BOARD_FAR + 1];
    unsigned cells = (unsigned)(night->last_cell - night->first_cell);
    fill_powers(style->direct, power);
    fill_powers(style->detour, detour);
    trails_ends(trails, ends);
    trails_stroll(board, night, stroll);
    sum_of_ends(board, stroll, power, sum);
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        unsigned shortest = shortest_way(board, night, circle);
        unsigned more = cells > shortest ? cells - shortest : 0;
        home[circle] *= ends[circle] > 0 ? ends[circle] / sum[circle] * detour[more] : 0;
    }
}

/* ---- tonight ---- */

/* He can still walk home from there: onto it he must step, so being there already takes two. */
static bool can_get_home(const struct board *board, unsigned from, unsigned home, unsigned left)
{
    unsigned steps = board->steps[from][home];
    return steps == 0 ? left >= 2 : steps <= left;
}

/* The hideout of a suspect who stands on `now`. */
static unsigned draw_home(const struct board *board, const double pull[SET_LIMIT], const double *power,
                          unsigned now, unsigned left, struct random *random)
{
    double weight[SET_LIMIT] = {0};
    double total = 0;
    for (unsigned home = 1; home <= board->circles; home++) {
        if (pull[home] > 0 && can_get_home(board, now, home, left)) {
            weight[home] = pull[home] * power[board->steps[now][home]];
            total += weight[home];
        }
    }
    return random_weighted_of(weight, board->circles + 1, total, random);
}

/* Ends and hideouts together: hideouts by `pull` become likely ones, ends get the weight of their hideouts. */
static void join_ends_and_homes(const struct board *board, const double *power, const double pull[SET_LIMIT],
                                const double ends[SET_LIMIT], double end_weight[SET_LIMIT],
                                struct hunch *hunch)
{
    memset(hunch->home, 0, sizeof hunch->home);
    memset(end_weight, 0, SET_LIMIT * sizeof end_weight[0]);
    for (unsigned end = 1; end <= board->circles; end++) {
        if (!(ends[end] > 0)) {
            continue;
        }
        for (unsigned home = 1; home <= board->circles; home++) {
            if (pull[home] > 0 && can_get_home(board, end, home, hunch->left)) {
                double weight = pull[home] * power[board->steps[end][home]];
                end_weight[end] += weight;
                hunch->home[home] += ends[end] * weight;
            }
        }
        hunch->now[end] = ends[end] * end_weight[end];
    }
    scale_to_one(hunch->home);
    scale_to_one(hunch->now);
}

static void learn_from_tonight(const struct board *board, const struct dossier_round *night,
                               const struct hunch_style *style, struct trails *trails, struct random *random,
                               struct hunch *hunch)
{
    double ends[SET_LIMIT];
    double stroll[SET_LIMIT];
    double pull[SET_LIMIT];
    double end_weight[SET_LIMIT];
    double power[BOARD_FAR + 1];
    fill_powers(style->direct, power);
    trails_ends(trails, ends);
    trails_stroll(board, night, stroll);
    sum_of_ends(board, stroll, power, pull);
    for (unsigned home = 1; home <= board->circles; home++) {
        pull[home] = pull[home] > 0 ? hunch->home[home] / pull[home] : 0;
    }
    join_ends_and_homes(board, power, pull, ends, end_weight, hunch);
    trails_weigh(trails, end_weight);
    for (unsigned i = 0; i < style->suspects; i++) {
        struct suspect *suspect = &hunch->suspect[hunch->suspects];
        suspect->now = (uint8_t)trails_draw(trails, random, &suspect->visited);
        if (suspect->now != 0) {
            suspect->home = (uint8_t)draw_home(board, pull, power, suspect->now, hunch->left, random);
            hunch->suspects++;
        }
    }
}

void hunch_form(const struct board *board, const struct dossier *dossier, const struct hunch_style *style,
                struct random *random, struct hunch *hunch)
{
    struct trails trails; /* large, but a bot thinks on a stack of its own */
    /* Whatever the weights say, one of these is his hideout. */
    struct set homes = set_minus(hideout_circles(board, dossier->options), &dossier->not_hideout);
    memset(hunch, 0, sizeof *hunch);
    SET_EACH (home, &homes) {
        hunch->home[home] = 1;
    }
    for (unsigned i = 0; i < dossier->rounds; i++) {
        const struct dossier_round *night = &dossier->round[i];
        if (night->begun && night->over && style->earlier_nights) {
            trails_trace(board, night, &trails);
            learn_from_escape(board, night, style, &trails, hunch->home);
        } else if (night->begun && !night->over) {
            hunch->hunting = true;
            hunch->left = CELL_LAST - (unsigned)night->last_cell;
            trails_trace(board, night, &trails);
            learn_from_tonight(board, night, style, &trails, random, hunch);
        }
    }
    scale_to_one(hunch->home);
}
