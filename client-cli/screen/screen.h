/*
 * screen.h: playing, watching and replaying on the full screen of a terminal.
 *
 * There are four pages: the lobby, a table before its game, the game, and a replay. Each has its state, draws onto
 * a canvas and has a table of keys, from which its help is made. The commands choose between this and plain.h.
 */
#ifndef GASLIGHT_SCREEN_H
#define GASLIGHT_SCREEN_H

#include "client-cli/model/timeline.h"
#include "client-cli/play/play.h"
#include "client-cli/util/output.h"

/* Runs until the player leaves or the run ends, and restores the terminal. */
enum status screen_run(const struct play_settings *settings);

/* Shows a replay, starting at `step`. The caller keeps ownership of `timeline`. */
enum status screen_replay(struct timeline *timeline, size_t step, struct viewer viewer);

#endif
