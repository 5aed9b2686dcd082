/* players.c: see players.h. */
#include "server/table/players.h"

#include <stdio.h>
#include <string.h>

#include "common/base/utf8.h"
#include "server/base/wall_clock.h"
#include "server/table/commentary.h"
#include "server/table/id_hash.h"
#include "server/table/pauses.h"
#include "server/table/table.h"

void players_init(struct players *players)
{
    memset(players, 0, sizeof *players);
    players->pool.size = sizeof(struct player);
    TAILQ_INIT(&players->dirty);
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

void player_set_name(struct player *player, const char *name)
{
    (void)snprintf(player->name, sizeof player->name, "%s", name);
    player->look = name_look(player->name);
}

struct player *player_get(struct tables *tables, const char *id, const char *name)
{
    const struct player_hooks *hooks = &tables->players.hooks;
    struct player *player = player_find(tables, id);
    if (player != NULL) {
        return player;
    }
    player = pool_allocate(&tables->players.pool);
    if (player != NULL) {
        snprintf(player->id, sizeof player->id, "%s", id);
        player_set_name(player, name);
        player->last_seen = uv_now(tables->loop);
        LIST_INIT(&player->sessions);
        LIST_INIT(&player->seats);
        LIST_INSERT_HEAD(&tables->players.bucket[id_bucket(id, PLAYER_BUCKETS)], player, bucket_entry);
        if (hooks->elsewhere != NULL) {
            player->elsewhere = hooks->elsewhere(hooks->context, id);
            player->shown_connected = player->elsewhere > 0;
        }
    }
    return player;
}

void player_release(struct tables *tables, struct player *player)
{
    if (LIST_EMPTY(&player->sessions) && LIST_EMPTY(&player->seats) && player->joined == 0) {
        player_announce(tables, player);
        if (player->is_dirty) { /* nobody sees them */
            TAILQ_REMOVE(&tables->players.dirty, player, dirty_entry);
        }
        LIST_REMOVE(player, bucket_entry);
        pool_release(&tables->players.pool, player);
    }
}

/* A session without a connection may still be there, because one of its requests is being carried out. */
bool player_is_connected(const struct player *player)
{
    const struct session *session;
    if (player == NULL || player->elsewhere > 0) {
        return player != NULL;
    }
    LIST_FOREACH (session, &player->sessions, player_entry) {
        if (session->connection != NULL) {
            return true;
        }
    }
    return false;
}

/* Sessions of clients of another node do not count: that node notifies everyone of them. */
static bool is_here(const struct player *player)
{
    const struct session *session;
    LIST_FOREACH (session, &player->sessions, player_entry) {
        if (session->connection != NULL && !connection_is_remote(session->connection)) {
            return true;
        }
    }
    return false;
}

void player_announce(struct tables *tables, struct player *player)
{
    const struct player_hooks *hooks = &tables->players.hooks;
    bool here = hooks->moved != NULL && is_here(player);
    if (hooks->moved != NULL && here != player->is_announced) {
        player->is_announced = here;
        hooks->moved(hooks->context, player->id, here);
    }
}

static bool is_away_for(const struct tables *tables, const char *id, uint64_t seconds)
{
    const struct player *player = player_find(tables, id);
    return player == NULL ||
           (!player_is_connected(player) && uv_now(tables->loop) - player->last_seen >= seconds * 1000);
}

static uint64_t seconds_of_absence(const struct tables *tables)
{
    return (uint64_t)tables->options->absent_minutes * 60;
}

bool player_is_absent(const struct tables *tables, const char *id)
{
    return is_away_for(tables, id, seconds_of_absence(tables));
}

/* At a table where a turn may take days, nobody is absent after minutes. Nor is a player whose announced absence stops the clock. */
bool member_is_absent(const struct tables *tables, const struct lobby *lobby, const struct member *member)
{
    uint64_t seconds = seconds_of_absence(tables);
    uint64_t span = lobby_clock_span(lobby);
    return !member_is_bot(member) && !member_is_held(lobby, member, wall_clock_now()) &&
           is_away_for(tables, member->player, span > seconds ? span : seconds);
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
        lobby_set_host(lobby, heir->player);
    }
}

/* The current name of a player who has not connected since the server started is not known. */
bool lobby_update_names(const struct tables *tables, struct lobby *lobby)
{
    bool changed = false;
    for (unsigned i = 0; i < lobby->members; i++) {
        struct member *member = &lobby->member[i];
        const struct player *player = player_find(tables, member->player);
        if (player != NULL && player->is_name_known && strcmp(player->name, member->name) != 0 &&
            !lobby_name_is_taken(lobby, player->id, player->name)) {
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
