/*
 * admin_nodes.h: the operator's commands that concern all nodes of a cluster.
 *
 * A command about tables runs at every node, and the answers are merged. If there is more than one node, the rows of a list
 * show which node they come from. Commands about the database need only one node.
 */
#ifndef GASLIGHT_ADMIN_NODES_H
#define GASLIGHT_ADMIN_NODES_H

#include <stdbool.h>

#include "server/admin/admin.h"

struct dispatch;

/* Allows other nodes to run commands here; does nothing without a cluster. */
void admin_nodes_open(struct dispatch *dispatch);

/* Runs a command at all nodes. Returns false, and does nothing, if it is not such a command or there is no other node. */
bool admin_everywhere(struct dispatch *dispatch, struct admin_request *request, const char *verb,
                      const char *argument);

/* The commands themselves: `nodes` and `drain`; and what `nodes` asks every node. */
void admin_list_nodes(struct dispatch *dispatch, struct admin_request *request);
void admin_drain(struct dispatch *dispatch, struct admin_request *request, const char *name);
void admin_node_figures(struct dispatch *dispatch, struct admin_request *request);

#endif
