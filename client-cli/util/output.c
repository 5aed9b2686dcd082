/* output.c: see output.h. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/util/output.h"

enum status usage_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)fputs("gaslight: ", stderr);
    (void)vfprintf(stderr, format, arguments);
    (void)fputc('\n', stderr);
    va_end(arguments);
    return STATUS_USAGE;
}

/* A failure sets the stream's error indicator, which output_finish() checks. */
void output_line(const char *text, size_t length)
{
    (void)fwrite(text, 1, length, stdout);
    (void)fputc('\n', stdout);
}

enum status output_finish(enum status status)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) {
        return status;
    }
    (void)fprintf(stderr, "gaslight: the output could not be written: %s.\n",
                  errno != 0 ? strerror(errno) : "an earlier write failed");
    return STATUS_BAD;
}
