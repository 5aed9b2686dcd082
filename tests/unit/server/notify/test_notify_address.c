/* test_notify_address.c: which URLs, e-mail addresses and networks notifications may go to, and when they are repeated. */
#include "server/base/address.h"
#include "tests/support/c/run_suite.h"

#include <arpa/inet.h>
#include <check.h>
#include <netinet/in.h>
#include <string.h>

#include "common/base/array.h"
#include "server/notify/occasions.h"
#include "server/notify/outbox.h"

static bool is_public(const char *text)
{
    struct sockaddr_in ipv4 = {.sin_family = AF_INET};
    struct sockaddr_in6 ipv6 = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &ipv4.sin_addr) == 1) {
        return address_is_public((const struct sockaddr *)&ipv4);
    }
    ck_assert_int_eq(inet_pton(AF_INET6, text, &ipv6.sin6_addr), 1);
    return address_is_public((const struct sockaddr *)&ipv6);
}

START_TEST(special_networks_are_not_public)
{
    static const char *const special[] = {
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.255",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.0.2.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.255.255.255",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:10.0.0.1",
        "::ffff:8.8.8.8",
        "64:ff9b::a00:1",
        "fe80::1",
        "fc00::1",
        "fd12:3456::1",
        "fec0::1",
        "ff02::1",
        "2001:db8::1",
        "2002:a00:1::1",
        "2001::1",
        "3fff::1",
        "4000::1",
    };
    for (size_t i = 0; i < COUNT(special); i++) {
        ck_assert_msg(!is_public(special[i]), "%s", special[i]);
    }
}
END_TEST

START_TEST(other_networks_are_public)
{
    static const char *const others[] = {"1.1.1.1",      "9.255.255.255",  "11.0.0.1",      "100.63.255.255",
                                         "100.128.0.1",  "172.15.0.1",     "172.32.0.1",    "192.0.3.1",
                                         "198.17.0.1",   "198.20.0.1",     "223.255.255.1", "2606:4700::1111",
                                         "2a00:1450::5", "2001:4860::8888"};
    for (size_t i = 0; i < COUNT(others); i++) {
        ck_assert_msg(is_public(others[i]), "%s", others[i]);
    }
    ck_assert(!address_is_public(&(struct sockaddr){.sa_family = AF_UNIX}));
}
END_TEST

START_TEST(a_url_has_an_origin_and_a_host)
{
    char origin[ADDRESS_URL_MAX + 1], host[ADDRESS_HOST_MAX];
    ck_assert(address_is_url("https://Push.example.net:8443/a/b?c=d%20", false));
    address_origin("https://Push.example.net:8443/a/b", origin);
    ck_assert_str_eq(origin, "https://Push.example.net:8443");
    address_host("https://Push.example.net.:8443/a/b", host);
    ck_assert_str_eq(host, "push.example.net"); /* one host, however it is written */
    address_host("https://[2606:4700::1111]:8443/", host);
    ck_assert_str_eq(host, "[2606:4700::1111");
    ck_assert(!address_is_url("https://a.%65xample/", false));
    address_host("https://a.example?b", host);
    ck_assert_str_eq(host, "a.example");
    ck_assert(!address_is_url("http://a.example/", false));
    ck_assert(address_is_url("http://a.example/", true));
    ck_assert(!address_is_url("https://", true));
    ck_assert(!address_is_url("https://a.example/\r\nX: y", true));
}
END_TEST

START_TEST(an_e_mail_address_cannot_carry_anything_else)
{
    ck_assert(address_is_mail("ann.o'neil+games@mail.example.org"));
    static const char *const wrong[] = {"",        "@",           "a@",          "a@b",
                                        "a@b.c\n", "a@b.c\r\nX:", "\"a b\"@b.c", "a@b.c>",
                                        "a@.b.c",  "a@b.c.",      "a@-b.c",      "a@[127.0.0.1]"};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        ck_assert_msg(!address_is_mail(wrong[i]), "%s", wrong[i]);
    }
}
END_TEST

START_TEST(a_mailbox_has_many_spellings)
{
    char mailbox[ADDRESS_MAIL_MAX + 1];
    static const char *const same[] = {"ann@b.org", "Ann@B.org", "ann+x@b.org", "ANN+x+y@b.ORG"};
    for (size_t i = 0; i < COUNT(same); i++) {
        address_mailbox(same[i], mailbox);
        ck_assert_str_eq(mailbox, "ann@b.org");
    }
    address_mailbox("a.nn@b.org", mailbox);
    ck_assert_str_eq(mailbox, "a.nn@b.org");
}
END_TEST

START_TEST(pauses_grow_up_to_an_hour)
{
    static const int64_t pauses[] = {30, 30, 120, 480, 1920, 3600, 3600};
    for (size_t i = 0; i < COUNT(pauses); i++) {
        ck_assert_int_eq(outbox_pause((int64_t)i, 30), pauses[i]);
    }
    ck_assert_int_eq(outbox_pause(1000000, 1), 3600);
}
END_TEST

START_TEST(a_clock_is_low_in_its_last_quarter_or_hour)
{
    ck_assert_uint_eq(occasions_low_clock(599), 0);
    ck_assert_uint_eq(occasions_low_clock(600), 150 * 1000);
    ck_assert_uint_eq(occasions_low_clock(4 * 3600), 3600 * 1000);
    ck_assert_uint_eq(occasions_low_clock(7 * 86400), 3600 * 1000);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("notify_address");
    TCase *tcase = tcase_create("notify_address");
    tcase_add_test(tcase, special_networks_are_not_public);
    tcase_add_test(tcase, other_networks_are_public);
    tcase_add_test(tcase, a_url_has_an_origin_and_a_host);
    tcase_add_test(tcase, an_e_mail_address_cannot_carry_anything_else);
    tcase_add_test(tcase, a_mailbox_has_many_spellings);
    tcase_add_test(tcase, pauses_grow_up_to_an_hour);
    tcase_add_test(tcase, a_clock_is_low_in_its_last_quarter_or_hour);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
