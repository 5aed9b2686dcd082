/*
 * seat_vote.h: the detectives' vote on who plays an absent detective's pawns.
 *
 * There is at most one at a table. The connected people who hold policemen vote; it passes when more than half of them
 * agree, and ends when that has become impossible, when the proposer withdraws it, when the absent player returns, or
 * when nobody is left to vote. It is kept in memory only. Everything about it is public.
 */
#ifndef GASLIGHT_SEAT_VOTE_H
#define GASLIGHT_SEAT_VOTE_H

#include "server/table/table.h"

struct seat_vote {
    char player[PLAYER_ID_LENGTH + 1], name[NAME_BYTES_MAX + 1]; /* who proposes */
    char to[PLAYER_ID_LENGTH + 1], to_name[NAME_BYTES_MAX + 1];  /* who is to play the pawns */
    unsigned pawns;
    unsigned agreed, refused; /* masks of members */
};

enum vote_state { VOTE_PENDING, VOTE_PASSED, VOTE_FAILED };

/* Starts a vote in place of any other, and notifies everyone who watches. Returns false if there is no memory. */
bool seat_vote_begin(struct table *table, const struct seat_vote *proposed);

/* Notes a member's answer, and notifies everyone. The vote may have passed or failed then. */
void seat_vote_answer(struct table *table, unsigned member, bool agrees);
enum vote_state seat_vote_state(const struct table *table);

/* Ends the vote, if there is one, and notifies everyone. */
void seat_vote_end(struct table *table);

/* Ends the vote if it can no longer pass or has become pointless. */
void seat_vote_review(struct table *table);

/* Writes the pending vote, if there is one. */
void seat_vote_write(struct json_writer *writer, const char *key, const struct table *table);

#endif
