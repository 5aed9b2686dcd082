/*
 * command_rows.c: the table of commands, one row each, and the conditions for offering them.
 *
 * The rows are in the order of the help. A new command needs a row here and, if its arguments are like no other's,
 * a parse function.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "client-cli/command/command_rows.h"
#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"
#include "client-cli/util/nearest.h"
#include "common/base/array.h"
#include "common/wire/action_json.h"

/* ---- When a command is available ---------------------------------------------------------------- */

static bool always(const struct command_row *row, const struct command_scope *scope)
{
    (void)row;
    (void)scope;
    return true;
}

static bool at_table(const struct command_row *row, const struct command_scope *scope)
{
    (void)row;
    return scope->board != NULL;
}

static bool before_start(const struct command_row *row, const struct command_scope *scope)
{
    (void)row;
    return scope->board != NULL && scope->view == NULL;
}

static bool in_game(const struct command_row *row, const struct command_scope *scope)
{
    (void)row;
    return scope->view != NULL;
}

static bool running(const struct command_row *row, const struct command_scope *scope)
{
    (void)row;
    return scope->view != NULL && scope->view->phase != PHASE_OVER;
}

static bool playing(const struct command_row *row, const struct command_scope *scope)
{
    return running(row, scope) && scope->view->pawns != 0;
}

static bool for_detectives(const struct command_row *row, const struct command_scope *scope)
{
    return running(row, scope) && scope->view->role == VIEWER_DETECTIVE;
}

static bool for_spectators(const struct command_row *row, const struct command_scope *scope)
{
    return in_game(row, scope) && (scope->view->pawns == 0 || scope->view->phase == PHASE_OVER);
}

static bool with_sheet(const struct command_row *row, const struct command_scope *scope)
{
    return in_game(row, scope) && (scope->view->knows & AUDIENCE_JACK) != 0;
}

static bool when_over(const struct command_row *row, const struct command_scope *scope)
{
    return in_game(row, scope) && scope->view->phase == PHASE_OVER;
}

static bool is_legal(const struct command_row *row, const struct command_scope *scope)
{
    return scope->legal != NULL && (scope->legal->shown.kinds & ACTION_BIT(row->action)) != 0;
}

static bool escape_is_legal(const struct command_row *row, const struct command_scope *scope)
{
    return is_legal(row, scope) && scope->legal->shown.escape != 0;
}

/* The host starts the game; in Whitehall, Jack then chooses the circle where he starts. */
static bool can_start(const struct command_row *row, const struct command_scope *scope)
{
    return before_start(row, scope) || is_legal(row, scope);
}

static bool can_suggest(const struct command_row *row, const struct command_scope *scope)
{
    (void)row;
    return scope->legal != NULL &&
           (scope->legal->shown.kinds & (ACTION_BIT(ACTION_HIDEOUT) | ACTION_BIT(ACTION_DISCOVERIES))) != 0;
}

/* ---- The rows ---------------------------------------------------------------------------------- */

/* The fields of an ordinary action. */
#define ACT(who, what) .kind = COMMAND_ACT, .actor = (who), .action = (what), .available = is_legal

