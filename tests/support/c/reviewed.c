/* reviewed.c: see reviewed.h. */
#include "tests/support/c/reviewed.h"

#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/c/play.h"

#define DIRECTORY "tests/records/"

enum { RECORDS = 30, RECORDS_MAX = 128, TEXT_MAX = 1 << 20, PATH_BYTES = 512 };

struct sample reviewed[RECORDS_MAX];
unsigned reviewed_count;

/* ---- reading the directory, once ---- */

static void load_sample(const char *name)
{
    static char text[TEXT_MAX];
    struct sample *sample = &reviewed[reviewed_count++];
    struct record_error error;
    char path[PATH_BYTES];
    (void)snprintf(sample->file, sizeof sample->file, "%s", name);
    (void)snprintf(path, sizeof path, DIRECTORY "%s", name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s cannot be opened (run from the project's top)", path);
    size_t length = fread(text, 1, sizeof text, file);
    ck_assert(fclose(file) == 0 && length < sizeof text);
    ck_assert_msg(record_read(&sample->record, text, length, &error), "%s", path);
    sample->board = play_board(sample->record.setup.game);
    sample->review = review_new(&sample->record, sample->board, NULL, &error);
    ck_assert_msg(sample->review != NULL, "%s: %s", path, error.text);
}

static int is_record(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0;
}

void reviewed_load(void)
{
    struct dirent **entries;
    int count = scandir(DIRECTORY, &entries, is_record, alphasort);
    ck_assert_int_ge(count, RECORDS);
    ck_assert_int_le(count, RECORDS_MAX);
    for (int i = 0; i < count; i++) {
        load_sample(entries[i]->d_name);
        free(entries[i]);
    }
    free((void *)entries);
}

void reviewed_free(void)
{
    for (unsigned i = 0; i < reviewed_count; i++) {
        review_free(reviewed[i].review);
        record_free(&reviewed[i].record);
    }
    reviewed_count = 0;
}

const struct sample *reviewed_find(const char *file)
{
    for (unsigned i = 0; i < reviewed_count; i++) {
        if (strcmp(reviewed[i].file, file) == 0) {
            return &reviewed[i];
        }
    }
    ck_abort_msg("no %s", file);
    return NULL;
}

/* ---- the position after each step, without the code under test ---- */

void position_begin(struct position_at *position, const struct sample *sample)
{
    position->board = sample->board;
    ck_assert(game_new(sample->board, &position->game, &sample->record.setup) == ERROR_OK);
    dossier_begin(&position->dossier, sample->record.setup.game, sample->record.setup.options);
    belief_deduce(position->board, &position->dossier, &position->belief);
}

void position_step(struct position_at *position, const struct action *action)
{
    struct events events = {0};
    ck_assert(game_apply(position->board, &position->game, action, &events) == ERROR_OK);
    dossier_follow(&position->dossier, &position->game, &events);
    belief_deduce(position->board, &position->dossier, &position->belief);
}

unsigned position_jack(const struct position_at *position)
{
    return position->game.row[position->game.round - 1][position->game.last_cell];
}
