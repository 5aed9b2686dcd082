/* file.c: reads whole files piece by piece, because the size of standard input is unknown. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/util/file.h"

/* Reads until the end. On failure returns NULL and sets errno. */
static char *read_all(FILE *stream, size_t *length)
{
    size_t capacity = 64 << 10;
    char *text = malloc(capacity);
    *length = 0;
    while (text != NULL) {
        size_t got = fread(text + *length, 1, capacity - *length, stream);
        *length += got;
        if (ferror(stream) || *length > FILE_MAX) {
            errno = *length > FILE_MAX ? EFBIG : errno;
            break;
        }
        if (got == 0 && feof(stream)) {
            text[*length] = '\0'; /* there is room: the buffer is never full here */
            return text;
        }
        if (*length == capacity) {
            char *grown = realloc(text, 2 * capacity);
            if (grown == NULL) {
                break;
            }
            text = grown;
            capacity *= 2;
        }
    }
    int why = errno;
    free(text);
    errno = why;
    return NULL;
}

char *file_read_text(const char *path)
{
    size_t length;
    FILE *stream = fopen(path, "rb");
    char *text = stream != NULL ? read_all(stream, &length) : NULL;
    int why = errno;
    if (stream != NULL) {
        (void)fclose(stream); /* opened for reading only */
    }
    errno = why;
    return text;
}

bool file_read(const char *path, char **text, size_t *length)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    *text = stream != NULL ? read_all(stream, length) : NULL;
    if (*text == NULL) {
        (void)fprintf(stderr, tr("%s: can't be read: %s.\n"), path, strerror(errno));
    }
    if (stream != NULL && !standard) {
        (void)fclose(stream); /* opened for reading only */
    }
    return *text != NULL;
}
