/*
 * table_log.c: a table's log: every action and every undoing, in the order they happened.
 *
 * The log is what is stored, a row each. The game is the fold of it; the record is what is left when an
 * undone action and its undoing are taken out. Events are never stored: whoever needs those he missed gets
 * them by folding again, through the same view as when they happened.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "server.h"

bool table_append(struct table *table, const struct entry *entry)
{
    if (table->entries == table->capacity) {
        size_t capacity = table->capacity == 0 ? 32 : table->capacity * 2;
        struct entry *grown = realloc(table->log, capacity * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        table->log = grown;
        table->capacity = capacity;
    }
    table->log[table->entries++] = *entry;
    return true;
}

const struct entry *table_entry_by_key(const struct table *table, uint64_t key)
{
    for (size_t i = table->entries; i > 0; i--) {
        if (table->log[i - 1].key == key) {
            return &table->log[i - 1];
        }
    }
    return NULL;
}

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
        const struct action *last = table_last_action(table);
        good = last != NULL && table_state_before_last(table, &table->game);
        entry.action = good ? *last : entry.action;
        table->seq++;
    } else if (good) {
        good = action_from_json(value, &entry.action, &complaint) &&
               game_apply(board, &table->game, &entry.action, &events) == ERROR_OK;
        table->seq += events.count;
    }
    json_decref(value);
    int length = snprintf(owner, sizeof owner, "%s %s", player, key);
    entry.key = identity_fingerprint(owner, (size_t)length);
    entry.content = identity_fingerprint(row, strlen(row));
    entry.seq = table->seq;
    return good && table_append(table, &entry);
}

/* Copies the actions that were not undone; `actions` has room for all entries. */
size_t table_effective(const struct table *table, struct action *actions)
{
    size_t count = 0;
    for (size_t i = 0; i < table->entries; i++) {
        if (table->log[i].undo) {
            count--;
        } else {
            actions[count++] = table->log[i].action;
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
        const struct entry *entry = &table->log[i];
        struct events events = {.count = 0};
        if (entry->undo) {
            depth--;
            seq++;
        } else {
            states[depth + 1] = states[depth];
            depth++;
            good = game_apply(board, &states[depth], &entry->action, &events) == ERROR_OK;
            seq += events.count;
        }
        if (good) {
            step(context, &states[depth], &events, seq, entry->undo, (enum pawn)entry->action.by);
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
    struct emit emit;
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
    emit_begin(&emit, text, capacity);
    record_write(&record, &emit);
    record_free(&record);
    if (!emit_ok(&emit)) {
        free(text);
        return NULL;
    }
    return text;
}

/* The last action that was not undone, or NULL. */
const struct action *table_last_action(const struct table *table)
{
    size_t undone = 0;
    for (size_t i = table->entries; i > 0; i--) {
        if (table->log[i - 1].undo) {
            undone++;
        } else if (undone == 0) {
            return &table->log[i - 1].action;
        } else {
            undone--;
        }
    }
    return NULL;
}

long table_undos(const struct table *table)
{
    long count = 0;
    for (size_t i = 0; i < table->entries; i++) {
        count += table->log[i].undo;
    }
    return count;
}
