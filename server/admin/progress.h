/*
 * progress.h: shows the progress of a long command on standard error.
 *
 * On a terminal, one line is updated several times per second. Otherwise a line is printed every few seconds, and none for
 * work that takes less time than that.
 */
#ifndef GASLIGHT_PROGRESS_H
#define GASLIGHT_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    const char *what; /* for example "checking tables" */
    int64_t done, total;
    uint64_t begun, shown; /* nanoseconds */
    bool terminal, visible;
};

/* Begins; `what` must stay valid. The total is 0 if it is not known. */
void progress_begin(struct progress *progress, const char *what, int64_t total);
void progress_add(struct progress *progress, int64_t count);

/* Removes the line from a terminal. Call it at the end and before printing anything else; progress_add() shows it again. */
void progress_clear(struct progress *progress);

#endif
