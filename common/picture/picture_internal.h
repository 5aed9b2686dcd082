/*
 * picture_internal.h: functions shared by the files of common/picture.
 *
 * picture.c puts the picture together, picture_trail.c draws where Jack went, picture_text.c writes the XML.
 */
#ifndef GASLIGHT_PICTURE_INTERNAL_H
#define GASLIGHT_PICTURE_INTERNAL_H

#include "common/picture/picture.h"
#include "common/view/view.h"

struct picture {
    struct buffer *out;
    bool full; /* there is no memory */
    const struct board *board;
    const struct record *record;
    struct view view; /* at the end, as VIEWER_ALL */
    struct set clues; /* of all nights or rounds */
};

/* Numbers are whole, so that no locale changes how they are written. */
__attribute__((format(printf, 2, 3))) void picture_add(struct picture *picture, const char *format, ...);

/* Adds text as content or the value of an attribute; what XML or the layout does not bear is left out. */
void picture_add_text(struct picture *picture, const char *text);

struct place picture_place(const struct board *board, struct end end);

/* Returns the colour of a night or round, counted from 0. */
const char *picture_colour(unsigned round);

/* Draws Jack's trail: lines along the streets, and rings around the circles he visited. */
void picture_add_trails(struct picture *picture);
void picture_add_rings(struct picture *picture, unsigned radius);

/* Returns the circle where Jack began and ended a night or round, or 0. */
unsigned picture_first(const struct view *view, unsigned round);
unsigned picture_last(const struct view *view, unsigned round);

/*
 * Returns true for the second crime of the Double Event: both are on the track, without a move from one to the other.
 * `cell` is not the first of the track.
 */
bool picture_is_second_crime(const struct view *view, unsigned cell, unsigned round);

#endif
