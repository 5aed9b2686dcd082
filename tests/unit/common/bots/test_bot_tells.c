/*
 * test_bot_tells.c: what the bots of Letters from Whitechapel do in public says little about what they hide.
 *
 * Each test draws many openings, lets a bot make one kind of decision in each, and estimates the mutual
 * information of the decision with the secret, in bits. The estimate of independent variables is about
 * (choices - 1) * (secrets - 1) / (1.39 * openings), not 0; the bounds allow for that.
 */
#include <check.h>
#include <math.h>
#include <string.h>

#include "common/bots/positioning.h"
#include "common/bots/self_play.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"

enum { VALUES = 8, OPENINGS = 2000 };

/* How often each decision went with each secret. */
struct joint {
    unsigned count[VALUES][VALUES], total;
};

static void count_pair(struct joint *joint, unsigned decision, unsigned secret)
{
    joint->count[decision][secret]++;
    joint->total++;
}

static double mutual_information(const struct joint *joint)
{
    double row[VALUES] = {0};
    double column[VALUES] = {0};
    double bits = 0;
    for (unsigned i = 0; i < VALUES; i++) {
        for (unsigned k = 0; k < VALUES; k++) {
            row[i] += joint->count[i][k];
            column[k] += joint->count[i][k];
        }
    }
    for (unsigned i = 0; i < VALUES; i++) {
        for (unsigned k = 0; k < VALUES; k++) {
            if (joint->count[i][k] != 0) {
                double count = joint->count[i][k];
                bits += count / joint->total * log2(count * joint->total / (row[i] * column[k]));
            }
        }
    }
    return bits;
}

/* Returns the place of a crossing among the tokens. */
static unsigned token_at(const struct view *view, unsigned crossing)
{
    unsigned token = 0;
    while (token + 1 < PATROLS && view->patrol_crossing[token] != crossing) {
        token++;
    }
    return token;
}

/* Returns which token is nearest to the hideout. */
static unsigned nearest_token(const struct board *board, const struct view *view, unsigned hideout)
{
    uint8_t turns[SET_LIMIT];
    unsigned best = 0;
    positioning_turns(board, hideout, POSITIONING_FAR - 1, turns);
    for (unsigned i = 1; i < PATROLS; i++) {
        if (turns[view->patrol_crossing[i]] < turns[view->patrol_crossing[best]]) {
            best = i;
        }
    }
    return best;
}

/* Lets novices play until `phase`; Jack waits on the way if `wait`. Returns false if the game ended first. */
static bool reach_phase(struct self_play *match, enum phase phase, bool wait, uint64_t seed,
                        struct bot_observation *observation)
{
    self_play_begin(match, play_board(GAME_WHITECHAPEL), 0, BOT_NOVICE, BOT_NOVICE, seed);
    while (self_play_observe(match, observation)) {
        struct action action;
        if (match->game.phase == phase) {
            return true;
        }
        self_play_choose(match, observation, &action);
        if (match->game.phase == PHASE_KILL && wait) {
            action = (struct action){.kind = ACTION_WAIT, .by = PAWN_JACK};
        }
        ck_assert(self_play_apply(match, &action));
    }
    return false;
}

START_TEST(the_revealed_patrol_does_not_betray_the_hideout)
{
    static struct joint joint;
    struct self_play match;
    struct bot_observation observation;
    for (uint64_t seed = 0; seed < OPENINGS; seed++) {
        struct action action;
        ck_assert(reach_phase(&match, PHASE_REVEAL, true, seed, &observation));
        unsigned nearest = nearest_token(match.board, &observation.view, match.game.hideout);
        ck_assert(bot_choose(&observation, BOT_HARD, seed, &action));
        count_pair(&joint, token_at(&observation.view, action.crossing), nearest);
    }
    ck_assert_double_lt(mutual_information(&joint), 0.03);
}
END_TEST

START_TEST(the_revealed_patrol_is_the_same_for_every_hideout)
{
    struct self_play match;
    struct bot_observation observation;
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct action action;
        struct action other;
        ck_assert(reach_phase(&match, PHASE_REVEAL, true, seed, &observation));
        ck_assert(bot_choose(&observation, BOT_HARD, seed, &action));
        observation.view.hideout = (uint8_t)(observation.view.hideout == 100 ? 101 : 100);
        ck_assert(bot_choose(&observation, BOT_HARD, seed, &other));
        ck_assert_mem_eq(&action, &other, sizeof action);
    }
}
END_TEST

START_TEST(the_crossings_of_the_first_night_do_not_betray_false_patrols)
{
    static struct joint joint;
    struct self_play match;
    struct bot_observation observation;
    unsigned pairs[VALUES][VALUES] = {{0}};
    unsigned most = 0;
    ck_assert(reach_phase(&match, PHASE_PATROLS, false, 1, &observation));
    for (uint64_t seed = 0; seed < OPENINGS; seed++) {
        struct action action;
        unsigned false_one[2] = {0};
        unsigned found = 0;
        ck_assert(bot_choose(&observation, BOT_HARD, seed, &action));
        for (unsigned i = 0; i < PATROLS; i++) {
            bool is_false = action.list[2 * i + 1] == PAWN_FALSE;
            count_pair(&joint, i, is_false);
            if (is_false) {
                false_one[found++] = i;
            }
        }
        unsigned count = ++pairs[false_one[0]][false_one[1]];
        most = count > most ? count : most;
    }
    ck_assert_double_lt(mutual_information(&joint), 0.01);
    ck_assert_uint_lt(most, OPENINGS / 10); /* 21 pairs: one in 21 is expected */
}
END_TEST

START_TEST(waiting_on_the_first_night_does_not_betray_the_hideout)
{
    static struct joint joint;
    struct self_play match;
    struct bot_observation observation;
    unsigned waits = 0;
    for (uint64_t seed = 0; seed < OPENINGS / 2; seed++) {
        struct action action;
        ck_assert(reach_phase(&match, PHASE_KILL, false, seed, &observation));
        ck_assert(bot_choose(&observation, BOT_HARD, seed, &action));
        waits += action.kind == ACTION_WAIT;
        count_pair(&joint, action.kind == ACTION_WAIT,
                   nearest_token(match.board, &observation.view, match.game.hideout));
    }
    ck_assert_uint_gt(waits, OPENINGS / 2 / 20); /* he does wait */
    ck_assert_double_lt(mutual_information(&joint), 0.03);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("bot_tells");
    TCase *tests = tcase_create("tells");
    tcase_set_timeout(tests, 280);
    tcase_add_test(tests, the_revealed_patrol_does_not_betray_the_hideout);
    tcase_add_test(tests, the_revealed_patrol_is_the_same_for_every_hideout);
    tcase_add_test(tests, the_crossings_of_the_first_night_do_not_betray_false_patrols);
    tcase_add_test(tests, waiting_on_the_first_night_does_not_betray_the_hideout);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
