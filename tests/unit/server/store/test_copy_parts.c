/* test_copy_parts.c: the statements with which --copy reads and writes tables, and the list of tables itself. */
#include <check.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/admin/copy_parts.h"
#include "server/admin/row_source.h"
#include "tests/support/c/run_suite.h"
#include "tests/support/c/store_harness.h"

static const struct copy_part *part_of(const char *table)
{
    for (size_t i = 0; i < COPY_PARTS; i++) {
        if (strcmp(copy_parts[i].table, table) == 0) {
            return &copy_parts[i];
        }
    }
    ck_abort_msg("there is no part %s", table);
    return NULL;
}

START_TEST(queries_are_in_the_order_of_the_key)
{
    char sql[COPY_SQL_MAX];
    copy_write_query(part_of("tokens"), true, false, sql);
    ck_assert_str_eq(sql, "SELECT hash, player, created FROM tokens ORDER BY hash");
    copy_write_query(part_of("finished_players"), true, true, sql);
    ck_assert_str_eq(
        sql, "SELECT player_id, at, table_id, listed, counted FROM finished_players WHERE (player_id, at, "
             "table_id) > (json_extract($1, '$[0]'), json_extract($1, '$[1]'), "
             "json_extract($1, '$[2]')) ORDER BY player_id, at, table_id");
}
END_TEST

START_TEST(the_numbers_of_tables_have_another_name_in_sqlite)
{
    char sql[COPY_SQL_MAX];
    copy_write_query(part_of("tables"), true, false, sql);
    ck_assert_ptr_nonnull(strstr(sql, "SELECT rowid, id, "));
    copy_write_query(part_of("tables"), false, false, sql);
    ck_assert_ptr_nonnull(strstr(sql, "SELECT number, id, "));
}
END_TEST

START_TEST(a_position_is_the_key_of_a_row)
{
    const char *const row[] = {"a \"table\"", "12", "player"};
    char *position = copy_position(part_of("actions"), row);
    ck_assert_str_eq(position, "[\"a \\\"table\\\"\",12]");
    free(position);
}
END_TEST

START_TEST(inserts_skip_rows_that_exist)
{
    char *sql = copy_insert(part_of("bans"), 2);
    ck_assert_str_eq(sql, "INSERT INTO bans (subject, created) VALUES ($1::text, $2::bigint), ($3::text, "
                          "$4::bigint) ON CONFLICT DO NOTHING");
    free(sql);
    sql = copy_insert(part_of("tables"), 2);
    ck_assert_ptr_nonnull(strstr(sql, "updated, host, players, invite) VALUES ("));
    ck_assert_ptr_nonnull(strstr(sql, "$12::text::jsonb ->> 'host'")); /* the lobby of the second row */
    free(sql);
}
END_TEST

/* Whoever adds a table or a column must add it to the copy. Only `batches` and `tallies`, which count transactions, are left out. */
START_TEST(every_column_of_sqlite_is_copied)
{
    struct harness it;
    char error[300];
    unsigned columns = 0;
    int64_t stored = 0;
    harness_begin(&it, &store_sqlite);
    harness_close(&it);
    struct row_source *source = row_source_open(it.directory, error, sizeof error);
    ck_assert_msg(source != NULL, "%s", error);
    ck_assert(row_source_number(source,
                                "SELECT count(*) FROM sqlite_schema t, pragma_table_info(t.name) "
                                "WHERE t.type = 'table' AND t.name NOT IN ('batches', 'tallies')",
                                &stored));
    for (size_t i = 0; i < COPY_PARTS; i++) {
        columns += copy_part_columns(&copy_parts[i]);
    }
    ck_assert_uint_eq(columns, (unsigned)stored + 1); /* and the number of a table */
    row_source_close(source);
    remove_directory(it.directory);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("copy parts");
    TCase *tcase = tcase_create("copy parts");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, queries_are_in_the_order_of_the_key);
    tcase_add_test(tcase, the_numbers_of_tables_have_another_name_in_sqlite);
    tcase_add_test(tcase, a_position_is_the_key_of_a_row);
    tcase_add_test(tcase, inserts_skip_rows_that_exist);
    tcase_add_test(tcase, every_column_of_sqlite_is_copied);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
