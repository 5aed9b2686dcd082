/*
 * table_log.c: see table_log.h.
 *
 * In memory the log is most of a running table, so it is compact: it is kept in pages, which never move and do not
 * fragment the heap as they grow, and the lists that only few actions have are kept apart from the rest.
 */
#include "server/table/table_log.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/wire/action_json.h"
#include "server/base/log.h"

/* ---- entries in memory ---- */

enum { ACTION_HEAD = offsetof(struct action, list), PAGE_ENTRIES = 32 };

struct packed_entry {
    uint64_t key;
    uint32_t seq;
    uint32_t lists; /* where its own start in table->lists: list, then unmarked */
    uint8_t action[ACTION_HEAD];
    uint8_t undo;
};
_Static_assert(sizeof(struct packed_entry) == 32, "a page is a kilobyte");

struct log_page {
    struct packed_entry entry[PAGE_ENTRIES];
};

static struct packed_entry *packed_at(const struct table *table, size_t index)
{
    return &table->page[index / PAGE_ENTRIES]->entry[index % PAGE_ENTRIES];
}

/* Makes room for one more entry and its lists. Room that is not used serves the next entry. */
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
    struct packed_entry *packed = packed_at(table, table->entries++);
    *packed = (struct packed_entry){
        .key = entry->key, .seq = entry->seq, .lists = table->list_bytes, .undo = entry->undo};
    memcpy(packed->action, action, ACTION_HEAD);
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
    table->list_bytes = packed_at(table, --table->entries)->lists;
    if (table->entries % PAGE_ENTRIES == 0) {
        free(table->page[table->entries / PAGE_ENTRIES]);
    }
}

void table_entry(const struct table *table, size_t index, struct entry *entry)
{
    const struct packed_entry *packed = packed_at(table, index);
    struct action *action = &entry->action;
    *entry = (struct entry){.key = packed->key, .seq = packed->seq, .undo = packed->undo};
    memcpy(action, packed->action, ACTION_HEAD);
    if (action->count > 0) {
        memcpy(action->list, table->lists + packed->lists, action->count);
    }
    if (action->unmarked_count > 0) {
        memcpy(action->unmarked, table->lists + packed->lists + action->count, action->unmarked_count);
    }
}

void table_free_log(struct table *table)
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
        if (packed_at(table, i - 1)->key == key) {
            table_entry(table, i - 1, entry);
            return true;
        }
    }
    return false;
}

/* ---- rows in the store ---- */

uint64_t log_key(const char *player, const char *key)
{
    char text[PLAYER_ID_LENGTH + LOG_KEY_MAX + 2];
    int length = snprintf(text, sizeof text, "%s %s", player, key);
    return identity_fingerprint(text, (size_t)length);
}

void log_write_row(const struct entry *entry, char row[LOG_ROW_BYTES])
{
    struct json_writer writer;
    json_write_begin(&writer, row, LOG_ROW_BYTES - 1);
    if (entry->undo) {
        json_write_open(&writer, NULL, '{');
        json_write_bool(&writer, "undo", true);
        if (entry->undo > 1) {
            json_write_int(&writer, "actions", entry->undo);
        }
        json_write_close(&writer, '}');
    } else {
        action_to_json(&writer, NULL, &entry->action);
    }
    row[json_write_ok(&writer) ? writer.length : 0] = '\0';
}

/* Steps back to the action before entry `at` that was not undone. Returns false if there is none. */
static bool step_back(const struct table *table, size_t *at)
{
    size_t undone = 0;
    while (*at > 0) {
        const struct packed_entry *packed = packed_at(table, --*at);
        if (packed->undo != 0) {
            undone += packed->undo;
        } else if (undone == 0) {
            return true;
        } else {
            undone--;
        }
    }
    return false;
}

/* Finds the first of the last `count` actions. Returns false if there are not so many. */
static bool first_undone(const struct table *table, size_t count, struct action *action)
{
    size_t at = table->entries;
    while (count > 0 && step_back(table, &at)) {
        count--;
    }
    if (count == 0) {
        struct entry entry;
        table_entry(table, at, &entry);
        *action = entry.action;
    }
    return count == 0;
}

uint8_t log_read_undo(const json_t *row)
{
    const json_t *actions = json_object_get(row, "actions");
    json_int_t count = actions == NULL ? 1 : json_integer_value(actions);
    bool good =
        json_is_true(json_object_get(row, "undo")) && json_object_size(row) == (actions == NULL ? 1 : 2);
    return good && count > 0 && count <= UINT8_MAX ? (uint8_t)count : 0;
}

