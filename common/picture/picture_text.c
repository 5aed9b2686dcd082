/* picture_text.c: writes the text of a picture, escaped where it has to be. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/base/utf8.h"
#include "common/picture/picture_internal.h"

enum { PIECE_BYTES = 512 };

static void add_bytes(struct picture *picture, const char *text, size_t length)
{
    picture->full = picture->full || !buffer_add(picture->out, text, length);
}

void picture_add(struct picture *picture, const char *format, ...)
{
    char piece[PIECE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(piece, sizeof piece, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof piece) {
        picture->full = true; /* a mistake in this program: no piece is that long */
        return;
    }
    add_bytes(picture, piece, (size_t)length);
}

/* Returns true for characters that are invisible and turn the direction of the text around them. */
static bool turns_text(uint32_t character)
{
    return character == 0x061C || character == 0x200E || character == 0x200F ||
           (character >= 0x202A && character <= 0x202E) || (character >= 0x2066 && character <= 0x2069);
}

/* Returns false for what XML 1.0 has no way to write. */
static bool is_writable(uint32_t character)
{
    return character != UTF8_INVALID && !utf8_is_control(character) && character != 0xFFFE &&
           character != 0xFFFF && !turns_text(character);
}

static const char *escape(uint32_t character)
{
    switch (character) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

void picture_add_text(struct picture *picture, const char *text)
{
    while (*text != '\0') {
        size_t length;
        uint32_t character = utf8_decode(text, &length);
        const char *escaped = escape(character);
        if (escaped != NULL) {
            add_bytes(picture, escaped, strlen(escaped));
        } else if (is_writable(character)) {
            add_bytes(picture, text, length);
        }
        text += length;
    }
}
