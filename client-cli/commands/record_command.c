/*
 * record_command.c: `gaslight record` with its verbs verify, view, stream, legal, deduce, review, text and picture.
 *
 * Verbs and options are rows of two tables, and the help is generated from them. The command line is parsed completely
 * before any file is opened. Output goes through a view and the encoders of common/wire, so it has the same bytes as
 * messages of the server.
 */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/commands/arguments.h"
#include "client-cli/commands/record_command.h"
#include "client-cli/commands/record_deduce.h"
#include "client-cli/commands/record_picture.h"
#include "client-cli/commands/record_review.h"
#include "client-cli/commands/record_text.h"
#include "client-cli/util/file.h"
#include "common/base/array.h"
#include "common/view/view.h"
#include "common/wire/record.h"
#include "common/wire/wire.h"

/* Larger than any view, event or list of choices. */
enum { LINE_MAX_BYTES = 64 << 10 };

enum option_kind { OPTION_AS, OPTION_AT, OPTION_BOARD, OPTION_JSON, OPTION_OUTPUT, OPTION_KIND_COUNT };

#define TAKES(option) (1U << (option))

/* The parsed command line. */
struct request {
    const struct verb *verb;
    const char *value[OPTION_KIND_COUNT]; /* NULL: not given; the option's name if it takes no value */
    size_t at;                            /* SIZE_MAX: all actions */
    char **files;
    int count;
};

/* The boards in use, loaded when first needed. */
struct boards {
    struct board *own; /* --board */
    struct board *builtin[GAME_KIND_COUNT];
};

struct verb {
    const char *name, *usage, *help;
    unsigned options; /* mask of TAKES */
    enum status (*run)(const struct request *request, struct boards *boards);
    /* Writes the output for a game; NULL for `verify` and `stream`. */
    void (*show)(struct json_writer *writer, const struct board *board, const struct game *game,
                 struct viewer viewer);
};

/* ---- Records and boards ------------------------------------------------------------------------ */

static struct board *load_board(const char *path)
{
    char *text;
    size_t length;
    struct board_error error;
    if (!file_read(path, &text, &length)) {
        return NULL;
    }
    struct board *board = board_load(text, length, &error);
    free(text);
    if (board == NULL && error.line > 0) {
        (void)fprintf(stderr, "%s: line %u: %s\n", path, error.line, error.text);
    } else if (board == NULL) {
        (void)fprintf(stderr, "%s: %s\n", path, error.text);
    }
    return board;
}

/* Returns the board for this game: the user's, or the built-in one. */
static const struct board *find_board(struct boards *boards, enum game_kind game)
{
    if (boards->own != NULL) {
        return boards->own;
    }
    if (boards->builtin[game] == NULL) {
        boards->builtin[game] = board_builtin(game);
    }
    if (boards->builtin[game] == NULL) {
        (void)fprintf(stderr, "gaslight: out of memory\n");
    }
    return boards->builtin[game];
}

static void free_boards(struct boards *boards)
{
    board_free(boards->own);
    for (size_t i = 0; i < COUNT(boards->builtin); i++) {
        board_free(boards->builtin[i]);
    }
}

/* With several files, each line names its file. */
static void print_bad(const struct request *request, const char *path, const struct record_error *error)
{
    char line[320];
    record_error_line(error, line, sizeof line);
    (void)fflush(stdout); /* keeps the order of lines if both streams go to the same place */
    if (request->count > 1) {
        (void)fprintf(stderr, "%s: ", path);
    }
    (void)fprintf(stderr, "%s\n", line);
}

/* Reads a record, which the caller frees, and finds its board. Returns false on failure, after printing why. */
static bool load_record(const struct request *request, const char *path, struct boards *boards,
                        struct record *record, const struct board **board)
{
    char *text;
    size_t length;
    struct record_error error;
    if (!file_read(path, &text, &length)) {
        return false;
    }
    bool good = record_read(record, text, length, &error);
    free(text);
    if (!good) {
        print_bad(request, path, &error);
        return false;
    }
    *board = find_board(boards, record->setup.game);
    if (*board == NULL) {
        record_free(record);
    }
    return *board != NULL;
}

