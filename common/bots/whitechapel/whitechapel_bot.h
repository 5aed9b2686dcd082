/*
 * whitechapel_bot.h: types and functions shared by the strategies of Letters from Whitechapel. Internal to
 * common/bots/whitechapel.
 *
 * Police: posterior.h estimates where Jack is and where he lives; police.c holds the skill of each level;
 * police_position.c scores positions and walks; police_act.c searches and arrests; police_head.c makes the
 * Head's decisions. Jack: jack_path.c evaluates the paths home; jack_reply.c predicts what the police do next; jack_move.c holds the skill of each level and
 * chooses moves; jack_crime.c decides everything before the hunt.
 */
#ifndef GASLIGHT_WHITECHAPEL_BOT_H
#define GASLIGHT_WHITECHAPEL_BOT_H

#include "common/bots/bot_internal.h"
#include "common/bots/positioning.h"
#include "common/bots/whitechapel/posterior.h"

/* ---- the police ---- */

/* What a position or an action of the police is worth; the unit is a certain arrest. */
struct police_weights {
    double arrest;   /* being next to Jack */
    double question; /* being next to a circle whose search says much */
    double street;   /* closing a street that Jack is about to take */
    double near;     /* having two policemen close to Jack */
    double door;     /* having two policemen close to his hideout */
    double future;   /* knowing where Jack is, for the next turn */
};

/* The skill of one level or style of the police. */
struct police_skill {
    struct posterior_model model;
    struct police_weights weights;
    unsigned rounds;              /* of hill climbing; see positioning_improve() */
    bool blocks_streets;          /* blocks the streets Jack is likely to take and guards likely hideouts */
    bool compares_actions;        /* compares searches and arrests by their expected value */
    double prepares_last_night;   /* on night 3: weight of standing well for night 4 */
    double prepares_double_event; /* on nights 2 and 3: weight of standing near the remaining red circles */
    bool chooses_false_patrols;   /* chooses which patrols are false instead of drawing them at random */
    double arrest_threshold;      /* minimum probability for an arrest; below it, search */
    double hunch_rate;            /* probability of forgetting earlier nights and trusting one theory */
};

/* Scores positions of the policemen: what the posterior makes worth guarding. */
enum { ESCAPE_STREETS_MAX = 1536 };

struct escape_street {
    uint8_t from, index; /* board->neighbour[from][index] */
    double weight;
};

struct police_position {
    const struct board *board;
    const struct police_skill *skill;
    unsigned circles, circle[SET_LIMIT];
    double now[SET_LIMIT];     /* by circle: probability that Jack is there */
    double visited[SET_LIMIT]; /* by circle: how informative a search there would be */
    double home[SET_LIMIT];    /* by circle: probability that it is the hideout, if hideouts are guarded */
    uint8_t turns[SET_LIMIT][SET_LIMIT]; /* positioning_turns() by circle, where one of the above is not 0 */
    unsigned streets;
    struct escape_street street[ESCAPE_STREETS_MAX]; /* streets Jack is likely to take next */
};

/* Builds the scorer for a hunt from the posterior. */
void police_position_for_hunt(const struct bot_observation *observation, const struct police_skill *skill,
                              const struct posterior *posterior, struct police_position *position);

/* Builds the scorer for the possible scenes of the next crime. */
void police_position_for_crime(const struct bot_observation *observation, const struct police_skill *skill,
                               const struct posterior *posterior, const struct set *crimes,
                               struct police_position *position);

positioning_score police_position_score;

/*
 * Plans the walks of the policemen in the mask `pawns` together. `crossing` holds where all of them stand and
 * receives where they should go. Uses only what is public in the observation, so Jack can predict it.
 */
void police_plan(const struct bot_observation *observation, const struct police_skill *skill,
                 const struct posterior *posterior, unsigned pawns, uint8_t crossing[PAWN_COUNT]);

/* Police to reckon with: strong ones, plain ones, and guards of hideouts. */
enum { EXPECTED_POLICE = 3, EXPECTED_PLAIN = 1 };
extern const struct police_skill *const police_expected[EXPECTED_POLICE];

/* Chooses where one of the viewer's policemen walks. */
void police_walk(const struct bot_observation *observation, const struct police_skill *skill,
                 const struct posterior *posterior, struct random *random, struct action *action);

/*
 * Lets one policeman claim the likeliest of `circles` that is not yet in `named`, for an arrest, and adds it
 * to `named`. Returns its probability.
 */
double police_claim_arrest(const struct set *circles, const double now[SET_LIMIT], struct set *named);

/* Chooses a search, an arrest, a rush or a pass. */
void police_act(const struct bot_observation *observation, const struct police_skill *skill,
                const struct posterior *posterior, struct random *random, struct action *action);

