/* output.c: see output.h. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/language/language.h"
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

/* Returns whether standard output is a pipe that nobody reads any more; an earlier write may have found out. */
static bool reader_is_gone(void)
{
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

enum status output_finish(enum status status)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) {
        return status;
    }
    if (errno == EPIPE || reader_is_gone()) {
        /* As `head` expects: end quietly, by the signal that main() ignores. */
        (void)signal(SIGPIPE, SIG_DFL);
        (void)raise(SIGPIPE);
    }
    (void)fprintf(stderr, tr("gaslight: the output could not be written: %s.\n"),
                  errno != 0 ? strerror(errno) : tr("an earlier write failed"));
    return STATUS_BAD;
}
