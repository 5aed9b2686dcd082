/*
 * account.c: hello, code and rename: who a player is, on which devices, and under which name.
 *
 * Tokens are found by their hash in the store. Whoever has a token is its player, on any number of devices. A device
 * code, shown on one device and typed on another, gives the other one a token of its own.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/base/version.h"
#include "server/base/log.h"
#include "server/base/wall_clock.h"
#include "server/table/bans.h"
#include "server/table/changes/upkeep.h"
#include "server/table/growth.h"
#include "server/table/table_names.h"
#include "server/verbs/account/device_codes.h"
#include "server/verbs/dispatch.h"
#include "server/verbs/verbs.h"

enum { SEATS_PER_TOKEN = 5 }; /* tables to be sent the player's arrival, per token of the rate limit */

/* ---- hello with a name or a token ---- */

/* The state of a hello that creates a token, for a new player or for the one whose code was typed. */
struct hello {
    char id[PLAYER_ID_LENGTH + 1];
    char token[TOKEN_LENGTH + 1];
    char hash[TOKEN_HASH_LENGTH + 1];
};

static void reply_hello(struct request *request, const char *id, const char *name, const char *token)
{
    struct tables *tables = dispatch_of(request)->tables;
    struct player *player = player_get(tables, id, name);
    if (player == NULL) {
        request_fail(request, ERROR_STORAGE);
        return;
    }
    if (request->session->connection == NULL) { /* closed meanwhile: nobody receives the answer */
        request_ok(request);
        player_release(tables, player);
        return;
    }
    player_connected(tables, player, request->session);
    session_charge(request->session, (double)player->joined / SEATS_PER_TOKEN);
    struct json_writer writer;
    request_begin(request, &writer);
    json_write_string(&writer, "player", player->id);
    json_write_string(&writer, "name", player->name);
    if (token != NULL) {
        json_write_string(&writer, "token", token);
    }
    json_write_string(&writer, "server", "gaslightd " GASLIGHT_VERSION);
    json_write_int(&writer, "protocol", 1);
    request_end(request, &writer);
}

static void new_player_stored(struct store_request *stored)
{
    struct request *request = stored->context;
    const struct hello *hello = request->work;
    if (stored->status == STORE_OK) {
        log_line(LOG_INFO, "player_made", "player=%s", hello->id);
        reply_hello(request, hello->id, stored->op[0].row.text[1], hello->token);
    } else {
        request_fail(request, ERROR_STORAGE);
    }
    store_request_free(stored);
}

/* Returns a hello with a new token, as the request's work. If there is no memory, it fails the request and returns NULL. */
static struct hello *new_hello(struct request *request)
{
    struct hello *hello = calloc(1, sizeof *hello);
    request->work = hello;
    if (hello == NULL) {
        request_fail(request, ERROR_STORAGE);
        return NULL;
    }
    identity_new_token(hello->token);
    identity_hash_token(hello->token, hello->hash);
    return hello;
}

static void hello_by_name(struct request *request, const char *name)
{
    struct hello *hello = new_hello(request);
    if (hello == NULL) {
        return;
    }
    identity_random_text(hello->id, PLAYER_ID_LENGTH);
    struct store_request *stored = store_request_new(new_player_stored, request);
    store_request_add(stored, STORE_PLAYER_ADD, (const char *[]){hello->id, name, hello->hash}, 3,
                      (int64_t[]){wall_clock_now()}, 1);
    store_submit(dispatch_of(request)->store, stored);
}

static void refuse_banned(struct request *request)
{
    struct connection *connection = request->session->connection;
    request_fail(request, ERROR_BANNED);
    if (connection != NULL) {
        connection_close(connection, CLOSE_POLICY, "banned");
    }
}

/* Replies to a hello with a token, which is known. The player may have been banned since the token was looked up. */
static void welcome(struct request *request, const char *id, const char *name)
{
    const struct hello *hello = request->work;
    struct player *player = player_find(dispatch_of(request)->tables, id);
    if (bans_has_player(dispatch_of(request)->bans, id)) {
        refuse_banned(request);
        return;
    }
    if (dispatch_is_expelling(dispatch_of(request), id)) {
        request_fail(request, ERROR_STORAGE); /* it is not known yet whether the token will be good */
        return;
    }
    /* It was read from a table, which may have an older name. That of a connected player is the current one. */
    if (player != NULL && LIST_EMPTY(&player->sessions)) {
        player_set_name(player, name);
    }
    if (hello != NULL) {
        log_line(LOG_INFO, "token_made", "player=%s", id);
    }
    reply_hello(request, id, name, hello == NULL ? NULL : hello->token);
}

