/*
 * board_areas.c: do the lines of a board enclose the houses and waters that its file lists?
 *
 * No two lines touch but at their ends (board_check.c has seen to that), so a board is a plane graph and its
 * areas can be found. An area is walked by its half-lines: a street from A to B is the half-line A-B with
 * one area at its side and the half-line B-A with the other, so every half-line lies on exactly one area.
 *
 * In Whitehall an area with a blue circle on its outline is no block of houses; it may be a water or
 * nothing at all (three areas of the printed board are: they lie behind a quay).
 */
#include <stdlib.h>
#include <string.h>

#include "common/board/board_internal.h"

enum {
    HALVES_MAX = 2 * (BOARD_STREETS_MAX + BOARD_BLUE_LINES_MAX),
    NO_HALF = UINT16_MAX,
};

enum area_use { AREA_UNUSED, AREA_HOUSE, AREA_WATER };

/*
 * The drawing. Half-line 2i runs along line i from its first end to its second, 2i + 1 back: the twin
 * of h is h ^ 1. `around` lists for each node the half-lines leaving it, by angle.
 */
struct drawing {
    const struct board *board;
    unsigned lines, areas, outside;
    uint16_t first[BOARD_NODES + 1];
    uint16_t around[HALVES_MAX];
    uint16_t next[HALVES_MAX];  /* the half-line after this one around the same area */
    uint16_t area[HALVES_MAX];  /* the area at its side */
    uint16_t start[HALVES_MAX]; /* area -> some half-line of it */
    uint8_t use[HALVES_MAX];    /* area -> enum area_use */
    struct set houses_circles[BOARD_HOUSES_MAX];
    struct set waters_circles[BOARD_WATERS_MAX]; /* the blue ones, dead ends included */
};

/* ---- the drawing ---- */

static struct end half_from(const struct drawing *drawing, unsigned half)
{
    return board_line(drawing->board, half / 2)->end[half % 2];
}

/* Does half-line `left` come before `right`, going round the node both leave? */
static bool angle_before(const struct drawing *drawing, unsigned left, unsigned right)
{
    const struct place *centre = board_place(drawing->board, half_from(drawing, left));
    const struct place *a = board_place(drawing->board, half_from(drawing, left ^ 1U));
    const struct place *b = board_place(drawing->board, half_from(drawing, right ^ 1U));
    bool a_late = a->y < centre->y || (a->y == centre->y && a->x < centre->x);
    bool b_late = b->y < centre->y || (b->y == centre->y && b->x < centre->x);
    return a_late != b_late ? b_late : board_turn(centre, a, b) > 0;
}

/* Lists the half-lines around each node by angle, and so knows what follows what around an area. */
static void draw(struct drawing *drawing)
{
    unsigned halves = drawing->lines * 2;
    uint16_t filled[BOARD_NODES] = {0};
    for (unsigned half = 0; half < halves; half++) {
        drawing->first[board_node(half_from(drawing, half)) + 1]++;
    }
    for (unsigned node = 0; node < BOARD_NODES; node++) {
        drawing->first[node + 1] = (uint16_t)(drawing->first[node + 1] + drawing->first[node]);
    }
    for (unsigned half = 0; half < halves; half++) {
        unsigned node = board_node(half_from(drawing, half));
        uint16_t *around = &drawing->around[drawing->first[node]];
        unsigned at = filled[node]++;
        for (; at > 0 && angle_before(drawing, half, around[at - 1]); at--) {
            around[at] = around[at - 1];
        }
        around[at] = (uint16_t)half;
    }
    for (unsigned node = 0; node < BOARD_NODES; node++) {
        unsigned first = drawing->first[node];
        unsigned count = drawing->first[node + 1] - first;
        for (unsigned i = 0; i < count; i++) {
            unsigned arriving = drawing->around[first + i] ^ 1U;
            drawing->next[arriving] = drawing->around[first + (i + count - 1) % count];
        }
    }
}

