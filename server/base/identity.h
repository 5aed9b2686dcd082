/*
 * identity.h: ids, invites and tokens, generated from the system's random source.
 *
 * A token is sent once, to the new player; the server stores only its hash. Ids are not secret. An invite is
 * secret for private tables.
 */
#ifndef GASLIGHT_IDENTITY_H
#define GASLIGHT_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PLAYER_ID_LENGTH = 12,
    TABLE_ID_LENGTH = 10,
    INVITE_LENGTH = 12,
    TOKEN_LENGTH = 43,      /* 32 bytes as URL-safe base64 */
    TOKEN_HASH_LENGTH = 64, /* hex */
};

bool identity_init(void); /* returns false if there is no random source */

/* Writes `length` random characters of an alphabet without look-alikes, and a terminator. */
void identity_random_text(char *text, size_t length);

/* Like identity_random_text(), but computed from `source`: always the same for the same text. */
void identity_text_from(const char *source, char *text, size_t length); /* at most TOKEN_HASH_LENGTH / 2 */
void identity_new_token(char token[TOKEN_LENGTH + 1]);
void identity_hash_token(const char *token, char hash[TOKEN_HASH_LENGTH + 1]);

/* Compares two secrets in time that does not depend on where they differ. */
bool identity_equal(const char *left, const char *right);

/* Returns a 64-bit hash of a text, for recognising it again inside this process. */
uint64_t identity_fingerprint(const char *text, size_t length);

/* Return a uniformly random number: below `limit`, or of 64 bits. */
unsigned identity_random_below(unsigned limit);
uint64_t identity_random_64(void);

#endif
