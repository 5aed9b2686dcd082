/*
 * identity.h: ids, invites and tokens, all drawn from the system's random source.
 *
 * A token is shown once, to the player it makes; what is kept is its hash. Ids are not secrets; an invite
 * is one for private tables.
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

bool identity_init(void); /* false: no random source */

/* `length` characters of an alphabet without look-alikes, and a terminator. */
void identity_draw(char *text, size_t length);
void identity_draw_token(char token[TOKEN_LENGTH + 1]);
void identity_hash_token(const char *token, char hash[TOKEN_HASH_LENGTH + 1]);

/* Whether two secrets of this length are the same, in a time that does not tell where they differ. */
bool identity_equal(const char *left, const char *right);

/* 64 bits of a text, for finding it again inside this process. */
uint64_t identity_fingerprint(const char *text, size_t length);

/* A number below `limit`, evenly. */
unsigned identity_below(unsigned limit);

#endif
