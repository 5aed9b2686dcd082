/* positions.c: see positions.h. */
#include "tests/support/c/positions.h"

#include <stdlib.h>
#include <string.h>

struct board *positions_board(enum game_kind game)
{
    struct board *board = malloc(sizeof *board);
    if (board == NULL) {
        abort();
    }
    memcpy(board, play_board(game), sizeof *board);
    return board;
}

void positions_thin_out(struct board *board, struct random *random)
{
    unsigned centre = 1 + random_below(random, board->circles);
    static const uint8_t mosts[] = {1, 2, 2, 3, 4, 8};
    unsigned most = mosts[random_below(random, sizeof mosts)];
    for (unsigned quadrant = QUADRANT_NW; quadrant < QUADRANT_COUNT; quadrant++) {
        struct set few = {{0}};
        unsigned wanted = 1 + random_below(random, most);
        for (unsigned reach = 0; set_count(&few) < wanted && reach < 20; reach++) {
            SET_EACH (circle, &board->quadrant[quadrant]) {
                if (board->steps[centre][circle] == reach && set_count(&few) < wanted &&
                    random_below(random, 2) == 0) {
                    set_add(&few, circle);
                }
            }
        }
        if (set_is_empty(&few)) {
            set_add(&few, set_next(&board->quadrant[quadrant], 0));
        }
        board->quadrant[quadrant] = few;
    }
}

static void place_police(struct position *position, unsigned near, struct random *random)
{
    const struct board *board = position->board;
    unsigned pawns = game_policemen((enum game_kind)position->dossier.kind);
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((pawns & PAWN_BIT(pawn)) == 0) {
            continue;
        }
        bool close = random_below(random, 2) == 0 && !set_is_empty(&board->barriers[near]);
        position->dossier.police[pawn] = (uint8_t)(close ? random_member(&board->barriers[near], random)
                                                         : 1 + random_below(random, board->crossings));
    }
}

static unsigned any_of(const struct set *set, unsigned otherwise, struct random *random)
{
    return set_is_empty(set) ? otherwise : random_member(set, random);
}

/* Makes one true move. Sometimes it cheats (passes an occupied crossing), so that no trail may fit. */
static void make_step(struct position *position, unsigned index, struct random *random)
{
    const struct board *board = position->board;
    struct dossier_round *round = &position->dossier.round[index];
    struct dossier_step *step = &round->step[round->steps];
    unsigned here = position->row[index][round->last_cell];
    bool whitehall = position->dossier.kind == GAME_WHITEHALL;
    place_police(position, here, random);
    memcpy(step->police, position->dossier.police, sizeof step->police);
    step->first = (uint8_t)(round->last_cell + 1);
    step->cells = 1;
    unsigned to = 0;
    bool fond_of_tiles = position->dossier.tiles_total != 0; /* otherwise unused here */
    unsigned kind = random_below(random, fond_of_tiles ? 3 : 6);
    if (kind == 0 && round->last_cell + 2 <= CELL_LAST) {
        step->tile = TILE_COACH;
        step->cells = 2;
        unsigned via = random_member(&board->adjacent[here], random);
        position->row[index][step->first] = (uint8_t)via;
        to = random_member(&board->adjacent[via], random);
    } else if (kind == 1 && !set_is_empty(&board->alley[here])) {
        step->tile = TILE_ALLEY;
        to = random_member(&board->alley[here], random);
    } else if (whitehall && kind <= 2 && !set_is_empty(&board->boat[here])) {
        step->tile = TILE_BOAT;
        to = random_member(&board->boat[here], random);
    } else {
        struct set occupied = {{0}};
        for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
            set_add(&occupied, step->police[pawn]);
        }
        struct set streets = {{0}};
        for (unsigned i = 0; i < board->neighbours[here]; i++) {
            const struct neighbour *neighbour = &board->neighbour[here][i];
            for (unsigned j = 0; j < neighbour->routes; j++) {
                if (!set_meets(&board->route[neighbour->first_route + j], &occupied)) {
                    set_add(&streets, neighbour->circle);
                }
            }
        }
        to = any_of(&streets, random_member(&board->adjacent[here], random), random);
    }
    if (whitehall && (position->dossier.options & OPTION_MURDERER_AT_LARGE) != 0 && step->tile != TILE_NONE) {
        step->tile = TILE_UNKNOWN;
    }
    round->steps++;
    round->last_cell = (uint8_t)(step->first + step->cells - 1);
    position->row[index][round->last_cell] = (uint8_t)to;
}

static bool truth_was_on(const struct position *position, unsigned index, unsigned circle)
{
    const struct dossier_round *round = &position->dossier.round[index];
    for (unsigned cell = round->first_cell; cell <= round->last_cell; cell++) {
        if (position->row[index][cell] == circle) {
            return true;
        }
    }
    return false;
}

