/*
 * case_command.c: `gaslight case` with its verbs today, play, list, verify and make. Needs no server and no name.
 *
 * Verbs and options are rows of two tables, and the help is generated from them. The command line is parsed completely
 * before anything is done. `case` alone is `case today`, and `case 12` is `case play 12`.
 */
#include "client-cli/commands/case_command.h"

#include <errno.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "client-cli/commands/arguments.h"
#include "client-cli/commands/case_make.h"
#include "client-cli/commands/case_play.h"
#include "client-cli/language/language.h"
#include "client-cli/puzzles/puzzle_words.h"
#include "client-cli/text/sentences.h"
#include "client-cli/util/file.h"
#include "common/base/array.h"
#include "common/puzzles/puzzle_list.h"

enum option_kind {
    OPTION_GAME,
    OPTION_KIND,
    OPTION_GRADE,
    OPTION_DATE,
    OPTION_FILE,
    OPTION_COUNT,
    OPTION_GAMES,
    OPTION_SEED,
    OPTION_OUTPUT,
    OPTION_PROGRESS,
    OPTION_JSON,
    OPTION_KIND_COUNT
};

#define TAKES(option) (1U << (option))

enum { SECONDS_PER_DAY = 24 * 60 * 60 };

/* The parsed command line. */
struct request {
    const struct verb *verb;
    const char *value[OPTION_KIND_COUNT]; /* NULL: not given; the option's name if it takes no value */
    const char *word;                     /* NULL: not given */
    struct case_order order;
    long day; /* since 1970-01-01 */
};

/* The puzzles in use: those that are shipped, or a file. */
struct source {
    char *text; /* of the file */
    struct puzzle_list list;
    struct board *board[GAME_KIND_COUNT];
};

struct verb {
    const char *name, *usage, *help;
    unsigned options; /* mask of TAKES */
    bool takes_word;
    enum status (*run)(const struct request *request, struct source *source); /* NULL: make */
};

static enum status run_today(const struct request *request, struct source *source);
static enum status run_play(const struct request *request, struct source *source);
static enum status run_list(const struct request *request, struct source *source);
static enum status run_verify(const struct request *request, struct source *source);

#define FILTER (TAKES(OPTION_GAME) | TAKES(OPTION_KIND) | TAKES(OPTION_GRADE))

static const struct verb verbs[] = {
    {"today", "[--date D]", TEXT("play the puzzle of the day (the default)"),
     TAKES(OPTION_DATE) | TAKES(OPTION_JSON), false, run_today},
    {"play", "NUMBER", TEXT("play a puzzle"), TAKES(OPTION_FILE) | TAKES(OPTION_JSON), true, run_play},
    {"list", "[--game G] [--kind K] [--grade D]", TEXT("list the puzzles"),
     FILTER | TAKES(OPTION_FILE) | TAKES(OPTION_JSON), false, run_list},
    {"verify", "[FILE]", TEXT("check that each puzzle has one answer, which needs no secret"), 0, true,
     run_verify},
    {"make", "[--count N] [--seed S] ...", TEXT("find puzzles in games of bots"),
     FILTER | TAKES(OPTION_COUNT) | TAKES(OPTION_GAMES) | TAKES(OPTION_SEED) | TAKES(OPTION_OUTPUT) |
         TAKES(OPTION_PROGRESS),
     false, NULL},
};

/* ---- Puzzles --------------------------------------------------------------------------------------- */

static bool load(struct source *source, const char *path)
{
    size_t length, line;
    const char *text;
    if (path != NULL && !file_read(path, &source->text, &length)) {
        return false;
    }
    text = path != NULL ? source->text : puzzle_shipped_text(&length);
    if (!puzzle_list_read(&source->list, text, length, &line)) {
        (void)fprintf(stderr, tr("%s: line %zu is not a puzzle\n"), path, line);
        return false;
    }
    if (source->list.count == 0) {
        (void)fprintf(stderr, tr("%s: there are no puzzles\n"), path);
        return false;
    }
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        source->board[game] = board_builtin((enum game_kind)game);
        if (source->board[game] == NULL) {
            (void)fprintf(stderr, "gaslight: out of memory\n");
            return false;
        }
    }
    return true;
}

