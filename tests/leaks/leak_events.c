/* leak_events.c: events that reveal too much: a field, an order, an extra event, a length. */
#include <string.h>

#include "common/base/array.h"
#include "common/wire/wire.h"
#include "tests/leaks/leaks.h"

/* The circle of the event viewed last, which a careless encoder might still have at hand. */
static unsigned hidden_circle;

/* ---- fields shown to too many viewers ---- */

static const struct {
    enum leak leak;
    enum event_kind kind;
    enum event_field field;
    unsigned told; /* mask of enum audience that is shown the field, besides those who may know it */
} told[] = {
    {LEAK_EVENT_HIDEOUT_CIRCLE, EVENT_HIDEOUT, EVENT_CIRCLE_FIELD, AUDIENCE_EVERYONE},
    {LEAK_EVENT_WOMEN_MARKED, EVENT_WOMEN, EVENT_MARKED_FIELD, AUDIENCE_HEAD},
    {LEAK_EVENT_PATROLS_PLACE, EVENT_PATROLS, EVENT_PLACE_FIELD, AUDIENCE_JACK},
    {LEAK_EVENT_KILL_ORDER, EVENT_KILL, EVENT_ORDER_FIELD, AUDIENCE_EVERYONE},
    {LEAK_EVENT_MOVE_TO, EVENT_MOVE, EVENT_TO_FIELD, AUDIENCE_EVERYONE},
    {LEAK_EVENT_COACH_VIA, EVENT_SPECIAL, EVENT_VIA_FIELD, AUDIENCE_TILES},
    {LEAK_EVENT_TILE_KIND, EVENT_SPECIAL, EVENT_TILE_FIELD, AUDIENCE_EVERYONE},
    {LEAK_EVENT_RECLAIM_KIND, EVENT_RECLAIM, EVENT_TILE_FIELD, AUDIENCE_EVERYONE},
    {LEAK_EVENT_DISCOVERIES, EVENT_DISCOVERIES, EVENT_CIRCLES_FIELD, AUDIENCE_EVERYONE},
};

WRAP(enum audience, event_audience, enum event_kind kind, enum event_field field)
{
    unsigned audience = __real_event_audience(kind, field);
    for (unsigned i = 0; i < COUNT(told); i++) {
        if (told[i].leak == leak_planted && told[i].kind == kind && told[i].field == field) {
            audience |= told[i].told;
        }
    }
    return (enum audience)audience;
}

WRAP(void, view_event, const struct game *game, struct viewer viewer, const struct event *event,
     struct viewed_event *viewed)
{
    if (leak_planted == LEAK_EVENT_NO_PAWNS && viewer.pawns == 0) {
        viewer.role = VIEWER_JACK;
    }
    __real_view_event(game, viewer, event, viewed);
    hidden_circle = event->to;
}

WRAP(void, wire_event, struct json_writer *writer, const char *key, const struct viewed_event *event)
{
    __real_wire_event(writer, key, event);
    for (unsigned left = hidden_circle; leak_planted == LEAK_EVENT_LENGTH && left != 0; left /= 10) {
        json_write_line(writer, false);
    }
}

/* ---- wrong events: called by the wrapper of game_apply ---- */

void leak_change_events(const struct game *game, struct events *events);

static void put_marked_first(struct event *event)
{
    struct event_list list = event->marked;
    for (unsigned i = 0; i < event->circles.count; i++) {
        if (memchr(event->marked.item, event->circles.item[i], event->marked.count) == NULL) {
            list.item[list.count++] = event->circles.item[i];
        }
    }
    event->circles = list;
}

static void sort_by_face(struct event *event)
{
    struct event_list list = {0};
    for (unsigned face = 0; face < PAWN_COUNT; face++) {
        for (unsigned i = 0; i < event->place.count; i += 2) {
            if (event->place.item[i + 1] == face) {
                list.item[list.count++] = event->place.item[i];
            }
        }
    }
    event->crossings = list;
}

static void change_one(const struct game *game, struct event *event)
{
    if (leak_planted == LEAK_EVENT_WOMEN_ORDER && event->kind == EVENT_WOMEN) {
        put_marked_first(event);
    } else if (leak_planted == LEAK_EVENT_PATROLS_ORDER && event->kind == EVENT_PATROLS) {
        sort_by_face(event);
    } else if (leak_planted == LEAK_EVENT_KILL_UNSORTED && event->kind == EVENT_KILL) {
        event->circles = event->order;
    } else if (leak_planted == LEAK_EVENT_FRESH_CLUE && event->kind == EVENT_SEARCH && event->found != 0 &&
               event->circle == leak_jack_circle(game)) {
        event->fields |= EVENT_FIELD_BIT(EVENT_POWER_FIELD);
    }
}

void leak_change_events(const struct game *game, struct events *events)
{
    for (unsigned i = 0; i < events->count; i++) {
        change_one(game, &events->item[i]);
    }
    bool at_home = game->hideout != 0 && leak_jack_circle(game) == game->hideout;
    if (leak_planted == LEAK_EVENT_EXTRA_AT_HOME && at_home && events->count < EVENTS_MAX) {
        events->item[events->count++] = (struct event){.kind = EVENT_PASS};
    }
    if (leak_planted == LEAK_EVENT_ORDER_BY_SECRET && events->count == 2 && game->hideout % 2 == 1) {
        struct event held = events->item[0];
        events->item[0] = events->item[1];
        events->item[1] = held;
    }
}
