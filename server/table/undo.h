/*
 * undo.h: who may take back what, and what was taken back and may be done again.
 *
 * There are three ways to take back an action. Whoever acted last may undo what revealed nothing. The only person at a
 * table of bots may undo any action of theirs, with everything the bots did after it, and redo it; such a game is
 * practice. At every other table the rest can be taken back if everyone agrees (takeback.h). Which way is open depends
 * on the kinds of the last actions and on who holds the pawns, which is public.
 *
 * How often that is possible is counted per seat of the game: nobody can use up what others may undo. An undo counts for
 * the seat that did the first action it takes back, whoever holds those pawns now.
 */
#ifndef GASLIGHT_UNDO_H
#define GASLIGHT_UNDO_H

#include "server/table/table_log.h"

enum undo_right {
    UNDO_NOT,
    UNDO_PLAIN,    /* the last action revealed nothing, and nobody has acted since */
    UNDO_PRACTICE, /* nobody else is at the table but bots */
    UNDO_ASK,      /* if everyone agrees; only bots have acted since */
};

/* Returns how a player with these pawns may take back their last action, and in `tail` what that is. */
enum undo_right table_undo_right(const struct table *table, unsigned pawns, struct tail *tail);

/* Returns whether a running table has only one person, who has nobody to ask. */
bool table_is_solo(const struct table *table);

/* ---- what can be done again; in memory only ---- */

/* Actions that were undone together, in the order in which they had happened. */
struct redo {
    struct redo *next; /* what was undone before these */
    size_t count;
    struct action actions[];
};

/* Returns whether a player with these pawns may redo what was undone last. */
bool table_may_redo(const struct table *table, unsigned pawns);

/* Notes the last `count` actions, which are about to be undone. Without memory for them, nothing can be redone. */
void table_push_redo(struct table *table, size_t count);
void table_pop_redo(struct table *table);
void table_clear_redo(struct table *table);

#endif
