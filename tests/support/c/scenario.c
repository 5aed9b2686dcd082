/* scenario.c: see scenario.h. */
#include "tests/support/c/scenario.h"

#include <string.h>

#include "common/rules/hunt.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"

enum { DULL_ACTIONS_MAX = 4000 };

/* ---- beginning ---- */

void scenario_begin(struct scenario *scenario, const struct setup *setup)
{
    memset(scenario, 0, sizeof *scenario);
    scenario->board = play_board(setup->game);
    enum error error = game_new(scenario->board, &scenario->game, setup);
    ck_assert_msg(error == ERROR_OK, "cannot begin: %s", error_sentence(error));
}

void scenario_new(struct scenario *scenario, enum game_kind game, uint32_t options)
{
    struct setup setup = play_setup_two(game, options);
    scenario_begin(scenario, &setup);
}

/* ---- actions ---- */

static struct action action_of(enum action_kind kind, enum pawn by)
{
    return (struct action){.kind = (uint8_t)kind, .by = (uint8_t)by};
}

/* Returns an action of tonight's Head; scenario_expect() fills in the pawn. */
static struct action head_action(enum action_kind kind)
{
    return action_of(kind, PAWN_NONE);
}

static struct action circle_action(enum action_kind kind, enum pawn by, unsigned circle)
{
    struct action action = action_of(kind, by);
    action.circle = (uint8_t)circle;
    return action;
}

static struct action to_action(enum action_kind kind, enum pawn by, unsigned to)
{
    struct action action = action_of(kind, by);
    action.to = (uint8_t)to;
    return action;
}

static void put_list(struct action *action, struct numbers numbers)
{
    ck_assert_uint_le(numbers.count, ACTION_LIST_MAX);
    action->count = (uint8_t)numbers.count;
    memcpy(action->list, numbers.item, numbers.count);
}

struct action act_hideout(unsigned circle)
{
    return circle_action(ACTION_HIDEOUT, PAWN_JACK, circle);
}

struct action act_women(struct numbers marked, struct numbers unmarked)
{
    struct action action = action_of(ACTION_WOMEN, PAWN_JACK);
    put_list(&action, marked);
    ck_assert_uint_le(unmarked.count, ACTION_UNMARKED_MAX);
    action.unmarked_count = (uint8_t)unmarked.count;
    memcpy(action.unmarked, unmarked.item, unmarked.count);
    return action;
}

struct action act_address(unsigned circle)
{
    return circle_action(ACTION_ADDRESS, PAWN_NONE, circle);
}

struct action act_patrols(struct numbers place)
{
    struct action action = head_action(ACTION_PATROLS);
    put_list(&action, place);
    return action;
}

struct action act_letter(enum letter letter, unsigned from, unsigned to)
{
    struct action action = to_action(ACTION_LETTER, PAWN_JACK, to);
    action.letter = (uint8_t)letter;
    action.from = (uint8_t)from;
    return action;
}

struct action act_saucy_jacky(unsigned first, unsigned second)
{
    struct action action = action_of(ACTION_LETTER, PAWN_JACK);
    action.letter = LETTER_SAUCY_JACKY;
    put_list(&action, NUMBERS((uint8_t)first, (uint8_t)second));
    return action;
}

struct action act_graffito(enum pawn pawn)
{
    struct action action = action_of(ACTION_LETTER, PAWN_JACK);
    action.letter = LETTER_GOULSTON_STREET;
    action.pawn = (uint8_t)pawn;
    return action;
}

struct action act_move_patrols(unsigned from, unsigned to, unsigned other_from, unsigned other_to)
{
    struct action action = head_action(ACTION_MOVE_PATROLS);
    put_list(&action, NUMBERS((uint8_t)from, (uint8_t)to, (uint8_t)other_from, (uint8_t)other_to));
    return action;
}

struct action act_goulston(enum pawn pawn)
{
    struct action action = head_action(ACTION_GOULSTON);
    action.pawn = (uint8_t)pawn;
    return action;
}

