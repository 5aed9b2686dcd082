/* wall_clock.h: the time of day, for what is stored and shown. Intervals are measured with the loop's clock. */
#ifndef GASLIGHT_WALL_CLOCK_H
#define GASLIGHT_WALL_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Returns seconds since 1970. */
static inline int64_t wall_clock_now(void)
{
    return (int64_t)time(NULL);
}

/* Returns milliseconds since 1970. */
static inline int64_t wall_clock_milliseconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#endif
