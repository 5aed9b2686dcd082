/*
 * screen_table_end.c: keys of a game that change nothing in it: marks, routes, pointing and an overview of all notes;
 * and after the end: replay, rematch, save and share.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/screen/screen_internal.h"
#include "client-cli/text/phrase.h"
#include "common/base/array.h"

/* ---- Marks ------------------------------------------------------------------------------------------- */

static bool is_jack(const struct screen *screen)
{
    return screen->model->view.role == VIEWER_JACK && screen->model->view.phase != PHASE_OVER;
}

/* Returns the circle under the cursor; if there is none, says so and returns 0. */
static unsigned circle_here(struct screen *screen)
{
    struct map_place at = screen->table.map_view.look.cursor;
    if (screen->table.hide) {
        screen_notice(screen, false, "%s", tr("Jack's secrets are hidden. Press x to show them."));
        return 0;
    }
    if (at.kind != END_CIRCLE || at.number == 0) {
        screen_notice(screen, false, "%s", tr("Move the cursor to a circle first; / finds one."));
        return 0;
    }
    return at.number;
}

/* Jack's notes stay on his own screen: the server never learns about them. */
static void mark_for_jack(struct table_page_state *page, unsigned circle)
{
    if (set_has(&page->own.suspect, circle)) {
        set_remove(&page->own.suspect, circle);
        set_add(&page->own.cleared, circle);
    } else if (set_has(&page->own.cleared, circle)) {
        set_remove(&page->own.cleared, circle);
    } else {
        set_add(&page->own.suspect, circle);
    }
}

/* Cycles through none, suspect and cleared. */
void notes_press_mark(struct screen *screen, const struct input_event *input)
{
    unsigned circle = circle_here(screen);
    const struct model_marks *mine = model_my_marks(screen->model);
    struct command command = {.kind = COMMAND_MARK, .circle = circle};
    (void)input;
    if (circle == 0) {
        return;
    }
    if (is_jack(screen)) {
        mark_for_jack(&screen->table, circle);
        return;
    }
    bool suspect = mine != NULL && set_has(&mine->suspect, circle);
    bool cleared = mine != NULL && set_has(&mine->cleared, circle);
    (void)snprintf(command.text, sizeof command.text, "%s",
                   suspect   ? "cleared"
                   : cleared ? "none"
                             : "suspect");
    screen_do_command(screen, &command);
}

/* Adds the circle to the end of the player's route; the last one is removed again. */
void notes_press_route(struct screen *screen, const struct input_event *input)
{
    unsigned circle = circle_here(screen);
    const struct model_marks *mine = model_my_marks(screen->model);
    struct command command = {.kind = COMMAND_ROUTE, .logged = true};
    (void)input;
    if (circle == 0) {
        return;
    }
    for (unsigned i = 0; mine != NULL && i < mine->path_length && i < COMMAND_ROUTE_MAX; i++) {
        command.route[command.route_length++] = mine->path[i];
    }
    if (command.route_length > 0 && command.route[command.route_length - 1] == circle) {
        command.route_length--;
    } else if (command.route_length < COMMAND_ROUTE_MAX) {
        command.route[command.route_length++] = (uint8_t)circle;
    }
    screen_do_command(screen, &command);
}

void notes_press_point(struct screen *screen, const struct input_event *input)
{
    struct command command = {.kind = COMMAND_POINT, .circle = circle_here(screen)};
    (void)input;
    if (command.circle != 0) {
        screen_do_command(screen, &command);
    }
}

static void add_set(struct sentence *text, const char *what, const struct set *circles)
{
    const char *before = what;
    SET_EACH (circle, circles) {
        phrase_add(text, "%s%u", before, circle);
        before = ", ";
    }
    if (before != what) {
        phrase_add(text, ".");
    }
}

static void add_marks(struct screen *screen, const char *name, const struct model_marks *marks)
{
    struct sentence text = {""};
    add_set(&text, tr(" Suspect: "), &marks->suspect);
    add_set(&text, tr(" Cleared: "), &marks->cleared);
    for (unsigned i = 0; i < marks->path_length; i++) {
        phrase_add(&text, "%s%u", i == 0 ? tr(" Route: ") : "-", (unsigned)marks->path[i]);
    }
    phrase_add(&text, "%s", marks->path_length > 0 ? "." : "");
    for (unsigned i = 0; i < marks->arrows; i++) {
        phrase_add(&text, "%s%u-%u", i == 0 ? tr(" Arrows: ") : ", ", (unsigned)marks->arrow[i][0],
                   (unsigned)marks->arrow[i][1]);
    }
    phrase_add(&text, "%s", marks->arrows > 0 ? "." : "");
    if (text.text[0] != '\0') {
        screen_popup_line(screen, "%s:%s", name, text.text);
    }
}

