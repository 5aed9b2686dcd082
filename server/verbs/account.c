/*
 * people.c: who is there: hello, names, and players in memory.
 *
 * A player is in memory while connected or seated at an unfinished table. Tokens are looked up by their
 * hash in the store; whoever has the token is the player, on any machine and any number of them. A code,
 * drawn where one is and typed where one wants to be, makes one token more.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/utf8.h"
#include "common/base/version.h"
#include "server/base/log.h"
#include "server/verbs/verbs.h"

/* ---- players in memory ---- */

struct player *player_find(struct server *server, const char *id)
{
    struct player *player = server->player_bucket[server_bucket(id)];
    while (player != NULL && strcmp(player->id, id) != 0) {
        player = player->next_in_bucket;
    }
    return player;
}

struct player *player_get(struct server *server, const char *id, const char *name)
{
    struct player *player = player_find(server, id);
    if (player != NULL) {
        return player;
    }
    player = pool_allocate(&server->player_pool);
    if (player != NULL) {
        snprintf(player->id, sizeof player->id, "%s", id);
        snprintf(player->name, sizeof player->name, "%s", name);
        player->last_seen = uv_now(server->loop);
        player->next = server->players;
        player->link = &server->players;
        if (player->next != NULL) {
            player->next->link = &player->next;
        }
        server->players = player;
        player->next_in_bucket = server->player_bucket[server_bucket(id)];
        server->player_bucket[server_bucket(id)] = player;
    }
    return player;
}

static bool is_seated_somewhere(const struct server *server, const char *id)
{
    for (const struct table *table = server->tables; table != NULL; table = table->next) {
        if (lobby_member(&table->lobby, id) >= 0) {
            return true;
        }
    }
    return false;
}

void player_release(struct server *server, struct player *player)
{
    if (player->sessions != NULL || is_seated_somewhere(server, player->id)) {
        return;
    }
    *player->link = player->next;
    if (player->next != NULL) {
        player->next->link = player->link;
    }
    struct player **at = &server->player_bucket[server_bucket(player->id)];
    while (*at != player) {
        at = &(*at)->next_in_bucket;
    }
    *at = player->next_in_bucket;
    pool_release(&server->player_pool, player);
}

/* A session whose connection is gone may still be there: one of its requests is under way. */
bool player_is_here(const struct player *player)
{
    if (player == NULL) {
        return false;
    }
    for (const struct session *session = player->sessions; session != NULL;
         session = session->next_of_player) {
        if (session->connection != NULL) {
            return true;
        }
    }
    return false;
}

bool player_is_absent(const struct server *server, const char *id)
{
    const struct player *player = player_find((struct server *)server, id);
    uint64_t patience = (uint64_t)server->options.absent_minutes * 60 * 1000;
    return player == NULL ||
           (!player_is_here(player) && uv_now(server->loop) - player->last_seen >= patience);
}

bool member_is_absent(const struct server *server, const struct member *member)
{
    return !member_is_bot(member) && player_is_absent(server, member->player);
}

/* Everybody at his tables sees whether he is there. */
static void tell_presence(struct server *server, const struct player *player)
{
    for (struct table *table = server->tables; table != NULL; table = table->next) {
        if (lobby_member(&table->lobby, player->id) >= 0) {
            table_tell_lobby(table);
        }
    }
}

void player_gained_session(struct player *player, struct session *session)
{
    bool first = !player_is_here(player);
    session->player = player;
    session->next_of_player = player->sessions;
    player->sessions = session;
    if (first) {
        tell_presence(session->server, player);
    }
}

void player_lost_connection(struct player *player, struct server *server)
{
    if (!player_is_here(player)) {
        player->last_seen = uv_now(server->loop);
        tell_presence(server, player);
    }
}

void player_lost_session(struct session *session)
{
    struct player *player = session->player;
    struct session **at = &player->sessions;
    while (*at != session) {
        at = &(*at)->next_of_player;
    }
    *at = session->next_of_player;
    player_release(session->server, player);
}

/* ---- names ---- */

/* Controls, line breaks, and what turns the direction of everything after it. */
static bool is_control(uint32_t character)
{
    return utf8_is_control(character) || (character >= 0x2028 && character <= 0x202e) ||
           (character >= 0x2066 && character <= 0x2069);
}

static bool is_blank(uint32_t character)
{
    return character == ' ' || character == 0xa0 || character == 0x1680 ||
           (character >= 0x2000 && character <= 0x200b) || character == 0x202f || character == 0x205f ||
           character == 0x3000 || character == 0xfeff;
}

/* Something to see, not blank at either end. */
bool text_is_good(const char *text, size_t most_characters)
{
    size_t characters = 0;
    bool blank = true; /* the last one; without any there is nothing to see */
    for (size_t length; *text != '\0'; text += length) {
        uint32_t character = utf8_decode(text, &length);
        if (is_control(character) || (characters == 0 && is_blank(character))) {
            return false;
        }
        blank = is_blank(character);
        characters++;
    }
    return !blank && characters <= most_characters;
}

/* ---- hello: a new player, or one with a token ---- */

/* A hello that makes a token: of a new player, or of the one whose code it was. */
struct hello {
    char id[PLAYER_ID_LENGTH + 1];
    char token[TOKEN_LENGTH + 1];
    char hash[TOKEN_HASH_LENGTH + 1];
    struct code code;
};

static void answer_hello(struct request *request, const char *id, const char *name, const char *token)
{
    struct server *server = server_of(request);
    struct player *player = player_get(server, id, name);
    if (player == NULL) {
        request_fail(request, ERROR_STORAGE);
        return;
    }
    if (request->session->connection == NULL) { /* gone meanwhile; nobody hears the answer */
        request_ok(request);
        player_release(server, player);
        return;
    }
    player_gained_session(player, request->session);
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
        answer_hello(request, hello->id, stored->op[0].row.text[1], hello->token);
    } else {
        request_fail(request, ERROR_STORAGE);
    }
    store_request_free(stored);
}

