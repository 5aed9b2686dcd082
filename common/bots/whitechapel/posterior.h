/*
 * bot_hunch.h: what a detective of Whitechapel thinks: where Jack is and where he lives, with weights.
 *
 * The dossier says what can be; a hunch says what is likely, on the assumption that Jack strolls but is drawn
 * home. P(trail | hideout) is a stroller's chance of that trail times `direct` to the power of the steps home
 * from where it ends, over the sum of that for everything a stroller could have done. So direct walks point
 * at a hideout, and what the police did not find counts too. Jack's bot forms the same hunch to know what they
 * think of him.
 */
#ifndef GASLIGHT_BOT_HUNCH_H
#define GASLIGHT_BOT_HUNCH_H

#include "common/base/random.h"
#include "common/bots/bot.h"

enum { SUSPECTS_MAX = 256 };

/* How it is formed: a property of a level. */
struct hunch_style {
    unsigned suspects; /* to draw, SUSPECTS_MAX at most */
    double direct;     /* 1: he is not drawn home at all */
    double detour; /* for each cell of a finished night beyond the shortest way: how he shuns it; 1: not */
    bool earlier_nights; /* whether they are thought of */
};

/* One story that fits everything: a trail of tonight and a hideout. */
struct suspect {
    struct set visited;
    uint8_t now, home;
};

struct hunch {
    bool hunting;
    unsigned left;          /* cells of the track */
    double home[SET_LIMIT]; /* how likely it is his hideout */
    double now[SET_LIMIT];  /* ... that he is there; if hunting */
    unsigned suspects;      /* if hunting */
    struct suspect suspect[SUSPECTS_MAX];
};

void hunch_form(const struct board *board, const struct dossier *dossier, const struct hunch_style *style,
                struct random *random, struct hunch *hunch);

#endif
