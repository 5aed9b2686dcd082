/* admin_bans.h: the operator's commands against abuse: ban, unban, list bans, close --all-open --by. */
#ifndef GASLIGHT_ADMIN_BANS_H
#define GASLIGHT_ADMIN_BANS_H

#include "server/admin/admin.h"

struct dispatch;

void admin_ban(struct dispatch *dispatch, struct admin_request *request, const char *word);
void admin_unban(struct dispatch *dispatch, struct admin_request *request, const char *word);
void admin_list_bans(struct dispatch *dispatch, struct admin_request *request);

/* Closes the open tables that a player hosts, or that were created from an address or prefix. */
void admin_close_all(struct dispatch *dispatch, struct admin_request *request, const char *word);

#endif
