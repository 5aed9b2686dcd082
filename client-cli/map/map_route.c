/*
 * map_route.c: routes along the streets, and steps from place to place for the arrow keys.
 */
#include <limits.h>
#include <string.h>

#include "client-cli/map/map_internal.h"

struct place board_point(const struct board *board, struct end end)
{
    const struct place *const places[] = {
        [END_CIRCLE] = board->circle, [END_CROSSING] = board->crossing, [END_JOINT] = board->joint};
    return places[end.kind][end.number];
}

/* Returns the length of a line in board units, rounded down. */
static int distance(struct place from, struct place to)
{
    int dx = from.x - to.x, dy = from.y - to.y, square = dx * dx + dy * dy, root = 0;
    for (int bit = 1 << 14; bit > 0; bit /= 2) {
        if ((root + bit) * (root + bit) <= square) {
            root += bit;
        }
    }
    return root;
}

/* ---- Routes ---------------------------------------------------------------------------------------- */

/* Every end of a street has a slot: first circles, then crossings, then joints. */
enum { WAY_SLOTS = 3 * SET_LIMIT, WAY_FAR = INT_MAX / 2 };

static unsigned slot_of(struct end end)
{
    return (unsigned)end.kind * SET_LIMIT + end.number;
}

static struct end end_of(unsigned slot)
{
    return (struct end){(uint8_t)(slot / SET_LIMIT), (uint8_t)(slot % SET_LIMIT)};
}

struct search {
    const struct board *board;
    unsigned from, to; /* slots */
    const struct set *closed;
    bool joints_only;
    int far[WAY_SLOTS]; /* distance from the start */
    uint16_t before[WAY_SLOTS];
};

/* Returns whether a route may continue past this end of a street. */
static bool passable(const struct search *search, unsigned slot)
{
    struct end end = end_of(slot);
    if (slot == search->from || end.kind == END_JOINT) {
        return true;
    }
    return end.kind == END_CROSSING && !search->joints_only &&
           (search->closed == NULL || !set_has(search->closed, end.number));
}

/* Follows one street in one direction; returns whether that shortened a route. */
static bool relax(struct search *search, struct end near, struct end beyond)
{
    unsigned here = slot_of(near), there = slot_of(beyond);
    if (search->far[here] >= WAY_FAR || !passable(search, here)) {
        return false;
    }
    int far =
        search->far[here] + distance(board_point(search->board, near), board_point(search->board, beyond));
    if (far >= search->far[there]) {
        return false;
    }
    search->far[there] = far;
    search->before[there] = (uint16_t)here;
    return true;
}

unsigned board_way(const struct board *board, struct end from, struct end to, const struct set *closed,
                   bool joints_only, struct end *way, unsigned most)
{
    struct search search = {board, slot_of(from), slot_of(to), closed, joints_only, {0}, {0}};
    for (unsigned slot = 0; slot < WAY_SLOTS; slot++) {
        search.far[slot] = slot == search.from ? 0 : WAY_FAR;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < board->streets; i++) {
            const struct end *end = board->street[i].end;
            changed |= relax(&search, end[0], end[1]);
            changed |= relax(&search, end[1], end[0]);
        }
    }
    unsigned length = 1;
    for (unsigned slot = search.to; slot != search.from; slot = search.before[slot]) {
        if (search.far[slot] >= WAY_FAR || ++length > most) {
            return 0;
        }
    }
    for (unsigned slot = search.to, at = length; at > 0; slot = search.before[slot]) {
        way[--at] = end_of(slot);
    }
    return length;
}

unsigned map_route(const struct board *board, unsigned from, unsigned to, const struct set *occupied,
                   struct map_place route[MAP_ROUTE_MAX])
{
    if (from == 0 || to == 0 || from == to || from > board->circles || to > board->circles) {
        return 0;
    }
    struct end way[MAP_ROUTE_MAX];
    unsigned length = board_way(board, (struct end){END_CIRCLE, (uint8_t)from},
                                (struct end){END_CIRCLE, (uint8_t)to}, occupied, false, way, MAP_ROUTE_MAX);
    unsigned places = 0;
    for (unsigned i = 0; i < length; i++) {
        if (way[i].kind != END_JOINT) {
            route[places++] = (struct map_place){way[i].kind, way[i].number};
        }
    }
    return places;
}

/* ---- Steps --------------------------------------------------------------------------------------- */

struct stride {
    const struct board *board;
    struct place from;
    int dx, dy; /* both 0: the nearest in any direction */
    struct map_place best;
    int least;
};

/*
 * Returns the distance of a place in a direction, where sideways distance counts double; INT_MAX if it is not within a
 * quarter of the circle around that direction (half of it with `wide`).
 */
static int effort(const struct stride *stride, struct place to, bool wide)
{
    int x = to.x - stride->from.x, y = to.y - stride->from.y;
    if (stride->dx == 0 && stride->dy == 0) {
        return distance(stride->from, to);
    }
    int diagonal = stride->dx != 0 && stride->dy != 0 ? 2 : 1; /* the squared length of the direction */
    int along = (x * stride->dx + y * stride->dy) / diagonal;
    int aside = (x * stride->dy - y * stride->dx) / diagonal;
    aside = aside < 0 ? -aside : aside;
    if (along <= 0 || (!wide && aside > along)) {
        return INT_MAX;
    }
    return along + 2 * aside;
}

static void consider(struct stride *stride, enum end_kind kind, const struct set *set, bool wide)
{
    if (set == NULL) {
        return;
    }
    unsigned most = kind == END_CIRCLE ? stride->board->circles : stride->board->crossings;
    SET_EACH (number, set) {
        if (number > most) {
            return;
        }
        struct end end = {(uint8_t)kind, (uint8_t)number};
        int found = effort(stride, board_point(stride->board, end), wide);
        if (found < stride->least) {
            stride->least = found;
            stride->best = (struct map_place){end.kind, end.number};
        }
    }
}

struct map_place map_step(const struct board *board, struct map_place from, const struct set *circles,
                          const struct set *crossings, int dx, int dy)
{
    struct stride stride = {.board = board, .dx = dx, .dy = dy, .least = INT_MAX, .best = from};
    if (from.number != 0) {
        stride.from = board_point(board, (struct end){from.kind, from.number});
    } else { /* no starting place: take the one in the middle */
        stride.from = (struct place){.x = (int16_t)(board->width / 2), .y = (int16_t)(board->height / 2)};
        stride.dx = stride.dy = 0;
    }
    for (int wide = 0; wide <= 1 && stride.least == INT_MAX; wide++) {
        consider(&stride, END_CIRCLE, circles, wide != 0);
        consider(&stride, END_CROSSING, crossings, wide != 0);
    }
    return stride.best;
}
