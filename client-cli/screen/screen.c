/*
 * screen.c: one run of the full screen: the loop, drawing, input and the end of the program.
 */
#include "client-cli/screen/screen.h"
#include "client-cli/language/language.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "client-cli/screen/screen_internal.h"
#include "client-cli/util/config.h"

enum { TICK_MS = 200, CLOSE_TIMEOUT_MS = 2000 };

/* ---- Popups ---------------------------------------------------------------------------------------- */

/* x, which hides Jack's secrets, also works while a popup is open: it may show the sheet or the log. */
static void popup_takes(struct screen *screen, const struct input_event *input)
{
    if (input->key == 'x' && screen_current_page(screen) == PAGE_TABLE) {
        popup_close(&screen->popup);
        pages_input(screen, input);
        return;
    }
    if (input->key == 'H' && screen->popup.kind == POPUP_TEXT) {
        learn_list(screen);
        return;
    }
    int chosen = popup_input(&screen->popup, input);
    if (chosen == POPUP_STAYS) {
        return;
    }
    popup_close(&screen->popup);
    if (chosen >= 0 && screen->chosen != NULL) {
        screen->chosen(screen, chosen);
    }
}

/* ---- Drawing ------------------------------------------------------------------------------------- */

/* Draws the connection state over the page's first line while there is no connection. */
static void draw_bar(struct screen *screen)
{
    struct canvas *canvas = &screen->canvas;
    char text[600];
    if (screen->play == NULL || screen->model->state == CONNECTION_OPEN) {
        return;
    }
    unsigned seconds = (play_retry_in(screen->play) + 999) / 1000;
    if (screen->model->state == CONNECTION_WAITING && seconds > 0) {
        (void)snprintf(text, sizeof text, tr(" Connection lost. Retrying in %u s. %s "), seconds,
                       screen->model->why);
    } else {
        (void)snprintf(text, sizeof text, "%s", tr(" Connecting..."));
    }
    for (int x = 0; x < canvas->width; x++) {
        canvas_put(canvas, x, 0, ' ', INK_BAD, CELL_CURSOR);
    }
    (void)canvas_text(canvas, 0, 0, canvas->width, INK_BAD, CELL_CURSOR, text);
}

static void draw_too_small(struct canvas *canvas)
{
    char text[120];
    (void)snprintf(text, sizeof text,
                   tr("This terminal is %d columns by %d lines. Gaslight needs at least %d by %d."),
                   canvas->width, canvas->height, SCREEN_WIDTH_LEAST, SCREEN_HEIGHT_LEAST);
    struct panel panel = {.canvas = canvas, .window = {0, 0, canvas->width, canvas->height}};
    panel_wrap(&panel, INK_BAD, 0, 0, text);
}

static void draw(struct screen *screen)
{
    int width = 0, height = 0, x = -1;
    terminal_size(screen->terminal, &width, &height);
    if (!canvas_resize(&screen->canvas, width, height)) {
        return;
    }
    if (width < SCREEN_WIDTH_LEAST || height < SCREEN_HEIGHT_LEAST) {
        draw_too_small(&screen->canvas);
    } else {
        pages_draw(screen);
        draw_bar(screen);
        if (screen->typing != NULL) {
            x = typing_draw(screen, height - 1);
        }
        if (screen->popup.kind != POPUP_CLOSED) {
            popup_draw(&screen->popup, &screen->canvas);
            x = -1;
        }
    }
    terminal_paint(screen->terminal, &screen->canvas, x, x >= 0 ? height - 1 : -1);
}

static void before_waiting(uv_prepare_t *handle)
{
    struct screen *screen = handle->data;
    if (screen->dirty && !screen->over) {
        screen->dirty = false;
        draw(screen);
    }
}

static void tick(uv_timer_t *handle)
{
    struct screen *screen = handle->data;
    if (screen->play != NULL && screen->model->state != CONNECTION_OPEN) {
        screen->dirty = true; /* the countdown */
    }
    pages_tick(screen);
}

/* ---- The terminal's hooks ------------------------------------------------------------------------ */

static void on_input(void *context, const struct input_event *input)
{
    struct screen *screen = context;
    struct input_event meant = *input;
    meant.key = screen->typing == NULL ? config_key(config_get(), input->key) : input->key;
    input = &meant;
    screen->dirty = true;
    screen->input_count++;
    if (meant.key == 0 || screen->over || screen->canvas.width < SCREEN_WIDTH_LEAST ||
        screen->canvas.height < SCREEN_HEIGHT_LEAST) {
        return;
    }
    announce_dismiss(screen);
    if (screen->popup.kind != POPUP_CLOSED) {
        popup_takes(screen, input);
        return;
    }
    if (input->key != INPUT_WHEEL_UP && input->key != INPUT_WHEEL_DOWN) {
        screen->notice[0] = '\0';
    }
    if (!typing_input(screen, input)) {
        pages_input(screen, input);
    }
}

static void on_resized(void *context)
{
    struct screen *screen = context;
    screen->dirty = true;
}

