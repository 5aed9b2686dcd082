/*
 * sentences.c: events in words.
 *
 * One row per sentence. Of the rows of a kind the first one counts whose fields are all there and not empty, so
 * a viewer who was told less falls through to the row that says less. A yes or no (`found`, `power`) is a field
 * like any other: no is empty.
 */
#include <stddef.h>
#include <string.h>

#include "client-cli/text/phrase.h"
#include "common/base/array.h"

/* What an event is told with. */
struct telling {
    enum game_kind game;
    const struct event *event;
};

#define WITH(field) EVENT_FIELD_BIT(EVENT_##field##_FIELD)

static const struct {
    enum event_kind kind;
    uint32_t fields; /* that must be there */
    const char *pattern;
} rows[] = {
    {EVENT_HIDEOUT, WITH(CIRCLE), "{by} chooses {circle} as his hideout."},
    {EVENT_HIDEOUT, 0, "{by} chooses his hideout."},
    {EVENT_NIGHT, 0, "{round} begins."},
    {EVENT_WOMEN, WITH(MARKED), "{by} places women face down on {circles}; marked: {marked}."},
    {EVENT_WOMEN, 0, "{by} places women face down on {circles}."},
    {EVENT_HEAD, 0, "{pawn} is tonight's Head."},
    {EVENT_ADDRESS, WITH(FOUND), "{by} names {circle} as Jack's hideout, and it is."},
    {EVENT_ADDRESS, 0, "{by} names {circle} as Jack's hideout, but it is not."},
    {EVENT_PATROLS, WITH(PLACE), "{by} places the patrols face down: {place}."},
    {EVENT_PATROLS, 0, "{by} places the patrols face down on {crossings:crossing}."},
    {EVENT_LETTER, WITH(CROSSINGS), "{by} plays {letter} and names the patrols on {crossings:crossing}."},
    {EVENT_LETTER, WITH(PAWN), "{by} plays {letter} and names {pawn}."},
    {EVENT_LETTER, 0, "{by} plays {letter}."},
    {EVENT_SHIFT, 0, "{by} moves {moves}."},
    {EVENT_GOULSTON, 0, "{pawn} is sent to Goulston Street, crossing {crossing}."},
    {EVENT_VICTIMS, 0, "The Wretched appear on {circles}; the other women leave."},
    {EVENT_KILL, 0, "{by} kills on {circles}{order} ({cells:cell})."},
    {EVENT_WAIT, 0, "{by} waits: the time of the crime is {time}."},
    {EVENT_WRETCHED, 0, "{by} moves the Wretched on {from} to {to}."},
    {EVENT_REVEAL, 0, "{by} turns up the patrol on crossing {crossing}: {face}."},
    {EVENT_ALARM, 0, "The alarm is raised: {police}."},
    {EVENT_MOVE, WITH(TO), "{by} moves to {to} ({cells:move})."},
    {EVENT_MOVE, 0, "{by} moves ({cells:move})."},
    {EVENT_SPECIAL, WITH(TILE) | WITH(VIA) | WITH(TO),
     "{by} takes {tile} over {via} to {to} ({cells:move})."},
    {EVENT_SPECIAL, WITH(TILE) | WITH(TO), "{by} takes {tile} to {to} ({cells:move})."},
    {EVENT_SPECIAL, WITH(TILE), "{by} takes {tile} ({cells:move})."},
    {EVENT_SPECIAL, 0, "{by} makes a special move, the tile face down ({cells:move})."},
    {EVENT_ESCAPE, 0, "{by} escapes to his hideout: {round} is over."},
    {EVENT_WALK, WITH(POWER), "{by} uses Waring's power and goes to crossing {to}."},
    {EVENT_WALK, 0, "{by} walks to crossing {to}."},
    {EVENT_FALSE_CLUE, 0, "{by} places a false clue on {circle}."},
    {EVENT_GAIN, 0, "{by} gains a false clue."},
    {EVENT_SEARCH, WITH(POWER) | WITH(FOUND),
     "{by} uses Ferris's power, searches {circle} and finds a clue."},
    {EVENT_SEARCH, WITH(POWER), "{by} uses Ferris's power, searches {circle} and finds nothing."},
    {EVENT_SEARCH, WITH(FOUND), "{by} searches {circle} and finds a clue."},
    {EVENT_SEARCH, 0, "{by} searches {circle} and finds nothing."},
    {EVENT_ARREST, WITH(POWER) | WITH(FOUND), "{by} uses Bond's power on {circles} and arrests Jack."},
    {EVENT_ARREST, WITH(POWER), "{by} uses Bond's power on {circles}, but Jack is not there."},
    {EVENT_ARREST, WITH(CIRCLES) | WITH(FOUND), "{by} closes in on {circles} and arrests Jack."},
    {EVENT_ARREST, WITH(CIRCLES), "{by} closes in on {circles}, but Jack is not there."},
    {EVENT_ARREST, WITH(FOUND), "{by} arrests Jack on {circle}."},
    {EVENT_ARREST, 0, "{by} tries to arrest Jack on {circle}, but he is not there."},
    {EVENT_RUSH, 0, "{by} rushes to crossing {to}."},
    {EVENT_PASS, 0, "{by} passes."},
    {EVENT_DISCOVERIES, WITH(CIRCLES), "{by} chooses {circles} as his Discovery Locations."},
    {EVENT_DISCOVERIES, 0, "{by} chooses his Discovery Locations."},
    {EVENT_START, 0, "{by} starts on {circle}."},
    {EVENT_DEPLOY, 0, "{by} begins on crossing {crossing}."},
    {EVENT_SMOKER, WITH(CIRCLES), "{by} uses the Smoker: Jack has been on {circles}."},
    {EVENT_SMOKER, 0, "{by} uses the Smoker and finds nothing."},
    {EVENT_DISCOVERY, 0, "{by} announces a discovery on {circle}."},
    {EVENT_RECLAIM, WITH(TILE), "{by} takes back {tile}."},
    {EVENT_RECLAIM, 0, "{by} takes back a used tile."},
    {EVENT_RESIGN, 0, "{by} gives up."},
    {EVENT_OVER, 0, "{result}"},
    {EVENT_SHEET, 0, "{sheet}"},
};

