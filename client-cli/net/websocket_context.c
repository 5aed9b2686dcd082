/*
 * websocket_context.c: making the context, and taking it down in the order libwebsockets 4.1 needs on a foreign loop:
 * destroy it, let its handles leave the loop, destroy it again (which frees it), and then our own timer.
 */
#include "client-cli/net/websocket_context.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DESCRIPTORS =
        32, /* its table would otherwise be as long as the process's limit, which may be a thousand million */
    SERVICE_BYTES = 32 * 1024,
    TICK_MS = 1,
    EXTRA_TICKS = 3, /* closing one handle may have closed another */
};

/* libwebsockets tells why a certificate was refused only in its log, which knows no context: hence a global. */
static int certificate_error;

int websocket_context_take_certificate_error(void)
{
    int error = certificate_error;
    certificate_error = 0;
    return error;
}

static void read_log(int level, const char *line)
{
    static const char mark[] = "preverify_ok=0;err=";
    const char *at = strstr(line, mark);
    (void)level;
    if (at != NULL) {
        certificate_error = (int)strtol(at + sizeof mark - 1, NULL, 10);
    }
}

/* ---- Making ----------------------------------------------------------------------------------------- */

/* libwebsockets would go on without a file it cannot use, and trust nobody. */
static bool check_certificates(const char *path, char error_text[WEBSOCKET_CONTEXT_ERROR_MAX])
{
    char line[256];
    bool found = false;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        (void)snprintf(error_text, WEBSOCKET_CONTEXT_ERROR_MAX,
                       "The certificates in %.280s cannot be read: %s.", path, strerror(errno));
        return false;
    }
    while (!found && fgets(line, sizeof line, file) != NULL) {
        found = strstr(line, "-----BEGIN") != NULL && strstr(line, "CERTIFICATE-----") != NULL;
    }
    (void)fclose(file); /* only read from */
    if (!found) {
        (void)snprintf(error_text, WEBSOCKET_CONTEXT_ERROR_MAX,
                       "There is no certificate in %.280s (PEM is wanted).", path);
    }
    return found;
}

/* The handles on the loop before libwebsockets added its own, and who looks for them. */
struct walk {
    const uv_handle_t *known[256];
    size_t known_count, found;
    struct websocket_context *websocket_context;
};

static void note_known(uv_handle_t *handle, void *context)
{
    struct walk *walk = context;
    if (walk->known_count < sizeof walk->known / sizeof walk->known[0]) {
        walk->known[walk->known_count++] = handle;
    }
}

static void note_new(uv_handle_t *handle, void *context)
{
    struct walk *walk = context;
    struct websocket_context *websocket_context = walk->websocket_context;
    for (size_t i = 0; i < walk->known_count; i++) {
        if (walk->known[i] == handle) {
            return;
        }
    }
    if (websocket_context->handles < WEBSOCKET_CONTEXT_HANDLES_MAX) {
        websocket_context->handle[websocket_context->handles++] = handle;
    }
}

static bool make_context(struct websocket_context *websocket_context, bool tls, const char *ca_file)
{
    /* We watch over silence ourselves: 0 is never to hang up. */
    static const lws_retry_bo_t validity = {.secs_since_valid_ping = 1, .secs_since_valid_hangup = 0};
    struct walk walk = {.websocket_context = websocket_context};
    void *loops[] = {websocket_context->loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = websocket_context->protocols,
        .gid = -1,
        .uid = -1,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   (tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0),
        .foreign_loops = loops,
        .user = websocket_context,
        .fd_limit_per_thread = DESCRIPTORS,
        .pt_serv_buf_size = SERVICE_BYTES,
        .retry_and_idle_policy = &validity,
        .alpn = "http/1.1",
        .http_proxy_address = "", /* none, and do not ask the environment */
        .client_ssl_ca_filepath = ca_file,
        .vhost_name = "gaslight",
    };
    lws_set_log_level(LLL_ERR, read_log);
    uv_walk(websocket_context->loop, note_known, &walk);
    websocket_context->context = lws_create_context(&info);
    if (websocket_context->context == NULL) {
        return false;
    }
    uv_walk(websocket_context->loop, note_new, &walk);
    websocket_context->vhost = lws_create_vhost(websocket_context->context, &info);
    return websocket_context->vhost != NULL;
}

struct websocket_context *websocket_context_new(uv_loop_t *loop, bool tls, const char *ca_file,
                                                lws_callback_function *callback,
                                                char error_text[WEBSOCKET_CONTEXT_ERROR_MAX])
{
    if (ca_file != NULL && !check_certificates(ca_file, error_text)) {
        return NULL;
    }
    struct websocket_context *websocket_context = calloc(1, sizeof *websocket_context);
    if (websocket_context == NULL) {
        (void)snprintf(error_text, WEBSOCKET_CONTEXT_ERROR_MAX, "There is no memory left.");
        return NULL;
    }
    websocket_context->loop = loop;
    websocket_context->protocols[0] =
        (struct lws_protocols){.name = "gaslight.v1", .callback = callback, .rx_buffer_size = SERVICE_BYTES};
    websocket_context->timer.data = websocket_context;
    (void)uv_timer_init(loop, &websocket_context->timer);
    if (!make_context(websocket_context, tls, ca_file)) {
        (void)snprintf(error_text, WEBSOCKET_CONTEXT_ERROR_MAX,
                       "libwebsockets does not start; is its libuv part (libwebsockets-evlib-uv) installed?");
        websocket_context_free(websocket_context);
        return NULL;
    }
    return websocket_context;
}

/* ---- Taking down ------------------------------------------------------------------------------------ */

/* cppcheck-suppress constParameter ; the type is libuv's */
static void find_left(uv_handle_t *handle, void *context)
{
    struct walk *walk = context;
    for (size_t i = 0; i < walk->websocket_context->handles; i++) {
        walk->found += walk->websocket_context->handle[i] == handle;
    }
}

static void timer_closed(uv_handle_t *handle)
{
    free(handle->data);
}

/* From the loop, since libwebsockets must not be destroyed from inside one of its own callbacks. */
static void take_down(uv_timer_t *timer)
{
    struct websocket_context *websocket_context = timer->data;
    if (websocket_context->context != NULL && !websocket_context->destroyed_once) {
        websocket_context->destroyed_once = true;
        lws_context_destroy(websocket_context->context);
        return;
    }
    if (websocket_context->context != NULL) {
        struct walk walk = {.websocket_context = websocket_context};
        uv_walk(websocket_context->loop, find_left, &walk);
        if (walk.found > 0 || websocket_context->ticks++ < EXTRA_TICKS) {
            return;
        }
        lws_context_destroy(websocket_context->context);
    }
    uv_close((uv_handle_t *)&websocket_context->timer, timer_closed);
}

void websocket_context_free(struct websocket_context *websocket_context)
{
    (void)uv_timer_start(&websocket_context->timer, take_down, 0, TICK_MS);
}
