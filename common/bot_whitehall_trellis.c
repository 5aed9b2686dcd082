/* bot_whitehall_trellis.c: see bot_whitehall_trellis.h. */
#include "bot_whitehall_trellis.h"

#include <string.h>

/* ---- ways ---- */

/* A move as it was seen, ready to be walked from any circle. */
struct pace {
    const struct dossier_step *step;
    struct set occupied;
    struct set watched; /* circles next to an investigator */
};

static struct pace pace_of(const struct trellis *trellis, const struct dossier_step *step)
{
    struct pace pace = {.step = step, .occupied = police_crossings(step->police)};
    SET_EACH (crossing, &pace.occupied) {
        pace.watched = set_or(pace.watched, &trellis->board->next_to[crossing]);
    }
    return pace;
}

static struct set ways_from(const struct board *board, const struct pace *pace, unsigned circle)
{
    switch (pace->step->tile) {
    case TILE_NONE:
        return board_free_neighbours(board, circle, &pace->occupied);
    case TILE_COACH:
        return board->adjacent[circle];
    case TILE_ALLEY:
        return board->alley[circle];
    case TILE_BOAT:
        return board->boat[circle];
    default: /* face down */
        return pace->step->cells == 2 ? board->adjacent[circle]
                                      : set_or(board->alley[circle], &board->boat[circle]);
    }
}

/* How willingly he goes to a circle, compared with one that nobody watches. */
static double appeal(const struct trellis *trellis, const struct pace *pace, unsigned circle)
{
    return set_has(&pace->watched, circle) ? trellis->shy : 1.0;
}

static double appeal_of_all(const struct trellis *trellis, const struct pace *pace, const struct set *ways)
{
    struct set watched = set_and(*ways, &pace->watched);
    unsigned shunned = set_count(&watched);
    return (double)(set_count(ways) - shunned) + trellis->shy * shunned;
}

/* ---- the trellis ---- */

/* Takes the clues with the latest deadlines first: they say most about where he is now. */
static void take_clues(struct trellis *trellis, unsigned most)
{
    const struct dossier_round *round = trellis->round;
    trellis->clues = 0;
    for (unsigned cell = round->last_cell; cell > round->first_cell; cell--) {
        SET_EACH (circle, &trellis->board->all_circles) {
            if (round->seen[circle] == cell + 1U && circle != round->start[0] && trellis->clues < most) {
                trellis->clue[trellis->clues] = (uint8_t)circle;
                trellis->deadline[trellis->clues++] = (uint8_t)cell;
            }
        }
    }
}

static void take_misses(struct trellis *trellis)
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

static unsigned clue_bit(const struct trellis *trellis, unsigned circle)
{
    for (unsigned i = 0; i < trellis->clues; i++) {
        if (trellis->clue[i] == circle) {
            return 1U << i;
        }
    }
    return 0;
}

/* The slot of a layer for these clues met; a new one if there is none yet. TRELLIS_SLOTS: no room. */
static unsigned slot_for(struct trellis *trellis, unsigned cell, unsigned met)
{
    struct trellis_layer *layer = &trellis->layer[cell];
    for (unsigned slot = layer->first; slot < layer->first + layer->slots; slot++) {
        if (trellis->met[slot] == met) {
            return slot;
        }
    }
    if (trellis->used == TRELLIS_SLOTS) {
        trellis->full = true;
        return TRELLIS_SLOTS;
    }
    layer->slots++;
    trellis->met[trellis->used] = (uint8_t)met;
    memset(trellis->weight[trellis->used], 0, sizeof trellis->weight[0]);
    return trellis->used++;
}

/* The same without making one. */
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

/* Clues that had to be met by this cell. */
static unsigned due_at(const struct trellis *trellis, unsigned cell)
{
    unsigned due = 0;
    for (unsigned i = 0; i < trellis->clues; i++) {
        if (trellis->deadline[i] <= cell) {
            due |= 1U << i;
        }
    }
    return due;
}

static void arrive(struct trellis *trellis, unsigned cell, unsigned met, const struct set *to, double share,
                   const struct pace *pace)
{
    struct set allowed = set_and(*to, &trellis->allowed[cell]);
    unsigned due = due_at(trellis, cell);
    unsigned same = (met & due) == due ? slot_for(trellis, cell, met) : TRELLIS_SLOTS;
    for (unsigned i = 0; i < trellis->clues; i++) {
        unsigned now = met | 1U << i;
        if (set_has(&allowed, trellis->clue[i]) && now != met) {
            unsigned slot = (now & due) == due ? slot_for(trellis, cell, now) : TRELLIS_SLOTS;
            if (slot != TRELLIS_SLOTS) {
                trellis->weight[slot][trellis->clue[i]] +=
                    (float)(share * appeal(trellis, pace, trellis->clue[i]));
            }
            set_remove(&allowed, trellis->clue[i]);
        }
    }
    if (same == TRELLIS_SLOTS) {
        return;
    }
    SET_EACH (circle, &allowed) {
        trellis->weight[same][circle] += (float)(share * appeal(trellis, pace, circle));
    }
}

/* A Coach from a circle over each first circle to each second one; three different circles. */
static void arrive_by_coach(struct trellis *trellis, unsigned met, unsigned from, double weight,
                            const struct pace *pace)
{
    unsigned cell = pace->step->first;
    struct set first = set_and(trellis->board->adjacent[from], &trellis->allowed[cell]);
    unsigned due = due_at(trellis, cell);
    double share = weight / set_count(&trellis->board->adjacent[from]);
    SET_EACH (via, &first) {
        unsigned now = met | clue_bit(trellis, via);
        struct set to = trellis->board->adjacent[via];
        set_remove(&to, from);
        if ((now & due) == due && !set_is_empty(&to)) {
            arrive(trellis, cell + 1, now, &to, share / set_count(&to), pace);
        }
    }
}

