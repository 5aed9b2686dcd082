/* choice.c: see choice.h. The table of actions is in choice_rows.c. */
#include "client-cli/choice/choice.h"

#include <stdio.h>
#include <string.h>

#include "client-cli/choice/choice_rows.h"
#include "client-cli/language/language.h"
#include "client-cli/text/sentences.h"

static const struct choice_row *row_of(const struct choice_item *item)
{
    return &choice_rows[item->row];
}

static unsigned steps_of(const struct choice *choice, const struct choice_item *item)
{
    const struct choice_row *row = row_of(item);
    return row->count != NULL ? row->count(&choice->legal.shown) : row->places;
}

/* Gets what `item` can pick after the picks so far. */
static void targets_of(const struct choice *choice, const struct choice_item *item, struct set *circles,
                       struct set *crossings)
{
    const struct choice_row *row = row_of(item);
    struct choice_places places = {0};
    if (row->targets != NULL) {
        places = row->targets(choice, item);
    }
    *circles = places.circles;
    *crossings = places.crossings;
}

/* Gets what `item` can pick first. */
static void first_targets(const struct choice *choice, const struct choice_item *item, struct set *circles,
                          struct set *crossings)
{
    struct choice fresh = *choice;
    fresh.picks = 0;
    targets_of(&fresh, item, circles, crossings);
}

static bool can_begin_with(const struct choice *choice, const struct choice_item *item,
                           struct map_place place)
{
    struct set circles, crossings;
    first_targets(choice, item, &circles, &crossings);
    return set_has(place.kind == END_CIRCLE ? &circles : &crossings, place.number);
}

/* Every kind names circles only or crossings only. */
static bool on_crossings(const struct choice *choice, const struct choice_item *item)
{
    struct set circles, crossings;
    first_targets(choice, item, &circles, &crossings);
    return set_is_empty(&circles);
}

/* ---- The list ---------------------------------------------------------------------------------- */

static void label_item(const struct choice *choice, struct choice_item *item)
{
    const struct choice_row *row = row_of(item);
    bool tile = row->tile != TILE_NONE && row->kind != ACTION_RECLAIM;
    if (row->named != NULL) {
        (void)snprintf(item->label, sizeof item->label, "%s %s", tr(row->label), title_pawn(item->pawn));
    } else if (tile) {
        (void)snprintf(item->label, sizeof item->label, tr("%s (%u left)"), tr(row->label),
                       choice->view.tiles[row->tile]);
    } else if (row->label[0] >= 'a') { /* continues a sentence after the name */
        (void)snprintf(item->label, sizeof item->label, "%s %s", title_pawn(item->by), tr(row->label));
    } else {
        (void)snprintf(item->label, sizeof item->label, "%s", tr(row->label));
    }
}

static void add_item(struct choice *choice, unsigned row, enum pawn by, enum pawn named)
{
    const struct choice_row *from = &choice_rows[row];
    if (choice->items == CHOICE_ITEMS_MAX) {
        return;
    }
    struct choice_item *item = &choice->item[choice->items++];
    *item = (struct choice_item){
        .kind = from->kind,
        .by = by,
        .power = from->power,
        .escape = from->escape,
        .all = from->all,
        .letter = from->letter,
        .tile = from->tile,
        .pawn = named,
        .key = from->key,
        .row = (uint8_t)row,
    };
    label_item(choice, item);
}

static void list_items(struct choice *choice)
{
    const struct legal *legal = &choice->legal.shown;
    for (unsigned by = 0; by < PAWN_COUNT; by++) {
        for (unsigned row = 0; row < choice_rows_count; row++) {
            const struct choice_row *from = &choice_rows[row];
            if ((from->who(legal, from) & legal->actors & PAWN_BIT(by)) == 0) {
                continue;
            }
            if (from->named == NULL) {
                add_item(choice, row, (enum pawn)by, PAWN_JACK);
            }
            for (unsigned pawn = PAWN_YELLOW; from->named != NULL && pawn < PAWN_COUNT; pawn++) {
                if ((from->named(legal, from) & PAWN_BIT(pawn)) != 0) {
                    add_item(choice, row, (enum pawn)by, (enum pawn)pawn);
                }
            }
        }
    }
}

void choice_begin(struct choice *choice, const struct board *board, const struct view *view,
                  const struct viewed_legal *legal)
{
    memset(choice, 0, sizeof *choice);
    choice->board = board;
    choice->view = *view;
    choice->legal = *legal;
    choice->chosen = -1;
    choice->put_next = PAWN_YELLOW;
    list_items(choice);
    choice->focus = choice->items > 0 ? choice->item[0].by : PAWN_NONE;
}

int choice_item_of_key(const struct choice *choice, char key)
{
    unsigned start = choice->chosen < 0 ? 0 : (unsigned)choice->chosen + 1;
    int elsewhere = -1;
    for (unsigned i = 0; i < choice->items; i++) {
        unsigned at = (start + i) % choice->items;
        if (choice->item[at].key != key) {
            continue;
        }
        if (choice->item[at].by == choice->focus) {
            return (int)at;
        }
        elsewhere = elsewhere < 0 ? (int)at : elsewhere;
    }
    return elsewhere;
}

