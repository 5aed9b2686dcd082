/*
 * command_rows.c: every command there is, one row each, and when it makes sense.
 *
 * The order is that of the help. A new command is a row here and, if it takes what no other does, a function.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "client-cli/command/command_internal.h"
#include "client-cli/text/phrase.h"
#include "common/base/array.h"
#include "common/wire/action_json.h"

/* ---- When a command makes sense ---------------------------------------------------------------- */

static bool always(const struct command_row *row, const struct command_scope *place)
{
    (void)row;
    (void)place;
    return true;
}

static bool at_table(const struct command_row *row, const struct command_scope *place)
{
    (void)row;
    return place->board != NULL;
}

static bool before_start(const struct command_row *row, const struct command_scope *place)
{
    (void)row;
    return place->board != NULL && place->view == NULL;
}

static bool in_game(const struct command_row *row, const struct command_scope *place)
{
    (void)row;
    return place->view != NULL;
}

static bool running(const struct command_row *row, const struct command_scope *place)
{
    (void)row;
    return place->view != NULL && place->view->phase != PHASE_OVER;
}

static bool playing(const struct command_row *row, const struct command_scope *place)
{
    return running(row, place) && place->view->pawns != 0;
}

static bool for_detectives(const struct command_row *row, const struct command_scope *place)
{
    return running(row, place) && place->view->role == VIEWER_DETECTIVE;
}

static bool for_onlookers(const struct command_row *row, const struct command_scope *place)
{
    return in_game(row, place) && (place->view->pawns == 0 || place->view->phase == PHASE_OVER);
}

static bool with_sheet(const struct command_row *row, const struct command_scope *place)
{
    return in_game(row, place) && (place->view->knows & AUDIENCE_JACK) != 0;
}

static bool when_over(const struct command_row *row, const struct command_scope *place)
{
    return in_game(row, place) && place->view->phase == PHASE_OVER;
}

static bool is_legal(const struct command_row *row, const struct command_scope *place)
{
    return place->legal != NULL && (place->legal->shown.kinds & ACTION_BIT(row->action)) != 0;
}

static bool escape_is_legal(const struct command_row *row, const struct command_scope *place)
{
    return is_legal(row, place) && place->legal->shown.escape != 0;
}

/* Before a game the host starts it; in a game of Whitehall Jack names his start. */
static bool can_start(const struct command_row *row, const struct command_scope *place)
{
    return before_start(row, place) || is_legal(row, place);
}

static bool can_suggest(const struct command_row *row, const struct command_scope *place)
{
    (void)row;
    return place->legal != NULL &&
           (place->legal->shown.kinds & (ACTION_BIT(ACTION_HIDEOUT) | ACTION_BIT(ACTION_DISCOVERIES))) != 0;
}

/* ---- The rows ---------------------------------------------------------------------------------- */

/* Actions with nothing to say besides. */
#define ACT(who, what) .kind = COMMAND_ACT, .actor = (who), .action = (what), .now = is_legal

