/*
 * screen_table_keys.c: what each key does during a game. The table of keys at the end is also the help; the
 * man page and docs/terminal.md list the keys, too.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/screen/screen_internal.h"
#include "common/base/array.h"
#include "common/wire/aids.h"

enum { CTRL_R = 0x12 };

/* Returns whether there is something to choose and it is not hidden; if not, says why. */
static bool may_choose(struct screen *screen)
{
    if (screen->table.hide) {
        screen_notice(screen, false, TEXT("Jack's secrets are hidden. Press x to show them."));
        return false;
    }
    if (screen->table.choice.items == 0) {
        screen_notice(screen, false, "%s", choice_why_none(&screen->model->view));
        return false;
    }
    return true;
}

/* Returns false, with a notice, while an action is being sent: the next choices are not known yet. */
static bool may_act(struct screen *screen)
{
    bool acting = play_acting(screen->play);
    if (acting) {
        bool online = screen->model->state == CONNECTION_OPEN;
        screen_notice(screen, false, "%s",
                      online ? tr("Sending... Please wait for the server.")
                             : tr("Your action is queued until the connection is back."));
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
        press_list(screen, input); /* the choices are not on the map */
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
        screen_notice(screen, true, TEXT("There is nothing else to choose from."));
    }
    screen->table.map_view.look.cursor.number = 0; /* go to the nearest target of the pawn now selected */
    table_targets(screen);
}

/* A second click on a picked place confirms it; a click on one of the player's policemen selects him. */
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
        bool crossing = table_picks_crossings(screen);
        const struct board *board = screen->table.map_view.board;
        screen_notice(screen, false, TEXT("%s are numbered from 1 to %u."),
                      crossing ? tr("Crossings") : tr("Circles"),
                      crossing ? board->crossings : board->circles);
    }
}

static void press_digit(struct screen *screen, const struct input_event *input)
{
    static const struct typing typing = {
        .prompt = TEXT("Go to "), .done = place_typed, .follow = follow_place};
    char text[2] = {(char)input->key, '\0'};
    typing_begin(screen, &typing, text);
    follow_place(screen, text);
}

/* ---- Searching ----------------------------------------------------------------------------------- */

/* Searches the circle under the cursor; the cursor then moves to the next one. */
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
        screen_notice(screen, false, TEXT("%s can't search now."), title_pawn(choice->focus));
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

