/*
 * screen_replay.c: a recorded game, step by step, as seen by any viewer.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/model/timeline_deduce.h"
#include "client-cli/screen/screen_internal.h"
#include "client-cli/util/record_file.h"
#include "common/base/array.h"
#include "common/review/review.h"

/* Ticks per step. */
static const unsigned speeds[] = {15, 10, 5, 3, 2, 1};
enum { SPEEDS = COUNT(speeds), SPEED_FIRST = 2, TICKS_PER_SECOND = 5, COMMAND_COLUMNS = 12 };

static const struct {
    enum viewer_role role;
    const char *name;
} viewers[] = {
    {VIEWER_ALL, TEXT("everything revealed")},
    {VIEWER_JACK, TEXT("as Jack saw it")},
    {VIEWER_POLICE, TEXT("as the police saw it")},
    {VIEWER_PUBLIC, TEXT("as spectators saw it")},
};
enum { VIEWERS = COUNT(viewers) };

/* ---- The log ------------------------------------------------------------------------------------- */

static void free_log(struct replay_page_state *page)
{
    for (size_t i = 0; i < page->lines; i++) {
        free(page->line[i].text);
    }
    free(page->line);
    page->line = NULL;
    page->lines = page->shown = 0;
}

static void add_line(struct replay_page_state *page, size_t step, const char *text)
{
    struct model_line *line = &page->line[page->lines];
    size_t size = strlen(text) + 1;
    *line = (struct model_line){.kind = LINE_EVENT, .seq = (unsigned)step, .text = malloc(size)};
    if (line->text != NULL) {
        memcpy(line->text, text, size);
        page->lines++;
    }
}

/* Writes the log of the whole game for this viewer; if out of memory, the log stays empty. */
static void build_log(struct replay_page_state *page)
{
    struct viewed_event events[EVENTS_MAX];
    uint8_t crossing[PAWN_COUNT] = {0};
    size_t steps = timeline_steps(page->timeline);
    enum game_kind game = timeline_record(page->timeline)->setup.game;
    free_log(page);
    page->line = calloc(steps * EVENTS_MAX + 1, sizeof *page->line);
    for (size_t step = 1; page->line != NULL && step < steps; step++) {
        unsigned count = timeline_events(page->timeline, step, page->viewer, events);
        for (unsigned i = 0; i < count; i++) {
            add_line(page, step, sentence_event_brief(game, &events[i], crossing).text);
            sentence_follow_police(crossing, &events[i]);
        }
    }
}

/* ---- Steps --------------------------------------------------------------------------------------- */

/* Highlights on the map where the last action happened. */
static void mark_event(struct map_look *look, const struct event *event, struct map_place *where)
{
    bool police = event->kind == EVENT_WALK || event->kind == EVENT_RUSH;
    const struct {
        enum event_field field;
        uint8_t kind, number;
    } places[] = {
        {EVENT_CIRCLE_FIELD, END_CIRCLE, event->circle},
        {EVENT_CROSSING_FIELD, END_CROSSING, event->crossing},
        {EVENT_VIA_FIELD, END_CIRCLE, event->via},
        {EVENT_TO_FIELD, police ? END_CROSSING : END_CIRCLE, event->to},
    };
    for (size_t i = 0; i < COUNT(places); i++) {
        if ((event->fields & EVENT_FIELD_BIT(places[i].field)) != 0 && places[i].number != 0) {
            *where = (struct map_place){places[i].kind, places[i].number};
            set_add(where->kind == END_CIRCLE ? &look->chosen_circles : &look->chosen_crossings,
                    where->number);
        }
    }
}

/* Computes the deduction of this step, if it is shown, and trails to the circle under the cursor. */
static void find_deduction(struct replay_page_state *page)
{
    struct map_look *look = &page->map_view.look;
    bool good = page->heat != HEAT_OFF &&
                timeline_deduce(page->timeline, page->board, page->step, 0, &page->deduction);
    unsigned circle = good ? deduce_circle(look, &page->deduction) : 0;
    if (circle != 0) {
        good = timeline_deduce(page->timeline, page->board, page->step, circle, &page->deduction);
    }
    page->heat = good ? page->heat : HEAT_OFF;
    deduce_show(look, &page->deduction, page->heat);
}

