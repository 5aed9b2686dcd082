/*
 * arena_command.c: `gaslight arena`: plays bots against bots and prints how often each side won.
 *
 * Options are rows of one table, each with a function that parses its value. With the level `all` the result is a
 * cross table: one cell after the other, each on all cores.
 */
#include "client-cli/commands/arena_command.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "client-cli/commands/arena.h"
#include "client-cli/commands/arguments.h"
#include "client-cli/language/language.h"
#include "common/base/array.h"
#include "common/json/json_writer.h"
#include "common/wire/action_json.h"

enum { GAMES_MAX = 10000000, CELL_BYTES = 4096 };

/* The parsed command line; each side has a mask of levels. */
struct order {
    enum game_kind game;
    uint32_t options;
    unsigned levels[ARENA_SIDES];
    unsigned games, threads;
    uint64_t seed;
    double clock;
    const char *save;
    bool json, progress;
};

/* ---- Printing a cell ------------------------------------------------------------------------------ */

static double average(double sum, unsigned long count)
{
    return count == 0 ? 0 : sum / (double)count;
}

static void print_text(const struct arena_plan *plan, const struct arena_result *result)
{
    struct arena_interval interval = arena_interval(result->jack_wins, result->games);
    (void)printf("%s: %s jack, %s police: jack wins %u of %u, %.1f %% (95 %%: %.1f to %.1f)\n",
                 game_name(plan->board->game), bot_level_name(plan->jack), bot_level_name(plan->police),
                 result->jack_wins, result->games, 100 * average(result->jack_wins, result->games),
                 100 * interval.low, 100 * interval.high);
    (void)printf("  endings:");
    for (unsigned reason = 1; reason < REASON_COUNT; reason++) {
        if (result->endings[reason] != 0) {
            (void)printf(" %s %u", reason_name((enum reason)reason), result->endings[reason]);
        }
    }
    (void)printf("\n  ended in %s:", plan->board->game == GAME_WHITECHAPEL ? "night" : "round");
    for (unsigned round = 1; round <= ROWS; round++) {
        if (result->rounds[round] != 0) {
            (void)printf(" %u: %u", round, result->rounds[round]);
        }
    }
    (void)printf("\n  actions: %.1f on average, %lu to %lu\n",
                 average((double)result->actions, result->games), result->shortest, result->longest);
    for (unsigned side = 0; side < ARENA_SIDES; side++) {
        (void)printf("  %s decides in %.3f ms on average, %.3f at most (%lu decisions",
                     side == 0 ? "jack" : "police",
                     1000 * average(result->seconds[side], result->decisions[side]),
                     1000 * result->slowest[side], result->decisions[side]);
        if (plan->clock > 0) {
            (void)printf(", %lu too late", result->late[side]);
        }
        (void)printf(")\n");
    }
}

/* json_writer has no floating-point numbers. */
static void json_write_real(struct json_writer *writer, const char *key, double value)
{
    char text[40];
    int length = snprintf(text, sizeof text, "%.6f", value);
    json_write_raw(writer, key, text, (size_t)length);
}

static void write_side(struct json_writer *writer, const char *key, enum bot_level level,
                       const struct arena_result *result, enum arena_side side)
{
    json_write_open(writer, key, '{');
    json_write_string(writer, "level", bot_level_name(level));
    json_write_int(writer, "decisions", (long)result->decisions[side]);
    json_write_int(writer, "late", (long)result->late[side]);
    json_write_real(writer, "ms_average", 1000 * average(result->seconds[side], result->decisions[side]));
    json_write_real(writer, "ms_most", 1000 * result->slowest[side]);
    json_write_close(writer, '}');
}

