/*
 * notice.h: what a notification says.
 *
 * A notification names the event, the game and the table, and nothing else: all of it is in the public lobby, and it is the
 * same whatever Jack does. It is stored as JSON, and becomes a sentence in the player's language when it is sent.
 */
#ifndef GASLIGHT_NOTICE_H
#define GASLIGHT_NOTICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/rules/game.h"
#include "server/base/identity.h"

/* Events that players choose from. Their bits are stored. */
enum notice_subject {
    SUBJECT_TURN,
    SUBJECT_INVITE,
    SUBJECT_OVER,
    SUBJECT_CHAT,
    SUBJECT_CLOCK,
    SUBJECT_COUNT
};

const char *subject_name(enum notice_subject event);     /* as on the wire */
enum notice_subject subject_from_name(const char *name); /* SUBJECT_COUNT for any other word */

enum notice_kind {
    NOTICE_TURN,
    NOTICE_JOINED,
    NOTICE_REMATCH,
    NOTICE_OVER,
    NOTICE_CHAT,
    NOTICE_CLOCK,
    NOTICE_TEST, /* a new channel works */
    NOTICE_CODE, /* to confirm an e-mail address */
    NOTICE_KIND_COUNT
};

enum notice_language { LANGUAGE_ENGLISH, LANGUAGE_ITALIAN, LANGUAGE_COUNT };

const char *language_name(enum notice_language language);  /* "en" or "it" */
enum notice_language language_from_name(const char *name); /* LANGUAGE_COUNT for any other word */

enum { NOTICE_ID_LENGTH = 16, NOTICE_BODY_MAX = 256, NOTICE_TEXT_MAX = 256, NOTICE_URL_MAX = 1100 };

struct notice {
    enum notice_kind kind;
    char table[TABLE_ID_LENGTH + 1]; /* "" if it is not about one */
    enum game_kind game;
    char code[16]; /* of a NOTICE_CODE; device_codes.h draws it */
};

/* Returns the bit of the event that this kind belongs to; 0 if players cannot choose it. */
int64_t notice_bit(enum notice_kind kind);

/* Convert to and from JSON. Reading returns false if it is not a notification. */
void notice_write(const struct notice *notice, char body[NOTICE_BODY_MAX]);
bool notice_read(struct notice *notice, const char *body);

/* Writes the sentence, without a link. */
void notice_text(const struct notice *notice, enum notice_language language, char text[NOTICE_TEXT_MAX]);
const char *notice_game_title(const struct notice *notice);
const char *notice_kind_name(enum notice_kind kind);

/* Writes the address of the page to open: the table's, or the server's. */
void notice_url(const struct notice *notice, const char *public_url, char url[NOTICE_URL_MAX]);

#endif
