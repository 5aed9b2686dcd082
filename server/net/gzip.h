/*
 * gzip.h: compresses the files that the server offers, once, when they are loaded.
 */
#ifndef GASLIGHT_GZIP_H
#define GASLIGHT_GZIP_H

#include <stddef.h>

/*
 * Returns `body` compressed with gzip, to be freed by the caller, and stores its length. Returns NULL if the
 * result would not be smaller or there is no memory; in both cases the caller can serve the body as it is.
 */
unsigned char *gzip_compress(const unsigned char *body, size_t length, size_t *gzipped_length);

#endif
