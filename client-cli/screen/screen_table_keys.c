/*
 * screen_table_keys.c: what each key does at a table. The table at the end is also the help.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/screen/screen_internal.h"
#include "common/base/array.h"

/* Whether there is something to choose and it may be seen; says why not. */
static bool may_choose(struct screen *screen)
{
    if (screen->table.hide) {
        screen_notice(screen, false, "Jack's things are hidden; x shows them again.");
        return false;
    }
    if (screen->table.choice.items == 0) {
        screen_notice(screen, false, "%s",
                      screen->model->view.phase == PHASE_OVER ? "The game is over." : "It is not your turn.");
        return false;
    }
    return true;
}

/* Nothing is done while what can be done is not known: it would be done twice, or something else would. */
static bool may_act(struct screen *screen)
{
    bool acting = play_acting(screen->play);
    if (acting) {
        screen_notice(screen, false, "It has been sent; the server has not answered yet.");
        screen->notice_waits = true;
    }
    return !acting;
}

static void act(struct screen *screen, const struct action *action)
{
    struct command command = {.kind = COMMAND_ACT, .action = *action, .logged = true};
    if (may_act(screen)) {
        screen_do_command(screen, &command);
    }
}

/* ---- On the map ---------------------------------------------------------------------------------- */

static void press_arrow(struct screen *screen, const struct input_event *input)
{
    (void)map_view_arrow(&screen->table.map_view, input);
}

static void press_map_view(struct screen *screen, const struct input_event *input)
{
    (void)map_view_input(&screen->table.map_view, input);
}

static void press_list(struct screen *screen, const struct input_event *input);

static void press_enter(struct screen *screen, const struct input_event *input)
{
    struct table_page_state *page = &screen->table;
    struct set circles, crossings;
    if (!may_choose(screen)) {
        return;
    }
    if (page->choice.complete) {
        act(screen, &page->choice.action);
        return;
    }
    choice_targets(&page->choice, &circles, &crossings);
    if (set_is_empty(&circles) && set_is_empty(&crossings)) {
        press_list(screen, input); /* nothing of it is on the map */
    } else {
        table_pick(screen, page->map_view.look.cursor);
    }
}

static void press_escape(struct screen *screen, const struct input_event *input)
{
    (void)input;
    if (play_searching(screen->play)) {
        play_search_stop(screen->play);
        return;
    }
    screen->table.log_up = 0;
    (void)choice_unpick(&screen->table.choice);
    table_targets(screen);
}

static void press_tab(struct screen *screen, const struct input_event *input)
{
    if (!may_choose(screen)) {
        return;
    }
    if (!choice_cycle(&screen->table.choice, input->key == INPUT_TAB ? 1 : -1)) {
        screen_notice(screen, true, "There is nothing else to turn to.");
    }
    screen->table.map_view.look.cursor.number = 0; /* on to the nearest target of who is in focus now */
    table_targets(screen);
}

/* A second click on what was picked confirms it; one on a policeman of one's own turns to him. */
static void press_click(struct screen *screen, const struct input_event *input)
{
    struct table_page_state *page = &screen->table;
    struct map_window window = page->map_view.window;
    bool inside = input->x >= window.x && input->x < window.x + window.width && input->y >= window.y &&
                  input->y < window.y + window.height;
    struct map_place place = inside ? map_place_drawn(&page->map_view.look, window, page->map_view.board,
                                                      &screen->model->view, input->x, input->y)
                                    : (struct map_place){0};
    if (place.number == 0 || page->hide) {
        return;
    }
    bool again = page->choice.complete && place.kind == page->map_view.look.cursor.kind &&
                 place.number == page->map_view.look.cursor.number;
    page->map_view.look.cursor = place;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        bool his = place.kind == END_CROSSING && page->choice.view.crossing[pawn] == place.number;
        if (his && (enum pawn)pawn != page->choice.focus &&
            choice_select_pawn(&page->choice, (enum pawn)pawn)) {
            table_targets(screen);
            return;
        }
    }
    if (again) {
        act(screen, &page->choice.action);
    } else if (page->choice.items > 0) {
        table_pick(screen, place);
    }
}

/* The cursor follows a number as it is typed. */
static void follow_place(struct screen *screen, const char *text)
{
    (void)table_go_to(screen, text);
}

