/* admin_commands.h: carries out the operator's commands that come through the admin socket (admin.h). */
#ifndef GASLIGHT_ADMIN_COMMANDS_H
#define GASLIGHT_ADMIN_COMMANDS_H

#include "server/admin/admin.h"

/* The `command` of an admin_handler; `context` is a struct dispatch. */
void admin_command(void *context, struct admin_request *request, const char *verb, const char *argument);

#endif
