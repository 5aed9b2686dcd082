/*
 * play_votes.c: votes: who plays an absent detective's pawns, and answers to that or to a takeback.
 */
#include <string.h>
#include <strings.h>

#include "client-cli/language/language.h"
#include "client-cli/play/play_internal.h"
#include "common/wire/wire_names.h"

/* ---- Proposing --------------------------------------------------------------------------------------- */

json_t *play_seat_keys(struct play *play, const struct command *command)
{
    const char *player = play_find_player(play, command->text, true);
    return player == NULL ? NULL
                          : json_pack("{s:s,s:s,s:o}", "table", play->model.table.id, "player", player,
                                      "pawns", wire_pawns_value(command->pawns));
}

void play_done_seat(struct play_request *request, const json_t *ok)
{
    struct play *play = request->play;
    const json_t *table = json_object_get(ok, "table");
    char pawns[80];
    if (table != NULL && !model_update_table(&play->model, table)) {
        play_answer(play, false, "%s", tr("The server sent an invalid reply."));
        return;
    }
    play_changed(play);
    model_pawns_text(request->command.pawns, pawns, sizeof pawns);
    struct sentence owners = model_owners(&play->model.table, request->command.pawns);
    if (strcasecmp(request->command.text, play->model.name) == 0) {
        play_answer(play, true, tr("You offered to play %s until %s returns."), pawns, owners.text);
    } else {
        play_answer(play, true, tr("You proposed that %s plays %s until %s returns."), request->command.text,
                    pawns, owners.text);
    }
}

/* ---- Answering --------------------------------------------------------------------------------------- */

static void answered(struct play_request *request, const json_t *ok)
{
    (void)ok;
    play_answer(request->play, true, "%s",
                request->command.kind == COMMAND_AGREE ? tr("You agreed.") : tr("You refused."));
}

/* Names the event that the player was asked about, so that the answer is not taken for another request's. */
static json_t *answer_keys(const struct play *play, const struct command *command, bool seat)
{
    json_t *keys =
        json_pack("{s:s,s:b}", "table", play->model.table.id, "agree", command->kind == COMMAND_AGREE);
    if (keys != NULL && !seat && play->model.takeback_event != 0) {
        (void)json_object_set_new(keys, "event", json_integer((json_int_t)play->model.takeback_event));
    }
    return keys;
}

void play_run_answer(struct play *play, const struct command *command)
{
    const struct model *model = &play->model;
    bool seat = strcmp(command->text, "seat") == 0;
    if (command->text[0] == '\0' && model->vote.open && model->takeback_event != 0) {
        play_answer(play, false, "%s",
                    tr("There are two requests. Add takeback or seat to say which one you mean."));
        return;
    }
    seat = seat || (command->text[0] == '\0' && model->vote.open);
    (void)play_send_request_here(play, seat ? "seat" : "takeback", answer_keys(play, command, seat), false,
                                 command, answered);
}
