/* map_view.c: see map_view.h. */
#include "client-cli/screen/map_view.h"
#include "client-cli/language/language.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/text/phrase.h"
#include "client-cli/text/sentences.h"
#include "client-cli/util/config.h"
#include "common/base/array.h"

/* ---- Layout ----------------------------------------------------------------------- */

enum {
    LARGE_WIDTH = 110,
    LARGE_HEIGHT = 30,
    SIDE_SMALL = 25,
    SIDE_LEAST = 36,
    SIDE_MOST = 56,
    LOG_SMALL = 4,
    STATE_LEAST = 20,
    STATE_MOST = 26
};

/* Map and log on the left, the state of the game on the right. */
static void lay_small(struct screen_layout *layout, int width, int bottom)
{
    int log = LOG_SMALL - (layout->prompt_rows - 1) + (bottom - 21 > 0 ? (bottom - 21) / 3 : 0);
    int left = width - SIDE_SMALL - 1;
    log = log < bottom / 4 ? log : bottom / 4;
    layout->rule_y = bottom - log - 1;
    layout->map = (struct map_window){0, 0, left, layout->rule_y};
    layout->log = (struct map_window){0, layout->rule_y + 1, left, log};
    layout->side = (struct map_window){left + 1, 0, SIDE_SMALL, bottom};
    layout->log_x = 0;
    layout->rule_width = left;
}

/* The map takes the whole height; state and log are on the right. */
static void lay_large(struct screen_layout *layout, int width, int bottom)
{
    int side = width / 4 < SIDE_LEAST ? SIDE_LEAST : width / 4 > SIDE_MOST ? SIDE_MOST : width / 4;
    int left = width - side - 1;
    int state = bottom / 2 < STATE_LEAST ? STATE_LEAST : bottom / 2 > STATE_MOST ? STATE_MOST : bottom / 2;
    layout->rule_y = state;
    layout->map = (struct map_window){0, 0, left, bottom};
    layout->side = (struct map_window){left + 2, 0, side - 2, state};
    layout->log = (struct map_window){left + 2, state + 1, side - 2, bottom - state - 1};
    layout->log_x = left + 1;
    layout->rule_width = side;
}

struct screen_layout screen_layout(int width, int height, int prompt_rows)
{
    struct screen_layout layout = {.prompt_rows = prompt_rows, .input_y = height - 1};
    layout.prompt_y = height - 1 - prompt_rows;
    if (width >= LARGE_WIDTH && height >= LARGE_HEIGHT) {
        lay_large(&layout, width, layout.prompt_y);
    } else {
        lay_small(&layout, width, layout.prompt_y);
    }
    layout.rule_x = layout.map.width;
    return layout;
}

struct screen_layout screen_layout_game(int width, int height, int prompt_rows)
{
    struct screen_layout layout = screen_layout(width, height - 1, prompt_rows);
    layout.players = (struct map_window){0, 0, width, 1};
    layout.map.y++;
    layout.side.y++;
    layout.log.y++;
    layout.rule_y++;
    layout.prompt_y++;
    layout.input_y++;
    return layout;
}

/* ---- Zoom and scroll ----------------------------------------------------------------------------- */

enum { SCROLL_X = 6, SCROLL_Y = 3 };

void map_view_set(struct map_view *map_view, const struct board *board, struct map_window window)
{
    if (map_view->board != board) {
        *map_view = (struct map_view){.board = board};
        map_view->look.centre_x = board->width / 2;
        map_view->look.centre_y = board->height / 2;
    }
    bool other_size = map_view->window.width != window.width; /* the height changes with the prompt */
    map_view->window = window;
    if (!map_view->placed || (other_size && !map_view->zoomed)) {
        map_view->placed = true;
        int zoom =
            config_get()->zoom == CONFIG_ZOOM_AUTO ? map_zoom_for_numbers(window, board) : config_get()->zoom;
        map_zoom(&map_view->look, window, board, zoom - map_view->look.zoom);
        if (map_view->look.cursor.number != 0) {
            map_show(&map_view->look, window, board, map_view->look.cursor);
        }
    }
    map_scroll(&map_view->look, window, board, 0, 0); /* stay inside the board after a change of size */
}

