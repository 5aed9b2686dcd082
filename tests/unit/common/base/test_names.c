/* test_names.c: which names are good, and which look alike. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "common/base/array.h"
#include "common/base/names.h"
#include "common/base/names_internal.h"
#include "common/base/utf8.h"
#include "tests/support/c/run_suite.h"

START_TEST(names_that_look_alike)
{
    static const char *const pairs[][2] = {
        {"Ann", "Ann"},
        {"Ann", "ANN"},
        {"Ann", "A n\u00a0n"},            /* blanks, also without a break */
        {"Ann Bee", "Ann  Bee"},          /* two blanks */
        {"Ann", "A\u200bnn"},             /* zero width */
        {"Ann", "\u202eAnn"},             /* right to left */
        {"Ann", "\u2066Ann\u2069"},       /* isolated */
        {"Ann", "\u0410nn"},              /* Cyrillic */
        {"Ann", "\u0430nn"},              /* Cyrillic, small */
        {"Ann", "\uff21\uff4e\uff4e"},    /* full width */
        {"Ann", "\U0001d400\U0001d427n"}, /* mathematical */
        {"Ann", "A\u0301n\u0323n"},       /* combining marks */
        {"\u00c5sa", "A\u030asa"},        /* composed, decomposed */
        {"\u00c5sa", "Asa"},              /* an accent */
        {"Ivan", "IVAN"},                 /* I, i and l, in any case */
        {"Alice", "AIice"},
        {"ALICE", "AIice"},
        {"Alice", "A1ice"},
        {"Alice", "A|ice"},
        {"Bob", "B0b"},
        {"Bob", "B\u03bfb"},      /* Greek omicron */
        {"Bob", "\u0412\u043eb"}, /* Cyrillic */
        {"Mary", "rnary"},
        {"Bot 1", "bot l"},
        {"\u0418\u0432\u0430\u043d", "\u0418\u0412\u0410\u041d"},             /* Russian, in capitals */
        {"\u0418\u0432\u0430\u043d", "\u0418BAH"},                            /* ... with Latin ones */
        {"\u039d\u03af\u03ba\u03bf\u03c2", "\u039d\u0399\u039a\u039f\u03a3"}, /* Greek, in capitals */
        {"\ud55c", "\u1112\u1161\u11ab"},             /* a Korean syllable and its letters */
        {"\u304c", "\u304b\u3099"},                   /* Japanese, with a mark of its own */
        {"\u0e01\u0e38\u0e48", "\u0e01\u0e48\u0e38"}, /* Thai marks in another order */
    };
    for (size_t i = 0; i < COUNT(pairs); i++) {
        ck_assert_msg(names_look_alike(pairs[i][0], pairs[i][1]), "%s, %s", pairs[i][0], pairs[i][1]);
        ck_assert_msg(names_look_alike(pairs[i][1], pairs[i][0]), "%s, %s", pairs[i][1], pairs[i][0]);
    }
}
END_TEST

START_TEST(names_that_do_not_look_alike)
{
    static const char *const pairs[][2] = {
        {"Ann", "Anna"},
        {"Ann", "Nan"},
        {"Bot 1", "Bot 2"},
        {"Bot 1", "Bot 11"},
        {"Bob", "Rob"},
        {"Hans", "Nans"},
        {"\u0412\u0435\u0440\u0430", "\u041d\u0435\u0440\u0430"},             /* Russian */
        {"\u03a3\u03af\u03bc\u03bf\u03c2", "\u039d\u03af\u03bc\u03bf\u03c2"}, /* Greek */
        {"\u062d\u0633\u0646", "\u062d\u0633\u064a\u0646"},                   /* Arabic */
        {"\u304b", "\u304c"},                         /* Japanese: the mark makes it another letter */
        {"\u0930\u0935\u093f", "\u0930\u0935\u0940"}, /* Hindi: vowels are marks */
        {"\u738b", "\u674e"},
        {"\U0001f98a", "\U0001f43b"}, /* a fox, a bear */
    };
    for (size_t i = 0; i < COUNT(pairs); i++) {
        ck_assert_msg(!names_look_alike(pairs[i][0], pairs[i][1]), "%s, %s", pairs[i][0], pairs[i][1]);
    }
}
END_TEST

