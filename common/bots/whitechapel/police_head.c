/*
 * bot_whitechapel_head.c: what the Head of the Investigation decides before the hunt.
 *
 * Patrols are placed as policemen would be who knew that one of the women is about to die and who may live where.
 * The Wretched are led towards them.
 */
#include <string.h>

#include "common/bots/whitechapel/whitechapel_bot.h"

/* ---- the address ---- */

/* A wrong name costs nothing but the chance to name another later; on the last night there is no later. */
static bool name_address(const struct bot_observation *observation, const struct hunch *hunch,
                         struct action *action)
{
    static const double sure_enough[ROWS] = {1, 0.34, 0.2, 0};
    unsigned likeliest = 1;
    for (unsigned home = 1; home <= observation->board->circles; home++) {
        if (hunch->home[home] > hunch->home[likeliest]) {
            likeliest = home;
        }
    }
    action->kind = ACTION_ADDRESS;
    action->circle = (uint8_t)likeliest;
    return hunch->home[likeliest] >= sure_enough[observation->view.round - 1];
}

/* Where one policeman alone would do most. */
static unsigned best_for_one(const struct beats *beats, const struct set *crossings, struct random *random)
{
    unsigned best = random_member(crossings, random);
    double best_score = -1;
    SET_EACH (crossing, crossings) {
        uint8_t alone[PAWN_COUNT] = {[PAWN_YELLOW] = (uint8_t)crossing};
        double score = beats_score(beats, alone);
        if (score > best_score) {
            best_score = score;
            best = crossing;
        }
    }
    return best;
}

/* ---- patrols ---- */

/* Seven crossings: those that must bear a token and those that are best of the others. */
static void choose_crossings(const struct bot_observation *observation, const struct police_skill *skill,
                             const struct beats *beats, struct random *random, uint8_t place[PATROLS])
{
    const struct legal *legal = &observation->legal.shown;
    struct set left = legal->patrols_free;
    unsigned count = 0;
    SET_EACH (crossing, &legal->patrols_fixed) {
        place[count++] = (uint8_t)crossing;
    }
    for (unsigned i = 0; i < legal->patrols_choose; i++) {
        unsigned best =
            skill->chooses_faces ? best_for_one(beats, &left, random) : random_member(&left, random);
        set_remove(&left, best);
        place[count++] = (uint8_t)best;
    }
}

/* Which two of the seven are false: those that are missed least. */
static void choose_false(const struct beats *beats, const uint8_t place[PATROLS], struct random *random,
                         unsigned false_one[2])
{
    double best = -1;
    for (unsigned first = 0; first < PATROLS; first++) {
        for (unsigned second = first + 1; second < PATROLS; second++) {
            uint8_t crossing[PAWN_COUNT] = {0};
            unsigned pawn = PAWN_YELLOW;
            for (unsigned i = 0; i < PATROLS; i++) {
                if (i != first && i != second) {
                    crossing[pawn++] = place[i];
                }
            }
            double score =
                beats_score(beats, crossing) * (1 + random_share(random) / 20); /* not to be read */
            if (score > best) {
                best = score;
                false_one[0] = first;
                false_one[1] = second;
            }
        }
    }
}

/* Where women lie, or where they could: the crimes to come. */
static struct set crimes_to_come(const struct bot_observation *observation)
{
    struct set crimes = {{0}};
    for (unsigned i = 0; i < observation->view.women; i++) {
        set_add(&crimes, observation->view.woman[i]);
    }
    return crimes;
}

static void place_patrols(const struct bot_observation *observation, const struct police_skill *skill,
                          const struct hunch *hunch, struct random *random, struct action *action)
{
    struct beats beats;
    struct set crimes = crimes_to_come(observation);
    uint8_t place[PATROLS] = {0};
    uint8_t face[POLICEMEN_MAX] = {PAWN_YELLOW, PAWN_RED, PAWN_BLUE, PAWN_GREEN, PAWN_BROWN};
    unsigned false_one[2] = {random_below(random, PATROLS), 0};
    beats_of_crime(observation, skill, hunch, &crimes, &beats);
    choose_crossings(observation, skill, &beats, random, place);
    false_one[1] = (false_one[0] + 1 + random_below(random, PATROLS - 1)) % PATROLS;
    if (skill->chooses_faces) {
        choose_false(&beats, place, random, false_one);
    }
    random_shuffle(face, POLICEMEN_MAX, random);
    action->kind = ACTION_PATROLS;
    for (unsigned i = 0, next = 0; i < PATROLS; i++) {
        action->list[action->count++] = place[i];
        action->list[action->count++] = i == false_one[0] || i == false_one[1] ? PAWN_FALSE : face[next++];
    }
}