static void print_json(const struct arena_plan *plan, const struct arena_result *result)
{
    char text[CELL_BYTES];
    struct json_writer writer;
    struct arena_interval interval = arena_interval(result->jack_wins, result->games);
    json_write_begin(&writer, text, sizeof text);
    json_write_open(&writer, NULL, '{');
    json_write_string(&writer, "game", game_name(plan->board->game));
    json_write_int(&writer, "games", result->games);
    json_write_int(&writer, "jack_wins", result->jack_wins);
    json_write_real(&writer, "share", average(result->jack_wins, result->games));
    json_write_real(&writer, "low", interval.low);
    json_write_real(&writer, "high", interval.high);
    json_write_open(&writer, "endings", '{');
    for (unsigned reason = 1; reason < REASON_COUNT; reason++) {
        json_write_int(&writer, reason_name((enum reason)reason), result->endings[reason]);
    }
    json_write_close(&writer, '}');
    json_write_open(&writer, "rounds", '[');
    for (unsigned round = 1; round <= ROWS; round++) {
        json_write_int(&writer, NULL, result->rounds[round]);
    }
    json_write_close(&writer, ']');
    json_write_real(&writer, "actions_average", average((double)result->actions, result->games));
    json_write_int(&writer, "actions_least", (long)result->shortest);
    json_write_int(&writer, "actions_most", (long)result->longest);
    write_side(&writer, "jack", plan->jack, result, ARENA_JACK);
    write_side(&writer, "police", plan->police, result, ARENA_POLICE);
    json_write_close(&writer, '}');
    output_line(writer.text, writer.length);
}

/* ---- Progress ------------------------------------------------------------------------------------ */

/* Of a whole run, over all pairs of levels. */
struct progress {
    unsigned long games, before; /* all, and those of the pairs that are done */
    struct timespec began;
    bool terminal; /* one line that is overwritten; otherwise a line each time */
};

static double seconds_since(const struct timespec *began)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - began->tv_sec) + (double)(now.tv_nsec - began->tv_nsec) / 1e9;
}

/* Writes "gaslight: 240 of 1600 games, 12.3 per second, 1 minute 50 seconds left". */
static void show_progress(void *context, unsigned games)
{
    const struct progress *progress = context;
    unsigned long over = progress->before + games;
    double rate = (double)over / fmax(seconds_since(&progress->began), 0.001);
    char line[300];
    int length = snprintf(line, sizeof line, tr("gaslight: %lu of %lu games, %.1f per second"), over,
                          progress->games, rate);
    if (over > 0 && over < progress->games) {
        unsigned left = (unsigned)((double)(progress->games - over) / rate) + 1;
        (void)snprintf(line + length, sizeof line - (size_t)length, tr(", %s left"), title_time(left).text);
    }
    (void)fprintf(stderr, progress->terminal ? "\r%s\033[K" : "%s\n", line);
    (void)fflush(stderr);
}

/* ---- Playing ------------------------------------------------------------------------------------- */

static enum status play_cell(const struct order *order, const struct arena_plan *plan)
{
    struct arena_result result;
    if (!arena_run(plan, &result)) {
        (void)fprintf(stderr, "gaslight: no thread could be started.\n");
        return STATUS_BAD;
    }
    if (plan->progress != NULL && isatty(STDERR_FILENO)) {
        (void)fputs("\r\033[K", stderr); /* the result takes the place of the progress */
    }
    if (order->json) {
        print_json(plan, &result);
    } else {
        print_text(plan, &result);
    }
    (void)fflush(stdout); /* a cross table takes long; show each cell when it is done */
    if (result.endings[REASON_NONE] != 0 || result.mistakes != 0) {
        (void)fprintf(stderr,
                      "gaslight: %u games did not end, %lu decisions were not legal: a mistake of ours.\n",
                      result.endings[REASON_NONE], result.mistakes);
        return STATUS_BAD;
    }
    if (result.unsaved != 0) {
        (void)fprintf(stderr, "gaslight: %u records could not be written to %s.\n", result.unsaved,
                      plan->save);
        return STATUS_BAD;
    }
    return STATUS_OK;
}

/* Called before any game is played, because a cross table takes long. */
static enum status make_directory(const char *path)
{
    if (path == NULL || mkdir(path, 0777) == 0 || errno == EEXIST) {
        return STATUS_OK;
    }
    (void)fprintf(stderr, "gaslight: %s can't be created: %s.\n", path, strerror(errno));
    return STATUS_BAD;
}

