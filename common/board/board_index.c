/*
 * board_index.c: builds the tables that the rules use.
 *
 * All movement follows from three relations, in which joints are just bends in a line: circles joined
 * directly, circles next to crossings, and crossings linked to crossings.
 *
 * Most of the work is finding the lines between adjacent circles. Only lines with a minimal set of crossings
 * are needed, and those are the lines without a shortcut: no crossing on the line is linked to another one on
 * it except its predecessor and successor, only the first crossing is next to the start, and only the last is
 * next to the destination. (A line with a shortcut contains a smaller line; in a line without one, every
 * crossing is necessary.) So lines are extended one crossing at a time, never onto a crossing that an earlier
 * part of the line could have reached, and no two lines have the same set. A malicious board can have any
 * number of such lines, so the work is counted, and exceeding the limit is an error.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "common/board/board_internal.h"

enum {
    WORK_MAX = 100000,     /* crossings visited; the built-in boards need a few thousand */
    LINES_MAX = UINT8_MAX, /* between two circles; limited by the type of neighbour.routes */
};

/* A line that is being extended, up to and including its latest crossing. */
struct growth {
    struct set ahead;   /* crossings to try next */
    struct set refused; /* crossings on the line, and those an earlier part of it is linked to */
    struct set met;     /* the start, and circles that an earlier part has already reached */
    struct set line;    /* the crossings of the line */
};

struct found_line {
    unsigned circle;
    struct set crossings;
};

/* Data needed only while indexing. */
struct indexer {
    uint16_t first[BOARD_NODES + 1]; /* node -> index of its ends in `far` */
    uint16_t far[2 * BOARD_STREETS_MAX];
    struct set direct[SET_LIMIT]; /* circle -> circles with only joints in between */
    struct set linked[SET_LIMIT]; /* crossing -> crossings with only joints in between */
    struct growth growth[SET_LIMIT];
    unsigned work, found;
    struct found_line line[BOARD_ROUTES_MAX];
};

static void list_streets(struct indexer *indexer, const struct board *board)
{
    uint16_t filled[BOARD_NODES] = {0};
    for (unsigned i = 0; i < board->streets; i++) {
        indexer->first[board_node(board->street[i].end[0]) + 1]++;
        indexer->first[board_node(board->street[i].end[1]) + 1]++;
    }
    for (unsigned node = 0; node < BOARD_NODES; node++) {
        indexer->first[node + 1] = (uint16_t)(indexer->first[node + 1] + indexer->first[node]);
    }
    for (unsigned i = 0; i < 2 * board->streets; i++) {
        unsigned from = board_node(board->street[i / 2].end[i % 2]);
        unsigned to = board_node(board->street[i / 2].end[1 - i % 2]);
        indexer->far[indexer->first[from] + filled[from]++] = (uint16_t)to;
    }
}

/*
 * Finds the circles and crossings that can be reached from a place over joints, and over circles if
 * `over_circles`.
 */
static void find_reachable(const struct indexer *indexer, unsigned start, bool over_circles,
                           struct set *circles, struct set *crossings)
{
    bool seen[BOARD_NODES] = {false};
    uint16_t queue[BOARD_NODES];
    unsigned head = 0;
    unsigned tail = 0;
    seen[start] = true;
    queue[tail++] = (uint16_t)start;
    while (head < tail) {
        unsigned node = queue[head++];
        for (unsigned i = indexer->first[node]; i < indexer->first[node + 1]; i++) {
            unsigned to = indexer->far[i];
            unsigned kind = to / SET_LIMIT;
            if (seen[to]) {
                continue;
            }
            seen[to] = true;
            if (kind != END_JOINT) {
                set_add(kind == END_CIRCLE ? circles : crossings, to % SET_LIMIT);
            }
            if (kind == END_JOINT || (kind == END_CIRCLE && over_circles)) {
                queue[tail++] = (uint16_t)to;
            }
        }
    }
}

static void relate_places(struct indexer *indexer, struct board *board)
{
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        find_reachable(indexer, END_CIRCLE * SET_LIMIT + circle, false, &indexer->direct[circle],
                       &board->beside[circle]);
    }
    for (unsigned crossing = 1; crossing <= board->crossings; crossing++) {
        struct set ignored = {{0}};
        unsigned node = END_CROSSING * SET_LIMIT + crossing;
        find_reachable(indexer, node, false, &board->next_to[crossing], &indexer->linked[crossing]);
        find_reachable(indexer, node, true, &ignored, &board->crossing_adjacent[crossing]);
    }
}

/* ---- lines between circles ---- */

static bool keep_lines(const struct board_source *source, const struct board *board, struct indexer *indexer,
                       const struct set *circles, const struct set *crossings)
{
    SET_EACH (circle, circles) {
        if (board->routes + indexer->found == BOARD_ROUTES_MAX) {
            return board_fail(source, "circles", BOARD_NO_INDEX,
                              "There are more than %d lines between the circles of this board.",
                              BOARD_ROUTES_MAX);
        }
        indexer->line[indexer->found++] = (struct found_line){.circle = circle, .crossings = *crossings};
    }
    return true;
}

