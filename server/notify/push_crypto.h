/*
 * push_crypto.h: the cryptography of Web Push, with OpenSSL.
 *
 * A browser that subscribes gives us its public key and a secret. RFC 8291 says how a message is encrypted for them, so
 * that the push service cannot read it; the result is one record of RFC 8188's "aes128gcm". RFC 8292 (VAPID) says how a
 * server signs what it sends. Keys are points of P-256, as 65 bytes without compression. Nothing here does any I/O.
 */
#ifndef GASLIGHT_PUSH_CRYPTO_H
#define GASLIGHT_PUSH_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PUSH_PRIVATE_BYTES = 32,
    PUSH_PUBLIC_BYTES = 65,
    PUSH_AUTH_BYTES = 16,
    PUSH_SALT_BYTES = 16,
    PUSH_HEADER_BYTES = PUSH_SALT_BYTES + 4 + 1 + PUSH_PUBLIC_BYTES, /* salt, record size, key id */
    PUSH_TAG_BYTES = 16,
    PUSH_PLAIN_MAX = 2048, /* with padding; push services accept about twice that */
    PUSH_BODY_MAX = PUSH_HEADER_BYTES + PUSH_PLAIN_MAX + 1 + PUSH_TAG_BYTES,
    PUSH_PUBLIC_TEXT = 87, /* as base64url, like the next ones */
    PUSH_PRIVATE_TEXT = 43,
    PUSH_AUTH_TEXT = 22,
    PUSH_CLAIMS_MAX = 832, /* an origin of 263 bytes, a subject of 500, and what is around them */
    PUSH_TOKEN_MAX = 1280,
};

struct push_keys {
    uint8_t private_key[PUSH_PRIVATE_BYTES];
    uint8_t public_key[PUSH_PUBLIC_BYTES];
};

/* What a browser gave us. */
struct push_receiver {
    uint8_t public_key[PUSH_PUBLIC_BYTES];
    uint8_t auth[PUSH_AUTH_BYTES];
};

/* Generates a pair of keys. Returns false if OpenSSL fails. */
bool push_keys_new(struct push_keys *keys);

/* Convert keys to and from base64url: the private key, a blank, the public key. Reading returns false if it is not that. */
void push_keys_write(const struct push_keys *keys, char text[PUSH_PRIVATE_TEXT + 1 + PUSH_PUBLIC_TEXT + 1]);
bool push_keys_read(struct push_keys *keys, const char *text);
void push_public_write(const struct push_keys *keys, char text[PUSH_PUBLIC_TEXT + 1]);

/* Reads base64url. Returns false unless these are a point of the curve and a secret of the right length. */
bool push_receiver_read(struct push_receiver *receiver, const char *public_key, const char *auth);

/*
 * Encrypts a text for a receiver, padded with zeros to `padded` bytes, which is at least its length and at most
 * PUSH_PLAIN_MAX. Returns the length of the body, or 0 if OpenSSL fails.
 */
size_t push_encrypt(const struct push_receiver *receiver, const char *text, size_t length, size_t padded,
                    uint8_t body[PUSH_BODY_MAX]);

/* The same with a given pair of keys, which is otherwise new for every message, and a given salt. For tests. */
size_t push_encrypt_with(const struct push_receiver *receiver, const struct push_keys *keys,
                         const uint8_t salt[PUSH_SALT_BYTES], const char *text, size_t length, size_t padded,
                         uint8_t body[PUSH_BODY_MAX]);

/*
 * Writes a VAPID token: a JSON Web Token for one push service (`audience`, its origin), valid until `expires`, that says
 * where the operator can be reached (`subject`, a URL). Returns false if it does not fit or OpenSSL fails.
 */
bool push_token(const struct push_keys *keys, const char *audience, const char *subject, int64_t expires,
                char token[PUSH_TOKEN_MAX]);

#endif
