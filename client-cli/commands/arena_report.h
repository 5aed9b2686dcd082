/*
 * arena_report.h: prints the result of one pair of players, as text or as a line of JSON.
 */
#ifndef GASLIGHT_ARENA_REPORT_H
#define GASLIGHT_ARENA_REPORT_H

#include "client-cli/commands/arena.h"
#include "common/json/json_writer.h"

void arena_report(const struct arena_plan *plan, const struct arena_result *result, bool json);

/* Writes a number with a fraction. */
void report_real(struct json_writer *writer, const char *key, double value);

#endif
