/*
 * screen_commands.c: running commands, by sending a request or by showing something; typing commands and chat.
 */
#include <stdarg.h>
#include <stdio.h>

#include "client-cli/language/language.h"
#include "client-cli/screen/screen_internal.h"
#include "client-cli/text/sentences.h"
#include "common/base/array.h"

static void add_line(void *context, const char *text)
{
    screen_popup_line(context, "%s", text);
}

/* ---- Commands that only show ----------------------------------------------------------------------------- */

static void show_help(struct screen *screen, const struct command *command)
{
    struct command_scope place = play_command_scope(screen->play);
    screen_popup(screen, POPUP_TEXT, TEXT("Commands"), NULL);
    command_help(command->text, &place, add_line, screen);
}

static void show_learn(struct screen *screen, const struct command *command)
{
    if (command->text[0] == '\0') {
        learn_list(screen);
    } else {
        learn_show(screen, command->text);
    }
}

static void show_legal(struct screen *screen, const struct command *command)
{
    struct command_scope place = play_command_scope(screen->play);
    (void)command;
    screen_popup(screen, POPUP_TEXT, TEXT("What you can do now"), NULL);
    command_list_legal(&place, add_line, screen);
}

static void show_sheet(struct screen *screen, const struct command *command)
{
    (void)command;
    if (screen->table.hide) {
        screen_notice(screen, false, TEXT("Jack's secrets are hidden. Press x to show them."));
        return;
    }
    screen_popup(screen, POPUP_TEXT, TEXT("Jack's sheet"), NULL);
    if (screen->model->has_view) {
        panel_sheet(&screen->model->view, add_line, screen);
    }
}

static void show_log(struct screen *screen, const struct command *command)
{
    const struct model *model = screen->model;
    size_t first = command->number > 0 && command->number < model->lines ? model->lines - command->number : 0;
    screen_popup(screen, POPUP_TEXT, TEXT("Game log"), NULL);
    for (size_t i = first; i < model->lines; i++) {
        if (!screen->table.hide || model->line[i].kind != LINE_EVENT) {
            screen_popup_line(screen, "%s", model->line[i].text);
        }
    }
    popup_input(&screen->popup, &(struct input_event){.key = INPUT_END});
}

static void show_who(struct screen *screen, const struct command *command)
{
    const struct model_table *table = &screen->model->table;
    char pawns[120];
    (void)command;
    screen_popup(screen, POPUP_TEXT, TEXT("Players"), NULL);
    for (unsigned i = 0; screen->model->has_table && i < table->seats; i++) {
        model_pawns_text(table->seat[i].pawns, pawns, sizeof pawns);
        const char *presence = model_presence(&table->seat[i]);
        screen_popup_line(screen, "%s: %s%s%s%s", model_marked_name(&table->seat[i]).text,
                          pawns[0] != '\0' ? pawns : tr("no pawn yet"), presence != NULL ? " (" : "",
                          presence != NULL ? presence : "", presence != NULL ? ")" : "");
    }
    if (screen->model->has_table && table->watchers_named > 0) {
        screen_popup_line(screen, tr("Spectators: %s"), model_watchers(table).text);
    }
    struct sentence settings = model_table_settings(table);
    if (screen->model->has_table && settings.text[0] != '\0') {
        screen_popup_line(screen, "%s", settings.text);
    }
    if (screen->model->table.invite[0] != '\0') {
        screen_popup_line(screen, TEXT("Invite: %s"), screen->model->table.invite);
    }
}

/* Returns whether there is a game; if not, shows a notice. */
static bool game_is_on(struct screen *screen)
{
    if (!screen->model->has_view) {
        screen_notice(screen, false, TEXT("The game has not started."));
    }
    return screen->model->has_view;
}

static void show_state(struct screen *screen, const struct command *command)
{
    const struct view *view = &screen->model->view;
    (void)command;
    if (!game_is_on(screen)) {
        return;
    }
    screen_notice(screen, true, "%s %s", sentence_phase(view).text, sentence_turn(view).text);
}

static void show_clock(struct screen *screen, const struct command *command)
{
    unsigned left;
    (void)command;
    if (play_clock_left(screen->play, &left)) {
        screen_notice(screen, true, TEXT("%s left. %s"), title_time((left + 999) / 1000).text,
                      model_clock_words(&screen->model->clock).text);
    } else {
        screen_notice(screen, true, TEXT("There is no time limit."));
    }
}

static void show_board(struct screen *screen, const struct command *command)
{
    char number[12];
    if (!game_is_on(screen)) {
        return;
    }
    if (command->circle == 0) {
        (void)map_view_input(&screen->table.map_view, &(struct input_event){.key = '0'});
        return;
    }
    (void)snprintf(number, sizeof number, "%u", command->circle);
    (void)table_go_to(screen, number);
}

static void quit(struct screen *screen, const struct command *command)
{
    (void)command;
    screen_end(screen, STATUS_OK);
}

