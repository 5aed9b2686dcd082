/*
 * sentences.c: events as sentences, and how a game ended.
 *
 * One row per sentence. The first row of a kind whose required fields are all present and not empty is used, so a
 * viewer who knows less gets a sentence that says less. A flag (`found`, `power`) counts as empty when it is false.
 */
#include <ctype.h>
#include <stddef.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"
#include "common/base/array.h"

/* An event and the game it belongs to: what the writers below need. */
struct source {
    enum game_kind game;
    const struct event *event;
};

#define WITH(field) EVENT_FIELD_BIT(EVENT_##field##_FIELD)

static const struct {
    enum event_kind kind;
    uint32_t fields; /* required */
    const char *pattern;
} rows[] = {
    {EVENT_HIDEOUT, WITH(CIRCLE), TEXT("{by} chose {circle} as his hideout.")},
    {EVENT_HIDEOUT, 0, TEXT("{by} chose his hideout.")},
    {EVENT_NIGHT, 0, TEXT("{round} begins.")},
    {EVENT_WOMEN, WITH(MARKED), TEXT("{by} placed the women on {circles}. Marked: {marked}.")},
    {EVENT_WOMEN, 0, TEXT("{by} placed the women on {circles}.")},
    {EVENT_HEAD, 0, TEXT("{pawn} is Head tonight.")},
    {EVENT_ADDRESS, WITH(FOUND), TEXT("{by} named {circle} as the hideout: correct!")},
    {EVENT_ADDRESS, 0, TEXT("{by} named {circle} as the hideout: wrong.")},
    {EVENT_PATROLS, WITH(PLACE), TEXT("{by} placed the patrols: {place}.")},
    {EVENT_PATROLS, 0, TEXT("{by} placed the patrols at {crossings:crossing}.")},
    {EVENT_LETTER, WITH(CROSSINGS),
     TEXT("{by} played {letter} and chose the patrols at {crossings:crossing}.")},
    {EVENT_LETTER, WITH(PAWN), TEXT("{by} played {letter} and chose {pawn}.")},
    {EVENT_LETTER, 0, TEXT("{by} played {letter}.")},
    {EVENT_SHIFT, 0, TEXT("{by} moved {moves}.")},
    {EVENT_GOULSTON, 0, TEXT("{pawn} was sent to Goulston Street, crossing {crossing}.")},
    {EVENT_VICTIMS, 0, TEXT("The Wretched are revealed: {circles}.")},
    {EVENT_KILL, 0, "{order}"},
    {EVENT_WAIT, 0, TEXT("{by} waits. Time of the crime: {time}.")},
    {EVENT_WRETCHED, 0, TEXT("One of the Wretched moved from {from} to {to}.")},
    {EVENT_REVEAL, 0, TEXT("The patrol at crossing {crossing} {face}.")},
    {EVENT_ALARM, 0, TEXT("Alarm! The police are revealed: {police}.")},
    {EVENT_MOVE, WITH(TO), TEXT("{by} moved to {to} ({cells:move}).")},
    {EVENT_MOVE, 0, TEXT("{by} moved ({cells:move}).")},
    {EVENT_SPECIAL, WITH(TILE) | WITH(VIA) | WITH(TO), TEXT("{by} {tile} via {via} to {to} ({cells:move}).")},
    {EVENT_SPECIAL, WITH(TILE) | WITH(TO), TEXT("{by} {tile} to {to} ({cells:move}).")},
    {EVENT_SPECIAL, WITH(TILE), TEXT("{by} {tile} ({cells:move}).")},
    {EVENT_SPECIAL, 0, TEXT("{by} made a special move ({cells:move}).")},
    {EVENT_ESCAPE, 0, TEXT("{by} escaped home. {round} is over.")},
    {EVENT_WALK, WITH(POWER), TEXT("{by} used his power and went to crossing {to}.")},
    {EVENT_WALK, 0, TEXT("{by} moved to crossing {to}.")},
    {EVENT_FALSE_CLUE, 0, TEXT("{by} placed a false clue on {circle}.")},
    {EVENT_GAIN, 0, TEXT("{by} earned a false clue.")},
    {EVENT_SEARCH, WITH(POWER) | WITH(FOUND), TEXT("{by} used his power and searched {circle}: a clue!")},
    {EVENT_SEARCH, WITH(POWER), TEXT("{by} used his power and searched {circle}: nothing.")},
    {EVENT_SEARCH, WITH(FOUND), TEXT("{by} searched {circle}: a clue!")},
    {EVENT_SEARCH, 0, TEXT("{by} searched {circle}: nothing.")},
    {EVENT_ARREST, WITH(POWER) | WITH(FOUND),
     TEXT("{by} used his power and tried to arrest Jack at {circles}: got him!")},
    {EVENT_ARREST, WITH(POWER),
     TEXT("{by} used his power and tried to arrest Jack at {circles}: not there.")},
    {EVENT_ARREST, WITH(CIRCLES) | WITH(FOUND), TEXT("{by} tried to arrest Jack at {circles}: got him!")},
    {EVENT_ARREST, WITH(CIRCLES), TEXT("{by} tried to arrest Jack at {circles}: not there.")},
    {EVENT_ARREST, WITH(FOUND), TEXT("{by} arrested Jack at {circle}!")},
    {EVENT_ARREST, 0, TEXT("{by} tried to arrest Jack at {circle}: not there.")},
    {EVENT_RUSH, 0, TEXT("{by} rushed to crossing {to}.")},
    {EVENT_PASS, WITH(BY), TEXT("{by} passed.")},
    {EVENT_PASS, 0, TEXT("Jack declined.")}, /* PAWN_JACK is 0, which counts as empty */
    {EVENT_DISCOVERIES, WITH(CIRCLES), TEXT("{by} chose {circles} as his Discovery Locations.")},
    {EVENT_DISCOVERIES, 0, TEXT("{by} chose his Discovery Locations.")},
    {EVENT_START, 0, TEXT("{by} starts at {circle}.")},
    {EVENT_DEPLOY, 0, TEXT("{by} starts at crossing {crossing}.")},
    {EVENT_SMOKER, WITH(CIRCLES), TEXT("Smoker found {circles}.")},
    {EVENT_SMOKER, 0, TEXT("Smoker found nothing.")},
    {EVENT_DISCOVERY, 0, TEXT("A discovery at {circle}!")},
    {EVENT_RECLAIM, WITH(TILE), TEXT("{by} took back a used {tile}.")},
    {EVENT_RECLAIM, 0, TEXT("{by} took back a special move.")},
    {EVENT_RESIGN, WITH(BY), TEXT("The police resigned.")},
    {EVENT_RESIGN, 0, TEXT("Jack resigned.")},
    {EVENT_OVER, 0, "{result}"},
    {EVENT_SHEET, 0, "{sheet}"},
};

