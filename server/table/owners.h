/*
 * owners.h: whose pawns are whose in a running game.
 *
 * Pawns belong to whoever held them at the start, which the lobby's setup tells. While their owner is absent, a bot may
 * play them, or another person to whom the other detectives gave them; the owner has them back as soon as they do
 * anything at the table, after the end too. Jack's pawn is never given to a person.
 *
 * The functions that change a lobby change a copy, like those of lobby.h.
 */
#ifndef GASLIGHT_OWNERS_H
#define GASLIGHT_OWNERS_H

#include "server/table/table.h"

/* Returns the pawns that belong to a member: those held at the start. 0 before it. */
unsigned lobby_owned(const struct lobby *lobby, unsigned member);

/* Returns whether these pawns include a policeman. */
bool pawns_of_police(unsigned pawns);

/* Returns whether a member plays policemen, none of which belong to them. */
bool lobby_is_guest(const struct lobby *lobby, unsigned member);

/* Returns a mask of the people who hold policemen and are connected. */
unsigned table_detectives(const struct table *table);

/* Returns a mask of the members who are absent (players.h) from a running table. */
unsigned table_absent(const struct table *table);

/* Returns whether these pawns may be given to somebody else: all their owners are absent. */
bool table_may_give(const struct table *table, unsigned pawns);

/* Gives pawns to a member, who may read what the police say from now on if they have not been a detective before. */
void lobby_give_pawns(struct lobby *lobby, unsigned pawns, unsigned member);

/* Returns whether somebody else holds pawns of this member, or a bot plays for them in a running game. */
bool lobby_is_replaced(const struct lobby *lobby, unsigned member);

/* Gives a member everything back that belongs to them, and lets them play it. */
void lobby_return_pawns(struct lobby *lobby, unsigned member);

/* Does that for everyone. */
void lobby_return_all_pawns(struct lobby *lobby);

#endif
