/*
 * screen_table.c: the page of a game: following the model, and drawing.
 */
#include <stdio.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/screen/screen_internal.h"

static void set_map_view(struct screen *screen, int prompt_rows)
{
    int width = 0, height = 0;
    terminal_size(screen->terminal, &width, &height);
    map_view_set(&screen->table.map_view, model_board(screen->model),
                 screen_layout_game(width, height, prompt_rows).map);
}

/* Padding may differ; then picks are dropped needlessly, which is harmless. */
static bool same(const void *one, const void *other, size_t size)
{
    return memcmp(one, other, size) == 0;
}

/* ---- Updates ------------------------------------------------------------------------------------- */

/* Follows the model. Picks are kept as long as the view and the legal actions are unchanged. */
static void table_update(struct screen *screen)
{
    static const struct viewed_legal nothing;
    struct table_page_state *page = &screen->table;
    const struct model *model = screen->model;
    if (!model->has_view || strcmp(page->back_table, model->table.id) != 0) {
        (void)snprintf(page->back_table, sizeof page->back_table, "%s", model->table.id);
        page->back = (struct look_back){0};
    }
    if (!model->has_view) {
        page->chooses = false;
        page->heat = HEAT_OFF;
        return;
    }
    const struct viewed_legal *legal = play_command_scope(screen->play).legal;
    legal = legal != NULL ? legal : &nothing;
    set_map_view(screen, 1);
    deduce_update(screen);
    memcpy(page->map_view.look.searched, model->searches.at, sizeof page->map_view.look.searched);
    page->hide = page->hide && (model->view.knows & AUDIENCE_JACK) != 0; /* not Jack at another table */
    if (page->chooses && page->choice.board == model_board(model) &&
        same(&page->choice.view, &model->view, sizeof model->view) &&
        same(&page->choice.legal, legal, sizeof *legal)) {
        return;
    }
    table_close_list(screen);
    page->map_view.looks = page->map_view.looks && legal == &nothing; /* a new choice needs the cursor */
    choice_begin(&page->choice, model_board(model), &model->view, legal);
    page->chooses = true;
    table_targets(screen);
}

static void table_update_all(struct screen *screen)
{
    table_update(screen);
    announce_update(screen);
}

/* ---- Drawing ------------------------------------------------------------------------------------- */

static void prompt_text(const struct screen *screen, char *text, size_t capacity)
{
    const struct table_page_state *page = &screen->table;
    const struct view *view = &screen->model->view;
    if (back_is_shown(screen)) {
        back_text(screen, text, capacity);
    } else if (page->hide) {
        (void)snprintf(text, capacity, "%s", tr("Jack's secrets are hidden. Press x to show them."));
    } else if (screen->model->takeback_awaits_me) {
        (void)snprintf(text, capacity,
                       tr("%s asks to take back the last action. Press Y to agree, N to refuse."),
                       screen->model->takeback_name);
    } else if (screen->model->vote.awaits_me) {
        (void)snprintf(text, capacity, "%s %s", model_vote_text(screen->model).text,
                       tr("Press Y to agree, N to refuse."));
    } else if (play_searching(screen->play)) {
        (void)snprintf(text, capacity, "%s", tr("Searching, nearest circle first. Press Esc to stop."));
    } else if (play_acting(screen->play)) {
        (void)snprintf(text, capacity, "%s",
                       screen->model->state == CONNECTION_OPEN
                           ? tr("Sending...")
                           : tr("Your action is queued. It is sent when the connection is back."));
    } else if (page->chooses && page->choice.items > 0) {
        choice_prompt(&page->choice, text, capacity);
    } else if (view->phase == PHASE_OVER) {
        (void)snprintf(text, capacity, "%s",
                       model_my_seat(screen->model) >= 0
                           ? tr("The game is over. r: replay, R: rematch, w: save the record, q: leave.")
                           : tr("The game is over. r: replay, w: save the record, q: leave."));
    } else {
        (void)snprintf(text, capacity, "%s", sentence_turn(view).text);
    }
}

enum { LONG_CLOCK = 3600 }; /* seconds per action from which on it matters when the time runs out */

/* Gets the seconds left on the clock, rounded up; returns false if there is no clock. */
static bool table_seconds(const struct screen *screen, unsigned *seconds)
{
    unsigned milliseconds = 0;
    bool ticking = play_clock_left(screen->play, &milliseconds);
    *seconds = (milliseconds + 999) / 1000;
    return ticking;
}

