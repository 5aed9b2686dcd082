/*
 * arena_command.c: `gaslight arena`: plays bots against bots and prints how often each side won.
 *
 * Options are rows of one table, each with a function that parses its value. Each side is a list of players (levels and
 * styles); the result is a cross table: one cell after the other, each on all cores. A league adds a rating list.
 */
#include "client-cli/commands/arena_command.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "client-cli/commands/arena.h"
#include "client-cli/commands/arena_league.h"
#include "client-cli/commands/arena_report.h"
#include "client-cli/commands/arguments.h"
#include "client-cli/language/language.h"
#include "common/base/array.h"

enum { GAMES_MAX = 10000000, NAME_BYTES = 64 };

/* The parsed command line. */
struct order {
    enum game_kind game;
    uint32_t options;
    unsigned players[ARENA_SIDES];
    struct bot_player player[ARENA_SIDES][LEAGUE_PLAYERS_MAX];
    unsigned games, threads;
    uint64_t seed;
    double clock;
    const char *save;
    bool json, progress, calibration, league, styles;
};

/* ---- Progress ------------------------------------------------------------------------------------ */

/* Of a whole run, over all pairs of players. */
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

static enum status play_cell(const struct order *order, const struct arena_plan *plan,
                             struct league_cell *cell)
{
    struct arena_result result;
    if (!arena_run(plan, &result)) {
        (void)fprintf(stderr, "gaslight: no thread could be started.\n");
        return STATUS_BAD;
    }
    if (plan->progress != NULL && isatty(STDERR_FILENO)) {
        (void)fputs("\r\033[K", stderr); /* the result takes the place of the progress */
    }
    *cell = (struct league_cell){.games = result.games, .jack_wins = result.jack_wins};
    arena_report(plan, &result, order->json);
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

static enum status play_cells(const struct order *order, const struct board *board, struct league *league)
{
    enum status status = STATUS_OK;
    bool terminal = isatty(STDERR_FILENO) != 0;
    struct progress progress = {.terminal = terminal};
    unsigned cells = order->players[ARENA_JACK] * order->players[ARENA_POLICE];
    progress.games = (unsigned long)order->games * cells;
    (void)clock_gettime(CLOCK_MONOTONIC, &progress.began);
    for (unsigned i = 0; i < cells && status == STATUS_OK; i++) {
        unsigned jack = i / order->players[ARENA_POLICE];
        unsigned police = i % order->players[ARENA_POLICE];
        struct arena_plan plan = {.board = board,
                                  .options = order->options,
                                  .jack = order->player[ARENA_JACK][jack],
                                  .police = order->player[ARENA_POLICE][police],
                                  .games = order->games,
                                  .threads = order->threads,
                                  .seed = order->seed,
                                  .clock = order->clock,
                                  .calibration = order->calibration,
                                  .save = order->save,
                                  .progress = terminal || order->progress ? show_progress : NULL,
                                  .context = &progress};
        status = play_cell(order, &plan, &league->cell[jack][police]);
        progress.before += order->games;
    }
    return status;
}

static enum status play_league(const struct order *order, const struct board *board)
{
    struct league *league = calloc(1, sizeof *league);
    if (league == NULL) {
        (void)fprintf(stderr, "gaslight: out of memory\n");
        return STATUS_BAD;
    }
    memcpy(league->players, order->players, sizeof league->players);
    memcpy(league->player, order->player, sizeof league->player);
    enum status status = play_cells(order, board, league);
    if (status == STATUS_OK && order->league) {
        league_print(league, board->game, order->json);
    }
    free(league);
    return status;
}

/* Lists the styles of the game, one per line. */
static enum status print_styles(enum game_kind game)
{
    static const char *const side_name[BOT_SIDES] = {"jack", "police"};
    static const char *const half_name[STYLE_HALVES] = {"tune", "held-out"};
    for (unsigned side = 0; side < BOT_SIDES; side++) {
        const struct style_list *list = style_list(game, (enum bot_side)side);
        for (unsigned i = 0; i < list->count; i++) {
            (void)printf("%-7s %-9s %-16s %s\n", side_name[side], half_name[list->style[i].half],
                         list->style[i].name, list->style[i].description);
        }
    }
    return STATUS_OK;
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

static bool add_player(struct order *order, enum arena_side side, enum bot_level level,
                       const struct style *style)
{
    if (order->players[side] == LEAGUE_PLAYERS_MAX) {
        return false;
    }
    order->player[side][order->players[side]++] = (struct bot_player){.level = level, .style = style};
    return true;
}

/* Adds the styles of one half, or of both if `half` is STYLE_HALVES. */
static bool add_pool(struct order *order, enum arena_side side, enum style_half half)
{
    const struct style_list *list = style_list(order->game, side == ARENA_JACK ? BOT_JACK : BOT_POLICE);
    bool good = true;
    for (unsigned i = 0; i < list->count; i++) {
        if (half == STYLE_HALVES || list->style[i].half == half) {
            good = good && add_player(order, side, BOT_NOVICE, &list->style[i]);
        }
    }
    return good;
}

/* Adds the players that one word names: a level, all levels, a style, or a half of the pool of styles. */
static bool add_players(struct order *order, enum arena_side side, const char *word)
{
    static const char style_prefix[] = "style:";
    enum bot_level level = bot_level_from_name(word);
    if (strncmp(word, style_prefix, sizeof style_prefix - 1) == 0) {
        const struct style *style = style_find(order->game, side == ARENA_JACK ? BOT_JACK : BOT_POLICE,
                                               word + sizeof style_prefix - 1);
        return style != NULL && add_player(order, side, BOT_NOVICE, style);
    }
    if (strcmp(word, "all") == 0) {
        bool good = true;
        for (unsigned i = 0; i < BOT_LEVEL_COUNT; i++) {
            good = good && add_player(order, side, (enum bot_level)i, NULL);
        }
        return good;
    }
    if (level != BOT_LEVEL_COUNT) {
        return add_player(order, side, level, NULL);
    }
    return strcmp(word, "pool:tune") == 0       ? add_pool(order, side, STYLE_TUNE)
           : strcmp(word, "pool:held-out") == 0 ? add_pool(order, side, STYLE_HELD_OUT)
           : strcmp(word, "pool:all") == 0      ? add_pool(order, side, STYLE_HALVES)
                                                : false;
}

/* Parses words separated by commas. The game must be known. */
static bool read_players(struct order *order, enum arena_side side, const char *value)
{
    order->players[side] = 0;
    do {
        char word[NAME_BYTES];
        size_t length = strcspn(value, ",");
        (void)snprintf(word, sizeof word, "%.*s", (int)(length < NAME_BYTES ? length : NAME_BYTES - 1),
                       value);
        if (!add_players(order, side, word)) {
            return false;
        }
        value += length + (value[length] == ',');
    } while (*value != '\0');
    return true;
}

static bool read_jack(struct order *order, const char *value)
{
    return read_players(order, ARENA_JACK, value);
}

static bool read_police(struct order *order, const char *value)
{
    return read_players(order, ARENA_POLICE, value);
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

static bool read_calibration(struct order *order, const char *value)
{
    (void)value;
    order->calibration = true;
    return true;
}

static bool read_league(struct order *order, const char *value)
{
    (void)value;
    order->league = true;
    return true;
}

static bool read_styles(struct order *order, const char *value)
{
    (void)value;
    order->styles = true;
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

#define EXPECTED_PLAYERS \
    "novice, easy, normal, hard, master, all, style:NAME, pool:tune, pool:held-out or pool:all"

static const struct {
    const char *name, *value, *help, *expected; /* value: NULL if it takes none */
    bool (*read)(struct order *order, const char *value);
} options[] = {
    {"--game", "G", "whitechapel (default) or whitehall", "whitechapel or whitehall", read_game},
    {"--jack", "WHO",
     "novice, easy, normal (default), hard, master, all, style:NAME, pool:tune, pool:held-out, pool:all, or "
     "several, separated by commas",
     EXPECTED_PLAYERS, read_jack},
    {"--police", "WHO", "the same for the police", EXPECTED_PLAYERS, read_police},
    {"--styles", NULL, "list the styles of the game: ways to play that serve to measure the levels", "",
     read_styles},
    {"--league", NULL, "after the games, print a rating list of all players", "", read_league},
    {"--calibration", NULL, "compare what the police believe with the truth", "", read_calibration},
    {"--games", "N", "games per pair of players (default: 100)", "a number from 1 to 10000000", read_games},
    {"--seed", "S", "random seed (default: 1); the same seed plays the same games", "a whole number",
     read_seed},
    {"--options", "A,B", "variants of the game, separated by commas",
     "variants of the game, each at most once", read_options},
    {"--clock", "MS", "milliseconds per decision; after that, any legal action is taken",
     "a number from 1 to 3600000", read_clock},
    {"--threads", "N", "number of threads (default: one per core)", "a number from 1 to 256", read_threads},
    {"--save", "DIR", "save the record of every game there; created if missing", "a directory", read_save},
    {"--json", NULL, "print one JSON object per line for each pair of players", "", read_json},
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
        (void)printf("  %-13s %-6s %s\n", options[i].name, options[i].value != NULL ? options[i].value : "",
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
                          .players = {1, 1},
                          .player = {{{.level = BOT_NORMAL}}, {{.level = BOT_NORMAL}}},
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
    if (order.styles) {
        return print_styles(order.game);
    }
    struct board *board = board_builtin(order.game);
    if (board == NULL) {
        (void)fprintf(stderr, "gaslight: out of memory\n");
        return STATUS_BAD;
    }
    status = play_league(&order, board);
    board_free(board);
    return status;
}