/* ---- verify ------------------------------------------------------------------------------------ */

static void print_ok(const struct request *request, const char *path, size_t actions, const struct game *game)
{
    if (request->count > 1) {
        (void)printf("%s: ", path);
    }
    if (game->winner == WINNER_NONE) {
        (void)printf("ok %zu unfinished\n", actions);
    } else {
        (void)printf("ok %zu %s %s\n", actions, winner_name((enum winner)game->winner),
                     reason_name((enum reason)game->reason));
    }
}

static bool verify_file(const struct request *request, const char *path, struct boards *boards)
{
    struct record record;
    const struct board *board;
    struct game game;
    struct record_error error;
    if (!load_record(request, path, boards, &record, &board)) {
        return false;
    }
    bool good = record_verify(&record, board, &game, &error);
    if (good) {
        print_ok(request, path, record.count, &game);
    } else {
        print_bad(request, path, &error);
    }
    record_free(&record);
    return good;
}

static enum status run_verify(const struct request *request, struct boards *boards)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < request->count; i++) {
        if (!verify_file(request, request->files[i], boards)) {
            status = STATUS_BAD;
        }
    }
    return status;
}

/* ---- view, stream, legal ----------------------------------------------------------------------- */

static void show_view(struct json_writer *writer, const struct board *board, const struct game *game,
                      struct viewer viewer)
{
    struct view view;
    (void)board;
    view_game(game, viewer, &view);
    wire_view(writer, NULL, &view);
}

static void show_legal(struct json_writer *writer, const struct board *board, const struct game *game,
                       struct viewer viewer)
{
    struct viewed_legal legal;
    view_legal(board, game, viewer, &legal);
    wire_legal(writer, NULL, &legal);
}

static void print_json(const struct json_writer *writer)
{
    assert(json_write_ok(writer));
    output_line(writer->text, writer->length);
}

static void print_events(void *context, const struct game *game, const struct action *action,
                         const struct events *events)
{
    const struct viewer *viewer = context;
    char text[LINE_MAX_BYTES];
    (void)action;
    for (unsigned i = 0; i < events->count; i++) {
        struct viewed_event viewed;
        struct json_writer writer;
        view_event(game, *viewer, &events->item[i], &viewed);
        json_write_begin(&writer, text, sizeof text);
        wire_event(&writer, NULL, &viewed);
        print_json(&writer);
    }
}

/* Finds the viewer; STATUS_USAGE if this game has no such pawn. */
static enum status find_viewer(const struct request *request, const struct setup *setup,
                               struct viewer *viewer)
{
    const char *who = request->value[OPTION_AS];
    if (viewer_from_name(who, setup, viewer)) {
        return STATUS_OK;
    }
    return usage_error("--as %s: there is no %s in %s", who, who, game_name(setup->game));
}

/*
 * Checks the record: all actions, or with --at only those up to there. The viewer `all` sees secrets, so it requires
 * that the whole record ends the game.
 */
static enum status check_record(const struct request *request, const struct record *record,
                                const struct board *board, struct viewer viewer)
{
    struct game game;
    struct record_error error;
    bool whole = request->at == SIZE_MAX || viewer.role == VIEWER_ALL;
    bool good = whole ? record_verify(record, board, &game, &error)
                      : record_fold(record, board, request->at, &game, NULL, NULL, &error);
    if (!good) {
        print_bad(request, request->files[0], &error);
        return STATUS_BAD;
    }
    if (viewer.role == VIEWER_ALL && game.winner == WINNER_NONE) {
        return usage_error("--as all: the game of this record is not over");
    }
    return STATUS_OK;
}

