/*
 * test_language.c: translations are found, take the same values as the English texts, and have ASCII forms.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "common/base/array.h"
#include "tests/support/c/scenario.h"

START_TEST(the_language_follows_the_locale)
{
    ck_assert_int_eq(language_of_locale("it_IT.UTF-8"), LANGUAGE_ITALIAN);
    ck_assert_int_eq(language_of_locale("it"), LANGUAGE_ITALIAN);
    ck_assert_int_eq(language_of_locale("it@euro"), LANGUAGE_ITALIAN);
    ck_assert_int_eq(language_of_locale("italo"), LANGUAGE_ENGLISH);
    ck_assert_int_eq(language_of_locale("de_DE.UTF-8"), LANGUAGE_ENGLISH);
    ck_assert_int_eq(language_of_locale("C"), LANGUAGE_ENGLISH);
    ck_assert_int_eq(language_of_locale(NULL), LANGUAGE_ENGLISH);
    ck_assert_int_eq(language_from_name("it"), LANGUAGE_ITALIAN);
    ck_assert_int_eq(language_from_name("en"), LANGUAGE_ENGLISH);
    ck_assert_int_eq(language_from_name("klingon"), LANGUAGE_COUNT);
}
END_TEST

START_TEST(the_first_variable_that_is_set_counts)
{
    ck_assert_int_eq(setenv("LANG", "it_IT.UTF-8", 1), 0);
    ck_assert_int_eq(setenv("LC_MESSAGES", "", 1), 0);
    ck_assert_int_eq(unsetenv("LC_ALL"), 0);
    ck_assert_str_eq(language_environment(), "it_IT.UTF-8");
    ck_assert_int_eq(setenv("LC_MESSAGES", "en_GB", 1), 0);
    ck_assert_str_eq(language_environment(), "en_GB");
    ck_assert_int_eq(setenv("LC_ALL", "C", 1), 0);
    ck_assert_str_eq(language_environment(), "C");
}
END_TEST

START_TEST(every_text_is_translated_and_the_rest_stays_english)
{
    ck_assert_str_eq(tr("Jack was arrested"), "Jack was arrested");
    language_set(LANGUAGE_ITALIAN, false);
    for (size_t i = 0; i < italian_count; i++) {
        ck_assert_str_eq(tr(italian[i].english), italian[i].translated);
    }
    ck_assert_str_eq(tr("Never written."), "Never written.");
    ck_assert_str_eq(tr_count(1, "%u circle", "%u circles"), "%u cerchio");
    ck_assert_str_eq(tr_count(2, "%u circle", "%u circles"), "%u cerchi");
    language_set(LANGUAGE_ENGLISH, false);
    ck_assert_str_eq(tr("Jack was arrested"), "Jack was arrested");
}
END_TEST

/* The sentence says more than the code, which several sentences share. */
START_TEST(refusals_are_translated_by_sentence_or_by_code)
{
    ck_assert_str_eq(tr_refusal("not_host", "Only the host can do that."), "Only the host can do that.");
    language_set(LANGUAGE_ITALIAN, false);
    ck_assert_str_eq(tr_refusal("illegal_move", "Another policeman is there."),
                     "Lì c’è un altro poliziotto.");
    ck_assert_str_eq(tr_refusal("illegal_move", "A sentence of a newer server."),
                     "Questa mossa non è consentita.");
    ck_assert_str_eq(tr_refusal("brand_new", "Something new."), "Something new.");
    language_set(LANGUAGE_ENGLISH, false);
}
END_TEST

START_TEST(without_utf8_accents_become_ascii)
{
    language_set(LANGUAGE_ITALIAN, true);
    ck_assert_str_eq(tr("Jack was arrested"), "Jack e' stato arrestato");
    ck_assert_str_eq(tr("The address"), "L'indirizzo");
    for (size_t i = 0; i < italian_count; i++) {
        for (const char *at = tr(italian[i].english); *at != '\0'; at++) {
            ck_assert_msg((unsigned char)*at < 0x80, "%s", italian[i].translated);
        }
    }
    language_set(LANGUAGE_ENGLISH, false);
}
END_TEST

int main(void)
{
    static const TTest *const *const tests[] = {
        &the_language_follows_the_locale,
        &the_first_variable_that_is_set_counts,
        &every_text_is_translated_and_the_rest_stays_english,
        &refusals_are_translated_by_sentence_or_by_code,
        &without_utf8_accents_become_ascii,
    };
    return scenario_run("client language", NULL, tests, COUNT(tests));
}
