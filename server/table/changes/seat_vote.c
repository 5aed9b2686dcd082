/* seat_vote.c: see seat_vote.h. */
#include "server/table/changes/seat_vote.h"

#include <stdlib.h>
#include <string.h>

#include "common/wire/wire_names.h"
#include "server/table/changes/vote.h"
#include "server/table/owners.h"

static unsigned bit_of(const struct table *table, const char *player)
{
    int member = lobby_member(&table->lobby, player);
    return member < 0 ? 0 : 1U << (unsigned)member;
}

/* ---- notifying ---- */

static void write_keys(struct json_writer *writer, const struct table *table)
{
    const struct seat_vote *vote = table->vote;
    unsigned voters = table_detectives(table);
    json_write_string(writer, "player", vote->player);
    json_write_string(writer, "name", vote->name);
    wire_pawns(writer, "pawns", vote->pawns);
    json_write_open(writer, "to", '{');
    json_write_string(writer, "player", vote->to);
    json_write_string(writer, "name", vote->to_name);
    json_write_close(writer, '}');
    vote_write_members(writer, "agreed", table, vote->agreed);
    vote_write_members(writer, "waiting", table, voters & ~vote->agreed & ~vote->refused);
}

void seat_vote_write(struct json_writer *writer, const char *key, const struct table *table)
{
    if (table->vote != NULL) {
        json_write_open(writer, key, '{');
        write_keys(writer, table);
        json_write_close(writer, '}');
    }
}

/* ---- the course of a vote ---- */

bool seat_vote_begin(struct table *table, const struct seat_vote *proposed)
{
    struct seat_vote *vote = malloc(sizeof *vote);
    if (vote == NULL) {
        return false;
    }
    seat_vote_end(table);
    *vote = *proposed;
    vote->agreed = (bit_of(table, vote->player) | bit_of(table, vote->to)) & table_detectives(table);
    vote->refused = 0;
    table->vote = vote;
    vote_send(table, "seat", write_keys, false, NULL);
    return true;
}

void seat_vote_answer(struct table *table, unsigned member, bool agrees)
{
    struct seat_vote *vote = table->vote;
    unsigned bit = 1U << member;
    vote->agreed = agrees ? vote->agreed | bit : vote->agreed & ~bit;
    vote->refused = agrees ? vote->refused & ~bit : vote->refused | bit;
    bool failed = seat_vote_state(table) == VOTE_FAILED;
    vote_send(table, "seat", write_keys, failed, agrees ? NULL : table->lobby.member[member].player);
    if (failed) {
        free(table->vote);
        table->vote = NULL;
    }
}

enum vote_state seat_vote_state(const struct table *table)
{
    unsigned voters = table_detectives(table);
    int all = __builtin_popcount(voters);
    int agree = __builtin_popcount(table->vote->agreed & voters);
    int refuse = __builtin_popcount(table->vote->refused & voters);
    if (2 * agree > all) {
        return VOTE_PASSED;
    }
    return 2 * (all - refuse) <= all ? VOTE_FAILED : VOTE_PENDING;
}

void seat_vote_end(struct table *table)
{
    if (table->vote != NULL) {
        table->vote->refused = ~0U; /* nobody is waited for */
        vote_send(table, "seat", write_keys, true, NULL);
        free(table->vote);
        table->vote = NULL;
    }
}

void seat_vote_review(struct table *table)
{
    const struct seat_vote *vote = table->vote;
    if (vote == NULL) {
        return;
    }
    int to = lobby_member(&table->lobby, vote->to);
    bool is_done = to >= 0 && (table->lobby.member[to].pawns & vote->pawns) == vote->pawns;
    if (table->lobby.state != TABLE_RUNNING || is_done || !table_may_give(table, vote->pawns) ||
        !player_is_connected(player_find(table->tables, vote->to)) || seat_vote_state(table) == VOTE_FAILED) {
        seat_vote_end(table);
    }
}
