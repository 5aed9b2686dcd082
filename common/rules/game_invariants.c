/*
 * game_invariants.c: conditions that hold for every game between two actions.
 *
 * These are not rules but consequences of the rules. Tests call game_broken() after every step of every
 * random game, and no fuzzed record may lead to a state that violates them.
 */
#include <string.h>

#include "common/rules/hunt.h"

#define HOLDS(condition, sentence) \
    do { \
        if (!(condition)) { \
            return (sentence); \
        } \
    } while (0)

static bool is_circle(const struct board *board, unsigned circle)
{
    return set_has(&board->all_circles, circle);
}

static bool is_ascending(const uint8_t *number, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        if (number[i - 1] >= number[i]) {
            return false;
        }
    }
    return true;
}

static const char *broken_phase(const struct game *game)
{
    bool over = game->phase == PHASE_OVER;
    HOLDS(game->phase < PHASE_COUNT, "the phase exists");
    HOLDS(game->round >= 1 && game->round <= ROWS, "the round is on the sheet");
    HOLDS(over == (game->winner != WINNER_NONE), "a game is over when somebody has won");
    HOLDS(over == (game->reason != REASON_NONE), "a result has a reason");
    HOLDS(over == (game_actors(game) == 0), "somebody may act until the game is over");
    HOLDS((game_actors(game) & ~(game_policemen((enum game_kind)game->kind) | PAWN_BIT(PAWN_JACK))) == 0,
          "only pawns of the game act");
    return NULL;
}

/* Returns true if two consecutive cells are connected in the way the mark says. */
static bool cell_follows(const struct board *board, unsigned from, unsigned to, unsigned mark)
{
    switch (mark) {
    case TILE_ALLEY:
        return set_has(&board->alley[from], to);
    case TILE_BOAT:
        return set_has(&board->boat[from], to);
    default:
        return set_has(&board->adjacent[from], to);
    }
}

static const char *broken_row(const struct board *board, const struct game *game)
{
    const uint8_t *row = game->row[game->round - 1];
    const uint8_t *mark = game->mark[game->round - 1];
    if (row[game->first_cell] == 0) {
        return NULL; /* Jack is not on the move yet */
    }
    HOLDS(game->first_cell <= game->last_cell && game->last_cell < CELLS, "the row fits its sheet");
    for (unsigned cell = 0; cell < CELLS; cell++) {
        bool used = cell >= game->first_cell && cell <= game->last_cell;
        HOLDS(used ? is_circle(board, row[cell]) : row[cell] == 0 && mark[cell] == TILE_NONE,
              "the row is filled from its first to its last cell");
        bool second_crime =
            game->kind == GAME_WHITECHAPEL && game->round == 3 && cell == game->first_cell + 1U;
        if (used && cell > game->first_cell && !second_crime) {
            HOLDS(cell_follows(board, row[cell - 1], row[cell], mark[cell]),
                  "every cell follows from the last");
        }
    }
    return NULL;
}

static const char *broken_police(const struct board *board, const struct game *game)
{
    struct set seen = {{0}};
    unsigned placed = 0;
    for (int pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        unsigned crossing = game->crossing[pawn];
        if (crossing != 0) {
            HOLDS(set_has(&board->all_crossings, crossing), "policemen stand on crossings");
            HOLDS(!set_has(&seen, crossing), "no two policemen stand on one crossing");
            HOLDS(game->seat_of[pawn] < game->seats, "only the game's policemen are on the board");
            set_add(&seen, crossing);
            placed++;
        }
    }
    bool hunting = game->phase == PHASE_MOVE || game->phase == PHASE_WALK || game->phase == PHASE_ACT;
    unsigned all = (unsigned)__builtin_popcount(game_policemen((enum game_kind)game->kind));
    HOLDS(!hunting || placed == all, "every policeman is on the board while Jack runs");
    HOLDS(game->searching == 0 || (game->phase == PHASE_ACT && (game->waiting & PAWN_BIT(game->searching))),
          "only a policeman who has yet to act is searching");
    return NULL;
}

static const char *broken_clues(const struct game *game)
{
    HOLDS(set_count(&game->clues) == game->clue_markers, "clue markers are counted");
    SET_EACH (circle, &game->clues) {
        HOLDS(hunt_visited(game, circle), "a clue lies where Jack has been");
    }
    HOLDS(game->searching != 0 || set_is_empty(&game->searched), "what was searched belongs to a search");
    HOLDS(game->false_clues + game->false_held <= game->false_gained, "false clues come from clues");
    HOLDS(game->false_gained <= FALSE_CLUES_MAX, "three false clues a night at most");
    return NULL;
}

static const char *broken_hell(const struct board *board, const struct game *game)
{
    HOLDS(is_ascending(game->woman, game->women), "women are in ascending order");
    HOLDS(is_ascending(game->wretched, game->wretched_count), "the Wretched are in ascending order");
    unsigned patrols = 0;
    while (patrols < PATROLS && game->patrol[patrols].crossing != 0) {
        patrols++;
    }
    for (unsigned i = 0; i < PATROLS; i++) {
        HOLDS((game->patrol[i].crossing != 0) == (i < patrols), "patrols on the board come first");
        HOLDS(i == 0 || i >= patrols || game->patrol[i - 1].crossing < game->patrol[i].crossing,
              "patrols are in ascending order");
    }
    struct set crimes = {{0}};
    for (unsigned i = 0; i < game->crimes; i++) {
        HOLDS(is_circle(board, game->crime[i]), "a crime scene is a circle");
        set_add(&crimes, game->crime[i]);
    }
    HOLDS(set_count(&crimes) == game->crimes, "no circle is a crime scene twice");
    for (unsigned i = 0; i < game->wretched_count && game->phase == PHASE_KILL; i++) {
        HOLDS(!set_has(&crimes, game->wretched[i]), "no Wretched stands on a crime scene");
    }
    return NULL;
}

static const char *broken_tiles(const struct game *game)
{
    if (game->kind == GAME_WHITEHALL) {
        for (unsigned tile = TILE_COACH; tile < TILE_COUNT; tile++) {
            HOLDS(game->tiles[tile] + game->tiles_used[tile] == 2, "two tiles of each kind");
        }
        HOLDS((unsigned)__builtin_popcount(game->discovered) + 1 >= game->round,
              "a round begins at a discovery");
    }
    return NULL;
}

const char *game_broken(const struct board *board, const struct game *game)
{
    const char *broken = broken_phase(game);
    if (broken == NULL) {
        broken = broken_row(board, game);
    }
    if (broken == NULL) {
        broken = broken_police(board, game);
    }
    if (broken == NULL) {
        broken = broken_clues(game);
    }
    if (broken == NULL) {
        broken = broken_hell(board, game);
    }
    return broken == NULL ? broken_tiles(game) : broken;
}
