/*
 * websocket_context.c: creates and destroys the libwebsockets context.
 *
 * Workarounds for libwebsockets 4.1 in this file; those for a single connection are in websocket.c:
 * - Destroying a context on a foreign loop takes several steps: destroy it, wait until its handles have left the loop,
 *   destroy it again (which frees it), then close our own timer. Which handles are its own is found by walking the
 *   loop before and after creating the context.
 * - The reason why a certificate was rejected appears only in its log, so the log callback parses it.
 * - It ignores a CA file that it cannot use, and then trusts nobody; check_certificates() reports this.
 * - It reads http_proxy from the environment unless the proxy is set to "".
 */
#include "client-cli/net/websocket_context.h"
#include "client-cli/language/language.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DESCRIPTORS =
        32, /* the default is the limit of the process, which may be huge, and it allocates a table */
    SERVICE_BYTES = 32 * 1024,
    TICK_MS = 1,
    EXTRA_TICKS = 3, /* closing a handle may close another one */
};

/* Global, because the log callback has no context argument. */
static int certificate_error;

int websocket_context_take_certificate_error(void)
{
    int error = certificate_error;
    certificate_error = 0;
    return error;
}

static void parse_log(int level, const char *line)
{
    static const char mark[] = "preverify_ok=0;err=";
    const char *at = strstr(line, mark);
    (void)level;
    if (at != NULL) {
        certificate_error = (int)strtol(at + sizeof mark - 1, NULL, 10);
    }
}

/* ---- Creating ----------------------------------------------------------------------------------------- */

/* Returns whether the file is readable and has a certificate. */
static bool check_certificates(const char *path, char error_text[WEBSOCKET_CONTEXT_ERROR_MAX])
{
    char line[256];
    bool found = false;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        (void)snprintf(error_text, WEBSOCKET_CONTEXT_ERROR_MAX,
                       tr("The certificates in %.280s can't be read: %s."), path, strerror(errno));
        return false;
    }
    while (!found && fgets(line, sizeof line, file) != NULL) {
        found = strstr(line, "-----BEGIN") != NULL && strstr(line, "CERTIFICATE-----") != NULL;
    }
    (void)fclose(file); /* opened for reading only */
    if (!found) {
        (void)snprintf(error_text, WEBSOCKET_CONTEXT_ERROR_MAX, tr("There is no PEM certificate in %.280s."),
                       path);
    }
    return found;
}

/* For uv_walk(): the handles that were on the loop before libwebsockets added its own. */
struct walk {
    const uv_handle_t *known[256];
    size_t known_count, found;
    struct websocket_context *owner;
};

static void note_known(uv_handle_t *handle, void *data)
{
    struct walk *walk = data;
    if (walk->known_count < sizeof walk->known / sizeof walk->known[0]) {
        walk->known[walk->known_count++] = handle;
    }
}

static void note_new(uv_handle_t *handle, void *data)
{
    struct walk *walk = data;
    struct websocket_context *context = walk->owner;
    for (size_t i = 0; i < walk->known_count; i++) {
        if (walk->known[i] == handle) {
            return;
        }
    }
    if (context->handles < WEBSOCKET_CONTEXT_HANDLES_MAX) {
        context->handle[context->handles++] = handle;
    }
}

static bool make_context(struct websocket_context *context, bool tls, const char *ca_file)
{
    /* connection.c sends pings itself; 0 means never close an idle connection. */
    static const lws_retry_bo_t validity = {.secs_since_valid_ping = 1, .secs_since_valid_hangup = 0};
    struct walk walk = {.owner = context};
    void *loops[] = {context->loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = context->protocols,
        .gid = -1,
        .uid = -1,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   (tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0),
        .foreign_loops = loops,
        .user = context,
        .fd_limit_per_thread = DESCRIPTORS,
        .pt_serv_buf_size = SERVICE_BYTES,
        .retry_and_idle_policy = &validity,
        .alpn = "http/1.1",
        .http_proxy_address = "", /* no proxy, not even from the environment */
        .client_ssl_ca_filepath = ca_file,
        .vhost_name = "gaslight",
    };
    lws_set_log_level(LLL_ERR, parse_log);
    uv_walk(context->loop, note_known, &walk);
    context->lws = lws_create_context(&info);
    if (context->lws == NULL) {
        return false;
    }
    uv_walk(context->loop, note_new, &walk);
    context->vhost = lws_create_vhost(context->lws, &info);
    return context->vhost != NULL;
}

struct websocket_context *websocket_context_new(uv_loop_t *loop, bool tls, const char *ca_file,
                                                lws_callback_function *callback,
                                                char error_text[WEBSOCKET_CONTEXT_ERROR_MAX])
{
    if (ca_file != NULL && !check_certificates(ca_file, error_text)) {
        return NULL;
    }
    struct websocket_context *context = calloc(1, sizeof *context);
    if (context == NULL) {
        (void)snprintf(error_text, WEBSOCKET_CONTEXT_ERROR_MAX, tr("Out of memory."));
        return NULL;
    }
    context->loop = loop;
    context->protocols[0] =
        (struct lws_protocols){.name = "gaslight.v1", .callback = callback, .rx_buffer_size = SERVICE_BYTES};
    context->timer.data = context;
    (void)uv_timer_init(loop, &context->timer);
    if (!make_context(context, tls, ca_file)) {
        (void)snprintf(
            error_text, WEBSOCKET_CONTEXT_ERROR_MAX,
            tr("libwebsockets does not start; is its libuv plugin (libwebsockets-evlib-uv) installed?"));
        websocket_context_free(context);
        return NULL;
    }
    return context;
}

/* ---- Destroying ------------------------------------------------------------------------------------ */

/* cppcheck-suppress constParameter ; the type is libuv's */
static void count_left(uv_handle_t *handle, void *data)
{
    struct walk *walk = data;
    for (size_t i = 0; i < walk->owner->handles; i++) {
        walk->found += walk->owner->handle[i] == handle;
    }
}

static void timer_closed(uv_handle_t *handle)
{
    free(handle->data);
}

/* Runs from the loop, because the context must not be destroyed from inside one of its own callbacks. */
static void destroy_step(uv_timer_t *timer)
{
    struct websocket_context *context = timer->data;
    if (context->lws != NULL && !context->destroyed_once) {
        context->destroyed_once = true;
        lws_context_destroy(context->lws);
        return;
    }
    if (context->lws != NULL) {
        struct walk walk = {.owner = context};
        uv_walk(context->loop, count_left, &walk);
        if (walk.found > 0 || context->ticks++ < EXTRA_TICKS) {
            return;
        }
        lws_context_destroy(context->lws);
    }
    uv_close((uv_handle_t *)&context->timer, timer_closed);
}

void websocket_context_free(struct websocket_context *context)
{
    (void)uv_timer_start(&context->timer, destroy_step, 0, TICK_MS);
}