static const char stayed[] = TEXT("{by} stayed at {to}.");

/* ---- Writing the keys of a pattern ------------------------------------------------------------------- */

/* Writes one night or round: " Night 1: 65, 66 and 83." */
static void write_row(struct sentence *out, enum game_kind game, unsigned round, const uint8_t row[CELLS])
{
    uint8_t circle[CELLS];
    unsigned count = 0;
    for (unsigned cell = 0; cell < CELLS; cell++) {
        if (row[cell] != 0) {
            circle[count++] = row[cell];
        }
    }
    if (count > 0) {
        phrase_add(out, game == GAME_WHITEHALL ? tr(" Round %u: ") : tr(" Night %u: "), round);
        phrase_numbers(out, NULL, circle, count);
        phrase_add(out, ".");
    }
}

static void write_heads(struct sentence *out, const uint8_t heads[POLICEMEN_MAX])
{
    phrase_add(out, tr(" The Heads were "));
    for (unsigned i = 0; i < POLICEMEN_MAX; i++) {
        phrase_joint(out, i, POLICEMEN_MAX, tr(" and "));
        phrase_add(out, "%s", title_pawn((enum pawn)heads[i]));
    }
    phrase_add(out, ".");
}

/* Writes everything that was secret; leaves out what was never chosen. */
static void write_sheet(struct sentence *out, const struct source *source, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    const struct event *event = source->event;
    const struct event_sheet *sheet = &event->sheet;
    phrase_add(out, tr("Jack's sheet is revealed."));
    if (sheet->hideout != 0) {
        phrase_add(out, tr(" The hideout was %u."), sheet->hideout);
    }
    if (sheet->discovery[0] != 0) {
        phrase_add(out, tr(" The Discovery Locations were "));
        phrase_numbers(out, NULL, sheet->discovery, COUNT(sheet->discovery));
        phrase_add(out, ".");
    }
    for (unsigned row = 0; row < COUNT(sheet->row); row++) {
        write_row(out, source->game, row + 1, sheet->row[row]);
    }
    if (event->marked.count > 0) {
        phrase_add(out, tr(" Marked women: "));
        phrase_numbers(out, NULL, event->marked.item, event->marked.count);
        phrase_add(out, ".");
    }
    if (event->place.count > 0) {
        phrase_add(out, tr(" Patrols: "));
        phrase_patrols(out, event->place.item, event->place.count);
        phrase_add(out, ".");
    }
    if (sheet->heads[0] != 0) {
        write_heads(out, sheet->heads);
    }
}