static void table_tick(struct screen *screen)
{
    unsigned seconds;
    deduce_tick(screen);
    if (table_seconds(screen, &seconds) && seconds != screen->table.seconds) {
        screen->dirty = true;
    }
}

static void draw_side(struct screen *screen, const struct screen_layout *layout)
{
    const struct model *model = screen->model;
    struct table_page_state *page = &screen->table;
    struct canvas *canvas = &screen->canvas;
    struct panel panel = {.canvas = canvas, .window = layout->side};
    struct panel_facts facts = {.board = model_board(model),
                                .view = back_is_shown(screen) ? &page->back.view : &model->view,
                                .table = &model->table,
                                .hide = page->hide,
                                .deduction = back_is_shown(screen) ? NULL : deduce_at_table(screen),
                                .heat = page->heat};
    facts.has_clock = table_seconds(screen, &facts.left);
    facts.clock = screen->model->clock;
    facts.is_long = screen->model->table.clock >= LONG_CLOCK;
    page->seconds = facts.left;
    panel_game(&panel, &facts);
    panel_players(canvas, layout->players, &facts);
    for (int y = layout->map.y; y < layout->prompt_y; y++) {
        canvas_put(canvas, layout->rule_x, y, 0x2502, INK_FRAME, 0);
    }
    char title[80];
    (void)snprintf(title, sizeof title, "%s", tr("Log and chat"));
    if (page->log_up > 0) {
        size_t fresh = model->lines > page->lines_seen ? model->lines - page->lines_seen : 0;
        (void)snprintf(title, sizeof title, tr("Log, %zu back, %zu new (End)"), page->log_up, fresh);
    }
    panel_rule(canvas, layout->log_x, layout->rule_y, layout->rule_width, title);
    panel_log(canvas, layout->log, model->line, model->lines, page->log_up, page->hide);
}

static void draw_map(struct screen *screen, const struct screen_layout *layout)
{
    struct table_page_state *page = &screen->table;
    const struct board *board = model_board(screen->model);
    if (back_is_shown(screen)) {
        struct map_look look = back_look(&page->map_view.look);
        map_draw(&screen->canvas, layout->map, board, &page->back.view, &look);
        return;
    }
    struct view laid_out = screen->model->view;
    choice_place_on_view(&page->choice, &laid_out);
    map_draw(&screen->canvas, layout->map, board, &laid_out, &page->map_view.look);
    announce_draw(screen, layout->map);
}

static void table_draw(struct screen *screen)
{
    struct table_page_state *page = &screen->table;
    const struct model *model = screen->model;
    char prompt[SENTENCE_MAX + 200], place[120];
    if (!look_text(screen, prompt, sizeof prompt)) {
        prompt_text(screen, prompt, sizeof prompt);
    }
    int rows = screen_prompt_rows(screen, prompt);
    struct screen_layout layout = screen_layout_game(screen->canvas.width, screen->canvas.height, rows);
    map_view_set(&page->map_view, model_board(model), layout.map);
    deduce_scroll_at_table(screen);
    deduce_show(&page->map_view.look, deduce_at_table(screen), page->heat);
    notes_show(screen);
    draw_map(screen, &layout);
    draw_side(screen, &layout);
    map_view_describe(&model->view, page->map_view.look.cursor, page->hide, place, sizeof place);
    bool mine = page->choice.items > 0 && !page->map_view.looks && !page->back.on;
    screen_draw_bottom(screen, &layout, mine ? INK_TITLE : INK_PLAIN, prompt,
                       page->back.on ? back_keys() : table_keys(),
                       page->hide || page->map_view.looks || page->back.on ? "" : place);
}

/* The help of a game begins with the rules of the current phase. */
static void table_introduce(struct screen *screen)
{
    const struct view *view = &screen->model->view;
    popup_add(&screen->popup, INK_TITLE, 0, sentence_phase(view).text);
    screen_popup_line(screen, "%s", sentence_help((enum game_kind)view->kind, (enum phase)view->phase));
    screen_popup_line(screen, "%s", "");
}

const struct screen_page table_page = {
    .title = TEXT("Game"),
    .draw = table_draw,
    .input = table_input,
    .keys = table_keys,
    .introduce = table_introduce,
    .tick = table_tick,
    .update = table_update_all,
};
