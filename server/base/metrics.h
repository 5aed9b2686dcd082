/*
 * metrics.h: the counters and gauges behind /metrics, in the Prometheus text format.
 *
 * Numbers only: no names, no ids. The transport serves them only to this machine or on a separate address,
 * because counters could reveal what Jack has tried.
 */
#ifndef GASLIGHT_METRICS_H
#define GASLIGHT_METRICS_H

#include <stddef.h>
#include <stdint.h>

enum metric {
    METRIC_CONNECTIONS_TOTAL,
    METRIC_CONNECTIONS_REFUSED,
    METRIC_SLOW_READERS_DROPPED,
    METRIC_REQUESTS_TOTAL,
    METRIC_REQUESTS_FORWARDED,
    METRIC_TABLES_TAKEN_OVER,
    METRIC_ACTIONS_TOTAL,
    METRIC_MESSAGES_SENT,
    METRIC_BYTES_SENT,
    METRIC_COMMITS_TOTAL,
    METRIC_JOBS_DROPPED,
    METRIC_NOTICES_SENT,
    METRIC_NOTICES_DROPPED,
    METRIC_COUNT
};

/* Values read when the page is written. */
struct metrics_gauges {
    size_t connections, tables_open, tables_running, store_queue, send_queue_bytes, jobs_waiting,
        database_bytes, database_limit, cluster_peers;
};

struct metrics; /* counters, refusals by error code, the commit latency histogram */

struct metrics *metrics_new(void);
void metrics_free(struct metrics *metrics);
void metrics_add(struct metrics *metrics, enum metric metric, uint64_t amount);
void metrics_refusal(struct metrics *metrics, const char *code); /* a code of common/base/error.h */
void metrics_commit(struct metrics *metrics, uint64_t nanoseconds, size_t requests);

/* Returns the page, malloc'd, or NULL if there is no memory. */
char *metrics_page(const struct metrics *metrics, const struct metrics_gauges *gauges, size_t *length);

#endif
