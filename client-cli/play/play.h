/*
 * play.h: one run of `gaslight play` or `watch`: the connection, the model, and executing commands.
 *
 * Sits between the front ends (plain.c, screen.c) and the connection. A front end passes commands to play_run() and is
 * notified through hooks when something changes; it never builds a request itself.
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
    const char *commentary;            /* the commentators' code for this table, or NULL */
    bool paged;                        /* the front end asks for each page of a list */
    bool brief;                        /* the front end has a map: events need no numbers of crossings */
    bool watch_only;                   /* `gaslight watch`: never joins a game */
    bool forced;                       /* play steps without a choice for the player, never for Jack */
    bool solo;                         /* starts a game against bots, as described by `table` */
    struct command table;              /* a COMMAND_CREATE; its `level` is that of the bots */
    bool solo_jack;                    /* play Jack, or else the police */
    const char *lesson;                /* with `solo`: the guided game to start instead, or NULL */
};

struct play_hooks {
    void (*changed)(void *context); /* the model changed; redraw later, from the loop */
    /* The answer to a command, one sentence; `ok` is false for errors. */
    void (*answered)(void *context, bool ok, const char *sentence);
    /* Called instead of `answered` if the table that the command was about is no longer shown. */
    void (*elsewhere)(void *context, bool ok); /* may be NULL */
    /*
     * The result of a COMMAND_TABLES, _MINE, _ARCHIVE, _DEDUCE, _WHATIF or _SUGGEST is in the model. Called
     * instead of `answered`.
     */
    void (*listed)(void *context, enum command_kind kind); /* may be NULL */
    /*
     * The player could not join because their name is taken at that table; the sentence has been answered. Once they
     * are renamed, they join after all, which is the answer to that command.
     */
    void (*name_taken)(void *context); /* may be NULL */
    /*
     * The run is over, with this exit status: rejected permanently, or no server at the first attempt. The model's
     * `why` is a sentence to print to standard error after the terminal has been restored.
     */
    void (*ended)(void *context, int status);
    /* A push or a reply to watch has updated the model; `changed` follows. */
    void (*received)(void *context, const json_t *message); /* may be NULL */
    void *context;
};

/*
 * Connects, and goes to the table that the address leads to. With an invite, the player joins the table, unless
 * `watch_only` is set or the game has started. Returns NULL on failure, after printing why to standard error.
 */
struct play *play_new(uv_loop_t *loop, const struct play_settings *settings, struct play_hooks hooks);
void play_free(struct play *play); /* must not be called from a hook; the loop must run once more */

const struct model *play_model(const struct play *play);

/* Returns whether a reply, or the events that follow from one, is still to come; scripts wait for it. */
bool play_busy(const struct play *play);

/*
 * Returns whether an action or undo of the player at the table shown is pending, or its events are still to come: until
 * then, the legal choices are unknown.
 */
bool play_acting(const struct play *play);

/* Returns whether a COMMAND_SEARCH_ALL is running; stops it, with an answer that lists the circles searched. */
bool play_searching(const struct play *play);
void play_search_stop(struct play *play);

/* The player's seat at the table shown, once all pending requests about it have succeeded. */
struct play_seat {
    bool seated;
    unsigned pawns;
};
struct play_seat play_expected_seat(const struct play *play);

/*
 * While the connection is lost: returns the milliseconds until the next attempt; retries at once, at most once per
 * second. Every command that needs the server retries as well.
 */
unsigned play_retry_in(const struct play *play);
void play_retry_now(struct play *play);

/* Gets the time left for the current action; returns false if there is no clock or the game is over. */
bool play_clock_left(const struct play *play, unsigned *milliseconds);

/*
 * Requests the deduction for the current turn, and with a circle the paths to it. The result, or the reason why there
 * is none, is in the model when `changed` is called. Does nothing while such a request is pending or without a connection.
 */
void play_deduce(struct play *play, unsigned circle);

/* Writes a link that opens the table and joins it; "" if the player does not know its invite. */
void play_invite_link(const struct play *play, char *text, size_t capacity);

/* Writes the secret link for commentators; "" for everyone but the host. */
void play_commentary_link(const struct play *play, char *text, size_t capacity);

/* Sets up a game against bots, as --solo does, and goes there. A failure is answered. */
void play_solo(struct play *play, enum game_kind game, bool jack, const char *level);

/* Returns what commands are parsed against now. */
struct command_scope play_command_scope(const struct play *play);

/*
 * Executes a command that needs the server; it is answered once, through the hooks, now or later. While offline the
 * command is queued, and a line of news says so. COMMAND_WATCH without a text stops watching; the player keeps their
 * seat. Commands that act or lead to another table stop a running COMMAND_SEARCH_ALL. Returns false for commands that
 * only look at the model; the front end handles those.
 */
bool play_run(struct play *play, const struct command *command);

/*
 * Fetches the record of a finished game. `done` is called once and owns `record` (record_free() and free()), or gets
 * NULL and a sentence in `error_text`.
 */
typedef void play_record_done(void *context, struct record *record, const char *error_text);
void play_fetch_record(struct play *play, const char *table, play_record_done *done, void *context);

/*
 * Fetches a step of the game at the table shown, as the public sees it, also while it is running. `done` gets how many
 * steps there are and the view, NULL if there is no such step; or a sentence in `error_text`. It is not called if the
 * player has left the table.
 */
typedef void play_moment_done(void *context, size_t total, const struct view *view, const char *error_text);
void play_fetch_moment(struct play *play, size_t step, play_moment_done *done, void *context);

#endif
