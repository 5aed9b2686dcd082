/*
 * postgres_harness.h: a private PostgreSQL server for a test program, and a fresh database for each test.
 *
 *     int main(void)
 *     {
 *         postgres_harness_start();
 *         ...
 *         int status = run_suite(suite);
 *         postgres_harness_stop();
 *         return status;
 *     }
 *
 * The environment variable GASLIGHT_POSTGRES may have the URL of a server to use instead, as a user who may create
 * databases. The private server keeps its files in memory if possible, accepts connections only through a socket in a
 * directory of its own, and ends with this program, however that ends. It never runs as root.
 *
 * This is header-only, because other tests are not linked with the server's libraries.
 */
#ifndef GASLIGHT_TESTS_POSTGRES_HARNESS_H
#define GASLIGHT_TESTS_POSTGRES_HARNESS_H

#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <uv.h>

#include "server/store/postgres/libpq.h"

enum { POSTGRES_URL_MAX = 400, POSTGRES_PATH_MAX = 200, POSTGRES_START_SECONDS = 60 };

static struct {
    char directory[64]; /* of the private server, or "" */
    char programs[POSTGRES_PATH_MAX];
    char url[POSTGRES_URL_MAX]; /* of the database `postgres` */
    pid_t server;
} postgres_harness;

static inline void postgres_harness_fail(const char *what)
{
    (void)fprintf(stderr, "postgres_harness: %s failed: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

/* ---- The server -------------------------------------------------------------------------------- */

/* Finds the programs of the newest version. */
static inline void postgres_harness_find_programs(void)
{
    glob_t found;
    if (glob("/usr/lib/postgresql/*/bin", 0, NULL, &found) != 0) {
        (void)fprintf(stderr, "postgres_harness: PostgreSQL is not installed (package postgresql-15)\n");
        exit(EXIT_FAILURE);
    }
    (void)snprintf(postgres_harness.programs, sizeof postgres_harness.programs, "%s",
                   found.gl_pathv[found.gl_pathc - 1]);
    globfree(&found);
}

/*
 * In a child: runs a program of PostgreSQL as a user who is not root. It ends when this program does: an orphan gets the
 * signal for an immediate shutdown.
 */
static inline void postgres_harness_exec(const char *program, char *const arguments[])
{
    enum { WORDS_MAX = 30 };
    char *words[WORDS_MAX] = {"setpriv",        "--reuid=postgres", "--regid=postgres",
                              "--clear-groups", "--pdeathsig=QUIT", "--"};
    char path[POSTGRES_PATH_MAX + 32];
    int count = 6;
    if (geteuid() != 0) {
        words[1] = "--pdeathsig=QUIT";
        words[2] = "--";
        count = 3;
    }
    (void)snprintf(path, sizeof path, "%s/%s", postgres_harness.programs, program);
    words[count++] = path;
    for (int i = 1; arguments[i] != NULL && count < WORDS_MAX - 1; i++) {
        words[count++] = arguments[i];
    }
    int quiet = open("/dev/null", O_RDWR);
    (void)dup2(quiet, STDIN_FILENO);
    (void)dup2(quiet, STDOUT_FILENO);
    (void)dup2(quiet, STDERR_FILENO);
    if (chdir(postgres_harness.directory) == 0) {
        (void)execvp(words[0], words);
    }
    _exit(127);
}

static inline pid_t postgres_harness_spawn(const char *program, char *const arguments[])
{
    pid_t child = fork();
    if (child < 0) {
        postgres_harness_fail("fork");
    }
    if (child == 0) {
        postgres_harness_exec(program, arguments);
    }
    return child;
}

/* Makes a directory that belongs to the user of the server. */
static inline void postgres_harness_make_directory(void)
{
    (void)snprintf(postgres_harness.directory, sizeof postgres_harness.directory,
                   "%s/gaslight-postgres-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    bool good = mkdtemp(postgres_harness.directory) != NULL;
    if (good && geteuid() == 0) {
        char buffer[1000];
        struct passwd entry;
        struct passwd *user = NULL;
        good = getpwnam_r("postgres", &entry, buffer, sizeof buffer, &user) == 0 && user != NULL &&
               chown(postgres_harness.directory, user->pw_uid, user->pw_gid) == 0;
    }
    if (!good) {
        postgres_harness_fail("making a directory");
    }
}

/* Waits until the server accepts connections. */
static inline void postgres_harness_wait(void)
{
    for (int i = 0; i < POSTGRES_START_SECONDS * 50; i++) {
        const char *const keys[] = {"dbname", NULL};
        const char *const values[] = {postgres_harness.url, NULL};
        PGconn *connection = libpq.PQconnectdbParams(keys, values, 1);
        bool up = libpq.PQstatus(connection) == CONNECTION_OK;
        libpq.PQfinish(connection);
        if (up) {
            return;
        }
        if (waitpid(postgres_harness.server, NULL, WNOHANG) == postgres_harness.server) {
            break;
        }
        uv_sleep(20);
    }
    postgres_harness_fail("starting PostgreSQL");
}

/* Starts the server once for the whole program. Exits on failure. */
static inline void postgres_harness_start(void)
{
    char error[200];
    const char *given = getenv("GASLIGHT_POSTGRES");
    if (!libpq_load(error, sizeof error)) {
        (void)fprintf(stderr, "postgres_harness: %s\n", error);
        exit(EXIT_FAILURE);
    }
    if (given != NULL && given[0] != '\0') {
        (void)snprintf(postgres_harness.url, sizeof postgres_harness.url, "%s", given);
        return;
    }
    postgres_harness_find_programs();
    postgres_harness_make_directory();
    char *const make[] = {"initdb", "--no-sync", "--no-instructions", "-A", "trust", "-U", "postgres",
                          "-E",     "UTF8",      "--locale=C.UTF-8",  "-D", "data",  NULL};
    int status = 0;
    if (waitpid(postgres_harness_spawn("initdb", make), &status, 0) < 0 || status != 0) {
        postgres_harness_fail("initdb");
    }
    char *const serve[] = {"postgres",
                           "-D",
                           "data",
                           "-k",
                           postgres_harness.directory,
                           "-c",
                           "listen_addresses=",
                           "-c",
                           "max_connections=50",
                           "-c",
                           "shared_buffers=32MB",
                           "-c",
                           "deadlock_timeout=50ms",
                           NULL};
    postgres_harness.server = postgres_harness_spawn("postgres", serve);
    (void)snprintf(postgres_harness.url, sizeof postgres_harness.url,
                   "postgresql:///postgres?host=%s&user=postgres&connect_timeout=300",
                   postgres_harness.directory);
    postgres_harness_wait();
}

static inline void postgres_harness_stop(void)
{
    if (postgres_harness.directory[0] == '\0') {
        return;
    }
    char *const arguments[] = {"rm", "-rf", postgres_harness.directory, NULL};
    (void)kill(postgres_harness.server, SIGQUIT);
    (void)waitpid(postgres_harness.server, NULL, 0);
    pid_t child = fork();
    if (child == 0) {
        (void)execv("/bin/rm", arguments);
        _exit(127);
    }
    (void)waitpid(child, NULL, 0);
}

/* ---- Databases --------------------------------------------------------------------------------- */

/* Returns a connection for the test's own use. */
static inline PGconn *postgres_harness_connect(const char *url)
{
    const char *const keys[] = {"dbname", NULL};
    const char *const values[] = {url, NULL};
    PGconn *connection = libpq.PQconnectdbParams(keys, values, 1);
    ck_assert_msg(libpq.PQstatus(connection) == CONNECTION_OK, "%s", libpq.PQerrorMessage(connection));
    return connection;
}

/* Runs SQL; returns the first value of the last statement, or "" if there is none, until the next call. */
static inline const char *postgres_harness_sql(const char *url, const char *sql)
{
    static char value[1000];
    PGconn *connection = postgres_harness_connect(url);
    PGresult *result = libpq.PQexec(connection, sql);
    ExecStatusType status = libpq.PQresultStatus(result);
    ck_assert_msg(status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK, "%s: %s", sql,
                  libpq.PQerrorMessage(connection));
    (void)snprintf(value, sizeof value, "%s",
                   libpq.PQntuples(result) > 0 ? libpq.PQgetvalue(result, 0, 0) : "");
    libpq.PQclear(result);
    libpq.PQfinish(connection);
    return value;
}

/* Sets `url` to the URL of a database of this name. */
static inline void postgres_harness_url(const char *name, char url[POSTGRES_URL_MAX])
{
    ck_assert_int_lt(snprintf(url, POSTGRES_URL_MAX, "%s%cdbname=%s", postgres_harness.url,
                              strchr(postgres_harness.url, '?') == NULL ? '?' : '&', name),
                     POSTGRES_URL_MAX);
}

/* Creates an empty database, and sets `url` to its URL. */
static inline void postgres_harness_create(char url[POSTGRES_URL_MAX])
{
    static unsigned number;
    char name[60], sql[200];
    (void)snprintf(name, sizeof name, "gaslight_test_%ld_%u", (long)getpid(), number++);
    (void)snprintf(sql, sizeof sql, "CREATE DATABASE %s TEMPLATE template0 ENCODING 'UTF8'", name);
    (void)postgres_harness_sql(postgres_harness.url, sql);
    postgres_harness_url(name, url);
}

/* Removes the database, unless it disappears with the server anyway. */
static inline void postgres_harness_drop(const char *url)
{
    if (postgres_harness.directory[0] != '\0') {
        return;
    }
    char sql[200];
    const char *name = strrchr(url, '=');
    (void)snprintf(sql, sizeof sql, "DROP DATABASE %s WITH (FORCE)", name + 1);
    (void)postgres_harness_sql(postgres_harness.url, sql);
}

#endif
