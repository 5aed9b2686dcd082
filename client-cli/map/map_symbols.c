/*
 * map_symbols.c: what the viewer knows to be on each place, and the symbols for it.
 *
 * One table lists the things on circles, the most important first, with the circles each is on. It also marks Jack's
 * secrets, so that hiding them is one test in one place.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/map/map_internal.h"
#include "common/base/array.h"

/* ---- Circles ------------------------------------------------------------- */

static struct set set_of(const uint8_t *numbers, unsigned count)
{
    struct set set = {0};
    for (unsigned i = 0; i < count; i++) {
        if (numbers[i] != 0) {
            set_add(&set, numbers[i]);
        }
    }
    return set;
}

/* Returns the row of this night or round; all zeros if there is none yet or the viewer does not know it. */
static const uint8_t *row_of(const struct view *view)
{
    static const uint8_t nothing[CELLS];
    bool begun = view->on_track && view->round >= 1 && view->round <= ROWS && view->last_cell < CELLS;
    return begun ? view->row[view->round - 1] : nothing;
}

static struct set jack(const struct view *view, const struct map_look *look)
{
    (void)look;
    return set_of(&row_of(view)[view->last_cell % CELLS], 1);
}

static struct set trail(const struct view *view, const struct map_look *look)
{
    (void)look;
    return set_of(row_of(view), CELLS);
}

static struct set hideout(const struct view *view, const struct map_look *look)
{
    (void)look;
    return set_of(&view->hideout, 1);
}

static struct set crimes(const struct view *view, const struct map_look *look)
{
    (void)look;
    return set_of(view->crime, view->crimes);
}

static struct set clues(const struct view *view, const struct map_look *look)
{
    (void)look;
    return view->clues;
}

static struct set false_clues(const struct view *view, const struct map_look *look)
{
    (void)look;
    return set_of(view->false_clue, view->false_clues);
}

static struct set wretched(const struct view *view, const struct map_look *look)
{
    (void)look;
    return set_of(view->wretched, view->wretched_count);
}

static struct set marked_women(const struct view *view, const struct map_look *look)
{
    struct set marked = {0};
    (void)look;
    for (unsigned i = 0; i < view->women; i++) {
        if ((view->marked >> i & 1U) != 0) {
            set_add(&marked, view->woman[i]);
        }
    }
    return marked;
}

static struct set women(const struct view *view, const struct map_look *look)
{
    (void)look;
    return set_of(view->woman, view->women);
}

static struct set announced(const struct view *view, const struct map_look *look)
{
    (void)look;
    return set_of(view->discovery_found, view->discoveries_found);
}

static struct set planned(const struct view *view, const struct map_look *look)
{
    struct set found = announced(view, look);
    return set_minus(set_of(view->discovery, DISCOVERIES), &found);
}

static struct set searched(const struct view *view, const struct map_look *look)
{
    struct set all = view->searched;
    for (unsigned circle = 1; circle < SET_LIMIT; circle++) {
        if (look->searched[circle] != 0) {
            set_add(&all, circle);
        }
    }
    return set_minus(all, &view->clues);
}

static struct set suspect(const struct view *view, const struct map_look *look)
{
    (void)view;
    return look->notes.suspect;
}

static struct set cleared(const struct view *view, const struct map_look *look)
{
    (void)view;
    return look->notes.cleared;
}

static struct set supposed(const struct view *view, const struct map_look *look)
{
    (void)view;
    return look->notes.route;
}