/* Finds the circles that were searched without a clue up to this step. */
static void find_searches(struct replay_page_state *page)
{
    struct viewed_event events[EVENTS_MAX];
    struct searches searches = {0};
    for (size_t step = 1; step <= page->step; step++) {
        unsigned count = timeline_events(page->timeline, step, page->viewer, events);
        for (unsigned i = 0; i < count; i++) {
            searches_follow(&searches, &events[i]);
        }
    }
    memcpy(page->map_view.look.searched, searches.at, sizeof page->map_view.look.searched);
}

static void show_step(struct replay_page_state *page)
{
    struct viewed_event events[EVENTS_MAX];
    struct map_look *look = &page->map_view.look;
    struct map_place where = {0};
    unsigned count = page->step > 0 ? timeline_events(page->timeline, page->step, page->viewer, events) : 0;
    timeline_view(page->timeline, page->step, page->viewer, &page->view);
    look->chosen_circles = look->chosen_crossings = (struct set){{0}};
    for (unsigned i = 0; i < count; i++) {
        mark_event(look, &events[i].shown, &where);
    }
    if (where.number != 0 && page->map_view.board != NULL) {
        map_show(look, page->map_view.window, page->map_view.board, where);
    }
    page->shown = 0;
    while (page->shown < page->lines && page->line[page->shown].seq <= page->step) {
        page->shown++;
    }
    page->log_up = 0;
    find_searches(page);
    find_deduction(page);
}

static void go(struct screen *screen, size_t step)
{
    struct replay_page_state *page = &screen->replay;
    size_t last = timeline_steps(page->timeline) - 1;
    page->step = step < last ? step : last;
    show_step(page);
    screen->dirty = true;
}

static void name_players(struct replay_page_state *page)
{
    const struct record *record = timeline_record(page->timeline);
    page->table = (struct model_table){.game = record->setup.game, .seats = record->setup.seats};
    for (unsigned i = 0; i < record->setup.seats && i < SEATS_MAX; i++) {
        (void)model_sanitize(page->table.seat[i].name, sizeof page->table.seat[i].name, record->name[i]);
        page->table.seat[i].pawns = record->setup.pawns[i];
    }
}

void replay_open(struct screen *screen, struct timeline *timeline, bool owned, size_t step,
                 struct viewer viewer)
{
    struct replay_page_state *page = &screen->replay;
    enum game_kind game = timeline_record(timeline)->setup.game;
    *page = (struct replay_page_state){
        .timeline = timeline, .owned = owned, .viewer = viewer, .speed = SPEED_FIRST};
    page->own_board = screen->model == NULL ? board_builtin(game) : NULL;
    page->board = screen->model == NULL ? page->own_board : screen->model->boards[game];
    if (page->board == NULL) {
        screen_end(screen, STATUS_BAD);
        return;
    }
    name_players(page);
    build_log(page);
    go(screen, step);
}

/* Opens the replay of a record that has arrived. */
static void take_record(void *context, struct record *record, const char *error_text)
{
    struct screen *screen = context;
    struct record_error error;
    if (record == NULL) {
        screen_notice(screen, false, "%s", error_text);
        return;
    }
    struct timeline *timeline = timeline_new(record, screen->model->boards[record->setup.game], &error);
    free(record);
    if (timeline == NULL) {
        screen_notice(screen, false, TEXT("This file isn't a playable record: %s"), error.text);
        return;
    }
    replay_open(screen, timeline, true, 0, (struct viewer){.role = VIEWER_ALL});
    screen->dirty = true;
}

void replay_fetch(struct screen *screen, const char *table)
{
    play_fetch_record(screen->play, table, take_record, screen);
}

