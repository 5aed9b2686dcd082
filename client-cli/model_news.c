/*
 * model_news.c: what changed at a table, as lines for those who watch it.
 *
 * From the table before and after: who came, went, took which pawns, was cut off or is back, and who is host.
 */
#include <stdio.h>
#include <string.h>

#include "model_parts.h"
#include "sentences.h"

static const struct model_seat *find_seat(const struct model_table *table, const char *player)
{
    for (unsigned i = 0; i < table->seats; i++) {
        if (strcmp(table->seat[i].player, player) == 0) {
            return &table->seat[i];
        }
    }
    return NULL;
}

void model_pawns_text(unsigned pawns, char *text, size_t capacity)
{
    size_t used = 0;
    unsigned left = (unsigned)__builtin_popcount(pawns);
    text[0] = '\0';
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        if ((pawns & PAWN_BIT(pawn)) == 0 || used >= capacity) {
            continue;
        }
        left--;
        used += (size_t)snprintf(text + used, capacity - used, "%s%s", title_pawn((enum pawn)pawn),
                                 left > 1    ? ", "
                                 : left == 1 ? " and "
                                             : "");
    }
}

static void tell_pawns(struct model *model, const struct model_seat *seat)
{
    char pawns[80];
    model_pawns_text(seat->pawns, pawns, sizeof pawns);
    model_add_line(model, LINE_NEWS, 0, "", "%s holds %s.", seat->name, seat->pawns != 0 ? pawns : "no pawn");
}

static void tell_seat(struct model *model, const struct model_seat *before, const struct model_seat *after)
{
    if (before == NULL) {
        model_add_line(model, LINE_NEWS, 0, "", "%s sits down.", after->name);
    } else if (strcmp(before->name, after->name) != 0) {
        model_add_line(model, LINE_NEWS, 0, "", "%s is now called %s.", before->name, after->name);
    }
    if ((before == NULL ? 0 : before->pawns) != after->pawns) {
        tell_pawns(model, after);
    }
    if (before != NULL && before->connected != after->connected) {
        model_add_line(model, LINE_NEWS, 0, "", "%s %s.", after->name,
                       after->connected ? "is here" : "has lost the connection or left");
    }
}

static void tell_table_state(struct model *model, const struct model_table *after)
{
    static const char *const lines[] = {
        [MODEL_TABLE_RUNNING] = "The game begins.",
        [MODEL_TABLE_FINISHED] = NULL, /* the events have told it */
        [MODEL_TABLE_CLOSED] = "The table is closed.",
    };
    if (after->state != MODEL_TABLE_OPEN && lines[after->state] != NULL) {
        model_add_line(model, LINE_NEWS, 0, "", "%s", lines[after->state]);
    }
}

void model_tell_changes(struct model *model, const struct model_table *before,
                        const struct model_table *after)
{
    for (unsigned i = 0; i < before->seats; i++) {
        if (find_seat(after, before->seat[i].player) == NULL) {
            model_add_line(model, LINE_NEWS, 0, "", "%s has left the table.", before->seat[i].name);
        }
    }
    for (unsigned i = 0; i < after->seats; i++) {
        tell_seat(model, find_seat(before, after->seat[i].player), &after->seat[i]);
    }
    const struct model_seat *host = find_seat(after, after->host);
    if (strcmp(before->host, after->host) != 0 && host != NULL) {
        model_add_line(model, LINE_NEWS, 0, "", "%s is now the host.", host->name);
    }
    if (before->state != after->state) {
        tell_table_state(model, after);
    }
    if (before->invite[0] != '\0' && after->invite[0] != '\0' && strcmp(before->invite, after->invite) != 0) {
        model_add_line(model, LINE_NEWS, 0, "", "The invite is now %s.", after->invite);
    }
    if (before->rematch[0] == '\0' && after->rematch[0] != '\0') {
        model_add_line(model, LINE_NEWS, 0, "", "There is a rematch, table %s.", after->rematch);
    }
}
