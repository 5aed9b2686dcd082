/* timeline.c: stores the game after every action, and all events in one array. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/model/timeline.h"

/* One step: the game after its action, and the position of its events in the array. */
struct frame {
    struct game game;
    size_t first_event;
    unsigned events;
};

struct timeline {
    struct record record;
    size_t frames;
    struct frame *frame; /* `frames` of them: one per action, and one before the first */
    size_t events, events_capacity;
    struct event *event;
    bool broken; /* out of memory for an event */
};

/* ---- Creating ---------------------------------------------------------------------------------- */

static bool keep_event(struct timeline *timeline, const struct event *event)
{
    if (timeline->events == timeline->events_capacity) {
        size_t capacity = timeline->events_capacity == 0 ? 256 : 2 * timeline->events_capacity;
        struct event *grown = realloc(timeline->event, capacity * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        timeline->event = grown;
        timeline->events_capacity = capacity;
    }
    timeline->event[timeline->events++] = *event;
    return true;
}

static void keep_step(void *context, const struct game *game, const struct action *action,
                      const struct events *events)
{
    struct timeline *timeline = context;
    struct frame *frame = &timeline->frame[timeline->frames++];
    (void)action;
    *frame = (struct frame){*game, timeline->events, events->count};
    for (unsigned i = 0; i < events->count && !timeline->broken; i++) {
        timeline->broken = !keep_event(timeline, &events->item[i]);
    }
}

static bool fold(struct timeline *timeline, const struct board *board, struct record_error *error)
{
    struct game game;
    timeline->frame = calloc(timeline->record.count + 1, sizeof *timeline->frame);
    if (timeline->frame == NULL) {
        timeline->broken = true;
        return false;
    }
    /* Step 0: the game before the first action. */
    if (!record_fold(&timeline->record, board, 0, &game, NULL, NULL, error)) {
        return false;
    }
    timeline->frame[timeline->frames++].game = game;
    return record_fold(&timeline->record, board, SIZE_MAX, &game, keep_step, timeline, error) &&
           record_verify(&timeline->record, board, &game, error) && !timeline->broken;
}

struct timeline *timeline_new(struct record *record, const struct board *board, struct record_error *error)
{
    struct timeline *timeline = calloc(1, sizeof *timeline);
    if (timeline != NULL) {
        timeline->record = *record;
        *record = (struct record){0};
    } else {
        record_free(record);
    }
    if (timeline != NULL && fold(timeline, board, error)) {
        return timeline;
    }
    if (timeline == NULL || timeline->broken) {
        *error = (struct record_error){.at = RECORD_AT_HEADER, .error = ERROR_STORAGE};
        (void)snprintf(error->text, sizeof error->text, "%s", tr("Out of memory."));
    }
    timeline_free(timeline);
    return NULL;
}

void timeline_free(struct timeline *timeline)
{
    if (timeline != NULL) {
        record_free(&timeline->record);
        free(timeline->frame);
        free(timeline->event);
        free(timeline);
    }
}

/* ---- Steps ------------------------------------------------------------------------------ */

const struct record *timeline_record(const struct timeline *timeline)
{
    return &timeline->record;
}

size_t timeline_steps(const struct timeline *timeline)
{
    return timeline->frames;
}

bool timeline_finished(const struct timeline *timeline)
{
    return timeline->frame[timeline->frames - 1].game.winner != WINNER_NONE;
}

void timeline_view(const struct timeline *timeline, size_t step, struct viewer viewer, struct view *view)
{
    assert(step < timeline->frames);
    view_game(&timeline->frame[step].game, viewer, view);
}

unsigned timeline_events(const struct timeline *timeline, size_t step, struct viewer viewer,
                         struct viewed_event events[EVENTS_MAX])
{
    assert(step < timeline->frames);
    const struct frame *frame = &timeline->frame[step];
    for (unsigned i = 0; i < frame->events; i++) {
        view_event(&frame->game, viewer, &timeline->event[frame->first_event + i], &events[i]);
    }
    return frame->events;
}

uint32_t timeline_dossier(const struct timeline *timeline, size_t step, struct dossier *dossier)
{
    uint32_t told = 0;
    assert(step < timeline->frames);
    dossier_begin(dossier, timeline->record.setup.game, timeline->record.setup.options);
    for (size_t i = 1; i <= step; i++) {
        const struct frame *frame = &timeline->frame[i];
        struct events events = {.count = 0};
        for (unsigned at = 0; at < frame->events; at++) {
            events.item[events.count++] = timeline->event[frame->first_event + at];
        }
        dossier_follow(dossier, &frame->game, &events);
        told += frame->events;
    }
    return told;
}

/* ---- Finding steps ------------------------------------------------------------------------------ */

/* Returns the night or round that begins with this step; 0 if none does. */
static unsigned begins_round(const struct timeline *timeline, size_t step)
{
    const struct frame *frame = &timeline->frame[step];
    for (unsigned i = 0; i < frame->events; i++) {
        const struct event *event = &timeline->event[frame->first_event + i];
        if (event->kind == EVENT_NIGHT) {
            return event->round;
        }
    }
    return 0;
}

size_t timeline_round(const struct timeline *timeline, unsigned round)
{
    for (size_t step = 0; step < timeline->frames; step++) {
        if (round != 0 && begins_round(timeline, step) == round) {
            return step;
        }
    }
    return SIZE_MAX;
}

/* Returns whether an event filled this cell of the track: the crime or start, a move, or a special move. */
static bool fills_cell(const struct event *event, int label)
{
    for (unsigned i = 0; i < event->cells.count; i++) {
        if (cell_label(event->cells.item[i]) == label) {
            return true;
        }
    }
    return false;
}

/* A step can end one night and begin the next, so this goes through events, not steps, to know the night. */
size_t timeline_move(const struct timeline *timeline, unsigned round, int label)
{
    unsigned now = 0;
    if (timeline->record.setup.game == GAME_WHITEHALL && label == 0) {
        return timeline_round(timeline, round); /* the start is on the track from the beginning */
    }
    for (size_t step = 0; step < timeline->frames; step++) {
        const struct frame *frame = &timeline->frame[step];
        for (unsigned i = 0; i < frame->events; i++) {
            const struct event *event = &timeline->event[frame->first_event + i];
            now = event->kind == EVENT_NIGHT ? event->round : now;
            if (now != 0 && now == round && fills_cell(event, label)) {
                return step;
            }
        }
    }
    return SIZE_MAX;
}

size_t timeline_next_round(const struct timeline *timeline, size_t step)
{
    do {
        step++;
    } while (step < timeline->frames && begins_round(timeline, step) == 0);
    return step;
}

size_t timeline_previous_round(const struct timeline *timeline, size_t step)
{
    while (step > 0 && begins_round(timeline, --step) == 0) {
    }
    return step;
}