void replay_close(struct screen *screen)
{
    struct replay_page_state *page = &screen->replay;
    free_log(page);
    review_free(page->review);
    board_free(page->own_board);
    if (page->owned) {
        timeline_free(page->timeline);
    }
    *page = (struct replay_page_state){0};
}

static void replay_tick(struct screen *screen)
{
    struct replay_page_state *page = &screen->replay;
    if (!page->playing || ++page->ticks < speeds[page->speed]) {
        return;
    }
    page->ticks = 0;
    go(screen, page->step + 1);
    page->playing = page->step + 1 < timeline_steps(page->timeline);
}

/* ---- Drawing ------------------------------------------------------------------------------------- */

static const char *viewer_name(struct viewer viewer)
{
    for (size_t i = 0; i < VIEWERS; i++) {
        if (viewers[i].role == (enum viewer_role)viewer.role) {
            return viewers[i].name;
        }
    }
    return TEXT("as one detective saw it");
}

static struct screen_keys replay_keys(void);

static void replay_draw(struct screen *screen)
{
    struct replay_page_state *page = &screen->replay;
    struct canvas *canvas = &screen->canvas;
    char prompt[SENTENCE_MAX + 200], place[120];
    bool first = !page->map_view.placed;
    if (!look_text(screen, prompt, sizeof prompt)) {
        (void)snprintf(prompt, sizeof prompt, tr("Step %zu of %zu, %s. %s"), page->step,
                       timeline_steps(page->timeline) - 1, tr(viewer_name(page->viewer)),
                       page->playing ? tr("Playing.") : "");
    }
    struct screen_layout layout =
        screen_layout_game(canvas->width, canvas->height, screen_prompt_rows(screen, prompt));
    struct panel panel = {.canvas = canvas, .window = layout.side};
    struct panel_facts facts = {.board = page->board,
                                .view = &page->view,
                                .table = &page->table,
                                .replay = true,
                                .deduction = page->heat != HEAT_OFF ? &page->deduction : NULL,
                                .heat = page->heat};
    map_view_set(&page->map_view, page->board, layout.map);
    if (first) {
        show_step(page);
    }
    map_draw(canvas, layout.map, page->board, &page->view, &page->map_view.look);
    panel_game(&panel, &facts);
    panel_players(canvas, layout.players, &facts);
    for (int y = layout.map.y; y < layout.prompt_y; y++) {
        canvas_put(canvas, layout.rule_x, y, 0x2502, INK_FRAME, 0);
    }
    panel_rule(canvas, layout.log_x, layout.rule_y, layout.rule_width, tr("Log"));
    panel_log(canvas, layout.log, page->line, page->shown, page->log_up, false);
    map_view_describe(&page->view, page->map_view.look.cursor, false, place, sizeof place);
    screen_draw_bottom(screen, &layout, INK_TITLE, prompt, replay_keys(), page->map_view.looks ? "" : place);
}

/* ---- Keys ---------------------------------------------------------------------------------------- */

static void press_step(struct screen *screen, const struct input_event *input)
{
    struct replay_page_state *page = &screen->replay;
    page->playing = false;
    switch (input->key) {
    case INPUT_LEFT:
    case INPUT_UP:
        go(screen, page->step > 0 ? page->step - 1 : 0);
        break;
    case INPUT_HOME:
        go(screen, 0);
        break;
    case INPUT_END:
        go(screen, SIZE_MAX);
        break;
    default:
        go(screen, page->step + 1);
    }
}

static void press_play(struct screen *screen, const struct input_event *input)
{
    struct replay_page_state *page = &screen->replay;
    (void)input;
    if (!page->playing && page->step + 1 >= timeline_steps(page->timeline)) {
        go(screen, 0); /* start again */
    }
    page->playing = !page->playing;
    page->ticks = 0;
}

static void press_speed(struct screen *screen, const struct input_event *input)
{
    struct replay_page_state *page = &screen->replay;
    bool faster = input->key == '>';
    if (faster && page->speed + 1 < SPEEDS) {
        page->speed++;
    } else if (!faster && page->speed > 0) {
        page->speed--;
    }
    screen_notice(screen, true, TEXT("One step every %u.%u seconds."), speeds[page->speed] / TICKS_PER_SECOND,
                  speeds[page->speed] % TICKS_PER_SECOND * 10 / TICKS_PER_SECOND);
}

