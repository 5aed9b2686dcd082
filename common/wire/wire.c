/*
 * wire.c: viewed events as JSON, and the parts that events and views share.
 *
 * One row per field of an event. Views are in wire_view.c, choices in wire_legal.c. What an encoder is given
 * has been through view.c; it writes what is there and decides nothing about secrets.
 */
#include <string.h>

#include "common/wire/wire.h"
#include "common/wire/wire_internal.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ---- Parts that views share -------------------------------------------------------------------- */

void wire_pawns(struct emit *emit, const char *key, unsigned pawns)
{
    emit_open(emit, key, '[');
    for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
        if ((pawns & PAWN_BIT(pawn)) != 0) {
            emit_string(emit, NULL, pawn_name((enum pawn)pawn));
        }
    }
    emit_close(emit, ']');
}

void wire_result(struct emit *emit, const char *key, unsigned winner, unsigned reason)
{
    emit_open(emit, key, '{');
    emit_string(emit, "winner", winner_name((enum winner)winner));
    emit_string(emit, "reason", reason_name((enum reason)reason));
    emit_close(emit, '}');
}

static void wire_row(struct emit *emit, const uint8_t row[CELLS], const uint8_t mark[CELLS])
{
    emit_open(emit, NULL, '[');
    for (unsigned cell = 0; cell < CELLS; cell++) {
        if (row[cell] == 0) {
            continue;
        }
        emit_open(emit, NULL, '{');
        emit_int(emit, "cell", cell_label(cell));
        emit_int(emit, "circle", row[cell]);
        if (mark[cell] != TILE_NONE) {
            emit_string(emit, "tile", tile_name((enum tile)mark[cell]));
        }
        emit_close(emit, '}');
    }
    emit_close(emit, ']');
}

void wire_rows(struct emit *emit, const char *key, const uint8_t row[ROWS][CELLS],
               const uint8_t mark[ROWS][CELLS])
{
    static const uint8_t empty[CELLS];
    emit_open(emit, key, '[');
    for (unsigned i = 0; i < ROWS; i++) {
        if (memcmp(row[i], empty, sizeof empty) != 0) {
            wire_row(emit, row[i], mark[i]);
        }
    }
    emit_close(emit, ']');
}

void wire_heads(struct emit *emit, const char *key, const uint8_t *heads, size_t count)
{
    emit_open(emit, key, '[');
    for (size_t i = 0; i < count; i++) {
        emit_string(emit, NULL, pawn_name((enum pawn)heads[i]));
    }
    emit_close(emit, ']');
}

/* ---- Events ------------------------------------------------------------------------------------ */

typedef void write_event_field(struct emit *emit, const char *key, const struct event *event);

/* One function for each way a member is written, named by the field; the table below lists them. */
#define WRITE(name) static void write_##name(struct emit *emit, const char *key, const struct event *event)
#define WRITE_NUMBER(name) \
    WRITE(name) \
    { \
        emit_int(emit, key, event->name); \
    }
#define WRITE_BOOL(name) \
    WRITE(name) \
    { \
        emit_bool(emit, key, event->name != 0); \
    }
#define WRITE_WORD(name, words) \
    WRITE(name) \
    { \
        emit_string(emit, key, words(event->name)); \
    }
#define WRITE_LIST(name) \
    WRITE(name) \
    { \
        emit_numbers(emit, key, event->name.item, event->name.count); \
    }

WRITE_WORD(by, pawn_name)
WRITE_NUMBER(round)
WRITE_WORD(pawn, pawn_name)
WRITE_NUMBER(circle)
WRITE_LIST(circles)
WRITE_LIST(marked)
WRITE_LIST(order)
WRITE_NUMBER(crossing)
WRITE_LIST(crossings)
WRITE_WORD(face, face_name)
WRITE_WORD(letter, letter_name)
WRITE_NUMBER(from)
WRITE_NUMBER(via)
WRITE_NUMBER(to)
WRITE_WORD(tile, tile_name)
WRITE_NUMBER(time)
WRITE_BOOL(power)
WRITE_BOOL(found)

/* [[crossing,"face"],...] */
WRITE(place)
{
    const struct event_list *list = &event->place;
    emit_open(emit, key, '[');
    for (unsigned i = 0; i + 1 < list->count; i += 2) {
        emit_open(emit, NULL, '[');
        emit_int(emit, NULL, list->item[i]);
        emit_string(emit, NULL, face_name((enum pawn)list->item[i + 1]));
        emit_close(emit, ']');
    }
    emit_close(emit, ']');
}

/* {"yellow":12,...} */
WRITE(police)
{
    const struct event_list *list = &event->police;
    emit_open(emit, key, '{');
    for (unsigned i = 0; i + 1 < list->count; i += 2) {
        emit_int(emit, pawn_name((enum pawn)list->item[i]), list->item[i + 1]);
    }
    emit_close(emit, '}');
}

/* [[from,to],...] */
WRITE(moves)
{
    emit_open(emit, key, '[');
    for (unsigned i = 0; i + 1 < event->moves.count; i += 2) {
        emit_numbers(emit, NULL, &event->moves.item[i], 2);
    }
    emit_close(emit, ']');
}

WRITE(cells)
{
    emit_open(emit, key, '[');
    for (unsigned i = 0; i < event->cells.count; i++) {
        emit_int(emit, NULL, cell_label(event->cells.item[i]));
    }
    emit_close(emit, ']');
}

WRITE(result)
{
    wire_result(emit, key, event->result.winner, event->result.reason);
}

/* Everything in a sheet is public; a hideout or discoveries that were never chosen are not there. */
WRITE(sheet)
{
    const struct event_sheet *sheet = &event->sheet;
    emit_open(emit, key, '{');
    if (sheet->hideout != 0) {
        emit_int(emit, "hideout", sheet->hideout);
    }
    if (sheet->discovery[0] != 0) {
        emit_numbers(emit, "discoveries", sheet->discovery, COUNT(sheet->discovery));
    }
    wire_rows(emit, "rows", sheet->row, sheet->mark);
    if (sheet->heads[0] != 0) {
        wire_heads(emit, "heads", sheet->heads, COUNT(sheet->heads));
    }
    emit_close(emit, '}');
}

static write_event_field *const event_writers[] = {
#define EVENT_WRITER(name, key, member) [EVENT_##name##_FIELD] = write_##member,
    EVENT_FIELD_TABLE(EVENT_WRITER)
#undef EVENT_WRITER
};
_Static_assert(COUNT(event_writers) == EVENT_FIELD_COUNT, "every field can be written");

void wire_event(struct emit *emit, const char *key, const struct viewed_event *event)
{
    const struct event *shown = &event->shown;
    emit_open(emit, key, '{');
    emit_string(emit, "did", event_name((enum event_kind)shown->kind));
    for (unsigned field = 0; field < EVENT_FIELD_COUNT; field++) {
        if ((shown->fields & EVENT_FIELD_BIT(field)) != 0) {
            event_writers[field](emit, event_field_key((enum event_field)field), shown);
        }
    }
    emit_close(emit, '}');
}
