/*
 * wire.h: views, viewed events, viewed choices and deductions as JSON.
 *
 * Only types made by view.h can be encoded, and what was deduced from them. Compact, with a stable order of keys; the shapes are laid
 * down in schema/wire/ and docs/protocol.md. The server's frames are built around these.
 */
#ifndef GASLIGHT_WIRE_H
#define GASLIGHT_WIRE_H

#include "common/deduce/belief.h"
#include "common/json/json_writer.h"
#include "common/view/view.h"

void wire_view(struct json_writer *writer, const char *key, const struct view *view);

/* A view as it was last written; zeroed when there is none. One that is longer is not kept. */
struct view_text {
    struct view view;
    size_t you, rest, length; /* where "you" stands, what follows it, and all */
    char text[4096];
};

/* The same as wire_view(), by copying if all but "you" is what was last written. */
void wire_view_again(struct json_writer *writer, const char *key, const struct view *view,
                     struct view_text *kept);

void wire_event(struct json_writer *writer, const char *key, const struct viewed_event *event);
void wire_legal(struct json_writer *writer, const char *key, const struct viewed_legal *legal);

/* Where he can be; with how many trails lead there; with all numbers there are. */
enum wire_aids { WIRE_SETS, WIRE_COUNTS, WIRE_FULL };

/* The keys of a deduction, into an object that is open. `belief` is what the dossier leads to. */
void wire_belief(struct json_writer *writer, const struct dossier *dossier, const struct belief *belief,
                 enum wire_aids aids);

/* What a search by one of these policemen would leave: one of a list. */
void wire_search(struct json_writer *writer, const struct dossier *dossier, unsigned circle, unsigned by,
                 const struct belief_what_if *search);

#endif
