/*
 * link.c: one link: what is queued for it, and its end.
 *
 * Messages are collected in `pending`, and become records when there is enough for one, or before the loop waits. A shared
 * text stays open, so that sessions can be added, until something else is sent or everything is written.
 *
 * A link ends by closing its socket. `down` is called when the socket has closed, never from inside another function.
 */
#include "server/cluster/link_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct write {
    uv_write_t request;
    unsigned char bytes[];
};

/* ---- accessors ---- */

bool link_is_outgoing(const struct link *link)
{
    return link->is_outgoing;
}

bool link_is_up(const struct link *link)
{
    return link->state == LINK_UP;
}

int64_t link_node(const struct link *link)
{
    return link->node;
}

const char *link_name(const struct link *link)
{
    return link->name;
}

void link_set_user(struct link *link, void *user)
{
    link->user = user;
}

void *link_user(const struct link *link)
{
    return link->user;
}

/* ---- start and end ---- */

static bool is_unfinished(const struct link *link)
{
    return !link->is_outgoing && (link->state == LINK_WAITS_FOR_HELLO || link->state == LINK_WAITS_FOR_PROOF);
}

void link_change_state(struct link *link, enum link_state state)
{
    link->links->unfinished -= is_unfinished(link) ? 1U : 0U;
    link->state = state;
    link->links->unfinished += is_unfinished(link) ? 1U : 0U;
}

void link_make_socket(struct link *link)
{
    (void)uv_tcp_init(link->links->loop, &link->socket); /* cannot fail: the kernel's socket is made later */
    link->socket.data = link;
}

struct link *link_new(struct links *links, enum link_state state)
{
    struct link *link = calloc(1, sizeof *link);
    if (link == NULL) {
        return NULL;
    }
    link->links = links;
    link->state = LINK_CONNECTING;
    link->is_outgoing = state == LINK_CONNECTING;
    link_make_socket(link);
    link->started = link->heard = link->wrote = uv_now(links->loop);
    link_change_state(link, state);
    LIST_INSERT_HEAD(&links->all, link, entry);
    links->handles++;
    return link;
}

static void stop_resolving(struct link *link)
{
    if (link->resolution != NULL) {
        link->resolution->link = NULL;
        (void)uv_cancel((uv_req_t *)&link->resolution->request); /* fails if it is running */
        link->resolution = NULL;
    }
    uv_freeaddrinfo(link->found);
    link->found = NULL;
    link->next = NULL;
}

static void free_link(struct link *link)
{
    buffer_free(&link->partial);
    buffer_free(&link->pending);
    buffer_free(&link->shared.sessions);
    buffer_free(&link->shared.text);
    free(link->input);
    sodium_memzero(&link->crypto, sizeof link->crypto);
    free(link);
}

/* The handler does not know an accepted link that never came up, so `down` is not called for it. */
void link_finish(struct link *link)
{
    struct links *links = link->links;
    LIST_REMOVE(link, entry);
    if (!links->is_closing) {
        link_log_end(link);
        if (link->is_outgoing || link->was_up) {
            links->handler.down(links->handler.context, link, link->refused);
        }
    }
    free_link(link);
    links_release(links);
}

static void socket_closed(uv_handle_t *handle)
{
    link_finish(handle->data);
}

void link_fail(struct link *link, const char *why)
{
    if (link->state == LINK_ENDED) {
        return;
    }
    (void)snprintf(link->why, sizeof link->why, "%s", why);
    if (link->is_waiting) {
        LIST_REMOVE(link, waiting_entry);
        link->is_waiting = false;
    }
    link_change_state(link, LINK_ENDED);
    stop_resolving(link);
    if (!uv_is_closing((uv_handle_t *)&link->socket)) { /* else it is between two addresses */
        uv_close((uv_handle_t *)&link->socket, socket_closed);
    }
}

void link_end(struct link *link, const char *why)
{
    if (link->state == LINK_UP) {
        link_flush(link);
    }
    link_fail(link, why);
}

/* ---- writing ---- */

static void written(uv_write_t *request, int status)
{
    struct link *link = request->data;
    free(request);
    if (status < 0 && status != UV_ECANCELED) {
        link_fail(link, uv_err_name(status));
    }
}

/* Returns memory for `length` bytes to be written. Ends the link and returns NULL if there is none. */
static struct write *new_write(struct link *link, size_t length)
{
    struct write *write = malloc(sizeof *write + length);
    if (write == NULL) {
        link_fail(link, "no_memory");
    }
    return write;
}

static void submit_write(struct link *link, struct write *write, size_t length)
{
    uv_buf_t piece = uv_buf_init((char *)write->bytes, (unsigned)length);
    write->request.data = link;
    link->wrote = uv_now(link->links->loop);
    int status = uv_write(&write->request, (uv_stream_t *)&link->socket, &piece, 1, written);
    if (status != 0) {
        free(write);
        link_fail(link, uv_err_name(status));
    }
}

void link_write(struct link *link, const unsigned char *bytes, size_t length)
{
    struct write *write = new_write(link, length);
    if (write != NULL) {
        memcpy(write->bytes, bytes, length);
        submit_write(link, write, length);
    }
}

