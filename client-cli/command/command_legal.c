/*
 * command_legal.c: lists the legal actions as lines to type.
 *
 * Writes one example per kind, built by taking the first place that can come next until there is none; a comment lists
 * the alternatives to the last place. Where the second place depends on the first, there is a line for each first one.
 */
#include <string.h>

#include "client-cli/command/command_rows.h"
#include "client-cli/command/partial_action.h"
#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"

enum { COMMENT_MAX = SENTENCE_MAX - 80 }; /* longer lists end in "and N more" */

struct listing {
    const struct legal *legal;
    const struct command_row *row;
    void (*line)(void *context, const char *text);
    void *context;
};

/* ---- An example as an action ------------------------------------------------------------------- */

static void put_list(const struct partial_action *partial, const struct legal *legal, struct action *action)
{
    /* Faces for an example; any order is legal. */
    static const uint8_t faces[PATROLS] = {PAWN_YELLOW, PAWN_RED,   PAWN_BLUE, PAWN_GREEN,
                                           PAWN_BROWN,  PAWN_FALSE, PAWN_FALSE};
    for (unsigned i = 0; i < partial->count; i++) {
        if (partial->kind == ACTION_WOMEN && i >= legal->marked) {
            action->unmarked[action->unmarked_count++] = partial->place[i];
            continue;
        }
        action->list[action->count++] = partial->place[i];
        if (partial->kind == ACTION_PATROLS) {
            action->list[action->count++] = faces[i];
        }
    }
}

static void put_numbers(const struct partial_action *partial, uint32_t fields, struct action *action)
{
    unsigned said = 0;
    for (unsigned i = 0; i < COMMAND_NUMBERS && said < partial->count; i++) {
        if ((fields & FIELD_BIT(command_numbers[i].field)) != 0) {
            *((uint8_t *)action + command_numbers[i].offset) = partial->place[said++];
        }
    }
}

static struct action make_action(const struct listing *listing, const struct partial_action *partial)
{
    const uint32_t lists = FIELD_BIT(FIELD_CIRCLES) | FIELD_BIT(FIELD_MARKED) | FIELD_BIT(FIELD_PLACE) |
                           FIELD_BIT(FIELD_MOVES) | FIELD_BIT(FIELD_FROM_TWO);
    struct action action = {.kind = (uint8_t)partial->kind,
                            .by = (uint8_t)(partial->pawns != 0 ? __builtin_ctz(partial->pawns) : PAWN_JACK),
                            .letter = (uint8_t)partial->letter,
                            .escape = partial->escape,
                            .power = partial->power};
    uint32_t fields = partial->kind == ACTION_LETTER   ? letter_fields(partial->letter)
                      : partial->kind == ACTION_ARREST ? FIELD_BIT(FIELD_CIRCLE)
                                                       : action_fields_required(partial->kind);
    if ((fields & lists) != 0) {
        put_list(partial, listing->legal, &action);
    } else {
        put_numbers(partial, fields, &action);
    }
    return action;
}

/* ---- Lines ------------------------------------------------------------------------------------- */

/* Adds " 63 66 72", and " and 5 more" if there are too many. */
static void add_set(struct sentence *out, const struct set *set)
{
    unsigned left = set_count(set);
    SET_EACH (place, set) {
        if (strlen(out->text) > COMMENT_MAX) {
            phrase_add(out, tr(" and %u more"), left);
            return;
        }
        phrase_add(out, " %u", place);
        left--;
    }
}

/* Adds the alternatives to the last number, or to all of them. */
static void add_comment(struct sentence *out, const struct partial_action *partial, const struct set *first,
                        const struct set *others)
{
    switch (partial->kind) {
    case ACTION_WOMEN:
        phrase_add(out, tr("   # or women auto; of"));
        add_set(out, first);
        break;
    case ACTION_PATROLS:
        phrase_add(out, tr("   # or patrols auto; any faces"));
        break;
    case ACTION_DISCOVERIES:
        phrase_add(out, tr("   # one white circle in each quadrant; type suggest for a suggestion"));
        break;
    case ACTION_MOVE_PATROLS:
        phrase_add(out, tr("   # to any of"));
        add_set(out, others);
        phrase_add(out, " %u %u", partial->place[1], partial->place[3]);
        break;
    default:
        if (partial->count > 1 && !set_is_empty(others) && partial->letter == LETTER_SAUCY_JACKY) {
            phrase_add(out, tr("   # two of"));
            add_set(out, first);
        } else if (!set_is_empty(others)) {
            phrase_add(out, "%s", tr("   # or"));
            add_set(out, others);
        }
        break;
    }
}