static void place_typed(struct screen *screen, const char *text)
{
    if (table_go_to(screen, text)) {
        table_pick(screen, screen->table.map_view.look.cursor);
    } else {
        screen_notice(screen, false, "There is no %s on this board.", text);
    }
}

static void press_digit(struct screen *screen, const struct input_event *input)
{
    static const struct typing typing = {.prompt = "Go to ", .done = place_typed, .follow = follow_place};
    char text[2] = {(char)input->key, '\0'};
    typing_begin(screen, &typing, text);
    follow_place(screen, text);
}

/* ---- Searching ----------------------------------------------------------------------------------- */

/* One key a circle: searches where the cursor is, and the cursor goes on to the next one by itself. */
static void press_search(struct screen *screen, const struct input_event *input)
{
    struct table_page_state *page = &screen->table;
    const struct choice *choice = &page->choice;
    struct map_place at = page->map_view.look.cursor;
    struct action search = {.kind = ACTION_SEARCH, .by = (uint8_t)choice->focus, .circle = at.number};
    (void)input;
    if (!may_choose(screen)) {
        return;
    }
    int item = choice_item_of_key(choice, 's');
    if (item < 0 || choice->item[item].by != choice->focus) {
        screen_notice(screen, false, "%s cannot search now.", title_pawn(choice->focus));
    } else if (at.kind != END_CIRCLE || !set_has(&choice->legal.shown.search[choice->focus], at.number)) {
        choice_select_item(&page->choice, item);
        table_targets(screen);
    } else {
        act(screen, &search);
    }
}

static void press_search_all(struct screen *screen, const struct input_event *input)
{
    struct command command = {.kind = COMMAND_SEARCH_ALL, .pawn = screen->table.choice.focus};
    (void)input;
    if (may_choose(screen) && may_act(screen)) {
        screen_do_command(screen, &command);
    }
}

/* ---- The list ------------------------------------------------------------------------------------ */

/* What is no action of its own: a command for one of the kinds that are possible now. */
static const struct {
    uint32_t key;
    enum action_kind kind;
    const char *label, *line;
} helpers[] = {
    {'%', ACTION_HIDEOUT, "Have a hideout proposed", "suggest normal"},
    {'%', ACTION_DISCOVERIES, "Have discoveries proposed", "suggest normal"},
    {'%', ACTION_WOMEN, "Place the women at random, at once", "women auto"},
    {'%', ACTION_PATROLS, "Place the patrols at random, at once", "patrols auto"},
};

static bool helper_fits(const struct screen *screen, size_t helper)
{
    return (screen->table.choice.legal.shown.kinds & ACTION_BIT(helpers[helper].kind)) != 0;
}

static void list_chosen(struct screen *screen, int index)
{
    struct choice *choice = &screen->table.choice;
    if (index < (int)choice->items) {
        choice_select_item(choice, index);
        table_targets(screen);
        return;
    }
    index -= (int)choice->items;
    for (size_t i = 0; i < COUNT(helpers); i++) {
        if (helper_fits(screen, i) && index-- == 0 && may_act(screen)) {
            screen_do_line(screen, helpers[i].line);
        }
    }
}

static void press_list(struct screen *screen, const struct input_event *input)
{
    const struct choice *choice = &screen->table.choice;
    (void)input;
    if (!may_choose(screen) || !may_act(screen)) {
        return;
    }
    screen_popup(screen, POPUP_LIST, "What can be done now", list_chosen);
    for (unsigned i = 0; i < choice->items; i++) {
        popup_add(&screen->popup, INK_PLAIN, (uint32_t)choice->item[i].key, choice->item[i].label);
    }
    for (size_t i = 0; i < COUNT(helpers); i++) {
        if (helper_fits(screen, i)) {
            popup_add(&screen->popup, INK_PLAIN, helpers[i].key, helpers[i].label);
        }
    }
}

void table_close_list(struct screen *screen)
{
    if (screen->popup.kind == POPUP_LIST && screen->chosen == list_chosen) {
        popup_close(&screen->popup);
    }
}

