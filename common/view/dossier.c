/*
 * dossier.c: collects public events.
 *
 * There is one row per kind of event that says something about Jack's trail; the other kinds are ignored.
 * Positions of the police and the remaining tiles come from the view after the action, so the rules about how
 * they change are not repeated here.
 */
#include "common/view/dossier.h"

#include <stddef.h>
#include <string.h>

_Static_assert(offsetof(struct dossier_round, unused) + sizeof((struct dossier_round){0}.unused) ==
                   sizeof(struct dossier_round),
               "struct dossier_round has no padding at its end");
_Static_assert(offsetof(struct dossier, unused) + sizeof((struct dossier){0}.unused) ==
                   sizeof(struct dossier),
               "struct dossier has no padding at its end");

void dossier_begin(struct dossier *dossier, enum game_kind game, uint32_t options)
{
    memset(dossier, 0, sizeof *dossier);
    dossier->kind = (uint8_t)game;
    dossier->options = (uint8_t)options;
    dossier->phase = (uint8_t)(game == GAME_WHITECHAPEL ? PHASE_HIDEOUT : PHASE_DISCOVERIES);
}

/* ---- one night or round ---- */

static struct dossier_round *tonight(struct dossier *dossier)
{
    return &dossier->round[dossier->rounds == 0 ? 0 : dossier->rounds - 1];
}

static bool tells(const struct event *event, enum event_field field)
{
    return (event->fields & EVENT_FIELD_BIT(field)) != 0;
}

static void begin_row(struct dossier *dossier, unsigned first_cell, const uint8_t *start, unsigned starts)
{
    struct dossier_round *round = tonight(dossier);
    round->begun = 1;
    round->first_cell = (uint8_t)first_cell;
    round->last_cell = (uint8_t)(first_cell + starts - 1);
    round->starts = (uint8_t)starts;
    memcpy(round->start, start, starts);
}

static void fill_cells(struct dossier *dossier, enum tile tile, unsigned first, unsigned cells)
{
    struct dossier_round *round = tonight(dossier);
    struct dossier_step *step = &round->step[round->steps++];
    step->tile = (uint8_t)tile;
    step->first = (uint8_t)first;
    step->cells = (uint8_t)cells;
    memcpy(step->police, dossier->police, sizeof step->police);
    round->last_cell = (uint8_t)(step->first + step->cells - 1);
    dossier->phase = PHASE_WALK; /* unless the view says otherwise: Jack has moved */
}

static void add_step(struct dossier *dossier, const struct event *event, enum tile tile)
{
    fill_cells(dossier, tile, event->cells.item[0], event->cells.count);
}

void dossier_imagine_move(struct dossier *dossier, enum tile tile)
{
    bool face_down = dossier->kind == GAME_WHITEHALL && (dossier->options & OPTION_MURDERER_AT_LARGE) != 0;
    unsigned next = tonight(dossier)->last_cell + 1U;
    fill_cells(dossier, tile != TILE_NONE && face_down ? TILE_UNKNOWN : tile, next,
               tile == TILE_COACH ? 2 : 1);
    if (tile != TILE_NONE) {
        dossier->tiles_total--;
        dossier->tiles[tile] = (uint8_t)(dossier->tiles[tile] - !face_down);
    }
}

static void note_seen(struct dossier_round *round, unsigned circle)
{
    uint8_t when = (uint8_t)(round->last_cell + 1);
    if (round->seen[circle] == 0) { /* events arrive in order, so the first is the earliest */
        round->seen[circle] = when;
    }
}

/* ---- one row per kind of event ---- */

static void add_night(struct dossier *dossier, const struct event *event)
{
    dossier->rounds = event->round;
}

static void add_address(struct dossier *dossier, const struct event *event)
{
    if (event->found == 0) {
        set_add(&dossier->not_hideout, event->circle);
    }
}

static void add_kill(struct dossier *dossier, const struct event *event)
{
    begin_row(dossier, event->cells.item[0], event->circles.item, event->circles.count);
}

/* In Whitehall the first round begins with Jack's start, possibly before the investigators are placed. */
static void add_start(struct dossier *dossier, const struct event *event)
{
    dossier->rounds = 1;
    begin_row(dossier, CELL_ONE, &event->circle, 1);
}

static void add_move(struct dossier *dossier, const struct event *event)
{
    add_step(dossier, event, TILE_NONE);
}

