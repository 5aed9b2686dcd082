/*
 * play_lists.c: requests the lists of the lobby. The server sends public tables in pages, and may stop early in the
 * archive; a front end without pages gets all of them at once, up to a bound.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/play/play_internal.h"
#include "common/base/array.h"

enum { PAGES_MAX = 20, ARCHIVED_WANTED = 50 };

static bool is_tables(const struct command *command)
{
    return command->kind == COMMAND_TABLES;
}

/* Returns whether a command asks for the page after those in the model. The text of `archive` is a filter. */
static bool continues(const struct command *command)
{
    return command->number > 0 || (is_tables(command) && command->text[0] != '\0');
}

/* ---- Filters of the archive --------------------------------------------------------------------------- */

/* Adds what a word of the filter asks for. Whatever is no game, variant or setting is a player's id, or "me". */
static void add_filter(struct play *play, json_t *keys, const char *word)
{
    static const struct {
        const char *prefix, *key;
    } settings[] = {{"won=", "winner"}, {"as=", "side"}};
    for (size_t i = 0; i < COUNT(settings); i++) {
        if (strncmp(word, settings[i].prefix, strlen(settings[i].prefix)) == 0) {
            (void)json_object_set_new(keys, settings[i].key, json_string(word + strlen(settings[i].prefix)));
            return;
        }
    }
    bool is_option =
        option_from_name(GAME_WHITECHAPEL, word) != 0 || option_from_name(GAME_WHITEHALL, word) != 0;
    bool is_game = game_from_name(word) != GAME_KIND_COUNT;
    bool is_me = strcmp(word, "me") == 0;
    (void)json_object_set_new(keys,
                              is_game     ? "game"
                              : is_option ? "option"
                                          : "player",
                              json_string(is_me ? play->model.player : word));
}

static json_t *archive_keys(struct play *play, const struct command *command)
{
    json_t *keys = json_object();
    char text[sizeof command->text];
    (void)snprintf(text, sizeof text, "%s", command->text);
    char *rest = text;
    while (keys != NULL && *(rest += strspn(rest, " ")) != '\0') {
        size_t length = strcspn(rest, " ");
        bool is_last = rest[length] == '\0';
        rest[length] = '\0';
        add_filter(play, keys, rest);
        rest += length + !is_last;
    }
    if (keys != NULL && continues(command)) {
        (void)json_object_set_new(keys, "before", json_string(play->model.archive_more));
    }
    return keys;
}

/* ---- All lists ----------------------------------------------------------------------------------------- */

json_t *play_list_keys(struct play *play, const struct command *command)
{
    const char *more = play->model.tables_more;
    if (!is_tables(command)) {
        return archive_keys(play, command);
    }
    if (!continues(command)) {
        return json_object();
    }
    if (more[0] == '\0') {
        play_answer(play, false, "%s", tr("There are no more tables."));
        return NULL;
    }
    return json_pack("{s:s}", "before", more);
}

static bool update(struct model *model, const struct command *command, const json_t *ok)
{
    if (command->kind == COMMAND_MINE) {
        return model_update_mine(model, ok);
    }
    if (is_tables(command)) {
        return (continues(command) ? model_append_tables : model_update_tables)(model, ok);
    }
    return (continues(command) ? model_append_archive : model_update_archive)(model, ok);
}

/* Returns whether the list is to be continued without being asked again. */
static bool wants_more(const struct play *play, const struct command *command)
{
    const struct model *model = &play->model;
    bool tables = is_tables(command) && !play->settings.paged && model->tables_more[0] != '\0';
    bool archive = command->kind == COMMAND_ARCHIVE && model->archived < ARCHIVED_WANTED &&
                   model->archive_more[0] != '\0';
    return (tables || archive) && command->number + 1 < PAGES_MAX;
}

void play_done_list(struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    struct command next = request->command;
    if (!update(&play->model, &next, ok)) {
        play_answer(play, false, tr("The server sent an invalid reply."));
        return;
    }
    play_changed(play);
    if (wants_more(play, &next)) {
        next.number++;
        (void)play_send_request(play, is_tables(&next) ? "tables" : "archive", play_list_keys(play, &next),
                                false, &next, play_done_list);
    } else if (play->hooks.listed != NULL) {
        play->hooks.listed(play->hooks.context, request->command.kind);
    }
}

void play_done_stats(struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    if (!model_update_stats(&play->model, ok)) {
        play_answer(play, false, tr("The server sent an invalid reply."));
    } else if (play->hooks.listed != NULL) {
        play->hooks.listed(play->hooks.context, request->command.kind);
    }
}
