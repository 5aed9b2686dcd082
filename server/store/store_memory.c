/*
 * store_memory.c: an engine that keeps everything in memory, for tests and benchmarks.
 *
 * It is SQLite without a file, so every verb, conflict and order is the same as in the real engine. The
 * directory is ignored.
 */
#include "server/store/store_sqlite.h"

static void *open_memory(const char *directory, char *error, size_t capacity)
{
    (void)directory;
    return sqlite_engine_open(":memory:", DATABASE_MEMORY, error, capacity);
}

static bool load(void *engine, const struct store_loader *loader, char *error, size_t capacity)
{
    return store_sqlite.load(engine, loader, error, capacity);
}

static void run(void *engine, struct store_request *batch)
{
    store_sqlite.run(engine, batch);
}

static enum store_copy backup(void *engine, const char *file, char *error, size_t capacity)
{
    return store_sqlite.backup(engine, file, error, capacity);
}

static void close_memory(void *engine)
{
    store_sqlite.close(engine);
}

const struct store_engine store_memory = {
    .name = "memory", .open = open_memory, .load = load, .run = run, .backup = backup, .close = close_memory};