static void write_record(struct link *link, const unsigned char *record, size_t length)
{
    size_t sealed = length + LINK_SEAL_BYTES;
    struct write *write = new_write(link, LINK_LENGTH_BYTES + sealed);
    if (write != NULL) {
        link_write_number(write->bytes, (uint32_t)sealed);
        link_seal(&link->crypto, record, length, write->bytes + LINK_LENGTH_BYTES);
        submit_write(link, write, LINK_LENGTH_BYTES + sealed);
    }
}

void link_ping(struct link *link)
{
    write_record(link, NULL, 0);
}

static void write_pending(struct link *link)
{
    for (size_t at = 0; at < link->pending.length && link->state == LINK_UP; at += LINK_RECORD_MAX) {
        size_t left = link->pending.length - at;
        write_record(link, (const unsigned char *)link->pending.text + at,
                     left < LINK_RECORD_MAX ? left : LINK_RECORD_MAX);
    }
    link->pending.length = 0;
    if (link->pending.capacity > LINK_KEPT_BYTES) {
        buffer_free(&link->pending);
    }
}

/* ---- queueing ---- */

static void await_flush(struct link *link)
{
    if (!link->is_waiting) {
        link->is_waiting = true;
        LIST_INSERT_HEAD(&link->links->waiting, link, waiting_entry);
        links_stay_awake(link->links);
    }
}

struct piece {
    const void *bytes;
    size_t length;
};

/* Adds a message, whose body is these pieces, to what is pending. */
static void queue(struct link *link, unsigned type, const struct piece *pieces, unsigned count)
{
    const struct links *links = link->links;
    unsigned char head[LINK_MESSAGE_HEAD_BYTES];
    size_t length = 0;
    for (unsigned i = 0; i < count; i++) {
        length += pieces[i].length;
    }
    if (length > LINK_BODY_MAX) {
        link_fail(link, "message_too_long");
        return;
    }
    if (link->pending.length + sizeof head + length > LINK_RECORD_MAX) {
        write_pending(link);
    }
    link_write_number(head, type);
    link_write_number(head + 4, (uint32_t)length);
    bool good = buffer_add(&link->pending, (const char *)head, sizeof head);
    for (unsigned i = 0; i < count; i++) {
        good = good && buffer_add(&link->pending, pieces[i].bytes, pieces[i].length);
    }
    if (!good) {
        link_fail(link, "no_memory");
    } else if (link->pending.length + uv_stream_get_write_queue_size((const uv_stream_t *)&link->socket) >
               links->limits.queue) {
        link_fail(link, "slow_reader");
    }
    if (link->state != LINK_UP) {
        return;
    }
    if (links->tap != NULL) {
        links->tap(links->tap_context, link, true, type, link->pending.text + link->pending.length - length,
                   length);
    }
    await_flush(link);
}

/* Adds the open shared text, if there is one, to what is pending. */
static void queue_shared(struct link *link)
{
    unsigned char count[LINK_LENGTH_BYTES];
    if (!link->shared.is_open) {
        return;
    }
    link->shared.is_open = false;
    link_write_number(count, (uint32_t)(link->shared.sessions.length / LINK_LENGTH_BYTES));
    queue(link, link->shared.type,
          (const struct piece[]){{count, sizeof count},
                                 {link->shared.sessions.text, link->shared.sessions.length},
                                 {link->shared.text.text, link->shared.text.length}},
          3);
    if (link->shared.text.capacity > LINK_KEPT_BYTES) {
        buffer_free(&link->shared.text);
    }
}

void link_flush(struct link *link)
{
    queue_shared(link);
    if (link->is_waiting) {
        link->is_waiting = false;
        LIST_REMOVE(link, waiting_entry);
    }
    if (link->state == LINK_UP) {
        write_pending(link);
    }
}

void link_send(struct link *link, unsigned type, const char *body, size_t length)
{
    if (link->state == LINK_UP) {
        queue_shared(link);
    }
    if (link->state == LINK_UP) {
        queue(link, type, &(const struct piece){body, length}, 1);
    }
}

/* Returns whether one more session can be added to the open text. */
static bool is_shared(const struct link *link, unsigned type, const char *text, size_t length)
{
    return link->shared.is_open && link->shared.type == type && link->shared.text.length == length &&
           (length == 0 || memcmp(link->shared.text.text, text, length) == 0) &&
           length + link->shared.sessions.length + (size_t)2 * LINK_LENGTH_BYTES <= LINK_BODY_MAX;
}

void link_send_shared(struct link *link, unsigned type, uint32_t session, const char *text, size_t length)
{
    unsigned char number[LINK_LENGTH_BYTES];
    if (link->state == LINK_UP && !is_shared(link, type, text, length)) {
        queue_shared(link);
        link->shared.is_open = true;
        link->shared.type = type;
        link->shared.sessions.length = link->shared.text.length = 0;
        if (!buffer_add(&link->shared.text, text, length)) {
            link_fail(link, "no_memory");
        }
    }
    if (link->state != LINK_UP) {
        return;
    }
    link_write_number(number, session);
    if (buffer_add(&link->shared.sessions, (const char *)number, sizeof number)) {
        await_flush(link);
    } else {
        link_fail(link, "no_memory");
    }
}
