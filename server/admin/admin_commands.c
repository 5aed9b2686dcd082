/*
 * admin_commands.c: see admin_commands.h.
 *
 * Nothing here shows a secret of a game: only ids, states and numbers of tables and players.
 */
#include "server/admin/admin_commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/admin/admin_answer.h"
#include "server/admin/admin_bans.h"
#include "server/admin/admin_nodes.h"
#include "server/base/log.h"
#include "server/cluster/shared.h"
#include "server/table/changes/table_commit.h"
#include "server/table/damaged.h"
#include "server/verbs/account/expulsion.h"
#include "server/verbs/dispatch.h"

/* ---- lists ---- */

static void list_tables(struct dispatch *dispatch, struct admin_request *request)
{
    json_t *list = json_array();
    const struct table *table;
    LIST_FOREACH (table, &dispatch->tables->all, entry) {
        json_array_append_new(
            list, json_pack("{s:s,s:s,s:s,s:i,s:I,s:o,s:s,s:s}", "table", table->id, "game",
                            game_name(table->lobby.game), "state", table_state_name(table->lobby.state),
                            "seats", (int)table->lobby.members, "actions", (json_int_t)table->entries,
                            "touched", admin_moment(table->lobby.touched), "host", table->lobby.host, "from",
                            table->origin[0] == '\0' ? "-" : table->origin));
    }
    admin_answer_json(request, list);
}

static void list_damaged(struct dispatch *dispatch, struct admin_request *request)
{
    json_t *list = json_array();
    const struct damaged *damaged;
    LIST_FOREACH (damaged, &dispatch->tables->damaged, entry) {
        json_array_append_new(list, json_pack("{s:s,s:o,s:s}", "table", damaged->table, "found",
                                              admin_moment(damaged->since), "why", damaged->why));
    }
    admin_answer_json(request, list);
}

struct listing {
    struct dispatch *dispatch;
    struct admin_request *request;
};

/* Returns where a player's newest connection comes from. */
static const char *address_of(const struct player *player)
{
    const struct session *session = player == NULL ? NULL : LIST_FIRST(&player->sessions);
    while (session != NULL && session->connection == NULL) {
        session = LIST_NEXT(session, player_entry);
    }
    return session == NULL ? "-" : connection_address(session->connection);
}

/* A player who is connected to another node need not be in memory here. */
static bool is_connected(const struct tables *tables, const struct player *player, const char *id)
{
    return player_is_connected(player) ||
           (tables->shared != NULL && presence_count(&tables->shared->presence, id) > 0);
}

static void players_found(struct store_request *found)
{
    struct listing *listing = found->context;
    json_t *list = json_array();
    for (size_t i = 0; i < found->rows; i++) {
        const struct player *player = player_find(listing->dispatch->tables, found->row[i].text[0]);
        json_array_append_new(
            list,
            json_pack("{s:s,s:s,s:o,s:b,s:s}", "player", found->row[i].text[0], "name", found->row[i].text[1],
                      "created", admin_moment(found->row[i].number[0]), "connected",
                      is_connected(listing->dispatch->tables, player, found->row[i].text[0]), "from",
                      address_of(player)));
    }
    admin_answer_json(listing->request, list);
    free(listing);
    store_request_free(found);
}

/* Lists the newest players, as many as an operator would read. */
static void list_players(struct dispatch *dispatch, struct admin_request *request)
{
    enum { PLAYERS_SHOWN = 1000 };
    struct listing *listing = malloc(sizeof *listing);
    if (listing == NULL) {
        admin_answer(request, false, "Out of memory.");
        return;
    }
    *listing = (struct listing){dispatch, request};
    struct store_request *found = store_request_new(players_found, listing);
    store_request_add(found, STORE_PLAYERS, NULL, 0, (int64_t[]){PLAYERS_SHOWN}, 1);
    store_submit(dispatch->store, found);
}

static void show_stats(struct dispatch *dispatch, struct admin_request *request)
{
    struct metrics_gauges gauges = tables_gauges(dispatch->tables);
    admin_answer_json(
        request, json_pack("{s:I,s:I,s:I,s:I,s:I,s:I,s:I}", "connections", (json_int_t)gauges.connections,
                           "tables_open", (json_int_t)gauges.tables_open, "tables_running",
                           (json_int_t)gauges.tables_running, "store_queue", (json_int_t)gauges.store_queue,
                           "send_queue_bytes", (json_int_t)gauges.send_queue_bytes, "database_bytes",
                           (json_int_t)gauges.database_bytes, "database_limit_bytes",
                           (json_int_t)gauges.database_limit));
}

/* ---- changes ---- */

static void table_closed(void *context, struct table *table, bool stored)
{
    (void)table;
    admin_answer(context, stored, stored ? "{\"closed\":true}" : "It could not be stored.");
}

static void close_table(struct dispatch *dispatch, struct admin_request *request, const char *id)
{
    struct table *table = table_find(dispatch->tables, id);
    if (table == NULL || !lobby_is_unfinished(&table->lobby)) {
        admin_answer(request, false, ADMIN_NO_SUCH_TABLE);
        return;
    }
    struct lobby lobby = table->lobby;
    lobby.state = TABLE_CLOSED;
    if (!table_commit_lobby(table, &lobby, COMMIT_NOTIFY, table_closed, request)) {
        admin_answer(request, false, "A change of that table is being stored; try again.");
        return;
    }
    log_line(LOG_INFO, "table_closed", "table=%s by=operator", id);
}

