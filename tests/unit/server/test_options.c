/*
 * test_options.c: the table of options, the config file and the command line.
 */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/base/array.h"
#include "server/base/options.h"
#include "tests/support/c/run_suite.h"

enum { ERROR_BYTES = 512 };

static char error[ERROR_BYTES];
static struct options options;
static struct command_line what;

/* Parses a list of arguments that ends with NULL. `what` points into the copies, until the next call. */
static bool parse(const char *const *words)
{
    static char copies[16][256];
    char *argv[18] = {NULL};
    int argc = 1;
    char program[] = "gaslightd";
    argv[0] = program;
    for (; words[argc - 1] != NULL; argc++) {
        ck_assert_int_lt(argc, 16);
        (void)snprintf(copies[argc], sizeof copies[argc], "%s", words[argc - 1]);
        argv[argc] = copies[argc];
    }
    error[0] = '\0';
    return options_parse(&options, argc, argv, &what, error, sizeof error);
}

#define PARSE(...) parse((const char *const[]){__VA_ARGS__, NULL})

static void write_config(char *path, const char *text)
{
    int descriptor = mkstemp(path);
    ck_assert_int_ge(descriptor, 0);
    ck_assert_int_eq(write(descriptor, text, strlen(text)), (ssize_t)strlen(text));
    ck_assert_int_eq(close(descriptor), 0);
}

START_TEST(every_default_is_a_legal_value)
{
    struct options preset;
    options_init(&preset);
#define SET_PRESET(member, name, TYPE, least, most, value, help) \
    ck_assert_msg(options_set(&preset, name, value, error, sizeof error), "%s", error);
    OPTIONS_TABLE(SET_PRESET)
#undef SET_PRESET
    ck_assert_str_eq(preset.listen, "127.0.0.1:8888");
    ck_assert_str_eq(preset.data, "gaslight-data");
    ck_assert_str_eq(preset.log_level, "info");
    ck_assert(!preset.behind_proxy);
    ck_assert_int_eq(preset.connections, 10000);
    ck_assert(options_check(&preset, error, sizeof error));
}
END_TEST

START_TEST(a_number_is_taken_within_its_range_and_nothing_else_is)
{
    static const struct {
        const char *value;
        const char *refusal; /* NULL if the value is accepted */
    } rows[] = {
        {"1", NULL},
        {"1000000", NULL},
        {"007", NULL},
        {"0", "connections: 0 is not between 1 and 1000000."},
        {"-5", "connections: -5 is not between 1 and 1000000."},
        {"1000001", "connections: 1000001 is not between 1 and 1000000."},
        {"99999999999999999999", "connections: 99999999999999999999 is not between 1 and 1000000."},
        {"", "connections: \"\" is not a whole number."},
        {"-", "connections: \"-\" is not a whole number."},
        {"+1", "connections: \"+1\" is not a whole number."},
        {" 1", "connections: \" 1\" is not a whole number."},
        {"1.0", "connections: \"1.0\" is not a whole number."},
        {"0x10", "connections: \"0x10\" is not a whole number."},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        options_init(&options);
        bool good = options_set(&options, "connections", rows[i].value, error, sizeof error);
        ck_assert_msg(good == (rows[i].refusal == NULL), "%s", rows[i].value);
        if (!good) {
            ck_assert_str_eq(error, rows[i].refusal);
            ck_assert_int_eq(options.connections, 10000);
        }
    }
}
END_TEST

START_TEST(a_text_has_a_length_limit_and_no_control_characters)
{
    char long_text[OPTION_TEXT_MAX + 2];
    options_init(&options);
    memset(long_text, 'x', sizeof long_text);
    long_text[OPTION_TEXT_MAX] = '\0';
    ck_assert(options_set(&options, "data", long_text, error, sizeof error));
    ck_assert_str_eq(options.data, long_text);
    long_text[OPTION_TEXT_MAX] = 'x';
    long_text[OPTION_TEXT_MAX + 1] = '\0';
    ck_assert(!options_set(&options, "data", long_text, error, sizeof error));
    ck_assert_str_eq(error, "data: must have 1 to 1000 bytes, not 1001.");
    ck_assert(!options_set(&options, "data", "", error, sizeof error));
    ck_assert(!options_set(&options, "data", "a\nb", error, sizeof error));
    ck_assert_str_eq(error, "data: must not contain control characters.");
    ck_assert(options_set(&options, "web", "", error, sizeof error));
}
END_TEST

