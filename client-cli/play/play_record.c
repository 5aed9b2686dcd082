/* play_record.c: the record of a finished game, fetched for a replay or into a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/play/play_internal.h"
#include "client-cli/util/record_file.h"

static void done_record(struct asked *asked, const json_t *ok)
{
    struct record_error error = {.text = "there is no memory"};
    char *text = json_dumps(json_object_get(ok, "record"), JSON_COMPACT);
    struct record *record = calloc(1, sizeof *record);
    bool good = text != NULL && record != NULL && record_read(record, text, strlen(text), &error);
    free(text);
    if (good) {
        asked->record(asked->context, record, "");
        return;
    }
    char complaint[300];
    (void)snprintf(complaint, sizeof complaint, "The server's record cannot be read: %s", error.text);
    free(record);
    asked->record(asked->context, NULL, complaint);
}

static void refused_record(struct asked *asked, const char *code, const char *text)
{
    (void)code;
    asked->record(asked->context, NULL, text);
}

static struct asked *ask_record(struct play *play, const char *table, const struct command *command,
                                play_record_done *done)
{
    json_t *keys = json_pack("{s:s}", "table", table);
    bool watched = play->model.has_table && strcmp(play->model.table.id, table) == 0;
    if (keys != NULL && watched && play->invite[0] != '\0') {
        (void)json_object_set_new(keys, "invite", json_string(play->invite));
    }
    struct asked *asked = play_ask(play, "record", keys, false, command, done_record);
    if (asked != NULL) {
        asked->refused = refused_record;
        asked->record = done;
    }
    return asked;
}

void play_fetch_record(struct play *play, const char *table, play_record_done *done, void *context)
{
    struct asked *asked = ask_record(play, table, NULL, done);
    if (asked != NULL) {
        asked->context = context;
    } else {
        done(context, NULL, "That cannot be asked for.");
    }
}

static void save_record(void *context, struct record *record, const char *complaint)
{
    struct asked *asked = context;
    char why[400];
    if (record == NULL) {
        play_answer(asked->play, false, "%s", complaint);
        return;
    }
    if (record_save(record, asked->command.text, why, sizeof why)) {
        play_answer(asked->play, true, "The record is in %s.", asked->command.text);
    } else {
        play_answer(asked->play, false, "%s", why);
    }
    record_free(record);
    free(record);
}

void play_run_record(struct play *play, const struct command *command)
{
    struct asked *asked = ask_record(play, play->model.table.id, command, save_record);
    if (asked != NULL) {
        asked->context = asked;
    }
}
