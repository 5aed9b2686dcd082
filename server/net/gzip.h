/*
 * pack.h: a text made smaller once, for all who will fetch it.
 */
#ifndef GASLIGHT_GZIP_H
#define GASLIGHT_GZIP_H

#include <stddef.h>

/*
 * The gzip form of `body`, to be freed, and its length. NULL: it would not be smaller, or there is no memory;
 * either way the body serves as it is.
 */
unsigned char *gzip_compress(const unsigned char *body, size_t length, size_t *gzipped_length);

#endif