/* ---- What the keys stand for ------------------------------------------------------------------- */

/* One night or round: "Night 1: 65, 66 and 83. " */
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
        phrase_add(out, " %s %u: ", game == GAME_WHITEHALL ? "Round" : "Night", round);
        phrase_numbers(out, NULL, circle, count);
        phrase_add(out, ".");
    }
}

static void write_heads(struct sentence *out, const uint8_t heads[POLICEMEN_MAX])
{
    phrase_add(out, " The Heads were ");
    for (unsigned i = 0; i < POLICEMEN_MAX; i++) {
        phrase_joint(out, i, POLICEMEN_MAX, " and ");
        phrase_add(out, "%s", title_pawn((enum pawn)heads[i]));
    }
    phrase_add(out, ".");
}

/* All that was secret; what was never chosen is not told. */
static void write_sheet(struct sentence *out, const struct telling *telling, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    const struct event *event = telling->event;
    const struct event_sheet *sheet = &event->sheet;
    phrase_add(out, "Jack shows his sheet.");
    if (sheet->hideout != 0) {
        phrase_add(out, " Hideout: %u.", sheet->hideout);
    }
    if (sheet->discovery[0] != 0) {
        phrase_add(out, " Discovery Locations: ");
        phrase_numbers(out, NULL, sheet->discovery, COUNT(sheet->discovery));
        phrase_add(out, ".");
    }
    for (unsigned row = 0; row < COUNT(sheet->row); row++) {
        write_row(out, telling->game, row + 1, sheet->row[row]);
    }
    if (event->marked.count > 0) {
        phrase_add(out, " Marked women: ");
        phrase_numbers(out, NULL, event->marked.item, event->marked.count);
        phrase_add(out, ".");
    }
    if (event->place.count > 0) {
        phrase_add(out, " Patrols: ");
        phrase_patrols(out, event->place.item, event->place.count);
        phrase_add(out, ".");
    }
    if (sheet->heads[0] != 0) {
        write_heads(out, sheet->heads);
    }
}

/* A member of the event that is one byte, or a list that begins with its count. */
static const uint8_t *member(const struct telling *telling, size_t offset)
{
    return (const uint8_t *)telling->event + offset;
}

typedef void field_writer(struct sentence *out, const struct telling *telling, size_t offset,
                          const char *noun);

static void write_number(struct sentence *out, const struct telling *telling, size_t offset, const char *noun)
{
    (void)noun;
    phrase_add(out, "%u", *member(telling, offset));
}

static void write_pawn(struct sentence *out, const struct telling *telling, size_t offset, const char *noun)
{
    (void)noun;
    phrase_add(out, "%s", title_pawn((enum pawn) * member(telling, offset)));
}

static void write_list(struct sentence *out, const struct telling *telling, size_t offset, const char *noun)
{
    const uint8_t *list = member(telling, offset);
    phrase_numbers(out, noun, list + offsetof(struct event_list, item), list[0]);
}
_Static_assert(offsetof(struct event_list, count) == 0, "a list begins with its count");

/* "moves 7 and 8", "cell III". */
static void write_cells(struct sentence *out, const struct telling *telling, size_t offset, const char *noun)
{
    (void)offset;
    const struct event_list *cells = &telling->event->cells;
    phrase_add(out, "%s%s ", noun, cells->count == 1 ? "" : "s");
    for (unsigned i = 0; i < cells->count; i++) {
        phrase_joint(out, i, cells->count, " and ");
        phrase_add(out, "%s", title_cell(telling->game, cell_label(cells->item[i])).text);
    }
}

static void write_round(struct sentence *out, const struct telling *telling, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    phrase_round(out, telling->game, telling->event->round);
}

