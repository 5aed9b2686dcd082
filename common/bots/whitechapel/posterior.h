/*
 * posterior.h: how likely each circle is to be Jack's position or hideout in Whitechapel.
 *
 * The dossier says what is possible; the posterior says how likely it is, assuming that Jack walks at random
 * but is drawn home. The likelihood P(trail | hideout) is the probability of the trail as a random walk,
 * times `home_factor` to the power of the distance from its end to the hideout, normalized over everything a
 * random walk could have done. Direct walks thus point to a hideout, and unsuccessful searches count as
 * evidence too.
 *
 * The police use it to find Jack. Jack's bot computes the same posterior to know what the police believe.
 */
#ifndef GASLIGHT_WHITECHAPEL_POSTERIOR_H
#define GASLIGHT_WHITECHAPEL_POSTERIOR_H

#include "common/base/random.h"
#include "common/bots/bot.h"

enum { POSTERIOR_SAMPLES_MAX = 256 };

/* Parameters of the computation; each level has its own. */
struct posterior_model {
    unsigned samples;   /* number of samples to draw, at most POSTERIOR_SAMPLES_MAX */
    double home_factor; /* weight per step from home; 1: Jack is not drawn home at all */
    double
        detour_factor; /* weight per cell that a finished night took beyond the shortest path home; 1: detours do not count */
    bool uses_earlier_nights; /* whether escapes on earlier nights count as evidence */
};

/* One possible truth, consistent with all public facts: a trail of tonight and a hideout. */
struct posterior_sample {
    struct set visited;
    uint8_t now, home;
};

struct posterior {
    bool hunting;
    unsigned left;          /* cells left on the track */
    double home[SET_LIMIT]; /* probability that this circle is his hideout */
    double now[SET_LIMIT];  /* probability that he is there now; only if hunting */
    unsigned samples;       /* only if hunting */
    struct posterior_sample sample[POSTERIOR_SAMPLES_MAX];
};

void whitechapel_posterior_compute(const struct board *board, const struct dossier *dossier,
                                   const struct posterior_model *model, struct random *random,
                                   struct posterior *posterior);

#endif
