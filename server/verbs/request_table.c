/* request_table.c: see request_table.h. */
#include "server/verbs/request_table.h"

#include <stdlib.h>

#include "server/base/wall_clock.h"
#include "server/table/commentary.h"
#include "server/table/lobby_json.h"

static bool is_invited(const struct lobby *lobby, const char *invite)
{
    return invite != NULL && identity_equal(invite, lobby->invite);
}

bool request_may_see(const struct request *request, const struct lobby *lobby)
{
    const struct player *player = request->session->player;
    bool opens_shared = (request->verb->needs & OPENS_SHARED) != 0;
    return !lobby->is_private || (lobby->shared && opens_shared) ||
           is_invited(lobby, body_text(request, "invite")) ||
           lobby_is_commentary_invite(lobby, body_text(request, "commentary")) ||
           (player != NULL &&
            (lobby_member(lobby, player->id) >= 0 || lobby_commentator(lobby, player->id) >= 0));
}

struct table *request_find_table(const struct request *request)
{
    const struct tables *tables = dispatch_of(request)->tables;
    const char *id = body_text(request, "table");
    const char *invite = body_text(request, "invite");
    struct table *table = id == NULL ? LIST_FIRST(&tables->all) : table_find(tables, id);
    while (id == NULL && table != NULL && !is_invited(&table->lobby, invite)) {
        table = LIST_NEXT(table, entry);
    }
    if (table == NULL || table->lobby.state == TABLE_CLOSED) {
        return NULL;
    }
    return request_may_see(request, &table->lobby) ? table : NULL;
}

void request_hold_table(struct request *request, struct table *table)
{
    request->table = table;
    if (table != NULL) {
        table_hold(table);
    }
}

struct pending_reply {
    void (*done)(struct request *request, struct table *table);
};

static void lobby_committed(void *context, struct table *table, bool stored)
{
    struct request *request = context;
    const struct pending_reply *reply = request->work;
    if (stored) {
        reply->done(request, table);
    } else {
        request_fail(request, ERROR_STORAGE);
    }
}

void request_commit_lobby(struct request *request, const struct lobby *changed, enum commit_notice notice,
                          void (*done)(struct request *request, struct table *table))
{
    struct pending_reply *reply = malloc(sizeof *reply);
    struct lobby lobby = *changed;
    lobby.touched = wall_clock_now();
    free(request->work);
    request->work = reply;
    if (reply == NULL) {
        request_fail(request, ERROR_STORAGE);
        return;
    }
    reply->done = done;
    if (!table_commit_lobby(request->table, &lobby, notice, lobby_committed, request)) {
        request_fail(request, ERROR_STORAGE);
    }
}

void reply_table(struct request *request, struct table *table)
{
    struct json_writer writer;
    request_begin(request, &writer);
    lobby_write(&writer, "table", table, request->session->player);
    request_end(request, &writer);
}

bool read_pawns(const json_t *list, enum game_kind game, unsigned *pawns)
{
    unsigned known = game_policemen(game) | PAWN_BIT(PAWN_JACK);
    *pawns = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = json_string_value(json_array_get(list, i));
        enum pawn pawn = name == NULL ? PAWN_NONE : pawn_from_name(name);
        if (pawn == PAWN_NONE || (known & PAWN_BIT(pawn)) == 0 || (*pawns & PAWN_BIT(pawn)) != 0) {
            return false;
        }
        *pawns |= PAWN_BIT(pawn);
    }
    return (*pawns & PAWN_BIT(PAWN_JACK)) == 0 || *pawns == PAWN_BIT(PAWN_JACK);
}
