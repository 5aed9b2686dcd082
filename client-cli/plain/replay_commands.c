/* plain_walk.c: the commands of a replay in lines, one row each. */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/model/timeline_deduce.h"
#include "client-cli/plain/plain_walk.h"
#include "client-cli/report/report_deduction.h"
#include "client-cli/text/phrase.h"
#include "client-cli/util/record_file.h"
#include "common/base/array.h"

static void say(struct walk *walk, const char *text)
{
    walk->show.line(walk->show.context, text);
}

__attribute__((format(printf, 2, 3))) static void tell(struct walk *walk, const char *format, ...)
{
    char text[2 * SENTENCE_MAX];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    say(walk, text);
}

/* ---- Telling ------------------------------------------------------------------------------------ */

/* "  12  Red searches 65 and finds a clue."; further events of the same action are not numbered again. */
void walk_events(struct walk *walk, size_t step)
{
    struct viewed_event events[EVENTS_MAX];
    unsigned count = timeline_events(walk->timeline, step, walk->viewer, events);
    for (unsigned i = 0; i < count; i++) {
        struct sentence sentence = sentence_event(timeline_record(walk->timeline)->setup.game, &events[i]);
        if (i == 0) {
            tell(walk, "%4zu  %s", step, sentence.text);
        } else {
            tell(walk, "      %s", sentence.text);
        }
    }
}

void walk_heading(struct walk *walk)
{
    const struct record *record = timeline_record(walk->timeline);
    struct sentence line = {.text = ""};
    phrase_add(&line, "%s: ", title_game(record->setup.game));
    for (unsigned seat = 0; seat < record->setup.seats; seat++) {
        char name[RECORD_NAME_MAX + 1];
        (void)model_sanitize(name, sizeof name, record->name[seat]);
        phrase_add(&line, "%s%s (", seat > 0 ? ", " : "", name[0] != '\0' ? name : "somebody");
        phrase_pawns(&line, record->setup.pawns[seat], " and ");
        phrase_add(&line, ")");
    }
    phrase_add(&line, ". %zu actions.", record->count);
    say(walk, line.text);
}

void walk_state(struct walk *walk)
{
    struct view view;
    timeline_view(walk->timeline, walk->step, walk->viewer, &view);
    show_state(walk->show, &view);
}

/* ---- Stepping ----------------------------------------------------------------------------------- */

/* Goes to a step and tells what happened in it. */
void walk_to(struct walk *walk, size_t step)
{
    walk->step = step;
    if (step == 0) {
        say(walk, "   0  The beginning.");
    }
    walk_events(walk, step);
    if (step + 1 == timeline_steps(walk->timeline)) {
        say(walk, "      That is the end of the record.");
    }
}