/* It hardly matters if a visit could not be stored, but a player who was removed meanwhile is gone. */
static void visit_stored(struct store_request *stored)
{
    struct request *request = stored->context;
    const char *const *text = (const char *const *)stored->op[0].row.text;
    if (stored->status == STORE_NOTHING) {
        request_fail(request, ERROR_BAD_TOKEN);
    } else {
        welcome(request, text[0], text[1]);
    }
    store_request_free(stored);
}

/* After a code, the token is new and part of the answer; if it has been revoked already, the code is worthless, too. */
static void token_looked_up(struct store_request *found)
{
    struct request *request = found->context;
    const struct hello *hello = request->work;
    bool known = found->status == STORE_OK && found->rows == 1;
    if (known && wall_clock_now() - found->row[0].number[0] >= SEEN_SECONDS) {
        struct store_request *visit = store_request_new(visit_stored, request);
        store_request_add(visit, STORE_PLAYER_SEEN,
                          (const char *[]){found->row[0].text[0], found->row[0].text[1]}, 2,
                          (int64_t[]){wall_clock_now()}, 1);
        store_submit(dispatch_of(request)->store, visit);
    } else if (known) {
        welcome(request, found->row[0].text[0], found->row[0].text[1]);
    } else if (found->status == STORE_REFUSED) {
        request_fail(request, ERROR_STORAGE);
    } else {
        request_fail(request, hello == NULL ? ERROR_BAD_TOKEN : ERROR_BAD_CODE);
    }
    store_request_free(found);
}

static void hello_by_hash(struct request *request, const char *hash)
{
    struct store_request *lookup = store_request_new(token_looked_up, request);
    store_request_add(lookup, STORE_PLAYER_BY_TOKEN, (const char *[]){hash}, 1, NULL, 0);
    store_submit(dispatch_of(request)->store, lookup);
}

/* ---- hello with a code from another device ---- */

static void code_taken(struct store_request *stored)
{
    struct request *request = stored->context;
    const struct hello *hello = request->work;
    if (stored->status == STORE_OK) {
        hello_by_hash(request, hello->hash);
    } else {
        request_fail(request, stored->status == STORE_NOTHING ? ERROR_BAD_CODE : ERROR_STORAGE);
    }
    store_request_free(stored);
}

/* Codes are short, so each address may try only a few per minute, whether they are right or not. */
static bool may_try_code(const struct request *request)
{
    return session_take_of_minute(request->session, LIMIT_CODES,
                                  dispatch_of(request)->options->codes_per_minute);
}

static void hello_by_code(struct request *request, const char *typed)
{
    char hash[TOKEN_HASH_LENGTH + 1];
    const struct hello *hello = new_hello(request);
    if (hello == NULL) {
        return;
    }
    if (!may_try_code(request)) {
        request_fail(request, ERROR_TOO_MANY_REQUESTS);
        return;
    }
    if (!code_hash(typed, hash)) {
        request_fail(request, ERROR_BAD_CODE);
        return;
    }
    struct store_request *stored = store_request_new(code_taken, request);
    store_request_add(stored, STORE_CODE_TAKE, (const char *[]){hash, hello->hash}, 2,
                      (int64_t[]){wall_clock_now()}, 1);
    store_submit(dispatch_of(request)->store, stored);
}

/* ---- code ---- */

static void draw_code(struct request *request);

/* Draws another code after a conflict, which is practically impossible: somebody else has the same one. */
static void code_stored(struct store_request *stored)
{
    struct request *request = stored->context;
    enum store_status status = stored->status;
    store_request_free(stored);
    if (status == STORE_CONFLICT) {
        draw_code(request);
    } else if (status != STORE_OK) {
        request_fail(request, ERROR_STORAGE);
    } else {
        struct json_writer writer;
        request_begin(request, &writer);
        json_write_string(&writer, "code", request->work);
        json_write_int(&writer, "seconds", dispatch_of(request)->options->code_seconds);
        request_end(request, &writer);
    }
}

