/* utf8.c: see utf8.h. */
#include "common/base/utf8.h"

uint32_t utf8_decode(const char *text, size_t *length)
{
    /* The smallest character that needs this many continuation bytes. */
    static const uint32_t smallest[UTF8_BYTES_MAX] = {0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)text[0];
    *length = 1;
    if (first < 0x80) {
        return first;
    }
    if (first < 0xC0 || first >= 0xF8) {
        return UTF8_INVALID;
    }
    unsigned more = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    uint32_t character = first & (0x3FU >> more);
    for (unsigned i = 1; i <= more; i++) {
        if (!utf8_is_continuation(text[i])) { /* also stops at the terminator */
            return UTF8_INVALID;
        }
        character = character << 6 | ((unsigned char)text[i] & 0x3FU);
    }
    *length = more + 1;
    return character >= smallest[more] && utf8_is_character(character) ? character : UTF8_INVALID;
}

size_t utf8_encode(uint32_t character, char bytes[UTF8_BYTES_MAX])
{
    static const unsigned lead[UTF8_BYTES_MAX] = {0, 0xC0, 0xE0, 0xF0};
    unsigned more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    for (unsigned i = more; i > 0; i--) {
        bytes[i] = (char)(0x80U | (character & 0x3FU));
        character >>= 6;
    }
    bytes[0] = (char)(lead[more] | character);
    return more + 1;
}

bool utf8_is_valid(const char *text)
{
    for (size_t length; *text != '\0'; text += length) {
        if (utf8_decode(text, &length) == UTF8_INVALID) {
            return false;
        }
    }
    return true;
}

size_t utf8_count(const char *text)
{
    size_t count = 0;
    for (; *text != '\0'; text++) {
        count += !utf8_is_continuation(*text);
    }
    return count;
}
