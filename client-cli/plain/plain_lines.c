/*
 * plain_lines.c: reading standard input that is not a terminal (a pipe, a socket or a file); see plain_lines.h.
 *
 * Pipes and sockets are polled. A regular file can't be polled but is always ready, so it is read when the loop is
 * idle.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/language/language.h"
#include "client-cli/plain/plain_editor.h"
#include "client-cli/plain/plain_lines.h"

struct lines {
    struct lines_hooks hooks;
    struct editor *editor; /* in a terminal; the rest is then unused */

    uv_poll_t poll;
    uv_idle_t idle;
    unsigned open; /* open handles */
    bool polled;
    bool held, at_end, told_end, closing;
    size_t used, given; /* bytes in the buffer, and how many of them were passed on */
    char buffer[LINES_LONGEST + 1];
    bool skipping; /* dropping the rest of a line that was too long */
};

/* ---- Reading ------------------------------------------------------------------------------------ */

/* Reads one more block. An error counts as end of input. */
static void read_more(struct lines *lines)
{
    memmove(lines->buffer, lines->buffer + lines->given, lines->used - lines->given);
    lines->used -= lines->given;
    lines->given = 0;
    ssize_t got = read(STDIN_FILENO, lines->buffer + lines->used, LINES_LONGEST - lines->used);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
        return;
    }
    lines->at_end = got <= 0;
    lines->used += got > 0 ? (size_t)got : 0;
}

/* Passes on a line without its newline and without NUL bytes. */
static void give_line(struct lines *lines, char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        line[i] = line[i] == '\0' ? '?' : line[i];
    }
    if (length > 0 && line[length - 1] == '\r') {
        length--;
    }
    line[length] = '\0';
    bool skip = lines->skipping;
    lines->skipping = false;
    if (!skip) {
        lines->hooks.line(lines->hooks.context, line);
    }
}

/* Passes on the next line of the buffer, or the last one without a newline; returns whether there was one. */
static bool give_next(struct lines *lines)
{
    char *line = lines->buffer + lines->given;
    size_t left = lines->used - lines->given;
    char *end = memchr(line, '\n', left);
    if (end != NULL) {
        lines->given += (size_t)(end - line) + 1;
        give_line(lines, line, (size_t)(end - line));
        return true;
    }
    if (left == LINES_LONGEST) {
        lines->given = lines->used;
        give_line(lines, line, left);
        lines->skipping = true;
        return true;
    }
    if (lines->at_end && left > 0) {
        lines->given = lines->used;
        give_line(lines, line, left);
        return true;
    }
    return false;
}

static void pause_or_go_on(struct lines *lines);

static void serve(struct lines *lines)
{
    bool some = give_next(lines);
    while (some && !lines->held && !lines->closing) {
        some = give_next(lines);
    }
    if (!some && !lines->held && !lines->closing && lines->at_end && !lines->told_end) {
        lines->told_end = true;
        lines->hooks.ended(lines->hooks.context);
    }
    pause_or_go_on(lines);
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
    struct lines *lines = poll->data;
    (void)events;
    if (status < 0) {
        lines->at_end = true;
    } else {
        read_more(lines);
    }
    serve(lines);
}

static void on_idle(uv_idle_t *idle)
{
    struct lines *lines = idle->data;
    if (!lines->polled && !lines->at_end &&
        memchr(lines->buffer + lines->given, '\n', lines->used - lines->given) == NULL) {
        read_more(lines);
    }
    serve(lines);
}

/* The idle handle serves the buffer and regular files; a pipe is polled only when the buffer is empty. */
static void pause_or_go_on(struct lines *lines)
{
    if (lines->closing) {
        return;
    }
    const char *rest = lines->buffer + lines->given;
    size_t left = lines->used - lines->given;
    bool has_line = memchr(rest, '\n', left) != NULL || (lines->at_end && !lines->told_end);
    bool idle = !lines->held && !lines->told_end && (has_line || !lines->polled);
    bool poll = !lines->held && lines->polled && !has_line && !lines->at_end;
    (void)(idle ? uv_idle_start(&lines->idle, on_idle) : uv_idle_stop(&lines->idle));
    if (lines->polled) {
        (void)(poll ? uv_poll_start(&lines->poll, UV_READABLE, on_readable) : uv_poll_stop(&lines->poll));
    }
}

/* ---- Opening and closing ------------------------------------------------------------------------------ */

static void closed(uv_handle_t *handle)
{
    struct lines *lines = handle->data;
    if (--lines->open == 0) {
        free(lines);
    }
}

/* libuv makes what it polls non-blocking, which affects other processes that share it. Polling does not need that. */
static bool start_polling(struct lines *lines, uv_loop_t *loop)
{
    int flags = fcntl(STDIN_FILENO, F_GETFL);
    bool polled = flags >= 0 && uv_poll_init(loop, &lines->poll, STDIN_FILENO) == 0;
    if (polled) {
        (void)fcntl(STDIN_FILENO, F_SETFL, flags);
        lines->poll.data = lines;
        lines->open++;
    }
    return polled;
}

struct lines *lines_open(uv_loop_t *loop, struct lines_hooks hooks)
{
    struct lines *lines = calloc(1, sizeof *lines);
    bool typed = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (lines != NULL) {
        lines->hooks = hooks;
        lines->editor = typed ? editor_open(loop, &lines->hooks) : NULL;
    }
    if (lines == NULL || (typed && lines->editor == NULL)) {
        (void)fprintf(stderr, tr("gaslight: out of memory.\n"));
        free(lines);
        return NULL;
    }
    if (!typed) {
        (void)uv_idle_init(loop, &lines->idle);
        lines->idle.data = lines;
        lines->open++;
        lines->polled = start_polling(lines, loop);
        pause_or_go_on(lines);
    }
    return lines;
}

void lines_close(struct lines *lines)
{
    if (lines == NULL) {
        return;
    }
    lines->closing = true;
    if (lines->editor != NULL) {
        editor_close(lines->editor);
        free(lines);
        return;
    }
    if (lines->polled) {
        uv_close((uv_handle_t *)&lines->poll, closed);
    }
    uv_close((uv_handle_t *)&lines->idle, closed);
}

bool lines_typed(const struct lines *lines)
{
    return lines->editor != NULL;
}

void lines_hold(struct lines *lines, bool held)
{
    if (lines->editor == NULL && lines->held != held) {
        lines->held = held;
        pause_or_go_on(lines);
    }
}

bool lines_print(struct lines *lines, const char *text)
{
    if (lines->editor != NULL) {
        editor_begin_print(lines->editor);
    }
    bool good = fputs(text, stdout) >= 0 && fputc('\n', stdout) != EOF && fflush(stdout) == 0;
    if (lines->editor != NULL) {
        editor_end_print(lines->editor);
    }
    return good;
}
