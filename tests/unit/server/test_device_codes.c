/*
 * test_device_codes.c: a code works once, within its lifetime, for the player who created it last, however it is
 * typed.
 */
#include "server/verbs/device_codes.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"

enum { NOW = 1000, LIFETIME = 500 };

static struct codes *codes;
static struct code taken;

static void set_up(void)
{
    ck_assert(identity_init());
    codes = codes_new();
    ck_assert_ptr_nonnull(codes);
}

static void tear_down(void)
{
    codes_free(codes);
}

static void draw(const char *player, char shown[CODE_LENGTH + 1])
{
    ck_assert(codes_draw(codes, player, NOW, LIFETIME, shown));
}

START_TEST(a_code_has_eight_unambiguous_characters)
{
    char shown[CODE_LENGTH + 1];
    for (unsigned i = 0; i < 2000; i++) {
        draw("ann", shown);
        ck_assert_uint_eq(strlen(shown), CODE_LENGTH);
        ck_assert_uint_eq(strspn(shown, "23456789ABCDEFGHJKMNPQRSTUVWXYZ"), 4);
        ck_assert_int_eq(shown[4], '-');
        ck_assert_uint_eq(strspn(shown + 5, "23456789ABCDEFGHJKMNPQRSTUVWXYZ"), 4);
    }
    ck_assert_uint_eq(codes_count(codes), 1);
}
END_TEST

START_TEST(a_code_works_once)
{
    char shown[CODE_LENGTH + 1];
    draw("ann", shown);
    ck_assert(codes_take(codes, shown, NOW, &taken));
    ck_assert_str_eq(taken.player, "ann");
    ck_assert(!codes_take(codes, shown, NOW, &taken));
    ck_assert_uint_eq(codes_count(codes), 0);
}
END_TEST

START_TEST(case_and_hyphens_of_a_code_do_not_matter)
{
    static const struct {
        const char *before, *between, *after;
    } ways[] = {{"", "-", ""}, {"", "", ""}, {"  ", " ", " "}, {"-", " - ", "--"}};
    char shown[CODE_LENGTH + 1];
    char typed[64];
    for (unsigned i = 0; i < COUNT(ways); i++) {
        for (unsigned lower = 0; lower < 2; lower++) {
            draw("ann", shown);
            (void)snprintf(typed, sizeof typed, "%s%.4s%s%.4s%s", ways[i].before, shown, ways[i].between,
                           shown + 5, ways[i].after);
            for (char *at = typed; lower == 1 && *at != '\0'; at++) {
                *at = (char)tolower((unsigned char)*at);
            }
            ck_assert_msg(codes_take(codes, typed, NOW, &taken), "%s for %s", typed, shown);
        }
    }
}
END_TEST

START_TEST(an_invalid_code_uses_up_none)
{
    char shown[CODE_LENGTH + 1];
    char longer[2 * CODE_LENGTH + 1];
    draw("ann", shown);
    (void)snprintf(longer, sizeof longer, "%s%s", shown, shown);
    const char *const wrong[] = {"",          "-",    "        ", "ABCDEFG",
                                 "ABCDEFGHJ", longer, shown + 1,  "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"};
    for (size_t i = 0; i < COUNT(wrong); i++) {
        ck_assert_msg(!codes_take(codes, wrong[i], NOW, &taken), "%s", wrong[i]);
    }
    ck_assert(codes_take(codes, shown, NOW, &taken));
}
END_TEST

START_TEST(a_code_expires)
{
    char shown[CODE_LENGTH + 1];
    draw("ann", shown);
    ck_assert(!codes_take(codes, shown, NOW + LIFETIME, &taken));
    draw("ann", shown);
    ck_assert(codes_take(codes, shown, NOW + LIFETIME - 1, &taken));
    ck_assert(codes_draw(codes, "ann", NOW, 0, shown));
    ck_assert(!codes_take(codes, shown, NOW, &taken));
    draw("ann", shown);
    codes_sweep(codes, NOW + LIFETIME - 1);
    ck_assert_uint_eq(codes_count(codes), 1);
    codes_sweep(codes, NOW + LIFETIME);
    ck_assert_uint_eq(codes_count(codes), 0);
}
END_TEST

START_TEST(each_player_has_one_code)
{
    char first[CODE_LENGTH + 1], second[CODE_LENGTH + 1], bobs[CODE_LENGTH + 1];
    draw("ann", first);
    draw("bob", bobs);
    draw("ann", second);
    ck_assert_uint_eq(codes_count(codes), 2);
    ck_assert(!codes_take(codes, first, NOW, &taken));
    ck_assert(codes_take(codes, bobs, NOW, &taken));
    ck_assert_str_eq(taken.player, "bob");
    codes_remove(codes, "ann");
    ck_assert(!codes_take(codes, second, NOW, &taken));
}
END_TEST

START_TEST(a_returned_code_works_again_unless_there_is_a_newer_one)
{
    char first[CODE_LENGTH + 1], second[CODE_LENGTH + 1];
    draw("ann", first);
    ck_assert(codes_take(codes, first, NOW, &taken));
    codes_restore(codes, &taken);
    ck_assert(!codes_take(codes, first, NOW + LIFETIME, &taken)); /* its lifetime is not extended */
    draw("ann", first);
    ck_assert(codes_take(codes, first, NOW, &taken));
    draw("ann", second);
    codes_restore(codes, &taken);
    ck_assert(!codes_take(codes, first, NOW, &taken));
    ck_assert(codes_take(codes, second, NOW, &taken));
}
END_TEST

START_TEST(the_number_of_codes_is_limited)
{
    char shown[CODE_LENGTH + 1], player[PLAYER_ID_LENGTH + 1];
    for (unsigned i = 0; i < CODES_MAX; i++) {
        (void)snprintf(player, sizeof player, "p%u", i);
        draw(player, shown);
    }
    ck_assert(!codes_draw(codes, "ann", NOW, LIFETIME, shown));
    draw("p0", shown);                                                    /* replaces the player's own code */
    ck_assert(codes_draw(codes, "ann", NOW + LIFETIME, LIFETIME, shown)); /* the others have expired */
    ck_assert_uint_eq(codes_count(codes), 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("codes");
    TCase *tcase = tcase_create("codes");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_code_has_eight_unambiguous_characters);
    tcase_add_test(tcase, a_code_works_once);
    tcase_add_test(tcase, case_and_hyphens_of_a_code_do_not_matter);
    tcase_add_test(tcase, an_invalid_code_uses_up_none);
    tcase_add_test(tcase, a_code_expires);
    tcase_add_test(tcase, each_player_has_one_code);
    tcase_add_test(tcase, a_returned_code_works_again_unless_there_is_a_newer_one);
    tcase_add_test(tcase, the_number_of_codes_is_limited);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
