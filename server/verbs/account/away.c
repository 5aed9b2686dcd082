/*
 * away.c: the verb away: a player announces until when they are away, or that they are back.
 *
 * What that does to the clock is decided by pauses.h. The announcement stays valid if the player acts meanwhile.
 */
#include "server/base/wall_clock.h"
#include "server/table/changes/broadcast.h"
#include "server/table/pauses.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

/* The clock may pause or resume now; the turn that is sent says so. */
static void reply_away(struct request *request, struct table *table)
{
    reply_table(request, table);
    table->tables->hooks.changed(table);
    table_send_turn(table);
}

void do_away(struct request *request)
{
    struct lobby lobby = request->table->lobby;
    struct member *member = &lobby.member[lobby_member(&lobby, request->session->player->id)];
    int64_t now = wall_clock_now();
    json_int_t until = body_number(request, "until", 0);
    if (lobby.state != TABLE_RUNNING) {
        request_fail(request, ERROR_NOT_RUNNING);
    } else if (until < 0 || until > now + (int64_t)AWAY_DAYS_MAX * DAY_SECONDS) {
        request_fail(request, ERROR_BAD_AWAY);
    } else if (until <= now && member->away_until == 0) {
        reply_table(request, request->table); /* they are back already */
    } else {
        member_set_away(&lobby, member, now, until);
        table_clock_store(request->table, &lobby);
        request_commit_lobby(request, &lobby, COMMIT_NOTIFY, reply_away);
    }
}
