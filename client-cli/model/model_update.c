/*
 * model_update.c: updates the model with messages from the server.
 *
 * A message is parsed completely before anything changes, so that an invalid one has no effect.
 */
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/model/model_internal.h"
#include "client-cli/text/sentences.h"
#include "common/base/array.h"
#include "common/wire/action_json.h"
#include "common/wire/wire_read.h"

/* ---- Events ------------------------------------------------------------------------------------- */

/* An event, from a push or from the list of a watch reply. */
struct told {
    bool undo;
    enum pawn by; /* an undo: who did it, and the view afterwards */
    struct view view;
    struct viewed_event event;
};

static bool read_told(const json_t *json, const struct board *board, struct told *told)
{
    told->undo = wire_is_undo(json);
    return told->undo ? wire_read_undo(json, &told->by, &told->view) && model_view_fits(board, &told->view)
                      : wire_read_event(json, &told->event);
}

/* Notes where something happened that everybody knows about. */
static void note_place(struct model *model, const struct event *event)
{
    bool clue = event->kind == EVENT_SEARCH && event->found != 0;
    if (event->kind == EVENT_KILL && event->circles.count > 0) {
        model->announced = (struct end){END_CIRCLE, event->circles.item[0]};
    } else if (event->kind == EVENT_REVEAL) {
        model->announced = (struct end){END_CROSSING, event->crossing};
    } else if (clue || event->kind == EVENT_START || event->kind == EVENT_DISCOVERY ||
               event->kind == EVENT_ARREST || event->kind == EVENT_FALSE_CLUE) {
        model->announced = (struct end){END_CIRCLE, event->circle};
    }
}

static void take_told(struct model *model, unsigned seq, const struct told *told)
{
    struct sentence sentence = told->undo ? sentence_undo(told->by)
                                          : (model->brief ? sentence_event_brief : sentence_event)(
                                                model->table.game, &told->event, model->crossing);
    bool is_mine = !told->undo && (told->event.shown.fields & EVENT_FIELD_BIT(EVENT_BY_FIELD)) != 0 &&
                   (model_my_pawns(model) & PAWN_BIT(told->event.shown.by)) != 0;
    if (is_mine) {
        model->summary = (struct model_summary){0};
        model->has_acted = true;
    } else if (!told->undo) {
        model_summary_add(&model->summary, &told->event.shown);
    }
    if (!told->undo) {
        sentence_follow_police(model->crossing, &told->event);
        searches_follow(&model->searches, &told->event);
        note_place(model, &told->event.shown);
    } else {
        searches_undo(&model->searches, &told->view);
        memcpy(model->crossing, told->view.crossing, sizeof model->crossing);
        model->view = told->view;
        model->has_view = true;
    }
    model_add_line(model, LINE_EVENT, seq, "", "%s", sentence.text);
    model->seq = seq;
    model->changes++;
}

/* Returns whether the list has each event from `since` + 1 to `last` once, in order. */
static bool check_events(const json_t *list, const struct board *board, unsigned since, unsigned last)
{
    struct told told;
    unsigned seq = since;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        unsigned number;
        if (!model_read_number(item, "seq", &number) || number != seq + 1 ||
            !read_told(json_object_get(item, "event"), board, &told)) {
            return false;
        }
        seq = number;
    }
    return json_is_array(list) && seq == last;
}

static void take_events(struct model *model, const json_t *list)
{
    struct told told;
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (read_told(json_object_get(json_array_get(list, i), "event"), model_board(model), &told)) {
            take_told(model, model->seq + 1, &told);
        }
    }
}

static bool push_event(struct model *model, const json_t *message)
{
    struct told told;
    unsigned seq;
    if (!model_read_number(message, "seq", &seq)) {
        return false;
    }
    if (seq <= model->seq) {
        return true; /* received before */
    }
    if (seq != model->seq + 1 || !read_told(json_object_get(message, "event"), model_board(model), &told)) {
        return false;
    }
    take_told(model, seq, &told);
    if (!told.undo) {
        model->pushed_event[model->pushed++ % MODEL_PUSHED_MAX] = told.event;
    }
    return true;
}