struct action act_kill(struct numbers circles)
{
    struct action action = action_of(ACTION_KILL, PAWN_JACK);
    put_list(&action, circles);
    return action;
}

struct action act_wait(void)
{
    return action_of(ACTION_WAIT, PAWN_JACK);
}

struct action act_wretched(unsigned from, unsigned to)
{
    struct action action = head_action(ACTION_WRETCHED);
    action.from = (uint8_t)from;
    action.to = (uint8_t)to;
    return action;
}

struct action act_reveal(unsigned crossing)
{
    struct action action = action_of(ACTION_REVEAL, PAWN_JACK);
    action.crossing = (uint8_t)crossing;
    return action;
}

struct action act_false_clue(unsigned circle)
{
    return circle_action(ACTION_FALSE_CLUE, PAWN_JACK, circle);
}

struct action act_rush(enum pawn by, unsigned to)
{
    return to_action(ACTION_RUSH, by, to);
}

struct action act_discoveries(unsigned nw, unsigned ne, unsigned sw, unsigned se)
{
    struct action action = action_of(ACTION_DISCOVERIES, PAWN_JACK);
    put_list(&action, NUMBERS((uint8_t)nw, (uint8_t)ne, (uint8_t)sw, (uint8_t)se));
    return action;
}

struct action act_start(unsigned circle)
{
    return circle_action(ACTION_START, PAWN_JACK, circle);
}

struct action act_deploy(enum pawn by, unsigned crossing)
{
    struct action action = action_of(ACTION_DEPLOY, by);
    action.crossing = (uint8_t)crossing;
    return action;
}

struct action act_boat(unsigned to)
{
    return to_action(ACTION_BOAT, PAWN_JACK, to);
}

struct action act_smoker(void)
{
    return action_of(ACTION_SMOKER, PAWN_YELLOW);
}

struct action act_reclaim(enum tile tile)
{
    struct action action = action_of(ACTION_RECLAIM, PAWN_JACK);
    action.tile = (uint8_t)tile;
    return action;
}

struct action act_move(unsigned to)
{
    return to_action(ACTION_MOVE, PAWN_JACK, to);
}

struct action act_escape(unsigned to)
{
    struct action action = act_move(to);
    action.escape = 1;
    return action;
}

struct action act_coach(unsigned via, unsigned to)
{
    struct action action = to_action(ACTION_COACH, PAWN_JACK, to);
    action.via = (uint8_t)via;
    return action;
}

struct action act_alley(unsigned to)
{
    return to_action(ACTION_ALLEY, PAWN_JACK, to);
}

struct action act_walk(enum pawn by, unsigned to)
{
    return to_action(ACTION_WALK, by, to);
}

struct action act_search(enum pawn by, unsigned circle)
{
    return circle_action(ACTION_SEARCH, by, circle);
}

struct action act_arrest(enum pawn by, unsigned circle)
{
    return circle_action(ACTION_ARREST, by, circle);
}

struct action act_pass(enum pawn by)
{
    return action_of(ACTION_PASS, by);
}

struct action act_resign(enum pawn by)
{
    return action_of(ACTION_RESIGN, by);
}

struct action with_power(struct action action)
{
    action.power = 1;
    return action;
}

struct action by_pawn(enum pawn by, struct action action)
{
    action.by = (uint8_t)by;
    return action;
}

/* ---- applying actions ---- */

