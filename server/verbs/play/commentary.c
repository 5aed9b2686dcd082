/*
 * commentary.c: commentators of a table: the players' consent before the start, and admitting those with the invite.
 *
 * The invite is checked before anything else is, so that a refusal tells nothing to somebody who does not have it.
 */
#include "server/verbs/play/commentary.h"

#include "server/table/commentary.h"
#include "server/table/table_names.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

void commentary_admit(struct request *request, void (*next)(struct request *request, struct table *table))
{
    const struct player *player = request->session->player;
    struct lobby lobby = request->table->lobby;
    bool is_admitted =
        lobby_commentator(&lobby, player->id) >= 0; /* with an invite that may be worthless now */
    enum error error = is_admitted ? ERROR_OK
                       : lobby_is_commentary_invite(&lobby, body_text(request, "commentary"))
                           ? lobby_add_commentator(&lobby, player->id, player->name)
                           : ERROR_BAD_CODE;
    if (error != ERROR_OK) {
        request_fail(request, error);
    } else if (is_admitted || lobby.state == TABLE_FINISHED) {
        next(request, request->table); /* everyone sees everything once the game is over */
    } else if (table_name_is_taken(request->table, player)) {
        request_fail(request, ERROR_NAME_TAKEN);
    } else if (request->table->busy) {
        request_wait(request);
    } else {
        request_commit_lobby(request, &lobby, COMMIT_NOTIFY, next);
    }
}

void do_consent(struct request *request)
{
    struct lobby lobby = request->table->lobby;
    int member = lobby_member(&lobby, request->session->player->id);
    if (lobby.state != TABLE_OPEN) {
        request_fail(request, ERROR_NOT_OPEN);
    } else if (!lobby.commentary) {
        request_fail(request, ERROR_NO_COMMENTARY);
    } else {
        lobby.member[member].consents = body_flag(request, "agree");
        request_commit_lobby(request, &lobby, COMMIT_NOTIFY, reply_table);
    }
}
