/*
 * postgres_connect.c: a connection to PostgreSQL: its settings, its warnings and its errors.
 *
 * Parameters in the operator's URL, such as timeouts, take precedence over our own. The settings of the session cannot be
 * changed, because commits must be durable and plans must not depend on statistics.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "server/store/postgres/postgres.h"

enum { SERVER_VERSION_MIN = 150000, ERROR_LINE = 300 };

__attribute__((format(printf, 3, 4))) static bool fail(char *error, size_t capacity, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(error, capacity, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- Errors and warnings ----------------------------------------------------------------------- */

const char *postgres_error(const struct postgres *connection, char *text, size_t capacity)
{
    const char *message = connection->handle == NULL ? "" : libpq.PQerrorMessage(connection->handle);
    static const char prefix[] = "ERROR:";
    if (strncmp(message, prefix, sizeof prefix - 1) == 0) {
        message += sizeof prefix - 1;
        message += strspn(message, " ");
    }
    size_t length = strcspn(message, "\n");
    while (length > 0 && message[length - 1] == '.') {
        length--;
    }
    (void)snprintf(text, capacity, "%.*s", (int)(length == 0 ? 13 : length),
                   length == 0 ? "unknown error" : message);
    return text;
}

/*
 * libpq quotes what it cannot parse: the whole URL, or a part of the password that it takes for a port or a host. So if
 * there may be a password, only what comes from a server, or names the only thing that can be a host, is told in full.
 */
static void hide_password(const char *url, char *message)
{
    const char *at = strchr(url, '@');
    bool has_password = at != NULL || strstr(url, "password=") != NULL;
    bool is_ambiguous = at != NULL && strchr(at + 1, '@') != NULL;
    bool is_servers = strncmp(message, "connection to server ", 21) == 0;
    bool is_host = strncmp(message, "could not translate host name ", 30) == 0;
    size_t length = strcspn(message, "\"");
    if (!has_password || is_servers || (is_host && !is_ambiguous) || message[length] == '\0') {
        return;
    }
    while (length > 0 && strchr(" :", message[length - 1]) != NULL) {
        length--;
    }
    message[length] = '\0';
}

/* Only a WARNING counts; its text may be translated. */
static void on_notice(void *context, const PGresult *notice)
{
    struct postgres *connection = context;
    const char *severity = libpq.PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (severity != NULL && strcmp(severity, "WARNING") == 0) {
        connection->warned = true;
    }
}

enum postgres_result postgres_result_of(const PGresult *result, char code[SQLSTATE_SIZE])
{
    code[0] = '\0';
    if (result == NULL) {
        return POSTGRES_LOST;
    }
    switch (libpq.PQresultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
    case PGRES_PIPELINE_SYNC:
        return POSTGRES_DONE;
    case PGRES_PIPELINE_ABORTED:
        return POSTGRES_SKIPPED;
    default:
        break;
    }
    /* After FATAL or PANIC the server closes the connection; errors without a code are libpq's own. */
    const char *severity = libpq.PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    const char *state = libpq.PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (severity == NULL || state == NULL || strcmp(severity, "ERROR") != 0) {
        return POSTGRES_LOST;
    }
    (void)snprintf(code, SQLSTATE_SIZE, "%s", state);
    return POSTGRES_FAILED;
}

/* ---- Simple statements ------------------------------------------------------------------------- */

PGresult *postgres_query(struct postgres *connection, const char *sql, const char *const *texts, int count)
{
    PGresult *result = count == 0
                           ? libpq.PQexec(connection->handle, sql)
                           : libpq.PQexecParams(connection->handle, sql, count, NULL, texts, NULL, NULL, 0);
    char code[SQLSTATE_SIZE];
    if (postgres_result_of(result, code) != POSTGRES_DONE) {
        libpq.PQclear(result);
        return NULL;
    }
    return result;
}

bool postgres_do(struct postgres *connection, const char *sql)
{
    PGresult *result = postgres_query(connection, sql, NULL, 0);
    libpq.PQclear(result);
    return result != NULL;
}

int64_t postgres_number(const PGresult *result, int row, int column)
{
    return libpq.PQgetisnull(result, row, column) ? 0
                                                  : strtoll(libpq.PQgetvalue(result, row, column), NULL, 10);
}

/* ---- Settings ---------------------------------------------------------------------------------- */

/*
 * A transaction that has waited for this process for 3 s is rolled back, so that others do not have to wait for it; the
 * server detects a lost client in about the same time. Nothing else has a time limit: a statement_timeout could interrupt
 * a COMMIT. Warnings must arrive, because they can mean that a commit is not replicated.
 *
 * Every statement is meant to use an index. Plans are cached while tables are small, so other kinds of plans are disabled
 * instead of relying on statistics.
 */
