/*
 * rematch.c: a new table for the people of a finished game.
 *
 * The first player who asks decides the roles and the options; everyone else gets the same table, unless that has been
 * closed: then the next one who asks gets a new one. A player who is alone with bots does not have to wait for anyone:
 * the new game starts at once.
 */
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/base/words.h"
#include "server/base/wall_clock.h"
#include "server/table/lobby_json.h"
#include "server/table/owners.h"
#include "server/table/table_limits.h"
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
    member->police_from[0] = member->chat_from[0] = '\0';
    member->away_from = member->away_until = 0;
    member->off_used = 0;
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
    /* The old host may have played only for somebody else, and not be a member now. */
    memcpy(lobby->host, lobby_member(lobby, old->host) >= 0 ? old->host : lobby->member[host].player,
           sizeof lobby->host);
}

/* Everyone who owned pawns plays again, and nobody who only played for somebody else. */
static void make_rematch(const struct lobby *finished, enum roles roles, struct lobby *lobby)
{
    struct lobby owners = *finished;
    const struct lobby *old = &owners;
    lobby_return_all_pawns(&owners);
    *lobby = (struct lobby){.game = old->game,
                            .options = old->options,
                            .is_private = old->is_private,
                            .counts = old->counts,
                            .aids = old->aids,
                            .spectator_aids = old->spectator_aids,
                            .clock = old->clock,
                            .night = old->night,
                            .days_off = old->days_off,
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

static void rematch_committed(void *context, struct table *next)
{
    struct request *request = context;
    const struct connection *connection = request->session->connection;
    if (next != NULL && connection != NULL) {
        table_set_origin(next, connection_address(connection));
    }
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

/* Creates the new table, or fails the request. */
static void create_rematch(struct request *request)
{
    struct table *old = request->table;
    enum roles roles;
    uint32_t options;
    struct lobby next;
    enum error error = read_rematch(request, &roles, &options);
    if (error == ERROR_OK) {
        make_rematch(&old->lobby, roles, &next);
        error =
            tables_all_may_join(old->tables, &next) ? request_take_creation(request) : ERROR_TOO_MANY_TABLES;
    }
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    char id[TABLE_ID_LENGTH + 1];
    identity_random_text(id, TABLE_ID_LENGTH);
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

/* Replies with a table that is not in memory. */
static void reply_stored(struct request *request, const struct table *table)
{
    const char *player = request->session->player->id;
    enum lobby_reader reader = lobby_member(&table->lobby, player) < 0  ? READER_ANYONE
                               : strcmp(table->lobby.host, player) == 0 ? READER_HOST
                                                                        : READER_MEMBER;
    struct json_writer writer;
    request_begin(request, &writer);
    lobby_write_for(&writer, "table", table, reader);
    request_end(request, &writer);
}

/* A rematch that is not in memory has been finished, or closed before it was, or belongs to another node. */
static void rematch_looked_up(void *context, struct table *old, const struct store_request *found)
{
    struct request *request = context;
    struct table *next = calloc(1, sizeof *next); /* only for the reply */
    bool exists = found->status == STORE_OK && strcmp(found->row[0].text[2], "closed") != 0;
    if (next == NULL || found->status == STORE_REFUSED) {
        request_fail(request, ERROR_STORAGE);
    } else if (!exists) {
        create_rematch(request);
    } else if (!lobby_from_json(&next->lobby, found->row[0].text[3])) {
        request_fail(request, ERROR_DAMAGED);
    } else {
        next->tables = old->tables;
        memcpy(next->id, old->lobby.rematch, sizeof next->id);
        reply_stored(request, next);
    }
    free(next);
}

void do_rematch(struct request *request)
{
    struct table *old = request->table;
    const char *id = old->lobby.rematch;
    struct table *next = id[0] == '\0' ? NULL : table_find(old->tables, id);
    enum roles roles;
    uint32_t options;
    enum error error = read_rematch(request, &roles, &options);
    if (error != ERROR_OK) {
        request_fail(request, error);
    } else if (next != NULL && next->lobby.state != TABLE_CLOSED) {
        reply_table(request, next);
    } else if (next == NULL && id[0] != '\0') {
        struct store_request *found = table_write_new(old, rematch_looked_up, request);
        store_request_add(found, STORE_TABLE_OF, (const char *[]){id}, 1, NULL, 0);
        table_write_submit(old, found); /* until then, other requests for a rematch wait */
    } else {
        create_rematch(request);
    }
}
