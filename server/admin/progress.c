/* progress.c: see progress.h. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>
#include <uv.h>

#include "server/admin/progress.h"

enum { SECOND = 1000000000, TERMINAL_INTERVAL = SECOND / 5 };
#define LINE_INTERVAL ((uint64_t)5 * SECOND)

void progress_begin(struct progress *progress, const char *what, int64_t total)
{
    uint64_t now = uv_hrtime();
    *progress = (struct progress){.what = what, .total = total, .begun = now, .shown = now};
    progress->terminal = isatty(STDERR_FILENO) == 1;
}

static void show(struct progress *progress, uint64_t now)
{
    char line[160];
    unsigned seconds = (unsigned)((now - progress->begun) / SECOND);
    if (progress->total > 0) {
        (void)snprintf(line, sizeof line, "%.60s: %" PRId64 " of %" PRId64 " (%d %%), %u s", progress->what,
                       progress->done, progress->total, (int)(100 * progress->done / progress->total),
                       seconds);
    } else {
        (void)snprintf(line, sizeof line, "%.60s: %" PRId64 ", %u s", progress->what, progress->done,
                       seconds);
    }
    (void)fprintf(stderr, progress->terminal ? "\r\033[K%s" : "%s\n", line);
    (void)fflush(stderr);
    progress->visible = progress->terminal;
}

void progress_add(struct progress *progress, int64_t count)
{
    uint64_t now = uv_hrtime();
    progress->done += count;
    if (now - progress->shown >= (progress->terminal ? TERMINAL_INTERVAL : LINE_INTERVAL)) {
        progress->shown = now;
        show(progress, now);
    }
}

void progress_clear(struct progress *progress)
{
    if (progress->visible) {
        (void)fputs("\r\033[K", stderr);
        (void)fflush(stderr);
        progress->visible = false;
    }
}
