/*
 * table_log.h: a table's log: every action and every undo, in the order they happened.
 *
 * The store keeps one row per entry. Applying the entries in order gives the game; the record is what remains when
 * each undo is removed together with the actions it undid. Events are not stored: a client that missed some gets them
 * by applying the log again, through the same views as when they happened.
 */
#ifndef GASLIGHT_TABLE_LOG_H
#define GASLIGHT_TABLE_LOG_H

#include "server/table/table.h"

enum {
    LOG_ROW_BYTES = 512,
    LOG_KEY_MAX = KEY_LENGTH_MAX + 8, /* of the key in a row: that of a request, perhaps with a prefix */
};

struct entry {
    struct action action; /* what was done; or the first of those that were undone */
    uint8_t undo;         /* how many actions it undoes; 0 for an action */
    uint32_t seq;         /* events sent when it had happened */
    uint64_t key;         /* log_key() */
};

/* Returns a fingerprint of a player and the key of one of their requests. */
uint64_t log_key(const char *player, const char *key);

/* Writes the row that is stored for an entry; "" if it does not fit. Equal requests give equal rows. */
void log_write_row(const struct entry *entry, char row[LOG_ROW_BYTES]);

/* Returns how many actions a stored row undoes; 0 if it is not an undo, or an invalid one. */
uint8_t log_read_undo(const json_t *row);

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
size_t table_effective_count(const struct table *table);

/* Returns how many entries are undos of an action of one of these pawns (a mask) and what came after it. */
long table_undos(const struct table *table, unsigned pawns);

/* The last action of a player that was not undone, and everything after it. */
struct tail {
    struct action first;
    size_t actions; /* it and those after it */
    unsigned later; /* mask: the pawns of those after it */
    uint32_t from;  /* number of its first event */
};

/* Finds the last action of one of these pawns (a mask) that was not undone. Returns false if there is none. */
bool table_find_tail(const struct table *table, unsigned pawns, struct tail *tail);

/* Computes the game before the last `count` actions. Returns false if there are not so many, or no memory. */
bool table_state_before(const struct table *table, size_t count, struct game *game);

/* Returns the record as JSON, with the result of `game`; NULL if there is no memory. The caller frees it. */
char *table_record_json(const struct table *table, const struct game *game);

/* An entry of the log, and what happened. An undo has no events; its game is the one before the undone actions. */
struct log_step {
    const struct game *game; /* after the entry */
    const struct events *events;
    uint32_t seq; /* of its last event */
    bool undo;
    enum pawn by;
    uint32_t from; /* an undo: number of the first event it takes back */
};
typedef void table_step(void *context, const struct log_step *step);

/* Applies the whole log to a new game. Returns false if that fails. */
bool table_replay(const struct table *table, table_step *step, void *context);

#endif
