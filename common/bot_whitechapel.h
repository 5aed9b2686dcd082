/*
 * bot_whitechapel.h: the parts of the minds of Letters from Whitechapel. Internal to bot_whitechapel_*.c.
 *
 * Police: a hunch (bot_hunch.h) of where Jack is and lives; beats.c knows how good it is if the policemen stand
 * somewhere, and so places patrols and walks; acts.c searches and arrests. Jack: road.c looks for the way home
 * that the police are least likely to close or to find him on; crime.c does what comes before.
 */
#ifndef GASLIGHT_BOT_WHITECHAPEL_H
#define GASLIGHT_BOT_WHITECHAPEL_H

#include "bot_hunch.h"
#include "bot_minds.h"
#include "bot_plan.h"

/* ---- the police ---- */

/* What a level of the police can do. */
struct police_skill {
    struct hunch_style hunch;
    unsigned rounds;      /* of planning all together; see plan_positions() */
    bool guards_ways;     /* closes streets he would take, and his door */
    bool asks_well;       /* weighs every question and arrest by what it leaves */
    bool stands_for_last; /* on night 3 keeps night 4 in mind */
    bool chooses_faces;   /* thinks about which patrols are real */
    double arrest_at;     /* without asks_well: how sure he wants to be */
    double blunder;       /* how often he does what comes to his mind */
};

/* A situation in which positions are judged. */
enum { BEATS_WAYS_MAX = 1536 };

struct beats_way {
    uint8_t from, index; /* board->neighbour[from][index] */
    double weight;
};

struct beats {
    const struct board *board;
    const struct police_skill *skill;
    unsigned circles, circle[SET_LIMIT];
    double now[SET_LIMIT];               /* by circle: he is there */
    double visited[SET_LIMIT];           /* ... or was there tonight, and asking would tell something */
    double home[SET_LIMIT];              /* ... or must be guarded as his door */
    uint8_t turns[SET_LIMIT][SET_LIMIT]; /* circle x crossing, where now or home has weight: plan_turns() */
    unsigned ways;
    struct beats_way way[BEATS_WAYS_MAX]; /* streets he is about to take */
};

/* From a hunch during a night. */
void beats_of_hunt(const struct bot_sight *sight, const struct police_skill *skill, const struct hunch *hunch,
                   struct beats *beats);

/* From where the next crime may be. */
void beats_of_crime(const struct bot_sight *sight, const struct police_skill *skill,
                    const struct hunch *hunch, const struct set *crimes, struct beats *beats);

plan_score beats_score;

/* Where one of the viewer's policemen walks. */
void police_walk(const struct bot_sight *sight, const struct police_skill *skill, const struct hunch *hunch,
                 struct random *random, struct action *action);

/* Search, arrest, rush or pass. */
void police_act(const struct bot_sight *sight, const struct police_skill *skill, const struct hunch *hunch,
                struct random *random, struct action *action);

/* What the Head decides: address, patrols, move_patrols, goulston, wretched. */
void police_head(const struct bot_sight *sight, const struct police_skill *skill, const struct hunch *hunch,
                 struct random *random, struct action *action);

#endif