static void add_special(struct dossier *dossier, const struct event *event)
{
    bool face_up = tells(event, EVENT_TILE_FIELD);
    add_step(dossier, event, face_up ? (enum tile)event->tile : TILE_UNKNOWN);
}

static void add_escape(struct dossier *dossier, const struct event *event)
{
    (void)event;
    tonight(dossier)->over = 1;
}

static void add_search(struct dossier *dossier, const struct event *event)
{
    struct dossier_round *round = tonight(dossier);
    if (event->found != 0) {
        note_seen(round, event->circle);
    } else {
        round->clear[event->circle] = (uint8_t)(round->last_cell + 1);
    }
}

static void add_smoker(struct dossier *dossier, const struct event *event)
{
    struct dossier_round *round = tonight(dossier);
    round->smoker_crossing = dossier->police[PAWN_YELLOW];
    round->smoker_time = round->last_cell;
    for (unsigned i = 0; i < event->circles.count; i++) {
        note_seen(round, event->circles.item[i]);
    }
}

/* After a miss Jack is on none of the named circles; after a hit, which ends the game, on one of them. */
static void add_arrest(struct dossier *dossier, const struct event *event)
{
    struct dossier_round *round = tonight(dossier);
    struct set named = {{0}};
    if (tells(event, EVENT_CIRCLE_FIELD)) {
        set_add(&named, event->circle);
    }
    for (unsigned i = 0; i < event->circles.count; i++) {
        set_add(&named, event->circles.item[i]);
    }
    struct set *absent = &round->absent[round->last_cell];
    for (unsigned i = 0; i < SET_WORDS; i++) {
        absent->word[i] |= event->found != 0 ? ~named.word[i] : named.word[i];
    }
    set_remove(absent, 0);
}

/* Each discovery except the fourth ends a round and begins the next one. */
static void add_discovery(struct dossier *dossier, const struct event *event)
{
    struct dossier_round *round = tonight(dossier);
    round->over = 1;
    round->end = event->circle;
    if (dossier->rounds < DISCOVERIES - 1) {
        dossier->rounds++;
        begin_row(dossier, CELL_ONE, &event->circle, 1);
    }
}

static void add_reclaim(struct dossier *dossier, const struct event *event)
{
    struct dossier_round *round = tonight(dossier);
    bool face_up = tells(event, EVENT_TILE_FIELD);
    round->reclaimed = face_up ? 2 : 1;
    round->reclaimed_tile = face_up ? event->tile : TILE_UNKNOWN;
}

static void (*const tell[EVENT_KIND_COUNT])(struct dossier *dossier, const struct event *event) = {
    [EVENT_NIGHT] = add_night,   [EVENT_ADDRESS] = add_address, [EVENT_KILL] = add_kill,
    [EVENT_START] = add_start,   [EVENT_MOVE] = add_move,       [EVENT_SPECIAL] = add_special,
    [EVENT_ESCAPE] = add_escape, [EVENT_SEARCH] = add_search,   [EVENT_SMOKER] = add_smoker,
    [EVENT_ARREST] = add_arrest, [EVENT_RECLAIM] = add_reclaim, [EVENT_DISCOVERY] = add_discovery,
};

void dossier_add(struct dossier *dossier, const struct viewed_event *event, unsigned count,
                 const struct view *after)
{
    for (unsigned i = 0; i < count; i++) {
        const struct event *shown = &event[i].shown;
        if (shown->kind < EVENT_KIND_COUNT && tell[shown->kind] != NULL) {
            tell[shown->kind](dossier, shown);
        }
    }
    memcpy(dossier->police, after->crossing, sizeof dossier->police);
    if (after->phase == PHASE_OVER) {
        return; /* what the end of the game reveals is not a deduction */
    }
    dossier->phase = after->phase;
    dossier->tiles_total = after->tiles_total;
    memcpy(dossier->tiles, after->tiles, sizeof dossier->tiles); /* zeros if they are not public */
}

void dossier_follow(struct dossier *dossier, const struct game *after, const struct events *events)
{
    static const struct viewer onlooker = {.role = VIEWER_PUBLIC};
    struct viewed_event shown[EVENTS_MAX];
    struct view view;
    for (unsigned i = 0; i < events->count; i++) {
        view_event(after, onlooker, &events->item[i], &shown[i]);
    }
    view_game(after, onlooker, &view);
    dossier_add(dossier, shown, events->count, &view);
}
