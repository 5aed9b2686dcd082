/*
 * board_areas.c: checks that the lines of a board enclose the houses and waters listed in its file.
 *
 * board_check.c has verified that lines touch only at their ends, so the board is a plane graph and its faces
 * ("areas") can be found. Areas are traced along half-lines: a street from A to B consists of the half-line
 * A-B, with one area at its side, and the half-line B-A, with the area on the other side. Each half-line
 * belongs to exactly one area.
 *
 * In Whitehall, an area with a blue circle on its outline is not a block of houses. It may be a water or
 * nothing at all; the printed board has three of the latter, behind a quay.
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
 * The graph. Half-line 2i follows line i from its first end to its second, 2i + 1 follows it back, so the
 * twin of h is h ^ 1. `around` lists the half-lines that leave each node, sorted by angle.
 */
struct graph {
    const struct board *board;
    unsigned lines, areas, outside;
    uint16_t first[BOARD_NODES + 1];
    uint16_t around[HALVES_MAX];
    uint16_t next[HALVES_MAX];  /* the half-line after this one around the same area */
    uint16_t area[HALVES_MAX];  /* the area at the side of the half-line */
    uint16_t start[HALVES_MAX]; /* area -> any of its half-lines */
    uint8_t use[HALVES_MAX];    /* area -> enum area_use */
    struct set houses_circles[BOARD_HOUSES_MAX];
    struct set waters_circles[BOARD_WATERS_MAX]; /* the blue circles of each, including dead ends */
};

/* ---- the graph ---- */

static struct end half_from(const struct graph *graph, unsigned half)
{
    return board_line(graph->board, half / 2)->end[half % 2];
}

/* Returns true if half-line `left` comes before `right` by angle around the node that both leave. */
static bool angle_before(const struct graph *graph, unsigned left, unsigned right)
{
    const struct place *centre = board_place(graph->board, half_from(graph, left));
    const struct place *a = board_place(graph->board, half_from(graph, left ^ 1U));
    const struct place *b = board_place(graph->board, half_from(graph, right ^ 1U));
    bool a_late = a->y < centre->y || (a->y == centre->y && a->x < centre->x);
    bool b_late = b->y < centre->y || (b->y == centre->y && b->x < centre->x);
    return a_late != b_late ? b_late : board_turn(centre, a, b) > 0;
}

/*
 * Sorts the half-lines around each node by angle, which determines the order of half-lines around each area.
 */
static void sort_half_lines(struct graph *graph)
{
    unsigned halves = graph->lines * 2;
    uint16_t filled[BOARD_NODES] = {0};
    for (unsigned half = 0; half < halves; half++) {
        graph->first[board_node(half_from(graph, half)) + 1]++;
    }
    for (unsigned node = 0; node < BOARD_NODES; node++) {
        graph->first[node + 1] = (uint16_t)(graph->first[node + 1] + graph->first[node]);
    }
    for (unsigned half = 0; half < halves; half++) {
        unsigned node = board_node(half_from(graph, half));
        uint16_t *around = &graph->around[graph->first[node]];
        unsigned at = filled[node]++;
        for (; at > 0 && angle_before(graph, half, around[at - 1]); at--) {
            around[at] = around[at - 1];
        }
        around[at] = (uint16_t)half;
    }
    for (unsigned node = 0; node < BOARD_NODES; node++) {
        unsigned first = graph->first[node];
        unsigned count = graph->first[node + 1] - first;
        for (unsigned i = 0; i < count; i++) {
            unsigned arriving = graph->around[first + i] ^ 1U;
            graph->next[arriving] = graph->around[first + (i + count - 1) % count];
        }
    }
}

/* Numbers the areas. On a connected board, all areas are traced in the same direction except the outside. */
static void find_areas(struct graph *graph)
{
    memset(graph->area, 0xff, sizeof graph->area);
    for (unsigned half = 0; half < graph->lines * 2; half++) {
        if (graph->area[half] != NO_HALF) {
            continue;
        }
        int64_t twice_size = 0;
        for (unsigned at = half; graph->area[at] == NO_HALF; at = graph->next[at]) {
            const struct place *from = board_place(graph->board, half_from(graph, at));
            const struct place *to = board_place(graph->board, half_from(graph, at ^ 1U));
            twice_size += (int64_t)from->x * to->y - (int64_t)from->y * to->x;
            graph->area[at] = (uint16_t)graph->areas;
        }
        if (twice_size <= 0) {
            graph->outside = graph->areas;
        }
        graph->start[graph->areas++] = (uint16_t)half;
    }
}

static unsigned find_half(const struct graph *graph, struct end from, struct end to)
{
    unsigned node = board_node(from);
    for (unsigned i = graph->first[node]; i < graph->first[node + 1]; i++) {
        if (board_same_end(half_from(graph, graph->around[i] ^ 1U), to)) {
            return graph->around[i];
        }
    }
    return NO_HALF;
}

/*
 * Lists the half-lines around the area at the side of `half`. With `trim`, streets that end inside the area
 * are left out (landing stages in a water). Returns their number, at most HALVES_MAX.
 */
static unsigned walk_area(const struct graph *graph, unsigned half, bool trim, uint16_t *walk)
{
    unsigned count = 0;
    unsigned at = half;
    do {
        if (trim && count > 0 && walk[count - 1] == (at ^ 1U)) {
            count--;
        } else {
            walk[count++] = (uint16_t)at;
        }
        at = graph->next[at];
    } while (at != half);
    unsigned skip = 0;
    while (trim && count > skip + 1 && walk[skip] == (walk[count - 1] ^ 1U)) {
        skip++;
        count--;
    }
    memmove(walk, walk + skip, (count - skip) * sizeof *walk);
    return count - skip;
}

