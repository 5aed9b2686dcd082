/* trellis.c: see trellis.h. */
#include "common/bots/whitehall/trellis.h"

#include <string.h>

/* ---- moves ---- */

/* One observed move, with everything about it that does not depend on the circle it starts from. */
struct move_context {
    const struct dossier_step *step;
    struct set occupied;
    struct set watched; /* circles next to an investigator */
};

static struct move_context move_context(const struct trellis *trellis, const struct dossier_step *step)
{
    struct move_context move = {.step = step, .occupied = police_crossings(step->police)};
    SET_EACH (crossing, &move.occupied) {
        move.watched = set_or(move.watched, &trellis->board->next_to[crossing]);
    }
    return move;
}

/* Returns how willingly Jack moves to a circle, relative to one that no investigator is next to. */
static double preference(const struct trellis *trellis, const struct move_context *move, unsigned circle)
{
    return set_has(&move->watched, circle) ? trellis->police_factor : 1.0;
}

static double total_preference(const struct trellis *trellis, const struct move_context *move,
                               const struct set *ways)
{
    struct set watched = set_and(*ways, &move->watched);
    unsigned avoided = set_count(&watched);
    return (double)(set_count(ways) - avoided) + trellis->police_factor * avoided;
}

/* ---- forward pass ---- */

static void find_allowed(struct trellis *trellis)
{
    const struct dossier_round *round = trellis->round;
    for (unsigned cell = 0; cell < CELLS; cell++) {
        trellis->allowed[cell] = set_minus(trellis->board->all_circles, &round->absent[cell]);
    }
    SET_EACH (circle, &trellis->board->all_circles) {
        for (unsigned cell = round->first_cell; cell < round->clear[circle] && cell < CELLS; cell++) {
            set_remove(&trellis->allowed[cell], circle);
        }
    }
}

/* Returns the slot of a layer for this mask of clues met; TRELLIS_SLOTS if there is none. */
static unsigned slot_find(const struct trellis *trellis, unsigned cell, unsigned met)
{
    const struct trellis_layer *layer = &trellis->layer[cell];
    for (unsigned slot = layer->first; slot < layer->first + layer->slots; slot++) {
        if (trellis->met[slot] == met) {
            return slot;
        }
    }
    return TRELLIS_SLOTS;
}

/* The same, but adds the slot if needed. Returns TRELLIS_SLOTS if there is no room. */
static unsigned slot_for(struct trellis *trellis, unsigned cell, unsigned met)
{
    unsigned slot = slot_find(trellis, cell, met);
    if (slot != TRELLIS_SLOTS) {
        return slot;
    }
    if (trellis->used == TRELLIS_SLOTS) {
        trellis->full = true;
        return TRELLIS_SLOTS;
    }
    trellis->layer[cell].slots++;
    trellis->met[trellis->used] = (uint8_t)met;
    memset(trellis->weight[trellis->used], 0, sizeof trellis->weight[0]);
    return trellis->used++;
}

static void add_arrivals(struct trellis *trellis, unsigned cell, unsigned met, const struct set *to,
                         double share, const struct move_context *move)
{
    struct set allowed = set_and(*to, &trellis->allowed[cell]);
    unsigned due = trellis->clues.due[cell];
    unsigned same = (met & due) == due ? slot_for(trellis, cell, met) : TRELLIS_SLOTS;
    for (unsigned i = 0; i < trellis->clues.count; i++) {
        unsigned clue = trellis->clues.circle[i];
        unsigned now = met | 1U << i;
        if (set_has(&allowed, clue) && now != met) {
            unsigned slot = (now & due) == due ? slot_for(trellis, cell, now) : TRELLIS_SLOTS;
            if (slot != TRELLIS_SLOTS) {
                trellis->weight[slot][clue] += (float)(share * preference(trellis, move, clue));
            }
            set_remove(&allowed, clue);
        }
    }
    if (same == TRELLIS_SLOTS) {
        return;
    }
    SET_EACH (circle, &allowed) {
        trellis->weight[same][circle] += (float)(share * preference(trellis, move, circle));
    }
}

