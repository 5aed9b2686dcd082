/* canvas.c: cells, text and boxes. */
#include "client-cli/map/canvas.h"

#include <stdlib.h>
#include <string.h>

#include "client-cli/map/canvas_width.h"
#include "common/base/utf8.h"

/* ---- Characters ---------------------------------------------------------------------------------- */

enum { UNSHOWN = '?' };

/* A character as it is drawn, with the accents that follow it. */
struct drawn {
    uint32_t glyph;
    int columns;
    uint32_t accent[CELL_ACCENTS];
};

/* Decodes the character at `text` and returns its kind. */
static enum glyph_kind next_kind(const char *text, uint32_t *character, size_t *length)
{
    *character = utf8_decode(text, length);
    return glyph_kind(*character);
}

/* Skips the accents and joiners after a character and keeps the accents there is room for. */
static void take_accents(const char **text, bool wide, struct drawn *drawn)
{
    unsigned accents = 0;
    while (**text != '\0') {
        uint32_t character;
        size_t length;
        enum glyph_kind kind = next_kind(*text, &character, &length);
        if (kind != GLYPH_COMBINING && !(kind == GLYPH_JOINING && wide)) {
            return;
        }
        if (kind == GLYPH_COMBINING && accents < CELL_ACCENTS) {
            drawn->accent[accents++] = character;
        }
        *text += length;
    }
}

/* Symbols that are narrow by themselves may be followed by a variation selector: "♀️". */
static bool is_symbol(uint32_t character)
{
    return character >= 0x2190;
}

/*
 * Returns the next character as it will be drawn and advances `*text`, which must not be at its end. An invalid
 * byte counts as one character that can't be shown.
 */
static struct drawn next_character(const char **text)
{
    uint32_t character;
    size_t length;
    enum glyph_kind kind = next_kind(*text, &character, &length);
    struct drawn drawn = {.glyph = UNSHOWN, .columns = 1};
    *text += length;
    if (kind == GLYPH_NARROW || kind == GLYPH_WIDE) {
        drawn.glyph = character;
        drawn.columns = kind == GLYPH_WIDE ? 2 : 1;
        take_accents(text, kind == GLYPH_WIDE || is_symbol(character), &drawn);
    }
    return drawn;
}

int canvas_columns(const char *text)
{
    int columns = 0;
    while (*text != '\0') {
        columns += next_character(&text).columns;
    }
    return columns;
}

/* ---- The canvas itself --------------------------------------------------------------------------- */

bool canvas_resize(struct canvas *canvas, int width, int height)
{
    width = width > 0 ? width : 0;
    height = height > 0 ? height : 0;
    size_t count = (size_t)width * (size_t)height;
    struct cell *cells = calloc(count > 0 ? count : 1, sizeof(*cells));
    if (cells == NULL) {
        return false; /* unchanged */
    }
    free(canvas->cells);
    *canvas = (struct canvas){.width = width, .height = height, .cells = cells};
    return true;
}

void canvas_free(struct canvas *canvas)
{
    free(canvas->cells);
    *canvas = (struct canvas){0};
}

void canvas_clear(struct canvas *canvas)
{
    if (canvas->cells != NULL) {
        memset(canvas->cells, 0, (size_t)canvas->width * (size_t)canvas->height * sizeof(*canvas->cells));
    }
}

struct cell *canvas_at(struct canvas *canvas, int x, int y)
{
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height) {
        return NULL;
    }
    return &canvas->cells[(size_t)y * (size_t)canvas->width + (size_t)x];
}

/* Replaces the other half of a wide character by a space before one half is drawn over. */
static void split_wide(struct canvas *canvas, int x, int y)
{
    struct cell *cell = canvas_at(canvas, x, y), *left = canvas_at(canvas, x - 1, y),
                *right = canvas_at(canvas, x + 1, y);
    if (cell->glyph == GLYPH_TAIL && left != NULL) {
        left->glyph = ' ';
    } else if (cell->glyph != GLYPH_TAIL && right != NULL && right->glyph == GLYPH_TAIL) {
        right->glyph = ' ';
    }
}

void canvas_put(struct canvas *canvas, int x, int y, uint32_t glyph, enum ink ink, unsigned flags)
{
    struct cell *cell = canvas_at(canvas, x, y);
    if (cell != NULL) {
        split_wide(canvas, x, y);
        *cell = (struct cell){.glyph = glyph, .ink = (uint8_t)ink, .flags = (uint8_t)flags};
    }
}

