/*
 * device_codes.h: one-time codes with which a player signs in on another device.
 *
 * A player asks for a code on one device and types it on another. It is short and has no characters that look alike.
 * Because it is short, it works once, for a few minutes, and only while the server runs: codes are kept in memory only,
 * one per player. The caller limits how many may be tried (account.c).
 *
 * The caller passes the time in milliseconds, so tests do not need a clock.
 */
#ifndef GASLIGHT_DEVICE_CODES_H
#define GASLIGHT_DEVICE_CODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/identity.h"

enum {
    CODE_CHARACTERS = 8,
    CODE_LENGTH = CODE_CHARACTERS + 1, /* as shown: XXXX-XXXX */
    CODES_MAX = 4096,                  /* at the same time */
};

/* A code that was taken, with everything that is needed to restore it. */
struct code {
    char text[CODE_CHARACTERS + 1];
    char player[PLAYER_ID_LENGTH + 1];
    uint64_t expires;
};

struct codes;

struct codes *codes_new(void); /* returns NULL if there is no memory */
void codes_free(struct codes *codes);

/* Draws a new code, which replaces the player's last one. Returns false if there are too many, or no memory. */
bool codes_draw(struct codes *codes, const char *player, uint64_t now, uint64_t lifetime,
                char shown[CODE_LENGTH + 1]);

/* Takes the code that was typed, in upper or lower case, with hyphens or blanks anywhere. Returns false if there is no
 * such code. */
bool codes_take(struct codes *codes, const char *typed, uint64_t now, struct code *code);

/* Restores a code after signing in with it has failed, unless its player has drawn another one. */
void codes_restore(struct codes *codes, const struct code *code);

void codes_remove(struct codes *codes, const char *player);
void codes_sweep(struct codes *codes, uint64_t now); /* removes those that have expired */
size_t codes_count(const struct codes *codes);

#endif
