/* play_record.c: the record of a finished game, fetched for a replay or into a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/play/play_internal.h"
#include "client-cli/util/record_file.h"

static void done_record(struct play_request *request, const json_t *ok)
{
    struct record_error error = {.text = "there is no memory"};
    char *text = json_dumps(json_object_get(ok, "record"), JSON_COMPACT);
    struct record *record = calloc(1, sizeof *record);
    bool good = text != NULL && record != NULL && record_read(record, text, strlen(text), &error);
    free(text);
    if (good) {
        request->record(request->context, record, "");
        return;
    }
    char error_text[300];
    (void)snprintf(error_text, sizeof error_text, "The server's record cannot be read: %s", error.text);
    free(record);
    request->record(request->context, NULL, error_text);
}

static void refused_record(struct play_request *request, const char *code, const char *text)
{
    (void)code;
    request->record(request->context, NULL, text);
}

static struct play_request *ask_record(struct play *play, const char *table, const struct command *command,
                                       play_record_done *done)
{
    json_t *keys = json_pack("{s:s}", "table", table);
    bool watched = play->model.has_table && strcmp(play->model.table.id, table) == 0;
    if (keys != NULL && watched && play->invite[0] != '\0') {
        (void)json_object_set_new(keys, "invite", json_string(play->invite));
    }
    struct play_request *request = play_send_request(play, "record", keys, false, command, done_record);
    if (request != NULL) {
        request->refused = refused_record;
        request->record = done;
    }
    return request;
}

void play_fetch_record(struct play *play, const char *table, play_record_done *done, void *context)
{
    struct play_request *request = ask_record(play, table, NULL, done);
    if (request != NULL) {
        request->context = context;
    } else {
        done(context, NULL, "That cannot be asked for.");
    }
}

static void save_record(void *context, struct record *record, const char *error_text)
{
    struct play_request *request = context;
    char why[400];
    if (record == NULL) {
        play_answer(request->play, false, "%s", error_text);
        return;
    }
    if (record_file_save(record, request->command.text, why, sizeof why)) {
        play_answer(request->play, true, "The record is in %s.", request->command.text);
    } else {
        play_answer(request->play, false, "%s", why);
    }
    record_free(record);
    free(record);
}

void play_run_record(struct play *play, const struct command *command)
{
    struct play_request *request = ask_record(play, play->model.table.id, command, save_record);
    if (request != NULL) {
        request->context = request;
    }
}
