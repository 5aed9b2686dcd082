/*
 * partial_action.h: which places can come next in an action that is being typed, according to the legal choices.
 *
 * Completion offers these places; command_legal.c builds its examples from them. Pure.
 */
#ifndef GASLIGHT_PARTIAL_ACTION_H
#define GASLIGHT_PARTIAL_ACTION_H

#include "common/view/view.h"

/* An action with some of its places. */
struct partial_action {
    enum action_kind kind;
    unsigned pawns; /* mask of the pawns that may be meant */
    enum letter letter;
    bool power, escape;
    unsigned count; /* of `place` */
    uint8_t place[ACTION_LIST_MAX];
};

/* Returns the places that can come next; empty if there are none. */
struct set partial_action_next(const struct legal *legal, const struct partial_action *partial);

/* Returns a mask of the pawns that have a choice of this kind, with or without their power. */
unsigned partial_action_pawns(const struct legal *legal, enum action_kind kind, bool power);

#endif
