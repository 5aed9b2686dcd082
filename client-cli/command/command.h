/*
 * command.h: the commands a player can type, parsed into structs.
 *
 * Plain mode, the command line of the full screen, tab completion and the help all use one table of commands.
 * Parsing is pure and needs only the view and the legal choices; play_run() executes commands.
 *
 *     move 103        coach 69 56      alley 12       boat 7       escape 90     walk yellow 124
 *     search 99       search red 99    search red all  arrest 100   pass          pass red
 *     hideout 90      kill 65          women 3,65,84 147,158  (marked, then unmarked)   women auto
 *     patrols 12=red 35=false ...      patrols auto    wretched 65 66     reveal 35
 *     letter dear_boss 12 35           undo  resign  say ...  police ...  gallery ...
 *     board  board around 65  sheet  log [N]  who  legal  help [COMMAND]  clock
 *     deduce          deduce 12        whatif         bot blue hard           back
 *
 * Numbers are separated by spaces or commas. Any unique prefix of a command works, and the most common ones
 * have short forms. Except after free text, a line can end in a comment, "# like this".
 */
#ifndef GASLIGHT_COMMAND_H
#define GASLIGHT_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "client-cli/text/sentences.h"
#include "common/view/view.h"

enum command_kind {
    COMMAND_NOTHING,    /* an empty line */
    COMMAND_ACT,        /* `action` */
    COMMAND_SEARCH_ALL, /* `pawn` searches circles, nearest first, until a clue is found */
    COMMAND_UNDO,
    COMMAND_REDO,
    COMMAND_TAKEBACK, /* asks everyone to take back the last action */
    COMMAND_AGREE,    /* `text`: takeback, seat, or "" if only one of them is asked for */
    COMMAND_REFUSE,
    COMMAND_CONSENT, /* to commentators; `text`: "no" or "" */
    COMMAND_RESIGN,
    COMMAND_HINT,
    COMMAND_SUGGEST, /* `text`: easy, normal, medium or hard, as on the wire */
    COMMAND_SAY,     /* `audience`, `text` */
    COMMAND_MARK,    /* `circle`, `text`: suspect, cleared or none */
    COMMAND_ROUTE,   /* `route`; empty: remove it */
    COMMAND_POINT,   /* `circle` */
    COMMAND_BACK,    /* the player takes over again from a bot */
    /* information */
    COMMAND_BOARD, /* `circle`: the part around it; 0: all */
    COMMAND_SHEET,
    COMMAND_LOG, /* `number` of lines; 0: all */
    COMMAND_WHO,
    COMMAND_LEGAL,
    COMMAND_STATE, /* the state of the game, in sentences */
    COMMAND_CLOCK,
    COMMAND_AWAIT,  /* `number` of seconds; 0: any time */
    COMMAND_DEDUCE, /* `circle`: the paths to it; 0: everything */
    COMMAND_WHATIF,
    COMMAND_HELP,   /* `text`: a command, "all" or "" */
    COMMAND_LEARN,  /* `text`: a chapter or term of How to play, or "" */
    COMMAND_LESSON, /* `text`: show, own or follow */
    /* tables */
    COMMAND_TABLES, /* `text`: more, for the next page, or "" */
    COMMAND_MINE,
    COMMAND_ARCHIVE, /* `text`: a filter, or "" */
    COMMAND_STATS,   /* `text`: "me", a name at the table, a player's id, or "" for the server */
    COMMAND_CREATE,  /* `text`: game and options */
    COMMAND_JOIN,    /* `text`: table or invite; `pawns` */
    COMMAND_WATCH,   /* `text` */
    COMMAND_PAWNS,   /* `pawns` */
    COMMAND_START,
    COMMAND_LEAVE,
    COMMAND_KICK,     /* `text`: a name */
    COMMAND_HOST,     /* `text` */
    COMMAND_SEAT,     /* `text`: a name, `pawns` */
    COMMAND_BOT,      /* `pawns`, `text`: a level, "": the table's, or none */
    COMMAND_AWAY,     /* `number`: days; 0: back */
    COMMAND_SETTINGS, /* as COMMAND_CREATE, without the game; what is not given stays */
    COMMAND_REMATCH,  /* `text`: swap, keep or choose; "": swap */
    COMMAND_SHARE,    /* `text`: on or off */
    COMMAND_RECORD,   /* `text`: the file to write it to */
    COMMAND_RENAME,   /* `text` */
    COMMAND_FORCED,   /* `text`: on or off */
    COMMAND_CODE,     /* a one-time code for another device */
    COMMAND_NOTIFY,   /* `text`: what to change about notifications, or "" */
    COMMAND_QUIT,
    COMMAND_KIND_COUNT
};

