/* hours.c: see hours.h. */
#include "client-cli/util/hours.h"

#include <string.h>

/* Reads one or two digits; returns how many. */
static size_t read_digits(const char *text, size_t length, unsigned *number)
{
    size_t used = 0;
    *number = 0;
    for (; used < length && used < 2 && text[used] >= '0' && text[used] <= '9'; used++) {
        *number = *number * 10 + (unsigned)(text[used] - '0');
    }
    return used;
}

/* Reads a time of day that takes up the whole text. */
static bool read_time(const char *text, size_t length, unsigned *time)
{
    unsigned hour, minute = 0;
    size_t used = read_digits(text, length, &hour);
    bool is_time = used != 0 && hour < 24;
    if (is_time && used < length) {
        is_time = text[used] == ':' && length - used == 3 && read_digits(text + used + 1, 2, &minute) == 2 &&
                  minute < MINUTES_PER_HOUR;
    }
    *time = hour * MINUTES_PER_HOUR + minute;
    return is_time;
}

bool hours_read(const char *text, size_t length, unsigned *from, unsigned *until)
{
    unsigned first, second;
    const char *dash = memchr(text, '-', length);
    if (dash == NULL || !read_time(text, (size_t)(dash - text), &first) ||
        !read_time(dash + 1, length - (size_t)(dash + 1 - text), &second)) {
        return false;
    }
    *from = first;
    *until = second;
    return true;
}