/* ---- Whose turn --------------------------------------------------------------------------------- */

struct turn {
    uint8_t pawns;
    bool has_legal, has_clock;
    bool undo, redo, takeback, hint;
    unsigned left;
    struct model_clock clock;
    struct viewed_legal legal;
    struct view view;
    struct model_lesson lesson;
};

/* Reads how far the lesson has come; what is not valid counts as no lesson. */
static struct model_lesson read_lesson(const json_t *json)
{
    struct model_lesson lesson = {.state = ""};
    struct complaint complaint;
    const char *state = json_string_value(json_object_get(json, "state"));
    const char *step = json_string_value(json_object_get(json, "step"));
    const json_t *expected = json_array_get(json_object_get(json, "accepts"), 0);
    if (state == NULL || strlen(state) >= sizeof lesson.state ||
        (step != NULL &&
         (strlen(step) >= sizeof lesson.step || !action_from_json(expected, &lesson.expected, &complaint)))) {
        return lesson;
    }
    (void)model_sanitize(lesson.state, sizeof lesson.state, state);
    (void)model_sanitize(lesson.step, sizeof lesson.step, step != NULL ? step : "");
    return lesson;
}

/* `view` is next to the turn in a watch reply, and inside it in a push. */
static bool read_turn(const json_t *json, const json_t *view, const struct board *board, struct turn *turn)
{
    const json_t *legal = json_object_get(json, "legal");
    memset(turn, 0, sizeof *turn);
    turn->has_legal = legal != NULL;
    turn->has_clock = json_object_get(json, "left") != NULL;
    turn->clock = model_read_clock(json);
    turn->undo = json_is_true(json_object_get(json, "undo"));
    turn->redo = json_is_true(json_object_get(json, "redo"));
    turn->takeback = json_is_true(json_object_get(json, "takeback"));
    turn->lesson = read_lesson(json_object_get(json, "lesson"));
    turn->hint = json_is_true(json_object_get(json, "hint"));
    return wire_read_pawns(json_object_get(json, "pawns"), &turn->pawns) &&
           (!turn->has_clock || model_read_number(json, "left", &turn->left)) &&
           wire_read_view(view, &turn->view) && model_view_fits(board, &turn->view) &&
           (legal == NULL || (wire_read_legal(legal, &turn->view, &turn->legal) &&
                              model_legal_fits(board, &turn->legal.shown)));
}

static void take_turn(struct model *model, const struct turn *turn, unsigned seq)
{
    bool was_mine = model->my_turn;
    model->turn_pawns = turn->pawns;
    model->turn_seq = seq;
    model->turn_updates++;
    model->has_clock = turn->has_clock;
    model->clock_left = turn->left;
    model->clock = turn->clock;
    model->can_undo = turn->undo;
    model->can_redo = turn->redo;
    model->can_takeback = turn->takeback;
    model->lesson = turn->lesson;
    model->can_hint = turn->hint;
    model->has_legal = turn->has_legal;
    model->legal = turn->legal;
    model->has_view = true;
    model->view = turn->view;
    model_find_turn(model, was_mine);
    model->changes++;
}

static bool push_turn(struct model *model, const json_t *message)
{
    struct turn turn;
    unsigned seq;
    if (!model_read_number(message, "seq", &seq) ||
        !read_turn(message, json_object_get(message, "view"), model_board(model), &turn)) {
        return false;
    }
    take_turn(model, &turn, seq);
    return true;
}

/* ---- The other pushes --------------------------------------------------------------------------- */

