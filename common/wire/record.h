/*
 * record.h: a game as its setup and its actions.
 *
 * A record is all that needs to be stored of a game: replaying ("folding") it gives the same state
 * everywhere. This module reads, writes and replays records; it does not access files.
 */
#ifndef GASLIGHT_RECORD_H
#define GASLIGHT_RECORD_H

#include "common/base/names.h"
#include "common/rules/game.h"
#include "common/wire/action_json.h"

enum { RECORD_VERSION = 1 }; /* of the format; the value of "gaslight" */

struct record {
    struct setup setup;
    char board[64]; /* "whitechapel/1", or "" if the record does not name a board */
    char name[SEATS_MAX][NAME_BYTES_MAX + 1];
    size_t count, capacity;
    struct action *actions; /* owned by the record; see record_free() */
    uint8_t winner, reason; /* as recorded; WINNER_NONE if the record has no result */
    bool practice;          /* against bots, with actions taken back that had revealed something */
};

/* Where a record is invalid, and why. */
struct record_error {
    enum { RECORD_AT_LINE, RECORD_AT_HEADER, RECORD_AT_ACTION, RECORD_AT_RESULT } at;
    unsigned line, column; /* RECORD_AT_LINE */
    size_t action;         /* RECORD_AT_ACTION; counted from 1 */
    enum error error;      /* not for RECORD_AT_LINE */
    char text[200];        /* a sentence */
};

/* Reads the JSON of a record. Checks its structure, names and header, but not the rules. */
bool record_read(struct record *record, const char *text, size_t length, struct record_error *error);

/*
 * Does the same for a record that a server has stored, perhaps years ago: names that look alike, or have characters
 * that are not allowed any more, are accepted.
 */
bool record_read_stored(struct record *record, const char *text, size_t length, struct record_error *error);
void record_init(struct record *record,
                 const struct setup *setup); /* Initializes a record without actions. */
bool record_append(struct record *record,
                   const struct action *action); /* returns false if there is no memory */
void record_free(struct record *record);

/* Writes the whole record, with a result if the record has a winner. */
void record_write(const struct record *record, struct json_writer *writer);

/*
 * Applies the first `count` actions (SIZE_MAX: all) to a new game. `each`, unless NULL, is called after every
 * action with its events. Returns false if the rules reject an action; `error` then says which one.
 */
typedef void record_step(void *context, const struct game *game, const struct action *action,
                         const struct events *events);
bool record_fold(const struct record *record, const struct board *board, size_t count, struct game *game,
                 record_step *each, void *context, struct record_error *error);

/* Checks everything: the header against the board, every action, and the result against the final state. */
bool record_verify(const struct record *record, const struct board *board, struct game *game,
                   struct record_error *error);

/*
 * Writes the error as one line, the way `gaslight record verify` prints it: "action 12: illegal_move: ...".
 */
void record_error_line(const struct record_error *error, char *line, size_t capacity);

#endif
