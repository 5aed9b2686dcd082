/*
 * plain_editor.h: line editing in a terminal with history and completion, on the caller's libuv loop.
 *
 * Uses libedit. The history file in $XDG_STATE_HOME/gaslight (~/.local/state/gaslight) has mode 0600, since it contains
 * Jack's moves. plain_lines.c is the only caller.
 */
#ifndef GASLIGHT_PLAIN_EDITOR_H
#define GASLIGHT_PLAIN_EDITOR_H

#include "client-cli/plain/plain_lines.h"

struct editor;

/* `hooks` must outlive the editor. Returns NULL if out of memory or if libedit can't use the terminal. */
struct editor *editor_open(uv_loop_t *loop, const struct lines_hooks *hooks);
void editor_close(struct editor *editor); /* restores the terminal; freed when the loop has run */

/* Between these two calls, whole lines may be printed; they appear above the line being typed. */
void editor_begin_print(struct editor *editor);
void editor_end_print(struct editor *editor);

#endif