static const struct {
    enum command_kind kind;
    void (*show)(struct screen *screen, const struct command *command);
} shows[] = {
    {COMMAND_HELP, show_help},   {COMMAND_LEGAL, show_legal}, {COMMAND_SHEET, show_sheet},
    {COMMAND_LOG, show_log},     {COMMAND_WHO, show_who},     {COMMAND_STATE, show_state},
    {COMMAND_LEARN, show_learn}, {COMMAND_QUIT, quit},        {COMMAND_BOARD, show_board},
    {COMMAND_CLOCK, show_clock},
};

/* ---- Doing --------------------------------------------------------------------------------------- */

void screen_do_command(struct screen *screen, const struct command *command)
{
    bool opens =
        command->kind == COMMAND_SUGGEST || command->kind == COMMAND_HINT || command->kind == COMMAND_DEDUCE;
    screen->asked_at = opens ? screen->input_count : screen->asked_at;
    if (screen->play == NULL || command->kind == COMMAND_NOTHING || play_run(screen->play, command)) {
        return;
    }
    for (size_t i = 0; i < COUNT(shows); i++) {
        if (shows[i].kind == command->kind) {
            shows[i].show(screen, command);
            return;
        }
    }
    screen_notice(screen, false, TEXT("You can't do that here."));
}

static void resign_chosen(struct screen *screen, int index)
{
    struct command command = {.kind = COMMAND_RESIGN};
    (void)index;
    screen_do_command(screen, &command);
}

/* Resigning can't be undone, so it asks first. */
static void ask_to_resign(struct screen *screen)
{
    const struct view *view = &screen->model->view;
    screen_popup(screen, POPUP_QUESTION, TEXT("Resign"), resign_chosen);
    screen_popup_line(
        screen, "%s",
        (view->pawns & PAWN_BIT(PAWN_JACK)) != 0
            ? tr("Resign? The police win at once.")
            : tr("Resign? The police resign together: every detective who is online must agree."));
}

/* Returns whether a command needs a "yes" first. Where it is not possible, the server says why. */
static bool asks_first(const struct screen *screen, const struct command *command)
{
    return command->kind == COMMAND_RESIGN && screen->model->has_view && screen->model->view.pawns != 0 &&
           screen->model->view.phase != PHASE_OVER;
}

void screen_do_line(struct screen *screen, const char *line)
{
    struct command command;
    char error_text[SENTENCE_MAX];
    if (screen->play == NULL) {
        return;
    }
    struct command_scope place = play_command_scope(screen->play);
    if (command_parse(line, &place, &command, error_text, sizeof error_text)) {
        if (asks_first(screen, &command)) {
            ask_to_resign(screen);
        } else {
            screen_do_command(screen, &command);
        }
    } else {
        screen_notice(screen, false, "%s", error_text);
    }
}

void screen_do(struct screen *screen, const char *format, ...)
{
    char line[LINE_BYTES_MAX + 64];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    screen_do_line(screen, line);
}

/* ---- Typing commands and chat -------------------------------------------------------------------- */

static void say(struct screen *screen, enum audience_kind audience, const char *text)
{
    struct command command = {.kind = COMMAND_SAY, .audience = audience, .logged = true};
    (void)snprintf(command.text, sizeof command.text, "%s", text);
    screen_do_command(screen, &command);
}

static void say_to_table(struct screen *screen, const char *text)
{
    say(screen, SAY_TABLE, text);
}

static void say_to_police(struct screen *screen, const char *text)
{
    say(screen, SAY_POLICE, text);
}

static void say_to_spectators(struct screen *screen, const char *text)
{
    say(screen, SAY_GALLERY, text);
}

void screen_type_command(struct screen *screen, const char *text)
{
    static const struct typing typing = {
        .prompt = ":", .done = screen_do_line, .remembered = true, .completes = true};
    typing_begin(screen, &typing, text);
}

void screen_type_chat(struct screen *screen, enum audience_kind audience)
{
    static const struct typing table = {
        .prompt = TEXT("To the table: "), .done = say_to_table, .remembered = true};
    static const struct typing police = {
        .prompt = TEXT("To the police: "), .done = say_to_police, .remembered = true};
    static const struct typing spectators = {
        .prompt = TEXT("To spectators: "), .done = say_to_spectators, .remembered = true};
    typing_begin(screen,
                 audience == SAY_POLICE    ? &police
                 : audience == SAY_GALLERY ? &spectators
                                           : &table,
                 "");
}

void screen_press_command(struct screen *screen, const struct input_event *input)
{
    (void)input;
    screen_type_command(screen, "");
}

void screen_press_chat(struct screen *screen, const struct input_event *input)
{
    (void)input;
    screen_type_chat(screen, model_my_seat(screen->model) < 0 ? SAY_GALLERY : SAY_TABLE);
}