static void unload(struct source *source)
{
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        board_free(source->board[game]);
    }
    puzzle_list_free(&source->list);
    free(source->text);
}

/* ---- today, play ----------------------------------------------------------------------------------- */

static enum status open_puzzle(const struct request *request, struct source *source, size_t number)
{
    struct puzzle puzzle;
    if (!puzzle_read(&source->list.entry[number - 1], &puzzle)) {
        (void)fprintf(stderr, tr("Puzzle %zu is not sound; see gaslight case verify.\n"), number);
        return STATUS_BAD;
    }
    const struct board *board = source->board[puzzle.record.setup.game];
    bool json = request->value[OPTION_JSON] != NULL;
    enum status status = case_play(&puzzle, board, number, source->list.count, json);
    record_free(&puzzle.record);
    return status;
}

static enum status run_today(const struct request *request, struct source *source)
{
    return open_puzzle(request, source, puzzle_of_day(request->day, source->list.count));
}

static enum status run_play(const struct request *request, struct source *source)
{
    char *end;
    const char *word = request->word;
    if (word == NULL) {
        return usage_error(tr("case play needs a NUMBER; see gaslight case --help"));
    }
    unsigned long number = strtoul(word, &end, 10);
    if (word[0] < '0' || word[0] > '9' || *end != '\0' || number == 0 || number > source->list.count) {
        return usage_error(tr("there is no puzzle \"%s\"; NUMBER is from 1 to %zu"), show_word(word).text,
                           source->list.count);
    }
    return open_puzzle(request, source, number);
}

/* ---- list ------------------------------------------------------------------------------------------ */

static bool is_listed(const struct request *request, const struct puzzle_entry *entry)
{
    const struct case_order *order = &request->order;
    return (order->games >> entry->game & order->kinds >> entry->kind & order->grades >> entry->grade & 1U) !=
           0;
}

static void print_entry(const struct puzzle_words *words, const struct puzzle_entry *entry, size_t number)
{
    struct puzzle_text kind =
        puzzle_text_of(words, "kind", puzzle_kind_name((enum puzzle_kind)entry->kind), NULL, NULL);
    struct puzzle_text grade =
        puzzle_text_of(words, "grade", puzzle_grade_name((enum puzzle_grade)entry->grade), NULL, NULL);
    (void)printf("%4zu  %-26s  %-9s %s\n", number, title_game((enum game_kind)entry->game), grade.text,
                 kind.text);
}

static void print_entry_json(const struct puzzle_entry *entry, size_t number)
{
    (void)printf("{\"number\":%zu,\"game\":\"%s\",\"kind\":\"%s\",\"grade\":\"%s\"}\n", number,
                 game_name((enum game_kind)entry->game), puzzle_kind_name((enum puzzle_kind)entry->kind),
                 puzzle_grade_name((enum puzzle_grade)entry->grade));
}

static enum status run_list(const struct request *request, struct source *source)
{
    struct puzzle_words *words =
        puzzle_words_load(language_current(), strcmp(nl_langinfo(CODESET), "UTF-8") != 0);
    size_t listed = 0;
    for (size_t i = 0; i < source->list.count && words != NULL; i++) {
        const struct puzzle_entry *entry = &source->list.entry[i];
        if (is_listed(request, entry)) {
            listed++;
            if (request->value[OPTION_JSON] != NULL) {
                print_entry_json(entry, i + 1);
            } else {
                print_entry(words, entry, i + 1);
            }
        }
    }
    if (listed == 0 && words != NULL && request->value[OPTION_JSON] == NULL) {
        (void)printf("%s\n", puzzle_text(words, "none", NULL).text);
    }
    puzzle_words_free(words);
    return STATUS_OK;
}