/* Ctrl-C first closes what is open, so that nobody leaves a game by accident. */
static void on_gone(void *context, int number)
{
    struct screen *screen = context;
    if (number == SIGINT && (screen->typing != NULL || screen->popup.kind != POPUP_CLOSED)) {
        typing_end(screen);
        popup_close(&screen->popup);
        screen->dirty = true;
        return;
    }
    screen->signal = number;
    screen_end(screen, STATUS_BAD);
}

/* ---- Running ------------------------------------------------------------------------------------- */

static void handle_closed(uv_handle_t *handle)
{
    (void)handle;
}

static bool start(struct screen *screen)
{
    struct terminal_hooks hooks = {on_input, on_resized, on_gone, screen};
    screen->terminal = terminal_open(&screen->loop, hooks);
    if (screen->terminal == NULL) {
        return false;
    }
    screen->before_waiting.data = screen->clock.data = screen;
    (void)uv_prepare_init(&screen->loop, &screen->before_waiting);
    (void)uv_timer_init(&screen->loop, &screen->clock);
    (void)uv_prepare_start(&screen->before_waiting, before_waiting);
    (void)uv_timer_start(&screen->clock, tick, TICK_MS, TICK_MS);
    screen->dirty = true;
    if (config_get()->error_text[0] != '\0') {
        screen_notice(screen, false, "%s", config_get()->error_text);
    }
    return true;
}

static void stop(struct screen *screen)
{
    terminal_close(screen->terminal);
    uv_close((uv_handle_t *)&screen->before_waiting, handle_closed);
    uv_close((uv_handle_t *)&screen->clock, handle_closed);
}

static void enough(uv_timer_t *handle)
{
    uv_stop(handle->loop);
}

/*
 * Runs the loop until all closed handles are gone. A pending name lookup can keep it busy for a long time; after
 * CLOSE_TIMEOUT_MS it is abandoned and its memory leaked. Returns whether the loop was closed.
 */
static bool close_loop(struct screen *screen)
{
    uv_timer_t *limit = &screen->limit;
    (void)uv_timer_init(&screen->loop, limit);
    (void)uv_timer_start(limit, enough, CLOSE_TIMEOUT_MS, 0);
    uv_unref((uv_handle_t *)limit); /* the loop ends earlier if nothing else is open */
    (void)uv_run(&screen->loop, UV_RUN_DEFAULT);
    uv_close((uv_handle_t *)limit, handle_closed);
    (void)uv_run(&screen->loop, UV_RUN_NOWAIT);
    return uv_loop_close(&screen->loop) == 0;
}

static void clean_up(struct screen *screen)
{
    replay_close(screen);
    popup_close(&screen->popup);
    line_history_free(&screen->history);
    canvas_free(&screen->canvas);
}

static void run(struct screen *screen)
{
    while (!screen->over) {
        (void)uv_run(&screen->loop, UV_RUN_ONCE);
    }
}

/* Ends by the same signal that ended the run, as the shell expects. */
static enum status finish(struct screen *screen)
{
    enum status status = (enum status)screen->status;
    int number = screen->signal;
    if (screen->final_message[0] != '\0') {
        (void)fprintf(stderr, "gaslight: %s\n", screen->final_message);
    }
    clean_up(screen);
    if (close_loop(screen)) {
        free(screen);
    }
    if (number != 0) {
        (void)signal(number, SIG_DFL);
        (void)raise(number);
    }
    return status;
}

static struct screen *new_screen(void)
{
    struct screen *screen = calloc(1, sizeof *screen);
    if (screen == NULL || uv_loop_init(&screen->loop) != 0) {
        (void)fprintf(stderr, tr("gaslight: out of memory.\n"));
        free(screen);
        return NULL;
    }
    return screen;
}

enum status screen_run(const struct play_settings *settings)
{
    struct screen *screen = new_screen();
    if (screen == NULL) {
        return STATUS_BAD;
    }
    struct play_settings with_map = *settings;
    with_map.brief = true;
    with_map.paged = true;
    screen->watch_only = settings->watch_only;
    screen->play = play_new(&screen->loop, &with_map, screen_hooks(screen));
    screen->model = screen->play != NULL ? play_model(screen->play) : NULL;
    bool started = screen->play != NULL && start(screen);
    if (started) {
        run(screen);
        stop(screen);
    }
    if (started && screen->status != STATUS_OK && screen->signal == 0) {
        (void)snprintf(screen->final_message, sizeof screen->final_message, "%s", screen->model->why);
    }
    if (screen->play != NULL) {
        play_free(screen->play);
    }
    screen->status = started ? screen->status : STATUS_BAD;
    return finish(screen);
}

enum status screen_replay(struct timeline *timeline, size_t step, struct viewer viewer)
{
    struct screen *screen = new_screen();
    if (screen == NULL) {
        return STATUS_BAD;
    }
    if (start(screen)) {
        replay_open(screen, timeline, false, step, viewer);
        run(screen);
        stop(screen);
    } else {
        screen->status = STATUS_BAD;
    }
    return finish(screen);
}