/* Finds every line without a shortcut that starts at a circle, depth first, and stores it in indexer->line. */
static bool grow_lines(const struct board_source *source, const struct board *board, struct indexer *indexer,
                       unsigned circle)
{
    struct growth *top = indexer->growth;
    *top = (struct growth){
        .ahead = board->beside[circle], .refused = board->beside[circle], .met = indexer->direct[circle]};
    set_add(&top->met, circle);
    indexer->found = 0;
    if (!keep_lines(source, board, indexer, &indexer->direct[circle], &top->line)) {
        return false;
    }
    for (;;) {
        unsigned crossing = set_next(&top->ahead, 0);
        if (crossing == 0 && top == indexer->growth) {
            return true;
        }
        if (crossing == 0) {
            top--;
            continue;
        }
        set_remove(&top->ahead, crossing);
        if (++indexer->work > WORK_MAX) {
            return board_fail(source, "circles", circle - 1,
                              "Too many different lines lead from circle %u to its neighbours.", circle);
        }
        struct set fresh = set_minus(board->next_to[crossing], &top->met);
        top[1] = (struct growth){
            .ahead = set_minus(indexer->linked[crossing], &top->refused),
            .refused = set_or(indexer->linked[crossing], &top->refused),
            .met = set_or(board->next_to[crossing], &top->met),
            .line = top->line,
        };
        top++;
        set_add(&top->line, crossing);
        if (!keep_lines(source, board, indexer, &fresh, &top->line)) {
            return false;
        }
    }
}

/* Copies the lines into the board: neighbours in ascending order, the lines to each next to one another. */
static bool store_lines(const struct board_source *source, struct board *board, const struct indexer *indexer,
                        unsigned circle)
{
    unsigned lines[SET_LIMIT] = {0};
    uint16_t at[SET_LIMIT] = {0};
    for (unsigned i = 0; i < indexer->found; i++) {
        set_add(&board->adjacent[circle], indexer->line[i].circle);
        board->barriers[circle] = set_or(board->barriers[circle], &indexer->line[i].crossings);
        lines[indexer->line[i].circle]++;
    }
    if (set_count(&board->adjacent[circle]) > BOARD_NEIGHBOURS_MAX) {
        return board_fail(source, "circles", circle - 1, "Circle %u has more than %d adjacent circles.",
                          circle, BOARD_NEIGHBOURS_MAX);
    }
    SET_EACH (other, &board->adjacent[circle]) {
        if (lines[other] > LINES_MAX) {
            return board_fail(source, "circles", circle - 1,
                              "More than %d lines lead from circle %u to circle %u.", LINES_MAX, circle,
                              other);
        }
        at[other] = (uint16_t)board->routes;
        board->neighbour[circle][board->neighbours[circle]++] = (struct neighbour){
            .circle = (uint8_t)other,
            .routes = (uint8_t)lines[other],
            .first_route = (uint16_t)board->routes,
        };
        board->routes += lines[other];
    }
    for (unsigned i = 0; i < indexer->found; i++) {
        board->route[at[indexer->line[i].circle]++] = indexer->line[i].crossings;
    }
    return true;
}

/* ---- derived tables ---- */

static void count_steps(struct board *board, unsigned start)
{
    struct set seen = {{0}};
    struct set edge = {{0}};
    for (unsigned i = 0; i < SET_LIMIT; i++) {
        board->steps[start][i] = BOARD_FAR;
    }
    set_add(&seen, start);
    set_add(&edge, start);
    for (unsigned distance = 0; !set_is_empty(&edge); distance++) {
        struct set beyond = {{0}};
        SET_EACH (circle, &edge) {
            board->steps[start][circle] = (uint8_t)distance;
            beyond = set_or(beyond, &board->adjacent[circle]);
        }
        edge = set_minus(beyond, &seen);
        seen = set_or(seen, &edge);
    }
}

static void reach_crossings(struct board *board)
{
    for (unsigned crossing = 1; crossing <= board->crossings; crossing++) {
        struct set *reach = &board->reach[crossing];
        set_add(reach, crossing);
        *reach = set_or(*reach, &board->crossing_adjacent[crossing]);
        SET_EACH (middle, &board->crossing_adjacent[crossing]) {
            *reach = set_or(*reach, &board->crossing_adjacent[middle]);
        }
    }
}

/* Relates every member of a group to all the others. */
static void relate_group(struct set *relation, const struct set *group)
{
    SET_EACH (member, group) {
        relation[member] = set_or(relation[member], group);
        set_remove(&relation[member], member);
    }
}