static const struct {
    struct map_mark mark;
    bool secret; /* known only to Jack */
    struct set (*where)(const struct view *view, const struct map_look *look);
} things[] = {
    {{'J', INK_JACK}, true, jack},
    {{GLYPH_HIDEOUT, INK_JACK}, true, hideout},
    {{GLYPH_CRIME, INK_CRIME}, false, crimes},
    {{'*', INK_CLUE}, false, clues},
    {{GLYPH_FALSE, INK_FALSE_CLUE}, false, false_clues},
    {{GLYPH_WRETCHED, INK_WRETCHED}, false, wretched},
    {{'!', INK_WOMAN}, true, marked_women},
    {{'?', INK_WOMAN}, false, women},
    {{GLYPH_STAR, INK_DISCOVERY}, false, announced},
    {{GLYPH_HOLLOW_STAR, INK_JACK}, true, planned},
    {{GLYPH_TRAIL, INK_TRAIL}, true, trail},
    {{'-', INK_MARK}, false, searched},
    {{'+', INK_MARK}, false, suspect},
    {{'-', INK_MARK}, false, cleared},
    {{'^', INK_MARK}, false, supposed},
};

static void add_mark(struct circle_symbols *circle, struct map_mark mark)
{
    for (unsigned i = 0; i < circle->count; i++) {
        if (circle->mark[i].glyph == mark.glyph) {
            return;
        }
    }
    bool needless = mark.glyph == GLYPH_TRAIL && circle->count > 0; /* the move is written after the number */
    if (circle->count < CIRCLE_MARKS_MAX - 1 && !needless) {        /* the last one is reserved for the bar */
        circle->mark[circle->count++] = mark;
    }
}

/* Adds a bar, higher for more likely circles, after the other symbols. */
static void add_heat(const struct map_look *look, struct map_symbols *symbols)
{
    for (unsigned circle = 1; circle < SET_LIMIT; circle++) {
        struct circle_symbols *at = &symbols->circle[circle];
        if (look->heat[circle] == 0) {
            continue;
        }
        unsigned level = look->heat[circle] < 4 ? look->heat[circle] : 4;
        at->count = at->count < CIRCLE_MARKS_MAX ? at->count : CIRCLE_MARKS_MAX - 1;
        at->mark[at->count++] =
            (struct map_mark){GLYPH_HEAT + 2 * (level - 1), (uint8_t)(INK_HEAT_1 + level - 1)};
        at->likely = true;
    }
}

static void number_circle(const struct view *view, unsigned cell, struct circle_symbols *circle)
{
    static const char *const crime_cells[] = {"V", "IV", "III", "II", "I"}; /* cells 0 to CELL_ONE */
    if (cell <= CELL_ONE && view->kind == GAME_WHITECHAPEL) {
        (void)snprintf(circle->move, sizeof circle->move, "%s", crime_cells[cell]);
    } else {
        (void)snprintf(circle->move, sizeof circle->move, "%u", (cell - CELL_ONE) % CELLS);
    }
}

/* Writes which move led to each circle of the row; the last one if there are several. */
static void number_trail(const struct view *view, struct map_symbols *symbols)
{
    const uint8_t *row = row_of(view);
    for (unsigned cell = 0; cell < CELLS; cell++) {
        if (row[cell] != 0) {
            number_circle(view, cell, &symbols->circle[row[cell]]);
        }
    }
}

/* Writes at which move a circle was searched without a clue. Jack's own trail comes first. */
static void number_searches(const struct view *view, const struct map_look *look, struct map_symbols *symbols)
{
    for (unsigned circle = 1; circle < SET_LIMIT; circle++) {
        if (look->searched[circle] != 0 && look->searched[circle] <= CELLS &&
            !set_has(&view->clues, circle) && symbols->circle[circle].move[0] == '\0') {
            number_circle(view, look->searched[circle] - 1U, &symbols->circle[circle]);
        }
    }
}

/* ---- Crossings ----------------------------------------------------------------------------------- */

/* Brown is N because B is blue. */
static const char letters[PAWN_COUNT] = {[PAWN_YELLOW] = 'Y', [PAWN_RED] = 'R',   [PAWN_BLUE] = 'B',
                                         [PAWN_GREEN] = 'G',  [PAWN_BROWN] = 'N', [PAWN_FALSE] = 'X'};

static enum ink pawn_ink(unsigned pawn)
{
    return (enum ink)(INK_YELLOW + pawn - PAWN_YELLOW);
}

/*
 * A revealed patrol looks like its policeman. A face-down one is a ?, or a lowercase letter if the viewer knows its
 * colour.
 */