/* Returns a member of the event: one byte, or a list, which begins with its count. */
static const uint8_t *member(const struct source *source, size_t offset)
{
    return (const uint8_t *)source->event + offset;
}

typedef void field_writer(struct sentence *out, const struct source *source, size_t offset, const char *noun);

static void write_number(struct sentence *out, const struct source *source, size_t offset, const char *noun)
{
    (void)noun;
    phrase_add(out, "%u", *member(source, offset));
}

static void write_pawn(struct sentence *out, const struct source *source, size_t offset, const char *noun)
{
    (void)noun;
    phrase_add(out, "%s", title_pawn((enum pawn) * member(source, offset)));
}

static void write_list(struct sentence *out, const struct source *source, size_t offset, const char *noun)
{
    const uint8_t *list = member(source, offset);
    phrase_numbers(out, noun, list + offsetof(struct event_list, item), list[0]);
}
_Static_assert(offsetof(struct event_list, count) == 0, "a list begins with its count");

/* Writes "moves 7 and 8". */
static void write_cells(struct sentence *out, const struct source *source, size_t offset, const char *noun)
{
    (void)offset;
    const struct event_list *cells = &source->event->cells;
    phrase_add(out, "%s ", phrase_noun(noun, cells->count));
    for (unsigned i = 0; i < cells->count; i++) {
        phrase_joint(out, i, cells->count, tr(" and "));
        phrase_add(out, "%s", title_cell(source->game, cell_label(cells->item[i])).text);
    }
}

static void write_round(struct sentence *out, const struct source *source, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    size_t start = strlen(out->text);
    phrase_round(out, source->game, source->event->round);
    if (start >= 2 && out->text[start - 2] == '.') {
        out->text[start] = (char)toupper((unsigned char)out->text[start]);
    }
}

/* Writes the whole sentence of a murder: of two, only Jack knows the order. */
static void write_murder(struct sentence *out, const struct source *source, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    const struct event *event = source->event;
    if (event->circles.count == 1) {
        phrase_add(out, tr("Murder at %u. Time of the crime: %s."), event->circles.item[0],
                   title_cell(source->game, cell_label(event->cells.item[0])).text);
        return;
    }
    phrase_add(out, tr("Two murders, at "));
    phrase_numbers(out, NULL, event->circles.item, event->circles.count);
    phrase_add(out, ".");
    if (event->order.count > 1) {
        phrase_add(out, tr(" First %u, then %u."), event->order.item[0], event->order.item[1]);
    }
}

static void write_place(struct sentence *out, const struct source *source, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    phrase_patrols(out, source->event->place.item, source->event->place.count);
}

static void write_face(struct sentence *out, const struct source *source, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    enum pawn face = (enum pawn)source->event->face;
    if (face == PAWN_FALSE) {
        phrase_add(out, "%s", tr("was false"));
    } else {
        phrase_add(out, tr("is %s"), title_pawn(face));
    }
}

