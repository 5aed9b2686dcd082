/*
 * plain.h: playing, watching and replaying in lines, for scripts, screen readers and dumb terminals.
 *
 * One command a line in, one sentence a line out, each line beginning with what it is:
 *
 *     ok: …  refused: …                    the answer to a command, exactly one each
 *     event: …  turn: …  news: …           what happened, whose turn it is, who sits where
 *     chat table Ann: …                    and chat police …, chat gallery …
 *
 * What a command shows (the board, the log, a list) comes as it is, before its answer. In a terminal there is a
 * prompt with history and completion, and what comes meanwhile is printed above it. From a pipe a line is read
 * when the one before it has been answered, so a script needs no pauses; its end ends the run when everything sent
 * has been answered. From a pipe the exit status is 1 if a line was refused.
 */
#ifndef GASLIGHT_PLAIN_H
#define GASLIGHT_PLAIN_H

#include "client-cli/model/timeline.h"
#include "client-cli/play/play.h"
#include "client-cli/util/output.h"

enum status plain_run(const struct play_settings *settings);

/* From a terminal commands to step through it; otherwise the whole game as sentences. `timeline` stays the caller's. */
enum status plain_replay(struct timeline *timeline, size_t step, struct viewer viewer);

#endif
