/*
 * test_metrics.c: the metrics page has the format Prometheus reads, and contains only numbers.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/metrics.h"
#include "tests/support/c/run_suite.h"

static const struct metrics_gauges gauges = {
    .connections = 11, .tables_open = 12, .tables_running = 13, .store_queue = 14, .send_queue_bytes = 15};

/* Checks that the page has exactly this line. */
static void check_line(const char *page, const char *line)
{
    size_t length = strlen(line);
    for (const char *at = strstr(page, line); at != NULL; at = strstr(at + 1, line)) {
        if ((at == page || at[-1] == '\n') && at[length] == '\n') {
            return;
        }
    }
    ck_abort_msg("no line `%s` in:\n%s", line, page);
}

static char *page_of(const struct metrics *metrics)
{
    size_t length = 0;
    char *page = metrics_page(metrics, &gauges, &length);
    ck_assert_ptr_nonnull(page);
    ck_assert_uint_eq(length, strlen(page));
    return page;
}

START_TEST(every_metric_has_help_type_and_value)
{
    struct metrics *metrics = metrics_new();
    for (unsigned i = 0; i < METRIC_COUNT; i++) {
        metrics_add(metrics, (enum metric)i, 100 + i);
    }
    char *page = page_of(metrics);
    check_line(page, "# TYPE gaslight_connections_total counter");
    check_line(page, "# HELP gaslight_connections_total Connections accepted.");
    check_line(page, "gaslight_connections_total 100");
    check_line(page, "gaslight_connections_refused_total 101");
    check_line(page, "gaslight_slow_readers_dropped_total 102");
    check_line(page, "gaslight_requests_total 103");
    check_line(page, "gaslight_requests_forwarded_total 104");
    check_line(page, "gaslight_tables_taken_over_total 105");
    check_line(page, "gaslight_actions_total 106");
    check_line(page, "gaslight_messages_sent_total 107");
    check_line(page, "gaslight_bytes_sent_total 108");
    check_line(page, "gaslight_commits_total 109");
    check_line(page, "# TYPE gaslight_connections gauge");
    check_line(page, "gaslight_connections 11");
    check_line(page, "gaslight_tables_open 12");
    check_line(page, "gaslight_tables_running 13");
    check_line(page, "gaslight_store_queue 14");
    check_line(page, "gaslight_send_queue_bytes 15");
    free(page);
    metrics_free(metrics);
}
END_TEST

START_TEST(each_line_is_a_comment_or_a_name_and_a_number)
{
    struct metrics *metrics = metrics_new();
    metrics_refusal(metrics, "game_over");
    metrics_commit(metrics, 300, 1);
    char *page = page_of(metrics);
    for (const char *line = page; *line != '\0'; line = strchr(line, '\n') + 1) {
        ck_assert_ptr_nonnull(strchr(line, '\n'));
        if (strncmp(line, "# HELP gaslight_", 16) == 0 || strncmp(line, "# TYPE gaslight_", 16) == 0) {
            continue;
        }
        ck_assert_int_eq(strncmp(line, "gaslight_", 9), 0);
        const char *blank = strchr(line, ' ');
        ck_assert_ptr_nonnull(blank);
        size_t digits = strspn(blank + 1, "0123456789.");
        ck_assert_uint_gt(digits, 0);
        ck_assert_int_eq(blank[1 + digits], '\n');
    }
    free(page);
    metrics_free(metrics);
}
END_TEST

START_TEST(refusals_are_counted_by_code)
{
    struct metrics *metrics = metrics_new();
    metrics_refusal(metrics, "not_your_turn");
    metrics_refusal(metrics, "game_over");
    metrics_refusal(metrics, "not_your_turn");
    char *page = page_of(metrics);
    check_line(page, "# TYPE gaslight_refusals_total counter");
    check_line(page, "gaslight_refusals_total{code=\"not_your_turn\"} 2");
    check_line(page, "gaslight_refusals_total{code=\"game_over\"} 1");
    check_line(page, "gaslight_refusals_total{code=\"other\"} 0");
    free(page);
    metrics_free(metrics);
}
END_TEST

START_TEST(invalid_and_excess_codes_count_as_other)
{
    char code[32];
    struct metrics *metrics = metrics_new();
    metrics_refusal(metrics, "x\"} 1\nevil");
    metrics_refusal(metrics, "");
    metrics_refusal(metrics, "a_code_that_is_much_longer_than_any_that_we_have");
    for (int i = 0; i < 200; i++) {
        (void)snprintf(code, sizeof code, "code_%d", i);
        metrics_refusal(metrics, code);
    }
    char *page = page_of(metrics);
    ck_assert_ptr_null(strstr(page, "evil"));
    check_line(page, "gaslight_refusals_total{code=\"code_127\"} 1");
    check_line(page, "gaslight_refusals_total{code=\"other\"} 75");
    free(page);
    metrics_free(metrics);
}
END_TEST

START_TEST(commit_times_fall_into_the_right_buckets)
{
    struct metrics *metrics = metrics_new();
    metrics_commit(metrics, 100000, 1);
    metrics_commit(metrics, 100001, 2);
    metrics_commit(metrics, 1000000000, 3);
    metrics_commit(metrics, 2500000000U, 4);
    char *page = page_of(metrics);
    check_line(page, "# TYPE gaslight_commit_seconds histogram");
    check_line(page, "gaslight_commit_seconds_bucket{le=\"0.0001\"} 1");
    check_line(page, "gaslight_commit_seconds_bucket{le=\"0.00025\"} 2");
    check_line(page, "gaslight_commit_seconds_bucket{le=\"0.5\"} 2");
    check_line(page, "gaslight_commit_seconds_bucket{le=\"1\"} 3");
    check_line(page, "gaslight_commit_seconds_bucket{le=\"+Inf\"} 4");
    check_line(page, "gaslight_commit_seconds_sum 3.500200001");
    check_line(page, "gaslight_commit_seconds_count 4");
    check_line(page, "gaslight_commits_total 4");
    check_line(page, "gaslight_commit_requests_total 10");
    free(page);
    metrics_free(metrics);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("server metrics");
    TCase *page = tcase_create("page");
    tcase_add_test(page, every_metric_has_help_type_and_value);
    tcase_add_test(page, each_line_is_a_comment_or_a_name_and_a_number);
    tcase_add_test(page, refusals_are_counted_by_code);
    tcase_add_test(page, invalid_and_excess_codes_count_as_other);
    tcase_add_test(page, commit_times_fall_into_the_right_buckets);
    suite_add_tcase(suite, page);
    return run_suite(suite);
}
