/*
 * vote.h: what the votes of a table have in common (takeback.h, seat_vote.h): how their pushes look.
 *
 * Everything about a vote is public: all watchers are sent the same.
 */
#ifndef GASLIGHT_VOTE_H
#define GASLIGHT_VOTE_H

#include "server/table/table.h"

/* Writes the ids of the members in a mask as a list. */
void vote_write_members(struct json_writer *writer, const char *key, const struct table *table,
                        unsigned members);

/* Sends a vote to all watchers: its keys, who has just refused (or NULL), and whether it has ended. */
void vote_send(struct table *table, const char *on,
               void (*write_keys)(struct json_writer *writer, const struct table *table), bool ended,
               const char *refused_by);

#endif
