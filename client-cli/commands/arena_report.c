/* arena_report.c: see arena_report.h. */
#include "client-cli/commands/arena_report.h"

#include <stdio.h>

#include "client-cli/util/output.h"
#include "common/wire/action_json.h"

enum { CELL_BYTES = 8192 };

static double average(double sum, unsigned long count)
{
    return count == 0 ? 0 : sum / (double)count;
}

static void print_bins(const char *what, const struct arena_bin *bin)
{
    (void)printf("  %s, estimated and true share in %%:", what);
    for (unsigned i = 0; i < ARENA_BINS; i++) {
        if (bin[i].count != 0) {
            (void)printf(" %.1f %.1f (%lu);", 100 * average(bin[i].sum, bin[i].count),
                         100 * average((double)bin[i].hits, bin[i].count), bin[i].count);
        }
    }
    (void)printf("\n");
}

static void print_text(const struct arena_plan *plan, const struct arena_result *result)
{
    struct arena_interval interval = arena_interval(result->jack_wins, result->games);
    (void)printf("%s: %s jack, %s police: jack wins %u of %u, %.1f %% (95 %%: %.1f to %.1f)\n",
                 game_name(plan->board->game), bot_player_name(plan->jack), bot_player_name(plan->police),
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
    if (plan->calibration) {
        print_bins("positions", result->position);
        print_bins("arrests", result->arrest);
        (void)printf(
            "  weight of the true circle: %.2f bits; all possible circles alike: %.2f (%lu estimates)\n",
            average(result->bits, result->estimates), average(result->uniform_bits, result->estimates),
            result->estimates);
    }
}

/* json_writer has no floating-point numbers. */
void report_real(struct json_writer *writer, const char *key, double value)
{
    char text[40];
    int length = snprintf(text, sizeof text, "%.6f", value);
    json_write_raw(writer, key, text, (size_t)length);
}

static void write_side(struct json_writer *writer, const char *key, struct bot_player player,
                       const struct arena_result *result, enum arena_side side)
{
    json_write_open(writer, key, '{');
    json_write_string(writer, player.style != NULL ? "style" : "level", bot_player_name(player));
    json_write_int(writer, "decisions", (long)result->decisions[side]);
    json_write_int(writer, "late", (long)result->late[side]);
    report_real(writer, "ms_average", 1000 * average(result->seconds[side], result->decisions[side]));
    report_real(writer, "ms_most", 1000 * result->slowest[side]);
    json_write_close(writer, '}');
}

static void write_bins(struct json_writer *writer, const char *key, const struct arena_bin *bin)
{
    json_write_open(writer, key, '[');
    for (unsigned i = 0; i < ARENA_BINS; i++) {
        json_write_open(writer, NULL, '{');
        json_write_int(writer, "up_to", arena_bin_end[i]);
        json_write_int(writer, "count", (long)bin[i].count);
        report_real(writer, "estimated", average(bin[i].sum, bin[i].count));
        report_real(writer, "true", average((double)bin[i].hits, bin[i].count));
        json_write_close(writer, '}');
    }
    json_write_close(writer, ']');
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
    report_real(&writer, "share", average(result->jack_wins, result->games));
    report_real(&writer, "low", interval.low);
    report_real(&writer, "high", interval.high);
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
    report_real(&writer, "actions_average", average((double)result->actions, result->games));
    json_write_int(&writer, "actions_least", (long)result->shortest);
    json_write_int(&writer, "actions_most", (long)result->longest);
    write_side(&writer, "jack", plan->jack, result, ARENA_JACK);
    write_side(&writer, "police", plan->police, result, ARENA_POLICE);
    if (plan->calibration) {
        write_bins(&writer, "position", result->position);
        write_bins(&writer, "arrest", result->arrest);
        report_real(&writer, "bits", average(result->bits, result->estimates));
        report_real(&writer, "uniform_bits", average(result->uniform_bits, result->estimates));
    }
    json_write_close(&writer, '}');
    output_line(writer.text, writer.length);
}

void arena_report(const struct arena_plan *plan, const struct arena_result *result, bool json)
{
    if (json) {
        print_json(plan, result);
    } else {
        print_text(plan, result);
    }
}
