/*
 * terminal.c: see terminal.h.
 *
 * terminal_close() restores the terminal normally. For crashes and aborts there is a signal handler, which calls only
 * async-signal-safe functions and writes text that was prepared in advance.
 */
#define NCURSES_WIDECHAR 1
#include "client-cli/terminal/terminal.h"

#include <curses.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

#include "client-cli/language/language.h"
#include "client-cli/terminal/paint.h"
#include "client-cli/util/config.h"
#include "common/base/array.h"

enum { HANDLES = 6, ESCAPE_DELAY = 25, RESTORE_TEXT_MAX = 128, TITLE_MAX = 200 };

struct terminal {
    struct terminal_hooks hooks;
    uv_poll_t input;
    uv_signal_t signals[HANDLES - 1];
    unsigned open_handles;
    SCREEN *screen;
    WINDOW *keys; /* only for reading: wget_wch() on the window that is drawn on would redraw it */
    int press_x, press_y;
    bool titled;
    char title[TITLE_MAX];
};

/* ---- Restoring after a crash -------------------------------------------------------------------------- */

/* What restores the terminal. Global, because a signal handler gets no context. */
static struct {
    volatile sig_atomic_t taken;
    struct termios modes;
    char text[RESTORE_TEXT_MAX];
    size_t length;
} restore;

static void restore_at_fault(int number)
{
    if (restore.taken) {
        restore.taken = 0;
        ssize_t written = write(STDOUT_FILENO, restore.text, restore.length);
        (void)written;
        (void)tcsetattr(STDIN_FILENO, TCSANOW, &restore.modes);
    }
    (void)raise(number); /* SA_RESETHAND: this time it ends the process */
}

static void restore_at_exit(void)
{
    if (restore.taken) {
        restore.taken = 0;
        (void)endwin();
    }
}

static void add_restore_text(const char *text)
{
    size_t length = text == NULL ? 0 : strlen(text);
    if (length < sizeof restore.text - restore.length) {
        memcpy(restore.text + restore.length, text == NULL ? "" : text, length);
        restore.length += length;
    }
}

static const int faults[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGQUIT};

static void prepare_restore(void)
{
    static bool registered;
    struct sigaction action = {.sa_handler = restore_at_fault, .sa_flags = (int)SA_RESETHAND};
    restore.length = 0;
    add_restore_text("\033[?1006l\033[?1000l"); /* mouse off */
    add_restore_text(keypad_local);
    add_restore_text(exit_attribute_mode);
    add_restore_text(cursor_normal);
    add_restore_text(exit_ca_mode);
    restore.taken = 1;
    for (size_t i = 0; i < COUNT(faults); i++) {
        (void)sigaction(faults[i], &action, NULL);
    }
    if (!registered) {
        registered = atexit(restore_at_exit) == 0;
    }
}

/* ---- Input --------------------------------------------------------------------------------------- */

static const struct {
    wint_t code;
    uint32_t key;
} special[] = {
    {KEY_UP, INPUT_UP},
    {KEY_DOWN, INPUT_DOWN},
    {KEY_LEFT, INPUT_LEFT},
    {KEY_RIGHT, INPUT_RIGHT},
    {KEY_SR, INPUT_SHIFT_UP},
    {KEY_SF, INPUT_SHIFT_DOWN},
    {KEY_SLEFT, INPUT_SHIFT_LEFT},
    {KEY_SRIGHT, INPUT_SHIFT_RIGHT},
    {KEY_PPAGE, INPUT_PAGE_UP},
    {KEY_NPAGE, INPUT_PAGE_DOWN},
    {KEY_HOME, INPUT_HOME},
    {KEY_END, INPUT_END},
    {KEY_DC, INPUT_DELETE},
    {KEY_BACKSPACE, INPUT_BACKSPACE},
    {KEY_ENTER, INPUT_ENTER},
    {KEY_BTAB, INPUT_BACK_TAB},
    {KEY_F(1), INPUT_HELP},
};

