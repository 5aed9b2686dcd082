/* chat.h: who hears what at a table, and what only detectives are sent. */
#ifndef GASLIGHT_CHAT_H
#define GASLIGHT_CHAT_H

#include "server/table/table.h"

/* Returns whether a player hears an audience: "table", "police" or "gallery". */
bool table_hears(const struct table *table, const struct player *player, const char *audience);

/* Sends the detectives who has asked to resign. */
void table_send_resign(struct table *table);

/* Writes "marks", if the viewer is a detective. */
void table_write_marks(struct json_writer *writer, const struct table *table, struct viewer viewer);

#endif
