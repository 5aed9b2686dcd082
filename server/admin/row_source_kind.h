/*
 * row_source_kind.h: what row_source.c needs from a database: see row_source_sqlite.c and row_source_postgres.c.
 */
#ifndef GASLIGHT_ROW_SOURCE_KIND_H
#define GASLIGHT_ROW_SOURCE_KIND_H

#include "server/admin/row_source.h"

struct row_source_kind {
    void *(*open)(const char *location, char *error, size_t capacity); /* NULL on failure */
    void (*close)(void *state);
    void (*examine)(void *state, row_source_report *report, void *context);
    /* Returns NULL on failure. */
    void *(*start)(void *state, const char *sql, const char *parameter);
    /* Sets the columns of the next row. Returns false after the last one, and on failure. */
    bool (*next)(void *query, const char *columns[ROW_COLUMNS_MAX]);
    /* Returns NULL, or what failed in start() or next(); `query` is NULL if start() has failed. */
    const char *(*finish)(void *state, void *query);
};

extern const struct row_source_kind row_source_sqlite;
extern const struct row_source_kind row_source_postgres;

#endif
