/* push_crypto.c: see push_crypto.h. */
#include "server/notify/push_crypto.h"

#include <inttypes.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define CURVE "prime256v1"

enum {
    RECORD_SIZE = 4096, /* of RFC 8188; a message is one record */
    SECRET_BYTES = 32,
    CONTENT_KEY_BYTES = 16,
    NONCE_BYTES = 12,
    SIGNATURE_HALF = 32,
    INFO_MAX = 14 + 2 * PUSH_PUBLIC_BYTES,
};

/* ---- base64url ---- */

static bool decode(const char *text, uint8_t *bytes, size_t length)
{
    size_t written = 0;
    const char *end = NULL;
    return sodium_base642bin(bytes, length, text, strlen(text), NULL, &written, &end,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           written == length && *end == '\0';
}

static void encode(const uint8_t *bytes, size_t length, char *text, size_t capacity)
{
    (void)sodium_bin2base64(text, capacity, bytes, length, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* ---- keys ---- */

/* Returns OpenSSL's form of a key, or NULL if the public one is not a point of the curve. `private_key` may be NULL. */
static EVP_PKEY *import_key(const uint8_t public_key[PUSH_PUBLIC_BYTES],
                            const uint8_t private_key[PUSH_PRIVATE_BYTES])
{
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    BIGNUM *secret = private_key == NULL ? NULL : BN_bin2bn(private_key, PUSH_PRIVATE_BYTES, NULL);
    bool good = builder != NULL && context != NULL && (private_key == NULL || secret != NULL) &&
                OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, CURVE, 0) == 1 &&
                OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, public_key,
                                                 PUSH_PUBLIC_BYTES) == 1 &&
                (secret == NULL || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, secret) == 1);
    parameters = good ? OSSL_PARAM_BLD_to_param(builder) : NULL;
    if (parameters == NULL || EVP_PKEY_fromdata_init(context) != 1 ||
        EVP_PKEY_fromdata(context, &key, secret == NULL ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR,
                          parameters) != 1) {
        key = NULL;
    }
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    EVP_PKEY_CTX_free(context);
    BN_clear_free(secret);
    return key;
}

bool push_keys_new(struct push_keys *keys)
{
    size_t length = 0;
    BIGNUM *secret = NULL;
    EVP_PKEY *key = EVP_EC_gen(CURVE);
    bool good = key != NULL &&
                EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, keys->public_key,
                                                PUSH_PUBLIC_BYTES, &length) == 1 &&
                length == PUSH_PUBLIC_BYTES &&
                EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &secret) == 1 &&
                BN_bn2binpad(secret, keys->private_key, PUSH_PRIVATE_BYTES) == PUSH_PRIVATE_BYTES;
    BN_clear_free(secret);
    EVP_PKEY_free(key);
    return good;
}

void push_public_write(const struct push_keys *keys, char text[PUSH_PUBLIC_TEXT + 1])
{
    encode(keys->public_key, PUSH_PUBLIC_BYTES, text, PUSH_PUBLIC_TEXT + 1);
}

void push_keys_write(const struct push_keys *keys, char text[PUSH_PRIVATE_TEXT + 1 + PUSH_PUBLIC_TEXT + 1])
{
    encode(keys->private_key, PUSH_PRIVATE_BYTES, text, PUSH_PRIVATE_TEXT + 1);
    text[PUSH_PRIVATE_TEXT] = ' ';
    push_public_write(keys, text + PUSH_PRIVATE_TEXT + 1);
}

bool push_keys_read(struct push_keys *keys, const char *text)
{
    char secret[PUSH_PRIVATE_TEXT + 1];
    if (strlen(text) != PUSH_PRIVATE_TEXT + 1 + PUSH_PUBLIC_TEXT || text[PUSH_PRIVATE_TEXT] != ' ') {
        return false;
    }
    memcpy(secret, text, PUSH_PRIVATE_TEXT);
    secret[PUSH_PRIVATE_TEXT] = '\0';
    EVP_PKEY *key = decode(secret, keys->private_key, PUSH_PRIVATE_BYTES) &&
                            decode(text + PUSH_PRIVATE_TEXT + 1, keys->public_key, PUSH_PUBLIC_BYTES)
                        ? import_key(keys->public_key, keys->private_key)
                        : NULL;
    EVP_PKEY_free(key);
    sodium_memzero(secret, sizeof secret);
    return key != NULL;
}

