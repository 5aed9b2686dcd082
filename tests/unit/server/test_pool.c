/* test_pool.c: objects of a pool are separate, zeroed and reused. */
#include <check.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "server/base/pool.h"
#include "tests/support/c/run_suite.h"

enum { OBJECTS = 5000 };

static const size_t sizes[] = {sizeof(void *), 24, 184, 100000};

START_TEST(every_object_is_separate_and_zeroed)
{
    size_t size = sizes[_i], count = size > 1000 ? 10 : OBJECTS;
    struct pool pool = {.size = size};
    unsigned char *object[OBJECTS];
    for (size_t i = 0; i < count; i++) {
        object[i] = pool_allocate(&pool);
        ck_assert_ptr_nonnull(object[i]);
        bool zeroed = true; /* one assertion per object: Check writes to a pipe for each */
        for (size_t at = 0; at < size; at++) {
            zeroed = zeroed && object[i][at] == 0;
        }
        ck_assert(zeroed);
        memset(object[i], (int)(i % 255 + 1), size);
    }
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_eq(object[i][0], i % 255 + 1);
        ck_assert_uint_eq(object[i][size - 1], i % 255 + 1);
    }
    pool_free(&pool);
}
END_TEST

START_TEST(released_objects_are_reused_first)
{
    struct pool pool = {.size = 184};
    unsigned char *object[OBJECTS];
    for (size_t i = 0; i < OBJECTS; i++) {
        object[i] = pool_allocate(&pool);
        memset(object[i], 0xff, pool.size);
    }
    for (size_t i = 0; i < OBJECTS; i += 2) {
        pool_release(&pool, object[i]);
    }
    for (size_t i = OBJECTS; i > 0; i--) {
        if ((i - 1) % 2 == 0) {
            unsigned char *again = pool_allocate(&pool);
            ck_assert_ptr_eq(again, object[i - 1]);
            ck_assert_uint_eq(again[0], 0);
            ck_assert_uint_eq(again[pool.size - 1], 0);
        } else {
            ck_assert_uint_eq(object[i - 1][0], 0xff);
        }
    }
    pool_free(&pool);
    ck_assert_ptr_nonnull(pool_allocate(&pool)); /* the pool can be used again */
    pool_free(&pool);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pool");
    TCase *tcase = tcase_create("pool");
    tcase_add_loop_test(tcase, every_object_is_separate_and_zeroed, 0, COUNT(sizes));
    tcase_add_test(tcase, released_objects_are_reused_first);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
