/*
 * sentences_help.c: the phase of a game, whose turn it is, and the rules of each phase and option.
 *
 * The rules follow docs/rules.md. A phase that both games have can have a text for each.
 */
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"
#include "common/base/array.h"

/* ---- Phase and turn --------------------------------------------------------------------- */

/* {part} is "Night 2" or "Round 2", {hunt} "Night 2, Hunting" or "Round 2". */
static const char *const phases[] = {
    [PHASE_HIDEOUT] = TEXT("Setup: Jack chooses his hideout."),
    [PHASE_WOMEN] = TEXT("{part}, Hell: Jack places the women."),
    [PHASE_PATROLS] = TEXT("{part}, Hell: {head} places the patrols."),
    [PHASE_LETTER] = TEXT("{part}, Hell: Jack may play a Letter."),
    [PHASE_MOVE_PATROLS] = TEXT("{part}, Hell: {head} moves the two patrols Jack chose."),
    [PHASE_VICTIMS] = TEXT("{part}, Hell: the Wretched are revealed."),
    [PHASE_KILL] = TEXT("{part}, Hell: Jack {kills} (time of the crime: {time})."),
    [PHASE_WRETCHED] = TEXT("{part}, Hell: {head} moves the Wretched."),
    [PHASE_REVEAL] = TEXT("{part}, Hell: Jack reveals a patrol."),
    [PHASE_ALARM] = TEXT("{part}, Hell: the alarm is raised."),
    [PHASE_GRAFFITO] = TEXT("{hunt}: Jack may play Goulston Street."),
    [PHASE_GOULSTON] = TEXT("{hunt}: {head} sends {graffito} to Goulston Street."),
    [PHASE_FALSE_CLUE] = TEXT("{hunt}: Jack may place a false clue."),
    [PHASE_DISCOVERIES] = TEXT("Setup: Jack chooses his Discovery Locations."),
    [PHASE_START] = TEXT("Setup: Jack announces where he starts."),
    [PHASE_DEPLOY] = TEXT("Setup: the {police} choose where to start."),
    [PHASE_ROUND] = TEXT("{part} begins."),
    [PHASE_RECLAIM] = TEXT("{part}: Jack may take back a special move."),
    [PHASE_ANNOUNCE] = TEXT("{part}: Jack announces a discovery if he is on one."),
    [PHASE_MOVE] = TEXT("{hunt}: Jack moves."),
    [PHASE_WALK] = TEXT("{hunt}: the {police} move."),
    [PHASE_ACT] = TEXT("{hunt}: the {police} {act}."),
    [PHASE_OVER] = "{result}",
};
_Static_assert(COUNT(phases) == PHASE_COUNT, "one text per phase");

static void write_graffito(struct sentence *out, const struct view *view)
{
    unsigned pawns = PAWN_BIT(PAWN_BROWN);
    if (view->graffito != 0 && view->graffito < PAWN_COUNT) {
        pawns |= PAWN_BIT(view->graffito);
    }
    phrase_pawns(out, pawns, tr(" or "));
}

static void write_part(struct sentence *out, const char *key, const char *noun, const void *context)
{
    const struct view *view = context;
    bool whitehall = view->kind == GAME_WHITEHALL;
    (void)noun;
    if (strcmp(key, "part") == 0 || strcmp(key, "hunt") == 0) {
        phrase_round(out, (enum game_kind)view->kind, view->round);
        phrase_add(out, "%s", key[0] == 'h' && !whitehall ? tr(", Hunting") : "");
    } else if (strcmp(key, "head") == 0) {
        phrase_add(out, "%s", view->head == 0 ? tr("the Head") : title_pawn((enum pawn)view->head));
    } else if (strcmp(key, "police") == 0) {
        phrase_add(out, "%s", whitehall ? tr("investigators") : tr("police"));
    } else if (strcmp(key, "time") == 0) {
        phrase_add(out, "%s", title_cell(GAME_WHITECHAPEL, 1 - view->time_of_crime).text);
    } else if (strcmp(key, "kills") == 0) {
        phrase_add(out, "%s", view->time_of_crime < 5 ? tr("murders or waits") : tr("murders"));
    } else if (strcmp(key, "act") == 0) {
        phrase_add(out, "%s", view->searching != 0 ? tr("are searching") : tr("search or arrest"));
    } else if (strcmp(key, "graffito") == 0) {
        write_graffito(out, view);
    } else if (strcmp(key, "result") == 0) {
        phrase_add(out, "%s", sentence_result((enum winner)view->winner, (enum reason)view->reason).text);
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
        phrase_add(&out, tr("Your turn: "));
        phrase_pawns(&out, mine, tr(" or "));
        phrase_add(&out, ".");
    } else if (view->actors != 0) {
        phrase_add(&out, tr("Waiting for "));
        phrase_pawns(&out, view->actors, tr(" or "));
        phrase_add(&out, ".");
    } else {
        phrase_add(&out, view->phase == PHASE_OVER ? tr("The game is over.") : tr("Nobody has to act now."));
    }
    return out;
}

