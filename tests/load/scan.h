/*
 * scan.h: finds values in well-formed JSON without building a tree.
 *
 * The load generator reads thousands of messages per second and needs one or two values of each. All
 * functions take a pointer to the first character of a value inside a NUL-terminated text and return such a
 * pointer, or NULL if there is no such value. Text that is not JSON ends the scan early, but never makes it
 * run past the NUL.
 */
#ifndef LOAD_SCAN_H
#define LOAD_SCAN_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the value of a key of an object; `object` may be NULL. */
const char *scan_member(const char *object, const char *key);

/*
 * Return the first value of an array, and the value that follows a given one. For an object they return keys;
 * scan_value() returns the value of a key.
 */
const char *scan_first(const char *container);
const char *scan_next(const char *value);
const char *scan_value(const char *key);

/* Returns the character after a value. */
const char *scan_past(const char *value);

unsigned scan_count(const char *array);
const char *scan_at(const char *array, unsigned index);
long scan_number(const char *value); /* -1 if it is not a number */

/* Returns true if the value is this string, which must not need escaping. */
bool scan_is(const char *value, const char *string);

/* Copies a string without escapes. Returns false if the value is not such a string, or too long. */
bool scan_copy(const char *value, char *out, size_t capacity);

#endif