/* Reads a click, a turn of the wheel, or a drag (the button was released elsewhere). Returns false for anything else. */
static bool read_mouse(struct terminal *terminal, struct input_event *input)
{
    MEVENT event;
    if (getmouse(&event) != OK) {
        return false;
    }
    *input = (struct input_event){.x = event.x, .y = event.y};
    if ((event.bstate & BUTTON4_PRESSED) != 0) {
        input->key = INPUT_WHEEL_UP;
        return true;
    }
    if ((event.bstate & BUTTON5_PRESSED) != 0) {
        input->key = INPUT_WHEEL_DOWN;
        return true;
    }
    if ((event.bstate & BUTTON1_PRESSED) != 0) {
        terminal->press_x = event.x;
        terminal->press_y = event.y;
        return false;
    }
    if ((event.bstate & (BUTTON1_RELEASED | BUTTON1_CLICKED)) == 0) {
        return false;
    }
    if ((event.bstate & BUTTON1_RELEASED) != 0) {
        input->dx = event.x - terminal->press_x;
        input->dy = event.y - terminal->press_y;
    }
    input->key = input->dx != 0 || input->dy != 0 ? INPUT_DRAG : INPUT_CLICK;
    return true;
}

/* Reads the next input event; returns false if there is none now. */
static bool read_input(struct terminal *terminal, struct input_event *input)
{
    wint_t code = 0;
    int got = ERR;
    while ((got = wget_wch(terminal->keys, &code)) != ERR) {
        *input = (struct input_event){.key = (uint32_t)code};
        if (got == OK) {
            input->key = code == '\r' ? INPUT_ENTER : code == '\b' ? INPUT_BACKSPACE : (uint32_t)code;
            return true;
        }
        if (code == KEY_MOUSE) {
            if (read_mouse(terminal, input)) {
                return true;
            }
            continue;
        }
        for (size_t i = 0; i < COUNT(special); i++) {
            if (special[i].code == code) {
                input->key = special[i].key;
                return true;
            }
        }
    }
    return false;
}

static void input_ready(uv_poll_t *handle, int status, int events)
{
    struct terminal *terminal = handle->data;
    struct input_event input;
    bool any = false;
    if (status == 0 && (events & UV_READABLE) != 0) {
        while (restore.taken && read_input(terminal, &input)) {
            any = true;
            terminal->hooks.input(terminal->hooks.context, &input);
        }
    }
    int waiting = 0;
    bool silent = ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0;
    if (restore.taken && (status < 0 || (!any && silent) || (events & UV_DISCONNECT) != 0)) {
        (void)uv_poll_stop(handle);
        terminal->hooks.gone(terminal->hooks.context, 0);
    }
}

/* ---- Signals ------------------------------------------------------------------------------------- */

static void take_size(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
        (void)resizeterm(size.ws_row, size.ws_col);
    }
}

static void signalled(uv_signal_t *handle, int number)
{
    struct terminal *terminal = handle->data;
    if (number == SIGWINCH || number == SIGCONT) {
        take_size();
        (void)keypad(terminal->keys, TRUE); /* being stopped turned it off */
        (void)clearok(stdscr, TRUE);
        terminal->hooks.resized(terminal->hooks.context);
    } else {
        terminal->hooks.gone(terminal->hooks.context, number);
    }
}

/* ---- Opening and closing ------------------------------------------------------------------------- */

static bool start_handles(struct terminal *terminal, uv_loop_t *loop)
{
    static const int numbers[HANDLES - 1] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT};
    /* libuv makes the descriptor non-blocking. Output shares it and must block rather than be lost: undo that. */
    int flags = fcntl(STDIN_FILENO, F_GETFL);
    terminal->input.data = terminal;
    if (flags < 0 || uv_poll_init(loop, &terminal->input, STDIN_FILENO) != 0) {
        return false;
    }
    (void)fcntl(STDIN_FILENO, F_SETFL, flags);
    terminal->open_handles = 1;
    for (size_t i = 0; i < COUNT(numbers); i++) {
        terminal->signals[i].data = terminal;
        if (uv_signal_init(loop, &terminal->signals[i]) != 0) {
            return false;
        }
        terminal->open_handles++;
        if (uv_signal_start(&terminal->signals[i], signalled, numbers[i]) != 0) {
            return false;
        }
    }
    return uv_poll_start(&terminal->input, UV_READABLE | UV_DISCONNECT, input_ready) == 0;
}

static void handle_closed(uv_handle_t *handle)
{
    struct terminal *terminal = handle->data;
    if (--terminal->open_handles == 0) {
        free(terminal);
    }
}

