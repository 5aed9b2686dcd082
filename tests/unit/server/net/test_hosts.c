/* test_hosts.c: which Host headers are accepted. */
#include <arpa/inet.h>
#include <check.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/base/array.h"
#include "server/net/hosts.h"
#include "tests/support/c/run_suite.h"

static struct options options;
static struct hosts hosts;

static struct sockaddr_storage address_of(const char *text)
{
    struct sockaddr_storage storage = {0};
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1) {
        memcpy(&storage, &four, sizeof four);
    } else if (inet_pton(AF_INET6, text, &six.sin6_addr) == 1) {
        memcpy(&storage, &six, sizeof six);
    }
    return storage;
}

/* Sets the options and returns whether a Host header is accepted at this address. */
static bool accepts(const char *listen, const char *list, const char *origins, const char *local,
                    const char *header)
{
    struct sockaddr_storage at = address_of(local);
    options_init(&options);
    (void)snprintf(options.listen, sizeof options.listen, "%s", listen);
    (void)snprintf(options.hosts, sizeof options.hosts, "%s", list);
    (void)snprintf(options.allow_origin, sizeof options.allow_origin, "%s", origins);
    hosts_init(&hosts, &options);
    return hosts_accept(&hosts, header, &at);
}

static bool accepted(const char *header)
{
    return accepts("127.0.0.1:8888", "", "", "127.0.0.1", header);
}

START_TEST(loopback_names_are_always_accepted)
{
    static const char *const good[] = {"localhost", "LocalHost:8888", "localhost.",
                                       "127.0.0.1", "127.0.0.1:80",   "127.1.2.3:9",
                                       "[::1]",     "[::1]:8888",     "[0:0:0:0:0:0:0:1]"};
    for (size_t i = 0; i < COUNT(good); i++) {
        ck_assert_msg(accepted(good[i]), "%s", good[i]);
        ck_assert_msg(hosts_is_loopback(good[i]), "%s", good[i]);
    }
}
END_TEST

START_TEST(other_names_and_malformed_ones_are_refused)
{
    static const char *const bad[] = {"",
                                      "evil.example",
                                      "evil.example:8888",
                                      "localhost.evil.example",
                                      "127.0.0.1.evil.example",
                                      "localhost, evil.example",
                                      "localhost evil.example",
                                      "localhost/evil",
                                      "evil@localhost",
                                      "localhost:port",
                                      "localhost:99999",
                                      "[::1",
                                      "[::1]x",
                                      "128.0.0.1",
                                      "192.0.2.1",
                                      "[2001:db8::1]",
                                      ".",
                                      "0.0.0.0",
                                      "[::]"};
    char longest[1000];
    for (size_t i = 0; i < COUNT(bad); i++) {
        ck_assert_msg(!accepted(bad[i]), "%s", bad[i]);
        ck_assert_msg(!hosts_is_loopback(bad[i]), "%s", bad[i]);
    }
    memset(longest, 'a', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    ck_assert(!accepted(longest));
}
END_TEST

START_TEST(the_operator_can_add_hosts_and_origins)
{
    const char *list = "play.example, 192.0.2.7,[2001:DB8::7] ,Other.Example";
    const char *origins = "https://front.example, http://dev.example:3000";
    static const char *const good[] = {"play.example",       "PLAY.example:443",  "192.0.2.7:80",
                                       "[2001:db8:0::7]:80", "other.example.:80", "front.example",
                                       "dev.example:1",      "localhost"};
    static const char *const bad[] = {"example", "play.example.evil", "xplay.example", "192.0.2.8", "https"};
    for (size_t i = 0; i < COUNT(good); i++) {
        ck_assert_msg(accepts("127.0.0.1:8888", list, origins, "127.0.0.1", good[i]), "%s", good[i]);
    }
    for (size_t i = 0; i < COUNT(bad); i++) {
        ck_assert_msg(!accepts("127.0.0.1:8888", list, origins, "127.0.0.1", bad[i]), "%s", bad[i]);
    }
    ck_assert(hosts.has_public_name);
    ck_assert(!accepted("play.example"));
    ck_assert(!hosts.has_public_name);
}
END_TEST

START_TEST(the_address_of_the_connection_is_accepted)
{
    ck_assert(accepts("0.0.0.0:8888", "", "", "192.0.2.7", "192.0.2.7:8888"));
    ck_assert(!accepts("0.0.0.0:8888", "", "", "192.0.2.7", "192.0.2.8:8888"));
    ck_assert(!accepts("0.0.0.0:8888", "", "", "192.0.2.7", "0.0.0.0:8888"));
    ck_assert(!accepts("0.0.0.0:8888", "", "", "192.0.2.7", "evil.example:8888"));
    ck_assert(accepts("[::]:8888", "", "", "2001:db8::7", "[2001:db8:0:0::7]:8888"));
    ck_assert(accepts("[::]:8888", "", "", "::ffff:192.0.2.7", "192.0.2.7:8888"));
    ck_assert(accepts("[::]:8888", "", "", "192.0.2.7", "[::ffff:192.0.2.7]:8888"));
    ck_assert(!accepts("[::]:8888", "", "", "2001:db8::7", "[2001:db8::8]"));
    ck_assert(!accepts("[::]:8888", "", "", "", "192.0.2.7"));
    ck_assert(accepts("192.0.2.7:8888", "", "", "", "192.0.2.7"));
    ck_assert(accepts("club.example:8888", "", "", "", "club.example"));
}
END_TEST

START_TEST(the_machines_name_is_accepted_if_others_can_reach_it)
{
    char name[200] = "";
    char local[sizeof name + sizeof ".local"];
    ck_assert_int_eq(gethostname(name, sizeof name - 1), 0);
    (void)snprintf(local, sizeof local, "%s.local", name);
    ck_assert(accepts("0.0.0.0:8888", "", "", "192.0.2.7", name));
    ck_assert(accepts("0.0.0.0:8888", "", "", "192.0.2.7", local));
    ck_assert_int_eq(accepted(name), strcmp(name, "localhost") == 0);
    ck_assert(!accepted(local));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hosts");
    TCase *headers = tcase_create("headers");
    tcase_add_test(headers, loopback_names_are_always_accepted);
    tcase_add_test(headers, other_names_and_malformed_ones_are_refused);
    tcase_add_test(headers, the_operator_can_add_hosts_and_origins);
    tcase_add_test(headers, the_address_of_the_connection_is_accepted);
    tcase_add_test(headers, the_machines_name_is_accepted_if_others_can_reach_it);
    suite_add_tcase(suite, headers);
    return run_suite(suite);
}
