/* step.c: see step.h. */
#include "common/rules/step.h"

#include <string.h>

struct event *step_event(struct step *step, enum event_kind kind, enum pawn by, uint32_t fields)
{
    struct event *event = &step->events->item[step->events->count++];
    memset(event, 0,
           offsetof(struct event, sheet)); /* the sheet is large, and reveal_secrets() fills all of it */
    event->kind = (uint8_t)kind;
    event->fields = fields;
    if (by != PAWN_NONE) {
        event->by = (uint8_t)by;
        event->fields |= EVENT_FIELD_BIT(EVENT_BY_FIELD);
    }
    return event;
}

/* The end of the game reveals everything: the sheet, the tiles, and whatever is still face down. */
static void reveal_secrets(struct step *step)
{
    const struct game *game = step->game;
    struct event *all = step_event(step, EVENT_SHEET, PAWN_NONE, EVENT_FIELD_BIT(EVENT_SHEET_FIELD));
    all->sheet.hideout = game->hideout;
    all->sheet.rows = game->round;
    memcpy(all->sheet.discovery, game->discovery, sizeof all->sheet.discovery);
    memcpy(all->sheet.row, game->row, sizeof all->sheet.row);
    memcpy(all->sheet.mark, game->mark, sizeof all->sheet.mark);
    memcpy(all->sheet.heads, game->heads, sizeof all->sheet.heads);
    for (unsigned i = 0; i < game->women; i++) {
        all->fields |= EVENT_FIELD_BIT(EVENT_MARKED_FIELD);
        if ((game->marked & (1U << i)) != 0) {
            all->marked.item[all->marked.count++] = game->woman[i];
        }
    }
    for (unsigned i = 0; i < PATROLS && game->patrol[i].crossing != 0; i++) {
        all->fields |= EVENT_FIELD_BIT(EVENT_PLACE_FIELD);
        all->place.item[all->place.count++] = game->patrol[i].crossing;
        all->place.item[all->place.count++] = game->patrol[i].face;
    }
}

enum phase step_over(struct step *step, enum winner winner, enum reason reason)
{
    struct game *game = step->game;
    game->winner = (uint8_t)winner;
    game->reason = (uint8_t)reason;
    game->waiting = game->searching = game->may_arrest = 0;
    memset(&game->searched, 0, sizeof game->searched);
    struct event *over = step_event(step, EVENT_OVER, PAWN_NONE, EVENT_FIELD_BIT(EVENT_RESULT_FIELD));
    over->result.winner = game->winner;
    over->result.reason = game->reason;

    reveal_secrets(step);
    return PHASE_OVER;
}
