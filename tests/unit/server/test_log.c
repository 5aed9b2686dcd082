/*
 * test_log.c: log lines are written whole, one per event, to the right file, and without blocking.
 */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/array.h"
#include "server/base/log.h"
#include "tests/support/c/run_suite.h"

static char directory[] = "/tmp/gaslight-test-XXXXXX";
static char path[64];
static char moved[64];
static char text[20000];

static void set_up(void)
{
    memcpy(directory + strlen(directory) - 6, "XXXXXX", 6);
    ck_assert_ptr_nonnull(mkdtemp(directory));
    (void)snprintf(path, sizeof path, "%s/log", directory);
    (void)snprintf(moved, sizeof moved, "%s/log.1", directory);
}

static void tear_down(void)
{
    log_close();
    (void)unlink(path);
    (void)unlink(moved);
    ck_assert_int_eq(rmdir(directory), 0);
}

static const char *read_back(const char *file)
{
    int descriptor = open(file, O_RDONLY);
    ck_assert_int_ge(descriptor, 0);
    ssize_t length = read(descriptor, text, sizeof text - 1);
    ck_assert_int_ge(length, 0);
    text[length] = '\0';
    ck_assert_int_eq(close(descriptor), 0);
    return text;
}

static void open_log(enum log_level level)
{
    char error[300];
    ck_assert_msg(log_open(path, level, error, sizeof error), "%s", error);
}

/* Returns true for text such as 2026-01-02T03:04:05.678Z: digits where the pattern has 9s. */
static void check_stamp(const char *line)
{
    static const char shape[] = "9999-99-99T99:99:99.999Z ";
    for (size_t i = 0; shape[i] != '\0'; i++) {
        if (shape[i] == '9') {
            ck_assert_msg(line[i] >= '0' && line[i] <= '9', "%s", line);
        } else {
            ck_assert_int_eq(line[i], shape[i]);
        }
    }
}

enum { STAMP = 25 };

START_TEST(a_line_has_time_level_event_and_values)
{
    open_log(LOG_INFO);
    log_line(LOG_INFO, "table_started", "table=%s players=%u", "k3f9", 4U);
    log_line(LOG_ERROR, "stopped", "%s", "");
    const char *lines = read_back(path);
    check_stamp(lines);
    ck_assert_int_eq(strncmp(lines + STAMP, "info table_started table=k3f9 players=4\n", 40), 0);
    check_stamp(lines + STAMP + 40);
    ck_assert_int_eq(strncmp(lines + STAMP + 40 + STAMP, "error stopped\n", 14), 0);
}
END_TEST

START_TEST(lower_levels_are_not_logged)
{
    static const struct {
        enum log_level level;
        unsigned lines;
    } rows[] = {{LOG_DEBUG, 4}, {LOG_INFO, 3}, {LOG_WARNING, 2}, {LOG_ERROR, 1}};
    for (size_t i = 0; i < 4; i++) {
        unsigned lines = 0;
        open_log(rows[i].level);
        for (unsigned level = LOG_DEBUG; level <= LOG_ERROR; level++) {
            log_line((enum log_level)level, "event", "n=%u", level);
        }
        for (const char *at = read_back(path); *at != '\0'; at++) {
            lines += *at == '\n';
        }
        ck_assert_uint_eq(lines, rows[i].lines);
        ck_assert_int_eq(unlink(path), 0);
    }
}
END_TEST

START_TEST(a_value_cannot_start_a_new_line)
{
    open_log(LOG_INFO);
    log_line(LOG_INFO, "event", "a=%s", "x\ny\r\x1b\x7fz");
    ck_assert_str_eq(read_back(path) + STAMP, "info event a=x?y???z\n");
}
END_TEST

START_TEST(a_long_line_is_truncated)
{
    static char value[5000];
    memset(value, 'x', sizeof value - 1);
    open_log(LOG_INFO);
    log_line(LOG_INFO, "event", "a=%s", value);
    log_line(LOG_INFO, "next", "b=%d", 1);
    const char *lines = read_back(path);
    const char *end = strchr(lines, '\n');
    ck_assert_ptr_nonnull(end);
    ck_assert_int_lt(end - lines, 2048);
    ck_assert_int_gt(end - lines, 2000);
    ck_assert_str_eq(end + 1 + STAMP, "info next b=1\n");
}
END_TEST

START_TEST(the_file_is_private_and_appended_to)
{
    struct stat status;
    mode_t before = umask(0);
    open_log(LOG_INFO);
    (void)umask(before);
    ck_assert_int_eq(stat(path, &status), 0);
    ck_assert_uint_eq(status.st_mode & 0777, 0600);
    log_line(LOG_INFO, "one", "%s", "");
    log_close();
    open_log(LOG_INFO);
    log_line(LOG_INFO, "two", "%s", "");
    ck_assert_ptr_nonnull(strstr(read_back(path), "info one"));
    ck_assert_ptr_nonnull(strstr(text, "info two"));
}
END_TEST

