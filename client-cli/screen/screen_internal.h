/*
 * screen_internal.h: shared by the files of the full screen: the state of a run, its pages and their helpers.
 *
 * Calls go downwards only: screen.c and screen_updates.c call screen_pages.c, which calls the pages; pages call
 * screen_keys.c, screen_look.c, screen_review.c, screen_deduce.c, screen_commands.c, screen_learn.c, screen_table_choice.c,
 * screen_typing.c and screen_base.c, in this order.
 */
#ifndef GASLIGHT_SCREEN_INTERNAL_H
#define GASLIGHT_SCREEN_INTERNAL_H

#include "client-cli/choice/choice.h"
#include "client-cli/screen/map_view.h"
#include "client-cli/screen/panels.h"
#include "client-cli/screen/screen.h"
#include "client-cli/terminal/line_edit.h"
#include "client-cli/terminal/popup.h"
#include "client-cli/terminal/terminal.h"
#include "client-cli/text/sentences.h"

struct screen;

/* ---- Keys ------------------------------------------------------------------------------------------ */

/*
 * One row of a table of keys. The help and the line of keys at the bottom list the rows that apply, in this order. A key
 * of a row that does not apply is still passed to `press`, which says why nothing can be done, unless another row
 * applies.
 */
struct screen_key {
    uint32_t key, other; /* other: a second key that does the same, or 0 */
    const char *shown;   /* in the help; NULL: covered by the row before */
    const char *help;
    void (*press)(struct screen *screen, const struct input_event *input);
    bool (*applies)(const struct screen *screen); /* NULL: always */
    const char *hint;                             /* in the line of keys: "o list"; NULL: only in the help */
};

struct screen_keys {
    const struct screen_key *row;
    size_t count;
};

/* ---- Pages ----------------------------------------------------------------------------------------- */

enum page_id { PAGE_LOBBY, PAGE_ROOM, PAGE_TABLE, PAGE_REPLAY, PAGE_COUNT };

enum { CREATE_SETTINGS = 9 };

/* The lobby has three lists, each a heading and its rows; `current` counts the rows of all lists. */
struct lobby_page_state {
    int current;
    bool listed;               /* all lists have arrived; before that, rows above the cursor may be missing */
    char at[MODEL_ID_MAX + 1]; /* once listed, the table or game the cursor stays on; "": none */
    int top;
    bool asked;      /* the lists were requested since the lobby was entered, on this connection */
    unsigned ticks;  /* since my tables were last requested: the server does not push moves made there */
    bool create;     /* the form for a new table is open */
    bool settings;   /* ... or the same form for the settings of an open table */
    unsigned filter; /* which finished games are listed */
    int field;       /* of the form */
    enum game_kind game;
    uint32_t options;
    bool is_private;
    unsigned setting[CREATE_SETTINGS]; /* index into the values of each */
    unsigned kept; /* mask of settings with a value that the form does not offer, and that stays */
};

struct room_page_state {
    int current; /* the selected pawn */
    int first_y; /* the row the first pawn was drawn at */
};

enum { ANNOUNCEMENTS_MAX = 4 };

struct announcement {
    enum ink ink;
    char text[SENTENCE_MAX + 40];
};

struct announcements {
    char table[MODEL_ID_MAX + 1]; /* where they were made */
    unsigned seen;                /* the model's `pushed` when last looked at */
    unsigned count;
    struct announcement line[ANNOUNCEMENTS_MAX]; /* the oldest first */
};

/* An earlier moment of the game. */
struct look_back {
    bool on;
    bool shown;         /* `view` has arrived */
    bool waits;         /* for a reply */
    size_t step, asked; /* which is wanted, and which was requested last */
    size_t total;       /* 0 until it is known */
    unsigned since;     /* the last event when looking back began */
    struct view view;
};

enum { ABSENT_CHOICES_MAX = 26 };

/* Who plays for an absent player. */
struct absent_choice {
    unsigned pawns;
    char name[MODEL_NAME_MAX + 1]; /* "": a stand-in bot */
};

struct absent_choices {
    unsigned count;
    struct absent_choice choice[ABSENT_CHOICES_MAX];
};