static void press_night(struct screen *screen, const struct input_event *input)
{
    struct replay_page_state *page = &screen->replay;
    page->playing = false;
    go(screen, input->key == 'n' ? timeline_next_round(page->timeline, page->step)
                                 : timeline_previous_round(page->timeline, page->step));
}

/* Switches to the next viewer. Everything is revealed only after the end of a game. */
static void press_view(struct screen *screen, const struct input_event *input)
{
    struct replay_page_state *page = &screen->replay;
    size_t at = 0;
    (void)input;
    while (at < VIEWERS && viewers[at].role != (enum viewer_role)page->viewer.role) {
        at++;
    }
    at = (at + 1) % VIEWERS;
    if (viewers[at].role == VIEWER_ALL && !timeline_finished(page->timeline)) {
        at = (at + 1) % VIEWERS;
    }
    page->viewer = (struct viewer){.role = (uint8_t)viewers[at].role};
    build_log(page);
    show_step(page);
}

static void press_deduce(struct screen *screen, const struct input_event *input)
{
    struct replay_page_state *page = &screen->replay;
    (void)input;
    page->heat = (enum heat)((page->heat + 1) % HEAT_COUNT);
    find_deduction(page);
    if (page->heat != HEAT_OFF) {
        deduce_scroll(&page->map_view, &page->deduction, page->heat);
    }
}

static void press_searches(struct screen *screen, const struct input_event *input)
{
    struct replay_page_state *page = &screen->replay;
    (void)input;
    if (timeline_deduce(page->timeline, page->board, page->step, 0, &page->deduction)) {
        deduce_popup(screen, COMMAND_WHATIF, &page->deduction);
    }
    find_deduction(page);
}

static void press_review(struct screen *screen, const struct input_event *input)
{
    (void)input;
    review_popup(screen);
}

static void press_moment(struct screen *screen, const struct input_event *input)
{
    size_t step = review_next_moment(screen, input->key == ']');
    screen->replay.playing = false;
    go(screen, step);
}

/* Moves the cursor; with deduction on, trails to a circle are drawn. */
static void press_click(struct screen *screen, const struct input_event *input)
{
    struct replay_page_state *page = &screen->replay;
    struct map_place place = map_place_drawn(&page->map_view.look, page->map_view.window, page->board,
                                             &page->view, input->x, input->y);
    if (place.number != 0) {
        page->map_view.look.cursor = place;
        find_deduction(page);
    }
}

/* ---- Typed numbers and file names ------------------------------------------------------------------------------- */

static bool read_number(const char *text, long *value)
{
    char *end = NULL;
    *value = strtol(text, &end, 10);
    return end != text && *end == '\0' && *value >= 0 && *value < INT_MAX;
}

static void step_typed(struct screen *screen, const char *number)
{
    long step = 0;
    size_t last = timeline_steps(screen->replay.timeline) - 1;
    if (!read_number(number, &step) || (size_t)step > last) {
        screen_notice(screen, false, TEXT("Enter a step from 0 to %zu."), last);
        return;
    }
    go(screen, (size_t)step);
}

static void move_typed(struct screen *screen, const char *number)
{
    long move = 0;
    size_t step = SIZE_MAX;
    if (read_number(number, &move)) {
        step = timeline_move(screen->replay.timeline, screen->replay.view.round, (int)move);
    }
    if (step == SIZE_MAX) {
        screen_notice(screen, false, TEXT("Jack made no move %s this night or round."), number);
        return;
    }
    go(screen, step);
}

static void save_typed(struct screen *screen, const char *path)
{
    char error_text[400];
    if (record_file_save(timeline_record(screen->replay.timeline), path, error_text, sizeof error_text)) {
        screen_notice(screen, true, TEXT("Saved the record to %s."), path);
    } else {
        screen_notice(screen, false, "%s", error_text);
    }
}