/* Writes "Yellow at crossing 12, Red at 35 and Blue at 60". */
static void write_police(struct sentence *out, const struct source *source, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    const struct event_list *police = &source->event->police;
    for (unsigned i = 0; i + 1 < police->count; i += 2) {
        phrase_joint(out, i / 2, police->count / 2, tr(" and "));
        phrase_add(out, i == 0 ? tr("%s at crossing %u") : tr("%s at %u"),
                   title_pawn((enum pawn)police->item[i]), police->item[i + 1]);
    }
}

static void write_letter(struct sentence *out, const struct source *source, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    phrase_add(out, "%s", title_letter((enum letter)source->event->letter));
}

static void write_moves(struct sentence *out, const struct source *source, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    const struct event_list *moves = &source->event->moves;
    phrase_add(out, "%s ", moves->count > 2 ? tr("patrols") : tr("a patrol"));
    phrase_moves(out, moves->item, moves->count);
}

/* Writes how Jack moved; or, when he takes a tile back, its name. */
static void write_tile(struct sentence *out, const struct source *source, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    static const char *const moves[] = {
        [TILE_NONE] = TEXT("moved"),
        [TILE_COACH] = TEXT("took a coach"),
        [TILE_ALLEY] = TEXT("went through an alley"),
        [TILE_BOAT] = TEXT("took a boat"),
        [TILE_UNKNOWN] = TEXT("made a special move"),
    };
    unsigned tile = source->event->tile;
    if (source->event->kind == EVENT_RECLAIM) {
        phrase_add(out, "%s", title_tile((enum tile)tile));
    } else {
        phrase_add(out, "%s", tr(moves[tile <= TILE_UNKNOWN ? tile : TILE_UNKNOWN]));
    }
}

/* The times 1 to 5 are the cell labels 0 to -4. */
static void write_time(struct sentence *out, const struct source *source, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    phrase_add(out, "%s", title_cell(GAME_WHITECHAPEL, 1 - source->event->time).text);
}

static void write_result(struct sentence *out, const struct source *source, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    struct sentence result =
        sentence_result((enum winner)source->event->result.winner, (enum reason)source->event->result.reason);
    phrase_add(out, "%s", result.text);
}

/* How each field is written; `power` and `found` only select a row. */
#define AT(field) offsetof(struct event, field)
static const struct {
    field_writer *write;
    size_t offset;
} fields[EVENT_FIELD_COUNT] = {
    [EVENT_BY_FIELD] = {write_pawn, AT(by)},
    [EVENT_ROUND_FIELD] = {write_round, AT(round)},
    [EVENT_PAWN_FIELD] = {write_pawn, AT(pawn)},
    [EVENT_CIRCLE_FIELD] = {write_number, AT(circle)},
    [EVENT_CIRCLES_FIELD] = {write_list, AT(circles)},
    [EVENT_MARKED_FIELD] = {write_list, AT(marked)},
    [EVENT_ORDER_FIELD] = {write_murder, AT(order)},
    [EVENT_CROSSING_FIELD] = {write_number, AT(crossing)},
    [EVENT_CROSSINGS_FIELD] = {write_list, AT(crossings)},
    [EVENT_PLACE_FIELD] = {write_place, AT(place)},
    [EVENT_FACE_FIELD] = {write_face, AT(face)},
    [EVENT_POLICE_FIELD] = {write_police, AT(police)},
    [EVENT_LETTER_FIELD] = {write_letter, AT(letter)},
    [EVENT_MOVES_FIELD] = {write_moves, AT(moves)},
    [EVENT_FROM_FIELD] = {write_number, AT(from)},
    [EVENT_VIA_FIELD] = {write_number, AT(via)},
    [EVENT_TO_FIELD] = {write_number, AT(to)},
    [EVENT_TILE_FIELD] = {write_tile, AT(tile)},
    [EVENT_CELLS_FIELD] = {write_cells, AT(cells)},
    [EVENT_TIME_FIELD] = {write_time, AT(time)},
    [EVENT_POWER_FIELD] = {NULL, AT(power)},
    [EVENT_FOUND_FIELD] = {NULL, AT(found)},
    [EVENT_RESULT_FIELD] = {write_result, AT(result)},
    [EVENT_SHEET_FIELD] = {write_sheet, AT(sheet)},
};