/* ---- verify ---------------------------------------------------------------------------------------- */

static const char *const flaws[PUZZLE_FLAW_COUNT] = {
    [PUZZLE_SOUND] = "ok",
    [PUZZLE_ILLEGAL] = "the rules reject its game",
    [PUZZLE_NO_QUESTION] = "the question does not fit the position",
    [PUZZLE_NOT_UNIQUE] = "no answer is better than all others",
    [PUZZLE_WRONG] = "its answer is wrong",
    [PUZZLE_MISGRADED] = "its grade is wrong",
};

static bool verify_entry(const struct source *source, size_t number)
{
    struct puzzle puzzle;
    struct puzzle_solution solution;
    unsigned facts;
    if (!puzzle_read(&source->list.entry[number - 1], &puzzle)) {
        (void)fprintf(stderr, "puzzle %zu: not well-formed\n", number);
        return false;
    }
    enum puzzle_flaw flaw =
        puzzle_verify(&puzzle, source->board[puzzle.record.setup.game], &solution, &facts);
    record_free(&puzzle.record);
    if (flaw != PUZZLE_SOUND) {
        (void)fprintf(stderr, "puzzle %zu: %s\n", number, flaws[flaw]);
    }
    return flaw == PUZZLE_SOUND;
}

static enum status run_verify(const struct request *request, struct source *source)
{
    size_t sound = 0;
    (void)request;
    for (size_t number = 1; number <= source->list.count; number++) {
        sound += verify_entry(source, number);
    }
    (void)printf("ok %zu of %zu\n", sound, source->list.count);
    return sound == source->list.count ? STATUS_OK : STATUS_BAD;
}

/* ---- make ------------------------------------------------------------------------------------------ */

static enum status run_make(const struct request *request)
{
    const char *path = request->value[OPTION_OUTPUT];
    FILE *output = path == NULL ? stdout : fopen(path, "wx");
    if (output == NULL) {
        (void)fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return STATUS_BAD;
    }
    enum status status = case_make(&request->order, output);
    if (path != NULL && fclose(output) != 0) {
        (void)fprintf(stderr, "%s: %s\n", path, strerror(errno));
        status = STATUS_BAD;
    }
    return status;
}

/* ---- The command line ------------------------------------------------------------------------------ */

static bool read_number(const char *text, unsigned long long most, unsigned long long *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *number <= most;
}

static bool read_game(struct request *request, const char *text)
{
    request->order.games = 1U << game_from_name(text);
    return game_from_name(text) != GAME_KIND_COUNT;
}

static bool read_kind(struct request *request, const char *text)
{
    request->order.kinds = 1U << puzzle_kind_from_name(text);
    return puzzle_kind_from_name(text) != PUZZLE_KIND_COUNT;
}

static bool read_grade(struct request *request, const char *text)
{
    request->order.grades = 1U << puzzle_grade_from_name(text);
    return puzzle_grade_from_name(text) != PUZZLE_GRADE_COUNT;
}

static bool read_count(struct request *request, const char *text)
{
    unsigned long long number;
    bool good = read_number(text, 100000, &number) && number > 0;
    request->order.count = (unsigned)number;
    return good;
}

static bool read_games(struct request *request, const char *text)
{
    unsigned long long number;
    bool good = read_number(text, 1000000, &number) && number > 0;
    request->order.most = (unsigned)number;
    return good;
}

static bool read_seed(struct request *request, const char *text)
{
    unsigned long long number;
    bool good = read_number(text, UINT64_MAX, &number);
    request->order.seed = number;
    return good;
}

/* Reads a number of exactly `digits` digits. Returns -1 if it is none. */
static int read_digits(const char *text, unsigned digits)
{
    int number = 0;
    for (unsigned i = 0; i < digits; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return -1;
        }
        number = 10 * number + (text[i] - '0');
    }
    return number;
}

