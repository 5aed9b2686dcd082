/* command_place.c: reading actions that name several things: women, patrols, victims, Letters. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "client-cli/command/command_internal.h"
#include "common/base/random.h"
#include "common/wire/action_json.h"

/* All the words that are left as places of `list`; no fewer than `fewest`, no more than `most`. */
static bool read_list(struct reading *reading, unsigned fewest, unsigned most)
{
    struct action *action = &reading->command->action;
    unsigned count = reading->words.count - reading->at;
    if (count < fewest || count > most) {
        return reading_refuse_usage(reading);
    }
    for (const char *word = reading_take(reading); word != NULL; word = reading_take(reading)) {
        if (!reading_place(reading, word, reading->row->crossings, &action->list[action->count])) {
            return false;
        }
        action->count++;
    }
    return true;
}

bool command_read_kill(struct reading *reading)
{
    return reading_begin(reading) && read_list(reading, 1, 2) && reading_done(reading, false);
}

bool command_read_move_patrols(struct reading *reading)
{
    return reading_begin(reading) && read_list(reading, 4, 4) && reading_done(reading, false);
}

/* Four circles of four quadrants may be said in any order. */
static void order_by_quadrant(const struct board *board, struct action *action)
{
    uint8_t ordered[DISCOVERIES] = {0};
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        unsigned quadrant = board->circle[action->list[i]].area;
        if (quadrant == QUADRANT_NONE || quadrant > DISCOVERIES || ordered[quadrant - 1] != 0) {
            return;
        }
        ordered[quadrant - 1] = action->list[i];
    }
    memcpy(action->list, ordered, sizeof ordered);
}

bool command_read_discoveries(struct reading *reading)
{
    if (!reading_begin(reading) || !read_list(reading, DISCOVERIES, DISCOVERIES)) {
        return false;
    }
    order_by_quadrant(reading->place->board, &reading->command->action);
    return reading_done(reading, false);
}

/* ---- By chance --------------------------------------------------------------------------------- */

static bool take_auto(struct reading *reading)
{
    const char *word = reading_peek(reading);
    bool is = word != NULL && strcasecmp(word, "auto") == 0;
    reading->at += is;
    return is;
}

/* What may be done now, if this row's action may. */
static const struct legal *legal_now(const struct reading *reading)
{
    const struct viewed_legal *legal = reading->place->legal;
    bool listed = legal != NULL && (legal->shown.kinds & ACTION_BIT(reading->row->action)) != 0;
    if (!listed) {
        (void)reading_refuse(reading, "%s", error_sentence(ERROR_WRONG_PHASE));
    }
    return listed ? &legal->shown : NULL;
}

static unsigned take_member(struct set *set, struct random *chance)
{
    unsigned skip = random_below(chance, set_count(set));
    unsigned member = set_next(set, 0);
    while (skip-- > 0) {
        member = set_next(set, member);
    }
    set_remove(set, member);
    return member;
}

static bool women_auto(struct reading *reading)
{
    const struct legal *legal = legal_now(reading);
    struct action *action = &reading->command->action;
    struct random chance = {reading->place->chance};
    if (legal == NULL) {
        return false;
    }
    struct set left = legal->circles;
    while (action->count < legal->marked && !set_is_empty(&left)) {
        action->list[action->count++] = (uint8_t)take_member(&left, &chance);
    }
    while (action->unmarked_count < legal->unmarked && !set_is_empty(&left)) {
        action->unmarked[action->unmarked_count++] = (uint8_t)take_member(&left, &chance);
    }
    return reading_done(reading, false);
}

/* The fixed crossings first, then as many of the free ones as are needed; a face drawn for each. */
static bool patrols_auto(struct reading *reading)
{
    const struct legal *legal = legal_now(reading);
    struct action *action = &reading->command->action;
    struct random chance = {reading->place->chance};
    uint8_t face[PATROLS] = {PAWN_YELLOW, PAWN_RED,   PAWN_BLUE, PAWN_GREEN,
                             PAWN_BROWN,  PAWN_FALSE, PAWN_FALSE};
    if (legal == NULL) {
        return false;
    }
    struct set fixed = legal->patrols_fixed;
    struct set open = legal->patrols_free;
    for (unsigned left = PATROLS; left > 0; left--) {
        struct set *from = set_is_empty(&fixed) ? &open : &fixed;
        if (set_is_empty(from)) {
            break;
        }
        unsigned drawn = random_below(&chance, left);
        action->list[action->count++] = (uint8_t)take_member(from, &chance);
        action->list[action->count++] = face[drawn];
        face[drawn] = face[left - 1];
    }
    return reading_done(reading, false);
}

/* ---- Women ------------------------------------------------------------------------------------- */

