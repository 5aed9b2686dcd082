/*
 * replay_command.c: `gaslight replay`: shows a record from a file or a server's archive.
 *
 * One argument is a file or a link to a table; two are a server and a table.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/commands/arguments.h"
#include "client-cli/commands/one_shot.h"
#include "client-cli/commands/replay_command.h"
#include "client-cli/language/language.h"
#include "client-cli/model/timeline.h"
#include "client-cli/plain/plain.h"
#include "client-cli/screen/screen.h"
#include "client-cli/util/file.h"
#include "common/wire/action_json.h"

enum {
    TAKES = ARGUMENT_BIT(ARGUMENT_AS) | ARGUMENT_BIT(ARGUMENT_AT) | ARGUMENT_BIT(ARGUMENT_PLAIN) |
            ARGUMENT_BIT(ARGUMENT_NAME) | ARGUMENT_BIT(ARGUMENT_CA),
};

static enum status read_record(const char *path, struct record *record)
{
    char *text;
    size_t length;
    struct record_error error;
    if (!file_read(path, &text, &length)) {
        return STATUS_BAD;
    }
    bool good = record_read(record, text, length, &error);
    free(text);
    if (!good) {
        char line[320];
        record_error_line(&error, line, sizeof line);
        (void)fprintf(stderr, "%s: %s\n", path, line);
    }
    return good ? STATUS_OK : STATUS_BAD;
}

static enum status fetch_record(struct arguments *arguments, struct record *record)
{
    struct play_settings settings;
    enum status status = arguments_settings(arguments, arguments->word[0], &settings);
    if (status != STATUS_OK) {
        return status;
    }
    const char *table = arguments->words == 2 ? arguments->word[1] : settings.address.table;
    if (table[0] == '\0') {
        return usage_error(tr("replay: which table of %s? Use replay URL TABLE"), settings.address.server);
    }
    return one_shot_record(&settings, table, record);
}

/* An argument with :// is a link, unless such a file exists. */
static enum status find_record(struct arguments *arguments, struct record *record)
{
    bool link = strstr(arguments->word[0], "://") != NULL && access(arguments->word[0], F_OK) != 0;
    return arguments->words == 2 || link ? fetch_record(arguments, record)
                                         : read_record(arguments->word[0], record);
}

/* The default is to show everything if the game is over, and the public view otherwise. */
static enum status find_viewer(const struct arguments *arguments, const struct timeline *timeline,
                               struct viewer *viewer)
{
    const char *who = arguments->value[ARGUMENT_AS];
    *viewer = (struct viewer){.role = timeline_finished(timeline) ? VIEWER_ALL : VIEWER_PUBLIC};
    if (who != NULL && !viewer_from_name(who, &timeline_record(timeline)->setup, viewer)) {
        return usage_error(tr("--as %s: WHO is jack, police, public, all or a colour of this game"),
                           show_word(who).text);
    }
    if (viewer->role == VIEWER_ALL && !timeline_finished(timeline)) {
        return usage_error(tr("--as all: the game of this record is not over"));
    }
    return STATUS_OK;
}

static enum status find_step(const struct arguments *arguments, const struct timeline *timeline, size_t *step)
{
    const char *text = arguments->value[ARGUMENT_AT];
    char *end;
    *step = 0;
    if (text == NULL) {
        return STATUS_OK;
    }
    errno = 0;
    unsigned long number = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || number >= timeline_steps(timeline)) {
        return usage_error(tr("--at %s: N is a number of actions, at most %zu"), show_word(text).text,
                           timeline_steps(timeline) - 1);
    }
    *step = number;
    return STATUS_OK;
}

static enum status show_film(const struct arguments *arguments, struct timeline *timeline)
{
    struct viewer viewer;
    size_t step;
    enum status status = find_viewer(arguments, timeline, &viewer);
    if (status == STATUS_OK) {
        status = find_step(arguments, timeline, &step);
    }
    if (status != STATUS_OK) {
        return status;
    }
    return arguments_full_screen(arguments) ? screen_replay(timeline, step, viewer)
                                            : plain_replay(timeline, step, viewer);
}

/* Creates a timeline and takes ownership of the record. Returns NULL on failure, after printing why. */
static struct timeline *make_timeline(struct record *record, const struct board *board)
{
    struct record_error error;
    struct timeline *timeline = timeline_new(record, board, &error);
    if (timeline == NULL) {
        char line[320];
        record_error_line(&error, line, sizeof line);
        (void)fprintf(stderr, "gaslight: %s\n", line);
    }
    return timeline;
}

static enum status replay(struct arguments *arguments)
{
    struct record record = {.count = 0};
    enum status status = find_record(arguments, &record);
    if (status != STATUS_OK) {
        return status;
    }
    struct board *board = board_builtin(record.setup.game);
    if (board == NULL) {
        (void)fprintf(stderr, tr("gaslight: out of memory\n"));
        record_free(&record);
        return STATUS_BAD;
    }
    struct timeline *timeline = make_timeline(&record, board);
    status = timeline != NULL ? show_film(arguments, timeline) : STATUS_BAD;
    timeline_free(timeline);
    board_free(board);
    return status;
}

enum status replay_command(int count, char **given)
{
    struct arguments arguments;
    enum status status = arguments_read(&arguments, "replay", TAKES, 2, count, given);
    if (status != STATUS_OK) {
        return status;
    }
    if (arguments.help) {
        return arguments_help(
            "replay FILE [OPTION...]\n       gaslight replay URL TABLE [OPTION...]",
            tr("Shows a recorded game: from a file (- is standard input), or from a server's "
               "archive. Without\n"
               "a terminal, prints all events, one per line, or with --at the state at that point."),
            false, TAKES);
    }
    if (arguments.words == 0) {
        return usage_error(tr("replay needs a FILE, or a URL and a TABLE; see gaslight replay --help"));
    }
    return replay(&arguments);
}
