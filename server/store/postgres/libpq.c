/* libpq.c: see libpq.h. */
#include "server/store/postgres/libpq.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "common/base/array.h"

#define LIBRARY "libpq.so.5"

struct libpq libpq;

static const struct {
    const char *name;
    size_t offset; /* of the member in struct libpq */
} functions[] = {
#define LIBPQ_ROW(name, result, parameters) {#name, offsetof(struct libpq, name)},
    LIBPQ_FUNCTIONS(LIBPQ_ROW)
#undef LIBPQ_ROW
};

bool libpq_load(char *error, size_t capacity)
{
    if (libpq.PQexec != NULL) {
        return true;
    }
    struct libpq found;
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        (void)snprintf(error, capacity, "PostgreSQL support needs libpq: install the package libpq5.");
        return false;
    }
    for (size_t i = 0; i < COUNT(functions); i++) {
        void *symbol = dlsym(library, functions[i].name);
        if (symbol == NULL) {
            (void)snprintf(
                error, capacity,
                "The installed libpq is too old, because it has no %s: install libpq5 of version 14 "
                "or newer.",
                functions[i].name);
            (void)dlclose(library);
            return false;
        }
        /* ISO C has no conversion from an object pointer to a function pointer; POSIX gives both one size. */
        memcpy((char *)&found + functions[i].offset, &symbol, sizeof symbol);
    }
    libpq = found;
    return true;
}
