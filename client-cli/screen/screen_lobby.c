/*
 * screen_lobby.c: the first page: the player's own tables, public tables and finished games.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "client-cli/language/language.h"
#include "client-cli/screen/screen_internal.h"
#include "common/base/array.h"

enum { DETAILS_SMALL = 30, DETAILS_LARGE = 56, WIDE = 110, ASK_AGAIN = 40 /* ticks */ };

/* ---- The rows ------------------------------------------------------------------------------------ */

enum lobby_list { LIST_MINE, LIST_PUBLIC, LIST_FINISHED, LIST_COUNT };

static const struct {
    const char *title, *none;
} lists[LIST_COUNT] = {
    [LIST_MINE] = {TEXT("My games"), TEXT("You have no games yet. Start with s, c or i.")},
    [LIST_PUBLIC] = {TEXT("Public tables"), TEXT("There are no public tables right now.")},
    [LIST_FINISHED] = {TEXT("Finished games"), TEXT("No finished games yet.")},
};

struct lobby_row {
    enum lobby_list list;
    const struct model_table *table; /* or */
    const struct model_game *game;
};

static bool is_mine(const struct model *model, const struct model_table *table)
{
    for (size_t i = 0; i < model->mine; i++) {
        if (strcmp(model->mine_list[i].id, table->id) == 0) {
            return true;
        }
    }
    return false;
}

/* Which finished games are listed. */
static const struct {
    uint32_t key;
    const char *label;
} filters[] = {
    {'a', TEXT("all")},       {'m', TEXT("mine")},     {'c', TEXT("Whitechapel")},
    {'h', TEXT("Whitehall")}, {'j', TEXT("Jack won")}, {'p', TEXT("the police won")},
};

enum { FILTER_ALL, FILTER_MINE, FILTER_WHITECHAPEL, FILTER_WHITEHALL, FILTER_JACK, FILTER_POLICE };

static bool is_listed(const struct model *model, const struct model_game *game, unsigned filter)
{
    switch (filter) {
    case FILTER_MINE:
        return model->name[0] != '\0' && strstr(game->players, model->name) != NULL;
    case FILTER_WHITECHAPEL:
        return game->game == GAME_WHITECHAPEL;
    case FILTER_WHITEHALL:
        return game->game == GAME_WHITEHALL;
    case FILTER_JACK:
        return game->winner == WINNER_JACK;
    case FILTER_POLICE:
        return game->winner == WINNER_POLICE;
    default:
        return true;
    }
}

/* Gets row `index` of a list, counted from 0; returns false if there are fewer. */
static bool row_of_list(const struct screen *screen, enum lobby_list list, int index, struct lobby_row *row)
{
    const struct model *model = screen->model;
    *row = (struct lobby_row){.list = list};
    if (index < 0) {
        return false;
    }
    if (list == LIST_MINE && (size_t)index < model->mine) {
        row->table = &model->mine_list[index];
    }
    for (size_t i = 0; list == LIST_PUBLIC && row->table == NULL && i < model->tables; i++) {
        if (!is_mine(model, &model->table_list[i]) && index-- == 0) {
            row->table = &model->table_list[i];
        }
    }
    for (size_t i = 0; list == LIST_FINISHED && row->game == NULL && i < model->archived; i++) {
        if (is_listed(model, &model->archive_list[i], screen->lobby.filter) && index-- == 0) {
            row->game = &model->archive_list[i];
        }
    }
    return row->table != NULL || row->game != NULL;
}

static int rows_in_list(const struct screen *screen, enum lobby_list list)
{
    struct lobby_row row;
    int count = 0;
    while (row_of_list(screen, list, count, &row)) {
        count++;
    }
    return count;
}

/* Gets row `index` of all lists together. */
static bool row_at(const struct screen *screen, int index, struct lobby_row *row)
{
    for (int list = 0; list < LIST_COUNT; list++) {
        int count = rows_in_list(screen, (enum lobby_list)list);
        if (index < count) {
            return row_of_list(screen, (enum lobby_list)list, index, row);
        }
        index -= count;
    }
    return false;
}

static const char *id_of(const struct lobby_row *row)
{
    return row->table != NULL ? row->table->id : row->game->id;
}

