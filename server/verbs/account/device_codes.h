/*
 * device_codes.h: one-time codes with which a player signs in on another device.
 *
 * A player asks for a code on one device and types it on another. It is short and has no characters that look alike.
 * Because it is short, it works once and for a few minutes, and the caller limits how many may be tried (account.c). Codes
 * are in the store, one per player, so that they can be typed at any node of a cluster.
 *
 * The store has a code's hash, so codes are in no backup or log in plain text. The hash does not hide a code from somebody
 * who can read the database: there are about 2^40 codes, and a computer can try all of them before one expires. A slow
 * hash would not change that, and would delay everyone else. Whoever reads the database knows all games anyway.
 */
#ifndef GASLIGHT_DEVICE_CODES_H
#define GASLIGHT_DEVICE_CODES_H

#include <stdbool.h>

#include "server/base/identity.h"

enum {
    CODE_CHARACTERS = 8,
    CODE_LENGTH = CODE_CHARACTERS + 1, /* as shown: XXXX-XXXX */
};

/* Draws a random code, as it is shown. */
void code_draw(char shown[CODE_LENGTH + 1]);

/*
 * Writes the hash of a code that was typed, in upper or lower case, with hyphens or blanks anywhere. It differs from the
 * hash of a token with the same text. Returns false if this can't be a code.
 */
bool code_hash(const char *typed, char hash[TOKEN_HASH_LENGTH + 1]);

#endif
