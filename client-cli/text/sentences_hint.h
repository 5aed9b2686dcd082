/*
 * sentences_hint.h: what a hint says, in plain words.
 *
 * The browser client has the same sentences.
 */
#ifndef GASLIGHT_SENTENCES_HINT_H
#define GASLIGHT_SENTENCES_HINT_H

#include "client-cli/text/sentences.h"
#include "common/hint/hint.h"

/* Returns the reason: "Next to 6 of the 14 circles where Jack may be." */
struct sentence sentence_hint_reason(const struct hint *hint);

#endif
