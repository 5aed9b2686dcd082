/* lws_quirks.c: workarounds for libwebsockets 4.1.6. The reasons are in lws_quirks.h. */
#include "server/net/lws_quirks.h"

#include <string.h>
#include <strings.h>

#include "common/base/array.h"

/* ---- The context ------------------------------------------------------------------------------------ */

const lws_retry_bo_t lws_quirk_no_idle_policy = {.secs_since_valid_ping = 1, .secs_since_valid_hangup = 0};

/* The handles on the loop before the context was created. */
struct known_handles {
    const uv_handle_t *handle[256];
    size_t count;
    struct lws_quirk_handles *created;
};

static void add_known(uv_handle_t *handle, void *context)
{
    struct known_handles *known = context;
    if (known->count < COUNT(known->handle)) {
        known->handle[known->count++] = handle;
    }
}

static void add_created(uv_handle_t *handle, void *context)
{
    struct known_handles *known = context;
    struct lws_quirk_handles *created = known->created;
    for (size_t i = 0; i < known->count; i++) {
        if (known->handle[i] == handle) {
            return;
        }
    }
    if ((handle->type == UV_TIMER || handle->type == UV_IDLE) && created->count < LWS_QUIRK_HANDLES_MAX) {
        created->handle[created->count++] = handle;
    }
}

struct lws_context *lws_quirk_create_context(const struct lws_context_creation_info *info, uv_loop_t *loop,
                                             struct lws_quirk_handles *handles)
{
    struct known_handles known = {.created = handles};
    uv_walk(loop, add_known, &known);
    struct lws_context *context = lws_create_context(info);
    if (context != NULL) {
        uv_walk(loop, add_created, &known);
    }
    return context;
}

struct remaining {
    const struct lws_quirk_handles *handles;
    size_t count;
};

/* cppcheck-suppress constParameter ; the type is libuv's */
static void count_remaining(uv_handle_t *handle, void *context)
{
    struct remaining *remaining = context;
    for (size_t i = 0; i < remaining->handles->count; i++) {
        remaining->count += remaining->handles->handle[i] == handle;
    }
}

size_t lws_quirk_handles_left(const struct lws_quirk_handles *handles, uv_loop_t *loop)
{
    struct remaining remaining = {.handles = handles};
    uv_walk(loop, count_remaining, &remaining);
    return remaining.count;
}

bool lws_quirk_limit_is_wasteful(unsigned long limit, unsigned long needed)
{
    return limit > 4 * needed + 65536;
}

/* ---- Connections ------------------------------------------------------------------------------------ */

struct lws *lws_quirk_adopt(struct lws_vhost *vhost, int fd, bool allow_tls, void *opaque)
{
    lws_adopt_desc_t description = {.vh = vhost, .opaque = opaque};
    description.type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP;
    if (allow_tls) {
        description.type |= LWS_ADOPT_ALLOW_SSL;
    }
    description.fd.sockfd = fd;
    struct lws *wsi = lws_adopt_descriptor_vhost_via_info(&description);
    if (wsi != NULL) {
        lws_quirk_disable_timeout(wsi);
    }
    return wsi;
}

void lws_quirk_disable_timeout(struct lws *wsi)
{
    lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0);
}

bool lws_quirk_is_raw(enum lws_callback_reasons reason)
{
    return reason == LWS_CALLBACK_RAW_ADOPT || reason == LWS_CALLBACK_RAW_RX;
}

/* ---- WebSocket -------------------------------------------------------------------------------------- */

bool lws_quirk_write_close(struct lws *wsi, unsigned char *frame, int code, const char *reason)
{
    enum { WRITE_CLOSE = 4 }; /* the value enum lws_write_protocol leaves unused for the close opcode */
    size_t length = strlen(reason);
    frame[0] = (unsigned char)(code >> 8);
    frame[1] = (unsigned char)code;
    memcpy(frame + 2, reason, length);
    return lws_write(wsi, frame, 2 + length, (enum lws_write_protocol)WRITE_CLOSE) >= 0;
}

bool lws_quirk_write_ping(struct lws *wsi, unsigned char *frame)
{
    frame[0] = 'g';
    return lws_write(wsi, frame, 1, LWS_WRITE_PING) >= 0;
}

bool lws_quirk_write_frames(struct lws *wsi, unsigned char *frames, size_t length)
{
    return lws_write(wsi, frames, length, LWS_WRITE_HTTP) >= 0;
}

/* ---- HTTP ------------------------------------------------------------------------------------------- */

/* Returns the number of a header, or WSI_TOKEN_COUNT if libwebsockets does not know it. */
static enum lws_token_indexes token_of(const char *name)
{
    unsigned token = 0;
    while (token < WSI_TOKEN_COUNT) {
        const unsigned char *known = lws_token_to_string((enum lws_token_indexes)token);
        if (known != NULL && strcmp((const char *)known, name) == 0) {
            break;
        }
        token++;
    }
    return (enum lws_token_indexes)token;
}

bool lws_quirk_copy_header(struct lws *wsi, const char *name, char *text, int capacity)
{
    enum lws_token_indexes token = token_of(name);
    text[0] = '\0';
    return token != WSI_TOKEN_COUNT
               ? lws_hdr_total_length(wsi, token) > 0 && lws_hdr_copy(wsi, text, capacity, token) > 0
               : lws_hdr_custom_copy(wsi, text, capacity, name, (int)strlen(name)) >= 0;
}

bool lws_quirk_has_header(struct lws *wsi, const char *name)
{
    enum lws_token_indexes token = token_of(name);
    return token != WSI_TOKEN_COUNT ? lws_hdr_total_length(wsi, token) > 0
                                    : lws_hdr_custom_length(wsi, name, (int)strlen(name)) >= 0;
}

int lws_quirk_wait_for_request(struct lws *wsi)
{
    if (lws_http_transaction_completed(wsi) != 0) {
        return LWS_QUIRK_CLOSE_AFTER_RESPONSE;
    }
    lws_quirk_disable_timeout(wsi);
    return 0;
}

bool lws_quirk_wants_keep_alive(struct lws *wsi)
{
    char text[32];
    if (lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP) <= 0 || strcmp(text, "HTTP/1.1") != 0) {
        return false;
    }
    /* Other words, such as Upgrade, are for requests that end differently. */
    return lws_hdr_total_length(wsi, WSI_TOKEN_CONNECTION) <= 0 ||
           (lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_CONNECTION) > 0 &&
            strcasecmp(text, "keep-alive") == 0);
}

bool lws_quirk_reads_body(struct lws *wsi)
{
    char text[24];
    return lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 &&
           strspn(text, "0") != strlen(text);
}

bool lws_quirk_is_chunked(struct lws *wsi)
{
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0;
}

bool lws_quirk_is_stray_upgrade(struct lws *wsi, bool response_begun)
{
    return response_begun || lws_hdr_total_length(wsi, WSI_TOKEN_UPGRADE) <= 0;
}
