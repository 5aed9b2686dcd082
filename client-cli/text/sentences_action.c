/*
 * sentences_action.c: an action as a sentence, before it is confirmed and after it has been done.
 *
 * As in sentences.c, the first row of a kind whose required fields are all given is used. Jack's and the Head's actions
 * are addressed to the player ("Move to 103."); a policeman is named, since one player may have several.
 */
#include <stddef.h>
#include <string.h>

#include "client-cli/text/phrase.h"
#include "common/base/array.h"

#define WITH(field) FIELD_BIT(FIELD_##field)

static const struct {
    enum action_kind kind;
    uint32_t fields; /* required */
    const char *todo, *done;
} rows[] = {
    {ACTION_HIDEOUT, 0, "Choose {circle} as your hideout.", "Your hideout is {circle}."},
    {ACTION_WOMEN, 0, "Place the women: marked on {list}, unmarked on {unmarked}.",
     "You placed the women: marked on {list}, unmarked on {unmarked}."},
    {ACTION_ADDRESS, 0, "Name {circle} as the hideout. You can do this only once per game.",
     "You named {circle} as the hideout."},
    {ACTION_PATROLS, 0, "Place the patrols: {patrols}.", "You placed the patrols: {patrols}."},
    {ACTION_LETTER, WITH(FROM_TWO), "Play {letter} and choose the patrols at crossings {list}.",
     "You played {letter} and chose the patrols at crossings {list}."},
    {ACTION_LETTER, WITH(PAWN), "Play {letter} and choose {pawn}.", "You played {letter} and chose {pawn}."},
    {ACTION_LETTER, 0, "Play {letter}: the patrol at crossing {from} moves to {to}.",
     "You played {letter}: the patrol at crossing {from} moved to {to}."},
    {ACTION_MOVE_PATROLS, 0, "Move the patrols {moves}.", "You moved the patrols {moves}."},
    {ACTION_GOULSTON, 0, "Send {pawn} to Goulston Street.", "You sent {pawn} to Goulston Street."},
    {ACTION_KILL, 0, "Murder at {victims}.", "Murder at {victims}."},
    {ACTION_WAIT, 0, "Wait: the police move the Wretched, and you see one patrol.", "You wait."},
    {ACTION_WRETCHED, 0, "Move the Wretched from {from} to {to}.",
     "You moved the Wretched from {from} to {to}."},
    {ACTION_REVEAL, 0, "Reveal the patrol at crossing {crossing}.",
     "You revealed the patrol at crossing {crossing}."},
    {ACTION_FALSE_CLUE, 0, "Place a false clue on {circle}: it can't be searched tonight.",
     "You placed a false clue on {circle}."},
    {ACTION_RUSH, 0, "{by} rushes to crossing {to}.", "{by} rushed to crossing {to}."},
    {ACTION_DISCOVERIES, 0, "Choose {list} as your Discovery Locations.",
     "Your Discovery Locations are {list}."},
    {ACTION_START, 0, "Start at {circle}. Everyone will know.", "You start at {circle}."},
    {ACTION_DEPLOY, 0, "{by} starts at crossing {crossing}.", "{by} starts at crossing {crossing}."},
    {ACTION_BOAT, 0, "Boat to {to}.", "You took a boat to {to}."},
    {ACTION_SMOKER, 0, "{by} uses Smoker to find all visited circles next to {by}.", "{by} used Smoker."},
    {ACTION_RECLAIM, 0, "Take back a used {tile}.", "You took back a used {tile}."},
    {ACTION_MOVE, WITH(ESCAPE), "Escape home to {to} and end the night.", "You escaped home to {to}."},
    {ACTION_MOVE, 0, "Move to {to}.", "You moved to {to}."},
    {ACTION_COACH, 0, "Coach via {via} to {to}.", "You took a coach via {via} to {to}."},
    {ACTION_ALLEY, 0, "Alley to {to}.", "You went through an alley to {to}."},
    {ACTION_WALK, WITH(POWER), "{by} uses his power and goes to crossing {to}.",
     "{by} used his power and went to crossing {to}."},
    {ACTION_WALK, 0, "{by} moves to crossing {to}.", "{by} moved to crossing {to}."},
    {ACTION_SEARCH, WITH(POWER), "{by} searches {circle} and may make an arrest afterwards.",
     "{by} used his power and searched {circle}."},
    {ACTION_SEARCH, 0, "{by} searches {circle}.", "{by} searched {circle}."},
    {ACTION_ARREST, WITH(POWER), "{by} uses his power: an arrest on all adjacent circles.",
     "{by} used his power and tried to arrest Jack on all adjacent circles."},
    {ACTION_ARREST, WITH(CIRCLE), "{by} tries to arrest Jack at {circle}.",
     "{by} tried to arrest Jack at {circle}."},
    {ACTION_ARREST, 0, "{by} tries to arrest Jack on all adjacent circles.",
     "{by} tried to arrest Jack on all adjacent circles."},
    {ACTION_PASS, 0, "{by} passes.", "{by} passed."},
    {ACTION_RESIGN, 0, "{by} resigns.", "{by} resigned."},
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
            phrase_add(out, "%s%u", i == 0 ? "" : ", then at ", action->list[i]);
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
