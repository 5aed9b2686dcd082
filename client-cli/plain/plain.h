/*
 * plain.h: playing, watching and replaying line by line, for scripts, screen readers and dumb terminals.
 *
 * Input is one command per line. Output is one sentence per line, and each line begins with what it is:
 *
 *     ok: …  refused: …                    the answer to a command, exactly one each
 *     event: …  turn: …  news: …           what happened, whose turn it is, who joined or left
 *     chat table Ann: …                    and chat police …, chat gallery …
 *
 * What a command shows (the board, the log, a list) is printed without a prefix, before its answer. In a terminal there
 * is a prompt with history and completion, and other output is printed above it. From a pipe, a line is read only when
 * the one before it has been answered, so a script needs no pauses. At the end of its input the run ends as soon as
 * everything sent has been answered, with exit status 1 if a line was refused.
 */
#ifndef GASLIGHT_PLAIN_H
#define GASLIGHT_PLAIN_H

#include "client-cli/model/timeline.h"
#include "client-cli/play/play.h"
#include "client-cli/util/output.h"

/* With `json`, everything is printed as JSON; see plain_json.h. */
enum status plain_run(const struct play_settings *settings, bool json);

/* Replays a game: in a terminal by typed commands, otherwise prints it whole. The caller keeps ownership of `timeline`. */
enum status plain_replay(struct timeline *timeline, size_t step, struct viewer viewer);

#endif
