/*
 * board_check.c: is this a map the rules can be played on?
 *
 * The streets are drawn as straight lines between their ends, so a board is a plane graph and can be
 * checked against itself: no two lines cross, every place can be reached, and the areas the lines
 * enclose are exactly the houses and waters the file lists. An area is walked by its half-lines: a
 * street from A to B is the half-line A-B with one area at its side and the half-line B-A with the
 * other, so every half-line lies on exactly one area.
 *
 * In Whitehall an area with a blue circle on its outline is no block of houses; it may be a water or
 * nothing at all (three areas of the printed board are: they lie behind a quay).
 */
#include <stdlib.h>
#include <string.h>

#include "board_internal.h"

enum {
    NODES = 3 * SET_LIMIT, /* a node is a place: kind * SET_LIMIT + number */
    HALVES_MAX = 2 * (BOARD_STREETS_MAX + BOARD_BLUE_LINES_MAX),
    NO_HALF = UINT16_MAX,
    RED_CIRCLES_MIN = 8,
    YELLOW_WHITECHAPEL_MIN = 7,
    YELLOW_WHITEHALL_MIN = 3,
};

enum area_use { AREA_UNUSED, AREA_HOUSE, AREA_WATER };

/*
 * The drawing. Half-line 2i runs along line i from its first end to its second, 2i + 1 back: the twin
 * of h is h ^ 1. `around` lists for each node the half-lines leaving it, by angle.
 */
struct drawing {
    const struct board *board;
    unsigned lines, areas, outside;
    uint16_t first[NODES + 1];
    uint16_t around[HALVES_MAX];
    uint16_t next[HALVES_MAX];  /* the half-line after this one around the same area */
    uint16_t area[HALVES_MAX];  /* the area at its side */
    uint16_t start[HALVES_MAX]; /* area -> some half-line of it */
    uint8_t use[HALVES_MAX];    /* area -> enum area_use */
    struct set houses_circles[BOARD_HOUSES_MAX];
    struct set waters_circles[BOARD_WATERS_MAX]; /* the blue ones, dead ends included */
};

static const char end_letter[] = {'c', 'x', 'j'};
static const char *const end_key[] = {"circles", "crossings", "joints"};

static struct end half_from(const struct drawing *drawing, unsigned half)
{
    return board_line(drawing->board, half / 2)->end[half % 2];
}

static unsigned node_of(struct end end)
{
    return (unsigned)end.kind * SET_LIMIT + end.number;
}

static bool same_end(struct end left, struct end right)
{
    return left.kind == right.kind && left.number == right.number;
}

static bool fail_line(const struct board_source *source, const struct board *board, unsigned line,
                      const char *trouble, unsigned other)
{
    const struct end *end = board_line(board, line)->end;
    const struct end *far = board_line(board, other)->end;
    bool street = line < board->streets;
    return board_fail(source, street ? "streets" : "blue_lines", street ? line : line - board->streets,
                      "The line from %c%u to %c%u %s the line from %c%u to %c%u.", end_letter[end[0].kind],
                      (unsigned)end[0].number, end_letter[end[1].kind], (unsigned)end[1].number, trouble,
                      end_letter[far[0].kind], (unsigned)far[0].number, end_letter[far[1].kind],
                      (unsigned)far[1].number);
}

/* ---- places and roles ---- */

static bool check_points(const struct board_source *source, const struct board *board)
{
    const unsigned counts[] = {board->circles, board->crossings, board->joints};
    struct end ends[NODES];
    unsigned count = 0;
    for (unsigned kind = END_CIRCLE; kind <= END_JOINT; kind++) {
        for (unsigned number = 1; number <= counts[kind]; number++) {
            struct end end = {.kind = (uint8_t)kind, .number = (uint8_t)number};
            const struct place *here = board_place(board, end);
            for (unsigned i = 0; i < count; i++) {
                const struct place *there = board_place(board, ends[i]);
                if (here->x == there->x && here->y == there->y) {
                    return board_fail(source, end_key[kind], number - 1,
                                      "%c%u stands on the same point as %c%u.", end_letter[kind], number,
                                      end_letter[ends[i].kind], (unsigned)ends[i].number);
                }
            }
            ends[count++] = end;
        }
    }
    return true;
}

static unsigned count_places(const struct place *places, unsigned count, unsigned colour)
{
    unsigned found = 0;
    for (unsigned i = 1; i <= count; i++) {
        found += places[i].colour == colour;
    }
    return found;
}

