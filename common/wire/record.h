/*
 * record.h: a game as its header and its actions.
 *
 * A record is all there is to keep of a game: folding it gives the same state everywhere. This module
 * reads and writes records and folds them; it looks at no file.
 */
#ifndef GASLIGHT_RECORD_H
#define GASLIGHT_RECORD_H

#include "common/rules/game.h"
#include "common/wire/action_json.h"

enum {
    RECORD_VERSION = 1,   /* of the format: "gaslight" */
    RECORD_NAME_MAX = 128 /* bytes of a seat's name: at most 32 characters */
};

struct record {
    struct setup setup;
    char board[64]; /* "whitechapel/1", or "" when the record does not say */
    char name[SEATS_MAX][RECORD_NAME_MAX + 1];
    size_t count, capacity;
    struct action *actions; /* owned; record_free() */
    uint8_t winner, reason; /* as the record says; WINNER_NONE: it does not */
};

/* Where a record is wrong, and why. */
struct record_error {
    enum { RECORD_AT_LINE, RECORD_AT_HEADER, RECORD_AT_ACTION, RECORD_AT_RESULT } at;
    unsigned line, column; /* RECORD_AT_LINE */
    size_t action;         /* RECORD_AT_ACTION, counted from 1 */
    enum error error;      /* but for RECORD_AT_LINE */
    char text[200];        /* the sentence */
};

/* Reads the JSON of a record: its shape, its words and its header, not yet the rules. */
bool record_read(struct record *record, const char *text, size_t length, struct record_error *error);
void record_init(struct record *record, const struct setup *setup);     /* an empty one */
bool record_append(struct record *record, const struct action *action); /* false: no memory */
void record_free(struct record *record);

/* Writes the whole record; `result` comes from the record's winner and reason. */
void record_write(const struct record *record, struct json_writer *writer);

/*
 * Folds the first `count` actions (SIZE_MAX: all) into `game`. `each`, if not NULL, is called after
 * every action with the events it made. False: `error` says which action the rules refused.
 */
typedef void record_step(void *context, const struct game *game, const struct action *action,
                         const struct events *events);
bool record_fold(const struct record *record, const struct board *board, size_t count, struct game *game,
                 record_step *each, void *context, struct record_error *error);

/* Everything: header against the board, every action, and the result against the end of the fold. */
bool record_verify(const struct record *record, const struct board *board, struct game *game,
                   struct record_error *error);

/* One line, as `gaslight record verify` prints it: "action 12: illegal_move: ...". */
void record_error_line(const struct record_error *error, char *line, size_t capacity);

#endif
