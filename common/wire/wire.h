/*
 * wire.h: views, viewed events, viewed choices and deductions as JSON.
 *
 * Only types from view.h, and deductions made from them, can be encoded. The JSON is compact and its keys
 * have a fixed order; schema/wire/ and docs/protocol.md define the structure. The server's messages are built
 * from these.
 */
#ifndef GASLIGHT_WIRE_H
#define GASLIGHT_WIRE_H

#include "common/deduce/belief.h"
#include "common/json/json_writer.h"
#include "common/view/view.h"

void wire_view(struct json_writer *writer, const char *key, const struct view *view);

/* The JSON of the view written last, for reuse; zeroed if there is none. Longer ones are not cached. */
struct view_text {
    struct view view;
    size_t you, rest, length; /* offsets of "you" and of what follows it, and the total length */
    char text[4096];
};

/* Does the same as wire_view(), but copies the cached JSON if nothing except "you" has changed. */
void wire_view_cached(struct json_writer *writer, const char *key, const struct view *view,
                      struct view_text *cached);

void wire_event(struct json_writer *writer, const char *key, const struct viewed_event *event);
void wire_legal(struct json_writer *writer, const char *key, const struct viewed_legal *legal);

/* What a deduction includes: possible circles; also the number of trails; or all numbers. */
enum wire_aids { WIRE_SETS, WIRE_COUNTS, WIRE_FULL };

/* Writes the keys of a deduction into an open object. `belief` must have been computed from the dossier. */
void wire_belief(struct json_writer *writer, const struct dossier *dossier, const struct belief *belief,
                 enum wire_aids aids);

/* Writes what a search by one of these policemen would leave, as an element of a list. */
void wire_search(struct json_writer *writer, const struct dossier *dossier, unsigned circle, unsigned by,
                 const struct belief_what_if *search);

#endif
