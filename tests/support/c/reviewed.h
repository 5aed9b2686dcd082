/*
 * reviewed.h: the games in tests/records with their reviews, and the position after each of their steps computed without
 * the code under test.
 */
#ifndef GASLIGHT_TESTS_REVIEWED_H
#define GASLIGHT_TESTS_REVIEWED_H

#include "common/review/review.h"

struct sample {
    char file[128];
    struct record record;
    struct review *review;
    const struct board *board;
};

extern struct sample reviewed[];
extern unsigned reviewed_count;

/* Read and review all of them, and free them; a fixture. The tests run from the top of the tree. */
void reviewed_load(void);
void reviewed_free(void);

/* Finds a record by the name of its file. */
const struct sample *reviewed_find(const char *file);

struct position_at {
    const struct board *board;
    struct game game;
    struct dossier dossier;
    struct belief belief;
};

void position_begin(struct position_at *position, const struct sample *sample);
void position_step(struct position_at *position, const struct action *action);
unsigned position_jack(const struct position_at *position);

#endif
