/* loop_end.c: see loop_end.h. */
#include "client-cli/util/loop_end.h"

enum { LIMIT_MS = 2000 };

static void give_up(uv_timer_t *limit)
{
    uv_stop(limit->loop);
}

void loop_end(uv_loop_t *loop)
{
    uv_timer_t limit;
    (void)uv_timer_init(loop, &limit);
    (void)uv_timer_start(&limit, give_up, LIMIT_MS, 0);
    uv_unref((uv_handle_t *)&limit); /* the timer itself does not keep the loop alive */
    (void)uv_run(loop, UV_RUN_DEFAULT);
    uv_close((uv_handle_t *)&limit, NULL);
    (void)uv_run(loop, UV_RUN_NOWAIT);
    (void)uv_loop_close(loop); /* fails only if something is still pending */
}