/* With a new token, and as the request's work. NULL: there is no memory, and the request is answered. */
static struct hello *new_hello(struct request *request)
{
    struct hello *hello = calloc(1, sizeof *hello);
    request->work = hello;
    if (hello == NULL) {
        request_fail(request, ERROR_STORAGE);
        return NULL;
    }
    identity_draw_token(hello->token);
    identity_hash_token(hello->token, hello->hash);
    return hello;
}

static void hello_by_name(struct request *request, const char *name)
{
    struct hello *hello = new_hello(request);
    if (hello == NULL) {
        return;
    }
    identity_draw(hello->id, PLAYER_ID_LENGTH);
    struct store_request *stored = store_request_new(new_player_stored, request);
    store_request_add(stored, STORE_PLAYER_ADD, (const char *[]){hello->id, name, hello->hash}, 3,
                      (int64_t[]){server_now()}, 1);
    store_submit(server_of(request)->store, stored);
}

/* By a code, the token is a new one and is told; if it is gone already, so is what the code was good for. */
static void token_looked_up(struct store_request *found)
{
    struct request *request = found->context;
    const struct hello *hello = request->work;
    if (found->status == STORE_OK && found->rows == 1) {
        struct player *player = player_find(server_of(request), found->row[0].text[0]);
        if (player != NULL) { /* in memory from a table, which may have an older name */
            snprintf(player->name, sizeof player->name, "%s", found->row[0].text[1]);
        }
        answer_hello(request, found->row[0].text[0], found->row[0].text[1],
                     hello == NULL ? NULL : hello->token);
    } else if (found->status == STORE_REFUSED) {
        if (hello != NULL) {
            codes_give_back(server_of(request)->codes, &hello->code);
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
    store_submit(server_of(request)->store, lookup);
}

/* ---- hello on another device: a code ---- */

static void token_stored(struct store_request *stored)
{
    struct request *request = stored->context;
    const struct hello *hello = request->work;
    if (stored->status == STORE_OK) {
        log_line(LOG_INFO, "token_made", "player=%s", hello->code.player);
        hello_by_hash(request, hello->hash);
    } else if (stored->status == STORE_NOTHING) { /* removed meanwhile */
        request_fail(request, ERROR_BAD_CODE);
    } else {
        codes_give_back(server_of(request)->codes, &hello->code);
        request_fail(request, ERROR_STORAGE);
    }
    store_request_free(stored);
}

/* Codes are short: whoever tries many of them from one address is stopped, right ones or wrong. */
static bool may_try_code(const struct request *request)
{
    const struct session *session = request->session;
    double minute = (double)session->server->options.codes_per_minute;
    struct address *address = addresses_get(transport_addresses(session->server->transport),
                                            connection_address(session->connection), uv_hrtime());
    return address != NULL && bucket_take(&address->codes, minute / 60.0, minute, uv_hrtime());
}

static void hello_by_code(struct request *request, const char *typed)
{
    struct server *server = server_of(request);
    struct hello *hello = new_hello(request);
    if (hello == NULL) {
        return;
    }
    if (!may_try_code(request)) {
        request_fail(request, ERROR_TOO_MANY_REQUESTS);
        return;
    }
    if (!codes_take(server->codes, typed, uv_now(server->loop), &hello->code)) {
        request_fail(request, ERROR_BAD_CODE);
        return;
    }
    struct store_request *stored = store_request_new(token_stored, request);
    store_request_add(stored, STORE_TOKEN_ADD, (const char *[]){hello->code.player, hello->hash}, 2,
                      (int64_t[]){server_now()}, 1);
    store_submit(server->store, stored);
}

void do_code(struct request *request)
{
    struct server *server = server_of(request);
    char shown[CODE_LENGTH + 1];
    uint64_t lifetime = (uint64_t)server->options.code_seconds * 1000;
    if (!codes_draw(server->codes, request->session->player->id, uv_now(server->loop), lifetime, shown)) {
        request_fail(request, ERROR_TOO_MANY_REQUESTS);
        return;
    }
    struct json_writer writer;
    request_begin(request, &writer);
    json_write_string(&writer, "code", shown);
    json_write_int(&writer, "seconds", server->options.code_seconds);
    request_end(request, &writer);
}

/* ---- the verb ---- */

void do_hello(struct request *request)
{
    const char *name = body_text(request, "name");
    const char *token = body_text(request, "token");
    const char *code = body_text(request, "code");
    if (request->session->player != NULL) {
        request_fail(request, ERROR_HELLO_AGAIN);
    } else if ((name != NULL) + (token != NULL) + (code != NULL) != 1) {
        request_complain(request, ERROR_BAD_KEYS, "\"hello\" takes a \"name\", a \"token\" or a \"code\".");
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

/* ---- the small ones ---- */

void do_ping(struct request *request)
{
    request_ok(request);
}

/* At tables that are not over he is known by his new name; the sweep sees to those that are busy. */
static void rename_at_tables(struct server *server, const struct player *player)
{
    for (struct table *table = server->tables; table != NULL; table = table->next) {
        struct lobby lobby = table->lobby;
        bool unfinished = lobby.state == TABLE_OPEN || lobby.state == TABLE_RUNNING;
        if (unfinished && lobby_member(&lobby, player->id) >= 0 && lobby_take_names(server, &lobby)) {
            (void)server_change_table(table, &lobby, NULL, NULL);
        }
    }
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
        rename_at_tables(server_of(request), player);
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
    store_submit(server_of(request)->store, rename);
}
