/*
 * test_device_codes.c: codes have no characters that look alike, and are recognised however they are typed. That one
 * works once and expires is the store's part: test_store.c.
 */
#include "server/verbs/account/device_codes.h"
#include "tests/support/c/run_suite.h"

#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "common/base/array.h"

static void set_up(void)
{
    ck_assert(identity_init());
}

START_TEST(a_code_has_eight_unambiguous_characters)
{
    char shown[CODE_LENGTH + 1];
    for (unsigned i = 0; i < 2000; i++) {
        code_draw(shown);
        ck_assert_uint_eq(strlen(shown), CODE_LENGTH);
        ck_assert_uint_eq(strspn(shown, "23456789ABCDEFGHJKMNPQRSTUVWXYZ"), 4);
        ck_assert_int_eq(shown[4], '-');
        ck_assert_uint_eq(strspn(shown + 5, "23456789ABCDEFGHJKMNPQRSTUVWXYZ"), 4);
    }
}
END_TEST

START_TEST(codes_and_their_hashes_differ)
{
    char shown[2][CODE_LENGTH + 1], hash[2][TOKEN_HASH_LENGTH + 1];
    for (unsigned i = 0; i < 2; i++) {
        code_draw(shown[i]);
        ck_assert(code_hash(shown[i], hash[i]));
    }
    ck_assert_str_ne(shown[0], shown[1]);
    ck_assert_str_ne(hash[0], hash[1]);
}
END_TEST

START_TEST(case_and_hyphens_of_a_code_do_not_matter)
{
    static const struct {
        const char *before, *between, *after;
    } ways[] = {{"", "-", ""}, {"", "", ""}, {"  ", " ", " "}, {"-", " - ", "--"}};
    char shown[CODE_LENGTH + 1], wanted[TOKEN_HASH_LENGTH + 1], hash[TOKEN_HASH_LENGTH + 1], typed[64];
    code_draw(shown);
    ck_assert(code_hash(shown, wanted));
    for (unsigned i = 0; i < COUNT(ways); i++) {
        for (unsigned lower = 0; lower < 2; lower++) {
            (void)snprintf(typed, sizeof typed, "%s%.4s%s%.4s%s", ways[i].before, shown, ways[i].between,
                           shown + 5, ways[i].after);
            for (char *at = typed; lower == 1 && *at != '\0'; at++) {
                *at = (char)tolower((unsigned char)*at);
            }
            ck_assert_msg(code_hash(typed, hash), "%s for %s", typed, shown);
            ck_assert_str_eq(hash, wanted);
        }
    }
}
END_TEST

START_TEST(what_cannot_be_a_code_has_no_hash)
{
    char shown[CODE_LENGTH + 1], longer[2 * CODE_LENGTH + 1], hash[TOKEN_HASH_LENGTH + 1];
    code_draw(shown);
    (void)snprintf(longer, sizeof longer, "%s%s", shown, shown);
    const char *const wrong[] = {"", "-", "        ", "ABCDEFG", "ABCDEFGHJ", longer, shown + 1};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        ck_assert_msg(!code_hash(wrong[i], hash), "%s", wrong[i]);
    }
}
END_TEST

START_TEST(a_code_has_another_hash_than_a_token)
{
    char hash[TOKEN_HASH_LENGTH + 1], of_token[TOKEN_HASH_LENGTH + 1];
    ck_assert(code_hash("ABCD-EFGH", hash));
    identity_hash_token("ABCDEFGH", of_token);
    ck_assert_str_ne(hash, of_token);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("codes");
    TCase *tcase = tcase_create("codes");
    tcase_add_checked_fixture(tcase, set_up, NULL);
    tcase_add_test(tcase, a_code_has_eight_unambiguous_characters);
    tcase_add_test(tcase, codes_and_their_hashes_differ);
    tcase_add_test(tcase, case_and_hyphens_of_a_code_do_not_matter);
    tcase_add_test(tcase, what_cannot_be_a_code_has_no_hash);
    tcase_add_test(tcase, a_code_has_another_hash_than_a_token);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
