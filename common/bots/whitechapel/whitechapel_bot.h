/*
 * bot_whitechapel.h: the parts of the minds of Letters from Whitechapel. Internal to bot_whitechapel_*.c.
 *
 * Police: a hunch (bot_hunch.h) of where Jack is and lives; beats.c knows how good it is if the policemen stand
 * somewhere, and so places patrols and walks; acts.c searches and arrests. Jack: road.c looks for the way home
 * that the police are least likely to close or to find him on; crime.c does what comes before.
 */
#ifndef GASLIGHT_BOT_WHITECHAPEL_H
#define GASLIGHT_BOT_WHITECHAPEL_H

#include "common/bots/bot_internal.h"
#include "common/bots/positioning.h"
#include "common/bots/whitechapel/posterior.h"

/* ---- the police ---- */

/* What a level of the police can do. */
struct police_skill {
    struct hunch_style hunch;
    unsigned rounds;      /* of planning all together; see plan_positions() */
    bool guards_ways;     /* closes streets he would take, and his door */
    bool asks_well;       /* weighs every question and arrest by what it leaves */
    bool stands_for_last; /* on night 3 keeps night 4 in mind */
    bool chooses_faces;   /* thinks about which patrols are real */
    double arrest_at;     /* how sure he wants to be; below that he asks */
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
void beats_of_hunt(const struct bot_observation *observation, const struct police_skill *skill,
                   const struct hunch *hunch, struct beats *beats);

/* From where the next crime may be. */
void beats_of_crime(const struct bot_observation *observation, const struct police_skill *skill,
                    const struct hunch *hunch, const struct set *crimes, struct beats *beats);

plan_score beats_score;

/* Where one of the viewer's policemen walks. */
void police_walk(const struct bot_observation *observation, const struct police_skill *skill,
                 const struct hunch *hunch, struct random *random, struct action *action);

/* One policeman arrests the likeliest of his circles that nobody has `named`, and names it: how likely it is. */
double police_arrest(const struct set *circles, const double now[SET_LIMIT], struct set *named);

/* Search, arrest, rush or pass. */
void police_act(const struct bot_observation *observation, const struct police_skill *skill,
                const struct hunch *hunch, struct random *random, struct action *action);

/* What the Head decides: address, patrols, move_patrols, goulston, wretched. */
void police_head(const struct bot_observation *observation, const struct police_skill *skill,
                 const struct hunch *hunch, struct random *random, struct action *action);

/* ---- Jack ---- */

/* What a level of Jack's can do. */
struct jack_skill {
    struct hunch_style hunch;
    bool knows_hunch;  /* thinks of what the police think */
    bool uses_tiles;   /* before he is boxed in */
    bool hides_home;   /* shuns walks that tell where he lives */
    bool plans_crimes; /* chooses hideout, women and crimes by the way home */
    double caution;    /* how much he fears to be arrested where they think he is */
    unsigned feints;   /* steps away from home while there is time */
    double whim;       /* how far below the best a choice may be and still be drawn */
    double blunder;
};

enum { ROAD_TURNS = 4 }; /* how many walks of the police are looked ahead; what is later is like the last */

/* The night ahead, from some circle on. */
struct road {
    const struct board *board;
    const struct jack_skill *skill;
    unsigned home, round, left; /* cells */
    unsigned used;              /* cells of the night before this */
    unsigned policemen;
    uint8_t police[PATROLS]; /* crossings */
    struct set occupied;
    struct set police_reach[PATROLS][ROAD_TURNS + 1]; /* by walks */
    double mass[ROAD_TURNS + 1][SET_LIMIT];           /* by walks: they think he is there */
    double hazard[ROAD_TURNS + 1][SET_LIMIT];         /* ... and arrest him if he is */
    double closed[ROAD_TURNS + 1][SET_LIMIT];         /* ... and stand on this crossing */
    double value[CELLS + 1][SET_LIMIT];               /* by cells from now: to get home from there */
};

/* `now` is what the police think; home and police must be set in `road`. */
void road_look(struct road *road, const double now[SET_LIMIT], double home_known);

/* How likely he is arrested on `circle` right after a move that leaves them thinking `mass`. */
double road_hazard(const struct road *road, unsigned circle, unsigned turn, double mass);

/* What the police think after one more move: a normal one, a Coach or an Alley. */
void road_spread(const struct road *road, enum tile tile, const double from[SET_LIMIT], double to[SET_LIMIT]);

/* What it is worth to get home with that many cells used in the whole night. */
double road_arrival(const struct road *road, unsigned cells);

/* Before the hunt: hideout, women, letter, kill or wait, reveal. */
void jack_crime(const struct bot_observation *observation, const struct jack_skill *skill,
                struct random *random, struct action *action);

#endif
