/*
 * create.c: creating a table and starting its game.
 *
 * A table's id is computed from the player and the request's key, so a repeated request finds the table it created,
 * whether that is open, finished or closed by now.
 */
#include "server/verbs/create.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/base/wall_clock.h"
#include "server/bots/bot_seats.h"
#include "server/table/changes/broadcast.h"
#include "server/table/chat_access.h"
#include "server/table/commentary.h"
#include "server/table/lobby_json.h"
#include "server/table/table_limits.h"
#include "server/verbs/request_table.h"
#include "server/verbs/settings.h"
#include "server/verbs/verbs.h"

enum { LESSON_KEYS = 5 }; /* of a request for a lesson: "id", "do", "key", "game", "lesson" */

/* ---- create ---- */

/* A lesson decides all settings of its table. Nobody can find it, and it counts in no statistics. */
static enum error read_lesson(const struct request *request, const char *name, struct lobby *lobby)
{
    const struct lesson *lesson = lessons_find(dispatch_of(request)->tables->lessons, name);
    if (json_object_size(request->body) > LESSON_KEYS) {
        return ERROR_BAD_KEYS;
    }
    if (lesson == NULL || lesson->record.setup.game != lobby->game) {
        return ERROR_UNKNOWN_WORD;
    }
    (void)snprintf(lobby->lesson, sizeof lobby->lesson, "%s", lesson->name);
    lobby->options = lesson->record.setup.options;
    lobby->level = lesson->level;
    lobby->aids = AIDS_FULL;
    lobby->is_private = true;
    lobby->practice = true;
    return ERROR_OK;
}

static enum error read_create(struct request *request, struct lobby *lobby)
{
    *lobby = (struct lobby){.game = game_from_name(body_text(request, "game")),
                            .aids = AIDS_OFF,
                            .spectator_aids = true,
                            .level = BOT_NORMAL,
                            .pace = PACE_NORMAL,
                            .created = wall_clock_now(),
                            .touched = wall_clock_now()};
    if (lobby->game == GAME_KIND_COUNT) {
        return ERROR_BAD_GAME;
    }
    const char *lesson = body_text(request, "lesson");
    enum error error = lesson != NULL ? read_lesson(request, lesson, lobby) : read_settings(request, lobby);
    lobby->request_hash = lobby_hash_settings(lobby);
    return error;
}

static void compute_table_id(const struct request *request, char id[TABLE_ID_LENGTH + 1])
{
    char source[PLAYER_ID_LENGTH + KEY_LENGTH_MAX + 2];
    snprintf(source, sizeof source, "%s %s", request->session->player->id, request->key);
    identity_text_from(source, id, TABLE_ID_LENGTH);
}

static void table_created(struct request *request, struct table *table)
{
    log_line(LOG_INFO, "table_created", "table=%s game=%s", table->id, game_name(table->lobby.game));
    if (table->lobby.state == TABLE_RUNNING) {
        reply_started(request, table);
    } else {
        reply_table(request, table);
    }
}

/* Seats the learner and the opponent, and starts. Returns false if that is not possible. */
static bool start_lesson(const struct tables *tables, struct lobby *lobby)
{
    const struct lesson *lesson = lessons_find(tables->lessons, lobby->lesson);
    unsigned all = game_policemen(lobby->game) | PAWN_BIT(PAWN_JACK);
    lobby->member[0].pawns = (uint8_t)lesson->pawns;
    return lobby_seat_bot(lobby, all & ~lesson->pawns, lesson->level) == ERROR_OK &&
           lobby_start(tables, lobby);
}

/* The key was used before. The table created with it may be finished or closed by now. */
static void reply_created(struct request *request, struct table *table)
{
    struct lobby lobby;
    bool stored = table->lobby.members != 0 || table->lobby.invite[0] != '\0';
    if (!stored) {
        request_fail(request, ERROR_STORAGE); /* it was being created, and that failed */
    } else if (read_create(request, &lobby) == ERROR_OK && lobby.game == table->lobby.game &&
               lobby.request_hash == table->lobby.request_hash) {
        reply_table(request, table);
    } else {
        request_fail(request, ERROR_KEY_REUSED);
    }
}

enum error request_take_creation(const struct request *request)
{
    const struct session *session = request->session;
    if (session->connection == NULL) {
        return ERROR_STORAGE;
    }
    return tables_take_creation(dispatch_of(request)->tables, session->player,
                                connection_address(session->connection));
}

static void add_table(struct request *request, const char *id)
{
    struct tables *tables = dispatch_of(request)->tables;
    const struct player *player = request->session->player;
    /* Until it is stored it counts as closed: nobody sees it, and it is freed if storing fails. */
    const struct lobby unborn = {.state = TABLE_CLOSED};
    struct lobby lobby;
    enum error error = read_create(request, &lobby);
    error = error == ERROR_OK ? request_take_creation(request) : error;
    struct table *table = error == ERROR_OK ? table_new(tables, id, &unborn) : NULL;
    if (table == NULL) {
        request_fail(request, error == ERROR_OK ? ERROR_STORAGE : error);
        return;
    }
    identity_random_text(lobby.invite, INVITE_LENGTH);
    memcpy(lobby.host, player->id, sizeof lobby.host);
    lobby_add_member(&lobby, player->id, player->name, 0);
    if (lobby.lesson[0] != '\0' && !start_lesson(tables, &lobby)) {
        request_fail(request, ERROR_STORAGE);
        return;
    }
    table_set_origin(table, connection_address(request->session->connection));
    request_hold_table(request, table);
    request_commit_lobby(request, &lobby, COMMIT_NOTIFY, table_created);
}

