/*
 * panels.h: the panels around the map, drawn onto a canvas.
 *
 * Pure functions from what a viewer knows to cells, shared by the pages of the full screen, which decide where each
 * panel goes. A panel is a column that is filled from the top. What does not fit is left out, so important things come
 * first.
 */
#ifndef GASLIGHT_PANELS_H
#define GASLIGHT_PANELS_H

#include "client-cli/map/canvas.h"
#include "client-cli/map/map.h"
#include "client-cli/model/model.h"

struct panel {
    struct canvas *canvas;
    struct map_window window;
    int row; /* the next one to write, from 0 */
};

/* Writes one line, cut off at the edge; or wraps the text, with later lines indented. */
void panel_line(struct panel *panel, enum ink ink, unsigned flags, const char *text);
void panel_wrap(struct panel *panel, enum ink ink, unsigned flags, int indent, const char *text);
__attribute__((format(printf, 4, 5))) void panel_format(struct panel *panel, enum ink ink, unsigned flags,
                                                        const char *format, ...);
/* Writes a symbol as it appears on the map, and a text beside it. */
__attribute__((format(printf, 5, 6))) void panel_symbol(struct panel *panel, enum ink ink, const char *symbol,
                                                        unsigned flags, const char *format, ...);
void panel_gap(struct panel *panel); /* an empty line, unless it would be the first or room is short */

/* Draws a horizontal rule with a title in it. */
void panel_rule(struct canvas *canvas, int x, int y, int width, const char *title);

/* ---- The game -------------------------------------------------------------------------------------- */

/* What the panel of a game shows. `table` may be NULL: then players have no names. */
struct panel_facts {
    const struct board *board;
    const struct view *view;
    const struct model_table *table;
    bool hide;   /* Jack's secrets are hidden */
    bool replay; /* no pawn is "you" */
    bool has_clock;
    unsigned left;                     /* seconds on the clock */
    struct model_clock clock;          /* when it stands still and runs out */
    bool is_long;                      /* a player has so much time that this matters */
    const struct deduction *deduction; /* NULL: not shown */
    enum heat heat;
};

/* Writes everyone at the table into the first row of the window: whose turn it is, pawns, names, spectators. */
void panel_players(struct canvas *canvas, struct map_window window, const struct panel_facts *facts);

/* Writes the phase, whose turn it is, the track, the special moves, the police, Jack's sheet, what is on the board. */
void panel_game(struct panel *panel, const struct panel_facts *facts);

/* Writes a deduction: the most likely circles, the trails shown on the map, the best searches. */
void panel_deduction(struct panel *panel, const struct deduction *deduction, enum heat heat);

/* Passes on all of Jack's sheet that the view knows, night by night, line by line. */
void panel_sheet(const struct view *view, void (*line)(void *context, const char *text), void *context);

/* ---- Log and lists --------------------------------------------------------------------------------- */

/* Draws the last lines that fit, scrolled back by `up` lines; `hide` leaves out events of the game. */
void panel_log(struct canvas *canvas, struct map_window window, const struct model_line *lines, size_t count,
               size_t up, bool hide);

/* Writes the game, the state of the table and its players. */
void panel_table(struct panel *panel, const struct model_table *table, const char *me);

/* Writes the options that are on, each with its explanation. */
void panel_options(struct panel *panel, enum game_kind game, uint32_t options);

/* Writes deduction help, clock and bot settings that are not the default. */
void panel_table_settings(struct panel *panel, const struct model_table *table);

/* Writes "Ann (Jack), Bob (Yellow and Red)" into `text`. */
void panel_people(const struct model_table *table, char *text, size_t capacity);

#endif