/* Adds every Coach move from a circle: through a first circle to a second, all three different. */
static void add_coach_arrivals(struct trellis *trellis, unsigned met, unsigned from, double weight,
                               const struct move_context *move)
{
    unsigned cell = move->step->first;
    struct set first = set_and(trellis->board->adjacent[from], &trellis->allowed[cell]);
    unsigned due = trellis->clues.due[cell];
    double share = weight / set_count(&trellis->board->adjacent[from]);
    SET_EACH (via, &first) {
        unsigned now = met | trellis->clues.bit[via];
        struct set to = board_coach_ends(trellis->board, from, via);
        if ((now & due) == due && !set_is_empty(&to)) {
            add_arrivals(trellis, cell + 1, now, &to, share / set_count(&to), move);
        }
    }
}

static void forward_step(struct trellis *trellis, const struct dossier_step *step)
{
    struct move_context move = move_context(trellis, step);
    const struct trellis_layer *from = &trellis->layer[step->first - 1U];
    struct trellis_layer *to = &trellis->layer[step->first + step->cells - 1U];
    to->first = trellis->used;
    for (unsigned circle = 1; circle <= trellis->board->circles; circle++) {
        struct set ways = {{0}};
        double all = 0;
        for (unsigned slot = from->first; slot < from->first + from->slots; slot++) {
            double weight = (double)trellis->weight[slot][circle];
            if (weight <= 0) {
                continue;
            }
            if (step->cells == 2) {
                add_coach_arrivals(trellis, trellis->met[slot], circle, weight, &move);
                continue;
            }
            if (all <= 0) {
                ways = dossier_step_ways(trellis->board, step, circle, &move.occupied);
                all = total_preference(trellis, &move, &ways);
            }
            if (all > 0) {
                add_arrivals(trellis, step->first, trellis->met[slot], &ways, weight / all, &move);
            }
        }
    }
}

/*
 * Prunes trails that can no longer meet a clue in time; they would only fill up slots. Distances bound the
 * steps only after the last special move.
 */
static void prune(struct trellis *trellis, unsigned cell, unsigned last_tile)
{
    const struct trellis_layer *layer = &trellis->layer[cell];
    for (unsigned slot = layer->first; cell >= last_tile && slot < layer->first + layer->slots; slot++) {
        for (unsigned i = 0; i < trellis->clues.count; i++) {
            if ((trellis->met[slot] & (1U << i)) != 0) {
                continue;
            }
            const uint8_t *steps = trellis->board->steps[trellis->clues.circle[i]];
            for (unsigned circle = 1; circle <= trellis->board->circles; circle++) {
                if (steps[circle] + cell > trellis->clues.deadline[i]) {
                    trellis->weight[slot][circle] = 0;
                }
            }
        }
    }
}

static void forward_all(struct trellis *trellis)
{
    const struct dossier_round *round = trellis->round;
    unsigned last_tile = 0;
    for (unsigned i = 0; i < round->steps; i++) {
        if (round->step[i].tile != TILE_NONE) {
            last_tile = round->step[i].first;
        }
    }
    memset(trellis->layer, 0, sizeof trellis->layer);
    trellis->used = 0;
    trellis->full = false;
    trellis->weight[slot_for(trellis, round->first_cell, 0)][round->start[0]] = 1;
    for (unsigned i = 0; i < round->steps; i++) {
        forward_step(trellis, &round->step[i]);
        prune(trellis, round->step[i].first + round->step[i].cells - 1U, last_tile);
    }
}

static bool has_weight_at(const struct trellis *trellis, unsigned cell)
{
    const struct trellis_layer *layer = &trellis->layer[cell];
    for (unsigned slot = layer->first; slot < layer->first + layer->slots; slot++) {
        for (unsigned circle = 1; circle <= trellis->board->circles; circle++) {
            if (trellis->weight[slot][circle] > 0) {
                return true;
            }
        }
    }
    return false;
}

void trellis_forward(struct trellis *trellis, const struct board *board, const struct dossier_round *round,
                     double police_factor)
{
    struct set start = {{0}};
    set_add(&start, round->start[0]);
    trellis->board = board;
    trellis->round = round;
    trellis->police_factor = police_factor;
    find_allowed(trellis);
    for (unsigned most = CLUE_MASK_MAX; most > 0; most /= 2) {
        clue_mask_build(&trellis->clues, round, &start, most);
        forward_all(trellis);
        if (!trellis->full && has_weight_at(trellis, round->last_cell)) {
            return;
        }
    }
    clue_mask_build(&trellis->clues, round, &start, 0);
    forward_all(trellis);
}

