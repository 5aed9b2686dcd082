/*
 * figures.h: what is measured: delays, the server's CPU time and memory, and a list of named figures that is
 * printed as a table or as JSON.
 */
#ifndef LOAD_FIGURES_H
#define LOAD_FIGURES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

uint64_t now_ns(void); /* CLOCK_MONOTONIC */

/* Delays in nanoseconds, with a resolution of 1 part in 64. */
enum { DELAY_OCTAVES = 64, DELAY_STEPS = 64 };
struct delays {
    uint64_t count, longest;
    uint32_t bucket[DELAY_OCTAVES * DELAY_STEPS];
};
void delays_add(struct delays *delays, uint64_t nanoseconds);
double delays_us(const struct delays *delays,
                 double part); /* 0.5 is the median; returns 0 if nothing was measured */

/* Figures for another process, read from /proc; 0 if unknown. */
double process_cpu_seconds(long pid);
double process_rss_bytes(long pid);
unsigned process_descriptors(long pid);

struct figure {
    const char *name, *what, *unit;
    double value;
};
enum { FIGURES_MOST = 64 };
struct figures {
    unsigned count;
    struct figure item[FIGURES_MOST];
};
void figures_add(struct figures *figures, const char *name, const char *what, double value, const char *unit);
void figures_print(const struct figures *figures, bool json, FILE *out);

#endif