/* Prints a checked record: events one by one, everything else at the end. */
static void show_record(const struct request *request, const struct record *record, const struct board *board,
                        struct viewer viewer)
{
    struct game game;
    struct record_error error;
    bool stream = request->verb->show == NULL;
    if (record_fold(record, board, request->at, &game, stream ? print_events : NULL, &viewer, &error) &&
        !stream) {
        char text[LINE_MAX_BYTES];
        struct json_writer writer;
        json_write_begin(&writer, text, sizeof text);
        request->verb->show(&writer, board, &game, viewer);
        print_json(&writer);
    }
}

static enum status run_show(const struct request *request, struct boards *boards)
{
    struct record record;
    const struct board *board;
    struct viewer viewer;
    if (!load_record(request, request->files[0], boards, &record, &board)) {
        return STATUS_BAD;
    }
    enum status status = find_viewer(request, &record.setup, &viewer);
    if (status == STATUS_OK && request->at != SIZE_MAX && request->at > record.count) {
        status = usage_error("--at %zu: the record has %zu actions", request->at, record.count);
    }
    if (status == STATUS_OK) {
        status = check_record(request, &record, board, viewer);
    }
    if (status == STATUS_OK) {
        show_record(request, &record, board, viewer);
    }
    record_free(&record);
    return status;
}

/* ---- deduce ------------------------------------------------------------------------------------ */

/* The default is before the action that ended the game: afterwards there is nothing left to deduce. */
static size_t deduce_at(const struct request *request, const struct record *record, const struct game *end)
{
    size_t before_end = end->winner != WINNER_NONE && record->count > 0 ? record->count - 1 : record->count;
    return request->at == SIZE_MAX ? before_end : request->at;
}

static enum status deduce_record(const struct request *request, const struct record *record,
                                 const struct board *board)
{
    struct game game;
    struct record_error error;
    if (request->at != SIZE_MAX && request->at > record->count) {
        return usage_error("--at %zu: the record has %zu actions", request->at, record->count);
    }
    if (!record_verify(record, board, &game, &error) ||
        !record_deduce(record, board, deduce_at(request, record, &game), &error)) {
        print_bad(request, request->files[0], &error);
        return STATUS_BAD;
    }
    return STATUS_OK;
}

static enum status run_deduce(const struct request *request, struct boards *boards)
{
    struct record record;
    const struct board *board;
    if (!load_record(request, request->files[0], boards, &record, &board)) {
        return STATUS_BAD;
    }
    enum status status = deduce_record(request, &record, board);
    record_free(&record);
    return status;
}

static enum status run_review(const struct request *request, struct boards *boards)
{
    struct record record;
    struct record_error error;
    const struct board *board;
    if (!load_record(request, request->files[0], boards, &record, &board)) {
        return STATUS_BAD;
    }
    bool good = record_review(&record, board, request->value[OPTION_JSON] != NULL, &error);
    if (!good) {
        print_bad(request, request->files[0], &error);
    }
    record_free(&record);
    return good ? STATUS_OK : STATUS_BAD;
}

/* ---- text, picture ----------------------------------------------------------------------------- */

static enum status run_text(const struct request *request, struct boards *boards)
{
    struct record record;
    struct record_error error;
    struct game game;
    const struct board *board;
    if (!load_record(request, request->files[0], boards, &record, &board)) {
        return STATUS_BAD;
    }
    bool good = record_verify(&record, board, &game, &error);
    if (good) {
        record_text(&record, board);
    } else {
        print_bad(request, request->files[0], &error);
    }
    record_free(&record);
    return good ? STATUS_OK : STATUS_BAD;
}

static enum status run_picture(const struct request *request, struct boards *boards)
{
    struct record record;
    struct record_error error;
    const struct board *board;
    bool bad_record;
    if (!load_record(request, request->files[0], boards, &record, &board)) {
        return STATUS_BAD;
    }
    enum status status = record_picture(&record, board, request->value[OPTION_OUTPUT], &error, &bad_record);
    if (bad_record) {
        print_bad(request, request->files[0], &error);
    }
    record_free(&record);
    return status;
}

/* ---- The tables -------------------------------------------------------------------------------- */

