/* choice_words.c: the prompts while an action is being chosen, and why a place can't be picked. */
#include <stdio.h>
#include <string.h>

#include "client-cli/choice/choice.h"
#include "client-cli/choice/choice_rows.h"
#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"
#include "client-cli/text/sentences.h"
#include "common/base/array.h"

static const struct choice_row *row_of(const struct choice_item *item)
{
    return &choice_rows[item->row];
}

/* ---- What to do next --------------------------------------------------------------------------- */

/* Adds "(2 of 5)", and for patrols which one the prompt is about. */
static void add_which(const struct choice *choice, const struct choice_item *item, char *text,
                      size_t capacity)
{
    const struct legal *legal = &choice->legal.shown;
    unsigned picks = choice->picks;
    unsigned from = set_next(&legal->shifted_from, 0);
    switch (item->kind) {
    case ACTION_WOMEN:
        phrase_append(text, capacity, tr(" (%u of %u)."),
                      picks < legal->marked ? picks + 1 : picks - legal->marked + 1,
                      picks < legal->marked ? legal->marked : legal->unmarked);
        break;
    case ACTION_PATROLS:
        phrase_append(text, capacity, tr(": %s (%u of %u). Press Tab or a letter for another patrol."),
                      choice->put_next == PAWN_FALSE ? tr("a false one")
                                                     : title_pawn((enum pawn)choice->put_next),
                      picks + 1, (unsigned)PATROLS);
        break;
    case ACTION_MOVE_PATROLS:
        phrase_append(text, capacity, tr(" for the patrol on %u."),
                      picks == 0 ? from : set_next(&legal->shifted_from, from));
        break;
    case ACTION_KILL:
        if (legal->victims > 1) {
            phrase_append(text, capacity, tr(" (%u of %u)"), picks + 1, (unsigned)legal->victims);
        }
        phrase_append(text, capacity, ".");
        break;
    case ACTION_DISCOVERIES:
        phrase_append(text, capacity, tr(" (%u of %u)."), picks + 1, (unsigned)DISCOVERIES);
        break;
    default:
        break;
    }
}

/* Adds the prompt for the next place of an item. */
static void ask(const struct choice *choice, const struct choice_item *item, char *text, size_t capacity)
{
    const struct choice_row *row = row_of(item);
    bool second = choice->picks > 0 && choice->chosen >= 0;
    if (item->kind == ACTION_WOMEN) {
        second = choice->picks >= choice->legal.shown.marked;
    }
    const char *sentence = second && row->ask[1] != NULL ? row->ask[1] : row->ask[0];
    if (sentence == NULL) {
        return;
    }
    bool named = sentence[0] >= 'a'; /* continues a sentence after the name */
    phrase_append(text, capacity, "%s%s%s", named ? title_pawn(item->by) : "", named ? ": " : "",
                  tr(sentence));
    add_which(choice, item, text, capacity);
}

/* Adds the other possible actions with their keys. */
static void add_others(const struct choice *choice, const struct choice_item *but, char *text,
                       size_t capacity)
{
    const char *before = text[0] != '\0' ? tr(" Or: ") : tr("Choose: ");
    for (unsigned i = 0; i < choice->items; i++) {
        const struct choice_item *item = &choice->item[i];
        if (item != but && item->by == choice->focus) {
            const char *label = tr(row_of(item)->label);
            bool tile = row_of(item)->tile != TILE_NONE || row_of(item)->named != NULL;
            phrase_append(text, capacity, "%s%c %s", before, item->key, tile ? item->label : label);
            before = ", ";
        }
    }
    if (strcmp(before, ", ") == 0) {
        phrase_append(text, capacity, ".");
    }
}

static void ask_for_anything(const struct choice *choice, char *text, size_t capacity)
{
    const struct choice_item *asked = NULL;
    for (unsigned i = 0; i < choice->items && asked == NULL; i++) {
        const struct choice_item *item = &choice->item[i];
        bool home = item->escape && i + 1 < choice->items;
        if (choice_is_offered(choice, item) && !home) {
            asked = item;
        }
    }
    if (asked != NULL) {
        ask(choice, asked, text, capacity);
    }
    add_others(choice, asked, text, capacity);
}

void choice_prompt(const struct choice *choice, char *text, size_t capacity)
{
    text[0] = '\0';
    if (choice->items == 0) {
        return;
    }
    if (choice->complete) {
        phrase_append(text, capacity, "%s", sentence_action(&choice->action).text);
        phrase_append(text, capacity, tr(" Press Enter to confirm, Esc to cancel."));
        struct choice other = *choice;
        if (choice->by_map && choice_cycle(&other, 1) && other.chosen >= 0) {
            phrase_append(text, capacity, tr(" Tab: %s."), other.item[other.chosen].label);
        }
    } else if (choice->chosen >= 0) {
        ask(choice, &choice->item[choice->chosen], text, capacity);
    } else {
        ask_for_anything(choice, text, capacity);
    }
}

