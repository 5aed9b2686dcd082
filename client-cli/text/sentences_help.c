/*
 * sentences_help.c: where the game stands, and what the rules say about it.
 *
 * docs/rules.md is the source; a phase both games have is told for each.
 */
#include <string.h>

#include "client-cli/text/phrase.h"
#include "common/base/array.h"

/* ---- Where the game stands --------------------------------------------------------------------- */

/* {part} is "Night 2" or "Round 2", {hunt} "Night 2, Hunting" or "Round 2". */
static const char *const phases[] = {
    [PHASE_HIDEOUT] = "Setup: Jack chooses his hideout.",
    [PHASE_WOMEN] = "{part}, Hell: Jack places the women.",
    [PHASE_PATROLS] = "{part}, Hell: {head} places the patrols.",
    [PHASE_LETTER] = "{part}, Hell: Jack may play a Letter.",
    [PHASE_MOVE_PATROLS] = "{part}, Hell: {head} moves the two patrols that Jack named.",
    [PHASE_VICTIMS] = "{part}, Hell: the Wretched appear.",
    [PHASE_KILL] = "{part}, Hell: the time of the crime is {time}, Jack {kills}.",
    [PHASE_WRETCHED] = "{part}, Hell: {head} moves the Wretched.",
    [PHASE_REVEAL] = "{part}, Hell: Jack turns up a patrol.",
    [PHASE_ALARM] = "{part}, Hell: the alarm is raised.",
    [PHASE_GRAFFITO] = "{hunt}: Jack may play Goulston Street.",
    [PHASE_GOULSTON] = "{hunt}: {head} sends {graffito} to Goulston Street.",
    [PHASE_FALSE_CLUE] = "{hunt}: Jack may place a false clue.",
    [PHASE_DISCOVERIES] = "Setup: Jack chooses his Discovery Locations.",
    [PHASE_START] = "Setup: Jack names his start.",
    [PHASE_DEPLOY] = "Setup: the {police} take their crossings.",
    [PHASE_ROUND] = "{part} begins.",
    [PHASE_RECLAIM] = "{part}: Jack may take back a used tile.",
    [PHASE_ANNOUNCE] = "{part}: Jack announces a discovery if he is on one.",
    [PHASE_MOVE] = "{hunt}: Jack moves.",
    [PHASE_WALK] = "{hunt}: the {police} walk.",
    [PHASE_ACT] = "{hunt}: the {police} {act}.",
    [PHASE_OVER] = "{result}",
};
_Static_assert(COUNT(phases) == PHASE_COUNT, "every phase has its words");

static void write_graffito(struct sentence *out, const struct view *view)
{
    unsigned pawns = PAWN_BIT(PAWN_BROWN);
    if (view->graffito != 0 && view->graffito < PAWN_COUNT) {
        pawns |= PAWN_BIT(view->graffito);
    }
    phrase_pawns(out, pawns, " or ");
}

static void write_part(struct sentence *out, const char *key, const char *noun, const void *context)
{
    const struct view *view = context;
    bool whitehall = view->kind == GAME_WHITEHALL;
    (void)noun;
    if (strcmp(key, "part") == 0 || strcmp(key, "hunt") == 0) {
        phrase_round(out, (enum game_kind)view->kind, view->round);
        phrase_add(out, "%s", key[0] == 'h' && !whitehall ? ", Hunting" : "");
    } else if (strcmp(key, "head") == 0) {
        phrase_add(out, "%s", view->head == 0 ? "the Head" : title_pawn((enum pawn)view->head));
    } else if (strcmp(key, "police") == 0) {
        phrase_add(out, "%s", whitehall ? "investigators" : "police");
    } else if (strcmp(key, "time") == 0) {
        phrase_add(out, "%s", title_cell(GAME_WHITECHAPEL, 1 - view->time_of_crime).text);
    } else if (strcmp(key, "kills") == 0) {
        phrase_add(out, "%s", view->time_of_crime < 5 ? "kills or waits" : "kills");
    } else if (strcmp(key, "act") == 0) {
        phrase_add(out, "%s", view->searching != 0 ? "are searching" : "search or arrest");
    } else if (strcmp(key, "graffito") == 0) {
        write_graffito(out, view);
    } else if (strcmp(key, "result") == 0) {
        phrase_add(
            out, "%s",
            sentence_result((enum game_kind)view->kind, (enum winner)view->winner, (enum reason)view->reason)
                .text);
    }
}