static const struct verb verbs[] = {
    {"verify", "verify FILE...", "check records; prints one line per file", TAKES(OPTION_BOARD), run_verify,
     NULL},
    {"view", "view FILE --as WHO [--at N]", "print what WHO sees after N actions, as JSON",
     TAKES(OPTION_AS) | TAKES(OPTION_AT) | TAKES(OPTION_BOARD), run_show, show_view},
    {"stream", "stream FILE --as WHO", "print each event as WHO receives it, one JSON object per line",
     TAKES(OPTION_AS) | TAKES(OPTION_BOARD), run_show, NULL},
    {"legal", "legal FILE --as WHO [--at N]", "print what WHO may do after N actions, as JSON",
     TAKES(OPTION_AS) | TAKES(OPTION_AT) | TAKES(OPTION_BOARD), run_show, show_legal},
    {"deduce", "deduce FILE [--at N]",
     "print what can be deduced after N actions (default: before the end), as JSON",
     TAKES(OPTION_AT) | TAKES(OPTION_BOARD), run_deduce, NULL},
    {"review", "review FILE [--json]", "review a finished game: what could be known, and what decided it",
     TAKES(OPTION_JSON) | TAKES(OPTION_BOARD), run_review, NULL},
    {"text", "text FILE", "tell the story of the game, one sentence per event", TAKES(OPTION_BOARD), run_text,
     NULL},
    {"picture", "picture FILE [-o OUT]", "draw a finished game with Jack's whole trail, as SVG or PNG",
     TAKES(OPTION_OUTPUT) | TAKES(OPTION_BOARD), run_picture, NULL},
};

static const struct {
    const char *name, *value, *help;
} options[] = {
    [OPTION_AS] = {"--as", "WHO",
                   "jack, a colour (the player of that pawn), police, public, or all (if the game is over)"},
    [OPTION_AT] = {"--at", "N", "only the first N actions"},
    [OPTION_BOARD] = {"--board", "FILE", "use the board in this file instead of the built-in one"},
    [OPTION_JSON] = {"--json", NULL, "print the review as one JSON object"},
    [OPTION_OUTPUT] = {"-o", "OUT", "the picture's file; a PNG if it ends in .png (needs rsvg-convert)"},
};
_Static_assert(COUNT(options) == OPTION_KIND_COUNT, "every option has a row");

static enum status print_help(void)
{
    (void)printf("usage: gaslight record COMMAND ...\n\n");
    for (size_t i = 0; i < COUNT(verbs); i++) {
        (void)printf("  %-30s %s\n", verbs[i].usage, verbs[i].help);
    }
    (void)printf("\n");
    for (size_t i = 0; i < COUNT(options); i++) {
        (void)printf("  %-7s %-22s %s\n", options[i].name, options[i].value != NULL ? options[i].value : "",
                     options[i].help);
    }
    (void)printf(
        "\nFILE - means standard input. Exit status: 0 success, 1 invalid record or file, 2 wrong usage.\n");
    return STATUS_OK;
}

/* ---- The command line -------------------------------------------------------------------------- */

/* Rejects names that no game has before any file is read. */
static enum status read_who(const struct request *request)
{
    const char *who = request->value[OPTION_AS];
    enum viewer_role role;
    if ((request->verb->options & TAKES(OPTION_AS)) == 0) {
        return STATUS_OK;
    }
    if (who == NULL) {
        return usage_error("record %s needs --as WHO; see gaslight record --help", request->verb->name);
    }
    bool known = viewer_role_from_name(who, &role) && role != VIEWER_DETECTIVE;
    if (!known && pawn_from_name(who) == PAWN_NONE) {
        return usage_error("--as %s: WHO is jack, a colour, police, public or all", show_word(who).text);
    }
    return STATUS_OK;
}

static enum status read_at(struct request *request)
{
    const char *text = request->value[OPTION_AT];
    char *end;
    request->at = SIZE_MAX;
    if (text == NULL) {
        return STATUS_OK;
    }
    errno = 0;
    unsigned long number = strtoul(text, &end, 10);
    /* strtoul() would accept signs and spaces. */
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno != 0 || number >= SIZE_MAX) {
        return usage_error("--at %s: N is a number of actions", show_word(text).text);
    }
    request->at = (size_t)number;
    return STATUS_OK;
}

