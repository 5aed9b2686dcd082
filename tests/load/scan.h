/*
 * scan.h: finding things in JSON that is known to be well-formed, without building anything.
 *
 * The generator reads thousands of messages a second and needs a number or two of each. Everything here
 * takes a pointer to the first character of a value inside a text that ends with NUL, and gives one; what
 * is not there is NULL. A text that is not JSON ends the scan early and never runs past the NUL.
 */
#ifndef LOAD_SCAN_H
#define LOAD_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* The value of a key of an object; `object` may be NULL. */
const char *scan_member(const char *object, const char *key);

/* The first value of an array, and the one after a value in it; or of an object: then a key, after which
 * scan_value() has its value. */
const char *scan_first(const char *container);
const char *scan_next(const char *value);
const char *scan_value(const char *key);

/* The character after a value. */
const char *scan_past(const char *value);

unsigned scan_count(const char *array);
const char *scan_at(const char *array, unsigned index);
long scan_number(const char *value); /* -1: it is none */

/* Whether the value is this string, which has nothing to escape. */
bool scan_is(const char *value, const char *string);

/* Copies a string with nothing to escape. False: it is none, or too long. */
bool scan_copy(const char *value, char *out, size_t capacity);

#endif
