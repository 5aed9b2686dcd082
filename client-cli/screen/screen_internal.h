/*
 * screen_internal.h: what the files of the full screen share: one run, its pages, and what every page can do.
 */
#ifndef GASLIGHT_SCREEN_INTERNAL_H
#define GASLIGHT_SCREEN_INTERNAL_H

#include "client-cli/choice/choice.h"
#include "client-cli/screen/line_edit.h"
#include "client-cli/screen/map_view.h"
#include "client-cli/screen/panels.h"
#include "client-cli/screen/popup.h"
#include "client-cli/screen/screen.h"
#include "client-cli/screen/terminal.h"
#include "client-cli/text/sentences.h"

struct screen;

/* ---- Keys ------------------------------------------------------------------------------------------ */

/* One row of a page's table: the help is made from it, in this order. */
struct screen_key {
    uint32_t key, other; /* other: a second key for the same, or 0 */
    const char *shown;   /* as the help writes it; NULL: with the row before */
    const char *help;
    void (*press)(struct screen *screen, const struct input_event *input);
};

struct screen_keys {
    const struct screen_key *row;
    size_t count;
};

/* ---- Pages ----------------------------------------------------------------------------------------- */

enum screen_page { PAGE_LOBBY, PAGE_ROOM, PAGE_TABLE, PAGE_REPLAY, PAGE_COUNT };

enum { CREATE_SETTINGS = 4 };

/* A list of the lobby is a heading and its rows; `current` runs over all rows of all lists. */
struct lobby_page {
    int current;
    bool listed;               /* all lists are there; before, rows above the cursor may be missing ... */
    char at[MODEL_ID_MAX + 1]; /* ... and from then on it stays at this table or game; "": at none */
    int top;
    bool asked;     /* the lists have been asked for since the lobby was entered, over this connection */
    unsigned ticks; /* since one's own tables were asked for: others' moves there are not told */
    bool create;    /* the form for a new table is open */
    int field;      /* of the form */
    enum game_kind game;
    uint32_t options;
    bool is_private;
    unsigned setting[CREATE_SETTINGS]; /* index into what each may be */
};

struct room_page {
    int current; /* the pawn the keys are at */
    int first_y; /* where the pawns were drawn */
};

struct table_page {
    struct map_view map_view;
    struct choice choice;
    bool chooses;               /* `choice` is about what can be done now */
    bool hide;                  /* Jack's things are not shown */
    struct map_look shown_look; /* how one looked before */
    size_t log_up;              /* lines scrolled back */
    enum heat heat;             /* what of the deduction is shown */
    bool scroll_pending;        /* ... and is to come into the window */
    unsigned seconds;           /* on the clock, as they were drawn */
};

struct replay_page {
    struct timeline *timeline;
    bool owned; /* came from the archive, and goes when the page is left */
    size_t step;
    struct viewer viewer;
    const struct board *board;
    struct board *own_board;  /* NULL: borrowed from the run */
    struct model_table table; /* the names of who played */
    struct view view;
    bool playing;
    unsigned speed, ticks;
    struct map_view map_view;
    enum heat heat;
    struct deduction deduction; /* of the step, if `heat` is on */
    size_t lines, shown;        /* all of the game, and those up to the step */
    struct model_line *line;
    size_t log_up;
};

/* What is being typed into the last line. */
enum typing {
    TYPING_NOTHING,
    TYPING_COMMAND,
    TYPING_TABLE,
    TYPING_POLICE,
    TYPING_GALLERY,
    TYPING_PLACE,
    TYPING_JOIN,
    TYPING_RENAME,
    TYPING_SAVE,
    TYPING_STEP,
    TYPING_MOVE,
    TYPING_COUNT
};

struct screen {
    uv_loop_t loop;
    uv_prepare_t before_waiting; /* draws what has changed, once, before the loop waits again */
    uv_timer_t clock;            /* counts down to the next try, and plays a replay */
    uv_timer_t limit;            /* of the time its end may take */
    struct terminal *terminal;
    struct canvas canvas;
    struct play *play; /* NULL: a replay from a file */
    const struct model *model;
    bool watch_only;

    struct lobby_page lobby;
    struct room_page room;
    struct table_page table;
    struct replay_page replay;

    struct popup popup;
    enum screen_page popup_page;                      /* it was opened on */
    void (*chosen)(struct screen *screen, int index); /* of the popup's list or question */
    enum typing typing;
    struct line_edit line;
    struct line_history history;
    char notice[SENTENCE_MAX + 100]; /* the last answer */
    bool notice_good;
    bool notice_waits; /* it says that the server has not answered yet */

    unsigned input_count; /* so far ... */
    unsigned asked_at;    /* ... and when something was asked for that opens by itself */
    bool dirty, over;
    int status;
    int signal; /* that ended it, or 0 */
    char final_message[500];
    unsigned turns_rung;
};

