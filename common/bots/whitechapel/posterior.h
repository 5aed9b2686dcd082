/*
 * posterior.h: how likely each circle is to be Jack's position or hideout in Whitechapel.
 *
 * The dossier says what is possible; the posterior says how likely it is. It is a mixture over habits: kinds
 * of Jack who go home more or less directly, sooner or later (struct jack_habit). For one habit the
 * likelihood P(trail | hideout) is the probability of the trail as a random walk (weighted_trails.h), times a
 * weight for the distance from its end to the hideout, normalized over everything a random walk could have
 * done, times the probability of the night's length so far. What this Jack did on earlier nights thus says
 * both where he lives and which habits he has. Unsuccessful searches count as evidence too.
 *
 * The police use it to find Jack. Jack's bot computes the same posterior to know what the police believe.
 */
#ifndef GASLIGHT_WHITECHAPEL_POSTERIOR_H
#define GASLIGHT_WHITECHAPEL_POSTERIOR_H

#include "common/base/random.h"
#include "common/bots/bot.h"
#include "common/bots/whitechapel/weighted_trails.h"

enum { POSTERIOR_SAMPLES_MAX = 1024, HABITS_MAX = 8, HABIT_EARLY_CELLS = 3 };

/* One kind of Jack. */
struct jack_habit {
    double prior;
    double early, late; /* weight per step from home: in the first HABIT_EARLY_CELLS cells, and later */
    unsigned detour;    /* cells he typically uses beyond the shortest way home, before the last night */
    double steady;      /* factor per cell more or less than that */
    double near_red;    /* factor for hideouts next to a red circle */
};

/* Parameters of the computation; each level and style has its own. */
struct posterior_model {
    unsigned samples; /* number of samples to draw, at most POSTERIOR_SAMPLES_MAX */
    unsigned habits;  /* at most HABITS_MAX */
    const struct jack_habit *habit;
    struct walk_model walk;
    bool uses_earlier_nights; /* whether escapes on earlier nights count as evidence */
    double
        foresight; /* factor for circles next to which a policeman has just walked: Jack may have foreseen it; 0: none */
};

/* The mixture of the strong levels. */
enum { WHITECHAPEL_HABITS = 7 };
extern const struct jack_habit whitechapel_habits[WHITECHAPEL_HABITS];

/* A Jack of whom nothing is known: every trail and every length is as likely as any other. */
extern const struct jack_habit whitechapel_undecided;

/* One possible truth, consistent with all public facts: a trail of tonight and a hideout. */
struct posterior_sample {
    struct set visited;
    uint8_t now, home;
};

struct posterior {
    bool hunting;
    unsigned left;            /* cells left on the track */
    double home[SET_LIMIT];   /* probability that this circle is his hideout */
    double now[SET_LIMIT];    /* probability that he is there now; only if hunting */
    double habit[HABITS_MAX]; /* probability of each habit; only if not hunting */
    unsigned samples;         /* only if hunting */
    struct posterior_sample sample[POSTERIOR_SAMPLES_MAX];
};

void whitechapel_posterior_compute(const struct board *board, const struct dossier *dossier,
                                   const struct posterior_model *model, struct random *random,
                                   struct posterior *posterior);

#endif
