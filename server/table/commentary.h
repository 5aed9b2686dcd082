/*
 * commentary.h: commentators: people who see everything of a running game and never play in it.
 *
 * A table that allows them has a second invite, which is sent only to the host. The game starts only if every person at
 * the table has agreed; their consent is void when somebody new sits down, or when the host or the settings change.
 * Everyone is sent the commentators' names. Nobody who has ever sat at the table can become a commentator, and
 * commentators can't sit down.
 *
 * The functions change a copy of a lobby, like those of lobby.h.
 */
#ifndef GASLIGHT_COMMENTARY_H
#define GASLIGHT_COMMENTARY_H

#include "common/base/error.h"
#include "common/json/json_writer.h"
#include "server/table/table.h"

/* Allows commentators, or stops allowing them. Consent is void either way, and old invites are worthless. */
enum error lobby_set_commentary(struct lobby *lobby, bool on);

void lobby_void_consent(struct lobby *lobby);

/*
 * Makes another member the host. The commentators' invite, which the former host knows, is worthless then. Before the
 * start there is a new one, and consent is void. Later there is none: everyone agreed that another host would have it,
 * and the new one may be a detective with a second identity.
 */
void lobby_set_host(struct lobby *lobby, const char *player);
bool lobby_has_consent(const struct lobby *lobby); /* also true if there is nothing to consent to */

/* Notes that a person has left their seat, before it is removed. */
void lobby_note_left(struct lobby *lobby, const char *player);

/* Returns the index of a player among the commentators, or -1. */
int lobby_commentator(const struct lobby *lobby, const char *player);

/* Returns whether this is the commentators' invite; `invite` may be NULL. */
bool lobby_is_commentary_invite(const struct lobby *lobby, const char *invite);

/* Adds a commentator. Returns an error if the player has sat at the table, or there are too many. */
enum error lobby_add_commentator(struct lobby *lobby, const char *player, const char *name);

/* Writes the key "commentary" if the table allows commentators. */
void commentary_write(struct json_writer *writer, const struct lobby *lobby, bool for_host);

/* For the stored lobby; reading returns false if the value is invalid. A missing value is NULL. */
json_t *commentary_to_json(const struct lobby *lobby);
bool commentary_from_json(struct lobby *lobby, const json_t *value);

#endif
