/*
 * admin_commands.c: see admin_commands.h.
 *
 * Nothing here shows a secret of a game: only ids, states and numbers of tables and players.
 */
#include "server/admin/admin_commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/base/log.h"
#include "server/table/commentary.h"
#include "server/table/table_commit.h"
#include "server/verbs/device_codes.h"
#include "server/verbs/dispatch.h"

static void answer_json(struct admin_request *request, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    admin_answer(request, text != NULL, text == NULL ? "Out of memory." : text);
    free(text);
    json_decref(value);
}

/* ---- lists ---- */

/* Returns a time as the log writes it, without milliseconds. */
static json_t *moment(int64_t seconds)
{
    char text[32] = "";
    time_t when = (time_t)seconds;
    struct tm parts;
    if (gmtime_r(&when, &parts) != NULL) {
        (void)strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    }
    return json_string(text);
}

static void list_tables(struct dispatch *dispatch, struct admin_request *request)
{
    json_t *list = json_array();
    const struct table *table;
    LIST_FOREACH (table, &dispatch->tables->all, entry) {
        json_array_append_new(
            list,
            json_pack("{s:s,s:s,s:s,s:i,s:I,s:o}", "table", table->id, "game", game_name(table->lobby.game),
                      "state", table_state_name(table->lobby.state), "seats", (int)table->lobby.members,
                      "actions", (json_int_t)table->entries, "touched", moment(table->lobby.touched)));
    }
    answer_json(request, list);
}

struct listing {
    struct dispatch *dispatch;
    struct admin_request *request;
};

