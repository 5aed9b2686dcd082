/* review.c: walks through a record and deduces at every step; see review.h. */
#include "common/review/review.h"

#include <stdlib.h>
#include <string.h>

#include "common/review/review_internal.h"

/* ---- names ---- */

static const struct {
    const char *name;
    unsigned fields;
} notes[NOTE_KIND_COUNT] = {
#define F(field) | NOTE_FIELD_BIT(NOTE_##field)
#define REVIEW_NOTE_ROW(enumerator, key, members) [NOTE_##enumerator] = {key, 0U members},
    REVIEW_NOTE_TABLE(REVIEW_NOTE_ROW)
#undef REVIEW_NOTE_ROW
#undef F
};

const char *review_note_name(enum review_note_kind kind)
{
    return notes[kind].name;
}

unsigned review_note_fields(enum review_note_kind kind)
{
    return notes[kind].fields;
}

/* ---- the walk through the record ---- */

struct walk {
    struct review *review;
    const struct board *board;
    const struct review_budget *budget;
    struct review_position *now, *next; /* they change places after each action */
    bool out_of_budget;
};

unsigned review_jack(const struct review_position *position)
{
    const struct view *view = &position->view;
    return view->on_track && view->round > 0 ? view->row[view->round - 1][view->last_cell] : 0;
}

/*
 * Returns true if nothing changed that a deduction depends on. The positions of the police only matter when Jack is to
 * move; see belief.c and discovery_choices.h.
 */
static bool deduces_the_same(const struct dossier *left, const struct dossier *right)
{
    struct dossier moved = *left;
    if (right->phase == PHASE_MOVE || left->phase == PHASE_MOVE) {
        return false;
    }
    moved.phase = right->phase;
    memcpy(moved.police, right->police, sizeof moved.police);
    return memcmp(&moved, right, sizeof moved) == 0;
}

/* Fills in the view and the belief of a position whose game and dossier are set, and adds its step. */
static void deduce(struct walk *walk, struct review_position *position,
                   const struct review_position *previous)
{
    struct review *review = walk->review;
    const struct review_budget *budget = walk->budget;
    view_game(&position->game, (struct viewer){.role = VIEWER_ALL}, &position->view);
    walk->out_of_budget = walk->out_of_budget || (budget != NULL && budget->may_continue != NULL &&
                                                  !budget->may_continue(budget->context));
    if (walk->out_of_budget) {
        return;
    }
    if (previous != NULL && deduces_the_same(&previous->dossier, &position->dossier)) {
        position->belief = previous->belief;
    } else {
        belief_deduce(walk->board, &position->dossier, &position->belief);
    }
    const struct belief *belief = &position->belief;
    review->step[review->steps++] = (struct review_step){
        .trails = belief->hunting ? belief->trails : 0,
        .round = belief->round,
        .hunting = belief->hunting,
        .circles = (uint8_t)(belief->hunting ? set_count(&belief->now) : 0),
        .targets = (uint8_t)set_count(&belief->targets),
    };
}

static void add_action(void *context, const struct game *game, const struct action *action,
                       const struct events *events)
{
    struct walk *walk = context;
    struct review_position *now = walk->now;
    struct review_position *next = walk->next;
    next->game = *game;
    next->dossier = now->dossier;
    dossier_follow(&next->dossier, game, events);
    deduce(walk, next, now);
    if (walk->out_of_budget) {
        return;
    }
    struct review_change change = {.board = walk->board,
                                   .before = now,
                                   .after = next,
                                   .action = action,
                                   .events = events,
                                   .step = (uint32_t)(walk->review->steps - 1)};
    review_judge(walk->review, &change);
    walk->now = next;
    walk->next = now;
}

static bool fail(struct record_error *error, enum error why)
{
    const char *sentence =
        why == ERROR_NOT_FINISHED ? "A game can be reviewed once it is over." : error_sentence(why);
    size_t length = strlen(sentence);
    *error = (struct record_error){.at = RECORD_AT_RESULT, .error = why};
    memcpy(error->text, sentence, length < sizeof error->text ? length : sizeof error->text - 1);
    return false;
}

static bool walk_through(struct walk *walk, const struct record *record, struct record_error *error)
{
    struct review *review = walk->review;
    struct game game;
    if (!record_fold(record, walk->board, 0, &walk->now->game, NULL, NULL, error)) {
        return false;
    }
    dossier_begin(&walk->now->dossier, record->setup.game, record->setup.options);
    deduce(walk, walk->now, NULL);
    if (!record_fold(record, walk->board, SIZE_MAX, &game, add_action, walk, error)) {
        return false;
    }
    if (walk->out_of_budget) {
        return fail(error, ERROR_TOO_MANY_REQUESTS);
    }
    review->game = (uint8_t)record->setup.game;
    review->winner = game.winner;
    review->reason = game.reason;
    review_conclude(review);
    return true;
}

struct review *review_new(const struct record *record, const struct board *board,
                          const struct review_budget *budget, struct record_error *error)
{
    struct review *review = calloc(1, sizeof *review);
    struct review_position *positions = calloc(2, sizeof *positions);
    struct game end;
    bool good = record_verify(record, board, &end, error) &&
                (end.phase == PHASE_OVER || fail(error, ERROR_NOT_FINISHED));
    if (good && review != NULL) {
        review->step = calloc(record->count + 1, sizeof *review->step);
        review->decision = calloc(record->count + 1, sizeof *review->decision);
        review->move = calloc(record->count + 1, sizeof *review->move);
    }
    if (good && (review == NULL || positions == NULL || review->step == NULL || review->decision == NULL ||
                 review->move == NULL)) {
        good = fail(error, ERROR_STORAGE);
    }
    if (good) {
        struct walk walk = {
            .review = review, .board = board, .budget = budget, .now = &positions[0], .next = &positions[1]};
        good = walk_through(&walk, record, error);
    }
    free(positions);
    if (!good) {
        review_free(review);
        return NULL;
    }
    return review;
}

void review_free(struct review *review)
{
    if (review != NULL) {
        free(review->step);
        free(review->decision);
        free(review->move);
        free(review);
    }
}
