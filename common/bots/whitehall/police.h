/*
 * bot_whitehall_police.h: the parts of an investigator's mind. Internal to bot_whitehall_police*.c.
 *
 * Somebody on the hunt has an idea of where Jack is; with it he decides where to walk, and then what to ask.
 */
#ifndef GASLIGHT_BOT_WHITEHALL_POLICE_H
#define GASLIGHT_BOT_WHITEHALL_POLICE_H

#include "common/bots/whitehall/whitehall_bot.h"

/* How somebody hunts. */
struct hunt_habit {
    double slack;  /* a crossing this much worse than the best one is not good any more */
    double daring; /* arrests when he is that sure; who plans jointly compares instead */
    bool joint;    /* plans for all three investigators; otherwise each for himself */
    struct suspicion_habit suspicion;
};

struct hunt_mind {
    const struct bot_observation *observation;
    const struct board *board;
    struct random *random;
    struct hunt_habit habit;
    struct round_facts facts;
    struct suspicion suspicion;
};

/* The order in which investigators walk and act. */
extern const uint8_t whitehall_order[3];

/* Where `pawn`, whose turn it is, walks; `power` says whether by Waring's houses. */
void police_plan_walk(const struct hunt_mind *mind, unsigned pawn, struct action *action);

/* What he does once there: asks, arrests or rests. */
void police_plan_act(const struct hunt_mind *mind, unsigned pawn, struct action *action);

/* The yellow crossing he begins on. */
void police_plan_deploy(const struct hunt_mind *mind, unsigned pawn, struct action *action);

/*
 * Where the investigators in `walking` (a mask) would best stand if Jack is where the suspicion says; `crossing`
 * holds where all stand now, and is changed. Jack asks this too, to see what is coming.
 */
void police_best_stand(const struct board *board, const struct round_facts *facts,
                       const struct suspicion *suspicion, const struct suspicion_habit *habit,
                       unsigned walking, uint8_t crossing[PAWN_COUNT]);

#endif