static void players_found(struct store_request *found)
{
    struct listing *listing = found->context;
    json_t *list = json_array();
    for (size_t i = 0; i < found->rows; i++) {
        const struct player *player = player_find(listing->dispatch->tables, found->row[i].text[0]);
        json_array_append_new(list,
                              json_pack("{s:s,s:s,s:o,s:b}", "player", found->row[i].text[0], "name",
                                        found->row[i].text[1], "created", moment(found->row[i].number[0]),
                                        "connected", player_is_connected(player)));
    }
    answer_json(listing->request, list);
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
    answer_json(request,
                json_pack("{s:I,s:I,s:I,s:I,s:I}", "connections", (json_int_t)gauges.connections,
                          "tables_open", (json_int_t)gauges.tables_open, "tables_running",
                          (json_int_t)gauges.tables_running, "store_queue", (json_int_t)gauges.store_queue,
                          "send_queue_bytes", (json_int_t)gauges.send_queue_bytes));
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
        admin_answer(request, false, "There is no such open or running table.");
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

/* Tables that stay busy while a player is being removed: a write of one would store the old name again. */
struct reservation {
    size_t count;
    struct table *table[];
};

struct expulsion {
    struct dispatch *dispatch;
    struct admin_request *request;
    struct reservation *reserved; /* NULL if only the tokens are revoked */
};

static void disconnect(struct dispatch *dispatch, const char *id)
{
    const struct player *player = player_find(dispatch->tables, id);
    const struct session *session = player == NULL ? NULL : LIST_FIRST(&player->sessions);
    for (; session != NULL; session = LIST_NEXT(session, player_entry)) {
        if (session->connection != NULL) {
            connection_close(session->connection, CLOSE_POLICY, "this token is no longer valid");
        }
    }
}

/* Returns whether the player sits at the table, or watches it and so could be given a seat. */
static bool is_at(const struct table *table, const char *id)
{
    const struct watch *watch;
    LIST_FOREACH (watch, &table->watches, table_entry) {
        if (watch->session->player != NULL && strcmp(watch->session->player->id, id) == 0) {
            return true;
        }
    }
    return lobby_member(&table->lobby, id) >= 0 || lobby_commentator(&table->lobby, id) >= 0;
}

static bool is_busy_somewhere(const struct dispatch *dispatch, const char *id)
{
    const struct table *table;
    LIST_FOREACH (table, &dispatch->tables->all, entry) {
        if (table->busy && is_at(table, id)) {
            return true;
        }
    }
    return false;
}

/* Returns whether a request of the player has not been answered. It may be about to store their name. */
static bool has_requests(const struct dispatch *dispatch, const char *id)
{
    const struct player *player = player_find(dispatch->tables, id);
    const struct session *session = player == NULL ? NULL : LIST_FIRST(&player->sessions);
    for (; session != NULL; session = LIST_NEXT(session, player_entry)) {
        if (session->current != NULL || !STAILQ_EMPTY(&session->inbox)) {
            return true;
        }
    }
    return false;
}

/* Reserves the player's tables that are not busy. Returns NULL if there is no memory. */
static struct reservation *reserve_tables(struct dispatch *dispatch, const char *id)
{
    struct table *table;
    struct reservation *reserved =
        calloc(1, sizeof *reserved + dispatch->tables->count * sizeof(struct table *));
    if (reserved == NULL) {
        return NULL;
    }
    LIST_FOREACH (table, &dispatch->tables->all, entry) {
        if (!table->busy && is_at(table, id)) {
            table_reserve(table);
            reserved->table[reserved->count++] = table;
        }
    }
    return reserved;
}

static void release_tables(struct reservation *reserved)
{
    for (size_t i = 0; reserved != NULL && i < reserved->count; i++) {
        table_release_reservation(reserved->table[i]);
    }
    free(reserved);
}

static void replace_names(const struct reservation *reserved, const char *id)
{
    for (size_t i = 0; reserved != NULL && i < reserved->count; i++) {
        table_replace_name(reserved->table[i], id, STORE_REMOVED_NAME);
    }
}

/* Removes the player's name from memory, as it was removed from disk. */
static void remove_name(struct expulsion *expulsion, const char *id)
{
    struct dispatch *dispatch = expulsion->dispatch;
    struct player *player = player_find(dispatch->tables, id);
    struct reservation *late = reserve_tables(dispatch, id); /* finished games that were loaded meanwhile */
    if (player != NULL) {
        snprintf(player->name, sizeof player->name, "%s", STORE_REMOVED_NAME);
    }
    replace_names(expulsion->reserved, id);
    replace_names(late, id);
    release_tables(late);
}

static void expelled(struct store_request *stored)
{
    struct expulsion *expulsion = stored->context;
    const char *id = stored->op[0].row.text[0];
    if (stored->status == STORE_OK) {
        codes_remove(expulsion->dispatch->codes, id); /* one that was requested meanwhile */
        disconnect(expulsion->dispatch, id);
        if (stored->op[0].verb == STORE_PLAYER_REMOVE) {
            remove_name(expulsion, id);
        }
        log_line(LOG_INFO, stored->op[0].verb == STORE_PLAYER_REMOVE ? "player_removed" : "tokens_revoked",
                 "player=%s", id);
        admin_answer(expulsion->request, true, "{\"done\":true}");
    } else {
        admin_answer(expulsion->request, false,
                     stored->status == STORE_NOTHING ? "There is no such player."
                                                     : "It could not be stored.");
    }
    release_tables(expulsion->reserved);
    free(expulsion);
    store_request_free(stored);
}

/* A removal is refused while something that contains the player's name may be on its way to the store. */
static const char *why_not_removable(const struct dispatch *dispatch, const char *id)
{
    if (is_busy_somewhere(dispatch, id)) {
        return "A change of one of that player's tables is being stored; try again.";
    }
    return has_requests(dispatch, id) ? "A request of that player is being carried out; try again." : NULL;
}

static void expel(struct dispatch *dispatch, struct admin_request *request, const char *id,
                  enum store_verb verb)
{
    bool removes = verb == STORE_PLAYER_REMOVE;
    const char *why_not = removes ? why_not_removable(dispatch, id) : NULL;
    if (why_not != NULL) {
        admin_answer(request, false, why_not);
        return;
    }
    struct expulsion *expulsion = malloc(sizeof *expulsion);
    struct reservation *reserved = removes ? reserve_tables(dispatch, id) : NULL;
    if (expulsion == NULL || (removes && reserved == NULL)) {
        release_tables(reserved);
        free(expulsion);
        admin_answer(request, false, "Out of memory.");
        return;
    }
    *expulsion = (struct expulsion){dispatch, request, reserved};
    codes_remove(dispatch->codes, id); /* now, so that no code becomes a token meanwhile */
    if (removes) {
        disconnect(dispatch, id); /* now, so that no request of theirs stores the name again */
    }
    struct store_request *stored = store_request_new(expelled, expulsion);
    store_request_add(stored, verb, (const char *[]){id}, 1, NULL, 0);
    store_submit(dispatch->store, stored);
}

static void backed_up(void *context, const char *error)
{
    admin_answer(context, error == NULL, error == NULL ? "{\"done\":true}" : error);
}

void admin_command(void *context, struct admin_request *request, const char *verb, const char *argument)
{
    struct dispatch *dispatch = context;
    if (strcmp(verb, "tables") == 0) {
        list_tables(dispatch, request);
    } else if (strcmp(verb, "players") == 0) {
        list_players(dispatch, request);
    } else if (strcmp(verb, "stats") == 0) {
        show_stats(dispatch, request);
    } else if (strcmp(verb, "close") == 0) {
        close_table(dispatch, request, argument);
    } else if (strcmp(verb, "remove") == 0) {
        expel(dispatch, request, argument, STORE_PLAYER_REMOVE);
    } else if (strcmp(verb, "revoke") == 0) {
        expel(dispatch, request, argument, STORE_TOKENS_REVOKE);
    } else if (strcmp(verb, "backup") == 0) {
        store_backup(dispatch->store, argument, backed_up, request);
    } else {
        admin_answer(request, false, "There is no such command.");
    }
}
