/*
 * sqlite_schema.c: opens a data directory: permissions, lock, connection, schema version.
 *
 * The database holds Jack's secrets. Everything is created with its final mode, 0700 or 0600, in a single call,
 * so that nothing depends on the umask and nothing is readable by others even for a moment. SQLite gives the
 * files it creates next to the database the same mode as the database.
 *
 * Migrations are the files of schema/sql, linked into the program; the database's user_version is the
 * number of the last one applied.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/array.h"
#include "server/base/log.h"
#include "server/store/sqlite/sqlite.h"

enum { APPLICATION_ID = 0x6761736C }; /* "gasl"; protects databases of other programs */

extern const char init_start[] __asm__("_binary_001_init_sql_start");
extern const char init_end[] __asm__("_binary_001_init_sql_end");
extern const char tokens_start[] __asm__("_binary_002_tokens_sql_start");
extern const char tokens_end[] __asm__("_binary_002_tokens_sql_end");
extern const char keys_start[] __asm__("_binary_003_keys_sql_start");
extern const char keys_end[] __asm__("_binary_003_keys_sql_end");
extern const char limits_start[] __asm__("_binary_004_limits_sql_start");
extern const char limits_end[] __asm__("_binary_004_limits_sql_end");
extern const char archive_start[] __asm__("_binary_005_archive_sql_start");
extern const char archive_end[] __asm__("_binary_005_archive_sql_end");
extern const char closed_start[] __asm__("_binary_006_closed_sql_start");
extern const char closed_end[] __asm__("_binary_006_closed_sql_end");
extern const char chat_audiences_start[] __asm__("_binary_007_chat_audiences_sql_start");
extern const char chat_audiences_end[] __asm__("_binary_007_chat_audiences_sql_end");
extern const char invites_start[] __asm__("_binary_008_invites_sql_start");
extern const char invites_end[] __asm__("_binary_008_invites_sql_end");
extern const char codes_start[] __asm__("_binary_009_codes_sql_start");
extern const char codes_end[] __asm__("_binary_009_codes_sql_end");
extern const char notify_start[] __asm__("_binary_010_notify_sql_start");
extern const char notify_end[] __asm__("_binary_010_notify_sql_end");
extern const char mailboxes_start[] __asm__("_binary_011_mailboxes_sql_start");
extern const char mailboxes_end[] __asm__("_binary_011_mailboxes_sql_end");
extern const char quiet_zone_start[] __asm__("_binary_012_quiet_zone_sql_start");
extern const char quiet_zone_end[] __asm__("_binary_012_quiet_zone_sql_end");
extern const char warned_start[] __asm__("_binary_013_warned_sql_start");
extern const char warned_end[] __asm__("_binary_013_warned_sql_end");
extern const char stats_start[] __asm__("_binary_014_stats_sql_start");
extern const char stats_end[] __asm__("_binary_014_stats_sql_end");

/* Row i migrates a database from version i to i + 1. */
static const struct {
    const char *start, *end;
} migrations[] = {
    {init_start, init_end},
    {tokens_start, tokens_end},
    {keys_start, keys_end},
    {limits_start, limits_end},
    {archive_start, archive_end},
    {closed_start, closed_end},
    {chat_audiences_start, chat_audiences_end},
    {invites_start, invites_end},
    {codes_start, codes_end},
    {notify_start, notify_end},
    {mailboxes_start, mailboxes_end},
    {quiet_zone_start, quiet_zone_end},
    {warned_start, warned_end},
    {stats_start, stats_end},
};

__attribute__((format(printf, 3, 4))) static bool fail(char *error, size_t capacity, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(error, capacity, format, arguments);
    va_end(arguments);
    return false;
}

/* ---- The directory ----------------------------------------------------------------------------- */

bool sync_directory_of(const char *path)
{
    char directory[DATABASE_PATH_MAX];
    const char *slash = strrchr(path, '/');
    int length = slash == NULL ? 1 : slash == path ? 1 : (int)(slash - path);
    (void)snprintf(directory, sizeof directory, "%.*s", length, slash == NULL ? "." : path);
    int descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) {
        return false;
    }
    bool synced = fsync(descriptor) == 0;
    (void)close(descriptor);
    return synced;
}

bool give_to_owner_of(const char *directory, int descriptor)
{
    struct stat owned;
    struct stat file;
    if (geteuid() != 0) {
        return true;
    }
    return stat(directory, &owned) == 0 && fstat(descriptor, &file) == 0 &&
           ((owned.st_uid == file.st_uid && owned.st_gid == file.st_gid) ||
            fchown(descriptor, owned.st_uid, owned.st_gid) == 0);
}