static const struct {
    uint32_t key;
    int dx, dy;
} scrolls[] = {
    {'h', -SCROLL_X, 0},
    {'j', 0, SCROLL_Y},
    {'k', 0, -SCROLL_Y},
    {'l', SCROLL_X, 0},
    {INPUT_SHIFT_LEFT, -SCROLL_X, 0},
    {INPUT_SHIFT_DOWN, 0, SCROLL_Y},
    {INPUT_SHIFT_UP, 0, -SCROLL_Y},
    {INPUT_SHIFT_RIGHT, SCROLL_X, 0},
};

static const struct {
    uint32_t key;
    int steps;
} zooms[] = {
    {'+', 1}, {'=', 1}, {'-', -1}, {'_', -1}, {'0', -INT_MAX}, {INPUT_WHEEL_UP, 1}, {INPUT_WHEEL_DOWN, -1},
};

bool map_view_input(struct map_view *map_view, const struct input_event *input)
{
    for (size_t i = 0; i < COUNT(scrolls); i++) {
        if (scrolls[i].key == input->key) {
            map_scroll(&map_view->look, map_view->window, map_view->board, scrolls[i].dx, scrolls[i].dy);
            return true;
        }
    }
    for (size_t i = 0; i < COUNT(zooms); i++) {
        if (zooms[i].key == input->key) {
            int steps = zooms[i].steps == -INT_MAX ? -map_view->look.zoom : zooms[i].steps;
            map_zoom(&map_view->look, map_view->window, map_view->board, steps);
            map_view->zoomed = true;
            return true;
        }
    }
    if (input->key == INPUT_DRAG) {
        map_scroll(&map_view->look, map_view->window, map_view->board, -input->dx, -input->dy);
        return true;
    }
    return false;
}

/* ---- The cursor ---------------------------------------------------------------------------------- */

void map_view_go_to(struct map_view *map_view, struct map_place place)
{
    map_view->look.cursor = place;
    if (place.number != 0) {
        map_show(&map_view->look, map_view->window, map_view->board, place);
    }
}

struct map_place map_view_middle(const struct map_view *map_view)
{
    return map_place_at(&map_view->look, map_view->window, map_view->board,
                        map_view->window.x + map_view->window.width / 2,
                        map_view->window.y + map_view->window.height / 2);
}

bool map_view_arrow(struct map_view *map_view, const struct input_event *input)
{
    int dx = (input->key == INPUT_RIGHT) - (input->key == INPUT_LEFT);
    int dy = (input->key == INPUT_DOWN) - (input->key == INPUT_UP);
    const struct set *circles = &map_view->look.target_circles;
    const struct set *crossings = &map_view->look.target_crossings;
    if (dx == 0 && dy == 0) {
        return false;
    }
    if (set_is_empty(circles) && set_is_empty(crossings)) {
        circles = &map_view->board->all_circles;
        crossings = &map_view->board->all_crossings;
    }
    struct map_place from =
        map_view->look.cursor.number != 0 ? map_view->look.cursor : map_view_middle(map_view);
    struct map_place next = map_step(map_view->board, from, circles, crossings, dx, dy);
    map_view_go_to(map_view, next.number != 0 ? next : from);
    return true;
}

static const struct place *place_of(const struct board *board, struct map_place place)
{
    return place.kind == END_CIRCLE ? &board->circle[place.number] : &board->crossing[place.number];
}

static void consider(const struct map_view *map_view, struct map_place to, struct map_place candidate,
                     struct map_place *best, long *least)
{
    const struct place *here = place_of(map_view->board, to);
    const struct place *there = place_of(map_view->board, candidate);
    long dx = here->x - there->x;
    long dy = here->y - there->y;
    if (dx * dx + dy * dy < *least) {
        *least = dx * dx + dy * dy;
        *best = candidate;
    }
}