/* Parses one option; `*at` advances past its value. */
static enum status read_option(struct request *request, int count, char **arguments, int *at)
{
    const char *name = arguments[*at];
    for (size_t i = 0; i < COUNT(options); i++) {
        if (strcmp(options[i].name, name) != 0 || (request->verb->options & TAKES(i)) == 0) {
            continue;
        }
        if (request->value[i] != NULL) {
            return usage_error("%s is given twice", name);
        }
        if (options[i].value == NULL) {
            request->value[i] = name;
            return STATUS_OK;
        }
        if (*at + 1 == count) {
            return usage_error("%s needs a value: %s %s", name, name, options[i].value);
        }
        request->value[i] = arguments[++*at];
        return STATUS_OK;
    }
    struct nearest nearest = nearest_begin(name);
    for (size_t i = 0; i < COUNT(options); i++) {
        if ((request->verb->options & TAKES(i)) != 0) {
            nearest_offer(&nearest, options[i].name);
        }
    }
    return usage_error("record %s has no option \"%s\"; %s", request->verb->name, show_word(name).text,
                       nearest_advice(&nearest, see_help("record").text).text);
}

/* Separates the arguments after the verb into options and files; the files are moved to the front of `arguments`. */
static enum status read_arguments(struct request *request, int count, char **arguments)
{
    bool more_options = true;
    request->files = arguments;
    for (int i = 0; i < count; i++) {
        if (more_options && strcmp(arguments[i], "--") == 0) {
            more_options = false;
        } else if (more_options && arguments[i][0] == '-' && arguments[i][1] != '\0') {
            enum status status = read_option(request, count, arguments, &i);
            if (status != STATUS_OK) {
                return status;
            }
        } else {
            request->files[request->count++] = arguments[i];
        }
    }
    if (request->count == 0) {
        return usage_error("record %s needs a FILE; see gaslight record --help", request->verb->name);
    }
    if (request->count > 1 && request->verb->run != run_verify) {
        return usage_error("record %s takes one FILE", request->verb->name);
    }
    return STATUS_OK;
}

static const struct verb *find_verb(const char *name)
{
    for (size_t i = 0; i < COUNT(verbs); i++) {
        if (strcmp(verbs[i].name, name) == 0) {
            return &verbs[i];
        }
    }
    return NULL;
}

static bool asks_for_help(int count, char **arguments)
{
    for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++) {
        if (strcmp(arguments[i], "--help") == 0) {
            return true;
        }
    }
    return false;
}

static enum status run(const struct request *request)
{
    struct boards boards = {0};
    enum status status = STATUS_BAD;
    if (request->value[OPTION_BOARD] != NULL) {
        boards.own = load_board(request->value[OPTION_BOARD]);
    }
    if (request->value[OPTION_BOARD] == NULL || boards.own != NULL) {
        status = request->verb->run(request, &boards);
    }
    free_boards(&boards);
    return status;
}

enum status record_command(int count, char **arguments)
{
    struct request request = {0};
    if (asks_for_help(count, arguments)) {
        return print_help();
    }
    if (count == 0) {
        return usage_error("record what? See gaslight record --help");
    }
    request.verb = find_verb(arguments[0]);
    if (request.verb == NULL) {
        struct nearest nearest = nearest_begin(arguments[0]);
        for (size_t i = 0; i < COUNT(verbs); i++) {
            nearest_offer(&nearest, verbs[i].name);
        }
        return usage_error("there is no command \"record %s\"; %s", show_word(arguments[0]).text,
                           nearest_advice(&nearest, see_help("record").text).text);
    }
    enum status status = read_arguments(&request, count - 1, arguments + 1);
    if (status == STATUS_OK) {
        status = read_who(&request);
    }
    if (status == STATUS_OK) {
        status = read_at(&request);
    }
    return status == STATUS_OK ? run(&request) : status;
}
