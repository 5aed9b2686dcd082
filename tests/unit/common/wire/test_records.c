/*
 * test_records.c: the games in tests/records, and what every viewer was sent of them.
 *
 * A record must lead to the same game in every later version, and every viewer must receive the same bytes:
 * the hash of each stream is pinned in tests/records/streams.txt. See the README there.
 */
#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/wire/record.h"
#include "common/wire/wire.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"

#define DIRECTORY "tests/records/"
#define PINNED DIRECTORY "streams.txt"

enum { RECORDS_MAX = 128, TEXT_MAX = 1 << 20, PINS_MAX = 1 << 17 };

struct sample {
    char file[128];
    struct record record;
    struct game game;
};

static struct sample samples[RECORDS_MAX];
static unsigned sample_count;
static char text[TEXT_MAX];

/* ---- reading the directory, once ---- */

static size_t read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s cannot be opened (run from the project's top)", path);
    size_t length = fread(text, 1, sizeof text - 1, file);
    ck_assert(fclose(file) == 0 && length < sizeof text - 1);
    text[length] = '\0';
    return length;
}

static void load_sample(const char *name)
{
    struct sample *sample = &samples[sample_count++];
    struct record_error error;
    char path[256];
    snprintf(sample->file, sizeof sample->file, "%s", name);
    snprintf(path, sizeof path, DIRECTORY "%s", name);
    bool read = record_read(&sample->record, text, read_file(path), &error);
    bool right =
        read && record_verify(&sample->record, play_board(sample->record.setup.game), &sample->game, &error);
    if (!right) {
        char line[256];
        record_error_line(&error, line, sizeof line);
        ck_abort_msg("%s: %s", path, line);
    }
}

static int by_name(const struct dirent **left, const struct dirent **right)
{
    return strcmp((*left)->d_name, (*right)->d_name);
}

static int is_record(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0;
}

