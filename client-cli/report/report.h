/*
 * plain_show.h: what there is to look at, as lines: the board, a neighbourhood, Jack's sheet, how the game stands, who
 * sits where, lists of tables.
 *
 * Pure: from views, boards and the model to lines given to the caller one by one. Used by play and by replays.
 */
#ifndef GASLIGHT_PLAIN_SHOW_H
#define GASLIGHT_PLAIN_SHOW_H

#include "client-cli/model/model.h"
#include "common/board/board.h"
#include "common/view/view.h"

struct show {
    void (*line)(void *context, const char *text);
    void *context;
};

/* The whole map; `view` may be NULL. `ascii`: nothing but ASCII can be shown. */
void show_board(struct show show, const struct board *board, const struct view *view, bool ascii);

/* Where the streets from a circle lead and what stands there, in sentences, and a small map. */
void show_around(struct show show, const struct board *board, const struct view *view, unsigned circle,
                 bool ascii);

/* Jack's sheet; one sentence if this viewer does not have it. */
void show_sheet(struct show show, const struct view *view);

/* Where everything stands. */
void show_state(struct show show, const struct view *view);

/* A table, its options and its people. */
void show_who(struct show show, const struct model *model);
void show_tables(struct show show, const struct model_table *list, size_t count, const char *none);
void show_archive(struct show show, const struct model_game *list, size_t count);

#endif
