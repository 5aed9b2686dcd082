/* arena_league.c: see arena_league.h. */
#include "client-cli/commands/arena_league.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "client-cli/commands/arena_report.h"
#include "client-cli/util/output.h"

enum { ROUNDS = 2000, LIST_BYTES = 64 << 10 };

static const double scale = 400, middle = 1500;

struct standing {
    enum arena_side side;
    const char *name;
    double rating;
    unsigned games, wins;
};

/* ---- Ratings ------------------------------------------------------------------------------------- */

/* Adds to `excess` and `weight` what one pair says about the rating of either player. */
static void compare(const struct league *league, unsigned jack, unsigned police, double *excess,
                    double *weight)
{
    const struct league_cell *cell = &league->cell[jack][police];
    double lead = league->rating[ARENA_JACK][jack] - league->rating[ARENA_POLICE][police];
    double expected = 1 / (1 + pow(10, -lead / scale));
    double games = cell->games + 1.0;
    *excess += cell->jack_wins + 0.5 - games * expected;
    *weight += games * expected * (1 - expected);
}

/* Moves each rating to where it explains the player's results, given the others. */
static void improve(struct league *league)
{
    const double natural = scale / 2.302585093; /* points per unit of the natural logarithm of the odds */
    for (unsigned side = 0; side < ARENA_SIDES; side++) {
        for (unsigned i = 0; i < league->players[side]; i++) {
            double excess = 0, weight = 0.01;
            for (unsigned j = 0; j < league->players[ARENA_SIDES - 1 - side]; j++) {
                compare(league, side == ARENA_JACK ? i : j, side == ARENA_JACK ? j : i, &excess, &weight);
            }
            double step = fmax(-200, fmin(200, natural * excess / weight)) * 0.5;
            league->rating[side][i] += side == ARENA_JACK ? step : -step;
        }
    }
}

void league_rate(struct league *league)
{
    double sum = 0;
    unsigned players = league->players[ARENA_JACK] + league->players[ARENA_POLICE];
    for (unsigned round = 0; round < ROUNDS; round++) {
        improve(league);
    }
    for (unsigned side = 0; side < ARENA_SIDES; side++) {
        for (unsigned i = 0; i < league->players[side]; i++) {
            sum += league->rating[side][i];
        }
    }
    for (unsigned side = 0; side < ARENA_SIDES; side++) {
        for (unsigned i = 0; i < league->players[side]; i++) {
            league->rating[side][i] += middle - sum / players;
        }
    }
}

/* ---- The list ------------------------------------------------------------------------------------ */

static struct standing standing(const struct league *league, enum arena_side side, unsigned player)
{
    struct standing row = {.side = side,
                           .name = bot_player_name(league->player[side][player]),
                           .rating = league->rating[side][player]};
    for (unsigned i = 0; i < league->players[ARENA_SIDES - 1 - side]; i++) {
        const struct league_cell *cell =
            side == ARENA_JACK ? &league->cell[player][i] : &league->cell[i][player];
        row.games += cell->games;
        row.wins += side == ARENA_JACK ? cell->jack_wins : cell->games - cell->jack_wins;
    }
    return row;
}

static int by_rating(const void *left, const void *right)
{
    double one = ((const struct standing *)left)->rating;
    double two = ((const struct standing *)right)->rating;
    return one < two ? 1 : one > two ? -1 : 0;
}

static void write_standing(struct json_writer *writer, const struct standing *row)
{
    struct arena_interval interval = arena_interval(row->wins, row->games);
    json_write_open(writer, NULL, '{');
    json_write_string(writer, "side", row->side == ARENA_JACK ? "jack" : "police");
    json_write_string(writer, "player", row->name);
    report_real(writer, "rating", row->rating);
    json_write_int(writer, "games", row->games);
    json_write_int(writer, "wins", row->wins);
    report_real(writer, "low", interval.low);
    report_real(writer, "high", interval.high);
    json_write_close(writer, '}');
}

static void print_json(const struct standing *row, unsigned rows, enum game_kind game)
{
    static char text[LIST_BYTES];
    struct json_writer writer;
    json_write_begin(&writer, text, sizeof text);
    json_write_open(&writer, NULL, '{');
    json_write_string(&writer, "game", game_name(game));
    json_write_open(&writer, "ratings", '[');
    for (unsigned i = 0; i < rows; i++) {
        write_standing(&writer, &row[i]);
    }
    json_write_close(&writer, ']');
    json_write_close(&writer, '}');
    output_line(writer.text, writer.length);
}

void league_print(struct league *league, enum game_kind game, bool json)
{
    struct standing row[ARENA_SIDES * LEAGUE_PLAYERS_MAX] = {{0}};
    unsigned rows = 0;
    league_rate(league);
    for (unsigned side = 0; side < ARENA_SIDES; side++) {
        for (unsigned i = 0; i < league->players[side]; i++) {
            row[rows++] = standing(league, (enum arena_side)side, i);
        }
    }
    qsort(row, rows, sizeof *row, by_rating);
    if (json) {
        print_json(row, rows, game);
        return;
    }
    (void)printf("%s: ratings\n", game_name(game));
    for (unsigned i = 0; i < rows; i++) {
        struct arena_interval interval = arena_interval(row[i].wins, row[i].games);
        (void)printf("  %5.0f  %-6s  %-16s wins %u of %u, %.1f %% (95 %%: %.1f to %.1f)\n", row[i].rating,
                     row[i].side == ARENA_JACK ? "jack" : "police", row[i].name, row[i].wins, row[i].games,
                     100.0 * row[i].wins / (row[i].games > 0 ? row[i].games : 1), 100 * interval.low,
                     100 * interval.high);
    }
}
