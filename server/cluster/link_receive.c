/*
 * link_receive.c: what arrives on a link: the handshake, then records.
 *
 * Until the other end has proved that it has the key, it can send only a hello and a proof, both of fixed length, into a
 * buffer of that size, and nothing from it reaches the handler.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/cluster/link_internal.h"

enum { READ_BYTES = 128 << 10 };

_Static_assert(READ_BYTES > LINK_LENGTH_BYTES + LINK_SEALED_MAX, "a record fits into the buffer");

static enum link_role own_role(const struct link *link)
{
    return link->is_outgoing ? LINK_CONNECTED : LINK_ACCEPTED;
}

/* ---- handshake ---- */

static void send_hello(struct link *link)
{
    struct link_hello hello = {.role = own_role(link), .node = link->links->node};
    unsigned char *bytes = link->crypto.hello[link->is_outgoing ? 0 : 1];
    memcpy(hello.name, link->links->name, sizeof hello.name);
    link_new_nonce(hello.nonce);
    link_write_hello(&hello, bytes);
    link_write(link, bytes, LINK_HELLO_BYTES);
}

static void send_proof(struct link *link)
{
    unsigned char header[LINK_HEADER_BYTES];
    link_start_sending(&link->crypto, link->links->key, own_role(link), header);
    link_write(link, header, sizeof header);
    if (link->state == LINK_WAITS_FOR_PROOF) {
        link_ping(link);
    }
}

/* Returns NULL, or the reason for refusing a connection with that end. */
static const char *check_hello(const struct link *link, const struct link_hello *hello)
{
    if (hello->role == own_role(link)) {
        return "own_hello";
    }
    if (hello->node == link->links->node) {
        return "own_node";
    }
    return link->is_outgoing && hello->node != link->node ? "wrong_node" : NULL;
}

static void take_hello(struct link *link, const unsigned char *bytes)
{
    struct link_hello hello;
    const char *wrong = link_read_hello(bytes, &hello);
    wrong = wrong == NULL ? check_hello(link, &hello) : wrong;
    if (wrong != NULL) {
        link_fail(link, wrong);
        return;
    }
    link->node = hello.node;
    memcpy(link->name, hello.name, sizeof link->name);
    memcpy(link->crypto.hello[link->is_outgoing ? 1 : 0], bytes, LINK_HELLO_BYTES);
    if (!link->is_outgoing) {
        send_hello(link);
    }
    if (link->state == LINK_WAITS_FOR_HELLO) {
        link_change_state(link, LINK_WAITS_FOR_PROOF);
        send_proof(link);
    }
}

static void take_proof(struct link *link, const unsigned char *bytes)
{
    struct links *links = link->links;
    unsigned char nothing[1];
    const unsigned char *length = bytes + LINK_HEADER_BYTES;
    if (!link_start_receiving(&link->crypto, links->key, own_role(link), bytes) ||
        link_read_number(length) != LINK_SEAL_BYTES ||
        !link_unseal(&link->crypto, length + LINK_LENGTH_BYTES, LINK_SEAL_BYTES, nothing)) {
        link_fail(link, "bad_key");
        return;
    }
    link_change_state(link, LINK_UP);
    link->heard = uv_now(links->loop);
    link->was_up = true;
    link_log_up(link);
    links->handler.up(links->handler.context, link);
}

/* ---- records ---- */

/* Delivers the whole messages among these bytes. Returns the length of all of them. */
static size_t deliver(struct link *link, const char *bytes, size_t length)
{
    struct links *links = link->links;
    struct link_message message;
    enum link_reading reading = LINK_WHOLE;
    size_t at = 0;
    while (link->state == LINK_UP &&
           (reading = link_read_message(bytes, length, &at, &message)) == LINK_WHOLE) {
        if (links->tap != NULL) {
            links->tap(links->tap_context, link, false, message.type, message.body, message.length);
        }
        links->handler.message(links->handler.context, link, message.type, message.body, message.length);
    }
    if (reading == LINK_MALFORMED) {
        link_fail(link, "malformed");
    }
    return at;
}