/* Numbers the areas. On a connected board all are walked one way round but one: the outside. */
static void find_areas(struct drawing *drawing)
{
    memset(drawing->area, 0xff, sizeof drawing->area);
    for (unsigned half = 0; half < drawing->lines * 2; half++) {
        if (drawing->area[half] != NO_HALF) {
            continue;
        }
        int64_t twice_size = 0;
        for (unsigned at = half; drawing->area[at] == NO_HALF; at = drawing->next[at]) {
            const struct place *from = board_place(drawing->board, half_from(drawing, at));
            const struct place *to = board_place(drawing->board, half_from(drawing, at ^ 1U));
            twice_size += (int64_t)from->x * to->y - (int64_t)from->y * to->x;
            drawing->area[at] = (uint16_t)drawing->areas;
        }
        if (twice_size <= 0) {
            drawing->outside = drawing->areas;
        }
        drawing->start[drawing->areas++] = (uint16_t)half;
    }
}

static unsigned find_half(const struct drawing *drawing, struct end from, struct end to)
{
    unsigned node = board_node(from);
    for (unsigned i = drawing->first[node]; i < drawing->first[node + 1]; i++) {
        if (board_same_end(half_from(drawing, drawing->around[i] ^ 1U), to)) {
            return drawing->around[i];
        }
    }
    return NO_HALF;
}

/*
 * Lists the half-lines around the area at the side of `half`. With `trim`, streets that end inside the
 * area are left out (landing stages in a water). Returns how many; at most HALVES_MAX.
 */
static unsigned walk_area(const struct drawing *drawing, unsigned half, bool trim, uint16_t *walk)
{
    unsigned count = 0;
    unsigned at = half;
    do {
        if (trim && count > 0 && walk[count - 1] == (at ^ 1U)) {
            count--;
        } else {
            walk[count++] = (uint16_t)at;
        }
        at = drawing->next[at];
    } while (at != half);
    unsigned skip = 0;
    while (trim && count > skip + 1 && walk[skip] == (walk[count - 1] ^ 1U)) {
        skip++;
        count--;
    }
    memmove(walk, walk + skip, (count - skip) * sizeof *walk);
    return count - skip;
}

/* Is `outline`, read forwards or backwards, the outline of an area inside the board? Tells which. */
static bool find_area(const struct drawing *drawing, const struct outline *outline, bool backwards, bool trim,
                      unsigned *area)
{
    uint16_t walk[HALVES_MAX];
    struct end end[BOARD_OUTLINE_MAX] = {{0}};
    unsigned count = outline->count;
    for (unsigned i = 0; i < count; i++) {
        end[i] = outline->end[backwards ? count - 1 - i : i];
    }
    unsigned half = find_half(drawing, end[0], end[1]);
    if (half == NO_HALF || walk_area(drawing, half, trim, walk) != count) {
        return false;
    }
    unsigned turned = 0;
    while (turned < count && walk[turned] != half) {
        turned++;
    }
    for (unsigned i = 0; i < count; i++) {
        if (!board_same_end(half_from(drawing, walk[(turned + i) % count]), end[i])) {
            return false;
        }
    }
    *area = drawing->area[half];
    return *area != drawing->outside;
}

/* ---- the areas of the file ---- */

static struct set circles_around(const struct drawing *drawing, unsigned area, bool only_blue)
{
    struct set circles = {{0}};
    uint16_t walk[HALVES_MAX];
    unsigned count = walk_area(drawing, drawing->start[area], false, walk);
    for (unsigned i = 0; i < count; i++) {
        struct end end = half_from(drawing, walk[i]);
        if (end.kind == END_CIRCLE &&
            (!only_blue || drawing->board->circle[end.number].colour == CIRCLE_BLUE)) {
            set_add(&circles, end.number);
        }
    }
    return circles;
}

