/*
 * test_hint.c: hints are legal, their reasons are true by another way of counting, and those for the police do not depend
 * on what is hidden from them.
 */
#include <check.h>
#include <string.h>

#include "common/base/array.h"
#include "common/bots/self_play.h"
#include "common/deduce/belief.h"
#include "common/hint/hint_read.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"

static unsigned seen[HINT_REASON_COUNT];

/* ---- the reasons, counted again ---- */

/* Plays the action on a copy and returns how many circles the public considers possible then. */
static unsigned circles_after(const struct self_play *match, const struct action *action, bool *goes_on)
{
    struct self_play after = *match;
    struct belief belief;
    ck_assert(self_play_apply(&after, action));
    belief_deduce(after.board, &after.dossier, &belief);
    *goes_on = after.game.phase != PHASE_OVER && belief.hunting != 0;
    return set_count(&belief.now);
}

static void check_move(const struct self_play *match, const struct hint *hint)
{
    bool goes_on;
    unsigned circles = circles_after(match, &hint->action, &goes_on);
    ck_assert(!goes_on || circles == hint->count);
    bool discovery = match->game.kind == GAME_WHITEHALL &&
                     memchr(match->game.discovery, hint->action.to, DISCOVERIES) != NULL;
    ck_assert(hint->reason != HINT_DISCOVERY || discovery);
}

/* The answer that Jack gives leaves as many circles as the hint said. */
static void check_search(const struct self_play *match, const struct hint *hint)
{
    bool goes_on;
    bool visited = memchr(match->game.row[match->game.round - 1], hint->action.circle, CELLS) != NULL;
    unsigned circles = circles_after(match, &hint->action, &goes_on);
    ck_assert_uint_eq(visited ? hint->yes : hint->no, circles);
}

static void check_near(const struct self_play *match, const struct hint *hint)
{
    struct belief belief;
    unsigned near = 0, far = BOARD_FAR;
    belief_deduce(match->board, &match->dossier, &belief);
    SET_EACH (circle, &belief.now) {
        unsigned distance = board_distance(match->board, hint->action.to, circle);
        near += distance == 0;
        far = distance < far ? distance : far;
    }
    ck_assert_uint_eq(hint->of, set_count(&belief.now));
    ck_assert_uint_eq(hint->count, near);
    ck_assert_uint_eq(hint->crossings, far);
    ck_assert_uint_eq(hint->reason, near > 0 ? HINT_NEXT_TO : HINT_APPROACH);
}

static void check_arrest(const struct self_play *match, const struct hint *hint)
{
    struct belief belief;
    belief_deduce(match->board, &match->dossier, &belief);
    ck_assert_uint_eq(hint->all, belief.trails);
    if (hint->action.circle != 0) {
        ck_assert_uint_eq(hint->trails, belief.trails_now[hint->action.circle]);
    }
}

static void check_patrols(const struct self_play *match, const struct hint *hint)
{
    unsigned near = 0;
    for (unsigned woman = 0; woman < match->game.women; woman++) {
        for (unsigned i = 0; i < PATROLS; i++) {
            bool beside = set_has(&match->board->next_to[hint->action.list[2 * i]], match->game.woman[woman]);
            if (beside && hint->action.list[2 * i + 1] != PAWN_FALSE) {
                near++;
                break;
            }
        }
    }
    ck_assert_uint_eq(hint->of, match->game.women);
    ck_assert_uint_eq(hint->count, near);
}

static void check_kill(const struct self_play *match, const struct hint *hint)
{
    unsigned last = hint->action.list[hint->action.count - 1];
    ck_assert_uint_eq(hint->moves, match->board->steps[last][match->game.hideout]);
}

static void check_deploy(const struct self_play *match, const struct hint *hint)
{
    unsigned start = match->game.row[0][match->game.first_cell];
    ck_assert_uint_eq(hint->crossings, board_distance(match->board, hint->action.crossing, start));
}

static void check_pass(const struct self_play *match, const struct hint *hint)
{
    struct belief belief;
    struct viewed_legal legal;
    belief_deduce(match->board, &match->dossier, &belief);
    view_legal(match->board, &match->game, (struct viewer){.role = VIEWER_POLICE}, &legal);
    SET_EACH (circle, &legal.shown.search[hint->action.by]) {
        struct belief_what_if search;
        belief_what_if(match->board, &match->dossier, &belief, circle, &search);
        ck_assert(search.yes.trails == 0 || search.no.trails == 0);
    }
}

static void (*const checks[HINT_REASON_COUNT])(const struct self_play *match, const struct hint *hint) = {
    [HINT_SEARCH] = check_search,  [HINT_NEXT_TO] = check_near,    [HINT_APPROACH] = check_near,
    [HINT_ARREST] = check_arrest,  [HINT_KNOWN] = check_pass,      [HINT_HIDDEN] = check_move,
    [HINT_DISCOVERY] = check_move, [HINT_PATROLS] = check_patrols, [HINT_HOME] = check_kill,
    [HINT_DEPLOY] = check_deploy,
};

static void check_json(const struct hint *hint)
{
    char text[2048];
    struct json_writer writer;
    struct hint again;
    json_write_begin(&writer, text, sizeof text);
    json_write_open(&writer, NULL, '{');
    hint_write(&writer, hint);
    json_write_close(&writer, '}');
    ck_assert(json_write_ok(&writer));
    json_t *value = json_loads(text, 0, NULL);
    ck_assert_msg(hint_read(value, &again), "%s", text);
    ck_assert_msg(memcmp(&again, hint, sizeof again) == 0, "%s", text);
    json_decref(value);
}

/* ---- other truths ---- */

