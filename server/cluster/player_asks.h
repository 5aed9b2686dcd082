/* player_asks.h: what a node asks the others about a player's tables. */
#ifndef GASLIGHT_PLAYER_ASKS_H
#define GASLIGHT_PLAYER_ASKS_H

struct shared;

/* Sets the hooks of the dispatcher that ask, and the handlers that answer. */
void player_asks_init(struct shared *shared);

#endif