static const char session_settings[] =
    "SET idle_in_transaction_session_timeout = '3s'; SET idle_session_timeout = 0; SET statement_timeout = "
    "0; "
    "SET lock_timeout = 0; SET tcp_user_timeout = '5s'; SET tcp_keepalives_idle = 2; "
    "SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3; SET client_min_messages = 'warning'; "
    "SET default_transaction_isolation = 'read committed'; SET default_transaction_read_only = off; "
    "SET jit = off; SET plan_cache_mode = 'force_generic_plan'; SET enable_seqscan = off; "
    "SET enable_bitmapscan = off; SET enable_sort = off; SET enable_hashjoin = off; "
    "SET enable_mergejoin = off; "
    /* remote_apply is even safer */
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') <> "
    "'remote_apply'";

/* Settings of the server and the database without which data could be lost or sorted differently. */
static const struct {
    const char *name;
    const char *wanted[2];
    const char *refusal;
} required[] = {
    {"fsync",
     {"on", NULL},
     "The PostgreSQL server has fsync = off, so a power failure could destroy the database: set fsync = on."},
    {"full_page_writes",
     {"on", NULL},
     "The PostgreSQL server has full_page_writes = off, so a power failure could destroy the database: set "
     "full_page_writes = on."},
    {"synchronous_commit",
     {"on", "remote_apply"},
     "The PostgreSQL server does not accept synchronous_commit = on, so a crash could lose what was stored."},
    {"server_encoding",
     {"UTF8", NULL},
     "The database does not have the encoding UTF8: create it with ENCODING 'UTF8'."},
};

static bool check_settings(struct postgres *connection, char *error, size_t capacity)
{
    int version = libpq.PQserverVersion(connection->handle);
    if (version < SERVER_VERSION_MIN) {
        return fail(error, capacity, "The server has PostgreSQL %d, but version 15 or newer is required.",
                    version / 10000);
    }
    for (size_t i = 0; i < COUNT(required); i++) {
        PGresult *result =
            postgres_query(connection, "SELECT current_setting($1)", (const char *[]){required[i].name}, 1);
        const char *value = result == NULL ? "" : libpq.PQgetvalue(result, 0, 0);
        bool good = strcmp(value, required[i].wanted[0]) == 0 ||
                    (required[i].wanted[1] != NULL && strcmp(value, required[i].wanted[1]) == 0);
        libpq.PQclear(result);
        if (!good) {
            return fail(error, capacity, "%s", required[i].refusal);
        }
    }
    return true;
}

/* ---- Opening and closing ----------------------------------------------------------------------- */

bool postgres_connect(struct postgres *connection, const char *url, enum postgres_use use, char *error,
                      size_t capacity)
{
    char why[ERROR_LINE];
    const char *const keys[] = {"connect_timeout",           "tcp_user_timeout",
                                "keepalives_idle",           "keepalives_interval",
                                "keepalives_count",          "target_session_attrs",
                                "fallback_application_name", "dbname", /* the whole URL */
                                "client_encoding",           NULL};
    const char *const values[] = {
        "5", "5000", /* ms */
        "2", "1",    "3", "read-write", use == POSTGRES_READ ? "gaslightd reads" : "gaslightd",
        url, "UTF8", NULL};
    *connection = (struct postgres){.handle = libpq.PQconnectdbParams(keys, values, 1)};
    if (connection->handle == NULL || libpq.PQstatus(connection->handle) != CONNECTION_OK) {
        (void)postgres_error(connection, why, sizeof why);
        hide_password(url, why);
        (void)fail(error, capacity, "Cannot connect to PostgreSQL: %s.", why);
        postgres_disconnect(connection);
        return false;
    }
    (void)libpq.PQsetNoticeReceiver(connection->handle, on_notice, connection);
    if (!postgres_do(connection, session_settings)) {
        (void)fail(error, capacity, "The PostgreSQL server refuses a setting: %s.",
                   postgres_error(connection, why, sizeof why));
        postgres_disconnect(connection);
        return false;
    }
    if (!check_settings(connection, error, capacity)) {
        postgres_disconnect(connection);
        return false;
    }
    (void)libpq.PQsetnonblocking(connection->handle,
                                 1); /* a long pipeline must not wait for its own results */
    connection->warned = false;
    return true;
}

void postgres_disconnect(struct postgres *connection)
{
    if (connection->handle != NULL) {
        libpq.PQfinish(connection->handle);
        connection->handle = NULL;
    }
}