static void press_digit(struct screen *screen, const struct input_event *input)
{
    static const struct typing typing = {.prompt = TEXT("Go to step "), .done = step_typed};
    char text[2] = {(char)input->key, '\0'};
    typing_begin(screen, &typing, text);
}

static void press_move(struct screen *screen, const struct input_event *input)
{
    static const struct typing typing = {.prompt = TEXT("Go to Jack's move "), .done = move_typed};
    (void)input;
    typing_begin(screen, &typing, "");
}

static void press_save(struct screen *screen, const struct input_event *input)
{
    static const struct typing typing = {.prompt = TEXT("Save the record to: "), .done = save_typed};
    (void)input;
    typing_begin(screen, &typing, "");
}

/* ---- Other keys ---------------------------------------------------------------------------------- */

static void add_sheet_line(void *context, const char *text)
{
    screen_popup_line(context, "%s", text);
}

static void press_sheet(struct screen *screen, const struct input_event *input)
{
    (void)input;
    screen_popup(screen, POPUP_TEXT, TEXT("Jack's sheet"), NULL);
    panel_sheet(&screen->replay.view, add_sheet_line, screen);
}

static void press_log(struct screen *screen, const struct input_event *input)
{
    struct replay_page_state *page = &screen->replay;
    size_t step = 3;
    if (input->key == INPUT_PAGE_UP) {
        page->log_up = page->log_up + step < page->shown ? page->log_up + step : page->shown;
    } else {
        page->log_up = page->log_up > step ? page->log_up - step : 0;
    }
}

static void press_leave(struct screen *screen, const struct input_event *input)
{
    (void)input;
    if (screen->play == NULL) {
        screen_end(screen, STATUS_OK);
    } else {
        replay_close(screen);
    }
}

/* ---- Commands ------------------------------------------------------------------------------------ */

static void run_step(struct screen *screen, const char *text)
{
    step_typed(screen, text);
}

static void run_move(struct screen *screen, const char *text)
{
    move_typed(screen, text);
}

static void run_night(struct screen *screen, const char *text)
{
    long round = 0;
    size_t step = SIZE_MAX;
    if (read_number(text, &round)) {
        step = timeline_round(screen->replay.timeline, (unsigned)round);
    }
    if (step == SIZE_MAX) {
        screen_notice(screen, false, TEXT("There is no night or round %s in this game."), text);
    } else {
        go(screen, step);
    }
}

static void run_save(struct screen *screen, const char *text)
{
    save_typed(screen, text);
}

static void run_review(struct screen *screen, const char *text)
{
    (void)text;
    review_popup(screen);
}

static void run_quit(struct screen *screen, const char *text)
{
    (void)text;
    screen_end(screen, STATUS_OK);
}

static void run_help(struct screen *screen, const char *text);

static const struct {
    const char *word, *usage, *help;
    void (*run)(struct screen *screen, const char *text);
} commands[] = {
    {"goto", "goto N", TEXT("go to the state after N actions; or just type N"), run_step},
    {"night", "night N", TEXT("go to the start of a night or round"), run_night},
    {"move", "move N", TEXT("go to one of Jack's moves of this night or round"), run_move},
    {"review", "review", TEXT("what could have been known, and what decided the game"), run_review},
    {"save", "save FILE", TEXT("save the record to a new file"), run_save},
    {"help", "help", TEXT("this list"), run_help},
    {"quit", "quit", TEXT("quit"), run_quit},
};

static void run_help(struct screen *screen, const char *text)
{
    (void)text;
    screen_popup(screen, POPUP_TEXT, TEXT("Commands"), NULL);
    screen->popup.label_columns = COMMAND_COLUMNS;
    for (size_t i = 0; i < COUNT(commands); i++) {
        popup_add_labelled(&screen->popup, INK_KEY, commands[i].usage, tr(commands[i].help));
    }
}

