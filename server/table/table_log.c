/*
 * table_log.c: a table's log: every action and every undoing, in the order they happened.
 *
 * The log is what is stored, a row each. The game is the fold of it; the record is what is left when an
 * undone action and its undoing are taken out. Events are never stored: whoever needs those he missed gets
 * them by folding again, through the same view as when they happened.
 *
 * In memory the log is most of a running table, so it is kept small: in pages, which never move and leave no holes
 * behind as they grow, and with the lists that few actions have apart from the rest.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/server.h"

/* ---- how an entry is kept ---- */

enum { ACTION_HEAD = offsetof(struct action, list), PAGE_ENTRIES = 32 };

struct kept {
    uint64_t key;
    uint32_t seq;
    uint32_t lists; /* where in table->lists its own begin: list, then unmarked */
    uint8_t action[ACTION_HEAD];
    uint8_t undo;
};
_Static_assert(sizeof(struct kept) == 32, "thirty-two to a kilobyte");

struct log_page {
    struct kept kept[PAGE_ENTRIES];
};

static struct kept *kept_at(const struct table *table, size_t index)
{
    return &table->page[index / PAGE_ENTRIES]->kept[index % PAGE_ENTRIES];
}

/* Room for one entry more and its lists. What is made and not used is found there the next time. */
static bool make_room(struct table *table, size_t list_bytes)
{
    if (list_bytes > 0) {
        uint8_t *lists = realloc(table->lists, table->list_bytes + list_bytes);
        if (lists == NULL) {
            return false;
        }
        table->lists = lists;
    }
    if (table->entries % PAGE_ENTRIES == 0) {
        size_t pages = table->entries / PAGE_ENTRIES;
        struct log_page **grown = realloc(table->page, (pages + 1) * sizeof(struct log_page *));
        if (grown == NULL) {
            return false;
        }
        table->page = grown;
        table->page[pages] = malloc(sizeof *table->page[pages]);
        return table->page[pages] != NULL;
    }
    return true;
}

bool table_append(struct table *table, const struct entry *entry)
{
    const struct action *action = &entry->action;
    if (!make_room(table, (size_t)action->count + action->unmarked_count)) {
        return false;
    }
    struct kept *kept = kept_at(table, table->entries++);
    *kept =
        (struct kept){.key = entry->key, .seq = entry->seq, .lists = table->list_bytes, .undo = entry->undo};
    memcpy(kept->action, action, ACTION_HEAD);
    if (action->count > 0) {
        memcpy(table->lists + table->list_bytes, action->list, action->count);
        table->list_bytes += action->count;
    }
    if (action->unmarked_count > 0) {
        memcpy(table->lists + table->list_bytes, action->unmarked, action->unmarked_count);
        table->list_bytes += action->unmarked_count;
    }
    return true;
}

void table_drop_last(struct table *table)
{
    table->list_bytes = kept_at(table, --table->entries)->lists;
    if (table->entries % PAGE_ENTRIES == 0) {
        free(table->page[table->entries / PAGE_ENTRIES]);
    }
}

void table_entry(const struct table *table, size_t index, struct entry *entry)
{
    const struct kept *kept = kept_at(table, index);
    struct action *action = &entry->action;
    *entry = (struct entry){.key = kept->key, .seq = kept->seq, .undo = kept->undo != 0};
    memcpy(action, kept->action, ACTION_HEAD);
    if (action->count > 0) {
        memcpy(action->list, table->lists + kept->lists, action->count);
    }
    if (action->unmarked_count > 0) {
        memcpy(action->unmarked, table->lists + kept->lists + action->count, action->unmarked_count);
    }
}

void table_forget_log(struct table *table)
{
    for (size_t i = 0; i * PAGE_ENTRIES < table->entries; i++) {
        free(table->page[i]);
    }
    free(table->page);
    free(table->lists);
}

bool table_entry_by_key(const struct table *table, uint64_t key, struct entry *entry)
{
    for (size_t i = table->entries; i > 0; i--) {
        if (kept_at(table, i - 1)->key == key) {
            table_entry(table, i - 1, entry);
            return true;
        }
    }
    return false;
}

/* ---- folding ---- */

/*
 * A row of the log as it is stored, `{"undo":true}` or an action: the game and the log go on by it. False: it
 * does not fold, and the table is of no use any more.
 */
