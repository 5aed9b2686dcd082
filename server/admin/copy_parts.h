/*
 * copy_parts.h: the tables of the database, as `gaslightd --copy` copies and compares them.
 *
 * Every row is a list of texts: the columns of the key, by which rows are sorted, then the others. Both databases sort
 * in the same order, because texts are compared byte by byte.
 */
#ifndef GASLIGHT_COPY_PARTS_H
#define GASLIGHT_COPY_PARTS_H

#include <stdbool.h>
#include <stddef.h>

enum { COPY_COLUMNS_MAX = 15, COPY_PARTS = 21, COPY_SQL_MAX = 1000 };

struct copy_column {
    const char *name;   /* NULL after the last one */
    const char *source; /* its name in SQLite if that is another one, or NULL */
    bool number;
};

struct copy_part {
    const char *table;
    unsigned keys; /* how many columns belong to the key */
    struct copy_column column[COPY_COLUMNS_MAX + 1];
};

/* In an order in which no row refers to one that comes later. */
extern const struct copy_part copy_parts[COPY_PARTS];

unsigned copy_part_columns(const struct copy_part *part);

/* Writes the query for all rows in order; in SQLite, with `after`, only for those after the position in $1. */
void copy_write_query(const struct copy_part *part, bool sqlite, bool after, char sql[COPY_SQL_MAX]);

/* Returns the position of a row as JSON. The caller frees it. */
char *copy_position(const struct copy_part *part, const char *const *row);

/*
 * Returns an INSERT of so many rows that skips those that exist already; its parameters are the columns of all rows.
 * The caller frees it.
 */
char *copy_insert(const struct copy_part *part, size_t rows);

#endif
