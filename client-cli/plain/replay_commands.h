/*
 * replay_commands.h: walking through a timeline by typed commands: next, back, goto, night, move, as, board, sheet, save …
 *
 * Pure but for `save`: what is to be read goes to `show`. plain_replay.c types, prints and keeps the time.
 */
#ifndef GASLIGHT_REPLAY_COMMANDS_H
#define GASLIGHT_REPLAY_COMMANDS_H

#include "client-cli/model/timeline.h"
#include "client-cli/report/report.h"

enum { REPLAY_SPEED_MAX = 50 };

struct replay_state {
    const struct timeline *timeline;
    const struct board *board;
    struct viewer viewer;
    size_t step;
    bool ascii;
    struct report report;
    unsigned speed; /* actions a second to go on with; 0: it stands */
    bool over;      /* `quit` */
};

/* Who played what, and how long the game was. */
void replay_report_heading(struct replay_state *replay);

/* What happened in one step, or how the game stood at the step one is at. */
void replay_report_events(struct replay_state *replay, size_t step);
void replay_report_state(struct replay_state *replay);
void replay_report_board(struct replay_state *replay);

/* Goes to a step and tells what happened in it. */
void replay_go_to(struct replay_state *replay, size_t step);

/* Does what was typed. */
void replay_run_line(struct replay_state *replay, const char *line);

/* The words that lines begin with. */
void replay_command_words(void (*each)(void *context, const char *word), void *context);

#endif