struct sentence sentence_phase(const struct view *view)
{
    struct sentence out = {""};
    if (view->phase < PHASE_COUNT) {
        phrase_fill(&out, phases[view->phase], write_part, view);
    }
    return out;
}

struct sentence sentence_turn(const struct view *view)
{
    struct sentence out = {""};
    bool player = view->role == VIEWER_JACK || view->role == VIEWER_DETECTIVE;
    unsigned mine = player ? view->actors & view->pawns : 0U;
    if (mine != 0) {
        phrase_add(&out, "Your turn: ");
        phrase_pawns(&out, mine, " or ");
        phrase_add(&out, ".");
    } else if (view->actors != 0) {
        phrase_pawns(&out, view->actors, " or ");
        phrase_add(&out, " is to act.");
    } else {
        phrase_add(&out, view->phase == PHASE_OVER ? "The game is over." : "Nobody is to act.");
    }
    return out;
}

/* ---- What the rules say ------------------------------------------------------------------------ */

#define BOTH(text) \
    { \
        (text), (text) \
    }
#define WHITECHAPEL(text) \
    { \
        [GAME_WHITECHAPEL] = (text) \
    }
#define WHITEHALL(text) \
    { \
        [GAME_WHITEHALL] = (text) \
    }

static const char *const helps[PHASE_COUNT][GAME_KIND_COUNT] = {
    [PHASE_HIDEOUT] =
        WHITECHAPEL("Jack writes down his hideout: any circle that is not red. He must get back "
                    "to it every night, and only he knows where it is."),
    [PHASE_WOMEN] =
        WHITECHAPEL("Jack places women face down on different red circles without a crime. Some of them are "
                    "marked: those will turn out to be the Wretched, the others leave."),
    [PHASE_PATROLS] =
        WHITECHAPEL("The Head of the night places seven patrols face down, one of each colour and two false "
                    "ones. On night 1 they stand on the yellow crossings; later where a policeman ended the "
                    "last night, and on two more yellow crossings."),
    [PHASE_LETTER] =
        WHITECHAPEL("Jack may play one Letter a night, each once a game. Dear Boss and From Hell "
                    "move one patrol, Saucy Jacky makes the Head move two."),
    [PHASE_MOVE_PATROLS] =
        WHITECHAPEL("The Head moves both patrols that Jack named with Saucy Jacky, each to "
                    "a yellow crossing that was empty."),
    [PHASE_VICTIMS] = WHITECHAPEL("The marked women turn out to be the Wretched; the others leave."),
    [PHASE_KILL] =
        WHITECHAPEL("Jack kills one of the Wretched, on night 3 two of them in an order only he knows. Or he "
                    "waits, and has one move more for each time he waited; at V he can wait no longer."),
    [PHASE_WRETCHED] = WHITECHAPEL(
        "The Head moves each Wretched that can move to an adjacent circle: one without a Wretched "
        "or a crime, not next to a patrol, and not past one."),
    [PHASE_REVEAL] = WHITECHAPEL("Jack turns up one patrol. A false one leaves, a real one stays."),
    [PHASE_ALARM] =
        WHITECHAPEL("The crime is discovered: the patrols become policemen, and false ones leave."),
    [PHASE_GRAFFITO] =
        WHITECHAPEL("After his move Jack may play Goulston Street: he names red, green or blue, and the Head "
                    "must put that one or brown on Goulston Street."),
    [PHASE_GOULSTON] = WHITECHAPEL("The Head puts the policeman whom Jack named, or brown, on Goulston "
                                   "Street; if one of them is there already, it is him."),
    [PHASE_FALSE_CLUE] =
        WHITECHAPEL("Jack may place a false clue he has earned on a circle. For the rest of the night it can "
                    "be neither searched nor named in an arrest."),
    [PHASE_DISCOVERIES] =
        WHITEHALL("Jack writes down four white circles, one in each quadrant: his Discovery Locations. "
                  "He has three rounds of fifteen moves to get from one to the next."),
    [PHASE_START] =
        WHITEHALL("Jack names the Discovery Location where he begins. It gets a red marker and is "
                  "cell 0 of his row."),
    [PHASE_DEPLOY] = WHITEHALL("Yellow, blue and red, in this order, take different yellow crossings."),
    [PHASE_ROUND] =
        WHITEHALL("A new round: clues leave and Jack's row starts anew where he stands. Tiles and "
                  "investigators stay as they are."),
    [PHASE_RECLAIM] = WHITEHALL("Jack may take back one used Alley or Boat."),
    [PHASE_ANNOUNCE] = WHITEHALL("If Jack stands on a Discovery Location without a marker, he must say so."),
    [PHASE_MOVE] =
        {[GAME_WHITECHAPEL] =
             "Jack goes to an adjacent circle by a line on which no policeman stands, or plays a tile: a "
             "Coach is two steps and two cells, an Alley crosses a block of houses, both past policemen. A "
             "normal move onto his hideout may be his escape, which ends the night.",
         [GAME_WHITEHALL] =
             "Jack goes to an adjacent circle by a line on which no investigator stands, or plays a tile: a "
             "Coach is two steps and two cells, an Alley crosses a block of houses, a Boat the water. A tile "
             "may not touch a Discovery Location that has no marker yet."},
    [PHASE_WALK] = BOTH("Each walks up to two crossings, over colleagues but not onto one. He may stay where "
                        "he is."),
    [PHASE_ACT] =
        {[GAME_WHITECHAPEL] =
             "Each searches, arrests or passes, once. A search names circles next to him one after the other "
             "until it finds where Jack has been this night; an arrest names one, and wins if Jack is there.",
         [GAME_WHITEHALL] =
             "Each searches, arrests or passes, once. A search names circles next to him one after the other "
             "until it finds where Jack has been this round, or he stops; an arrest names one, and wins if "
             "Jack is there."},
    [PHASE_OVER] = BOTH("The game is over, and everything that was secret is shown."),
};

