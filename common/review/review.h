/*
 * review.h: what could have been known at every step of a finished game, and what each decision was worth.
 *
 * A pure computation over a record. All numbers follow from public information at the time (view/dossier.h,
 * deduce/belief.h) and are exact: a chance is a number of trails out of all trails that were possible, each trail
 * counting the same. Only the notes also look at where Jack really was; that is public once a game is over, and
 * review_new() refuses a game that is not.
 *
 * There are no sentences here: a note is a kind and its numbers, and each client has its own words for it. Used by
 * `gaslight record review`, the replays of both clients and the server's `review`.
 */
#ifndef GASLIGHT_REVIEW_H
#define GASLIGHT_REVIEW_H

#include "common/deduce/belief.h"
#include "common/wire/record.h"

/* What was possible. Step 0 is the game before its first action, step N the game after N actions. */
struct review_step {
    uint64_t trails;
    uint8_t round;
    uint8_t hunting; /* if not, there are no trails and no circles */
    uint8_t circles; /* where Jack could be */
    uint8_t targets; /* hideouts, or discoveries that had not been announced */
};

/* What would have been left after one answer. */
struct review_left {
    uint64_t trails;
    uint8_t circles, targets;
};

/*
 * A decision of the police: walk, search, arrest, pass, rush or smoker. The steps before and after it say what it
 * gained. Members that do not concern its kind are 0.
 */
struct review_decision {
    uint32_t step; /* which it led to */
    uint8_t kind;  /* enum action_kind */
    uint8_t by;
    uint8_t circle; /* searched or arrested; 0 for an arrest on every circle next to the policeman */
    uint8_t to;     /* walk, rush */
    uint8_t found;
    uint8_t jack; /* where Jack was */
    uint8_t
        distance; /* crossings from the policeman, after it, to the nearest one next to Jack; 0: next to him */
    uint64_t trails; /* possible before it, on which the following numbers are based */

    /* search: how many of them visit the circle, and the circle in reach that would have left the fewest on average */
    uint64_t yes, left;
    uint8_t best_circle;
    uint64_t best_yes, best_left;
    struct review_left best_if_yes, best_if_no;
    uint8_t
        one_off; /* nothing was found; Jack was one move away from the circle, and could have been searched for */

    /* walk: how many end next to where the policeman went, and next to the best crossing in reach */
    uint64_t near, best_near;
    uint8_t best_crossing;

    /* if the policeman could make an arrest: how many end where the best one would have been, and where it was made */
    uint8_t can_arrest;
    uint8_t arrest_circle; /* 0: every circle next to the policeman */
    uint64_t arrest_best, arrest_made;
    uint8_t arrest_right; /* the policeman could arrest Jack ... */
    uint8_t arrest_tried; /* ... and did */
    uint64_t arrest_jack; /* trails that end where Jack was */
};

/* A move of Jack. The steps before and after it say how much less the police knew. */
struct review_move {
    uint32_t step;
    uint8_t kind; /* enum action_kind */
    uint8_t from, via, to;
    uint8_t escape;  /* he got home */
    uint8_t trapped; /* no street was open */
    uint8_t
        was_nearest; /* crossings between him and the nearest policeman, before the move; 0: next to him */
    uint8_t nearest; /* ... and after it */
    uint8_t pawn;    /* that policeman, after it */
    uint64_t here;   /* trails that end where he now is */
};

/*
 * One row per kind of note: enum, name, and the members that are set besides `kind`, `step` and `round`. Notes with a
 * step of their own are moments; the others belong to the summary.
 */
