/*
 * wire.h: views, viewed events and viewed choices as JSON.
 *
 * Only types made by view.h can be encoded. Compact, with a stable order of keys; the shapes are laid
 * down in schema/wire/ and docs/protocol.md. The server's frames are built around these.
 */
#ifndef GASLIGHT_WIRE_H
#define GASLIGHT_WIRE_H

#include "emit.h"
#include "view.h"

void wire_view(struct emit *emit, const char *key, const struct view *view);
void wire_event(struct emit *emit, const char *key, const struct viewed_event *event);
void wire_legal(struct emit *emit, const char *key, const struct viewed_legal *legal);

#endif
