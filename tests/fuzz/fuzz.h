/*
 * fuzz.h: shared by the fuzz targets. Each target is a function that libFuzzer calls with bytes; a violated
 * property calls abort(), and libFuzzer stores the bytes that led to it.
 */
#ifndef GASLIGHT_TESTS_FUZZ_H
#define GASLIGHT_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MUST(condition) \
    do { \
        if (!(condition)) { \
            (void)fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            abort(); \
        } \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
