/* deduction.c: reads a deduction from JSON and ranks its circles and searches. */
#include "client-cli/model/deduction.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/wire/wire_read.h"

enum { SHARE_WHOLE = 100 };

/* ---- Reading ------------------------------------------------------------------------------------- */

static bool read_circle(const json_t *json, const struct board *board, unsigned *circle)
{
    json_int_t number = json_integer_value(json);
    *circle = (unsigned)number;
    return json_is_integer(json) && number > 0 && number <= board->circles;
}

static bool read_set(const json_t *list, const struct board *board, struct set *set)
{
    *set = (struct set){{0}};
    for (size_t i = 0; i < json_array_size(list); i++) {
        unsigned circle;
        if (!read_circle(json_array_get(list, i), board, &circle)) {
            return false;
        }
        set_add(set, circle);
    }
    return json_is_array(list);
}

/* Counts of trails are strings in JSON, because they may exceed what a double can represent. */
static bool read_count(const json_t *json, uint64_t *count)
{
    const char *text = json_string_value(json);
    char *end = NULL;
    if (text == NULL || text[0] < '0' || text[0] > '9') {
        return false;
    }
    errno = 0;
    *count = strtoull(text, &end, 10);
    return *end == '\0' && errno == 0;
}

/* Reads the numbers of trails that go with a list of circles. */
static bool read_counts(const json_t *counts, const json_t *circles, uint64_t of[SET_LIMIT])
{
    bool good = json_array_size(counts) == json_array_size(circles);
    for (size_t i = 0; good && i < json_array_size(circles); i++) {
        good = read_count(json_array_get(counts, i),
                          &of[(size_t)json_integer_value(json_array_get(circles, i)) % SET_LIMIT]);
    }
    return good;
}

static const char *key_of(enum game_kind game, enum heat heat, bool trails)
{
    static const char *const keys[][HEAT_COUNT] = {
        {NULL, "now", "visited", "hideouts"},
        {NULL, "trails_now", "trails_visited", "trails_hideouts"},
    };
    if (heat == HEAT_TARGETS && game == GAME_WHITEHALL) {
        return trails ? "trails_discoveries" : "discoveries";
    }
    return keys[trails][heat];
}

static bool read_sets(struct deduction *deduction, const struct board *board, const json_t *json)
{
    for (unsigned heat = HEAT_NOW; heat < HEAT_COUNT; heat++) {
        const json_t *circles = json_object_get(json, key_of(board->game, (enum heat)heat, false));
        const json_t *counts = json_object_get(json, key_of(board->game, (enum heat)heat, true));
        if (!read_set(circles, board, &deduction->set[heat]) ||
            (counts != NULL && !read_counts(counts, circles, deduction->trails_of[heat]))) {
            return false;
        }
    }
    return true;
}

static bool read_cells(struct deduction *deduction, const struct board *board, const json_t *list)
{
    bool good = json_is_array(list) && json_array_size(list) <= CELLS;
    deduction->cells = good ? (unsigned)json_array_size(list) : 0;
    for (unsigned i = 0; good && i < deduction->cells; i++) {
        const json_t *cell = json_array_get(list, i);
        const json_t *label = json_array_get(cell, 0);
        json_int_t number = json_integer_value(label);
        good = json_is_integer(label) && number >= cell_label(0) && number <= cell_label(CELL_LAST) &&
               read_set(json_array_get(cell, 1), board, &deduction->cell[i].circles);
        deduction->cell[i].label = (int)number;
    }
    return good;
}

static bool read_size(const json_t *object, const char *key, unsigned *size)
{
    json_int_t number = json_integer_value(json_object_get(object, key));
    *size = (unsigned)number;
    return json_is_integer(json_object_get(object, key)) && number >= 0 && number < SET_LIMIT;
}

static bool read_answer(const json_t *json, enum game_kind game, struct deduction_answer *answer)
{
    return read_count(json_object_get(json, "trails"), &answer->trails) &&
           read_size(json, "now", &answer->now) && read_size(json, "visited", &answer->visited) &&
           read_size(json, key_of(game, HEAT_TARGETS, false), &answer->targets);
}

static bool read_searches(struct deduction *deduction, const struct board *board, const json_t *list)
{
    bool good = list == NULL || (json_is_array(list) && json_array_size(list) < SET_LIMIT);
    deduction->searches = good ? (unsigned)json_array_size(list) : 0;
    for (unsigned i = 0; good && i < deduction->searches; i++) {
        const json_t *json = json_array_get(list, i);
        struct deduction_search *search = &deduction->search[i];
        unsigned circle = 0;
        good = read_circle(json_object_get(json, "circle"), board, &circle) &&
               wire_read_pawns(json_object_get(json, "by"), &search->by) &&
               read_answer(json_object_get(json, "yes"), board->game, &search->yes) &&
               read_answer(json_object_get(json, "no"), board->game, &search->no);
        search->circle = (uint8_t)circle;
    }
    return good;
}

