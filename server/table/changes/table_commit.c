/* table_commit.c: see table_commit.h. */
#include "server/table/changes/table_commit.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/wire/wire_names.h"
#include "server/base/log.h"
#include "server/base/wall_clock.h"
#include "server/table/changes/broadcast.h"
#include "server/table/changes/lobby_push.h"
#include "server/table/changes/seat_vote.h"
#include "server/table/changes/takeback.h"
#include "server/table/changes/watches.h"
#include "server/table/chat_access.h"
#include "server/table/commentary.h"
#include "server/table/lobby_json.h"
#include "server/table/table_limits.h"
#include "server/table/table_log.h"
#include "server/table/undo.h"

/* ---- holds ---- */

void table_hold(struct table *table)
{
    table->holds++;
}

void table_unhold(struct table *table)
{
    table->holds--;
    table_release(table);
}

/* ---- writes ---- */

struct write {
    struct table *table;
    table_written *done;
    void *context;
};

static void write_finished(struct store_request *stored)
{
    struct write *write = stored->context;
    struct table *table = write->table;
    table->busy = false;
    write->done(write->context, table, stored);
    free(write);
    store_request_free(stored);
    if (!table->busy) {
        table->tables->hooks.idle(table);
    }
    table_unhold(table);
}

struct store_request *table_write_new(struct table *table, table_written *done, void *context)
{
    struct write *write = malloc(sizeof *write);
    if (write == NULL) {
        abort(); /* like store_request_new(): nothing that was answered is lost */
    }
    *write = (struct write){table, done, context};
    return store_request_new(write_finished, write);
}

void table_write_submit(struct table *table, struct store_request *write)
{
    assert(!table->busy);
    table->busy = true;
    table_hold(table);
    store_submit(table->tables->store, write);
}

static void add_put(struct store_request *write, const char *id, const struct lobby *lobby)
{
    char *json = lobby_to_json(lobby);
    store_request_add(write, STORE_TABLE_PUT,
                      (const char *[]){id, game_name(lobby->game), table_state_name(lobby->state),
                                       json == NULL ? "{}" : json},
                      4, (int64_t[]){lobby->is_private, lobby->touched}, 2);
    free(json);
}

/* Adds the line of a new marker, so that it stands between the messages before and after this change. */
static void add_marker(struct store_request *write, const struct table *table, const struct lobby *lobby)
{
    if (strcmp(lobby->marker, table->lobby.marker) != 0) {
        store_request_add(write, STORE_CHAT_APPEND,
                          (const char *[]){table->id, "", lobby->marker, "", CHAT_MARKER, ""}, 6,
                          (int64_t[]){wall_clock_now(), 0}, 2);
    }
}

/* Lets the layers above add to the write. */
static void call_storing(const struct storing *storing)
{
    const struct table_hooks *hooks = &storing->table->tables->hooks;
    if (hooks->storing != NULL) {
        hooks->storing(storing);
    }
}

static void call_finished(struct table *table)
{
    const struct table_hooks *hooks = &table->tables->hooks;
    if (hooks->finished != NULL) {
        hooks->finished(table);
    }
}

/* ---- lobbies ---- */

bool table_update_names(struct table *table)
{
    bool changed = lobby_is_unfinished(&table->lobby) && lobby_update_names(table->tables, &table->lobby);
    table->has_unsaved_names = table->has_unsaved_names || changed;
    return changed;
}

/* Returns whether the same people play, so that spectators remain spectators. */
static bool same_people_play(const struct lobby *before, const struct lobby *after)
{
    bool same = before->state == after->state && before->members == after->members &&
                before->commentators == after->commentators;
    for (unsigned i = 0; same && i < after->members; i++) {
        same = strcmp(before->member[i].player, after->member[i].player) == 0 &&
               (before->member[i].pawns == 0) == (after->member[i].pawns == 0);
    }
    for (unsigned i = 0; same && i < after->commentators; i++) {
        same = strcmp(before->commentator[i].player, after->commentator[i].player) == 0;
    }
    return same;
}

/* Somebody may have been renamed since the copy was made. */
static void adopt_lobby(struct table *table, const struct lobby *lobby)
{
    bool same = same_people_play(&table->lobby, lobby);
    bool was_unfinished = lobby_is_unfinished(&table->lobby);
    bool is_unfinished = lobby_is_unfinished(lobby);
    table->lobby = *lobby;
    table->tables->unfinished = table->tables->unfinished + is_unfinished - was_unfinished;
    (void)table_update_names(table);
    table_update_seats(table); /* players who left may be freed */
    table_update_listing(table);
    if (was_unfinished && !is_unfinished) {
        table_clear_origin(table);
    }
    if (!same) {
        table_count_spectators(table);
    }
}

