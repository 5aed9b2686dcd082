/* brute.c: see brute.h. */
#include "tests/support/c/brute.h"

#include <stdlib.h>
#include <string.h>

/* A row of Jack's sheet that agrees with the public facts of its own night. */
struct row {
    uint8_t circle[CELLS];
    uint8_t alleys, boats;
};

struct rows {
    unsigned count, most;
    unsigned long tried;
    bool full;
    struct row *row;
};

/* A choice of discoveries, and which tiles Jack can have had when the current round began. */
struct plan {
    uint8_t circle[DISCOVERIES];
    bool alleys[3];
};

struct brute {
    const struct board *board;
    struct dossier dossier;
    struct rows rows[ROWS];
    unsigned plans;
    struct plan *plan;
    bool *fits; /* by row of the current round */
};

/* ---- rows ---- */

/* Sets up a game in which Jack is on a circle and has no tiles. */
static struct game made_up(const struct dossier *dossier, const uint8_t *police, unsigned cell,
                           unsigned circle)
{
    struct game game;
    memset(&game, 0, sizeof game);
    game.kind = dossier->kind;
    game.phase = PHASE_MOVE;
    game.round = 1;
    game.first_cell = game.last_cell = (uint8_t)cell;
    game.row[0][cell] = (uint8_t)circle;
    memcpy(game.crossing, police, sizeof game.crossing);
    game.discovered = (1U << DISCOVERIES) - 1;
    return game;
}

static bool was_on(const struct row *row, const struct dossier_round *round, unsigned circle, unsigned time)
{
    for (unsigned cell = round->first_cell; cell <= time && cell <= round->last_cell; cell++) {
        if (row->circle[cell] == circle) {
            return true;
        }
    }
    return false;
}

static bool smoker_agrees(const struct board *board, const struct dossier_round *round, const struct row *row,
                          unsigned circle)
{
    if (round->smoker_crossing == 0 || !set_has(&board->next_to[round->smoker_crossing], circle)) {
        return true;
    }
    bool listed = round->seen[circle] != 0 && round->seen[circle] - 1 <= round->smoker_time;
    return listed || !was_on(row, round, circle, round->smoker_time);
}

static bool agrees(const struct board *board, const struct dossier_round *round, const struct row *row)
{
    for (unsigned circle = 1; circle <= board->circles; circle++) {
        if ((round->seen[circle] != 0 && !was_on(row, round, circle, round->seen[circle] - 1U)) ||
            (round->clear[circle] != 0 && was_on(row, round, circle, round->clear[circle] - 1U)) ||
            !smoker_agrees(board, round, row, circle)) {
            return false;
        }
    }
    for (unsigned cell = round->first_cell; cell <= round->last_cell; cell++) {
        if (set_has(&round->absent[cell], row->circle[cell])) {
            return false;
        }
    }
    return true;
}

static void keep(struct brute *brute, unsigned index, const struct row *row)
{
    struct rows *rows = &brute->rows[index];
    rows->tried++;
    rows->full = rows->full || rows->tried > 10UL * rows->most;
    if (!agrees(brute->board, &brute->dossier.round[index], row)) {
        return;
    }
    if (rows->count == rows->most) {
        rows->full = true;
        return;
    }
    rows->row[rows->count++] = *row;
}

static void walk_on(struct brute *brute, unsigned index, unsigned step, struct row row);

static void try_circle(struct brute *brute, unsigned index, unsigned step, struct row row, unsigned circle)
{
    row.circle[brute->dossier.round[index].step[step].first] = (uint8_t)circle;
    walk_on(brute, index, step + 1, row);
}

