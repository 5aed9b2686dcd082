/* mine.c: see mine.h. Also the verb: mine. */
#include "server/verbs/account/mine.h"

#include <stdlib.h>
#include <string.h>

#include "server/table/lobby_json.h"
#include "server/verbs/verbs.h"

/* ---- the list ---- */

static bool has(const struct mine *mine, const char *id)
{
    for (size_t i = 0; i < mine->count; i++) {
        if (strcmp(mine->row[i].id, id) == 0) {
            return true;
        }
    }
    return false;
}

void mine_add(struct mine *mine, const struct mine_row *row)
{
    if (has(mine, row->id)) { /* it has changed nodes in the meantime */
        return;
    }
    if (mine->count == mine->capacity) {
        mine->capacity = mine->capacity == 0 ? MINE_MAX : 2 * mine->capacity;
        mine->row = realloc(mine->row, mine->capacity * sizeof *mine->row);
    }
    char *text = strndup(row->text, row->length);
    if (mine->row == NULL || text == NULL) {
        abort(); /* as the store does */
    }
    mine->row[mine->count] = *row;
    mine->row[mine->count++].text = text;
}

static void add_table(struct mine *mine, const struct table *table, const struct player *player)
{
    struct json_writer writer;
    struct mine_row row = {.created = table->lobby.created,
                           .is_unfinished = lobby_is_unfinished(&table->lobby)};
    memcpy(row.id, table->id, sizeof row.id);
    message_begin(table->tables->sessions, &writer);
    json_write_open(&writer, NULL, '{');
    lobby_write(&writer, "table", table, player);
    lobby_write_turn(&writer, "turn", table);
    table_clock_write(&writer, table);
    json_write_close(&writer, '}');
    row.text = writer.text;
    row.length = writer.length;
    if (json_write_ok(&writer)) {
        mine_add(mine, &row);
    }
    message_end(table->tables->sessions, &writer);
}

/* Adds those that are unfinished, or those that are finished, as long as there are few enough. */
static void add_some(struct mine *mine, const struct player *player, bool unfinished)
{
    const struct seat *seat;
    LIST_FOREACH (seat, &player->seats, entry) {
        const struct lobby *lobby = &seat->table->lobby;
        if (mine->count < MINE_MAX && lobby->state != TABLE_CLOSED &&
            lobby_is_unfinished(lobby) == unfinished) {
            add_table(mine, seat->table, player);
        }
    }
}

void mine_add_here(struct mine *mine, struct tables *tables, const char *player)
{
    const struct player *found = player_find(tables, player);
    if (found != NULL) {
        add_some(mine, found, true);
        add_some(mine, found, false);
    }
}

static int compare_newest(const void *left, const void *right)
{
    const struct mine_row *one = left;
    const struct mine_row *other = right;
    return one->created != other->created ? (one->created < other->created ? 1 : -1)
                                          : strcmp(one->id, other->id);
}

static int compare_unfinished(const void *left, const void *right)
{
    const struct mine_row *one = left;
    const struct mine_row *other = right;
    return one->is_unfinished != other->is_unfinished ? (one->is_unfinished ? -1 : 1)
                                                      : compare_newest(left, right);
}

void mine_sort(struct mine *mine)
{
    if (mine->count == 0) {
        return;
    }
    qsort(mine->row, mine->count, sizeof *mine->row, compare_unfinished);
    while (mine->count > MINE_MAX) {
        free(mine->row[--mine->count].text);
    }
    qsort(mine->row, mine->count, sizeof *mine->row, compare_newest);
}

void mine_free(struct mine *mine)
{
    for (size_t i = 0; i < mine->count; i++) {
        free(mine->row[i].text);
    }
    free(mine->row);
    *mine = (struct mine){0};
}

/* ---- mine ---- */

static void reply_mine(void *context)
{
    struct request *request = context;
    struct mine *mine = request->work;
    struct json_writer writer;
    mine_sort(mine);
    request_begin(request, &writer);
    json_write_open(&writer, "tables", '[');
    for (size_t i = 0; i < mine->count; i++) {
        json_write_raw(&writer, NULL, mine->row[i].text, mine->row[i].length);
    }
    json_write_close(&writer, ']');
    mine_free(mine);
    request_end(request, &writer);
}

void do_mine(struct request *request)
{
    const struct dispatch *dispatch = dispatch_of(request);
    const char *player = request->session->player->id;
    struct mine *mine = calloc(1, sizeof *mine);
    request->work = mine;
    if (mine == NULL) {
        request_fail(request, ERROR_STORAGE);
        return;
    }
    mine_add_here(mine, dispatch->tables, player);
    if (dispatch->shared_hooks.mine != NULL) {
        dispatch->shared_hooks.mine(dispatch->tables->shared, player, mine, reply_mine, request);
    } else {
        reply_mine(request);
    }
}