static void relate_areas(struct board *board, const struct board_areas *areas)
{
    for (unsigned i = 0; i < areas->blocks; i++) {
        relate_group(board->alley, &areas->block[i]);
    }
    for (unsigned i = 0; i < areas->waters; i++) {
        relate_group(board->boat, &areas->water[i]);
    }
    for (unsigned i = 0; i < board->houses; i++) {
        struct set crossings = {{0}};
        for (unsigned k = 0; k < board->house[i].count; k++) {
            if (board->house[i].end[k].kind == END_CROSSING) {
                set_add(&crossings, board->house[i].end[k].number);
            }
        }
        relate_group(board->outline, &crossings);
    }
}

static void note_roles(struct board *board)
{
    for (unsigned i = 1; i <= board->circles; i++) {
        const struct place *circle = &board->circle[i];
        set_add(&board->all_circles, i);
        if (circle->colour == CIRCLE_RED) {
            set_add(&board->red_circles, i);
        }
        if (circle->colour == CIRCLE_WHITE) {
            set_add(&board->quadrant[circle->area], i);
        }
    }
    for (unsigned i = 1; i <= board->crossings; i++) {
        const struct place *crossing = &board->crossing[i];
        set_add(&board->all_crossings, i);
        if (crossing->area != SECTION_NONE) {
            set_add(&board->section[crossing->area], i);
        }
        if (crossing->colour == BORDER_YELLOW) {
            set_add(&board->yellow_crossings, i);
        }
        if (crossing->colour == BORDER_RED) {
            board->goulston_street = (uint8_t)i;
        }
    }
}

/* The relation must be symmetric. If it is not, that is a bug in this file, not an error in the board. */
static void assert_mirrored(const struct set *relation, const struct set *mirror, unsigned count)
{
    for (unsigned i = 1; i <= count; i++) {
        assert(relation != mirror || !set_has(&relation[i], i));
        SET_EACH (other, &relation[i]) {
            assert(set_has(&mirror[other], i));
            (void)mirror;
        }
    }
}

static void assert_sound(const struct board *board)
{
    assert_mirrored(board->adjacent, board->adjacent, board->circles);
    assert_mirrored(board->alley, board->alley, board->circles);
    assert_mirrored(board->boat, board->boat, board->circles);
    assert_mirrored(board->crossing_adjacent, board->crossing_adjacent, board->crossings);
    assert_mirrored(board->outline, board->outline, board->crossings);
    assert_mirrored(board->next_to, board->beside, board->crossings);
    assert_mirrored(board->beside, board->next_to, board->circles);
}

bool board_index(const struct board_source *source, struct board *board, const struct board_areas *areas)
{
    struct indexer *indexer = calloc(1, sizeof *indexer);
    if (indexer == NULL) {
        return board_fail(source, NULL, 0, "There is not enough memory to load the board.");
    }
    list_streets(indexer, board);
    relate_places(indexer, board);
    bool good = true;
    for (unsigned circle = 1; good && circle <= board->circles; circle++) {
        good = grow_lines(source, board, indexer, circle) && store_lines(source, board, indexer, circle);
    }
    free(indexer);
    if (!good) {
        return false;
    }
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        count_steps(board, circle);
    }
    reach_crossings(board);
    relate_areas(board, areas);
    note_roles(board);
    assert_sound(board);
    return true;
}

/* ---- queries about lines ---- */

static bool line_is_free(const struct board *board, const struct neighbour *neighbour,
                         const struct set *occupied)
{
    for (unsigned i = 0; i < neighbour->routes; i++) {
        if (!set_meets(&board->route[neighbour->first_route + i], occupied)) {
            return true;
        }
    }
    return false;
}

struct set board_free_neighbours(const struct board *board, unsigned circle, const struct set *occupied)
{
    if (!set_meets(&board->barriers[circle], occupied)) {
        return board->adjacent[circle];
    }
    struct set reachable = {{0}};
    for (unsigned i = 0; i < board->neighbours[circle]; i++) {
        const struct neighbour *neighbour = &board->neighbour[circle][i];
        if (line_is_free(board, neighbour, occupied)) {
            set_add(&reachable, neighbour->circle);
        }
    }
    return reachable;
}

struct set board_coach_ends(const struct board *board, unsigned from, unsigned via)
{
    struct set ends = board->adjacent[via];
    set_remove(&ends, from);
    return ends;
}

bool board_coach_exists(const struct board *board, unsigned circle, const struct set *forbidden)
{
    struct set first = set_minus(board->adjacent[circle], forbidden);
    SET_EACH (via, &first) {
        struct set onward = set_minus(board_coach_ends(board, circle, via), forbidden);
        if (!set_is_empty(&onward)) {
            return true;
        }
    }
    return false;
}

unsigned board_distance(const struct board *board, unsigned crossing, unsigned circle)
{
    struct set reached = board->beside[circle];
    for (unsigned steps = 0; steps < BOARD_FAR; steps++) {
        struct set more = reached;
        if (set_has(&reached, crossing)) {
            return steps;
        }
        SET_EACH (at, &reached) {
            more = set_or(more, &board->crossing_adjacent[at]);
        }
        if (memcmp(&more, &reached, sizeof more) == 0) {
            break;
        }
        reached = more;
    }
    return BOARD_FAR;
}