void scenario_expect(struct scenario *scenario, struct action action, enum error expected, const char *file,
                     int line)
{
    if (action.by == PAWN_NONE && scenario->game.head != 0) {
        action.by = scenario->game.head;
    }
    struct game before = scenario->game;
    struct events events_before = scenario->events;
    bool listed = legal_contains(scenario_legal(scenario), &action);
    enum error error = game_apply(scenario->board, &scenario->game, &action, &scenario->events);
    ck_assert_msg(error == expected, "%s:%d: %s by %s: expected \"%s\", was told \"%s\"", file, line,
                  action_name((enum action_kind)action.kind), pawn_name((enum pawn)action.by),
                  error_sentence(expected), error_sentence(error));
    if (error == ERROR_OK) {
        ck_assert_msg(listed == (action.kind != ACTION_RESIGN), "%s:%d: accepted, but not listed as legal",
                      file, line);
    } else {
        ck_assert_msg(!listed, "%s:%d: refused, but listed as legal", file, line);
        ck_assert_msg(memcmp(&before, &scenario->game, sizeof before) == 0,
                      "%s:%d: a refusal changed the game", file, line);
        ck_assert_msg(memcmp(&events_before, &scenario->events, sizeof events_before) == 0,
                      "%s:%d: a refusal changed the events", file, line);
    }
    const char *broken = game_broken(scenario->board, &scenario->game);
    ck_assert_msg(broken == NULL, "%s:%d: the game is broken, it does not hold that %s", file, line, broken);
}

void scenario_expect_phase(const struct scenario *scenario, enum phase phase, const char *file, int line)
{
    ck_assert_msg(scenario->game.phase == phase, "%s:%d: expected the phase %s, it is %s", file, line,
                  phase_name(phase), phase_name((enum phase)scenario->game.phase));
}

void scenario_expect_over(const struct scenario *scenario, enum winner winner, enum reason reason,
                          const char *file, int line)
{
    const struct game *game = &scenario->game;
    scenario_expect_phase(scenario, PHASE_OVER, file, line);
    ck_assert_msg(game->winner == winner && game->reason == reason,
                  "%s:%d: expected %s by %s, it is %s by %s", file, line, winner_name(winner),
                  reason_name(reason), winner_name((enum winner)game->winner),
                  reason_name((enum reason)game->reason));
    const struct event *over = scenario_event(scenario, EVENT_OVER);
    ck_assert_msg(over != NULL && over->result.winner == winner && over->result.reason == reason,
                  "%s:%d: no event contains the result", file, line);
    ck_assert_msg(scenario_event(scenario, EVENT_SHEET) != NULL, "%s:%d: the sheet is not shown", file, line);
}

/* ---- default actions ---- */

/* Returns the circles Jack wants to reach. */
static struct set goals(const struct game *game)
{
    struct set circles = {{0}};
    if (game->kind == GAME_WHITECHAPEL) {
        set_add(&circles, game->hideout);
    }
    for (unsigned i = 0; game->kind == GAME_WHITEHALL && i < DISCOVERIES; i++) {
        if ((game->discovered & (1U << i)) == 0) {
            set_add(&circles, game->discovery[i]);
        }
    }
    return circles;
}

/* Returns the first step of a shortest path to a goal that no policeman blocks, or 0. */
static unsigned step_to_goal(const struct scenario *scenario, const struct set *moves)
{
    struct set occupied = police_crossings(scenario->game.crossing);
    struct set near = goals(&scenario->game);
    for (unsigned steps = 0; steps < CELLS; steps++) {
        struct set best = set_and(near, moves);
        if (!set_is_empty(&best)) {
            return set_next(&best, 0);
        }
        struct set wider = near;
        SET_EACH (circle, &near) {
            struct set around = board_free_neighbours(scenario->board, circle, &occupied);
            wider = set_or(wider, &around);
        }
        near = wider;
    }
    return 0;
}

static struct action default_move(const struct scenario *scenario, const struct legal *legal)
{
    unsigned to = step_to_goal(scenario, &legal->move);
    return to != 0 && legal->escape == to ? act_escape(to) : act_move(to);
}

static struct action default_women(const struct legal *legal)
{
    struct action action = action_of(ACTION_WOMEN, PAWN_JACK);
    SET_EACH (circle, &legal->circles) {
        if (action.count < legal->marked) {
            action.list[action.count++] = (uint8_t)circle;
        } else if (action.unmarked_count < legal->unmarked) {
            action.unmarked[action.unmarked_count++] = (uint8_t)circle;
        }
    }
    return action;
}

