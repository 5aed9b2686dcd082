/* tables_harness.h: the tables of a server without connections, store and bots, for unit tests of what is listed. */
#ifndef GASLIGHT_TESTS_TABLES_HARNESS_H
#define GASLIGHT_TESTS_TABLES_HARNESS_H

#include "server/table/changes/tables_elsewhere.h"

#include <check.h>

static uv_loop_t loop;
static struct options options;
static struct sessions sessions;
static struct tables tables;

static void ignore(struct table *table)
{
    (void)table;
}

static void set_up_tables(void)
{
    ck_assert_int_eq(uv_loop_init(&loop), 0);
    ck_assert(identity_init());
    ck_assert(sessions_init(&sessions, &loop, &options, NULL));
    ck_assert(tables_init(&tables, &sessions));
    tables.hooks = (struct table_hooks){.changed = ignore, .idle = ignore, .removed = ignore};
}

static void tear_down_tables(void)
{
    tables_elsewhere_free(&tables);
    tables_free(&tables);
    sessions_free(&sessions);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
}

#endif