unsigned positions_circle(const struct position *position, unsigned index, struct random *random)
{
    const struct dossier_round *round = &position->dossier.round[index];
    unsigned cells = round->last_cell - round->first_cell + 1U;
    unsigned circle = position->row[index][round->first_cell + random_below(random, cells)];
    switch (random_below(random, 3)) {
    case 0:
        return circle;
    case 1:
        return random_member(&position->board->adjacent[circle], random);
    default:
        return 1 + random_below(random, position->board->circles);
    }
}

static void ask_truth(struct position *position, unsigned index, struct random *random)
{
    struct dossier_round *round = &position->dossier.round[index];
    unsigned circle = positions_circle(position, index, random);
    uint8_t when = (uint8_t)(round->last_cell + 1);
    if (random_below(random, 4) == 0) {
        if (circle != position->row[index][round->last_cell]) {
            set_add(&round->absent[round->last_cell], circle);
        }
    } else if (!truth_was_on(position, index, circle)) {
        round->clear[circle] = when;
    } else if (round->seen[circle] == 0) {
        round->seen[circle] = when;
    }
}

static void smoke(struct position *position, unsigned index, struct random *random)
{
    struct dossier_round *round = &position->dossier.round[index];
    unsigned circle = positions_circle(position, index, random);
    if (set_is_empty(&position->board->beside[circle])) {
        return;
    }
    round->smoker_crossing = (uint8_t)random_member(&position->board->beside[circle], random);
    round->smoker_time = round->last_cell;
    SET_EACH (other, &position->board->next_to[round->smoker_crossing]) {
        if (truth_was_on(position, index, other) && round->seen[other] == 0) {
            round->seen[other] = (uint8_t)(round->last_cell + 1);
        }
    }
}

static void make_round(struct position *position, unsigned index, unsigned steps, unsigned questions,
                       struct random *random)
{
    struct dossier_round *round = &position->dossier.round[index];
    for (unsigned i = 0; i < steps && round->last_cell < CELL_LAST; i++) {
        make_step(position, index, random);
        for (unsigned j = random_below(random, questions + 1); j-- > 0;) {
            ask_truth(position, index, random);
        }
        if (position->dossier.kind == GAME_WHITEHALL && round->smoker_crossing == 0 &&
            random_below(random, 6) == 0) {
            smoke(position, index, random);
        }
    }
}

static void begin_round(struct position *position, unsigned index, unsigned cell, unsigned start)
{
    struct dossier_round *round = &position->dossier.round[index];
    position->dossier.rounds = (uint8_t)(index + 1);
    round->begun = 1;
    round->first_cell = round->last_cell = (uint8_t)cell;
    round->starts = 1;
    round->start[0] = (uint8_t)start;
    position->row[index][cell] = (uint8_t)start;
}

static unsigned random_circle(const struct position *position, struct random *random)
{
    return 1 + random_below(random, position->board->circles);
}

static void make_whitechapel(struct position *position, struct random *random)
{
    struct dossier *dossier = &position->dossier;
    unsigned nights = 1 + random_below(random, ROWS);
    unsigned home = 0;
    for (unsigned night = 0; night < nights; night++) {
        begin_round(position, night, random_below(random, CELL_ONE + 1), random_circle(position, random));
        struct dossier_round *round = &dossier->round[night];
        if (random_below(random, 3) == 0) { /* near the end of the row, where a Coach does not fit */
            uint8_t start = position->row[night][round->first_cell];
            begin_round(position, night, CELL_LAST - 1 - random_below(random, 4), start);
        }
        if (random_below(random, 4) == 0) {
            unsigned other = random_circle(position, random);
            if (other != round->start[0]) {
                uint8_t first = round->start[0];
                round->starts = 2;
                round->start[0] = (uint8_t)(first < other ? first : other);
                round->start[1] = (uint8_t)(first < other ? other : first);
                round->last_cell++;
                position->row[night][round->last_cell] = (uint8_t)other;
                ask_truth(position, night, random);
            }
        }
        make_round(position, night, random_below(random, 5), 3, random);
        if (night + 1 < nights) {
            if (round->last_cell < CELL_LAST &&
                (round->steps == 0 || round->step[round->steps - 1].tile != TILE_NONE)) {
                make_step(position, night, random);
            }
            round->over = round->steps != 0 && round->step[round->steps - 1].tile == TILE_NONE;
            home = position->row[night][round->last_cell];
            if (!round->over) {
                break;
            }
        }
    }
    if (home != 0 && random_below(random, 2) == 0) {
        dossier->round[dossier->rounds - 1].over = random_below(random, 8) == 0;
    }
    for (unsigned i = random_below(random, 3); i-- > 0;) {
        set_add(&dossier->not_hideout, random_circle(position, random));
    }
    dossier->tiles[TILE_COACH] = (uint8_t)random_below(random, 2);
    dossier->tiles[TILE_ALLEY] = (uint8_t)random_below(random, 2);
}