static void walk_on(struct brute *brute, unsigned index, unsigned step, struct row row)
{
    const struct dossier_round *round = &brute->dossier.round[index];
    if (brute->rows[index].full) {
        return;
    }
    if (step == round->steps) {
        keep(brute, index, &row);
        return;
    }
    const struct dossier_step *taken = &round->step[step];
    unsigned here = row.circle[taken->first - 1];
    struct game game = made_up(&brute->dossier, taken->police, taken->first - 1U, here);
    struct legal *legal = calloc(1, sizeof *legal);
    if (legal == NULL) {
        abort();
    }
    game.tiles[TILE_COACH] = taken->cells == 2;
    game.tiles[TILE_ALLEY] = game.tiles[TILE_BOAT] = taken->tile != TILE_NONE && taken->cells == 1;
    game_legal(brute->board, &game, PAWN_BIT(PAWN_JACK), legal);
    bool one_cell_tile = taken->tile != TILE_NONE && taken->cells == 1;
    if (taken->tile == TILE_NONE) {
        SET_EACH (circle, &legal->move) {
            try_circle(brute, index, step, row, circle);
        }
    }
    if (taken->cells == 2) {
        for (unsigned i = 0; i < legal->coaches; i++) {
            struct row other = row;
            other.circle[taken->first] = legal->coach[i][0];
            other.circle[taken->first + 1] = legal->coach[i][1];
            walk_on(brute, index, step + 1, other);
        }
    }
    if (one_cell_tile && taken->tile != TILE_BOAT) {
        SET_EACH (circle, &legal->alley) {
            struct row other = row;
            other.alleys++;
            try_circle(brute, index, step, other, circle);
        }
    }
    if (one_cell_tile && taken->tile != TILE_ALLEY && brute->dossier.kind == GAME_WHITEHALL) {
        SET_EACH (circle, &legal->boat) {
            struct row other = row;
            other.boats++;
            try_circle(brute, index, step, other, circle);
        }
    }
    free(legal);
}

static void write_rows(struct brute *brute, unsigned index)
{
    const struct dossier_round *round = &brute->dossier.round[index];
    for (unsigned i = 0; i < round->starts; i++) {
        struct row row;
        memset(&row, 0, sizeof row);
        row.circle[round->first_cell] = round->start[i];
        if (round->starts == 2) {
            row.circle[round->first_cell + 1] = round->start[1 - i];
        }
        walk_on(brute, index, 0, row);
    }
}

/* ---- Whitehall: plans ---- */

static bool face_down(const struct brute *brute)
{
    return (brute->dossier.options & OPTION_MURDERER_AT_LARGE) != 0;
}

static bool is_planned(const struct plan *plan, unsigned circle)
{
    return memchr(plan->circle, (int)circle, DISCOVERIES) != NULL;
}

/*
 * Returns true if some row of an earlier round avoids the plan, and what was announced later, except at its
 * end.
 */
static bool row_is_possible(const struct brute *brute, unsigned index, const struct row *row,
                            const struct plan *plan)
{
    const struct dossier *dossier = &brute->dossier;
    const struct dossier_round *round = &dossier->round[index];
    if (row->circle[round->last_cell] != round->end) {
        return false;
    }
    for (unsigned cell = round->first_cell + 1U; cell <= round->last_cell; cell++) {
        unsigned circle = row->circle[cell];
        if (is_planned(plan, circle)) {
            return false;
        }
        for (unsigned later = index; later + 1 < dossier->rounds; later++) {
            if (circle == dossier->round[later].end && (later != index || cell != round->last_cell)) {
                return false;
            }
        }
    }
    return true;
}

/*
 * Plays through the rounds with these numbers of Alleys and Boats, and records with how many Alleys the last
 * one can begin.
 */
static void play_rounds(const struct brute *brute, unsigned index, int alleys, int boats, struct plan *plan)
{
    const struct dossier *dossier = &brute->dossier;
    const struct dossier_round *round = &dossier->round[index];
    if (face_down(brute) && round->reclaimed != 0) {
        struct brute copy = *brute; /* the same round, after the tile has been reclaimed */
        copy.dossier.round[index].reclaimed = 0;
        if (alleys < 2) {
            play_rounds(&copy, index, alleys + 1, boats, plan);
        }
        if (boats < 2) {
            play_rounds(&copy, index, alleys, boats + 1, plan);
        }
        return;
    }
    if (index + 1 == dossier->rounds) {
        plan->alleys[alleys] = true;
        return;
    }
    bool tried[3][3] = {{false}};
    for (unsigned i = 0; i < brute->rows[index].count; i++) {
        const struct row *row = &brute->rows[index].row[i];
        int used = face_down(brute) ? row->alleys : 0;
        int used_boats = face_down(brute) ? row->boats : 0;
        if (used <= alleys && used_boats <= boats && !tried[used][used_boats] &&
            row_is_possible(brute, index, row, plan)) {
            tried[used][used_boats] = true;
            play_rounds(brute, index + 1, alleys - used, boats - used_boats, plan);
        }
    }
}

