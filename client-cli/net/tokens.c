/*
 * tokens.c: the file is one JSON object that maps servers to tokens.
 *
 * Reading needs no lock, because the file is replaced atomically. A change reads the file, writes a new one and renames
 * it, all under the lock.
 */
#include "client-cli/net/tokens.h"
#include "client-cli/language/language.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TOKENS_BYTES_MAX = 1 << 20 };

struct paths {
    char directory[PATH_MAX], file[PATH_MAX + 16], lock[PATH_MAX + 16], temporary[PATH_MAX + 32];
};

__attribute__((format(printf, 2, 3))) static bool fail(struct tokens_result *result, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(result->error_text, sizeof result->error_text, format, arguments);
    va_end(arguments);
    result->ok = false;
    return false;
}

/* ---- Paths ------------------------------------------------------------------------------------------ */

/* The XDG specification says to ignore a relative XDG_DATA_HOME. */
static bool find_paths(struct paths *paths, struct tokens_result *result)
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    int length;
    if (data != NULL && data[0] == '/') {
        length = snprintf(paths->directory, sizeof paths->directory, "%s/gaslight", data);
    } else if (home != NULL && home[0] == '/') {
        length = snprintf(paths->directory, sizeof paths->directory, "%s/.local/share/gaslight", home);
    } else {
        return fail(result, tr("tokens.json can't be stored: neither HOME nor XDG_DATA_HOME is set."));
    }
    if (length < 0 || (size_t)length >= sizeof paths->directory) {
        return fail(result, tr("The path of tokens.json is too long."));
    }
    (void)snprintf(paths->file, sizeof paths->file, "%s/tokens.json", paths->directory);
    (void)snprintf(paths->lock, sizeof paths->lock, "%s/tokens.lock", paths->directory);
    (void)snprintf(paths->temporary, sizeof paths->temporary, "%s/tokens.json.XXXXXX", paths->directory);
    return true;
}

/* Creates the directory and its parents where they are missing, accessible only by the user. */
static bool make_directories(struct paths *paths, struct tokens_result *result)
{
    for (char *slash = strchr(paths->directory + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash != NULL) {
            *slash = '\0';
        }
        bool made = mkdir(paths->directory, S_IRWXU) == 0 || errno == EEXIST;
        if (!made) {
            return fail(result, tr("The directory %.280s can't be created: %s."), paths->directory,
                        strerror(errno));
        }
        if (slash == NULL) {
            return true;
        }
        *slash = '/';
    }
}

/* ---- Reading ---------------------------------------------------------------------------------------- */

/* Checks the owner and the mode of the file. */
static bool check_file(int fd, const struct paths *paths, struct tokens_result *result)
{
    struct stat status;
    if (fstat(fd, &status) != 0) {
        return fail(result, tr("%.300s can't be read: %s."), paths->file, strerror(errno));
    }
    if (!S_ISREG(status.st_mode) || status.st_uid != geteuid() || status.st_size > TOKENS_BYTES_MAX) {
        return fail(result, tr("%.300s is not a token file of yours; it was not changed."), paths->file);
    }
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        if (fchmod(fd, S_IRUSR | S_IWUSR) != 0) {
            return fail(result, tr("%.300s is readable by others, and that can't be changed: %s."),
                        paths->file, strerror(errno));
        }
        (void)snprintf(result->error_text, sizeof result->error_text,
                       tr("%.240s was readable by others until now; it contains your tokens."), paths->file);
    }
    return true;
}

/* Returns whether the file has the expected form: an object of strings. */
static bool is_tokens(const json_t *tokens)
{
    const char *server;
    json_t *token;
    if (!json_is_object(tokens)) {
        return false;
    }
    json_object_foreach ((json_t *)tokens, server, token) {
        if (!json_is_string(token) || json_string_length(token) > TOKEN_MAX) {
            return false;
        }
    }
    return true;
}

