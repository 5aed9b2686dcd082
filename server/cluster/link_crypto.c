/* link_crypto.c: see link_crypto.h; and the file with the cluster's key. */
#include "server/cluster/link_crypto.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "server/base/log.h"

_Static_assert((int)crypto_secretstream_xchacha20poly1305_KEYBYTES == (int)LINK_KEY_BYTES,
               "a key of a stream");
_Static_assert(LINK_KEY_BYTES >= crypto_generichash_KEYBYTES_MIN &&
                   LINK_KEY_BYTES <= crypto_generichash_KEYBYTES_MAX,
               "the cluster's key is the key of a hash");

enum { TAG = crypto_secretstream_xchacha20poly1305_TAG_MESSAGE };

/* Computes the key of what the end of role `sender` sends. */
static void stream_key(const struct link_crypto *crypto, const unsigned char key[LINK_KEY_BYTES],
                       enum link_role sender, unsigned char result[LINK_KEY_BYTES])
{
    static const char purpose[] = "gaslight link, stream key";
    unsigned char direction = (unsigned char)sender;
    crypto_generichash_state state;
    (void)crypto_generichash_init(&state, key, LINK_KEY_BYTES, LINK_KEY_BYTES);
    (void)crypto_generichash_update(&state, (const unsigned char *)purpose, sizeof purpose);
    (void)crypto_generichash_update(&state, &direction, sizeof direction);
    (void)crypto_generichash_update(&state, crypto->hello[0], LINK_HELLO_BYTES);
    (void)crypto_generichash_update(&state, crypto->hello[1], LINK_HELLO_BYTES);
    (void)crypto_generichash_final(&state, result, LINK_KEY_BYTES);
    sodium_memzero(&state, sizeof state);
}

void link_new_nonce(unsigned char nonce[LINK_NONCE_BYTES])
{
    randombytes_buf(nonce, LINK_NONCE_BYTES);
}

void link_start_sending(struct link_crypto *crypto, const unsigned char key[LINK_KEY_BYTES],
                        enum link_role own, unsigned char header[LINK_HEADER_BYTES])
{
    unsigned char stream[LINK_KEY_BYTES];
    stream_key(crypto, key, own, stream);
    (void)crypto_secretstream_xchacha20poly1305_init_push(&crypto->sending, header, stream);
    sodium_memzero(stream, sizeof stream);
}

bool link_start_receiving(struct link_crypto *crypto, const unsigned char key[LINK_KEY_BYTES],
                          enum link_role own, const unsigned char header[LINK_HEADER_BYTES])
{
    unsigned char stream[LINK_KEY_BYTES];
    stream_key(crypto, key, own == LINK_CONNECTED ? LINK_ACCEPTED : LINK_CONNECTED, stream);
    int result = crypto_secretstream_xchacha20poly1305_init_pull(&crypto->receiving, header, stream);
    sodium_memzero(stream, sizeof stream);
    return result == 0;
}

void link_seal(struct link_crypto *crypto, const unsigned char *record, size_t length, unsigned char *sealed)
{
    (void)crypto_secretstream_xchacha20poly1305_push(&crypto->sending, sealed, NULL, record, length, NULL, 0,
                                                     TAG);
}

bool link_unseal(struct link_crypto *crypto, const unsigned char *sealed, size_t length,
                 unsigned char *record)
{
    unsigned char tag = 0;
    return crypto_secretstream_xchacha20poly1305_pull(&crypto->receiving, record, NULL, &tag, sealed, length,
                                                      NULL, 0) == 0 &&
           tag == TAG;
}

/* ---- the cluster's key ---- */

enum { KEY_DIGITS = 2 * LINK_KEY_BYTES, KEY_TEXT_BYTES = KEY_DIGITS + 16 };

/* Reads the beginning of a file. Returns false if it cannot be read, with the reason in errno. */
static bool read_text(const char *file, char *text, size_t capacity, size_t *length)
{
    struct stat status;
    FILE *stream = fopen(file, "rbe");
    if (stream == NULL) {
        return false;
    }
    *length = fread(text, 1, capacity, stream);
    bool good = ferror(stream) == 0;
    int reason = errno;
    if (good && fstat(fileno(stream), &status) == 0 && (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        char quoted[256];
        log_line(LOG_WARNING, "cluster_key_readable", "file=%s mode=%03o",
                 log_quote(file, quoted, sizeof quoted), (unsigned)(status.st_mode & 0777U));
    }
    (void)fclose(stream);
    errno = reason;
    return good;
}

bool link_read_key(const char *file, unsigned char key[LINK_KEY_BYTES], char *error, size_t capacity)
{
    char text[KEY_TEXT_BYTES];
    size_t length = 0, bytes = 0;
    const char *end = NULL;
    if (!read_text(file, text, sizeof text, &length)) {
        (void)snprintf(error, capacity, "Cannot read the cluster key %.300s: %s.", file, strerror(errno));
        return false;
    }
    size_t digits = length;
    while (digits > 0 && strchr(" \t\r\n", text[digits - 1]) != NULL && text[digits - 1] != '\0') {
        digits--;
    }
    bool good = digits == KEY_DIGITS &&
                sodium_hex2bin(key, LINK_KEY_BYTES, text, digits, NULL, &bytes, &end) == 0 &&
                bytes == LINK_KEY_BYTES && end == text + digits;
    sodium_memzero(text, sizeof text);
    if (!good) {
        sodium_memzero(key, LINK_KEY_BYTES);
        (void)snprintf(error, capacity, "The cluster key %.300s must be %d hexadecimal digits.", file,
                       KEY_DIGITS);
    }
    return good;
}