START_TEST(a_public_url_and_a_sender_are_checked)
{
    static const char *const good[][2] = {{"public-url", "https://example.org/games"},
                                          {"public-url", "http://[::1]:8888"},
                                          {"mail-from", "games@example.org"}};
    static const char *const bad[][2] = {{"public-url", "example.org"},
                                         {"public-url", "https://"},
                                         {"public-url", "https:///games"},
                                         {"public-url", "https://example.org/"},
                                         {"public-url", "https://a@b.org"},
                                         {"public-url", "https://example.org?a"},
                                         {"mail-from", "games"},
                                         {"mail-from", "@example.org"},
                                         {"mail-from", "games@example.org>x"},
                                         {"mail-from", "a@b.org, c@d.org"}};
    options_init(&options);
    for (size_t i = 0; i < COUNT(good); i++) {
        ck_assert_msg(options_set(&options, good[i][0], good[i][1], error, sizeof error), "%s", error);
    }
    for (size_t i = 0; i < COUNT(bad); i++) {
        ck_assert_msg(!options_set(&options, bad[i][0], bad[i][1], error, sizeof error), "%s", bad[i][1]);
    }
}
END_TEST

START_TEST(unknown_names_levels_and_switches_are_refused)
{
    options_init(&options);
    ck_assert(!options_set(&options, "conections", "1", error, sizeof error));
    ck_assert_str_eq(error, "conections: unknown option.");
    ck_assert(!options_set(&options, "log-level", "loud", error, sizeof error));
    ck_assert_str_eq(error, "log-level: \"loud\" is not debug, info, warning or error.");
    ck_assert(!options_set(&options, "behind-proxy", "true", error, sizeof error));
    ck_assert_str_eq(error, "behind-proxy: \"true\" is neither yes nor no.");
    ck_assert(options_set(&options, "behind-proxy", "yes", error, sizeof error));
    ck_assert(options.behind_proxy);
}
END_TEST

START_TEST(proxies_are_addresses_and_networks)
{
    static const char *const good[] = {"", "192.0.2.7", "10.0.0.0/8, 2001:db8::1,2001:db8:1::/48"};
    static const char *const bad[] = {"proxy.example", "192.0.2.7:80",    "0.0.0.0/0", "::/0",
                                      "192.0.2.7;::1", "192.0.2.7,x,::1", "*",         "[2001:db8::1]"};
    options_init(&options);
    for (size_t i = 0; i < COUNT(good); i++) {
        ck_assert_msg(options_set(&options, "proxy-addresses", good[i], error, sizeof error), "%s", error);
        ck_assert_str_eq(options.proxy_addresses, good[i]);
    }
    for (size_t i = 0; i < COUNT(bad); i++) {
        ck_assert_msg(!options_set(&options, "proxy-addresses", bad[i], error, sizeof error), "%s", bad[i]);
    }
}
END_TEST