/*
 * Finds the area inside the board that has this outline, read forwards or backwards. Returns false if there
 * is none.
 */
static bool find_area(const struct graph *graph, const struct outline *outline, bool backwards, bool trim,
                      unsigned *area)
{
    uint16_t walk[HALVES_MAX];
    struct end end[BOARD_OUTLINE_MAX] = {{0}};
    unsigned count = outline->count;
    for (unsigned i = 0; i < count; i++) {
        end[i] = outline->end[backwards ? count - 1 - i : i];
    }
    unsigned half = find_half(graph, end[0], end[1]);
    if (half == NO_HALF || walk_area(graph, half, trim, walk) != count) {
        return false;
    }
    unsigned turned = 0;
    while (turned < count && walk[turned] != half) {
        turned++;
    }
    for (unsigned i = 0; i < count; i++) {
        if (!board_same_end(half_from(graph, walk[(turned + i) % count]), end[i])) {
            return false;
        }
    }
    *area = graph->area[half];
    return *area != graph->outside;
}

/* ---- the areas of the file ---- */

static struct set circles_around(const struct graph *graph, unsigned area, bool only_blue)
{
    struct set circles = {{0}};
    uint16_t walk[HALVES_MAX];
    unsigned count = walk_area(graph, graph->start[area], false, walk);
    for (unsigned i = 0; i < count; i++) {
        struct end end = half_from(graph, walk[i]);
        if (end.kind == END_CIRCLE &&
            (!only_blue || graph->board->circle[end.number].colour == CIRCLE_BLUE)) {
            set_add(&circles, end.number);
        }
    }
    return circles;
}

/* Finds the area of each outline, claims it for `use` and stores the circles around it. */
static bool claim_areas(const struct board_source *source, struct graph *graph, enum area_use use)
{
    bool house = use == AREA_HOUSE;
    const char *key = house ? "houses" : "water_edges";
    const struct outline *outline = house ? graph->board->house : graph->board->water;
    struct set *circles = house ? graph->houses_circles : graph->waters_circles;
    unsigned count = house ? graph->board->houses : graph->board->waters;
    for (unsigned i = 0; i < count; i++) {
        unsigned area = 0;
        if (!find_area(graph, &outline[i], false, !house, &area) &&
            !find_area(graph, &outline[i], true, !house, &area)) {
            return board_fail(source, key, i, "The lines do not enclose an area with this outline.");
        }
        if (graph->use[area] != AREA_UNUSED) {
            return board_fail(source, key, i, "This area is listed twice among the houses and waters.");
        }
        struct set blue = circles_around(graph, area, true);
        if (house && !set_is_empty(&blue)) {
            return board_fail(source, key, i, "Circle %u is blue, so this area cannot be a block of houses.",
                              set_next(&blue, 0));
        }
        graph->use[area] = (uint8_t)use;
        circles[i] = house ? circles_around(graph, area, false) : blue;
    }
    return true;
}

static bool check_nothing_left(const struct board_source *source, const struct graph *graph)
{
    for (unsigned area = 0; area < graph->areas; area++) {
        struct set blue = circles_around(graph, area, true);
        if (area != graph->outside && graph->use[area] == AREA_UNUSED && set_is_empty(&blue)) {
            unsigned half = graph->start[area];
            struct end from = half_from(graph, half);
            struct end to = half_from(graph, half ^ 1U);
            return board_fail(source, "houses", BOARD_NO_INDEX,
                              "The area with %c%u and %c%u on its outline is not listed in \"houses\".",
                              board_kind_letter[from.kind], (unsigned)from.number, board_kind_letter[to.kind],
                              (unsigned)to.number);
        }
    }
    return true;
}

/*
 * Checks that the sets listed under `key` are the circles of the outlines that have at least two circles: the
 * same sets, each equally often, in any order.
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
            return board_fail(source, key, i, "No element of \"%s\" has exactly these circles.",
                              outlines_key);
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

static bool check_blue(const struct board_source *source, const struct graph *graph)
{
    struct set wet = {{0}};
    for (unsigned i = 0; i < graph->board->waters; i++) {
        wet = set_or(wet, &graph->waters_circles[i]);
    }
    for (unsigned i = 1; i <= graph->board->circles; i++) {
        if (graph->board->circle[i].colour == CIRCLE_BLUE && !set_has(&wet, i)) {
            return board_fail(source, "circles", i - 1, "Circle %u is blue but not on any water.", i);
        }
    }
    return true;
}

bool board_check_areas(const struct board_source *source, const struct board *board,
                       const struct board_areas *areas)
{
    struct graph *graph = calloc(1, sizeof *graph);
    if (graph == NULL) {
        return board_fail(source, NULL, 0, "There is not enough memory to load the board.");
    }
    graph->board = board;
    graph->lines = board->streets + board->blue_lines;
    sort_half_lines(graph);
    find_areas(graph);
    bool good = claim_areas(source, graph, AREA_HOUSE) && claim_areas(source, graph, AREA_WATER) &&
                check_nothing_left(source, graph) &&
                check_sets(source, "blocks", "houses", areas->block, areas->blocks, graph->houses_circles,
                           board->houses) &&
                check_sets(source, "waters", "water_edges", areas->water, areas->waters,
                           graph->waters_circles, board->waters) &&
                check_blue(source, graph);
    free(graph);
    return good;
}
