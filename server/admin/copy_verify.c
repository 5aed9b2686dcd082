/* copy_verify.c: see copy_verify.h. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "server/admin/copy_parts.h"
#include "server/admin/copy_verify.h"
#include "server/admin/data_check.h"
#include "server/admin/progress.h"

enum { LINES_MAX = 20 }; /* printed about one kind of difference */

struct verify {
    struct row_source *directory, *database;
    FILE *out;
    size_t problems;
    size_t lines; /* printed about the current kind */
    struct progress progress;
    int64_t rows[COPY_PARTS];
};

/* Counts a difference, and prints it unless there are too many. */
__attribute__((format(printf, 2, 3))) static void differ(struct verify *verify, const char *format, ...)
{
    verify->problems++;
    if (verify->lines++ < LINES_MAX) {
        va_list arguments;
        progress_clear(&verify->progress);
        va_start(arguments, format);
        (void)vfprintf(verify->out, format, arguments);
        va_end(arguments);
        (void)fputc('\n', verify->out);
    }
}

static void begin_kind(struct verify *verify)
{
    verify->lines = 0;
}

static void end_kind(struct verify *verify)
{
    if (verify->lines > LINES_MAX) {
        (void)fprintf(verify->out, "... and %zu more\n", verify->lines - LINES_MAX);
    }
}

/* ---- Rows ------------------------------------------------------------------------------------------ */

/* Compares as both databases sort: numbers by value, texts byte by byte. */
static int compare_keys(const struct copy_part *part, const char *const *left, const char *const *right)
{
    for (unsigned i = 0; i < part->keys; i++) {
        int64_t one = row_number(left[i]), other = row_number(right[i]);
        int order = part->column[i].number ? (one > other) - (one < other)
                                           : strcmp(row_text(left[i]), row_text(right[i]));
        if (order != 0) {
            return order;
        }
    }
    return 0;
}

static bool same_row(unsigned columns, const char *const *left, const char *const *right)
{
    for (unsigned i = 0; i < columns; i++) {
        if ((left[i] == NULL) != (right[i] == NULL) || strcmp(row_text(left[i]), row_text(right[i])) != 0) {
            return false;
        }
    }
    return true;
}

static void name_row(struct verify *verify, const struct copy_part *part, const char *const *row,
                     const char *what)
{
    char *position = copy_position(part, row);
    differ(verify, "%s %s: %s", part->table, position, what);
    free(position);
}

static void close_query(struct verify *verify, const struct copy_part *part, struct row_query *query,
                        const char *where)
{
    const char *error = row_query_close(query);
    if (error != NULL) {
        differ(verify, "%s: cannot be read from %s: %s", part->table, where, error);
    }
}

/* Walks through both tables at the same time, in the order of their keys. */
static int64_t compare_part(struct verify *verify, const struct copy_part *part)
{
    char sql[COPY_SQL_MAX];
    int64_t rows = 0;
    unsigned columns = copy_part_columns(part);
    copy_write_query(part, true, false, sql);
    struct row_query *left = row_query_open(verify->directory, sql, NULL);
    copy_write_query(part, false, false, sql);
    struct row_query *right = row_query_open(verify->database, sql, NULL);
    const char *const *one = row_query_next(left), *const *other = row_query_next(right);
    while (one != NULL || other != NULL) {
        int order = one == NULL ? 1 : other == NULL ? -1 : compare_keys(part, one, other);
        if (order != 0) {
            name_row(verify, part, order < 0 ? one : other,
                     order < 0 ? "is missing in the database" : "is only in the database");
        } else if (!same_row(columns, one, other)) {
            name_row(verify, part, one, "differs");
        }
        rows += order <= 0;
        progress_add(&verify->progress, 1);
        one = order <= 0 ? row_query_next(left) : one;
        other = order >= 0 ? row_query_next(right) : other;
    }
    close_query(verify, part, left, "the directory");
    close_query(verify, part, right, "the database");
    return rows;
}