START_TEST(an_address_has_a_host_and_a_port)
{
    static const struct {
        const char *address;
        const char *host; /* NULL if the address is refused */
        unsigned port;
    } rows[] = {
        {"127.0.0.1:8888", "127.0.0.1", 8888},
        {"localhost:0", "localhost", 0},
        {"[::1]:65535", "::1", 65535},
        {"[::]:80", "::", 80},
        {"0.0.0.0:1", "0.0.0.0", 1},
        {"", NULL, 0},
        {"8888", NULL, 0},
        {":8888", NULL, 0},
        {"127.0.0.1:", NULL, 0},
        {"127.0.0.1:65536", NULL, 0},
        {"127.0.0.1:-1", NULL, 0},
        {"127.0.0.1:+1", NULL, 0},
        {"127.0.0.1: 1", NULL, 0},
        {"127.0.0.1:000001", NULL, 0},
        {"::1:8888", NULL, 0},
        {"[]:8888", NULL, 0},
        {"[localhost]:1", NULL, 0},
        {"[::1]", NULL, 0},
        {"a b:1", NULL, 0},
        {"http://a:1", NULL, 0},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char host[64] = "";
        unsigned port = 0;
        bool good = options_split_address(rows[i].address, host, sizeof host, &port);
        ck_assert_msg(good == (rows[i].host != NULL), "%s", rows[i].address);
        if (good) {
            ck_assert_str_eq(host, rows[i].host);
            ck_assert_uint_eq(port, rows[i].port);
        }
    }
    char small[4];
    unsigned port = 0;
    ck_assert(!options_split_address("abcd:1", small, sizeof small, &port));
    ck_assert(options_split_address("abc:1", small, sizeof small, &port));
    options_init(&options);
    ck_assert(!options_set(&options, "listen", "", error, sizeof error));
    ck_assert(options_set(&options, "metrics-listen", "", error, sizeof error));
    ck_assert(!options_set(&options, "listen", "nowhere", error, sizeof error));
    ck_assert_str_eq(error,
                     "listen: \"nowhere\" is not host:port or [::1]:port with a port from 0 to 65535.");
}
END_TEST

START_TEST(a_config_file_has_lines_of_name_and_value)
{
    options_init(&options);
    ck_assert_msg(options_read(&options,
                               "# a comment\n\n  connections = 7  \r\nweb=a b # c\n\tbehind-proxy =yes\n"
                               "connections=8\nlog =",
                               error, sizeof error),
                  "%s", error);
    ck_assert_int_eq(options.connections, 8);
    ck_assert_str_eq(options.web, "a b # c");
    ck_assert(options.behind_proxy);
    ck_assert_str_eq(options.log, "");
}
END_TEST

START_TEST(an_error_in_a_config_file_names_the_line_and_changes_nothing)
{
    static const struct {
        const char *text;
        const char *refusal;
    } rows[] = {
        {"connections = 7\nconnections = 0\n", "line 2: connections: 0 is not between 1 and 1000000."},
        {"connections = 7\n\nnonsense\n", "line 3: expected `name = value`."},
        {"connections = 7\nconnection = 7", "line 2: connection: unknown option."},
        {"connections = 7\nconfig = x", "line 2: config: unknown option."},
        {"= 7", "line 1: : unknown option."},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        options_init(&options);
        ck_assert(!options_read(&options, rows[i].text, error, sizeof error));
        ck_assert_str_eq(error, rows[i].refusal);
        ck_assert_int_eq(options.connections, 10000);
    }
    char text[2200] = "web=";
    memset(text + 4, 'x', 2000);
    ck_assert(!options_read(&options, text, error, sizeof error));
    ck_assert_str_eq(error, "line 1: web: the value is too long.");
}
END_TEST

START_TEST(without_arguments_it_serves_with_the_defaults)
{
    ck_assert(parse((const char *const[]){NULL}));
    ck_assert_int_eq(what.mode, COMMAND_SERVE);
    ck_assert_ptr_null(what.argument);
    ck_assert_int_eq(what.rest_index, 1);
    ck_assert_int_eq(options.connections, 10000);
}
END_TEST

START_TEST(a_value_follows_its_name_or_an_equals_sign)
{
    ck_assert(PARSE("--connections", "5", "--data=d=e", "--behind-proxy", "--listen", "[::1]:0"));
    ck_assert_int_eq(options.connections, 5);
    ck_assert_str_eq(options.data, "d=e");
    ck_assert(options.behind_proxy);
    ck_assert_str_eq(options.listen, "[::1]:0");
    ck_assert(PARSE("--behind-proxy", "--behind-proxy=no", "--tables=1", "--tables=2"));
    ck_assert(!options.behind_proxy);
    ck_assert_int_eq(options.tables, 2);
    ck_assert(PARSE("--behind-proxy", "yes", "--notify-private", "--smtp-plain", "no", "--tables", "3"));
    ck_assert(options.behind_proxy);
    ck_assert(options.notify_private);
    ck_assert(!options.smtp_plain);
    ck_assert_int_eq(options.tables, 3);
}
END_TEST

