/*
 * screen_table.c: the page of a game: what is lit up on the map, what is asked for, and drawing it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/screen/screen_internal.h"
#include "common/wire/aids.h"

/* ---- What can be picked -------------------------------------------------------------------------- */

static struct set occupied(const struct view *view)
{
    struct set set = {{0}};
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if (view->crossing[pawn] != 0) {
            set_add(&set, view->crossing[pawn]);
        }
    }
    return set;
}

/* Adds the way between two circles to the one that is previewed. */
static void add_route(struct map_look *look, const struct board *board, unsigned from, unsigned to,
                      const struct set *blocked)
{
    struct map_place way[MAP_ROUTE_MAX];
    unsigned count = from != 0 && to != 0 ? map_route(board, from, to, blocked, way) : 0;
    for (unsigned i = 0; i < count && look->route_length < MAP_ROUTE_MAX; i++) {
        look->route[look->route_length++] = way[i];
    }
}

/* A move past the policemen; a coach over them, as far as it has been picked. */
static void preview(struct table_page *page)
{
    const struct choice *choice = &page->choice;
    struct map_look *look = &page->map_view.look;
    struct set blocked = occupied(&choice->view);
    struct set nobody = {{0}};
    look->route_length = 0;
    if (choice->chosen < 0 || choice->picks == 0) {
        return;
    }
    unsigned here = map_view_pawn_place(&choice->view, PAWN_JACK).number;
    enum action_kind kind = choice->item[choice->chosen].kind;
    if (kind == ACTION_MOVE) {
        add_route(look, choice->board, here, choice->pick[0], &blocked);
    } else if (kind == ACTION_COACH) {
        add_route(look, choice->board, here, choice->pick[0], &nobody);
        add_route(look, choice->board, choice->pick[0], choice->picks > 1 ? choice->pick[1] : 0, &nobody);
    }
}

static bool is_target(const struct map_look *look, struct map_place place)
{
    return set_has(place.kind == END_CIRCLE ? &look->target_circles : &look->target_crossings, place.number);
}

void table_targets(struct screen *screen)
{
    struct table_page *page = &screen->table;
    struct map_look *look = &page->map_view.look;
    look->target_circles = look->target_crossings = (struct set){{0}};
    look->chosen_circles = look->chosen_crossings = (struct set){{0}};
    look->route_length = 0;
    look->hide_secrets = page->hide;
    look->numbers_of_crossings = false;
    if (!page->chooses || page->hide || page->choice.items == 0) {
        return;
    }
    choice_targets(&page->choice, &look->target_circles, &look->target_crossings);
    choice_picked(&page->choice, &look->chosen_circles, &look->chosen_crossings);
    preview(page);
    look->numbers_of_crossings = !set_is_empty(&look->target_crossings);
    if (page->choice.complete || is_target(look, look->cursor)) {
        return;
    }
    struct map_place here = map_view_pawn_place(&page->choice.view, page->choice.focus);
    struct map_place nearest = map_view_nearest(&page->map_view, here.number != 0 ? here : look->cursor);
    if (nearest.number != 0) {
        map_view_go_to(&page->map_view, nearest);
    }
}

static void set_map_view(struct screen *screen, int prompt_rows)
{
    int width = 0, height = 0;
    terminal_size(screen->terminal, &width, &height);
    map_view_set(&screen->table.map_view, model_board(screen->model),
                 screen_layout(width, height, prompt_rows).map);
}

/* Bytes that mean nothing may differ: then the picks are forgotten once too often, and no more. */
static bool same(const void *one, const void *other, size_t size)
{
    return memcmp(one, other, size) == 0;
}

/* Picks are kept as long as nothing they were made from has changed. */
void table_update(struct screen *screen)
{
    static const struct viewed_legal nothing;
    struct table_page *page = &screen->table;
    const struct model *model = screen->model;
    const struct viewed_legal *legal = play_command_scope(screen->play).legal;
    legal = legal != NULL ? legal : &nothing;
    set_map_view(screen, 1);
    deduce_update(screen);
    page->map_view.look.notes = (struct map_notes){model->suspect, model->cleared, model->route};
    page->hide =
        page->hide && (model->view.knows & AUDIENCE_JACK) != 0; /* at another table one is not Jack */
    if (page->chooses && page->choice.board == model_board(model) &&
        same(&page->choice.view, &model->view, sizeof model->view) &&
        same(&page->choice.legal, legal, sizeof *legal)) {
        return;
    }
    table_close_list(screen);
    choice_begin(&page->choice, model_board(model), &model->view, legal);
    page->chooses = true;
    table_targets(screen);
}

/* ---- Going, picking, confirming ------------------------------------------------------------------ */

bool table_go_to(struct screen *screen, const char *number)
{
    struct map_view *map_view = &screen->table.map_view;
    bool crossing =
        set_is_empty(&map_view->look.target_circles) && !set_is_empty(&map_view->look.target_crossings);
    unsigned long last = crossing ? map_view->board->crossings : map_view->board->circles;
    char *end = NULL;
    unsigned long value = strtoul(number, &end, 10);
    if (end == number || *end != '\0' || value < 1 || value > last) {
        return false;
    }
    map_view_go_to(map_view, (struct map_place){crossing ? END_CROSSING : END_CIRCLE, (uint8_t)value});
    return true;
}