static void press_helper(struct screen *screen, const struct input_event *input)
{
    (void)input;
    if (!may_choose(screen) || !may_act(screen)) {
        return;
    }
    for (size_t i = 0; i < COUNT(helpers); i++) {
        if (helper_fits(screen, i)) {
            screen_do_line(screen, helpers[i].line);
            return;
        }
    }
}

/* ---- Other things -------------------------------------------------------------------------------- */

static void press_undo(struct screen *screen, const struct input_event *input)
{
    struct command command = {.kind = COMMAND_UNDO};
    (void)input;
    if (may_act(screen)) {
        screen_do_command(screen, &command);
    }
}

/* The map then shows the whole board: where one looked would tell where Jack is. */
static void press_hide(struct screen *screen, const struct input_event *input)
{
    struct table_page_state *page = &screen->table;
    (void)input;
    if ((screen->model->view.knows & AUDIENCE_JACK) == 0) {
        screen_notice(screen, true, "There is nothing of Jack's on your screen.");
        return;
    }
    page->hide = !page->hide;
    if (page->hide) {
        page->shown_look = page->map_view.look;
        page->map_view.look.cursor.number = 0;
        map_zoom(&page->map_view.look, page->map_view.window, page->map_view.board,
                 -page->map_view.look.zoom);
    } else {
        page->map_view.look = page->shown_look;
    }
    table_targets(screen);
}

static void press_police(struct screen *screen, const struct input_event *input)
{
    (void)input;
    if ((model_my_pawns(screen->model) & ~PAWN_BIT(PAWN_JACK)) == 0) {
        screen_notice(screen, false, "Only detectives speak to the police.");
        return;
    }
    screen_type_chat(screen, SAY_POLICE);
}

/* none, suspect, cleared and back. */
static void press_mark(struct screen *screen, const struct input_event *input)
{
    struct map_place at = screen->table.map_view.look.cursor;
    const struct model_marks *mine = model_my_marks(screen->model);
    struct command command = {.kind = COMMAND_MARK, .circle = at.number};
    (void)input;
    if (at.kind != END_CIRCLE || at.number == 0) {
        screen_notice(screen, false, "Put the cursor on a circle to mark it.");
        return;
    }
    bool suspect = mine != NULL && set_has(&mine->suspect, at.number);
    bool cleared = mine != NULL && set_has(&mine->cleared, at.number);
    (void)snprintf(command.text, sizeof command.text, "%s",
                   suspect   ? "cleared"
                   : cleared ? "none"
                             : "suspect");
    screen_do_command(screen, &command);
}

static void press_legend(struct screen *screen, const struct input_event *input)
{
    (void)input;
    screen_popup(screen, POPUP_TEXT, "What the symbols mean", NULL);
    for (const struct map_symbol *symbol = map_legend(screen->model->table.game); symbol->symbol != NULL;
         symbol++) {
        popup_add_labelled(&screen->popup, symbol->ink, symbol->symbol, symbol->meaning);
    }
}

static void press_log(struct screen *screen, const struct input_event *input)
{
    size_t lines = screen->model->lines;
    size_t *up = &screen->table.log_up;
    size_t step = 3;
    switch (input->key) {
    case INPUT_PAGE_UP:
        *up = *up + step < lines ? *up + step : lines;
        break;
    case INPUT_PAGE_DOWN:
        *up = *up > step ? *up - step : 0;
        break;
    default:
        *up = 0;
    }
}

static void leave_chosen(struct screen *screen, int index)
{
    struct command command = {.kind = COMMAND_WATCH};
    (void)index;
    screen_do_command(screen, &command);
}

static void press_leave(struct screen *screen, const struct input_event *input)
{
    (void)input;
    screen_popup(screen, POPUP_QUESTION, "Leave the table", leave_chosen);
    screen_popup_line(screen, "Back to the lobby? %s",
                      model_my_seat(screen->model) >= 0 ? "Your seat is kept." : "You only watch here.");
}

/* ---- The table ----------------------------------------------------------------------------------- */