struct table_page_state {
    struct absent_choices absent; /* the list that was opened last */
    struct look_back back;
    char back_table[MODEL_ID_MAX + 1]; /* the table of `back` */
    struct announcements announcements;
    struct map_notes own; /* Jack's private notes */
    unsigned points;      /* of the model, when last shown */
    size_t lines_seen;    /* of the log, when it was scrolled back */
    struct map_view map_view;
    struct choice choice;
    bool chooses;               /* `choice` is up to date */
    bool hide;                  /* Jack's secrets are hidden */
    struct map_look shown_look; /* to restore when they are shown again */
    size_t log_up;              /* lines scrolled back */
    enum heat heat;             /* which deduction is shown */
    bool scroll_pending;        /* ... and the map will scroll to it */
    unsigned seconds;           /* on the clock when last drawn */
};

struct replay_page_state {
    struct timeline *timeline;
    bool owned; /* the timeline is freed when the page is left */
    size_t step;
    struct viewer viewer;
    const struct board *board;
    struct board *own_board;  /* NULL: `board` belongs to the run */
    struct model_table table; /* with the names of the players */
    struct view view;
    bool playing;
    unsigned speed, ticks;
    struct map_view map_view;
    enum heat heat;
    struct deduction deduction; /* of this step, unless `heat` is off */
    struct review *review;      /* NULL until it is asked for */
    size_t lines, shown;        /* of the whole game, and up to this step */
    struct model_line *line;
    size_t log_up;
};

/* What happens to text typed into the last line. Each kind of input is a constant in the file that begins it. */
struct typing {
    const char *prompt;
    void (*done)(struct screen *screen, const char *text); /* Enter; never with an empty text */
    bool remembered;                                       /* has the history of commands and chat */
    bool completes;                                        /* Tab completes commands */
    /* Not NULL: a number of up to three digits, passed on as it is typed; any other key ends it. */
    void (*follow)(struct screen *screen, const char *text);
};

struct screen {
    uv_loop_t loop;
    uv_prepare_t before_waiting; /* redraws once before the loop waits again */
    uv_timer_t clock;            /* ticks: connection countdown, replay, clocks */
    uv_timer_t limit;            /* limits the time closing may take */
    struct terminal *terminal;
    struct canvas canvas;
    struct play *play; /* NULL: a replay from a file */
    const struct model *model;
    bool watch_only;

    struct lobby_page_state lobby;
    struct room_page_state room;
    struct table_page_state table;
    struct replay_page_state replay;

    struct popup popup;
    enum page_id popup_page;                          /* the page it was opened on */
    void (*chosen)(struct screen *screen, int index); /* runs when a list item or "yes" is chosen */
    const struct typing *typing;                      /* NULL: nothing is being typed */
    struct line_edit line;
    struct line_history history;
    char notice[SENTENCE_MAX + 100]; /* the last answer, shown in the last line */
    bool notice_good;
    bool notice_waits; /* it says that the server has not answered yet */

    unsigned input_count; /* input events so far */
    unsigned asked_at;    /* the same when something was requested that opens by itself */
    bool help_requested;  /* the page asks for its help; screen_pages.c opens it */
    bool dirty, over;
    int status;
    int signal; /* the signal that ended the run, or 0 */
    char final_message[500];
    unsigned turns_rung;
};

/* ---- screen_base.c: used by every page -------------------------------------------------------------- */

enum page_id screen_current_page(const struct screen *screen);
void screen_end(struct screen *screen, int status);

/* Shows a sentence in the last line until the next key; `good` is false for refusals. */
__attribute__((format(printf, 3, 4))) void screen_notice(struct screen *screen, bool good, const char *format,
                                                         ...);

/* Opens a popup; `chosen` may be NULL. */
void screen_popup(struct screen *screen, enum popup_kind kind, const char *title,
                  void (*chosen)(struct screen *screen, int index));
__attribute__((format(printf, 2, 3))) void screen_popup_line(struct screen *screen, const char *format, ...);

/* For tables of keys: asks for the help of the page. */
void screen_press_help(struct screen *screen, const struct input_event *input);

/* Return the map of the current page, and what it shows; NULL if there is none. */
struct map_view *screen_map_view(struct screen *screen);
const struct view *screen_view(const struct screen *screen);

