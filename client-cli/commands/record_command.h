/*
 * record_command.h: `gaslight record ...`, what can be done with a record in a file.
 */
#ifndef GASLIGHT_RECORD_COMMAND_H
#define GASLIGHT_RECORD_COMMAND_H

#include "client-cli/util/output.h"

/* Runs what `arguments`, those after `record`, ask for; returns the exit status. */
enum status record_command(int count, char **arguments);

#endif