static void close_handles(struct terminal *terminal)
{
    unsigned count = terminal->open_handles;
    if (count == 0) {
        free(terminal);
        return;
    }
    uv_close((uv_handle_t *)&terminal->input, handle_closed);
    for (unsigned i = 0; i + 1 < count; i++) {
        uv_close((uv_handle_t *)&terminal->signals[i], handle_closed);
    }
}

static void set_modes(struct terminal *terminal)
{
    (void)cbreak();
    (void)noecho();
    (void)nonl();
    (void)curs_set(0);
    (void)set_escdelay(ESCAPE_DELAY);
    (void)nodelay(terminal->keys, TRUE);
    (void)keypad(terminal->keys, TRUE);
    if (config_get()->use_mouse) {
        (void)mousemask(
            BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    }
    (void)mouseinterval(0); /* report presses and releases at once: drags are recognised here */
}

struct terminal *terminal_open(uv_loop_t *loop, struct terminal_hooks hooks)
{
    struct terminal *terminal = calloc(1, sizeof *terminal);
    if (terminal == NULL || tcgetattr(STDIN_FILENO, &restore.modes) != 0) {
        (void)fprintf(stderr, tr("gaslight: standard input is not a usable terminal.\n"));
        free(terminal);
        return NULL;
    }
    terminal->hooks = hooks;
    (void)setlocale(LC_CTYPE, ""); /* but not LC_NUMERIC */
    terminal->screen = newterm(NULL, stdout, stdin);
    if (terminal->screen == NULL) {
        (void)fprintf(stderr, tr("gaslight: this terminal can't show a full screen; try --plain.\n"));
        free(terminal);
        return NULL;
    }
    prepare_restore();
    terminal->keys = newpad(1, 1);
    if (terminal->keys == NULL || !start_handles(terminal, loop)) {
        restore.taken = 0;
        (void)endwin();
        (void)fprintf(stderr, tr("gaslight: can't read from the terminal.\n"));
        close_handles(terminal);
        return NULL;
    }
    set_modes(terminal);
    paint_begin();
    return terminal;
}

void terminal_close(struct terminal *terminal)
{
    if (terminal->titled) {
        (void)fputs("\033]2;\a\033[23;2t", stdout);
        (void)fflush(stdout);
    }
    restore.taken = 0;
    (void)delwin(terminal->keys);
    (void)endwin();
    delscreen(terminal->screen);
    for (size_t i = 0; i < COUNT(faults); i++) {
        (void)signal(faults[i], SIG_DFL);
    }
    close_handles(terminal);
}

/* ---- Output ------------------------------------------------------------------------------------- */

void terminal_size(const struct terminal *terminal, int *width, int *height)
{
    (void)terminal;
    getmaxyx(stdscr, *height, *width);
}

void terminal_paint(struct terminal *terminal, const struct canvas *canvas, int x, int y)
{
    (void)terminal;
    paint_canvas(canvas, stdscr);
    (void)curs_set(x >= 0 && y >= 0 ? 1 : 0);
    if (x >= 0 && y >= 0) {
        (void)wmove(stdscr, y, x);
    }
    (void)wrefresh(stdscr);
}

void terminal_bell(struct terminal *terminal)
{
    (void)terminal;
    if (config_get()->use_bell) {
        (void)beep();
    }
}

/* Returns whether this kind of terminal has a title; the console and hardware terminals would print it. */
static bool has_title(void)
{
    static const char *const kinds[] = {"xterm", "tmux",    "screen", "rxvt", "alacritty", "foot",
                                        "kitty", "konsole", "gnome",  "vte",  "st",        "wezterm"};
    const char *name = getenv("TERM");
    for (size_t i = 0; name != NULL && i < COUNT(kinds); i++) {
        size_t length = strlen(kinds[i]);
        if (strncmp(name, kinds[i], length) == 0 && (name[length] == '\0' || name[length] == '-')) {
            return true;
        }
    }
    return false;
}

void terminal_title(struct terminal *terminal, const char *title)
{
    if (!has_title() || (terminal->titled && strcmp(terminal->title, title) == 0)) {
        return;
    }
    if (!terminal->titled) {
        (void)fputs("\033[22;2t", stdout); /* save the old title */
        terminal->titled = true;
    }
    (void)snprintf(terminal->title, sizeof terminal->title, "%s", title);
    (void)fprintf(stdout, "\033]2;%s\a", terminal->title);
    (void)fflush(stdout);
}
