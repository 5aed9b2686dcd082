/*
 * broadcast.c: telling those who watch a table, each what he may know.
 *
 * Everything about a game goes out through view.h. What several watchers may know alike, which view.h decides and
 * not we, is written once and sent to each of them. `seq` counts events; every viewer gets the same number of
 * them, so it is one count for the table and tells nobody anything.
 */
#include <string.h>

#include "common/wire/wire.h"
#include "common/wire/wire_names.h"
#include "server/bots/bot_driver.h"
#include "server/server.h"

/* What who sits there sees; a member without pawns is an onlooker. */
struct viewer member_viewer(const struct member *member)
{
    unsigned pawns = member->pawns;
    if ((pawns & PAWN_BIT(PAWN_JACK)) != 0) {
        return (struct viewer){.role = VIEWER_JACK, .pawns = (uint8_t)pawns};
    }
    return (struct viewer){.role = pawns == 0 ? VIEWER_PUBLIC : VIEWER_DETECTIVE, .pawns = (uint8_t)pawns};
}

/* A player at his own table; everybody else is an onlooker. */
struct viewer table_viewer(const struct table *table, const struct player *player)
{
    static const struct viewer onlooker = {.role = VIEWER_PUBLIC};
    int member = player == NULL ? -1 : lobby_member(&table->lobby, player->id);
    return member < 0 ? onlooker : member_viewer(&table->lobby.member[member]);
}

static bool same_viewer(struct viewer left, struct viewer right)
{
    return left.role == right.role && left.pawns == right.pawns;
}

static void begin_push(struct server *server, struct json_writer *writer, const char *on, const char *table)
{
    session_begin_message(server, writer);
    json_write_open(writer, NULL, '{');
    json_write_string(writer, "on", on);
    if (table != NULL) {
        json_write_string(writer, "table", table);
    }
}

static void end_push(struct json_writer *writer, struct session *session)
{
    json_write_close(writer, '}');
    session_send(session, writer);
}

/* ---- the lobby ---- */

static void tell_lobby_followers(const struct table *table)
{
    const struct lobby *lobby = &table->lobby;
    struct json_writer writer;
    if (lobby->is_private) {
        return;
    }
    session_begin_message(table->server, &writer);
    json_write_open(&writer, NULL, '{');
    json_write_string(&writer, "on", "tables");
    if (lobby->state == TABLE_OPEN || lobby->state == TABLE_RUNNING) {
        lobby_write(&writer, "table", table, NULL);
    } else {
        json_write_string(&writer, "gone", table->id);
    }
    json_write_close(&writer, '}');
    for (struct session *session = table->server->sessions; session != NULL; session = session->next) {
        if (session->follows_lobby) {
            session_send(session, &writer);
        }
    }
}

void table_tell_lobby(struct table *table)
{
    for (struct watch *watch = table->watches; watch != NULL; watch = watch->next_of_table) {
        struct json_writer writer;
        begin_push(table->server, &writer, "table", NULL);
        lobby_write(&writer, "table", table, watch->session->player);
        end_push(&writer, watch->session);
    }
    tell_lobby_followers(table);
}

/* ---- the game ---- */

/* Which of the watchers a push is for. */
enum audience_of_push { ALL_WATCHERS, WITHOUT_VIEWS, WITH_VIEWS };

/* Jack's, the Head of the Investigation's, everybody else's: more at one table are rare and share the last place. */
enum { KINDS_OF_SIGHT = 3 };

/* What was written last, and for whom. */
struct writing {
    bool begun;
    struct viewer viewer;
    struct json_writer writer;
    struct viewed_event event;             /* of write_event() */
    struct view_text view[KINDS_OF_SIGHT]; /* of write_turn() */
};

struct push;
typedef void write_push(const struct table *table, const struct push *push, struct writing *writing);

/* One push to many: who gets it, and how it is written for one kind of viewer. */
struct push {
    const char *on;
    enum audience_of_push to;
    write_push *write;
    const struct event *event; /* of write_event() */
    enum pawn by;              /* of write_undo() */
};

static void write_event(const struct table *table, const struct push *push, struct writing *writing)
{
    (void)table;
    (void)push;
    wire_event(&writing->writer, "event", &writing->event);
}

static void write_undo(const struct table *table, const struct push *push, struct writing *writing)
{
    table_write_undo(&writing->writer, "event", &table->game, writing->viewer, push->by);
}

/* Where the view of who knows as much is kept; if it is nowhere, a free place or the last. */
static struct view_text *view_text_for(struct writing *writing, const struct view *view)
{
    unsigned i = 0;
    while (i < KINDS_OF_SIGHT - 1 && writing->view[i].length > 0 &&
           writing->view[i].view.knows != view->knows) {
        i++;
    }
    return &writing->view[i];
}