enum { COMMAND_ROUTE_MAX = 40 };

enum audience_kind { SAY_TABLE, SAY_POLICE, SAY_GALLERY, SAY_COMMENTARY };

struct command {
    enum command_kind kind;
    struct action action;
    enum pawn pawn;
    enum audience_kind audience;
    unsigned circle, number, pawns;
    char text[2048];
    bool logged; /* the front end's log shows the effect, so only errors are answered */
    /* COMMAND_CREATE: `text`, parsed. */
    enum game_kind game;
    uint32_t options;
    bool is_private;
    char aids[8];       /* "off", "sets" or "full"; "": not given */
    unsigned clock;     /* seconds per action; 0: no limit */
    char night[64];     /* "23:00-07:00", perhaps with "@Europe/Rome", or "off"; "": not given */
    bool sets_days_off; /* `days_off` was given */
    unsigned days_off;
    char level[8], pace[8]; /* of bots; "": not given */
    char commentary[8];     /* "on" or "off": whether there may be commentators; "": not given */
    char spectator_aids[8]; /* "on" or "off": whether spectators may use the aids; "": not given */
    char counts[8];         /* "on" or "off": whether a private game counts in statistics; "": not given */
    /* COMMAND_SETTINGS: which of the others were given. */
    bool sets_options, sets_private, sets_clock;
    unsigned route_length;
    uint8_t route[COMMAND_ROUTE_MAX];
};

/* What a line is parsed against; members may be NULL or 0 (no table, no game yet). */
struct command_scope {
    const struct board *board;
    const struct view *view;
    const struct viewed_legal *legal;
    unsigned pawns; /* mask of the player's pawns that may act now */
    /* A new seed for each line, for `patrols auto` and `women auto`. */
    uint64_t chance;
    /* For completion: the players at the table, those who watch, and the ids of known tables. */
    const char *const *names, *const *watchers;
    size_t name_count, watcher_count;
    const char *const *tables;
    size_t table_count;
};

/*
 * Parses a line. If an action names no pawn, the pawn is the only one of the player's that can do it. Returns false if
 * the line cannot be understood; `error_text` is then a sentence that says what is wrong, or the usage.
 */
bool command_parse(const char *line, const struct command_scope *scope, struct command *command,
                   char *error_text, size_t capacity);

/* Returns the game that a word names or abbreviates; GAME_KIND_COUNT if none or both. */
enum game_kind command_game(const char *word);

/* Returns the bot level that a word names or abbreviates: novice, easy, normal, hard or master; NULL if none or several. */
const char *command_bot_level(const char *word);

/* Returns the line one would type for an action: "walk yellow 124". */
struct sentence command_line(const struct action *action);

/*
 * Calls `each` with every complete word that could stand at the end of `line`. The word being completed begins after
 * the last blank or comma; it may contain a = ("12=red").
 */
void command_complete(const char *line, const struct command_scope *scope,
                      void (*each)(void *context, const char *word), void *context);

/* Writes the help for one command, for those available now (""), or for all of them ("all"). */
void command_help(const char *word, const struct command_scope *scope,
                  void (*line)(void *context, const char *text), void *context);

/*
 * Writes what `legal` prints: one example for each kind of action and policeman. The alternatives follow in a comment,
 * so that each line can be typed as it is.
 */
void command_list_legal(const struct command_scope *scope, void (*line)(void *context, const char *text),
                        void *context);

#endif
