/*
 * metrics.c: counters, and their text form.
 *
 * Only the loop's thread uses them, so they are plain numbers. Each counter and gauge is a row of a table with
 * its name and help text. Refusals are counted by error code; there are few codes, and any that do not fit are
 * counted as "other".
 */
#include "server/base/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"

enum { CODES_MAX = 128, CODE_BYTES = 32 };

static const struct {
    const char *name;
    const char *help;
} counter_rows[METRIC_COUNT] = {
    [METRIC_CONNECTIONS_TOTAL] = {"gaslight_connections_total", "Connections accepted."},
    [METRIC_CONNECTIONS_REFUSED] = {"gaslight_connections_refused_total", "Connections refused by a limit."},
    [METRIC_SLOW_READERS_DROPPED] = {"gaslight_slow_readers_dropped_total",
                                     "Connections closed because too much was queued for them."},
    [METRIC_REQUESTS_TOTAL] = {"gaslight_requests_total", "Requests received."},
    [METRIC_REQUESTS_FORWARDED] = {"gaslight_requests_forwarded_total",
                                   "Requests sent to the node that owns their table."},
    [METRIC_TABLES_TAKEN_OVER] = {"gaslight_tables_taken_over_total",
                                  "Tables of lost or stopped nodes that were loaded here."},
    [METRIC_ACTIONS_TOTAL] = {"gaslight_actions_total", "Actions applied and stored."},
    [METRIC_MESSAGES_SENT] = {"gaslight_messages_sent_total", "Messages sent."},
    [METRIC_BYTES_SENT] = {"gaslight_bytes_sent_total", "Bytes of messages sent."},
    [METRIC_COMMITS_TOTAL] = {"gaslight_commits_total", "Commits to the database."},
    [METRIC_JOBS_DROPPED] = {"gaslight_jobs_dropped_total", "Jobs dropped because nobody waited for them."},
    [METRIC_NOTICES_SENT] = {"gaslight_notifications_sent_total", "Notifications that were delivered."},
    [METRIC_NOTICES_DROPPED] = {"gaslight_notifications_dropped_total",
                                "Notifications that were refused, or could not be delivered for a day."},
};

static const struct {
    const char *name;
    const char *help;
    size_t offset;
} gauge_rows[] = {
    {"gaslight_connections", "Connections open now.", offsetof(struct metrics_gauges, connections)},
    {"gaslight_tables_open", "Tables waiting to start.", offsetof(struct metrics_gauges, tables_open)},
    {"gaslight_tables_running", "Tables being played.", offsetof(struct metrics_gauges, tables_running)},
    {"gaslight_store_queue", "Requests submitted to the store and not yet done.",
     offsetof(struct metrics_gauges, store_queue)},
    {"gaslight_send_queue_bytes", "Bytes queued for slow readers.",
     offsetof(struct metrics_gauges, send_queue_bytes)},
    {"gaslight_jobs_waiting", "Deductions, replays and bots' decisions that wait for their turn.",
     offsetof(struct metrics_gauges, jobs_waiting)},
    {"gaslight_database_bytes", "Bytes in use in the database.",
     offsetof(struct metrics_gauges, database_bytes)},
    {"gaslight_database_limit_bytes", "The option database-bytes.",
     offsetof(struct metrics_gauges, database_limit)},
    {"gaslight_cluster_peers", "Other nodes of the cluster that this one has a link to.",
     offsetof(struct metrics_gauges, cluster_peers)},
};

/* Upper bounds of the commit time histogram, as text for Prometheus and in nanoseconds. */
static const struct {
    const char *seconds;
    uint64_t nanoseconds;
} bounds[] = {
    {"0.0001", 100000},  {"0.00025", 250000}, {"0.0005", 500000},  {"0.001", 1000000}, {"0.0025", 2500000},
    {"0.005", 5000000},  {"0.01", 10000000},  {"0.025", 25000000}, {"0.05", 50000000}, {"0.1", 100000000},
    {"0.25", 250000000}, {"0.5", 500000000},  {"1", 1000000000},
};

enum { BOUNDS = COUNT(bounds) };

struct metrics {
    uint64_t counter[METRIC_COUNT];
    struct {
        char code[CODE_BYTES];
        uint64_t count;
    } refusal[CODES_MAX];
    size_t codes;
    uint64_t other_refusals;
    uint64_t bucket[BOUNDS]; /* commits per bucket; not cumulative */
    uint64_t commits, commit_nanoseconds, commit_requests;
};