static void write_key(struct sentence *out, const char *key, const char *noun, const void *context)
{
    for (unsigned field = 0; field < EVENT_FIELD_COUNT; field++) {
        if (strcmp(event_field_key((enum event_field)field), key) == 0 && fields[field].write != NULL) {
            fields[field].write(out, context, fields[field].offset, noun);
        }
    }
}

/* ---- Events ------------------------------------------------------------------------------------ */

/* Returns whether all these fields were sent and are neither 0 nor an empty list. */
static bool has_fields(const struct source *source, uint32_t wanted)
{
    for (unsigned field = 0; field < EVENT_FIELD_COUNT; field++) {
        bool sent = (source->event->fields & EVENT_FIELD_BIT(field)) != 0;
        if ((wanted & EVENT_FIELD_BIT(field)) != 0 && (!sent || *member(source, fields[field].offset) == 0)) {
            return false;
        }
    }
    return true;
}

static const char *pattern_of(const struct source *source, const uint8_t *crossing)
{
    const struct event *event = source->event;
    bool plain_walk = event->kind == EVENT_WALK && !has_fields(source, WITH(POWER));
    if (plain_walk && crossing != NULL && event->by < PAWN_COUNT && crossing[event->by] == event->to) {
        return stayed;
    }
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (rows[i].kind == event->kind && has_fields(source, rows[i].fields)) {
            return rows[i].pattern;
        }
    }
    return "";
}

struct sentence sentence_event(enum game_kind game, const struct viewed_event *event,
                               const uint8_t crossing[PAWN_COUNT])
{
    struct source source = {.game = game, .event = &event->shown};
    struct sentence out = {""};
    phrase_fill(&out, pattern_of(&source, crossing), write_key, &source);
    return out;
}

void sentence_follow_police(uint8_t crossing[PAWN_COUNT], const struct viewed_event *event)
{
    const struct event *shown = &event->shown;
    if ((shown->kind == EVENT_WALK || shown->kind == EVENT_RUSH) && shown->by < PAWN_COUNT) {
        crossing[shown->by] = shown->to;
    } else if (shown->kind == EVENT_DEPLOY && shown->by < PAWN_COUNT) {
        crossing[shown->by] = shown->crossing;
    } else if (shown->kind == EVENT_GOULSTON && shown->pawn < PAWN_COUNT) {
        crossing[shown->pawn] = shown->crossing;
    } else if (shown->kind == EVENT_ALARM) {
        for (unsigned i = 0; i + 1 < shown->police.count; i += 2) {
            if (shown->police.item[i] < PAWN_COUNT) {
                crossing[shown->police.item[i]] = shown->police.item[i + 1];
            }
        }
    }
}

struct sentence sentence_undo(enum pawn by)
{
    struct sentence out = {""};
    phrase_add(&out, tr("%s undid that."), title_pawn(by));
    return out;
}

/* ---- Results ----------------------------------------------------------------------------------- */

static const char *const reasons[] = {
    [REASON_NONE] = TEXT("the game is over"),
    [REASON_FIVE_VICTIMS] = TEXT("he got home after his fifth murder"),
    [REASON_ALL_DISCOVERIES] = TEXT("he reached all four Discovery Locations"),
    [REASON_ARREST] = TEXT("Jack was arrested"),
    [REASON_ADDRESS] = TEXT("the Head named the hideout"),
    [REASON_OUT_OF_MOVES] = TEXT("Jack ran out of moves"),
    [REASON_NO_LEGAL_MOVE] = TEXT("Jack had nowhere to go"),
    [REASON_RESIGNED] = TEXT("the other side resigned"),
};
_Static_assert(COUNT(reasons) == REASON_COUNT, "one text per reason");

struct sentence sentence_result(enum winner winner, enum reason reason)
{
    struct sentence out = {""};
    if (winner == WINNER_NONE || (unsigned)reason >= REASON_COUNT) {
        phrase_add(&out, tr("The game is not over."));
    } else {
        phrase_add(&out, "%s: %s.", winner == WINNER_JACK ? tr("Jack wins") : tr("The police win"),
                   tr(reasons[reason]));
    }
    return out;
}
