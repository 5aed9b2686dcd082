/*
 * picture_trail.c: where Jack went.
 *
 * A move follows the shortest way along the streets; an alley or a boat is a straight line. The lines of different nights
 * lie beside each other.
 */
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/picture/picture_internal.h"

enum {
    NODES = 3 * SET_LIMIT, /* circles, crossings and joints */
    LINKS_MAX = 2 * BOARD_STREETS_MAX,
    SHIFT = 4, /* between the lines of two nights */
};

/* Each street in both directions, grouped by where it starts. */
struct network {
    const struct board *board;
    uint16_t first[NODES + 1], to[LINKS_MAX];
    long long far[NODES]; /* from the start of the way being looked for */
    uint16_t before[NODES];
    bool done[NODES];
};

static unsigned node_of(struct end end)
{
    return (unsigned)end.kind * SET_LIMIT + end.number;
}

static struct place place_of(const struct board *board, unsigned node)
{
    return picture_place(
        board, (struct end){.kind = (uint8_t)(node / SET_LIMIT), .number = (uint8_t)(node % SET_LIMIT)});
}

static void build(struct network *network, const struct board *board)
{
    uint16_t next[NODES + 1];
    network->board = board;
    memset(network->first, 0, sizeof network->first);
    for (unsigned i = 0; i < board->streets; i++) {
        for (unsigned side = 0; side < 2; side++) {
            network->first[node_of(board->street[i].end[side]) + 1]++;
        }
    }
    for (unsigned node = 0; node < NODES; node++) {
        network->first[node + 1] = (uint16_t)(network->first[node + 1] + network->first[node]);
    }
    memcpy(next, network->first, sizeof next);
    for (unsigned i = 0; i < board->streets; i++) {
        for (unsigned side = 0; side < 2; side++) {
            unsigned from = node_of(board->street[i].end[side]);
            network->to[next[from]++] = (uint16_t)node_of(board->street[i].end[1 - side]);
        }
    }
}

/* Returns the length of a street, rounded down. */
static long long length_of(const struct board *board, unsigned from, unsigned to)
{
    struct place a = place_of(board, from);
    struct place b = place_of(board, to);
    long long square = (long long)(a.x - b.x) * (a.x - b.x) + (long long)(a.y - b.y) * (a.y - b.y);
    long long root = 0;
    for (long long bit = 1LL << 17; bit > 0; bit >>= 1) {
        root += (root + bit) * (root + bit) <= square ? bit : 0;
    }
    return root;
}

static unsigned nearest_open(const struct network *network)
{
    unsigned best = NODES;
    for (unsigned node = 0; node < NODES; node++) {
        if (!network->done[node] && network->far[node] >= 0 &&
            (best == NODES || network->far[node] < network->far[best])) {
            best = node;
        }
    }
    return best;
}

/* Finds the shortest way, which passes no other circle (Dijkstra). Returns false if there is none. */
static bool find_way(struct network *network, unsigned from, unsigned to)
{
    memset(network->far, -1, sizeof network->far);
    memset(network->done, 0, sizeof network->done);
    network->far[from] = 0;
    for (unsigned at = from; at != NODES && at != to; at = nearest_open(network)) {
        network->done[at] = true;
        for (unsigned i = network->first[at]; i < network->first[at + 1]; i++) {
            unsigned next = network->to[i];
            bool passes = next / SET_LIMIT == END_CIRCLE && next != to;
            long long far = network->far[at] + length_of(network->board, at, next);
            if (!passes && (network->far[next] < 0 || far < network->far[next])) {
                network->far[next] = far;
                network->before[next] = (uint16_t)at;
            }
        }
    }
    return network->far[to] >= 0;
}