/* Updates a listed table, but keeps whose turn it is, which only lists contain. */
static void refresh(struct model_table *listed, const struct model_table *table)
{
    if (listed != NULL) {
        unsigned turn = table->state == MODEL_TABLE_RUNNING ? listed->turn : 0;
        struct model_clock time = listed->time;
        *listed = *table;
        listed->turn = turn;
        listed->time = time;
    }
}

/* Pushes about public tables are the same for everyone, so they have no invite: keep the one that is known. */
static void keep_invite(const struct model *model, struct model_table *table)
{
    bool seated = false;
    for (unsigned i = 0; i < table->seats; i++) {
        seated = seated || strcmp(table->seat[i].player, model->player) == 0;
    }
    if (seated && table->invite[0] == '\0') {
        memcpy(table->invite, model->table.invite, sizeof table->invite);
    }
}

static void take_table(struct model *model, const struct model_table *table)
{
    bool was_mine = model->my_turn;
    refresh(model_find_table(model->table_list, model->tables, table->id), table);
    refresh(model_find_table(model->mine_list, model->mine, table->id), table);
    if (model->has_table && strcmp(model->table.id, table->id) == 0) {
        struct model_table taken = *table;
        keep_invite(model, &taken);
        model_report_changes(model, &model->table, &taken);
        model->table = taken;
        model_find_turn(model, was_mine);
    }
    model->changes++;
}

bool model_update_table(struct model *model, const json_t *json)
{
    struct model_table table;
    if (!model_read_table(json, &table)) {
        return false;
    }
    take_table(model, &table);
    return true;
}

static bool push_table(struct model *model, const json_t *message)
{
    return model_update_table(model, json_object_get(message, "table"));
}

static bool push_tables(struct model *model, const json_t *message)
{
    struct model_table table;
    const char *gone = json_string_value(json_object_get(message, "gone"));
    if (gone != NULL) {
        model_remove_listed(model, gone);
        return true;
    }
    if (!model_read_table(json_object_get(message, "table"), &table)) {
        return false;
    }
    if (model_find_table(model->table_list, model->tables, table.id) == NULL) {
        model_insert_listed(model, &table);
    }
    take_table(model, &table);
    return true;
}

static bool push_over(struct model *model, const json_t *message)
{
    enum winner winner;
    enum reason reason;
    if (!model_read_result(json_object_get(message, "result"), &winner, &reason)) {
        return false;
    }
    model->table.winner = winner;
    model->table.reason = reason;
    model->changes++;
    return true;
}

static bool push_marks(struct model *model, const json_t *message)
{
    struct model_marks marks;
    if (!model_read_marks(json_object_get(message, "marks"), &marks)) {
        return false;
    }
    model_update_marks(model, &marks);
    return true;
}

static bool push_resign(struct model *model, const json_t *message)
{
    const json_t *players = json_object_get(message, "players");
    if (!json_is_array(players) || json_array_size(players) > MODEL_MEMBERS_MAX) {
        return false;
    }
    model->resign_asked = (uint8_t)json_array_size(players);
    model_add_line(model, LINE_NEWS, 0, "",
                   tr_count(model->resign_asked, "%u of the detectives has asked to resign.",
                            "%u of the detectives have asked to resign."),
                   model->resign_asked);
    model->changes++;
    return true;
}

static const char *seat_name(const struct model *model, const char *player)
{
    for (unsigned i = 0; player != NULL && i < model->table.seats; i++) {
        if (strcmp(model->table.seat[i].player, player) == 0) {
            return model->table.seat[i].name;
        }
    }
    return NULL;
}

