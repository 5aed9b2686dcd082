/*
 * report.h: what there is to look at, as lines: the board, a neighbourhood, Jack's sheet, how the game stands, who
 * sits where, lists of tables.
 *
 * Pure: from views, boards and the model to lines given to the caller one by one. Used by play and by replays.
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

/* The whole map; `view` may be NULL. `ascii`: nothing but ASCII can be shown. */
void report_board(struct report report, const struct board *board, const struct view *view, bool ascii);

/* Where the streets from a circle lead and what stands there, in sentences, and a small map. */
void report_around(struct report report, const struct board *board, const struct view *view, unsigned circle,
                   bool ascii);

/* Jack's sheet; one sentence if this viewer does not have it. */
void report_sheet(struct report report, const struct view *view);

/* Where everything stands. */
void report_state(struct report report, const struct view *view);

/* A table, its options and its people. */
void report_table(struct report report, const struct model *model);
void report_tables(struct report report, const struct model_table *list, size_t count, const char *none);
void report_archive(struct report report, const struct model_game *list, size_t count);

#endif
