/* sentences_hint.c: see sentences_hint.h. */
#include "client-cli/text/sentences_hint.h"

#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"
#include "client-cli/text/sentences_review.h"
#include "common/base/array.h"

static const char *const patterns[HINT_REASON_COUNT] = {
    [HINT_ONLY] = TEXT("Nothing else is possible."),
    [HINT_BOT] = TEXT("A bot would do this (level: {level})."),
    [HINT_SEARCH] = TEXT("Possible circles left: {yes} if yes, {no} if no."),
    [HINT_KNOWN] = TEXT("No search from here would tell anything new."),
    [HINT_ARREST] = TEXT("{share} of the possible trails end there."),
    [HINT_NEXT_TO] = TEXT("Next to {count} of the {of} circles where Jack may be."),
    [HINT_APPROACH] = TEXT("The nearest circle where Jack may be is {crossings} away."),
    [HINT_ADDRESS] = TEXT("One of {of} possible hideouts."),
    [HINT_PATROLS] = TEXT("Real patrols are next to {count} of {of} women."),
    [HINT_GUARDED] = TEXT("The nearest real patrol is {crossings} from there."),
    [HINT_DEPLOY] = TEXT("It is {crossings} from where Jack starts."),
    [HINT_HOME] = TEXT("Your hideout is {moves} from there."),
    [HINT_ESCAPE] = TEXT("You get home."),
    [HINT_HIDDEN] = TEXT("The police would consider {circles} possible."),
    [HINT_DISCOVERY] = TEXT("One of your Discovery Locations: the police would consider {circles} possible."),
};

/* Where the numbers of a reason ask for other words. */
static const char *pattern_of(const struct hint *hint)
{
    bool near = hint->crossings == 0;
    switch ((enum hint_reason_kind)hint->reason) {
    case HINT_SEARCH:
        return hint->no == 0    ? TEXT("The answer can only be yes.")
               : hint->yes == 0 ? TEXT("The answer can only be no.")
                                : patterns[HINT_SEARCH];
    case HINT_NEXT_TO:
        return hint->of == 1             ? TEXT("Next to the only circle where Jack may be.")
               : hint->count == hint->of ? TEXT("Next to all {of} circles where Jack may be.")
                                         : patterns[HINT_NEXT_TO];
    case HINT_ADDRESS:
        return hint->of == 1 ? TEXT("The only possible hideout.") : patterns[HINT_ADDRESS];
    case HINT_GUARDED:
        return near ? TEXT("A real patrol is next to that circle.") : patterns[HINT_GUARDED];
    case HINT_DEPLOY:
        return near ? TEXT("It is next to where Jack starts.") : patterns[HINT_DEPLOY];
    default:
        return patterns[hint->reason];
    }
}

static void write_key(struct sentence *out, const char *key, const char *noun, const void *context)
{
    const struct hint *hint = context;
    const struct {
        const char *key;
        unsigned number;
    } numbers[] = {{"yes", hint->yes}, {"no", hint->no}, {"count", hint->count}, {"of", hint->of}};
    (void)noun;
    if (strcmp(key, "share") == 0) {
        phrase_add(out, "%s", title_share(hint->trails, hint->all).text);
    } else if (strcmp(key, "level") == 0) {
        phrase_add(out, "%s", title_level(bot_level_name((enum bot_level)hint->level)));
    } else if (strcmp(key, "crossings") == 0) {
        phrase_add(out, tr_count(hint->crossings, "%u crossing", "%u crossings"), (unsigned)hint->crossings);
    } else if (strcmp(key, "moves") == 0) {
        phrase_add(out, tr_count(hint->moves, "%u move", "%u moves"), (unsigned)hint->moves);
    } else if (strcmp(key, "circles") == 0) {
        phrase_add(out, tr_count(hint->count, "%u circle", "%u circles"), (unsigned)hint->count);
    }
    for (size_t i = 0; i < COUNT(numbers); i++) {
        if (strcmp(numbers[i].key, key) == 0) {
            phrase_add(out, "%u", numbers[i].number);
        }
    }
}

struct sentence sentence_hint_reason(const struct hint *hint)
{
    struct sentence out = {""};
    phrase_fill(&out, pattern_of(hint), write_key, hint);
    return out;
}