static bool read_way(const json_t *list, const struct board *board, struct deduction_way *way)
{
    bool good = json_is_array(list) && json_array_size(list) <= CELLS;
    way->length = good ? (unsigned)json_array_size(list) : 0;
    for (unsigned i = 0; good && i < way->length; i++) {
        unsigned circle = 0;
        good = read_circle(json_array_get(list, i), board, &circle);
        way->circle[i] = (uint8_t)circle;
    }
    return good;
}

static bool read_ways(struct deduction *deduction, const struct board *board, const json_t *list)
{
    bool good = list == NULL || (json_is_array(list) && json_array_size(list) <= DEDUCTION_WAYS_MAX);
    deduction->ways = good ? (unsigned)json_array_size(list) : 0;
    for (unsigned i = 0; good && i < deduction->ways; i++) {
        good = read_way(json_array_get(list, i), board, &deduction->way[i]);
    }
    return good;
}

bool deduction_read(struct deduction *deduction, const struct board *board, const json_t *json)
{
    const json_t *trails = json_object_get(json, "trails");
    const json_t *round = json_object_get(json, "round");
    memset(deduction, 0, sizeof *deduction);
    deduction->game = board->game;
    deduction->full = trails != NULL;
    deduction->hunting = json_is_true(json_object_get(json, "hunting"));
    deduction->round = (unsigned)json_integer_value(round);
    return json_is_integer(round) && json_is_boolean(json_object_get(json, "hunting")) &&
           read_sets(deduction, board, json) &&
           read_cells(deduction, board, json_object_get(json, "cells")) &&
           (trails == NULL || read_count(trails, &deduction->trails)) &&
           read_searches(deduction, board, json_object_get(json, "searches")) &&
           read_ways(deduction, board, json_object_get(json, "ways"));
}

/* ---- Numbers ------------------------------------------------------------------------------------- */

static uint64_t most_trails(const struct deduction *deduction, enum heat heat)
{
    uint64_t most = 0;
    SET_EACH (circle, &deduction->set[heat]) {
        uint64_t trails = deduction->trails_of[heat][circle];
        most = trails > most ? trails : most;
    }
    return most;
}

bool deduction_is_uniform(const struct deduction *deduction, enum heat heat)
{
    uint64_t most = most_trails(deduction, heat);
    SET_EACH (circle, &deduction->set[heat]) {
        if (deduction->trails_of[heat][circle] != most) {
            return false;
        }
    }
    return true;
}

/* Each level is half as likely as the one above. */
void deduction_levels(const struct deduction *deduction, enum heat heat, uint8_t level[SET_LIMIT])
{
    uint64_t most = most_trails(deduction, heat);
    bool alike = deduction_is_uniform(deduction, heat) && set_count(&deduction->set[heat]) > 1;
    memset(level, 0, SET_LIMIT);
    SET_EACH (circle, &deduction->set[heat]) {
        uint64_t trails = deduction->trails_of[heat][circle];
        unsigned at = alike ? HEAT_LEVELS - 1 : HEAT_LEVELS;
        for (uint64_t least = most / 2; at > 1 && trails < least; least /= 2) {
            at--;
        }
        level[circle] = (uint8_t)at;
    }
}

/* Insertion sort: the sets are small, and equal circles stay in the order of their numbers. */
unsigned deduction_by_likelihood(const struct deduction *deduction, enum heat heat, uint8_t circle[SET_LIMIT])
{
    const uint64_t *trails = deduction->trails_of[heat];
    unsigned count = 0;
    SET_EACH (next, &deduction->set[heat]) {
        unsigned at = count++;
        for (; at > 0 && trails[circle[at - 1]] < trails[next]; at--) {
            circle[at] = circle[at - 1];
        }
        circle[at] = (uint8_t)next;
    }
    return count;
}

unsigned deduction_share(const struct deduction *deduction, enum heat heat, unsigned circle)
{
    uint64_t trails = deduction->trails_of[heat][circle];
    if (deduction->trails == 0 || trails == 0) {
        return 0;
    }
    if (trails >= deduction->trails) {
        return SHARE_WHOLE;
    }
    unsigned share = (unsigned)(SHARE_WHOLE * ((double)trails / (double)deduction->trails) + 0.5);
    return share < 1 ? 1 : share < SHARE_WHOLE ? share : SHARE_WHOLE - 1;
}

/* Returns the expected number of circles left after the answer, weighted by trails. */
static double left_after(const struct deduction_search *search)
{
    double all = (double)search->yes.trails + (double)search->no.trails;
    return deduction_certain(search)
               ? SET_LIMIT
               : ((double)search->yes.trails * search->yes.now + (double)search->no.trails * search->no.now) /
                     all;
}

unsigned deduction_rank_searches(const struct deduction *deduction, uint8_t index[SET_LIMIT])
{
    for (unsigned i = 0; i < deduction->searches; i++) {
        unsigned at = i;
        for (; at > 0 && left_after(&deduction->search[index[at - 1]]) > left_after(&deduction->search[i]);
             at--) {
            index[at] = index[at - 1];
        }
        index[at] = (uint8_t)i;
    }
    return deduction->searches;
}