bool push_receiver_read(struct push_receiver *receiver, const char *public_key, const char *auth)
{
    EVP_PKEY *key = decode(public_key, receiver->public_key, PUSH_PUBLIC_BYTES) &&
                            decode(auth, receiver->auth, PUSH_AUTH_BYTES)
                        ? import_key(receiver->public_key, NULL)
                        : NULL;
    EVP_PKEY_free(key);
    return key != NULL;
}

/* ---- RFC 8291: from both pairs of keys to the key of the content ---- */

static bool agree(const struct push_keys *keys, const struct push_receiver *receiver,
                  uint8_t secret[SECRET_BYTES])
{
    size_t length = SECRET_BYTES;
    EVP_PKEY *ours = import_key(keys->public_key, keys->private_key);
    EVP_PKEY *theirs = import_key(receiver->public_key, NULL);
    EVP_PKEY_CTX *context = ours == NULL ? NULL : EVP_PKEY_CTX_new(ours, NULL);
    bool good = theirs != NULL && context != NULL && EVP_PKEY_derive_init(context) == 1 &&
                EVP_PKEY_derive_set_peer(context, theirs) == 1 &&
                EVP_PKEY_derive(context, secret, &length) == 1 && length == SECRET_BYTES;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(theirs);
    EVP_PKEY_free(ours);
    return good;
}

/* Bytes that a key is derived from. */
struct bytes {
    const uint8_t *at;
    size_t length;
};

/* HKDF with SHA-256. */
static bool derive(struct bytes salt, struct bytes key, struct bytes info, uint8_t *out, size_t length)
{
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_HKDF, NULL);
    bool good = context != NULL && EVP_PKEY_derive_init(context) == 1 &&
                EVP_PKEY_CTX_set_hkdf_md(context, EVP_sha256()) == 1 &&
                EVP_PKEY_CTX_set1_hkdf_salt(context, salt.at, (int)salt.length) == 1 &&
                EVP_PKEY_CTX_set1_hkdf_key(context, key.at, (int)key.length) == 1 &&
                EVP_PKEY_CTX_add1_hkdf_info(context, info.at, (int)info.length) == 1 &&
                EVP_PKEY_derive(context, out, &length) == 1;
    EVP_PKEY_CTX_free(context);
    return good;
}

/* RFC 8291, section 3.4. The labels include their terminators. */
static bool derive_content(const struct push_receiver *receiver, const struct push_keys *keys,
                           const uint8_t salt[PUSH_SALT_BYTES], uint8_t key[CONTENT_KEY_BYTES],
                           uint8_t nonce[NONCE_BYTES])
{
    static const uint8_t key_label[] = "Content-Encoding: aes128gcm";
    static const uint8_t nonce_label[] = "Content-Encoding: nonce";
    uint8_t shared[SECRET_BYTES], input[SECRET_BYTES], info[INFO_MAX];
    memcpy(info, "WebPush: info", 14);
    memcpy(info + 14, receiver->public_key, PUSH_PUBLIC_BYTES);
    memcpy(info + 14 + PUSH_PUBLIC_BYTES, keys->public_key, PUSH_PUBLIC_BYTES);
    struct bytes salted = {salt, PUSH_SALT_BYTES};
    struct bytes inputs = {input, SECRET_BYTES};
    bool good = agree(keys, receiver, shared) &&
                derive((struct bytes){receiver->auth, PUSH_AUTH_BYTES}, (struct bytes){shared, SECRET_BYTES},
                       (struct bytes){info, INFO_MAX}, input, sizeof input) &&
                derive(salted, inputs, (struct bytes){key_label, sizeof key_label}, key, CONTENT_KEY_BYTES) &&
                derive(salted, inputs, (struct bytes){nonce_label, sizeof nonce_label}, nonce, NONCE_BYTES);
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(input, sizeof input);
    return good;
}

/* ---- RFC 8188: the body ---- */

/* Encrypts in place, and appends the tag. */
static bool seal(const uint8_t key[CONTENT_KEY_BYTES], const uint8_t nonce[NONCE_BYTES], uint8_t *content,
                 size_t length)
{
    int written = 0, rest = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    bool good = context != NULL && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
                EVP_EncryptUpdate(context, content, &written, content, (int)length) == 1 &&
                EVP_EncryptFinal_ex(context, content + written, &rest) == 1 && (size_t)written == length &&
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, PUSH_TAG_BYTES, content + length) == 1;
    EVP_CIPHER_CTX_free(context);
    return good;
}

