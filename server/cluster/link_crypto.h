/*
 * link_crypto.h: what libsodium does for a link: the keys of a connection, and its two encrypted streams.
 *
 * The keys are a hash, under the cluster's key, of both hellos, which hold the nonces, roles, numbers and names of both
 * ends, and of the direction. So an end that has the key of a connection has the cluster's key and saw the same two hellos,
 * and records of another connection, or of the other direction, cannot be replayed. In each direction, one
 * crypto_secretstream keeps the records in order.
 *
 * There is no forward secrecy: somebody who gets the cluster's key can decrypt recordings of earlier traffic.
 */
#ifndef GASLIGHT_LINK_CRYPTO_H
#define GASLIGHT_LINK_CRYPTO_H

#include <sodium.h>
#include <stdbool.h>
#include <stddef.h>

#include "server/cluster/link_wire.h"

enum {
    LINK_HEADER_BYTES = crypto_secretstream_xchacha20poly1305_HEADERBYTES,
    LINK_SEAL_BYTES = crypto_secretstream_xchacha20poly1305_ABYTES, /* that encryption adds to a record */
};

struct link_crypto {
    unsigned char hello[2][LINK_HELLO_BYTES]; /* of the end that connected, and of the one that accepted */
    crypto_secretstream_xchacha20poly1305_state sending, receiving;
};

void link_new_nonce(unsigned char nonce[LINK_NONCE_BYTES]);

/* Starts to encrypt, as the end of this role, when both hellos are known. `header` is sent to the other end. */
void link_start_sending(struct link_crypto *crypto, const unsigned char key[LINK_KEY_BYTES],
                        enum link_role own, unsigned char header[LINK_HEADER_BYTES]);

/* Starts to decrypt, with the header of the other end. Returns false if it cannot be one. */
bool link_start_receiving(struct link_crypto *crypto, const unsigned char key[LINK_KEY_BYTES],
                          enum link_role own, const unsigned char header[LINK_HEADER_BYTES]);

/* Encrypts a record; `sealed` has room for LINK_SEAL_BYTES more than `length`. */
void link_seal(struct link_crypto *crypto, const unsigned char *record, size_t length, unsigned char *sealed);

/* Decrypts to `record`, which has room for `length` - LINK_SEAL_BYTES. Returns false if it is not the next record. */
bool link_unseal(struct link_crypto *crypto, const unsigned char *sealed, size_t length,
                 unsigned char *record);

#endif
