/* test_buffer.c: texts that arrive in pieces. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/buffer.h"
#include "tests/support/c/run_suite.h"

START_TEST(pieces_come_together_in_order)
{
    struct buffer buffer = {0};
    ck_assert(buffer_add(&buffer, "one, ", 5));
    ck_assert(buffer_add(&buffer, "two", 3));
    ck_assert_uint_eq(buffer.length, 8);
    ck_assert_str_eq(buffer.text, "one, two");
    buffer_free(&buffer);
}
END_TEST

START_TEST(adding_nothing_makes_an_empty_text)
{
    struct buffer buffer = {0};
    ck_assert_ptr_null(buffer.text);
    ck_assert(buffer_add(&buffer, NULL, 0));
    ck_assert_str_eq(buffer.text, "");
    ck_assert_uint_eq(buffer.length, 0);
    buffer_free(&buffer);
    ck_assert_ptr_null(buffer.text);
}
END_TEST

START_TEST(the_buffer_grows_as_needed)
{
    struct buffer buffer = {0};
    char piece[777];
    for (unsigned i = 0; i < 100; i++) {
        memset(piece, (int)i, sizeof piece); /* includes zero bytes: the length matters, not the terminator */
        ck_assert(buffer_add(&buffer, piece, sizeof piece));
    }
    ck_assert_uint_eq(buffer.length, 100 * sizeof piece);
    for (size_t i = 0; i < buffer.length; i++) {
        ck_assert_int_eq(buffer.text[i], (char)(i / sizeof piece));
    }
    ck_assert_int_eq(buffer.text[buffer.length], '\0');
    buffer_free(&buffer);
}
END_TEST

START_TEST(the_caller_owns_a_taken_text_and_the_buffer_is_empty)
{
    struct buffer buffer = {0};
    ck_assert(buffer_add(&buffer, "first", 5));
    char *taken = buffer_take(&buffer);
    ck_assert(buffer_add(&buffer, "second", 6));
    ck_assert_str_eq(taken, "first");
    ck_assert_str_eq(buffer.text, "second");
    free(taken);
    buffer_free(&buffer);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("buffer");
    TCase *tests = tcase_create("buffer");
    tcase_add_test(tests, pieces_come_together_in_order);
    tcase_add_test(tests, adding_nothing_makes_an_empty_text);
    tcase_add_test(tests, the_buffer_grows_as_needed);
    tcase_add_test(tests, the_caller_owns_a_taken_text_and_the_buffer_is_empty);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