static enum status play_cells(const struct order *order, const struct board *board)
{
    enum status status = STATUS_OK;
    bool terminal = isatty(STDERR_FILENO) != 0;
    struct progress progress = {.terminal = terminal};
    progress.games = (unsigned long)order->games * (unsigned)__builtin_popcount(order->levels[ARENA_JACK]) *
                     (unsigned)__builtin_popcount(order->levels[ARENA_POLICE]);
    (void)clock_gettime(CLOCK_MONOTONIC, &progress.began);
    for (unsigned jack = 0; jack < BOT_LEVEL_COUNT; jack++) {
        for (unsigned police = 0; police < BOT_LEVEL_COUNT && status == STATUS_OK; police++) {
            struct arena_plan plan = {.board = board,
                                      .options = order->options,
                                      .jack = (enum bot_level)jack,
                                      .police = (enum bot_level)police,
                                      .games = order->games,
                                      .threads = order->threads,
                                      .seed = order->seed,
                                      .clock = order->clock,
                                      .save = order->save,
                                      .progress = terminal || order->progress ? show_progress : NULL,
                                      .context = &progress};
            bool wanted = (order->levels[ARENA_JACK] >> jack & 1U) != 0 &&
                          (order->levels[ARENA_POLICE] >> police & 1U) != 0;
            status = wanted ? play_cell(order, &plan) : STATUS_OK;
            progress.before += wanted ? order->games : 0;
        }
    }
    return status;
}

/* ---- The command line ---------------------------------------------------------------------------- */

static bool read_number(const char *text, unsigned long long most, unsigned long long *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *number <= most;
}

static bool read_game(struct order *order, const char *value)
{
    order->game = game_from_name(value);
    return order->game != GAME_KIND_COUNT;
}

static bool read_level(struct order *order, enum arena_side side, const char *value)
{
    enum bot_level level = bot_level_from_name(value);
    bool all = strcmp(value, "all") == 0;
    order->levels[side] = all ? (1U << BOT_LEVEL_COUNT) - 1 : 1U << level;
    return all || level != BOT_LEVEL_COUNT;
}

static bool read_jack(struct order *order, const char *value)
{
    return read_level(order, ARENA_JACK, value);
}

static bool read_police(struct order *order, const char *value)
{
    return read_level(order, ARENA_POLICE, value);
}

static bool read_games(struct order *order, const char *value)
{
    unsigned long long number;
    bool good = read_number(value, GAMES_MAX, &number) && number > 0;
    order->games = good ? (unsigned)number : 0;
    return good;
}

static bool read_seed(struct order *order, const char *value)
{
    unsigned long long number;
    bool good = read_number(value, UINT64_MAX, &number);
    order->seed = number;
    return good;
}

static bool read_threads(struct order *order, const char *value)
{
    unsigned long long number;
    bool good = read_number(value, 256, &number) && number > 0;
    order->threads = good ? (unsigned)number : 0;
    return good;
}

static bool read_clock(struct order *order, const char *value)
{
    unsigned long long number;
    bool good = read_number(value, 3600000, &number) && number > 0;
    order->clock = good ? (double)number / 1000 : 0;
    return good;
}

static bool read_save(struct order *order, const char *value)
{
    order->save = value;
    return value[0] != '\0';
}

static bool read_progress(struct order *order, const char *value)
{
    (void)value;
    order->progress = true;
    return true;
}

static bool read_json(struct order *order, const char *value)
{
    (void)value;
    order->json = true;
    return true;
}

/* Parses names separated by commas. The game must be known, so this option is parsed last. */
static bool read_options(struct order *order, const char *value)
{
    order->options = 0;
    while (*value != '\0') {
        char name[64];
        size_t length = strcspn(value, ",");
        (void)snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), value);
        uint32_t bit = option_from_name(order->game, name);
        if (bit == 0 || (order->options & bit) != 0) {
            return false;
        }
        order->options |= bit;
        value += length + (value[length] == ',');
    }
    return true;
}