/* Returns the days from 1970-01-01 to a day of the Gregorian calendar. */
static long days_to(int year, int month, int day)
{
    long years = year - (month <= 2); /* a year begins in March, so that the leap day is its last */
    long months = (month + 9) % 12;
    return 365 * years + years / 4 - years / 100 + years / 400 + (153 * months + 2) / 5 + day - 1 - 719468;
}

static bool read_date(struct request *request, const char *text)
{
    static const int last[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool formed = strlen(text) == 10 && text[4] == '-' && text[7] == '-';
    int year = formed ? read_digits(text, 4) : -1;
    int month = formed ? read_digits(text + 5, 2) : -1;
    int day = formed ? read_digits(text + 8, 2) : -1;
    if (year < 1970 || month < 1 || month > 12 || day < 1 || day > last[month - 1] ||
        (month == 2 && day == 29 && (year % 4 != 0 || (year % 100 == 0 && year % 400 != 0)))) {
        return false;
    }
    request->day = days_to(year, month, day);
    return true;
}

static const struct option_row {
    const char *name, *value, *help, *expected;
    bool (*read)(struct request *request, const char *text); /* NULL: read elsewhere */
} options[] = {
    [OPTION_GAME] = {"--game", "G", TEXT("only whitechapel or whitehall"), TEXT("whitechapel or whitehall"),
                     read_game},
    [OPTION_KIND] = {"--kind", "K", TEXT("only locate, search, trap or hide"),
                     TEXT("locate, search, trap or hide"), read_kind},
    [OPTION_GRADE] = {"--grade", "D", TEXT("only easy, medium or hard"), TEXT("easy, medium or hard"),
                      read_grade},
    [OPTION_DATE] = {"--date", "D", TEXT("the day, for example 2026-01-31; the default is today, in UTC"),
                     TEXT("a date like 2026-01-31"), read_date},
    [OPTION_FILE] = {"--file", "FILE",
                     TEXT("puzzles that make has written, instead of those that are shipped"), "", NULL},
    [OPTION_COUNT] = {"--count", "N", TEXT("how many to make (default: 24)"),
                      TEXT("a number from 1 to 100000"), read_count},
    [OPTION_GAMES] = {"--games", "N", TEXT("games of bots to look through, of each game (default: 200)"),
                      TEXT("a number from 1 to 1000000"), read_games},
    [OPTION_SEED] = {"--seed", "S", TEXT("random seed (default: 1); the same seed makes the same puzzles"),
                     TEXT("a number"), read_seed},
    [OPTION_OUTPUT] = {"--output", "FILE", TEXT("write to a new file instead of standard output"), "", NULL},
    [OPTION_PROGRESS] = {"--progress", NULL,
                         TEXT("show the progress on standard error even if it is not a terminal"), "", NULL},
    [OPTION_JSON] = {"--json", NULL, TEXT("print JSON"), "", NULL},
};
_Static_assert(COUNT(options) == OPTION_KIND_COUNT, "one row per option");

static enum status print_help(void)
{
    (void)printf(tr("usage: gaslight case [VERB] [OPTION...]\n\n"));
    for (size_t i = 0; i < COUNT(verbs); i++) {
        (void)printf("  %-7s%-34s %s\n", verbs[i].name, verbs[i].usage, tr(verbs[i].help));
    }
    (void)printf("\n");
    for (size_t i = 0; i < COUNT(options); i++) {
        (void)printf("  %-11s%-5s %s\n", options[i].name, options[i].value != NULL ? options[i].value : "",
                     tr(options[i].help));
    }
    (void)printf("%s", tr("\nExit status: 0 success (play: solved), 1 failure, 2 wrong usage.\n"));
    return STATUS_OK;
}

static enum status unknown_option(const struct request *request, const char *name)
{
    struct nearest nearest = nearest_begin(name);
    for (size_t i = 0; i < COUNT(options); i++) {
        if ((request->verb->options & TAKES(i)) != 0) {
            nearest_offer(&nearest, options[i].name);
        }
    }
    return usage_error(tr("case %s has no option \"%s\"; %s"), request->verb->name, show_word(name).text,
                       nearest_advice(&nearest, see_help("case").text).text);
}

/* Parses one option; `*at` advances past its value. */
static enum status read_option(struct request *request, int count, char **given, int *at)
{
    const char *name = given[*at];
    size_t row = 0;
    while (row < COUNT(options) &&
           (strcmp(options[row].name, name) != 0 || (request->verb->options & TAKES(row)) == 0)) {
        row++;
    }
    if (row == COUNT(options)) {
        return unknown_option(request, name);
    }
    if (request->value[row] != NULL) {
        return usage_error(tr("%s is given twice"), name);
    }
    if (options[row].value != NULL && *at + 1 == count) {
        return usage_error(tr("%s needs a value: %s %s"), name, name, options[row].value);
    }
    request->value[row] = options[row].value != NULL ? given[++*at] : name;
    if (options[row].read != NULL && !options[row].read(request, request->value[row])) {
        return usage_error(tr("%s %s: expected %s"), name, show_word(request->value[row]).text,
                           tr(options[row].expected));
    }
    return STATUS_OK;
}

static enum status read_arguments(struct request *request, int count, char **given)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < count && status == STATUS_OK; i++) {
        if (given[i][0] == '-' && given[i][1] != '\0') {
            status = read_option(request, count, given, &i);
        } else if (!request->verb->takes_word || request->word != NULL) {
            status = usage_error(tr("case %s does not take \"%s\"; see gaslight case --help"),
                                 request->verb->name, show_word(given[i]).text);
        } else {
            request->word = given[i];
        }
    }
    return status;
}

