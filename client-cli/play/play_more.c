/*
 * play_more.c: marks, and requests about a table as a whole: settings, share, rematch; and links to a table.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "client-cli/language/language.h"
#include "client-cli/play/play_internal.h"
#include "client-cli/util/own_zone.h"
#include "common/wire/wire_names.h"

/* ---- Links ------------------------------------------------------------------------------------------- */

/* Writes an address as a browser opens it, ending in `path` and `id`; the usual port is left out. */
static void write_link(const struct play *play, const char *path, const char *id, char *text, size_t capacity)
{
    const struct address *address = &play->settings.address;
    bool bracket = strchr(address->host, ':') != NULL;
    char port[8] = "";
    if (address->port != (address->tls ? 443 : 80)) {
        (void)snprintf(port, sizeof port, ":%u", (unsigned)address->port);
    }
    (void)snprintf(text, capacity, "%s://%s%s%s%s/%s%s", address->tls ? "https" : "http", bracket ? "[" : "",
                   address->host, bracket ? "]" : "", port, path, id);
}

void play_invite_link(const struct play *play, char *text, size_t capacity)
{
    text[0] = '\0';
    if (play->model.has_table && play->model.table.invite[0] != '\0') {
        write_link(play, "invite#", play->model.table.invite, text, capacity);
    }
}

void play_commentary_link(const struct play *play, char *text, size_t capacity)
{
    const struct model_table *table = &play->model.table;
    text[0] = '\0';
    if (play->model.has_table && table->commentary_invite[0] != '\0') {
        write_link(play, "table/", table->id, text, capacity);
        size_t used = strlen(text);
        (void)snprintf(text + used, capacity - used, "#commentary=%s", table->commentary_invite);
    }
}

/* ---- Marks ------------------------------------------------------------------------------------------- */

static bool is_detective(struct play *play)
{
    bool detective = (model_my_pawns(&play->model) & ~PAWN_BIT(PAWN_JACK)) != 0;
    if (!detective) {
        play_answer(play, false, "%s", tr("Only detectives can mark circles."));
    }
    return detective;
}

json_t *play_point_keys(struct play *play, const struct command *command)
{
    return is_detective(play)
               ? json_pack("{s:s,s:i}", "table", play->model.table.id, "circle", (int)command->circle)
               : NULL;
}

static void add_marks(json_t *list, const struct set *circles, const char *mark)
{
    SET_EACH (circle, circles) {
        (void)json_array_append_new(list, json_pack("{s:i,s:s}", "circle", (int)circle, "mark", mark));
    }
}

/* The protocol sends all marks of a player each time. */
static json_t *all_marks(const struct model *model)
{
    json_t *list = json_array();
    const struct model_marks *marks = model_my_marks(model);
    add_marks(list, &marks->suspect, "suspect");
    add_marks(list, &marks->cleared, "cleared");
    json_t *route = json_array();
    for (unsigned i = 0; i < marks->path_length; i++) {
        (void)json_array_append_new(route, json_integer(marks->path[i]));
    }
    if (marks->path_length > 0) {
        (void)json_array_append_new(list, json_pack("{s:o}", "route", route));
    } else {
        json_decref(route);
    }
    for (unsigned i = 0; i < marks->arrows; i++) {
        (void)json_array_append_new(
            list, json_pack("{s:i,s:i}", "from", (int)marks->arrow[i][0], "to", (int)marks->arrow[i][1]));
    }
    return json_pack("{s:s,s:o}", "table", model->table.id, "marks", list);
}

json_t *play_mark_keys(struct play *play, const struct command *command)
{
    if (!is_detective(play)) {
        return NULL;
    }
    model_mark(&play->model, command->circle, command->text);
    play_changed(play);
    return all_marks(&play->model);
}

json_t *play_route_keys(struct play *play, const struct command *command)
{
    if (!is_detective(play)) {
        return NULL;
    }
    model_mark_route(&play->model, command->route, command->route_length);
    play_changed(play);
    return all_marks(&play->model);
}

/* ---- Tables ------------------------------------------------------------------------------------------ */