size_t push_encrypt_with(const struct push_receiver *receiver, const struct push_keys *keys,
                         const uint8_t salt[PUSH_SALT_BYTES], const char *text, size_t length, size_t padded,
                         uint8_t body[PUSH_BODY_MAX])
{
    uint8_t key[CONTENT_KEY_BYTES], nonce[NONCE_BYTES];
    uint8_t *content = body + PUSH_HEADER_BYTES;
    if (padded < length || padded > PUSH_PLAIN_MAX || !derive_content(receiver, keys, salt, key, nonce)) {
        return 0;
    }
    memcpy(body, salt, PUSH_SALT_BYTES);
    memcpy(body + PUSH_SALT_BYTES, (const uint8_t[]){0, 0, RECORD_SIZE >> 8, RECORD_SIZE & 0xFF}, 4);
    body[PUSH_SALT_BYTES + 4] = PUSH_PUBLIC_BYTES;
    memcpy(body + PUSH_SALT_BYTES + 5, keys->public_key, PUSH_PUBLIC_BYTES);
    memcpy(content, text, length);
    content[length] = 2; /* the last record; zeros follow */
    memset(content + length + 1, 0, padded - length);
    bool good = seal(key, nonce, content, padded + 1);
    sodium_memzero(key, sizeof key);
    return good ? PUSH_HEADER_BYTES + padded + 1 + PUSH_TAG_BYTES : 0;
}

size_t push_encrypt(const struct push_receiver *receiver, const char *text, size_t length, size_t padded,
                    uint8_t body[PUSH_BODY_MAX])
{
    struct push_keys keys;
    uint8_t salt[PUSH_SALT_BYTES];
    size_t written = 0;
    randombytes_buf(salt, sizeof salt);
    if (push_keys_new(&keys)) {
        written = push_encrypt_with(receiver, &keys, salt, text, length, padded, body);
    }
    sodium_memzero(&keys, sizeof keys);
    return written;
}

/* ---- RFC 8292 ---- */

/* Turns OpenSSL's form of a signature into that of JSON Web Signatures: both numbers, one after the other. */
static bool flatten(const uint8_t *signature, size_t length, uint8_t flat[2 * SIGNATURE_HALF])
{
    ECDSA_SIG *parts = d2i_ECDSA_SIG(NULL, &signature, (long)length);
    bool good =
        parts != NULL && BN_bn2binpad(ECDSA_SIG_get0_r(parts), flat, SIGNATURE_HALF) == SIGNATURE_HALF &&
        BN_bn2binpad(ECDSA_SIG_get0_s(parts), flat + SIGNATURE_HALF, SIGNATURE_HALF) == SIGNATURE_HALF;
    ECDSA_SIG_free(parts);
    return good;
}

static bool sign(const struct push_keys *keys, const char *text, size_t length,
                 uint8_t flat[2 * SIGNATURE_HALF])
{
    uint8_t signature[128];
    size_t signature_length = sizeof signature;
    EVP_PKEY *key = import_key(keys->public_key, keys->private_key);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool good = key != NULL && context != NULL &&
                EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
                EVP_DigestSign(context, signature, &signature_length, (const uint8_t *)text, length) == 1 &&
                flatten(signature, signature_length, flat);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return good;
}

bool push_token(const struct push_keys *keys, const char *audience, const char *subject, int64_t expires,
                char token[PUSH_TOKEN_MAX])
{
    static const char header[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[PUSH_CLAIMS_MAX];
    char encoded[PUSH_TOKEN_MAX];
    uint8_t signature[2 * SIGNATURE_HALF];
    int length = snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%" PRId64 ",\"sub\":\"%s\"}",
                          audience, expires, subject);
    if (length < 0 || (size_t)length >= sizeof claims) {
        return false;
    }
    encode((const uint8_t *)header, sizeof header - 1, token, PUSH_TOKEN_MAX);
    encode((const uint8_t *)claims, (size_t)length, encoded, sizeof encoded);
    size_t used = strlen(token);
    used += (size_t)snprintf(token + used, PUSH_TOKEN_MAX - used, ".%s", encoded);
    if (used + 2 + (2 * SIGNATURE_HALF * 4 + 2) / 3 > PUSH_TOKEN_MAX || !sign(keys, token, used, signature)) {
        return false;
    }
    encode(signature, sizeof signature, encoded, sizeof encoded);
    (void)snprintf(token + used, PUSH_TOKEN_MAX - used, ".%s", encoded);
    return true;
}
