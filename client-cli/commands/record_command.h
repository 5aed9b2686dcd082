/*
 * record_command.h: `gaslight record ...`, commands for records in files.
 */
#ifndef GASLIGHT_RECORD_COMMAND_H
#define GASLIGHT_RECORD_COMMAND_H

#include "client-cli/util/output.h"

/* Runs the command with the arguments after `record`; returns the exit status. */
enum status record_command(int count, char **arguments);

#endif
