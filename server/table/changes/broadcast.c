/*
 * broadcast.c: see broadcast.h.
 *
 * Most people at a table may see the same, and view.h decides who does. A message is written once for all watchers who
 * may see the same and follow each other in the list.
 */
#include "server/table/changes/broadcast.h"

#include "common/wire/wire.h"
#include "common/wire/wire_names.h"
#include "server/table/changes/lobby_push.h"
#include "server/table/changes/takeback.h"
#include "server/table/changes/watches.h"
#include "server/table/commentary.h"
#include "server/table/hints.h"
#include "server/table/table_lesson.h"
#include "server/table/undo.h"

struct viewer member_viewer(const struct member *member)
{
    unsigned pawns = member->pawns;
    if ((pawns & PAWN_BIT(PAWN_JACK)) != 0) {
        return (struct viewer){.role = VIEWER_JACK, .pawns = (uint8_t)pawns};
    }
    return (struct viewer){.role = pawns == 0 ? VIEWER_PUBLIC : VIEWER_DETECTIVE, .pawns = (uint8_t)pawns};
}

struct viewer table_viewer(const struct table *table, const struct player *player)
{
    static const struct viewer spectator = {.role = VIEWER_PUBLIC};
    static const struct viewer commentator = {.role = VIEWER_ALL};
    int member = player == NULL ? -1 : lobby_member(&table->lobby, player->id);
    if (member < 0 && player != NULL && table->lobby.state == TABLE_RUNNING &&
        lobby_commentator(&table->lobby, player->id) >= 0) {
        return commentator;
    }
    return member < 0 ? spectator : member_viewer(&table->lobby.member[member]);
}

/* Spectators see what the public sees and need not be looked up among the members; see is_spectator() in watches.c. */
static struct viewer watch_viewer(const struct watch *watch)
{
    const struct viewer spectator = {.role = VIEWER_PUBLIC};
    return watch->is_spectator ? spectator : table_viewer(watch->table, watch->session->player);
}

static bool same_viewer(struct viewer left, struct viewer right)
{
    return left.role == right.role && left.pawns == right.pawns;
}

static void begin_push(const struct table *table, struct json_writer *writer, const char *on)
{
    message_begin(table->tables->sessions, writer);
    json_write_open(writer, NULL, '{');
    json_write_string(writer, "on", on);
}

/* ---- the game ---- */

/* Which watchers a push is for. */
enum recipients { ALL_WATCHERS, WITHOUT_VIEWS, WITH_VIEWS };

/* Jack's, the Head's, the commentators', everybody else's. More at one table are rare and share the last slot. */
enum { VIEW_TEXTS = 4 };

/* The message written last, and for whom. */
struct writing {
    bool begun;
    struct viewer viewer;
    struct json_writer writer;
    struct viewed_event event;         /* of write_event() */
    struct view_text view[VIEW_TEXTS]; /* of write_turn() */
};

struct push;
typedef void write_push(const struct table *table, const struct push *push, struct writing *writing);

/* One push to many watchers: who gets it, and how it is written for one kind of viewer. */
struct push {
    const char *on;
    enum recipients to;
    write_push *write;
    const struct event *event; /* of write_event() */
    enum pawn by;              /* of write_undo() */
    uint32_t from;             /* of write_undo() */
};

static void write_event(const struct table *table, const struct push *push, struct writing *writing)
{
    (void)table;
    (void)push;
    wire_event(&writing->writer, "event", &writing->event);
}

static void write_undo(const struct table *table, const struct push *push, struct writing *writing)
{
    table_write_undo(&writing->writer, "event", &table->game, writing->viewer, push->by, push->from);
}

/* Returns the text of a view that shows as much as this one; if there is none, a free slot or the last. */
static struct view_text *view_text_for(struct writing *writing, const struct view *view)
{
    unsigned i = 0;
    while (i < VIEW_TEXTS - 1 && writing->view[i].length > 0 && writing->view[i].view.knows != view->knows) {
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
        wire_view_cached(&writing->writer, "view", &view, view_text_for(writing, &view));
    }
}

void table_write_view(struct json_writer *writer, const struct table *table, struct viewer viewer)
{
    struct view view;
    view_game(&table->game, viewer, &view);
    wire_view(writer, "view", &view);
}

