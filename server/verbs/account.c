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
#include "server/table/upkeep.h"
#include "server/verbs/device_codes.h"
#include "server/verbs/dispatch.h"
#include "server/verbs/verbs.h"

/* ---- hello with a name or a token ---- */

/* The state of a hello that creates a token, for a new player or for the one whose code was typed. */
struct hello {
    char id[PLAYER_ID_LENGTH + 1];
    char token[TOKEN_LENGTH + 1];
    char hash[TOKEN_HASH_LENGTH + 1];
    struct code code;
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

/* After a code, the token is new and part of the answer; if it has been revoked already, the code is worthless, too. */
static void token_looked_up(struct store_request *found)
{
    struct request *request = found->context;
    const struct hello *hello = request->work;
    if (found->status == STORE_OK && found->rows == 1) {
        struct player *player = player_find(dispatch_of(request)->tables, found->row[0].text[0]);
        if (player != NULL) { /* it was read from a table, which may have an older name */
            snprintf(player->name, sizeof player->name, "%s", found->row[0].text[1]);
        }
        reply_hello(request, found->row[0].text[0], found->row[0].text[1],
                    hello == NULL ? NULL : hello->token);
    } else if (found->status == STORE_REFUSED) {
        if (hello != NULL) {
            codes_restore(dispatch_of(request)->codes, &hello->code);
        }
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

static void token_stored(struct store_request *stored)
{
    struct request *request = stored->context;
    const struct hello *hello = request->work;
    if (stored->status == STORE_OK) {
        log_line(LOG_INFO, "token_made", "player=%s", hello->code.player);
        hello_by_hash(request, hello->hash);
    } else if (stored->status == STORE_NOTHING) { /* the player was removed meanwhile */
        request_fail(request, ERROR_BAD_CODE);
    } else {
        codes_restore(dispatch_of(request)->codes, &hello->code);
        request_fail(request, ERROR_STORAGE);
    }
    store_request_free(stored);
}

/* Codes are short, so each address may try only a few per minute, whether they are right or not. */
static bool may_try_code(const struct request *request)
{
    const struct session *session = request->session;
    double minute = (double)session->sessions->options->codes_per_minute;
    struct address *address = addresses_get(transport_addresses(session->sessions->transport),
                                            connection_address(session->connection), uv_hrtime());
    return address != NULL && bucket_take(&address->codes, minute / 60.0, minute, uv_hrtime());
}

static void hello_by_code(struct request *request, const char *typed)
{
    struct dispatch *dispatch = dispatch_of(request);
    struct hello *hello = new_hello(request);
    if (hello == NULL) {
        return;
    }
    if (!may_try_code(request)) {
        request_fail(request, ERROR_TOO_MANY_REQUESTS);
        return;
    }
    if (!codes_take(dispatch->codes, typed, uv_now(dispatch->loop), &hello->code)) {
        request_fail(request, ERROR_BAD_CODE);
        return;
    }
    struct store_request *stored = store_request_new(token_stored, request);
    store_request_add(stored, STORE_TOKEN_ADD, (const char *[]){hello->code.player, hello->hash}, 2,
                      (int64_t[]){wall_clock_now()}, 1);
    store_submit(dispatch->store, stored);
}

void do_code(struct request *request)
{
    struct dispatch *dispatch = dispatch_of(request);
    char shown[CODE_LENGTH + 1];
    uint64_t lifetime = (uint64_t)dispatch->options->code_seconds * 1000;
    if (!codes_draw(dispatch->codes, request->session->player->id, uv_now(dispatch->loop), lifetime, shown)) {
        request_fail(request, ERROR_TOO_MANY_REQUESTS);
        return;
    }
    struct json_writer writer;
    request_begin(request, &writer);
    json_write_string(&writer, "code", shown);
    json_write_int(&writer, "seconds", dispatch->options->code_seconds);
    request_end(request, &writer);
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
    } else if (!text_is_good(name, NAME_CHARACTERS_MAX)) {
        request_fail(request, ERROR_BAD_PLAYER_NAME);
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
    if (stored->status != STORE_OK) {
        request_fail(request, ERROR_STORAGE);
    } else {
        struct player *player = request->session->player;
        struct json_writer writer;
        snprintf(player->name, sizeof player->name, "%s", stored->op[0].row.text[1]);
        tables_rename_player(dispatch_of(request)->tables, player);
        request_begin(request, &writer);
        json_write_string(&writer, "name", player->name);
        request_end(request, &writer);
    }
    store_request_free(stored);
}

void do_rename(struct request *request)
{
    const char *name = body_text(request, "name");
    if (!text_is_good(name, NAME_CHARACTERS_MAX)) {
        request_fail(request, ERROR_BAD_PLAYER_NAME);
        return;
    }
    struct store_request *rename = store_request_new(name_stored, request);
    store_request_add(rename, STORE_PLAYER_RENAME, (const char *[]){request->session->player->id, name}, 2,
                      NULL, 0);
    store_submit(dispatch_of(request)->store, rename);
}
