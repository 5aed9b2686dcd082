/*
 * play.c: tables of six clients that play by the protocol, and spectators.
 *
 * A table moves from stage to stage; `waiting` counts what must arrive before the next one. An action is
 * complete when its reply has arrived and everyone has received the push that says whose turn it is. That
 * push is the last one of an action, except at the end of a game, where two more follow. By then everyone
 * must have received every event, each exactly once and in order; this is checked for every action.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/load/load.h"
#include "tests/load/scan.h"

enum { PLAYERS_BLOCK = 0, REQUEST_BYTES = 700, BARE_REQUEST_BYTES = 150, LAST_WORDS = 2 };

static void enter(struct table *table, enum stage stage, unsigned waiting);

static struct player *player_of(struct websocket *websocket)
{
    return (struct player *)(void *)websocket;
}

static void die(struct table *table)
{
    table->stage = STAGE_DEAD;
}

static void send_text(struct player *player, const char *text, int length)
{
    websocket_send(&player->table->load->net, &player->websocket, text, (size_t)length);
}

/* ---- Requests -------------------------------------------------------------------------------------- */

static void new_key(struct load *load, char *key, size_t capacity)
{
    (void)snprintf(key, capacity, "load-%016llx-%llx", (unsigned long long)dice_next(&load->dice),
                   (unsigned long long)load->keys++);
}

static void ask(struct player *player, const char *verb, const char *more)
{
    char text[REQUEST_BYTES];
    int length = snprintf(text, sizeof text, "{\"id\":1,\"do\":\"%s\",\"table\":\"%s\"%s}", verb,
                          player->table->id, more);
    send_text(player, text, length);
}

static void ask_watch(struct player *player, bool again)
{
    char more[64] = "";
    if (again) {
        (void)snprintf(more, sizeof more, ",\"since\":%ld", player->seq);
    }
    size_t length = strlen(more);
    (void)snprintf(more + length, sizeof more - length, "%s",
                   player->table->load->options.views ? ",\"views\":true" : "");
    ask(player, "watch", more);
}

static void ask_hello(struct player *player)
{
    char text[200];
    int length =
        player->token[0] != '\0'
            ? snprintf(text, sizeof text, "{\"id\":1,\"do\":\"hello\",\"token\":\"%s\"}", player->token)
            : snprintf(text, sizeof text, "{\"id\":1,\"do\":\"hello\",\"name\":\"Load %u\"}", player->seat);
    send_text(player, text, length);
}

static void ask_create(struct table *table)
{
    char text[200], key[64];
    new_key(table->load, key, sizeof key);
    int length = snprintf(text, sizeof text,
                          "{\"id\":1,\"do\":\"create\",\"key\":\"%s\",\"game\":\"whitechapel\"}", key);
    send_text(&table->player[0], text, length);
}

static void ask_pawn(struct player *player)
{
    char more[64];
    (void)snprintf(more, sizeof more, ",\"pawns\":[\"%s\"]", pawn_names[player->seat]);
    ask(player, player->seat == 0 ? "pawns" : "join", more);
}

void table_act(struct table *table, uint64_t begun)
{
    struct load *load = table->load;
    char text[REQUEST_BYTES], key[64];
    table->begun = begun;
    table->frames = 0;
    table->replied_seq = -1;
    load->sent += load->measuring;
    if (load->options.bare) {
        memset(text, 'x', BARE_REQUEST_BYTES);
        enter(table, STAGE_ACTING, load->recipients);
        table->actor = (table->actor + 1) % SEATS;
        send_text(&table->player[table->actor], text, BARE_REQUEST_BYTES);
        return;
    }
    new_key(load, key, sizeof key);
    int length =
        snprintf(text, sizeof text, "{\"id\":1,\"do\":\"act\",\"table\":\"%s\",\"key\":\"%s\",\"action\":%s}",
                 table->id, key, table->action);
    table->action_length = 0;
    enter(table, STAGE_ACTING, load->recipients + 1);
    send_text(&table->player[table->actor], text, length);
}

/* The game ends at once, and everyone is notified as for any action. */
void table_resign(struct table *table)
{
    char key[64], more[100];
    table->begun = 0; /* not measured */
    table->frames = 0;
    table->replied_seq = -1;
    new_key(table->load, key, sizeof key);
    (void)snprintf(more, sizeof more, ",\"key\":\"%s\"", key);
    enter(table, STAGE_ACTING, table->load->recipients + 1);
    ask(&table->player[0], "resign", more);
}

