/*
 * sentences_action.c: an action in words, before it is sent.
 *
 * As in sentences.c, the first row of a kind counts whose fields are all given. What one player does for himself
 * is said as he would say it ("Move to 103."); a policeman is named, since a player may have several.
 */
#include <stddef.h>
#include <string.h>

#include "client-cli/text/phrase.h"
#include "common/base/array.h"

#define WITH(field) FIELD_BIT(FIELD_##field)

static const struct {
    enum action_kind kind;
    uint32_t fields; /* that must be given */
    const char *pattern;
} rows[] = {
    {ACTION_HIDEOUT, 0, "Choose {circle} as the hideout."},
    {ACTION_WOMEN, 0, "Place the women: marked on {list}, unmarked on {unmarked}."},
    {ACTION_ADDRESS, 0, "Name {circle} as Jack's hideout."},
    {ACTION_PATROLS, 0, "Place the patrols: {patrols}."},
    {ACTION_LETTER, WITH(FROM_TWO), "Play {letter} and name the patrols on crossings {list}."},
    {ACTION_LETTER, WITH(PAWN), "Play {letter} and name {pawn}."},
    {ACTION_LETTER, 0, "Play {letter}: the patrol on crossing {from} goes to {to}."},
    {ACTION_MOVE_PATROLS, 0, "Move the patrols {moves}."},
    {ACTION_GOULSTON, 0, "Send {pawn} to Goulston Street."},
    {ACTION_KILL, 0, "Kill on {victims}."},
    {ACTION_WAIT, 0, "Wait."},
    {ACTION_WRETCHED, 0, "Move the Wretched on {from} to {to}."},
    {ACTION_REVEAL, 0, "Turn up the patrol on crossing {crossing}."},
    {ACTION_FALSE_CLUE, 0, "Place a false clue on {circle}."},
    {ACTION_RUSH, 0, "{by} rushes to crossing {to}."},
    {ACTION_DISCOVERIES, 0, "Choose {list} as the Discovery Locations."},
    {ACTION_START, 0, "Start on {circle}."},
    {ACTION_DEPLOY, 0, "{by} begins on crossing {crossing}."},
    {ACTION_BOAT, 0, "Boat to {to}."},
    {ACTION_SMOKER, 0, "{by} uses the Smoker."},
    {ACTION_RECLAIM, 0, "Take back {tile}."},
    {ACTION_MOVE, WITH(ESCAPE), "Move to {to} and escape."},
    {ACTION_MOVE, 0, "Move to {to}."},
    {ACTION_COACH, 0, "Coach over {via} to {to}."},
    {ACTION_ALLEY, 0, "Alley to {to}."},
    {ACTION_WALK, WITH(POWER), "{by} goes to crossing {to} with Waring's power."},
    {ACTION_WALK, 0, "{by} walks to crossing {to}."},
    {ACTION_SEARCH, WITH(POWER), "{by} searches {circle} with Ferris's power."},
    {ACTION_SEARCH, 0, "{by} searches {circle}."},
    {ACTION_ARREST, WITH(POWER), "{by} tries an arrest on every circle next to him, with Bond's power."},
    {ACTION_ARREST, WITH(CIRCLE), "{by} tries an arrest on {circle}."},
    {ACTION_ARREST, 0, "{by} tries an arrest on every circle next to him."},
    {ACTION_PASS, 0, "{by} passes."},
    {ACTION_RESIGN, 0, "{by} gives up."},
};

/* The keys that are one number or one word. */
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
        {"tile", phrase_tile((enum tile)action->tile)},
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
            phrase_add(out, "%s%u", i == 0 ? "" : ", then on ", action->list[i]);
        }
    }
}

struct sentence sentence_action(const struct action *action)
{
    struct sentence out = {""};
    uint32_t given = action_fields_given(action);
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (rows[i].kind == action->kind && (rows[i].fields & ~given) == 0) {
            phrase_fill(&out, rows[i].pattern, write_key, action);
            break;
        }
    }
    return out;
}