static int all_rows(const struct screen *screen)
{
    int count = 0;
    for (int list = 0; list < LIST_COUNT; list++) {
        count += rows_in_list(screen, (enum lobby_list)list);
    }
    return count;
}

/* ---- Requesting the lists ------------------------------------------------------------------------ */

static void ask(struct screen *screen, enum command_kind kind)
{
    struct command command = {.kind = kind};
    screen_do_command(screen, &command);
}

static void ask_all(struct screen *screen)
{
    screen->lobby.asked = true;
    ask(screen, COMMAND_TABLES);
    ask(screen, COMMAND_MINE);
    ask(screen, COMMAND_ARCHIVE);
}

/* Puts the cursor on a row; it will follow that table or game when rows move. */
static void stay_at(struct screen *screen, int index)
{
    struct lobby_page_state *page = &screen->lobby;
    struct lobby_row row;
    page->current = index;
    page->at[0] = '\0';
    if (page->listed && row_at(screen, index, &row)) {
        (void)snprintf(page->at, sizeof page->at, "%s", id_of(&row));
    }
}

/* Finds the cursor's row again after rows came or went; if it is gone, the cursor stays where it was. */
static void find_cursor(struct screen *screen)
{
    struct lobby_page_state *page = &screen->lobby;
    struct lobby_row row;
    int count = 0, found = page->current;
    for (int list = 0; list < LIST_COUNT; list++) {
        for (int i = 0; row_of_list(screen, (enum lobby_list)list, i, &row); i++, count++) {
            found = strcmp(id_of(&row), page->at) == 0 ? count : found;
        }
    }
    stay_at(screen, found < count ? found : count > 0 ? count - 1 : 0);
}

void lobby_listed(struct screen *screen)
{
    screen->lobby.listed = true;
    find_cursor(screen);
}

static void lobby_update(struct screen *screen)
{
    struct lobby_page_state *page = &screen->lobby;
    find_cursor(screen);
    if (screen->model->state != CONNECTION_OPEN) {
        page->asked = false; /* the next connection must request them again */
    }
    if (screen->model->has_table) {
        page->asked = false; /* will be out of date when the player returns */
        page->listed = false;
        page->create = false;
    } else if (!page->asked && screen->model->state == CONNECTION_OPEN) {
        ask_all(screen);
    }
}

static void lobby_tick(struct screen *screen)
{
    if (screen->model->state == CONNECTION_OPEN && screen->lobby.asked &&
        ++screen->lobby.ticks >= ASK_AGAIN) {
        screen->lobby.ticks = 0;
        ask(screen, COMMAND_MINE);
    }
}

static struct screen_keys lobby_keys(void);

/* ---- Drawing ------------------------------------------------------------------------------------- */

static const char *short_title(enum game_kind game)
{
    return game == GAME_WHITECHAPEL ? "Whitechapel" : "Whitehall";
}

static const char *state_of(const struct model *model, const struct model_table *table)
{
    static const char *const states[] = {TEXT("not started"), TEXT("in progress"), TEXT("finished"),
                                         TEXT("closed")};
    for (unsigned i = 0; i < table->seats; i++) {
        bool me = strcmp(table->seat[i].player, model->player) == 0;
        if (me && (table->seat[i].pawns & table->turn) != 0 && table->state == MODEL_TABLE_RUNNING) {
            return tr("your turn");
        }
    }
    return tr(states[table->state]);
}

static void row_text(const struct model *model, const struct lobby_row *row, char *text, size_t capacity)
{
    char people[300];
    if (row->game != NULL) {
        static const char *const winners[] = {"-", TEXT("Jack won"), TEXT("police won")};
        (void)snprintf(text, capacity, " %-11s  %-13s  %s", short_title(row->game->game),
                       tr(winners[row->game->winner]), row->game->players);
        return;
    }
    panel_people(row->table, people, sizeof people);
    (void)snprintf(text, capacity, " %-11s  %-13s  %s%s", short_title(row->table->game),
                   state_of(model, row->table), row->table->is_private ? tr("private: ") : "", people);
}

