/*
 * canvas.c: cells, text and boxes.
 *
 * A table, not wcwidth(), decides which characters are one column wide, because a canvas must be the same in every
 * locale.
 */
#include "client-cli/map/canvas.h"

#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/base/utf8.h"

/* ---- Characters ---------------------------------------------------------------------------------- */

enum { UNSHOWN = '?' };

/*
 * Characters that are one column wide in every terminal: no combining marks, no wide characters, no right-to-left
 * scripts, no controls. In ascending order.
 */
static const struct {
    uint32_t first, last;
} narrow[] = {
    {0x0020, 0x007e}, {0x00a1, 0x00ac}, {0x00ae, 0x02ff}, {0x0370, 0x0377}, {0x037a, 0x037f},
    {0x0384, 0x038a}, {0x038c, 0x038c}, {0x038e, 0x03a1}, {0x03a3, 0x0482}, {0x048a, 0x052f},
    {0x0531, 0x0556}, {0x0559, 0x058a}, {0x10d0, 0x10ff}, {0x1e00, 0x1eff}, {0x2010, 0x2015},
    {0x2018, 0x2027}, {0x2030, 0x205e}, {0x20a0, 0x20bf}, {0x2100, 0x218b}, {0x2190, 0x2319},
    {0x231c, 0x2328}, {0x232b, 0x23e8}, {0x2500, 0x25fc}, {0x25ff, 0x25ff}, {0x2605, 0x2613},
    {0x2616, 0x263f}, {0x2640, 0x2647}, {0x2654, 0x267e}, {0x2800, 0x28ff},
};

static bool is_narrow(uint32_t character)
{
    for (size_t i = 0; i < COUNT(narrow); i++) {
        if (character <= narrow[i].last) {
            return character >= narrow[i].first;
        }
    }
    return false;
}

/*
 * Returns the next character as it will be drawn and advances `*text`, which must not be at its end. An invalid
 * byte counts as one character that can't be shown.
 */
static uint32_t next_character(const char **text)
{
    size_t length;
    uint32_t character = utf8_decode(*text, &length);
    *text += length;
    return is_narrow(character) ? character : UNSHOWN;
}

int canvas_columns(const char *text)
{
    int columns = 0;
    for (; *text != '\0'; columns++) {
        (void)next_character(&text);
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

void canvas_put(struct canvas *canvas, int x, int y, uint32_t glyph, enum ink ink, unsigned flags)
{
    struct cell *cell = canvas_at(canvas, x, y);
    if (cell != NULL) {
        *cell = (struct cell){.glyph = glyph, .ink = (uint8_t)ink, .flags = (uint8_t)flags};
    }
}

/* ---- Text and boxes ------------------------------------------------------------------------------ */

int canvas_text(struct canvas *canvas, int x, int y, int limit, enum ink ink, unsigned flags,
                const char *text)
{
    int column = 0;
    while (*text != '\0' && column < limit) {
        uint32_t character = next_character(&text);
        bool cut = column == limit - 1 && *text != '\0';
        canvas_put(canvas, x + column, y, cut ? 0x2026 : character, ink, flags);
        column++;
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
    for (int column = 0; *at != '\0' && *at != '\n'; column++) {
        if (*at == ' ') {
            blank = at;
        }
        if (column == width) {
            const char *end = blank != NULL ? blank : at;
            *next = end + strspn(end, " ");
            while (end > text && end[-1] == ' ') {
                end--;
            }
            return end;
        }
        (void)next_character(&at);
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