static void compare_rows(struct verify *verify)
{
    for (size_t i = 0; i < COPY_PARTS; i++) {
        begin_kind(verify);
        progress_begin(&verify->progress, "comparing rows", 0);
        verify->rows[i] = compare_part(verify, &copy_parts[i]);
        progress_clear(&verify->progress);
        end_kind(verify);
    }
}

/* ---- Games ----------------------------------------------------------------------------------------- */

/* What a replay of each table gave, in the order of their ids. */
struct replays {
    struct verify *verify;
    size_t count, capacity, next;
    struct replay {
        char *table;
        unsigned char hash[DATA_CHECK_HASH_BYTES];
    } * replay;
};

static void collect(void *context, const char *table, const unsigned char hash[DATA_CHECK_HASH_BYTES])
{
    struct replays *replays = context;
    if (replays->count == replays->capacity) {
        replays->capacity = 2 * replays->capacity + 64;
        replays->replay = realloc(replays->replay, replays->capacity * sizeof *replays->replay);
    }
    struct replay *replay = replays->replay == NULL ? NULL : &replays->replay[replays->count];
    if (replay == NULL || (replay->table = strdup(table)) == NULL) {
        abort();
    }
    memcpy(replay->hash, hash, sizeof replay->hash);
    replays->count++;
}

/* Skips tables that are missing on one side, which were reported as rows. */
static void compare(void *context, const char *table, const unsigned char hash[DATA_CHECK_HASH_BYTES])
{
    struct replays *replays = context;
    while (replays->next < replays->count && strcmp(replays->replay[replays->next].table, table) < 0) {
        replays->next++;
    }
    if (replays->next < replays->count && strcmp(replays->replay[replays->next].table, table) == 0 &&
        memcmp(replays->replay[replays->next].hash, hash, DATA_CHECK_HASH_BYTES) != 0) {
        differ(replays->verify, "table %s: its game is not the same in the database", table);
    }
}

/* Returns the number of problems that a check of the directory finds, which the copy has as well. */
static size_t compare_games(struct verify *verify)
{
    struct replays replays = {.verify = verify};
    begin_kind(verify);
    size_t damages =
        data_check_games(verify->directory, "replaying games of the directory", NULL, collect, &replays);
    (void)data_check_games(verify->database, "replaying games of the database", NULL, compare, &replays);
    end_kind(verify);
    for (size_t i = 0; i < replays.count; i++) {
        free(replays.replay[i].table);
    }
    free(replays.replay);
    return damages;
}

/* ---- The whole ------------------------------------------------------------------------------------- */

static int64_t rows_of(const struct verify *verify, const char *table)
{
    int64_t rows = 0;
    for (size_t i = 0; i < COPY_PARTS; i++) {
        rows = strcmp(copy_parts[i].table, table) == 0 ? verify->rows[i] : rows;
    }
    return rows;
}

bool copy_verify(struct row_source *directory, struct row_source *database, FILE *out)
{
    struct verify verify = {.directory = directory, .database = database, .out = out};
    compare_rows(&verify);
    size_t damages = compare_games(&verify);
    if (damages > 0) {
        (void)fprintf(out, "The data directory itself has %zu problems; see gaslightd --check.\n", damages);
    }
    if (verify.problems > 0) {
        (void)fprintf(out, "%zu problems: the database is not a copy of the directory\n", verify.problems);
        return false;
    }
    (void)fprintf(out,
                  "ok: %" PRId64 " tables, %" PRId64 " finished games, %" PRId64 " players, %" PRId64
                  " actions and %" PRId64 " messages copied; every row and every game is the same\n",
                  rows_of(&verify, "tables"), rows_of(&verify, "finished"), rows_of(&verify, "players"),
                  rows_of(&verify, "actions"), rows_of(&verify, "chat"));
    return true;
}