/* Reads a number that is a whole word. */
static bool read_count(const char *text, unsigned long most, unsigned long *number)
{
    char *end;
    errno = 0;
    *number = strtoul(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *number <= most;
}

static void run_next(struct walk *walk, const char *text)
{
    unsigned long count = 1;
    if (text[0] != '\0' && !read_count(text, timeline_steps(walk->timeline), &count)) {
        say(walk, "next, or next N.");
        return;
    }
    if (walk->step + 1 == timeline_steps(walk->timeline)) {
        say(walk, "That is the end of the record.");
    }
    for (; count > 0 && walk->step + 1 < timeline_steps(walk->timeline); count--) {
        walk_to(walk, walk->step + 1);
    }
}

static void run_back(struct walk *walk, const char *text)
{
    unsigned long count = 1;
    if (text[0] != '\0' && !read_count(text, ULONG_MAX, &count)) {
        say(walk, "back, or back N.");
        return;
    }
    walk_to(walk, count < walk->step ? walk->step - count : 0);
}

static void run_goto(struct walk *walk, const char *text)
{
    unsigned long step;
    if (read_count(text, timeline_steps(walk->timeline) - 1, &step)) {
        walk_to(walk, step);
    } else {
        tell(walk, "goto N, from 0 to %zu.", timeline_steps(walk->timeline) - 1);
    }
}

static void run_night(struct walk *walk, const char *text)
{
    unsigned long round;
    bool whitehall = timeline_record(walk->timeline)->setup.game == GAME_WHITEHALL;
    size_t step = read_count(text, ROWS, &round) ? timeline_round(walk->timeline, (unsigned)round) : SIZE_MAX;
    if (step != SIZE_MAX) {
        walk_to(walk, step);
    } else {
        tell(walk, "This game has no such %s.", whitehall ? "round" : "night");
    }
}

/* A cell as it is printed, "III" or "7", of the night one is in. */
static void run_move(struct walk *walk, const char *text)
{
    struct view view;
    enum game_kind game = timeline_record(walk->timeline)->setup.game;
    timeline_view(walk->timeline, walk->step, walk->viewer, &view);
    for (unsigned cell = 0; cell < CELLS; cell++) {
        int label = cell_label(cell);
        size_t step = SIZE_MAX;
        if (strcmp(title_cell(game, label).text, text) == 0) {
            step = timeline_move(walk->timeline, view.round, label);
        }
        if (step != SIZE_MAX) {
            walk_to(walk, step);
            return;
        }
    }
    say(walk, "move CELL, as it is printed on the track: this night or round has no such move.");
}

static void run_as(struct walk *walk, const char *text)
{
    struct viewer viewer;
    if (!viewer_from_name(text, &timeline_record(walk->timeline)->setup, &viewer)) {
        say(walk, "as WHO: jack, police, public, all, or a colour of this game.");
    } else if (viewer.role == VIEWER_ALL && !timeline_finished(walk->timeline)) {
        say(walk, "The game is not over: nobody sees everything.");
    } else {
        walk->viewer = viewer;
        tell(walk, "You look as %s does.", text);
        walk_to(walk, walk->step);
    }
}

static void run_play(struct walk *walk, const char *text)
{
    unsigned long speed = 1;
    if (text[0] != '\0' && (!read_count(text, WALK_SPEED_MOST, &speed) || speed == 0)) {
        tell(walk, "play, or play SPEED: actions a second, 1 to %d. Any line stops it.", WALK_SPEED_MOST);
        return;
    }
    walk->speed = (unsigned)speed;
}

/* ---- Looking ------------------------------------------------------------------------------------ */

static void run_board(struct walk *walk, const char *text)
{
    struct view view;
    unsigned long circle = 0;
    const char *blank = strncmp(text, "around ", strlen("around ")) == 0 ? strchr(text, ' ') : NULL;
    const char *number = blank != NULL ? blank + 1 : text;
    timeline_view(walk->timeline, walk->step, walk->viewer, &view);
    if (number[0] == '\0') {
        show_board(walk->show, walk->board, &view, walk->ascii);
    } else if (read_count(number, walk->board->circles, &circle) && circle > 0) {
        show_around(walk->show, walk->board, &view, (unsigned)circle, walk->ascii);
    } else {
        say(walk, "board, or board around CIRCLE.");
    }
}

static void run_sheet(struct walk *walk, const char *text)
{
    struct view view;
    (void)text;
    timeline_view(walk->timeline, walk->step, walk->viewer, &view);
    show_sheet(walk->show, &view);
}

static void run_state(struct walk *walk, const char *text)
{
    (void)text;
    walk_state(walk);
}

static void run_deduce(struct walk *walk, const char *text)
{
    static struct deduction deduction; /* large */
    unsigned long circle = 0;
    if (text[0] != '\0' && (!read_count(text, walk->board->circles, &circle) || circle == 0)) {
        say(walk, "deduce, or deduce CIRCLE.");
    } else if (!timeline_deduce(walk->timeline, walk->board, walk->step, (unsigned)circle, &deduction)) {
        say(walk, "There is no memory to deduce anything.");
    } else if (circle != 0) {
        deduction_tell_ways(&deduction, walk->show.line, walk->show.context);
    } else {
        deduction_tell(&deduction, walk->show.line, walk->show.context);
    }
}

static void run_whatif(struct walk *walk, const char *text)
{
    static struct deduction deduction;
    (void)text;
    if (timeline_deduce(walk->timeline, walk->board, walk->step, 0, &deduction)) {
        deduction_tell_searches(&deduction, walk->show.line, walk->show.context);
    } else {
        say(walk, "There is no memory to deduce anything.");
    }
}

static void run_log(struct walk *walk, const char *text)
{
    (void)text;
    for (size_t step = 0; step <= walk->step; step++) {
        walk_events(walk, step);
    }
}

static void run_save(struct walk *walk, const char *text)
{
    char why[400];
    if (text[0] == '\0') {
        say(walk, "save FILE.");
    } else if (record_file_save(timeline_record(walk->timeline), text, why, sizeof why)) {
        tell(walk, "The record is in %s.", text);
    } else {
        say(walk, why);
    }
}

static void run_quit(struct walk *walk, const char *text)
{
    (void)text;
    walk->over = true;
}

static void run_help(struct walk *walk, const char *text);

static const struct {
    const char *word, *short_form, *usage, *help;
    void (*run)(struct walk *walk, const char *text);
} commands[] = {
    {"next", "n", "next [N]", "the next action, or N; an empty line does the same", run_next},
    {"back", "b", "back [N]", "back by one action, or N", run_back},
    {"goto", "g", "goto N", "after the first N actions", run_goto},
    {"night", NULL, "night N", "to the beginning of a night or round", run_night},
    {"round", NULL, "round N", "the same", run_night},
    {"move", "m", "move CELL", "to Jack's move of this night: III, 7", run_move},
    {"as", NULL, "as WHO", "look as jack, police, public, all or a colour", run_as},
    {"play", "p", "play [SPEED]", "goes on by itself, SPEED actions a second; any line stops it", run_play},
    {"board", NULL, "board [around CIRCLE]", "the map, or a part of it", run_board},
    {"sheet", NULL, "sheet", "Jack's sheet, if the one you look as has it", run_sheet},
    {"state", NULL, "state", "where everything stands", run_state},
    {"log", NULL, "log", "everything up to here", run_log},
    {"deduce", "d", "deduce [CIRCLE]", "where Jack could be by what was known, or ways to a circle",
     run_deduce},
    {"whatif", NULL, "whatif", "what each search would have told", run_whatif},
    {"save", NULL, "save FILE", "writes the record to a new file", run_save},
    {"help", "?", "help", "this list", run_help},
    {"quit", "q", "quit", "ends", run_quit},
};

enum { COMMANDS = COUNT(commands) };

static void run_help(struct walk *walk, const char *text)
{
    (void)text;
    for (unsigned i = 0; i < COMMANDS; i++) {
        tell(walk, "  %-22s %s", commands[i].usage, commands[i].help);
    }
}

/* ---- Lines -------------------------------------------------------------------------------------- */

void walk_board(struct walk *walk)
{
    run_board(walk, "");
}

void walk_words(void (*each)(void *context, const char *word), void *context)
{
    for (unsigned i = 0; i < COMMANDS; i++) {
        each(context, commands[i].word);
    }
}

/* An empty line goes on, or stops what goes on by itself. */
void walk_line(struct walk *walk, const char *line)
{
    char word[24];
    bool stopped = walk->speed != 0;
    walk->speed = 0;
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t");
    if (length == 0 && stopped) {
        return;
    }
    (void)snprintf(word, sizeof word, "%.*s", length > 0 ? (int)length : 4, length > 0 ? line : "next");
    const char *rest = line + length + strspn(line + length, " \t");
    for (unsigned i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].word, word) == 0 ||
            (commands[i].short_form != NULL && strcmp(commands[i].short_form, word) == 0)) {
            commands[i].run(walk, rest);
            return;
        }
    }
    say(walk, "There is no such command here; help lists them.");
}
