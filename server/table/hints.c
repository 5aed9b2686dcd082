/* hints.c: see hints.h. */
#include "server/table/hints.h"

#include "server/table/table_lesson.h"
#include "server/table/undo.h"

enum error table_hint_allowed(const struct table *table, unsigned pawns)
{
    if (table->lobby.state != TABLE_RUNNING) {
        return ERROR_NOT_RUNNING;
    }
    if (pawns == 0) {
        return ERROR_NOT_YOUR_PAWN;
    }
    if (!table_is_solo(table)) {
        if ((pawns & PAWN_BIT(PAWN_JACK)) != 0) {
            return ERROR_JACK_DEDUCES;
        }
        if (table->lobby.aids != AIDS_FULL) {
            return table->lobby.aids == AIDS_SETS ? ERROR_AIDS_SETS : ERROR_AIDS_OFF;
        }
    }
    if ((pawns & game_actors(&table->game)) == 0) {
        return ERROR_NOT_YOUR_TURN;
    }
    return table_lesson_guides(table) ? ERROR_NOT_IN_LESSON
                                      : ERROR_OK; /* a bot might advise something else */
}