static const struct {
    const char *name, *value, *help, *expected; /* value: NULL if it takes none */
    bool (*read)(struct order *order, const char *value);
} options[] = {
    {"--game", "G", "whitechapel (default) or whitehall", "whitechapel or whitehall", read_game},
    {"--jack", "LEVEL", "novice, easy, normal (default), hard, or all", "novice, easy, normal, hard or all",
     read_jack},
    {"--police", "LEVEL", "the same levels", "novice, easy, normal, hard or all", read_police},
    {"--games", "N", "games per pair of levels (default: 100)", "a number from 1 to 10000000", read_games},
    {"--seed", "S", "random seed (default: 1); the same seed plays the same games", "a whole number",
     read_seed},
    {"--options", "A,B", "variants of the game, separated by commas",
     "variants of the game, each at most once", read_options},
    {"--clock", "MS", "milliseconds per decision; after that, any legal action is taken",
     "a number from 1 to 3600000", read_clock},
    {"--threads", "N", "number of threads (default: one per core)", "a number from 1 to 256", read_threads},
    {"--save", "DIR", "save the record of every game there; created if missing", "a directory", read_save},
    {"--json", NULL, "print one JSON object per line for each pair of levels", "", read_json},
    {"--progress", NULL, "show the progress on standard error even if it is not a terminal", "",
     read_progress},
};

static enum status print_help(void)
{
    (void)printf("usage: gaslight arena [OPTION...]\n\n"
                 "Plays bots against bots on all cores and prints how often Jack wins, how the games end, "
                 "and how long\n"
                 "decisions take.\n\n");
    for (size_t i = 0; i < COUNT(options); i++) {
        (void)printf("  %-10s %-6s %s\n", options[i].name, options[i].value != NULL ? options[i].value : "",
                     options[i].help);
    }
    (void)printf("\nExit status: 0 success, 1 failure, 2 wrong usage.\n");
    return STATUS_OK;
}

/* Finds the value of each option; they are parsed afterwards, in the order of the table. */
static enum status find_values(int count, char **arguments, const char **value)
{
    for (int i = 0; i < count; i++) {
        size_t row = 0;
        while (row < COUNT(options) && strcmp(options[row].name, arguments[i]) != 0) {
            row++;
        }
        if (row == COUNT(options)) {
            struct nearest nearest = nearest_begin(arguments[i]);
            for (row = 0; row < COUNT(options); row++) {
                nearest_offer(&nearest, options[row].name);
            }
            return usage_error(tr("%s has no option \"%s\"; %s"), "arena", show_word(arguments[i]).text,
                               nearest_advice(&nearest, see_help("arena").text).text);
        }
        if (value[row] != NULL) {
            return usage_error("%s is given twice", arguments[i]);
        }
        if (options[row].value != NULL && i + 1 == count) {
            return usage_error("%s needs a value: %s %s", arguments[i], arguments[i], options[row].value);
        }
        value[row] = options[row].value != NULL ? arguments[++i] : "";
    }
    return STATUS_OK;
}

static enum status read_order(struct order *order, int count, char **arguments)
{
    const char *value[COUNT(options)] = {NULL};
    enum status status = find_values(count, arguments, value);
    for (size_t row = 0; row < COUNT(options) && status == STATUS_OK; row++) {
        if (value[row] != NULL && !options[row].read(order, value[row])) {
            status = usage_error("%s %s: expected %s", options[row].name, show_word(value[row]).text,
                                 options[row].expected);
        }
    }
    return status;
}

enum status arena_command(int count, char **arguments)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    struct order order = {.game = GAME_WHITECHAPEL,
                          .levels = {1U << BOT_NORMAL, 1U << BOT_NORMAL},
                          .games = 100,
                          .threads = cores < 1 ? 1 : (unsigned)cores,
                          .seed = 1};
    for (int i = 0; i < count; i++) {
        if (strcmp(arguments[i], "--help") == 0) {
            return print_help();
        }
    }
    enum status status = read_order(&order, count, arguments);
    status = status == STATUS_OK ? make_directory(order.save) : status;
    if (status != STATUS_OK) {
        return status;
    }
    struct board *board = board_builtin(order.game);
    if (board == NULL) {
        (void)fprintf(stderr, "gaslight: out of memory\n");
        return STATUS_BAD;
    }
    status = play_cells(&order, board);
    board_free(board);
    return status;
}