static void draw_row(struct screen *screen, struct panel *panel, const struct lobby_row *row, bool current)
{
    char text[500];
    row_text(screen->model, row, text, sizeof text);
    bool mine = row->table != NULL && strcmp(state_of(screen->model, row->table), tr("your turn")) == 0;
    int y = panel->window.y + panel->row;
    if (panel->row >= 0 && panel->row < panel->window.height && current) {
        for (int x = 0; x < panel->window.width; x++) {
            canvas_put(panel->canvas, panel->window.x + x, y, ' ', INK_PLAIN, CELL_CURSOR);
        }
    }
    panel_line(panel, mine ? INK_GOOD : INK_PLAIN, (current ? CELL_CURSOR : 0U) | (mine ? CELL_BOLD : 0U),
               text);
}

/* Draws all lists with their headings from line `top` on, scrolled so that the current row is visible. */
static void draw_lists(struct screen *screen, struct map_window window)
{
    struct lobby_page_state *page = &screen->lobby;
    struct panel panel = {.canvas = &screen->canvas, .window = window, .row = -page->top};
    struct lobby_row row;
    int index = 0, current_line = 0;
    for (int list = 0; list < LIST_COUNT; list++) {
        bool filtered = list == LIST_FINISHED && page->filter != FILTER_ALL;
        panel_format(&panel, INK_TITLE, CELL_BOLD, "%s%s%s%s", tr(lists[list].title), filtered ? " (" : "",
                     filtered ? tr(filters[page->filter].label) : "", filtered ? ")" : "");
        int i = 0;
        for (; row_of_list(screen, (enum lobby_list)list, i, &row); i++, index++) {
            current_line = index == page->current ? panel.row + page->top : current_line;
            draw_row(screen, &panel, &row, index == page->current);
        }
        if (list == LIST_PUBLIC && screen->model->tables_more[0] != '\0') {
            panel_line(&panel, INK_KEY, 0, tr("Press m to show more tables."));
        } else if (i == 0) {
            panel_line(&panel, INK_DIM, 0, filtered ? tr("No finished games match.") : tr(lists[list].none));
        }
        panel_line(&panel, INK_PLAIN, 0, "");
    }
    int top = current_line < page->top + 1                ? current_line - 1
              : current_line >= page->top + window.height ? current_line - window.height + 1
                                                          : page->top;
    if (top != page->top && top >= 0) {
        page->top = top;
        canvas_fill(&screen->canvas, window.x, window.y, window.width, window.height, INK_PLAIN);
        draw_lists(screen, window);
    }
}

static void draw_details(struct screen *screen, struct map_window window)
{
    struct panel panel = {.canvas = &screen->canvas, .window = window};
    struct lobby_row row;
    if (!row_at(screen, screen->lobby.current, &row)) {
        return;
    }
    if (row.table != NULL) {
        panel_table(&panel, row.table, screen->model->player);
        panel.row++;
        panel_options(&panel, row.table->game, row.table->options);
        panel_table_settings(&panel, row.table);
        return;
    }
    struct tm when;
    time_t ended = (time_t)row.game->ended;
    char date[40] = "";
    if (localtime_r(&ended, &when) != NULL) {
        (void)strftime(date, sizeof date, "%Y-%m-%d %H:%M", &when);
    }
    panel_line(&panel, INK_TITLE, CELL_BOLD, title_game(row.game->game));
    panel_format(&panel, INK_DIM, 0, tr("Table %s, %s."), row.game->id, date);
    panel_wrap(&panel, INK_GOOD, 0, 2, sentence_result(row.game->winner, row.game->reason).text);
    panel_format(&panel, INK_PLAIN, 0, "%s", row.game->players);
    panel_format(&panel, INK_PLAIN, 0, tr("%u actions. Press Enter to replay the game."), row.game->actions);
}

static void lobby_draw(struct screen *screen)
{
    struct canvas *canvas = &screen->canvas;
    int details = canvas->width >= WIDE ? DETAILS_LARGE : DETAILS_SMALL;
    int left = canvas->width - details - 1;
    struct screen_layout layout = screen_layout(canvas->width, canvas->height, 1);
    char heading[300];
    (void)snprintf(heading, sizeof heading, tr("Gaslight: lobby%s%s"),
                   screen->model->name[0] != '\0' ? ", " : "", screen->model->name);
    panel_rule(canvas, 0, 0, canvas->width, heading);
    draw_lists(screen, (struct map_window){1, 2, left - 2, layout.prompt_y - 2});
    for (int y = 1; y < layout.prompt_y; y++) {
        canvas_put(canvas, left, y, 0x2502, INK_FRAME, 0);
    }
    draw_details(screen, (struct map_window){left + 2, 2, details - 2, layout.prompt_y - 2});
    screen_draw_bottom(screen, &layout, INK_PLAIN,
                       screen->watch_only ? tr("Press Enter to watch a table.")
                                          : tr("Press Enter to go to a table."),
                       lobby_keys(), "");
    if (screen->lobby.create) {
        create_draw(screen);
    }
}