/* An existing directory keeps its mode, but must not be writable by others. */
static bool prepare_directory(const char *directory, enum database_use use, char *error, size_t capacity)
{
    struct stat status;
    if (use == DATABASE_SERVE && mkdir(directory, 0700) != 0 && errno != EEXIST) {
        return fail(error, capacity, "Cannot create the data directory \"%s\": %s.", directory,
                    strerror(errno));
    }
    if (stat(directory, &status) != 0) {
        return fail(error, capacity, "Cannot read the data directory \"%s\": %s.", directory,
                    strerror(errno));
    }
    if (!S_ISDIR(status.st_mode)) {
        return fail(error, capacity, "\"%s\" is not a directory.", directory);
    }
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        return fail(error, capacity,
                    "The data directory \"%s\" is writable by other users; run chmod 700 on it.", directory);
    }
    return true;
}

static bool take_lock(struct database *database, const char *directory, char *error, size_t capacity)
{
    char path[DATABASE_PATH_MAX];
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    (void)snprintf(path, sizeof path, "%s/lock", directory);
    database->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (database->lock < 0 || !give_to_owner_of(directory, database->lock)) {
        return fail(error, capacity, "Cannot open \"%s\": %s.", path, strerror(errno));
    }
    if (fcntl(database->lock, F_SETLK, &lock) == 0) {
        return true;
    }
    bool held = errno == EACCES || errno == EAGAIN;
    int reason = errno;
    (void)close(database->lock);
    database->lock = -1;
    return held
               ? fail(error, capacity, "The data directory \"%s\" is in use by another gaslightd.", directory)
               : fail(error, capacity, "Cannot lock \"%s\": %s.", path, strerror(reason));
}

/* Creates the file if needed, and makes it and any log left by a killed server unreadable for others. */
static bool prepare_files(struct database *database, const char *directory, enum database_use use,
                          char *error, size_t capacity)
{
    static const char *const endings[] = {"", "-wal", "-journal"};
    if (use == DATABASE_SERVE) {
        int descriptor = open(database->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (descriptor < 0 && errno != EEXIST) {
            return fail(error, capacity, "Cannot create \"%s\": %s.", database->path, strerror(errno));
        }
        bool owned = descriptor < 0 || give_to_owner_of(directory, descriptor);
        if (descriptor >= 0 && (close(descriptor) != 0 || !owned || !sync_directory_of(database->path))) {
            return fail(error, capacity, "Cannot create \"%s\": %s.", database->path, strerror(errno));
        }
    }
    for (size_t i = 0; i < COUNT(endings); i++) {
        char path[DATABASE_PATH_MAX + 16];
        struct stat status;
        (void)snprintf(path, sizeof path, "%s%s", database->path, endings[i]);
        if (lstat(path, &status) != 0) {
            if (errno != ENOENT || endings[i][0] == '\0') {
                return fail(error, capacity, "Cannot read \"%s\": %s.", path, strerror(errno));
            }
            continue;
        }
        if (!S_ISREG(status.st_mode)) {
            return fail(error, capacity, "\"%s\" is not a regular file.", path);
        }
        if ((status.st_mode & 0177U) != 0 && chmod(path, 0600) != 0) {
            return fail(error, capacity, "Cannot change the mode of \"%s\": %s.", path, strerror(errno));
        }
    }
    return true;
}

/* ---- The connection ---------------------------------------------------------------------------- */

int database_number(sqlite3 *handle, const char *sql, int64_t *number)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(handle, sql, -1, &statement, NULL);
    if (code == SQLITE_OK) {
        code = sqlite3_step(statement);
        if (code == SQLITE_ROW) {
            *number = sqlite3_column_int64(statement, 0);
        }
    }
    int end = sqlite3_finalize(statement);
    return code == SQLITE_ROW ? SQLITE_OK : end != SQLITE_OK ? end : SQLITE_EMPTY;
}

static bool database_fail(struct database *database, char *error, size_t capacity)
{
    int code = sqlite3_errcode(database->handle) & 0xFF;
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED) {
        return fail(error, capacity, "The database \"%s\" is in use by another program.", database->path);
    }
    return fail(error, capacity, "Cannot use the database \"%s\": %s.", database->path,
                sqlite3_errmsg(database->handle));
}

