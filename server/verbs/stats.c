/*
 * stats.c: the verb stats: results and ratings of a player, or results of the server.
 *
 * Everyone may ask, without a hello too. Only a player gets the numbers of their own private games. About somebody without
 * a game that counts there is one answer, whether they exist or not.
 */
#include <string.h>

#include "common/wire/wire_names.h"
#include "server/stats/outcome.h"
#include "server/stats/standings.h"
#include "server/verbs/verbs.h"

/* ---- a player ---- */

enum { OF_PRIVATE, OF_GAMES, OF_WON, OF_CAUGHT, OF_NIGHTS, OF_STREAK, OF_BEST, OF_RATING }; /* its numbers */

static bool is_kind(const struct store_row *row, const char *kind)
{
    return strcmp(row->text[0], kind) == 0;
}

/* Writes ratings as whole points: their deviations are never smaller. */
static void write_rating(struct json_writer *writer, const int64_t numbers[3])
{
    struct rating rating = rating_from_store(numbers);
    json_write_int(writer, "rating", (long)(rating.value + 0.5));
    json_write_int(writer, "deviation", (long)(rating.deviation + 0.5));
}

static void write_standing(struct json_writer *writer, const struct store_row *row)
{
    json_write_open(writer, NULL, '{');
    json_write_string(writer, "game", row->text[2]);
    json_write_string(writer, "side", row->text[3]);
    json_write_string(writer, "with", row->text[4]);
    json_write_int(writer, "games", (long)row->number[OF_GAMES]);
    json_write_int(writer, "won", (long)row->number[OF_WON]);
    json_write_int(writer, "caught", (long)row->number[OF_CAUGHT]);
    json_write_int(writer, "nights", (long)row->number[OF_NIGHTS]);
    json_write_int(writer, "streak", (long)row->number[OF_STREAK]);
    json_write_int(writer, "best_streak", (long)row->number[OF_BEST]);
    if (row->number[OF_PRIVATE] == 0) {
        write_rating(writer, &row->number[OF_RATING]);
    }
    json_write_close(writer, '}');
}

static void write_partner(struct json_writer *writer, const struct store_row *row)
{
    json_write_open(writer, NULL, '{');
    json_write_string(writer, "player", row->text[4]);
    json_write_string(writer, "name", row->text[1]);
    json_write_int(writer, "games", (long)row->number[OF_GAMES]);
    json_write_int(writer, "won", (long)row->number[OF_WON]);
    json_write_close(writer, '}');
}

static void write_bot_games(struct json_writer *writer, const struct store_row *row)
{
    json_write_open(writer, NULL, '{');
    json_write_string(writer, "game", row->text[2]);
    json_write_string(writer, "side", row->text[3]);
    json_write_string(writer, "level", row->text[4]);
    json_write_int(writer, "games", (long)row->number[OF_GAMES]);
    json_write_int(writer, "won", (long)row->number[OF_WON]);
    json_write_close(writer, '}');
}

/* Writes all rows of a kind, either the private ones or the others. */
static void write_rows(struct json_writer *writer, const char *key, const struct store_request *found,
                       const char *kind, bool is_private,
                       void (*write)(struct json_writer *writer, const struct store_row *row))
{
    json_write_open(writer, key, '[');
    for (size_t i = 0; i < found->rows; i++) {
        if (is_kind(&found->row[i], kind) && (found->row[i].number[OF_PRIVATE] != 0) == is_private) {
            write(writer, &found->row[i]);
        }
    }
    json_write_close(writer, ']');
}

/* Returns the name that a player had in the last game that counts, or NULL. */
static const char *public_name(const struct store_request *found)
{
    for (size_t i = 0; i < found->rows; i++) {
        if (is_kind(&found->row[i], "player")) {
            return found->row[i].text[1];
        }
    }
    return NULL;
}

static bool asks_about_themselves(const struct request *request)
{
    const struct player *player = request->session->player;
    return player != NULL && strcmp(player->id, body_text(request, "player")) == 0;
}

static void write_player(struct request *request, const struct store_request *found, const char *name)
{
    struct json_writer writer;
    request_begin(request, &writer);
    json_write_string(&writer, "player", body_text(request, "player"));
    json_write_string(&writer, "name", name);
    write_rows(&writer, "standings", found, "standing", false, write_standing);
    write_rows(&writer, "partners", found, "partner", false, write_partner);
    write_rows(&writer, "bots", found, "bot", false, write_bot_games);
    if (asks_about_themselves(request)) {
        write_rows(&writer, "private", found, "standing", true, write_standing);
    }
    request_end(request, &writer);
}

