/* hint_read.h: reads a hint that a server sent. Used by the terminal client and tests. */
#ifndef GASLIGHT_HINT_READ_H
#define GASLIGHT_HINT_READ_H

#include <jansson.h>

#include "common/hint/hint.h"

/* Returns false if `value` is not a hint. */
bool hint_read(const json_t *value, struct hint *hint);

#endif
