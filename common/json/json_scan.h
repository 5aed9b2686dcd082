/*
 * json_scan.h: where one stands in a JSON text, byte by byte.
 *
 * The parser calls itself for every level and forgets the lines. So how deep a stranger's text nests is asked
 * before it runs, and on which line something stood after it. A text that is no JSON gives numbers without
 * meaning, and no other harm.
 */
#ifndef GASLIGHT_JSON_SCAN_H
#define GASLIGHT_JSON_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* Begins as {.line = 1}. */
struct json_scan {
    unsigned line, column, depth; /* of the byte taken last; columns are characters */
    bool quoted, escaped;         /* inside a string; after a backslash there */
};

void json_scan_byte(struct json_scan *scan, char byte);

/* Whether a text nests deeper than `most` levels; `scan`, as it begins, then stands where it first does. */
bool json_scan_deeper(struct json_scan *scan, const char *text, size_t length, unsigned most);

#endif