static bool asks_for_help(int count, char **given)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(given[i], "--help") == 0) {
            return true;
        }
    }
    return false;
}

/* Finds the verb, and how many of the arguments name it. */
static const struct verb *find_verb(int count, char **given, int *used)
{
    *used = 0;
    if (count == 0 || given[0][0] == '-') {
        return &verbs[0];
    }
    if (given[0][0] >= '0' && given[0][0] <= '9') {
        return &verbs[1];
    }
    *used = 1;
    for (size_t i = 0; i < COUNT(verbs); i++) {
        if (strcmp(verbs[i].name, given[0]) == 0) {
            return &verbs[i];
        }
    }
    return NULL;
}

static enum status unknown_verb(const char *name)
{
    struct nearest nearest = nearest_begin(name);
    for (size_t i = 0; i < COUNT(verbs); i++) {
        nearest_offer(&nearest, verbs[i].name);
    }
    return usage_error(tr("there is no command \"case %s\"; %s"), show_word(name).text,
                       nearest_advice(&nearest, see_help("case").text).text);
}

enum status case_command(int count, char **given)
{
    struct request request = {.order = {.games = (1U << GAME_KIND_COUNT) - 1,
                                        .kinds = (1U << PUZZLE_KIND_COUNT) - 1,
                                        .grades = (1U << PUZZLE_GRADE_COUNT) - 1,
                                        .count = 24,
                                        .most = 200,
                                        .seed = 1},
                              .day = (long)(time(NULL) / SECONDS_PER_DAY)};
    int used;
    if (asks_for_help(count, given)) {
        return print_help();
    }
    request.verb = find_verb(count, given, &used);
    if (request.verb == NULL) {
        return unknown_verb(given[0]);
    }
    enum status status = read_arguments(&request, count - used, given + used);
    request.order.progress = request.value[OPTION_PROGRESS] != NULL || isatty(STDERR_FILENO);
    if (status == STATUS_OK && request.verb->run == NULL) {
        return run_make(&request);
    }
    if (status == STATUS_OK) {
        struct source source = {.text = NULL};
        bool verifies = request.verb->run == run_verify;
        bool loaded = load(&source, verifies ? request.word : request.value[OPTION_FILE]);
        status = loaded ? request.verb->run(&request, &source) : STATUS_BAD;
        unload(&source);
    }
    return status;
}