/* Draws a character of text with its accents; a wide one at the edge of the canvas is not shown. */
static void put_drawn(struct canvas *canvas, int x, int y, const struct drawn *drawn, enum ink ink,
                      unsigned flags)
{
    bool halved =
        drawn->columns == 2 && (canvas_at(canvas, x, y) == NULL || canvas_at(canvas, x + 1, y) == NULL);
    canvas_put(canvas, x, y, halved ? ' ' : drawn->glyph, ink, flags);
    if (drawn->columns == 2) {
        canvas_put(canvas, x + 1, y, ' ', ink, flags);
    }
    struct cell *cell = canvas_at(canvas, x, y);
    if (cell != NULL && !halved) {
        memcpy(cell->accent, drawn->accent, sizeof cell->accent);
        if (drawn->columns == 2) {
            canvas_at(canvas, x + 1, y)->glyph = GLYPH_TAIL;
        }
    }
}

/* ---- Text and boxes ------------------------------------------------------------------------------ */

int canvas_text(struct canvas *canvas, int x, int y, int limit, enum ink ink, unsigned flags,
                const char *text)
{
    int column = 0;
    while (*text != '\0' && column < limit) {
        struct drawn drawn = next_character(&text);
        int left = limit - column;
        if (drawn.columns > left ||
            (drawn.columns == left && *text != '\0')) { /* no room for it and the rest */
            for (; column < limit - 1; column++) {
                canvas_put(canvas, x + column, y, ' ', ink, flags);
            }
            drawn = (struct drawn){.glyph = 0x2026, .columns = 1};
            text = "";
        }
        put_drawn(canvas, x + column, y, &drawn, ink, flags);
        column += drawn.columns;
    }
    return column;
}

void canvas_fill(struct canvas *canvas, int x, int y, int width, int height, enum ink ink)
{
    for (int row = y; row < y + height; row++) {
        for (int column = x; column < x + width; column++) {
            canvas_put(canvas, column, row, ' ', ink, 0);
        }
    }
}

void canvas_box(struct canvas *canvas, int x, int y, int width, int height, const char *title)
{
    int right = x + width - 1, bottom = y + height - 1;
    if (width < 2 || height < 2) {
        return;
    }
    for (int column = x + 1; column < right; column++) {
        canvas_put(canvas, column, y, 0x2500, INK_FRAME, 0);
        canvas_put(canvas, column, bottom, 0x2500, INK_FRAME, 0);
    }
    for (int row = y + 1; row < bottom; row++) {
        canvas_put(canvas, x, row, 0x2502, INK_FRAME, 0);
        canvas_put(canvas, right, row, 0x2502, INK_FRAME, 0);
    }
    canvas_put(canvas, x, y, 0x250c, INK_FRAME, 0);
    canvas_put(canvas, right, y, 0x2510, INK_FRAME, 0);
    canvas_put(canvas, x, bottom, 0x2514, INK_FRAME, 0);
    canvas_put(canvas, right, bottom, 0x2518, INK_FRAME, 0);
    if (title != NULL && *title != '\0' && width >= 7) { /* room for at least one letter */
        int columns = canvas_text(canvas, x + 3, y, width - 6, INK_TITLE, 0, title);
        canvas_put(canvas, x + 2, y, ' ', INK_FRAME, 0);
        canvas_put(canvas, x + 3 + columns, y, ' ', INK_FRAME, 0);
    }
}

/*
 * Finds where the line that begins at `text` ends and where the next one begins: after the last word that fits. A
 * word longer than a line is cut.
 */
static const char *line_end(const char *text, int width, const char **next)
{
    const char *at = text, *blank = NULL;
    int column = 0;
    while (*at != '\0' && *at != '\n') {
        const char *after = at;
        int columns = next_character(&after).columns;
        if (*at == ' ') {
            blank = at;
        }
        if (column + columns > width && at > text) {
            const char *end = blank != NULL ? blank : at;
            *next = end + strspn(end, " ");
            while (end > text && end[-1] == ' ') {
                end--;
            }
            return end;
        }
        column += columns;
        at = after;
    }
    *next = *at == '\n' ? at + 1 : at;
    return at;
}

int canvas_wrap(const char *text, int width, void (*line)(void *context, const char *text, size_t length),
                void *context)
{
    int lines = 0;
    width = width > 0 ? width : 1;
    while (*text != '\0') {
        const char *next = NULL;
        const char *end = line_end(text, width, &next);
        if (line != NULL) {
            line(context, text, (size_t)(end - text));
        }
        lines++;
        text = next;
    }
    return lines;
}
