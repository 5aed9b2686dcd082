/*
 * play_lists.c: requests the lists of the lobby. The server sends public tables in pages, and may stop early in the
 * archive; a front end without pages gets all of them at once, up to a bound.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/play/play_internal.h"

enum { PAGES_MAX = 20, ARCHIVED_WANTED = 50 };

static bool is_tables(const struct command *command)
{
    return command->kind == COMMAND_TABLES;
}

/* Returns whether a command asks for the page after those in the model. */
static bool continues(const struct command *command)
{
    return command->number > 0 || command->text[0] != '\0';
}

json_t *play_list_keys(struct play *play, const struct command *command)
{
    const char *more = is_tables(command) ? play->model.tables_more : play->model.archive_more;
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