static bool check_quadrants(const struct board_source *source, const struct board *board)
{
    static const char *const name[] = {"", "NW", "NE", "SW", "SE"};
    unsigned white[QUADRANT_COUNT] = {0};
    for (unsigned i = 1; i <= board->circles; i++) {
        const struct place *circle = &board->circle[i];
        if ((circle->colour == CIRCLE_WHITE) != (circle->area != QUADRANT_NONE)) {
            return board_fail(source, "circles", i - 1,
                              "Circle %u: a white circle has a quadrant, any other has \"\".", i);
        }
        white[circle->area]++;
    }
    for (unsigned i = QUADRANT_NW; i < QUADRANT_COUNT; i++) {
        if (white[i] == 0) {
            return board_fail(source, "circles", BOARD_NO_INDEX, "No white circle lies in the %s.", name[i]);
        }
    }
    return true;
}

/* What setup needs: Jack's and the police's places to begin from. */
static bool check_roles(const struct board_source *source, const struct board *board)
{
    bool whitechapel = board->game == GAME_WHITECHAPEL;
    unsigned least = whitechapel ? YELLOW_WHITECHAPEL_MIN : YELLOW_WHITEHALL_MIN;
    unsigned yellow = count_places(board->crossing, board->crossings, BORDER_YELLOW);
    if (yellow < least) {
        return board_fail(source, "crossings", BOARD_NO_INDEX,
                          "The game needs at least %u yellow crossings; this board has %u.", least, yellow);
    }
    if (!whitechapel) {
        return check_quadrants(source, board);
    }
    unsigned murder_sites = count_places(board->circle, board->circles, CIRCLE_RED);
    if (murder_sites < RED_CIRCLES_MIN) {
        return board_fail(source, "circles", BOARD_NO_INDEX,
                          "The game needs at least %d red circles; this board has %u.", RED_CIRCLES_MIN,
                          murder_sites);
    }
    unsigned red = count_places(board->crossing, board->crossings, BORDER_RED);
    return red == 1 || board_fail(source, "crossings", BOARD_NO_INDEX,
                                  "The game needs exactly one red crossing; this board has %u.", red);
}

/* ---- lines ---- */

/* Twice the area of the triangle a, b, c: positive, negative or zero by the side c lies on. */
static int64_t turn(const struct place *a, const struct place *b, const struct place *c)
{
    return (int64_t)(b->x - a->x) * (c->y - a->y) - (int64_t)(b->y - a->y) * (c->x - a->x);
}

/* The rectangle around a line: two lines whose boxes are apart have no point in common. */
struct box {
    int left, right, top, bottom;
};

static struct box box_around(const struct board *board, const struct street *line)
{
    const struct place *a = board_place(board, line->end[0]);
    const struct place *b = board_place(board, line->end[1]);
    return (struct box){.left = a->x < b->x ? a->x : b->x,
                        .right = a->x < b->x ? b->x : a->x,
                        .top = a->y < b->y ? a->y : b->y,
                        .bottom = a->y < b->y ? b->y : a->y};
}

static bool boxes_apart(const struct box *a, const struct box *b)
{
    return a->right < b->left || b->right < a->left || a->bottom < b->top || b->bottom < a->top;
}

/* Do two lines whose boxes are not apart have a point in common, other than an end of both? */
static bool lines_touch(const struct board *board, const struct street *left, const struct street *right)
{
    for (int i = 0; i < 4; i++) {
        if (same_end(left->end[i % 2], right->end[i / 2])) {
            const struct place *shared = board_place(board, left->end[i % 2]);
            const struct place *a = board_place(board, left->end[1 - i % 2]);
            const struct place *b = board_place(board, right->end[1 - i / 2]);
            int64_t ahead = (int64_t)(a->x - shared->x) * (b->x - shared->x) +
                            (int64_t)(a->y - shared->y) * (b->y - shared->y);
            return turn(shared, a, b) == 0 && ahead > 0;
        }
    }
    const struct place *a = board_place(board, left->end[0]);
    const struct place *b = board_place(board, left->end[1]);
    const struct place *c = board_place(board, right->end[0]);
    const struct place *d = board_place(board, right->end[1]);
    int64_t abc = turn(a, b, c);
    int64_t abd = turn(a, b, d);
    int64_t cda = turn(c, d, a);
    int64_t cdb = turn(c, d, b);
    bool left_apart = (abc > 0 && abd > 0) || (abc < 0 && abd < 0);
    bool right_apart = (cda > 0 && cdb > 0) || (cda < 0 && cdb < 0);
    return !left_apart && !right_apart;
}