struct metrics *metrics_new(void)
{
    return calloc(1, sizeof(struct metrics));
}

void metrics_free(struct metrics *metrics)
{
    free(metrics);
}

void metrics_add(struct metrics *metrics, enum metric metric, uint64_t amount)
{
    metrics->counter[metric] += amount;
}

/* Codes are written between quotes without escaping, so only these characters are allowed. */
static int is_code(const char *code)
{
    size_t length = strlen(code);
    return length > 0 && length < CODE_BYTES &&
           strspn(code, "abcdefghijklmnopqrstuvwxyz0123456789_") == length;
}

void metrics_refusal(struct metrics *metrics, const char *code)
{
    for (size_t i = 0; i < metrics->codes; i++) {
        if (strcmp(metrics->refusal[i].code, code) == 0) {
            metrics->refusal[i].count++;
            return;
        }
    }
    if (metrics->codes == CODES_MAX || !is_code(code)) {
        metrics->other_refusals++;
        return;
    }
    memcpy(metrics->refusal[metrics->codes].code, code, strlen(code) + 1);
    metrics->refusal[metrics->codes].count = 1;
    metrics->codes++;
}

void metrics_commit(struct metrics *metrics, uint64_t nanoseconds, size_t requests)
{
    metrics->counter[METRIC_COMMITS_TOTAL]++;
    metrics->commits++;
    metrics->commit_nanoseconds += nanoseconds;
    metrics->commit_requests += requests;
    for (size_t i = 0; i < BOUNDS; i++) {
        if (nanoseconds <= bounds[i].nanoseconds) {
            metrics->bucket[i]++;
            return;
        }
    }
}

/* ---- The page -------------------------------------------------------------------------------------- */

static void print_head(FILE *page, const char *name, const char *type, const char *help)
{
    (void)fprintf(page, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void print_number(FILE *page, const char *name, const char *type, const char *help, uint64_t value)
{
    print_head(page, name, type, help);
    (void)fprintf(page, "%s %llu\n", name, (unsigned long long)value);
}

static void print_refusals(FILE *page, const struct metrics *metrics)
{
    static const char name[] = "gaslight_refusals_total";
    print_head(page, name, "counter", "Requests refused, by error code.");
    for (size_t i = 0; i < metrics->codes; i++) {
        (void)fprintf(page, "%s{code=\"%s\"} %llu\n", name, metrics->refusal[i].code,
                      (unsigned long long)metrics->refusal[i].count);
    }
    (void)fprintf(page, "%s{code=\"other\"} %llu\n", name, (unsigned long long)metrics->other_refusals);
}

static void print_commits(FILE *page, const struct metrics *metrics)
{
    static const char name[] = "gaslight_commit_seconds";
    uint64_t so_far = 0;
    print_head(page, name, "histogram", "Duration of a commit.");
    for (size_t i = 0; i < BOUNDS; i++) {
        so_far += metrics->bucket[i];
        (void)fprintf(page, "%s_bucket{le=\"%s\"} %llu\n", name, bounds[i].seconds,
                      (unsigned long long)so_far);
    }
    (void)fprintf(page, "%s_bucket{le=\"+Inf\"} %llu\n", name, (unsigned long long)metrics->commits);
    (void)fprintf(page, "%s_sum %llu.%09llu\n", name,
                  (unsigned long long)(metrics->commit_nanoseconds / 1000000000U),
                  (unsigned long long)(metrics->commit_nanoseconds % 1000000000U));
    (void)fprintf(page, "%s_count %llu\n", name, (unsigned long long)metrics->commits);
    print_number(page, "gaslight_commit_requests_total", "counter", "Requests included in commits.",
                 metrics->commit_requests);
}

char *metrics_page(const struct metrics *metrics, const struct metrics_gauges *gauges, size_t *length)
{
    char *text = NULL;
    FILE *page = open_memstream(&text, length);
    if (page == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        print_number(page, counter_rows[i].name, "counter", counter_rows[i].help, metrics->counter[i]);
    }
    for (size_t i = 0; i < COUNT(gauge_rows); i++) {
        size_t value = 0;
        memcpy(&value, (const char *)gauges + gauge_rows[i].offset, sizeof value);
        print_number(page, gauge_rows[i].name, "gauge", gauge_rows[i].help, value);
    }
    print_refusals(page, metrics);
    print_commits(page, metrics);
    if (fclose(page) != 0) {
        free(text);
        return NULL;
    }
    return text;
}
