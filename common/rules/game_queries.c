/* game_queries.c: small questions about a game, used by the rules of both games and by other modules. */
#include "common/rules/game.h"

unsigned game_policemen(enum game_kind game)
{
    unsigned three = PAWN_BIT(PAWN_YELLOW) | PAWN_BIT(PAWN_BLUE) | PAWN_BIT(PAWN_RED);
    return game == GAME_WHITEHALL ? three : three | PAWN_BIT(PAWN_GREEN) | PAWN_BIT(PAWN_BROWN);
}

unsigned game_seat_pawns(const struct game *game, unsigned seat)
{
    unsigned pawns = 0;
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        pawns |= (unsigned)(game->seat_of[pawn] == seat) << pawn;
    }
    return pawns;
}

struct set police_crossings(const uint8_t crossing[PAWN_COUNT])
{
    struct set occupied = {{0}};
    for (int pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        set_add(&occupied, crossing[pawn]);
    }
    set_remove(&occupied, 0); /* added by policemen that are not on the board */
    return occupied;
}
