/*
 * plain_editor.h: a line being typed in a terminal, with history and completion, on the caller's libuv loop.
 *
 * libedit does the editing. The history is the user's alone: mode 0600 in $XDG_STATE_HOME/gaslight
 * (~/.local/state/gaslight), since Jack's moves are in it. plain_lines.c is the only caller.
 */
#ifndef GASLIGHT_PLAIN_EDITOR_H
#define GASLIGHT_PLAIN_EDITOR_H

#include "client-cli/plain/plain_lines.h"

struct editor;

/* `hooks` must stay where they are. NULL: no memory, or a terminal that libedit cannot use. */
struct editor *editor_open(uv_loop_t *loop, const struct lines_hooks *hooks);
void editor_close(struct editor *editor); /* the terminal is as it was; freed when the loop has run */

/* Between these two, whole lines may be printed; they stand above what is being typed. */
void editor_begin_print(struct editor *editor);
void editor_end_print(struct editor *editor);

#endif
