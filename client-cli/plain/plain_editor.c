/*
 * plain_editor.c: libedit, one key at a time; see plain_editor.h.
 *
 * In unbuffered mode el_gets() reads one key and returns; the loop calls it when there is one. The line being typed is
 * erased before something is printed and redrawn afterwards.
 */
#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

#include "client-cli/map/canvas.h"
#include "client-cli/plain/plain_editor.h"
#include "client-cli/util/state_file.h"

enum { HISTORY_LINES = 500, WORDS_MAX = 400, HANDLES = 3, END_OF_INPUT = 'D' - '@' };

#define PROMPT "> "

struct editor {
    const struct lines_hooks *hooks;
    EditLine *edit;
    History *history;
    char history_file[1024]; /* "": none */
    uv_poll_t poll;
    uv_signal_t resized, stopped;
    unsigned open;
    bool closing;
    bool wiped; /* the line being typed is erased for now */
};

/* ---- Printing above the line ------------------------------------------------------------- */

static int terminal_width(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/* Returns the rows between the prompt and the cursor; more than 0 if a long line wraps. */
static int rows_above(const struct editor *editor)
{
    char typed[LINES_LONGEST];
    const LineInfo *line = el_line(editor->edit);
    int length = (int)(line->cursor - line->buffer);
    (void)snprintf(typed, sizeof typed, "%.*s", length, line->buffer);
    return (canvas_columns(PROMPT) + canvas_columns(typed)) / terminal_width();
}

void editor_begin_print(struct editor *editor)
{
    if (!editor->wiped) {
        (void)fputc('\r', stdout);
        for (int row = rows_above(editor); row > 0; row--) {
            (void)fputs("\033[A", stdout);
        }
        (void)fputs("\033[J", stdout);
    }
}

void editor_end_print(struct editor *editor)
{
    if (!editor->wiped) {
        (void)el_set(editor->edit, EL_REFRESH);
    }
}

/* ---- Completion --------------------------------------------------------------------------------- */

/* Completions that begin with the last word typed. */
struct words {
    const char *typed; /* the last word so far */
    unsigned count;
    char *word[WORDS_MAX];
};

static void add_word(void *context, const char *word)
{
    struct words *words = context;
    if (words->count < WORDS_MAX && strncasecmp(word, words->typed, strlen(words->typed)) == 0) {
        char *copy = strdup(word);
        words->word[words->count] = copy;
        words->count += copy != NULL;
    }
}

/* Returns the length of the common prefix of all words. */
static size_t common_length(const struct words *words)
{
    size_t length = strlen(words->word[0]);
    for (unsigned i = 1; i < words->count; i++) {
        size_t same = 0;
        while (same < length && words->word[i][same] == words->word[0][same]) {
            same++;
        }
        length = same;
    }
    return length;
}

/* Prints the words above the line, as many per row as fit. */
static void print_words(struct editor *editor, const struct words *words)
{
    int width = terminal_width();
    int column = 0;
    editor_begin_print(editor);
    for (unsigned i = 0; i < words->count; i++) {
        int length = canvas_columns(words->word[i]) + 2;
        if (column > 0 && column + length >= width) {
            (void)fputc('\n', stdout);
            column = 0;
        }
        (void)printf("%s  ", words->word[i]);
        column += length;
    }
    (void)fputc('\n', stdout);
    (void)fflush(stdout);
    editor_end_print(editor);
}

/* Inserts the common prefix; if it adds nothing, lists the completions. */
static unsigned char use_words(struct editor *editor, const struct words *words)
{
    char certain[LINES_LONGEST];
    if (words->count == 0) {
        return CC_REFRESH_BEEP;
    }
    (void)snprintf(certain, sizeof certain, "%.*s%s", (int)common_length(words), words->word[0],
                   words->count == 1 ? " " : "");
    if (strlen(certain) <= strlen(words->typed)) {
        print_words(editor, words);
        return CC_NORM;
    }
    el_deletestr(editor->edit, canvas_columns(words->typed)); /* in characters: names need not be ASCII */
    return el_insertstr(editor->edit, certain) == 0 ? CC_REFRESH : CC_ERROR;
}

static unsigned char complete(EditLine *edit, wint_t key)
{
    struct editor *editor = NULL;
    char line[LINES_LONGEST];
    (void)key;
    (void)el_get(edit, EL_CLIENTDATA, &editor);
    const LineInfo *info = el_line(edit);
    (void)snprintf(line, sizeof line, "%.*s", (int)(info->cursor - info->buffer), info->buffer);
    const char *typed = line + strlen(line);
    while (typed > line && strchr(" ,", typed[-1]) == NULL) {
        typed--;
    }
    struct words words = {.typed = typed};
    editor->hooks->complete(editor->hooks->context, line, add_word, &words);
    unsigned char outcome = use_words(editor, &words);
    for (unsigned i = 0; i < words.count; i++) {
        free(words.word[i]);
    }
    return outcome;
}

/* ---- History ------------------------------------------------------------------------------------ */

static void save_history(const struct editor *editor)
{
    HistEvent event;
    int file = editor->history_file[0] != '\0'
                   ? open(editor->history_file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600)
                   : -1;
    FILE *stream = file >= 0 && fchmod(file, 0600) == 0 ? fdopen(file, "w") : NULL;
    if (stream != NULL) {
        (void)history(editor->history, &event, H_SAVE_FP, stream);
        (void)fclose(stream); /* failing to write the history is not an error */
    } else if (file >= 0) {
        (void)close(file);
    }
}

/* ---- Input ----------------------------------------------------------------------------- */

static char *prompt(EditLine *edit)
{
    static char text[] = PROMPT;
    (void)edit;
    return text;
}

/* Handles a finished line; the prompt returns when it has been handled. */
static void give_line(struct editor *editor, const char *text)
{
    char line[LINES_LONGEST];
    HistEvent event;
    (void)snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\r\n"), text);
    if (line[0] != '\0') {
        (void)history(editor->history, &event, H_ENTER, line);
    }
    editor->wiped = true;
    (void)el_set(editor->edit, EL_UNBUFFERED, 0);
    editor->hooks->line(editor->hooks->context, line);
    if (!editor->closing) {
        editor->wiped = false;
        (void)el_set(editor->edit, EL_UNBUFFERED, 1);
    }
}

static void on_key(uv_poll_t *poll, int status, int events)
{
    struct editor *editor = poll->data;
    int waiting = 0;
    int count = 0;
    (void)events;
    if (status < 0 || (ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting == 0)) {
        (void)uv_poll_stop(&editor->poll); /* the terminal was closed */
        editor->hooks->ended(editor->hooks->context);
        return;
    }
    const char *line = el_gets(editor->edit, &count);
    if (line != NULL && count == 1 && line[0] == END_OF_INPUT) { /* ^D on an empty line */
        (void)uv_poll_stop(&editor->poll);
        editor_begin_print(editor);
        editor->wiped = true;
        editor->hooks->ended(editor->hooks->context);
    } else if (line != NULL && count > 0 && strchr("\r\n", line[count - 1]) != NULL) {
        give_line(editor, line);
    }
}

static void on_resized(uv_signal_t *handle, int signal)
{
    struct editor *editor = handle->data;
    (void)signal;
    el_resize(editor->edit);
}

/* ^Z: restores the terminal for the shell; after `fg`, redraws the line. */
static void on_stopped(uv_signal_t *handle, int signal)
{
    struct editor *editor = handle->data;
    char typed[LINES_LONGEST];
    const LineInfo *line = el_line(editor->edit);
    (void)signal;
    (void)snprintf(typed, sizeof typed, "%.*s", (int)(line->lastchar - line->buffer), line->buffer);
    (void)el_set(editor->edit, EL_UNBUFFERED, 0);
    (void)kill(getpid(), SIGSTOP);
    (void)el_set(editor->edit, EL_UNBUFFERED, 1);
    if (typed[0] != '\0' && el_insertstr(editor->edit, typed) == 0) {
        (void)fputc('\r', stdout);
        (void)el_set(editor->edit, EL_REFRESH);
    }
}

/* ---- Opening and closing ------------------------------------------------------------------------------ */

static void closed(uv_handle_t *handle)
{
    struct editor *editor = handle->data;
    if (--editor->open == 0) {
        free(editor);
    }
}

static bool set_up_edit(struct editor *editor)
{
    HistEvent event;
    editor->edit = el_init("gaslight", stdin, stdout, stderr);
    editor->history = history_init();
    if (editor->edit == NULL || editor->history == NULL) {
        return false;
    }
    (void)history(editor->history, &event, H_SETSIZE, HISTORY_LINES);
    (void)history(editor->history, &event, H_SETUNIQUE, 1);
    (void)state_file_path("history", editor->history_file, sizeof editor->history_file);
    if (editor->history_file[0] != '\0') {
        (void)history(editor->history, &event, H_LOAD, editor->history_file);
    }
    (void)el_set(editor->edit, EL_CLIENTDATA, editor);
    (void)el_set(editor->edit, EL_PROMPT, prompt);
    (void)el_set(editor->edit, EL_EDITOR, "emacs");
    (void)el_set(editor->edit, EL_HIST, history, editor->history);
    /* el_set() would copy the strings and never free them. */
    (void)el_wset(editor->edit, EL_ADDFN, L"gaslight-complete", L"complete a word", complete);
    (void)el_set(editor->edit, EL_BIND, "^I", "gaslight-complete", NULL);
    (void)el_set(editor->edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
    (void)el_source(editor->edit, NULL); /* ~/.editrc, if there is one */
    (void)el_set(editor->edit, EL_UNBUFFERED, 1);
    return true;
}

static void free_edit(struct editor *editor)
{
    if (editor->history != NULL) {
        save_history(editor);
        history_end(editor->history);
    }
    if (editor->edit != NULL) {
        (void)el_set(editor->edit, EL_UNBUFFERED, 0);
        el_end(editor->edit);
    }
}

/* libuv makes the terminal non-blocking, which also affects the shell and our own output: undo that. */
static bool set_up_loop(struct editor *editor, uv_loop_t *loop)
{
    uv_handle_t *handles[HANDLES] = {(uv_handle_t *)&editor->poll, (uv_handle_t *)&editor->resized,
                                     (uv_handle_t *)&editor->stopped};
    int flags = fcntl(STDIN_FILENO, F_GETFL);
    if (uv_poll_init(loop, &editor->poll, STDIN_FILENO) != 0) {
        return false;
    }
    (void)fcntl(STDIN_FILENO, F_SETFL, flags);
    (void)uv_signal_init(loop, &editor->resized);
    (void)uv_signal_init(loop, &editor->stopped);
    for (unsigned i = 0; i < HANDLES; i++) {
        handles[i]->data = editor;
        editor->open++;
    }
    (void)uv_poll_start(&editor->poll, UV_READABLE, on_key);
    (void)uv_signal_start(&editor->resized, on_resized, SIGWINCH);
    (void)uv_signal_start(&editor->stopped, on_stopped, SIGTSTP);
    return true;
}

struct editor *editor_open(uv_loop_t *loop, const struct lines_hooks *hooks)
{
    struct editor *editor = calloc(1, sizeof *editor);
    if (editor == NULL) {
        return NULL;
    }
    editor->hooks = hooks;
    if (!set_up_edit(editor) || !set_up_loop(editor, loop)) {
        free_edit(editor);
        free(editor);
        return NULL;
    }
    return editor;
}

void editor_close(struct editor *editor)
{
    editor->closing = true;
    if (!editor->wiped) {
        editor_begin_print(editor);
        (void)fflush(stdout);
    }
    free_edit(editor);
    uv_close((uv_handle_t *)&editor->poll, closed);
    uv_close((uv_handle_t *)&editor->resized, closed);
    uv_close((uv_handle_t *)&editor->stopped, closed);
}
