/*
 * play.h: playing games in tests: random setups, and random choices among the legal ones.
 */
#ifndef GASLIGHT_TESTS_PLAY_H
#define GASLIGHT_TESTS_PLAY_H

#include "common/base/random.h"
#include "common/bots/random_action.h"
#include "common/rules/game.h"

/* The builtin boards, loaded once for the process. */
const struct board *play_board(enum game_kind game);

/* A random setup with these options: seats of 2 to all players, pawns shared in any way, Jack anywhere. */
struct setup play_setup(enum game_kind game, uint32_t options, struct random *random);

/* The simplest one: seat 0 is Jack, seat 1 all the police, heads in the order of the pawns. */
struct setup play_setup_two(enum game_kind game, uint32_t options);

/* One seat a pawn: Jack, then the policemen in the order of the pawns. */
struct setup play_setup_full(enum game_kind game, uint32_t options);

/*
 * How a random player chooses. All zero: evenly among kinds, then among targets. The others make games
 * that get somewhere: Jack heads home (or to his discoveries) and escapes when he can, and the police
 * do not arrest by chance.
 */
struct manner {
    bool homing;     /* Jack prefers steps that bring him nearer to where he wants to be */
    bool no_arrests; /* the police search, rush or pass instead */
};

/* A random member of what is legal for all pawns; false when nothing is. */
bool play_choose(const struct board *board, const struct game *game, struct random *random,
                 struct manner manner, struct action *action);

/* An FNV-1a hash, for pinning long outputs. */
uint64_t play_hash(uint64_t hash, const void *bytes, size_t count);
#define PLAY_HASH_START UINT64_C(0xcbf29ce484222325)

#endif