START_TEST(letters_and_digits_stay_different)
{
    static const char all[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    for (size_t i = 0; all[i] != '\0'; i++) {
        for (size_t j = 0; j < i; j++) {
            char one[] = {all[i], '\0'}, other[] = {all[j], '\0'};
            bool alike = (strchr("il1", all[i]) != NULL && strchr("il1", all[j]) != NULL) ||
                         (strchr("o0", all[i]) != NULL && strchr("o0", all[j]) != NULL);
            ck_assert_msg(names_look_alike(one, other) == alike, "%s, %s", one, other);
        }
    }
}
END_TEST

static bool is_replaced(uint32_t character)
{
    for (size_t i = 0; i < name_range_count; i++) {
        if (character >= name_ranges[i].first && character - name_ranges[i].first <= name_ranges[i].more) {
            return true;
        }
    }
    return false;
}

/* What a character is replaced by is not replaced again: otherwise two names could be alike but not equal. */
START_TEST(tables_are_sorted_and_complete)
{
    for (size_t i = 0; i < name_range_count; i++) {
        const struct name_range *range = &name_ranges[i];
        ck_assert(i == 0 || range->first > range[-1].first + range[-1].more);
        if (range->kind == NAME_ONE) {
            ck_assert_msg(!is_replaced(range->value) && !is_replaced(range->value + range->more), "U+%04X",
                          (unsigned)range->first);
        }
        for (const uint32_t *text = &name_texts[range->value]; range->kind == NAME_TEXT; text++) {
            ck_assert_msg(!is_replaced(*text & ~NAME_TEXT_END), "U+%04X", (unsigned)range->first);
            if ((*text & NAME_TEXT_END) != 0) {
                break;
            }
        }
    }
}
END_TEST

START_TEST(good_names)
{
    static const char *const good[] = {
        "A",
        "Ann Bee",
        "O'Neil-Smith (2)",
        "Zo\u00eb",
        "\u0418\u0432\u0430\u043d",
        "\u05d3\u05d5\u05d3",
        "\u0627\u062d\u0645\u062f",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", /* Persian, with a non-joiner */
        "\U0001f469\u200d\U0001f4bb",                       /* emoji, with a joiner */
        "\u2764\ufe0f\u200d\U0001f525",
        "12345678901234567890123456789012",
    };
    for (size_t i = 0; i < COUNT(good); i++) {
        ck_assert_msg(name_is_good(good[i]), "row %zu: %s", i, good[i]);
    }
}
END_TEST

START_TEST(bad_names)
{
    static const char *const bad[] = {
        "",
        " ",
        "\u00a0\u3000",
        "\u0301",    /* only a mark */
        "A\u200bnn", /* zero width */
        "A\u200dnn", /* a joiner that joins nothing */
        "Ann\ufe0f",
        "\u202eAnn",
        "Ann\u202c",
        "\u2067Ann",
        "A\u200fnn", /* a mark of direction */
        "A\u061cnn",
        "A\u00adnn",                    /* a soft hyphen */
        "\u3164",                       /* Hangul filler */
        "\u2800",                       /* Braille blank */
        "A\U000e0041",                  /* a tag */
        "\u2764\u200d\u200d\U0001f525", /* two joiners */
        "A\tnn",
        "A\u2028nn",
        "A\xc2\x85nn",
        "123456789012345678901234567890123", /* 33 characters */
    };
    for (size_t i = 0; i < COUNT(bad); i++) {
        ck_assert_msg(!name_is_good(bad[i]), "row %zu: %s", i, bad[i]);
    }
}
END_TEST

START_TEST(equal_names_of_a_game_are_numbered)
{
    char names[6][NAME_BYTES_MAX + 1] = {"Ann", "ANN", "A\u200bnn", "Ann (2)", REMOVED_NAME, REMOVED_NAME};
    ck_assert_uint_eq(names_find_double(names, COUNT(names)), 1);
    names_separate(names, COUNT(names));
    ck_assert_str_eq(names[0], "Ann");
    ck_assert_str_eq(names[1], "ANN (2)");
    ck_assert_str_eq(names[2], "Ann (3)");
    ck_assert_str_eq(names[3], "Ann (2) (2)");
    ck_assert_str_eq(names[4], REMOVED_NAME);
    ck_assert_str_eq(names[5], REMOVED_NAME);
    ck_assert_uint_eq(names_find_double(names, COUNT(names)), COUNT(names));
}
END_TEST

START_TEST(numbered_names_are_still_good)
{
    char names[6][NAME_BYTES_MAX + 1];
    for (size_t i = 0; i < COUNT(names); i++) {
        names[i][0] = '\0';
        for (size_t j = 0; j < NAME_CHARACTERS_MAX && i > 1; j++) {
            (void)snprintf(names[i] + 4 * j, sizeof names[i] - 4 * j, "\U0001f98a");
        }
    }
    names_separate(names, COUNT(names));
    for (size_t i = 0; i < COUNT(names); i++) {
        ck_assert_msg(name_is_good(names[i]), "%s", names[i]);
    }
    ck_assert_uint_eq(names_find_double(names, COUNT(names)), COUNT(names));
    ck_assert_str_eq(names[0], "?");
}
END_TEST

/* The longest replacements, 32 of them, and a different last character. */
START_TEST(long_names_are_compared)
{
    char one[NAME_BYTES_MAX + 1] = "", other[NAME_BYTES_MAX + 1];
    for (int i = 0; i + 1 < NAME_CHARACTERS_MAX; i++) {
        (void)snprintf(one + strlen(one), sizeof one - strlen(one), "\ufdfa");
    }
    (void)snprintf(other, sizeof other, "%.*s", (int)sizeof other - 2, one);
    ck_assert(name_is_good(one) && names_look_alike(one, other));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("names");
    TCase *tests = tcase_create("names");
    tcase_add_test(tests, names_that_look_alike);
    tcase_add_test(tests, names_that_do_not_look_alike);
    tcase_add_test(tests, letters_and_digits_stay_different);
    tcase_add_test(tests, tables_are_sorted_and_complete);
    tcase_add_test(tests, good_names);
    tcase_add_test(tests, bad_names);
    tcase_add_test(tests, equal_names_of_a_game_are_numbered);
    tcase_add_test(tests, numbered_names_are_still_good);
    tcase_add_test(tests, long_names_are_compared);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
