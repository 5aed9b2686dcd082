/*
 * operator.c: what the operator asks through the admin socket (admin.h), carried out on the loop.
 *
 * Nothing here shows a secret of a game: tables and players by id, state and number only.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/base/log.h"
#include "server/server.h"

static void answer_json(struct admin_request *request, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    admin_answer(request, text != NULL, text == NULL ? "out of memory" : text);
    free(text);
    json_decref(value);
}

/* ---- lists ---- */

/* A moment as the log writes it, but for its milliseconds. */
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

static void list_tables(struct server *server, struct admin_request *request)
{
    json_t *list = json_array();
    for (const struct table *table = server->tables; table != NULL; table = table->next) {
        json_array_append_new(
            list,
            json_pack("{s:s,s:s,s:s,s:i,s:I,s:o}", "table", table->id, "game", game_name(table->lobby.game),
                      "state", table_state_name(table->lobby.state), "seats", (int)table->lobby.members,
                      "actions", (json_int_t)table->entries, "touched", moment(table->lobby.touched)));
    }
    answer_json(request, list);
}

struct listing {
    struct server *server;
    struct admin_request *request;
};

static void players_found(struct store_request *found)
{
    struct listing *listing = found->context;
    json_t *list = json_array();
    for (size_t i = 0; i < found->rows; i++) {
        const struct player *player = player_find(listing->server, found->row[i].text[0]);
        json_array_append_new(list,
                              json_pack("{s:s,s:s,s:o,s:b}", "player", found->row[i].text[0], "name",
                                        found->row[i].text[1], "created", moment(found->row[i].number[0]),
                                        "connected", player_is_here(player)));
    }
    answer_json(listing->request, list);
    free(listing);
    store_request_free(found);
}

/* The newest, as many as an operator would read. */
static void list_players(struct server *server, struct admin_request *request)
{
    enum { PLAYERS_SHOWN = 1000 };
    struct listing *listing = malloc(sizeof *listing);
    if (listing == NULL) {
        admin_answer(request, false, "There is no memory.");
        return;
    }
    *listing = (struct listing){server, request};
    struct store_request *found = store_request_new(players_found, listing);
    store_request_add(found, STORE_PLAYERS, NULL, 0, (int64_t[]){PLAYERS_SHOWN}, 1);
    store_submit(server->store, found);
}

static void show_stats(struct server *server, struct admin_request *request)
{
    struct metrics_gauges gauges = server_gauges(server);
    answer_json(request,
                json_pack("{s:I,s:I,s:I,s:I,s:I}", "connections", (json_int_t)gauges.connections,
                          "tables_open", (json_int_t)gauges.tables_open, "tables_running",
                          (json_int_t)gauges.tables_running, "store_queue", (json_int_t)gauges.store_queue,
                          "send_queue_bytes", (json_int_t)gauges.send_queue_bytes));
}

/* ---- changes ---- */

static void table_closed(void *context, bool stored)
{
    admin_answer(context, stored, stored ? "{\"closed\":true}" : "It could not be written.");
}

static void close_table(struct server *server, struct admin_request *request, const char *id)
{
    struct table *table = table_find(server, id);
    if (table == NULL || table->lobby.state == TABLE_FINISHED || table->lobby.state == TABLE_CLOSED) {
        admin_answer(request, false, "There is no such open or running table.");
        return;
    }
    struct lobby lobby = table->lobby;
    lobby.state = TABLE_CLOSED;
    if (!server_change_table(table, &lobby, table_closed, request)) {
        admin_answer(request, false, "Something is being written for that table; try again.");
        return;
    }
    log_line(LOG_INFO, "table_closed", "table=%s by=operator", id);
}

struct expulsion {
    struct server *server;
    struct admin_request *request;
};

static void hang_up(struct server *server, const char *id)
{
    const struct player *player = player_find(server, id);
    for (const struct session *session = player == NULL ? NULL : player->sessions; session != NULL;
         session = session->next_of_player) {
        if (session->connection != NULL) {
            connection_close(session->connection, CLOSE_POLICY, "this token is no longer good");
        }
    }
}