bool table_apply_row(struct table *table, const char *player, const char *key, const char *row)
{
    const struct board *board = table_board(table);
    json_t *value = json_loads(row, JSON_REJECT_DUPLICATES, NULL);
    struct entry entry = {.undo = log_read_undo(value)};
    struct complaint complaint;
    struct events events = {.count = 0};
    bool good = table->lobby.setup.seats != 0;
    if (good && entry.undo != 0) {
        good = first_undone(table, entry.undo, &entry.action) &&
               table_state_before(table, entry.undo, &table->game);
        table->seq++;
    } else if (good) {
        good = action_from_json(value, &entry.action, &complaint) &&
               game_apply(board, &table->game, &entry.action, &events) == ERROR_OK;
        table->seq += events.count;
    }
    json_decref(value);
    entry.key = log_key(player, key);
    entry.seq = table->seq;
    return good && table_append(table, &entry);
}

/* ---- applying the log ---- */

size_t table_effective(const struct table *table, struct action *actions)
{
    size_t count = 0;
    for (size_t i = 0; i < table->entries; i++) {
        struct entry entry;
        table_entry(table, i, &entry);
        if (entry.undo != 0) {
            count -= entry.undo;
        } else {
            actions[count++] = entry.action;
        }
    }
    return count;
}

size_t table_effective_count(const struct table *table)
{
    size_t count = 0;
    for (size_t i = 0; i < table->entries; i++) {
        size_t undone = packed_at(table, i)->undo;
        count = undone == 0 ? count + 1 : count - undone;
    }
    return count;
}

bool table_state_before(const struct table *table, size_t last, struct game *game)
{
    const struct board *board = table_board(table);
    struct action *actions = malloc((table->entries + 1) * sizeof *actions);
    size_t count = actions == NULL ? 0 : table_effective(table, actions);
    struct events events;
    bool good = count >= last && actions != NULL && game_new(board, game, &table->lobby.setup) == ERROR_OK;
    for (size_t i = 0; good && i + last < count; i++) {
        good = game_apply(board, game, &actions[i], &events) == ERROR_OK;
    }
    free(actions);
    return good;
}

/* The game after an action that was not undone, and how many events there had been before it. */
struct past {
    struct game game;
    uint32_t seq;
};

bool table_replay(const struct table *table, table_step *step, void *context)
{
    const struct board *board = table_board(table);
    struct past *past = malloc((table->entries + 1) * sizeof *past);
    size_t depth = 0;
    uint32_t seq = 0;
    bool good = past != NULL && game_new(board, &past[0].game, &table->lobby.setup) == ERROR_OK;
    for (size_t i = 0; good && i < table->entries; i++) {
        struct entry entry;
        struct events events = {.count = 0};
        uint32_t from = 0;
        table_entry(table, i, &entry);
        if (entry.undo != 0) {
            depth -= entry.undo;
            from = past[depth + 1].seq + 1;
            seq++;
        } else {
            depth++;
            past[depth] = (struct past){past[depth - 1].game, seq};
            good = game_apply(board, &past[depth].game, &entry.action, &events) == ERROR_OK;
            seq += events.count;
        }
        if (good) {
            step(context, &(struct log_step){.game = &past[depth].game,
                                             .events = &events,
                                             .seq = seq,
                                             .undo = entry.undo != 0,
                                             .by = (enum pawn)entry.action.by,
                                             .from = from});
        } else {
            log_line(LOG_ERROR, "log_does_not_fold", "table=%s entry=%zu", table->id, i);
        }
    }
    free(past);
    return good;
}

char *table_record_json(const struct table *table, const struct game *game)
{
    enum { HEADER_ROOM = 4096, ACTION_ROOM = 320 };
    const struct board *board = table_board(table);
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
    names_separate(record.name, record.setup.seats);
    record.practice = table->lobby.practice;
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

long table_undos(const struct table *table, unsigned pawns)
{
    long count = 0;
    for (size_t i = 0; i < table->entries; i++) {
        const struct packed_entry *packed = packed_at(table, i);
        struct action first;
        memcpy(&first, packed->action, ACTION_HEAD);
        count += packed->undo != 0 && (pawns & PAWN_BIT(first.by)) != 0;
    }
    return count;
}

bool table_find_tail(const struct table *table, unsigned pawns, struct tail *tail)
{
    size_t at = table->entries;
    *tail = (struct tail){.actions = 0};
    while (step_back(table, &at)) {
        struct entry entry;
        table_entry(table, at, &entry);
        tail->actions++;
        if ((pawns & PAWN_BIT(entry.action.by)) != 0) {
            tail->first = entry.action;
            tail->from = (at == 0 ? 0 : packed_at(table, at - 1)->seq) + 1;
            return true;
        }
        tail->later |= PAWN_BIT(entry.action.by);
    }
    return false;
}
