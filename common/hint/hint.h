/*
 * hint.h: what a bot would do in a player's place, and one true reason for it.
 *
 * The choice is a bot's (bots/bot.h), so it depends only on what the player sees, the level and a seed. The reason
 * is not the bot's: it is a fact about the choice that follows exactly from public information (deduce/belief.h) and,
 * for Jack, from his own sheet. It never looks at the game, so a hint for the police is the same wherever Jack is.
 *
 * There are no sentences here: a reason is a kind and its numbers, and each client has its own words for it. Used by
 * the server's `hint` and, to read what it sent, by the terminal client.
 */
#ifndef GASLIGHT_HINT_H
#define GASLIGHT_HINT_H

#include "common/bots/bot.h"
#include "common/json/json_writer.h"

/* One row per kind of reason: enum, name, and the numbers that are always given. */
#define HINT_REASON_TABLE(X) \
    /* nothing else is possible */ \
    X(ONLY, "only", ) \
    /* nothing more can be said than that a bot would do this */ \
    X(BOT, "bot", ) \
    /* a search: circles where Jack may be after a yes and after a no; an answer that is impossible is left out */ \
    X(SEARCH, "search", ) \
    /* a policeman passes: each search left to him has only one possible answer */ \
    X(KNOWN, "known", ) \
    /* an arrest: `trails` of `all` trails end where it is made */ \
    X(ARREST, "arrest", F(TRAILS) F(ALL)) \
    /* a walk: next to `count` of the `of` circles where Jack may be */ \
    X(NEXT_TO, "next_to", F(COUNT) F(OF)) \
    /* a walk: the nearest of these `of` circles is `crossings` away */ \
    X(APPROACH, "approach", F(OF) F(CROSSINGS)) \
    /* the address: one of `of` possible hideouts */ \
    X(ADDRESS, "address", F(OF)) \
    /* patrols: next to `count` of `of` women, not counting false patrols */ \
    X(PATROLS, "patrols", F(COUNT) F(OF)) \
    /* a Wretched: from her new circle the nearest patrol that is not false is `crossings` away */ \
    X(GUARDED, "guarded", F(CROSSINGS)) \
    /* an investigator begins `crossings` away from where Jack starts */ \
    X(DEPLOY, "deploy", F(CROSSINGS)) \
    /* a murder: Jack's hideout is `moves` away */ \
    X(HOME, "home", F(MOVES)) \
    /* Jack gets home */ \
    X(ESCAPE, "escape", ) \
    /* Jack's move: the police would consider `count` circles possible */ \
    X(HIDDEN, "hidden", F(COUNT)) \
    /* the same, and he would be on one of his discoveries */ \
    X(DISCOVERY, "discovery", F(COUNT))

enum hint_reason_kind {
#define HINT_REASON_ENUM(name, key, fields) HINT_##name,
    HINT_REASON_TABLE(HINT_REASON_ENUM)
#undef HINT_REASON_ENUM
        HINT_REASON_COUNT
};

/* The numbers of a reason; `yes` and `no` only belong to a search, and are 0 if that answer is impossible. */
#define HINT_NUMBER_TABLE(X) \
    X(YES, "yes", yes) \
    X(NO, "no", no) \
    X(COUNT, "count", count) \
    X(OF, "of", of) \
    X(CROSSINGS, "crossings", crossings) \
    X(MOVES, "moves", moves)

struct hint {
    struct action action;
    uint8_t level;  /* enum bot_level */
    uint8_t reason; /* enum hint_reason_kind */
    uint8_t yes, no, count, of, crossings, moves;
    uint64_t trails, all;
};

/*
 * Computes a hint for one of the viewer's pawns. There must be a legal action: observation->legal.shown.kinds is not 0.
 * The same observation, level and seed always give the same hint.
 */
void hint_find(const struct bot_observation *observation, enum bot_level level, uint64_t seed,
               struct hint *hint);

/* As JSON: the reply to the request `hint`, without its `seq`. */
void hint_write(struct json_writer *writer, const struct hint *hint);

#endif
