/*
 * file.h: a whole file, or standard input, as text in memory.
 */
#ifndef GASLIGHT_FILE_H
#define GASLIGHT_FILE_H

#include <stdbool.h>
#include <stddef.h>

enum { FILE_MAX = 16 << 20 }; /* bytes; a record of a long game has fewer than 100,000 */

/*
 * Reads all of `path`; "-" is standard input. On success `*text` is the caller's to free. On failure
 * says so on standard error, in one line that begins with the path.
 */
bool file_read(const char *path, char **text, size_t *length);

#endif
