/*
 * wire_deduction.h: everything that can be deduced, as one JSON object: the reply to `deduce`.
 *
 * The server, replays and `gaslight record deduce` all use it, so all three write the same bytes. Everything
 * in it comes from a dossier and the public view.
 */
#ifndef GASLIGHT_WIRE_DEDUCTION_H
#define GASLIGHT_WIRE_DEDUCTION_H

#include "common/wire/wire.h"

enum { WIRE_WAYS_MAX = 20, WIRE_DEDUCTION_BYTES = 256 << 10 /* larger than any deduction */ };

struct wire_deduction {
    const struct board *board;
    const struct dossier *dossier;
    const struct view *public_view; /* false clues block circles, and the dossier does not include them */
    uint32_t seq;                   /* of the last event included */
    enum wire_aids aids;
    unsigned circle;   /* also list trails that end here; 0: none */
    unsigned crossing; /* searches from here, instead of from where the policemen are; 0: none */

    /*
     * Called before each search; returning false leaves out the remaining ones. NULL computes all of them,
     * however long it takes.
     */
    bool (*may_continue)(void *context);
    void *context;
};

void wire_deduction(struct json_writer *writer, const char *key, const struct wire_deduction *what);

#endif