/* Checks that the database is empty or ours, and not newer than this program, before anything is written. */
static bool check_version(struct database *database, enum database_use use, int64_t *version, char *error,
                          size_t capacity)
{
    int64_t application = 0, objects = 0;
    if (database_number(database->handle, "PRAGMA user_version", version) != SQLITE_OK ||
        database_number(database->handle, "PRAGMA application_id", &application) != SQLITE_OK ||
        database_number(database->handle, "SELECT count(*) FROM sqlite_schema", &objects) != SQLITE_OK) {
        return database_fail(database, error, capacity);
    }
    if (application != APPLICATION_ID && (objects > 0 || *version != 0)) {
        return fail(error, capacity, "\"%s\" is the database of another program.", database->path);
    }
    if (*version > (int64_t)COUNT(migrations)) {
        return fail(
            error, capacity,
            "The database \"%s\" has version %lld, but this program only supports versions up to %zu; use "
            "a newer gaslightd.",
            database->path, (long long)*version, COUNT(migrations));
    }
    if (use == DATABASE_CHECK && *version < (int64_t)COUNT(migrations)) {
        return fail(
            error, capacity,
            "The database \"%s\" has version %lld; start gaslightd once to migrate it to version %zu.",
            database->path, (long long)*version, COUNT(migrations));
    }
    return true;
}

/* Enables the write-ahead log. PRAGMA journal_mode=WAL returns the resulting mode. */
static bool write_ahead(sqlite3 *handle)
{
    sqlite3_stmt *statement = NULL;
    bool is_so = sqlite3_prepare_v2(handle, "PRAGMA journal_mode=WAL", -1, &statement, NULL) == SQLITE_OK &&
                 sqlite3_step(statement) == SQLITE_ROW &&
                 strcmp((const char *)sqlite3_column_text(statement, 0), "wal") == 0;
    return sqlite3_finalize(statement) == SQLITE_OK && is_so;
}

/* Applies the settings that make a commit durable, and reads them back to be sure. */
static bool set_up(struct database *database, enum database_use use, char *error, size_t capacity)
{
    int64_t synchronous = 0, keys = 0;
    bool logged = use == DATABASE_MEMORY || write_ahead(database->handle);
    if (sqlite3_exec(database->handle,
                     "PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
                     "PRAGMA secure_delete=ON; PRAGMA temp_store=MEMORY; PRAGMA mmap_size=0;"
                     "PRAGMA cell_size_check=ON; PRAGMA wal_autocheckpoint=0",
                     NULL, NULL, NULL) != SQLITE_OK ||
        database_number(database->handle, "PRAGMA synchronous", &synchronous) != SQLITE_OK ||
        database_number(database->handle, "PRAGMA foreign_keys", &keys) != SQLITE_OK) {
        return database_fail(database, error, capacity);
    }
    if (!logged || synchronous != 2 || keys != 1) {
        return fail(error, capacity,
                    "The database \"%s\" does not accept the settings that make commits durable.",
                    database->path);
    }
    return true;
}

enum { PROGRESS_STEPS = 1000000, PROGRESS_SECONDS = 5 };

/* When a migration began, and when its progress was last logged. */
struct progress {
    uint64_t begun, logged;
    size_t version;
};

static unsigned seconds_since(uint64_t begun)
{
    return (unsigned)((uv_hrtime() - begun) / 1000000000U);
}

/* SQLite calls this again and again during long statements. */
static int log_progress(void *context)
{
    struct progress *progress = context;
    if (seconds_since(progress->logged) >= PROGRESS_SECONDS) {
        progress->logged = uv_hrtime();
        log_line(LOG_INFO, "still_migrating", "version=%zu seconds=%u", progress->version,
                 seconds_since(progress->begun));
    }
    return 0; /* continue */
}

static int apply_migration(sqlite3 *handle, size_t index, struct progress *progress)
{
    char *sql = strndup(migrations[index].start, (size_t)(migrations[index].end - migrations[index].start));
    progress->version = index + 1;
    int code = sql == NULL ? SQLITE_NOMEM : sqlite3_exec(handle, sql, NULL, NULL, NULL);
    free(sql);
    return code;
}

static int finish_migration(sqlite3 *handle)
{
    char sql[128];
    (void)snprintf(sql, sizeof sql, "PRAGMA application_id=%d; PRAGMA user_version=%zu; COMMIT",
                   APPLICATION_ID, COUNT(migrations));
    return sqlite3_exec(handle, sql, NULL, NULL, NULL);
}

