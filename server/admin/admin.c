/*
 * admin.c: the running server's side of the operator's socket.
 *
 * A request is a connection: it reads one line, is the handler's while the command is carried out, writes
 * one line and closes. Its memory goes when both its handle is closed and nobody owes it an answer, so an
 * operator who hangs up early and a server that stops early are the same case.
 */
#include "server/admin/admin.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "common/base/array.h"
#include "server/admin/admin_socket.h"

enum { LINE_BYTES = 4096, REQUESTS_MAX = 16, BACKLOG = 16 };

static const struct {
    const char *verb;
    bool takes_argument;
} verbs[] = {
#define ADMIN_VERB(verb, words, argument, seconds, help) {verb, (argument) != NULL},
    ADMIN_TABLE(ADMIN_VERB)
#undef ADMIN_VERB
};

struct admin {
    uv_pipe_t listener;
    struct admin_handler handler;
    struct admin_request *first; /* every request whose handle is not closed yet */
    size_t handles;              /* the listener and the requests' */
    bool closing;
    void (*closed)(void *context);
    void *closed_context;
    char directory[ADMIN_PATH_BYTES];
};

struct admin_request {
    uv_pipe_t pipe;
    uv_write_t write;
    struct admin *admin;
    struct admin_request *next, *before;
    bool unanswered;  /* the handler has it */
    bool handle_gone; /* closed for good */
    size_t length;
    char line[LINE_BYTES];
    json_t *message; /* the line, read; holds the argument */
    char *answer;
};

/* ---- Ends ------------------------------------------------------------------------------------------ */

static void free_if_done(struct admin_request *request)
{
    if (request->unanswered || !request->handle_gone) {
        return;
    }
    json_decref(request->message);
    free(request->answer);
    free(request);
}

static void handle_closed(struct admin *admin)
{
    admin->handles--;
    if (admin->handles > 0) {
        return;
    }
    void (*closed)(void *context) = admin->closed;
    void *context = admin->closed_context;
    free(admin);
    if (closed != NULL) {
        closed(context);
    }
}

static void on_request_closed(uv_handle_t *handle)
{
    struct admin_request *request = handle->data;
    struct admin *admin = request->admin;
    if (request->before != NULL) {
        request->before->next = request->next;
    } else {
        admin->first = request->next;
    }
    if (request->next != NULL) {
        request->next->before = request->before;
    }
    request->handle_gone = true;
    free_if_done(request);
    handle_closed(admin);
}

static void hang_up(struct admin_request *request)
{
    uv_handle_t *handle = (uv_handle_t *)&request->pipe;
    if (!request->handle_gone && !uv_is_closing(handle)) {
        uv_close(handle, on_request_closed);
    }
}

/* ---- Answers --------------------------------------------------------------------------------------- */

static void on_written(uv_write_t *write, int status)
{
    (void)status; /* whoever asked has gone: nothing to do about it */
    hang_up(write->data);
}

/* The line to send; malloc'd, or NULL without memory. */
static char *answer_line(bool ok, const char *text)
{
    char *line = NULL;
    json_t *value = ok ? json_loads(text, JSON_DECODE_ANY, NULL) : json_string(text);
    json_t *object = value != NULL ? json_pack("{s:o}", ok ? "ok" : "error", value) : NULL;
    char *json = object != NULL ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    if (json == NULL) {
        return NULL;
    }
    size_t length = strlen(json);
    line = malloc(length + 2);
    if (line != NULL) {
        memcpy(line, json, length);
        memcpy(line + length, "\n", 2);
    }
    free(json);
    return line;
}

static void send_answer(struct admin_request *request, bool ok, const char *text)
{
    request->answer = answer_line(ok, text);
    if (request->answer == NULL) {
        request->answer = answer_line(false, "The answer could not be written.");
    }
    if (request->answer == NULL) {
        hang_up(request);
        return;
    }
    uv_buf_t buffer = uv_buf_init(request->answer, (unsigned)strlen(request->answer));
    request->write.data = request;
    if (uv_write(&request->write, (uv_stream_t *)&request->pipe, &buffer, 1, on_written) != 0) {
        hang_up(request);
    }
}

void admin_answer(struct admin_request *request, bool ok, const char *text)
{
    request->unanswered = false;
    if (request->handle_gone) {
        free_if_done(request);
    } else if (!uv_is_closing((uv_handle_t *)&request->pipe)) {
        send_answer(request, ok, text);
    }
}

/* ---- Commands -------------------------------------------------------------------------------------- */

/* The row of a message's verb, if its argument is there exactly where one is wanted. */
static bool read_command(struct admin_request *request, const char **verb, const char **argument)
{
    *verb = NULL;
    *argument = "";
    request->message = json_loadb(request->line, request->length, JSON_REJECT_DUPLICATES, NULL);
    if (json_unpack(request->message, "{s:s,s?s!}", "verb", verb, "argument", argument) != 0) {
        return false;
    }
    for (size_t i = 0; i < COUNT(verbs); i++) {
        if (strcmp(verbs[i].verb, *verb) == 0) {
            return verbs[i].takes_argument == ((*argument)[0] != '\0');
        }
    }
    return false;
}

