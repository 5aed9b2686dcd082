/* json_scan.c: see json_scan.h. */
#include "common/json/json_scan.h"

#include "common/base/utf8.h"

void json_scan_byte(struct json_scan *scan, char byte)
{
    if (byte == '\n') {
        scan->line++;
        scan->column = 0;
    } else if (!utf8_is_continuation(byte)) { /* columns are characters, not bytes */
        scan->column++;
    }
    if (scan->quoted) {
        if (!scan->escaped && byte == '"') {
            scan->quoted = false;
        }
        scan->escaped = !scan->escaped && byte == '\\';
    } else if (byte == '"') {
        scan->quoted = true;
    } else if (byte == '{' || byte == '[') {
        scan->depth++;
    } else if ((byte == '}' || byte == ']') && scan->depth > 0) {
        scan->depth--;
    }
}

bool json_scan_exceeds(struct json_scan *scan, const char *text, size_t length, unsigned most)
{
    for (size_t i = 0; i < length; i++) {
        json_scan_byte(scan, text[i]);
        if (scan->depth > most) {
            return true;
        }
    }
    return false;
}