double trellis_end_weight(const struct trellis *trellis, unsigned circle)
{
    const struct trellis_layer *layer = &trellis->layer[trellis->round->last_cell];
    double weight = 0;
    for (unsigned slot = layer->first; slot < layer->first + layer->slots; slot++) {
        weight += (double)trellis->weight[slot][circle];
    }
    return weight;
}

/* ---- backward pass ---- */

typedef float future[SET_LIMIT]; /* by circle, for one slot: total weight of the continuations */

static double future_of(const struct trellis *trellis, const future *after, unsigned cell, unsigned met,
                        unsigned circle)
{
    if (!set_has(&trellis->allowed[cell], circle)) {
        return 0;
    }
    unsigned slot = slot_find(trellis, cell, met | trellis->clues.bit[circle]);
    return slot == TRELLIS_SLOTS ? 0 : (double)after[slot][circle];
}

static double future_by_coach(const struct trellis *trellis, const future *after,
                              const struct move_context *move, unsigned met, unsigned from)
{
    unsigned cell = move->step->first;
    double total = 0;
    SET_EACH (via, &trellis->board->adjacent[from]) {
        struct set to = board_coach_ends(trellis->board, from, via);
        unsigned ways = set_count(&to);
        if (ways == 0 || !set_has(&trellis->allowed[cell], via)) {
            continue;
        }
        SET_EACH (circle, &to) {
            total += future_of(trellis, after, cell + 1, met | trellis->clues.bit[via], circle) *
                     preference(trellis, move, circle) / ways;
        }
    }
    return total / set_count(&trellis->board->adjacent[from]);
}

static double future_by_way(const struct trellis *trellis, const future *after,
                            const struct move_context *move, unsigned met, unsigned from)
{
    struct set ways = dossier_step_ways(trellis->board, move->step, from, &move->occupied);
    double all = total_preference(trellis, move, &ways);
    double total = 0;
    SET_EACH (circle, &ways) {
        total +=
            future_of(trellis, after, move->step->first, met, circle) * preference(trellis, move, circle);
    }
    return all > 0 ? total / all : 0;
}

static void backward_step(const struct trellis *trellis, const struct dossier_step *step, future *after,
                          double fade, double trace[SET_LIMIT])
{
    struct move_context move = move_context(trellis, step);
    const struct trellis_layer *layer = &trellis->layer[step->first - 1U];
    for (unsigned slot = layer->first; slot < layer->first + layer->slots; slot++) {
        memset(after[slot], 0, sizeof after[slot]);
        for (unsigned circle = 1; circle <= trellis->board->circles; circle++) {
            double weight = (double)trellis->weight[slot][circle];
            if (weight > 0) {
                double total =
                    step->cells == 2
                        ? future_by_coach(trellis, (const future *)after, &move, trellis->met[slot], circle)
                        : future_by_way(trellis, (const future *)after, &move, trellis->met[slot], circle);
                after[slot][circle] = (float)total;
                trace[circle] += weight * total * fade;
            }
        }
    }
}

void trellis_backward(const struct trellis *trellis, const double end[SET_LIMIT], unsigned cells, double fade,
                      double trace[SET_LIMIT])
{
    float after[TRELLIS_SLOTS][SET_LIMIT];
    const struct dossier_round *round = trellis->round;
    const struct trellis_layer *last = &trellis->layer[round->last_cell];
    double faded = 1;
    for (unsigned slot = last->first; slot < last->first + last->slots; slot++) {
        for (unsigned circle = 0; circle < SET_LIMIT; circle++) {
            after[slot][circle] = (float)end[circle];
            trace[circle] += (double)trellis->weight[slot][circle] * end[circle];
        }
    }
    for (unsigned i = round->steps; i > 0 && round->steps - i < cells; i--) {
        faded *= fade;
        backward_step(trellis, &round->step[i - 1], after, faded, trace);
    }
}
