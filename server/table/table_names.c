/* table_names.c: see table_names.h. */
#include "server/table/table_names.h"

#include <string.h>

#include "server/table/commentary.h"

bool player_name_is_good(const char *name)
{
    return text_is_good(name, NAME_CHARACTERS_MAX) && name_is_good(name) &&
           !names_look_alike(name, REMOVED_NAME);
}

/* ---- the names at a table ---- */

/* Returns whether somebody in memory has a name that looks like this, or is about to. */
static bool is_called(const struct player *player, struct name_look look)
{
    return player != NULL &&
           (looks_are_equal(player->look, look) ||
            (player->next_name[0] != '\0' && looks_are_equal(name_look(player->next_name), look)));
}

/* The same for somebody at a table, whose name there may be another one. */
static bool is_called_at(const struct tables *tables, const char *id, const char *name, struct name_look look)
{
    const struct player *player = player_find(tables, id);
    bool is_current = player != NULL && strcmp(player->name, name) == 0;
    return is_called(player, look) || (!is_current && looks_are_equal(name_look(name), look));
}

/* Returns whether a member or commentator other than this player has a name that looks like this. */
static bool is_taken(const struct table *table, const char *player, struct name_look look)
{
    const struct lobby *lobby = &table->lobby;
    for (unsigned i = 0; i < lobby->members; i++) {
        const struct member *member = &lobby->member[i];
        if (strcmp(member->player, player) != 0 &&
            is_called_at(table->tables, member->player, member->name, look)) {
            return true;
        }
    }
    for (unsigned i = 0; i < lobby->commentators; i++) {
        const struct commentator *commentator = &lobby->commentator[i];
        if (strcmp(commentator->player, player) != 0 &&
            is_called_at(table->tables, commentator->player, commentator->name, look)) {
            return true;
        }
    }
    return false;
}

bool table_name_is_taken(const struct table *table, const struct player *player)
{
    return is_taken(table, player->id, player->look) ||
           (player->next_name[0] != '\0' && is_taken(table, player->id, name_look(player->next_name)));
}

bool table_name_is_mistakable(const struct table *table, const struct player *player)
{
    const struct lobby *lobby = &table->lobby;
    int member = lobby_member(lobby, player->id);
    int commentator = lobby_commentator(lobby, player->id);
    bool known = (member >= 0 && strcmp(lobby->member[member].name, player->name) == 0) ||
                 (commentator >= 0 && strcmp(lobby->commentator[commentator].name, player->name) == 0);
    return !known && is_taken(table, player->id, player->look);
}

/* ---- changing a name ---- */

/* Returns whether somebody else at the table or watching it has a name that looks like this. */
static bool is_seen(const struct table *table, const struct player *player, struct name_look look)
{
    const struct watch *watch;
    LIST_FOREACH (watch, &table->watches, table_entry) {
        if (watch->session->player != player && is_called(watch->session->player, look)) {
            return true;
        }
    }
    return is_taken(table, player->id, look);
}

static bool is_seen_by_session(const struct session *session, const struct player *player,
                               struct name_look look)
{
    const struct watch *watch;
    LIST_FOREACH (watch, &session->watches, session_entry) {
        if (is_seen(watch->table, player, look)) {
            return true;
        }
    }
    return session->current != NULL && session->current->table != NULL &&
           is_taken(session->current->table, player->id, look); /* perhaps about to sit down there */
}

bool player_name_is_taken(const struct player *player, const char *name)
{
    struct name_look look = name_look(name);
    const struct seat *seat;
    const struct session *session;
    LIST_FOREACH (seat, &player->seats, entry) {
        if (seat->table->lobby.state != TABLE_CLOSED && is_taken(seat->table, player->id, look)) {
            return true;
        }
    }
    LIST_FOREACH (session, &player->sessions, player_entry) {
        if (is_seen_by_session(session, player, look)) {
            return true;
        }
    }
    return false;
}
