/* record_text.h: prints a recorded game as a story, one sentence per event. */
#ifndef GASLIGHT_RECORD_TEXT_H
#define GASLIGHT_RECORD_TEXT_H

#include "common/wire/record.h"

/*
 * Prints who played, what happened night by night, and how it ended. Everything that was secret is told if the game is
 * over; otherwise only what everybody saw. The record must be valid.
 */
void record_text(const struct record *record, const struct board *board);

#endif