static const char *name_of(const struct model *model, const char *player)
{
    for (unsigned i = 0; i < model->table.seats; i++) {
        if (strcmp(model->table.seat[i].player, player) == 0) {
            return strcmp(player, model->player) == 0 ? tr("You") : model->table.seat[i].name;
        }
    }
    return "?";
}

void notes_press_overview(struct screen *screen, const struct input_event *input)
{
    const struct model *model = screen->model;
    (void)input;
    screen_popup(screen, POPUP_TEXT, tr("Notes"), NULL);
    if (is_jack(screen) && !screen->table.hide) {
        struct model_marks own = {.suspect = screen->table.own.suspect, .cleared = screen->table.own.cleared};
        add_marks(screen, tr("You"), &own);
    }
    for (unsigned i = 0; i < MODEL_MEMBERS_MAX; i++) {
        if (model->marks[i].player[0] != '\0') {
            add_marks(screen, name_of(model, model->marks[i].player), &model->marks[i]);
        }
    }
    if (screen->popup.texts == 0) {
        screen_popup_line(screen, "%s", tr("Nothing is marked. * marks the circle under the cursor."));
    }
}

static void add_step(struct map_look *look, unsigned from, unsigned to)
{
    if (look->steps < MAP_STEPS_MAX) {
        look->step[look->steps].from = (uint8_t)from;
        look->step[look->steps++].to = (uint8_t)to;
    }
}

void notes_show(struct screen *screen)
{
    struct map_look *look = &screen->table.map_view.look;
    const struct model *model = screen->model;
    look->notes = (struct map_notes){model->suspect, model->cleared, model->route};
    if (is_jack(screen)) {
        look->notes = screen->table.own;
    }
    if (screen->table.hide) {
        look->notes = (struct map_notes){0};
    }
    for (unsigned i = 0; i < MODEL_MEMBERS_MAX; i++) {
        const struct model_marks *marks = &model->marks[i];
        for (unsigned at = 1; at < marks->path_length; at++) {
            add_step(look, marks->path[at - 1], marks->path[at]);
        }
        for (unsigned at = 0; at < marks->arrows; at++) {
            add_step(look, marks->arrow[at][0], marks->arrow[at][1]);
        }
    }
}

/* ---- After the end ------------------------------------------------------------------------------------ */

/* Returns whether the game is over; if not, says so. */
static bool is_over(struct screen *screen)
{
    bool over = screen->model->view.phase == PHASE_OVER;
    if (!over) {
        screen_notice(screen, false, "%s", tr("The game is not over yet."));
    }
    return over;
}

void end_press_replay(struct screen *screen, const struct input_event *input)
{
    (void)input;
    if (is_over(screen)) {
        replay_fetch(screen, screen->model->table.id);
    }
}

static const struct {
    uint32_t key;
    const char *label, *line;
} rematches[] = {
    {'s', TEXT("Swap roles: the next player is Jack"), "rematch swap"},
    {'k', TEXT("Keep the roles"), "rematch keep"},
    {'c', TEXT("Choose new roles"), "rematch choose"},
};

static void rematch_chosen(struct screen *screen, int index)
{
    screen_do_line(screen, rematches[index].line);
}

/* Names the side that the player has now, so that the choice is clear. */
void end_press_rematch(struct screen *screen, const struct input_event *input)
{
    char pawns[120], title[200];
    (void)input;
    if (!is_over(screen)) {
        return;
    }
    if (model_my_seat(screen->model) < 0) {
        screen_notice(screen, false, "%s", tr("Only players of this game can ask for a rematch."));
        return;
    }
    model_pawns_text(model_my_pawns(screen->model), pawns, sizeof pawns);
    (void)snprintf(title, sizeof title, tr("Rematch (you were %s)"), pawns);
    screen_popup(screen, POPUP_LIST, title, rematch_chosen);
    for (size_t i = 0; i < COUNT(rematches); i++) {
        popup_add(&screen->popup, INK_PLAIN, rematches[i].key, tr(rematches[i].label));
    }
}

static void file_typed(struct screen *screen, const char *path)
{
    struct command command = {.kind = COMMAND_RECORD};
    (void)snprintf(command.text, sizeof command.text, "%s", path);
    screen_do_command(screen, &command);
}

void end_press_save(struct screen *screen, const struct input_event *input)
{
    static const struct typing typing = {.prompt = TEXT("Save the record to: "), .done = file_typed};
    (void)input;
    if (is_over(screen)) {
        typing_begin(screen, &typing, "");
    }
}

void end_press_share(struct screen *screen, const struct input_event *input)
{
    (void)input;
    if (is_over(screen)) {
        screen_do_line(screen, screen->model->table.shared ? "share off" : "share on");
    }
}
