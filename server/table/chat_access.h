/*
 * chat_access.h: from which message on somebody may read the chat, and who has read the police's.
 *
 * The start of what somebody may read is a marker: a line of the chat that nobody is sent, which is stored together with
 * the lobby that names it. So it is exactly between the messages before and after that change, whatever else is being
 * stored. A lobby's `marker` is its latest one; table_commit.h stores the line when it changes.
 *
 * Nobody who may have read what the police said before the start can be Jack: once something was said there, everyone
 * who holds or takes a policeman is noted, and stays noted after leaving.
 *
 * The functions change a copy of a lobby, like those of lobby.h.
 */
#ifndef GASLIGHT_CHAT_ACCESS_H
#define GASLIGHT_CHAT_ACCESS_H

#include <jansson.h>

#include "common/base/error.h"
#include "server/table/lobby.h"

/* The audience of a marker's line. */
#define CHAT_MARKER "marker"

/* A member may read the police's messages from now on, and none of those before. */
void lobby_police_from_now(struct lobby *lobby, unsigned member);

/* People who are not at the table yet may read its messages from now on: it was private until now. */
void lobby_chat_from_now(struct lobby *lobby);

/* Returns the marker after which a player may read an audience, or "" if they may read everything. */
const char *lobby_chat_marker(const struct lobby *lobby, const char *player, const char *audience);

/* Notes that the police's first message before the start is about to be sent. Does nothing if there was one before. */
void lobby_police_speak(struct lobby *lobby);

/*
 * Returns an error if a player may not take these pawns before the start. Otherwise notes that the player may read what
 * the police say, if that is so; the caller then gives them the pawns.
 */
enum error lobby_check_reader(struct lobby *lobby, const char *player, unsigned pawns);

/* Returns whether Jack's player may have read what the police said. */
bool lobby_jack_has_read(const struct lobby *lobby);

/* For the stored lobby. Writing adds keys only if there is something to store; reading returns false if it is invalid. */
void chat_access_to_json(const struct lobby *lobby, json_t *all);
bool chat_access_from_json(struct lobby *lobby, const json_t *all);

#endif
