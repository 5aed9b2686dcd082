/* tally.c: see tally.h. */
#include "server/stats/tally.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/stats/standings.h"

/* A game changes at most 40 rows, and a request has room for STORE_OPS_MAX. */
enum { GAMES_MAX = 6, REPORT_MILLISECONDS = 5000 };

struct tallied_game {
    char table[TABLE_ID_LENGTH + 1];
    char *lobby, *record; /* owned; NULL once they have been read */
    bool is_good;         /* the outcome could be read */
    struct outcome outcome;
};

/* Some games that are being added. */
struct addition {
    struct job job;
    struct tally *tally; /* not used by the thread */
    const struct board *const *boards;
    int64_t number; /* of games that were tallied before */
    unsigned count;
    struct tallied_game game[GAMES_MAX];
};

static void begin(struct tally *tally);

static void free_texts(struct addition *addition)
{
    for (unsigned i = 0; i < addition->count; i++) {
        free(addition->game[i].lobby);
        free(addition->game[i].record);
        addition->game[i].lobby = addition->game[i].record = NULL;
    }
}

static void free_addition(struct addition *addition)
{
    free_texts(addition);
    free(addition);
}

/* ---- the end of an addition ---- */

/* A server that starts with many old games says how far it is. */
static void report(struct tally *tally, bool is_idle)
{
    uint64_t now = uv_now(tally->tables->loop);
    if (tally->added > GAMES_MAX && (is_idle || now - tally->reported >= REPORT_MILLISECONDS)) {
        log_line(LOG_INFO, is_idle ? "tallied" : "tallying", "games=%zu", tally->added);
        tally->reported = now;
    }
}

static void finish(struct tally *tally, unsigned added, bool more)
{
    tally->is_busy = false;
    tally->added += added;
    more = (more || tally->is_wanted) && !tally->is_stopping && !tally->has_failed;
    report(tally, !more);
    if (more) {
        begin(tally);
    } else {
        tally->added = 0;
    }
}

/* ---- writing ---- */

static void written(struct store_request *stored)
{
    struct addition *addition = stored->context;
    struct tally *tally = addition->tally;
    enum store_status status = stored->status;
    unsigned count = addition->count;
    store_request_free(stored);
    free_addition(addition);
    tally->has_failed = status != STORE_OK && status != STORE_CONFLICT;
    finish(tally, status == STORE_OK ? count : 0, status == STORE_CONFLICT || count == GAMES_MAX);
}

static bool has_won(const struct outcome *outcome, const struct participant *participant)
{
    return participant->is_jack == outcome->jack_won;
}

/* Adds what `participant` has with another one: a partner's game, or one against a bot. */
static void add_pair(struct store_request *write, const struct outcome *outcome,
                     const struct participant *participant, const struct participant *other)
{
    int64_t won = has_won(outcome, participant);
    if (participant->is_jack == other->is_jack && !other->is_bot) {
        store_request_add(write, STORE_PARTNER_ADD, (const char *[]){participant->player, other->player}, 2,
                          &won, 1);
    } else if (participant->is_jack != other->is_jack && other->is_bot) {
        store_request_add(write, STORE_BOT_GAME_ADD,
                          (const char *[]){participant->player, game_name(outcome->game),
                                           side_name(participant->is_jack), bot_level_name(other->level)},
                          4, &won, 1);
    }
}

/* Returns whether an earlier seat has a bot of the same side and level: a game against both is one game. */
static bool is_repeated(const struct outcome *outcome, unsigned index)
{
    const struct participant *bot = &outcome->participant[index];
    for (unsigned i = 0; i < index; i++) {
        const struct participant *other = &outcome->participant[i];
        if (bot->is_bot && other->is_bot && other->is_jack == bot->is_jack && other->level == bot->level) {
            return true;
        }
    }
    return false;
}

static void add_public(struct store_request *write, const struct outcome *outcome)
{
    for (unsigned i = 0; i < outcome->participants; i++) {
        const struct participant *participant = &outcome->participant[i];
        if (participant->is_bot) {
            continue;
        }
        store_request_add(write, STORE_PROFILE_PUT, (const char *[]){participant->player, participant->name},
                          2, NULL, 0);
        for (unsigned j = 0; j < outcome->participants; j++) {
            if (j != i && !is_repeated(outcome, j)) {
                add_pair(write, outcome, participant, &outcome->participant[j]);
            }
        }
    }
    store_request_add(write, STORE_SERVER_GAME_ADD,
                      (const char *[]){game_name(outcome->game), company_name(outcome_has_bots(outcome))}, 2,
                      (int64_t[]){outcome->options, outcome->jack_won, outcome->night != 0, outcome->night},
                      4);
}

/* Submits the marks of the games, and everything that they change. */
static void write_addition(struct addition *addition, const struct standings *standings)
{
    struct store_request *write = store_request_new(written, addition);
    for (unsigned i = 0; i < addition->count; i++) {
        const struct tallied_game *game = &addition->game[i];
        const struct outcome *outcome = &game->outcome;
        store_request_add(write, STORE_TALLY, (const char *[]){game->table}, 1,
                          (int64_t[]){addition->number + i, game->is_good ? outcome->options : 0}, 2);
        if (game->is_good && outcome->is_public && !outcome->is_practice) {
            add_public(write, outcome);
        }
    }
    standings_write(standings, write);
    store_submit(addition->tally->tables->store, write);
}

