/* takeback.c: see takeback.h. */
#include "server/table/changes/takeback.h"

#include <stdlib.h>
#include <string.h>

#include "server/table/changes/vote.h"

enum { TIMES_PER_ACTION = 3 }; /* that the player may ask again after withdrawing */

static bool is_asked(const struct table *table, unsigned index)
{
    const struct lobby *lobby = &table->lobby;
    const struct member *member = &lobby->member[index];
    return !member_is_bot(member) && (member->pawns != 0 || strcmp(member->player, lobby->host) == 0) &&
           strcmp(member->player, table->takeback->player) != 0;
}

unsigned takeback_waiting(const struct table *table)
{
    unsigned waiting = 0;
    for (unsigned i = 0; i < table->lobby.members; i++) {
        waiting |= is_asked(table, i) ? 1U << i : 0U;
    }
    return waiting & ~table->takeback->agreed;
}

enum error takeback_check(const struct table *table, uint32_t from)
{
    if (from == table->takeback_refused) {
        return ERROR_TAKEBACK_REFUSED;
    }
    return from == table->takeback_last && table->takeback_times >= TIMES_PER_ACTION ? ERROR_TAKEBACK_AGAIN
                                                                                     : ERROR_OK;
}

/* ---- notifying ---- */

static void write_keys(struct json_writer *writer, const struct table *table)
{
    const struct takeback *takeback = table->takeback;
    int member = lobby_member(&table->lobby, takeback->player);
    json_write_string(writer, "player", takeback->player);
    json_write_string(writer, "name", member < 0 ? "" : table->lobby.member[member].name);
    json_write_int(writer, "event", (long)takeback->from);
    vote_write_members(writer, "agreed", table, takeback->agreed);
    vote_write_members(writer, "waiting", table, takeback_waiting(table));
}

void takeback_write(struct json_writer *writer, const char *key, const struct table *table)
{
    if (table->takeback != NULL) {
        json_write_open(writer, key, '{');
        write_keys(writer, table);
        json_write_close(writer, '}');
    }
}

static void send_takeback(struct table *table, bool ended, const char *refused_by)
{
    vote_send(table, "takeback", write_keys, ended, refused_by);
}

/* ---- the course of a request ---- */

bool takeback_begin(struct table *table, const struct takeback *asked)
{
    table->takeback = malloc(sizeof *table->takeback);
    if (table->takeback == NULL) {
        return false;
    }
    *table->takeback = *asked;
    table->takeback_times = asked->from == table->takeback_last ? table->takeback_times + 1 : 1;
    table->takeback_last = asked->from;
    send_takeback(table, false, NULL);
    return true;
}

void takeback_agree(struct table *table, unsigned member)
{
    table->takeback->agreed |= 1U << member;
    send_takeback(table, false, NULL);
}

void takeback_end(struct table *table, const char *refused_by)
{
    if (table->takeback == NULL) {
        return;
    }
    table->takeback_refused = refused_by != NULL ? table->takeback->from : table->takeback_refused;
    send_takeback(table, true, refused_by);
    free(table->takeback);
    table->takeback = NULL;
}

void takeback_after_action(struct table *table, unsigned pawn)
{
    for (unsigned i = 0; i < table->lobby.members; i++) {
        const struct member *member = &table->lobby.member[i];
        if ((member->pawns & PAWN_BIT(pawn)) != 0 && !member_is_bot(member)) {
            takeback_end(table, NULL);
        }
    }
    if (table->lobby.state != TABLE_RUNNING) {
        takeback_end(table, NULL);
    }
}
