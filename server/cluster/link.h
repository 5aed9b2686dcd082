/*
 * link.h: encrypted connections between the nodes of a cluster, which carry messages.
 *
 * Each node opens a link to every other node and accepts theirs, so there are two between two nodes. A link proves that
 * its other end has the cluster's key, and says which node that is, before anything else is sent on it. What it carries
 * is encrypted and authenticated (libsodium's secretstream); a byte that was changed, lost or repeated ends the link. There
 * are no certificates to make or renew: the nodes share one key.
 *
 * Messages have a type and a body of bytes; the layers above decide what they mean. They arrive in order, or the link
 * ends. They are collected and written before the loop waits. A link ends if too much is queued for it, or if it is silent
 * for too long: losing messages is harmless, because clients reconnect and resume.
 *
 * Everything here runs on the loop's thread.
 */
#ifndef GASLIGHT_LINK_H
#define GASLIGHT_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

enum {
    LINK_KEY_BYTES = 32,
    LINK_NAME_BYTES = 60,             /* of a node's name */
    LINK_BODY_MAX = 9 << 20,          /* of one message; the longest reply to a client is 8 MiB */
    LINK_QUEUE_MAX = 64 << 20,        /* bytes that wait to be written before the link is given up */
    LINK_SILENCE_MILLISECONDS = 6000, /* pings are sent more often than that */
    LINK_HANDSHAKE_MILLISECONDS = 3000,
};

struct links; /* the listening socket and all links */
struct link;

/*
 * Callbacks. `down` is called once for each link of links_connect(), even if it never came up, and for each accepted link
 * that was reported with `up`; the link must not be used afterwards. Callbacks come from the loop, never from inside one of
 * the functions below, and may call any of these functions.
 */
struct link_handler {
    void (*up)(void *context, struct link *link); /* the other end is known */
    void (*message)(void *context, struct link *link, unsigned type, const char *body, size_t length);
    /* `refused`: the connection was refused, because nobody listens at that address. */
    void (*down)(void *context, struct link *link, bool refused);
    void *context;
};

/* Reads a key of 64 hexadecimal digits from a file. On failure returns false, and `error` holds one sentence. */
bool link_read_key(const char *file, unsigned char key[LINK_KEY_BYTES], char *error, size_t capacity);

/*
 * Listens at host:port (port 0: a free one) as the node of this number (at least 1) and name. Returns NULL on failure, and
 * `error` holds one sentence; the loop must run once more then, to close what was opened.
 */
struct links *links_open(uv_loop_t *loop, const char *listen, const unsigned char key[LINK_KEY_BYTES],
                         int64_t node, const char *name, const struct link_handler *handler, char *error,
                         size_t capacity);
unsigned links_port(const struct links *links);

/*
 * Opens a link to a node at host:port; `down` reports a failure later. The link fails if the other end is not that node.
 * Returns NULL if there is no memory, or after links_close().
 */
struct link *links_connect(struct links *links, int64_t node, const char *address);

/*
 * Ends all links, without calling `down`, and stops listening; frees itself and then calls `closed` on the loop. Queued
 * messages are written only as far as that is possible without waiting.
 */
void links_close(struct links *links, void (*closed)(void *context), void *context);

bool link_is_outgoing(const struct link *link);
bool link_is_up(const struct link *link);
int64_t link_node(const struct link *link);     /* of the other end; for an accepted link, once it is up */
const char *link_name(const struct link *link); /* likewise */
void link_set_user(struct link *link, void *user);
void *link_user(const struct link *link);

/* Queues a message. Does nothing if the link is not up. A body of more than LINK_BODY_MAX bytes ends the link. */
void link_send(struct link *link, unsigned type, const char *body, size_t length);

/*
 * Queues a text for one of the sessions at the other end. If the same text is queued for other sessions right after it, it
 * is sent once. The body is the number of sessions, their numbers, and the text; link_read_shared() reads it.
 */
void link_send_shared(struct link *link, unsigned type, uint32_t session, const char *text, size_t length);

struct link_shared {
    uint32_t count;
    const char *sessions; /* 4 bytes each; link_shared_session() reads one */
    const char *text;     /* not terminated */
    size_t length;
};

/* Returns false if the body is malformed. There is at least one session; one can be listed more than once. */
bool link_read_shared(const char *body, size_t length, struct link_shared *shared);
uint32_t link_shared_session(const struct link_shared *shared, uint32_t index);

/*
 * Ends a link; `down` is called on the loop later, and `why` (a word) is logged. Queued messages are written only as far as
 * that is possible without waiting. Does nothing if the link has ended.
 */
void link_end(struct link *link, const char *why);

/*
 * For tests of secrecy: calls `tap` with every message that is sent or received on any link, before encryption and after
 * decryption. NULL: nobody.
 */
void links_tap(struct links *links,
               void (*tap)(void *context, const struct link *link, bool sent, unsigned type, const char *body,
                           size_t length),
               void *context);

#endif
