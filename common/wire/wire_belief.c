/* wire_belief.c: deductions as JSON. Numbers of trails are strings: they may be larger than what JavaScript counts. */
#include <inttypes.h>
#include <stdio.h>

#include "common/wire/wire.h"
#include "common/wire/wire_internal.h"

enum { NUMBER_BYTES = 24 };

static void emit_trails(struct emit *emit, const char *key, uint64_t trails)
{
    char text[NUMBER_BYTES];
    (void)snprintf(text, sizeof text, "%" PRIu64, trails);
    emit_string(emit, key, text);
}

/* A number for each circle of the set, in its order. */
static void emit_counts(struct emit *emit, const char *key, const struct set *set, const uint64_t *trails)
{
    emit_open(emit, key, '[');
    for (unsigned circle = 1; circle < SET_LIMIT; circle++) {
        if (set_has(set, circle)) {
            emit_trails(emit, NULL, trails[circle]);
        }
    }
    emit_close(emit, ']');
}

static void emit_cells(struct emit *emit, const struct belief *belief)
{
    emit_open(emit, "cells", '[');
    for (unsigned cell = belief->first_cell; belief->hunting && cell <= belief->last_cell; cell++) {
        emit_open(emit, NULL, '[');
        emit_int(emit, NULL, cell_label(cell));
        emit_set(emit, NULL, &belief->cell[cell]);
        emit_close(emit, ']');
    }
    emit_close(emit, ']');
}

void wire_belief(struct emit *emit, const struct dossier *dossier, const struct belief *belief,
                 enum wire_aids aids)
{
    static const struct set none = {{0}};
    const struct set *now = belief->hunting ? &belief->now : &none;
    const struct set *visited = belief->hunting ? &belief->visited : &none;
    bool hideouts = dossier->kind == GAME_WHITECHAPEL;
    emit_int(emit, "round", belief->round);
    emit_bool(emit, "hunting", belief->hunting != 0);
    emit_set(emit, "now", now);
    emit_set(emit, "visited", visited);
    emit_cells(emit, belief);
    emit_set(emit, hideouts ? "hideouts" : "discoveries", &belief->targets);
    if (aids == WIRE_SETS) {
        return;
    }
    emit_trails(emit, "trails", belief->trails);
    emit_counts(emit, "trails_now", now, belief->trails_now);
    if (aids == WIRE_FULL) {
        emit_counts(emit, "trails_visited", visited, belief->trails_visited);
    }
    emit_counts(emit, hideouts ? "trails_hideouts" : "trails_discoveries", &belief->targets,
                belief->trails_target);
}

static void emit_answer(struct emit *emit, const char *key, const struct belief_answer *answer, bool hideouts)
{
    emit_open(emit, key, '{');
    emit_trails(emit, "trails", answer->trails);
    emit_int(emit, "now", (long)set_count(&answer->now));
    emit_int(emit, "visited", (long)set_count(&answer->visited));
    emit_int(emit, hideouts ? "hideouts" : "discoveries", (long)set_count(&answer->targets));
    emit_close(emit, '}');
}

void wire_search(struct emit *emit, const struct dossier *dossier, unsigned circle, unsigned by,
                 const struct belief_search *search)
{
    bool hideouts = dossier->kind == GAME_WHITECHAPEL;
    emit_open(emit, NULL, '{');
    emit_int(emit, "circle", (long)circle);
    wire_pawns(emit, "by", by);
    emit_answer(emit, "yes", &search->yes, hideouts);
    emit_answer(emit, "no", &search->no, hideouts);
    emit_close(emit, '}');
}