static void draw_code(struct request *request)
{
    char hash[TOKEN_HASH_LENGTH + 1];
    const struct dispatch *dispatch = dispatch_of(request);
    int64_t now = wall_clock_now();
    code_draw(request->work);
    (void)code_hash(request->work, hash); /* it is a code */
    struct store_request *stored = store_request_new(code_stored, request);
    store_request_add(stored, STORE_CODE_PUT, (const char *[]){request->session->player->id, hash}, 2,
                      (int64_t[]){now, now + dispatch->options->code_seconds}, 2);
    store_submit(dispatch->store, stored);
}

/* Somebody whose tokens are being revoked gets no code: it would be stored after that, and stay valid. */
void do_code(struct request *request)
{
    request->work = calloc(1, CODE_LENGTH + 1);
    if (request->work == NULL || dispatch_is_expelling(dispatch_of(request), request->session->player->id)) {
        request_fail(request, ERROR_STORAGE);
        return;
    }
    draw_code(request);
}

void do_hello(struct request *request)
{
    const char *name = body_text(request, "name");
    const char *token = body_text(request, "token");
    const char *code = body_text(request, "code");
    if (request->session->player != NULL) {
        request_fail(request, ERROR_HELLO_AGAIN);
    } else if ((name != NULL) + (token != NULL) + (code != NULL) != 1) {
        request_fail_with(request, ERROR_BAD_KEYS, "\"hello\" takes a \"name\", a \"token\" or a \"code\".");
    } else if (code != NULL) {
        hello_by_code(request, code);
    } else if (token != NULL) {
        char hash[TOKEN_HASH_LENGTH + 1];
        identity_hash_token(token, hash);
        hello_by_hash(request, hash);
    } else if (!player_name_is_good(name)) {
        request_fail(request, ERROR_BAD_PLAYER_NAME);
    } else if (tables_storage_is_full(dispatch_of(request)->tables)) {
        request_fail(request, ERROR_SERVER_FULL);
    } else {
        hello_by_name(request, name);
    }
}

/* ---- ping and rename ---- */

void do_ping(struct request *request)
{
    request_ok(request);
}

static void name_stored(struct store_request *stored)
{
    struct request *request = stored->context;
    struct player *player = request->session->player;
    player->next_name[0] = '\0';
    if (stored->status != STORE_OK) {
        request_fail(request, ERROR_STORAGE);
    } else {
        struct json_writer writer;
        const struct dispatch *dispatch = dispatch_of(request);
        player_set_name(player, stored->op[0].row.text[1]);
        tables_rename_player(dispatch->tables, player);
        if (dispatch->shared_hooks.renamed != NULL) {
            dispatch->shared_hooks.renamed(dispatch->tables->shared, player->id, player->name);
        }
        request_begin(request, &writer);
        json_write_string(&writer, "name", player->name);
        request_end(request, &writer);
    }
    store_request_free(stored);
}

static void name_compared(void *context, bool taken)
{
    struct request *request = context;
    struct player *player = request->session->player;
    if (taken) {
        player->next_name[0] = '\0';
        request_fail(request, ERROR_NAME_TAKEN);
        return;
    }
    struct store_request *rename = store_request_new(name_stored, request);
    store_request_add(rename, STORE_PLAYER_RENAME, (const char *[]){player->id, player->next_name}, 2, NULL,
                      0);
    store_submit(dispatch_of(request)->store, rename);
}

/* A name has to be compared with the others at every table, and everyone there is sent it. */
static void charge_rename(struct session *session)
{
    const struct watch *watch;
    double tables = session->player->joined;
    LIST_FOREACH (watch, &session->watches, session_entry) {
        tables++;
    }
    session_charge(session, tables);
}

void do_rename(struct request *request)
{
    const char *name = body_text(request, "name");
    struct player *player = request->session->player;
    charge_rename(request->session);
    enum error error = !player_name_is_good(name)     ? ERROR_BAD_PLAYER_NAME
                       : player->next_name[0] != '\0' ? ERROR_TOO_MANY_REQUESTS /* from another device */
                       : player_name_is_taken(player, name) ? ERROR_NAME_TAKEN
                                                            : ERROR_OK;
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    snprintf(player->next_name, sizeof player->next_name, "%s", name); /* nobody else takes it meanwhile */
    const struct dispatch *dispatch = dispatch_of(request);
    if (dispatch->shared_hooks.name_taken != NULL) {
        dispatch->shared_hooks.name_taken(dispatch->tables->shared, player->id, name, name_compared, request);
    } else {
        name_compared(request, false);
    }
}
