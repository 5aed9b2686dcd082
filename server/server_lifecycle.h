/*
 * server_run.h: the server as main.c sees it: open, run the loop, stop.
 */
#ifndef GASLIGHT_SERVER_RUN_H
#define GASLIGHT_SERVER_RUN_H

#include <uv.h>

#include "server/base/options.h"

struct server;
struct store_engine;

/* Returns NULL if there is no memory. `engine` is what the store keeps its data with. */
struct server *server_new(uv_loop_t *loop, const struct options *options, const struct store_engine *engine);

/*
 * Loads what was kept and then listens. False: `error` has one sentence. Either way what was opened is closed
 * by server_stop() and running the loop to its end.
 */
bool server_open(struct server *server, char *error, size_t capacity);
unsigned server_port(const struct server *server);
size_t server_tables(const struct server *server);
void server_stop(struct server *server);
void server_free(struct server *server); /* after the loop has ended */

#endif