/* Returns all tokens; an empty object if there is no file yet; NULL on failure, with the reason in `result`. */
static json_t *read_tokens(const struct paths *paths, struct tokens_result *result)
{
    int fd = open(paths->file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT) {
        return json_object();
    }
    if (fd < 0) {
        (void)fail(result, tr("%.300s can't be read: %s."), paths->file,
                   errno == ELOOP ? tr("it is a symbolic link") : strerror(errno));
        return NULL;
    }
    json_t *tokens = NULL;
    if (check_file(fd, paths, result)) {
        tokens = json_loadfd(fd, JSON_REJECT_DUPLICATES, NULL);
        if (!is_tokens(tokens)) {
            (void)fail(result, tr("%.300s is damaged; it was not changed."), paths->file);
            json_decref(tokens);
            tokens = NULL;
        }
    }
    (void)close(fd); /* only read from */
    return tokens;
}

struct tokens_result tokens_find(const char *server, char token[TOKEN_MAX + 1])
{
    struct tokens_result result = {.ok = true};
    struct paths paths;
    token[0] = '\0';
    if (!find_paths(&paths, &result)) {
        return result;
    }
    json_t *tokens = read_tokens(&paths, &result);
    const char *found = json_string_value(json_object_get(tokens, server));
    if (found != NULL) {
        (void)snprintf(token, TOKEN_MAX + 1, "%s", found);
    }
    json_decref(tokens);
    return result;
}

/* ---- Writing ---------------------------------------------------------------------------------------- */

/* Waits for the lock; closing the descriptor releases it. Returns -1 on failure. */
static int take_lock(const struct paths *paths, struct tokens_result *result)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int fd = open(paths->lock, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
    while (fd >= 0 && fcntl(fd, F_SETLKW, &whole) != 0) {
        if (errno != EINTR) {
            int why = errno;
            (void)close(fd); /* nothing was written */
            errno = why;
            fd = -1;
        }
    }
    if (fd < 0) {
        (void)fail(result, tr("%.300s can't be locked: %s."), paths->lock, strerror(errno));
    }
    return fd;
}

/* Writes a new file and syncs it before it replaces the old one. On failure returns false and sets errno. */
static bool replace_file(struct paths *paths, const json_t *tokens)
{
    int fd = mkstemp(paths->temporary); /* mode 0600 */
    if (fd < 0) {
        return false;
    }
    bool good = json_dumpfd(tokens, fd, JSON_INDENT(2) | JSON_SORT_KEYS) == 0 && write(fd, "\n", 1) == 1 &&
                fsync(fd) == 0;
    int why = errno;
    if (close(fd) != 0 && good) {
        good = false;
        why = errno;
    }
    if (good && rename(paths->temporary, paths->file) != 0) {
        good = false;
        why = errno;
    }
    if (!good) {
        (void)unlink(paths->temporary);
    }
    errno = why;
    return good;
}

/* Makes the rename durable. Errors are ignored: not every file system can sync a directory. */
static void sync_directory(const struct paths *paths)
{
    int fd = open(paths->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)fsync(fd);
        (void)close(fd);
    }
}

/* Call it with the lock held. */
static void change_file(struct paths *paths, const char *server, const char *token,
                        struct tokens_result *result)
{
    json_t *tokens = read_tokens(paths, result);
    if (tokens == NULL) {
        if (result->ok) {
            (void)fail(result, tr("Out of memory while reading %.300s."), paths->file);
        }
        return;
    }
    bool changed = token[0] != '\0' ? json_object_set_new(tokens, server, json_string(token)) == 0
                                    : json_object_del(tokens, server) == 0;
    if (!changed && token[0] != '\0') {
        (void)fail(result, tr("The token can't be written to %.300s."), paths->file);
    } else if (changed && !replace_file(paths, tokens)) {
        (void)fail(result, tr("%.300s can't be written: %s."), paths->file, strerror(errno));
    } else if (changed) {
        sync_directory(paths);
    }
    json_decref(tokens);
}

struct tokens_result tokens_store(const char *server, const char *token)
{
    struct tokens_result result = {.ok = true};
    struct paths paths;
    if (!find_paths(&paths, &result)) {
        return result;
    }
    if (strlen(token) > TOKEN_MAX) {
        (void)fail(&result, tr("The token is too long for %.300s."), paths.file);
        return result;
    }
    if (!make_directories(&paths, &result)) {
        return result;
    }
    int lock = take_lock(&paths, &result);
    if (lock >= 0) {
        change_file(&paths, server, token, &result);
        (void)close(lock);
    }
    return result;
}