static void make_plans(struct brute *brute, unsigned quadrant, struct plan plan)
{
    const struct dossier *dossier = &brute->dossier;
    if (quadrant == QUADRANT_COUNT) {
        play_rounds(brute, 0, 2, 2, &plan);
        if (plan.alleys[0] || plan.alleys[1] || plan.alleys[2]) {
            brute->plan = realloc(brute->plan, (brute->plans + 1) * sizeof *brute->plan);
            if (brute->plan == NULL) {
                abort();
            }
            brute->plan[brute->plans++] = plan;
        }
        return;
    }
    for (unsigned i = 0; i < dossier->rounds; i++) {
        if (brute->board->circle[dossier->round[i].start[0]].area == quadrant) {
            make_plans(brute, quadrant + 1, plan);
            return;
        }
    }
    SET_EACH (circle, &brute->board->quadrant[quadrant]) {
        plan.circle[quadrant - 1] = (uint8_t)circle;
        make_plans(brute, quadrant + 1, plan);
    }
}

static unsigned total(const struct brute *brute, unsigned until, unsigned cells)
{
    unsigned count = 0;
    for (unsigned i = 0; i < until; i++) {
        for (unsigned j = 0; j < brute->dossier.round[i].steps; j++) {
            const struct dossier_step *step = &brute->dossier.round[i].step[j];
            count += step->tile != TILE_NONE && step->cells == cells;
        }
    }
    return count;
}

/* Returns the number of one-cell tiles when the current round began. */
static unsigned one_cell_tiles(const struct brute *brute)
{
    unsigned tiles = 4 - total(brute, brute->dossier.rounds - 1U, 1);
    for (unsigned i = 0; i < brute->dossier.rounds; i++) {
        tiles += brute->dossier.round[i].reclaimed != 0;
    }
    return tiles;
}

static bool can_go_on(const struct brute *brute, const struct row *row, const struct plan *plan,
                      const uint8_t *tiles)
{
    const struct dossier *dossier = &brute->dossier;
    const struct dossier_round *round = &dossier->round[dossier->rounds - 1];
    struct game game = made_up(dossier, dossier->police, round->last_cell, row->circle[round->last_cell]);
    struct legal legal;
    game_legal(brute->board, &game, PAWN_BIT(PAWN_JACK), &legal);
    if (legal.kinds != 0) {
        return true; /* a street is open, so tiles do not matter */
    }
    memcpy(game.tiles, tiles, sizeof game.tiles);
    if (plan != NULL) {
        game.discovered = 0;
        memcpy(game.discovery, plan->circle, sizeof game.discovery);
    }
    game_legal(brute->board, &game, PAWN_BIT(PAWN_JACK), &legal);
    return legal.kinds != 0;
}

static bool row_touches_plan(const struct brute *brute, const struct row *row, const struct plan *plan)
{
    const struct dossier *dossier = &brute->dossier;
    const struct dossier_round *round = &dossier->round[dossier->rounds - 1];
    bool not_announced = dossier->phase == PHASE_WALK || dossier->phase == PHASE_ACT;
    for (unsigned cell = round->first_cell + 1U; cell <= round->last_cell; cell++) {
        bool may_stand =
            not_announced && cell == round->last_cell && round->step[round->steps - 1].tile == TILE_NONE;
        if (is_planned(plan, row->circle[cell]) && !may_stand) {
            return true;
        }
    }
    return false;
}

static bool row_fits_plan(const struct brute *brute, const struct row *row, const struct plan *plan)
{
    const struct dossier *dossier = &brute->dossier;
    if (row_touches_plan(brute, row, plan)) {
        return false;
    }
    if (!face_down(brute)) {
        return dossier->phase != PHASE_MOVE || can_go_on(brute, row, plan, dossier->tiles);
    }
    unsigned had = one_cell_tiles(brute);
    for (unsigned alleys = 0; alleys <= 2; alleys++) {
        unsigned boats = had - alleys;
        if (!plan->alleys[alleys] || row->alleys > alleys || alleys > had || row->boats > boats ||
            boats > 2) {
            continue;
        }
        uint8_t tiles[TILE_COUNT] = {0};
        tiles[TILE_COACH] = (uint8_t)(2 - total(brute, dossier->rounds, 2));
        tiles[TILE_ALLEY] = (uint8_t)(alleys - row->alleys);
        tiles[TILE_BOAT] = (uint8_t)(boats - row->boats);
        if (dossier->phase != PHASE_MOVE || can_go_on(brute, row, plan, tiles)) {
            return true;
        }
    }
    return false;
}

