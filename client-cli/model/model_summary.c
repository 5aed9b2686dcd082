/*
 * model_summary.c: what happened while a player was away, in one sentence: "Jack moved twice, Red found a clue at 55; your
 * turn."; see model.h. The browser says the same.
 */
#include <ctype.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/model/model_internal.h"
#include "client-cli/text/phrase.h"
#include "client-cli/text/sentences.h"

void model_summary_add(struct model_summary *summary, const struct event *event)
{
    summary->events++;
    if (event->kind == EVENT_MOVE || event->kind == EVENT_SPECIAL) {
        summary->moves++;
    } else if (event->kind == EVENT_SEARCH && event->by < PAWN_COUNT) {
        set_add(event->found != 0 ? &summary->found[event->by] : &summary->missed[event->by], event->circle);
    } else if (event->kind == EVENT_KILL) {
        summary->crimes += event->circles.count;
    } else if (event->kind == EVENT_NIGHT) {
        summary->night = event->round;
    } else if (event->kind == EVENT_WALK) {
        summary->walks++;
    }
}

/* Adds ", " between parts. */
static void begin_part(struct sentence *text)
{
    phrase_add(text, "%s", text->text[0] != '\0' ? ", " : "");
}

static void add_searches(struct sentence *text, enum pawn pawn, const struct set *circles, bool found)
{
    struct sentence places = {""};
    unsigned count = 0;
    unsigned written = 0;
    for (unsigned circle = 1; circle <= UINT8_MAX; circle++) {
        count += set_has(circles, circle);
    }
    for (unsigned circle = 1; circle <= UINT8_MAX; circle++) {
        if (set_has(circles, circle)) {
            phrase_joint(&places, written++, count, tr(" and "));
            phrase_add(&places, "%u", circle);
        }
    }
    if (count > 0) {
        begin_part(text);
        phrase_add(text, found ? tr("%s found a clue at %s") : tr("%s found no clue at %s"), title_pawn(pawn),
                   places.text);
    }
}

struct sentence model_summary_text(const struct model_summary *summary, enum game_kind game, bool my_turn)
{
    struct sentence text = {""};
    if (summary->crimes > 0) {
        phrase_add(&text, tr_count(summary->crimes, "%u murder", "%u murders"), summary->crimes);
    }
    if (summary->moves == 2) {
        begin_part(&text);
        phrase_add(&text, "%s", tr("Jack moved twice"));
    } else if (summary->moves > 0) {
        begin_part(&text);
        phrase_add(&text, tr_count(summary->moves, "Jack moved once", "Jack moved %u times"), summary->moves);
    }
    for (int pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        add_searches(&text, (enum pawn)pawn, &summary->found[pawn], true);
        add_searches(&text, (enum pawn)pawn, &summary->missed[pawn], false);
    }
    if (summary->night > 1) {
        begin_part(&text);
        phrase_add(&text, game == GAME_WHITECHAPEL ? tr("night %u began") : tr("round %u began"),
                   summary->night);
    }
    if (text.text[0] == '\0' && summary->walks > 0) {
        phrase_add(&text, "%s", tr("the police walked"));
    }
    if (text.text[0] != '\0') {
        text.text[0] = (char)toupper((unsigned char)text.text[0]);
        phrase_add(&text, "%s", my_turn ? tr("; your turn.") : ".");
    }
    return text;
}
