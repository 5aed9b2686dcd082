/* figures.c: see figures.h. */
#include "tests/load/figures.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

uint64_t now_ns(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

/* ---- Delays ---------------------------------------------------------------------------------------- */

/* The highest bit selects the octave, the six bits below it the step; values below 64 have a bucket each. */
static unsigned bucket_of(uint64_t nanoseconds)
{
    if (nanoseconds < DELAY_STEPS) {
        return (unsigned)nanoseconds;
    }
    unsigned octave = 63U - (unsigned)__builtin_clzll(nanoseconds);
    return (octave - 5) * DELAY_STEPS + (unsigned)(nanoseconds >> (octave - 6)) % DELAY_STEPS;
}

static double bucket_ns(unsigned bucket)
{
    if (bucket < DELAY_STEPS) {
        return bucket;
    }
    unsigned octave = bucket / DELAY_STEPS + 5;
    return (double)(((uint64_t)DELAY_STEPS + bucket % DELAY_STEPS) << (octave - 6));
}

void delays_add(struct delays *delays, uint64_t nanoseconds)
{
    delays->bucket[bucket_of(nanoseconds)]++;
    delays->count++;
    if (nanoseconds > delays->longest) {
        delays->longest = nanoseconds;
    }
}

double delays_us(const struct delays *delays, double part)
{
    double below = 0;
    for (unsigned i = 0; i < DELAY_OCTAVES * DELAY_STEPS; i++) {
        below += delays->bucket[i];
        if (below > 0 && below >= part * (double)delays->count) {
            return bucket_ns(i) / 1000;
        }
    }
    return 0;
}

/* ---- Another process ------------------------------------------------------------------------------- */

static bool read_proc(long pid, const char *name, char *text, size_t capacity)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%ld/%s", pid, name);
    FILE *file = pid > 0 ? fopen(path, "r") : NULL;
    if (file == NULL) {
        return false;
    }
    size_t length = fread(text, 1, capacity - 1, file);
    text[length] = '\0';
    (void)fclose(file);
    return length > 0;
}

/* Skips the process name, which may contain spaces: utime is the 12th word after it, stime the 13th. */
double process_cpu_seconds(long pid)
{
    char text[1024];
    if (!read_proc(pid, "stat", text, sizeof text)) {
        return 0;
    }
    char *at = strrchr(text, ')');
    for (int word = 0; at != NULL && word < 12; word++) {
        at = strchr(at + 1, ' ');
    }
    if (at == NULL) {
        return 0;
    }
    char *end = NULL;
    unsigned long user = strtoul(at, &end, 10);
    unsigned long system = strtoul(end, NULL, 10);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

double process_rss_bytes(long pid)
{
    char text[256];
    const char *blank = NULL;
    if (read_proc(pid, "statm", text, sizeof text)) {
        blank = strchr(text, ' ');
    }
    return blank == NULL ? 0 : (double)strtoul(blank, NULL, 10) * (double)sysconf(_SC_PAGESIZE);
}

unsigned process_descriptors(long pid)
{
    char path[64];
    unsigned count = 0;
    (void)snprintf(path, sizeof path, "/proc/%ld/fd", pid);
    DIR *directory = pid > 0 ? opendir(path) : NULL;
    /* cppcheck-suppress readdirCalled ; single-threaded */
    while (directory != NULL && readdir(directory) != NULL) {
        count++;
    }
    if (directory != NULL) {
        (void)closedir(directory);
    }
    return count > 2 ? count - 2 : 0; /* without . and .. */
}

/* ---- Printing -------------------------------------------------------------------------------------- */

void figures_add(struct figures *figures, const char *name, const char *what, double value, const char *unit)
{
    if (figures->count < FIGURES_MOST) {
        figures->item[figures->count++] = (struct figure){name, what, unit, value};
    }
}

void figures_print(const struct figures *figures, bool json, FILE *out)
{
    for (unsigned i = 0; i < figures->count; i++) {
        const struct figure *figure = &figures->item[i];
        if (json) {
            (void)fprintf(out, "%s\"%s\": %.10g", i == 0 ? "{" : ",\n ", figure->name, figure->value);
        } else {
            (void)fprintf(out, "%-44s %14.*f %s\n", figure->what, figure->value < 1000 ? 2 : 0, figure->value,
                          figure->unit);
        }
    }
    (void)fprintf(out, json ? "}\n" : "");
}