/* ---- answers ---- */

static bool is_hunting(const struct brute *brute)
{
    const struct dossier *dossier = &brute->dossier;
    return dossier->rounds != 0 && dossier->round[dossier->rounds - 1].begun &&
           !dossier->round[dossier->rounds - 1].over;
}

static bool row_fits(const struct brute *brute, const struct row *row)
{
    if (brute->dossier.kind == GAME_WHITECHAPEL) {
        return brute->dossier.phase != PHASE_MOVE || can_go_on(brute, row, NULL, brute->dossier.tiles);
    }
    for (unsigned i = 0; i < brute->plans; i++) {
        if (row_fits_plan(brute, row, &brute->plan[i])) {
            return true;
        }
    }
    return false;
}

struct brute *brute_new(const struct board *board, const struct dossier *dossier, unsigned most)
{
    struct brute *brute = calloc(1, sizeof *brute);
    if (brute == NULL) {
        abort();
    }
    brute->board = board;
    brute->dossier = *dossier;
    for (unsigned i = 0; i < dossier->rounds; i++) {
        brute->rows[i].most = most;
        brute->rows[i].row = calloc(most, sizeof *brute->rows[i].row);
        if (brute->rows[i].row == NULL) {
            abort();
        }
        if (dossier->round[i].begun) {
            write_rows(brute, i);
        }
        if (brute->rows[i].full) {
            brute_free(brute);
            return NULL;
        }
    }
    if (dossier->kind == GAME_WHITEHALL && is_hunting(brute)) {
        make_plans(brute, QUADRANT_NW, (struct plan){0});
    }
    if (is_hunting(brute)) {
        const struct rows *rows = &brute->rows[dossier->rounds - 1];
        brute->fits = calloc(rows->count + 1, sizeof *brute->fits);
        if (brute->fits == NULL) {
            abort();
        }
        for (unsigned i = 0; i < rows->count; i++) {
            brute->fits[i] = row_fits(brute, &rows->row[i]);
        }
    }
    return brute;
}

void brute_free(struct brute *brute)
{
    for (unsigned i = 0; i < ROWS; i++) {
        free(brute->rows[i].row);
    }
    free(brute->plan);
    free(brute->fits);
    free(brute);
}

static bool may_be_hideout(const struct brute *brute, unsigned circle)
{
    const struct board *board = brute->board;
    const struct dossier *dossier = &brute->dossier;
    if (set_has(&board->red_circles, circle) || set_has(&dossier->not_hideout, circle) ||
        ((dossier->options & OPTION_CATCH_ME) != 0 &&
         set_meets(&board->adjacent[circle], &board->red_circles))) {
        return false;
    }
    for (unsigned i = 0; i < dossier->rounds; i++) {
        bool home = false;
        for (unsigned j = 0; j < brute->rows[i].count; j++) {
            home = home || brute->rows[i].row[j].circle[dossier->round[i].last_cell] == circle;
        }
        if (dossier->round[i].over && !home) {
            return false;
        }
    }
    return true;
}

/*
 * Fills in the hideouts and the number of rows for each, as belief.h defines them. With `asked` and `answer`,
 * counts only rows that give that answer.
 */
static void count_hideouts(const struct brute *brute, struct belief *belief)
{
    const struct dossier *dossier = &brute->dossier;
    unsigned latest = ROWS;
    for (unsigned i = 0; i < dossier->rounds; i++) {
        latest = dossier->round[i].over ? i : latest;
    }
    for (unsigned circle = 1; circle <= brute->board->circles; circle++) {
        if (!may_be_hideout(brute, circle)) {
            continue;
        }
        set_add(&belief->targets, circle);
        for (unsigned j = 0; !belief->hunting && latest < ROWS && j < brute->rows[latest].count; j++) {
            const struct row *row = &brute->rows[latest].row[j];
            belief->trails_target[circle] += row->circle[dossier->round[latest].last_cell] == circle;
        }
    }
}