#define REVIEW_NOTE_TABLE(X) \
    /* moments: the policeman who came closest to Jack in a round, `count` crossings away (0: next to him) */ \
    X(CLOSEST, "closest", F(BY) F(CIRCLE) F(COUNT)) \
    /* a policeman could have arrested Jack on `circle` and did something else; `from` of `to` trails ended there */ \
    X(ARREST_NOT_TRIED, "arrest_not_tried", F(BY) F(CIRCLE) F(FROM) F(TO)) \
    /* a search found nothing on `circle`; Jack stood on `other`, one move away and as easy to search */ \
    X(ONE_OFF, "one_off", F(BY) F(CIRCLE) F(OTHER)) \
    /* no street was open, and a special move took Jack from `circle` to `other` */ \
    X(SAVED, "saved", F(TILE) F(CIRCLE) F(OTHER)) \
    /* a special move took Jack out of reach of a policeman who stood next to him */ \
    X(SLIPPED, "slipped", F(TILE) F(CIRCLE) F(OTHER)) \
    /* Jack could only be on one circle, and it was the police's turn: first time in a round */ \
    X(LOCATED, "located", F(CIRCLE)) \
    /* only one hideout, or set of discoveries, was possible from here on */ \
    X(TARGET_KNOWN, "target_known", F(COUNT)) \
    /* the search that ruled out most: trails before and after */ \
    X(BEST_SEARCH, "best_search", F(BY) F(CIRCLE) F(FROM) F(TO)) \
    /* the search that could have been improved most: by asking for `other`; trails left on average */ \
    X(BETTER_SEARCH, "better_search", F(BY) F(CIRCLE) F(OTHER) F(FROM) F(TO)) \
    /* the special move that added most possible circles: before and after */ \
    X(BEST_SPECIAL, "best_special", F(TILE) F(FROM) F(TO)) \
    /* summary: `count` searches; `from` found a clue, and `to` had only one possible answer */ \
    X(SEARCHES, "searches", F(COUNT) F(FROM) F(TO)) \
    /* `count` arrests were tried; `from` times a policeman could have made the right one and did not */ \
    X(ARRESTS, "arrests", F(COUNT) F(FROM)) \
    /* a round: `count` moves; the police narrowed Jack down to `from` circles at best */ \
    X(ROUND, "round", F(COUNT) F(FROM)) \
    /* a policeman walked to a crossing next to Jack `count` times in a round */ \
    X(NEXT_TO, "next_to", F(BY) F(COUNT))

enum review_note_kind {
#define REVIEW_NOTE_ENUM(name, key, fields) NOTE_##name,
    REVIEW_NOTE_TABLE(REVIEW_NOTE_ENUM)
#undef REVIEW_NOTE_ENUM
        NOTE_KIND_COUNT
};

enum review_note_field { NOTE_BY, NOTE_CIRCLE, NOTE_OTHER, NOTE_TILE, NOTE_COUNT, NOTE_FROM, NOTE_TO };

#define NOTE_FIELD_BIT(field) (1U << (field))

struct review_note {
    uint8_t kind; /* enum review_note_kind */
    uint8_t round;
    uint8_t by, circle, other, tile;
    uint32_t step, count;
    uint64_t from, to;
};

const char *review_note_name(enum review_note_kind kind);
unsigned review_note_fields(enum review_note_kind kind); /* mask of NOTE_FIELD_BIT */

enum { REVIEW_MOMENTS_MAX = 256, REVIEW_SUMMARY_MAX = 32 };

struct review {
    uint8_t game, winner, reason;
    size_t steps, decisions, moves;
    struct review_step *step;
    struct review_decision *decision;
    struct review_move *move;
    unsigned moments, notes;
    struct review_note moment[REVIEW_MOMENTS_MAX]; /* ascending by step */
    struct review_note summary[REVIEW_SUMMARY_MAX];
};

/* Called before each deduction; returning false gives up. NULL computes everything, however long it takes. */
struct review_budget {
    bool (*may_continue)(void *context);
    void *context;
};

/*
 * Reviews a record. Returns a review to be freed with review_free(), or NULL after filling in `error`: the rules
 * reject the record, its game is not over (ERROR_NOT_FINISHED), the budget is used up (ERROR_TOO_MANY_REQUESTS), or
 * there is no memory (ERROR_STORAGE).
 */
struct review *review_new(const struct record *record, const struct board *board,
                          const struct review_budget *budget, struct record_error *error);
void review_free(struct review *review);

#endif
