/*
 * memory_engine.c: an engine that keeps everything in memory, for tests and benchmarks.
 *
 * It is SQLite without a file, so every verb, conflict and order is the same as in the real engine. The
 * directory is ignored.
 */
#include "server/store/sqlite/sqlite.h"

static void *open_memory(const struct store_place *place, char *error, size_t capacity)
{
    (void)place;
    return sqlite_engine_open(":memory:", DATABASE_MEMORY, error, capacity);
}

static bool load(void *engine, const struct store_loader *loader, char *error, size_t capacity)
{
    return store_sqlite.load(engine, loader, error, capacity);
}

static void run(void *engine, struct store_request *batch, uint64_t number)
{
    store_sqlite.run(engine, batch, number);
}

static uint64_t read_memory(void *engine, struct store_request *request)
{
    return store_sqlite.read(engine, request);
}

static enum store_copy backup(void *engine, const char *file, char *error, size_t capacity)
{
    return store_sqlite.backup(engine, file, error, capacity);
}

static void close_memory(void *engine)
{
    store_sqlite.close(engine);
}

const struct store_engine store_memory = {.name = "memory",
                                          .open = open_memory,
                                          .load = load,
                                          .run = run,
                                          .read = read_memory,
                                          .backup = backup,
                                          .close = close_memory};
