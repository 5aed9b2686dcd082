/* sentences_review.c: see sentences_review.h. */
#include "client-cli/text/sentences_review.h"

#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"
#include "common/base/array.h"

static const char *const patterns[NOTE_KIND_COUNT] = {
    [NOTE_CLOSEST] = TEXT("Closest approach: {by} was {crossings} short of Jack on {circle}."),
    [NOTE_ARREST_NOT_TRIED] =
        TEXT("{by} could have arrested Jack on {circle}, where {share} of the possible trails ended."),
    [NOTE_ONE_OFF] = TEXT("{by} searched {circle} and found nothing. Jack was one move away, on {other}."),
    [NOTE_SAVED] = TEXT("{tile} saved Jack: every street from {circle} was closed. He got to {other}."),
    [NOTE_SLIPPED] =
        TEXT("{tile} took Jack from {circle} to {other}, out of reach of the police next to him."),
    [NOTE_LOCATED] = TEXT("Jack could only be on {circle}: the police could have known that."),
    [NOTE_TARGET_KNOWN] = TEXT("From here on, only one hideout was possible."),
    [NOTE_BEST_SEARCH] =
        TEXT("Best search: {by} searched {circle}. Possible trails: {from} before, {to} after."),
    [NOTE_BETTER_SEARCH] =
        TEXT("{by} searched {circle}, which leaves {from} trails on average. Searching {other} leaves {to}."),
    [NOTE_BEST_SPECIAL] = TEXT("{tile} hid Jack best. Possible circles: {from} before, {to} after."),
    [NOTE_SEARCHES] = TEXT("Searches: {count}. With a clue: {from}. With only one possible answer: {to}."),
    [NOTE_ARRESTS] = TEXT("Attempted arrests: {count}. Missed chances to arrest Jack: {from}."),
    [NOTE_ROUND] = TEXT("{round}: {moves}. At best, the police narrowed Jack down to {circles}."),
    [NOTE_NEXT_TO] = TEXT("On {round}, {by} stood next to Jack {times}."),
};

struct sentence title_share(uint64_t trails, uint64_t all)
{
    struct sentence text = {""};
    double share = all == 0 ? 0 : 100 * ((double)trails / (double)all);
    if (trails > 0 && share < 1) {
        phrase_add(&text, "%s", tr("less than 1%"));
    } else if (trails < all && share > 99) {
        phrase_add(&text, "%s", tr("more than 99%"));
    } else {
        phrase_add(&text, "%u%%", (unsigned)(share + 0.5));
    }
    return text;
}

/* ---- notes ---- */

struct telling {
    enum game_kind game;
    const struct review_note *note;
};

static void write_number(struct sentence *out, const char *key, const struct review_note *note)
{
    const struct {
        const char *key;
        uint64_t number;
    } numbers[] = {{"circle", note->circle},
                   {"other", note->other},
                   {"count", note->count},
                   {"from", note->from},
                   {"to", note->to}};
    for (size_t i = 0; i < COUNT(numbers); i++) {
        if (strcmp(numbers[i].key, key) == 0) {
            phrase_add(out, "%s", title_number(numbers[i].number).text);
        }
    }
}

static void write_times(struct sentence *out, unsigned times)
{
    if (times > 2) {
        phrase_add(out, tr("%u times"), times);
    } else {
        phrase_add(out, "%s", times == 1 ? tr("once") : tr("twice"));
    }
}