/* ---- remove and revoke ---- */

struct expelling {
    struct dispatch *dispatch;
    struct admin_request *request;
    struct expulsion *expulsion;
    enum store_verb verb;
    char id[PLAYER_ID_LENGTH + 1];
};

/* Ends the expulsion at all nodes, and answers: `error` is NULL, or a sentence. */
static void end_expelling(struct expelling *expelling, const char *error)
{
    struct shared *shared = expelling->dispatch->tables->shared;
    bool removes = expelling->verb == STORE_PLAYER_REMOVE;
    expulsion_end(expelling->expulsion, error == NULL);
    if (shared != NULL) {
        news_expelled(shared, expelling->id,
                      error != NULL ? EXPELLED_NOT
                      : removes     ? EXPELLED_REMOVED
                                    : EXPELLED_REVOKED);
    }
    if (error == NULL) {
        log_line(LOG_INFO, removes ? "player_removed" : "tokens_revoked", "player=%s", expelling->id);
    }
    admin_answer(expelling->request, error == NULL, error == NULL ? "{\"done\":true}" : error);
    free(expelling);
}

static void expelled(struct store_request *stored)
{
    const char *error = stored->status == STORE_OK        ? NULL
                        : stored->status == STORE_NOTHING ? "There is no such player."
                                                          : "It could not be stored.";
    end_expelling(stored->context, error);
    store_request_free(stored);
}

/* All nodes have begun, or one of them says why it can't. */
static void nodes_are_ready(void *context, const char *why_not)
{
    struct expelling *expelling = context;
    if (why_not != NULL) {
        end_expelling(expelling, why_not);
        return;
    }
    struct store_request *stored = store_request_new(expelled, expelling);
    store_request_add(stored, expelling->verb, (const char *[]){expelling->id}, 1, NULL, 0);
    store_submit(expelling->dispatch->store, stored);
}

static void expel(struct dispatch *dispatch, struct admin_request *request, const char *id,
                  enum store_verb verb)
{
    bool removes = verb == STORE_PLAYER_REMOVE;
    const char *why_not = strlen(id) > PLAYER_ID_LENGTH ? "There is no such player." : NULL;
    struct expelling *expelling = why_not == NULL ? malloc(sizeof *expelling) : NULL;
    struct expulsion *expulsion = expelling == NULL ? NULL : expulsion_begin(dispatch, id, removes, &why_not);
    if (expulsion == NULL) {
        admin_answer(request, false, why_not == NULL ? "Out of memory." : why_not);
        free(expelling);
        return;
    }
    *expelling =
        (struct expelling){.dispatch = dispatch, .request = request, .expulsion = expulsion, .verb = verb};
    (void)snprintf(expelling->id, sizeof expelling->id, "%s", id);
    if (dispatch->tables->shared != NULL) {
        news_ask_expulsion(dispatch->tables->shared, id, removes, nodes_are_ready, expelling);
    } else {
        nodes_are_ready(expelling, NULL);
    }
}

static void backed_up(void *context, const char *error)
{
    admin_answer(context, error == NULL, error == NULL ? "{\"done\":true}" : error);
}

void admin_command(void *context, struct admin_request *request, const char *verb, const char *argument)
{
    struct dispatch *dispatch = context;
    if (!admin_everywhere(dispatch, request, verb, argument)) {
        admin_command_here(dispatch, request, verb, argument);
    }
}

void admin_command_here(struct dispatch *dispatch, struct admin_request *request, const char *verb,
                        const char *argument)
{
    if (strcmp(verb, "tables") == 0) {
        list_tables(dispatch, request);
    } else if (strcmp(verb, "damaged") == 0) {
        list_damaged(dispatch, request);
    } else if (strcmp(verb, "players") == 0) {
        list_players(dispatch, request);
    } else if (strcmp(verb, "stats") == 0) {
        show_stats(dispatch, request);
    } else if (strcmp(verb, "close") == 0) {
        close_table(dispatch, request, argument);
    } else if (strcmp(verb, "close_all") == 0) {
        admin_close_all(dispatch, request, argument);
    } else if (strcmp(verb, "ban") == 0) {
        admin_ban(dispatch, request, argument);
    } else if (strcmp(verb, "unban") == 0) {
        admin_unban(dispatch, request, argument);
    } else if (strcmp(verb, "bans") == 0) {
        admin_list_bans(dispatch, request);
    } else if (strcmp(verb, "remove") == 0) {
        expel(dispatch, request, argument, STORE_PLAYER_REMOVE);
    } else if (strcmp(verb, "revoke") == 0) {
        expel(dispatch, request, argument, STORE_TOKENS_REVOKE);
    } else if (strcmp(verb, "nodes") == 0) {
        admin_list_nodes(dispatch, request);
    } else if (strcmp(verb, "node") == 0) {
        admin_node_figures(dispatch, request);
    } else if (strcmp(verb, "drain") == 0) {
        admin_drain(dispatch, request, argument);
    } else if (strcmp(verb, "backup") == 0) {
        store_backup(dispatch->store, argument, backed_up, request);
    } else {
        admin_answer(request, false, "There is no such command.");
    }
}