START_TEST(reopening_after_rotation_starts_a_new_file)
{
    open_log(LOG_INFO);
    log_line(LOG_INFO, "one", "n=%d", 1);
    ck_assert_int_eq(rename(path, moved), 0);
    log_line(LOG_INFO, "two", "n=%d", 2);
    ck_assert(log_reopen());
    log_line(LOG_INFO, "three", "n=%d", 3);
    ck_assert_ptr_nonnull(strstr(read_back(moved), "info two n=2\n"));
    ck_assert_ptr_null(strstr(text, "three"));
    ck_assert_str_eq(read_back(path) + STAMP, "info three n=3\n");
}
END_TEST

START_TEST(a_file_that_cannot_be_opened_is_reported_and_the_old_log_stays)
{
    char error[300];
    open_log(LOG_INFO);
    ck_assert(!log_open("/nowhere/at/all", LOG_INFO, error, sizeof error));
    ck_assert_str_eq(error, "Cannot open the log file /nowhere/at/all: No such file or directory.");
    log_line(LOG_INFO, "still", "n=%d", 1);
    ck_assert_str_eq(read_back(path) + STAMP, "info still n=1\n");
}
END_TEST

START_TEST(a_full_pipe_drops_lines_without_blocking_and_reports_them)
{
    char error[300];
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK);
    ck_assert_int_ge(reader, 0);
    ck_assert(log_open(path, LOG_INFO, error, sizeof error));
    static char value[1001];
    memset(value, 'x', sizeof value - 1);
    for (int i = 0; i < 5000; i++) {
        log_line(LOG_INFO, "event", "a=%s", value); /* 5 MB: more than a pipe holds */
    }
    ssize_t length = 0;
    while ((length = read(reader, text, sizeof text)) > 0) {
    }
    log_line(LOG_INFO, "again", "n=%d", 1);
    length = read(reader, text, sizeof text - 1);
    ck_assert_int_gt(length, 0);
    text[length] = '\0';
    check_stamp(text);
    ck_assert_ptr_eq(strstr(text, "warning log_dropped lines="), text + STAMP);
    ck_assert_ptr_nonnull(strstr(text, "info again n=1\n"));
    ck_assert_int_eq(close(reader), 0);
}
END_TEST

START_TEST(text_from_outside_is_quoted_when_needed)
{
    static const struct {
        const char *text;
        const char *quoted;
    } rows[] = {
        {"plain-1.2:3/4@x", "plain-1.2:3/4@x"}, {"", "\"\""},
        {"two words", "\"two words\""},         {"a=b", "\"a=b\""},
        {"a\"b\\c", "\"a\\\"b\\\\c\""},         {"a\nb\x7f", "\"a\\x0ab\\x7f\""},
        {"\xc3\xa9", "\"\\xc3\\xa9\""},
    };
    char buffer[64];
    for (size_t i = 0; i < COUNT(rows); i++) {
        ck_assert_str_eq(log_quote(rows[i].text, buffer, sizeof buffer), rows[i].quoted);
    }
    ck_assert_str_eq(log_quote("abcdefgh", buffer, 6), "\"abc\"");
    ck_assert_str_eq(log_quote("a\nbcdefgh", buffer, 6), "\"a\"");
    ck_assert_str_eq(log_quote("abc", buffer, 3), "\"\"");
    ck_assert_str_eq(log_quote("abc", buffer, 0), "\"\"");
}
END_TEST

START_TEST(levels_have_names)
{
    enum log_level level = LOG_DEBUG;
    ck_assert(log_level_from_name("warning", &level));
    ck_assert_int_eq(level, LOG_WARNING);
    ck_assert(!log_level_from_name("Warning", &level));
    ck_assert(!log_level_from_name("", &level));
    ck_assert_int_eq(level, LOG_WARNING);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("server log");
    TCase *lines = tcase_create("lines");
    tcase_add_checked_fixture(lines, set_up, tear_down);
    tcase_add_test(lines, a_line_has_time_level_event_and_values);
    tcase_add_test(lines, lower_levels_are_not_logged);
    tcase_add_test(lines, a_value_cannot_start_a_new_line);
    tcase_add_test(lines, a_long_line_is_truncated);
    tcase_add_test(lines, the_file_is_private_and_appended_to);
    tcase_add_test(lines, reopening_after_rotation_starts_a_new_file);
    tcase_add_test(lines, a_file_that_cannot_be_opened_is_reported_and_the_old_log_stays);
    tcase_add_test(lines, a_full_pipe_drops_lines_without_blocking_and_reports_them);
    suite_add_tcase(suite, lines);
    TCase *words = tcase_create("words");
    tcase_add_test(words, text_from_outside_is_quoted_when_needed);
    tcase_add_test(words, levels_have_names);
    suite_add_tcase(suite, words);
    return run_suite(suite);
}
