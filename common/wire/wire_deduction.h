/*
 * wire_deduction.h: all that can be deduced, as one JSON object: what `deduce` answers with.
 *
 * For the server, for replays and for `gaslight record deduce`, so that all three write the same bytes. Everything
 * in it comes from a dossier and the public view.
 */
#ifndef GASLIGHT_WIRE_DEDUCTION_H
#define GASLIGHT_WIRE_DEDUCTION_H

#include "common/wire/wire.h"

enum { WIRE_WAYS_MAX = 20, WIRE_DEDUCTION_BYTES = 256 << 10 /* more than any takes */ };

struct wire_deduction {
    const struct board *board;
    const struct dossier *dossier;
    const struct view *public_view; /* false clues block circles, which the dossier does not tell */
    uint32_t seq;                   /* of the last event it is deduced from */
    enum wire_aids aids;
    unsigned circle; /* with ways that end there; 0: none */

    /* Asked before each search; false: the rest of them is left out. NULL: all of them, however long it takes. */
    bool (*goes_on)(void *context);
    void *context;
};

void wire_deduction(struct json_writer *writer, const char *key, const struct wire_deduction *what);

#endif