/* Applies all missing migrations in one transaction. */
static bool migrate(struct database *database, int64_t version, char *error, size_t capacity)
{
    sqlite3 *handle = database->handle;
    struct progress progress = {.begun = uv_hrtime(), .logged = uv_hrtime()};
    if (version == (int64_t)COUNT(migrations)) {
        return true;
    }
    if (version > 0) {
        log_line(LOG_INFO, "migrating", "from=%lld to=%zu", (long long)version, COUNT(migrations));
    }
    sqlite3_progress_handler(handle, PROGRESS_STEPS, log_progress, &progress);
    int code = sqlite3_exec(handle, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    for (size_t i = (size_t)version; code == SQLITE_OK && i < COUNT(migrations); i++) {
        code = apply_migration(handle, i, &progress);
    }
    code = code == SQLITE_OK ? finish_migration(handle) : code;
    sqlite3_progress_handler(handle, 0, NULL, NULL);
    if (code != SQLITE_OK) {
        (void)fail(error, capacity, "Cannot migrate the database \"%s\" to version %zu: %s.", database->path,
                   COUNT(migrations), sqlite3_errmsg(handle));
        (void)sqlite3_exec(handle, "ROLLBACK", NULL, NULL, NULL);
    } else if (version > 0) {
        log_line(LOG_INFO, "migrated", "to=%zu seconds=%u", COUNT(migrations), seconds_since(progress.begun));
    }
    return code == SQLITE_OK;
}

/* Keeps other processes out, and the index of the log in memory. */
static const char *vfs_of(const struct database *database)
{
    return database->path[0] == ':' ? NULL : "unix-excl";
}

bool database_connect(struct database *database, enum database_use use, char *error, size_t capacity)
{
    /* Threads use the connection one at a time, so it needs no mutexes. The file exists already. */
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int64_t version = 0;
    /* Memory statistics cost a lock per allocation. The call fails harmlessly if SQLite is already in use. */
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    if (sqlite3_open_v2(database->path, &database->handle, flags, vfs_of(database)) != SQLITE_OK) {
        (void)database_fail(database, error, capacity);
        goto failed;
    }
    if (use == DATABASE_CHECK) {
        (void)sqlite3_db_config(database->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    }
    if (!check_version(database, use, &version, error, capacity) ||
        (use != DATABASE_CHECK &&
         (!set_up(database, use, error, capacity) || !migrate(database, version, error, capacity)))) {
        goto failed;
    }
    return true;

failed:
    database_disconnect(database);
    return false;
}

sqlite3 *database_connect_reader(const struct database *database)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    sqlite3 *handle = NULL;
    /* A file that is opened read-only has locks of its own in this VFS, so query_only forbids writing. */
    if (sqlite3_open_v2(database->path, &handle, flags, vfs_of(database)) == SQLITE_OK &&
        sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) == SQLITE_OK &&
        sqlite3_exec(handle,
                     "PRAGMA query_only=ON; PRAGMA wal_autocheckpoint=0; PRAGMA temp_store=MEMORY;"
                     "PRAGMA mmap_size=0; PRAGMA cell_size_check=ON",
                     NULL, NULL, NULL) == SQLITE_OK) {
        return handle;
    }
    (void)sqlite3_close(handle);
    return NULL;
}

void database_disconnect(struct database *database)
{
    (void)sqlite3_close(database->handle);
    database->handle = NULL;
}

bool database_open(struct database *database, const char *directory, enum database_use use, char *error,
                   size_t capacity)
{
    *database = (struct database){.lock = -1};
    bool in_file = use != DATABASE_MEMORY;
    int length =
        snprintf(database->path, sizeof database->path, in_file ? "%s/gaslight.db" : "%s", directory);
    if (length < 0 || (size_t)length >= sizeof database->path) {
        return fail(error, capacity, "The name of the data directory is too long.");
    }
    if (in_file && (!prepare_directory(directory, use, error, capacity) ||
                    !take_lock(database, directory, error, capacity))) {
        return false;
    }
    if ((in_file && !prepare_files(database, directory, use, error, capacity)) ||
        !database_connect(database, use, error, capacity)) {
        database_close(database);
        return false;
    }
    return true;
}

void database_close(struct database *database)
{
    database_disconnect(database);
    if (database->lock >= 0) {
        (void)close(database->lock);
        database->lock = -1;
    }
}
