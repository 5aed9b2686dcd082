/* content_policy.c: see content_policy.h. */
#include "server/net/content_policy.h"

#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POLICY(scripts, styles) \
    "default-src 'none'; script-src 'self'" scripts "; style-src 'self'" styles "; img-src 'self' data:; " \
    "connect-src 'self'; font-src 'self'; media-src 'self'; manifest-src 'self'; base-uri 'none'; " \
    "form-action 'none'; frame-ancestors 'none'"

const char content_policy_default[] = POLICY("", "");

enum {
    HASH_TEXT_BYTES = sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES, sodium_base64_VARIANT_ORIGINAL),
    SOURCES_BYTES = CONTENT_POLICY_ELEMENTS_MAX * (HASH_TEXT_BYTES + sizeof " 'sha256-'") + 1,
    POLICY_BYTES = sizeof content_policy_default + SOURCES_BYTES + SOURCES_BYTES,
};

/* Returns the first occurrence of `wanted` in the text from `from` to `end`, or NULL. */
static const unsigned char *find(const unsigned char *from, const unsigned char *end, const char *wanted)
{
    size_t length = strlen(wanted);
    for (; (size_t)(end - from) >= length; from++) {
        if (memcmp(from, wanted, length) == 0) {
            return from;
        }
    }
    return NULL;
}

/* Writes the hash of the contents of every such element, as sources of a policy. Returns false if there are too many. */
static bool list_hashes(const unsigned char *page, size_t length, const char *opening, const char *closing,
                        char sources[static SOURCES_BYTES])
{
    const unsigned char *end = page + length;
    size_t written = 0;
    unsigned count = 0;
    sources[0] = '\0';
    for (const unsigned char *from = page; (from = find(from, end, opening)) != NULL; count++) {
        unsigned char hash[crypto_hash_sha256_BYTES];
        char text[HASH_TEXT_BYTES];
        from += strlen(opening);
        const unsigned char *last = find(from, end, closing);
        if (last == NULL) {
            break;
        }
        if (count == CONTENT_POLICY_ELEMENTS_MAX) {
            return false;
        }
        (void)crypto_hash_sha256(hash, from, (size_t)(last - from));
        (void)sodium_bin2base64(text, sizeof text, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
        written += (size_t)snprintf(sources + written, SOURCES_BYTES - written, " 'sha256-%s'", text);
        from = last;
    }
    return true;
}

char *content_policy_make(const unsigned char *page, size_t length)
{
    char scripts[SOURCES_BYTES];
    char styles[SOURCES_BYTES];
    char *policy = malloc(POLICY_BYTES);
    if (policy == NULL || !list_hashes(page, length, "<script>", "</script>", scripts) ||
        !list_hashes(page, length, "<style>", "</style>", styles)) {
        free(policy);
        return NULL;
    }
    (void)snprintf(policy, POLICY_BYTES, POLICY("%s", "%s"), scripts, styles);
    return policy;
}