static const struct screen_key keys[] = {
    {INPUT_UP, INPUT_DOWN, "arrows", "to the next place that can be picked, or to look around", press_arrow},
    {INPUT_LEFT, INPUT_RIGHT, NULL, NULL, press_arrow},
    {INPUT_ENTER, ' ', "Enter, Space", "pick the place; once more: do it", press_enter},
    {INPUT_ESCAPE, INPUT_BACKSPACE, "Esc", "take the last pick back, or stop a search of all", press_escape},
    {INPUT_TAB, INPUT_BACK_TAB, "Tab", "another policeman, another thing to do there, another face",
     press_tab},
    {INPUT_ANY_DIGIT, 0, "1 2 3 ...", "go to the circle (or crossing) of that number", press_digit},
    {'o', 0, "o", "the list of what can be done now, each with its letter", press_list},
    {'%', 0, "%", "have a hideout or discoveries proposed; women or patrols at random", press_helper},
    {'s', 0, "s", "search the circle under the cursor", press_search},
    {'S', 0, "S", "search all circles next to him, nearest first, up to a clue; Esc stops it",
     press_search_all},
    {'D', 0, "D", "deduction on the map: where Jack can be, has been, his hideout or discoveries, off",
     deduce_press},
    {'i', 0, "i", "what each search would tell", deduce_press_searches},
    {'u', 0, "u", "take your last action back", press_undo},
    {'x', 0, "x", "hide everything of Jack's, or show it again", press_hide},
    {'t', 0, "t", "speak to the table (onlookers: to the gallery)", screen_press_chat},
    {'p', 0, "p", "speak to the police", press_police},
    {'*', 0, "*", "mark the circle: suspect, cleared, none", press_mark},
    {'+', '=', "+ - 0", "nearer, farther, the whole board; or the wheel", press_map_view},
    {'-', '_', NULL, NULL, press_map_view},
    {'0', 0, NULL, NULL, press_map_view},
    {INPUT_WHEEL_UP, INPUT_WHEEL_DOWN, NULL, NULL, press_map_view},
    {'h', 'j', "h j k l", "move the map; or Shift and arrows, or drag it", press_map_view},
    {'k', 'l', NULL, NULL, press_map_view},
    {INPUT_SHIFT_UP, INPUT_SHIFT_DOWN, NULL, NULL, press_map_view},
    {INPUT_SHIFT_LEFT, INPUT_SHIFT_RIGHT, NULL, NULL, press_map_view},
    {INPUT_DRAG, 0, NULL, NULL, press_map_view},
    {INPUT_CLICK, 0, "click", "pick; once more: do it; on a policeman of yours: turn to him", press_click},
    {INPUT_PAGE_UP, INPUT_PAGE_DOWN, "Page Up, Down", "scroll the log", press_log},
    {INPUT_END, 0, NULL, NULL, press_log},
    {':', 0, ":", "a command, with Tab and history; :help lists them", screen_press_command},
    {'m', 0, "m", "what the symbols on the map mean", press_legend},
    {'?', INPUT_HELP, "?, F1", "this help", screen_press_help},
    {'q', 0, "q", "leave the table", press_leave},
};

struct screen_keys table_keys(void)
{
    return (struct screen_keys){keys, COUNT(keys)};
}

/* While patrols are placed the letters of the colours are faces. */
static bool takes_face(struct screen *screen, const struct input_event *input)
{
    static const struct {
        uint32_t key;
        enum pawn face;
    } faces[] = {{'y', PAWN_YELLOW}, {'r', PAWN_RED},   {'b', PAWN_BLUE},
                 {'g', PAWN_GREEN},  {'n', PAWN_BROWN}, {'f', PAWN_FALSE}};
    for (size_t i = 0; !screen->table.hide && i < COUNT(faces); i++) {
        if (faces[i].key == input->key && choice_set_next_face(&screen->table.choice, faces[i].face)) {
            return true;
        }
    }
    return false;
}

/* The letter of something in the list. */
static bool takes_item(struct screen *screen, const struct input_event *input)
{
    struct choice *choice = &screen->table.choice;
    int item = input->key < 0x80 ? choice_item_of_key(choice, (char)input->key) : -1;
    if (item < 0 || !may_choose(screen)) {
        return false;
    }
    choice_select_item(choice, item);
    table_targets(screen);
    return true;
}

void table_input(struct screen *screen, const struct input_event *input)
{
    if (!takes_face(screen, input) && !screen_press(screen, table_keys(), input)) {
        (void)takes_item(screen, input);
    }
}
