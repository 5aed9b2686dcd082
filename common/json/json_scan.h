/*
 * json_scan.h: tracks the position and nesting depth in a JSON text, byte by byte.
 *
 * jansson recurses for every level and does not remember line numbers. So untrusted text is scanned before
 * parsing, to limit its depth, and again after an error, to find the line. For text that is not JSON the
 * numbers are meaningless but harmless.
 */
#ifndef GASLIGHT_JSON_SCAN_H
#define GASLIGHT_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* Initialize to {.line = 1}. */
struct json_scan {
    unsigned line, column, depth; /* of the latest byte; columns count characters */
    bool quoted, escaped;         /* inside a string; after a backslash there */
};

void json_scan_byte(struct json_scan *scan, char byte);

/*
 * Returns true if the text nests deeper than `most` levels. `scan` must be freshly initialized; it then holds
 * the position of the first bracket that is too deep.
 */
bool json_scan_exceeds(struct json_scan *scan, const char *text, size_t length, unsigned most);

#endif