static const struct command_row rows[] = {
    /* Jack */
    {"hideout", NULL, "CIRCLE", TEXT("choose the hideout: any circle that is not red"), GROUP_JACK,
     ACT(BY_JACK, ACTION_HIDEOUT), .parse = parse_act, .complete = complete_act},
    {"discoveries", NULL, "CIRCLE CIRCLE CIRCLE CIRCLE",
     TEXT("choose the four Discovery Locations, one per quadrant"), GROUP_JACK,
     ACT(BY_JACK, ACTION_DISCOVERIES), .parse = parse_discoveries, .complete = complete_act},
    {"suggest", NULL, "[easy|normal|hard|very_hard]", TEXT("suggest a hideout or Discovery Locations"),
     GROUP_JACK, COMMAND_SUGGEST, .available = can_suggest, .parse = parse_suggest,
     .complete = complete_level},
    {"women", NULL, "MARKED,... UNMARKED,... | auto",
     TEXT("place the women: first the marked ones, then the others"), GROUP_JACK, ACT(BY_JACK, ACTION_WOMEN),
     .parse = parse_women, .complete = complete_act},
    {"letter", NULL, "LETTER CROSSING CROSSING | goulston_street COLOUR", TEXT("play a Letter"), GROUP_JACK,
     ACT(BY_JACK, ACTION_LETTER), .crossings = true, .parse = parse_letter, .complete = complete_letter},
    {"kill", "k", "CIRCLE [CIRCLE]", TEXT("murder one of the Wretched; on night 3 two, in this order"),
     GROUP_JACK, ACT(BY_JACK, ACTION_KILL), .parse = parse_kill, .complete = complete_act},
    {"wait", NULL, "", TEXT("wait: you see one patrol, but the police move your targets"), GROUP_JACK,
     ACT(BY_JACK, ACTION_WAIT), .parse = parse_act},
    {"reveal", NULL, "CROSSING", TEXT("reveal a patrol"), GROUP_JACK, ACT(BY_JACK, ACTION_REVEAL),
     .crossings = true, .parse = parse_act, .complete = complete_act},
    {"reclaim", NULL, "alley|boat", TEXT("take back a used special move"), GROUP_JACK,
     ACT(BY_JACK, ACTION_RECLAIM), .parse = parse_act, .complete = complete_tile},
    {"move", "m", "CIRCLE", TEXT("move to an adjacent circle"), GROUP_JACK, ACT(BY_JACK, ACTION_MOVE),
     .parse = parse_act, .complete = complete_act},
    {"escape", "e", "[CIRCLE]", TEXT("go to the hideout and end the night"), GROUP_JACK, .kind = COMMAND_ACT,
     .actor = BY_JACK, .action = ACTION_MOVE, .available = escape_is_legal, .escape = true,
     .parse = parse_escape, .complete = complete_act},
    {"coach", "c", "CIRCLE CIRCLE", TEXT("take a coach via the first circle to the second"), GROUP_JACK,
     ACT(BY_JACK, ACTION_COACH), .parse = parse_act, .complete = complete_act},
    {"alley", NULL, "CIRCLE", TEXT("move across a block of houses"), GROUP_JACK, ACT(BY_JACK, ACTION_ALLEY),
     .parse = parse_act, .complete = complete_act},
    {"boat", NULL, "CIRCLE", TEXT("cross the water"), GROUP_JACK, ACT(BY_JACK, ACTION_BOAT),
     .parse = parse_act, .complete = complete_act},
    {"false_clue", "f", "CIRCLE", TEXT("place a false clue"), GROUP_JACK, ACT(BY_JACK, ACTION_FALSE_CLUE),
     .parse = parse_act, .complete = complete_act},

    /* the police */
    {"address", NULL, "CIRCLE", TEXT("name a circle as the hideout, once per game"), GROUP_POLICE,
     ACT(BY_HEAD, ACTION_ADDRESS), .parse = parse_act, .complete = complete_act},
    {"patrols", NULL, "CROSSING=COLOUR|false ... | auto", TEXT("place the seven patrols face down"),
     GROUP_POLICE, ACT(BY_HEAD, ACTION_PATROLS), .crossings = true, .parse = parse_patrols,
     .complete = complete_patrols},
    {"move_patrols", NULL, "FROM TO FROM TO", TEXT("move the two patrols that Jack chose"), GROUP_POLICE,
     ACT(BY_HEAD, ACTION_MOVE_PATROLS), .crossings = true, .parse = parse_move_patrols,
     .complete = complete_act},
    {"wretched", NULL, "FROM TO", TEXT("move one of the Wretched"), GROUP_POLICE,
     ACT(BY_HEAD, ACTION_WRETCHED), .parse = parse_act, .complete = complete_act},
    {"goulston", NULL, "COLOUR", TEXT("send a policeman to Goulston Street"), GROUP_POLICE,
     ACT(BY_HEAD, ACTION_GOULSTON), .parse = parse_act, .complete = complete_colour},
    {"deploy", "d", "[COLOUR] CROSSING", TEXT("start on a yellow crossing"), GROUP_POLICE,
     ACT(BY_POLICE, ACTION_DEPLOY), .crossings = true, .parse = parse_act, .complete = complete_act},
    {"walk", "w", "[COLOUR] CROSSING|stay [power]", TEXT("move up to two crossings"), GROUP_POLICE,
     ACT(BY_POLICE, ACTION_WALK), .crossings = true, .parse = parse_walk, .complete = complete_act},
    {"search", "s", "[COLOUR] CIRCLE|all [power]", TEXT("search a circle, or all until a clue is found"),
     GROUP_POLICE, ACT(BY_POLICE, ACTION_SEARCH), .parse = parse_search, .complete = complete_act},
    {"arrest", "a", "[COLOUR] [CIRCLE|all] [power]", TEXT("try an arrest on a circle, or on all if allowed"),
     GROUP_POLICE, ACT(BY_POLICE, ACTION_ARREST), .parse = parse_arrest, .complete = complete_act},
    {"rush", NULL, "[COLOUR] CROSSING", TEXT("move one more crossing instead of acting"), GROUP_POLICE,
     ACT(BY_POLICE, ACTION_RUSH), .crossings = true, .parse = parse_act, .complete = complete_act},
    {"smoker", NULL, "", TEXT("use Smoker instead of a search, once per game"), GROUP_POLICE,
     ACT(BY_YELLOW, ACTION_SMOKER), .parse = parse_act},

    /* all players */
    {"pass", "p", "[COLOUR]", TEXT("do nothing"), GROUP_GAME, ACT(BY_ANYBODY, ACTION_PASS),
     .parse = parse_act, .complete = complete_act},
    {"hint", NULL, "", TEXT("what a bot would do in your place, and why"), GROUP_GAME, COMMAND_HINT,
     .full_word_only = true, .available = playing, .parse = parse_nothing},
    {"undo", "u", "", TEXT("undo your last action"), GROUP_GAME, COMMAND_UNDO, .available = playing,
     .parse = parse_nothing},
    {"redo", NULL, "", TEXT("redo what you undid; only against bots"), GROUP_GAME, COMMAND_REDO,
     .available = playing, .parse = parse_nothing},
    {"takeback", NULL, "", TEXT("ask everyone to let you take back your last action"), GROUP_GAME,
     COMMAND_TAKEBACK, .available = playing, .parse = parse_nothing},
    {"agree", NULL, "[takeback|seat]",
     TEXT("agree to a takeback, or to a proposal about an absent detective's pawns"), GROUP_GAME,
     COMMAND_AGREE, .available = playing, .parse = parse_answer, .complete = complete_answer},
    {"refuse", NULL, "[takeback|seat]", TEXT("refuse a takeback or proposal, or withdraw yours"), GROUP_GAME,
     COMMAND_REFUSE, .available = playing, .parse = parse_answer, .complete = complete_answer},
    {"mark", NULL, "CIRCLE [suspect|cleared|none]", TEXT("mark a circle for your colleagues"), GROUP_GAME,
     COMMAND_MARK, .available = for_detectives, .parse = parse_mark, .complete = complete_mark},
    {"route", NULL, "[CIRCLE...]",
     TEXT("draw a possible trail for your colleagues; without circles: remove it"), GROUP_GAME, COMMAND_ROUTE,
     .available = for_detectives, .parse = parse_route},
    {"point", NULL, "CIRCLE", TEXT("point at a circle for your colleagues"), GROUP_GAME, COMMAND_POINT,
     .full_word_only = true, .available = for_detectives, .parse = parse_point},
    {"back", NULL, "", TEXT("take over again from the stand-in bot that plays for you"), GROUP_GAME,
     COMMAND_BACK, .available = playing, .parse = parse_nothing},
    {"resign", NULL, "", TEXT("resign; can't be abbreviated"), GROUP_GAME, COMMAND_RESIGN,
     .full_word_only = true, .available = playing, .parse = parse_nothing},

    /* information */
    {"state", NULL, "", TEXT("the state of the game"), GROUP_LOOK, COMMAND_STATE, .available = in_game,
     .parse = parse_nothing},
    {"legal", "l", "", TEXT("your possible actions, as lines to type"), GROUP_LOOK, COMMAND_LEGAL,
     .available = running, .parse = parse_nothing},
    {"board", "b", "[[around] CIRCLE]", TEXT("the map, or the part around a circle"), GROUP_LOOK,
     COMMAND_BOARD, .available = at_table, .parse = parse_board, .complete = complete_board},
    {"deduce", NULL, "[CIRCLE]", TEXT("where Jack may be, or possible trails to a circle"), GROUP_LOOK,
     COMMAND_DEDUCE, .available = in_game, .parse = parse_deduce},
    {"whatif", NULL, "", TEXT("what each search would reveal"), GROUP_LOOK, COMMAND_WHATIF,
     .available = running, .parse = parse_nothing},
    {"clock", NULL, "", TEXT("time left for this action"), GROUP_LOOK, COMMAND_CLOCK, .available = running,
     .parse = parse_nothing},
    {"await", NULL, "[SECONDS]", TEXT("wait until it is your turn or the game is over"), GROUP_LOOK,
     COMMAND_AWAIT, .available = in_game, .parse = parse_log},
    {"sheet", NULL, "", TEXT("Jack's sheet"), GROUP_LOOK, COMMAND_SHEET, .available = with_sheet,
     .parse = parse_nothing},
    {"log", NULL, "[NUMBER]", TEXT("what has happened, or only the last lines"), GROUP_LOOK, COMMAND_LOG,
     .available = at_table, .parse = parse_log},
    {"who", NULL, "", TEXT("the players and their pawns"), GROUP_LOOK, COMMAND_WHO, .available = at_table,
     .parse = parse_nothing},
    {"help", "h ?", "[COMMAND|all]", TEXT("this list, one command, or all commands"), GROUP_LOOK,
     COMMAND_HELP, .available = always, .parse = parse_help, .complete = complete_help},
    {"learn", NULL, "[CHAPTER|TERM]", TEXT("how to play: the chapters, one of them, or what a term means"),
     GROUP_LOOK, COMMAND_LEARN, .full_word_only = true, .available = always, .parse = parse_rest,
     .complete = complete_learn},
    {"lesson", NULL, "[show|own|follow]",
     TEXT("in a guided game: show what to do; do something else; follow the lesson again"), GROUP_LOOK,
     COMMAND_LESSON, .full_word_only = true, .available = in_game, .parse = parse_lesson},

    /* chat */
    {"say", NULL, "TEXT", TEXT("chat with everyone at the table"), GROUP_TALK, COMMAND_SAY,
     .available = at_table, .parse = parse_say},
    {"police", NULL, "TEXT", TEXT("chat with the other detectives only"), GROUP_TALK, COMMAND_SAY,
     .available = for_detectives, .parse = parse_say},
    {"commentary", NULL, "TEXT", TEXT("chat with the other commentators"), GROUP_TALK, COMMAND_SAY,
     .full_word_only = true, .available = for_spectators, .parse = parse_say},
    {"gallery", NULL, "TEXT", TEXT("chat with the other spectators"), GROUP_TALK, COMMAND_SAY,
     .available = for_spectators, .parse = parse_say},

    /* tables */
    {"tables", NULL, "[more]", TEXT("list the public tables, or more of them"), GROUP_TABLES, COMMAND_TABLES,
     .available = always, .parse = parse_tables},
    {"mine", NULL, "", TEXT("list your games"), GROUP_TABLES, COMMAND_MINE, .available = always,
     .parse = parse_nothing},
    {"archive", NULL, "[GAME] [VARIANT] [me|PLAYER] [as=jack|police] [won=jack|police]",
     TEXT("list finished games"), GROUP_TABLES, COMMAND_ARCHIVE, .available = always, .parse = parse_rest},
    {"stats", NULL, "[me|NAME|PLAYER]",
     TEXT("show results and ratings: your own, a player's, or the server's"), GROUP_TABLES, COMMAND_STATS,
     .available = always, .parse = parse_rest},
    {"create", NULL,
     "GAME [VARIANT...] [private] [aids=off|sets|full] [clock=SECONDS] [night=FROM-TO|off] [days-off=DAYS] "
     "[level=LEVEL] "
     "[pace=slow|normal|quick] [commentary=on|off] [spectator-aids=on|off] [counts=on|off]",
     TEXT("create a table"), GROUP_TABLES, COMMAND_CREATE, .available = always, .parse = parse_create,
     .complete = complete_create},
    {"join", "j", "TABLE|INVITE [PAWN...]", TEXT("join a table"), GROUP_TABLES, COMMAND_JOIN,
     .available = always, .parse = parse_join, .complete = complete_table},
    {"watch", NULL, "TABLE|INVITE", TEXT("watch a table"), GROUP_TABLES, COMMAND_WATCH, .available = always,
     .parse = parse_watch, .complete = complete_table},
    {"pawns", NULL, "PAWN...|police|none", TEXT("choose your pawns: jack, or any policemen"), GROUP_TABLES,
     COMMAND_PAWNS, .available = before_start, .parse = parse_pawns, .complete = complete_pawns},
    {"start", NULL, "[CIRCLE]", TEXT("start the game (host); with a circle: where Jack starts"), GROUP_TABLES,
     COMMAND_START, .actor = BY_JACK, .action = ACTION_START, .available = can_start, .parse = parse_start,
     .complete = complete_act},
    {"kick", NULL, "NAME", TEXT("remove a player before the game"), GROUP_TABLES, COMMAND_KICK,
     .full_word_only = true, .available = before_start, .parse = parse_text, .complete = complete_name},
    {"host", NULL, "NAME", TEXT("make another player the host"), GROUP_TABLES, COMMAND_HOST,
     .full_word_only = true, .available = at_table, .parse = parse_text, .complete = complete_name},
    {"seat", NULL, "PAWN... to NAME",
     TEXT("propose who plays an absent detective's pawns until they return; the detectives vote"),
     GROUP_TABLES, COMMAND_SEAT, .full_word_only = true, .available = for_detectives, .parse = parse_seat,
     .complete = complete_seat},
    {"bot", NULL, "PAWN...|police [novice|easy|normal|hard|master|none]",
     TEXT("let a bot play these pawns (during a game, at the table's level); none: remove the bot"),
     GROUP_TABLES, COMMAND_BOT, .full_word_only = true, .available = at_table, .parse = parse_bot,
     .complete = complete_bot},
    {"away", NULL, "DAYS|back", TEXT("tell the others that you are away for some days, or back"),
     GROUP_TABLES, COMMAND_AWAY, .full_word_only = true, .available = playing, .parse = parse_away},
    {"leave", NULL, "", TEXT("leave the table; in a running game you keep your seat"), GROUP_TABLES,
     COMMAND_LEAVE, .available = at_table, .parse = parse_nothing},
    {"settings", NULL,
     "[VARIANT...|none] [private|public] [aids=off|sets|full] [clock=SECONDS] [night=FROM-TO|off] "
     "[days-off=DAYS] "
     "[level=LEVEL] "
     "[pace=slow|normal|quick] [commentary=on|off] [spectator-aids=on|off] [counts=on|off]",
     TEXT("change the table before the game (host)"), GROUP_TABLES, COMMAND_SETTINGS, .full_word_only = true,
     .available = before_start, .parse = parse_settings},
    {"rematch", NULL, "[swap|keep|choose]",
     TEXT("play again; swap: the next player is Jack, keep: the same roles"), GROUP_TABLES, COMMAND_REMATCH,
     .available = when_over, .parse = parse_rematch},
    {"share", NULL, "[on|off]", TEXT("let anyone with the link replay this private game"), GROUP_TABLES,
     COMMAND_SHARE, .full_word_only = true, .available = when_over, .parse = parse_share},
    {"record", NULL, "FILE", TEXT("save the record of the game to a file"), GROUP_TABLES, COMMAND_RECORD,
     .available = when_over, .parse = parse_text},
    {"rename", NULL, "NAME", TEXT("change your name"), GROUP_TABLES, COMMAND_RENAME, .available = always,
     .parse = parse_text},
    {"consent", NULL, "[no]", TEXT("agree to commentators before the start; no: withdraw your agreement"),
     GROUP_TABLES, COMMAND_CONSENT, .full_word_only = true, .available = at_table, .parse = parse_consent},
    {"forced", NULL, "[on|off]", TEXT("play forced steps for me; never for Jack"), GROUP_TABLES,
     COMMAND_FORCED, .full_word_only = true, .available = always, .parse = parse_share},
    {"code", NULL, "", TEXT("get a one-time code to continue on another device"), GROUP_TABLES, COMMAND_CODE,
     .available = always, .parse = parse_nothing},
    {"notify", NULL,
     "[mail ADDRESS|webhook URL [FORMAT]|code CODE|remove NUMBER|events EVENT...|quiet HH:MM-HH:MM]",
     TEXT("be notified by e-mail or webhook when you're not here"), GROUP_TABLES, COMMAND_NOTIFY,
     .full_word_only = true, .available = always, .parse = parse_rest},
    {"quit", "q exit", "", TEXT("quit the program"), GROUP_TABLES, COMMAND_QUIT, .available = always,
     .parse = parse_nothing},
};

