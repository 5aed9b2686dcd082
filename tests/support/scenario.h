/*
 * scenario.h: a game brought to a wanted point in a few lines, for tests of rules.
 *
 *     struct scenario scene;
 *     scenario_new(&scene, GAME_WHITECHAPEL, OPTION_RUSHING);
 *     scenario_reach(&scene, 2, PHASE_MOVE);            played with real, dull actions
 *     scenario_put_row(&scene, NUMBERS(65, 82));        from here on, set by hand
 *     scenario_put_police(&scene, PAWN_RED, 101);
 *     expect_ok(&scene, act_move(83));
 *     expect_error(&scene, act_walk(PAWN_RED, 1), ERROR_WALK_FAR);
 *
 * Every action is also held against game_legal(): one that is accepted was listed, one that is refused was
 * not, and a refusal leaves game and events byte for byte as they were. What scenario_put_*() writes must
 * leave a game that game_broken() accepts.
 */
#ifndef GASLIGHT_TESTS_SCENARIO_H
#define GASLIGHT_TESTS_SCENARIO_H

#include <check.h>

#include "common/rules/game.h"

/* A few places as an argument: NUMBERS(3, 21, 27). */
struct numbers {
    unsigned count;
    const uint8_t *item;
};
#define NUMBERS(...) ((struct numbers){sizeof((uint8_t[]){__VA_ARGS__}), (uint8_t[]){__VA_ARGS__}})

struct scenario {
    const struct board *board;
    struct game game;
    struct events events; /* of the last action that was accepted */
};

/* Jack is seat 0, all the police seat 1, Head tiles yellow red blue green brown. */
void scenario_new(struct scenario *scenario, enum game_kind game, uint32_t options);

/* The same with a setup of one's own; see play.h for some. */
void scenario_begin(struct scenario *scenario, const struct setup *setup);

/*
 * Plays on with dull actions until it is that phase of that night or round. Whitechapel: the lowest
 * hideout that is allowed (if none was chosen yet), women and patrols on the lowest places (faces in the
 * order of the pawns, the false ones last), no letter, kill the lowest Wretched at once, policemen stand
 * still and pass, Jack walks straight home. Whitehall: four discoveries near each other, a start in NW,
 * investigators on the lowest crossings, Jack walks to his nearest discovery. Choose the hideout or the
 * discoveries before, if they matter.
 */
void scenario_reach(struct scenario *scenario, unsigned round, enum phase phase);

/* One such dull action, whatever the phase. */
void scenario_dull(struct scenario *scenario);

/* Writing into the game, where playing there would only be long. */
void scenario_put_police(struct scenario *scenario, enum pawn pawn, unsigned crossing);
/* All of the game's policemen, in the order of the pawns. */
void scenario_put_all_police(struct scenario *scenario, struct numbers crossings);
/* Tonight's row from its first cell on; Jack stands on the last one. No tiles on it, no clues. */
void scenario_put_row(struct scenario *scenario, struct numbers circles);
/* Tonight's row so that it ends in the given cell (an index: see cell_label()), walking to and fro between
   the two circles, which are adjacent, and standing on the second. */
void scenario_put_last_cell(struct scenario *scenario, unsigned cell, unsigned from, unsigned here);

/* Asking. */
unsigned scenario_jack(const struct scenario *scenario); /* the circle he stands on */
/* What all pawns may do now; valid until the next call. */
const struct legal *scenario_legal(const struct scenario *scenario);
/* The first event of that kind the last action led to, or NULL. */
const struct event *scenario_event(const struct scenario *scenario, enum event_kind kind);
bool set_is(const struct set *set, struct numbers members);
bool list_is(const struct event_list *list, struct numbers items);

/* Actions: Jack's and the Head's need no pawn; the Head's are filled in as they are done. */
struct action act_hideout(unsigned circle);
struct action act_women(struct numbers marked, struct numbers unmarked);
struct action act_address(unsigned circle);
struct action act_patrols(struct numbers place); /* crossing, face, crossing, face, ... */
struct action act_letter(enum letter letter, unsigned from, unsigned to); /* dear_boss, from_hell */
struct action act_saucy_jacky(unsigned first, unsigned second);
struct action act_graffito(enum pawn pawn); /* the letter goulston_street */
struct action act_move_patrols(unsigned from, unsigned to, unsigned other_from, unsigned other_to);
struct action act_goulston(enum pawn pawn); /* the Head's answer */
struct action act_kill(struct numbers circles);
struct action act_wait(void);
struct action act_wretched(unsigned from, unsigned to);
struct action act_reveal(unsigned crossing);
struct action act_false_clue(unsigned circle);
struct action act_rush(enum pawn by, unsigned to);
struct action act_discoveries(unsigned nw, unsigned ne, unsigned sw, unsigned se);
struct action act_start(unsigned circle);
struct action act_deploy(enum pawn by, unsigned crossing);
struct action act_boat(unsigned to);
struct action act_smoker(void); /* by yellow */
struct action act_reclaim(enum tile tile);
struct action act_move(unsigned to);
struct action act_escape(unsigned to);
struct action act_coach(unsigned via, unsigned to);
struct action act_alley(unsigned to);
struct action act_walk(enum pawn by, unsigned to);
struct action act_search(enum pawn by, unsigned circle);
struct action act_arrest(enum pawn by, unsigned circle); /* circle 0: names none */
struct action act_pass(enum pawn by);
struct action act_resign(enum pawn by);
struct action with_power(struct action action);
struct action by_pawn(enum pawn by, struct action action); /* somebody else does it */

/* Doing. */
#define expect_ok(scenario, action) scenario_expect((scenario), (action), ERROR_OK, __FILE__, __LINE__)
#define expect_error(scenario, action, error) \
    scenario_expect((scenario), (action), (error), __FILE__, __LINE__)
void scenario_expect(struct scenario *scenario, struct action action, enum error expected, const char *file,
                     int line);

/* The phase, named when it is another. */
#define expect_phase(scenario, phase) scenario_expect_phase((scenario), (phase), __FILE__, __LINE__)
void scenario_expect_phase(const struct scenario *scenario, enum phase phase, const char *file, int line);

/* The game is over with that result, and a last event says so. */
#define expect_over(scenario, winner, reason) \
    scenario_expect_over((scenario), (winner), (reason), __FILE__, __LINE__)
void scenario_expect_over(const struct scenario *scenario, enum winner winner, enum reason reason,
                          const char *file, int line);

/*
 * For main(): runs tests (the address of each START_TEST name), each after `setup`; the exit status. A list
 * of them says `static const TTest *const *const tests[] = {&one_rule, &another};`.
 */
int scenario_run(const char *name, void (*setup)(void), const TTest *const *const *tests, unsigned count);

#endif
