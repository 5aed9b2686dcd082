/*
 * sentences_brief.c: events in the words of the browser, without the numbers of crossings: the map shows where everyone
 * stands. Plain mode has no map and uses sentence_event().
 */
#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"
#include "client-cli/text/sentences.h"

/* Returns the pattern for an event about one policeman, or NULL if it needs no brief form. */
static const char *pattern_of(const struct event *event, const uint8_t crossing[PAWN_COUNT])
{
    bool stays = crossing != NULL && event->by < PAWN_COUNT && crossing[event->by] == event->to;
    switch (event->kind) {
    case EVENT_WALK:
        return event->power != 0 ? TEXT("{pawn} used his power to walk around the block.")
               : stays           ? TEXT("{pawn} stayed.")
                                 : TEXT("{pawn} walked.");
    case EVENT_RUSH:
        return TEXT("{pawn} rushed one crossing further.");
    case EVENT_DEPLOY:
        return TEXT("{pawn} took his position.");
    case EVENT_PATROLS:
        return event->place.count == 0 ? TEXT("{pawn} placed the patrols.") : NULL;
    case EVENT_GOULSTON:
        return TEXT("{pawn} was sent to Goulston Street.");
    default:
        return NULL;
    }
}

static void write_pawn(struct sentence *out, const char *key, const char *noun, const void *context)
{
    (void)key;
    (void)noun;
    phrase_add(out, "%s", title_pawn(*(const enum pawn *)context));
}

struct sentence sentence_event_brief(enum game_kind game, const struct viewed_event *event,
                                     const uint8_t crossing[PAWN_COUNT])
{
    const struct event *shown = &event->shown;
    struct sentence text = {""};
    const char *pattern = pattern_of(shown, crossing);
    if (shown->kind == EVENT_ALARM) {
        phrase_add(&text, "%s", tr("Alarm! The police are revealed."));
    } else if (pattern != NULL) {
        enum pawn pawn = (enum pawn)(shown->kind == EVENT_GOULSTON ? shown->pawn : shown->by);
        phrase_fill(&text, pattern, write_pawn, &pawn);
    } else {
        text = sentence_event(game, event, crossing);
    }
    return text;
}
