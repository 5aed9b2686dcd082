/* commentary.h: admits commentators to a table. */
#ifndef GASLIGHT_COMMENTARY_VERB_H
#define GASLIGHT_COMMENTARY_VERB_H

#include "server/verbs/dispatch.h"

/*
 * Admits the player of a `watch` with the commentators' invite, and then calls `next`. May wait until the table is not
 * busy, which runs the verb again. Fails the request if the player may not comment.
 */
void commentary_admit(struct request *request, void (*next)(struct request *request, struct table *table));

#endif
