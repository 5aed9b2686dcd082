/*
 * command.h: what a person types, as data.
 *
 * One table of commands with their words, help and how they are read; plain mode, the full screen's
 * command line, tab completion and the help all come from it. Reading is pure and needs only the view and
 * the legal choices; doing it is play.c's.
 *
 *     move 103        coach 69 56      alley 12       boat 7       escape 90     walk yellow 124
 *     search 99       search red 99    search red all  arrest 100   pass          pass red
 *     hideout 90      kill 65          women 3,65,84 147,158  (marked, then unmarked)   women auto
 *     patrols 12=red 35=false ...      patrols auto    wretched 65 66     reveal 35
 *     letter dear_boss 12 35           undo  resign  say ...  police ...  gallery ...
 *     board  board around 65  sheet  log [N]  who  legal  help [COMMAND]  clock
 *     deduce          deduce 12        whatif         bot blue hard           back
 *
 * Numbers are separated by spaces or commas. The beginning of a command's word is enough if no other
 * begins so; the most used have a short form besides. What is not free text may end in a comment, "# like
 * this".
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
    COMMAND_SEARCH_ALL, /* `pawn` searches, nearest first, until he finds something */
    COMMAND_UNDO,
    COMMAND_RESIGN,
    COMMAND_SUGGEST, /* `text`: easy, normal, medium or hard */
    COMMAND_SAY,     /* `audience`, `text` */
    COMMAND_MARK,    /* `circle`, `text`: suspect, cleared or none */
    COMMAND_BACK,    /* who is stood in for plays again */
    /* to look at */
    COMMAND_BOARD, /* `circle`: around it, 0: all */
    COMMAND_SHEET,
    COMMAND_LOG, /* `number` of lines, 0: all */
    COMMAND_WHO,
    COMMAND_LEGAL,
    COMMAND_STATE, /* where everything stands, in sentences */
    COMMAND_CLOCK,
    COMMAND_DEDUCE, /* `circle`: the ways there, 0: everything */
    COMMAND_WHATIF,
    COMMAND_HELP, /* `text`: about that command, or "" */
    /* tables */
    COMMAND_TABLES,
    COMMAND_MINE,
    COMMAND_ARCHIVE,
    COMMAND_CREATE, /* `text`: game and options */
    COMMAND_JOIN,   /* `text`: table or invite; `pawns` */
    COMMAND_WATCH,  /* `text` */
    COMMAND_PAWNS,  /* `pawns` */
    COMMAND_START,
    COMMAND_LEAVE,
    COMMAND_KICK, /* `text`: a name */
    COMMAND_HOST, /* `text` */
    COMMAND_SEAT, /* `text`: a name, `pawns` */
    COMMAND_BOT,  /* `pawns`, `text`: a level, or none */
    COMMAND_REMATCH,
    COMMAND_RECORD, /* `text`: the file to write it to */
    COMMAND_RENAME, /* `text` */
    COMMAND_CODE,   /* a one-time code for another device */
    COMMAND_QUIT,
    COMMAND_KIND_COUNT
};

enum audience_kind { SAY_TABLE, SAY_POLICE, SAY_GALLERY };

struct command {
    enum command_kind kind;
    struct action action;
    enum pawn pawn;
    enum audience_kind audience;
    unsigned circle, number, pawns;
    char text[2048];
    bool logged; /* by the front end: the log shows what it did, so only a refusal is answered */
    /* COMMAND_CREATE: `text`, understood. */
    enum game_kind game;
    uint32_t options;
    bool is_private;
    char aids[8];           /* "off", "sets" or "full"; "": not said */
    unsigned clock;         /* seconds an action may take; 0: any */
    char level[8], pace[8]; /* of bots; "": not said */
};

/* What a line is read against; members may be NULL or 0 (no table, no game yet). */
struct command_scope {
    const struct board *board;
    const struct view *view;
    const struct viewed_legal *legal;
    unsigned pawns; /* mine that may act now, a mask */
    /* A seed the caller draws for each line: faces of `patrols auto`, circles of `women auto`. */
    uint64_t chance;
    /* For completion: the players at the table, and the ids of tables one could go to. */
    const char *const *names;
    size_t name_count;
    const char *const *tables;
    size_t table_count;
};

/*
 * Reads a line. An action whose pawn is left out takes the one that can do it, if only one of mine can.
 * False: `complaint` is one sentence that says what is wrong, or how the command is written.
 */
bool command_parse(const char *line, const struct command_scope *place, struct command *command,
                   char *error_text, size_t capacity);

/* The game that a word is or, alone of all, begins; GAME_KIND_COUNT: none. */
enum game_kind command_game(const char *word);

/* The level of bots that a word is or, alone of all, begins: novice, easy, normal or hard; NULL: none. */
const char *command_bot_level(const char *word);

/* The line one would type for an action: "walk yellow 124". */
struct sentence command_line(const struct action *action);

/*
 * Calls `each` with every word that could stand at the end of `line`, whole words, in order. The word that
 * is being completed begins after the last blank or comma; it may have an = in it ("12=red").
 */
void command_complete(const char *line, const struct command_scope *place,
                      void (*each)(void *context, const char *word), void *context);

/* The lines of help: of one command, of all that make sense now (""), or of all there are ("all"). */
void command_help(const char *word, const struct command_scope *place,
                  void (*line)(void *context, const char *text), void *context);

/*
 * Every action that can be typed now, one example line for each kind and policeman: what "legal" prints.
 * The other choices stand in a comment, so the line can be typed back as it is.
 */
void command_list_legal(const struct command_scope *place, void (*line)(void *context, const char *text),
                        void *context);

#endif
