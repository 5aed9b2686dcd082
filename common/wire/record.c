/*
 * record.c: keeps, writes and replays records.
 *
 * Replaying uses nothing but game_new() and game_apply(), so a record means the same everywhere. Reading is
 * in record_read.c.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/wire/record.h"
#include "common/wire/wire_names.h"

/* ---- A record in memory ------------------------------------------------------------------------ */

void record_init(struct record *record, const struct setup *setup)
{
    *record = (struct record){.setup = *setup};
}

/* Leaves the record unchanged if there is no memory. */
bool record_append(struct record *record, const struct action *action)
{
    if (record->count == record->capacity) {
        size_t capacity = record->capacity == 0 ? 64 : 2 * record->capacity;
        struct action *grown = realloc(record->actions, capacity * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        record->actions = grown;
        record->capacity = capacity;
    }
    record->actions[record->count++] = *action;
    return true;
}

void record_free(struct record *record)
{
    free(record->actions);
    *record = (struct record){0};
}

/* ---- Writing ----------------------------------------------------------------------------------- */

static void write_seats(struct json_writer *writer, const struct record *record)
{
    json_write_open(writer, "seats", '[');
    for (unsigned seat = 0; seat < record->setup.seats; seat++) {
        json_write_open(writer, NULL, '{');
        json_write_string(writer, "name", record->name[seat]);
        wire_pawns(writer, "pawns", record->setup.pawns[seat]);
        json_write_close(writer, '}');
    }
    json_write_close(writer, ']');
}

static void write_actions(struct json_writer *writer, const struct record *record)
{
    json_write_open(writer, "actions", '[');
    for (size_t i = 0; i < record->count; i++) {
        json_write_line(writer, true);
        action_to_json(writer, NULL, &record->actions[i]);
    }
    json_write_line(writer, false);
    json_write_close(writer, ']');
}

/* Writes compact JSON with one action per line, because people read and compare records. */
void record_write(const struct record *record, struct json_writer *writer)
{
    const struct setup *setup = &record->setup;
    json_write_open(writer, NULL, '{');
    json_write_int(writer, "gaslight", RECORD_VERSION);
    json_write_string(writer, "game", game_name(setup->game));
    if (record->board[0] != '\0') {
        json_write_string(writer, "board", record->board);
    }
    wire_options(writer, "options", setup->game, setup->options);
    write_seats(writer, record);
    if (setup->game == GAME_WHITECHAPEL) {
        wire_heads(writer, "heads", setup->heads, POLICEMEN_MAX);
    }
    if (record->practice) {
        json_write_bool(writer, "practice", true);
    }
    write_actions(writer, record);
    if (record->winner != WINNER_NONE) {
        wire_result(writer, "result", record->winner, record->reason);
    }
    json_write_close(writer, '}');
}

/* ---- Folding ----------------------------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static bool fail(struct record_error *error, enum error code,
                                                       const char *format, ...)
{
    va_list arguments;
    error->error = code;
    va_start(arguments, format);
    (void)vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

static bool check_board(const struct record *record, const struct board *board, struct record_error *error)
{
    char name[BOARD_NAME_MAX + 16];
    (void)snprintf(name, sizeof name, "%s/%u", board->name, board->version);
    if (board->game != record->setup.game) {
        return fail(error, ERROR_BAD_BOARD, "The record is a game of %s, but the board is for %s.",
                    game_name(record->setup.game), game_name(board->game));
    }
    if (record->board[0] != '\0' && strcmp(record->board, name) != 0) {
        return fail(error, ERROR_BAD_BOARD, "The record was played on \"%s\", but this board is \"%s\".",
                    show_word(record->board).text, name);
    }
    return true;
}

/* If the rules reject an action, `game` is left in its state before that action. */
bool record_fold(const struct record *record, const struct board *board, size_t count, struct game *game,
                 record_step *each, void *context, struct record_error *error)
{
    *error = (struct record_error){.at = RECORD_AT_HEADER};
    if (!check_board(record, board, error)) {
        return false;
    }
    enum error refusal = game_new(board, game, &record->setup);
    if (refusal != ERROR_OK) {
        return fail(error, refusal, "%s", error_sentence(refusal));
    }
    error->at = RECORD_AT_ACTION;
    struct events events = {0};
    for (size_t i = 0; i < count && i < record->count; i++) {
        refusal = game_apply(board, game, &record->actions[i], &events);
        if (refusal != ERROR_OK) {
            error->action = i + 1;
            return fail(error, refusal, "%s", error_sentence(refusal));
        }
        if (each != NULL) {
            each(context, game, &record->actions[i], &events);
        }
    }
    return true;
}

bool record_verify(const struct record *record, const struct board *board, struct game *game,
                   struct record_error *error)
{
    if (!record_fold(record, board, SIZE_MAX, game, NULL, NULL, error)) {
        return false;
    }
    if (record->winner == WINNER_NONE || (record->winner == game->winner && record->reason == game->reason)) {
        return true;
    }
    error->at = RECORD_AT_RESULT;
    if (game->winner == WINNER_NONE) {
        return fail(error, ERROR_BAD_RESULT, "The record has a result, but its actions do not end the game.");
    }
    return fail(error, ERROR_BAD_RESULT,
                "The record says that %s won by %s, but its actions lead to %s by %s.",
                winner_name((enum winner)record->winner), reason_name((enum reason)record->reason),
                winner_name((enum winner)game->winner), reason_name((enum reason)game->reason));
}

void record_error_line(const struct record_error *error, char *line, size_t capacity)
{
    const char *code = error_code(error->error);
    switch (error->at) {
    case RECORD_AT_LINE:
        (void)snprintf(line, capacity, "line %u column %u: %s", error->line, error->column, error->text);
        break;
    case RECORD_AT_HEADER:
        (void)snprintf(line, capacity, "header: %s: %s", code, error->text);
        break;
    case RECORD_AT_ACTION:
        (void)snprintf(line, capacity, "action %zu: %s: %s", error->action, code, error->text);
        break;
    case RECORD_AT_RESULT:
        (void)snprintf(line, capacity, "result: %s: %s", code, error->text);
        break;
    }
}