/* Commands offered in the list beside the actions, each when this kind of action is possible. */
static const struct {
    uint32_t key;
    enum action_kind kind;
    const char *label, *line;
} helpers[] = {
    {'%', ACTION_HIDEOUT, TEXT("Suggest a hideout"), "suggest normal"},
    {'%', ACTION_DISCOVERIES, TEXT("Suggest Discovery Locations"), "suggest normal"},
    {'%', ACTION_WOMEN, TEXT("Place the women at random now"), "women auto"},
    {'%', ACTION_PATROLS, TEXT("Place the patrols at random now"), "patrols auto"},
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
    screen_popup(screen, POPUP_LIST, TEXT("Your options"), list_chosen);
    for (unsigned i = 0; i < choice->items; i++) {
        popup_add(&screen->popup, INK_PLAIN, (uint32_t)choice->item[i].key, choice->item[i].label);
    }
    for (size_t i = 0; i < COUNT(helpers); i++) {
        if (helper_fits(screen, i)) {
            popup_add(&screen->popup, INK_PLAIN, helpers[i].key, tr(helpers[i].label));
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

static void press_hint(struct screen *screen, const struct input_event *input)
{
    (void)input;
    if (may_choose(screen) && may_act(screen)) {
        screen_do_line(screen, "hint");
    }
}

/* ---- Other things -------------------------------------------------------------------------------- */

static void takeback_chosen(struct screen *screen, int index)
{
    (void)index;
    screen_do_line(screen, "takeback");
}

/* An action that revealed something can only be taken back if everyone agrees. */
static void press_undo(struct screen *screen, const struct input_event *input)
{
    struct command command = {.kind = COMMAND_UNDO};
    const struct model *model = screen->model;
    (void)input;
    if (!may_act(screen)) {
        return;
    }
    if (model->can_takeback && !model->can_undo) {
        screen_popup(screen, POPUP_QUESTION, tr("Take back"), takeback_chosen);
        screen_popup_line(screen, "%s",
                          tr("Ask everyone at the table to let you take back your last action?"));
    } else {
        screen_do_command(screen, &command);
    }
}

static void press_redo(struct screen *screen, const struct input_event *input)
{
    struct command command = {.kind = COMMAND_REDO};
    (void)input;
    if (may_act(screen)) {
        screen_do_command(screen, &command);
    }
}

static void press_answer(struct screen *screen, const struct input_event *input)
{
    bool agrees = input->key == 'Y';
    if (screen->model->takeback_awaits_me) { /* the prompt asks about this first */
        screen_do_line(screen, agrees ? "agree takeback" : "refuse takeback");
    } else if (screen->model->vote.awaits_me) {
        screen_do_line(screen, agrees ? "agree seat" : "refuse seat");
    } else {
        screen_notice(screen, false, "%s", tr("There is no request to answer."));
    }
}

/* Hiding also zooms out to the whole board, since the visible part would show where Jack is. */
static void press_hide(struct screen *screen, const struct input_event *input)
{
    struct table_page_state *page = &screen->table;
    (void)input;
    if ((screen->model->view.knows & AUDIENCE_JACK) == 0) {
        screen_notice(screen, true, TEXT("There are no secrets on your screen."));
        return;
    }
    if (screen->model->view.phase == PHASE_OVER) {
        screen_notice(screen, true, TEXT("The game is over: everything is revealed."));
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
        screen_notice(screen, false, TEXT("Only detectives can chat with the police."));
        return;
    }
    screen_type_chat(screen, SAY_POLICE);
}

static void press_log(struct screen *screen, const struct input_event *input)
{
    size_t lines = screen->model->lines;
    size_t *up = &screen->table.log_up;
    size_t step = 3;
    switch (input->key) {
    case INPUT_PAGE_UP:
        screen->table.lines_seen = *up == 0 ? lines : screen->table.lines_seen;
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
    const char *after = screen->model->view.phase == PHASE_OVER ? tr("The game is kept under finished games.")
                        : model_my_seat(screen->model) >= 0     ? tr("You keep your seat.")
                                                                : tr("You are watching.");
    screen_popup(screen, POPUP_QUESTION, TEXT("Leave table"), leave_chosen);
    screen_popup_line(screen, TEXT("Go to the lobby? %s"), after);
}

/* ---- The table ----------------------------------------------------------------------------------- */

static bool mine(const struct screen *screen)
{
    return screen->table.choice.items > 0 && !screen->table.hide;
}

static bool can_go_back(const struct screen *screen)
{
    const struct choice *choice = &screen->table.choice;
    return mine(screen) && (choice->picks > 0 || choice->chosen >= 0 || play_searching(screen->play));
}

static bool can_search(const struct screen *screen)
{
    return mine(screen) && choice_item_of_key(&screen->table.choice, 's') >= 0;
}

static bool has_helper(const struct screen *screen)
{
    for (size_t i = 0; mine(screen) && i < COUNT(helpers); i++) {
        if (helper_fits(screen, i)) {
            return true;
        }
    }
    return false;
}

static bool can_hint(const struct screen *screen)
{
    return mine(screen) && screen->model->can_hint;
}

static bool can_deduce(const struct screen *screen)
{
    const struct model *model = screen->model;
    bool over = model->view.phase == PHASE_OVER;
    bool may = model->view.role == VIEWER_JACK ? over
               : model->view.pawns == 0        ? over || model->table.spectator_aids
                                               : true;
    return strcmp(model->table.aids, aids_name(AIDS_OFF)) != 0 && may;
}

static bool can_undo(const struct screen *screen)
{
    return screen->model->can_undo || screen->model->can_takeback;
}

static bool can_redo(const struct screen *screen)
{
    return screen->model->can_redo;
}

static bool is_asked(const struct screen *screen)
{
    return screen->model->takeback_awaits_me || screen->model->vote.awaits_me;
}

static bool is_over(const struct screen *screen)
{
    return screen->model->view.phase == PHASE_OVER;
}

static bool is_running(const struct screen *screen)
{
    return !is_over(screen);
}

static bool waits(const struct screen *screen)
{
    return is_running(screen) && screen->table.choice.items == 0 && !screen->table.hide;
}

static bool may_rematch(const struct screen *screen)
{
    return is_over(screen) && model_my_seat(screen->model) >= 0;
}

static bool may_share(const struct screen *screen)
{
    return may_rematch(screen) && screen->model->table.is_private;
}

static bool is_jack(const struct screen *screen)
{
    return (screen->model->view.knows & AUDIENCE_JACK) != 0 && screen->model->view.phase != PHASE_OVER;
}

static bool is_detective(const struct screen *screen)
{
    return (model_my_pawns(screen->model) & ~PAWN_BIT(PAWN_JACK)) != 0;
}

static bool plays(const struct screen *screen)
{
    return model_my_pawns(screen->model) != 0 && !is_over(screen);
}

static const struct screen_key keys[] = {
    {INPUT_UP, INPUT_DOWN, TEXT("arrows"), TEXT("go to the next place you can pick, or move around the map"),
     press_arrow, NULL, NULL},
    {INPUT_LEFT, INPUT_RIGHT, NULL, NULL, press_arrow, NULL, NULL},
    {INPUT_ENTER, ' ', TEXT("Enter, Space"), TEXT("pick the place; press again to confirm"), press_enter,
     mine, TEXT("Enter pick")},
    {INPUT_ESCAPE, INPUT_BACKSPACE, TEXT("Esc"), TEXT("undo the last pick, or stop searching"), press_escape,
     can_go_back, TEXT("Esc back")},
    {INPUT_TAB, INPUT_BACK_TAB, TEXT("Tab"), TEXT("switch to another policeman, action or patrol colour"),
     press_tab, mine, NULL},
    {INPUT_ANY_DIGIT, 0, "1 2 3 ...", TEXT("go to the circle (or crossing) with that number"), press_digit,
     NULL, NULL},
    {'o', 0, "o", TEXT("list your options, each with its letter"), press_list, mine, TEXT("o list")},
    {'%', 0, "%", TEXT("suggest a hideout or Discovery Locations; place women or patrols at random"),
     press_helper, has_helper, TEXT("% suggest")},
    {'!', 0, "!", TEXT("hint: what a bot would do in your place, and why"), press_hint, can_hint,
     TEXT("! hint")},
    {'s', 0, "s", TEXT("search the circle under the cursor"), press_search, can_search, TEXT("s search")},
    {'S', 0, "S", TEXT("search all adjacent circles, nearest first, until a clue is found; Esc stops"),
     press_search_all, can_search, TEXT("S all")},
    {'D', 0, "D", TEXT("deduction help: where Jack may be, may have been, hideouts or discoveries, off"),
     deduce_press, can_deduce, TEXT("D deduce")},
    {'i', 0, "i", TEXT("what each search would reveal"), deduce_press_searches, can_deduce, NULL},
    {'Y', 'N', "Y N", TEXT("agree or refuse: a takeback, or who plays an absent detective's pawns"),
     press_answer, is_asked, TEXT("Y agree  N refuse")},
    {'A', 0, "A", TEXT("decide who plays for an absent player"), absent_press, absent_applies,
     TEXT("A absent")},
    {'r', 0, "r", TEXT("replay the game"), end_press_replay, is_over, TEXT("r replay")},
    {'R', 0, "R", TEXT("rematch: swap, keep or choose the roles"), end_press_rematch, may_rematch,
     TEXT("R rematch")},
    {'w', 0, "w", TEXT("save the record to a file"), end_press_save, is_over, TEXT("w save")},
    {'O', 0, "O", TEXT("share the game with anyone who has its link, or stop sharing it"), end_press_share,
     may_share, TEXT("O share")},
    {'u', 0, "u", TEXT("undo your last action; if it revealed something, everyone must agree"), press_undo,
     can_undo, TEXT("u undo")},
    {'U', CTRL_R, "U, ^R", TEXT("redo what you undid"), press_redo, can_redo, TEXT("U redo")},
    {'x', 0, "x", TEXT("hide or show Jack's secrets"), press_hide, is_jack, TEXT("x hide")},
    {'t', 0, "t", TEXT("chat with the table (spectators: with other spectators)"), screen_press_chat, NULL,
     TEXT("t chat")},
    {'p', 0, "p", TEXT("chat with the police"), press_police, is_detective, NULL},
    {'*', 0, "*",
     TEXT("mark the circle as suspect or cleared, or remove the mark; Jack's marks stay private"),
     notes_press_mark, plays, NULL},
    {'^', 0, "^", TEXT("add the circle to your route, a possible trail; again: remove it"), notes_press_route,
     is_detective, NULL},
    {'.', 0, ".", TEXT("point at the circle for the other detectives"), notes_press_point, is_detective,
     NULL},
    {'#', 0, "#", TEXT("list all marks, yours and the others'"), notes_press_overview, plays, NULL},
    {INPUT_CLICK, 0, TEXT("click"), TEXT("pick; click again to confirm; on your policeman: select him"),
     press_click, NULL, NULL},
    {'[', ']', "[ ]", TEXT("look back step by step while the game goes on; Esc: back to live"), back_press,
     is_running, NULL},
    {'[', ']', NULL, NULL, back_press, waits, TEXT("[ look back")},
    {INPUT_PAGE_UP, INPUT_PAGE_DOWN, TEXT("Page Up, Down"), TEXT("scroll the log"), press_log, NULL, NULL},
    {INPUT_END, 0, NULL, NULL, press_log, NULL, NULL},
    {'q', 0, "q", TEXT("leave the table"), press_leave, NULL, TEXT("q leave")},
};

struct screen_keys table_keys(void)
{
    return (struct screen_keys){keys, COUNT(keys)};
}

/* While patrols are being placed, the letter of a colour chooses the next patrol. */
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

/* Chooses an item of the list by its letter. */
static bool takes_item(struct screen *screen, const struct input_event *input)
{
    struct choice *choice = &screen->table.choice;
    int item = input->key < 0x80 ? choice_item_of_key(choice, (char)input->key) : -1;
    if (item < 0) {
        return false;
    }
    if (!may_choose(screen)) {
        return true;
    }
    choice_select_item(choice, item);
    table_targets(screen);
    return true;
}

/* Enter picks the circle that the player looks at. */
static bool takes_look(struct screen *screen, const struct input_event *input)
{
    struct map_view *map_view = &screen->table.map_view;
    if (map_view->looks && (input->key == INPUT_ENTER || input->key == ' ')) {
        map_view->looks = false;
        return false;
    }
    return look_input(screen, input);
}

bool table_input(struct screen *screen, const struct input_event *input)
{
    return back_input(screen, input) || takes_look(screen, input) || takes_face(screen, input) ||
           screen_press(screen, table_keys(), input, false) || takes_item(screen, input);
}
