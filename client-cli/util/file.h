/*
 * file.h: reads a whole file, or standard input, into memory.
 */
#ifndef GASLIGHT_FILE_H
#define GASLIGHT_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum { FILE_MAX = 16 << 20 }; /* bytes; a record of a long game has fewer than 100,000 */

/*
 * Reads all of `path`; "-" is standard input. On success the caller frees `*text`. On failure
 * prints one line that begins with the path to standard error.
 */
bool file_read(const char *path, char **text, size_t *length);

/* Returns the whole file as a string that the caller frees; NULL on failure, with the reason in errno. */
char *file_read_text(const char *path);

#endif