struct lobby_commit {
    struct lobby lobby;
    enum commit_notice notice;
    table_committed *done;
    void *context;
};

static void lobby_written(void *context, struct table *table, const struct store_request *stored)
{
    struct lobby_commit *commit = context;
    bool good = stored->status == STORE_OK;
    tables_count_pending(table->tables, &commit->lobby, &table->lobby, -1);
    if (good) {
        table->has_unsaved_names = false;
        adopt_lobby(table, &commit->lobby);
        if (commit->notice == COMMIT_NOTIFY) {
            table_send_lobby(table);
        }
        seat_vote_review(table);
    }
    if (commit->done != NULL) {
        commit->done(commit->context, table, good);
    }
    free(commit);
}

bool table_commit_lobby(struct table *table, const struct lobby *lobby, enum commit_notice notice,
                        table_committed *done, void *context)
{
    struct lobby_commit *commit = table->busy ? NULL : malloc(sizeof *commit);
    if (commit == NULL) {
        return false;
    }
    *commit = (struct lobby_commit){*lobby, notice, done, context};
    tables_count_pending(table->tables, lobby, &table->lobby, 1);
    struct store_request *write = table_write_new(table, lobby_written, commit);
    add_put(write, table->id, lobby);
    add_marker(write, table, lobby);
    call_storing(&(struct storing){
        .table = table, .id = table->id, .lobby = lobby, .game = &table->game, .write = write});
    table_write_submit(table, write);
    return true;
}

struct rematch_commit {
    char id[TABLE_ID_LENGTH + 1];
    struct lobby old, next;
    void (*done)(void *context, struct table *next);
    void *context;
};

static void rematch_written(void *context, struct table *old, const struct store_request *stored)
{
    struct rematch_commit *commit = context;
    tables_count_pending(old->tables, &commit->next, NULL, -1);
    struct table *next =
        stored->status == STORE_OK ? table_new(old->tables, commit->id, &commit->next) : NULL;
    if (next != NULL) {
        adopt_lobby(old, &commit->old);
        table_send_lobby(next);
        table_send_lobby(old);
    }
    commit->done(commit->context, next);
    free(commit);
}

bool table_commit_rematch(struct table *old, const char *id, const struct lobby *next,
                          void (*done)(void *context, struct table *next), void *context)
{
    struct rematch_commit *commit = calloc(1, sizeof *commit);
    if (commit == NULL) {
        return false;
    }
    tables_count_pending(old->tables, next, NULL, 1);
    *commit = (struct rematch_commit){.old = old->lobby, .next = *next, .done = done, .context = context};
    (void)snprintf(commit->id, sizeof commit->id, "%s", id);
    (void)snprintf(commit->old.rematch, sizeof commit->old.rematch, "%s", id);
    struct store_request *write = table_write_new(old, rematch_written, commit);
    add_put(write, id, next);
    add_put(write, old->id, &commit->old);
    store_request_add(write, STORE_CHAT_CARRY, (const char *[]){id, old->id, old->lobby.chat_from}, 3, NULL,
                      0);
    call_storing(&(struct storing){
        .table = old, .id = id, .is_rematch = true, .lobby = next, .game = &old->game, .write = write});
    table_write_submit(old, write);
    return true;
}

void table_reserve(struct table *table)
{
    assert(!table->busy);
    table->busy = true;
    table_hold(table);
}

void table_release_reservation(struct table *table)
{
    assert(table->busy);
    table->busy = false;
    table->tables->hooks.idle(table);
    table_unhold(table);
}

void table_replace_name(struct table *table, const char *player, const char *name)
{
    struct lobby *lobby = &table->lobby;
    int member = lobby_member(lobby, player);
    int commentator = lobby_commentator(lobby, player);
    assert(table->busy);
    table->fingerprint = 0; /* sends the table although only names are different */
    if (commentator >= 0) {
        struct commentator *named = &lobby->commentator[commentator];
        (void)snprintf(named->name, sizeof named->name, "%s", name);
    }
    if (member < 0) {
        table_send_lobby(table);
        return;
    }
    if ((unsigned)member < lobby->setup.seats) {
        (void)snprintf(lobby->seat_name[member], sizeof lobby->seat_name[member], "%s", name);
    }
    (void)snprintf(lobby->member[member].name, sizeof lobby->member[member].name, "%s", name);
    table_send_lobby(table);
}

void table_touch(struct table *table, int64_t seconds)
{
    if (seconds > table->lobby.touched) {
        table->lobby.touched = seconds;
    }
}

/* ---- games ---- */