/* By the bits of enum option. */
static const char *const options[GAME_KIND_COUNT][OPTIONS_MAX] = {
    [GAME_WHITECHAPEL] =
        {
            "From night 2 on Jack may play one Letter a night, which moves patrols or calls a policeman.",
            "Every fifth clue marker of a night earns Jack a false clue, which blocks a circle.",
            "Instead of acting, a policeman may rush to an adjacent crossing.",
            "An arrest covers all circles next to the policeman, and a miss tells nothing else.",
            "The hideout may not be adjacent to a red circle either.",
            "Once a game a brown or red Head may name one circle; if it is the hideout, the police win.",
        },
    [GAME_WHITEHALL] =
        {
            "The investigators take their crossings before Jack names his start.",
            "Jack's tiles lie face down: others learn how many cells one took, but not its kind.",
            "At the start of rounds 2 and 3 Jack may take back one used Alley or Boat.",
            "Once a game yellow goes around a block, blue arrests after a search, red arrests all around.",
            "Once a game yellow's search marks every circle next to him where Jack was this round.",
        },
};

const char *sentence_help(enum game_kind game, enum phase phase)
{
    bool known = (unsigned)game < GAME_KIND_COUNT && (unsigned)phase < PHASE_COUNT;
    return known && helps[phase][game] != NULL ? helps[phase][game] : "This game has no such phase.";
}

const char *sentence_option(enum game_kind game, unsigned index)
{
    bool known = (unsigned)game < GAME_KIND_COUNT && index < option_count(game);
    return known ? options[game][index] : "This game has no such option.";
}