static struct action default_patrols(const struct legal *legal)
{
    static const uint8_t face[PATROLS] = {PAWN_YELLOW, PAWN_RED,   PAWN_BLUE, PAWN_GREEN,
                                          PAWN_BROWN,  PAWN_FALSE, PAWN_FALSE};
    struct action action = head_action(ACTION_PATROLS);
    struct set places = legal->patrols_fixed;
    unsigned choose = legal->patrols_choose;
    SET_EACH (crossing, &legal->patrols_free) {
        if (choose > 0) {
            set_add(&places, crossing);
            choose--;
        }
    }
    SET_EACH (crossing, &places) {
        uint8_t next = face[action.count / 2];
        action.list[action.count++] = (uint8_t)crossing;
        action.list[action.count++] = next;
    }
    return action;
}

static struct action default_kill(const struct legal *legal)
{
    unsigned first = set_next(&legal->circles, 0);
    struct action action = act_kill(NUMBERS((uint8_t)first, (uint8_t)set_next(&legal->circles, first)));
    if (legal->victims < action.count) {
        action.list[1] = 0;
        action.count = legal->victims;
    }
    return action;
}

static struct action default_move_patrols(const struct legal *legal)
{
    unsigned from = set_next(&legal->shifted_from, 0);
    unsigned to = set_next(&legal->shifted_to, 0);
    return act_move_patrols(from, to, set_next(&legal->shifted_from, from), set_next(&legal->shifted_to, to));
}

/* Chooses four that are close together, so that three rounds are enough. */
static struct action default_discoveries(const struct scenario *scenario, const struct legal *legal)
{
    unsigned place[DISCOVERIES] = {0};
    SET_EACH (circle, &legal->quadrant[0]) {
        place[0] = circle;
    }
    const uint8_t *steps = scenario->board->steps[place[0]];
    for (unsigned i = 1; i < DISCOVERIES; i++) {
        SET_EACH (circle, &legal->quadrant[i]) {
            place[i] = place[i] == 0 || steps[circle] < steps[place[i]] ? circle : place[i];
        }
    }
    return act_discoveries(place[0], place[1], place[2], place[3]);
}

static struct action default_action(const struct scenario *scenario, const struct legal *legal)
{
    const struct game *game = &scenario->game;
    enum pawn actor = (enum pawn)__builtin_ctz(legal->actors);
    switch ((enum phase)game->phase) {
    case PHASE_HIDEOUT:
        return act_hideout(set_next(&legal->circles, 0));
    case PHASE_WOMEN:
        return default_women(legal);
    case PHASE_PATROLS:
        return default_patrols(legal);
    case PHASE_MOVE_PATROLS:
        return default_move_patrols(legal);
    case PHASE_KILL:
        return default_kill(legal);
    case PHASE_WRETCHED:
        return act_wretched(legal->wretched_from[0], set_next(&legal->wretched_to[0], 0));
    case PHASE_REVEAL:
        return act_reveal(set_next(&legal->crossings, 0));
    case PHASE_GOULSTON:
        return act_goulston((enum pawn)__builtin_ctz(legal->goulston_pawns));
    case PHASE_DISCOVERIES:
        return default_discoveries(scenario, legal);
    case PHASE_START:
        return act_start(game->discovery[0]);
    case PHASE_DEPLOY:
        return act_deploy(actor, set_next(&legal->crossings, 0));
    case PHASE_MOVE:
        return default_move(scenario, legal);
    case PHASE_WALK:
        return act_walk(actor, game->crossing[actor]);
    default:
        break;
    }
    if (game->searching != 0 && (legal->kinds & ACTION_BIT(ACTION_PASS)) == 0) {
        return act_search(actor, set_next(&legal->search[actor], 0));
    }
    return act_pass(actor);
}

void scenario_default_action(struct scenario *scenario)
{
    const struct legal *legal = scenario_legal(scenario);
    ck_assert_msg(legal->actors != 0, "nobody can act: the game is over");
    expect_ok(scenario, default_action(scenario, legal));
}