/* Returns how far a key moves in a list: arrows, Page Up and Down, Home, End, and j k g G; 0: not at all. */
int screen_list_step(const struct input_event *input);

int screen_prompt_rows(const struct screen *screen, const char *prompt);

/* ---- screen_typing.c -------------------------------------------------------------------------------- */

void typing_begin(struct screen *screen, const struct typing *typing, const char *text);
void typing_end(struct screen *screen);
bool typing_input(struct screen *screen, const struct input_event *input); /* false: not for the line */
int typing_draw(struct screen *screen, int y);                             /* returns the cursor's column */

/* ---- screen_table_choice.c -------------------------------------------------------------------------- */

/* Returns whether crossings can be picked now, and no circles: then numbers are those of crossings. */
bool table_picks_crossings(const struct screen *screen);

/* Goes to a place typed as a number; returns false if there is no such place. */
bool table_go_to(struct screen *screen, const char *number);

/* Picks a place, or says why it cannot be picked. */
void table_pick(struct screen *screen, struct map_place place);

/* Highlights what can be picked and puts the cursor there. */
void table_targets(struct screen *screen);

/* ---- screen_commands.c ------------------------------------------------------------------------------ */

void screen_do_line(struct screen *screen, const char *line);
__attribute__((format(printf, 2, 3))) void screen_do(struct screen *screen, const char *format, ...);
void screen_do_command(struct screen *screen, const struct command *command);

/* Opens the last line for a command or for chat. */
void screen_type_command(struct screen *screen, const char *text);
void screen_type_chat(struct screen *screen, enum audience_kind audience);

/* The same for tables of keys; spectators talk to spectators. */
void screen_press_command(struct screen *screen, const struct input_event *input);
void screen_press_chat(struct screen *screen, const struct input_event *input);

/* ---- screen_review.c -------------------------------------------------------------------------------- */

/* Opens the review of the replay's game, or says why there is none. */
void review_popup(struct screen *screen);

/* Returns the step of the next or previous decisive moment and says what it is; the current step if there is none. */
size_t review_next_moment(struct screen *screen, bool forward);

/* ---- screen_deduce.c -------------------------------------------------------------------------------- */

/* Shows a deduction on the map; NULL or HEAT_OFF removes it. */
void deduce_show(struct map_look *look, const struct deduction *deduction, enum heat heat);

/* Returns the circle under the cursor if trails to it can be requested, or 0. */
unsigned deduce_circle(const struct map_look *look, const struct deduction *deduction);

/* Scrolls to the most likely circle. */
void deduce_scroll(struct map_view *map_view, const struct deduction *deduction, enum heat heat);
void deduce_scroll_at_table(struct screen *screen);

const struct deduction *deduce_at_table(const struct screen *screen); /* NULL: none is shown */
void deduce_tick(struct screen *screen);
void deduce_update(struct screen *screen); /* the model changed */
void deduce_press(struct screen *screen, const struct input_event *input);
void deduce_press_searches(struct screen *screen, const struct input_event *input);
void deduce_popup(struct screen *screen, enum command_kind kind, const struct deduction *deduction);

/* ---- screen_announce.c ------------------------------------------------------------------------------ */

void announce_update(struct screen *screen); /* the model changed */
void announce_dismiss(struct screen *screen);
void announce_draw(struct screen *screen, struct map_window map);

/* ---- screen_table_end.c ----------------------------------------------------------------------------- */

void notes_press_mark(struct screen *screen, const struct input_event *input);
void notes_press_route(struct screen *screen, const struct input_event *input);
void notes_press_point(struct screen *screen, const struct input_event *input);
void notes_press_overview(struct screen *screen, const struct input_event *input);
void notes_show(struct screen *screen); /* puts all marks on the map */

void end_press_replay(struct screen *screen, const struct input_event *input);
void end_press_rematch(struct screen *screen, const struct input_event *input);
void end_press_save(struct screen *screen, const struct input_event *input);
void end_press_share(struct screen *screen, const struct input_event *input);

/* ---- screen_back.c: looking back while the game goes on --------------------------------------------- */

