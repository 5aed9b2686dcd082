/*
 * lobby_json.h: a lobby as the JSON that is stored, and as the JSON that is sent.
 *
 * The two differ on purpose. The stored one has everything, including the shuffled Head tiles. The one that is sent is
 * written from scratch and has only what its reader may see; the invite is for members only.
 */
#ifndef GASLIGHT_LOBBY_JSON_H
#define GASLIGHT_LOBBY_JSON_H

#include "server/table/table.h"

/* Returns NULL if there is no memory. The caller frees it. */
char *lobby_to_json(const struct lobby *lobby);

/* Returns false if the text is not a lobby's. */
bool lobby_from_json(struct lobby *lobby, const char *text);

/* Writes a table's description for `reader`, or for everybody if that is NULL. */
void lobby_write(struct json_writer *writer, const char *key, const struct table *table,
                 const struct player *reader);

#endif
