/*
 * loop_end.h: the end of a libuv loop whose handles have all been told to close.
 */
#ifndef GASLIGHT_LOOP_END_H
#define GASLIGHT_LOOP_END_H

#include <uv.h>

/* Lets the loop run out and closes it. A resolver that does not answer is waited for two seconds, no longer. */
void loop_end(uv_loop_t *loop);

#endif
