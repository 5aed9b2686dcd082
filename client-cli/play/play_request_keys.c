/* play_request_keys.c: builds the JSON keys of each request from a command and the model. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "client-cli/language/language.h"
#include "client-cli/play/play_internal.h"
#include "client-cli/util/shell_word.h"
#include "common/wire/aids.h"
#include "common/wire/wire_names.h"

json_t *play_no_keys(struct play *play, const struct command *command)
{
    (void)play;
    (void)command;
    return json_object();
}

json_t *play_table_keys(struct play *play, const struct command *command)
{
    (void)command;
    return json_pack("{s:s}", "table", play->model.table.id);
}

/* Sends the turn's sequence number, so that the server rejects a request that arrives in a later turn. */
json_t *play_undo_keys(struct play *play, const struct command *command)
{
    (void)command;
    return json_pack("{s:s,s:i}", "table", play->model.table.id, "seq", (int)play->model.turn_seq);
}

json_t *play_consent_keys(struct play *play, const struct command *command)
{
    return json_pack("{s:s,s:b}", "table", play->model.table.id, "agree", command->text[0] == '\0');
}

json_t *play_act_keys(struct play *play, const struct command *command)
{
    char text[2048];
    struct json_writer writer;
    json_write_begin(&writer, text, sizeof text);
    action_to_json(&writer, NULL, &command->action);
    json_t *action = json_write_ok(&writer) ? json_loads(text, 0, NULL) : NULL;
    json_t *keys = play_undo_keys(play, command);
    bool lesson = play_follows_lesson(play);
    if (action == NULL || json_object_set_new(keys, "action", action) != 0 ||
        (lesson && json_object_set_new(keys, "lesson", json_true()) != 0)) {
        json_decref(keys);
        return NULL;
    }
    return keys;
}

json_t *play_suggest_keys(struct play *play, const struct command *command)
{
    bool whitechapel = play->model.table.game == GAME_WHITECHAPEL;
    return json_pack("{s:s,s:s,s:s}", "table", play->model.table.id, "what",
                     whitechapel ? "hideout" : "discoveries", "level",
                     command->text[0] != '\0' ? command->text : "normal");
}

static const char *const audiences[] = {[SAY_TABLE] = "table",
                                        [SAY_POLICE] = "police",
                                        [SAY_GALLERY] = "gallery",
                                        [SAY_COMMENTARY] = "commentary"};

json_t *play_say_keys(struct play *play, const struct command *command)
{
    json_t *keys = json_pack("{s:s,s:s,s:s}", "table", play->model.table.id, "to",
                             audiences[command->audience], "text", command->text);
    if (keys != NULL && play->invite[0] != '\0' && model_my_seat(&play->model) < 0) {
        (void)json_object_set_new(keys, "invite", json_string(play->invite));
    }
    return keys;
}

json_t *play_create_keys(struct play *play, const struct command *command)
{
    (void)play;
    json_t *keys =
        json_pack("{s:s,s:o,s:b,s:s}", "game", game_name(command->game), "options",
                  wire_options_value(command->game, command->options), "private", command->is_private, "aids",
                  command->aids[0] != '\0' ? command->aids : aids_name(AIDS_OFF));
    if (keys != NULL && command->clock != 0) {
        (void)json_object_set_new(keys, "clock", json_integer((json_int_t)command->clock));
    }
    if (keys != NULL) {
        play_add_pauses(keys, command);
    }
    if (keys != NULL && command->level[0] != '\0') {
        (void)json_object_set_new(keys, "level", json_string(command->level));
    }
    if (keys != NULL && command->pace[0] != '\0') {
        (void)json_object_set_new(keys, "pace", json_string(command->pace));
    }
    if (keys != NULL && strcmp(command->commentary, "on") == 0) {
        (void)json_object_set_new(keys, "commentary", json_true());
    }
    if (keys != NULL && strcmp(command->spectator_aids, "off") == 0) {
        (void)json_object_set_new(keys, "spectator_aids", json_false());
    }
    if (keys != NULL && strcmp(command->counts, "on") == 0) {
        (void)json_object_set_new(keys, "counts", json_true());
    }
    return keys;
}

json_t *play_pawns_keys(struct play *play, const struct command *command)
{
    return json_pack("{s:s,s:o}", "table", play->model.table.id, "pawns", wire_pawns_value(command->pawns));
}

json_t *play_bot_keys(struct play *play, const struct command *command)
{
    return json_pack("{s:s,s:o,s:s}", "table", play->model.table.id, "pawns",
                     wire_pawns_value(command->pawns), "level",
                     command->text[0] != '\0' ? command->text : play->model.table.level);
}