void scenario_reach(struct scenario *scenario, unsigned round, enum phase phase)
{
    for (unsigned i = 0; scenario->game.round != round || scenario->game.phase != phase; i++) {
        ck_assert_msg(i < DULL_ACTIONS_MAX && scenario->game.phase != PHASE_OVER,
                      "%s of round %u was not reached: it is %s of round %u", phase_name(phase), round,
                      phase_name((enum phase)scenario->game.phase), (unsigned)scenario->game.round);
        scenario_default_action(scenario);
    }
}

/* ---- writing into the game ---- */

static void check_written(const struct scenario *scenario)
{
    const char *broken = game_broken(scenario->board, &scenario->game);
    ck_assert_msg(broken == NULL, "a game was written for which it does not hold that %s", broken);
}

void scenario_put_police(struct scenario *scenario, enum pawn pawn, unsigned crossing)
{
    scenario->game.crossing[pawn] = (uint8_t)crossing;
    check_written(scenario);
}

void scenario_put_all_police(struct scenario *scenario, struct numbers crossings)
{
    unsigned next = 0;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((game_policemen((enum game_kind)scenario->game.kind) & PAWN_BIT(pawn)) != 0) {
            ck_assert_uint_lt(next, crossings.count);
            scenario->game.crossing[pawn] = crossings.item[next++];
        }
    }
    ck_assert_uint_eq(next, crossings.count);
    check_written(scenario);
}

void scenario_put_row(struct scenario *scenario, struct numbers circles)
{
    struct game *game = &scenario->game;
    uint8_t *row = game->row[game->round - 1];
    ck_assert_uint_ne(row[game->first_cell], 0);
    ck_assert_uint_le(game->first_cell + circles.count, CELLS);
    memset(row, 0, CELLS);
    memset(game->mark[game->round - 1], TILE_NONE, CELLS);
    memcpy(&row[game->first_cell], circles.item, circles.count);
    memset(&game->clues, 0, sizeof game->clues);
    game->clue_markers = 0;
    game->last_cell = (uint8_t)(game->first_cell + circles.count - 1);
    check_written(scenario);
}

void scenario_put_last_cell(struct scenario *scenario, unsigned cell, unsigned from, unsigned here)
{
    uint8_t row[CELLS];
    unsigned first = scenario->game.first_cell;
    ck_assert_uint_le(first, cell);
    for (unsigned i = first; i <= cell; i++) {
        row[i - first] = (uint8_t)((cell - i) % 2 == 0 ? here : from);
    }
    scenario_put_row(scenario, (struct numbers){cell - first + 1, row});
}

/* ---- queries ---- */

unsigned scenario_jack(const struct scenario *scenario)
{
    return scenario->game.row[scenario->game.round - 1][scenario->game.last_cell];
}

const struct legal *scenario_legal(const struct scenario *scenario)
{
    static struct legal legal;
    memset(&legal, 0, sizeof legal);
    game_legal(scenario->board, &scenario->game, ~0U, &legal);
    return &legal;
}

const struct event *scenario_event(const struct scenario *scenario, enum event_kind kind)
{
    for (unsigned i = 0; i < scenario->events.count; i++) {
        if (scenario->events.item[i].kind == kind) {
            return &scenario->events.item[i];
        }
    }
    return NULL;
}

bool set_is(const struct set *set, struct numbers members)
{
    for (unsigned i = 0; i < members.count; i++) {
        if (!set_has(set, members.item[i])) {
            return false;
        }
    }
    return set_count(set) == members.count;
}

bool list_is(const struct event_list *list, struct numbers items)
{
    return list->count == items.count && memcmp(list->item, items.item, items.count) == 0;
}

/* ---- running ---- */

int scenario_run(const char *name, void (*setup)(void), const TTest *const *const *tests, unsigned count)
{
    Suite *suite = suite_create(name);
    TCase *rules = tcase_create("rules");
    tcase_add_checked_fixture(rules, setup, NULL);
    for (unsigned i = 0; i < count; i++) {
        tcase_add_test(rules, *tests[i]);
    }
    suite_add_tcase(suite, rules);
    return run_suite(suite);
}
