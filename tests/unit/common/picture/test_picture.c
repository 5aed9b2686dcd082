/*
 * test_picture.c: a picture is well-formed whatever the names are, always the same, and only of finished games. The
 * black-box test test_record_picture.py reads pictures with an XML parser.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "common/picture/picture.h"
#include "tests/support/c/reviewed.h"
#include "tests/support/c/run_suite.h"

static struct buffer drawn_by(const struct record *record, const struct board *board)
{
    struct buffer out = {0};
    struct record_error error;
    ck_assert_msg(picture_write(record, board, &out, &error), "%s", error.text);
    return out;
}

/* Skips an element's start or end tag; returns the first character after it. Attributes are in double quotes. */
static const char *skip_tag(const char *at)
{
    bool quoted = false;
    for (at++; *at != '\0' && (*at != '>' || quoted); at++) {
        ck_assert_msg(*at != '<', "a < in a tag");
        quoted = *at == '"' ? !quoted : quoted;
    }
    ck_assert_int_eq(*at, '>');
    return at + 1;
}

/* Checks that tags are balanced and that text has no & besides entities. */
static void check_form(const char *text)
{
    int depth = 0;
    for (const char *at = text; *at != '\0';) {
        if (*at == '<') {
            const char *end = skip_tag(at);
            depth += at[1] == '/' ? -1 : end[-2] == '/' ? 0 : 1;
            ck_assert_int_ge(depth, 0);
            at = end;
        } else {
            size_t length = strspn(at + 1, "#0123456789abcdefghijklmnopqrstuvwxyz");
            ck_assert(*at != '&' || at[1 + length] == ';');
            at++;
        }
    }
    ck_assert_int_eq(depth, 0);
}

START_TEST(pictures_of_all_records_are_well_formed_and_always_the_same)
{
    for (unsigned i = 0; i < reviewed_count; i++) {
        struct buffer once = drawn_by(&reviewed[i].record, reviewed[i].board);
        struct buffer again = drawn_by(&reviewed[i].record, reviewed[i].board);
        ck_assert_str_eq(once.text, again.text);
        check_form(once.text);
        buffer_free(&once);
        buffer_free(&again);
    }
}
END_TEST

START_TEST(names_are_escaped_and_cannot_turn_other_text)
{
    const struct sample *sample = reviewed_find("whitehall-plain.json");
    struct record record = sample->record;
    /* Characters that a record file can't have any more, but old games in a store can. */
    (void)snprintf(record.name[0], sizeof record.name[0], "%s", "<b>&\"'");
    (void)snprintf(record.name[1], sizeof record.name[1], "%s",
                   "a\xE2\x80\xAE"
                   "b\x01"
                   "c\xC2\x85"
                   "d\xE2\x81\xA6"
                   "e");
    (void)snprintf(record.name[2], sizeof record.name[2], "%s", "bad\xFFutf8");
    struct buffer out = drawn_by(&record, sample->board);
    check_form(out.text);
    ck_assert_ptr_nonnull(strstr(out.text, ">&lt;b&gt;&amp;&quot;&#39;<"));
    ck_assert_ptr_nonnull(strstr(out.text, ">abcde<"));
    ck_assert_ptr_nonnull(strstr(out.text, ">badutf8<"));
    buffer_free(&out);
}
END_TEST

START_TEST(a_game_that_is_not_over_has_no_picture)
{
    const struct sample *sample = reviewed_find("whitechapel-plain.json");
    struct record record = sample->record;
    struct buffer out = {0};
    struct record_error error;
    for (record.count = 0; record.count < sample->record.count; record.count += 7) {
        ck_assert(!picture_write(&record, sample->board, &out, &error));
        ck_assert_int_eq(error.error, ERROR_NOT_FINISHED);
        ck_assert_uint_eq(out.length, 0);
    }
    struct action wrong = {.kind = ACTION_BOAT, .by = PAWN_JACK, .to = 3};
    record.actions = &wrong;
    record.count = 1;
    ck_assert(!picture_write(&record, sample->board, &out, &error));
    ck_assert_int_ne(error.error, ERROR_NOT_FINISHED);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("picture");
    TCase *tests = tcase_create("picture");
    tcase_add_unchecked_fixture(tests, reviewed_load, reviewed_free);
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, pictures_of_all_records_are_well_formed_and_always_the_same);
    tcase_add_test(tests, names_are_escaped_and_cannot_turn_other_text);
    tcase_add_test(tests, a_game_that_is_not_over_has_no_picture);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