/* ---- Stages ---------------------------------------------------------------------------------------- */

static void put_ready(struct table *table)
{
    struct load *load = table->load;
    unsigned tables = (unsigned)load->options.tables;
    load->ready[(load->ready_first + load->ready_count++) % tables] = (unsigned)(table - load->table);
}

struct table *tables_next_ready(struct load *load)
{
    while (load->ready_count > 0) {
        struct table *table = &load->table[load->ready[load->ready_first]];
        load->ready_first = (load->ready_first + 1) % (unsigned)load->options.tables;
        load->ready_count--;
        if (table->stage == STAGE_READY) {
            return table;
        }
    }
    return NULL;
}

static void each(struct table *table, unsigned count, void (*call)(struct player *player))
{
    for (unsigned i = 0; i < count; i++) {
        call(&table->player[i]);
    }
}

static void watch_first(struct player *player)
{
    player->seq = 0;
    player->ending = false;
    ask_watch(player, false);
}

static void unwatch(struct player *player)
{
    ask(player, "unwatch", "");
}

/* Disconnects one client of the table, which then reconnects with its token and its last event. */
static void send_away(struct table *table)
{
    struct load *load = table->load;
    struct player *player = &table->player[dice_below(&load->dice, load->recipients)];
    enter(table, STAGE_RETURNING, 1);
    load->reconnects++;
    websocket_close(&load->net, &player->websocket);
    if (!websocket_connect(&load->net, &player->websocket, PLAYERS_BLOCK)) {
        load_error(load, ERROR_CLOSED, "no socket to reconnect with", "");
        die(table);
    }
}

static void be_ready(struct table *table)
{
    const struct load *load = table->load;
    if (table->action_length == 0 && !load->options.bare) {
        load_error(table->load, ERROR_UNEXPECTED, "nobody can act at table", table->id);
        die(table);
        return;
    }
    table->stage = STAGE_READY;
    put_ready(table);
}

/* The last message of an action has arrived. */
static void finish_action(struct table *table)
{
    struct load *load = table->load;
    long events = load->options.bare ? 0 : table->replied_seq - table->seq;
    unsigned expected = (unsigned)events * load->recipients + load->recipients + !load->options.bare +
                        (table->over ? LAST_WORDS * load->recipients : 0);
    for (unsigned i = 0; !load->options.bare && i < load->recipients; i++) {
        if (table->player[i].seq != table->replied_seq) {
            load_error(load, ERROR_LOST, "a client missed an event at table", table->id);
        }
    }
    if (table->begun >= load->measured_from && table->begun < load->measured_to) {
        delays_add(&load->delays, now_ns() - table->begun);
    }
    load->actions++;
    load->received += table->frames;
    load->expected += expected;
    table->seq = table->replied_seq;
    table->actions++;
    if (load->options.actions > 0 && table->actions >= (unsigned long)load->options.actions && !table->over) {
        table->stage = STAGE_FINISHED;
    } else if (table->over) {
        load->games++;
        enter(table, STAGE_LEAVING, load->recipients);
    } else if (load->options.reconnect_every > 0 &&
               table->actions % (unsigned long)load->options.reconnect_every == 0) {
        send_away(table);
    } else {
        be_ready(table);
    }
}

static void begin_table(struct table *table)
{
    table->seq = 0;
    table->over = false;
    table->actions = 0;
    table->action_length = 0;
    ask_create(table);
}

/* Runs when a table enters a stage. */
static void enter(struct table *table, enum stage stage, unsigned waiting)
{
    unsigned all = table->load->recipients;
    table->stage = stage;
    table->waiting = waiting;
    switch (stage) {
    case STAGE_GREETING:
        each(table, all, ask_hello);
        break;
    case STAGE_CREATING:
        begin_table(table);
        break;
    case STAGE_SEATING:
        each(table, SEATS, ask_pawn);
        break;
    case STAGE_WATCHING:
        each(table, all, watch_first);
        break;
    case STAGE_STARTING:
        ask(&table->player[0], "start", "");
        break;
    case STAGE_LEAVING:
        each(table, all, unwatch);
        break;
    default:
        break;
    }
}