/* Somebody asks to take back an action that revealed something, or that is over. */
static bool take_takeback(struct model *model, const json_t *takeback)
{
    const char *name = json_string_value(json_object_get(takeback, "name"));
    const char *refused = seat_name(model, json_string_value(json_object_get(takeback, "refused")));
    const json_t *waiting = json_object_get(takeback, "waiting");
    bool ended = json_is_true(json_object_get(takeback, "ended"));
    unsigned event;
    if (name == NULL || !json_is_array(waiting) || !model_read_number(takeback, "event", &event)) {
        return false;
    }
    bool begins = !ended && model->takeback_event != event;
    model->takeback_event = ended ? 0 : event;
    model->takeback_awaits_me = !ended && model_is_listed(waiting, model->player);
    (void)model_sanitize(model->takeback_name, sizeof model->takeback_name, name);
    if (refused != NULL) {
        model_add_line(model, LINE_NEWS, 0, "", tr("%s refused the takeback."), refused);
    } else if (ended && json_array_size(waiting) > 0) {
        model_add_line(model, LINE_NEWS, 0, "", tr("The takeback request has ended."));
    } else if (begins && model_is_listed(waiting, model->player)) {
        model_add_line(model, LINE_NEWS, 0, "",
                       tr("%s asks to take back the last action: :agree or :refuse."), name);
    } else if (begins) {
        model_add_line(model, LINE_NEWS, 0, "", tr("%s asks to take back the last action."), name);
    }
    model->changes++;
    return true;
}

/* Another detective points to a place. */
static bool push_point(struct model *model, const json_t *message)
{
    const char *name = json_string_value(json_object_get(message, "name"));
    json_int_t circle = json_integer_value(json_object_get(message, "circle"));
    json_int_t crossing = json_integer_value(json_object_get(message, "crossing"));
    if (name == NULL || (circle == 0) == (crossing == 0)) {
        return false;
    }
    const struct board *board = model_board(model);
    json_int_t last = circle != 0 ? (json_int_t)board->circles : (json_int_t)board->crossings;
    json_int_t number = circle != 0 ? circle : crossing;
    if (number < 1 || number > last) {
        return false;
    }
    model->announced = (struct end){circle != 0 ? END_CIRCLE : END_CROSSING, (uint8_t)number};
    model->points++;
    model_add_line(model, LINE_NEWS, 0, "",
                   circle != 0 ? tr("%s points to %d.") : tr("%s points to crossing %d."), name, (int)number);
    model->changes++;
    return true;
}

static const struct {
    const char *on;
    bool of_table; /* "table" is an id, and the push is ignored unless that table is watched */
    bool (*take)(struct model *model, const json_t *message);
} pushes[] = {
    {"event", true, push_event},       {"turn", true, push_turn},       {"chat", true, model_push_chat},
    {"over", true, push_over},         {"marks", true, push_marks},     {"resign", true, push_resign},
    {"takeback", true, take_takeback}, {"point", true, push_point},     {"tables", false, push_tables},
    {"table", false, push_table},      {"seat", true, model_take_vote}, {"player", false, model_push_player},
};

bool model_update_push(struct model *model, const json_t *message)
{
    const char *on = json_string_value(json_object_get(message, "on"));
    const char *table = json_string_value(json_object_get(message, "table"));
    for (size_t i = 0; on != NULL && i < COUNT(pushes); i++) {
        if (strcmp(pushes[i].on, on) != 0) {
            continue;
        }
        if (pushes[i].of_table && table == NULL) {
            return false;
        }
        if (pushes[i].of_table && (!model->has_table || strcmp(table, model->table.id) != 0)) {
            return true; /* about a table that is no longer watched */
        }
        return pushes[i].take(model, message);
    }
    return on != NULL; /* ignore pushes of newer servers */
}

/* ---- Replies ------------------------------------------------------------------------------------ */

static bool check_marks(const json_t *list)
{
    struct model_marks marks;
    bool good = list == NULL || json_is_array(list);
    for (size_t i = 0; good && i < json_array_size(list); i++) {
        good = model_read_marks(json_array_get(list, i), &marks);
    }
    return good;
}

static void take_all_marks(struct model *model, const json_t *list)
{
    struct model_marks marks;
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (model_read_marks(json_array_get(list, i), &marks)) {
            model_update_marks(model, &marks);
        }
    }
}

