/*
 * loop_end.h: closes a libuv loop whose handles are all closing.
 */
#ifndef GASLIGHT_LOOP_END_H
#define GASLIGHT_LOOP_END_H

#include <uv.h>

/* Runs the loop until nothing is left, and closes it. Waits at most two seconds for a pending name lookup. */
void loop_end(uv_loop_t *loop);

#endif
