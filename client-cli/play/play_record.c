/* play_record.c: fetches the record of a finished game, for a replay or to save it to a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/play/play_internal.h"
#include "client-cli/util/record_file.h"

static void record_received(struct play_request *request, const json_t *ok)
{
    struct record_error error = {.text = "out of memory"};
    char *text = json_dumps(json_object_get(ok, "record"), JSON_COMPACT);
    struct record *record = calloc(1, sizeof *record);
    bool good = text != NULL && record != NULL && record_read_stored(record, text, strlen(text), &error);
    free(text);
    if (good) {
        request->record_done(request->context, record, "");
        return;
    }
    char error_text[300];
    (void)snprintf(error_text, sizeof error_text, tr("The server sent an invalid record: %s"), error.text);
    free(record);
    request->record_done(request->context, NULL, error_text);
}

static void record_failed(struct play_request *request, const char *code, const char *text)
{
    (void)code;
    request->record_done(request->context, NULL, text);
}

static struct play_request *request_record(struct play *play, const char *table,
                                           const struct command *command, play_record_done *done)
{
    json_t *keys = json_pack("{s:s}", "table", table);
    if (keys != NULL && play_shows(play, table) && play->invite[0] != '\0') {
        (void)json_object_set_new(keys, "invite", json_string(play->invite));
    }
    struct play_request *request = play_send_request(play, "record", keys, false, command, record_received);
    if (request != NULL) {
        request->failed = record_failed;
        request->record_done = done;
    }
    return request;
}

void play_fetch_record(struct play *play, const char *table, play_record_done *done, void *context)
{
    struct play_request *request = request_record(play, table, NULL, done);
    if (request != NULL) {
        request->context = context;
    } else {
        done(context, NULL, tr("Out of memory."));
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
        play_answer(request->play, true, tr("Saved the record to %s."), request->command.text);
    } else {
        play_answer(request->play, false, "%s", why);
    }
    record_free(record);
    free(record);
}

void play_run_record(struct play *play, const struct command *command)
{
    struct play_request *request = request_record(play, play->model.table.id, command, save_record);
    if (request != NULL) {
        request->context = request;
    }
}
