/* model.c: creates and frees the model, adds lines and marks, and answers questions about it. */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/model/model_internal.h"

void model_init(struct model *model, const struct board *const boards[GAME_KIND_COUNT])
{
    *model = (struct model){.state = CONNECTION_CONNECTING};
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        model->boards[game] = boards[game];
    }
}

void model_free(struct model *model)
{
    for (size_t i = 0; i < model->lines; i++) {
        free(model->line[i].text);
    }
    free(model->line);
    free(model->table_list);
    free(model->mine_list);
    free(model->archive_list);
    json_decref(model->stats);
    *model = (struct model){0};
}

/* ---- Lines -------------------------------------------------------------------------------------- */

static void drop_lines(struct model *model, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(model->line[i].text);
    }
    model->lines -= count;
    if (count > 0) {
        memmove(model->line, model->line + count, model->lines * sizeof *model->line);
    }
    model->lines_dropped += count;
}

/* Makes room for one more line. When full, drops a quarter at a time, which is cheap on average. */
static bool make_room(struct model *model)
{
    if (model->lines == MODEL_LINES_MAX) {
        drop_lines(model, MODEL_LINES_MAX / 4);
    }
    if (model->lines < model->lines_capacity) {
        return true;
    }
    size_t capacity = model->lines_capacity == 0 ? 64 : 2 * model->lines_capacity;
    struct model_line *grown = realloc(model->line, capacity * sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    model->line = grown;
    model->lines_capacity = capacity;
    return true;
}

static void add_line_list(struct model *model, enum line_kind kind, unsigned seq, const char *to,
                          const char *format, va_list arguments)
{
    char raw[4096];
    char text[4096];
    (void)vsnprintf(raw, sizeof raw, format, arguments);
    (void)model_sanitize(text, sizeof text, raw);
    char *copy = strdup(text);
    if (copy == NULL || !make_room(model)) {
        free(copy);
        return;
    }
    struct model_line *line = &model->line[model->lines++];
    *line = (struct model_line){.kind = kind, .seq = seq, .text = copy};
    (void)snprintf(line->to, sizeof line->to, "%s", to);
    model->changes++;
}

void model_add_line(struct model *model, enum line_kind kind, unsigned seq, const char *to,
                    const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_line_list(model, kind, seq, to, format, arguments);
    va_end(arguments);
}

void model_add_news(struct model *model, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_line_list(model, LINE_NEWS, 0, "", format, arguments);
    va_end(arguments);
}

/* ---- The connection ----------------------------------------------------------------------------- */

void model_update_state(struct model *model, enum connection_state state, const char *why)
{
    model->state = state;
    (void)model_sanitize(model->why, sizeof model->why, why);
    model->changes++;
}

void model_update_hello(struct model *model, const char *player, const char *name)
{
    (void)model_sanitize(model->player, sizeof model->player, player);
    (void)model_sanitize(model->name, sizeof model->name, name);
    model->changes++;
}

void model_leave_table(struct model *model)
{
    drop_lines(model, model->lines);
    memset(&model->table, 0, sizeof model->table);
    memset(&model->view, 0, sizeof model->view);
    memset(&model->legal, 0, sizeof model->legal);
    memset(model->marks, 0, sizeof model->marks);
    memset(model->crossing, 0, sizeof model->crossing);
    memset(&model->searches, 0, sizeof model->searches);
    model->announced = (struct end){0, 0};
    model->suspect = model->cleared = model->route = (struct set){0};
    model->has_table = model->has_view = model->has_legal = model->my_turn = false;
    model->has_clock = model->has_deduction = false;
    model->deduction_error[0] = '\0';
    model->seq = model->turn_seq = model->turn_pawns = 0;
    model->can_undo = model->can_redo = model->can_takeback = model->can_hint = false;
    model->resign_asked = 0;
    model->takeback_event = 0;
    model->takeback_awaits_me = false;
    model->vote = (struct model_vote){.open = false};
    model->chats = 0;
    model->changes++;
}

/* ---- Marks -------------------------------------------------------------------------------------- */

/* Returns the row of a player's marks, else the first free one, else the last. */
static struct model_marks *marks_of(struct model *model, const char *player)
{
    unsigned i = 0;
    while (i + 1 < MODEL_MEMBERS_MAX && model->marks[i].player[0] != '\0' &&
           strcmp(model->marks[i].player, player) != 0) {
        i++;
    }
    return &model->marks[i];
}

static void join_marks(struct model *model)
{
    model->suspect = model->cleared = model->route = (struct set){0};
    for (unsigned i = 0; i < MODEL_MEMBERS_MAX; i++) {
        model->suspect = set_or(model->suspect, &model->marks[i].suspect);
        model->cleared = set_or(model->cleared, &model->marks[i].cleared);
        model->route = set_or(model->route, &model->marks[i].route);
    }
    model->changes++;
}

void model_update_marks(struct model *model, const struct model_marks *marks)
{
    *marks_of(model, marks->player) = *marks;
    join_marks(model);
}

void model_mark(struct model *model, unsigned circle, const char *mark)
{
    struct model_marks *mine = marks_of(model, model->player);
    assert(circle > 0 && circle < SET_LIMIT);
    (void)snprintf(mine->player, sizeof mine->player, "%s", model->player);
    set_remove(&mine->suspect, circle);
    set_remove(&mine->cleared, circle);
    if (strcmp(mark, "suspect") == 0) {
        set_add(&mine->suspect, circle);
    } else if (strcmp(mark, "cleared") == 0) {
        set_add(&mine->cleared, circle);
    }
    join_marks(model);
}

void model_mark_route(struct model *model, const uint8_t *circle, unsigned length)
{
    struct model_marks *mine = marks_of(model, model->player);
    (void)snprintf(mine->player, sizeof mine->player, "%s", model->player);
    mine->route = (struct set){0};
    mine->path_length = length < MODEL_PATH_MAX ? length : MODEL_PATH_MAX;
    for (unsigned i = 0; i < mine->path_length; i++) {
        mine->path[i] = circle[i];
        set_add(&mine->route, circle[i]);
    }
    for (unsigned i = 0; i < mine->arrows; i++) {
        set_add(&mine->route, mine->arrow[i][0]);
        set_add(&mine->route, mine->arrow[i][1]);
    }
    join_marks(model);
}

const struct model_marks *model_my_marks(const struct model *model)
{
    for (unsigned i = 0; i < MODEL_MEMBERS_MAX; i++) {
        if (model->player[0] != '\0' && strcmp(model->marks[i].player, model->player) == 0) {
            return &model->marks[i];
        }
    }
    return NULL;
}

/* ---- Queries ------------------------------------------------------------------------------------- */

enum model_wait model_wait(const struct model *model)
{
    bool complete = model->has_table && model->has_view && model->turn_seq >= model->seq;
    if (complete && model->view.phase == PHASE_OVER) {
        return MODEL_OVER;
    }
    if (model->has_table && model->table.state == MODEL_TABLE_CLOSED) {
        return MODEL_GONE;
    }
    return complete && model->my_turn ? MODEL_MY_TURN : MODEL_WAITING;
}

int model_my_seat(const struct model *model)
{
    for (unsigned i = 0; model->has_table && i < model->table.seats; i++) {
        if (model->player[0] != '\0' && strcmp(model->table.seat[i].player, model->player) == 0) {
            return (int)i;
        }
    }
    return -1;
}

unsigned model_my_pawns(const struct model *model)
{
    int seat = model_my_seat(model);
    return seat < 0 ? 0 : model->table.seat[seat].pawns;
}

bool model_is_host(const struct model *model)
{
    return model->has_table && model->player[0] != '\0' && strcmp(model->table.host, model->player) == 0;
}

const struct board *model_board(const struct model *model)
{
    return model->has_table ? model->boards[model->table.game] : NULL;
}

void model_find_turn(struct model *model, bool was_mine)
{
    model->my_turn = (model->turn_pawns & model_my_pawns(model)) != 0;
    if (model->my_turn && !was_mine) {
        model->my_turns_begun++;
    }
}