struct map_place map_view_nearest(const struct map_view *map_view, struct map_place to)
{
    struct map_place best = {0};
    long least = LONG_MAX;
    SET_EACH (circle, &map_view->look.target_circles) {
        consider(map_view, to, (struct map_place){END_CIRCLE, (uint8_t)circle}, &best, &least);
    }
    SET_EACH (crossing, &map_view->look.target_crossings) {
        consider(map_view, to, (struct map_place){END_CROSSING, (uint8_t)crossing}, &best, &least);
    }
    return best;
}

/* ---- Describing places --------------------------------------------------------------------------- */

struct map_place map_view_pawn_place(const struct view *view, enum pawn pawn)
{
    if (pawn > PAWN_JACK && pawn < PAWN_COUNT) {
        return (struct map_place){END_CROSSING, view->crossing[pawn]};
    }
    bool known = view->on_track && view->round >= 1 && view->round <= ROWS && view->last_cell < CELLS;
    return (struct map_place){END_CIRCLE, known ? view->row[view->round - 1][view->last_cell] : 0};
}

static bool among(const uint8_t *numbers, unsigned count, unsigned number)
{
    for (unsigned i = 0; i < count; i++) {
        if (numbers[i] == number) {
            return true;
        }
    }
    return false;
}

static void describe_circle(const struct view *view, unsigned circle, bool hide, char *text, size_t capacity)
{
    const struct {
        bool there;
        const char *what;
    } things[] = {
        {!hide && map_view_pawn_place(view, PAWN_JACK).number == circle, TEXT("Jack")},
        {!hide && view->hideout == circle, TEXT("hideout")},
        {among(view->crime, view->crimes, circle), TEXT("crime scene")},
        {set_has(&view->clues, circle), TEXT("clue")},
        {among(view->false_clue, view->false_clues, circle), TEXT("false clue")},
        {among(view->wretched, view->wretched_count, circle), TEXT("one of the Wretched")},
        {among(view->woman, view->women, circle), TEXT("woman")},
        {among(view->discovery_found, view->discoveries_found, circle), TEXT("discovery")},
        {!hide && among(view->discovery, DISCOVERIES, circle), TEXT("Discovery Location")},
    };
    const char *before = ": ";
    for (size_t i = 0; i < COUNT(things); i++) {
        if (things[i].there) {
            phrase_append(text, capacity, "%s%s", before, tr(things[i].what));
            before = ", ";
        }
    }
}

static void describe_crossing(const struct view *view, unsigned crossing, char *text, size_t capacity)
{
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if (view->crossing[pawn] == crossing) {
            phrase_append(text, capacity, ": %s", title_pawn((enum pawn)pawn));
        }
    }
    for (unsigned i = 0; i < PATROLS; i++) {
        if (view->patrol_crossing[i] == crossing) {
            unsigned face = view->patrol_face[i];
            phrase_append(text, capacity, tr(": patrol%s%s"), face < PAWN_COUNT ? ", " : "",
                          face == PAWN_FALSE  ? tr("false")
                          : face < PAWN_COUNT ? title_pawn((enum pawn)face)
                                              : "");
        }
    }
}

void map_view_describe(const struct view *view, struct map_place place, bool hide, char *text,
                       size_t capacity)
{
    text[0] = '\0';
    if (place.number == 0) {
        return;
    }
    bool circle = place.kind == END_CIRCLE;
    phrase_append(text, capacity, "%s %u", circle ? tr("circle") : tr("crossing"), (unsigned)place.number);
    if (view == NULL) {
        return;
    }
    if (circle) {
        describe_circle(view, place.number, hide, text, capacity);
    } else {
        describe_crossing(view, place.number, text, capacity);
    }
}
