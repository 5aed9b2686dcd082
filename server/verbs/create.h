/* create.h: what creating a table, starting its game and a rematch have in common. */
#ifndef GASLIGHT_CREATE_H
#define GASLIGHT_CREATE_H

#include "server/verbs/dispatch.h"

/*
 * Returns an error if the player may not create one more table. If the connection has closed, that is an error as well:
 * nobody reads the answer, and the table would count towards no address.
 */
enum error request_take_creation(const struct request *request);

/* Makes an open lobby a running one, with a seat for everyone who holds pawns. Returns false if pawns are free. */
bool lobby_start(const struct tables *tables, struct lobby *lobby);

/* Begins the game of a table whose lobby has just become a running one; replies with the table, and sends the turn. */
void reply_started(struct request *request, struct table *table);

#endif
