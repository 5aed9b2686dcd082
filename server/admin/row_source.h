/*
 * row_source.h: reads the rows of a database, for --check and --copy: a data directory, or PostgreSQL.
 *
 * Both understand the same statements: they have at most one parameter, which is written $1, and all values are texts.
 * Several queries may be open at the same time. A source changes nothing, and shows one state of the data: nobody else
 * can use a data directory meanwhile, and in PostgreSQL all queries see the same snapshot.
 */
#ifndef GASLIGHT_ROW_SOURCE_H
#define GASLIGHT_ROW_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct row_source; /* opaque, like row_query */
struct row_query;

enum { ROW_COLUMNS_MAX = 16 };

/* Returns whether this is the URL of a PostgreSQL database; otherwise it is a directory. */
bool row_source_is_url(const char *location);

/* Returns NULL on failure; `error` then holds one sentence. */
struct row_source *row_source_open(const char *location, char *error, size_t capacity);
void row_source_close(struct row_source *source); /* does nothing with NULL */

/* Receives one sentence per problem. */
typedef void row_source_report(void *context, const char *sentence);

/* Checks what the database itself promises: its files, references between rows, and owners of tables. */
void row_source_examine(struct row_source *source, row_source_report *report, void *context);

/* Starts a query. The parameter is NULL if there is none. Errors are reported by row_query_close(). */
struct row_query *row_query_open(struct row_source *source, const char *sql, const char *parameter);

/* Returns the columns of the next row, or NULL after the last one. They are valid until the next call. */
const char *const *row_query_next(struct row_query *query);

/* Returns NULL if all went well, otherwise a sentence that is valid as long as the source. */
const char *row_query_close(struct row_query *query);

/* Convert a column; NULL is "" and 0. */
const char *row_text(const char *column);
int64_t row_number(const char *column);

/* Reads the number that a query of one row returns. Returns false after an error. */
bool row_source_number(struct row_source *source, const char *sql, int64_t *number);

#endif