/* Prepares for a watch reply: the same table after a reconnect, the same one from the start, or another one. */
static void begin_table(struct model *model, const struct model_table *table, bool resumed)
{
    if (resumed) {
        take_table(model, table);
        return;
    }
    model_leave_table(model);
    model->table = *table;
    model->has_table = true;
}

/* Checks everything except the table and the number of events. A started game has a turn and a view. */
static bool check_watch(const struct model *model, const json_t *reply, const struct model_table *table,
                        unsigned since, unsigned seq, struct turn *turn)
{
    const struct board *board = model->boards[table->game];
    const json_t *events = json_object_get(reply, "events");
    const json_t *told = json_object_get(reply, "turn");
    bool begun = table->state == MODEL_TABLE_RUNNING || table->state == MODEL_TABLE_FINISHED;
    return (!begun || told != NULL) && (events == NULL || check_events(events, board, since, seq)) &&
           (told == NULL || read_turn(told, json_object_get(reply, "view"), board, turn)) &&
           model_check_chat(json_object_get(reply, "chat")) && check_marks(json_object_get(reply, "marks"));
}

/* Tells a player who comes back what happened; at a first visit nothing, as there is no action of theirs. */
static void add_summary(struct model *model, bool resumed)
{
    struct sentence text = model_summary_text(&model->summary, model->table.game, model->my_turn);
    if (model->table.state == MODEL_TABLE_RUNNING && text.text[0] != '\0' && (resumed || model->has_acted)) {
        model_add_line(model, LINE_NEWS, 0, "", "%s: %s",
                       resumed ? tr("While you were away") : tr("Since your last action"), text.text);
    }
}

bool model_update_watch(struct model *model, const json_t *reply, bool resumed)
{
    struct model_table table;
    struct turn turn = {.pawns = 0};
    unsigned seq;
    if (!model_read_table(json_object_get(reply, "table"), &table) ||
        !model_read_number(reply, "seq", &seq)) {
        return false;
    }
    bool goes_on = resumed && model->has_table && strcmp(model->table.id, table.id) == 0;
    if (resumed != goes_on || !check_watch(model, reply, &table, goes_on ? model->seq : 0, seq, &turn)) {
        return false;
    }
    begin_table(model, &table, goes_on);
    model->summary = (struct model_summary){0};
    model->has_acted = false;
    take_events(model, json_object_get(reply, "events"));
    if (!goes_on && json_is_true(json_object_get(reply, "chat_more"))) {
        model_add_line(model, LINE_NEWS, 0, "", "%s", tr("Earlier messages are not shown."));
    }
    model_update_chat(model, json_object_get(reply, "chat"));
    take_all_marks(model, json_object_get(reply, "marks"));
    if (json_object_get(reply, "takeback") != NULL) {
        (void)take_takeback(model, json_object_get(reply, "takeback"));
    }
    model->vote.open = model->vote.awaits_me = false;
    if (json_object_get(reply, "seat") != NULL) {
        (void)model_take_vote(model, json_object_get(reply, "seat"));
    }
    model->seq = seq;
    if (json_object_get(reply, "turn") != NULL) {
        take_turn(model, &turn, seq);
    }
    add_summary(model, goes_on);
    model->changes++;
    return true;
}

bool model_update_deduction(struct model *model, const json_t *ok, unsigned turn_seq, unsigned circle)
{
    struct deduction read;
    if (!model->has_table || !deduction_read(&read, model_board(model), json_object_get(ok, "deduction"))) {
        return false;
    }
    read.turn_seq = turn_seq;
    read.circle = circle;
    model->deduction = read;
    model->has_deduction = true;
    model->deduction_error[0] = '\0';
    model->changes++;
    return true;
}

void model_set_deduction_error(struct model *model, const char *why)
{
    model->has_deduction = false;
    (void)model_sanitize(model->deduction_error, sizeof model->deduction_error, why);
    model->changes++;
}
