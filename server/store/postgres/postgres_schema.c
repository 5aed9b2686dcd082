/*
 * postgres_schema.c: creates and migrates the schema.
 *
 * Migrations are the files of schema/postgres, linked into the program; the table `migrations` lists those that were
 * applied. Nodes that start at the same time take turns with an advisory lock.
 *
 * During an upgrade, old and new nodes use the database side by side. Migrations therefore only add things, and a node
 * accepts a database that is newer than itself: everything that it knows is still there.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "server/base/log.h"
#include "server/store/postgres/postgres.h"

extern const char init_start[] __asm__("_binary_postgres_001_init_sql_start");
extern const char init_end[] __asm__("_binary_postgres_001_init_sql_end");
extern const char notify_start[] __asm__("_binary_postgres_002_notify_sql_start");
extern const char notify_end[] __asm__("_binary_postgres_002_notify_sql_end");
extern const char mailboxes_start[] __asm__("_binary_postgres_003_mailboxes_sql_start");
extern const char mailboxes_end[] __asm__("_binary_postgres_003_mailboxes_sql_end");
extern const char quiet_zone_start[] __asm__("_binary_postgres_004_quiet_zone_sql_start");
extern const char quiet_zone_end[] __asm__("_binary_postgres_004_quiet_zone_sql_end");
extern const char warned_start[] __asm__("_binary_postgres_005_warned_sql_start");
extern const char warned_end[] __asm__("_binary_postgres_005_warned_sql_end");
extern const char stats_start[] __asm__("_binary_postgres_006_stats_sql_start");
extern const char stats_end[] __asm__("_binary_postgres_006_stats_sql_end");

/* Row i migrates a database from version i to i + 1. */
static const struct {
    const char *start, *end;
} migrations[] = {
    {init_start, init_end},           {notify_start, notify_end},
    {mailboxes_start, mailboxes_end}, {quiet_zone_start, quiet_zone_end},
    {warned_start, warned_end},       {stats_start, stats_end},
};

enum { ERROR_LINE = 300 };

/* Serializes migrations; an arbitrary number ("gasl"). */
#define LOCK "SELECT pg_advisory_xact_lock(1734439788)"

/*
 * Returns the number of migrations that were applied, or -1 with an error. Refuses databases of other programs. Whether
 * there are tables at all and whether they are ours comes from one snapshot, because another node may be creating them.
 */
static int64_t read_version(struct postgres *connection, char *error, size_t capacity)
{
    char why[ERROR_LINE];
    int64_t version = -1;
    PGresult *tables =
        postgres_query(connection,
                       "SELECT count(*) FILTER (WHERE relname = 'migrations'), count(*) FROM pg_class "
                       "WHERE relnamespace = current_schema()::regnamespace",
                       NULL, 0);
    bool is_ours = tables != NULL && postgres_number(tables, 0, 0) > 0;
    bool is_empty = tables != NULL && postgres_number(tables, 0, 1) == 0;
    PGresult *last =
        is_ours ? postgres_query(connection, "SELECT max(number) FROM migrations", NULL, 0) : NULL;
    if (last != NULL) {
        version = postgres_number(last, 0, 0);
    } else if (is_empty) {
        version = 0;
    } else if (tables != NULL && !is_ours) {
        (void)snprintf(error, capacity, "The database is not empty, and its tables are not gaslightd's.");
    } else {
        (void)snprintf(error, capacity, "Cannot read the version of the database: %s.",
                       postgres_error(connection, why, sizeof why));
    }
    libpq.PQclear(last);
    libpq.PQclear(tables);
    return version;
}

static bool apply_migration(struct postgres *connection, size_t index)
{
    char mark[80];
    char *sql = strndup(migrations[index].start, (size_t)(migrations[index].end - migrations[index].start));
    (void)snprintf(mark, sizeof mark, "INSERT INTO migrations (number) VALUES (%zu)", index + 1);
    bool applied = sql != NULL && postgres_do(connection, sql) && postgres_do(connection, mark);
    free(sql);
    return applied;
}

/* Applies what is missing, in the current transaction. */
static bool apply_missing(struct postgres *connection, char *error, size_t capacity)
{
    char why[ERROR_LINE];
    int64_t version =
        read_version(connection, error, capacity); /* again, because another node may have been faster */
    if (version < 0) {
        return false;
    }
    for (size_t i = (size_t)version; i < COUNT(migrations); i++) {
        if (!apply_migration(connection, i)) {
            (void)snprintf(error, capacity, "Cannot migrate the database to version %zu: %s.", i + 1,
                           postgres_error(connection, why, sizeof why));
            return false;
        }
    }
    if (version < (int64_t)COUNT(migrations)) {
        log_line(LOG_INFO, "migrated", "from=%" PRId64 " to=%zu", version, COUNT(migrations));
    }
    return true;
}

static bool fail(const struct postgres *connection, char *error, size_t capacity)
{
    char why[ERROR_LINE];
    (void)snprintf(error, capacity, "Cannot migrate the database: %s.",
                   connection->warned ? "the commit was not replicated"
                                      : postgres_error(connection, why, sizeof why));
    return false;
}

bool postgres_migrate(struct postgres *connection, char *error, size_t capacity)
{
    int64_t version = read_version(connection, error, capacity);
    if (version < 0 || version >= (int64_t)COUNT(migrations)) {
        return version >= 0;
    }
    if (!postgres_do(connection, "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '60 s'") ||
        !postgres_do(connection, LOCK)) {
        return fail(connection, error, capacity);
    }
    if (!apply_missing(connection, error, capacity)) {
        (void)postgres_do(connection, "ROLLBACK");
        return false;
    }
    return (postgres_do(connection, "COMMIT") && !connection->warned) || fail(connection, error, capacity);
}
