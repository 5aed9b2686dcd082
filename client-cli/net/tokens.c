/*
 * tokens.c: one JSON object, server to token. Reading takes no lock, since the file is only ever replaced whole;
 * changing it is read, change, write aside, rename, all under the lock.
 */
#include "client-cli/net/tokens.h"

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

struct place {
    char directory[PATH_MAX], file[PATH_MAX + 16], lock[PATH_MAX + 16], aside[PATH_MAX + 32];
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

/* ---- Where ------------------------------------------------------------------------------------------ */

/* A relative XDG_DATA_HOME is to be ignored, says its specification. */
static bool find_place(struct place *place, struct tokens_result *result)
{
    const char *data = getenv("XDG_DATA_HOME");
    const char *home = getenv("HOME");
    int length;
    if (data != NULL && data[0] == '/') {
        length = snprintf(place->directory, sizeof place->directory, "%s/gaslight", data);
    } else if (home != NULL && home[0] == '/') {
        length = snprintf(place->directory, sizeof place->directory, "%s/.local/share/gaslight", home);
    } else {
        return fail(result, "There is no place to keep tokens.json: neither HOME nor XDG_DATA_HOME is set.");
    }
    if (length < 0 || (size_t)length >= sizeof place->directory) {
        return fail(result, "The path of tokens.json is too long.");
    }
    (void)snprintf(place->file, sizeof place->file, "%s/tokens.json", place->directory);
    (void)snprintf(place->lock, sizeof place->lock, "%s/tokens.lock", place->directory);
    (void)snprintf(place->aside, sizeof place->aside, "%s/tokens.json.XXXXXX", place->directory);
    return true;
}

/* Makes what is missing of the directory and those above it, each for the user alone. */
static bool make_directories(struct place *place, struct tokens_result *result)
{
    for (char *slash = strchr(place->directory + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash != NULL) {
            *slash = '\0';
        }
        bool made = mkdir(place->directory, S_IRWXU) == 0 || errno == EEXIST;
        if (!made) {
            return fail(result, "The directory %.280s cannot be made: %s.", place->directory,
                        strerror(errno));
        }
        if (slash == NULL) {
            return true;
        }
        *slash = '/';
    }
}

/* ---- Reading ---------------------------------------------------------------------------------------- */

/* Whose file it is, and who may read it. */
static bool check_file(int fd, const struct place *place, struct tokens_result *result)
{
    struct stat status;
    if (fstat(fd, &status) != 0) {
        return fail(result, "%.300s cannot be read: %s.", place->file, strerror(errno));
    }
    if (!S_ISREG(status.st_mode) || status.st_uid != geteuid() || status.st_size > TOKENS_BYTES_MAX) {
        return fail(result, "%.300s is not a file of your tokens; it is left alone.", place->file);
    }
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        if (fchmod(fd, S_IRUSR | S_IWUSR) != 0) {
            return fail(result, "%.300s can be read by others, which cannot be changed: %s.", place->file,
                        strerror(errno));
        }
        (void)snprintf(result->error_text, sizeof result->error_text,
                       "%.240s could be read by others until now; it holds your tokens.", place->file);
    }
    return true;
}

/* Whether it is what we write: an object of strings. */
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

/* All the tokens; an empty object when there is no file yet. NULL: it failed, and why is in `result`. */
static json_t *read_tokens(const struct place *place, struct tokens_result *result)
{
    int fd = open(place->file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT) {
        return json_object();
    }
    if (fd < 0) {
        (void)fail(result, "%.300s cannot be read: %s.", place->file,
                   errno == ELOOP ? "it is a symbolic link" : strerror(errno));
        return NULL;
    }
    json_t *tokens = NULL;
    if (check_file(fd, place, result)) {
        tokens = json_loadfd(fd, JSON_REJECT_DUPLICATES, NULL);
        if (!is_tokens(tokens)) {
            (void)fail(result, "%.300s is damaged; it is left alone.", place->file);
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
    struct place place;
    token[0] = '\0';
    if (!find_place(&place, &result)) {
        return result;
    }
    json_t *tokens = read_tokens(&place, &result);
    const char *found = json_string_value(json_object_get(tokens, server));
    if (found != NULL) {
        (void)snprintf(token, TOKEN_MAX + 1, "%s", found);
    }
    json_decref(tokens);
    return result;
}

/* ---- Writing ---------------------------------------------------------------------------------------- */

/* Waits for its turn; closing the descriptor ends it. -1: it failed. */
static int take_lock(const struct place *place, struct tokens_result *result)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    int fd = open(place->lock, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR);
    while (fd >= 0 && fcntl(fd, F_SETLKW, &whole) != 0) {
        if (errno != EINTR) {
            int why = errno;
            (void)close(fd); /* nothing was written */
            errno = why;
            fd = -1;
        }
    }
    if (fd < 0) {
        (void)fail(result, "%.300s cannot be locked: %s.", place->lock, strerror(errno));
    }
    return fd;
}

/* A new file of the whole, on disk before it takes the old one's place. False: errno says why. */
static bool replace_file(struct place *place, const json_t *tokens)
{
    int fd = mkstemp(place->aside); /* mode 0600 */
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
    if (good && rename(place->aside, place->file) != 0) {
        good = false;
        why = errno;
    }
    if (!good) {
        (void)unlink(place->aside);
    }
    errno = why;
    return good;
}

/* The rename itself is on disk when the directory is. A file system that cannot do this has done its best. */
static void settle_directory(const struct place *place)
{
    int fd = open(place->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)fsync(fd);
        (void)close(fd);
    }
}

/* Under the lock. */
static void change_file(struct place *place, const char *server, const char *token,
                        struct tokens_result *result)
{
    json_t *tokens = read_tokens(place, result);
    if (tokens == NULL) {
        if (result->ok) {
            (void)fail(result, "There is no memory to read %.300s.", place->file);
        }
        return;
    }
    bool changed = token[0] != '\0' ? json_object_set_new(tokens, server, json_string(token)) == 0
                                    : json_object_del(tokens, server) == 0;
    if (!changed && token[0] != '\0') {
        (void)fail(result, "The token cannot be written to %.300s.", place->file);
    } else if (changed && !replace_file(place, tokens)) {
        (void)fail(result, "%.300s cannot be written: %s.", place->file, strerror(errno));
    } else if (changed) {
        settle_directory(place);
    }
    json_decref(tokens);
}

struct tokens_result tokens_store(const char *server, const char *token)
{
    struct tokens_result result = {.ok = true};
    struct place place;
    if (!find_place(&place, &result)) {
        return result;
    }
    if (strlen(token) > TOKEN_MAX) {
        (void)fail(&result, "The token is too long to be kept in %.300s.", place.file);
        return result;
    }
    if (!make_directories(&place, &result)) {
        return result;
    }
    int lock = take_lock(&place, &result);
    if (lock >= 0) {
        change_file(&place, server, token, &result);
        (void)close(lock);
    }
    return result;
}
