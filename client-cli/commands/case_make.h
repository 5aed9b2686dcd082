/* case_make.h: `gaslight case make`: finds puzzles in games of bots. */
#ifndef GASLIGHT_CASE_MAKE_H
#define GASLIGHT_CASE_MAKE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "client-cli/util/output.h"
#include "common/puzzles/puzzle.h"

/* What is wanted, as masks of 1 << game, kind and grade. */
struct case_order {
    unsigned games, kinds, grades;
    unsigned count; /* puzzles */
    unsigned most;  /* games of bots, of each game */
    uint64_t seed;
    bool progress; /* show it on standard error */
};

/*
 * Writes the puzzles, about as many of each game, kind and grade, in a random order. Reports on standard error if there are
 * fewer than wanted.
 */
enum status case_make(const struct case_order *order, FILE *output);

#endif