void back_press(struct screen *screen, const struct input_event *input); /* for tables of keys: [ and ] */
bool back_input(struct screen *screen, const struct input_event *input); /* false: handle it as usual */
void back_live(struct screen *screen);                                   /* returns to the live game */
struct screen_keys back_keys(void);
bool back_is_shown(const struct screen *screen);
void back_text(const struct screen *screen, char *text, size_t capacity); /* the prompt */
struct map_look back_look(const struct map_look *live); /* how the map of an earlier moment is shown */

/* ---- screen_look.c: the look cursor ----------------------------------------------------------------- */

/* For tables of keys: asks for a circle and looks at it. */
void look_press_find(struct screen *screen, const struct input_event *input);

/* Handles input while the player looks around; returns false if it is for something else. */
bool look_input(struct screen *screen, const struct input_event *input);

/* Stops looking; the cursor returns to where it was. */
void look_end(struct screen *screen);

/* Writes what is known about the circle that the player looks at; returns false if they are not looking. */
bool look_text(const struct screen *screen, char *text, size_t capacity);

/* ---- screen_learn.c: how to play ------------------------------------------------------------------- */

void learn_press(struct screen *screen,
                 const struct input_event *input); /* for tables of keys: the chapters */
void learn_list(struct screen *screen);
void learn_show(struct screen *screen, const char *name); /* a chapter or a term */

/* ---- screen_keys.c ---------------------------------------------------------------------------------- */

/* Returns the keys that work on every page, and those of every page with a map. */
struct screen_keys screen_common_keys(void);

/* Runs the row that takes this input and applies; with `anyway`, also one that does not. Returns false if there is none. */
bool screen_press(struct screen *screen, struct screen_keys keys, const struct input_event *input,
                  bool anyway);

/* Adds the rows that apply to the popup. */
void screen_help_keys(struct screen *screen, struct screen_keys keys);

/* Says that a key does nothing here. */
void screen_unknown_key(struct screen *screen, const struct input_event *input);

/* Draws the last two lines of a page: the prompt and, unless something is typed, a notice or the page's keys. */
void screen_draw_bottom(struct screen *screen, const struct screen_layout *layout, enum ink ink,
                        const char *prompt, struct screen_keys keys, const char *right);

/* ---- Pages ------------------------------------------------------------------------------------------ */

/* screen_absent.c: the list of who can play for absent players. */
void absent_press(struct screen *screen, const struct input_event *input);
bool absent_applies(const struct screen *screen);

/* Draw the form for a new table over the lobby, and handle its input. */
void create_draw(struct screen *screen);
void create_input(struct screen *screen, const struct input_event *input);
void create_begin_settings(struct screen *screen); /* opens the form for the settings of the open table */

struct screen_keys table_keys(void);
bool table_input(struct screen *screen, const struct input_event *input);
void table_close_list(struct screen *screen); /* for when its actions are no longer possible */

void replay_open(struct screen *screen, struct timeline *timeline, bool owned, size_t step,
                 struct viewer viewer);
void replay_close(struct screen *screen);

/* Fetches the record of a finished game and opens it. */
void replay_fetch(struct screen *screen, const char *table);

void lobby_listed(struct screen *screen); /* everything requested has arrived */

/* A page as the pages above it see it. Pages do not call each other, except that lobby and table open a replay. */
struct screen_page {
    const char *title; /* of its help */
    void (*draw)(struct screen *screen);
    bool (*input)(struct screen *screen, const struct input_event *input); /* false: for none of its keys */
    struct screen_keys (*keys)(void);                                      /* listed by its help */
    void (*introduce)(struct screen *screen); /* adds the first lines of its help; may be NULL */
    void (*tick)(struct screen *screen);      /* every tick while it is shown; may be NULL */
    void (*update)(struct screen *screen);    /* the model changed, shown or not; may be NULL */
};

extern const struct screen_page lobby_page, room_page, table_page, replay_page;

/* ---- screen_pages.c --------------------------------------------------------------------------------- */

void pages_draw(struct screen *screen);
void pages_input(struct screen *screen, const struct input_event *input);
void pages_tick(struct screen *screen);
void pages_update(struct screen *screen);

/* ---- screen_updates.c ------------------------------------------------------------------------------- */

struct play_hooks screen_hooks(struct screen *screen);

#endif