static void write_turn(const struct table *table, const struct push *push, struct writing *writing)
{
    table_write_turn(&writing->writer, table, writing->viewer);
    if (push->to == WITH_VIEWS) {
        struct view view;
        view_game(&table->game, writing->viewer, &view);
        wire_view_again(&writing->writer, "view", &view, view_text_for(writing, &view));
    }
}

void table_write_view(struct json_writer *writer, const struct table *table, struct viewer viewer)
{
    struct view view;
    view_game(&table->game, viewer, &view);
    wire_view(writer, "view", &view);
}

/* Taking back is told with the view it leaves: what was seen of the action is void. */
void table_write_undo(struct json_writer *writer, const char *key, const struct game *game,
                      struct viewer viewer, enum pawn by)
{
    struct view view;
    view_game(game, viewer, &view);
    json_write_open(writer, key, '{');
    json_write_string(writer, "did", "undo");
    json_write_string(writer, "by", pawn_name(by));
    wire_view(writer, "view", &view);
    json_write_close(writer, '}');
}

/* Makes `writing` be about this viewer. True: what is written already is what he is told too. */
static bool turn_to(const struct table *table, const struct push *push, struct viewer viewer,
                    struct writing *writing)
{
    bool same = writing->begun && same_viewer(viewer, writing->viewer);
    if (!same && push->event != NULL) {
        struct viewed_event seen;
        view_event(&table->game, viewer, push->event, &seen);
        same = writing->begun && view_same_event(&seen, &writing->event);
        writing->event = seen;
    }
    writing->viewer = viewer;
    writing->begun = true;
    return same;
}

/* Most who sit at a table may know the same, and they follow each other: what was written last is kept for the next. */
static void tell_each(struct table *table, const struct push *push)
{
    struct writing writing;
    writing.begun = false;
    for (unsigned i = 0; i < KINDS_OF_SIGHT; i++) {
        writing.view[i].length = 0;
    }
    for (struct watch *watch = table->watches; watch != NULL; watch = watch->next_of_table) {
        if (push->to != ALL_WATCHERS && watch->views != (push->to == WITH_VIEWS)) {
            continue;
        }
        if (!turn_to(table, push, table_viewer(table, watch->session->player), &writing)) {
            begin_push(table->server, &writing.writer, push->on, table->id);
            json_write_int(&writing.writer, "seq", (long)table->seq);
            push->write(table, push, &writing);
            json_write_close(&writing.writer, '}');
        }
        session_send(watch->session, &writing.writer);
    }
}

void table_tell_events(struct table *table, const struct events *events)
{
    for (unsigned i = 0; i < events->count; i++) {
        table->seq++;
        tell_each(table, &(struct push){.on = "event", .write = write_event, .event = &events->item[i]});
    }
}

void table_tell_undo(struct table *table, enum pawn by)
{
    table->seq++;
    tell_each(table, &(struct push){.on = "event", .write = write_undo, .by = by});
}

/* Whose turn it is, for everybody; what can be done, for who may do it. */
void table_write_turn(struct json_writer *writer, const struct table *table, struct viewer viewer)
{
    unsigned actors = game_actors(&table->game);
    json_write_string(writer, "phase", phase_name((enum phase)table->game.phase));
    json_write_int(writer, "round", table->game.round);
    wire_pawns(writer, "pawns", actors);
    if (table->lobby.clock != 0 && table->lobby.state == TABLE_RUNNING) {
        json_write_int(writer, "left", (long)bots_clock_left(table));
    }
    if ((view_pawns(&table->game, viewer) & actors) != 0) {
        struct viewed_legal legal;
        view_legal(table->server->board[table->lobby.game], &table->game, viewer, &legal);
        wire_legal(writer, "legal", &legal);
    }
}

void table_tell_turn(struct table *table)
{
    tell_each(table, &(struct push){.on = "turn", .to = WITHOUT_VIEWS, .write = write_turn});
    tell_each(table, &(struct push){.on = "turn", .to = WITH_VIEWS, .write = write_turn});
}

void table_tell_over(struct table *table)
{
    struct json_writer writer;
    begin_push(table->server, &writer, "over", table->id);
    json_write_open(&writer, "result", '{');
    json_write_string(&writer, "winner", winner_name((enum winner)table->game.winner));
    json_write_string(&writer, "reason", reason_name((enum reason)table->game.reason));
    json_write_close(&writer, '}');
    json_write_close(&writer, '}');
    for (struct watch *watch = table->watches; watch != NULL; watch = watch->next_of_table) {
        session_send(watch->session, &writer);
    }
}
