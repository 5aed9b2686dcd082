/*
 * model_check.c: checks that a view and the legal choices fit the board.
 *
 * common/wire has checked types and ranges. Here every place must exist on this board, so that the code that draws or
 * lists it needs no checks.
 */
#include "client-cli/model/model_internal.h"
#include "common/base/array.h"

/* Returns whether each number is 0 (none) or a circle or crossing from 1 to `most`. */
static bool all_within(const uint8_t *number, unsigned count, unsigned most)
{
    for (unsigned i = 0; i < count; i++) {
        if (number[i] > most) {
            return false;
        }
    }
    return true;
}

static bool set_within(const struct set *set, const struct set *all)
{
    struct set outside = set_minus(*set, all);
    return set_is_empty(&outside);
}

static bool sets_within(const struct set *sets, unsigned count, const struct set *all)
{
    for (unsigned i = 0; i < count; i++) {
        if (!set_within(&sets[i], all)) {
            return false;
        }
    }
    return true;
}

bool model_view_fits(const struct board *board, const struct view *view)
{
    unsigned circles = board->circles;
    unsigned crossings = board->crossings;
    return view->kind == board->game && set_within(&view->clues, &board->all_circles) &&
           set_within(&view->searched, &board->all_circles) &&
           all_within(view->crossing, PAWN_COUNT, crossings) &&
           all_within(view->patrol_crossing, PATROLS, crossings) && all_within(view->saucy, 2, crossings) &&
           all_within(view->crime, CRIMES_MAX, circles) && all_within(view->woman, WOMEN_MAX, circles) &&
           all_within(view->wretched, WRETCHED_MAX, circles) &&
           all_within(view->false_clue, FALSE_CLUES_MAX, circles) &&
           all_within(view->discovery_found, DISCOVERIES, circles) &&
           all_within(view->discovery, DISCOVERIES, circles) && all_within(&view->hideout, 1, circles) &&
           all_within(view->row[0], ROWS * CELLS, circles);
}

bool model_legal_fits(const struct board *board, const struct legal *legal)
{
    const struct set *circles = &board->all_circles;
    const struct set *crossings = &board->all_crossings;
    const struct set on_circles[] = {legal->circles, legal->move, legal->alley, legal->boat};
    const struct set on_crossings[] = {legal->crossings, legal->patrols_fixed, legal->patrols_free,
                                       legal->letter_to, legal->shifted_from,  legal->shifted_to,
                                       legal->walk_power};
    return sets_within(on_circles, COUNT(on_circles), circles) &&
           sets_within(on_crossings, COUNT(on_crossings), crossings) &&
           sets_within(legal->quadrant, 4, circles) && sets_within(legal->search, PAWN_COUNT, circles) &&
           sets_within(legal->arrest, PAWN_COUNT, circles) &&
           sets_within(legal->wretched_to, LEGAL_WRETCHED_MAX, circles) &&
           sets_within(legal->letter_from, LETTER_COUNT, crossings) &&
           sets_within(legal->walk, PAWN_COUNT, crossings) &&
           sets_within(legal->rush, PAWN_COUNT, crossings) &&
           all_within(legal->wretched_from, LEGAL_WRETCHED_MAX, board->circles) &&
           all_within(&legal->escape, 1, board->circles) &&
           all_within(legal->coach[0], 2U * legal->coaches, board->circles);
}
