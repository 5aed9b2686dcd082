/* case_play.h: plays one puzzle in lines, or prints it as JSON. */
#ifndef GASLIGHT_CASE_PLAY_H
#define GASLIGHT_CASE_PLAY_H

#include "client-cli/util/output.h"
#include "common/puzzles/puzzle.h"

/*
 * Prints a puzzle, the number-th of `count`, and reads answers from standard input until one is right; with `json` only
 * prints it. Returns STATUS_BAD if the puzzle is not sound or was not solved.
 */
enum status case_play(const struct puzzle *puzzle, const struct board *board, size_t number, size_t count,
                      bool json);

#endif