static void put_removed(char *name, size_t capacity)
{
    snprintf(name, capacity, "%s", STORE_REMOVED_NAME);
}

/* His name goes from memory as it went from disk. */
static void forget_name(struct server *server, const char *id)
{
    struct player *player = player_find(server, id);
    for (struct table *table = server->tables; table != NULL; table = table->next) {
        int member = lobby_member(&table->lobby, id);
        if (member < 0) {
            continue;
        }
        struct lobby *lobby = &table->lobby;
        if ((unsigned)member < lobby->setup.seats) { /* members sit in the order of the record's seats */
            put_removed(lobby->seat_name[member], sizeof lobby->seat_name[member]);
        }
        put_removed(lobby->member[member].name, sizeof lobby->member[member].name);
        table_tell_lobby(table);
    }
    if (player != NULL) {
        put_removed(player->name, sizeof player->name);
    }
}

/* A table with something at the store would bring the old name back: then it is for a moment later. */
static bool is_busy_somewhere(const struct server *server, const char *id)
{
    for (const struct table *table = server->tables; table != NULL; table = table->next) {
        if (table->busy && lobby_member(&table->lobby, id) >= 0) {
            return true;
        }
    }
    return false;
}

static void expelled(struct store_request *stored)
{
    struct expulsion *expulsion = stored->context;
    const char *id = stored->op[0].row.text[0];
    if (stored->status == STORE_OK) {
        codes_forget(expulsion->server->codes, id); /* one he drew meanwhile */
        hang_up(expulsion->server, id);
        if (stored->op[0].verb == STORE_PLAYER_REMOVE) {
            forget_name(expulsion->server, id);
        }
        log_line(LOG_INFO, stored->op[0].verb == STORE_PLAYER_REMOVE ? "player_removed" : "tokens_revoked",
                 "player=%s", id);
        admin_answer(expulsion->request, true, "{\"done\":true}");
    } else {
        admin_answer(expulsion->request, false,
                     stored->status == STORE_NOTHING ? "There is no such player."
                                                     : "It could not be written.");
    }
    free(expulsion);
    store_request_free(stored);
}

static void expel(struct server *server, struct admin_request *request, const char *id, enum store_verb verb)
{
    if (is_busy_somewhere(server, id)) {
        admin_answer(request, false, "Something is being written for a table of that player; try again.");
        return;
    }
    struct expulsion *expulsion = malloc(sizeof *expulsion);
    if (expulsion == NULL) {
        admin_answer(request, false, "out of memory");
        return;
    }
    *expulsion = (struct expulsion){server, request};
    codes_forget(server->codes, id); /* now: a code must not become a token behind this one's back */
    struct store_request *stored = store_request_new(expelled, expulsion);
    store_request_add(stored, verb, (const char *[]){id}, 1, NULL, 0);
    store_submit(server->store, stored);
}

static void backed_up(void *context, const char *error)
{
    admin_answer(context, error == NULL, error == NULL ? "{\"done\":true}" : error);
}

void server_admin(void *context, struct admin_request *request, const char *verb, const char *argument)
{
    struct server *server = context;
    if (strcmp(verb, "tables") == 0) {
        list_tables(server, request);
    } else if (strcmp(verb, "players") == 0) {
        list_players(server, request);
    } else if (strcmp(verb, "stats") == 0) {
        show_stats(server, request);
    } else if (strcmp(verb, "close") == 0) {
        close_table(server, request, argument);
    } else if (strcmp(verb, "remove") == 0) {
        expel(server, request, argument, STORE_PLAYER_REMOVE);
    } else if (strcmp(verb, "revoke") == 0) {
        expel(server, request, argument, STORE_TOKENS_REVOKE);
    } else if (strcmp(verb, "backup") == 0) {
        store_backup(server->store, argument, backed_up, request);
    } else {
        admin_answer(request, false, "There is no such command.");
    }
}
