/*
 * report_stats.h: statistics of a player or of the server, as lines of text: a reply to `stats`.
 *
 * Pure. The words are those of the browser's pages.
 */
#ifndef GASLIGHT_REPORT_STATS_H
#define GASLIGHT_REPORT_STATS_H

#include <jansson.h>

#include "client-cli/report/report.h"

/* Writes a reply of which model_update_stats() has checked that it is one. */
void report_stats(struct report report, const json_t *stats);

#endif