/* Finds each outline's area, claims it for `use`, and keeps the circles around it. */
static bool claim_areas(const struct board_source *source, struct drawing *drawing, enum area_use use)
{
    bool house = use == AREA_HOUSE;
    const char *key = house ? "houses" : "water_edges";
    const struct outline *outline = house ? drawing->board->house : drawing->board->water;
    struct set *circles = house ? drawing->houses_circles : drawing->waters_circles;
    unsigned count = house ? drawing->board->houses : drawing->board->waters;
    for (unsigned i = 0; i < count; i++) {
        unsigned area = 0;
        if (!find_area(drawing, &outline[i], false, !house, &area) &&
            !find_area(drawing, &outline[i], true, !house, &area)) {
            return board_fail(source, key, i, "The lines do not enclose an area with this outline.");
        }
        if (drawing->use[area] != AREA_UNUSED) {
            return board_fail(source, key, i, "This area is listed twice among the houses and waters.");
        }
        struct set blue = circles_around(drawing, area, true);
        if (house && !set_is_empty(&blue)) {
            return board_fail(source, key, i, "Circle %u is blue, so this area is no block of houses.",
                              set_next(&blue, 0));
        }
        drawing->use[area] = (uint8_t)use;
        circles[i] = house ? circles_around(drawing, area, false) : blue;
    }
    return true;
}

static bool check_nothing_left(const struct board_source *source, const struct drawing *drawing)
{
    for (unsigned area = 0; area < drawing->areas; area++) {
        struct set blue = circles_around(drawing, area, true);
        if (area != drawing->outside && drawing->use[area] == AREA_UNUSED && set_is_empty(&blue)) {
            unsigned half = drawing->start[area];
            struct end from = half_from(drawing, half);
            struct end to = half_from(drawing, half ^ 1U);
            return board_fail(source, "houses", BOARD_NO_INDEX,
                              "An area with %c%u and %c%u on its outline is not among the houses.",
                              board_kind_letter[from.kind], (unsigned)from.number, board_kind_letter[to.kind],
                              (unsigned)to.number);
        }
    }
    return true;
}

/*
 * The sets a file lists under `key` must be those of its outlines with at least two circles: the same
 * ones, equally often, in any order.
 */
static bool check_sets(const struct board_source *source, const char *key, const char *outlines_key,
                       const struct set *listed, unsigned listed_count, const struct set *drawn,
                       unsigned drawn_count)
{
    bool met[BOARD_HOUSES_MAX] = {false};
    for (unsigned i = 0; i < listed_count; i++) {
        unsigned k = 0;
        while (k < drawn_count && (met[k] || memcmp(&listed[i], &drawn[k], sizeof drawn[k]) != 0)) {
            k++;
        }
        if (k == drawn_count) {
            return board_fail(source, key, i, "These are not the circles of any of \"%s\".", outlines_key);
        }
        met[k] = true;
    }
    for (unsigned k = 0; k < drawn_count; k++) {
        if (!met[k] && set_count(&drawn[k]) >= 2) {
            return board_fail(source, outlines_key, k,
                              "The circles of this outline are not listed in \"%s\".", key);
        }
    }
    return true;
}

static bool check_blue(const struct board_source *source, const struct drawing *drawing)
{
    struct set wet = {{0}};
    for (unsigned i = 0; i < drawing->board->waters; i++) {
        wet = set_or(wet, &drawing->waters_circles[i]);
    }
    for (unsigned i = 1; i <= drawing->board->circles; i++) {
        if (drawing->board->circle[i].colour == CIRCLE_BLUE && !set_has(&wet, i)) {
            return board_fail(source, "circles", i - 1, "Circle %u is blue but lies on no water.", i);
        }
    }
    return true;
}

bool board_check_areas(const struct board_source *source, const struct board *board,
                       const struct board_areas *areas)
{
    struct drawing *drawing = calloc(1, sizeof *drawing);
    if (drawing == NULL) {
        return board_fail(source, NULL, 0, "There is not enough memory to load the board.");
    }
    drawing->board = board;
    drawing->lines = board->streets + board->blue_lines;
    draw(drawing);
    find_areas(drawing);
    bool good = claim_areas(source, drawing, AREA_HOUSE) && claim_areas(source, drawing, AREA_WATER) &&
                check_nothing_left(source, drawing) &&
                check_sets(source, "blocks", "houses", areas->block, areas->blocks, drawing->houses_circles,
                           board->houses) &&
                check_sets(source, "waters", "water_edges", areas->water, areas->waters,
                           drawing->waters_circles, board->waters) &&
                check_blue(source, drawing);
    free(drawing);
    return good;
}
