/*
 * police.h: types and functions shared by the investigators' strategy in Whitehall. Internal to
 * common/bots/whitehall.
 *
 * Given a posterior of where Jack is, an investigator decides where to walk (police_walk.c), then what to
 * search or whether to arrest (police_act.c).
 */
#ifndef GASLIGHT_WHITEHALL_POLICE_H
#define GASLIGHT_WHITEHALL_POLICE_H

#include "common/bots/whitehall/whitehall_bot.h"

/* The skill of one level of the police. */
struct police_skill {
    double tolerance; /* crossings that score this much less than the best are never chosen */
    double
        arrest_threshold; /* minimum probability for an arrest; unused when planning jointly, which compares values instead */
    unsigned truths; /* number of sampled truths for planning (police_plan.h); 0: plans without sampling */
    unsigned climbs,
        sweeps;      /* 1 or 2 positions to improve from, and how often each investigator is moved at most */
    unsigned memory; /* forgets searches without a result after so many moves of Jack's; 0: never */
    bool plans_jointly; /* plans for all three investigators; otherwise each for themselves */
    struct jack_model model;
};

struct police_context {
    const struct bot_observation *observation;
    const struct board *board;
    struct random *random;
    struct police_skill skill;
    struct round_facts facts;
    struct posterior posterior;
};

/* Makes any decision of the investigators with this skill. */
void whitehall_police_play(const struct bot_observation *observation, const struct police_skill *skill,
                           struct random *random, struct action *action);

/* The order in which the investigators walk and act. */
extern const uint8_t whitehall_police_order[3];

/* Chooses where `pawn`, whose turn it is, walks; sets action->power for Waring's power. */
void police_choose_walk(const struct police_context *context, unsigned pawn, struct action *action);

/* Chooses what the investigator does after walking: search, arrest or pass. */
void police_choose_action(const struct police_context *context, unsigned pawn, struct action *action);

/* Chooses the yellow crossing where the investigator starts. */
void police_choose_deployment(const struct police_context *context, unsigned pawn, struct action *action);

/* The same before Jack is on the board: spreads the investigators over the circles that may be discoveries. */
void police_choose_first_deployment(const struct bot_observation *observation, unsigned pawn,
                                    struct random *random, struct action *action);

/*
 * Finds the best positions for the investigators in `walking` (a mask), given the posterior. `crossing` holds
 * the current position of all and receives the new one. Jack's bot calls this too, to predict the police.
 */
void police_best_positions(const struct board *board, const struct round_facts *facts,
                           const struct posterior *posterior, const struct jack_model *model,
                           unsigned walking, uint8_t crossing[PAWN_COUNT]);

#endif
