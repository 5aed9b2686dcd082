/*
 * scenario.h: brings a game to a wanted situation in a few lines, for tests of the rules.
 *
 *     struct scenario scene;
 *     scenario_new(&scene, GAME_WHITECHAPEL, OPTION_RUSHING);
 *     scenario_reach(&scene, 2, PHASE_MOVE);            plays default actions
 *     scenario_put_row(&scene, NUMBERS(65, 82));        sets Jack's row directly
 *     scenario_put_police(&scene, PAWN_RED, 101);
 *     expect_ok(&scene, act_move(83));
 *     expect_error(&scene, act_walk(PAWN_RED, 1), ERROR_WALK_FAR);
 *
 * Every action is also checked against game_legal(): accepted actions must be listed, rejected ones must not,
 * and a refusal must leave the game and the events unchanged, byte for byte. After scenario_put_*() the game
 * must still satisfy game_broken().
 */
#ifndef GASLIGHT_TESTS_SCENARIO_H
#define GASLIGHT_TESTS_SCENARIO_H

#include <check.h>

#include "common/rules/game.h"

/* Several places as one argument: NUMBERS(3, 21, 27). */
struct numbers {
    unsigned count;
    const uint8_t *item;
};
#define NUMBERS(...) ((struct numbers){sizeof((uint8_t[]){__VA_ARGS__}), (uint8_t[]){__VA_ARGS__}})

struct scenario {
    const struct board *board;
    struct game game;
    struct events events; /* of the last accepted action */
};

/*
 * Starts a game in which seat 0 is Jack, seat 1 has all the police, and the Head tiles are yellow red blue
 * green brown.
 */
void scenario_new(struct scenario *scenario, enum game_kind game, uint32_t options);

/* The same with another setup; see play.h for some. */
void scenario_begin(struct scenario *scenario, const struct setup *setup);

/*
 * Plays default actions until it is this phase of this night or round. Whitechapel: the lowest legal hideout
 * (unless already chosen), women and patrols on the lowest places (faces in the order of the pawns, false
 * ones last), no letter, an immediate murder of the lowest Wretched; policemen stay and pass, and Jack walks
 * straight home. Whitehall: four discoveries close together, a start in NW, investigators on the lowest
 * crossings; Jack walks to the nearest discovery. If the hideout or the discoveries matter, choose them
 * first.
 */
void scenario_reach(struct scenario *scenario, unsigned round, enum phase phase);

/* Plays one such default action, whatever the phase. */
void scenario_default_action(struct scenario *scenario);

/* Set parts of the game directly, where playing there would take long. */
void scenario_put_police(struct scenario *scenario, enum pawn pawn, unsigned crossing);
/* Places all policemen of the game, in the order of the pawns. */
void scenario_put_all_police(struct scenario *scenario, struct numbers crossings);
/* Sets the current row from its first cell; Jack is on the last circle. Removes tiles and clues. */
void scenario_put_row(struct scenario *scenario, struct numbers circles);
/*
 * Sets the current row so that it ends in the given cell (an index, see cell_label()): Jack walks back and
 * forth between the two adjacent circles and is now on the second.
 */
void scenario_put_last_cell(struct scenario *scenario, unsigned cell, unsigned from, unsigned here);

/* Queries. */
unsigned scenario_jack(const struct scenario *scenario); /* Jack's circle */
/* Returns what all pawns may do now; valid until the next call. */
const struct legal *scenario_legal(const struct scenario *scenario);
/* Returns the first event of this kind from the last action, or NULL. */
const struct event *scenario_event(const struct scenario *scenario, enum event_kind kind);
bool set_is(const struct set *set, struct numbers members);
bool list_is(const struct event_list *list, struct numbers items);

/* Actions. Those of Jack and of the Head need no pawn; the Head's is filled in when the action is applied. */
struct action act_hideout(unsigned circle);
struct action act_women(struct numbers marked, struct numbers unmarked);
struct action act_address(unsigned circle);
struct action act_patrols(struct numbers place); /* crossing, face, crossing, face, ... */
struct action act_letter(enum letter letter, unsigned from, unsigned to); /* dear_boss, from_hell */
struct action act_saucy_jacky(unsigned first, unsigned second);
struct action act_graffito(enum pawn pawn); /* the letter goulston_street */
struct action act_move_patrols(unsigned from, unsigned to, unsigned other_from, unsigned other_to);
struct action act_goulston(enum pawn pawn); /* the Head's response */
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
struct action act_arrest(enum pawn by, unsigned circle); /* circle 0: none given */
struct action act_pass(enum pawn by);
struct action act_resign(enum pawn by);
struct action with_power(struct action action);
struct action by_pawn(enum pawn by, struct action action); /* the same action by another pawn */

/* Applying actions. */
#define expect_ok(scenario, action) scenario_expect((scenario), (action), ERROR_OK, __FILE__, __LINE__)
#define expect_error(scenario, action, error) \
    scenario_expect((scenario), (action), (error), __FILE__, __LINE__)
void scenario_expect(struct scenario *scenario, struct action action, enum error expected, const char *file,
                     int line);

/* Checks the phase and names the actual one on failure. */
#define expect_phase(scenario, phase) scenario_expect_phase((scenario), (phase), __FILE__, __LINE__)
void scenario_expect_phase(const struct scenario *scenario, enum phase phase, const char *file, int line);

/* Checks that the game is over with this result and that the last events say so. */
#define expect_over(scenario, winner, reason) \
    scenario_expect_over((scenario), (winner), (reason), __FILE__, __LINE__)
void scenario_expect_over(const struct scenario *scenario, enum winner winner, enum reason reason,
                          const char *file, int line);

/*
 * For main(): runs tests (the addresses of START_TEST names), each after `setup`, and returns the exit
 * status. A list is declared as `static const TTest *const *const tests[] = {&one_rule, &another};`.
 */
int scenario_run(const char *name, void (*setup)(void), const TTest *const *const *tests, unsigned count);

#endif
