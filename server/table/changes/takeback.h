/*
 * takeback.h: a player's request to take back an action that revealed something, which everyone must agree to.
 *
 * There is at most one at a table, because only the person who acted last may ask. It ends when everyone has agreed and
 * the action is undone, when one of them refuses, when the asking player withdraws it, or when a person acts. It is
 * kept in memory only. Everything about it is public.
 */
#ifndef GASLIGHT_TAKEBACK_H
#define GASLIGHT_TAKEBACK_H

#include "common/base/error.h"
#include "server/table/table.h"

struct takeback {
    char player[PLAYER_ID_LENGTH + 1]; /* who asks */
    char key[KEY_LENGTH_MAX + 1];      /* of the request, and later of the undo */
    uint32_t from;                     /* number of the first event to take back */
    unsigned agreed;                   /* mask of members */
};

/* Returns an error if an action, named by its first event, was refused before or asked for too often. */
enum error takeback_check(const struct table *table, uint32_t from);

/* Returns a mask of the members who have not agreed yet: people with pawns and the host, but not who asks. */
unsigned takeback_waiting(const struct table *table);

/* Starts a request and notifies everyone who watches. Returns false if there is no memory. */
bool takeback_begin(struct table *table, const struct takeback *asked);
void takeback_agree(struct table *table, unsigned member);

/* Ends the request, if there is one. `refused_by` is the id of a player, or NULL. */
void takeback_end(struct table *table, const char *refused_by);

/* Ends the request if this action is a person's. */
void takeback_after_action(struct table *table, unsigned pawn);

/* Writes the pending request, if there is one. */
void takeback_write(struct json_writer *writer, const char *key, const struct table *table);

#endif
