/*
 * admin.c: the server side of the admin socket.
 *
 * Each connection is one request: it reads one line, belongs to the handler while the command runs, writes one
 * line and closes. It is freed when its handle is closed and the handler has answered, whichever comes last, so
 * an operator who disconnects early and a server that stops early are handled alike.
 */
#include "server/admin/admin.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
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
    LIST_HEAD(, admin_request) requests; /* those whose handle is not closed yet */
    size_t handles;                      /* open handles: the listener's and the requests' */
    bool closing;
    void (*closed)(void *context);
    void *closed_context;
    char directory[ADMIN_PATH_BYTES];
};

struct admin_request {
    uv_pipe_t pipe;
    uv_write_t write;
    struct admin *admin;
    LIST_ENTRY(admin_request) link;
    bool unanswered;    /* the handler has not answered yet */
    bool handle_closed; /* libuv is done with the pipe */
    size_t length;
    char line[LINE_BYTES];
    json_t *message; /* the parsed line; holds the argument */
    char *answer;
    void (*answered)(void *context, bool ok, const char *text); /* NULL if it came from the socket */
    void *context;
};

/* ---- Closing --------------------------------------------------------------------------------------- */

static void free_if_done(struct admin_request *request)
{
    if (request->unanswered || !request->handle_closed) {
        return;
    }
    json_decref(request->message);
    free(request->answer);
    free(request);
}

static void count_closed_handle(struct admin *admin)
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
    LIST_REMOVE(request, link);
    request->handle_closed = true;
    free_if_done(request);
    count_closed_handle(admin);
}

static void disconnect(struct admin_request *request)
{
    uv_handle_t *handle = (uv_handle_t *)&request->pipe;
    if (!request->handle_closed && !uv_is_closing(handle)) {
        uv_close(handle, on_request_closed);
    }
}

/* ---- Answers --------------------------------------------------------------------------------------- */

static void on_written(uv_write_t *write, int status)
{
    (void)status; /* if the client has disconnected, there is nothing to do */
    disconnect(write->data);
}

/* Returns the line to send, malloc'd, or NULL if there is no memory or `text` is not valid JSON. */
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
        request->answer = answer_line(false, "The answer could not be encoded.");
    }
    if (request->answer == NULL) {
        disconnect(request);
        return;
    }
    uv_buf_t buffer = uv_buf_init(request->answer, (unsigned)strlen(request->answer));
    request->write.data = request;
    if (uv_write(&request->write, (uv_stream_t *)&request->pipe, &buffer, 1, on_written) != 0) {
        disconnect(request);
    }
}

struct admin_request *admin_request_new(void (*answered)(void *context, bool ok, const char *text),
                                        void *context)
{
    struct admin_request *request = calloc(1, sizeof *request);
    if (request != NULL) {
        request->answered = answered;
        request->context = context;
    }
    return request;
}

void admin_answer(struct admin_request *request, bool ok, const char *text)
{
    if (request->answered != NULL) {
        request->answered(request->context, ok, text);
        free(request);
        return;
    }
    request->unanswered = false;
    if (request->handle_closed) {
        free_if_done(request);
    } else if (!uv_is_closing((uv_handle_t *)&request->pipe)) {
        send_answer(request, ok, text);
    }
}

/* ---- Commands -------------------------------------------------------------------------------------- */

/* Reads the verb and its argument. Returns false if the verb is unknown or the argument does not fit it. */
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
        send_answer(request, false, "Unknown command.");
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
    if (count < 0) { /* end of file, an error, or UV_ENOBUFS because the line is too long */
        disconnect(request);
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
    LIST_INSERT_HEAD(&admin->requests, request, link);
    admin->handles++;
    if (uv_accept(listener, (uv_stream_t *)&request->pipe) != 0 || admin->handles > REQUESTS_MAX + 1 ||
        uv_read_start((uv_stream_t *)&request->pipe, on_allocate, on_read) != 0) {
        disconnect(request);
    }
}

/* ---- Opening and closing --------------------------------------------------------------------------- */

/* Returns a listening socket of mode 0600, or -1 with an error. */
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
        (void)snprintf(error, capacity, "A server is already running on %.300s.", directory);
        goto done;
    }
    descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    /* The socket file gets the mode of the socket when it is bound, so others can never connect. */
    if (descriptor < 0 || fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0 || fchmod(descriptor, 0600) != 0 ||
        (unlink(path.address.sun_path) != 0 && errno != ENOENT) ||
        bind(descriptor, (const struct sockaddr *)&path.address, sizeof path.address) != 0 ||
        chmod(path.address.sun_path, 0600) != 0) {
        (void)snprintf(error, capacity, "Cannot create %.300s/admin.sock: %s.", directory, strerror(errno));
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
        (void)snprintf(error, capacity,
                       "Cannot create the admin socket: the directory name is too long or memory ran out.");
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
        (void)snprintf(error, capacity, "Cannot listen on the admin socket: %s.", uv_strerror(status));
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
        (void)snprintf(error, capacity, "Cannot listen on the admin socket: %s.", uv_strerror(status));
        admin_close(admin, NULL, NULL);
        return NULL;
    }
    return admin;
}

static void on_listener_closed(uv_handle_t *handle)
{
    count_closed_handle(handle->data);
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
    struct admin_request *request;
    LIST_FOREACH (request, &admin->requests, link) {
        disconnect(request);
    }
    uv_close((uv_handle_t *)&admin->listener, on_listener_closed);
}
