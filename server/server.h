/*
 * server.h: the server as main.c sees it: create, open, run the loop, stop, free.
 *
 * server.c puts the modules together and connects the hooks between them; see README.md in this directory.
 */
#ifndef GASLIGHT_SERVER_H
#define GASLIGHT_SERVER_H

#include <uv.h>

#include "server/base/options.h"

struct server;
struct store_engine;

/* Returns NULL if there is no memory. `engine` is where the store keeps its data. */
struct server *server_new(uv_loop_t *loop, const struct options *options, const struct store_engine *engine);

/*
 * Loads all unfinished tables from the store, then listens. Returns false after writing one sentence to `error`. In
 * both cases, server_stop() and running the loop to its end close whatever was opened.
 */
bool server_open(struct server *server, char *error, size_t capacity);
unsigned server_port(const struct server *server);
size_t server_tables(const struct server *server); /* how many are in memory */

/*
 * Closes the connections, lets the store finish what it was given, and leaves the loop with nothing to do. In a cluster, it
 * first gives its tables to other nodes, unless it is called again.
 */
void server_stop(struct server *server);
void server_free(struct server *server); /* after the loop has ended */

#endif