/* Something the table was waiting for has arrived. */
static void count_down(struct table *table)
{
    unsigned all = table->load->recipients;
    if (table->waiting == 0 || --table->waiting > 0) {
        return;
    }
    switch (table->stage) {
    case STAGE_CONNECTING:
        table->stage = STAGE_CONNECTED;
        break;
    case STAGE_GREETING:
        table->stage = STAGE_GREETED;
        break;
    case STAGE_CREATING:
        enter(table, STAGE_SEATING, SEATS);
        break;
    case STAGE_SEATING:
        enter(table, STAGE_WATCHING, all);
        break;
    case STAGE_WATCHING:
        enter(table, STAGE_STARTING, 1 + all);
        break;
    case STAGE_STARTING:
    case STAGE_RETURNING:
        be_ready(table);
        break;
    case STAGE_ACTING:
        finish_action(table);
        break;
    case STAGE_LEAVING:
        if (table->load->leaving ||
            table->load->options.then != NULL) { /* a new table would be at the other node */
            table->stage = STAGE_FINISHED;
        } else {
            enter(table, STAGE_CREATING, 1);
        }
        break;
    default:
        break;
    }
}

void table_greet(struct table *table)
{
    enter(table, STAGE_GREETING, table->load->recipients);
}

void table_take_seats(struct table *table)
{
    if (table->load->options.bare) {
        be_ready(table);
    } else {
        enter(table, STAGE_CREATING, 1);
    }
}

void table_move(struct table *table)
{
    struct load *load = table->load;
    enter(table, STAGE_RETURNING, load->recipients);
    for (unsigned i = 0; i < load->recipients && table->stage == STAGE_RETURNING; i++) {
        load->reconnects++;
        websocket_close(&load->net, &table->player[i].websocket);
        player_connect(load, (unsigned)(&table->player[i] - load->player));
    }
}

unsigned tables_at(const struct load *load, enum stage stage)
{
    unsigned count = 0;
    for (long i = 0; i < load->options.tables; i++) {
        count += load->table[i].stage == stage;
    }
    return count;
}

/* ---- Incoming messages ------------------------------------------------------------------------------- */

/* Handles a turn, pushed or in the reply to a watch: the client with the pawn chooses its action. */
static void take_turn(struct player *player, const char *turn)
{
    struct table *table = player->table;
    const char *pawns = scan_member(turn, "pawns");
    if (player->seat >= SEATS || scan_first(pawns) == NULL ||
        !scan_is(scan_first(pawns), pawn_names[player->seat])) {
        return;
    }
    table->actor = player->seat;
    table->action_length = choose_action(scan_member(turn, "legal"), player->seat, &table->load->dice,
                                         table->action, sizeof table->action);
}

static void take_event_number(struct player *player, long seq)
{
    if (seq != player->seq + 1) {
        load_error(player->table->load, ERROR_LOST, "events out of order at table", player->table->id);
    }
    player->seq = seq;
}

static void take_watch(struct player *player, const char *ok)
{
    const char *events = scan_member(ok, "events");
    for (const char *one = scan_first(events); one != NULL; one = scan_next(one)) {
        take_event_number(player, scan_number(scan_member(one, "seq")));
    }
    if (player->table->stage == STAGE_RETURNING &&
        scan_number(scan_member(ok, "seq")) != player->table->seq) {
        load_error(player->table->load, ERROR_LOST,
                   "a client saw a different state after reconnecting at table", player->table->id);
    }
    take_turn(player, scan_member(ok, "turn"));
}

static void take_ok(struct player *player, const char *ok)
{
    struct table *table = player->table;
    bool good = true;
    switch (table->stage) {
    case STAGE_GREETING:
        good = scan_copy(scan_member(ok, "token"), player->token, sizeof player->token);
        break;
    case STAGE_CREATING:
        good = scan_copy(scan_member(scan_member(ok, "table"), "id"), table->id, sizeof table->id);
        break;
    case STAGE_ACTING:
        table->replied_seq = scan_number(scan_member(ok, "seq"));
        good = table->replied_seq > table->seq;
        break;
    case STAGE_RETURNING:
        if (scan_member(ok, "player") != NULL) {
            ask_watch(player, true); /* that was the reply to the greeting */
            return;
        }
        take_watch(player, ok);
        break;
    default:
        break;
    }
    if (!good) {
        load_error(table->load, ERROR_UNEXPECTED, "incomplete reply", ok);
    }
    count_down(table);
}