/* Fills in a game that the public can't tell from this one: another hideout, other discoveries, another trail. */
static bool another_truth(const struct self_play *match, struct random *random, struct game *twin)
{
    struct belief belief;
    uint8_t way[1][CELLS];
    *twin = match->game;
    belief_deduce(match->board, &match->dossier, &belief);
    if (twin->kind == GAME_WHITEHALL) {
        for (unsigned i = 0; i < DISCOVERIES; i++) {
            struct set free = set_and(match->board->quadrant[QUADRANT_NW + i], &belief.targets);
            if ((twin->discovered & (1U << i)) == 0 && !set_is_empty(&free)) {
                twin->discovery[i] = (uint8_t)random_member(&free, random);
            }
        }
        return memcmp(twin->discovery, match->game.discovery, DISCOVERIES) != 0;
    }
    if (!belief.hunting || set_is_empty(&belief.targets)) {
        return false;
    }
    twin->hideout = (uint8_t)random_member(&belief.targets, random);
    if (belief_trails_to(match->board, &match->dossier, random_member(&belief.now, random), 1, way) == 1) {
        memcpy(twin->row[twin->round - 1], way[0], CELLS);
    }
    return memcmp(twin, &match->game, sizeof *twin) != 0;
}

/* ---- tests ---- */

enum { SEED = 5 };

static unsigned play_and_check(enum game_kind game, uint32_t options, uint64_t seed)
{
    struct random random = {.state = seed};
    struct self_play match;
    struct bot_observation observation;
    unsigned compared = 0;
    self_play_begin(&match, play_board(game), options, BOT_EASY, BOT_EASY, seed);
    while (self_play_observe(&match, &observation)) {
        struct hint hint, twice;
        struct self_play other = match;
        struct action action;
        hint_find(&observation, BOT_NORMAL, SEED, &hint);
        hint_find(&observation, BOT_NORMAL, SEED, &twice);
        ck_assert_mem_eq(&hint, &twice, sizeof hint);
        ck_assert(legal_contains(&observation.legal.shown, &hint.action));
        seen[hint.reason]++;
        check_json(&hint);
        if (checks[hint.reason] != NULL) {
            checks[hint.reason](&match, &hint);
        }
        if (!self_play_is_jack(&observation) && another_truth(&match, &random, &other.game)) {
            struct bot_observation same;
            ck_assert(self_play_observe(&other, &same));
            hint_find(&same, BOT_NORMAL, SEED, &twice);
            ck_assert_mem_eq(&hint, &twice, sizeof hint);
            compared++;
        }
        self_play_choose(&match, &observation, &action);
        ck_assert(self_play_apply(&match, &action));
    }
    return compared;
}

START_TEST(hints_are_legal_and_true_and_those_for_the_police_know_no_secrets)
{
    static const uint32_t options[GAME_KIND_COUNT][3] = {
        [GAME_WHITECHAPEL] = {0, OPTION_RUSHING | OPTION_AREA_ARREST, OPTION_LETTERS},
        [GAME_WHITEHALL] = {0, OPTION_MURDERER_AT_LARGE, OPTION_POWERS | OPTION_SMOKER},
    };
    unsigned compared = 0;
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        for (unsigned i = 0; i < 3; i++) {
            compared += play_and_check((enum game_kind)game, options[game][i], 20 + i);
        }
    }
    static const enum hint_reason_kind usual[] = {HINT_SEARCH,  HINT_NEXT_TO,  HINT_APPROACH, HINT_HIDDEN,
                                                  HINT_PATROLS, HINT_HOME,     HINT_GUARDED,  HINT_KNOWN,
                                                  HINT_DEPLOY,  HINT_DISCOVERY};
    for (unsigned i = 0; i < COUNT(usual); i++) {
        ck_assert_msg(seen[usual[i]] > 0, "no hint of kind %u", usual[i]);
    }
    ck_assert_uint_gt(compared, 100);
}
END_TEST

START_TEST(what_is_not_a_hint_is_not_read)
{
    static const char *const texts[] = {
        "null",
        "{}",
        "{\"action\":{\"by\":\"jack\",\"do\":\"pass\"},\"reason\":{\"kind\":\"only\"}}",
        "{\"action\":{\"by\":\"jack\",\"do\":\"pass\"},\"level\":\"cosmic\",\"reason\":{\"kind\":\"only\"}}",
        "{\"action\":{\"by\":\"jack\",\"do\":\"pass\"},\"level\":\"hard\",\"reason\":{\"kind\":\"mood\"}}",
        "{\"action\":{\"by\":\"jack\",\"do\":\"pass\"},\"level\":\"hard\",\"reason\":{\"kind\":\"home\"}}",
        "{\"action\":{\"by\":\"jack\",\"do\":\"pass\"},\"level\":\"hard\",\"reason\":{\"kind\":\"home\","
        "\"moves\":256}}",
        "{\"action\":{\"by\":\"jack\",\"do\":\"pass\"},\"level\":\"hard\",\"reason\":{\"kind\":\"arrest\","
        "\"trails\":\"x\","
        "\"all\":\"1\"}}",
        "{\"action\":{\"by\":\"jack\"},\"level\":\"hard\",\"reason\":{\"kind\":\"only\"}}",
    };
    struct hint hint;
    for (unsigned i = 0; i < COUNT(texts); i++) {
        json_t *value = json_loads(texts[i], JSON_DECODE_ANY, NULL);
        ck_assert_msg(!hint_read(value, &hint), "%s", texts[i]);
        json_decref(value);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hint");
    TCase *tests = tcase_create("hints");
    tcase_set_timeout(tests, 300);
    tcase_add_test(tests, hints_are_legal_and_true_and_those_for_the_police_know_no_secrets);
    tcase_add_test(tests, what_is_not_a_hint_is_not_read);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
