/*
 * panels.h: what stands around the map, drawn onto a canvas.
 *
 * Pure: what a viewer knows in, cells out. The table, the replay and the lobby share these; a screen only
 * decides where each goes. A panel is a column that is filled from the top; what does not fit is left out, so
 * the important things come first.
 */
#ifndef GASLIGHT_PANELS_H
#define GASLIGHT_PANELS_H

#include "client-cli/map/canvas.h"
#include "client-cli/map/map.h"
#include "client-cli/model/model.h"

struct panel {
    struct canvas *canvas;
    struct map_window window;
    int row; /* the next one to be written, from 0 */
};

/* One line, cut off at the edge; or as many as the words need, the later ones indented. */
void panel_line(struct panel *panel, enum ink ink, unsigned flags, const char *text);
void panel_wrap(struct panel *panel, enum ink ink, unsigned flags, int indent, const char *text);
__attribute__((format(printf, 4, 5))) void panel_format(struct panel *panel, enum ink ink, unsigned flags,
                                                        const char *format, ...);
/* A symbol as the map has it, in its ink, and what there is to say of it. */
__attribute__((format(printf, 5, 6))) void panel_symbol(struct panel *panel, enum ink ink, const char *symbol,
                                                        unsigned flags, const char *format, ...);
void panel_gap(struct panel *panel); /* an empty line, unless it is the first or there is little room */

/* A rule across the window with a title in it. */
void panel_rule(struct canvas *canvas, int x, int y, int width, const char *title);

/* ---- The game -------------------------------------------------------------------------------------- */

/* Who looks at what. `table` may be NULL: nobody has a name. */
struct panel_facts {
    const struct board *board;
    const struct view *view;
    const struct model_table *table;
    bool hide;   /* Jack's things are not shown */
    bool replay; /* nobody plays: no pawn is "you" */
    bool has_clock;
    unsigned left;                     /* seconds on the clock */
    const struct deduction *deduction; /* NULL: it is not shown */
    enum heat heat;
};

/* The phase, whose turn it is, the track, the tiles, the police, Jack's sheet, what lies on the board. */
void panel_game(struct panel *panel, const struct panel_facts *facts);

/* What can be deduced, in numbers: the likeliest circles, the ways that are drawn, the best searches. */
void panel_deduction(struct panel *panel, const struct deduction *deduction, enum heat heat);

/* All of Jack's sheet that the view knows, each night or round: for a popup. */
void panel_sheet(const struct view *view, void (*line)(void *context, const char *text), void *context);

/* ---- Log and lists --------------------------------------------------------------------------------- */

/* The last lines that fit, `up` of them further back; `hide` leaves out what happened in the game. */
void panel_log(struct canvas *canvas, struct map_window window, const struct model_line *lines, size_t count,
               size_t up, bool hide);

/* "Letters from Whitechapel, private · open", and who sits there. */
void panel_table(struct panel *panel, const struct model_table *table, const char *me);

/* The options of a game that are on, each with its sentence. */
void panel_options(struct panel *panel, enum game_kind game, uint32_t options);

/* Its aids, clock and bots, where they are not as usual. */
void panel_table_settings(struct panel *panel, const struct model_table *table);

/* "Ann (Jack), Bob (Yellow and Red)", in `capacity` bytes. */
void panel_people(const struct model_table *table, char *text, size_t capacity);

#endif
