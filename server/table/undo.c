/* undo.c: see undo.h. */
#include "server/table/undo.h"

#include <stdlib.h>
#include <string.h>

/* ---- who may take back what ---- */

bool table_is_solo(const struct table *table)
{
    return table->lobby.state == TABLE_RUNNING && lobby_people(&table->lobby) == 1;
}

/* Returns a mask of the pawns that bots hold, and not for a player. */
static unsigned pawns_of_bots(const struct lobby *lobby)
{
    unsigned pawns = 0;
    for (unsigned i = 0; i < lobby->members; i++) {
        pawns |= member_is_bot(&lobby->member[i]) ? lobby->member[i].pawns : 0U;
    }
    return pawns;
}

/* Returns whether the seat of a pawn has been undone as often as it may be. */
static bool is_used_up(const struct table *table, unsigned pawn, long allowed)
{
    unsigned seat = table->game.seat_of[pawn];
    return seat >= SEATS_MAX || table_undos(table, table->lobby.setup.pawns[seat]) >= allowed;
}

enum undo_right table_undo_right(const struct table *table, unsigned pawns, struct tail *tail)
{
    const struct options *options = table->tables->options;
    bool solo = table_is_solo(table);
    if (table->lobby.state != TABLE_RUNNING || !table_find_tail(table, pawns, tail) ||
        tail->actions > UINT8_MAX ||
        is_used_up(table, tail->first.by, solo ? options->practice_undos : options->undos_per_table)) {
        return UNDO_NOT;
    }
    if (tail->actions == 1 && game_undoable(&table->game, &tail->first)) {
        return UNDO_PLAIN;
    }
    if (solo) {
        return UNDO_PRACTICE;
    }
    return (tail->later & ~pawns_of_bots(&table->lobby)) == 0 ? UNDO_ASK : UNDO_NOT;
}

/* ---- what can be done again ---- */

bool table_may_redo(const struct table *table, unsigned pawns)
{
    return table->redo != NULL && table_is_solo(table) && (pawns & PAWN_BIT(table->redo->actions[0].by)) != 0;
}

void table_push_redo(struct table *table, size_t count)
{
    struct action *all = malloc((table->entries + 1) * sizeof *all);
    size_t effective = all == NULL ? 0 : table_effective(table, all);
    struct redo *redo =
        effective < count || all == NULL ? NULL : malloc(sizeof *redo + count * sizeof redo->actions[0]);
    if (redo == NULL) {
        table_clear_redo(table);
    } else {
        redo->count = count;
        memcpy(redo->actions, all + effective - count, count * sizeof redo->actions[0]);
        redo->next = table->redo;
        table->redo = redo;
    }
    free(all);
}

void table_pop_redo(struct table *table)
{
    struct redo *redo = table->redo;
    if (redo != NULL) {
        table->redo = redo->next;
        free(redo);
    }
}

void table_clear_redo(struct table *table)
{
    while (table->redo != NULL) {
        table_pop_redo(table);
    }
}
