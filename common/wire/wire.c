/*
 * wire.c: viewed events as JSON, and parts shared by events and views.
 *
 * One row per field of an event. Views are in wire_view.c, choices in wire_legal.c. Encoders receive data
 * filtered by view.c; they write everything they are given and make no decisions about secrets.
 */
#include <string.h>

#include "common/base/array.h"
#include "common/wire/wire.h"
#include "common/wire/wire_internal.h"

/* ---- Parts that views share -------------------------------------------------------------------- */

static void wire_row(struct json_writer *writer, const uint8_t row[CELLS], const uint8_t mark[CELLS])
{
    json_write_open(writer, NULL, '[');
    for (unsigned cell = 0; cell < CELLS; cell++) {
        if (row[cell] == 0) {
            continue;
        }
        json_write_open(writer, NULL, '{');
        json_write_int(writer, "cell", cell_label(cell));
        json_write_int(writer, "circle", row[cell]);
        if (mark[cell] != TILE_NONE) {
            json_write_string(writer, "tile", tile_name((enum tile)mark[cell]));
        }
        json_write_close(writer, '}');
    }
    json_write_close(writer, ']');
}

void wire_rows(struct json_writer *writer, const char *key, const uint8_t row[ROWS][CELLS],
               const uint8_t mark[ROWS][CELLS])
{
    static const uint8_t empty[CELLS];
    json_write_open(writer, key, '[');
    for (unsigned i = 0; i < ROWS; i++) {
        if (memcmp(row[i], empty, sizeof empty) != 0) {
            wire_row(writer, row[i], mark[i]);
        }
    }
    json_write_close(writer, ']');
}

/* ---- Events ------------------------------------------------------------------------------------ */

typedef void write_event_field(struct json_writer *writer, const char *key, const struct event *event);

/* One function per field, named after it; the table below lists them. */
#define WRITE(name) \
    static void write_##name(struct json_writer *writer, const char *key, const struct event *event)
#define WRITE_NUMBER(name) \
    WRITE(name) \
    { \
        json_write_int(writer, key, event->name); \
    }
#define WRITE_BOOL(name) \
    WRITE(name) \
    { \
        json_write_bool(writer, key, event->name != 0); \
    }
#define WRITE_WORD(name, words) \
    WRITE(name) \
    { \
        json_write_string(writer, key, words(event->name)); \
    }
#define WRITE_LIST(name) \
    WRITE(name) \
    { \
        json_write_numbers(writer, key, event->name.item, event->name.count); \
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
    json_write_open(writer, key, '[');
    for (unsigned i = 0; i + 1 < list->count; i += 2) {
        json_write_open(writer, NULL, '[');
        json_write_int(writer, NULL, list->item[i]);
        json_write_string(writer, NULL, face_name((enum pawn)list->item[i + 1]));
        json_write_close(writer, ']');
    }
    json_write_close(writer, ']');
}

/* {"yellow":12,...} */
WRITE(police)
{
    const struct event_list *list = &event->police;
    json_write_open(writer, key, '{');
    for (unsigned i = 0; i + 1 < list->count; i += 2) {
        json_write_int(writer, pawn_name((enum pawn)list->item[i]), list->item[i + 1]);
    }
    json_write_close(writer, '}');
}

/* [[from,to],...] */
WRITE(moves)
{
    json_write_open(writer, key, '[');
    for (unsigned i = 0; i + 1 < event->moves.count; i += 2) {
        json_write_numbers(writer, NULL, &event->moves.item[i], 2);
    }
    json_write_close(writer, ']');
}

WRITE(cells)
{
    json_write_open(writer, key, '[');
    for (unsigned i = 0; i < event->cells.count; i++) {
        json_write_int(writer, NULL, cell_label(event->cells.item[i]));
    }
    json_write_close(writer, ']');
}

WRITE(result)
{
    wire_result(writer, key, event->result.winner, event->result.reason);
}

/* Everything in a sheet is public. A hideout or discoveries that were never chosen are left out. */
WRITE(sheet)
{
    const struct event_sheet *sheet = &event->sheet;
    json_write_open(writer, key, '{');
    if (sheet->hideout != 0) {
        json_write_int(writer, "hideout", sheet->hideout);
    }
    if (sheet->discovery[0] != 0) {
        json_write_numbers(writer, "discoveries", sheet->discovery, COUNT(sheet->discovery));
    }
    wire_rows(writer, "rows", sheet->row, sheet->mark);
    if (sheet->heads[0] != 0) {
        wire_heads(writer, "heads", sheet->heads, COUNT(sheet->heads));
    }
    json_write_close(writer, '}');
}

static write_event_field *const event_writers[] = {
#define EVENT_WRITER(name, key, member) [EVENT_##name##_FIELD] = write_##member,
    EVENT_FIELD_TABLE(EVENT_WRITER)
#undef EVENT_WRITER
};
_Static_assert(COUNT(event_writers) == EVENT_FIELD_COUNT, "every field can be written");

void wire_event(struct json_writer *writer, const char *key, const struct viewed_event *event)
{
    const struct event *shown = &event->shown;
    json_write_open(writer, key, '{');
    json_write_string(writer, "did", event_name((enum event_kind)shown->kind));
    for (unsigned field = 0; field < EVENT_FIELD_COUNT; field++) {
        if ((shown->fields & EVENT_FIELD_BIT(field)) != 0) {
            event_writers[field](writer, event_field_key((enum event_field)field), shown);
        }
    }
    json_write_close(writer, '}');
}