void table_pick(struct screen *screen, struct map_place place)
{
    struct table_page *page = &screen->table;
    if (page->hide) {
        screen_notice(screen, false, "Jack's things are hidden; x shows them again.");
        return;
    }
    if (!choice_pick(&page->choice, place)) {
        char why[200];
        choice_why_not(&page->choice, place, why, sizeof why);
        screen_notice(screen, false, "%s", why);
    }
    table_targets(screen);
}

/* Nothing is done while what can be done is not known: it would be done twice, or something else would. */
bool table_may_act(struct screen *screen)
{
    bool acting = play_acting(screen->play);
    if (acting) {
        screen_notice(screen, false, "It has been sent; the server has not answered yet.");
        screen->notice_waits = true;
    }
    return !acting;
}

void table_act(struct screen *screen, const struct action *action)
{
    struct command command = {.kind = COMMAND_ACT, .action = *action, .logged = true};
    if (table_may_act(screen)) {
        screen_do_command(screen, &command);
    }
}

/* ---- Drawing ------------------------------------------------------------------------------------- */

static void prompt_text(const struct screen *screen, char *text, size_t capacity)
{
    const struct table_page *page = &screen->table;
    const struct view *view = &screen->model->view;
    if (page->hide) {
        (void)snprintf(text, capacity, "Jack's things are hidden. x shows them again.");
    } else if (play_searching(screen->play)) {
        (void)snprintf(text, capacity, "All circles are searched, nearest first; Esc stops it.");
    } else if (play_acting(screen->play)) {
        (void)snprintf(text, capacity, "Sent; the server has not answered yet.");
    } else if (page->chooses && page->choice.items > 0) {
        choice_prompt(&page->choice, text, capacity);
    } else if (view->phase == PHASE_OVER) {
        (void)snprintf(text, capacity,
                       "The game is over. :rematch plays again, :record FILE keeps it, q leaves.");
    } else {
        (void)snprintf(text, capacity, "%s", sentence_turn(view).text);
    }
}

/* Whole seconds on the clock. */
static bool table_seconds(const struct screen *screen, unsigned *seconds)
{
    unsigned milliseconds = 0;
    bool ticking = play_clock_left(screen->play, &milliseconds);
    *seconds = (milliseconds + 999) / 1000;
    return ticking;
}

void table_tick(struct screen *screen)
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
    struct table_page *page = &screen->table;
    struct canvas *canvas = &screen->canvas;
    struct panel panel = {.canvas = canvas, .window = layout->side};
    struct panel_facts facts = {.board = model_board(model),
                                .view = &model->view,
                                .table = &model->table,
                                .hide = page->hide,
                                .deduction = deduce_at_table(screen),
                                .heat = page->heat};
    facts.has_clock = table_seconds(screen, &facts.left);
    page->seconds = facts.left;
    panel_game(&panel, &facts);
    for (int y = 0; y < layout->prompt_y; y++) {
        canvas_put(canvas, layout->rule_x, y, 0x2502, INK_FRAME, 0);
    }
    char title[60] = "Log and chat";
    if (page->log_up > 0) {
        (void)snprintf(title, sizeof title, "Log, %zu lines back (End)", page->log_up);
    }
    panel_rule(canvas, layout->log_x, layout->rule_y, layout->rule_width, title);
    panel_log(canvas, layout->log, model->line, model->lines, page->log_up, page->hide);
}

void table_draw(struct screen *screen)
{
    struct table_page *page = &screen->table;
    const struct model *model = screen->model;
    char prompt[SENTENCE_MAX + 200], place[120];
    prompt_text(screen, prompt, sizeof prompt);
    int rows = screen_prompt_rows(screen, prompt);
    struct screen_layout layout = screen_layout(screen->canvas.width, screen->canvas.height, rows);
    map_view_set(&page->map_view, model_board(model), layout.map);
    deduce_scroll_at_table(screen);
    deduce_show(&page->map_view.look, deduce_at_table(screen), page->heat);
    struct view laid_out = model->view;
    choice_place_on_view(&page->choice, &laid_out);
    map_draw(&screen->canvas, layout.map, model_board(model), &laid_out, &page->map_view.look);
    draw_side(screen, &layout);
    map_view_describe(&model->view, page->map_view.look.cursor, page->hide, place, sizeof place);
    bool mine = page->choice.items > 0;
    bool aids = strcmp(model->table.aids, aids_name(AIDS_OFF)) != 0 && model->view.role != VIEWER_JACK;
    screen_draw_bottom(screen, &layout, mine ? INK_TITLE : INK_PLAIN, prompt,
                       mine && aids
                           ? "? help  o list  Enter picks  Esc back  D deduce  : command  t chat  q leave"
                       : mine ? "? help  o list  Enter picks  Esc back  + - zoom  : command  t chat  q leave"
                       : aids ? "? help  arrows look  + - zoom  D deduce  : command  t chat  q leave"
                              : "? help  arrows look  + - zoom  : command  t chat  m legend  q leave",
                       page->hide ? "" : place);
}
