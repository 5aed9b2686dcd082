/*
 * plain_walk.h: walking through a timeline by typed commands: next, back, goto, night, move, as, board, sheet, save …
 *
 * Pure but for `save`: what is to be read goes to `show`. plain_replay.c types, prints and keeps the time.
 */
#ifndef GASLIGHT_PLAIN_WALK_H
#define GASLIGHT_PLAIN_WALK_H

#include "client-cli/model/timeline.h"
#include "client-cli/report/report.h"

enum { WALK_SPEED_MOST = 50 };

struct walk {
    const struct timeline *timeline;
    const struct board *board;
    struct viewer viewer;
    size_t step;
    bool ascii;
    struct show show;
    unsigned speed; /* actions a second to go on with; 0: it stands */
    bool over;      /* `quit` */
};

/* Who played what, and how long the game was. */
void walk_heading(struct walk *walk);

/* What happened in one step, or how the game stood at the step one is at. */
void walk_events(struct walk *walk, size_t step);
void walk_state(struct walk *walk);
void walk_board(struct walk *walk);

/* Goes to a step and tells what happened in it. */
void walk_to(struct walk *walk, size_t step);

/* Does what was typed. */
void walk_line(struct walk *walk, const char *line);

/* The words that lines begin with. */
void walk_words(void (*each)(void *context, const char *word), void *context);

#endif
