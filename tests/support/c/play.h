/* play.h: plays games in tests, with random setups and random legal actions. */
#ifndef GASLIGHT_TESTS_PLAY_H
#define GASLIGHT_TESTS_PLAY_H

#include "common/base/random.h"
#include "common/bots/random_action.h"
#include "common/rules/game.h"

/* Returns a built-in board, loaded once per process. */
const struct board *play_board(enum game_kind game);

/*
 * Returns a random setup with these options: any number of seats, pawns shared in any way, Jack in any seat.
 */
struct setup play_setup(enum game_kind game, uint32_t options, struct random *random);

/* Returns the simplest setup: seat 0 is Jack, seat 1 all the police, heads in the order of the pawns. */
struct setup play_setup_two(enum game_kind game, uint32_t options);

/* Returns a setup with one seat per pawn: Jack, then the policemen in the order of the pawns. */
struct setup play_setup_full(enum game_kind game, uint32_t options);

/*
 * How a random player chooses. All zero means uniformly among kinds and then among targets. The flags lead to
 * longer games: Jack heads for his hideout or discoveries and escapes when possible, and the police make no
 * random arrests.
 */
struct play_style {
    bool homing;     /* Jack prefers steps that bring him closer to where he wants to go */
    bool no_arrests; /* the police search, rush or pass instead */
};

/* Chooses a random legal action of any pawn. Returns false if there is none. */
bool play_choose(const struct board *board, const struct game *game, struct random *random,
                 struct play_style style, struct action *action);

/* Returns an FNV-1a hash, for comparing long outputs with pinned ones. */
uint64_t play_hash(uint64_t hash, const void *bytes, size_t count);
#define PLAY_HASH_START UINT64_C(0xcbf29ce484222325)

#endif