static void line_typed(struct screen *screen, const char *line)
{
    long step = 0;
    size_t length = strcspn(line, " ");
    const char *rest = line + length + strspn(line + length, " ");
    if (read_number(line, &step)) {
        step_typed(screen, line);
        return;
    }
    for (size_t i = 0; i < COUNT(commands); i++) {
        if (strlen(commands[i].word) >= length && strncmp(commands[i].word, line, length) == 0) {
            commands[i].run(screen, rest);
            return;
        }
    }
    screen_notice(screen, false, TEXT("Unknown command. :help lists the commands of a replay."));
}

static void press_command(struct screen *screen, const struct input_event *input)
{
    static const struct typing typing = {.prompt = ":", .done = line_typed, .remembered = true};
    (void)input;
    typing_begin(screen, &typing, "");
}

/* ---- The table ----------------------------------------------------------------------------------- */

static const struct screen_key keys[] = {
    {INPUT_RIGHT, INPUT_DOWN, TEXT("left, right"), TEXT("step back, step forward"), press_step, NULL,
     TEXT("left right step")},
    {INPUT_LEFT, INPUT_UP, NULL, NULL, press_step, NULL, NULL},
    {INPUT_HOME, INPUT_END, TEXT("Home, End"), TEXT("go to the start, go to the end"), press_step, NULL,
     NULL},
    {' ', INPUT_ENTER, TEXT("Space"), TEXT("play or pause"), press_play, NULL, TEXT("Space play")},
    {'<', '>', "< >", TEXT("play slower, faster"), press_speed, NULL, TEXT("< > speed")},
    {'n', 'N', "n N", TEXT("next night or round, previous one"), press_night, NULL, TEXT("n night")},
    {INPUT_ANY_DIGIT, 0, "1 2 3 ...", TEXT("go to the step with that number"), press_digit, NULL, NULL},
    {'M', 0, "M", TEXT("go to one of Jack's moves of this night or round, by its number"), press_move, NULL,
     NULL},
    {'v', 0, "v", TEXT("view as: everything revealed, Jack, the police, spectators"), press_view, NULL,
     TEXT("v view")},
    {'D', 0, "D", TEXT("deduction help: where Jack may be, may have been, hideouts or discoveries, off"),
     press_deduce, NULL, TEXT("D deduce")},
    {'i', 0, "i", TEXT("what each search would have revealed"), press_searches, NULL, NULL},
    {'r', 0, "r", TEXT("review: what could have been known, and what decided the game"), press_review, NULL,
     TEXT("r review")},
    {']', '[', "] [", TEXT("next decisive moment, previous one"), press_moment, NULL, NULL},
    {INPUT_CLICK, 0, TEXT("click"), TEXT("select a place; with D, trails there are drawn"), press_click, NULL,
     NULL},
    {'s', 0, "s", TEXT("Jack's sheet, as far as this viewer knows it"), press_sheet, NULL, NULL},
    {'w', 0, "w", TEXT("save the record to a file"), press_save, NULL, TEXT("w save")},
    {INPUT_PAGE_UP, INPUT_PAGE_DOWN, TEXT("Page Up, Down"), TEXT("scroll the log"), press_log, NULL, NULL},
    {':', 0, ":", TEXT("enter a command; :help lists them"), press_command, NULL, NULL},
    {'q', INPUT_ESCAPE, TEXT("q, Esc"), TEXT("leave"), press_leave, NULL, TEXT("q leave")},
};

static struct screen_keys replay_keys(void)
{
    return (struct screen_keys){keys, COUNT(keys)};
}

static bool replay_input(struct screen *screen, const struct input_event *input)
{
    bool looks = screen->replay.map_view.looks;
    if (look_input(screen, input)) {
        find_deduction(&screen->replay);
        return true;
    }
    if (looks && input->key == INPUT_ENTER) {
        screen->replay.map_view.looks = false; /* the cursor stays */
        return true;
    }
    return screen_press(screen, replay_keys(), input, false);
}

const struct screen_page replay_page = {
    .title = TEXT("Replay"),
    .draw = replay_draw,
    .input = replay_input,
    .keys = replay_keys,
    .tick = replay_tick,
};
