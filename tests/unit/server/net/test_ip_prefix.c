/*
 * test_ip_prefix.c: addresses and the networks they belong to.
 */
#include <arpa/inet.h>
#include <check.h>
#include <string.h>

#include "common/base/array.h"
#include "server/base/ip_prefix.h"
#include "tests/support/c/run_suite.h"

START_TEST(prefixes_are_read_and_written_in_one_form)
{
    static const char *const rows[][2] = {
        {"192.0.2.7", "192.0.2.7"},
        {"192.0.2.7/32", "192.0.2.7"},
        {"192.0.2.7/24", "192.0.2.0/24"},
        {"10.1.2.3/8", "10.0.0.0/8"},
        {"::ffff:192.0.2.7", "192.0.2.7"},
        {"::ffff:192.0.2.7/120", "192.0.2.0/24"},
        {"64:ff9b::c000:207", "192.0.2.7"},
        {"2001:db8:0:1:2:3:4:5", "2001:db8:0:1::/64"},
        {"2001:DB8::1/128", "2001:db8::1/128"},
        {"2001:db8:1:2::/48", "2001:db8:1::/48"},
        {"::1", "::/64"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ip_prefix prefix, again;
        char text[IP_PREFIX_TEXT_BYTES];
        ck_assert_msg(ip_prefix_read(&prefix, rows[i][0]), "%s", rows[i][0]);
        ip_prefix_write(&prefix, text);
        ck_assert_str_eq(text, rows[i][1]);
        ck_assert(ip_prefix_read(&again, text));
        ck_assert_mem_eq(&again, &prefix, sizeof prefix);
    }
}
END_TEST

START_TEST(anything_else_is_refused)
{
    static const char *const rows[] = {
        "",
        "x",
        "1.2.3",
        "1.2.3.4.5",
        "256.1.1.1",
        "1.2.3.4/",
        "1.2.3.4/33",
        "1.2.3.4/7",
        "0.0.0.0/0",
        "1.2.3.4/-1",
        "1.2.3.4/24x",
        "1.2.3.4/0024",
        "/24",
        "::/0",
        "2001::/15",
        "2001::1/129",
        "::ffff:1.2.3.4/99",
        "1.2.3.4 ",
        "fe80::1%lo",
        "2001:db8::1::2",
        "1111:2222:3333:4444:5555:6666:7777:8888:9999:aaaa:bbbb:cccc:dddd:eeee:ffff",
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ip_prefix prefix;
        ck_assert_msg(!ip_prefix_read(&prefix, rows[i]), "%s", rows[i]);
    }
}
END_TEST

START_TEST(a_prefix_contains_its_addresses_and_no_others)
{
    static const struct {
        const char *prefix, *address;
        bool inside;
    } rows[] = {
        {"192.0.2.0/24", "192.0.2.255", true},
        {"192.0.2.0/24", "::ffff:192.0.2.1", true},
        {"192.0.2.0/24", "192.0.3.0", false},
        {"192.0.2.1", "192.0.2.2", false},
        {"192.0.2.0/23", "192.0.3.9", true},
        {"2001:db8::1", "2001:db8::ffff:1", true},
        {"2001:db8::1", "2001:db8:0:1::1", false},
        {"2001:db8::/47", "2001:db8:1:9::1", true},
        {"2001:db8::1/128", "2001:db8::2", false},
        {"::1", "127.0.0.1", false}, /* although IPv4 addresses can be written as ::ffff:127.0.0.1 */
        {"::1", "::1", true},
        {"2000::/16", "127.0.0.1", false},
        {"192.0.2.0/24", "", false},
        {"192.0.2.0/24", "unix", false},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ip_prefix prefix;
        ck_assert(ip_prefix_read(&prefix, rows[i].prefix));
        ck_assert_msg(ip_prefix_contains(&prefix, rows[i].address) == rows[i].inside, "%s %s", rows[i].prefix,
                      rows[i].address);
    }
}
END_TEST

START_TEST(an_ipv4_address_is_the_same_in_all_its_forms)
{
    static const struct {
        const char *text, *written;
        bool is_ipv4, is_loopback;
    } rows[] = {
        {"192.0.2.7", "192.0.2.7", true, false},       {"::ffff:192.0.2.7", "192.0.2.7", true, false},
        {"::FFFF:c000:207", "192.0.2.7", true, false}, {"64:ff9b::192.0.2.7", "192.0.2.7", true, false},
        {"127.1.2.3", "127.1.2.3", true, true},        {"::ffff:127.0.0.1", "127.0.0.1", true, true},
        {"0:0:0:0:0:0:0:1", "::1", false, true},       {"2001:DB8:0::1", "2001:db8::1", false, false},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        uint8_t bytes[IP_ADDRESS_BYTES];
        char text[INET6_ADDRSTRLEN];
        ck_assert_msg(ip_address_read(rows[i].text, bytes), "%s", rows[i].text);
        ip_address_write(bytes, text);
        ck_assert_str_eq(text, rows[i].written);
        ck_assert_msg(ip_address_is_ipv4(bytes) == rows[i].is_ipv4, "%s", rows[i].text);
        ck_assert_msg(ip_address_is_loopback(bytes) == rows[i].is_loopback, "%s", rows[i].text);
    }
}
END_TEST

START_TEST(a_socket_with_a_translated_address_is_not_on_this_machine)
{
    static const struct {
        int family;
        const char *address, *written;
        bool is_loopback;
    } rows[] = {
        {AF_INET, "127.0.0.1", "127.0.0.1", true},
        {AF_INET, "192.0.2.7", "192.0.2.7", false},
        {AF_INET6, "::1", "::1", true},
        {AF_INET6, "::ffff:127.0.0.1", "127.0.0.1", true},
        {AF_INET6, "64:ff9b::127.0.0.1", "64:ff9b::7f00:1", false},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct sockaddr_storage socket = {.ss_family = (sa_family_t)rows[i].family};
        void *at = rows[i].family == AF_INET ? (void *)&((struct sockaddr_in *)(void *)&socket)->sin_addr
                                             : (void *)&((struct sockaddr_in6 *)(void *)&socket)->sin6_addr;
        uint8_t bytes[IP_ADDRESS_BYTES];
        char text[INET6_ADDRSTRLEN];
        ck_assert_int_eq(inet_pton(rows[i].family, rows[i].address, at), 1);
        ck_assert(ip_address_of(&socket, bytes));
        ip_address_write(bytes, text);
        ck_assert_str_eq(text, rows[i].written);
        ck_assert_msg(ip_address_is_loopback(bytes) == rows[i].is_loopback, "%s", rows[i].address);
    }
    uint8_t unused[IP_ADDRESS_BYTES];
    ck_assert(!ip_address_of(&(struct sockaddr_storage){.ss_family = AF_UNIX}, unused));
}
END_TEST

START_TEST(a_list_of_prefixes_contains_what_one_of_them_contains)
{
    static const struct {
        const char *list, *address;
        bool inside;
    } rows[] = {
        {"", "192.0.2.7", false},
        {" , ", "192.0.2.7", false},
        {"192.0.2.7", "192.0.2.7", true},
        {"192.0.2.7", "::ffff:192.0.2.7", true},
        {"192.0.2.7", "192.0.2.8", false},
        {"10.0.0.0/8, 192.0.2.0/24", "192.0.2.255", true},
        {"10.0.0.0/8,192.0.2.0/24", "192.0.3.0", false},
        {"2001:db8::1", "2001:db8::1", true},
        {"2001:db8::1", "2001:db8::2", false}, /* unlike for bans */
        {"2001:db8::/64\t2001:db8:1::/48", "2001:db8:1:2::3", true},
        {"192.0.2.7", "", false},
        {"192.0.2.7", "unix", false},
    };
    struct ip_prefixes prefixes;
    for (size_t i = 0; i < COUNT(rows); i++) {
        ck_assert_msg(ip_prefixes_read(&prefixes, rows[i].list), "%s", rows[i].list);
        ck_assert_msg(ip_prefixes_contain(&prefixes, rows[i].address) == rows[i].inside, "%s %s",
                      rows[i].list, rows[i].address);
    }
}
END_TEST

START_TEST(a_list_with_anything_else_is_refused)
{
    static const char *const rows[] = {
        "x",
        "192.0.2.7,x",
        "192.0.2.7/33, ::1",
        "0.0.0.0/0",
        "::/0",
        "192.0.2.7;192.0.2.8",
        "1111:2222:3333:4444:5555:6666:7777:8888:9999:aaaa:bbbb:cccc:dddd:eeee:ffff",
    };
    struct ip_prefixes prefixes;
    for (size_t i = 0; i < COUNT(rows); i++) {
        ck_assert_msg(!ip_prefixes_read(&prefixes, rows[i]), "%s", rows[i]);
    }
    char longest[3 * (IP_PREFIXES_MAX + 1) + 1] = "";
    for (size_t i = 0; i < IP_PREFIXES_MAX; i++) {
        memcpy(longest + 3 * i, "::,", 4);
    }
    ck_assert(ip_prefixes_read(&prefixes, longest));
    ck_assert_uint_eq(prefixes.count, IP_PREFIXES_MAX);
    memcpy(longest + (size_t)3 * IP_PREFIXES_MAX, "::,", 4);
    ck_assert(!ip_prefixes_read(&prefixes, longest));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("IP prefixes");
    TCase *all = tcase_create("all");
    tcase_add_test(all, prefixes_are_read_and_written_in_one_form);
    tcase_add_test(all, anything_else_is_refused);
    tcase_add_test(all, a_prefix_contains_its_addresses_and_no_others);
    tcase_add_test(all, an_ipv4_address_is_the_same_in_all_its_forms);
    tcase_add_test(all, a_socket_with_a_translated_address_is_not_on_this_machine);
    tcase_add_test(all, a_list_of_prefixes_contains_what_one_of_them_contains);
    tcase_add_test(all, a_list_with_anything_else_is_refused);
    suite_add_tcase(suite, all);
    return run_suite(suite);
}
