/*
 * board_index.c: makes the tables the rules ask.
 *
 * Everything about walking follows from three relations in which joints are no more than a bend in the
 * line: circles joined directly, circles next to crossings, crossings linked to crossings.
 *
 * The lines between adjacent circles take most of the care. Only lines with a minimal set of crossings
 * are wanted, and those are the lines without a short cut: no crossing of the line is linked to another
 * of it but the ones before and after, only the first is next to the circle it starts from and only the
 * last next to the circle it leads to. (A line with a short cut has a smaller one inside; in one without
 * there is no way but over every crossing.) So lines are grown one crossing at a time, never onto a
 * crossing that an earlier part of the line could have reached, and no two of them have the same set.
 * A hostile board can have any number of such lines: the work is counted, and too much is an error.
 */
#include <assert.h>
#include <stdlib.h>

#include "common/board/board_internal.h"

enum {
    WORK_MAX = 100000,     /* crossings stepped onto; our boards need a few thousand */
    LINES_MAX = UINT8_MAX, /* between one circle and another: neighbour.routes counts them */
};

/* A line being grown, up to and including its latest crossing. */
struct growth {
    struct set ahead;   /* crossings to try next */
    struct set refused; /* crossings an earlier part of the line is linked to, or that are on it */
    struct set met;     /* circles an earlier part has led to already, or the start */
    struct set line;    /* the crossings of the line */
};

struct found_line {
    unsigned circle;
    struct set crossings;
};

/* What is needed only while indexing. */
struct workshop {
    uint16_t first[BOARD_NODES + 1]; /* node -> its ends in `far` */
    uint16_t far[2 * BOARD_STREETS_MAX];
    struct set direct[SET_LIMIT]; /* circle -> circles with only joints between */
    struct set linked[SET_LIMIT]; /* crossing -> crossings with only joints between */
    struct growth growth[SET_LIMIT];
    unsigned work, found;
    struct found_line line[BOARD_ROUTES_MAX];
};

static void list_streets(struct workshop *shop, const struct board *board)
{
    uint16_t filled[BOARD_NODES] = {0};
    for (unsigned i = 0; i < board->streets; i++) {
        shop->first[board_node(board->street[i].end[0]) + 1]++;
        shop->first[board_node(board->street[i].end[1]) + 1]++;
    }
    for (unsigned node = 0; node < BOARD_NODES; node++) {
        shop->first[node + 1] = (uint16_t)(shop->first[node + 1] + shop->first[node]);
    }
    for (unsigned i = 0; i < 2 * board->streets; i++) {
        unsigned from = board_node(board->street[i / 2].end[i % 2]);
        unsigned to = board_node(board->street[i / 2].end[1 - i % 2]);
        shop->far[shop->first[from] + filled[from]++] = (uint16_t)to;
    }
}

/* Walks from a place over joints, and over circles if told to: which circles and crossings are met? */
static void look_around(const struct workshop *shop, unsigned start, bool over_circles, struct set *circles,
                        struct set *crossings)
{
    bool seen[BOARD_NODES] = {false};
    uint16_t queue[BOARD_NODES];
    unsigned head = 0;
    unsigned tail = 0;
    seen[start] = true;
    queue[tail++] = (uint16_t)start;
    while (head < tail) {
        unsigned node = queue[head++];
        for (unsigned i = shop->first[node]; i < shop->first[node + 1]; i++) {
            unsigned to = shop->far[i];
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

static void relate_places(struct workshop *shop, struct board *board)
{
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        look_around(shop, END_CIRCLE * SET_LIMIT + circle, false, &shop->direct[circle],
                    &board->beside[circle]);
    }
    for (unsigned crossing = 1; crossing <= board->crossings; crossing++) {
        struct set ignored = {{0}};
        unsigned node = END_CROSSING * SET_LIMIT + crossing;
        look_around(shop, node, false, &board->next_to[crossing], &shop->linked[crossing]);
        look_around(shop, node, true, &ignored, &board->crossing_adjacent[crossing]);
    }
}

/* ---- lines between circles ---- */

static bool keep_lines(const struct board_source *source, const struct board *board, struct workshop *shop,
                       const struct set *circles, const struct set *crossings)
{
    SET_EACH (circle, circles) {
        if (board->routes + shop->found == BOARD_ROUTES_MAX) {
            return board_fail(source, "circles", BOARD_NO_INDEX,
                              "There are more than %d lines between the circles of this board.",
                              BOARD_ROUTES_MAX);
        }
        shop->line[shop->found++] = (struct found_line){.circle = circle, .crossings = *crossings};
    }
    return true;
}

/* Finds every line without a short cut from a circle, depth first, into shop->line. */
static bool grow_lines(const struct board_source *source, const struct board *board, struct workshop *shop,
                       unsigned circle)
{
    struct growth *top = shop->growth;
    *top = (struct growth){
        .ahead = board->beside[circle], .refused = board->beside[circle], .met = shop->direct[circle]};
    set_add(&top->met, circle);
    shop->found = 0;
    if (!keep_lines(source, board, shop, &shop->direct[circle], &top->line)) {
        return false;
    }
    for (;;) {
        unsigned crossing = set_next(&top->ahead, 0);
        if (crossing == 0 && top == shop->growth) {
            return true;
        }
        if (crossing == 0) {
            top--;
            continue;
        }
        set_remove(&top->ahead, crossing);
        if (++shop->work > WORK_MAX) {
            return board_fail(source, "circles", circle - 1,
                              "Too many lines lead from circle %u over crossings without a circle.", circle);
        }
        struct set fresh = set_minus(board->next_to[crossing], &top->met);
        top[1] = (struct growth){
            .ahead = set_minus(shop->linked[crossing], &top->refused),
            .refused = set_or(shop->linked[crossing], &top->refused),
            .met = set_or(board->next_to[crossing], &top->met),
            .line = top->line,
        };
        top++;
        set_add(&top->line, crossing);
        if (!keep_lines(source, board, shop, &fresh, &top->line)) {
            return false;
        }
    }
}

/* Sorts what was found into the board: neighbours ascending, the lines of each side by side. */
static bool store_lines(const struct board_source *source, struct board *board, const struct workshop *shop,
                        unsigned circle)
{
    unsigned lines[SET_LIMIT] = {0};
    uint16_t at[SET_LIMIT] = {0};
    for (unsigned i = 0; i < shop->found; i++) {
        set_add(&board->adjacent[circle], shop->line[i].circle);
        board->barriers[circle] = set_or(board->barriers[circle], &shop->line[i].crossings);
        lines[shop->line[i].circle]++;
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
    for (unsigned i = 0; i < shop->found; i++) {
        board->route[at[shop->line[i].circle]++] = shop->line[i].crossings;
    }
    return true;
}

/* ---- tables that follow ---- */

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

/* Every member of a group is related to all the others. */
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

/* Who is related to whom must not depend on who asks. Wrong here is a bug of ours, not of the board. */
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
    struct workshop *shop = calloc(1, sizeof *shop);
    if (shop == NULL) {
        return board_fail(source, NULL, 0, "There is not enough memory to load the board.");
    }
    list_streets(shop, board);
    relate_places(shop, board);
    bool good = true;
    for (unsigned circle = 1; good && circle <= board->circles; circle++) {
        good = grow_lines(source, board, shop, circle) && store_lines(source, board, shop, circle);
    }
    free(shop);
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

/* ---- asking the lines ---- */

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

bool board_coach_leads_on(const struct board *board, unsigned circle, const struct set *forbidden)
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
