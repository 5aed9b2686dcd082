/*
 * table_commit.h: the only way a table changes.
 *
 * A change is made on a copy of the lobby or the game and given to the store. Once it is on disk, the copy becomes the
 * table's, the watchers are notified, and whoever asked for it is answered. If the store refuses it, the copy is
 * dropped and the table is as before. Until then the table is busy, and other changes have to wait.
 *
 * This module owns a table's `busy`, `holds` and `lobby`: nobody else sets them, for players' and for bots' changes
 * alike. It is called by the verbs, the bots, the sweep and the operator's commands.
 */
#ifndef GASLIGHT_TABLE_COMMIT_H
#define GASLIGHT_TABLE_COMMIT_H

#include "server/table/table.h"

/* ---- holds: a table that is held is not freed ---- */

void table_hold(struct table *table);
void table_unhold(struct table *table); /* may free the table */

/* ---- writes that change nothing in memory ---- */

/*
 * Called on the loop when the write is finished. The table is held and no longer busy, but no waiting request has run
 * yet, so this function may start the next write. `stored` is freed afterwards.
 */
typedef void table_written(void *context, struct table *table, const struct store_request *stored);

/*
 * Returns a request to the store for a table that is not busy; the caller adds what is to be written and submits it.
 * From then on the table is busy until `done` is called.
 */
struct store_request *table_write_new(struct table *table, table_written *done, void *context);
void table_write_submit(struct table *table, struct store_request *write);

/* ---- lobbies ---- */

/* Called once the change is stored and adopted, or refused, in which case nothing has changed. May be NULL. */
typedef void table_committed(void *context, struct table *table, bool stored);

enum commit_notice {
    COMMIT_NOTIFY, /* the watchers are sent the new lobby */
    COMMIT_SILENT, /* for a change that is not shown anywhere: nobody is notified */
};

/* Commits a changed lobby. Returns false if the table is busy or there is no memory; `done` is not called then. */
bool table_commit_lobby(struct table *table, const struct lobby *lobby, enum commit_notice notice,
                        table_committed *done, void *context);

/*
 * Commits a rematch: a new table with this id and lobby, which starts with the old table's messages to everyone, and
 * the new id in the old lobby. The table must not be busy. `done` is given the new table, or NULL if it could not be
 * stored. Returns false if there is no memory.
 */
bool table_commit_rematch(struct table *old, const char *id, const struct lobby *next,
                          void (*done)(void *context, struct table *next), void *context);

/*
 * Make a table busy without a write, so that other changes have to wait, and end that. For changes that the store makes
 * to tables by itself. The table must not be busy before, and is held in between. Releasing may free it.
 */
void table_reserve(struct table *table);
void table_release_reservation(struct table *table);

/* Shows another name for a player who was removed from the store. The caller has reserved the table. */
void table_replace_name(struct table *table, const char *player, const char *name);

/*
 * Gives the members of an unfinished table their current names, which are stored with the players. The stored lobby gets
 * them with the next change, or from the sweep. Returns whether there was a new one.
 */
bool table_update_names(struct table *table);

/* Notes, while tables are loaded, when something last happened at one. */
void table_touch(struct table *table, int64_t seconds);

/* ---- games ---- */

/* Who acts. `key` makes a request safe to repeat; bots have none (""). The texts are copied. */
struct table_actor {
    const char *player, *key;
    bool ends_substitution; /* the player has their seat back once the action is stored */
    /* Called once the action is stored and its events are sent, before the next turn is; or if it was refused by the
     * store, with `stored` false. May be NULL. */
    void (*done)(void *context, bool stored, uint32_t seq);
    void *context;
};

/*
 * Applies an action to a copy of the game and commits it. If it returns an error, the rules do not allow the action,
 * nothing has changed and `done` is not called. The table must not be busy.
 */
enum error table_commit_action(struct table *table, const struct table_actor *actor,
                               const struct action *action);

struct tail;

/*
 * Commits the undo of an action and everything after it; `practice` if that makes the game one. Returns
 * ERROR_CANNOT_UNDO if the game before it is not known.
 */
enum error table_commit_undo(struct table *table, const struct table_actor *actor, const struct tail *undone,
                             bool practice);

/* Commits again what was undone last. Returns ERROR_CANNOT_REDO if there is nothing. */
enum error table_commit_redo(struct table *table, const struct table_actor *actor);

#endif