static bool check_lines(const struct board_source *source, const struct board *board)
{
    struct box boxes[BOARD_STREETS_MAX + BOARD_BLUE_LINES_MAX];
    for (unsigned i = 0; i < board->streets + board->blue_lines; i++) {
        const struct street *line = board_line(board, i);
        boxes[i] = box_around(board, line);
        for (unsigned k = 0; k < i; k++) {
            if (boxes_apart(&boxes[i], &boxes[k])) {
                continue; /* as nearly all are */
            }
            const struct street *other = board_line(board, k);
            if ((same_end(line->end[0], other->end[0]) && same_end(line->end[1], other->end[1])) ||
                (same_end(line->end[0], other->end[1]) && same_end(line->end[1], other->end[0]))) {
                return fail_line(source, board, i, "repeats", k);
            }
            if (lines_touch(board, line, other)) {
                return fail_line(source, board, i, "crosses or touches", k);
            }
        }
    }
    return true;
}

static unsigned find_root(uint16_t *parent, unsigned node)
{
    while (parent[node] != node) {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    return node;
}

/* Along streets only: nobody walks a blue line. */
static bool check_connected(const struct board_source *source, const struct board *board)
{
    const unsigned counts[] = {board->circles, board->crossings, board->joints};
    uint16_t parent[NODES];
    for (unsigned i = 0; i < NODES; i++) {
        parent[i] = (uint16_t)i;
    }
    for (unsigned i = 0; i < board->streets; i++) {
        unsigned left = find_root(parent, node_of(board->street[i].end[0]));
        parent[left] = (uint16_t)find_root(parent, node_of(board->street[i].end[1]));
    }
    for (unsigned kind = END_CIRCLE; kind <= END_JOINT; kind++) {
        for (unsigned number = 1; number <= counts[kind]; number++) {
            if (find_root(parent, kind * SET_LIMIT + number) != find_root(parent, 1)) {
                return board_fail(source, end_key[kind], number - 1, "No street leads from c1 to %c%u.",
                                  end_letter[kind], number);
            }
        }
    }
    return true;
}

/* ---- areas ---- */

/* Does half-line `left` come before `right`, going round the node both leave? */
static bool angle_before(const struct drawing *drawing, unsigned left, unsigned right)
{
    const struct place *centre = board_place(drawing->board, half_from(drawing, left));
    const struct place *a = board_place(drawing->board, half_from(drawing, left ^ 1U));
    const struct place *b = board_place(drawing->board, half_from(drawing, right ^ 1U));
    bool a_late = a->y < centre->y || (a->y == centre->y && a->x < centre->x);
    bool b_late = b->y < centre->y || (b->y == centre->y && b->x < centre->x);
    return a_late != b_late ? b_late : turn(centre, a, b) > 0;
}

/* Lists the half-lines around each node by angle, and so knows what follows what around an area. */
static void draw(struct drawing *drawing)
{
    unsigned halves = drawing->lines * 2;
    uint16_t filled[NODES] = {0};
    for (unsigned half = 0; half < halves; half++) {
        drawing->first[node_of(half_from(drawing, half)) + 1]++;
    }
    for (unsigned node = 0; node < NODES; node++) {
        drawing->first[node + 1] = (uint16_t)(drawing->first[node + 1] + drawing->first[node]);
    }
    for (unsigned half = 0; half < halves; half++) {
        unsigned node = node_of(half_from(drawing, half));
        uint16_t *around = &drawing->around[drawing->first[node]];
        unsigned at = filled[node]++;
        for (; at > 0 && angle_before(drawing, half, around[at - 1]); at--) {
            around[at] = around[at - 1];
        }
        around[at] = (uint16_t)half;
    }
    for (unsigned node = 0; node < NODES; node++) {
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
    unsigned node = node_of(from);
    for (unsigned i = drawing->first[node]; i < drawing->first[node + 1]; i++) {
        if (same_end(half_from(drawing, drawing->around[i] ^ 1U), to)) {
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
        if (!same_end(half_from(drawing, walk[(turned + i) % count]), end[i])) {
            return false;
        }
    }
    *area = drawing->area[half];
    return *area != drawing->outside;
}

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
                              end_letter[from.kind], (unsigned)from.number, end_letter[to.kind],
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

static bool check_areas(const struct board_source *source, const struct board *board,
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

bool board_check(const struct board_source *source, const struct board *board,
                 const struct board_areas *areas)
{
    return check_roles(source, board) && check_points(source, board) && check_connected(source, board) &&
           check_lines(source, board) && check_areas(source, board, areas);
}