/* Delivers messages from `partial`, and removes them from it. */
static void deliver_partial(struct link *link)
{
    struct buffer *partial = &link->partial;
    size_t used = deliver(link, partial->text, partial->length);
    if (used > 0) {
        partial->length -= used;
        memmove(partial->text, partial->text + used, partial->length);
    }
    if (partial->length == 0 && partial->capacity > LINK_KEPT_BYTES) {
        buffer_free(partial);
    }
}

/* Adds to `partial`. */
static void keep(struct link *link, const char *bytes, size_t length)
{
    if (!buffer_add(&link->partial, bytes, length)) {
        link_fail(link, "no_memory");
    }
}

static void take_record(struct link *link, const unsigned char *sealed, size_t length)
{
    const char *record = (const char *)link->links->record;
    size_t size = length - LINK_SEAL_BYTES;
    if (!link_unseal(&link->crypto, sealed, length, link->links->record)) {
        link_fail(link, "tampered");
        return;
    }
    link->heard = uv_now(link->links->loop);
    if (link->partial.length > 0) {
        keep(link, record, size);
        deliver_partial(link);
    } else {
        size_t used = deliver(link, record, size);
        keep(link, record + used, size - used);
    }
}

/* ---- reading ---- */

/*
 * Returns how many bytes the next part needs, as far as that is known from those that are there. Returns 0 if they are
 * malformed.
 */
static size_t bytes_wanted(const struct link *link, const unsigned char *bytes, size_t available)
{
    if (link->state == LINK_WAITS_FOR_HELLO) {
        return LINK_HELLO_BYTES;
    }
    if (link->state == LINK_WAITS_FOR_PROOF) {
        return LINK_PROOF_BYTES;
    }
    if (available < LINK_LENGTH_BYTES) {
        return LINK_LENGTH_BYTES + LINK_SEAL_BYTES;
    }
    size_t length = link_read_number(bytes);
    return length < LINK_SEAL_BYTES || length > LINK_SEALED_MAX ? 0 : LINK_LENGTH_BYTES + length;
}

static void take_part(struct link *link, const unsigned char *bytes, size_t length)
{
    if (link->state == LINK_WAITS_FOR_HELLO) {
        take_hello(link, bytes);
    } else if (link->state == LINK_WAITS_FOR_PROOF) {
        take_proof(link, bytes);
    } else {
        take_record(link, bytes + LINK_LENGTH_BYTES, length - LINK_LENGTH_BYTES);
    }
}

/* Handles all parts that have arrived completely. */
static void take_parts(struct link *link)
{
    size_t at = 0;
    while (link->state != LINK_ENDED) {
        size_t wanted = bytes_wanted(link, link->input + at, link->received - at);
        if (wanted == 0) {
            link_fail(link, "tampered");
        } else if (wanted > link->received - at) {
            break;
        } else {
            take_part(link, link->input + at, wanted);
            at += wanted;
        }
    }
    link->received -= at;
    memmove(link->input, link->input + at, link->received);
}

/* Makes room for the part that is arriving, or for more once the link is up. */
static void make_room(uv_handle_t *handle, size_t suggested, uv_buf_t *room)
{
    struct link *link = handle->data;
    (void)suggested;
    size_t capacity = link->state == LINK_UP ? READ_BYTES : bytes_wanted(link, link->input, 0);
    if (link->capacity != capacity) {
        unsigned char *input = realloc(link->input, capacity);
        if (input == NULL) {
            *room = uv_buf_init(NULL, 0);
            return;
        }
        link->input = input;
        link->capacity = capacity;
    }
    *room = uv_buf_init((char *)link->input + link->received, (unsigned)(capacity - link->received));
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *room)
{
    struct link *link = stream->data;
    (void)room;
    if (count < 0) {
        link_fail(link, count == UV_EOF ? "closed" : uv_err_name((int)count));
    } else if (count > 0 && link->state != LINK_ENDED) {
        link->received += (size_t)count;
        take_parts(link);
    }
}

void link_start(struct link *link)
{
    (void)uv_tcp_nodelay(&link->socket, 1);
    if (link->is_outgoing) {
        link_change_state(link, LINK_WAITS_FOR_HELLO);
        send_hello(link);
    }
    if (link->state != LINK_ENDED) {
        int status = uv_read_start((uv_stream_t *)&link->socket, make_room, on_read);
        if (status != 0) {
            link_fail(link, uv_err_name(status));
        }
    }
}
