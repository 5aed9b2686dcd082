/* identity.c: random ids, tokens and hashes, made with libsodium. */
#include "server/base/identity.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* A fixed key is enough: fingerprints are only compared with each other inside one process. */
static const unsigned char fingerprint_key[crypto_shorthash_KEYBYTES] = "gaslight prints";

static const char alphabet[] = "23456789abcdefghjkmnpqrstuvwxyz"; /* no 0 o 1 l i */

bool identity_init(void)
{
    return sodium_init() >= 0;
}

void identity_random_text(char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        text[i] = alphabet[randombytes_uniform(sizeof alphabet - 1)];
    }
    text[length] = '\0';
}

void identity_new_token(char token[TOKEN_LENGTH + 1])
{
    unsigned char bytes[32];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token, TOKEN_LENGTH + 1, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof bytes);
}

void identity_hash_token(const char *token, char hash[TOKEN_HASH_LENGTH + 1])
{
    unsigned char bytes[TOKEN_HASH_LENGTH / 2];
    crypto_generichash(bytes, sizeof bytes, (const unsigned char *)token, strlen(token), NULL, 0);
    sodium_bin2hex(hash, TOKEN_HASH_LENGTH + 1, bytes, sizeof bytes);
}

void identity_text_from(const char *source, char *text, size_t length)
{
    char hash[TOKEN_HASH_LENGTH + 1];
    assert(length <= TOKEN_HASH_LENGTH / 2);
    identity_hash_token(source, hash);
    for (size_t i = 0; i < length; i++) {
        char pair[] = {hash[2 * i], hash[2 * i + 1], '\0'};
        text[i] = alphabet[strtoul(pair, NULL, 16) % (sizeof alphabet - 1)];
    }
    text[length] = '\0';
}

bool identity_equal(const char *left, const char *right)
{
    size_t length = strlen(left);
    return length == strlen(right) && sodium_memcmp(left, right, length) == 0;
}

uint64_t identity_fingerprint(const char *text, size_t length)
{
    unsigned char bytes[crypto_shorthash_BYTES];
    uint64_t print;
    crypto_shorthash(bytes, (const unsigned char *)text, length, fingerprint_key);
    memcpy(&print, bytes, sizeof print);
    return print;
}

unsigned identity_random_below(unsigned limit)
{
    return randombytes_uniform(limit);
}

uint64_t identity_random_64(void)
{
    uint64_t number;
    randombytes_buf(&number, sizeof number);
    return number;
}
