/*
 * utf8.h: decoding, encoding and checking UTF-8.
 *
 * All texts are NUL-terminated. Decoding never reads past the terminator, even in malformed text.
 */
#ifndef GASLIGHT_UTF8_H
#define GASLIGHT_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UTF8_BYTES_MAX = 4 };

/* What utf8_decode() returns for malformed bytes; not a character. */
#define UTF8_INVALID UINT32_MAX

/*
 * Returns the character that starts at `text` and stores in `*length` how many bytes to skip to reach the next one.
 * For malformed bytes it returns UTF8_INVALID; `*length` is then 1, or the whole sequence if that is complete but does
 * not stand for a character (overlong, a surrogate, or above U+10FFFF). At the terminator it returns 0 with length 1.
 */
uint32_t utf8_decode(const char *text, size_t *length);

/* Writes the bytes of `character`, without a terminator, and returns how many there are. */
size_t utf8_encode(uint32_t character, char bytes[UTF8_BYTES_MAX]);

bool utf8_is_valid(const char *text);

/* Returns the number of characters in a valid text. */
size_t utf8_count(const char *text);

/* Returns true for the second, third and fourth byte of a character. */
static inline bool utf8_is_continuation(char byte)
{
    return ((unsigned char)byte & 0xC0U) == 0x80U;
}

/* Returns true for U+0000 to U+001F and U+007F to U+009F. */
static inline bool utf8_is_control(uint32_t character)
{
    return character < 0x20 || (character >= 0x7F && character < 0xA0);
}

/* Returns false for surrogates and for anything above U+10FFFF. */
static inline bool utf8_is_character(uint32_t value)
{
    return value < 0x110000 && !(value >= 0xD800 && value < 0xE000);
}

#endif
