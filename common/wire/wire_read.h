/*
 * wire_read.h: reads views, events and choices from the JSON that wire.h writes; for clients.
 *
 * The server is somebody else's machine, so nothing it sends is trusted: types, words, ranges and lengths are
 * checked, places are 1 to 255, and every index derived from the data is within its array. Unknown keys are
 * ignored, because a newer server may send more. On failure the functions return false and leave the output
 * unchanged.
 *
 * The result equals what view.h produced, byte for byte, and writes the same JSON again, except for what the
 * JSON does not contain:
 *   - view.tiles_used is set for Whitehall only; nothing needs it for Whitechapel;
 *   - event.sheet.rows counts the rows that are present; an empty last row is not sent;
 *   - members of legal whose kind or Letter is not listed are 0;
 *   - legal.actors is taken from the view that is passed in; without one it is 0.
 */
#ifndef GASLIGHT_WIRE_READ_H
#define GASLIGHT_WIRE_READ_H

#include <jansson.h>

#include "common/view/view.h"

bool wire_read_view(const json_t *json, struct view *view);

/* Returns false for an undo, which is not an event of the game; wire_is_undo() recognizes it. */
bool wire_read_event(const json_t *json, struct viewed_event *event);

/* Reads {"did":"undo","by":PAWN,"view":VIEW} into `by` and `view`. */
bool wire_is_undo(const json_t *json);
bool wire_read_undo(const json_t *json, enum pawn *by, struct view *view);

/* `view` is the view that came with the choices and says whose they are, or NULL. */
bool wire_read_legal(const json_t *json, const struct view *view, struct viewed_legal *legal);

/* Parts of `turn` and of a table: a list of pawns as a mask, a phase, and the winner with the reason. */
bool wire_read_pawns(const json_t *json, uint8_t *pawns);
bool wire_read_phase(const json_t *json, uint8_t *phase);
bool wire_read_result(const json_t *json, uint8_t *winner, uint8_t *reason);

#endif