static void walk_step(struct trellis *trellis, const struct dossier_step *step)
{
    struct pace pace = pace_of(trellis, step);
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
                arrive_by_coach(trellis, trellis->met[slot], circle, weight, &pace);
                continue;
            }
            if (all <= 0) {
                ways = ways_from(trellis->board, &pace, circle);
                all = appeal_of_all(trellis, &pace, &ways);
            }
            if (all > 0) {
                arrive(trellis, step->first, trellis->met[slot], &ways, weight / all, &pace);
            }
        }
    }
}

/* Trails that can no longer meet a clue in time would only fill slots. Only where no tile is to come. */
static void prune(struct trellis *trellis, unsigned cell, unsigned last_tile)
{
    const struct trellis_layer *layer = &trellis->layer[cell];
    for (unsigned slot = layer->first; cell >= last_tile && slot < layer->first + layer->slots; slot++) {
        for (unsigned i = 0; i < trellis->clues; i++) {
            if ((trellis->met[slot] & (1U << i)) != 0) {
                continue;
            }
            const uint8_t *steps = trellis->board->steps[trellis->clue[i]];
            for (unsigned circle = 1; circle <= trellis->board->circles; circle++) {
                if (steps[circle] + cell > trellis->deadline[i]) {
                    trellis->weight[slot][circle] = 0;
                }
            }
        }
    }
}

static void walk_all(struct trellis *trellis)
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
        walk_step(trellis, &round->step[i]);
        prune(trellis, round->step[i].first + round->step[i].cells - 1U, last_tile);
    }
}

static bool anything_at(const struct trellis *trellis, unsigned cell)
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

void trellis_walk(struct trellis *trellis, const struct board *board, const struct dossier_round *round,
                  double shy)
{
    trellis->board = board;
    trellis->round = round;
    trellis->shy = shy;
    take_misses(trellis);
    for (unsigned most = TRELLIS_CLUES; most > 0; most /= 2) {
        take_clues(trellis, most);
        walk_all(trellis);
        if (!trellis->full && anything_at(trellis, round->last_cell)) {
            return;
        }
    }
    take_clues(trellis, 0);
    walk_all(trellis);
}

double trellis_end(const struct trellis *trellis, unsigned circle)
{
    const struct trellis_layer *layer = &trellis->layer[trellis->round->last_cell];
    double weight = 0;
    for (unsigned slot = layer->first; slot < layer->first + layer->slots; slot++) {
        weight += (double)trellis->weight[slot][circle];
    }
    return weight;
}

/* ---- backward ---- */

typedef float future[SET_LIMIT]; /* of a slot: what becomes of the trails that are on a circle */

static double future_of(const struct trellis *trellis, const future *after, unsigned cell, unsigned met,
                        unsigned circle)
{
    if (!set_has(&trellis->allowed[cell], circle)) {
        return 0;
    }
    unsigned slot = slot_find(trellis, cell, met | clue_bit(trellis, circle));
    return slot == TRELLIS_SLOTS ? 0 : (double)after[slot][circle];
}

static double future_by_coach(const struct trellis *trellis, const future *after, const struct pace *pace,
                              unsigned met, unsigned from)
{
    unsigned cell = pace->step->first;
    double total = 0;
    SET_EACH (via, &trellis->board->adjacent[from]) {
        struct set to = trellis->board->adjacent[via];
        set_remove(&to, from);
        unsigned ways = set_count(&to);
        if (ways == 0 || !set_has(&trellis->allowed[cell], via)) {
            continue;
        }
        SET_EACH (circle, &to) {
            total += future_of(trellis, after, cell + 1, met | clue_bit(trellis, via), circle) *
                     appeal(trellis, pace, circle) / ways;
        }
    }
    return total / set_count(&trellis->board->adjacent[from]);
}

static double future_by_way(const struct trellis *trellis, const future *after, const struct pace *pace,
                            unsigned met, unsigned from)
{
    struct set ways = ways_from(trellis->board, pace, from);
    double all = appeal_of_all(trellis, pace, &ways);
    double total = 0;
    SET_EACH (circle, &ways) {
        total += future_of(trellis, after, pace->step->first, met, circle) * appeal(trellis, pace, circle);
    }
    return all > 0 ? total / all : 0;
}

static void trace_step(const struct trellis *trellis, const struct dossier_step *step, future *after,
                       double fade, double trace[SET_LIMIT])
{
    struct pace pace = pace_of(trellis, step);
    const struct trellis_layer *layer = &trellis->layer[step->first - 1U];
    for (unsigned slot = layer->first; slot < layer->first + layer->slots; slot++) {
        memset(after[slot], 0, sizeof after[slot]);
        for (unsigned circle = 1; circle <= trellis->board->circles; circle++) {
            double weight = (double)trellis->weight[slot][circle];
            if (weight > 0) {
                double total =
                    step->cells == 2
                        ? future_by_coach(trellis, (const future *)after, &pace, trellis->met[slot], circle)
                        : future_by_way(trellis, (const future *)after, &pace, trellis->met[slot], circle);
                after[slot][circle] = (float)total;
                trace[circle] += weight * total * fade;
            }
        }
    }
}

void trellis_trace(const struct trellis *trellis, const double end[SET_LIMIT], unsigned cells, double fade,
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
        trace_step(trellis, &round->step[i - 1], after, faded, trace);
    }
}