json_t *play_settings_keys(struct play *play, const struct command *command)
{
    json_t *keys = json_pack("{s:s}", "table", play->model.table.id);
    if (keys == NULL) {
        return NULL;
    }
    if (command->sets_options) {
        (void)json_object_set_new(keys, "options",
                                  wire_options_value(play->model.table.game, command->options));
    }
    if (command->sets_private) {
        (void)json_object_set_new(keys, "private", json_boolean(command->is_private));
    }
    if (command->sets_clock) {
        (void)json_object_set_new(keys, "clock", json_integer((json_int_t)command->clock));
    }
    play_add_pauses(keys, command);
    if (command->commentary[0] != '\0') {
        (void)json_object_set_new(keys, "commentary", json_boolean(strcmp(command->commentary, "on") == 0));
    }
    if (command->spectator_aids[0] != '\0') {
        (void)json_object_set_new(keys, "spectator_aids",
                                  json_boolean(strcmp(command->spectator_aids, "on") == 0));
    }
    if (command->counts[0] != '\0') {
        (void)json_object_set_new(keys, "counts", json_boolean(strcmp(command->counts, "on") == 0));
    }
    const struct {
        const char *key, *value;
    } words[] = {{"aids", command->aids}, {"level", command->level}, {"pace", command->pace}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (words[i].value[0] != '\0') {
            (void)json_object_set_new(keys, words[i].key, json_string(words[i].value));
        }
    }
    return keys;
}

/* The time zone is this machine's unless another one was given. */
void play_add_pauses(json_t *keys, const struct command *command)
{
    char zone[48];
    if (command->sets_days_off) {
        (void)json_object_set_new(keys, "days_off", json_integer((json_int_t)command->days_off));
    }
    if (strcmp(command->night, "off") == 0) {
        (void)json_object_set_new(keys, "night", json_object());
    } else if (command->night[0] != '\0') { /* 23:00-07:00@Europe/Rome */
        const char *given = strchr(command->night, '@');
        own_zone(zone, sizeof zone);
        (void)json_object_set_new(keys, "night",
                                  json_pack("{s:s%,s:s%,s:s}", "from", command->night, (size_t)5, "to",
                                            command->night + 6, (size_t)5, "zone",
                                            given != NULL ? given + 1 : zone));
    }
}

json_t *play_away_keys(struct play *play, const struct command *command)
{
    json_int_t until =
        command->number == 0 ? 0 : (json_int_t)time(NULL) + (json_int_t)command->number * 86400;
    return json_pack("{s:s,s:I}", "table", play->model.table.id, "until", until);
}

void play_done_away(struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    (void)model_update_table(&play->model, json_object_get(ok, "table"));
    play_changed(play);
    int seat = model_my_seat(&play->model);
    if (seat >= 0 && model_is_away(&play->model.table.seat[seat])) {
        const struct model_seat *mine = &play->model.table.seat[seat];
        play_answer(play, true, tr("The others see that you are away until %s."),
                    model_moment(mine->away_until).text);
    } else {
        play_answer(play, true, "%s", tr("The others see that you are back."));
    }
}

json_t *play_share_keys(struct play *play, const struct command *command)
{
    return json_pack("{s:s,s:b}", "table", play->model.table.id, "open", strcmp(command->text, "on") == 0);
}

void play_done_share(struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    char link[ADDRESS_HOST_MAX + MODEL_ID_MAX + 64];
    (void)model_update_table(&play->model, json_object_get(ok, "table"));
    play_changed(play);
    write_link(play, "replay/", play->model.table.id, link, sizeof link);
    if (strcmp(request->command.text, "on") == 0) {
        play_answer(play, true, tr("Anyone with this link can replay the game: %s"), link);
    } else {
        play_answer(play, true, "%s", tr("The game is private again."));
    }
}

json_t *play_rematch_keys(struct play *play, const struct command *command)
{
    return json_pack("{s:s,s:s}", "table", play->model.table.id, "roles",
                     command->text[0] != '\0' ? command->text : "swap");
}
