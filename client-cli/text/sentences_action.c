/*
 * sentences_action.c: an action as a sentence, before it is confirmed and after it has been done.
 *
 * As in sentences.c, the first row of a kind whose required fields are all given is used. Jack's and the Head's actions
 * are addressed to the player ("Move to 103."); a policeman is named, since one player may have several.
 */
#include <stddef.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"
#include "common/base/array.h"

#define WITH(field) FIELD_BIT(FIELD_##field)

static const struct {
    enum action_kind kind;
    uint32_t fields; /* required */
    const char *todo, *done;
} rows[] = {
    {ACTION_HIDEOUT, 0, TEXT("Choose {circle} as your hideout."), TEXT("Your hideout is {circle}.")},
    {ACTION_WOMEN, 0, TEXT("Place the women: marked on {list}, unmarked on {unmarked}."),
     TEXT("You placed the women: marked on {list}, unmarked on {unmarked}.")},
    {ACTION_ADDRESS, 0, TEXT("Name {circle} as the hideout. You can do this only once per game."),
     TEXT("You named {circle} as the hideout.")},
    {ACTION_PATROLS, 0, TEXT("Place the patrols: {patrols}."), TEXT("You placed the patrols: {patrols}.")},
    {ACTION_LETTER, WITH(FROM_TWO), TEXT("Play {letter} and choose the patrols at crossings {list}."),
     TEXT("You played {letter} and chose the patrols at crossings {list}.")},
    {ACTION_LETTER, WITH(PAWN), TEXT("Play {letter} and choose {pawn}."),
     TEXT("You played {letter} and chose {pawn}.")},
    {ACTION_LETTER, 0, TEXT("Play {letter}: the patrol at crossing {from} moves to {to}."),
     TEXT("You played {letter}: the patrol at crossing {from} moved to {to}.")},
    {ACTION_MOVE_PATROLS, 0, TEXT("Move the patrols {moves}."), TEXT("You moved the patrols {moves}.")},
    {ACTION_GOULSTON, 0, TEXT("Send {pawn} to Goulston Street."),
     TEXT("You sent {pawn} to Goulston Street.")},
    {ACTION_KILL, 0, TEXT("Murder at {victims}."), TEXT("Murder at {victims}.")},
    {ACTION_WAIT, 0, TEXT("Wait: the police move the Wretched, and you see one patrol."), TEXT("You wait.")},
    {ACTION_WRETCHED, 0, TEXT("Move the Wretched from {from} to {to}."),
     TEXT("You moved the Wretched from {from} to {to}.")},
    {ACTION_REVEAL, 0, TEXT("Reveal the patrol at crossing {crossing}."),
     TEXT("You revealed the patrol at crossing {crossing}.")},
    {ACTION_FALSE_CLUE, 0, TEXT("Place a false clue on {circle}: it can't be searched tonight."),
     TEXT("You placed a false clue on {circle}.")},
    {ACTION_RUSH, 0, TEXT("{by} rushes to crossing {to}."), TEXT("{by} rushed to crossing {to}.")},
    {ACTION_DISCOVERIES, 0, TEXT("Choose {list} as your Discovery Locations."),
     TEXT("Your Discovery Locations are {list}.")},
    {ACTION_START, 0, TEXT("Start at {circle}. Everyone will know."), TEXT("You start at {circle}.")},
    {ACTION_DEPLOY, 0, TEXT("{by} starts at crossing {crossing}."),
     TEXT("{by} starts at crossing {crossing}.")},
    {ACTION_BOAT, 0, TEXT("Boat to {to}."), TEXT("You took a boat to {to}.")},
    {ACTION_SMOKER, 0, TEXT("{by} uses Smoker to find all visited circles next to {by}."),
     TEXT("{by} used Smoker.")},
    {ACTION_RECLAIM, 0, TEXT("Take back a used {tile}."), TEXT("You took back a used {tile}.")},
    {ACTION_MOVE, WITH(ESCAPE), TEXT("Escape home to {to} and end the night."),
     TEXT("You escaped home to {to}.")},
    {ACTION_MOVE, 0, TEXT("Move to {to}."), TEXT("You moved to {to}.")},
    {ACTION_COACH, 0, TEXT("Coach via {via} to {to}."), TEXT("You took a coach via {via} to {to}.")},
    {ACTION_ALLEY, 0, TEXT("Alley to {to}."), TEXT("You went through an alley to {to}.")},
    {ACTION_WALK, WITH(POWER), TEXT("{by} uses his power and goes to crossing {to}."),
     TEXT("{by} used his power and went to crossing {to}.")},
    {ACTION_WALK, 0, TEXT("{by} moves to crossing {to}."), TEXT("{by} moved to crossing {to}.")},
    {ACTION_SEARCH, WITH(POWER), TEXT("{by} searches {circle} and may make an arrest afterwards."),
     TEXT("{by} used his power and searched {circle}.")},
    {ACTION_SEARCH, 0, TEXT("{by} searches {circle}."), TEXT("{by} searched {circle}.")},
    {ACTION_ARREST, WITH(POWER), TEXT("{by} uses his power: an arrest on all adjacent circles."),
     TEXT("{by} used his power and tried to arrest Jack on all adjacent circles.")},
    {ACTION_ARREST, WITH(CIRCLE), TEXT("{by} tries to arrest Jack at {circle}."),
     TEXT("{by} tried to arrest Jack at {circle}.")},
    {ACTION_ARREST, 0, TEXT("{by} tries to arrest Jack on all adjacent circles."),
     TEXT("{by} tried to arrest Jack on all adjacent circles.")},
    {ACTION_PASS, 0, TEXT("{by} passes."), TEXT("{by} passed.")},
    {ACTION_RESIGN, 0, TEXT("{by} resigns."), TEXT("{by} resigned.")},
};

