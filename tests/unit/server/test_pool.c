/* test_server_pool.c: things of a pool: their own, empty, and used again. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "server/base/pool.h"
#include "tests/support/run_suite.h"

enum { THINGS = 5000 };

static const size_t sizes[] = {sizeof(void *), 24, 184, 100000};

START_TEST(every_thing_has_its_own_room_and_begins_empty)
{
    size_t size = sizes[_i], count = size > 1000 ? 10 : THINGS;
    struct pool pool = {.size = size};
    unsigned char *thing[THINGS];
    for (size_t i = 0; i < count; i++) {
        thing[i] = pool_allocate(&pool);
        ck_assert_ptr_nonnull(thing[i]);
        for (size_t at = 0; at < size; at++) {
            ck_assert_uint_eq(thing[i][at], 0);
        }
        memset(thing[i], (int)(i % 255 + 1), size);
    }
    for (size_t i = 0; i < count; i++) {
        ck_assert_uint_eq(thing[i][0], i % 255 + 1);
        ck_assert_uint_eq(thing[i][size - 1], i % 255 + 1);
    }
    pool_free(&pool);
}
END_TEST

START_TEST(what_was_given_back_is_taken_again_before_anything_new)
{
    struct pool pool = {.size = 184};
    unsigned char *thing[THINGS];
    for (size_t i = 0; i < THINGS; i++) {
        thing[i] = pool_allocate(&pool);
        memset(thing[i], 0xff, pool.size);
    }
    for (size_t i = 0; i < THINGS; i += 2) {
        pool_release(&pool, thing[i]);
    }
    for (size_t i = THINGS; i > 0; i--) {
        if ((i - 1) % 2 == 0) {
            unsigned char *again = pool_allocate(&pool);
            ck_assert_ptr_eq(again, thing[i - 1]);
            ck_assert_uint_eq(again[0], 0);
            ck_assert_uint_eq(again[pool.size - 1], 0);
        } else {
            ck_assert_uint_eq(thing[i - 1][0], 0xff);
        }
    }
    pool_free(&pool);
    ck_assert_ptr_nonnull(pool_allocate(&pool)); /* it can begin anew */
    pool_free(&pool);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("server_pool");
    TCase *tcase = tcase_create("pool");
    tcase_add_loop_test(tcase, every_thing_has_its_own_room_and_begins_empty, 0, COUNT(sizes));
    tcase_add_test(tcase, what_was_given_back_is_taken_again_before_anything_new);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
