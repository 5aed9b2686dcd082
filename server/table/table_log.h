/*
 * table_log.h: a table's log: every action and every undo, in the order they happened.
 *
 * The store keeps one row per entry. Applying the entries in order gives the game; the record is what remains when
 * each undo is removed together with the action it undid. Events are not stored: a client that missed some gets them
 * by applying the log again, through the same views as when they happened.
 */
#ifndef GASLIGHT_TABLE_LOG_H
#define GASLIGHT_TABLE_LOG_H

#include "server/table/table.h"

enum { LOG_ROW_BYTES = 512 };

struct entry {
    struct action action; /* what was done, or undone */
    bool undo;
    uint32_t seq; /* events sent when it had happened */
    uint64_t key; /* log_key() */
};

/* Returns a fingerprint of a player and the key of one of their requests. */
uint64_t log_key(const char *player, const char *key);

/* Writes the row that is stored for an entry; "" if it does not fit. Equal requests give equal rows. */
void log_write_row(const struct entry *entry, char row[LOG_ROW_BYTES]);

/* Returns false if there is no memory; then nothing has changed. */
bool table_append(struct table *table, const struct entry *entry);
void table_drop_last(struct table *table); /* removes the last entry */
void table_free_log(struct table *table);

/* Reads the entry at `index`. */
void table_entry(const struct table *table, size_t index, struct entry *entry);

/* Finds the entry with this key. Returns false if there is none. */
bool table_entry_by_key(const struct table *table, uint64_t key, struct entry *entry);

/* Applies a stored row to the game and appends it. Returns false if that fails; the table is unusable then. */
bool table_apply_row(struct table *table, const char *player, const char *key, const char *row);

/* Copies the actions that were not undone, which is what the record has. `actions` has room for all entries. */
size_t table_effective(const struct table *table, struct action *actions);
long table_undos(const struct table *table); /* how many entries are undos */

/* Finds the last action that was not undone. Returns false if there is none. */
bool table_last_action(const struct table *table, struct action *action);

/* Computes the game before that action. Returns false if there is none, or no memory. */
bool table_state_before_last(const struct table *table, struct game *game);

/* Returns the record as JSON, with the result of `game`; NULL if there is no memory. The caller frees it. */
char *table_record_json(const struct table *table, const struct game *game);

/* Called for each entry with the game after it. An undo has no events, and the game is the one before its action. */
typedef void table_step(void *context, const struct game *game, const struct events *events, uint32_t seq,
                        bool undo, enum pawn by);

/* Applies the whole log to a new game. Returns false if that fails. */
bool table_replay(const struct table *table, table_step *step, void *context);

#endif
