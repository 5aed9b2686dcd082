/*
 * police_head.c: what the Head of the Investigation decides before the hunt.
 *
 * Patrols are placed like policemen who know that one of the women is about to be murdered and how likely
 * each hideout is. The Wretched are moved towards the patrols.
 */
#include <string.h>

#include "common/bots/whitechapel/whitechapel_bot.h"

/* ---- the address ---- */

/*
 * Chooses the address to name and returns true if it is likely enough. A wrong address costs only the chance
 * to name one later, so the threshold drops night by night.
 */
static bool choose_address(const struct bot_observation *observation, const struct posterior *posterior,
                           struct action *action)
{
    static const double sure_enough[ROWS] = {1, 0.34, 0.2, 0};
    unsigned likeliest = 1;
    for (unsigned home = 1; home <= observation->board->circles; home++) {
        if (posterior->home[home] > posterior->home[likeliest]) {
            likeliest = home;
        }
    }
    action->kind = ACTION_ADDRESS;
    action->circle = (uint8_t)likeliest;
    return posterior->home[likeliest] >= sure_enough[observation->view.round - 1];
}

/* Returns the crossing where a single policeman scores best. */
static unsigned best_for_one(const struct police_position *position, const struct set *crossings,
                             struct random *random)
{
    unsigned best = random_member(crossings, random);
    double best_score = -1;
    SET_EACH (crossing, crossings) {
        uint8_t alone[PAWN_COUNT] = {[PAWN_YELLOW] = (uint8_t)crossing};
        double score = police_position_score(position, alone);
        if (score > best_score) {
            best_score = score;
            best = crossing;
        }
    }
    return best;
}

/* ---- patrols ---- */

/* Chooses seven crossings: those that must have a token, then the best of the others. */
static void choose_crossings(const struct bot_observation *observation, const struct police_skill *skill,
                             const struct police_position *position, struct random *random,
                             uint8_t place[PATROLS])
{
    const struct legal *legal = &observation->legal.shown;
    struct set left = legal->patrols_free;
    unsigned count = 0;
    SET_EACH (crossing, &legal->patrols_fixed) {
        place[count++] = (uint8_t)crossing;
    }
    for (unsigned i = 0; i < legal->patrols_choose; i++) {
        unsigned best = skill->chooses_false_patrols ? best_for_one(position, &left, random)
                                                     : random_member(&left, random);
        set_remove(&left, best);
        place[count++] = (uint8_t)best;
    }
}

/*
 * Draws which two of the seven patrols are false: likelier those that contribute little to the position. On
 * night 1 the patrols stand where everyone expects them, so any preference would tell Jack which are false.
 */
static void choose_false(const struct police_position *position, bool first_night,
                         const uint8_t place[PATROLS], struct random *random, unsigned false_one[2])
{
    enum { PAIRS = PATROLS * (PATROLS - 1) / 2 };
    double score[PAIRS];
    unsigned pair[PAIRS][2];
    unsigned count = 0;
    double best = 0;
    for (unsigned first = 0; first < PATROLS; first++) {
        for (unsigned second = first + 1; second < PATROLS; second++) {
            uint8_t crossing[PAWN_COUNT] = {0};
            unsigned pawn = PAWN_YELLOW;
            for (unsigned i = 0; i < PATROLS; i++) {
                if (i != first && i != second) {
                    crossing[pawn++] = place[i];
                }
            }
            score[count] = first_night ? 1 : police_position_score(position, crossing);
            best = score[count] > best ? score[count] : best;
            pair[count][0] = first;
            pair[count++][1] = second;
        }
    }
    for (unsigned i = 0; i < count; i++) {
        double below = best > 0 ? 1 - score[i] / best : 0;
        score[i] = 1 / ((below + 0.02) * (below + 0.02));
    }
    unsigned drawn = random_weighted(score, count, random);
    false_one[0] = pair[drawn][0];
    false_one[1] = pair[drawn][1];
}

/* Returns the circles where a woman is or may be: the possible crime scenes. */
static struct set crimes_to_come(const struct bot_observation *observation)
{
    struct set crimes = {{0}};
    for (unsigned i = 0; i < observation->view.women; i++) {
        set_add(&crimes, observation->view.woman[i]);
    }
    return crimes;
}

