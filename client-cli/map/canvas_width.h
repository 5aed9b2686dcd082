/*
 * canvas_width.h: how many columns a character takes.
 *
 * A table decides, not wcwidth(), because a canvas must be the same in every locale. paint.c checks that the terminal's
 * locale agrees before it draws a wide character.
 */
#ifndef GASLIGHT_CANVAS_WIDTH_H
#define GASLIGHT_CANVAS_WIDTH_H

#include <stdint.h>

/* Characters that take a column of their own (NARROW) or two, those drawn over the one before, and all others. */
enum glyph_kind {
    GLYPH_UNSHOWN, /* controls, invisible characters, scripts written from right to left */
    GLYPH_NARROW,
    GLYPH_WIDE,      /* Chinese, Japanese, Korean, emoji */
    GLYPH_COMBINING, /* accents */
    GLYPH_JOINING,   /* part of an emoji: joiners, variation selectors, skin tones */
};

enum glyph_kind glyph_kind(uint32_t character);

#endif
