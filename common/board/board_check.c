/*
 * board_check.c: checks that a board is a playable map.
 *
 * There must be enough starting places, no two lines may touch (streets are drawn as straight lines, and
 * players must be able to follow them), and every place must be reachable. board_areas.c checks what the
 * lines enclose.
 */
#include "common/board/board_internal.h"

enum {
    RED_CIRCLES_MIN = 8,
    YELLOW_WHITECHAPEL_MIN = 7,
    YELLOW_WHITEHALL_MIN = 3,
};

static bool fail_line(const struct board_source *source, const struct board *board, unsigned line,
                      const char *trouble, unsigned other)
{
    const struct end *end = board_line(board, line)->end;
    const struct end *far = board_line(board, other)->end;
    bool street = line < board->streets;
    return board_fail(source, street ? "streets" : "blue_lines", street ? line : line - board->streets,
                      "The line from %c%u to %c%u %s the line from %c%u to %c%u.",
                      board_kind_letter[end[0].kind], (unsigned)end[0].number, board_kind_letter[end[1].kind],
                      (unsigned)end[1].number, trouble, board_kind_letter[far[0].kind],
                      (unsigned)far[0].number, board_kind_letter[far[1].kind], (unsigned)far[1].number);
}

/* ---- places and roles ---- */

static bool check_points(const struct board_source *source, const struct board *board)
{
    const unsigned counts[] = {board->circles, board->crossings, board->joints};
    struct end ends[BOARD_NODES];
    unsigned count = 0;
    for (unsigned kind = END_CIRCLE; kind <= END_JOINT; kind++) {
        for (unsigned number = 1; number <= counts[kind]; number++) {
            struct end end = {.kind = (uint8_t)kind, .number = (uint8_t)number};
            const struct place *here = board_place(board, end);
            for (unsigned i = 0; i < count; i++) {
                const struct place *there = board_place(board, ends[i]);
                if (here->x == there->x && here->y == there->y) {
                    return board_fail(source, board_kind_key[kind], number - 1,
                                      "%c%u is at the same point as %c%u.", board_kind_letter[kind], number,
                                      board_kind_letter[ends[i].kind], (unsigned)ends[i].number);
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
                              "Circle %u: white circles need a quadrant; for all others it must be \"\".", i);
        }
        white[circle->area]++;
    }
    for (unsigned i = QUADRANT_NW; i < QUADRANT_COUNT; i++) {
        if (white[i] == 0) {
            return board_fail(source, "circles", BOARD_NO_INDEX,
                              "There is no white circle in the %s quadrant.", name[i]);
        }
    }
    return true;
}

/* Checks that setup has enough starting places for Jack and for the police. */
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

/* The bounding box of a line. Lines whose boxes do not overlap have no point in common. */
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

/* Returns true if two lines with overlapping boxes share a point other than a common end. */
static bool lines_touch(const struct board *board, const struct street *left, const struct street *right)
{
    for (int i = 0; i < 4; i++) {
        if (board_same_end(left->end[i % 2], right->end[i / 2])) {
            const struct place *shared = board_place(board, left->end[i % 2]);
            const struct place *a = board_place(board, left->end[1 - i % 2]);
            const struct place *b = board_place(board, right->end[1 - i / 2]);
            int64_t ahead = (int64_t)(a->x - shared->x) * (b->x - shared->x) +
                            (int64_t)(a->y - shared->y) * (b->y - shared->y);
            return board_turn(shared, a, b) == 0 && ahead > 0;
        }
    }
    const struct place *a = board_place(board, left->end[0]);
    const struct place *b = board_place(board, left->end[1]);
    const struct place *c = board_place(board, right->end[0]);
    const struct place *d = board_place(board, right->end[1]);
    int64_t abc = board_turn(a, b, c);
    int64_t abd = board_turn(a, b, d);
    int64_t cda = board_turn(c, d, a);
    int64_t cdb = board_turn(c, d, b);
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
                continue; /* true for nearly all pairs */
            }
            const struct street *other = board_line(board, k);
            if ((board_same_end(line->end[0], other->end[0]) &&
                 board_same_end(line->end[1], other->end[1])) ||
                (board_same_end(line->end[0], other->end[1]) &&
                 board_same_end(line->end[1], other->end[0]))) {
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

/* Follows streets only: nobody walks along a blue line. */
static bool check_connected(const struct board_source *source, const struct board *board)
{
    const unsigned counts[] = {board->circles, board->crossings, board->joints};
    uint16_t parent[BOARD_NODES];
    for (unsigned i = 0; i < BOARD_NODES; i++) {
        parent[i] = (uint16_t)i;
    }
    for (unsigned i = 0; i < board->streets; i++) {
        unsigned left = find_root(parent, board_node(board->street[i].end[0]));
        parent[left] = (uint16_t)find_root(parent, board_node(board->street[i].end[1]));
    }
    for (unsigned kind = END_CIRCLE; kind <= END_JOINT; kind++) {
        for (unsigned number = 1; number <= counts[kind]; number++) {
            if (find_root(parent, kind * SET_LIMIT + number) != find_root(parent, 1)) {
                return board_fail(source, board_kind_key[kind], number - 1,
                                  "No street leads from c1 to %c%u.", board_kind_letter[kind], number);
            }
        }
    }
    return true;
}

bool board_check(const struct board_source *source, const struct board *board,
                 const struct board_areas *areas)
{
    return check_roles(source, board) && check_points(source, board) && check_connected(source, board) &&
           check_lines(source, board) && board_check_areas(source, board, areas);
}