/*
 * A finished round must end on a white circle of an open quadrant: makes the circle where Jack happens to be
 * one.
 */
static bool end_round(struct position *position, unsigned index, struct random *random)
{
    struct dossier_round *round = &position->dossier.round[index];
    unsigned end = position->row[index][round->last_cell];
    unsigned area = position->board->circle[end].area;
    (void)random;
    if (round->steps == 0 || round->step[round->steps - 1].tile != TILE_NONE || area == QUADRANT_NONE) {
        return false;
    }
    for (unsigned i = 0; i <= index; i++) {
        if (position->board->circle[position->dossier.round[i].start[0]].area == area) {
            return false;
        }
    }
    round->over = 1;
    round->end = (uint8_t)end;
    begin_round(position, index + 1, CELL_ONE, end);
    return true;
}

static void make_whitehall(struct position *position, struct random *random)
{
    struct dossier *dossier = &position->dossier;
    struct set white = {{0}};
    positions_thin_out(position->board, random);
    for (unsigned quadrant = QUADRANT_NW; quadrant < QUADRANT_COUNT; quadrant++) {
        white = set_or(white, &position->board->quadrant[quadrant]);
    }
    begin_round(position, 0, CELL_ONE, random_member(&white, random));
    unsigned rounds = 1 + random_below(random, 3);
    for (unsigned i = 0; i < rounds; i++) {
        if (i > 0 && (dossier->options & OPTION_NEWSPAPER_FABRICATIONS) != 0) {
            dossier->round[i].reclaimed = (uint8_t)random_below(random, 2);
        }
        if (random_below(random, 4) == 0 && i + 1 == rounds) { /* near the end of the row */
            uint8_t start = dossier->round[i].start[0];
            begin_round(position, i, CELL_LAST - 1 - random_below(random, 4), start);
        }
        unsigned steps = i + 1 < rounds ? 1 + random_below(random, 4) : random_below(random, 5);
        make_round(position, i, steps, i + 1 < rounds ? 2 : 3, random);
        bool ended = i + 1 < rounds && end_round(position, i, random);
        if (i + 1 < rounds && !ended) {
            break;
        }
    }
    for (unsigned tile = TILE_COACH; tile < TILE_COUNT; tile++) {
        dossier->tiles[tile] = (uint8_t)random_below(random, 2);
    }
    if ((dossier->options & OPTION_MURDERER_AT_LARGE) != 0) {
        memset(dossier->tiles, 0, sizeof dossier->tiles);
    }
}

static bool tiles_suffice(const struct dossier *dossier)
{
    unsigned coaches = 0;
    unsigned others = 0;
    unsigned back = 0;
    for (unsigned i = 0; i < dossier->rounds; i++) {
        if (dossier->round[i].reclaimed && others == back) {
            return false;
        }
        back += dossier->round[i].reclaimed != 0;
        for (unsigned j = 0; j < dossier->round[i].steps; j++) {
            coaches += dossier->round[i].step[j].cells == 2;
            others += dossier->round[i].step[j].tile != TILE_NONE && dossier->round[i].step[j].cells == 1;
        }
        if (others > 4 + back) {
            return false;
        }
    }
    return dossier->kind == GAME_WHITECHAPEL || coaches <= 2;
}

void positions_make(struct position *position, enum game_kind game, struct random *random)
{
    static const uint8_t phases[] = {PHASE_MOVE, PHASE_WALK, PHASE_ACT, PHASE_MOVE};
    position->board = positions_board(game);
    do {
        uint32_t options = random_below(random, 1U << option_count(game));
        memcpy(position->board, play_board(game), sizeof *position->board);
        memset(position->row, 0, sizeof position->row);
        dossier_begin(&position->dossier, game, options);
        position->dossier.tiles_total = random_below(random, 3) == 0;
        if (game == GAME_WHITECHAPEL) {
            make_whitechapel(position, random);
        } else {
            make_whitehall(position, random);
        }
    } while (!tiles_suffice(&position->dossier));
    unsigned last = position->dossier.rounds - 1U;
    place_police(position, position->row[last][position->dossier.round[last].last_cell], random);
    if (random_below(random, 4) == 0) { /* Jack may be surrounded */
        unsigned here = position->row[last][position->dossier.round[last].last_cell];
        unsigned pawn = PAWN_YELLOW;
        SET_EACH (crossing, &position->board->barriers[here]) {
            if (pawn < PAWN_COUNT && set_has(&position->board->beside[here], crossing)) {
                position->dossier.police[pawn++] = (uint8_t)crossing;
            }
        }
    }
    position->dossier.phase = phases[random_below(random, sizeof phases)];
}