static const struct command_row rows[] = {
    /* Jack */
    {"hideout", NULL, "CIRCLE", "choose the hideout: any circle that is not red", GROUP_JACK,
     ACT(BY_JACK, ACTION_HIDEOUT), .read = parse_act, .complete = complete_act},
    {"discoveries", NULL, "CIRCLE CIRCLE CIRCLE CIRCLE",
     "choose the four Discovery Locations, one a quadrant", GROUP_JACK, ACT(BY_JACK, ACTION_DISCOVERIES),
     .read = parse_discoveries, .complete = complete_act},
    {"suggest", NULL, "[easy|normal|medium|hard]", "have a hideout or Discovery Locations proposed",
     GROUP_JACK, COMMAND_SUGGEST, .now = can_suggest, .read = parse_suggest, .complete = complete_level},
    {"women", NULL, "MARKED,... UNMARKED,... | auto",
     "place the women: first the marked ones, then the others", GROUP_JACK, ACT(BY_JACK, ACTION_WOMEN),
     .read = parse_women, .complete = complete_act},
    {"letter", NULL, "LETTER CROSSING CROSSING | goulston_street COLOUR", "play a Letter", GROUP_JACK,
     ACT(BY_JACK, ACTION_LETTER), .crossings = true, .read = parse_letter, .complete = complete_letter},
    {"kill", "k", "CIRCLE [CIRCLE]", "kill one of the Wretched, on night 3 two in your order", GROUP_JACK,
     ACT(BY_JACK, ACTION_KILL), .read = parse_kill, .complete = complete_act},
    {"wait", NULL, "", "wait: the time of the crime moves on", GROUP_JACK, ACT(BY_JACK, ACTION_WAIT),
     .read = parse_act},
    {"reveal", NULL, "CROSSING", "turn up a patrol", GROUP_JACK, ACT(BY_JACK, ACTION_REVEAL),
     .crossings = true, .read = parse_act, .complete = complete_act},
    {"reclaim", NULL, "alley|boat", "take back a used tile", GROUP_JACK, ACT(BY_JACK, ACTION_RECLAIM),
     .read = parse_act, .complete = complete_tile},
    {"move", "m", "CIRCLE", "go to an adjacent circle", GROUP_JACK, ACT(BY_JACK, ACTION_MOVE),
     .read = parse_act, .complete = complete_act},
    {"escape", "e", "[CIRCLE]", "go to the hideout and end the night", GROUP_JACK, .kind = COMMAND_ACT,
     .actor = BY_JACK, .action = ACTION_MOVE, .now = escape_is_legal, .read = parse_escape,
     .complete = complete_act},
    {"coach", "c", "CIRCLE CIRCLE", "take a coach over the first circle to the second", GROUP_JACK,
     ACT(BY_JACK, ACTION_COACH), .read = parse_act, .complete = complete_act},
    {"alley", NULL, "CIRCLE", "go through a block of houses", GROUP_JACK, ACT(BY_JACK, ACTION_ALLEY),
     .read = parse_act, .complete = complete_act},
    {"boat", NULL, "CIRCLE", "go over the water", GROUP_JACK, ACT(BY_JACK, ACTION_BOAT), .read = parse_act,
     .complete = complete_act},
    {"false_clue", "f", "CIRCLE", "place a false clue", GROUP_JACK, ACT(BY_JACK, ACTION_FALSE_CLUE),
     .read = parse_act, .complete = complete_act},

    /* the police */
    {"address", NULL, "CIRCLE", "name a circle as the hideout, once a game", GROUP_POLICE,
     ACT(BY_HEAD, ACTION_ADDRESS), .read = parse_act, .complete = complete_act},
    {"patrols", NULL, "CROSSING=COLOUR|false ... | auto", "place the seven patrols face down", GROUP_POLICE,
     ACT(BY_HEAD, ACTION_PATROLS), .crossings = true, .read = parse_patrols, .complete = complete_patrols},
    {"move_patrols", NULL, "FROM TO FROM TO", "move the two patrols that Jack named", GROUP_POLICE,
     ACT(BY_HEAD, ACTION_MOVE_PATROLS), .crossings = true, .read = parse_move_patrols,
     .complete = complete_act},
    {"wretched", NULL, "FROM TO", "move one of the Wretched", GROUP_POLICE, ACT(BY_HEAD, ACTION_WRETCHED),
     .read = parse_act, .complete = complete_act},
    {"goulston", NULL, "COLOUR", "send a policeman to Goulston Street", GROUP_POLICE,
     ACT(BY_HEAD, ACTION_GOULSTON), .read = parse_act, .complete = complete_colour},
    {"deploy", "d", "[COLOUR] CROSSING", "begin on a yellow crossing", GROUP_POLICE,
     ACT(BY_POLICE, ACTION_DEPLOY), .crossings = true, .read = parse_act, .complete = complete_act},
    {"walk", "w", "[COLOUR] CROSSING|stay [power]", "walk up to two crossings", GROUP_POLICE,
     ACT(BY_POLICE, ACTION_WALK), .crossings = true, .read = parse_walk, .complete = complete_act},
    {"search", "s", "[COLOUR] CIRCLE|all [power]",
     "search a circle, or all, nearest first, until one is found", GROUP_POLICE,
     ACT(BY_POLICE, ACTION_SEARCH), .read = parse_search, .complete = complete_act},
    {"arrest", "a", "[COLOUR] [CIRCLE|all] [power]", "arrest on a circle, or on all where that is allowed",
     GROUP_POLICE, ACT(BY_POLICE, ACTION_ARREST), .read = parse_arrest, .complete = complete_act},
    {"rush", NULL, "[COLOUR] CROSSING", "go one crossing more instead of acting", GROUP_POLICE,
     ACT(BY_POLICE, ACTION_RUSH), .crossings = true, .read = parse_act, .complete = complete_act},
    {"smoker", NULL, "", "use the Smoker instead of a search, once a game", GROUP_POLICE,
     ACT(BY_YELLOW, ACTION_SMOKER), .read = parse_act},

    /* anybody who plays */
    {"pass", "p", "[COLOUR]", "do nothing", GROUP_GAME, ACT(BY_ANYBODY, ACTION_PASS), .read = parse_act,
     .complete = complete_act},
    {"undo", "u", "", "take back your last action", GROUP_GAME, COMMAND_UNDO, .now = playing,
     .read = parse_nothing},
    {"mark", NULL, "CIRCLE [suspect|cleared|none]", "mark a circle for your colleagues", GROUP_GAME,
     COMMAND_MARK, .now = for_detectives, .read = parse_mark, .complete = complete_mark},
    {"back", NULL, "", "play again yourself, where a bot stands in for you", GROUP_GAME, COMMAND_BACK,
     .now = playing, .read = parse_nothing},
    {"resign", NULL, "", "give up; to be written in full", GROUP_GAME, COMMAND_RESIGN, .whole = true,
     .now = playing, .read = parse_nothing},

    /* to look at */
    {"state", NULL, "", "where everything stands", GROUP_LOOK, COMMAND_STATE, .now = in_game,
     .read = parse_nothing},
    {"legal", "l", "", "what can be done now, as lines to type", GROUP_LOOK, COMMAND_LEGAL, .now = running,
     .read = parse_nothing},
    {"board", "b", "[[around] CIRCLE]", "the map, or what lies around a circle", GROUP_LOOK, COMMAND_BOARD,
     .now = at_table, .read = parse_board, .complete = complete_board},
    {"deduce", NULL, "[CIRCLE]", "where Jack can be, or his ways to a circle", GROUP_LOOK, COMMAND_DEDUCE,
     .now = in_game, .read = parse_deduce},
    {"whatif", NULL, "", "what each search would tell", GROUP_LOOK, COMMAND_WHATIF, .now = running,
     .read = parse_nothing},
    {"clock", NULL, "", "how much time is left for this action", GROUP_LOOK, COMMAND_CLOCK, .now = running,
     .read = parse_nothing},
    {"sheet", NULL, "", "Jack's sheet", GROUP_LOOK, COMMAND_SHEET, .now = with_sheet, .read = parse_nothing},
    {"log", NULL, "[NUMBER]", "what happened, or only the last lines of it", GROUP_LOOK, COMMAND_LOG,
     .now = at_table, .read = parse_log},
    {"who", NULL, "", "who sits here with which pawns", GROUP_LOOK, COMMAND_WHO, .now = at_table,
     .read = parse_nothing},
    {"help", "h ?", "[COMMAND|all]", "this list, one command, or all of them", GROUP_LOOK, COMMAND_HELP,
     .now = always, .read = parse_help, .complete = complete_help},

    /* talking */
    {"say", NULL, "TEXT", "say something to everybody at the table", GROUP_TALK, COMMAND_SAY, .now = at_table,
     .read = parse_say},
    {"police", NULL, "TEXT", "say something to the detectives alone", GROUP_TALK, COMMAND_SAY,
     .now = for_detectives, .read = parse_say},
    {"gallery", NULL, "TEXT", "say something to the other onlookers", GROUP_TALK, COMMAND_SAY,
     .now = for_onlookers, .read = parse_say},

    /* tables */
    {"tables", NULL, "", "the public tables", GROUP_TABLES, COMMAND_TABLES, .now = always,
     .read = parse_nothing},
    {"mine", NULL, "", "the tables where you sit", GROUP_TABLES, COMMAND_MINE, .now = always,
     .read = parse_nothing},
    {"archive", NULL, "", "finished games", GROUP_TABLES, COMMAND_ARCHIVE, .now = always,
     .read = parse_nothing},
    {"create", NULL,
     "GAME [OPTION...] [private] [aids=off|sets|full] [clock=SECONDS] [level=LEVEL] [pace=slow|normal|quick]",
     "make a table", GROUP_TABLES, COMMAND_CREATE, .now = always, .read = parse_create,
     .complete = complete_create},
    {"join", "j", "TABLE|INVITE [PAWN...]", "sit down at a table", GROUP_TABLES, COMMAND_JOIN, .now = always,
     .read = parse_join, .complete = complete_table},
    {"watch", NULL, "TABLE|INVITE", "look on at a table", GROUP_TABLES, COMMAND_WATCH, .now = always,
     .read = parse_watch, .complete = complete_table},
    {"pawns", NULL, "PAWN...|police|none", "take these pawns: jack, or any policemen", GROUP_TABLES,
     COMMAND_PAWNS, .now = before_start, .read = parse_pawns, .complete = complete_pawns},
    {"start", NULL, "[CIRCLE]", "begin the game as its host; Jack names his start with a circle",
     GROUP_TABLES, COMMAND_START, .actor = BY_JACK, .action = ACTION_START, .now = can_start,
     .read = parse_start, .complete = complete_act},
    {"kick", NULL, "NAME", "send somebody away before the game", GROUP_TABLES, COMMAND_KICK, .whole = true,
     .now = before_start, .read = parse_text, .complete = complete_name},
    {"host", NULL, "NAME", "make somebody else the host", GROUP_TABLES, COMMAND_HOST, .whole = true,
     .now = at_table, .read = parse_text, .complete = complete_name},
    {"seat", NULL, "NAME PAWN...", "give an absent player's pawns to somebody", GROUP_TABLES, COMMAND_SEAT,
     .whole = true, .now = running, .read = parse_seat, .complete = complete_name},
    {"bot", NULL, "PAWN...|police novice|easy|normal|hard|none",
     "let a bot play these, or an absent player's; none: no longer", GROUP_TABLES, COMMAND_BOT, .whole = true,
     .now = at_table, .read = parse_bot, .complete = complete_bot},
    {"leave", NULL, "", "leave the table; a seat in a running game is kept", GROUP_TABLES, COMMAND_LEAVE,
     .now = at_table, .read = parse_nothing},
    {"rematch", NULL, "", "play again, the next one as Jack", GROUP_TABLES, COMMAND_REMATCH, .now = when_over,
     .read = parse_nothing},
    {"record", NULL, "FILE", "write the game's record to a file", GROUP_TABLES, COMMAND_RECORD,
     .now = when_over, .read = parse_text},
    {"rename", NULL, "NAME", "change your name", GROUP_TABLES, COMMAND_RENAME, .now = always,
     .read = parse_text},
    {"code", NULL, "", "a code that makes another device yours, once", GROUP_TABLES, COMMAND_CODE,
     .now = always, .read = parse_nothing},
    {"quit", "q exit", "", "end the program", GROUP_TABLES, COMMAND_QUIT, .now = always,
     .read = parse_nothing},
};

