/* case_make.c: see case_make.h. */
#include "client-cli/commands/case_make.h"

#include <stdlib.h>

#include "common/base/array.h"
#include "common/base/random.h"
#include "common/puzzles/puzzle_list.h"
#include "common/puzzles/puzzle_maker.h"

enum { BUCKETS = GAME_KIND_COUNT * PUZZLE_KIND_COUNT * PUZZLE_GRADE_COUNT };

/* The puzzles of one game, kind and grade. */
struct bucket {
    char **line;
    unsigned lines;
};

struct making {
    const struct case_order *order;
    unsigned share; /* of each bucket that is wanted */
    struct bucket bucket[BUCKETS];
    unsigned game; /* being played */
    unsigned
        offered; /* mask, by kind and grade: what this game of bots has given; another would be much the same */
    bool out_of_memory;
};

static unsigned bits(unsigned mask)
{
    return (unsigned)__builtin_popcount(mask);
}

static struct bucket *find_bucket(struct making *making, unsigned game, unsigned kind, unsigned grade)
{
    return &making->bucket[(game * PUZZLE_KIND_COUNT + kind) * PUZZLE_GRADE_COUNT + grade];
}

/* Returns whether a game of bots could still fill a bucket up to its share. */
static bool is_wanted(struct making *making, unsigned game)
{
    const struct case_order *order = making->order;
    for (unsigned kind = 0; kind < PUZZLE_KIND_COUNT; kind++) {
        for (unsigned grade = 0; grade < PUZZLE_GRADE_COUNT; grade++) {
            if ((order->games >> game & order->kinds >> kind & order->grades >> grade & 1U) != 0 &&
                find_bucket(making, game, kind, grade)->lines < making->share) {
                return true;
            }
        }
    }
    return false;
}

/* Keeps a puzzle; buckets take more than their share, in case others stay too small. */
static bool take(void *context, const struct puzzle *puzzle)
{
    struct making *making = context;
    const struct case_order *order = making->order;
    struct bucket *bucket = find_bucket(making, making->game, puzzle->kind, puzzle->grade);
    unsigned offer = 1U << (puzzle->kind * PUZZLE_GRADE_COUNT + puzzle->grade);
    struct buffer text = {0};
    if ((order->kinds >> puzzle->kind & order->grades >> puzzle->grade & 1U) == 0 ||
        (making->offered & offer) != 0 || bucket->lines == order->count) {
        return true;
    }
    making->out_of_memory = !puzzle_write(puzzle, &text);
    if (making->out_of_memory) {
        buffer_free(&text);
        return false;
    }
    making->offered |= offer;
    bucket->line[bucket->lines++] = buffer_take(&text);
    return true;
}

static unsigned found(const struct making *making)
{
    unsigned lines = 0;
    for (unsigned i = 0; i < BUCKETS; i++) {
        lines += making->bucket[i].lines;
    }
    return lines;
}

/* Plays one game after the other, of both in turn, until every bucket has its share. */
static void play_all(struct making *making, struct board *const board[GAME_KIND_COUNT])
{
    const struct case_order *order = making->order;
    bool goes_on = true;
    for (unsigned i = 0; i < order->most && goes_on && !making->out_of_memory; i++) {
        goes_on = false;
        for (unsigned game = 0; game < GAME_KIND_COUNT && !making->out_of_memory; game++) {
            if (is_wanted(making, game)) {
                making->game = game;
                making->offered = 0;
                making->out_of_memory =
                    !puzzle_make(board[game], order->seed + i, take, making) || making->out_of_memory;
                goes_on = true;
            }
        }
        if (order->progress) {
            (void)fprintf(stderr, "\rcase make: %u of %u games, %u puzzles", i + 1, order->most,
                          found(making));
        }
    }
    if (order->progress) {
        (void)fputc('\n', stderr);
    }
}

/* Chooses one puzzle of each bucket at a time. Returns how many. */
static unsigned choose(struct making *making, const char **line)
{
    unsigned lines = 0;
    for (unsigned round = 0; round < making->order->count; round++) {
        for (unsigned i = 0; i < BUCKETS && lines < making->order->count; i++) {
            if (round < making->bucket[i].lines) {
                line[lines++] = making->bucket[i].line[round];
            }
        }
    }
    return lines;
}

/* Writes the lines in a random order. */
static void write_lines(const struct case_order *order, const char **line, unsigned lines, FILE *output)
{
    struct random random = {.state = order->seed};
    for (unsigned left = lines; left > 0; left--) {
        unsigned chosen = random_below(&random, left);
        (void)fputs(line[chosen], output);
        line[chosen] = line[left - 1];
    }
}

static enum status finish(struct making *making, FILE *output)
{
    const char **line = calloc(making->order->count, sizeof *line);
    if (making->out_of_memory || line == NULL) {
        (void)fprintf(stderr, "gaslight: out of memory\n");
        free(line);
        return STATUS_BAD;
    }
    unsigned lines = choose(making, line);
    write_lines(making->order, line, lines, output);
    free(line);
    if (lines < making->order->count) {
        (void)fprintf(stderr, "case make: only %u of %u puzzles; more games (--games) may have more\n", lines,
                      making->order->count);
    }
    return lines == making->order->count ? STATUS_OK : STATUS_BAD;
}

enum status case_make(const struct case_order *order, FILE *output)
{
    struct board *board[GAME_KIND_COUNT];
    unsigned buckets = bits(order->games) * bits(order->kinds) * bits(order->grades);
    struct making making = {.order = order, .share = (order->count + buckets - 1) / buckets};
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        board[game] = board_builtin((enum game_kind)game);
        making.out_of_memory = making.out_of_memory || board[game] == NULL;
    }
    for (unsigned i = 0; i < BUCKETS; i++) {
        making.bucket[i].line = calloc(order->count, sizeof *making.bucket[i].line);
        making.out_of_memory = making.out_of_memory || making.bucket[i].line == NULL;
    }
    if (!making.out_of_memory) {
        play_all(&making, board);
    }
    enum status status = finish(&making, output);
    for (unsigned i = 0; i < BUCKETS; i++) {
        for (unsigned line = 0; line < making.bucket[i].lines; line++) {
            free(making.bucket[i].line[line]);
        }
        free(making.bucket[i].line);
    }
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        board_free(board[game]);
    }
    return status;
}
