/*
 * seat.c: the verb seat: the detectives decide who plays an absent detective's pawns until they return.
 *
 * Only detectives have a say, whoever hosts: Jack could otherwise give the pawns to a second identity of his own, which
 * would be sent what the police say.
 */
#include <stdio.h>
#include <string.h>

#include "server/net/rate_limit.h"
#include "server/table/changes/broadcast.h"
#include "server/table/changes/seat_vote.h"
#include "server/table/commentary.h"
#include "server/table/owners.h"
#include "server/table/table_limits.h"
#include "server/table/table_names.h"
#include "server/verbs/play/chat.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

#define VOTES_PER_SECOND 0.05 /* of one detective */
enum { VOTES_BURST = 5 };

/* Returns whether a player is connected, and sits at the table or watches it. Nobody else is given pawns. */
static bool is_at_table(const struct table *table, const struct player *player)
{
    bool watches = false;
    const struct watch *watch;
    LIST_FOREACH (watch, &table->watches, table_entry) {
        watches = watches || watch->session->player == player;
    }
    return player_is_connected(player) && (watches || lobby_member(&table->lobby, player->id) >= 0);
}

/* Returns an error if somebody can't be given pawns. */
static enum error check_candidate(const struct table *table, const struct player *player)
{
    const struct lobby *lobby = &table->lobby;
    int member = player == NULL ? -1 : lobby_member(lobby, player->id);
    if (player == NULL || !is_at_table(table, player) ||
        (member >= 0 && (lobby->member[member].pawns & PAWN_BIT(PAWN_JACK)) != 0)) {
        return ERROR_UNKNOWN_PLAYER;
    }
    if (lobby_commentator(lobby, player->id) >= 0) {
        return ERROR_COMMENTATES;
    }
    if (member >= 0) {
        return ERROR_OK;
    }
    if (lobby->commentary) {
        return ERROR_NO_CONSENT; /* which had to be given before the start */
    }
    if (lobby->members == MEMBERS_MAX) {
        return ERROR_TABLE_FULL;
    }
    if (table_name_is_taken(table, player)) {
        return ERROR_NAME_TAKEN;
    }
    return tables_may_join(table->tables, player) ? ERROR_OK : ERROR_TOO_MANY_TABLES;
}

/* ---- giving ---- */

/* The turn is sent again, since the choices are the new holder's now. */
static void pawns_given(struct request *request, struct table *table)
{
    reply_table(request, table);
    table->tables->hooks.changed(table);
    table_send_turn(table);
}

/* The same for a new guest (owners.h), to whom the latest marker belongs. */
static void pawns_given_to_guest(struct request *request, struct table *table)
{
    for (unsigned i = 0; i < table->lobby.members; i++) {
        if (strcmp(table->lobby.member[i].police_from, table->lobby.marker) == 0) {
            table_hide_marks(table, i);
        }
    }
    pawns_given(request, table);
}

/* Gives the pawns if the vote has passed, and answers the request in any case. */
static void finish_if_passed(struct request *request)
{
    struct table *table = request->table;
    struct lobby lobby = table->lobby;
    if (table->vote == NULL || seat_vote_state(table) != VOTE_PASSED) {
        reply_table(request, table);
        return;
    }
    const struct player *player = player_find(table->tables, table->vote->to);
    enum error error =
        table_may_give(table, table->vote->pawns) ? check_candidate(table, player) : ERROR_NOT_ABSENT;
    if (error != ERROR_OK) {
        seat_vote_end(table);
        request_fail(request, error);
        return;
    }
    if (lobby_member(&lobby, player->id) < 0) {
        lobby_add_member(&lobby, player->id, player->name, 0);
    }
    lobby_give_pawns(&lobby, table->vote->pawns, (unsigned)lobby_member(&lobby, player->id));
    bool is_new_guest = strcmp(lobby.marker, table->lobby.marker) != 0;
    request_commit_lobby(request, &lobby, COMMIT_NOTIFY, is_new_guest ? pawns_given_to_guest : pawns_given);
}

