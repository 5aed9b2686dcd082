/* hours.h: reads a range of times of day, such as "23:00-07:00". */
#ifndef GASLIGHT_HOURS_H
#define GASLIGHT_HOURS_H

#include <stdbool.h>
#include <stddef.h>

enum { MINUTES_PER_HOUR = 60, MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR };

/*
 * Reads the first `length` bytes of `text`: two times with "-" between them, each HH:MM, H:MM, HH or H. Stores them in
 * minutes after midnight. Returns false, and stores nothing, if they are anything else.
 */
bool hours_read(const char *text, size_t length, unsigned *from, unsigned *until);

#endif
