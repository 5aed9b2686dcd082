/*
 * canvas_ascii.c: a canvas in ASCII, and as lines of text.
 */
#include <string.h>

#include "client-cli/map/canvas.h"
#include "common/base/array.h"
#include "common/base/utf8.h"

enum { BRAILLE = 0x2800, BRAILLE_LAST = 0x28ff };

/* Replacements for the glyphs the client draws; other characters become a question mark. In ascending order. */
static const struct {
    uint32_t glyph;
    char ascii;
} stand_ins[] = {
    {0x00a0, ' '}, {0x00b7, '.'},                                 /* · */
    {0x00d7, 'x'},                                                /* × */
    {0x2013, '-'}, {0x2014, '-'}, {0x2018, '\''}, {0x2019, '\''}, /* – — ‘ ’ */
    {0x201c, '"'}, {0x201d, '"'}, {0x2020, 'X'},                  /* “ ” † */
    {0x2022, ':'}, {0x2026, '~'},                                 /* • … */
    {0x2190, '<'}, {0x2191, '^'}, {0x2192, '>'},  {0x2193, 'v'},  /* ← ↑ → ↓ */
    {0x2248, '~'}, {0x2302, 'H'},                                 /* ≈ ⌂ */
    {0x2500, '-'}, {0x2502, '|'},                                 /* ─ │; other lines are corners */
    {0x2582, '_'}, {0x2584, '='}, {0x2586, '%'},  {0x2588, '$'},  /* ▂ ▄ ▆ █ */
    {0x2591, ' '}, {0x2592, ':'}, {0x2593, '%'},                  /* ░ ▒ ▓ */
    {0x25a0, '#'}, {0x25a1, 'o'}, {0x25b6, '>'},                  /* ■ □ ▶ */
    {0x25b8, '>'}, {0x25c0, '<'}, {0x25c2, '<'},                  /* ▸ ◀ ◂ */
    {0x25c6, '@'}, {0x25c8, '&'}, {0x25cb, 'o'},  {0x25cf, '*'},  /* ◆ ◈ ○ ● */
    {0x2605, '!'}, {0x2606, 'D'}, {0x2640, 'w'},                  /* ★ ☆ ♀ */
};

/* Replaces a piece of a street by a character that runs the same way, from its eight dots row by row. */
static char braille_ascii(unsigned dots)
{
    enum { LEFT = 0x47, RIGHT = 0xb8, UPPER = 0x1b, LOWER = 0xe4 };
    unsigned upper_left = dots & UPPER & LEFT, upper_right = dots & UPPER & RIGHT;
    unsigned lower_left = dots & LOWER & LEFT, lower_right = dots & LOWER & RIGHT;
    bool left = (dots & LEFT) != 0, right = (dots & RIGHT) != 0;
    bool upper = (dots & UPPER) != 0, lower = (dots & LOWER) != 0;
    if (dots == 0) {
        return ' ';
    }
    if ((dots & (dots - 1)) == 0) {
        return upper ? '\'' : '.';
    }
    if (left != right) {
        return upper && lower ? '|' : upper ? '\'' : '.';
    }
    if (upper != lower) {
        return '-';
    }
    if (upper_left == 0 || lower_right == 0) {
        return '/';
    }
    return upper_right == 0 || lower_left == 0 ? '\\' : '+';
}

uint32_t canvas_ascii(uint32_t glyph)
{
    if (glyph < 0x7f) {
        return glyph;
    }
    if (glyph >= BRAILLE && glyph <= BRAILLE_LAST) {
        return (unsigned char)braille_ascii(glyph - BRAILLE);
    }
    for (size_t i = 0; i < COUNT(stand_ins); i++) {
        if (stand_ins[i].glyph == glyph) {
            return (unsigned char)stand_ins[i].ascii;
        }
    }
    return glyph >= 0x2500 && glyph < 0x2580 ? '+' : '?';
}

/* ---- Lines --------------------------------------------------------------------------------------- */

size_t canvas_line(const struct canvas *canvas, int y, bool ascii, char *text, size_t capacity)
{
    size_t length = 0, written = 0; /* up to the last character that is not a space, and in total */
    for (int x = 0; y >= 0 && y < canvas->height && x < canvas->width; x++) {
        const struct cell *cell = &canvas->cells[(size_t)y * (size_t)canvas->width + (size_t)x];
        char bytes[(1 + CELL_ACCENTS) * UTF8_BYTES_MAX];
        if (cell->glyph == GLYPH_TAIL && !ascii) {
            continue;
        }
        uint32_t glyph = ascii ? canvas_ascii(cell->glyph) : cell->glyph;
        size_t count = utf8_encode(glyph == 0 ? ' ' : glyph, bytes);
        for (unsigned i = 0; i < CELL_ACCENTS && cell->accent[i] != 0 && !ascii; i++) {
            count += utf8_encode(cell->accent[i], bytes + count);
        }
        if (written + count >= capacity) {
            break;
        }
        memcpy(&text[written], bytes, count);
        written += count;
        length = glyph == 0 || glyph == ' ' ? length : written;
    }
    if (capacity > 0) {
        text[length] = '\0';
    }
    return length;
}