/* Decides for the Head: address, patrols, move_patrols, goulston, wretched. */
void police_head(const struct bot_observation *observation, const struct police_skill *skill,
                 const struct posterior *posterior, struct random *random, struct action *action);

/* Makes any decision of the police with this skill. */
void whitechapel_police_play(const struct bot_observation *observation, const struct police_skill *skill,
                             struct random *random, struct action *action);

/* ---- Jack ---- */

/* How Jack chooses his hideout. */
enum hideout_choice {
    HIDEOUT_ANY,         /* at random */
    HIDEOUT_PLANNED,     /* by the red circles around it */
    HIDEOUT_NEXT_TO_RED, /* beside a red circle */
    HIDEOUT_FAR,         /* at least three steps from every red circle */
};

/* The skill of one level or style of Jack. */
struct jack_skill {
    struct posterior_model model;
    bool models_police; /* takes into account what the police believe */
    unsigned replies;   /* replies of the police to predict for each kind of move; 0: no look-ahead */
    bool expects_plain; /* expects plain police in every prediction */
    enum hideout_choice hideout;
    double caution;     /* weight of the risk of being arrested */
    double tiles;       /* factor for the value of a special move; 0: only when almost trapped */
    double linger;      /* nights before the last: cells to use, because short walks reveal the hideout */
    double reveal;      /* what the shortest walk costs for that reason, as a share of its value */
    double hurry;       /* factor per cell used; 0: none */
    unsigned feints;    /* number of early cells in which steps away from home earn a bonus */
    double feint;       /* that bonus, as a share */
    bool safe_feints;   /* feints only out of the police's reach */
    double near_crimes; /* factor per step between crime and hideout; 0: none */
    double keep;        /* factor for a crime within two steps of home before the last night; 0: none */
    double waits;       /* probability of waiting although there is a good crime */
    double waits_first; /* the same on night 1, so that waiting then says nothing */
    double patience;    /* on night 3: factor for how good a crime must be not to wait */
    double randomness;  /* how far below the best value a move may be and still be drawn */
    double hurry_rate;  /* probability of taking the shortest way home without a look at the police */
};

/* How many walks of the police are predicted; later turns are treated like the last. */
enum { PATH_TURNS = 4 };

/* The rest of the night from some circle on. */
struct jack_path {
    const struct board *board;
    const struct jack_skill *skill;
    unsigned home, round, left; /* `left`: cells left on the track */
    unsigned used;              /* cells of the night already used */
    unsigned policemen;
    uint8_t police[PATROLS]; /* crossings */
    struct set occupied;
    struct set police_reach[PATROLS][PATH_TURNS + 1]; /* crossings within reach, by number of walks */
    double mass[PATH_TURNS + 1][SET_LIMIT];           /* by walks: the police's posterior of Jack's circle */
    double hazard[PATH_TURNS + 1][SET_LIMIT];         /* ... chance of being arrested there */
    double closed[PATH_TURNS + 1][SET_LIMIT];         /* ... chance that a policeman is on this crossing */
    double value[CELLS + 1][SET_LIMIT];               /* by cells from now: chance to get home from there */
    double coach[CELLS + 1][SET_LIMIT]; /* the same if the first two cells take one turn of the police */
};

/*
 * Fills in everything from the police's posterior `now`. board, skill, home, round, left, used and the police
 * must be set. `home_known` is the probability that the police assign to the real hideout.
 */
void jack_path_evaluate(struct jack_path *path, const double now[SET_LIMIT], double home_known);

/*
 * Returns the chance that Jack is arrested on `circle` after `turn` walks, if the police assign it
 * probability `mass`.
 */
double jack_path_hazard(const struct jack_path *path, unsigned circle, unsigned turn, double mass);

/* Computes the police's posterior after one more move: a normal one, a Coach or an Alley. */
void jack_path_spread(const struct jack_path *path, enum tile tile, const double from[SET_LIMIT],
                      double to[SET_LIMIT]);

/*
 * Returns the value of getting home with that many cells used in the whole night: short walks reveal the
 * hideout.
 */
double jack_path_arrival_value(const struct jack_path *path, unsigned cells);

/*
 * Predicts what the police do after a move of this kind, and evaluates the paths home from there: fills in
 * `after` and arrest[circle], the chance of being arrested there. `before` is the situation before the move;
 * predictions of different `number` expect different police.
 */
void jack_reply_predict(const struct bot_observation *observation, const struct jack_path *before,
                        enum tile tile, unsigned number, struct random *random, struct jack_path *after,
                        double arrest[SET_LIMIT]);

/* Decides before the hunt: hideout, women, letter, kill or wait, reveal. */
void jack_crime(const struct bot_observation *observation, const struct jack_skill *skill,
                struct random *random, struct action *action);

/* Makes any decision of Jack's with this skill. */
void whitechapel_jack_play(const struct bot_observation *observation, const struct jack_skill *skill,
                           struct random *random, struct action *action);

#endif