/* ---- What the map offers ----------------------------------------------------------------------- */

/*
 * The map offers the common items of the pawn in focus. If none of those has a place (Jack can only take a coach), it
 * offers all items of the pawn.
 */
bool choice_is_offered(const struct choice *choice, const struct choice_item *item)
{
    if (item->by != choice->focus || steps_of(choice, item) == 0) {
        return false;
    }
    bool usual = false;
    for (unsigned i = 0; i < choice->items; i++) {
        usual = usual || (choice->item[i].by == choice->focus && row_of(&choice->item[i])->usual);
    }
    return !usual || row_of(item)->usual;
}

static void offered_targets(const struct choice *choice, struct set *circles, struct set *crossings)
{
    *circles = *crossings = (struct set){{0}};
    for (unsigned i = 0; i < choice->items; i++) {
        struct set more_circles, more_crossings;
        if (choice_is_offered(choice, &choice->item[i])) {
            first_targets(choice, &choice->item[i], &more_circles, &more_crossings);
            *circles = set_or(*circles, &more_circles);
            *crossings = set_or(*crossings, &more_crossings);
        }
    }
}

void choice_targets(const struct choice *choice, struct set *circles, struct set *crossings)
{
    if (choice->chosen < 0 || (choice->complete && (choice->by_map || choice->picks == 0))) {
        offered_targets(choice, circles, crossings);
        return;
    }
    const struct choice_item *item = &choice->item[choice->chosen];
    if (!choice->complete) {
        targets_of(choice, item, circles, crossings);
        return;
    }
    struct choice before = *choice; /* the last pick may be changed */
    before.picks--;
    targets_of(&before, item, circles, crossings);
}

void choice_picked(const struct choice *choice, struct set *circles, struct set *crossings)
{
    *circles = *crossings = (struct set){{0}};
    if (choice->chosen < 0) {
        return;
    }
    bool crossing = on_crossings(choice, &choice->item[choice->chosen]);
    for (unsigned i = 0; i < choice->picks; i++) {
        set_add(crossing ? crossings : circles, choice->pick[i]);
    }
}

/* ---- Picking ----------------------------------------------------------------------------------- */

static void build_action(struct choice *choice)
{
    const struct choice_item *item = &choice->item[choice->chosen];
    choice->complete = choice->picks == steps_of(choice, item);
    memset(&choice->action, 0, sizeof choice->action);
    if (!choice->complete) {
        return;
    }
    choice->action.kind = (uint8_t)item->kind;
    choice->action.by = (uint8_t)item->by;
    choice->action.power = item->power;
    choice->action.escape = item->escape;
    choice->action.letter = (uint8_t)item->letter;
    choice->action.tile = item->kind == ACTION_RECLAIM ? (uint8_t)item->tile : 0;
    choice->action.pawn = (uint8_t)item->pawn;
    if (row_of(item)->build != NULL) {
        row_of(item)->build(choice, &choice->action);
    }
}

static void face_what_is_left(struct choice *choice)
{
    unsigned left = choice_faces_left(choice);
    if (left == 0 || (left & PAWN_BIT(choice->put_next)) != 0) {
        return;
    }
    unsigned policemen = left & ~PAWN_BIT(PAWN_FALSE);
    choice->put_next = policemen != 0 ? (uint8_t)__builtin_ctz(policemen) : PAWN_FALSE;
}

/* Returns the pick of an action with one place; number 0 if there is none. */
static struct map_place only_pick(const struct choice *choice)
{
    if (choice->chosen < 0 || choice->picks != 1) {
        return (struct map_place){0};
    }
    bool crossing = on_crossings(choice, &choice->item[choice->chosen]);
    return (struct map_place){.kind = crossing ? END_CROSSING : END_CIRCLE, .number = choice->pick[0]};
}

static void forget_picks(struct choice *choice)
{
    choice->chosen = -1;
    choice->by_map = false;
    choice->picks = 0;
    choice->complete = false;
    choice->put_next = PAWN_YELLOW;
}

static void take_pick(struct choice *choice, struct map_place place)
{
    choice->face[choice->picks] = choice->put_next;
    choice->pick[choice->picks++] = place.number;
    face_what_is_left(choice);
    build_action(choice);
}

void choice_select_item(struct choice *choice, int item)
{
    struct map_place kept = only_pick(choice);
    forget_picks(choice);
    if (item < 0 || (unsigned)item >= choice->items) {
        return;
    }
    choice->chosen = item;
    choice->focus = choice->item[item].by;
    build_action(choice);
    if (kept.number != 0 && can_begin_with(choice, &choice->item[item], kept)) {
        take_pick(choice, kept);
    }
}

