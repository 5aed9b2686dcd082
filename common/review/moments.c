/*
 * moments.c: what is worth telling about a game, picked from its decisions and moves.
 *
 * Each function looks for one kind of note. A list that is full takes no more notes.
 */
#include "common/review/review_internal.h"

enum { WALK_REACH = 2 /* crossings a policeman can walk in one turn */ };

static unsigned round_of(const struct review *review, uint32_t step)
{
    return review->step[step - 1].round; /* the action may have ended the round */
}

/* Returns the state after a decision, or before it if it ended the round: Whitehall's next one begins at once. */
static const struct review_step *outcome(const struct review *review, const struct review_decision *decision)
{
    const struct review_step *after = &review->step[decision->step];
    return after->hunting && after->round == after[-1].round ? after : after - 1;
}

/* Adds a moment in its place by step. */
static void add_moment(struct review *review, struct review_note note)
{
    if (review->moments == REVIEW_MOMENTS_MAX) {
        return;
    }
    unsigned at = review->moments++;
    for (; at > 0 && review->moment[at - 1].step > note.step; at--) {
        review->moment[at] = review->moment[at - 1];
    }
    note.round = (uint8_t)round_of(review, note.step);
    review->moment[at] = note;
}

static void add_summary(struct review *review, struct review_note note)
{
    if (review->notes < REVIEW_SUMMARY_MAX) {
        review->summary[review->notes++] = note;
    }
}

/* ---- moments ---- */

static void find_closest(struct review *review, unsigned round)
{
    const struct review_decision *closest = NULL;
    for (size_t i = 0; i < review->decisions; i++) {
        const struct review_decision *decision = &review->decision[i];
        if (decision->kind == ACTION_WALK && round_of(review, decision->step) == round &&
            (closest == NULL || decision->distance < closest->distance)) {
            closest = decision;
        }
    }
    if (closest != NULL) {
        add_moment(review, (struct review_note){.kind = NOTE_CLOSEST,
                                                .step = closest->step,
                                                .by = closest->by,
                                                .circle = closest->jack,
                                                .count = closest->distance});
    }
}

static void find_located(struct review *review, unsigned round)
{
    for (size_t i = 0; i < review->decisions; i++) {
        const struct review_decision *decision = &review->decision[i];
        if (round_of(review, decision->step) == round && review->step[decision->step - 1].circles == 1) {
            add_moment(review, (struct review_note){.kind = NOTE_LOCATED,
                                                    .step = decision->step - 1,
                                                    .circle = decision->jack});
            return;
        }
    }
}

/* A policeman who searches several circles gives up the arrest only once. */
static bool gives_up_arrest(const struct review *review, size_t index)
{
    const struct review_decision *decision = &review->decision[index];
    return decision->arrest_right && !decision->arrest_tried &&
           (index == 0 || review->decision[index - 1].by != decision->by ||
            !review->decision[index - 1].arrest_right || review->decision[index - 1].jack != decision->jack);
}

static void find_missed_chances(struct review *review)
{
    for (size_t i = 0; i < review->decisions; i++) {
        const struct review_decision *decision = &review->decision[i];
        struct review_note note = {.step = decision->step, .by = decision->by};
        if (gives_up_arrest(review, i)) {
            note.kind = NOTE_ARREST_NOT_TRIED;
            note.circle = decision->jack;
            note.from = decision->arrest_jack;
            note.to = decision->trails;
            add_moment(review, note);
        } else if (decision->one_off) {
            note.kind = NOTE_ONE_OFF;
            note.circle = decision->circle;
            note.other = decision->jack;
            add_moment(review, note);
        }
    }
}

static enum tile tile_of(const struct review_move *move)
{
    switch ((enum action_kind)move->kind) {
    case ACTION_COACH:
        return TILE_COACH;
    case ACTION_ALLEY:
        return TILE_ALLEY;
    case ACTION_BOAT:
        return TILE_BOAT;
    default:
        return TILE_NONE;
    }
}

static void find_special_moves(struct review *review)
{
    const struct review_move *best = NULL;
    unsigned most = 0;
    for (size_t i = 0; i < review->moves; i++) {
        const struct review_move *move = &review->move[i];
        unsigned before = review->step[move->step - 1].circles;
        unsigned after = review->step[move->step].circles;
        bool out_of_reach = move->was_nearest == 0 && move->nearest > WALK_REACH;
        if (tile_of(move) == TILE_NONE) {
            continue;
        }
        if (move->trapped || out_of_reach) {
            add_moment(review, (struct review_note){.kind = move->trapped ? NOTE_SAVED : NOTE_SLIPPED,
                                                    .step = move->step,
                                                    .tile = (uint8_t)tile_of(move),
                                                    .circle = move->from,
                                                    .other = move->to});
        }
        if (after > before && after - before > most) {
            most = after - before;
            best = move;
        }
    }
    if (best != NULL) {
        add_moment(review, (struct review_note){.kind = NOTE_BEST_SPECIAL,
                                                .step = best->step,
                                                .tile = (uint8_t)tile_of(best),
                                                .from = review->step[best->step - 1].circles,
                                                .to = review->step[best->step].circles});
    }
}