/* An action, an undo or a redo that is with the store. */
struct move {
    struct entry entry; /* of a redo, the last one */
    uint32_t from;      /* of an undo, the number of the first event it takes back */
    bool redo;          /* the actions are those of table->redo */
    struct game game;   /* as it will be */
    struct events events;
    struct lobby lobby;
    bool changes_lobby; /* in a way that the watchers see */
    void (*done)(void *context, bool stored, uint32_t seq);
    void *context;
};

static void append(struct table *table, struct entry *entry)
{
    entry->seq = table->seq;
    if (!table_append(table, entry)) {
        abort(); /* stored, but there is no memory for it: a restart reads it from disk */
    }
}

/* Does the actions of a redo one by one; each is sent as it was the first time. */
static void adopt_redo(struct table *table, struct move *move)
{
    const struct redo *redo = table->redo;
    for (size_t i = 0; i < redo->count; i++) {
        struct entry entry = {.action = redo->actions[i], .key = log_key("", "")};
        (void)game_apply(table_board(table), &table->game, &entry.action, &move->events); /* tried before */
        table_send_events(table, &move->events);
        append(table, i + 1 == redo->count ? &move->entry : &entry);
    }
    table_pop_redo(table);
}

static void adopt_undo(struct table *table, struct move *move)
{
    if (table_is_solo(table)) {
        table_push_redo(table, move->entry.undo);
    }
    table->game = move->game;
    table_send_undo(table, (enum pawn)move->entry.action.by, move->from);
    append(table, &move->entry);
}

/* The move is on disk: makes it the table's game and sends its events. */
static void adopt_move(struct table *table, struct move *move)
{
    table_flush_lobby(table); /* what was noted before this move */
    adopt_lobby(table, &move->lobby);
    if (move->redo) {
        adopt_redo(table, move);
    } else if (move->entry.undo != 0) {
        adopt_undo(table, move);
        takeback_end(table, NULL);
    } else {
        table->game = move->game;
        table_clear_redo(table);
        table_send_events(table, &move->events);
        append(table, &move->entry);
        takeback_after_action(table, move->entry.action.by);
    }
    metrics_add(table->tables->sessions->metrics, METRIC_ACTIONS_TOTAL, 1);
    table->tables->hooks.changed(table); /* restarts the clock, which is sent with the turn */
}

static void move_written(void *context, struct table *table, const struct store_request *stored)
{
    struct move *move = context;
    bool good = stored->status == STORE_OK;
    if (good) {
        adopt_move(table, move);
    }
    if (move->done != NULL) {
        move->done(move->context, good, move->entry.seq);
    }
    if (good) {
        bool over = table->lobby.state == TABLE_FINISHED;
        if (move->changes_lobby && !over) {
            table_send_lobby(table);
        }
        table_send_turn(table);
        if (over) {
            log_line(LOG_INFO, "game_over", "table=%s actions=%zu", table->id, table->entries);
            call_finished(table);
            seat_vote_review(table);
            table_send_over(table);
            table_send_lobby(table);
        }
        sessions_deliver(table->tables->sessions);
    }
    free(move);
}

/* Returns how many games an hour of one player are listed for everyone; 0 if this one is too short for that. */
static int64_t listing_limit(const struct table *table, size_t actions)
{
    const struct options *options = table->tables->options;
    return (long)actions < options->listed_actions ? 0 : options->listed_per_hour;
}

/* Adds a finished game to the archive. Its record has the last entry, which is not in the log yet. */
static void add_finish(struct store_request *write, struct table *table, const struct move *move)
{
    json_t *players = json_array();
    for (unsigned i = 0; i < move->lobby.members; i++) {
        const struct member *member = &move->lobby.member[i];
        json_array_append_new(players, json_pack("{s:s,s:s,s:o}", "player", member->player, "name",
                                                 member->name, "pawns", wire_pawns_value(member->pawns)));
    }
    char *players_json = json_dumps(players, JSON_COMPACT);
    bool appended = table_append(table, &move->entry);
    char *record = appended ? table_record_json(table, &move->game) : NULL;
    size_t actions = table_effective_count(table);
    if (appended) {
        table_drop_last(table);
    }
    store_request_add(
        write, STORE_FINISH,
        (const char *[]){table->id, game_name(move->lobby.game), winner_name((enum winner)move->game.winner),
                         reason_name((enum reason)move->game.reason),
                         players_json == NULL ? "[]" : players_json, record == NULL ? "" : record},
        6,
        (int64_t[]){(int64_t)actions, wall_clock_now(), move->lobby.is_private, listing_limit(table, actions),
                    move->lobby.counts},
        5);
    free(record);
    free(players_json);
    json_decref(players);
}

/* Adds the row of an entry that comes `after` others of the same write. */
static void add_entry(struct store_request *write, const struct table *table, const struct entry *entry,
                      const struct table_actor *actor, size_t after)
{
    char row[LOG_ROW_BYTES];
    log_write_row(entry, row);
    store_request_add(write, STORE_ACTION_APPEND, (const char *[]){table->id, actor->player, actor->key, row},
                      4, (int64_t[]){(int64_t)(table->entries + after), wall_clock_now()}, 2);
}