bool choice_select_pawn(struct choice *choice, enum pawn pawn)
{
    for (unsigned i = 0; i < choice->items; i++) {
        if (choice->item[i].by == pawn) {
            forget_picks(choice);
            choice->focus = pawn;
            return true;
        }
    }
    return false;
}

/* If several items can begin with a place, selects the first in the order of the table. */
static bool pick_offered(struct choice *choice, struct map_place place)
{
    for (unsigned i = 0; i < choice->items; i++) {
        if (choice_is_offered(choice, &choice->item[i]) && can_begin_with(choice, &choice->item[i], place)) {
            forget_picks(choice);
            choice->chosen = (int)i;
            choice->by_map = true;
            take_pick(choice, place);
            return true;
        }
    }
    return false;
}

bool choice_pick(struct choice *choice, struct map_place place)
{
    struct set circles, crossings;
    choice_targets(choice, &circles, &crossings);
    if (place.number == 0 || place.kind > END_CROSSING ||
        !set_has(place.kind == END_CIRCLE ? &circles : &crossings, place.number)) {
        return false;
    }
    if (choice->chosen < 0 || (choice->complete && (choice->by_map || choice->picks == 0))) {
        return pick_offered(choice, place);
    }
    if (choice->complete) {
        choice->put_next = choice->face[--choice->picks];
    }
    take_pick(choice, place);
    return true;
}

bool choice_unpick(struct choice *choice)
{
    if (choice->chosen < 0) {
        return false;
    }
    if (choice->picks == 0 || (choice->picks == 1 && choice->by_map)) {
        forget_picks(choice);
        return true;
    }
    choice->put_next = choice->face[--choice->picks];
    build_action(choice);
    return true;
}

/* ---- Drawing picks on a view -------------------------------------------------------------------------------- */

/* A view has the women in ascending order, and a mask of the marked ones. */
static void lay_women(const struct choice *choice, struct view *view)
{
    struct set places = {0};
    for (unsigned i = 0; i < choice->picks; i++) {
        set_add(&places, choice->pick[i]);
    }
    SET_EACH (circle, &places) {
        for (unsigned i = 0; i < choice->legal.shown.marked && i < choice->picks; i++) {
            if (choice->pick[i] == circle) {
                view->marked |= (uint8_t)(1U << view->women);
            }
        }
        view->woman[view->women++] = (uint8_t)circle;
    }
}

static void lay_patrols(const struct choice *choice, struct view *view)
{
    for (unsigned i = 0; i < choice->picks; i++) {
        view->patrol_crossing[i] = choice->pick[i];
        view->patrol_face[i] = choice->face[i];
    }
}

void choice_place_on_view(const struct choice *choice, struct view *view)
{
    if (choice->chosen < 0) {
        return;
    }
    if (choice->item[choice->chosen].kind == ACTION_WOMEN) {
        lay_women(choice, view);
    } else if (choice->item[choice->chosen].kind == ACTION_PATROLS) {
        lay_patrols(choice, view);
    }
}

/* ---- Tab --------------------------------------------------------------------------------------- */

bool choice_set_next_face(struct choice *choice, enum pawn face)
{
    bool patrols = false;
    for (unsigned i = 0; i < choice->items; i++) {
        patrols = patrols || (choice->item[i].kind == ACTION_PATROLS &&
                              (choice->chosen < 0 || choice->chosen == (int)i));
    }
    if (!patrols || (unsigned)face >= PAWN_COUNT || (choice_faces_left(choice) & PAWN_BIT(face)) == 0) {
        return false;
    }
    choice->put_next = (uint8_t)face;
    return true;
}

static bool turn_face(struct choice *choice, int direction)
{
    for (int i = 1; i < PAWN_COUNT; i++) {
        int face = (choice->put_next + direction * i + PAWN_COUNT * PAWN_COUNT) % PAWN_COUNT;
        if (choice_set_next_face(choice, (enum pawn)face)) {
            return true;
        }
    }
    return false;
}

/* Switches to another item of the same pawn that can begin with the picked place. */
static bool turn_item(struct choice *choice, int direction, struct map_place place)
{
    int count = (int)choice->items;
    for (int i = 1; i < count; i++) {
        int at = (choice->chosen + direction * i + count * count) % count;
        if (choice->item[at].by == choice->focus && can_begin_with(choice, &choice->item[at], place)) {
            choice_select_item(choice, at);
            choice->by_map = true;
            return true;
        }
    }
    return false;
}

static bool turn_pawn(struct choice *choice, int direction)
{
    for (int i = 1; i < PAWN_COUNT; i++) {
        int pawn = ((int)choice->focus + direction * i + PAWN_COUNT * PAWN_COUNT) % PAWN_COUNT;
        if (choice_select_pawn(choice, (enum pawn)pawn)) {
            return true;
        }
    }
    return false;
}

bool choice_cycle(struct choice *choice, int direction)
{
    struct map_place place = only_pick(choice);
    if (turn_face(choice, direction)) {
        return true;
    }
    if (choice->by_map && place.number != 0) {
        return turn_item(choice, direction, place);
    }
    return turn_pawn(choice, direction);
}
