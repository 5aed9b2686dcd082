/*
 * screen.h: playing, watching and replaying on the full screen of a terminal.
 *
 * Three pages: the lobby, a table (before and during its game), a replay. Each is a state, a drawing onto a
 * canvas and a table of keys from which its help is made. The commands choose between this and plain.h.
 */
#ifndef GASLIGHT_SCREEN_H
#define GASLIGHT_SCREEN_H

#include "client-cli/model/timeline.h"
#include "client-cli/play/play.h"
#include "client-cli/util/output.h"

/* Until the player leaves or the run ends; the terminal is then as it was. */
enum status screen_run(const struct play_settings *settings);

/* `timeline` stays the caller's. Begins at `step`. */
enum status screen_replay(struct timeline *timeline, size_t step, struct viewer viewer);

#endif
