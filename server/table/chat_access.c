/* chat_access.c: see chat_access.h. */
#include "server/table/chat_access.h"

#include <stdio.h>
#include <string.h>

/* ---- markers ---- */

static void new_marker(struct lobby *lobby)
{
    identity_random_text(lobby->marker, MARKER_LENGTH);
}

void lobby_police_from_now(struct lobby *lobby, unsigned member)
{
    new_marker(lobby);
    memcpy(lobby->member[member].police_from, lobby->marker, sizeof lobby->marker);
}

void lobby_chat_from_now(struct lobby *lobby)
{
    new_marker(lobby);
    memcpy(lobby->chat_from, lobby->marker, sizeof lobby->marker);
}

const char *lobby_chat_marker(const struct lobby *lobby, const char *player, const char *audience)
{
    int member = player == NULL ? -1 : lobby_member(lobby, player);
    if (strcmp(audience, "police") == 0) {
        return member < 0 ? "" : lobby->member[member].police_from;
    }
    return member < 0 ? lobby->chat_from : lobby->member[member].chat_from;
}

/* ---- who has read what the police said before the start ---- */

static bool has_read(const struct lobby *lobby, const char *player)
{
    for (unsigned i = 0; i < lobby->readers; i++) {
        if (strcmp(lobby->reader[i], player) == 0) {
            return true;
        }
    }
    return false;
}

static bool add_reader(struct lobby *lobby, const char *player)
{
    if (has_read(lobby, player)) {
        return true;
    }
    if (lobby->readers == READERS_MAX) {
        return false;
    }
    (void)snprintf(lobby->reader[lobby->readers++], PLAYER_ID_LENGTH + 1, "%s", player);
    return true;
}

void lobby_police_speak(struct lobby *lobby)
{
    for (unsigned i = 0; !lobby->police_spoke && i < lobby->members; i++) {
        const struct member *member = &lobby->member[i];
        if (!member_is_bot(member) && (member->pawns & ~PAWN_BIT(PAWN_JACK)) != 0) {
            (void)add_reader(lobby, member->player); /* fewer members than readers */
        }
    }
    lobby->police_spoke = true;
}

enum error lobby_check_reader(struct lobby *lobby, const char *player, unsigned pawns)
{
    if ((pawns & PAWN_BIT(PAWN_JACK)) != 0) {
        return has_read(lobby, player) ? ERROR_READ_POLICE : ERROR_OK;
    }
    /* Somebody who could not be noted may not read it. */
    return pawns == 0 || !lobby->police_spoke || add_reader(lobby, player) ? ERROR_OK : ERROR_TABLE_FULL;
}

bool lobby_jack_has_read(const struct lobby *lobby)
{
    for (unsigned i = 0; i < lobby->members; i++) {
        if ((lobby->member[i].pawns & PAWN_BIT(PAWN_JACK)) != 0 && has_read(lobby, lobby->member[i].player)) {
            return true;
        }
    }
    return false;
}

/* ---- stored ---- */

static void set_text(json_t *object, const char *key, const char *text)
{
    if (text[0] != '\0') {
        json_object_set_new(object, key, json_string(text));
    }
}

void chat_access_to_json(const struct lobby *lobby, json_t *all)
{
    const json_t *members = json_object_get(all, "members");
    set_text(all, "marker", lobby->marker);
    set_text(all, "chat_from", lobby->chat_from);
    for (unsigned i = 0; i < lobby->members; i++) {
        set_text(json_array_get(members, i), "police_from", lobby->member[i].police_from);
        set_text(json_array_get(members, i), "chat_from", lobby->member[i].chat_from);
    }
    if (lobby->police_spoke) {
        json_t *readers = json_array();
        for (unsigned i = 0; i < lobby->readers; i++) {
            json_array_append_new(readers, json_string(lobby->reader[i]));
        }
        json_object_set_new(all, "police_readers", readers);
    }
}

/* Reads a text, which is "" if it is missing. */
static bool get_text(const json_t *object, const char *key, char *to, size_t capacity)
{
    const json_t *value = json_object_get(object, key);
    const char *text = value == NULL ? "" : json_string_value(value);
    return text != NULL && (size_t)snprintf(to, capacity, "%s", text) < capacity;
}

bool chat_access_from_json(struct lobby *lobby, const json_t *all)
{
    const json_t *members = json_object_get(all, "members");
    const json_t *readers = json_object_get(all, "police_readers");
    bool good = get_text(all, "marker", lobby->marker, sizeof lobby->marker) &&
                get_text(all, "chat_from", lobby->chat_from, sizeof lobby->chat_from) &&
                (readers == NULL || json_is_array(readers)) && json_array_size(readers) <= READERS_MAX;
    for (unsigned i = 0; good && i < lobby->members; i++) {
        struct member *member = &lobby->member[i];
        const json_t *stored = json_array_get(members, i);
        good = get_text(stored, "police_from", member->police_from, sizeof member->police_from) &&
               get_text(stored, "chat_from", member->chat_from, sizeof member->chat_from);
    }
    lobby->police_spoke = readers != NULL;
    for (size_t i = 0; good && i < json_array_size(readers); i++) {
        const char *player = json_string_value(json_array_get(readers, i));
        good = player != NULL && strlen(player) <= PLAYER_ID_LENGTH && add_reader(lobby, player);
    }
    return good;
}
