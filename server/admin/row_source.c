/* row_source.c: chooses the kind of a source, and what is the same for all kinds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "server/admin/row_source_kind.h"

struct row_source {
    const struct row_source_kind *kind;
    void *state;
};

struct row_query {
    struct row_source *source;
    void *state; /* NULL if it could not be started */
    const char *column[ROW_COLUMNS_MAX];
};

bool row_source_is_url(const char *location)
{
    static const char *const schemes[] = {"postgresql://", "postgres://"};
    for (size_t i = 0; i < COUNT(schemes); i++) {
        if (strncmp(location, schemes[i], strlen(schemes[i])) == 0) {
            return true;
        }
    }
    return false;
}

struct row_source *row_source_open(const char *location, char *error, size_t capacity)
{
    struct row_source *source = malloc(sizeof *source);
    if (source == NULL) {
        (void)snprintf(error, capacity, "Out of memory.");
        return NULL;
    }
    source->kind = row_source_is_url(location) ? &row_source_postgres : &row_source_sqlite;
    source->state = source->kind->open(location, error, capacity);
    if (source->state == NULL) {
        free(source);
        return NULL;
    }
    return source;
}

void row_source_close(struct row_source *source)
{
    if (source != NULL) {
        source->kind->close(source->state);
        free(source);
    }
}

void row_source_examine(struct row_source *source, row_source_report *report, void *context)
{
    source->kind->examine(source->state, report, context);
}

struct row_query *row_query_open(struct row_source *source, const char *sql, const char *parameter)
{
    struct row_query *query = calloc(1, sizeof *query);
    if (query == NULL) {
        abort();
    }
    query->source = source;
    query->state = source->kind->start(source->state, sql, parameter);
    return query;
}

const char *const *row_query_next(struct row_query *query)
{
    bool found = query->state != NULL && query->source->kind->next(query->state, query->column);
    return found ? query->column : NULL;
}

const char *row_query_close(struct row_query *query)
{
    const char *error = query->source->kind->finish(query->source->state, query->state);
    free(query);
    return error;
}

const char *row_text(const char *column)
{
    return column == NULL ? "" : column;
}

int64_t row_number(const char *column)
{
    return column == NULL ? 0 : strtoll(column, NULL, 10);
}

bool row_source_number(struct row_source *source, const char *sql, int64_t *number)
{
    struct row_query *query = row_query_open(source, sql, NULL);
    const char *const *column = row_query_next(query);
    bool found = column != NULL;
    if (found) {
        *number = row_number(column[0]);
    }
    return row_query_close(query) == NULL && found;
}
