/*
 * wire_belief.c: deductions as JSON. Numbers of trails are strings because they can exceed the integers of
 * JavaScript.
 */
#include <inttypes.h>
#include <stdio.h>

#include "common/wire/wire.h"
#include "common/wire/wire_internal.h"

enum { NUMBER_BYTES = 24 };

static void write_trails(struct json_writer *writer, const char *key, uint64_t trails)
{
    char text[NUMBER_BYTES];
    (void)snprintf(text, sizeof text, "%" PRIu64, trails);
    json_write_string(writer, key, text);
}

/* Writes one number per circle of the set, in the same order. */
static void write_counts(struct json_writer *writer, const char *key, const struct set *set,
                         const uint64_t *trails)
{
    json_write_open(writer, key, '[');
    for (unsigned circle = 1; circle < SET_LIMIT; circle++) {
        if (set_has(set, circle)) {
            write_trails(writer, NULL, trails[circle]);
        }
    }
    json_write_close(writer, ']');
}

static void write_cells(struct json_writer *writer, const struct belief *belief)
{
    json_write_open(writer, "cells", '[');
    for (unsigned cell = belief->first_cell; belief->hunting && cell <= belief->last_cell; cell++) {
        json_write_open(writer, NULL, '[');
        json_write_int(writer, NULL, cell_label(cell));
        json_write_set(writer, NULL, &belief->cell[cell]);
        json_write_close(writer, ']');
    }
    json_write_close(writer, ']');
}

void wire_belief(struct json_writer *writer, const struct dossier *dossier, const struct belief *belief,
                 enum wire_aids aids)
{
    static const struct set none = {{0}};
    const struct set *now = belief->hunting ? &belief->now : &none;
    const struct set *visited = belief->hunting ? &belief->visited : &none;
    bool hideouts = dossier->kind == GAME_WHITECHAPEL;
    json_write_int(writer, "round", belief->round);
    json_write_bool(writer, "hunting", belief->hunting != 0);
    json_write_set(writer, "now", now);
    json_write_set(writer, "visited", visited);
    write_cells(writer, belief);
    json_write_set(writer, hideouts ? "hideouts" : "discoveries", &belief->targets);
    if (aids == WIRE_SETS) {
        return;
    }
    write_trails(writer, "trails", belief->trails);
    write_counts(writer, "trails_now", now, belief->trails_now);
    if (aids == WIRE_FULL) {
        write_counts(writer, "trails_visited", visited, belief->trails_visited);
    }
    write_counts(writer, hideouts ? "trails_hideouts" : "trails_discoveries", &belief->targets,
                 belief->trails_target);
}

static void write_answer(struct json_writer *writer, const char *key, const struct belief_answer *answer,
                         bool hideouts)
{
    json_write_open(writer, key, '{');
    write_trails(writer, "trails", answer->trails);
    json_write_int(writer, "now", (long)set_count(&answer->now));
    json_write_int(writer, "visited", (long)set_count(&answer->visited));
    json_write_int(writer, hideouts ? "hideouts" : "discoveries", (long)set_count(&answer->targets));
    json_write_close(writer, '}');
}

void wire_search(struct json_writer *writer, const struct dossier *dossier, unsigned circle, unsigned by,
                 const struct belief_what_if *search)
{
    bool hideouts = dossier->kind == GAME_WHITECHAPEL;
    json_write_open(writer, NULL, '{');
    json_write_int(writer, "circle", (long)circle);
    wire_pawns(writer, "by", by);
    write_answer(writer, "yes", &search->yes, hideouts);
    write_answer(writer, "no", &search->no, hideouts);
    json_write_close(writer, '}');
}
