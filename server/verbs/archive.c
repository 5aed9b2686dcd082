/* archive.c: finished games: the list, the record, and a finished game as a table in memory. */
#include "server/verbs/archive.h"

#include <stdlib.h>
#include <string.h>

#include "server/table/damaged.h"
#include "server/table/lobby_json.h"
#include "server/table/table_log.h"
#include "server/verbs/request_table.h"
#include "server/verbs/verbs.h"

enum { GAMES_DEFAULT = 50, GAMES_MAX = 200, RECORD_ROOM = 4096 };

/* ---- the list ---- */

static void write_game(struct json_writer *writer, const struct store_row *row)
{
    json_write_open(writer, NULL, '{');
    json_write_string(writer, "table", row->text[0]);
    json_write_string(writer, "game", row->text[1]);
    json_write_open(writer, "result", '{');
    json_write_string(writer, "winner", row->text[2]);
    json_write_string(writer, "reason", row->text[3]);
    json_write_close(writer, '}');
    json_write_raw(writer, "players", row->text[4], strlen(row->text[4]));
    json_write_int(writer, "actions", (long)row->number[0]);
    json_write_int(writer, "ended", (long)row->number[1]);
    json_write_bool(writer, "private", row->number[2] != 0);
    json_write_string(writer, "before", row->text[5]); /* the cursor to ask for the next games with */
    json_write_close(writer, '}');
}

static void archive_fetched(struct store_request *found)
{
    struct request *request = found->context;
    if (found->status == STORE_REFUSED) {
        request_fail(request, ERROR_STORAGE);
        store_request_free(found);
        return;
    }
    bool stopped = found->rows > 0 && found->row[found->rows - 1].text[0] == NULL;
    size_t games = found->rows - (stopped ? 1 : 0);
    struct json_writer writer;
    request_begin(request, &writer);
    json_write_open(&writer, "games", '[');
    for (size_t i = 0; i < games; i++) {
        write_game(&writer, &found->row[i]);
    }
    json_write_close(&writer, ']');
    if (stopped) {
        json_write_string(&writer, "more", found->row[games].text[5]);
    }
    request_end(request, &writer);
    store_request_free(found);
}

static const char *const bad_side =
    "\"winner\" and \"side\" are \"jack\" or \"police\"; \"side\" is that of \"player\".";

static bool is_side(const char *word)
{
    return word == NULL || strcmp(word, "jack") == 0 || strcmp(word, "police") == 0;
}

static const char *text_or_none(const char *text)
{
    return text == NULL ? "" : text;
}

/* Finds the option of a game, or the only game that has it. Returns false if there is none. */
static bool find_option(const char *option, const char **game, uint32_t *mask)
{
    for (unsigned i = 0; i < GAME_KIND_COUNT && *mask == 0; i++) {
        enum game_kind kind = (enum game_kind)i;
        if (*game == NULL || game_from_name(*game) == kind) {
            *mask = option_from_name(kind, option);
            *game = *mask == 0 ? *game : game_name(kind);
        }
    }
    return *mask != 0;
}

void do_archive(struct request *request)
{
    json_int_t limit = body_number(request, "limit", GAMES_DEFAULT);
    const char *before = body_text(request, "before");
    const char *game = body_text(request, "game");
    const char *player = body_text(request, "player");
    const char *winner = body_text(request, "winner");
    const char *side = body_text(request, "side");
    const char *option = body_text(request, "option");
    uint32_t mask = 0;
    if (limit < 1 || limit > GAMES_MAX) {
        request_fail_with(request, ERROR_BAD_KEYS, "\"limit\" is from 1 to 200.");
        return;
    }
    if (game != NULL && game_from_name(game) == GAME_KIND_COUNT) {
        request_fail(request, ERROR_BAD_GAME);
        return;
    }
    if (!is_side(winner) || !is_side(side) || (side != NULL && player == NULL)) {
        request_fail_with(request, ERROR_BAD_KEYS, bad_side);
        return;
    }
    if (option != NULL && !find_option(option, &game, &mask)) {
        request_fail(request, ERROR_BAD_OPTIONS);
        return;
    }
    struct store_request *found = store_request_new(archive_fetched, request);
    store_request_add(found, STORE_ARCHIVE,
                      (const char *[]){request->session->player->id, text_or_none(before), text_or_none(game),
                                       text_or_none(player), text_or_none(winner), text_or_none(side)},
                      6, (int64_t[]){limit, mask}, 2);
    store_submit(dispatch_of(request)->store, found);
}

/* ---- one game ---- */

void archive_fetch_record(struct request *request, void (*done)(struct store_request *found))
{
    struct store_request *found = store_request_new(done, request);
    store_request_add(found, STORE_RECORD_OF, (const char *[]){body_text(request, "table")}, 1, NULL, 0);
    store_submit(dispatch_of(request)->store, found);
}

static bool names_are_old(const struct lobby *lobby)
{
    bool old = names_find_double((char(*)[NAME_BYTES_MAX + 1]) lobby->seat_name, lobby->setup.seats) <
               lobby->setup.seats;
    for (unsigned i = 0; i < lobby->setup.seats; i++) {
        old = old || !name_is_good(lobby->seat_name[i]);
    }
    return old;
}

void archive_fail_missing(struct request *request)
{
    bool damaged = tables_is_damaged(dispatch_of(request)->tables, body_text(request, "table"),
                                     request->session->player);
    request_fail(request, damaged ? ERROR_DAMAGED : ERROR_UNKNOWN_TABLE);
}

