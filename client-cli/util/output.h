/*
 * output.h: how the program talks, and its exit statuses.
 *
 * What was asked for goes to standard output; everything else is one line on standard error. A write that
 * fails (a closed pipe, a full disk) is remembered, and output_finish() turns it into a failure.
 */
#ifndef GASLIGHT_OUTPUT_H
#define GASLIGHT_OUTPUT_H

#include <stddef.h>

enum status { STATUS_OK = 0, STATUS_BAD = 1, STATUS_USAGE = 2 };

/* Says what is wrong with the command line; returns STATUS_USAGE. */
__attribute__((format(printf, 1, 2))) enum status usage_error(const char *format, ...);

/* One line on standard output. */
void output_line(const char *text, size_t length);

/* The status to exit with: `status`, or STATUS_BAD if something could not be written. */
enum status output_finish(enum status status);

#endif
