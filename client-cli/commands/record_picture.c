/* record_picture.c: see record_picture.h. */
#include "client-cli/commands/record_picture.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/picture/picture.h"

#define CONVERTER "rsvg-convert"

extern char **environ;

bool record_picture_is_png(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcasecmp(path + length - 4, ".png") == 0;
}

static bool file_failed(const char *path)
{
    (void)fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return false;
}

/* Writes all of the text. If the converter has stopped reading, that is not an error here: its exit status is one. */
static void feed(int descriptor, const struct buffer *text)
{
    size_t done = 0;
    while (done < text->length) {
        ssize_t wrote = write(descriptor, text->text + done, text->length - done);
        if (wrote < 0 && errno == EINTR) {
            continue;
        }
        if (wrote <= 0) {
            break;
        }
        done += (size_t)wrote;
    }
    (void)close(descriptor);
}

/* Starts the converter with a pipe as its input. Returns an error of errno.h, or 0. */
static int start_converter(const char *path, pid_t *child, int *input)
{
    char option[] = "--output", end[] = "--", name[] = CONVERTER;
    char *file = strdup(path);
    char *arguments[] = {name, option, file, end, NULL};
    int ends[2];
    posix_spawn_file_actions_t actions;
    if (file == NULL || pipe(ends) != 0) {
        free(file);
        return errno;
    }
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    (void)posix_spawn_file_actions_init(&actions);
    (void)posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    int failed = posix_spawnp(child, CONVERTER, &actions, NULL, arguments, environ);
    (void)posix_spawn_file_actions_destroy(&actions);
    (void)close(ends[0]);
    free(file);
    if (failed != 0) {
        (void)close(ends[1]);
    }
    *input = ends[1];
    return failed;
}

static bool write_png(const char *path, const struct buffer *svg)
{
    pid_t child = -1;
    int input = -1, status = 0;
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    int failed = start_converter(path, &child, &input);
    if (failed != 0) {
        (void)signal(SIGPIPE, before);
        (void)fprintf(stderr, "%s: a PNG needs the program " CONVERTER " (package librsvg2-bin): %s\n", path,
                      strerror(failed));
        return false;
    }
    feed(input, svg);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    (void)signal(SIGPIPE, before);
    bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!good) {
        (void)fprintf(stderr, "%s: " CONVERTER " could not write it\n", path);
    }
    return good;
}

static bool write_svg(const char *path, const struct buffer *svg)
{
    if (path == NULL || strcmp(path, "-") == 0) {
        (void)fwrite(svg->text, 1, svg->length, stdout); /* output_finish() notices a failure */
        return true;
    }
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        return file_failed(path);
    }
    bool written = fwrite(svg->text, 1, svg->length, file) == svg->length;
    return (fclose(file) == 0 && written) || file_failed(path);
}

enum status record_picture(const struct record *record, const struct board *board, const char *path,
                           struct record_error *error, bool *bad_record)
{
    struct buffer svg = {0};
    *bad_record = !picture_write(record, board, &svg, error);
    bool good = !*bad_record &&
                (path != NULL && record_picture_is_png(path) ? write_png(path, &svg) : write_svg(path, &svg));
    buffer_free(&svg);
    return good ? STATUS_OK : STATUS_BAD;
}
