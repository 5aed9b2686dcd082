/*
 * twins_table.c: counts the pairs that differed, by secret, viewer and option, and picks the next one to
 * play.
 */
#include <string.h>

#include "tests/support/c/twins.h"

static bool is_whitehall_secret(unsigned secret)
{
    return secret == SECRET_DISCOVERIES || secret == SECRET_TILE_KINDS;
}

static bool plays(enum game_kind game, unsigned viewer)
{
    if (viewer >= TWINS_PUBLIC) {
        return true;
    }
    unsigned pawn = PAWN_YELLOW + viewer % POLICEMEN_MAX;
    bool head = viewer < TWINS_OTHER;
    return (game_policemen(game) & PAWN_BIT(pawn)) != 0 && (game == GAME_WHITECHAPEL || !head);
}

bool twins_hidden(enum game_kind game, unsigned secret, unsigned viewer, unsigned option)
{
    if (option > option_count(game) || !plays(game, viewer)) {
        return false;
    }
    if (secret != SECRET_ROW && is_whitehall_secret(secret) != (game == GAME_WHITEHALL)) {
        return false;
    }
    if (secret == SECRET_TILE_KINDS && option == 0) {
        return false; /* it needs its own option; the other options are added to it */
    }
    if (viewer == TWINS_JACK) {
        return secret == SECRET_PATROL_FACES || secret == SECRET_HEADS_PILE;
    }
    return secret != SECRET_PATROL_FACES || (viewer >= TWINS_OTHER && viewer != TWINS_POLICE);
}

/* ---- the cell with the lowest count ---- */

struct cell {
    unsigned secret, viewer, option, pairs;
};

static struct cell smallest_cell(enum game_kind game, const struct twins_table *table)
{
    struct cell smallest = {.pairs = ~0U};
    for (unsigned secret = 0; secret < SECRET_COUNT; secret++) {
        for (unsigned viewer = 0; viewer < TWINS_VIEWERS; viewer++) {
            for (unsigned option = 0; option < TWINS_OPTIONS; option++) {
                unsigned pairs = table->pairs[secret][viewer][option];
                if (twins_hidden(game, secret, viewer, option) && pairs < smallest.pairs) {
                    smallest = (struct cell){secret, viewer, option, pairs};
                }
            }
        }
    }
    return smallest;
}

unsigned twins_smallest(enum game_kind game, const struct twins_table *table)
{
    return smallest_cell(game, table).pairs;
}

/* ---- playing to a situation ---- */

static uint32_t options_for(enum game_kind game, const struct cell *cell, struct random *random)
{
    uint32_t all = (1U << option_count(game)) - 1;
    if (cell->option == 0) {
        return 0;
    }
    uint32_t options = 1U << (cell->option - 1) | ((uint32_t)random_next(random) & all);
    return cell->secret == SECRET_TILE_KINDS ? options | OPTION_MURDERER_AT_LARGE : options;
}

static unsigned round_for(enum game_kind game, unsigned secret, struct random *random)
{
    switch (secret) {
    case SECRET_HIDEOUT:
        return 1;
    case SECRET_CRIME_ORDER:
        return 3;
    case SECRET_HEADS_PILE:
        return 1 + random_below(random, 3);
    default:
        return 1 + random_below(random, game == GAME_WHITECHAPEL ? 4 : 3);
    }
}

void twins_run(enum game_kind game, uint64_t seed, unsigned floor, unsigned most, struct twins_table *table,
               struct twins_report *report)
{
    struct random random = {seed};
    *report = (struct twins_report){.result = TWINS_ALIKE};
    while (report->result == TWINS_ALIKE && table->played < most) {
        struct cell cell = smallest_cell(game, table);
        if (cell.pairs >= floor) {
            return;
        }
        struct twins_plan plan = {
            .game = game,
            .options = options_for(game, &cell, &random),
            .secret = cell.secret,
            .jack_looks = cell.viewer == TWINS_JACK,
            .round = round_for(game, cell.secret, &random),
            .head = cell.viewer < TWINS_OTHER ? PAWN_YELLOW + cell.viewer : 0,
            .seed = random_next(&random),
        };
        twins_play(&plan, table, report);
    }
}

/* ---- printing ---- */

static const char *const secret_names[SECRET_COUNT] = {
    [SECRET_HIDEOUT] = "hideout",           [SECRET_WOMEN_MARKS] = "women_marks",
    [SECRET_PATROL_FACES] = "patrol_faces", [SECRET_ROW] = "row",
    [SECRET_CRIME_ORDER] = "crime_order",   [SECRET_HEADS_PILE] = "heads_pile",
    [SECRET_DISCOVERIES] = "discoveries",   [SECRET_TILE_KINDS] = "tile_kinds",
};

static void print_viewer(FILE *file, unsigned viewer)
{
    static const char *const names[] = {"public", "police", "jack"};
    char name[24];
    if (viewer >= TWINS_PUBLIC) {
        snprintf(name, sizeof name, "%s", names[viewer - TWINS_PUBLIC]);
    } else {
        snprintf(name, sizeof name, "%s%s", pawn_name((enum pawn)(PAWN_YELLOW + viewer % POLICEMEN_MAX)),
                 viewer < TWINS_OTHER ? " as Head" : "");
    }
    fprintf(file, "  %-15s", name);
}

static void print_secret(FILE *file, enum game_kind game, unsigned secret, const struct twins_table *table)
{
    for (unsigned viewer = 0; viewer < TWINS_VIEWERS; viewer++) {
        bool any = false;
        for (unsigned option = 0; option <= option_count(game); option++) {
            bool cell = twins_hidden(game, secret, viewer, option);
            if (cell && !any) {
                fprintf(file, "%-13s", secret_names[secret]);
                print_viewer(file, viewer);
                fprintf(file, "%*s", option == 0 ? 0 : 6, "");
            }
            any = any || cell;
            if (cell) {
                fprintf(file, "%6u", table->pairs[secret][viewer][option]);
            }
        }
        if (any) {
            fprintf(file, "\n");
        }
    }
}

void twins_print(FILE *file, enum game_kind game, const struct twins_table *table)
{
    fprintf(file, "%s: pairs whose truths differ; columns: none", game_name(game));
    for (unsigned i = 0; i < option_count(game); i++) {
        fprintf(file, " %s", option_name(game, i));
    }
    fprintf(file, "\n");
    for (unsigned secret = 0; secret < SECRET_COUNT; secret++) {
        print_secret(file, game, secret, table);
    }
    fprintf(file, "%u pairs, %lu looks, smallest cell %u\n", table->played, table->looks,
            twins_smallest(game, table));
    fflush(file);
}
