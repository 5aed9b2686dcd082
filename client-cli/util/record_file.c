/* record_file.c: see record_file.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/language/language.h"
#include "client-cli/util/file.h"
#include "client-cli/util/record_file.h"

/* Returns the text of a record; NULL if out of memory or too long to be read again. */
static char *record_text(const struct record *record, size_t *length)
{
    for (size_t capacity = 256 << 10; capacity <= FILE_MAX; capacity *= 2) {
        char *text = malloc(capacity);
        struct json_writer writer;
        if (text == NULL) {
            return NULL;
        }
        json_write_begin(&writer, text, capacity - 1);
        record_write(record, &writer);
        if (json_write_ok(&writer)) {
            *length = writer.length;
            text[(*length)++] = '\n';
            return text;
        }
        free(text);
    }
    errno = EFBIG;
    return NULL;
}

static bool write_all(int file, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            return false;
        }
        text += written;
        length -= (size_t)written;
    }
    return true;
}

bool record_file_save(const struct record *record, const char *path, char *error_text, size_t capacity)
{
    size_t length;
    char *text = record_text(record, &length);
    int file = text != NULL ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
    if (file < 0) {
        (void)snprintf(error_text, capacity, "%s: %s", path,
                       errno == EEXIST ? tr("the file already exists and was not changed.")
                                       : strerror(errno));
        free(text);
        return false;
    }
    bool good = write_all(file, text, length);
    int why = errno;
    good = close(file) == 0 && good;
    if (!good) {
        (void)snprintf(error_text, capacity, tr("%s: it could not be written: %s."), path, strerror(why));
        (void)unlink(path); /* remove the incomplete file */
    }
    free(text);
    return good;
}