/* Completes the example and writes its line. */
static void list_example(const struct listing *listing, struct partial_action partial)
{
    struct partial_action start = partial;
    start.count = 0;
    struct set first = partial_action_next(listing->legal, &start);
    struct set others = {{0}};
    for (struct set next = partial_action_next(listing->legal, &partial);
         !set_is_empty(&next) && partial.count < ACTION_LIST_MAX;
         next = partial_action_next(listing->legal, &partial)) {
        partial.place[partial.count] = (uint8_t)set_next(&next, 0);
        others = next;
        set_remove(&others, partial.place[partial.count++]);
    }
    struct action action = make_action(listing, &partial);
    struct sentence out = command_line(&action);
    add_comment(&out, &partial, &first, &others);
    listing->line(listing->context, out.text);
}

/* For coaches and the Wretched, whose second place depends on the first. */
static void list_each_first(const struct listing *listing, struct partial_action partial)
{
    struct set first = partial_action_next(listing->legal, &partial);
    SET_EACH (place, &first) {
        partial.count = 1;
        partial.place[0] = (uint8_t)place;
        list_example(listing, partial);
    }
}

static void list_letters(const struct listing *listing, struct partial_action partial)
{
    for (unsigned letter = LETTER_NONE + 1; letter < LETTER_COUNT; letter++) {
        if ((listing->legal->letters & (1U << letter)) == 0) {
            continue;
        }
        partial.letter = (enum letter)letter;
        if (letter != LETTER_GOULSTON_STREET) {
            list_example(listing, partial);
            continue;
        }
        for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
            if ((listing->legal->letter_pawns & PAWN_BIT(pawn)) != 0) {
                struct action action = {
                    .kind = ACTION_LETTER, .letter = (uint8_t)letter, .pawn = (uint8_t)pawn};
                listing->line(listing->context, command_line(&action).text);
            }
        }
    }
}

/* Writes a line for each policeman or tile that can be named. */
static void list_words(const struct listing *listing)
{
    for (unsigned i = 1; i < PAWN_COUNT; i++) {
        struct action action = {.kind = (uint8_t)listing->row->action};
        bool pawn = action.kind == ACTION_GOULSTON && (listing->legal->goulston_pawns & PAWN_BIT(i)) != 0;
        bool tile = action.kind == ACTION_RECLAIM && (listing->legal->tiles & (1U << i)) != 0;
        action.pawn = (uint8_t)(pawn ? i : 0);
        action.tile = (uint8_t)(tile ? i : 0);
        if (pawn || tile) {
            listing->line(listing->context, command_line(&action).text);
        }
    }
}

/* Writes a line for each policeman, and another with the power of those who have one. */
static void list_pawns(const struct listing *listing, unsigned pawns)
{
    for (unsigned power = 0; power < 2; power++) {
        unsigned able = pawns & partial_action_pawns(listing->legal, listing->row->action, power != 0);
        for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
            if ((able & PAWN_BIT(pawn)) == 0) {
                continue;
            }
            struct partial_action partial = {
                .kind = listing->row->action, .pawns = PAWN_BIT(pawn), .power = power != 0};
            if (power != 0 && partial.kind == ACTION_ARREST) { /* names no circle */
                struct action action = make_action(listing, &partial);
                listing->line(listing->context, command_line(&action).text);
            } else {
                list_example(listing, partial);
            }
        }
    }
}

static void list_row(const struct listing *listing, unsigned pawns)
{
    struct partial_action partial = {.kind = listing->row->action, .escape = listing->row->escape};
    switch (partial.kind) {
    case ACTION_COACH:
    case ACTION_WRETCHED:
        list_each_first(listing, partial);
        break;
    case ACTION_LETTER:
        list_letters(listing, partial);
        break;
    case ACTION_GOULSTON:
    case ACTION_RECLAIM:
        list_words(listing);
        break;
    default:
        if (listing->row->actor == BY_POLICE || listing->row->actor == BY_ANYBODY) {
            list_pawns(listing, pawns);
        } else {
            list_example(listing, partial);
        }
        break;
    }
}

void command_list_legal(const struct command_scope *scope, void (*line)(void *context, const char *text),
                        void *context)
{
    size_t count;
    const struct command_row *rows = command_rows(&count);
    if (scope->legal == NULL) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        struct listing listing = {&scope->legal->shown, &rows[i], line, context};
        bool listed = (scope->legal->shown.kinds & ACTION_BIT(rows[i].action)) != 0;
        if (rows[i].action != ACTION_NONE && listed && rows[i].available(&rows[i], scope)) {
            list_row(&listing, scope->pawns);
        }
    }
}
