/*
 * jack_reply.c: predicts the next turn of the police after a move of Jack's.
 *
 * The police see only the kind of a move, so one prediction serves all moves of a kind. Jack adds the move to
 * a copy of the dossier, computes the posterior that the police would then have, and lets their own planner
 * walk. Each policeman is then expected to try an arrest on the likeliest circle next to them, if it is
 * likely enough. Jack does not know who the police are: predictions alternate between several kinds, and draw
 * new samples each time.
 */
#include <string.h>

#include "common/bots/whitechapel/whitechapel_bot.h"

/* Adds a move of this kind to the current night, as everybody will see it. */
static void add_step(struct dossier *dossier, enum tile tile, const uint8_t police[PAWN_COUNT])
{
    struct dossier_round *night = &dossier->round[dossier->rounds - 1];
    struct dossier_step *step = &night->step[night->steps++];
    step->tile = (uint8_t)tile;
    step->first = (uint8_t)(night->last_cell + 1);
    step->cells = tile == TILE_COACH ? 2 : 1;
    memcpy(step->police, police, sizeof step->police);
    night->last_cell = (uint8_t)(night->last_cell + step->cells);
}

/* Fills in the chance of an arrest on each circle, with the police on these crossings. */
static void predict_arrests(const struct board *board, const uint8_t crossing[PAWN_COUNT],
                            const double now[SET_LIMIT], double arrest[SET_LIMIT])
{
    static const double likely = 0.05, unlikely_tries = 0.3, tries = 0.8, beside_one = 0.03,
                        beside_more = 0.12;
    struct set named = {{0}};
    uint8_t beside[SET_LIMIT] = {0};
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        (void)police_claim_arrest(&board->next_to[crossing[pawn]], now, &named);
        SET_EACH (circle, &board->next_to[crossing[pawn]]) {
            beside[circle]++;
        }
    }
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        arrest[circle] = beside[circle] == 0 ? 0 : beside[circle] == 1 ? beside_one : beside_more;
        if (set_has(&named, circle)) {
            arrest[circle] = now[circle] > likely ? tries : unlikely_tries;
        }
    }
}

void jack_reply_predict(const struct bot_observation *observation, const struct jack_path *before,
                        enum tile tile, unsigned number, struct random *random, struct jack_path *after,
                        double arrest[SET_LIMIT])
{
    const struct police_skill *police =
        police_expected[before->skill->expects_plain ? EXPECTED_PLAIN : number % EXPECTED_POLICE];
    struct dossier dossier = observation->dossier;
    struct posterior posterior;
    struct posterior_model model = police->model;
    uint8_t crossing[PAWN_COUNT];
    unsigned cells = tile == TILE_COACH ? 2 : 1;
    model.samples = 96;
    add_step(&dossier, tile, observation->view.crossing);
    whitechapel_posterior_compute(before->board, &dossier, &model, random, &posterior);
    memcpy(crossing, observation->view.crossing, sizeof crossing);
    police_plan(observation, police, &posterior, game_policemen(GAME_WHITECHAPEL), crossing);
    predict_arrests(before->board, crossing, posterior.now, arrest);
    after->board = before->board;
    after->skill = before->skill;
    after->home = before->home;
    after->round = before->round;
    after->left = before->left - cells;
    after->used = before->used + cells;
    after->policemen = 0;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        after->police[after->policemen++] = crossing[pawn];
    }
    jack_path_evaluate(after, posterior.now, posterior.home[after->home]);
}