/* ---- proposing ---- */

static bool proposer_is_here(const struct table *table)
{
    int proposer = lobby_member(&table->lobby, table->vote->player);
    return proposer >= 0 && (table_detectives(table) & (1U << (unsigned)proposer)) != 0;
}

static enum error check_proposal(struct request *request, unsigned *pawns)
{
    const struct table *table = request->table;
    const struct lobby *lobby = &table->lobby;
    if (!read_pawns(json_object_get(request->body, "pawns"), lobby->game, pawns) ||
        !pawns_of_police(*pawns)) {
        return ERROR_BAD_PAWNS;
    }
    if (!table_may_give(table, *pawns)) {
        return ERROR_NOT_ABSENT;
    }
    return check_candidate(table, player_find(table->tables, body_text(request, "player")));
}

static void propose(struct request *request, unsigned member)
{
    struct table *table = request->table;
    const struct player *player = request->session->player;
    const struct seat_vote *pending = table->vote;
    unsigned pawns = 0;
    enum error error = check_proposal(request, &pawns);
    if (error == ERROR_OK && pending != NULL && pending->pawns == pawns &&
        strcmp(pending->to, body_text(request, "player")) == 0) {
        seat_vote_answer(table, member, true); /* proposes the same */
        finish_if_passed(request);
        return;
    }
    if (error == ERROR_OK && pending != NULL && proposer_is_here(table) &&
        strcmp(pending->player, player->id) != 0) {
        error = ERROR_VOTE_PENDING;
    } else if (error == ERROR_OK &&
               !bucket_take(&table->votes[member], VOTES_PER_SECOND, VOTES_BURST, uv_hrtime())) {
        error = ERROR_TOO_MANY_REQUESTS;
    }
    if (error == ERROR_OK) {
        const struct player *to = player_find(table->tables, body_text(request, "player"));
        struct seat_vote vote = {.pawns = pawns};
        (void)snprintf(vote.player, sizeof vote.player, "%s", player->id);
        (void)snprintf(vote.name, sizeof vote.name, "%s", player->name);
        (void)snprintf(vote.to, sizeof vote.to, "%s", to->id);
        (void)snprintf(vote.to_name, sizeof vote.to_name, "%s", to->name);
        error = seat_vote_begin(table, &vote) ? ERROR_OK : ERROR_STORAGE;
    }
    if (error != ERROR_OK) {
        request_fail(request, error);
    } else {
        finish_if_passed(request);
    }
}

/* ---- answering ---- */

static void answer(struct request *request, unsigned member)
{
    struct table *table = request->table;
    bool agrees = body_flag(request, "agree");
    seat_vote_review(table);
    if (table->vote == NULL) {
        request_fail(request, ERROR_NO_VOTE);
    } else if (!agrees && strcmp(table->vote->player, request->session->player->id) == 0) { /* withdrawn */
        seat_vote_end(table);
        reply_table(request, table);
    } else {
        seat_vote_answer(table, member, agrees);
        finish_if_passed(request);
    }
}

void do_seat(struct request *request)
{
    const struct lobby *lobby = &request->table->lobby;
    int member = lobby_member(lobby, request->session->player->id);
    bool answers = json_object_get(request->body, "agree") != NULL;
    bool has_pawns = json_object_get(request->body, "pawns") != NULL;
    bool has_player = body_text(request, "player") != NULL;
    if (has_pawns != has_player || answers == has_pawns) {
        request_fail_with(request, ERROR_BAD_KEYS,
                          "\"seat\" has either \"pawns\" and \"player\", to propose, or \"agree\".");
    } else if (lobby->state != TABLE_RUNNING) {
        request_fail(request, ERROR_NOT_RUNNING);
    } else if (member < 0 || !pawns_of_police(lobby->member[member].pawns)) {
        request_fail(request, ERROR_NOT_DETECTIVE);
    } else if (answers) {
        answer(request, (unsigned)member);
    } else {
        propose(request, (unsigned)member);
    }
}
