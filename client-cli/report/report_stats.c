/* report_stats.c: see report_stats.h. */
#include "client-cli/report/report_stats.h"

#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"
#include "client-cli/text/sentences.h"

static unsigned number_of(const json_t *row, const char *key)
{
    return (unsigned)json_integer_value(json_object_get(row, key));
}

static const char *word_of(const json_t *row, const char *key)
{
    const char *word = json_string_value(json_object_get(row, key));
    return word == NULL ? "" : word;
}

static bool is_word(const json_t *row, const char *key, const char *word)
{
    return strcmp(word_of(row, key), word) == 0;
}

static const char *game_title(const json_t *row)
{
    enum game_kind game = game_from_name(word_of(row, "game"));
    return game == GAME_KIND_COUNT ? word_of(row, "game") : title_game(game);
}

static unsigned percent(unsigned part, unsigned whole)
{
    return whole == 0 ? 0 : (200 * part + whole) / (2 * whole);
}

static void line(struct report report, const struct sentence *sentence)
{
    report.line(report.context, sentence->text);
}

static void heading(struct report report, const char *text)
{
    report.line(report.context, "");
    report.line(report.context, text);
}

/* Adds how often Jack was caught, and in which night or round on average. */
static void add_caught(struct sentence *out, const json_t *row)
{
    unsigned caught = number_of(row, "caught");
    if (caught > 0) {
        unsigned tenths = (20 * number_of(row, "nights") + caught) / (2 * caught);
        phrase_add(out,
                   is_word(row, "game", "whitechapel")
                       ? tr("; Jack caught %u times, in night %u.%u on average")
                       : tr("; Jack caught %u times, in round %u.%u on average"),
                   caught, tenths / 10, tenths % 10);
    }
}

static void add_games(struct sentence *out, const json_t *row)
{
    unsigned games = number_of(row, "games");
    unsigned won = number_of(row, "won");
    phrase_add(out, tr_count(games, "%u game, %u won (%u%%)", "%u games, %u won (%u%%)"), games, won,
               percent(won, games));
}

/* ---- a player ---- */

static const char *role_of(const json_t *row)
{
    if (is_word(row, "with", "bots")) {
        return is_word(row, "side", "jack") ? tr("Jack, with bots") : tr("Police, with bots");
    }
    return is_word(row, "side", "jack") ? tr("Jack") : tr("Police");
}

static void report_standing(struct report report, const json_t *row)
{
    struct sentence out = {""};
    phrase_add(&out, "  %s, %s: ", game_title(row), role_of(row));
    add_games(&out, row);
    if (json_object_get(row, "rating") != NULL) {
        phrase_add(&out, tr("; rating %u, give or take %u"), number_of(row, "rating"),
                   2 * number_of(row, "deviation"));
    }
    phrase_add(&out, tr("; winning streak %u (best %u)"), number_of(row, "streak"),
               number_of(row, "best_streak"));
    add_caught(&out, row);
    line(report, &out);
}

static void report_standings(struct report report, const json_t *rows)
{
    size_t index;
    const json_t *row;
    json_array_foreach (rows, index, row) {
        report_standing(report, row);
    }
}

static void report_partners(struct report report, const json_t *rows)
{
    size_t index;
    const json_t *row;
    json_array_foreach (rows, index, row) {
        struct sentence out = {""};
        phrase_add(&out, "  %s (%s): ", word_of(row, "name"), word_of(row, "player"));
        add_games(&out, row);
        line(report, &out);
    }
}

static void report_bots(struct report report, const json_t *rows)
{
    size_t index;
    const json_t *row;
    json_array_foreach (rows, index, row) {
        struct sentence out = {""};
        phrase_add(&out, "  %s, ", game_title(row));
        phrase_add(&out,
                   is_word(row, "side", "jack") ? tr("Jack against police bots: %s")
                                                : tr("Police against a Jack bot: %s"),
                   title_level(word_of(row, "level")));
        phrase_add(&out, ": ");
        add_games(&out, row);
        line(report, &out);
    }
}

static void report_player(struct report report, const json_t *stats)
{
    struct sentence head = {""};
    const json_t *standings = json_object_get(stats, "standings");
    phrase_add(&head, tr("Statistics of %s"), word_of(stats, "name"));
    line(report, &head);
    if (json_array_size(standings) == 0) {
        report.line(report.context, tr("No games have been counted yet."));
    }
    report_standings(report, standings);
    if (json_array_size(json_object_get(stats, "partners")) > 0) {
        heading(report, tr("Fellow detectives"));
        report_partners(report, json_object_get(stats, "partners"));
    }
    if (json_array_size(json_object_get(stats, "bots")) > 0) {
        heading(report, tr("Against bots"));
        report_bots(report, json_object_get(stats, "bots"));
    }
    if (json_array_size(json_object_get(stats, "private")) > 0) {
        heading(report, tr("Private games"));
        report.line(report.context, tr("Only you see this. These games count nowhere else."));
        report_standings(report, json_object_get(stats, "private"));
    }
}

/* ---- the server ---- */

static void report_result(struct report report, const json_t *result, const json_t *row, const char *title)
{
    struct sentence out = {""};
    unsigned games = number_of(row, "games");
    unsigned jack = number_of(row, "jack_won");
    phrase_add(&out, "  %s: ", title);
    phrase_add(&out,
               tr_count(games, "%u game; Jack won %u (%u%%), the police %u (%u%%)",
                        "%u games; Jack won %u (%u%%), the police %u (%u%%)"),
               games, jack, percent(jack, games), games - jack, percent(games - jack, games));
    json_t *whole = json_copy((json_t *)row); /* an option's row does not name the game */
    (void)json_object_set(whole, "game", json_object_get(result, "game"));
    add_caught(&out, whole);
    json_decref(whole);
    line(report, &out);
}

static void report_options(struct report report, const json_t *result)
{
    enum game_kind game = game_from_name(word_of(result, "game"));
    size_t index;
    const json_t *row;
    json_array_foreach (json_object_get(result, "options"), index, row) {
        for (unsigned i = 0; game != GAME_KIND_COUNT && i < option_count(game); i++) {
            if (is_word(row, "option", option_name(game, i))) {
                report_result(report, result, row, title_option(game, i));
            }
        }
    }
}

static void report_server(struct report report, const json_t *stats)
{
    const json_t *results = json_object_get(stats, "results");
    size_t index;
    const json_t *result;
    report.line(report.context, tr("Server statistics"));
    if (json_array_size(results) == 0) {
        report.line(report.context, tr("No games have been counted yet."));
    }
    json_array_foreach (results, index, result) {
        struct sentence head = {""};
        phrase_add(&head, "%s: %s", game_title(result),
                   is_word(result, "with", "people") ? tr("Among people") : tr("With bots"));
        heading(report, head.text);
        report_result(report, result, result, tr("All games"));
        report_options(report, result);
    }
}

void report_stats(struct report report, const json_t *stats)
{
    if (json_object_get(stats, "results") != NULL) {
        report_server(report, stats);
    } else {
        report_player(report, stats);
    }
}