static void run_command(struct admin_request *request)
{
    const char *verb = NULL;
    const char *argument = NULL;
    if (!read_command(request, &verb, &argument)) {
        send_answer(request, false, "That is not a command of this server.");
        return;
    }
    const struct admin_handler *handler = &request->admin->handler;
    request->unanswered = true;
    handler->command(handler->context, request, verb, argument);
}

static void on_allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer)
{
    struct admin_request *request = handle->data;
    (void)suggested;
    *buffer =
        uv_buf_init(request->line + request->length, (unsigned)(sizeof request->line - request->length));
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    struct admin_request *request = stream->data;
    (void)buffer;
    if (count < 0) { /* the end, an error, or no room left: UV_ENOBUFS */
        hang_up(request);
        return;
    }
    size_t before = request->length;
    request->length += (size_t)count;
    const char *end = memchr(request->line + before, '\n', (size_t)count);
    if (end != NULL) {
        (void)uv_read_stop(stream);
        request->length = (size_t)(end - request->line);
        run_command(request);
    }
}

static void on_connection(uv_stream_t *listener, int status)
{
    struct admin *admin = listener->data;
    if (status != 0 || admin->closing) {
        return;
    }
    struct admin_request *request = calloc(1, sizeof *request);
    if (request == NULL) {
        return;
    }
    if (uv_pipe_init(listener->loop, &request->pipe, 0) != 0) {
        free(request);
        return;
    }
    request->admin = admin;
    request->pipe.data = request;
    request->next = admin->first;
    if (admin->first != NULL) {
        admin->first->before = request;
    }
    admin->first = request;
    admin->handles++;
    if (uv_accept(listener, (uv_stream_t *)&request->pipe) != 0 || admin->handles > REQUESTS_MAX + 1 ||
        uv_read_start((uv_stream_t *)&request->pipe, on_allocate, on_read) != 0) {
        hang_up(request);
    }
}

/* ---- Opening and closing --------------------------------------------------------------------------- */

/* A listening socket of mode 0600, or -1 with an error. */
static int listen_at(const char *directory, char *error, size_t capacity)
{
    struct admin_path path;
    int descriptor = -1;
    if (!admin_path_open(&path, directory, error, capacity)) {
        return -1;
    }
    int other = admin_connect(&path);
    if (other >= 0) {
        (void)close(other);
        (void)snprintf(error, capacity, "A server is running on %.300s already.", directory);
        goto done;
    }
    descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    /* A socket's file takes the mode the socket has when it is bound: at no time may others connect. */
    if (descriptor < 0 || fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0 || fchmod(descriptor, 0600) != 0 ||
        (unlink(path.address.sun_path) != 0 && errno != ENOENT) ||
        bind(descriptor, (const struct sockaddr *)&path.address, sizeof path.address) != 0 ||
        chmod(path.address.sun_path, 0600) != 0) {
        (void)snprintf(error, capacity, "%.300s/admin.sock cannot be made: %s.", directory, strerror(errno));
        if (descriptor >= 0) {
            (void)close(descriptor);
        }
        descriptor = -1;
    }
done:
    admin_path_close(&path);
    return descriptor;
}

struct admin *admin_open(uv_loop_t *loop, const char *directory, const struct admin_handler *handler,
                         char *error, size_t capacity)
{
    struct admin *admin = calloc(1, sizeof *admin);
    if (admin == NULL || strlen(directory) >= sizeof admin->directory) {
        (void)snprintf(error, capacity, "There is no room for the admin socket.");
        free(admin);
        return NULL;
    }
    int descriptor = listen_at(directory, error, capacity);
    if (descriptor < 0) {
        free(admin);
        return NULL;
    }
    int status = uv_pipe_init(loop, &admin->listener, 0);
    if (status != 0) {
        (void)close(descriptor);
        free(admin);
        (void)snprintf(error, capacity, "The admin socket cannot be served: %s.", uv_strerror(status));
        return NULL;
    }
    memcpy(admin->directory, directory, strlen(directory) + 1);
    admin->listener.data = admin;
    admin->handler = *handler;
    admin->handles = 1;
    status = uv_pipe_open(&admin->listener, descriptor);
    if (status != 0) {
        (void)close(descriptor);
    } else {
        status = uv_listen((uv_stream_t *)&admin->listener, BACKLOG, on_connection);
    }
    if (status != 0) {
        (void)snprintf(error, capacity, "The admin socket cannot be served: %s.", uv_strerror(status));
        admin_close(admin, NULL, NULL);
        return NULL;
    }
    return admin;
}

static void on_listener_closed(uv_handle_t *handle)
{
    handle_closed(handle->data);
}

void admin_close(struct admin *admin, void (*closed)(void *context), void *context)
{
    struct admin_path path;
    char ignored[200];
    admin->closing = true;
    admin->closed = closed;
    admin->closed_context = context;
    if (admin_path_open(&path, admin->directory, ignored, sizeof ignored)) {
        (void)unlink(path.address.sun_path);
        admin_path_close(&path);
    }
    for (struct admin_request *request = admin->first; request != NULL; request = request->next) {
        hang_up(request);
    }
    uv_close((uv_handle_t *)&admin->listener, on_listener_closed);
}
