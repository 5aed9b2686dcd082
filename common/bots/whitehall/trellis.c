/* trellis.c: see trellis.h. */
#include "common/bots/whitehall/trellis.h"

#include <string.h>

/* ---- moves ---- */

/* One observed move, with everything about it that does not depend on the circle it starts from. */
struct move_context {
    const struct dossier_step *step;
    struct set occupied;
    float preference
        [SET_LIMIT]; /* how willingly Jack moves to a circle, relative to one far from investigators */
};

static struct move_context move_context(const struct trellis *trellis, const struct dossier_step *step)
{
    struct move_context move = {.step = step, .occupied = police_crossings(step->police)};
    const struct caution *caution = &trellis->caution;
    uint8_t near[SET_LIMIT] = {0}; /* how many investigators can get next to a circle in one walk */
    struct set watched = {{0}};
    SET_EACH (crossing, &move.occupied) {
        struct set circles = {{0}};
        watched = set_or(watched, &trellis->board->next_to[crossing]);
        SET_EACH (place, &trellis->board->reach[crossing]) {
            circles = set_or(circles, &trellis->board->next_to[place]);
        }
        SET_EACH (circle, &circles) {
            near[circle]++;
        }
    }
    for (unsigned circle = 1; circle <= trellis->board->circles; circle++) {
        double factor = set_has(&watched, circle) ? caution->police_factor : 1;
        for (unsigned i = 0; i < near[circle]; i++) {
            factor *= i == 0 ? caution->reach_factor : caution->more_factor;
        }
        move.preference[circle] = (float)factor;
    }
    return move;
}

static double preference(const struct move_context *move, unsigned circle)
{
    return (double)move->preference[circle];
}

static double total_preference(const struct move_context *move, const struct set *ways)
{
    double total = 0;
    SET_EACH (circle, ways) {
        total += preference(move, circle);
    }
    return total;
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
                trellis->weight[slot][clue] += (float)(share * preference(move, clue));
            }
            set_remove(&allowed, clue);
        }
    }
    if (same == TRELLIS_SLOTS) {
        return;
    }
    SET_EACH (circle, &allowed) {
        trellis->weight[same][circle] += (float)(share * preference(move, circle));
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

static void forward_step(struct trellis *trellis, const struct dossier_step *step, float *total_ways)
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
                all = total_preference(&move, &ways);
                total_ways[circle] = (float)all;
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
        forward_step(trellis, &round->step[i], trellis->ways[i]);
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
                     struct caution caution)
{
    struct set start = {{0}};
    set_add(&start, round->start[0]);
    trellis->board = board;
    trellis->round = round;
    trellis->caution = caution;
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
                     preference(move, circle) / ways;
        }
    }
    return total / set_count(&trellis->board->adjacent[from]);
}

static double future_by_way(const struct trellis *trellis, const future *after,
                            const struct move_context *move, unsigned met, unsigned from)
{
    struct set ways = dossier_step_ways(trellis->board, move->step, from, &move->occupied);
    double all = total_preference(move, &ways);
    double total = 0;
    SET_EACH (circle, &ways) {
        total += future_of(trellis, after, move->step->first, met, circle) * preference(move, circle);
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

/* ---- drawing trails ---- */

enum { ORIGINS_MAX = 512 };

/* Where a trail may have come from in one step, with weights. */
struct origins {
    unsigned count;
    double weight[ORIGINS_MAX];
    uint8_t slot[ORIGINS_MAX], circle[ORIGINS_MAX], via[ORIGINS_MAX];
};

static void add_origin(struct origins *origins, unsigned slot, unsigned circle, unsigned via, double weight)
{
    if (weight > 0 && origins->count < ORIGINS_MAX) {
        origins->weight[origins->count] = weight;
        origins->slot[origins->count] = (uint8_t)slot;
        origins->circle[origins->count] = (uint8_t)circle;
        origins->via[origins->count++] = (uint8_t)via;
    }
}

/* Every kind of step can be made in both directions, so the origins are the ways from where it led. */
static void find_origins(const struct trellis *trellis, unsigned index, unsigned slot, unsigned circle,
                         struct origins *origins)
{
    const struct dossier_step *step = &trellis->round->step[index];
    const struct trellis_layer *before = &trellis->layer[step->first - 1U];
    struct set occupied = police_crossings(step->police);
    struct set from = dossier_step_ways(trellis->board, step, circle, &occupied);
    unsigned met = trellis->met[slot];
    origins->count = 0;
    for (unsigned earlier = before->first; earlier < before->first + before->slots; earlier++) {
        SET_EACH (next, &from) {
            if (step->cells == 1) {
                bool fits = (trellis->met[earlier] | trellis->clues.bit[circle]) == met;
                double ways = (double)trellis->ways[index][next];
                add_origin(origins, earlier, next, 0,
                           fits && ways > 0 ? (double)trellis->weight[earlier][next] / ways : 0);
                continue;
            }
            unsigned halfway = trellis->clues.bit[next] | trellis->clues.bit[circle];
            bool fits =
                (trellis->met[earlier] | halfway) == met && set_has(&trellis->allowed[step->first], next);
            SET_EACH (origin, &trellis->board->adjacent[next]) {
                if (fits && origin != circle && trellis->weight[earlier][origin] > 0) {
                    struct set ends = board_coach_ends(trellis->board, origin, next);
                    double ways = (double)set_count(&trellis->board->adjacent[origin]) * set_count(&ends);
                    add_origin(origins, earlier, origin, next,
                               (double)trellis->weight[earlier][origin] / ways);
                }
            }
        }
    }
}

void trellis_draw_trail(const struct trellis *trellis, unsigned last, struct random *random,
                        struct set *visited)
{
    const struct trellis_layer *layer = &trellis->layer[trellis->round->last_cell];
    struct origins origins = {.count = 0};
    memset(visited, 0, sizeof *visited);
    for (unsigned i = layer->first; i < layer->first + layer->slots; i++) {
        add_origin(&origins, i, last, 0, (double)trellis->weight[i][last]);
    }
    for (unsigned index = trellis->round->steps; origins.count > 0; index--) {
        unsigned drawn = random_weighted(origins.weight, origins.count, random);
        unsigned slot = origins.slot[drawn];
        unsigned circle = origins.circle[drawn];
        if (origins.via[drawn] != 0) {
            set_add(visited, origins.via[drawn]);
        }
        if (index == 0) {
            break;
        }
        set_add(visited, circle);
        find_origins(trellis, index - 1, slot, circle, &origins);
    }
}
