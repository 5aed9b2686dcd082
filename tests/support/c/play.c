/* play.c: see play.h. */
#include "tests/support/c/play.h"

#include <stdlib.h>
#include <string.h>

const struct board *play_board(enum game_kind game)
{
    static struct board *boards[GAME_KIND_COUNT];
    if (boards[game] == NULL) {
        boards[game] = board_builtin(game);
        if (boards[game] == NULL) {
            abort();
        }
    }
    return boards[game];
}

/* ---- setups ---- */

static void put_heads(struct setup *setup)
{
    for (unsigned i = 0; setup->game == GAME_WHITECHAPEL && i < POLICEMEN_MAX; i++) {
        setup->heads[i] = (uint8_t)(PAWN_YELLOW + i);
    }
}

struct setup play_setup_two(enum game_kind game, uint32_t options)
{
    struct setup setup = {.game = game, .options = options, .seats = 2};
    setup.pawns[0] = PAWN_BIT(PAWN_JACK);
    setup.pawns[1] = (uint8_t)game_policemen(game);
    put_heads(&setup);
    return setup;
}

struct setup play_setup_full(enum game_kind game, uint32_t options)
{
    struct setup setup = {.game = game, .options = options};
    setup.pawns[setup.seats++] = PAWN_BIT(PAWN_JACK);
    for (int pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((game_policemen(game) & PAWN_BIT(pawn)) != 0) {
            setup.pawns[setup.seats++] = (uint8_t)PAWN_BIT(pawn);
        }
    }
    put_heads(&setup);
    return setup;
}

struct setup play_setup(enum game_kind game, uint32_t options, struct random *random)
{
    struct setup setup = {.game = game, .options = options};
    uint8_t police[POLICEMEN_MAX];
    unsigned count = 0;
    for (int pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((game_policemen(game) & PAWN_BIT(pawn)) != 0) {
            police[count++] = (uint8_t)pawn;
        }
    }
    random_shuffle(police, count, random);
    unsigned detectives = 1 + random_below(random, count);
    unsigned jack = random_below(random, detectives + 1);
    setup.seats = (uint8_t)(detectives + 1);
    setup.pawns[jack] = PAWN_BIT(PAWN_JACK);
    for (unsigned i = 0; i < count; i++) {
        unsigned detective = i < detectives ? i : random_below(random, detectives);
        unsigned seat = detective < jack ? detective : detective + 1;
        setup.pawns[seat] = (uint8_t)(setup.pawns[seat] | PAWN_BIT(police[i]));
    }
    put_heads(&setup);
    if (game == GAME_WHITECHAPEL) {
        random_shuffle(setup.heads, POLICEMEN_MAX, random);
    }
    return setup;
}

/* ---- choosing ---- */

/* Returns the distance from `circle` to where Jack wants to go. */
static unsigned distance_home(const struct board *board, const struct game *game, unsigned circle)
{
    if (game->kind == GAME_WHITECHAPEL) {
        return board->steps[circle][game->hideout];
    }
    unsigned best = BOARD_FAR;
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        if ((game->discovered & (1U << i)) == 0 && board->steps[circle][game->discovery[i]] < best) {
            best = board->steps[circle][game->discovery[i]];
        }
    }
    return best;
}

/* Chooses a step towards the hideout, and the escape if it leads there. */
static void choose_way_home(const struct board *board, const struct game *game, const struct legal *legal,
                            struct action *action)
{
    unsigned best = BOARD_FAR + 1U;
    memset(action, 0, sizeof *action);
    action->kind = ACTION_MOVE;
    SET_EACH (circle, &legal->move) {
        unsigned distance = distance_home(board, game, circle);
        if (distance < best) {
            best = distance;
            action->to = (uint8_t)circle;
        }
    }
    action->escape = action->to == legal->escape && legal->escape != 0;
}

bool play_choose(const struct board *board, const struct game *game, struct random *random,
                 struct play_style style, struct action *action)
{
    struct legal legal;
    game_legal(board, game, ~0U, &legal);
    uint32_t kinds = legal.kinds;
    if (style.no_arrests && (kinds & ~ACTION_BIT(ACTION_ARREST)) != 0) {
        kinds &= ~ACTION_BIT(ACTION_ARREST);
    }
    if (kinds == 0) {
        return false;
    }
    if (style.homing && (kinds & ACTION_BIT(ACTION_MOVE)) != 0 && random_below(random, 5) != 0) {
        choose_way_home(board, game, &legal, action);
        return true;
    }
    random_action(&legal, (enum action_kind)random_bit(kinds, random), random, action);
    return true;
}

uint64_t play_hash(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}