/* ---- Keys ---------------------------------------------------------------------------------------- */

static void press_move(struct screen *screen, const struct input_event *input)
{
    struct lobby_page_state *page = &screen->lobby;
    int count = all_rows(screen);
    int current = page->current + screen_list_step(input);
    current = current >= count ? count - 1 : current;
    stay_at(screen, current > 0 ? current : 0);
}

static void press_enter(struct screen *screen, const struct input_event *input)
{
    struct lobby_row row;
    (void)input;
    if (!row_at(screen, screen->lobby.current, &row)) {
        screen_notice(screen, false, TEXT("There is no table here. Press c to create one."));
    } else if (row.table != NULL) {
        screen_do(screen, "watch %s", row.table->id);
    } else {
        replay_fetch(screen, row.game->id);
    }
}

static bool may_play(struct screen *screen)
{
    if (screen->watch_only) {
        screen_notice(screen, false, TEXT("You can only watch. Use gaslight play to join a game."));
    }
    return !screen->watch_only;
}

static void press_create(struct screen *screen, const struct input_event *input)
{
    (void)input;
    if (may_play(screen)) {
        screen->lobby.create = true;
        screen->lobby.field = 0;
    }
}

static void join_typed(struct screen *screen, const char *text)
{
    screen_do(screen, "join %s", text);
}

static void press_join(struct screen *screen, const struct input_event *input)
{
    (void)input;
    if (may_play(screen)) {
        static const struct typing typing = {.prompt = TEXT("Invite, link or table to join: "),
                                             .done = join_typed};
        typing_begin(screen, &typing, "");
    }
}

static void rename_typed(struct screen *screen, const char *text)
{
    screen_do(screen, "rename %s", text);
}

static void press_rename(struct screen *screen, const struct input_event *input)
{
    static const struct typing typing = {.prompt = TEXT("Your new name: "), .done = rename_typed};
    (void)input;
    typing_begin(screen, &typing, screen->model->name);
}

static void press_code(struct screen *screen, const struct input_event *input)
{
    (void)input;
    ask(screen, COMMAND_CODE);
}

static void press_refresh(struct screen *screen, const struct input_event *input)
{
    (void)input;
    if (screen->model->state == CONNECTION_OPEN) {
        ask_all(screen);
    } else {
        play_retry_now(screen->play); /* everything is requested once it is open */
    }
}

static void filter_chosen(struct screen *screen, int index)
{
    screen->lobby.filter = (unsigned)index;
    find_cursor(screen);
}

static void press_filter(struct screen *screen, const struct input_event *input)
{
    (void)input;
    screen_popup(screen, POPUP_LIST, tr("Finished games"), filter_chosen);
    for (size_t i = 0; i < COUNT(filters); i++) {
        popup_add(&screen->popup, INK_PLAIN, filters[i].key, tr(filters[i].label));
    }
}

static const struct {
    uint32_t key;
    const char *label;
    enum game_kind game;
    bool jack;
    const char *level;
} solos[] = {
    {'p', TEXT("Whitehall Mystery: you are the police"), GAME_WHITEHALL, false, "normal"},
    {'j', TEXT("Whitehall Mystery: you are Jack"), GAME_WHITEHALL, true, "normal"},
    {'P', TEXT("Letters from Whitechapel: you are the police"), GAME_WHITECHAPEL, false, "normal"},
    {'J', TEXT("Letters from Whitechapel: you are Jack"), GAME_WHITECHAPEL, true, "normal"},
    {'h', TEXT("Whitehall Mystery: you are the police, against a hard bot"), GAME_WHITEHALL, false, "hard"},
    {'n', TEXT("Whitehall Mystery: you are the police, against a novice bot"), GAME_WHITEHALL, false,
     "novice"},
};