/* Returns the id of the player or bot who holds a pawn. */
static const char *holder_of(const struct table *table, unsigned pawn)
{
    for (unsigned i = 0; i < table->lobby.members; i++) {
        if ((table->lobby.member[i].pawns & PAWN_BIT(pawn)) != 0) {
            return table->lobby.member[i].player;
        }
    }
    return "";
}

/*
 * Adds the rows of a redo but the last. Only the last one has the request's key, so that the request was carried out
 * completely if it is found. Returns how many were added.
 */
static size_t add_redo(struct store_request *write, const struct table *table)
{
    const struct redo *redo = table->redo;
    for (size_t i = 0; i + 1 < redo->count; i++) {
        struct table_actor actor = {.player = holder_of(table, redo->actions[i].by), .key = ""};
        add_entry(write, table, &(struct entry){.action = redo->actions[i]}, &actor, i);
    }
    return redo->count - 1;
}

static void submit_move(struct table *table, struct move *move, const struct table_actor *actor)
{
    struct store_request *write = table_write_new(table, move_written, move);
    move->lobby.touched = wall_clock_now();
    add_entry(write, table, &move->entry, actor, move->redo ? add_redo(write, table) : 0);
    if (move->game.phase == PHASE_OVER) {
        move->lobby.state = TABLE_FINISHED;
        move->lobby.winner = move->game.winner;
        move->lobby.reason = move->game.reason;
        add_put(write, table->id, &move->lobby);
        add_finish(write, table, move);
    } else if (move->changes_lobby) {
        add_put(write, table->id, &move->lobby);
    }
    call_storing(&(struct storing){
        .table = table, .id = table->id, .lobby = &move->lobby, .game = &move->game, .write = write});
    table_write_submit(table, write);
}

/* Returns NULL if there is no memory. */
static struct move *new_move(const struct table *table, const struct table_actor *actor,
                             const struct entry *entry)
{
    struct move *move = calloc(1, sizeof *move);
    if (move != NULL) {
        move->entry = *entry;
        move->entry.key = log_key(actor->player, actor->key);
        move->lobby = table->lobby;
        if (actor->ends_substitution) {
            member_end_substitution(&move->lobby.member[lobby_member(&move->lobby, actor->player)]);
            move->changes_lobby = true;
        }
        move->game = table->game;
        move->done = actor->done;
        move->context = actor->context;
    }
    return move;
}

enum error table_commit_action(struct table *table, const struct table_actor *actor,
                               const struct action *action)
{
    char row[LOG_ROW_BYTES];
    struct entry entry = {.action = *action};
    log_write_row(&entry, row);
    struct move *move = row[0] == '\0' ? NULL : new_move(table, actor, &entry);
    if (move == NULL) {
        return ERROR_STORAGE;
    }
    enum error error = table->lobby.state != TABLE_RUNNING
                           ? ERROR_NOT_RUNNING
                           : game_apply(table_board(table), &move->game, action, &move->events);
    if (error != ERROR_OK) {
        free(move);
        return error;
    }
    submit_move(table, move, actor);
    return ERROR_OK;
}

enum error table_commit_undo(struct table *table, const struct table_actor *actor, const struct tail *undone,
                             bool practice)
{
    struct entry entry = {.action = undone->first, .undo = (uint8_t)undone->actions};
    struct move *move = new_move(table, actor, &entry);
    if (move == NULL || !table_state_before(table, undone->actions, &move->game)) {
        free(move);
        return ERROR_CANNOT_UNDO;
    }
    move->from = undone->from;
    move->changes_lobby = move->changes_lobby || (practice && !move->lobby.practice);
    move->lobby.practice = move->lobby.practice || practice;
    submit_move(table, move, actor);
    return ERROR_OK;
}

enum error table_commit_redo(struct table *table, const struct table_actor *actor)
{
    const struct redo *redo = table->redo;
    struct entry entry = {0};
    if (redo == NULL) {
        return ERROR_CANNOT_REDO;
    }
    entry.action = redo->actions[redo->count - 1];
    struct move *move = new_move(table, actor, &entry);
    enum error error = move == NULL ? ERROR_STORAGE : ERROR_OK;
    for (size_t i = 0; error == ERROR_OK && i < redo->count; i++) {
        error = game_apply(table_board(table), &move->game, &redo->actions[i], &move->events);
    }
    if (error != ERROR_OK) {
        free(move);
        return error;
    }
    move->redo = true;
    submit_move(table, move, actor);
    return ERROR_OK;
}
