/*
 * listings.h: sends other nodes the public tables here, and lists theirs in the lobby.
 *
 * Only what anyone can see in the lobby is sent: it is written for READER_ANYONE, and only while the table is listed.
 * Changes that followers of the lobby receive are sent immediately; changes of the turn or of who is connected, once per
 * second.
 */
#ifndef GASLIGHT_LISTINGS_H
#define GASLIGHT_LISTINGS_H

#include "server/cluster/cluster.h"
#include "server/table/table.h"

/* Notifies the other nodes of a change: now if followers of the lobby receive it, otherwise soon. */
void listings_changed(struct cluster *cluster, struct table *table, enum listing_change change);

/* Sends the changes that were put off; called once a second. */
void listings_flush(struct cluster *cluster, struct tables *tables);

/* Sends one node all tables that are listed here. */
void listings_send(struct cluster_peer *peer, struct tables *tables);

/* Handles the message LISTING, which belongs to this generation (see shared.h). Returns false if it is malformed. */
bool listings_received(struct tables *tables, int64_t node, unsigned generation, const char *body,
                       size_t length);

/* Removes the tables that the node has not listed again in this generation. */
void listings_sweep(struct tables *tables, int64_t node, unsigned generation);

#endif
