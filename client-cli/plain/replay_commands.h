/*
 * replay_commands.h: the commands of a replay in plain mode: next, back, goto, night, move, as, board, sheet, save …
 *
 * Pure except for `save`; output goes to `report`. plain_replay.c reads lines, prints and runs the timer.
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
    unsigned speed; /* actions per second while playing; 0: paused */
    bool over;      /* after `quit` */
};

/* Writes the game, the players and the number of actions. */
void replay_report_heading(struct replay_state *replay);

/* Writes what happened in a step; the state at the current step; the map at the current step. */
void replay_report_events(struct replay_state *replay, size_t step);
void replay_report_state(struct replay_state *replay);
void replay_report_board(struct replay_state *replay);

/* Goes to a step and writes what happened in it. */
void replay_go_to(struct replay_state *replay, size_t step);

/* Runs a typed line. */
void replay_run_line(struct replay_state *replay, const char *line);

/* Lists the command words. */
void replay_command_words(void (*each)(void *context, const char *word), void *context);

#endif
