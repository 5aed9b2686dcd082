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

#endif
