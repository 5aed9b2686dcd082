/*
 * fuzz_board.c: arbitrary bytes as a board.
 *
 * A board is loaded, or rejected with one sentence. A loaded board is played on for a while: the rules must
 * work on every board that passes the checks, not only on the two built-in ones.
 */
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "tests/support/c/play.h"

enum { GAMES = 4, STEPS = 150 };

static void play_on(const struct board *board, unsigned seed)
{
    struct random random = {seed};
    struct play_style style = {.homing = seed % 2 != 0, .no_arrests = seed / 2 != 0};
    uint32_t options = seed == 0 ? 0 : (1U << option_count(board->game)) - 1;
    struct setup setup = play_setup(board->game, options, &random);
    struct game game;
    struct action action;
    struct events events;
    struct legal legal;
    MUST(game_new(board, &game, &setup) == ERROR_OK);
    for (unsigned step = 0; step < STEPS; step++) {
        game_legal(board, &game, ~0U, &legal);
        if (!play_choose(board, &game, &random, style, &action)) {
            break;
        }
        MUST(legal_contains(&legal, &action));
        MUST(game_apply(board, &game, &action, &events) == ERROR_OK);
        MUST(events.count <= EVENTS_MAX);
        MUST(game_broken(board, &game) == NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct board_error error;
    struct board *board = board_load((const char *)data, size, &error);
    if (board == NULL) {
        MUST(error.text[0] != '\0' && memchr(error.text, '\0', sizeof error.text) != NULL);
        return 0;
    }
    for (unsigned seed = 0; seed < GAMES; seed++) {
        play_on(board, seed);
    }
    board_free(board);
    return 0;
}
