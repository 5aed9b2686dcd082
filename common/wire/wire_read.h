/*
 * wire_read.h: views, events and choices back from the JSON of wire.h; for programs that are not the server.
 *
 * A client reads here what the server sent it. The server is somebody else's machine, so nothing about it is
 * believed: types, words, ranges and lengths are checked, a place is 1 to 255, and every index that follows
 * from what was read is within its array. Keys that are not known are passed over, as a newer server may
 * have some. On false what was pointed to is as it was before.
 *
 * What comes back is what view.h had made, byte for byte, and writes the same JSON again, but for what the
 * JSON does not carry:
 *   - view.tiles_used is of Whitehall only: nothing of Whitechapel asks for it;
 *   - event.sheet.rows counts the rows that are there: a last one in which nothing stood is not sent;
 *   - of legal, members whose kind or Letter is not listed are 0;
 *   - legal.actors follows from the view that was given; without one it is 0.
 */
#ifndef GASLIGHT_WIRE_READ_H
#define GASLIGHT_WIRE_READ_H

#include <jansson.h>

#include "common/view/view.h"

bool wire_read_view(const json_t *json, struct view *view);

/* An undoing is no event of the game: of one this is false, and wire_is_undo() true. */
bool wire_read_event(const json_t *json, struct viewed_event *event);

/* {"did":"undo","by":PAWN,"view":VIEW}: `by` and `view` are filled. */
bool wire_is_undo(const json_t *json);
bool wire_read_undo(const json_t *json, enum pawn *by, struct view *view);

/* `view`: the one that came with the choices, which says whose they are; or NULL. */
bool wire_read_legal(const json_t *json, const struct view *view, struct viewed_legal *legal);

/* The words of `turn` and of a table: a list of pawns as a mask, a phase, and who won and why. */
bool wire_read_pawns(const json_t *json, uint8_t *pawns);
bool wire_read_phase(const json_t *json, uint8_t *phase);
bool wire_read_result(const json_t *json, uint8_t *winner, uint8_t *reason);

#endif