/* ---- Rules ------------------------------------------------------------------------ */

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
        WHITECHAPEL(TEXT("Jack secretly chooses his hideout: any circle that is not red. It stays "
                         "the same for the whole game, "
                         "and he must return to it every night.")),
    [PHASE_WOMEN] =
        WHITECHAPEL(TEXT("Jack places the women face down on different red circles without a crime "
                         "scene. The marked ones will "
                         "be the Wretched; the others leave.")),
    [PHASE_PATROLS] =
        WHITECHAPEL(TEXT("Tonight's Head places seven patrols face down: one of each colour and two "
                         "false ones. On night 1 they "
                         "go on yellow crossings; on later nights, where the policemen ended and on "
                         "two more yellow crossings.")),
    [PHASE_LETTER] =
        WHITECHAPEL(TEXT("From the second night on, Jack may play one Letter per night, each once "
                         "per game. Dear Boss and From "
                         "Hell move a patrol; Saucy Jacky makes the Head move two.")),
    [PHASE_MOVE_PATROLS] = WHITECHAPEL(TEXT(
        "After Saucy Jacky, the Head moves both patrols Jack chose to yellow crossings that were empty.")),
    [PHASE_VICTIMS] = WHITECHAPEL(TEXT("The marked women are revealed as the Wretched; the others leave.")),
    [PHASE_KILL] = WHITECHAPEL(TEXT("Jack murders one of the Wretched (two on night 3, in an order only he "
                                    "knows), or waits. If he waits, he "
                                    "sees one patrol and has one more move, but the police first move the "
                                    "Wretched. At time V he can't wait "
                                    "any longer.")),
    [PHASE_WRETCHED] =
        WHITECHAPEL(TEXT("The Head moves each of the Wretched that can move: to an adjacent circle "
                         "without another of them or a "
                         "crime scene, not next to a patrol and not past one.")),
    [PHASE_REVEAL] = WHITECHAPEL(TEXT("Jack reveals one patrol. A false one is removed; a real one stays.")),
    [PHASE_ALARM] = WHITECHAPEL(
        TEXT("The crime is discovered: the patrols become policemen, and false ones are removed.")),
    [PHASE_GRAFFITO] =
        WHITECHAPEL(TEXT("After a move, Jack may play Goulston Street: he chooses red, green or "
                         "blue, and the Head must send that "
                         "policeman or brown to Goulston Street.")),
    [PHASE_GOULSTON] =
        WHITECHAPEL(TEXT("The Head sends the policeman Jack chose, or brown, to Goulston Street. "
                         "If one of them is already there, "
                         "the Head must choose that one.")),
    [PHASE_FALSE_CLUE] =
        WHITECHAPEL(TEXT("Jack may place a false clue he has earned on a circle. For the rest of "
                         "the night, that circle can be "
                         "neither searched nor named in an arrest.")),
    [PHASE_DISCOVERIES] =
        WHITEHALL(TEXT("Jack secretly chooses four white circles, one in each quadrant of the "
                       "map: his Discovery Locations. He "
                       "has three rounds of fifteen moves to get from one to the next.")),
    [PHASE_START] = WHITEHALL(TEXT("Jack announces to everyone which of the four he starts from.")),
    [PHASE_DEPLOY] =
        WHITEHALL(TEXT("Yellow, blue and red, in this order, each take a different yellow crossing.")),
    [PHASE_ROUND] = WHITEHALL(TEXT(
        "A new round: clues are removed, and Jack's trail starts again where he stands. Special moves and "
        "investigators stay as they are.")),
    [PHASE_RECLAIM] = WHITEHALL(TEXT("Jack may take back one used Alley or Boat.")),
    [PHASE_ANNOUNCE] = WHITEHALL(
        TEXT("If Jack is on a Discovery Location that has not been announced, he must announce it.")),
    [PHASE_MOVE] =
        {[GAME_WHITECHAPEL] = TEXT(
             "Jack moves in secret to an adjacent circle along a line with no policeman on it, or plays a "
             "special "
             "move: a Coach is two steps and uses two moves, an Alley crosses a block of houses; both go "
             "past "
             "policemen. If a normal move ends at his hideout, he may escape home, which ends the night."),
         [GAME_WHITEHALL] = TEXT(
             "Jack moves in secret to an adjacent circle along a line with no investigator on it, or plays a "
             "special move: a Coach is two steps and uses two moves, an Alley crosses a block of houses, a "
             "Boat "
             "crosses the water. A special move may not touch a Discovery Location that has not been "
             "announced.")},
    [PHASE_WALK] = BOTH(
        TEXT("Each policeman moves up to two crossings. He may pass other policemen, but not stop on the "
             "same crossing. He may also stay where he is.")),
    [PHASE_ACT] = {[GAME_WHITECHAPEL] =
                       TEXT("Each policeman acts once: he searches adjacent circles one by one "
                            "until he finds a clue, tries to "
                            "arrest Jack on one of them, or passes. Once started, a search "
                            "continues until a clue is found or no "
                            "circle is left."),
                   [GAME_WHITEHALL] =
                       TEXT("Each investigator acts once: he searches adjacent circles one by one "
                            "until he finds a clue, tries to "
                            "arrest Jack on one of them, or passes. He may stop after a miss.")},
    [PHASE_OVER] = BOTH(TEXT("The game is over and everything is revealed.")),
};

