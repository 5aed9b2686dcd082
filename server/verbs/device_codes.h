/*
 * codes.h: one-time codes that carry a player to another device.
 *
 * A player asks for a code on the device he has and types it on the other one; for that it is short, in an
 * alphabet without look-alikes. So it is valid for minutes, once, and only while the server runs: codes are
 * kept in memory and nowhere else, one a player. Guessing is for the caller to limit (people.c).
 *
 * Time is given by the caller, in milliseconds, so that tests need no clock.
 */
#ifndef GASLIGHT_CODES_H
#define GASLIGHT_CODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/identity.h"

enum {
    CODE_CHARACTERS = 8,
    CODE_LENGTH = CODE_CHARACTERS + 1, /* as it is shown: XXXX-XXXX */
    CODES_MAX = 4096,                  /* at once */
};

/* A code that was taken, with what is needed to give it back. */
struct code {
    char text[CODE_CHARACTERS + 1];
    char player[PLAYER_ID_LENGTH + 1];
    uint64_t expires;
};

struct codes;

struct codes *codes_new(void); /* NULL: no memory */
void codes_free(struct codes *codes);

/* A new code of a player's, in place of the one he may have had. False: there are too many, or no memory. */
bool codes_draw(struct codes *codes, const char *player, uint64_t now, uint64_t lifetime,
                char shown[CODE_LENGTH + 1]);

/* Takes the code that was typed, in any case, with hyphens or blanks anywhere. False: there is none like it. */
bool codes_take(struct codes *codes, const char *typed, uint64_t now, struct code *code);

/* What it was taken for has failed: it is good again, unless he has drawn another. */
void codes_give_back(struct codes *codes, const struct code *code);

void codes_forget(struct codes *codes, const char *player);
void codes_sweep(struct codes *codes, uint64_t now);
size_t codes_count(const struct codes *codes);

#endif