/* An undo is sent with the view after it, since what was seen of the undone action no longer counts. */
void table_write_undo(struct json_writer *writer, const char *key, const struct game *game,
                      struct viewer viewer, enum pawn by, uint32_t from)
{
    struct view view;
    view_game(game, viewer, &view);
    json_write_open(writer, key, '{');
    json_write_string(writer, "did", "undo");
    json_write_string(writer, "by", pawn_name(by));
    json_write_int(writer, "from", (long)from);
    wire_view(writer, "view", &view);
    json_write_close(writer, '}');
}

/* Prepares `writing` for this viewer. Returns true if the message written last is right for them, too. */
static bool prepare_writing(const struct table *table, const struct push *push, struct viewer viewer,
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

static void send_each(struct table *table, const struct push *push)
{
    struct sessions *sessions = table->tables->sessions;
    struct writing writing;
    struct watch *watch;
    table_flush_lobby(table);
    writing.begun = false;
    for (unsigned i = 0; i < VIEW_TEXTS; i++) {
        writing.view[i].length = 0;
    }
    LIST_FOREACH (watch, &table->watches, table_entry) {
        if (push->to != ALL_WATCHERS && watch->views != (push->to == WITH_VIEWS)) {
            continue;
        }
        bool first = !writing.begun;
        if (!prepare_writing(table, push, watch_viewer(watch), &writing)) {
            if (!first) {
                message_end(sessions, &writing.writer);
            }
            begin_push(table, &writing.writer, push->on);
            json_write_string(&writing.writer, "table", table->id);
            json_write_int(&writing.writer, "seq", (long)table->seq);
            push->write(table, push, &writing);
            json_write_close(&writing.writer, '}');
        }
        watch_send(watch, &writing.writer);
    }
    if (writing.begun) {
        message_end(sessions, &writing.writer);
    }
}

void table_send_events(struct table *table, const struct events *events)
{
    for (unsigned i = 0; i < events->count; i++) {
        table->seq++;
        send_each(table, &(struct push){.on = "event", .write = write_event, .event = &events->item[i]});
    }
}

void table_send_undo(struct table *table, enum pawn by, uint32_t from)
{
    table->seq++;
    send_each(table, &(struct push){.on = "event", .write = write_undo, .by = by, .from = from});
}

/* Writes what a player may take back or do again. */
static void write_undo_rights(struct json_writer *writer, const struct table *table, unsigned pawns)
{
    struct tail tail;
    enum undo_right right = table_undo_right(table, pawns, &tail);
    if (right == UNDO_PLAIN || right == UNDO_PRACTICE) {
        json_write_bool(writer, "undo", true);
    } else if (right == UNDO_ASK && takeback_check(table, tail.from) == ERROR_OK) {
        json_write_bool(writer, "takeback", true);
    }
    if (table_may_redo(table, pawns)) {
        json_write_bool(writer, "redo", true);
    }
}

/* Whose turn it is, for everybody; the choices only for those who may choose. */
void table_write_turn(struct json_writer *writer, const struct table *table, struct viewer viewer)
{
    unsigned actors = game_actors(&table->game);
    json_write_string(writer, "phase", phase_name((enum phase)table->game.phase));
    json_write_int(writer, "round", table->game.round);
    wire_pawns(writer, "pawns", actors);
    table_clock_write(writer, table);
    if (viewer.role != VIEWER_ALL && (view_pawns(&table->game, viewer) & actors) != 0) {
        struct viewed_legal legal;
        view_legal(table_board(table), &table->game, viewer, &legal);
        wire_legal(writer, "legal", &legal);
    }
    write_undo_rights(writer, table, viewer.pawns);
    table_write_lesson(writer, table, viewer.pawns);
    if (table_hint_allowed(table, viewer.pawns) == ERROR_OK) {
        json_write_bool(writer, "hint", true);
    }
}

void table_send_turn(struct table *table)
{
    table_listing_changed(table, LISTING_TURN);
    send_each(table, &(struct push){.on = "turn", .to = WITHOUT_VIEWS, .write = write_turn});
    send_each(table, &(struct push){.on = "turn", .to = WITH_VIEWS, .write = write_turn});
}

void table_send_over(struct table *table)
{
    struct json_writer writer;
    struct watch *watch;
    begin_push(table, &writer, "over");
    json_write_string(&writer, "table", table->id);
    wire_result(&writer, "result", table->game.winner, table->game.reason);
    json_write_close(&writer, '}');
    LIST_FOREACH (watch, &table->watches, table_entry) {
        watch_send(watch, &writer);
    }
    message_end(table->tables->sessions, &writer);
}