static struct map_mark patrol_mark(const struct view *view, unsigned patrol)
{
    unsigned face = view->patrol_face[patrol];
    if (face >= PAWN_COUNT) {
        return (struct map_mark){'?', INK_PATROL};
    }
    uint32_t letter = (uint32_t)letters[face] + (view->patrol_up[patrol] ? 0 : 'a' - 'A');
    return (struct map_mark){letter, (uint8_t)(face == PAWN_FALSE ? INK_PATROL : pawn_ink(face))};
}

static void stand_police(const struct view *view, struct map_symbols *symbols)
{
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        symbols->crossing[view->crossing[pawn]] =
            (struct map_mark){(uint32_t)letters[pawn], (uint8_t)pawn_ink(pawn)};
    }
    for (unsigned patrol = 0; patrol < PATROLS; patrol++) {
        symbols->crossing[view->patrol_crossing[patrol]] = patrol_mark(view, patrol);
    }
    symbols->crossing[0] = (struct map_mark){0, 0}; /* pawns that are not on the board */
}

/* ---- Routes and trails ---------------------------------------------------------------------------------------- */

static void add_places(const struct map_place *place, unsigned count, struct map_symbols *symbols)
{
    for (unsigned i = 0; i < count && i < MAP_ROUTE_MAX; i++) {
        set_add(place[i].kind == END_CIRCLE ? &symbols->way_circles : &symbols->way_crossings,
                place[i].number);
    }
}

static void find_ways(const struct board *board, const struct map_look *look, struct map_symbols *symbols)
{
    struct map_place place[MAP_ROUTE_MAX];
    add_places(look->route, look->route_length, symbols);
    for (unsigned i = 0; i < look->steps && i < MAP_STEPS_MAX; i++) {
        set_add(&symbols->way_circles, look->step[i].from);
        set_add(&symbols->way_circles, look->step[i].to);
        add_places(place, map_route(board, look->step[i].from, look->step[i].to, NULL, place), symbols);
    }
}

/* ---- Collecting ----------------------------------------------------------------------------------- */

void symbols_collect(const struct board *board, const struct view *view, const struct map_look *look,
                     struct map_symbols *symbols)
{
    static const struct view nothing;
    memset(symbols, 0, sizeof(*symbols));
    for (unsigned i = 0; i < COUNT(things); i++) {
        if (things[i].secret && look->hide_secrets) {
            continue;
        }
        struct set where = things[i].where(view != NULL ? view : &nothing, look);
        SET_EACH (circle, &where) {
            add_mark(&symbols->circle[circle], things[i].mark);
        }
    }
    add_heat(look, symbols);
    find_ways(board, look, symbols);
    if (view != NULL) {
        stand_police(view, symbols);
        if (!look->hide_secrets) {
            number_trail(view, symbols);
        }
        number_searches(view, look, symbols);
    }
}

const struct place_style *style_of(const struct board *board, struct map_place place)
{
    static const struct place_style circles[] = {
        [CIRCLE_PLAIN] = {0, 0, GLYPH_RING, INK_CIRCLE},
        [CIRCLE_RED] = {'(', ')', GLYPH_RING, INK_CIRCLE_RED},
        [CIRCLE_WHITE] = {'(', ')', GLYPH_RING, INK_CIRCLE_WHITE},
        [CIRCLE_BLACK] = {0, 0, GLYPH_RING, INK_CIRCLE},
        [CIRCLE_BLUE] = {'{', '}', GLYPH_RING, INK_CIRCLE_BLUE},
    };
    static const struct place_style crossings[] = {
        [BORDER_PLAIN] = {0, 0, GLYPH_CROSSING, INK_CROSSING},
        [BORDER_YELLOW] = {0, 0, GLYPH_YELLOW, INK_CROSSING_YELLOW},
        [BORDER_RED] = {0, 0, GLYPH_RED, INK_CROSSING_RED},
    };
    return place.kind == END_CIRCLE ? &circles[board->circle[place.number].colour]
                                    : &crossings[board->crossing[place.number].colour];
}