/* Returns whether the player may see the game that was found. Sets it aside if its lobby or record is missing. */
static bool may_see_record(struct request *request, const struct store_request *found, bool *old_names)
{
    const struct store_row *row = &found->row[0];
    struct lobby *lobby = malloc(sizeof *lobby);
    bool readable =
        lobby != NULL && row->text[0] != NULL && row->text[1] != NULL && lobby_from_json(lobby, row->text[0]);
    bool may_see = readable && request_may_see(request, lobby);
    if (may_see && old_names != NULL) {
        *old_names = names_are_old(lobby);
    }
    if (lobby != NULL && !readable) {
        tables_set_aside(dispatch_of(request)->tables, body_text(request, "table"), row->text[0],
                         row->number[0] != 0, "The lobby or the record of this finished game is missing.");
    }
    free(lobby);
    return may_see;
}

const char *archive_record_of(struct request *request, const struct store_request *found, bool *old_names)
{
    if (found->status == STORE_OK && may_see_record(request, found, old_names)) {
        return found->row[0].text[1];
    }
    if (found->status == STORE_REFUSED) {
        request_fail(request, ERROR_STORAGE);
    } else if (found->status == STORE_NOTHING && request_find_table(request) != NULL) {
        request_fail(request, ERROR_NOT_FINISHED);
    } else {
        archive_fail_missing(request);
    }
    return NULL;
}

/* Writes the record of a game from before names were compared, with names that a reader of records accepts. */
static void write_with_new_names(struct json_writer *writer, const char *text)
{
    size_t capacity = strlen(text) + (size_t)SEATS_MAX * NAME_BYTES_MAX + RECORD_ROOM;
    char *rewritten = malloc(capacity);
    struct record record;
    struct record_error error;
    struct json_writer copy;
    bool good = rewritten != NULL && record_read_stored(&record, text, strlen(text), &error);
    if (good) {
        names_separate(record.name, record.setup.seats);
        json_write_begin(&copy, rewritten, capacity);
        record_write(&record, &copy);
        record_free(&record);
        good = json_write_ok(&copy);
    }
    json_write_raw(writer, "record", good ? rewritten : text, good ? copy.length : strlen(text));
    free(rewritten);
}

static void record_fetched(struct store_request *found)
{
    struct request *request = found->context;
    bool old_names = false;
    const char *text = archive_record_of(request, found, &old_names);
    if (text != NULL) {
        struct json_writer writer;
        request_begin(request, &writer);
        if (old_names) {
            write_with_new_names(&writer, text);
        } else {
            json_write_raw(&writer, "record", text, strlen(text));
        }
        request_end(request, &writer);
    }
    store_request_free(found);
}

void do_record(struct request *request)
{
    archive_fetch_record(request, record_fetched);
}

/* ---- a finished game as a table in memory ---- */

/* Applies the rows of a log to a table without a game. Returns false if one is missing or cannot be applied. */
static bool apply_log(struct table *table, const struct store_request *found)
{
    bool good = game_new(table_board(table), &table->game, &table->lobby.setup) == ERROR_OK;
    for (size_t i = 0; good && i < found->rows; i++) {
        char *const *text = found->row[i].text; /* lobby, player, key, row */
        good = text[3] != NULL && found->row[i].number[0] == (int64_t)i &&
               table_apply_row(table, text[1], text[2], text[3]);
    }
    return good;
}

struct table *archive_load(struct tables *tables, const char *id, const struct store_request *found)
{
    const struct store_row *first = &found->row[0];
    struct lobby *lobby = calloc(1, sizeof *lobby);
    if (lobby == NULL) {
        return NULL;
    }
    bool good = first->text[0] != NULL && lobby_from_json(lobby, first->text[0]);
    lobby->state = TABLE_FINISHED;
    struct table *table = good ? table_new(tables, id, lobby) : NULL;
    free(lobby);
    if (table != NULL && apply_log(table, found)) {
        return table;
    }
    if (!good || table != NULL) {
        tables_set_aside(tables, id, first->text[0], first->number[1] != 0,
                         good ? "The log of this finished game cannot be applied."
                              : "The lobby of this finished game cannot be read.");
    }
    if (table != NULL) {
        table_discard(table);
    }
    return NULL;
}

static void log_fetched(struct store_request *found)
{
    struct request *request = found->context;
    const char *id = body_text(request, "table");
    struct table *table =
        table_find(dispatch_of(request)->tables, id); /* another request may have been faster */
    if (table == NULL && found->status == STORE_OK) {
        table = archive_load(dispatch_of(request)->tables, id, found);
    }
    enum store_status status = found->status;
    store_request_free(found);
    request_hold_table(request, table);
    if (status == STORE_REFUSED) {
        request_fail(request, ERROR_STORAGE);
    } else if (table == NULL || request_find_table(request) != table) { /* private, and not theirs */
        archive_fail_missing(request);
    } else {
        request_resume(request);
    }
}

void archive_fetch_table(struct request *request)
{
    struct store_request *found = store_request_new(log_fetched, request);
    store_request_add(found, STORE_LOG_OF, (const char *[]){body_text(request, "table")}, 1, NULL, 0);
    store_submit(dispatch_of(request)->store, found);
}

/* From here on the request is like one with the table's id and the invite. */
static void invite_looked_up(struct store_request *found)
{
    struct request *request = found->context;
    enum store_status status = found->status;
    bool known = status == STORE_OK && found->rows > 0 && request_set_table(request, found->row[0].text[0]);
    store_request_free(found);
    if (known) {
        archive_fetch_table(request);
    } else {
        request_fail(request, status == STORE_REFUSED ? ERROR_STORAGE : ERROR_UNKNOWN_TABLE);
    }
}

void archive_fetch_invited(struct request *request)
{
    struct store_request *found = store_request_new(invite_looked_up, request);
    store_request_add(found, STORE_TABLE_BY_INVITE, (const char *[]){body_text(request, "invite")}, 1, NULL,
                      0);
    store_submit(dispatch_of(request)->store, found);
}
