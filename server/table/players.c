/* players.c: see players.h. */
#include "server/table/players.h"

#include <stdio.h>
#include <string.h>

#include "common/base/utf8.h"
#include "server/table/id_hash.h"
#include "server/table/table.h"

void players_init(struct players *players)
{
    memset(players, 0, sizeof *players);
    players->pool.size = sizeof(struct player);
}

void players_free(struct players *players)
{
    pool_free(&players->pool);
}

struct player *player_find(const struct tables *tables, const char *id)
{
    struct player *player;
    LIST_FOREACH (player, &tables->players.bucket[id_bucket(id, PLAYER_BUCKETS)], bucket_entry) {
        if (strcmp(player->id, id) == 0) {
            return player;
        }
    }
    return NULL;
}

struct player *player_get(struct tables *tables, const char *id, const char *name)
{
    struct player *player = player_find(tables, id);
    if (player != NULL) {
        return player;
    }
    player = pool_allocate(&tables->players.pool);
    if (player != NULL) {
        snprintf(player->id, sizeof player->id, "%s", id);
        snprintf(player->name, sizeof player->name, "%s", name);
        player->last_seen = uv_now(tables->loop);
        LIST_INIT(&player->sessions);
        LIST_INSERT_HEAD(&tables->players.bucket[id_bucket(id, PLAYER_BUCKETS)], player, bucket_entry);
    }
    return player;
}

bool players_get_members(struct tables *tables, const struct lobby *lobby)
{
    for (unsigned i = 0; i < lobby->members; i++) {
        const struct member *member = &lobby->member[i];
        if (!member_is_bot(member) && player_get(tables, member->player, member->name) == NULL) {
            return false;
        }
    }
    return true;
}

static bool is_seated_somewhere(const struct tables *tables, const char *id)
{
    const struct table *table;
    LIST_FOREACH (table, &tables->all, entry) {
        if (lobby_member(&table->lobby, id) >= 0) {
            return true;
        }
    }
    return false;
}

void player_release(struct tables *tables, struct player *player)
{
    if (LIST_EMPTY(&player->sessions) && !is_seated_somewhere(tables, player->id)) {
        LIST_REMOVE(player, bucket_entry);
        pool_release(&tables->players.pool, player);
    }
}

void players_release_members(struct tables *tables, const struct lobby *lobby)
{
    for (unsigned i = 0; i < lobby->members; i++) {
        struct player *player = player_find(tables, lobby->member[i].player);
        if (player != NULL) {
            player_release(tables, player);
        }
    }
}

/* A session without a connection may still be there, because one of its requests is being carried out. */
bool player_is_connected(const struct player *player)
{
    const struct session *session;
    if (player == NULL) {
        return false;
    }
    LIST_FOREACH (session, &player->sessions, player_entry) {
        if (session->connection != NULL) {
            return true;
        }
    }
    return false;
}

bool player_is_absent(const struct tables *tables, const char *id)
{
    const struct player *player = player_find(tables, id);
    uint64_t patience = (uint64_t)tables->options->absent_minutes * 60 * 1000;
    return player == NULL ||
           (!player_is_connected(player) && uv_now(tables->loop) - player->last_seen >= patience);
}

bool member_is_absent(const struct tables *tables, const struct member *member)
{
    return !member_is_bot(member) && player_is_absent(tables, member->player);
}

void lobby_pass_host(const struct tables *tables, struct lobby *lobby)
{
    const struct member *heir = NULL;
    for (unsigned i = 0; i < lobby->members; i++) {
        const struct member *member = &lobby->member[i];
        bool connected = player_is_connected(player_find(tables, member->player));
        if (member_is_bot(member)) {
            continue;
        }
        if (heir == NULL || (connected && !player_is_connected(player_find(tables, heir->player)))) {
            heir = member;
        }
    }
    if (heir != NULL) {
        memcpy(lobby->host, heir->player, sizeof lobby->host);
    }
}

/* The current name of a player who has not connected since the server started is not known. */
bool lobby_update_names(const struct tables *tables, struct lobby *lobby)
{
    bool changed = false;
    for (unsigned i = 0; i < lobby->members; i++) {
        struct member *member = &lobby->member[i];
        const struct player *player = player_find(tables, member->player);
        if (player != NULL && player_is_connected(player) && strcmp(player->name, member->name) != 0) {
            memcpy(member->name, player->name, sizeof member->name);
            changed = true;
        }
    }
    return changed;
}

/* ---- names ---- */

/* Control characters, line breaks, and characters that change the direction of the text after them. */
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

bool text_is_good(const char *text, size_t characters_max)
{
    size_t characters = 0;
    bool blank = true; /* the last character is; also true if there is none */
    for (size_t length; *text != '\0'; text += length) {
        uint32_t character = utf8_decode(text, &length);
        if (is_control(character) || (characters == 0 && is_blank(character))) {
            return false;
        }
        blank = is_blank(character);
        characters++;
    }
    return !blank && characters <= characters_max;
}
