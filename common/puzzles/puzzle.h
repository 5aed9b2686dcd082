/*
 * puzzle.h: single positions with one provably correct answer.
 *
 * A puzzle is the beginning of a game and a question about the position it leads to. The answer follows from what the
 * player in question may know: puzzle_solve() gets a view, choices and a dossier and never the game. A question about
 * the police uses public information only; a question about Jack uses his own view as well.
 *
 * There are no sentences here; each client has its own, from the same texts (puzzle_texts.h). Puzzles are made from games
 * of bots (puzzle_maker.h) and kept in a text (puzzle_list.h), which both programs contain.
 */
#ifndef GASLIGHT_PUZZLE_H
#define GASLIGHT_PUZZLE_H

#include "common/deduce/belief.h"
#include "common/wire/record.h"

/*
 * One row per kind: enum, name, and what `first` and `second` of a choice are. The answer is the choice ...
 */
#define PUZZLE_KIND_TABLE(X) \
    /* the circle where all trails end. There are no choices: it may be any circle */ \
    X(LOCATE, "locate") \
    /* a search whose answers come closest to halving the trails: the trails left if it is yes, and if it is no */ \
    X(SEARCH, "search") \
    /* a walk that leaves Jack no open street: the circles that he could still reach on foot, and by special moves he has */ \
    X(TRAP, "trap") \
    /* a move of Jack on foot to where the fewest trails end: these, and all trails after the move */ \
    X(HIDE, "hide")

enum puzzle_kind {
#define PUZZLE_KIND_ENUM(name, key) PUZZLE_##name,
    PUZZLE_KIND_TABLE(PUZZLE_KIND_ENUM)
#undef PUZZLE_KIND_ENUM
        PUZZLE_KIND_COUNT
};

enum puzzle_grade { PUZZLE_EASY, PUZZLE_MEDIUM, PUZZLE_HARD, PUZZLE_GRADE_COUNT };

const char *puzzle_kind_name(enum puzzle_kind kind);
enum puzzle_kind puzzle_kind_from_name(const char *name); /* PUZZLE_KIND_COUNT if there is none */
const char *puzzle_grade_name(enum puzzle_grade grade);   /* "easy", "medium", "hard" */
enum puzzle_grade puzzle_grade_from_name(const char *name);

/* Returns true if the answer is a crossing, and otherwise a circle. */
bool puzzle_asks_for_crossing(enum puzzle_kind kind);

struct puzzle {
    uint8_t kind, grade;
    uint8_t by;           /* the policeman who searches or walks; otherwise Jack */
    uint8_t answer;       /* a circle or a crossing */
    struct record record; /* the game up to the position */
};

/* What the player knows who is to find the answer. */
struct puzzle_position {
    const struct board *board;
    struct view view;          /* of a spectator; if Jack is asked, his own */
    struct viewed_legal legal; /* of all policemen, or of Jack */
    struct dossier
        dossier; /* of the position; if Jack is asked, after a move on foot: the public sees all the same */
};

enum { PUZZLE_CHOICES_MAX = 64 };

struct puzzle_choice {
    uint8_t place;
    uint64_t first, second; /* see PUZZLE_KIND_TABLE */
};

struct puzzle_solution {
    bool fits;       /* the position fits the kind, and `by` can act */
    unsigned answer; /* 0: none is better than all others */
    unsigned choices;
    struct puzzle_choice choice[PUZZLE_CHOICES_MAX];
    uint64_t trails;    /* on which the numbers are based */
    struct set circles; /* where these trails end */
    struct set passed;  /* what they visit */
    unsigned moves;     /* of Jack in this night or round, up to there */
};

/* Fills in the position that a game has reached. `dossier` must have followed it. Returns false if Jack cannot move. */
bool puzzle_observe(const struct board *board, const struct game *game, const struct dossier *dossier,
                    enum puzzle_kind kind, struct puzzle_position *position);

/* Finds the answer from what the player knows. `by` is the policeman who searches or walks. */
void puzzle_solve(const struct puzzle_position *position, enum puzzle_kind kind, unsigned by,
                  struct puzzle_solution *solution);

/*
 * Returns how many clues, searches and arrests without success of this night or round are needed for the answer: leaving
 * out, in ascending order of circles, each that does not change it.
 */
unsigned puzzle_facts_needed(const struct puzzle_position *position, enum puzzle_kind kind, unsigned by,
                             unsigned answer);

/*
 * Returns the grade. The effort is one for each fact needed, and one for each time that the trails to be weighed and the
 * choices to be compared can be halved; docs/puzzles.md has the limits.
 */
enum puzzle_grade puzzle_grade_of(const struct puzzle_solution *solution, unsigned facts);

/* Why a puzzle is wrong. */
enum puzzle_flaw {
    PUZZLE_SOUND,
    PUZZLE_ILLEGAL,     /* the rules reject its game */
    PUZZLE_NO_QUESTION, /* the position does not fit the kind, or that policeman cannot act */
    PUZZLE_NOT_UNIQUE,  /* no answer is better than all others */
    PUZZLE_WRONG,       /* another answer is */
    PUZZLE_MISGRADED,
    PUZZLE_FLAW_COUNT
};

/* Checks a puzzle completely. On PUZZLE_SOUND, `solution` and the facts needed are filled in. */
enum puzzle_flaw puzzle_verify(const struct puzzle *puzzle, const struct board *board,
                               struct puzzle_solution *solution, unsigned *facts);

#endif
