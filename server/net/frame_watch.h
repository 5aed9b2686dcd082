/*
 * frame_watch.h: notices unmasked WebSocket frames in the bytes that a client sends.
 *
 * A client must mask every frame (RFC 6455, section 5.1), and a server must close the connection otherwise. Follows the
 * raw bytes of one connection: the request up to its empty line, then one frame after the other. Only the headers of
 * frames are looked at. Pure.
 */
#ifndef GASLIGHT_FRAME_WATCH_H
#define GASLIGHT_FRAME_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum frame_watch_state {
    WATCH_REQUEST, /* the HTTP request */
    WATCH_OPCODE,  /* the first byte of a frame */
    WATCH_LENGTH,  /* the second one */
    WATCH_MORE_LENGTH,
    WATCH_PAYLOAD /* and its mask */
};

/* All zeros at the start of a connection, and of each further request on it. */
struct frame_watch {
    enum frame_watch_state state;
    bool is_line_empty; /* so far: the current line of the request */
    unsigned awaited;   /* bytes of the length still to come */
    uint64_t left;      /* bytes of the mask and the payload */
    bool has_unmasked;  /* an unmasked frame was seen; nothing after it is looked at */
    bool has_more;      /* something follows the empty line: a body, another request, or frames */
};

void frame_watch_bytes(struct frame_watch *watch, const unsigned char *bytes, size_t length);

#endif