/* ---- Why not ----------------------------------------------------------------------------------- */

static void why_no_move(const struct choice *choice, unsigned circle, char *text, size_t capacity)
{
    const struct view *view = &choice->view;
    unsigned here = view->round >= 1 && view->round <= ROWS && view->last_cell < CELLS
                        ? view->row[view->round - 1][view->last_cell]
                        : 0;
    if (circle == here) {
        (void)snprintf(text, capacity, tr("You are already on %u."), circle);
    } else if (here != 0 && set_has(&choice->board->adjacent[here], circle)) {
        (void)snprintf(text, capacity, tr("The police block every way to %u."), circle);
    } else {
        (void)snprintf(text, capacity, tr("Circle %u is not adjacent."), circle);
    }
}

/* {n} is the number of the place that was picked; then which kind of place the action needs. */
static const struct {
    enum action_kind kind;
    const char *pattern;
    uint8_t needs; /* enum end_kind */
} reasons[] = {
    {ACTION_HIDEOUT, TEXT("{n} can't be the hideout."), END_CIRCLE},
    {ACTION_WOMEN, TEXT("You can't pick {n}: choose a red circle without a woman or a crime scene."),
     END_CIRCLE},
    {ACTION_PATROLS, TEXT("You can't place a patrol on {n} now."), END_CROSSING},
    {ACTION_MOVE_PATROLS, TEXT("You can't pick {n}: choose a yellow crossing that was empty."), END_CROSSING},
    {ACTION_KILL, TEXT("There is no Wretched on {n}."), END_CIRCLE},
    {ACTION_WRETCHED, TEXT("You can't pick {n} for this move of the Wretched."), END_CIRCLE},
    {ACTION_REVEAL, TEXT("There is no face-down patrol on {n}."), END_CROSSING},
    {ACTION_DISCOVERIES, TEXT("You can't pick {n}: choose one white circle in each quadrant."), END_CIRCLE},
    {ACTION_START, TEXT("{n} is not one of your Discovery Locations."), END_CIRCLE},
    {ACTION_DEPLOY, TEXT("You can't pick {n}: choose a free yellow crossing."), END_CROSSING},
    {ACTION_COACH, TEXT("A coach can't go to {n} from here."), END_CIRCLE},
    {ACTION_ALLEY, TEXT("No alley leads to {n} from here."), END_CIRCLE},
    {ACTION_BOAT, TEXT("No boat goes to {n} from here."), END_CIRCLE},
    {ACTION_WALK, TEXT("Crossing {n} is more than two crossings away, or another policeman is there."),
     END_CROSSING},
    {ACTION_SEARCH, TEXT("{n} is not next to the policeman, or has already been searched."), END_CIRCLE},
    {ACTION_ARREST, TEXT("{n} is not next to the policeman."), END_CIRCLE},
    {ACTION_RUSH, TEXT("You can't rush to {n}: choose a free adjacent crossing."), END_CROSSING},
};

static void write_number(struct sentence *out, const char *key, const char *noun, const void *context)
{
    (void)key;
    (void)noun;
    phrase_add(out, "%u", *(const unsigned *)context);
}

const char *choice_why_none(const struct view *view)
{
    if (view->phase == PHASE_OVER) {
        return tr("The game is over.");
    }
    return view->pawns == 0 ? tr("You are watching.") : tr("It is not your turn.");
}

void choice_why_not(const struct choice *choice, struct map_place place, char *text, size_t capacity)
{
    const struct choice_item *item = NULL;
    for (unsigned i = 0; i < choice->items && item == NULL; i++) {
        bool fits = choice->chosen >= 0
                        ? (int)i == choice->chosen
                        : choice->item[i].by == choice->focus && row_of(&choice->item[i])->usual;
        item = fits ? &choice->item[i] : NULL;
    }
    if (choice->items == 0) {
        (void)snprintf(text, capacity, "%s", choice_why_none(&choice->view));
        return;
    }
    (void)snprintf(text, capacity, tr("You can't pick %u now."), (unsigned)place.number);
    if (item != NULL && item->kind == ACTION_MOVE) {
        if (place.kind == END_CROSSING) {
            (void)snprintf(text, capacity, tr("That is a crossing. Pick a circle."));
            return;
        }
        why_no_move(choice, place.number, text, capacity);
        return;
    }
    for (size_t i = 0; item != NULL && i < COUNT(reasons); i++) {
        if (reasons[i].kind == item->kind && reasons[i].needs == place.kind) {
            struct sentence out = {""};
            unsigned number = place.number;
            phrase_fill(&out, reasons[i].pattern, write_number, &number);
            (void)snprintf(text, capacity, "%s", out.text);
        } else if (reasons[i].kind == item->kind) {
            (void)snprintf(text, capacity, "%s",
                           place.kind == END_CIRCLE ? tr("That is a circle. Pick a crossing.")
                                                    : tr("That is a crossing. Pick a circle."));
        }
    }
}
