/*
 * report.h: the board, the surroundings of a circle, Jack's sheet, the state of a game, and tables, as lines of text.
 *
 * Pure: turns views, boards and the model into lines, which are passed to the caller one by one. Used by plain mode,
 * replays and the one-shot commands.
 */
#ifndef GASLIGHT_REPORT_H
#define GASLIGHT_REPORT_H

#include "client-cli/model/model.h"
#include "common/board/board.h"
#include "common/view/view.h"

struct report {
    void (*line)(void *context, const char *text);
    void *context;
};

/* Draws the whole map; `view` may be NULL. With `ascii`, only ASCII is used. */
void report_board(struct report report, const struct board *board, const struct view *view, bool ascii);

/* Describes a circle and its neighbours in sentences, and draws a small map. */
void report_around(struct report report, const struct board *board, const struct view *view, unsigned circle,
                   bool ascii);

/* Writes Jack's sheet, or one sentence if this viewer does not know it. */
void report_sheet(struct report report, const struct view *view);

/* Writes the phase, the turn and what is on the board. */
void report_state(struct report report, const struct view *view);

/* Writes the current table, its options and its players. */
void report_table(struct report report, const struct model *model);
void report_tables(struct report report, const struct model_table *list, size_t count, const char *none);
void report_archive(struct report report, const struct model_game *list, size_t count);

#endif