/* How many of the words are marked women, or WORDS_MAX if that cannot be told. */
static unsigned count_marked(const struct reading *reading)
{
    const struct words *words = &reading->words;
    const struct viewed_legal *legal = reading->place->legal;
    unsigned groups = 1, second = 0;
    for (unsigned i = 1; i < words->count; i++) {
        if (!words->joined[i]) {
            groups++;
            second = i;
        }
    }
    if (groups == 2 && words->count > 2) {
        return second;
    }
    bool listed = legal != NULL && (legal->shown.kinds & ACTION_BIT(ACTION_WOMEN)) != 0;
    bool fits = listed && words->count == (unsigned)legal->shown.marked + legal->shown.unmarked;
    return fits ? legal->shown.marked : WORDS_MAX;
}

/* Two groups joined by commas; or, if their number is right, just all of them, the marked ones first. */
bool command_read_women(struct reading *reading)
{
    struct action *action = &reading->command->action;
    if (!reading_begin(reading)) {
        return false;
    }
    if (take_auto(reading)) {
        return women_auto(reading);
    }
    unsigned marked = count_marked(reading);
    unsigned all = reading->words.count;
    if (marked > WOMEN_MAX || all - marked > WOMEN_MAX) {
        return reading_refuse_usage(reading);
    }
    for (const char *word = reading_take(reading); word != NULL; word = reading_take(reading)) {
        bool is_marked = action->count < marked;
        uint8_t *circle =
            is_marked ? &action->list[action->count] : &action->unmarked[action->unmarked_count];
        if (!reading_place(reading, word, false, circle)) {
            return false;
        }
        action->count = (uint8_t)(action->count + is_marked);
        action->unmarked_count = (uint8_t)(action->unmarked_count + !is_marked);
    }
    return reading_done(reading, false);
}
_Static_assert((int)WOMEN_MAX <= (int)ACTION_UNMARKED_MAX, "every woman may be unmarked");

/* ---- Patrols and Letters ----------------------------------------------------------------------- */

static bool read_face(struct reading *reading, uint8_t *face)
{
    const char *word = reading_take(reading);
    enum pawn pawn = PAWN_FALSE;
    if (word == NULL) {
        return reading_refuse_usage(reading);
    }
    if (strcasecmp(word, "false") != 0) {
        if (!reading_pawn(reading, word, &pawn)) {
            return false;
        }
        if (pawn == PAWN_JACK) {
            return reading_refuse_usage(reading);
        }
    }
    *face = (uint8_t)pawn;
    return true;
}

bool command_read_patrols(struct reading *reading)
{
    struct action *action = &reading->command->action;
    if (!reading_begin(reading)) {
        return false;
    }
    if (take_auto(reading)) {
        return patrols_auto(reading);
    }
    if (reading->words.count == 0 || reading->words.count > ACTION_LIST_MAX) {
        return reading_refuse_usage(reading);
    }
    for (const char *word = reading_take(reading); word != NULL; word = reading_take(reading)) {
        if (!reading_place(reading, word, true, &action->list[action->count]) ||
            !read_face(reading, &action->list[action->count + 1])) {
            return false;
        }
        action->count = (uint8_t)(action->count + 2);
    }
    return reading_done(reading, false);
}

static bool refuse_letter(const struct reading *reading)
{
    return reading_refuse(
        reading, "Write it so: letter dear_boss FROM TO, letter from_hell FROM TO, letter saucy_jacky "
                 "CROSSING CROSSING, or letter goulston_street COLOUR.");
}

static bool read_letter_pawn(struct reading *reading)
{
    const char *word = reading_take(reading);
    enum pawn pawn = PAWN_NONE;
    if (word == NULL) {
        return refuse_letter(reading);
    }
    if (!reading_pawn(reading, word, &pawn)) {
        return false;
    }
    reading->command->action.pawn = (uint8_t)pawn;
    return pawn != PAWN_JACK || refuse_letter(reading);
}

bool command_read_letter(struct reading *reading)
{
    struct action *action = &reading->command->action;
    if (!reading_begin(reading)) {
        return false;
    }
    const char *word = reading_take(reading);
    int letter = word != NULL ? words_match(words_letter, LETTER_COUNT - 1, word) : MATCH_NONE;
    if (letter < 0) {
        return refuse_letter(reading);
    }
    action->letter = (uint8_t)(letter + 1);
    uint32_t fields = letter_fields((enum letter)action->letter);
    if ((fields & FIELD_BIT(FIELD_PAWN)) != 0) {
        return read_letter_pawn(reading) && reading_done(reading, false);
    }
    if (reading->words.count - reading->at != 2) {
        return refuse_letter(reading);
    }
    if ((fields & FIELD_BIT(FIELD_FROM_TWO)) != 0) {
        return read_list(reading, 2, 2) && reading_done(reading, false);
    }
    return reading_place(reading, reading_take(reading), true, &action->from) &&
           reading_place(reading, reading_take(reading), true, &action->to) && reading_done(reading, false);
}
