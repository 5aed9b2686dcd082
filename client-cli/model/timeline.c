/* film.c: the game after every action, and the events that led there, side by side. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/model/timeline.h"

/* One step: the game after its action, and where its events stand among all of them. */
struct frame {
    struct game game;
    size_t first_event;
    unsigned events;
};

struct film {
    struct record record;
    size_t frames;
    struct frame *frame; /* frames of them: one for each action, and one before the first */
    size_t events, events_capacity;
    struct event *event;
    bool broken; /* there was no memory for an event */
};

/* ---- Making it ---------------------------------------------------------------------------------- */

static bool keep_event(struct film *film, const struct event *event)
{
    if (film->events == film->events_capacity) {
        size_t capacity = film->events_capacity == 0 ? 256 : 2 * film->events_capacity;
        struct event *grown = realloc(film->event, capacity * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        film->event = grown;
        film->events_capacity = capacity;
    }
    film->event[film->events++] = *event;
    return true;
}

static void keep_step(void *context, const struct game *game, const struct action *action,
                      const struct events *events)
{
    struct film *film = context;
    struct frame *frame = &film->frame[film->frames++];
    (void)action;
    *frame = (struct frame){*game, film->events, events->count};
    for (unsigned i = 0; i < events->count && !film->broken; i++) {
        film->broken = !keep_event(film, &events->item[i]);
    }
}

static bool fold(struct film *film, const struct board *board, struct record_error *error)
{
    struct game game;
    film->frame = calloc(film->record.count + 1, sizeof *film->frame);
    if (film->frame == NULL) {
        film->broken = true;
        return false;
    }
    /* What comes before the first action is a fold of none of them. */
    if (!record_fold(&film->record, board, 0, &game, NULL, NULL, error)) {
        return false;
    }
    film->frame[film->frames++].game = game;
    return record_fold(&film->record, board, SIZE_MAX, &game, keep_step, film, error) &&
           record_verify(&film->record, board, &game, error) && !film->broken;
}

struct film *film_new(struct record *record, const struct board *board, struct record_error *error)
{
    struct film *film = calloc(1, sizeof *film);
    if (film != NULL) {
        film->record = *record;
        *record = (struct record){0};
    } else {
        record_free(record);
    }
    if (film != NULL && fold(film, board, error)) {
        return film;
    }
    if (film == NULL || film->broken) {
        *error = (struct record_error){.at = RECORD_AT_HEADER, .error = ERROR_STORAGE};
        memcpy(error->text, "There is no memory for the game.", sizeof "There is no memory for the game.");
    }
    film_free(film);
    return NULL;
}

void film_free(struct film *film)
{
    if (film != NULL) {
        record_free(&film->record);
        free(film->frame);
        free(film->event);
        free(film);
    }
}

/* ---- Looking at it ------------------------------------------------------------------------------ */

const struct record *film_record(const struct film *film)
{
    return &film->record;
}

size_t film_steps(const struct film *film)
{
    return film->frames;
}

bool film_finished(const struct film *film)
{
    return film->frame[film->frames - 1].game.winner != WINNER_NONE;
}

void film_view(const struct film *film, size_t step, struct viewer viewer, struct view *view)
{
    assert(step < film->frames);
    view_game(&film->frame[step].game, viewer, view);
}

unsigned film_events(const struct film *film, size_t step, struct viewer viewer,
                     struct viewed_event events[EVENTS_MAX])
{
    assert(step < film->frames);
    const struct frame *frame = &film->frame[step];
    for (unsigned i = 0; i < frame->events; i++) {
        view_event(&frame->game, viewer, &film->event[frame->first_event + i], &events[i]);
    }
    return frame->events;
}

uint32_t film_dossier(const struct film *film, size_t step, struct dossier *dossier)
{
    uint32_t told = 0;
    assert(step < film->frames);
    dossier_begin(dossier, film->record.setup.game, film->record.setup.options);
    for (size_t i = 1; i <= step; i++) {
        const struct frame *frame = &film->frame[i];
        struct events events = {.count = 0};
        for (unsigned at = 0; at < frame->events; at++) {
            events.item[events.count++] = film->event[frame->first_event + at];
        }
        dossier_follow(dossier, &frame->game, &events);
        told += frame->events;
    }
    return told;
}

/* ---- Finding steps ------------------------------------------------------------------------------ */

/* Whether this step begins a night or round, and which. */
static unsigned begins_round(const struct film *film, size_t step)
{
    const struct frame *frame = &film->frame[step];
    for (unsigned i = 0; i < frame->events; i++) {
        const struct event *event = &film->event[frame->first_event + i];
        if (event->kind == EVENT_NIGHT) {
            return event->round;
        }
    }
    return 0;
}

size_t film_round(const struct film *film, unsigned round)
{
    for (size_t step = 0; step < film->frames; step++) {
        if (round != 0 && begins_round(film, step) == round) {
            return step;
        }
    }
    return SIZE_MAX;
}

/* Whether an event put this cell of the track down: the crime or the start, a move, or a special one. */
static bool fills_cell(const struct event *event, int label)
{
    for (unsigned i = 0; i < event->cells.count; i++) {
        if (cell_label(event->cells.item[i]) == label) {
            return true;
        }
    }
    return false;
}

/* The step that ends one night begins the next: events are walked, not steps, to know which night it is. */
size_t film_move(const struct film *film, unsigned round, int label)
{
    unsigned now = 0;
    if (film->record.setup.game == GAME_WHITEHALL && label == 0) {
        return film_round(film, round); /* where he begins is on the track already */
    }
    for (size_t step = 0; step < film->frames; step++) {
        const struct frame *frame = &film->frame[step];
        for (unsigned i = 0; i < frame->events; i++) {
            const struct event *event = &film->event[frame->first_event + i];
            now = event->kind == EVENT_NIGHT ? event->round : now;
            if (now != 0 && now == round && fills_cell(event, label)) {
                return step;
            }
        }
    }
    return SIZE_MAX;
}

size_t film_next_round(const struct film *film, size_t step)
{
    do {
        step++;
    } while (step < film->frames && begins_round(film, step) == 0);
    return step;
}

size_t film_previous_round(const struct film *film, size_t step)
{
    while (step > 0 && begins_round(film, --step) == 0) {
    }
    return step;
}
