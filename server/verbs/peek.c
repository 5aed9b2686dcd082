/*
 * peek.c: peek and share: what people who do not sit at a table may know about it.
 *
 * A peek needs no hello, so that a visitor with a link can see who invites them before they choose a name.
 */
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

void do_peek(struct request *request)
{
    reply_table(request, request->table);
}

void do_share(struct request *request)
{
    struct lobby lobby = request->table->lobby;
    if (lobby.state != TABLE_FINISHED) {
        request_fail(request, ERROR_NOT_FINISHED);
        return;
    }
    lobby.shared = body_flag(request, "open");
    request_commit_lobby(request, &lobby, COMMIT_NOTIFY, reply_table);
}
