/*
 * bench_engine.c: measures the speed of the engine. Run by tests/bench/run, which holds the targets.
 *
 * bench_engine: measures for a few seconds and prints `name value` lines.
 *
 * bench_engine play GAME all|none N: plays N random games and prints the number of actions. This is always
 * the same work, for counting instructions.
 *
 * Random play chooses uniformly among the kinds of action, then among the targets. The measured time covers
 * listing the legal actions, choosing one and applying it, nothing else. Times are CPU time, best of several
 * rounds, so that a busy machine has little effect.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/wire/record.h"
#include "tests/support/c/play.h"

enum { ROUNDS = 7, GAMES = 1500, FOLDED = 300, FOLDS = 4000, SEARCHED_SEEDS = 100000 };

/* The actions of several random games, one after the other; `begins` marks where each game starts. */
struct script {
    struct setup setup[GAMES];
    size_t begins[GAMES + 1];
    struct action *actions;
};

static double seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void row(const char *name, double value)
{
    (void)printf("%s %.1f\n", name, value);
}

static _Noreturn void die(const char *what)
{
    (void)fprintf(stderr, "bench_engine: %s\n", what);
    exit(EXIT_FAILURE);
}

static uint32_t all_options(enum game_kind kind)
{
    return (1U << option_count(kind)) - 1;
}

/* ---- Playing and replaying ---------------------------------------------------------------------- */

/*
 * Plays one random game to its end, appending its actions to `record` if given. Returns the number of
 * actions.
 */
static size_t play_one(const struct board *board, const struct setup *setup, struct random *random,
                       struct record *record)
{
    struct game game;
    struct action action;
    struct events events;
    size_t count = 0;
    if (game_new(board, &game, setup) != ERROR_OK) {
        die("a game does not begin");
    }
    while (play_choose(board, &game, random, (struct play_style){0}, &action)) {
        if (game_apply(board, &game, &action, &events) != ERROR_OK) {
            die("a listed action was refused");
        }
        if (record != NULL && !record_append(record, &action)) {
            die("no memory");
        }
        count++;
    }
    return count;
}

static size_t play_many(enum game_kind kind, uint32_t options, unsigned games)
{
    const struct board *board = play_board(kind);
    struct random random = {1888};
    size_t actions = 0;
    for (unsigned i = 0; i < games; i++) {
        struct setup setup = play_setup(kind, options, &random);
        actions += play_one(board, &setup, &random, NULL);
    }
    return actions;
}

static void write_script(enum game_kind kind, uint32_t options, struct script *script)
{
    struct random random = {1888};
    struct record record = {0};
    for (unsigned i = 0; i < GAMES; i++) {
        script->begins[i] = record.count;
        script->setup[i] = play_setup(kind, options, &random);
        play_one(play_board(kind), &script->setup[i], &random, &record);
    }
    script->begins[GAMES] = record.count;
    script->actions = record.actions;
}

/* Applies every action of the script, listing the legal actions before each one if asked to. */
static void replay(const struct board *board, const struct script *script, bool list)
{
    static struct legal legal;
    struct events events;
    for (unsigned i = 0; i < GAMES; i++) {
        struct game game;
        (void)game_new(board, &game, &script->setup[i]);
        for (size_t k = script->begins[i]; k < script->begins[i + 1]; k++) {
            if (list) {
                game_legal(board, &game, ~0U, &legal);
            }
            if (game_apply(board, &game, &script->actions[k], &events) != ERROR_OK) {
                die("a replay goes another way");
            }
        }
    }
}

/* ---- Measurements ------------------------------------------------------------------------------ */

static void measure_play(enum game_kind kind, uint32_t options, const char *name)
{
    static struct script script;
    char key[64];
    double best_play = 1e9;
    double best_apply = 1e9;
    double best_both = 1e9;
    write_script(kind, options, &script);
    for (unsigned round = 0; round < ROUNDS; round++) {
        double begin = seconds();
        (void)play_many(kind, options, GAMES);
        double played = seconds();
        replay(play_board(kind), &script, false);
        double applied = seconds();
        replay(play_board(kind), &script, true);
        double both = seconds();
        best_play = played - begin < best_play ? played - begin : best_play;
        best_apply = applied - played < best_apply ? applied - played : best_apply;
        best_both = both - applied < best_both ? both - applied : best_both;
    }
    double actions = (double)script.begins[GAMES];
    (void)snprintf(key, sizeof key, "games_a_second_%s_%s", game_name(kind), name);
    row(key, GAMES / best_play);
    (void)snprintf(key, sizeof key, "apply_ns_%s_%s", game_name(kind), name);
    row(key, best_apply * 1e9 / actions);
    (void)snprintf(key, sizeof key, "legal_apply_ns_%s_%s", game_name(kind), name);
    row(key, best_both * 1e9 / actions);
    free(script.actions);
}

/* Returns the first random game of at least FOLDED actions, cut off there. */
static void find_long_game(enum game_kind kind, uint32_t options, struct record *record)
{
    for (unsigned seed = 0; seed < SEARCHED_SEEDS; seed++) {
        struct random random = {seed};
        struct setup setup = play_setup(kind, options, &random);
        record_init(record, &setup);
        if (play_one(play_board(kind), &setup, &random, record) >= FOLDED) {
            record->count = FOLDED;
            return;
        }
        record_free(record);
    }
    die("no random game is long enough to fold");
}

static void measure_fold(enum game_kind kind)
{
    struct record record;
    struct record_error error;
    struct game game;
    char key[64];
    double best = 1e9;
    find_long_game(kind, all_options(kind), &record);
    for (unsigned round = 0; round < ROUNDS; round++) {
        double begin = seconds();
        for (unsigned i = 0; i < FOLDS / ROUNDS; i++) {
            if (!record_fold(&record, play_board(kind), SIZE_MAX, &game, NULL, NULL, &error)) {
                die("a record does not fold");
            }
        }
        double took = (seconds() - begin) / (FOLDS / ROUNDS);
        best = took < best ? took : best;
    }
    (void)snprintf(key, sizeof key, "fold_us_%s", game_name(kind));
    row(key, best * 1e6);
    record_free(&record);
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "play") == 0 && game_from_name(argv[2]) != GAME_KIND_COUNT) {
        enum game_kind kind = game_from_name(argv[2]);
        uint32_t options = strcmp(argv[3], "all") == 0 ? all_options(kind) : 0;
        (void)printf("%zu\n", play_many(kind, options, (unsigned)strtoul(argv[4], NULL, 10)));
        return EXIT_SUCCESS;
    }
    if (argc != 1) {
        die("usage: bench_engine [play GAME all|none GAMES]");
    }
    row("game_bytes", sizeof(struct game));
    for (unsigned kind = 0; kind < GAME_KIND_COUNT; kind++) {
        measure_play((enum game_kind)kind, 0, "none");
        measure_play((enum game_kind)kind, all_options((enum game_kind)kind), "all");
        measure_fold((enum game_kind)kind);
    }
    return EXIT_SUCCESS;
}