/* Adds the points after the first; nights are shifted so that one line doesn't hide another. */
static void add_way(struct picture *picture, struct network *network, unsigned from, unsigned to,
                    bool straight, int shift)
{
    uint16_t way[NODES];
    unsigned count = 0;
    if (straight || !find_way(network, from, to)) {
        way[count++] = (uint16_t)to;
    } else {
        for (unsigned node = to; node != from; node = network->before[node]) {
            way[count++] = (uint16_t)node;
        }
    }
    while (count > 0) {
        struct place place = place_of(network->board, way[--count]);
        picture_add(picture, "L%d %d", place.x + shift, place.y + shift);
    }
}

unsigned picture_first(const struct view *view, unsigned round)
{
    unsigned cell = 0;
    while (cell < CELLS && view->row[round][cell] == 0) {
        cell++;
    }
    return cell < CELLS ? view->row[round][cell] : 0;
}

unsigned picture_last(const struct view *view, unsigned round)
{
    unsigned cell = CELLS;
    while (cell > 0 && view->row[round][cell - 1] == 0) {
        cell--;
    }
    return cell > 0 ? view->row[round][cell - 1] : 0;
}

const char *picture_colour(unsigned round)
{
    static const char *const colours[ROWS] = {"#a3360b", "#1d5c92", "#5c1f78", "#00695b"};
    return colours[round % COUNT(colours)];
}

bool picture_is_second_crime(const struct view *view, unsigned cell, unsigned round)
{
    return view->kind == GAME_WHITECHAPEL && round == 2 &&
           view->row[round][cell - 1] == picture_first(view, round) &&
           memchr(view->crime, view->row[round][cell], view->crimes) != NULL;
}

static void add_move(struct picture *picture, struct network *network, unsigned round, unsigned cell)
{
    const struct view *view = &picture->view;
    unsigned tile = view->mark[round][cell];
    unsigned from = node_of((struct end){END_CIRCLE, view->row[round][cell - 1]});
    unsigned to = node_of((struct end){END_CIRCLE, view->row[round][cell]});
    int shift = ((int)round - 1) * SHIFT;
    struct place start = place_of(network->board, from);
    picture_add(picture, "<path%s d=\"M%d %d", tile != TILE_NONE ? " stroke-dasharray=\"10 8\"" : "",
                start.x + shift, start.y + shift);
    add_way(picture, network, from, to, tile == TILE_ALLEY || tile == TILE_BOAT, shift);
    picture_add(picture, "\"/>\n");
}

void picture_add_trails(struct picture *picture)
{
    const struct view *view = &picture->view;
    struct network *network = malloc(sizeof *network);
    if (network == NULL) {
        picture->full = true;
        return;
    }
    build(network, picture->board);
    for (unsigned round = 0; round < ROWS; round++) {
        if (picture_first(view, round) == 0) {
            continue;
        }
        picture_add(picture,
                    "<g fill=\"none\" stroke=\"%s\" stroke-width=\"6\" stroke-linecap=\"round\" "
                    "stroke-linejoin=\"round\" opacity=\".85\">\n",
                    picture_colour(round));
        for (unsigned cell = 1; cell < CELLS; cell++) {
            if (view->row[round][cell - 1] != 0 && view->row[round][cell] != 0 &&
                !picture_is_second_crime(view, cell, round)) {
                add_move(picture, network, round, cell);
            }
        }
        picture_add(picture, "</g>\n");
    }
    free(network);
}

void picture_add_rings(struct picture *picture, unsigned radius)
{
    const struct view *view = &picture->view;
    unsigned around[SET_LIMIT] = {0}; /* how many rings a circle has */
    for (unsigned round = 0; round < ROWS; round++) {
        struct set visited = {{0}};
        for (unsigned cell = 0; cell < CELLS; cell++) {
            set_add(&visited, view->row[round][cell]);
        }
        set_remove(&visited, 0);
        SET_EACH (circle, &visited) {
            const struct place *place = &picture->board->circle[circle];
            picture_add(
                picture,
                "<circle cx=\"%d\" cy=\"%d\" r=\"%u\" fill=\"none\" stroke=\"%s\" stroke-width=\"3\"/>\n",
                place->x, place->y, radius + 1 + 3 * around[circle]++, picture_colour(round));
        }
    }
}