/* ---- the Wretched ---- */

/* Crossings of patrols that are policemen as far as the viewer knows. */
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

/* Many patrols near and homes far. */
static double wretched_worth(const struct bot_observation *observation, const struct hunch *hunch,
                             unsigned circle)
{
    uint8_t turns[SET_LIMIT];
    uint8_t crossing[PATROLS];
    unsigned count = real_patrols(&observation->view, crossing);
    double worth = 0;
    plan_turns(observation->board, circle, 3, turns);
    for (unsigned i = 0; i < count; i++) {
        worth += turns[crossing[i]] <= 3 ? 1.0 / (1 + turns[crossing[i]]) : 0;
    }
    for (unsigned home = 1; home <= observation->board->circles; home++) {
        worth -= hunch->home[home] * 2 / (1 + observation->board->steps[circle][home]);
    }
    return worth;
}

static void lead_wretched(const struct bot_observation *observation, const struct hunch *hunch,
                          struct random *random, struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    unsigned who = random_below(random, legal->wretched);
    double best = -1e9;
    action->kind = ACTION_WRETCHED;
    action->from = legal->wretched_from[who];
    SET_EACH (circle, &legal->wretched_to[who]) {
        double worth = wretched_worth(observation, hunch, circle);
        if (worth > best) {
            best = worth;
            action->to = (uint8_t)circle;
        }
    }
}

/* ---- answers to letters ---- */

/* Of two patrols named by Saucy Jacky: where they would do most, one after the other. */
static void shift_patrols(const struct bot_observation *observation, const struct beats *beats,
                          struct random *random, struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    struct set to = legal->shifted_to;
    action->kind = ACTION_MOVE_PATROLS;
    SET_EACH (from, &legal->shifted_from) {
        unsigned best = best_for_one(beats, &to, random);
        set_remove(&to, best);
        action->list[action->count++] = (uint8_t)from;
        action->list[action->count++] = (uint8_t)best;
    }
}

/* Goulston Street calls one of two: the one who is missed less. */
static void send_to_goulston(const struct bot_observation *observation, const struct beats *beats,
                             struct action *action)
{
    double best = -1;
    action->kind = ACTION_GOULSTON;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((observation->legal.shown.goulston_pawns & PAWN_BIT(pawn)) != 0) {
            uint8_t crossing[PAWN_COUNT];
            memcpy(crossing, observation->view.crossing, sizeof crossing);
            crossing[pawn] = observation->board->goulston_street;
            double score = beats_score(beats, crossing);
            if (score > best) {
                best = score;
                action->pawn = (uint8_t)pawn;
            }
        }
    }
}

/* ---- all of it ---- */

void police_head(const struct bot_observation *observation, const struct police_skill *skill,
                 const struct hunch *hunch, struct random *random, struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    struct beats beats;
    struct set crimes = crimes_to_come(observation);
    action->by = (uint8_t)random_bit(legal->actors, random);
    switch (observation->view.phase) {
    case PHASE_PATROLS:
        if ((legal->kinds & ACTION_BIT(ACTION_ADDRESS)) == 0 || !name_address(observation, hunch, action)) {
            action->circle = 0;
            place_patrols(observation, skill, hunch, random, action);
        }
        break;
    case PHASE_WRETCHED:
        lead_wretched(observation, hunch, random, action);
        break;
    case PHASE_MOVE_PATROLS:
        beats_of_crime(observation, skill, hunch, &crimes, &beats);
        shift_patrols(observation, &beats, random, action);
        break;
    default:
        beats_of_hunt(observation, skill, hunch, &beats);
        send_to_goulston(observation, &beats, action);
    }
}