static void place_patrols(const struct bot_observation *observation, const struct police_skill *skill,
                          const struct posterior *posterior, struct random *random, struct action *action)
{
    struct police_position position;
    struct set crimes = crimes_to_come(observation);
    uint8_t place[PATROLS] = {0};
    uint8_t face[POLICEMEN_MAX] = {PAWN_YELLOW, PAWN_RED, PAWN_BLUE, PAWN_GREEN, PAWN_BROWN};
    unsigned false_one[2] = {random_below(random, PATROLS), 0};
    police_position_for_crime(observation, skill, posterior, &crimes, &position);
    choose_crossings(observation, skill, &position, random, place);
    false_one[1] = (false_one[0] + 1 + random_below(random, PATROLS - 1)) % PATROLS;
    if (skill->chooses_false_patrols) {
        choose_false(&position, observation->view.round == 1, place, random, false_one);
    }
    random_shuffle(face, POLICEMEN_MAX, random);
    action->kind = ACTION_PATROLS;
    for (unsigned i = 0, next = 0; i < PATROLS; i++) {
        action->list[action->count++] = place[i];
        action->list[action->count++] = i == false_one[0] || i == false_one[1] ? PAWN_FALSE : face[next++];
    }
}

/* ---- the Wretched ---- */

/* Lists the crossings of the patrols that are real as far as the viewer knows. Returns their number. */
static unsigned real_patrols(const struct view *view, uint8_t crossing[PATROLS])
{
    unsigned count = 0;
    for (unsigned i = 0; i < PATROLS; i++) {
        if (view->patrol_crossing[i] != 0 && view->patrol_face[i] != PAWN_FALSE) {
            crossing[count++] = view->patrol_crossing[i];
        }
    }
    return count;
}

/* Returns a score for moving a Wretched to a circle: near many patrols, far from likely hideouts. */
static double wretched_worth(const struct bot_observation *observation, const struct posterior *posterior,
                             unsigned circle)
{
    uint8_t turns[SET_LIMIT];
    uint8_t crossing[PATROLS];
    unsigned count = real_patrols(&observation->view, crossing);
    double worth = 0;
    positioning_turns(observation->board, circle, 3, turns);
    for (unsigned i = 0; i < count; i++) {
        worth += turns[crossing[i]] <= 3 ? 1.0 / (1 + turns[crossing[i]]) : 0;
    }
    for (unsigned home = 1; home <= observation->board->circles; home++) {
        worth -= posterior->home[home] * 2 / (1 + observation->board->steps[circle][home]);
    }
    return worth;
}

static void choose_wretched(const struct bot_observation *observation, const struct posterior *posterior,
                            struct random *random, struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    unsigned who = random_below(random, legal->wretched);
    double best = -1e9;
    action->kind = ACTION_WRETCHED;
    action->from = legal->wretched_from[who];
    SET_EACH (circle, &legal->wretched_to[who]) {
        double worth = wretched_worth(observation, posterior, circle);
        if (worth > best) {
            best = worth;
            action->to = (uint8_t)circle;
        }
    }
}

/* ---- responses to letters ---- */

/* Moves the two patrols named by the Saucy Jacky letter to the best crossings, one after the other. */
static void choose_moved_patrols(const struct bot_observation *observation,
                                 const struct police_position *position, struct random *random,
                                 struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    struct set to = legal->shifted_to;
    action->kind = ACTION_MOVE_PATROLS;
    SET_EACH (from, &legal->shifted_from) {
        unsigned best = best_for_one(position, &to, random);
        set_remove(&to, best);
        action->list[action->count++] = (uint8_t)from;
        action->list[action->count++] = (uint8_t)best;
    }
}

/* Sends one of two policemen to Goulston Street: the one whose absence costs less. */
static void choose_goulston(const struct bot_observation *observation, const struct police_position *position,
                            struct action *action)
{
    double best = -1;
    action->kind = ACTION_GOULSTON;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((observation->legal.shown.goulston_pawns & PAWN_BIT(pawn)) != 0) {
            uint8_t crossing[PAWN_COUNT];
            memcpy(crossing, observation->view.crossing, sizeof crossing);
            crossing[pawn] = observation->board->goulston_street;
            double score = police_position_score(position, crossing);
            if (score > best) {
                best = score;
                action->pawn = (uint8_t)pawn;
            }
        }
    }
}

/* ---- dispatch ---- */

void police_head(const struct bot_observation *observation, const struct police_skill *skill,
                 const struct posterior *posterior, struct random *random, struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    struct police_position position;
    struct set crimes = crimes_to_come(observation);
    action->by = (uint8_t)random_bit(legal->actors, random);
    switch (observation->view.phase) {
    case PHASE_PATROLS:
        if ((legal->kinds & ACTION_BIT(ACTION_ADDRESS)) == 0 ||
            !choose_address(observation, posterior, action)) {
            action->circle = 0;
            place_patrols(observation, skill, posterior, random, action);
        }
        break;
    case PHASE_WRETCHED:
        choose_wretched(observation, posterior, random, action);
        break;
    case PHASE_MOVE_PATROLS:
        police_position_for_crime(observation, skill, posterior, &crimes, &position);
        choose_moved_patrols(observation, &position, random, action);
        break;
    default:
        police_position_for_hunt(observation, skill, posterior, &position);
        choose_goulston(observation, &position, action);
    }
}