static void load_samples(void)
{
    struct dirent **entries;
    int count = scandir(DIRECTORY, &entries, is_record, by_name);
    ck_assert_int_gt(count, 0);
    ck_assert_int_le(count, RECORDS_MAX);
    for (int i = 0; i < count; i++) {
        load_sample(entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
}

static void free_samples(void)
{
    while (sample_count > 0) {
        record_free(&samples[--sample_count].record);
    }
}

/* ---- the streams ---- */

struct listener {
    struct viewer viewer;
    uint64_t hash;
    unsigned events;
};

static void hear(void *context, const struct game *game, const struct action *action,
                 const struct events *events)
{
    static char line[16384];
    struct listener *listener = context;
    (void)action;
    for (unsigned i = 0; i < events->count; i++) {
        struct viewed_event viewed;
        struct json_writer writer;
        view_event(game, listener->viewer, &events->item[i], &viewed);
        json_write_begin(&writer, line, sizeof line);
        wire_event(&writer, NULL, &viewed);
        ck_assert(json_write_ok(&writer));
        listener->hash = play_hash(listener->hash, line, writer.length);
        listener->hash = play_hash(listener->hash, "\n", 1);
        listener->events++;
    }
}

static struct listener listen_to(const struct sample *sample, struct viewer viewer)
{
    struct listener listener = {.viewer = viewer, .hash = PLAY_HASH_START};
    struct game game;
    struct record_error error;
    ck_assert(record_fold(&sample->record, play_board(sample->record.setup.game), SIZE_MAX, &game, hear,
                          &listener, &error));
    return listener;
}

static struct viewer detective_of(const struct sample *sample, unsigned seat)
{
    return (struct viewer){.role = VIEWER_DETECTIVE, .pawns = sample->record.setup.pawns[seat]};
}

/* Appends "FILE WHO EVENTS HASH" for every viewer. */
static size_t pin_sample(const struct sample *sample, char *pins, size_t length)
{
    static const struct {
        const char *who;
        uint8_t role;
    } roles[] = {
        {"jack", VIEWER_JACK}, {"police", VIEWER_POLICE}, {"public", VIEWER_PUBLIC}, {"all", VIEWER_ALL}};
    for (unsigned i = 0; i < COUNT(roles); i++) {
        struct listener heard = listen_to(sample, (struct viewer){.role = roles[i].role});
        length += (size_t)snprintf(pins + length, PINS_MAX - length, "%s %s %u %016llx\n", sample->file,
                                   roles[i].who, heard.events, (unsigned long long)heard.hash);
    }
    for (int pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        unsigned seat = sample->game.seat_of[pawn];
        if (seat < sample->game.seats) {
            struct listener heard = listen_to(sample, detective_of(sample, seat));
            length +=
                (size_t)snprintf(pins + length, PINS_MAX - length, "%s %s %u %016llx\n", sample->file,
                                 pawn_name((enum pawn)pawn), heard.events, (unsigned long long)heard.hash);
        }
    }
    return length;
}

START_TEST(every_viewers_stream_is_the_pinned_one)
{
    static char pins[PINS_MAX];
    size_t length = 0;
    for (unsigned i = 0; i < sample_count; i++) {
        length = pin_sample(&samples[i], pins, length);
        ck_assert_uint_lt(length, PINS_MAX - 1024);
    }
    if (getenv("GASLIGHT_PIN") != NULL) {
        FILE *file = fopen(PINNED, "wb");
        ck_assert(file != NULL && fwrite(pins, 1, length, file) == length && fclose(file) == 0);
    }
    ck_assert_uint_eq(read_file(PINNED), length);
    const char *expected = text;
    for (char *line = pins; *line != '\0';) {
        size_t end = strcspn(line, "\n") + 1;
        ck_assert_msg(memcmp(line, expected, end) == 0, "the stream has changed: now %.*s", (int)end, line);
        line += end;
        expected += end;
    }
}
END_TEST

START_TEST(every_viewer_is_sent_the_same_number_of_events)
{
    for (unsigned i = 0; i < sample_count; i++) {
        unsigned jack = listen_to(&samples[i], (struct viewer){.role = VIEWER_JACK}).events;
        ck_assert_uint_gt(jack, 0);
        for (unsigned seat = 0; seat < samples[i].game.seats; seat++) {
            struct viewer viewer = detective_of(&samples[i], seat);
            ck_assert_uint_eq(listen_to(&samples[i], viewer).events, jack);
        }
        ck_assert_uint_eq(listen_to(&samples[i], (struct viewer){.role = VIEWER_PUBLIC}).events, jack);
    }
}
END_TEST

/* ---- what the collection must contain ---- */

START_TEST(every_record_is_finished_and_says_its_result)
{
    for (unsigned i = 0; i < sample_count; i++) {
        ck_assert_msg(samples[i].game.phase == PHASE_OVER, "%s is unfinished", samples[i].file);
        ck_assert_uint_eq(samples[i].record.winner, samples[i].game.winner);
        ck_assert_uint_eq(samples[i].record.reason, samples[i].game.reason);
        ck_assert_msg(samples[i].record.board[0] != '\0', "%s names no board", samples[i].file);
    }
}
END_TEST

static bool has_record(enum game_kind game, uint32_t options, enum reason reason)
{
    for (unsigned i = 0; i < sample_count; i++) {
        const struct sample *sample = &samples[i];
        if (sample->record.setup.game == game &&
            (options == ~0U || sample->record.setup.options == options) &&
            (reason == REASON_NONE || sample->game.reason == reason)) {
            return true;
        }
    }
    return false;
}

START_TEST(there_is_a_game_of_every_option)
{
    for (int game = 0; game < GAME_KIND_COUNT; game++) {
        unsigned count = option_count((enum game_kind)game);
        for (unsigned option = 0; option < count; option++) {
            ck_assert_msg(has_record((enum game_kind)game, 1U << option, REASON_NONE), "no record of %s",
                          option_name((enum game_kind)game, option));
        }
        ck_assert(has_record((enum game_kind)game, 0, REASON_NONE));
        ck_assert(has_record((enum game_kind)game, (1U << count) - 1, REASON_NONE));
    }
}
END_TEST

START_TEST(there_is_a_game_of_every_ending)
{
    static const uint8_t endings[GAME_KIND_COUNT][6] = {
        [GAME_WHITECHAPEL] = {REASON_FIVE_VICTIMS, REASON_ARREST, REASON_ADDRESS, REASON_OUT_OF_MOVES,
                              REASON_NO_LEGAL_MOVE, REASON_RESIGNED},
        [GAME_WHITEHALL] = {REASON_ALL_DISCOVERIES, REASON_ARREST, REASON_OUT_OF_MOVES, REASON_NO_LEGAL_MOVE,
                            REASON_RESIGNED, REASON_RESIGNED},
    };
    for (int game = 0; game < GAME_KIND_COUNT; game++) {
        for (unsigned i = 0; i < sizeof endings[game]; i++) {
            enum reason reason = (enum reason)endings[game][i];
            ck_assert_msg(has_record((enum game_kind)game, ~0U, reason), "no record ends by %s",
                          reason_name(reason));
        }
    }
}
END_TEST

START_TEST(every_record_has_its_line_in_the_readme)
{
    read_file(DIRECTORY "README.md");
    for (unsigned i = 0; i < sample_count; i++) {
        char row[160];
        snprintf(row, sizeof row, "| `%.*s` | ", (int)strcspn(samples[i].file, "."), samples[i].file);
        ck_assert_msg(strstr(text, row) != NULL, "the README does not say what %s shows", samples[i].file);
    }
}
END_TEST

/* ---- versions of boards ---- */

START_TEST(a_record_of_another_board_is_refused)
{
    struct record record = samples[0].record;
    struct record_error error;
    struct game game;
    snprintf(record.board, sizeof record.board, "whitechapel/2");
    ck_assert(!record_verify(&record, play_board(record.setup.game), &game, &error));
    ck_assert_int_eq(error.error, ERROR_BAD_BOARD);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("records");
    TCase *tests = tcase_create("records");
    tcase_add_checked_fixture(tests, load_samples, free_samples);
    tcase_add_test(tests, every_record_is_finished_and_says_its_result);
    tcase_add_test(tests, every_viewers_stream_is_the_pinned_one);
    tcase_add_test(tests, every_viewer_is_sent_the_same_number_of_events);
    tcase_add_test(tests, there_is_a_game_of_every_option);
    tcase_add_test(tests, there_is_a_game_of_every_ending);
    tcase_add_test(tests, every_record_has_its_line_in_the_readme);
    tcase_add_test(tests, a_record_of_another_board_is_refused);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
