/* chat.h: who hears what at a table, and what only detectives are sent. */
#ifndef GASLIGHT_CHAT_H
#define GASLIGHT_CHAT_H

#include "server/table/table.h"

/* Returns whether a player hears an audience: "table", "police", "gallery" or "commentary". */
bool table_hears(const struct table *table, const struct player *player, const char *audience);

/* A message as it is sent and listed. */
struct chat_line {
    const char *player, *from; /* who wrote it: the id, and the name at that time */
    const char *audience, *text;
    int64_t at; /* seconds since 1970 */
};

/* Writes the keys of a message into an open object. */
void write_chat_line(struct json_writer *writer, const struct chat_line *line);

/* ---- marks.c ---- */

/* Sends the detectives who has asked to resign. */
void table_send_resign(struct table *table);

/* Writes "marks", if the player is a detective. */
void table_write_marks(struct json_writer *writer, const struct table *table, const struct player *player);

/* Shows a member, who has just become a guest (owners.h), no marks made until now. */
void table_hide_marks(struct table *table, unsigned member);

#endif