/* One victim has no order, and only Jack knows that of two. */
static void write_order(struct sentence *out, const struct telling *telling, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    const struct event_list *order = &telling->event->order;
    if (order->count > 1) {
        phrase_add(out, ", first on %u", order->item[0]);
    }
}

static void write_place(struct sentence *out, const struct telling *telling, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    phrase_patrols(out, telling->event->place.item, telling->event->place.count);
}

static void write_face(struct sentence *out, const struct telling *telling, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    enum pawn face = (enum pawn)telling->event->face;
    phrase_add(out, "it is %s", face == PAWN_FALSE ? "a false one" : title_pawn(face));
}

/* "Yellow on crossing 12, Red on 35 and Blue on 60". */
static void write_police(struct sentence *out, const struct telling *telling, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    const struct event_list *police = &telling->event->police;
    for (unsigned i = 0; i + 1 < police->count; i += 2) {
        phrase_joint(out, i / 2, police->count / 2, " and ");
        phrase_add(out, "%s on %s%u", title_pawn((enum pawn)police->item[i]), i == 0 ? "crossing " : "",
                   police->item[i + 1]);
    }
}

static void write_letter(struct sentence *out, const struct telling *telling, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    phrase_add(out, "%s", title_letter((enum letter)telling->event->letter));
}

static void write_moves(struct sentence *out, const struct telling *telling, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    const struct event_list *moves = &telling->event->moves;
    phrase_add(out, "%s ", moves->count > 2 ? "patrols" : "a patrol");
    phrase_moves(out, moves->item, moves->count);
}

static void write_tile(struct sentence *out, const struct telling *telling, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    phrase_add(out, "%s", phrase_tile((enum tile)telling->event->tile));
}

/* 1 to 5 are the labels 0 to -4. */
static void write_time(struct sentence *out, const struct telling *telling, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    phrase_add(out, "%s", title_cell(GAME_WHITECHAPEL, 1 - telling->event->time).text);
}

static void write_result(struct sentence *out, const struct telling *telling, size_t offset, const char *noun)
{
    (void)offset;
    (void)noun;
    struct sentence result = sentence_result(telling->game, (enum winner)telling->event->result.winner,
                                             (enum reason)telling->event->result.reason);
    phrase_add(out, "%s", result.text);
}

/* How each field is written; `power` and `found` only choose a row. */
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
    [EVENT_ORDER_FIELD] = {write_order, AT(order)},
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

/* ---- The door ---------------------------------------------------------------------------------- */

/* Whether all these fields were told and are neither 0 nor an empty list. */
static bool are_told(const struct telling *telling, uint32_t wanted)
{
    for (unsigned field = 0; field < EVENT_FIELD_COUNT; field++) {
        bool told = (telling->event->fields & EVENT_FIELD_BIT(field)) != 0;
        if ((wanted & EVENT_FIELD_BIT(field)) != 0 &&
            (!told || *member(telling, fields[field].offset) == 0)) {
            return false;
        }
    }
    return true;
}

struct sentence sentence_event(enum game_kind game, const struct viewed_event *event)
{
    struct telling telling = {.game = game, .event = &event->shown};
    struct sentence out = {""};
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (rows[i].kind == event->shown.kind && are_told(&telling, rows[i].fields)) {
            phrase_fill(&out, rows[i].pattern, write_key, &telling);
            break;
        }
    }
    return out;
}

struct sentence sentence_undo(enum pawn by)
{
    struct sentence out = {""};
    phrase_add(&out, "%s takes back his last action.", title_pawn(by));
    return out;
}

/* ---- How it ended ------------------------------------------------------------------------------ */

static const char *const reasons[] = {
    [REASON_NONE] = "the game is over",
    [REASON_FIVE_VICTIMS] = "five victims, and home again",
    [REASON_ALL_DISCOVERIES] = "all four discoveries are made",
    [REASON_ARREST] = "Jack is arrested",
    [REASON_ADDRESS] = "his address is known",
    [REASON_OUT_OF_MOVES] = "Jack has run out of moves",
    [REASON_NO_LEGAL_MOVE] = "Jack has nowhere to go",
    [REASON_RESIGNED] = "gave up",
};
_Static_assert(COUNT(reasons) == REASON_COUNT, "every reason has its words");

struct sentence sentence_result(enum game_kind game, enum winner winner, enum reason reason)
{
    const char *police = game == GAME_WHITEHALL ? "investigators" : "police";
    struct sentence out = {""};
    if (winner == WINNER_NONE || (unsigned)reason >= REASON_COUNT) {
        phrase_add(&out, "The game is not over.");
    } else if (winner == WINNER_JACK && reason == REASON_RESIGNED) {
        phrase_add(&out, "Jack has won: the %s %s.", police, reasons[reason]);
    } else if (winner == WINNER_JACK) {
        phrase_add(&out, "Jack has won: %s.", reasons[reason]);
    } else {
        phrase_add(&out, "The %s have won: %s%s.", police, reason == REASON_RESIGNED ? "Jack " : "",
                   reasons[reason]);
    }
    return out;
}