/* ---- screen.c: every page --------------------------------------------------------------------------- */

enum screen_page screen_page(const struct screen *screen);
void screen_end(struct screen *screen, int status);
__attribute__((format(printf, 3, 4))) void screen_notice(struct screen *screen, bool good, const char *format,
                                                         ...);

/* Opens a popup; `chosen` may be NULL. */
void screen_popup(struct screen *screen, enum popup_kind kind, const char *title,
                  void (*chosen)(struct screen *screen, int index));
__attribute__((format(printf, 2, 3))) void screen_popup_line(struct screen *screen, const char *format, ...);

/* The row of a page's table for a input is pressed; false: there is none. */
bool screen_press(struct screen *screen, struct screen_keys keys, const struct input_event *input);

/* A popup with the keys of the page and the rules of the phase. */
void screen_help(struct screen *screen, const struct input_event *input);

/* The last two lines of a page: the prompt and, if nothing is typed, a notice or the hint. */
void screen_draw_bottom(struct screen *screen, const struct screen_layout *layout, enum ink ink,
                        const char *prompt, const char *hint, const char *right);
int screen_prompt_rows(const struct screen *screen, const char *prompt);

/* ---- screen_updates.c ---------------------------------------------------------------------------------- */

struct play_hooks screen_hooks(struct screen *screen);

/* ---- screen_typing.c -------------------------------------------------------------------------------- */

void typing_begin(struct screen *screen, enum typing typing, const char *text);
bool typing_input(struct screen *screen, const struct input_event *input); /* false: nothing is typed */
int typing_draw(struct screen *screen, int y);                             /* the cursor's column */

/* ---- screen_deduce.c -------------------------------------------------------------------------------- */

/* Puts a deduction on the map; NULL, or HEAT_OFF: takes it off. */
void deduce_show(struct map_look *look, const struct deduction *deduction, enum heat heat);

/* The circle under the cursor, if there are ways to it to be asked for; 0: none. */
unsigned deduce_circle(const struct map_look *look, const struct deduction *deduction);

/* Brings the likeliest circle into the window. */
void deduce_scroll(struct map_view *map_view, const struct deduction *deduction, enum heat heat);
void deduce_scroll_at_table(struct screen *screen);

const struct deduction *deduce_at_table(const struct screen *screen); /* NULL: none is shown */
void deduce_tick(struct screen *screen);
void deduce_update(struct screen *screen); /* the model changed */
void deduce_press(struct screen *screen, const struct input_event *input);
void deduce_press_searches(struct screen *screen, const struct input_event *input);
void deduce_popup(struct screen *screen, enum command_kind kind, const struct deduction *deduction);

/* ---- screen_commands.c ------------------------------------------------------------------------------ */

void screen_do_line(struct screen *screen, const char *line);
__attribute__((format(printf, 2, 3))) void screen_do(struct screen *screen, const char *format, ...);
void screen_do_command(struct screen *screen, const struct command *command);

/* ---- Pages ------------------------------------------------------------------------------------------ */

void lobby_update(struct screen *screen); /* the model changed */
void lobby_listed(struct screen *screen); /* all that was asked for has come */
void lobby_tick(struct screen *screen);
void lobby_draw(struct screen *screen);
void lobby_input(struct screen *screen, const struct input_event *input);
struct screen_keys lobby_keys(void);

/* The form of a new table, over the lobby. */
void create_draw(struct screen *screen);
void create_input(struct screen *screen, const struct input_event *input);

void room_draw(struct screen *screen);
void room_input(struct screen *screen, const struct input_event *input);
struct screen_keys room_keys(void);

void table_update(struct screen *screen);
void table_draw(struct screen *screen);
void table_tick(struct screen *screen);
void table_input(struct screen *screen, const struct input_event *input);
struct screen_keys table_keys_of_page(void);
bool table_go_to(struct screen *screen,
                 const char *number); /* what was typed as a place; false: no such place */
void table_pick(struct screen *screen, struct map_place place);
void table_targets(struct screen *screen);    /* lights up what can be picked, and puts the cursor there */
bool table_may_act(struct screen *screen);    /* or says why not */
void table_close_list(struct screen *screen); /* what it lists can no longer be done */
void table_act(struct screen *screen, const struct action *action);

void replay_open(struct screen *screen, struct timeline *timeline, bool owned, size_t step,
                 struct viewer viewer);
void replay_close(struct screen *screen);
void replay_draw(struct screen *screen);
void replay_input(struct screen *screen, const struct input_event *input);
void replay_tick(struct screen *screen);
void replay_save(struct screen *screen, const char *path);
void replay_step_to(struct screen *screen, const char *number);
void replay_move_to(struct screen *screen, const char *number); /* Jack's move of the night or round */
struct screen_keys replay_keys(void);

#endif
