/*
 * commentary.c: commentators of a table: the players' consent before the start, and admitting those with the invite.
 *
 * The invite is checked before anything else is, so that a refusal tells nothing to somebody who does not have it.
 */
#include "server/verbs/commentary.h"

#include "server/table/commentary.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

void commentary_admit(struct request *request, void (*next)(struct request *request, struct table *table))
{
    const struct player *player = request->session->player;
    struct lobby lobby = request->table->lobby;
    enum error error = lobby_is_commentary_invite(&lobby, body_text(request, "commentary"))
                           ? lobby_add_commentator(&lobby, player->id, player->name)
                           : ERROR_BAD_CODE;
    if (error != ERROR_OK) {
        request_fail(request, error);
    } else if (lobby_commentator(&request->table->lobby, player->id) >= 0 || lobby.state == TABLE_FINISHED) {
        next(request, request->table); /* admitted before, or everyone sees everything now */
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
