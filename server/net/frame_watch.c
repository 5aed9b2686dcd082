/* frame_watch.c: see frame_watch.h. */
#include "server/net/frame_watch.h"

enum {
    MASK_FLAG = 0x80,
    MASK_BYTES = 4,
    LENGTH_BITS = 0x7f,
    LENGTH_IN_2_BYTES = 126,
    LENGTH_IN_8_BYTES = 127,
};

static void begin_payload(struct frame_watch *watch)
{
    watch->left = watch->left > UINT64_MAX - MASK_BYTES ? UINT64_MAX : watch->left + MASK_BYTES;
    watch->state = WATCH_PAYLOAD;
}

static void take_length(struct frame_watch *watch, unsigned char byte)
{
    unsigned length = byte & LENGTH_BITS;
    watch->has_unmasked = (byte & MASK_FLAG) == 0;
    watch->awaited = length == LENGTH_IN_2_BYTES ? 2 : length == LENGTH_IN_8_BYTES ? 8 : 0;
    watch->left = watch->awaited == 0 ? length : 0;
    if (watch->awaited == 0) {
        begin_payload(watch);
    } else {
        watch->state = WATCH_MORE_LENGTH;
    }
}

/* The request ends with an empty line. Lines end with \n, usually after \r. */
static void take_request(struct frame_watch *watch, unsigned char byte)
{
    if (byte == '\n' && watch->is_line_empty) {
        watch->state = WATCH_OPCODE;
    }
    watch->is_line_empty = byte == '\n' || (byte == '\r' && watch->is_line_empty);
}

static void take(struct frame_watch *watch, unsigned char byte)
{
    switch (watch->state) {
    case WATCH_REQUEST:
        take_request(watch, byte);
        return;
    case WATCH_OPCODE:
        watch->has_more = true;
        watch->state = WATCH_LENGTH;
        return;
    case WATCH_LENGTH:
        take_length(watch, byte);
        return;
    case WATCH_MORE_LENGTH:
        watch->left = watch->left << 8 | byte;
        if (--watch->awaited == 0) {
            begin_payload(watch);
        }
        return;
    case WATCH_PAYLOAD:
        return;
    }
}

void frame_watch_bytes(struct frame_watch *watch, const unsigned char *bytes, size_t length)
{
    for (size_t at = 0; at < length && !watch->has_unmasked;) {
        if (watch->state == WATCH_PAYLOAD) {
            size_t skipped = watch->left < length - at ? (size_t)watch->left : length - at;
            watch->left -= skipped;
            at += skipped;
            watch->state = watch->left == 0 ? WATCH_OPCODE : WATCH_PAYLOAD;
        } else {
            take(watch, bytes[at++]);
        }
    }
}
