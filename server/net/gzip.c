/* gzip.c: gzip compression of whole texts with zlib. */
#include "server/net/gzip.h"

#include <stdlib.h>
#include <zlib.h>

/* Adding 16 to the window size tells zlib to write a gzip header and checksum. */
enum { WINDOW_GZIP = 15 + 16, MEMORY_LEVEL = 9 };

unsigned char *gzip_compress(const unsigned char *body, size_t length, size_t *gzipped_length)
{
    z_stream stream = {0};
    unsigned char *gzipped = length > 0 && length <= UINT_MAX ? malloc(length) : NULL;
    if (gzipped == NULL || deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, WINDOW_GZIP, MEMORY_LEVEL,
                                        Z_DEFAULT_STRATEGY) != Z_OK) {
        free(gzipped);
        return NULL;
    }
    stream.next_in = (unsigned char *)body; /* zlib only reads it; the field lacks const */
    stream.avail_in = (uInt)length;
    stream.next_out = gzipped;
    stream.avail_out = (uInt)length; /* so that a result that is not smaller fails */
    int result = deflate(&stream, Z_FINISH);
    *gzipped_length = length - stream.avail_out;
    (void)deflateEnd(&stream);
    if (result != Z_STREAM_END || *gzipped_length == length) {
        free(gzipped);
        return NULL;
    }
    return gzipped;
}