/* The same request from another connection may have put the table into memory, without having stored it yet. */
static void create_with_id(struct request *request, const char *id)
{
    struct table *table = table_find(dispatch_of(request)->tables, id);
    if (table == NULL) {
        add_table(request, id);
    } else if (table->busy) {
        request_hold_table(request, table);
        request_wait(request);
    } else {
        reply_created(request, table);
    }
}

static void create_looked_up(struct store_request *found)
{
    struct request *request = found->context;
    struct table *old = found->status == STORE_OK ? calloc(1, sizeof *old) : NULL;
    char id[TABLE_ID_LENGTH + 1];
    compute_table_id(request, id);
    if (found->status == STORE_NOTHING) {
        create_with_id(request, id);
    } else if (old == NULL) {
        request_fail(request, ERROR_STORAGE);
    } else if (!lobby_from_json(&old->lobby, found->row[0].text[3])) {
        request_fail(request, ERROR_DAMAGED);
    } else {
        old->tables = dispatch_of(request)->tables;
        memcpy(old->id, id, sizeof old->id);
        reply_created(request, old);
    }
    free(old);
    store_request_free(found);
}

void do_create(struct request *request)
{
    struct lobby lobby;
    char id[TABLE_ID_LENGTH + 1];
    enum error error = read_create(request, &lobby);
    compute_table_id(request, id);
    if (error != ERROR_OK) {
        request_fail(request, error);
    } else if (table_find(dispatch_of(request)->tables, id) != NULL) {
        create_with_id(request, id);
    } else {
        struct store_request *found = store_request_new(create_looked_up, request);
        store_request_add(found, STORE_TABLE_OF, (const char *[]){id}, 1, NULL, 0);
        store_submit(dispatch_of(request)->store, found);
    }
}

/* ---- start ---- */

static void shuffle_heads(uint8_t heads[POLICEMEN_MAX])
{
    for (unsigned i = 0; i < POLICEMEN_MAX; i++) {
        heads[i] = (uint8_t)(PAWN_YELLOW + i);
    }
    for (unsigned i = POLICEMEN_MAX; i > 1; i--) {
        unsigned other = identity_random_below(i);
        uint8_t held = heads[i - 1];
        heads[i - 1] = heads[other];
        heads[other] = held;
    }
}

/*
 * Moves a host without pawns, who only watches, to the end, because members sit in the order of the record's seats.
 * Returns the number of members with a seat.
 */
static unsigned seat_watching_host_last(struct lobby *lobby)
{
    int host = lobby_member(lobby, lobby->host);
    struct member watching = lobby->member[host];
    if (watching.pawns != 0) {
        return lobby->members;
    }
    lobby_remove_member(lobby, host);
    lobby->member[lobby->members++] = watching;
    return lobby->members - 1;
}

/* Gives every member a seat, except a host who only watches. Returns false if there are not enough seats. */
static bool make_setup(struct lobby *lobby)
{
    struct setup *setup = &lobby->setup;
    unsigned players = seat_watching_host_last(lobby);
    *setup = (struct setup){.game = lobby->game, .options = lobby->options};
    for (unsigned i = 0; i < players && i < SEATS_MAX; i++) {
        setup->pawns[setup->seats] = lobby->member[i].pawns;
        memcpy(lobby->seat_name[setup->seats], lobby->member[i].name, sizeof lobby->seat_name[0]);
        setup->seats++;
    }
    names_separate(lobby->seat_name,
                   setup->seats); /* changes nothing but at tables from before names were compared */
    if (lobby->game == GAME_WHITECHAPEL) {
        shuffle_heads(setup->heads);
    }
    return players == setup->seats;
}

bool lobby_start(const struct tables *tables, struct lobby *lobby)
{
    struct game game;
    const struct lesson *lesson = lessons_find(tables->lessons, lobby->lesson);
    bool seated = make_setup(lobby);
    if (lesson != NULL) {
        memcpy(lobby->setup.heads, lesson->record.setup.heads, sizeof lobby->setup.heads);
    }
    bool ready = seated && game_new(tables->board[lobby->game], &game, &lobby->setup) == ERROR_OK;
    lobby->state = ready ? TABLE_RUNNING : lobby->state;
    return ready;
}

void reply_started(struct request *request, struct table *table)
{
    game_new(table_board(table), &table->game, &table->lobby.setup);
    log_line(LOG_INFO, "game_started", "table=%s game=%s players=%u", table->id, game_name(table->lobby.game),
             table->lobby.members);
    table->tables->hooks.changed(table);
    reply_table(request, table);
    table_send_turn(table);
}

void do_start(struct request *request)
{
    struct lobby lobby = request->table->lobby;
    if (lobby.state != TABLE_OPEN) {
        request_fail(request, ERROR_NOT_OPEN);
        return;
    }
    if (!lobby_has_consent(&lobby)) {
        request_fail(request, ERROR_NO_CONSENT);
        return;
    }
    if (lobby_jack_has_read(&lobby)) {
        request_fail(request, ERROR_READ_POLICE);
        return;
    }
    (void)lobby_update_names(dispatch_of(request)->tables, &lobby);
    if (!lobby_start(dispatch_of(request)->tables, &lobby)) {
        request_fail(request, ERROR_PAWNS_FREE);
        return;
    }
    request_commit_lobby(request, &lobby, COMMIT_NOTIFY, reply_started);
}