/* Writes a key that is one number or one word; returns false for other keys. */
static bool write_plain(struct sentence *out, const char *key, const struct action *action)
{
    const struct {
        const char *key;
        unsigned number;
    } numbers[] = {
        {"circle", action->circle}, {"crossing", action->crossing},
        {"from", action->from},     {"via", action->via},
        {"to", action->to},
    };
    const struct {
        const char *key, *word;
    } words[] = {
        {"by", title_pawn((enum pawn)action->by)},
        {"pawn", title_pawn((enum pawn)action->pawn)},
        {"letter", title_letter((enum letter)action->letter)},
        {"tile", title_tile((enum tile)action->tile)},
    };
    for (size_t i = 0; i < COUNT(numbers); i++) {
        if (strcmp(numbers[i].key, key) == 0) {
            phrase_add(out, "%u", numbers[i].number);
            return true;
        }
    }
    for (size_t i = 0; i < COUNT(words); i++) {
        if (strcmp(words[i].key, key) == 0) {
            phrase_add(out, "%s", words[i].word);
            return true;
        }
    }
    return false;
}

static void write_key(struct sentence *out, const char *key, const char *noun, const void *context)
{
    const struct action *action = context;
    if (write_plain(out, key, action)) {
        return;
    }
    if (strcmp(key, "list") == 0) {
        phrase_numbers(out, noun, action->list, action->count);
    } else if (strcmp(key, "unmarked") == 0) {
        phrase_numbers(out, noun, action->unmarked, action->unmarked_count);
    } else if (strcmp(key, "patrols") == 0) {
        phrase_patrols(out, action->list, action->count);
    } else if (strcmp(key, "moves") == 0) {
        phrase_moves(out, action->list, action->count);
    } else if (strcmp(key, "victims") == 0) {
        for (unsigned i = 0; i < action->count; i++) {
            phrase_add(out, "%s%u", i == 0 ? "" : tr(", then at "), action->list[i]);
        }
    }
}

static struct sentence fill(const struct action *action, bool done)
{
    struct sentence out = {""};
    uint32_t given = action_fields_given(action);
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (rows[i].kind == action->kind && (rows[i].fields & ~given) == 0) {
            phrase_fill(&out, done ? rows[i].done : rows[i].todo, write_key, action);
            break;
        }
    }
    return out;
}

struct sentence sentence_action(const struct action *action)
{
    return fill(action, false);
}

struct sentence sentence_action_done(const struct action *action)
{
    return fill(action, true);
}