/* By the bits of enum option. */
static const char *const options[GAME_KIND_COUNT][OPTIONS_MAX] = {
    [GAME_WHITECHAPEL] =
        {
            TEXT("From the second night on, Jack may play one Letter per night to disrupt the patrols."),
            /* NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one sentence that does not fit on a line */
            TEXT("Every fifth clue earns Jack a false clue. "
                 "It protects a circle from searches for the rest of the night."),
            TEXT("A policeman may move one more crossing instead of searching."),
            TEXT("An arrest covers every circle next to the policeman. Easier for the police."),
            TEXT("Jack's hideout can't be next to a red circle. Harder for Jack."),
            TEXT("Once per game, a brown or red Head may name the hideout. If that's right, the police win."),
        },
    [GAME_WHITEHALL] =
        {
            TEXT("The investigators take their positions before Jack announces where he starts. Easier for "
                 "Jack."),
            TEXT("The others see that Jack made a special move, but not which one. Harder for the "
                 "investigators."),
            TEXT("At the start of rounds 2 and 3, Jack may take back a used Alley or Boat."),
            TEXT("Each investigator has a power that can be used once per game."),
            TEXT("Once per game, Yellow finds all visited circles next to it with a single search."),
        },
};

const char *sentence_help(enum game_kind game, enum phase phase)
{
    bool known = (unsigned)game < GAME_KIND_COUNT && (unsigned)phase < PHASE_COUNT;
    return known && helps[phase][game] != NULL ? tr(helps[phase][game]) : tr("This game has no such phase.");
}

const char *sentence_option(enum game_kind game, unsigned index)
{
    bool known = (unsigned)game < GAME_KIND_COUNT && index < option_count(game);
    return known ? tr(options[game][index]) : tr("This game has no such variant.");
}
