/* wire_internal.h: parts of the JSON that events and views share. Internal to wire*.c. */
#ifndef GASLIGHT_WIRE_INTERNAL_H
#define GASLIGHT_WIRE_INTERNAL_H

#include "common/wire/wire_names.h"

/* Writes Jack's rows: [[{"cell":0,"circle":83,"tile":"coach"}, ...], ...]; empty rows are left out. */
void wire_rows(struct json_writer *writer, const char *key, const uint8_t row[ROWS][CELLS],
               const uint8_t mark[ROWS][CELLS]);

#endif