static void write_key(struct sentence *out, const char *key, const char *noun, const void *context)
{
    const struct telling *telling = context;
    const struct review_note *note = telling->note;
    unsigned from = (unsigned)note->from;
    (void)noun;
    if (strcmp(key, "by") == 0) {
        phrase_add(out, "%s", title_pawn((enum pawn)note->by));
    } else if (strcmp(key, "tile") == 0) {
        phrase_add(out, "%s", phrase_tile((enum tile)note->tile));
    } else if (strcmp(key, "round") == 0) {
        phrase_round(out, telling->game, note->round);
    } else if (strcmp(key, "share") == 0) {
        phrase_add(out, "%s", title_share(note->from, note->to).text);
    } else if (strcmp(key, "times") == 0) {
        write_times(out, note->count);
    } else if (strcmp(key, "moves") == 0) {
        phrase_add(out, tr_count(note->count, "%u move", "%u moves"), note->count);
    } else if (strcmp(key, "crossings") == 0) {
        phrase_add(out, tr_count(note->count, "%u crossing", "%u crossings"), note->count);
    } else if (strcmp(key, "circles") == 0) {
        phrase_add(out, tr_count(from, "%u circle", "%u circles"), from);
    } else {
        write_number(out, key, note);
    }
}

struct sentence sentence_note(enum game_kind game, const struct review_note *note)
{
    struct sentence out = {""};
    const struct telling telling = {.game = game, .note = note};
    const char *pattern = patterns[note->kind];
    if (note->kind == NOTE_CLOSEST && note->count == 0) {
        pattern = TEXT("Closest approach: {by} stood next to Jack on {circle}.");
    } else if (note->kind == NOTE_TARGET_KNOWN && game == GAME_WHITEHALL) {
        pattern = TEXT("From here on, the remaining discoveries could be known.");
    } else if (note->kind == NOTE_NEXT_TO && game == GAME_WHITEHALL) {
        pattern = TEXT("In {round}, {by} stood next to Jack {times}.");
    }
    phrase_fill(&out, pattern, write_key, &telling);
    return out;
}

/* ---- steps and decisions ---- */

struct sentence sentence_possible(enum game_kind game, const struct review_step *step)
{
    struct sentence text = {""};
    unsigned targets = step->targets;
    if (step->hunting) {
        phrase_add(&text, tr_count(step->circles, "%u circle", "%u circles"), (unsigned)step->circles);
        phrase_add(&text, tr_count(step->trails, ", %s trail", ", %s trails"),
                   title_number(step->trails).text);
        phrase_add(&text, ", ");
    }
    if (game == GAME_WHITECHAPEL) {
        phrase_add(&text, tr_count(targets, "%u hideout", "%u hideouts"), targets);
    } else {
        phrase_add(&text, tr_count(targets, "%u discovery", "%u discoveries"), targets);
    }
    return text;
}

struct sentence sentence_decision(const struct review_decision *decision)
{
    struct sentence text = {""};
    uint64_t all = decision->trails;
    if (decision->kind == ACTION_SEARCH) {
        if (decision->yes == 0 || decision->yes == all) {
            phrase_add(&text, "%s", tr("The answer was already certain."));
        } else {
            phrase_add(&text, tr("A clue in %s of the trails."), title_share(decision->yes, all).text);
        }
        if (decision->best_circle != decision->circle) {
            phrase_add(&text, " ");
            phrase_add(&text, tr("Better: %u, which leaves %s trails on average instead of %s."),
                       (unsigned)decision->best_circle, title_number(decision->best_left).text,
                       title_number(decision->left).text);
        }
    } else if (decision->kind == ACTION_WALK && decision->best_near > 0) {
        phrase_add(&text, tr("%s of the trails end next to this crossing."),
                   title_share(decision->near, all).text);
        if (decision->best_crossing != decision->to) {
            phrase_add(&text, " ");
            phrase_add(&text, tr("Best possible: %s, next to crossing %u."),
                       title_share(decision->best_near, all).text, (unsigned)decision->best_crossing);
        }
    }
    if (decision->kind == ACTION_ARREST) {
        phrase_add(&text, tr("Chance of this arrest: %s of the trails."),
                   title_share(decision->arrest_made, all).text);
    }
    if (decision->can_arrest && decision->arrest_best > decision->arrest_made) {
        phrase_add(&text, "%s", text.text[0] == '\0' ? "" : " ");
        phrase_add(&text, tr("Best chance of an arrest: %s of the trails."),
                   title_share(decision->arrest_best, all).text);
    }
    return text;
}