static void player_read(struct store_request *found)
{
    struct request *request = found->context;
    const char *name = public_name(found);
    if (name == NULL && asks_about_themselves(request)) {
        name = request->session->player->name;
    }
    if (found->status == STORE_REFUSED) {
        request_fail(request, ERROR_STORAGE);
    } else if (name == NULL) {
        request_fail(request, ERROR_NO_STATISTICS);
    } else {
        write_player(request, found, name);
    }
    store_request_free(found);
}

static void read_player(struct request *request)
{
    const struct player *asking = request->session->player;
    struct store_request *read = store_request_new(player_read, request);
    store_request_add(read, STORE_STATS_OF_PLAYER,
                      (const char *[]){body_text(request, "player"), asking == NULL ? "" : asking->id}, 2,
                      NULL, 0);
    store_submit(dispatch_of(request)->store, read);
}

/* ---- the server ---- */

struct sums {
    int64_t games, won, caught, nights;
};

static void add_sums(struct sums *sums, const int64_t numbers[4])
{
    sums->games += numbers[0];
    sums->won += numbers[1];
    sums->caught += numbers[2];
    sums->nights += numbers[3];
}

static void write_sums(struct json_writer *writer, const struct sums *sums)
{
    json_write_int(writer, "games", (long)sums->games);
    json_write_int(writer, "jack_won", (long)sums->won);
    json_write_int(writer, "caught", (long)sums->caught);
    json_write_int(writer, "nights", (long)sums->nights);
}

/* Writes the results with each option of a game. */
static void write_options(struct json_writer *writer, enum game_kind game,
                          const struct sums sums[OPTIONS_MAX])
{
    json_write_open(writer, "options", '[');
    for (unsigned i = 0; i < option_count(game); i++) {
        if (sums[i].games > 0) {
            json_write_open(writer, NULL, '{');
            json_write_string(writer, "option", option_name(game, i));
            write_sums(writer, &sums[i]);
            json_write_close(writer, '}');
        }
    }
    json_write_close(writer, ']');
}

/* Writes what rows of the same game and company add up to, if there are any. */
static void write_results(struct json_writer *writer, const struct store_request *found, enum game_kind game,
                          bool with_bots)
{
    struct sums all = {0};
    struct sums with_option[OPTIONS_MAX] = {{0}};
    for (size_t i = 0; i < found->rows; i++) {
        const struct store_row *row = &found->row[i];
        if (strcmp(row->text[0], game_name(game)) != 0 ||
            strcmp(row->text[1], company_name(with_bots)) != 0) {
            continue;
        }
        add_sums(&all, &row->number[1]);
        for (unsigned option = 0; option < option_count(game); option++) {
            if ((row->number[0] & (int64_t)(1U << option)) != 0) {
                add_sums(&with_option[option], &row->number[1]);
            }
        }
    }
    if (all.games == 0) {
        return;
    }
    json_write_open(writer, NULL, '{');
    json_write_string(writer, "game", game_name(game));
    json_write_string(writer, "with", company_name(with_bots));
    write_sums(writer, &all);
    write_options(writer, game, with_option);
    json_write_close(writer, '}');
}

static void server_read(struct store_request *found)
{
    struct request *request = found->context;
    if (found->status == STORE_REFUSED) {
        request_fail(request, ERROR_STORAGE);
    } else {
        struct json_writer writer;
        request_begin(request, &writer);
        json_write_open(&writer, "results", '[');
        for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
            write_results(&writer, found, (enum game_kind)game, false);
            write_results(&writer, found, (enum game_kind)game, true);
        }
        json_write_close(&writer, ']');
        request_end(request, &writer);
    }
    store_request_free(found);
}

static void read_server(struct request *request)
{
    struct store_request *read = store_request_new(server_read, request);
    store_request_add(read, STORE_STATS_OF_SERVER, NULL, 0, NULL, 0);
    store_submit(dispatch_of(request)->store, read);
}

void do_stats(struct request *request)
{
    if (body_text(request, "player") != NULL) {
        read_player(request);
    } else {
        read_server(request);
    }
}