/* ---- computing ---- */

static bool count_games(struct standings *standings, const struct addition *addition,
                        const struct store_request *found)
{
    bool good = true;
    for (size_t i = 0; good && i < found->rows; i++) {
        good = standings_add_row(standings, &found->row[i]);
    }
    for (unsigned i = 0; good && i < addition->count; i++) {
        good = !addition->game[i].is_good || standings_count(standings, &addition->game[i].outcome);
    }
    return good;
}

static void fail(struct addition *addition)
{
    struct tally *tally = addition->tally;
    free_addition(addition);
    tally->has_failed = true;
    finish(tally, 0, false);
}

static void standings_read(struct store_request *found)
{
    struct addition *addition = found->context;
    struct standings standings = {0};
    bool good = found->status != STORE_REFUSED && !addition->tally->is_stopping &&
                count_games(&standings, addition, found);
    store_request_free(found);
    if (good) {
        write_addition(addition, &standings);
    } else {
        fail(addition);
    }
    standings_free(&standings);
}

static void read_standings(struct addition *addition)
{
    json_t *players = json_array();
    for (unsigned i = 0; i < addition->count; i++) {
        const struct outcome *outcome = &addition->game[i].outcome;
        for (unsigned j = 0; addition->game[i].is_good && j < outcome->participants; j++) {
            if (!outcome->participant[j].is_bot) {
                json_array_append_new(players, json_string(outcome->participant[j].player));
            }
        }
    }
    char *list = json_dumps(players, JSON_COMPACT);
    struct store_request *read = store_request_new(standings_read, addition);
    store_request_add(read, STORE_STANDINGS_OF, (const char *[]){list == NULL ? "[]" : list}, 1, NULL, 0);
    store_submit(addition->tally->tables->store, read);
    free(list);
    json_decref(players);
}

/* ---- on a thread ---- */

static void read_outcomes(struct job *job)
{
    struct addition *addition = (struct addition *)job;
    for (unsigned i = 0; i < addition->count; i++) {
        struct tallied_game *game = &addition->game[i];
        game->is_good = outcome_read(&game->outcome, game->lobby, game->record, addition->boards);
    }
    free_texts(addition);
}

static void outcomes_read(struct job *job, bool ran)
{
    struct addition *addition = (struct addition *)job;
    if (ran && !addition->tally->is_stopping) {
        read_standings(addition);
    } else {
        fail(addition);
    }
}

/* ---- looking for games ---- */

/* Takes the texts out of the rows. */
static void take_games(struct addition *addition, struct store_request *found)
{
    addition->count = (unsigned)found->rows;
    addition->number = found->row[0].number[2];
    for (unsigned i = 0; i < addition->count; i++) {
        struct tallied_game *game = &addition->game[i];
        struct store_row *row = &found->row[i];
        (void)snprintf(game->table, sizeof game->table, "%s", row->text[0]);
        game->lobby = row->text[1];
        game->record = row->text[2];
        row->text[1] = row->text[2] = NULL;
        game->outcome.at = row->number[0];
        game->outcome.is_public = row->number[1] != 0;
    }
}

static void games_found(struct store_request *found)
{
    struct tally *tally = found->context;
    bool some = found->status == STORE_OK && !tally->is_stopping;
    struct addition *addition = some ? calloc(1, sizeof *addition) : NULL;
    tally->has_failed = found->status == STORE_REFUSED || (some && addition == NULL);
    if (addition == NULL) {
        store_request_free(found);
        finish(tally, 0, false);
        return;
    }
    take_games(addition, found);
    store_request_free(found);
    addition->tally = tally;
    addition->boards = tally->tables->board;
    addition->job.kind = JOB_REQUEST;
    (void)snprintf(addition->job.owner_key, sizeof addition->job.owner_key, "tally");
    addition->job.run = read_outcomes;
    addition->job.done = outcomes_read;
    job_submit(tally->jobs, &addition->job);
}

static void begin(struct tally *tally)
{
    struct store_request *read = store_request_new(games_found, tally);
    tally->is_busy = true;
    tally->is_wanted = false;
    store_request_add(read, STORE_TALLY_NEXT, NULL, 0, (int64_t[]){GAMES_MAX}, 1);
    store_submit(tally->tables->store, read);
}

/* ---- from outside ---- */

static void game_finished(struct table *table)
{
    tally_kick(table->tables->tally);
}

void tally_init(struct tally *tally, struct tables *tables, struct jobs *jobs)
{
    *tally = (struct tally){.tables = tables, .jobs = jobs};
    tables->tally = tally;
    tables->hooks.finished = game_finished;
}

void tally_kick(struct tally *tally)
{
    if (tally->is_busy || tally->is_stopping) {
        tally->is_wanted = true;
    } else {
        begin(tally);
    }
}

void tally_sweep(struct tally *tally)
{
    if (tally->has_failed && !tally->is_busy && !tally->is_stopping) {
        tally->has_failed = false;
        begin(tally);
    }
}

void tally_stop(struct tally *tally)
{
    tally->is_stopping = true;
}
