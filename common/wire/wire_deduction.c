/* wire_deduction.c: see wire_deduction.h. */
#include "common/wire/wire_deduction.h"

/* Returns a mask of the policemen who can search a circle from where they are. */
static unsigned searchers(const struct wire_deduction *what, unsigned circle)
{
    unsigned by = 0;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        unsigned crossing = what->dossier->police[pawn];
        if (crossing != 0 && set_has(&what->board->next_to[crossing], circle)) {
            by |= PAWN_BIT(pawn);
        }
    }
    return by;
}

/* Returns whether a search of this circle is to be written; `by` is set to the policemen who can make it. */
static bool is_asked_for(const struct wire_deduction *what, unsigned circle, unsigned *by)
{
    if (what->crossing != 0) {
        *by = 0;
        return set_has(&what->board->next_to[what->crossing], circle);
    }
    *by = searchers(what, circle);
    return *by != 0;
}

/* Circles with a false clue cannot be searched. */
static bool is_blocked(const struct view *view, unsigned circle)
{
    for (unsigned i = 0; i < view->false_clues; i++) {
        if (view->false_clue[i] == circle) {
            return true;
        }
    }
    return false;
}

static void write_searches(struct json_writer *writer, const struct wire_deduction *what,
                           const struct belief *belief)
{
    json_write_open(writer, "searches", '[');
    for (unsigned circle = 1; belief->hunting && circle <= what->board->circles; circle++) {
        unsigned by;
        if (is_asked_for(what, circle, &by) && !is_blocked(what->public_view, circle) &&
            (what->may_continue == NULL || what->may_continue(what->context))) {
            struct belief_what_if search;
            belief_what_if(what->board, what->dossier, belief, circle, &search);
            wire_search(writer, what->dossier, circle, by, &search);
        }
    }
    json_write_close(writer, ']');
}

static void write_ways(struct json_writer *writer, const struct wire_deduction *what,
                       const struct belief *belief)
{
    uint8_t way[WIRE_WAYS_MAX][CELLS];
    unsigned count =
        belief->hunting ? belief_trails_to(what->board, what->dossier, what->circle, WIRE_WAYS_MAX, way) : 0;
    json_write_open(writer, "ways", '[');
    for (unsigned i = 0; i < count; i++) {
        json_write_numbers(writer, NULL, &way[i][belief->first_cell],
                           (size_t)belief->last_cell - belief->first_cell + 1);
    }
    json_write_close(writer, ']');
}

void wire_deduction(struct json_writer *writer, const char *key, const struct wire_deduction *what)
{
    struct belief belief;
    belief_deduce(what->board, what->dossier, &belief);
    json_write_open(writer, key, '{');
    json_write_int(writer, "seq", (long)what->seq);
    wire_belief(writer, what->dossier, &belief, what->aids);
    if (what->aids == WIRE_FULL) {
        write_searches(writer, what, &belief);
    }
    if (what->circle != 0) {
        write_ways(writer, what, &belief);
    }
    json_write_close(writer, '}');
}
