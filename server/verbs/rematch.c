/*
 * rematch.c: a new table for the people of a finished game.
 *
 * The first player who asks decides the roles and the options; everyone else gets the same table. A player who is
 * alone with bots does not have to wait for anyone: the new game starts at once.
 */
#include <string.h>

#include "common/base/array.h"
#include "common/base/words.h"
#include "server/base/wall_clock.h"
#include "server/verbs/create.h"
#include "server/verbs/request_table.h"
#include "server/verbs/settings.h"
#include "server/verbs/verbs.h"

enum roles { ROLES_SWAP, ROLES_KEEP, ROLES_CHOOSE, ROLES_COUNT };

static const char *const roles_names[] = {
    [ROLES_SWAP] = "swap", [ROLES_KEEP] = "keep", [ROLES_CHOOSE] = "choose"};
_Static_assert(COUNT(roles_names) == ROLES_COUNT, "a name for every way to assign roles");

/* ---- who plays what ---- */

/* Adds a member of the old table to the new one. A player whom a bot replaced has their seat back. */
static void add_again(struct lobby *lobby, const struct member *old)
{
    struct member *member = &lobby->member[lobby->members++];
    *member = *old;
    member->resigns = 0;
    if (member->substituted) {
        member_end_substitution(member);
    }
}

static unsigned find_jack(const struct lobby *lobby)
{
    unsigned jack = 0;
    while (jack + 1 < lobby->members && lobby->member[jack].pawns != PAWN_BIT(PAWN_JACK)) {
        jack++;
    }
    return jack;
}

/* Returns the next person after Jack in the order of seats, or the next bot if there is no other person. */
static unsigned next_jack(const struct lobby *lobby, unsigned jack)
{
    for (unsigned i = 1; i < lobby->members; i++) {
        unsigned next = (jack + i) % lobby->members;
        if (!member_is_bot(&lobby->member[next])) {
            return next;
        }
    }
    return (jack + 1) % lobby->members;
}

/* Leaves only people, and a bot for Jack. */
static void remove_bot_policemen(struct lobby *lobby)
{
    for (unsigned i = lobby->members; i > 0; i--) {
        if (member_is_bot(&lobby->member[i - 1]) && lobby->member[i - 1].pawns != PAWN_BIT(PAWN_JACK)) {
            lobby_remove_member(lobby, (int)i - 1);
        }
    }
}

/* Jack and the next player exchange their pawns. A person who was Jack against bots gets the whole police. */
static void swap_roles(struct lobby *lobby)
{
    unsigned jack = find_jack(lobby), next = next_jack(lobby, jack);
    bool was_jack_alone = lobby_people(lobby) == 1 && !member_is_bot(&lobby->member[jack]);
    lobby->member[jack].pawns =
        was_jack_alone ? (uint8_t)game_policemen(lobby->game) : lobby->member[next].pawns;
    lobby->member[next].pawns = PAWN_BIT(PAWN_JACK);
    if (was_jack_alone) {
        remove_bot_policemen(lobby);
    }
}

/* Everyone sits down without pawns. Bots cannot choose, so they leave; the host may seat others. */
static void free_all_pawns(struct lobby *lobby)
{
    for (unsigned i = lobby->members; i > 0; i--) {
        lobby->member[i - 1].pawns = 0;
        if (member_is_bot(&lobby->member[i - 1])) {
            lobby_remove_member(lobby, (int)i - 1);
        }
    }
}

/* ---- the new table ---- */

static void assign_host(const struct lobby *old, struct lobby *lobby)
{
    unsigned host = 0;
    while (member_is_bot(&lobby->member[host])) {
        host++;
    }
    /* The old host may have lost their pawns to another player, and not be a member now. */
    memcpy(lobby->host, lobby_member(lobby, old->host) >= 0 ? old->host : lobby->member[host].player,
           sizeof lobby->host);
}

static void make_rematch(const struct lobby *old, enum roles roles, struct lobby *lobby)
{
    *lobby = (struct lobby){.game = old->game,
                            .options = old->options,
                            .is_private = old->is_private,
                            .aids = old->aids,
                            .clock = old->clock,
                            .level = old->level,
                            .pace = old->pace,
                            .created = wall_clock_now(),
                            .touched = wall_clock_now()};
    identity_random_text(lobby->invite, INVITE_LENGTH);
    for (unsigned i = 0; i < old->members; i++) {
        if (old->member[i].pawns != 0) {
            add_again(lobby, &old->member[i]);
        }
    }
    if (roles == ROLES_SWAP) {
        swap_roles(lobby);
    } else if (roles == ROLES_CHOOSE) {
        free_all_pawns(lobby);
    }
    if (lobby_people(lobby) == 0) { /* bots played for a host who watched, and will watch again */
        add_again(lobby, &old->member[lobby_member(old, old->host)]);
    }
    assign_host(old, lobby);
}

static void reply_rematch(struct request *request)
{
    struct table *next = table_find(dispatch_of(request)->tables, request->table->lobby.rematch);
    if (next == NULL) {
        request_fail(request, ERROR_UNKNOWN_TABLE);
    } else {
        reply_table(request, next);
    }
}

static void rematch_committed(void *context, struct table *next)
{
    struct request *request = context;
    if (next == NULL) {
        request_fail(request, ERROR_STORAGE);
    } else if (next->lobby.state == TABLE_RUNNING) {
        reply_started(request, next);
    } else {
        reply_table(request, next);
    }
}

static enum error read_rematch(const struct request *request, enum roles *roles, uint32_t *options)
{
    const struct table *old = request->table;
    const char *word = body_text(request, "roles");
    const json_t *list = json_object_get(request->body, "options");
    *roles =
        word == NULL ? ROLES_SWAP : (enum roles)word_find(roles_names, 0, ROLES_COUNT, ROLES_COUNT, word);
    *options = old->lobby.options;
    if (old->lobby.state != TABLE_FINISHED) {
        return ERROR_NOT_FINISHED;
    }
    if (*roles == ROLES_COUNT) {
        return ERROR_UNKNOWN_WORD;
    }
    return list == NULL || read_options(list, old->lobby.game, options) ? ERROR_OK : ERROR_BAD_OPTIONS;
}

void do_rematch(struct request *request)
{
    struct table *old = request->table;
    enum roles roles;
    uint32_t options;
    enum error error = read_rematch(request, &roles, &options);
    if (error == ERROR_OK && old->lobby.rematch[0] != '\0') {
        reply_rematch(request);
        return;
    }
    if (error == ERROR_OK && tables_too_many(old->tables, request->session->player->id)) {
        error = ERROR_TOO_MANY_TABLES;
    }
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    struct lobby next;
    char id[TABLE_ID_LENGTH + 1];
    identity_random_text(id, TABLE_ID_LENGTH);
    make_rematch(&old->lobby, roles, &next);
    next.options = options;
    (void)lobby_update_names(old->tables, &next);
    bool alone = lobby_people(&next) == 1 && lobby_member(&next, request->session->player->id) >= 0;
    if (alone && roles != ROLES_CHOOSE) {
        (void)lobby_start(old->tables, &next); /* nobody to wait for */
    }
    if (!table_commit_rematch(old, id, &next, rematch_committed, request)) {
        request_fail(request, ERROR_STORAGE);
    }
}