const struct command_row *command_rows(size_t *count)
{
    *count = COUNT(rows);
    return rows;
}

/* ---- Lookup ------------------------------------------------------------------------------- */

static bool is_short_form(const struct command_row *row, const char *word)
{
    struct words forms = {0};
    words_split(&forms, row->short_forms != NULL ? row->short_forms : "", " ");
    for (unsigned i = 0; i < forms.count; i++) {
        if (strcasecmp(forms.word[i], word) == 0) {
            return true;
        }
    }
    return false;
}

static bool begins_with(const struct command_row *row, const char *word)
{
    return !row->full_word_only && strncasecmp(row->word, word, strlen(word)) == 0;
}

/* Writes: "re" could be reveal, reclaim, resign... */
static void write_ambiguous(const char *word, unsigned count, char *error_text, size_t capacity)
{
    struct sentence out = {""};
    phrase_add(&out, tr("\"%s\" could be "), word);
    for (size_t i = 0, listed = 0; i < COUNT(rows); i++) {
        if (begins_with(&rows[i], word)) {
            phrase_joint(&out, (unsigned)listed++, count, tr(" or "));
            phrase_add(&out, "%s", rows[i].word);
        }
    }
    (void)snprintf(error_text, capacity, "%s.", out.text);
}

const struct command_row *command_find(const char *word, char *error_text, size_t capacity)
{
    const struct command_row *found = NULL;
    unsigned count = 0;
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (strcasecmp(rows[i].word, word) == 0 || is_short_form(&rows[i], word)) {
            return &rows[i];
        }
        if (begins_with(&rows[i], word)) {
            found = &rows[i];
            count++;
        }
    }
    if (count != 1 && error_text != NULL) {
        if (count > 1) {
            write_ambiguous(word, count, error_text, capacity);
        } else {
            struct nearest nearest = nearest_begin(word);
            for (size_t i = 0; i < COUNT(rows); i++) {
                nearest_offer(&nearest, rows[i].word);
            }
            (void)snprintf(error_text, capacity, tr("There is no command \"%s\"; %s"), show_word(word).text,
                           nearest_advice(&nearest, tr("type help for a list.")).text);
        }
    }
    return count == 1 ? found : NULL;
}

const struct command_row *command_row_of(const struct action *action)
{
    const struct command_row *found = NULL;
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (rows[i].action == action->kind && rows[i].escape == (action->escape != 0)) {
            found = &rows[i];
        }
    }
    return found;
}
