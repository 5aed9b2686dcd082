/* admin_commands.h: carries out the operator's commands that come through the admin socket (admin.h). */
#ifndef GASLIGHT_ADMIN_COMMANDS_H
#define GASLIGHT_ADMIN_COMMANDS_H

#include "server/admin/admin.h"

struct dispatch;

#define ADMIN_NO_SUCH_TABLE "There is no such open or running table."

/* The `command` of an admin_handler; `context` is a struct dispatch. In a cluster it may run at all nodes. */
void admin_command(void *context, struct admin_request *request, const char *verb, const char *argument);

/* Runs a command at this node only. */
void admin_command_here(struct dispatch *dispatch, struct admin_request *request, const char *verb,
                        const char *argument);

#endif
