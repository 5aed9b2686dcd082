/*
 * notify.h: whether somebody who watches a table looks at it; see docs/protocol.md, Notifications.
 */
#ifndef GASLIGHT_VERBS_NOTIFY_H
#define GASLIGHT_VERBS_NOTIFY_H

#include "server/table/table.h"

/* Notes whether the page of a session that watches the table is hidden. */
void watch_set_away(struct table *table, const struct session *session, bool away);

#endif
