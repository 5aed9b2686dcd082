/* searches.c: see searches.h. */
#include "client-cli/model/searches.h"

#include <string.h>

static void forget_all(struct searches *searches)
{
    memset(searches, 0, sizeof *searches);
}

static void take_search(struct searches *searches, const struct event *event)
{
    bool found = event->found != 0;
    searches->at[event->circle] = found ? 0 : (uint8_t)(searches->cell + 1);
    searches->by[event->circle] = event->by;
}

void searches_follow(struct searches *searches, const struct viewed_event *event)
{
    const struct event *shown = &event->shown;
    switch (shown->kind) {
    case EVENT_NIGHT:
    case EVENT_KILL: /* in Whitechapel the trail begins here */
        forget_all(searches);
        break;
    case EVENT_SEARCH:
        take_search(searches, shown);
        break;
    default:
        break;
    }
    bool moved = shown->kind == EVENT_KILL || shown->kind == EVENT_MOVE || shown->kind == EVENT_SPECIAL;
    for (unsigned i = 0; moved && i < shown->cells.count; i++) {
        searches->cell = shown->cells.item[i] > searches->cell ? shown->cells.item[i] : searches->cell;
    }
}

/* A policeman who has yet to act in this turn has searched nothing in it, except what the view says. */
void searches_undo(struct searches *searches, const struct view *view)
{
    if (!view->on_track) {
        forget_all(searches);
        return;
    }
    searches->cell = view->last_cell;
    for (unsigned circle = 1; circle < SET_LIMIT; circle++) {
        unsigned at = searches->at[circle];
        bool later = at > view->last_cell + 1U;
        bool undone = at == view->last_cell + 1U && !set_has(&view->searched, circle) &&
                      ((view->waiting | view->actors) & PAWN_BIT(searches->by[circle])) != 0;
        if (later || undone) {
            searches->at[circle] = 0;
        }
    }
}