START_TEST(wrong_arguments_are_refused_in_one_line)
{
    static const struct {
        const char *words[3];
        const char *refusal;
    } rows[] = {
        {{"--connections", "0"}, "--connections: 0 is not between 1 and 1000000."},
        {{"--connections=x"}, "--connections: \"x\" is not a whole number."},
        {{"--connections"}, "--connections: missing value."},
        {{"--nothing"}, "--nothing: unknown option; see --help."},
        {{"--"}, "--: unknown option; see --help."},
        {{"-x"}, "-x: options begin with --; see --help."},
        {{"serve"}, "serve: options begin with --; see --help."},
        {{""}, "\"\": options begin with --; see --help."},
        {{"--check"}, "--check: missing value."},
        {{"--backup="}, "--backup: FILE must not be empty."},
        {{"--copy", "dir"}, "--copy: needs a directory and a URL."},
        {{"--version=1"}, "--version: takes no value."},
        {{"--check=a", "--backup=b"}, "--backup: cannot be combined with another command."},
        {{"--tls-cert=c"}, "tls-cert: requires tls-key."},
        {{"--tls-key=c"}, "tls-key: requires tls-cert."},
        {{"--store=mysql://a/b"}, "store: must begin with postgresql://."},
        {{"--store=gaslight-data"}, "store: must begin with postgresql://."},
        {{"--node=a"}, "node: requires store."},
        {{"--cluster-listen=127.0.0.1:1"}, "cluster-listen: requires store."},
        {{"--cluster-listen=127.0.0.1:1", "--store=postgresql:///a"},
         "cluster-listen: requires cluster-key."},
        {{"--proxy-addresses=192.0.2.7"}, "proxy-addresses: requires behind-proxy."},
        {{"--behind-proxy", "--proxy-addresses=haproxy"},
         "--proxy-addresses: \"haproxy\" is not a list of IP addresses and networks (of at least 8 bits, "
         "IPv6 "
         "of "
         "at least 16), separated by commas."},
        {{"--config"}, "--config: missing value."},
        {{"--config=/nowhere/at/all"}, "--config: /nowhere/at/all: No such file or directory."},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        ck_assert(!parse(rows[i].words));
        ck_assert_str_eq(error, rows[i].refusal);
    }
    ck_assert(PARSE("--tls-cert=c", "--tls-key=k"));
    ck_assert(PARSE("--store=postgres://a/b", "--node=a"));
    ck_assert(PARSE("--store=postgresql:///a", "--cluster-listen=127.0.0.1:1", "--cluster-key=k"));
}
END_TEST

START_TEST(commands_replace_serving)
{
    ck_assert(PARSE("--check", "dir"));
    ck_assert_int_eq(what.mode, COMMAND_CHECK);
    ck_assert_str_eq(what.argument, "dir");
    ck_assert(PARSE("--backup=file", "--data", "d"));
    ck_assert_int_eq(what.mode, COMMAND_BACKUP);
    ck_assert_str_eq(what.argument, "file");
    ck_assert_str_eq(options.data, "d");
    ck_assert(PARSE("--copy", "dir", "postgresql://host/name"));
    ck_assert_int_eq(what.mode, COMMAND_COPY);
    ck_assert_str_eq(what.argument, "dir");
    ck_assert_str_eq(what.second, "postgresql://host/name");
    ck_assert(PARSE("--version"));
    ck_assert_int_eq(what.mode, COMMAND_VERSION);
    ck_assert(PARSE("--options-markdown"));
    ck_assert_int_eq(what.mode, COMMAND_OPTIONS_MARKDOWN);
    ck_assert(PARSE("--check=dir", "-h"));
    ck_assert_int_eq(what.mode, COMMAND_HELP);
}
END_TEST

