/*
 * output.h: writing to the standard streams, and exit statuses.
 *
 * Results go to standard output; errors are one line on standard error. If a write fails (a full disk),
 * output_finish() turns the exit status into a failure. If nobody reads the output any more, it ends the program
 * quietly by SIGPIPE.
 */
#ifndef GASLIGHT_OUTPUT_H
#define GASLIGHT_OUTPUT_H

#include <stddef.h>

enum status { STATUS_OK = 0, STATUS_BAD = 1, STATUS_USAGE = 2, STATUS_OVER = 3, STATUS_TIMEOUT = 4 };

/* Prints what is wrong with the command line; returns STATUS_USAGE. */
__attribute__((format(printf, 1, 2))) enum status usage_error(const char *format, ...);

/* Prints a line to standard output. */
void output_line(const char *text, size_t length);

/* Returns the exit status: `status`, or STATUS_BAD if something could not be written. */
enum status output_finish(enum status status);

#endif