/* Finds the search that divided the trails by the largest number, and the one with the largest room for improvement. */
static void find_searches(struct review *review)
{
    const struct review_decision *best = NULL;
    const struct review_decision *worst = NULL;
    double most = 1;
    double room = 1;
    for (size_t i = 0; i < review->decisions; i++) {
        const struct review_decision *decision = &review->decision[i];
        double after = (double)outcome(review, decision)->trails;
        if (decision->kind != ACTION_SEARCH) {
            continue;
        }
        if (after > 0 && (double)decision->trails / after > most) {
            most = (double)decision->trails / after;
            best = decision;
        }
        if (decision->best_left > 0 && (double)decision->left / (double)decision->best_left > room) {
            room = (double)decision->left / (double)decision->best_left;
            worst = decision;
        }
    }
    if (best != NULL) {
        add_moment(review, (struct review_note){.kind = NOTE_BEST_SEARCH,
                                                .step = best->step,
                                                .by = best->by,
                                                .circle = best->circle,
                                                .from = best->trails,
                                                .to = review->step[best->step].trails});
    }
    if (worst != NULL) {
        add_moment(review, (struct review_note){.kind = NOTE_BETTER_SEARCH,
                                                .step = worst->step,
                                                .by = worst->by,
                                                .circle = worst->circle,
                                                .other = worst->best_circle,
                                                .from = worst->left,
                                                .to = worst->best_left});
    }
}

/* Returns how many targets there really are: the hideout, or the discoveries that have not been announced. */
static unsigned open_targets(const struct review *review, const struct review_step *step)
{
    return review->game == GAME_WHITECHAPEL ? 1U : step->round > 0 ? (unsigned)DISCOVERIES - step->round : 0;
}

static void find_target_known(struct review *review)
{
    for (size_t i = 1; i < review->steps; i++) {
        const struct review_step *step = &review->step[i];
        if (step->targets > 0 && step->targets == open_targets(review, step)) {
            add_moment(review, (struct review_note){
                                   .kind = NOTE_TARGET_KNOWN, .step = (uint32_t)i, .count = step->targets});
            return;
        }
    }
}

/* ---- the summary ---- */

static void sum_up_questions(struct review *review)
{
    struct review_note searches = {.kind = NOTE_SEARCHES};
    struct review_note arrests = {.kind = NOTE_ARRESTS};
    for (size_t i = 0; i < review->decisions; i++) {
        const struct review_decision *decision = &review->decision[i];
        if (decision->kind == ACTION_SEARCH) {
            searches.count++;
            searches.from += decision->found;
            searches.to += decision->yes == 0 || decision->yes == decision->trails;
        }
        arrests.count += decision->kind == ACTION_ARREST;
        arrests.from += gives_up_arrest(review, i);
    }
    if (searches.count > 0) {
        add_summary(review, searches);
    }
    if (arrests.count > 0 || arrests.from > 0) {
        add_summary(review, arrests);
    }
}

static void sum_up_round(struct review *review, unsigned round)
{
    struct review_note note = {.kind = NOTE_ROUND, .round = (uint8_t)round};
    struct review_note next_to[PAWN_COUNT] = {{.kind = NOTE_NEXT_TO}};
    for (size_t i = 0; i < review->moves; i++) {
        note.count += round_of(review, review->move[i].step) == round;
    }
    for (size_t i = 0; i < review->decisions; i++) {
        const struct review_decision *decision = &review->decision[i];
        unsigned circles = outcome(review, decision)->circles;
        if (round_of(review, decision->step) != round) {
            continue;
        }
        if (circles > 0 && (note.from == 0 || circles < note.from)) {
            note.from = circles;
            note.step = decision->step;
        }
        if (decision->kind == ACTION_WALK && decision->distance == 0 && next_to[decision->by].count++ == 0) {
            next_to[decision->by].step = decision->step;
        }
    }
    if (note.count == 0 || note.from == 0) {
        return; /* the police did not take a turn */
    }
    add_summary(review, note);
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if (next_to[pawn].count > 0) {
            next_to[pawn].kind = NOTE_NEXT_TO;
            next_to[pawn].round = (uint8_t)round;
            next_to[pawn].by = (uint8_t)pawn;
            add_summary(review, next_to[pawn]);
        }
    }
}

void review_conclude(struct review *review)
{
    find_missed_chances(review);
    find_special_moves(review);
    find_searches(review);
    find_target_known(review);
    sum_up_questions(review);
    for (unsigned round = 1; round <= ROWS; round++) {
        find_closest(review, round);
        find_located(review, round);
        sum_up_round(review, round);
    }
}