static void solo_chosen(struct screen *screen, int index)
{
    play_solo(screen->play, solos[index].game, solos[index].jack, solos[index].level);
}

static void press_solo(struct screen *screen, const struct input_event *input)
{
    (void)input;
    if (may_play(screen)) {
        screen_popup(screen, POPUP_LIST, tr("Play against bots"), solo_chosen);
        for (size_t i = 0; i < COUNT(solos); i++) {
            popup_add(&screen->popup, INK_PLAIN, solos[i].key, tr(solos[i].label));
        }
    }
}

static void press_quit(struct screen *screen, const struct input_event *input)
{
    (void)input;
    screen_end(screen, STATUS_OK);
}

static bool has_more(const struct screen *screen)
{
    return screen->model->tables_more[0] != '\0';
}

static void press_more(struct screen *screen, const struct input_event *input)
{
    (void)input;
    screen_do_line(screen, "tables more");
}

/* A click selects a row; a click on the selected row opens it. */
static void press_click(struct screen *screen, const struct input_event *input)
{
    int line = input->y - 2 + screen->lobby.top;
    int index = 0;
    for (int list = 0; list < LIST_COUNT; list++) {
        int count = rows_in_list(screen, (enum lobby_list)list);
        line--; /* the heading */
        if (line >= 0 && line < count) {
            bool again = screen->lobby.current == index + line;
            stay_at(screen, index + line);
            if (again) {
                press_enter(screen, input);
            }
            return;
        }
        bool more = list == LIST_PUBLIC && has_more(screen);
        line -= count + (more || count == 0 ? 1 : 0) + 1;
        index += count;
    }
}

static bool plays(const struct screen *screen)
{
    return !screen->watch_only;
}

static const struct screen_key keys[] = {
    {INPUT_UP, INPUT_DOWN, TEXT("arrows, j k g G"), TEXT("select a table; g and G: the first, the last"),
     press_move, NULL, NULL},
    {'j', 'k', NULL, NULL, press_move, NULL, NULL},
    {'g', 'G', NULL, NULL, press_move, NULL, NULL},
    {INPUT_PAGE_UP, INPUT_PAGE_DOWN, NULL, NULL, press_move, NULL, NULL},
    {INPUT_HOME, INPUT_END, NULL, NULL, press_move, NULL, NULL},
    {INPUT_WHEEL_UP, INPUT_WHEEL_DOWN, NULL, NULL, press_move, NULL, NULL},
    {INPUT_ENTER, ' ', TEXT("Enter, click"), TEXT("go to the table, or replay a finished game"), press_enter,
     NULL, NULL},
    {INPUT_CLICK, 0, NULL, NULL, press_click, NULL, NULL},
    {'s', 0, "s", TEXT("play alone, against bots"), press_solo, plays, TEXT("s solo")},
    {'c', 0, "c", TEXT("create a table"), press_create, plays, TEXT("c create")},
    {'i', 0, "i", TEXT("join a table by its invite, link or ID"), press_join, plays,
     TEXT("i join by invite")},
    {'m', 0, "m", TEXT("show more public tables"), press_more, has_more, TEXT("m more")},
    {'f', 0, "f", TEXT("filter the finished games"), press_filter, NULL, TEXT("f filter")},
    {'e', 0, "e", TEXT("edit your name"), press_rename, NULL, NULL},
    {'d', 0, "d", TEXT("get a code for using another device"), press_code, NULL, NULL},
    {'r', 0, "r", TEXT("refresh the lists, or retry the connection now"), press_refresh, NULL, NULL},
    {'q', 0, "q", TEXT("quit"), press_quit, NULL, TEXT("q quit")},
};

static struct screen_keys lobby_keys(void)
{
    return (struct screen_keys){keys, COUNT(keys)};
}

static bool lobby_input(struct screen *screen, const struct input_event *input)
{
    if (screen->lobby.create) {
        create_input(screen, input);
        return true;
    }
    return screen_press(screen, lobby_keys(), input, false);
}

const struct screen_page lobby_page = {
    .title = TEXT("Lobby"),
    .draw = lobby_draw,
    .input = lobby_input,
    .keys = lobby_keys,
    .tick = lobby_tick,
    .update = lobby_update,
};
