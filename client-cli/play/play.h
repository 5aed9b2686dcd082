/*
 * play.h: one run of `gaslight play` or `watch`: the connection, the model, and doing what was commanded.
 *
 * Between the front ends (plain.c, screen.c) and the wire. A front end calls play_run() with commands and is told
 * when something changed; it never builds a request itself.
 */
#ifndef GASLIGHT_PLAY_H
#define GASLIGHT_PLAY_H

#include <uv.h>

#include "client-cli/command/command.h"
#include "client-cli/model/model.h"
#include "client-cli/net/connection.h"
#include "common/wire/record.h"

struct play;

struct play_settings {
    struct address address;
    const char *ca_file, *name, *code; /* NULL: not given */
    bool watch_only;                   /* `watch`: never sits down */
    bool solo;                         /* begins a game against bots: `table` says which */
    struct command table;              /* COMMAND_CREATE; its `level` is the bots' */
    bool solo_jack;                    /* one plays Jack against the police, or the police against Jack */
};

struct play_hooks {
    void (*changed)(void *context); /* the model changed: draw when the loop comes round */
    /* The answer to a command, one sentence; `good` is false for refusals. */
    void (*answered)(void *context, bool good, const char *sentence);
    /* Instead, where it came when the table it was about was no longer shown: nothing is said of what it was. */
    void (*elsewhere)(void *context, bool good); /* may be NULL */
    /*
     * What was asked for is in the model: COMMAND_TABLES, _MINE, _ARCHIVE, _DEDUCE, _WHATIF or _SUGGEST.
     * Instead of `answered`.
     */
    void (*listed)(void *context, enum command_kind kind); /* may be NULL */
    /*
     * The run is over, with this exit status: refused for good, or no server there at the first try. The
     * model's `why` is the sentence for standard error, when the terminal is itself again.
     */
    void (*ended)(void *context, int status);
    void *context;
};

/*
 * Starts: dials, and goes to the table that the address leads to. An invite to an open table sits down there,
 * unless one only watches. NULL: it has been said why on standard error.
 */
struct play *play_new(uv_loop_t *loop, const struct play_settings *settings, struct play_hooks hooks);
void play_free(struct play *play); /* not from inside a hook; the loop must run once more */

const struct model *play_model(const struct play *play);

/* Whether something asked for has no answer yet, or its outcome is still on the way: scripts wait. */
bool play_busy(const struct play *play);

/*
 * Whether an action of one's own at the table shown is on its way, taking one back, or what follows from it: what can
 * be done now is not known.
 */
bool play_acting(const struct play *play);

/* Whether a COMMAND_SEARCH_ALL is under way, and stopping it: its answer says how far it got. */
bool play_searching(const struct play *play);
void play_search_stop(struct play *play);

/* How one sits at the table shown, once all that was asked for about it is done. */
struct play_seat {
    bool sits;
    unsigned pawns;
};
struct play_seat play_expected_seat(const struct play *play);

/*
 * While the connection is lost: milliseconds until the next try, and trying at once, which every command does, too;
 * once a second at most.
 */
unsigned play_retry_in(const struct play *play);
void play_retry_now(struct play *play);

/* Milliseconds left on the clock for what is to be done now; false: there is no clock, or the game is over. */
bool play_clock_left(const struct play *play, unsigned *milliseconds);

/*
 * Asks quietly for what can be deduced now, and with a circle for the ways there: it is in the model when `changed`
 * comes, or why it is not. Nothing is asked while an answer is on its way, or without a connection.
 */
void play_deduce(struct play *play, unsigned circle);

/* What commands are read against now. */
struct command_scope play_command_scope(const struct play *play);

/*
 * Does a command that concerns the server; it is answered once, through the hooks, now or later. Those that only
 * look at the model are the front end's. What was typed while offline is sent later, and that is said (a line
 * of news). COMMAND_WATCH without a text stops watching; a seat is kept. What acts or leads to another table ends a
 * COMMAND_SEARCH_ALL that is under way. False: the front end must handle it itself.
 */
bool play_run(struct play *play, const struct command *command);

/*
 * The record of a finished game, for a replay. `done` is called once: `record` is his to free (record_free() and
 * free()), or NULL and `complaint` is a sentence.
 */
typedef void play_record_done(void *context, struct record *record, const char *error_text);
void play_fetch_record(struct play *play, const char *table, play_record_done *done, void *context);

#endif
