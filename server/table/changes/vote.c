/* vote.c: see vote.h. */
#include "server/table/changes/vote.h"

#include "server/table/changes/lobby_push.h"

void vote_write_members(struct json_writer *writer, const char *key, const struct table *table,
                        unsigned members)
{
    json_write_open(writer, key, '[');
    for (unsigned i = 0; i < table->lobby.members; i++) {
        if ((members & (1U << i)) != 0) {
            json_write_string(writer, NULL, table->lobby.member[i].player);
        }
    }
    json_write_close(writer, ']');
}

void vote_send(struct table *table, const char *on,
               void (*write_keys)(struct json_writer *writer, const struct table *table), bool ended,
               const char *refused_by)
{
    struct json_writer writer;
    struct watch *watch;
    table_flush_lobby(table);
    message_begin(table->tables->sessions, &writer);
    json_write_open(&writer, NULL, '{');
    json_write_string(&writer, "on", on);
    json_write_string(&writer, "table", table->id);
    write_keys(&writer, table);
    if (refused_by != NULL) {
        json_write_string(&writer, "refused", refused_by);
    }
    if (ended) {
        json_write_bool(&writer, "ended", true);
    }
    json_write_close(&writer, '}');
    LIST_FOREACH (watch, &table->watches, table_entry) {
        session_send(watch->session, &writer);
    }
    message_end(table->tables->sessions, &writer);
}