START_TEST(admin_leaves_its_arguments_unparsed)
{
    ck_assert(PARSE("admin", "--data", "d", "close", "k3f9", "--data"));
    ck_assert_int_eq(what.mode, COMMAND_ADMIN);
    ck_assert_int_eq(what.rest_index, 4);
    ck_assert_str_eq(options.data, "d");
    ck_assert(PARSE("--data=e", "admin", "stats"));
    ck_assert_int_eq(what.rest_index, 3);
    ck_assert_str_eq(options.data, "e");
    ck_assert(PARSE("admin"));
    ck_assert_int_eq(what.mode, COMMAND_ADMIN);
    ck_assert_int_eq(what.rest_index, 2);
}
END_TEST

START_TEST(the_command_line_overrides_config_files_whatever_the_order)
{
    char first[] = "/tmp/gaslight-test-XXXXXX";
    char second[] = "/tmp/gaslight-test-XXXXXX";
    write_config(first, "connections = 5\ntables = 5\nlog-level = debug\n");
    write_config(second, "tables = 6\n");
    ck_assert_msg(PARSE("--connections", "9", "--config", first, "--config", second), "%s", error);
    ck_assert_int_eq(options.connections, 9);
    ck_assert_int_eq(options.tables, 6);
    ck_assert_str_eq(options.log_level, "debug");
    ck_assert(PARSE("--config", second, "--config", first, "--log-level=error"));
    ck_assert_int_eq(options.tables, 5);
    ck_assert_str_eq(options.log_level, "error");
    ck_assert_int_eq(unlink(first), 0);
    ck_assert_int_eq(unlink(second), 0);
}
END_TEST

START_TEST(an_error_in_a_config_file_names_the_file_and_line)
{
    char path[] = "/tmp/gaslight-test-XXXXXX";
    char expected[200];
    write_config(path, "\ntables = none\n");
    ck_assert(!PARSE("--config", path));
    (void)snprintf(expected, sizeof expected, "%s, line 2: tables: \"none\" is not a whole number.", path);
    ck_assert_str_eq(error, expected);
    ck_assert_int_eq(unlink(path), 0);
    ck_assert(!PARSE("--config", "/tmp"));
    ck_assert_str_eq(error, "--config: cannot read /tmp.");
}
END_TEST

START_TEST(an_error_never_overruns_its_buffer)
{
    char small[8];
    memset(small, '#', sizeof small);
    options_init(&options);
    ck_assert(!options_set(&options, "connections", "0", small, 7));
    ck_assert_str_eq(small, "connec");
    ck_assert_int_eq(small[7], '#');
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("server options");
    TCase *values = tcase_create("values");
    tcase_add_test(values, every_default_is_a_legal_value);
    tcase_add_test(values, a_number_is_taken_within_its_range_and_nothing_else_is);
    tcase_add_test(values, a_text_has_a_length_limit_and_no_control_characters);
    tcase_add_test(values, a_public_url_and_a_sender_are_checked);
    tcase_add_test(values, unknown_names_levels_and_switches_are_refused);
    tcase_add_test(values, proxies_are_addresses_and_networks);
    tcase_add_test(values, an_address_has_a_host_and_a_port);
    tcase_add_test(values, an_error_never_overruns_its_buffer);
    suite_add_tcase(suite, values);
    TCase *config = tcase_create("config file");
    tcase_add_test(config, a_config_file_has_lines_of_name_and_value);
    tcase_add_test(config, an_error_in_a_config_file_names_the_line_and_changes_nothing);
    suite_add_tcase(suite, config);
    TCase *line = tcase_create("command line");
    tcase_add_test(line, without_arguments_it_serves_with_the_defaults);
    tcase_add_test(line, a_value_follows_its_name_or_an_equals_sign);
    tcase_add_test(line, wrong_arguments_are_refused_in_one_line);
    tcase_add_test(line, commands_replace_serving);
    tcase_add_test(line, admin_leaves_its_arguments_unparsed);
    tcase_add_test(line, the_command_line_overrides_config_files_whatever_the_order);
    tcase_add_test(line, an_error_in_a_config_file_names_the_file_and_line);
    suite_add_tcase(suite, line);
    return run_suite(suite);
}