const struct command_row *command_rows(size_t *count)
{
    *count = COUNT(rows);
    return rows;
}

/* ---- Finding one ------------------------------------------------------------------------------- */

static bool is_brief(const struct command_row *row, const char *word)
{
    struct words briefs = {0};
    words_split(&briefs, row->brief != NULL ? row->brief : "", " ");
    for (unsigned i = 0; i < briefs.count; i++) {
        if (strcasecmp(briefs.word[i], word) == 0) {
            return true;
        }
    }
    return false;
}

static bool begins_with(const struct command_row *row, const char *word)
{
    return !row->whole && strncasecmp(row->word, word, strlen(word)) == 0;
}

/* "re" could be record, reveal or rush. */
static void tell_many(const char *word, unsigned count, char *error_text, size_t capacity)
{
    struct sentence out = {""};
    phrase_add(&out, "\"%s\" could be ", word);
    for (size_t i = 0, told = 0; i < COUNT(rows); i++) {
        if (begins_with(&rows[i], word)) {
            phrase_joint(&out, (unsigned)told++, count, " or ");
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
        if (strcasecmp(rows[i].word, word) == 0 || is_brief(&rows[i], word)) {
            return &rows[i];
        }
        if (begins_with(&rows[i], word)) {
            found = &rows[i];
            count++;
        }
    }
    if (count != 1 && error_text != NULL) {
        if (count > 1) {
            tell_many(word, count, error_text, capacity);
        } else {
            (void)snprintf(error_text, capacity, "There is no command \"%s\"; help lists them.",
                           show_word(word).text);
        }
    }
    return count == 1 ? found : NULL;
}

const struct command_row *command_row_of(const struct action *action)
{
    const struct command_row *found = NULL;
    for (size_t i = 0; i < COUNT(rows); i++) {
        bool escape = rows[i].read == parse_escape;
        if (rows[i].action == action->kind && escape == (action->escape != 0)) {
            found = &rows[i];
        }
    }
    return found;
}