static void take_reply(struct player *player, const char *text)
{
    const char *ok = scan_member(text, "ok");
    player->table->frames++;
    if (ok == NULL) {
        load_error(player->table->load, ERROR_REFUSED, "refused", text);
        die(player->table);
        return;
    }
    take_ok(player, ok);
}

static void take_push(struct player *player, const char *text)
{
    struct table *table = player->table;
    const char *on = scan_member(text, "on");
    if (scan_is(on, "player")) {
        return; /* presence changes may arrive at any time */
    }
    table->frames += player->ending || !scan_is(on, "table");
    if (scan_is(on, "event")) {
        take_event_number(player, scan_number(scan_member(text, "seq")));
    } else if (scan_is(on, "turn")) {
        player->ending = scan_is(scan_member(text, "phase"), "over");
        if (player->ending) {
            table->over = true;
            table->waiting += LAST_WORDS;
        }
        take_turn(player, text);
        count_down(table);
    } else if (player->ending && (scan_is(on, "over") || scan_is(on, "table"))) {
        count_down(table);
    } else if (!scan_is(on, "table")) {
        load_error(table->load, ERROR_UNEXPECTED, "unexpected push", text);
    }
}

static void on_text(struct websocket *websocket, char *text, size_t length)
{
    struct player *player = player_of(websocket);
    struct table *table = player->table;
    struct load *load = table->load;
    if (load->measuring) {
        load->delivered++;
        load->delivered_bytes += length;
    }
    if (load->options.bare) {
        table->frames++;
        count_down(table);
    } else if (strncmp(text, "{\"re\"", 5) == 0) {
        take_reply(player, text);
    } else {
        take_push(player, text);
    }
}

static void on_opened(struct websocket *websocket)
{
    struct player *player = player_of(websocket);
    player->table->load->connections_made++;
    if (player->table->stage == STAGE_RETURNING) {
        ask_hello(player);
    } else {
        count_down(player->table);
    }
}

static void on_closed(struct websocket *websocket, unsigned code)
{
    struct player *player = player_of(websocket);
    char text[32];
    (void)snprintf(text, sizeof text, "with code %u", code);
    load_error(player->table->load, ERROR_CLOSED, "a player's connection was closed", text);
    player->table->load->connections_made++; /* no longer expected */
    die(player->table);
}

static const struct websocket_events player_events = {on_opened, on_text, on_closed};

/* ---- Setup ----------------------------------------------------------------------------------------- */

bool tables_make(struct load *load)
{
    size_t tables = (size_t)load->options.tables;
    load->recipients = SEATS + (unsigned)load->options.onlookers;
    load->table = calloc(tables, sizeof *load->table);
    load->player = calloc(tables * load->recipients, sizeof *load->player);
    load->ready = calloc(tables, sizeof *load->ready);
    if (load->table == NULL || load->player == NULL || load->ready == NULL) {
        return false;
    }
    for (unsigned i = 0; i < tables; i++) {
        struct table *table = &load->table[i];
        *table = (struct table){.load = load, .stage = STAGE_CONNECTING, .waiting = load->recipients};
        table->player = load->player + (size_t)i * load->recipients;
        for (unsigned seat = 0; seat < load->recipients; seat++) {
            table->player[seat] =
                (struct player){.websocket = {.fd = -1, .events = &player_events, .number = i, .mask = i},
                                .table = table,
                                .seat = seat};
        }
    }
    return true;
}

void tables_free(struct load *load)
{
    for (size_t i = 0; load->player != NULL && i < (size_t)load->options.tables * load->recipients; i++) {
        websocket_close(&load->net, &load->player[i].websocket);
    }
    free(load->table);
    free(load->player);
    free(load->ready);
}

void player_connect(struct load *load, unsigned number)
{
    struct player *player = &load->player[number];
    if (!websocket_connect(&load->net, &player->websocket, PLAYERS_BLOCK)) {
        load_error(load, ERROR_CLOSED, "no socket", "");
        load->connections_made++;
        die(player->table);
    }
}
