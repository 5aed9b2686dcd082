/*
 * link_wire.h: the bytes on a link: what can be read without a key, and what decrypted records hold. Pure.
 *
 * A connection starts with a hello in each direction: the node that connected sends the first one. Then each side sends the
 * header of its encrypted stream and its records, each preceded by its length in 4 bytes. The first record is empty: it
 * proves that the sender has the key. An empty record later on is a ping. The contents of all records, one after the other,
 * are messages: the type (4 bytes), the length of the body (4 bytes) and the body. A record can hold several messages, and
 * a long message takes several records. Numbers are big-endian.
 */
#ifndef GASLIGHT_LINK_WIRE_H
#define GASLIGHT_LINK_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/cluster/link.h"

enum {
    LINK_VERSION = 1, /* of everything that is described here */
    LINK_NONCE_BYTES = 32,
    LINK_HELLO_BYTES = 8 + 2 + 1 + 1 + 8 + LINK_NAME_BYTES + LINK_NONCE_BYTES,
    LINK_LENGTH_BYTES = 4,
    LINK_MESSAGE_HEAD_BYTES = 8,
    LINK_RECORD_MAX = 64 << 10, /* before encryption */
};

/* The sender of a hello. If an attacker sends a hello back to its sender, it has the wrong role. */
enum link_role { LINK_CONNECTED = 1, LINK_ACCEPTED = 2 };

struct link_hello {
    enum link_role role;
    int64_t node; /* at least 1 */
    char name[LINK_NAME_BYTES + 1];
    unsigned char nonce[LINK_NONCE_BYTES];
};

void link_write_hello(const struct link_hello *hello, unsigned char bytes[LINK_HELLO_BYTES]);

/* Reads a hello. Returns NULL, or a word that says what is wrong: bad_hello, other_version. */
const char *link_read_hello(const unsigned char bytes[LINK_HELLO_BYTES], struct link_hello *hello);

void link_write_number(unsigned char bytes[LINK_LENGTH_BYTES], uint32_t number);
uint32_t link_read_number(const unsigned char bytes[LINK_LENGTH_BYTES]);

/* A message among the contents of records. */
struct link_message {
    unsigned type;
    const char *body;
    size_t length;
};

enum link_reading { LINK_WHOLE, LINK_PARTIAL, LINK_MALFORMED };

/* Reads the message at `*at` and, if it is whole, moves `*at` behind it. */
enum link_reading link_read_message(const char *bytes, size_t length, size_t *at,
                                    struct link_message *message);

#endif