bool table_fold_row(struct table *table, const char *player, const char *key, const char *row)
{
    const struct board *board = table->server->board[table->lobby.game];
    json_t *value = json_loads(row, JSON_REJECT_DUPLICATES, NULL);
    struct entry entry = {.undo = json_is_true(json_object_get(value, "undo"))};
    struct complaint complaint;
    struct events events = {.count = 0};
    char owner[PLAYER_ID_LENGTH + KEY_LENGTH_MAX + 2];
    bool good = table->lobby.setup.seats != 0;
    if (good && entry.undo) {
        good = table_last_action(table, &entry.action) && table_state_before_last(table, &table->game);
        table->seq++;
    } else if (good) {
        good = action_from_json(value, &entry.action, &complaint) &&
               game_apply(board, &table->game, &entry.action, &events) == ERROR_OK;
        table->seq += events.count;
    }
    json_decref(value);
    int length = snprintf(owner, sizeof owner, "%s %s", player, key);
    entry.key = identity_fingerprint(owner, (size_t)length);
    entry.seq = table->seq;
    return good && table_append(table, &entry);
}

/* Copies the actions that were not undone; `actions` has room for all entries. */
size_t table_effective(const struct table *table, struct action *actions)
{
    size_t count = 0;
    for (size_t i = 0; i < table->entries; i++) {
        struct entry entry;
        table_entry(table, i, &entry);
        if (entry.undo) {
            count--;
        } else {
            actions[count++] = entry.action;
        }
    }
    return count;
}

/* The game before its last action that was not undone. False: there is none, or no memory. */
bool table_state_before_last(const struct table *table, struct game *game)
{
    const struct board *board = table->server->board[table->lobby.game];
    struct action *actions = malloc((table->entries + 1) * sizeof *actions);
    size_t count = actions == NULL ? 0 : table_effective(table, actions);
    struct events events;
    bool good = count > 0 && game_new(board, game, &table->lobby.setup) == ERROR_OK;
    for (size_t i = 0; good && i + 1 < count; i++) {
        good = game_apply(board, game, &actions[i], &events) == ERROR_OK;
    }
    free(actions);
    return good;
}

/* Folds the log, telling `step` of each entry. An undo is a step with no events and the game as before. */
bool table_replay(const struct table *table, table_step *step, void *context)
{
    const struct board *board = table->server->board[table->lobby.game];
    struct game *states = malloc((table->entries + 1) * sizeof *states); /* one per action not undone */
    size_t depth = 0;
    uint32_t seq = 0;
    bool good = states != NULL && game_new(board, &states[0], &table->lobby.setup) == ERROR_OK;
    for (size_t i = 0; good && i < table->entries; i++) {
        struct entry entry;
        struct events events = {.count = 0};
        table_entry(table, i, &entry);
        if (entry.undo) {
            depth--;
            seq++;
        } else {
            states[depth + 1] = states[depth];
            depth++;
            good = game_apply(board, &states[depth], &entry.action, &events) == ERROR_OK;
            seq += events.count;
        }
        if (good) {
            step(context, &states[depth], &events, seq, entry.undo, (enum pawn)entry.action.by);
        } else {
            log_line(LOG_ERROR, "log_does_not_fold", "table=%s entry=%zu", table->id, i);
        }
    }
    free(states);
    return good;
}

char *table_record_json(const struct table *table, const struct game *game)
{
    enum { HEADER_ROOM = 4096, ACTION_ROOM = 320 };
    const struct board *board = table->server->board[table->lobby.game];
    size_t capacity = HEADER_ROOM + (table->entries + 1) * ACTION_ROOM;
    struct record record;
    struct json_writer writer;
    char *text = malloc(capacity);
    record_init(&record, &table->lobby.setup);
    record.actions = malloc((table->entries + 1) * sizeof *record.actions);
    if (text == NULL || record.actions == NULL) {
        free(text);
        record_free(&record);
        return NULL;
    }
    record.count = record.capacity = table_effective(table, record.actions);
    snprintf(record.board, sizeof record.board, "%s/%u", board->name, board->version);
    memcpy(record.name, table->lobby.seat_name, sizeof record.name);
    record.winner = game->winner;
    record.reason = game->reason;
    json_write_begin(&writer, text, capacity);
    record_write(&record, &writer);
    record_free(&record);
    if (!json_write_ok(&writer)) {
        free(text);
        return NULL;
    }
    return text;
}

/* The last action that was not undone. */
bool table_last_action(const struct table *table, struct action *action)
{
    size_t undone = 0;
    for (size_t i = table->entries; i > 0; i--) {
        if (kept_at(table, i - 1)->undo != 0) {
            undone++;
        } else if (undone == 0) {
            struct entry entry;
            table_entry(table, i - 1, &entry);
            *action = entry.action;
            return true;
        } else {
            undone--;
        }
    }
    return false;
}

long table_undos(const struct table *table)
{
    long count = 0;
    for (size_t i = 0; i < table->entries; i++) {
        count += kept_at(table, i)->undo;
    }
    return count;
}