/* Takes the player's own seat back from a bot. */
json_t *play_back_keys(struct play *play, const struct command *command)
{
    int seat = model_my_seat(&play->model);
    (void)command;
    if (seat < 0 || !play->model.table.seat[seat].substituted) {
        play_answer(play, false, tr("No bot is playing for you."));
        return NULL;
    }
    return json_pack("{s:s,s:o,s:s}", "table", play->model.table.id, "pawns",
                     wire_pawns_value(model_my_pawns(&play->model)), "level", "none");
}

json_t *play_deduce_keys(struct play *play, const struct command *command)
{
    json_t *keys = json_pack("{s:s}", "table", play->model.table.id);
    bool paths = play->model.table.state == MODEL_TABLE_FINISHED ||
                 strcmp(play->model.table.aids, aids_name(AIDS_FULL)) == 0;
    if (keys != NULL && command->circle != 0 && paths) {
        (void)json_object_set_new(keys, "circle", json_integer((json_int_t)command->circle));
    }
    if (keys != NULL && play->invite[0] != '\0') {
        (void)json_object_set_new(keys, "invite", json_string(play->invite));
    }
    return keys;
}

json_t *play_rename_keys(struct play *play, const struct command *command)
{
    (void)play;
    return json_pack("{s:s}", "name", command->text);
}

json_t *play_stats_keys(struct play *play, const struct command *command)
{
    const struct model_table *table = &play->model.table;
    const char *player = strcmp(command->text, "me") == 0 ? play->model.player : command->text;
    for (unsigned i = 0; play->model.has_table && i < table->seats; i++) {
        bool is_it = table->seat[i].bot[0] == '\0' && strcasecmp(table->seat[i].name, command->text) == 0;
        player = is_it ? table->seat[i].player : player;
    }
    return player[0] == '\0' ? json_object() : json_pack("{s:s}", "player", player);
}

json_t *play_player_keys(struct play *play, const struct command *command)
{
    const char *player = play_find_player(play, command->text, false);
    return player == NULL ? NULL : json_pack("{s:s,s:s}", "table", play->model.table.id, "player", player);
}

/* ---- Tables by id, invite or link --------------------------------------------------------------- */

enum { TABLE_ID_LENGTH = 10, INVITE_LENGTH = 12 };

bool play_parse_table_reference(struct play *play, const char *text, struct table_reference *reference)
{
    char error_text[300];
    *reference = (struct table_reference){.address = {.tls = false}};
    if (strchr(text, '/') == NULL) {
        reference->table = strlen(text) == INVITE_LENGTH ? NULL : text;
        reference->invite = strlen(text) == INVITE_LENGTH ? text : NULL;
        return true;
    }
    if (!address_parse(text, &reference->address, error_text, sizeof error_text)) {
        play_answer(play, false, "%s", error_text);
        return false;
    }
    if (strcmp(reference->address.server, play->settings.address.server) != 0) {
        char quoted[ANSWER_MAX];
        play_answer(play, false, tr("This link is for another server; use: gaslight play %s"),
                    shell_word(text, quoted, sizeof quoted));
        return false;
    }
    reference->table = reference->address.table[0] != '\0' ? reference->address.table : NULL;
    reference->invite = reference->address.invite[0] != '\0' ? reference->address.invite : NULL;
    if (reference->table == NULL && reference->invite == NULL) {
        play_answer(play, false, tr("This link does not lead to a table."));
        return false;
    }
    return true;
}

/* Without a text, the player joins the table being watched. */
json_t *play_join_keys(struct play *play, const struct command *command)
{
    struct table_reference reference;
    json_t *keys = json_object();
    if (command->text[0] == '\0' && !play->model.has_table) {
        play_answer(play, false, tr("Which table? Usage: join TABLE or join INVITE."));
        json_decref(keys);
        return NULL;
    }
    if (command->text[0] == '\0') {
        reference = (struct table_reference){.table = play->model.table.id,
                                             .invite = play->invite[0] != '\0' ? play->invite : NULL};
    } else if (!play_parse_table_reference(play, command->text, &reference)) {
        json_decref(keys);
        return NULL;
    }
    if (reference.table != NULL) {
        (void)json_object_set_new(keys, "table", json_string(reference.table));
    }
    if (reference.invite != NULL) {
        (void)json_object_set_new(keys, "invite", json_string(reference.invite));
    }
    if (command->pawns != 0) {
        (void)json_object_set_new(keys, "pawns", wire_pawns_value(command->pawns));
    }
    return keys;
}
