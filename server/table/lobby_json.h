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

/* Returns false if the stored text of a lobby says that it is played on another board than "NAME/VERSION". */
bool lobby_is_on_board(const char *text, const char *board);

/* How much of a table's description somebody gets: members have its invite, the host has the commentators' as well. */
enum lobby_reader { READER_ANYONE, READER_MEMBER, READER_HOST, READER_COUNT };

/* The player may be NULL. */
enum lobby_reader lobby_reader(const struct table *table, const struct player *player);

void lobby_write_for(struct json_writer *writer, const char *key, const struct table *table,
                     enum lobby_reader reader);

/* Writes everything that a reader can get, except the names and the presence of members. */
void lobby_write_lasting(struct json_writer *writer, const struct table *table);

/* Writes the pawns whose turn it is, as lists of tables show them. */
void lobby_write_turn(struct json_writer *writer, const char *key, const struct table *table);

/* Writes a row of a list of tables: the description for `reader`, or for everybody if that is NULL, and the turn. */
void lobby_write_listed(struct json_writer *writer, const struct table *table, const struct player *reader);

/* Writes a table's description for `reader`, or for everybody if that is NULL. */
void lobby_write(struct json_writer *writer, const char *key, const struct table *table,
                 const struct player *reader);

#endif
