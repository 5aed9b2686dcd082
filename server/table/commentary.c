/* commentary.c: see commentary.h. */
#include "server/table/commentary.h"

#include <stdio.h>
#include <string.h>

enum error lobby_set_commentary(struct lobby *lobby, bool on)
{
    lobby_void_consent(lobby);
    if (on && lobby->left == LEFT_MAX) {
        return ERROR_TABLE_FULL; /* it is no longer known who has sat here */
    }
    if (on != lobby->commentary) {
        memset(lobby->commentary_invite, 0, sizeof lobby->commentary_invite);
        memset(lobby->commentator, 0, sizeof lobby->commentator);
        lobby->commentators = 0;
        if (on) {
            identity_random_text(lobby->commentary_invite, INVITE_LENGTH);
        }
    }
    lobby->commentary = on;
    return ERROR_OK;
}

void lobby_void_consent(struct lobby *lobby)
{
    for (unsigned i = 0; i < lobby->members; i++) {
        lobby->member[i].consents = false;
    }
}

void lobby_set_host(struct lobby *lobby, const char *player)
{
    if (strcmp(lobby->host, player) == 0) {
        return;
    }
    (void)snprintf(lobby->host, sizeof lobby->host, "%s", player);
    lobby->commentary_invite[0] = '\0';
    if (lobby->state == TABLE_OPEN) {
        lobby_void_consent(lobby);
        if (lobby->commentary) {
            identity_random_text(lobby->commentary_invite, INVITE_LENGTH);
        }
    }
}

bool lobby_has_consent(const struct lobby *lobby)
{
    for (unsigned i = 0; lobby->commentary && i < lobby->members; i++) {
        if (!member_is_bot(&lobby->member[i]) && !lobby->member[i].consents) {
            return false;
        }
    }
    return true;
}

static bool has_left(const struct lobby *lobby, const char *player)
{
    for (unsigned i = 0; i < lobby->left; i++) {
        if (strcmp(lobby->left_player[i], player) == 0) {
            return true;
        }
    }
    return false;
}

void lobby_note_left(struct lobby *lobby, const char *player)
{
    if (lobby->left < LEFT_MAX && !has_left(lobby, player)) {
        (void)snprintf(lobby->left_player[lobby->left++], PLAYER_ID_LENGTH + 1, "%s", player);
    }
    if (lobby->left == LEFT_MAX && lobby->commentary) {
        (void)lobby_set_commentary(lobby, false);
    }
}

int lobby_commentator(const struct lobby *lobby, const char *player)
{
    for (unsigned i = 0; i < lobby->commentators; i++) {
        if (strcmp(lobby->commentator[i].player, player) == 0) {
            return (int)i;
        }
    }
    return -1;
}

bool lobby_is_commentary_invite(const struct lobby *lobby, const char *invite)
{
    return lobby->commentary && invite != NULL && lobby->commentary_invite[0] != '\0' &&
           identity_equal(invite, lobby->commentary_invite);
}

enum error lobby_add_commentator(struct lobby *lobby, const char *player, const char *name)
{
    if (lobby_member(lobby, player) >= 0 || has_left(lobby, player)) {
        return ERROR_HAS_SAT;
    }
    if (lobby_commentator(lobby, player) >= 0) {
        return ERROR_OK;
    }
    if (lobby->commentators == COMMENTATORS_MAX) {
        return ERROR_TABLE_FULL;
    }
    struct commentator *added = &lobby->commentator[lobby->commentators++];
    (void)snprintf(added->player, sizeof added->player, "%s", player);
    (void)snprintf(added->name, sizeof added->name, "%s", name);
    return ERROR_OK;
}

/* ---- sent ---- */

void commentary_write(struct json_writer *writer, const struct lobby *lobby, bool for_host)
{
    if (!lobby->commentary) {
        return;
    }
    json_write_open(writer, "commentary", '{');
    json_write_open(writer, "consent", '[');
    for (unsigned i = 0; i < lobby->members; i++) {
        if (lobby->member[i].consents) {
            json_write_string(writer, NULL, lobby->member[i].player);
        }
    }
    json_write_close(writer, ']');
    json_write_open(writer, "names", '[');
    for (unsigned i = 0; i < lobby->commentators; i++) { /* a new name could tell the players something */
        json_write_string(writer, NULL, lobby->commentator[i].name);
    }
    json_write_close(writer, ']');
    if (for_host && lobby->commentary_invite[0] != '\0') {
        json_write_string(writer, "invite", lobby->commentary_invite);
    }
    json_write_close(writer, '}');
}

/* ---- stored ---- */

json_t *commentary_to_json(const struct lobby *lobby)
{
    json_t *people = json_array();
    json_t *left = json_array();
    for (unsigned i = 0; i < lobby->commentators; i++) {
        json_array_append_new(people, json_pack("{s:s,s:s}", "player", lobby->commentator[i].player, "name",
                                                lobby->commentator[i].name));
    }
    for (unsigned i = 0; i < lobby->left; i++) {
        json_array_append_new(left, json_string(lobby->left_player[i]));
    }
    return json_pack("{s:b,s:s,s:o,s:o}", "on", lobby->commentary, "invite", lobby->commentary_invite,
                     "people", people, "left", left);
}

static bool copy_text(char *to, size_t capacity, const char *from)
{
    return from != NULL && (size_t)snprintf(to, capacity, "%s", from) < capacity;
}

bool commentary_from_json(struct lobby *lobby, const json_t *value)
{
    const json_t *people = json_object_get(value, "people");
    const json_t *left = json_object_get(value, "left");
    if (value == NULL) {
        return true;
    }
    bool good = copy_text(lobby->commentary_invite, sizeof lobby->commentary_invite,
                          json_string_value(json_object_get(value, "invite"))) &&
                json_array_size(people) <= COMMENTATORS_MAX && json_array_size(left) <= LEFT_MAX;
    lobby->commentary = json_is_true(json_object_get(value, "on"));
    for (size_t i = 0; good && i < json_array_size(people); i++) {
        const json_t *one = json_array_get(people, i);
        struct commentator *added = &lobby->commentator[lobby->commentators++];
        good = copy_text(added->player, sizeof added->player,
                         json_string_value(json_object_get(one, "player"))) &&
               copy_text(added->name, sizeof added->name, json_string_value(json_object_get(one, "name")));
    }
    for (size_t i = 0; good && i < json_array_size(left); i++) {
        good = copy_text(lobby->left_player[lobby->left++], PLAYER_ID_LENGTH + 1,
                         json_string_value(json_array_get(left, i)));
    }
    return good;
}