static void count_row(const struct brute *brute, const struct row *row, struct belief *belief)
{
    const struct dossier *dossier = &brute->dossier;
    const struct dossier_round *round = &dossier->round[dossier->rounds - 1];
    unsigned here = row->circle[round->last_cell];
    belief->trails++;
    belief->trails_now[here]++;
    set_add(&belief->now, here);
    for (unsigned cell = round->first_cell; cell <= round->last_cell; cell++) {
        set_add(&belief->cell[cell], row->circle[cell]);
        set_add(&belief->visited, row->circle[cell]);
    }
    for (unsigned circle = 1; circle <= brute->board->circles; circle++) {
        belief->trails_visited[circle] += was_on(row, round, circle, round->last_cell);
        unsigned steps = circle == here ? 2 : brute->board->steps[here][circle];
        if (dossier->kind == GAME_WHITECHAPEL && set_has(&belief->targets, circle)) {
            belief->trails_target[circle] += round->last_cell + steps <= CELL_LAST;
        }
    }
    if (dossier->kind == GAME_WHITEHALL) {
        struct set open = {{0}};
        for (unsigned i = 0; i < brute->plans; i++) {
            if (row_fits_plan(brute, row, &brute->plan[i])) {
                for (unsigned j = 0; j < DISCOVERIES; j++) {
                    set_add(&open, brute->plan[i].circle[j]);
                }
            }
        }
        SET_EACH (circle, &open) {
            set_add(&belief->targets, circle);
            belief->trails_target[circle]++;
        }
    }
}

enum asked { ASKED_NOTHING, ASKED_YES, ASKED_NO };

static void deduce(const struct brute *brute, unsigned circle, enum asked asked, struct belief *belief)
{
    const struct dossier *dossier = &brute->dossier;
    memset(belief, 0, sizeof *belief);
    belief->round = dossier->rounds;
    belief->hunting = is_hunting(brute);
    if (dossier->kind == GAME_WHITECHAPEL) {
        count_hideouts(brute, belief);
    }
    if (!belief->hunting) {
        for (unsigned i = QUADRANT_NW; i < QUADRANT_COUNT && dossier->rounds == 0; i++) {
            belief->targets = set_or(belief->targets, &brute->board->quadrant[i]);
        }
    }
    if (dossier->rounds == 0) {
        return;
    }
    const struct dossier_round *round = &dossier->round[dossier->rounds - 1];
    const struct rows *rows = &brute->rows[dossier->rounds - 1];
    belief->first_cell = round->first_cell;
    belief->last_cell = round->last_cell;
    for (unsigned i = 0; belief->hunting && i < rows->count; i++) {
        bool on = was_on(&rows->row[i], round, circle, round->last_cell);
        if (brute->fits[i] && (asked == ASKED_NOTHING || on == (asked == ASKED_YES))) {
            count_row(brute, &rows->row[i], belief);
        }
    }
}

void brute_deduce(const struct brute *brute, struct belief *belief)
{
    deduce(brute, 0, ASKED_NOTHING, belief);
}

void brute_what_if(const struct brute *brute, unsigned circle, struct belief_what_if *search)
{
    struct belief belief;
    memset(search, 0, sizeof *search);
    deduce(brute, circle, ASKED_YES, &belief);
    search->yes = (struct belief_answer){belief.trails, belief.now, belief.visited, belief.targets};
    deduce(brute, circle, ASKED_NO, &belief);
    search->no = (struct belief_answer){belief.trails, belief.now, belief.visited, belief.targets};
}

static int by_circles(const void *left, const void *right)
{
    const struct row *a = left;
    const struct row *b = right;
    return memcmp(a->circle, b->circle, CELLS);
}

unsigned brute_trails_to(const struct brute *brute, unsigned circle, unsigned most, uint8_t (*way)[CELLS])
{
    if (!is_hunting(brute)) {
        return 0;
    }
    const struct rows *rows = &brute->rows[brute->dossier.rounds - 1];
    struct row *found = calloc(rows->count + 1, sizeof *found);
    unsigned count = 0;
    if (found == NULL) {
        abort();
    }
    for (unsigned i = 0; i < rows->count; i++) {
        if (brute->fits[i] &&
            rows->row[i].circle[brute->dossier.round[brute->dossier.rounds - 1].last_cell] == circle) {
            found[count++] = rows->row[i];
        }
    }
    qsort(found, count, sizeof *found, by_circles);
    for (unsigned i = 0; i < count && i < most; i++) {
        memcpy(way[i], found[i].circle, CELLS);
    }
    free(found);
    return count < most ? count : most;
}
