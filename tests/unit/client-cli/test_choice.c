/*
 * test_choice.c: choosing actions on the map, in random games of both kinds.
 *
 * Every legal action can be picked, every completed choice is legal, and no pick leads to a dead end.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/choice/choice.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"

enum { GAMES = 16, STEPS_MAX = 700 };

/* The choices of one seat at a point of a game. */
struct moment {
    const struct board *board;
    struct game game;
    struct view view;
    struct viewed_legal legal;
};

static void look(struct moment *moment)
{
    unsigned actors = game_actors(&moment->game);
    unsigned seat = moment->game.seat_of[__builtin_ctz(actors)];
    unsigned pawns = game_seat_pawns(&moment->game, seat);
    bool jack = (pawns & PAWN_BIT(PAWN_JACK)) != 0;
    struct viewer viewer = {.role = jack ? VIEWER_JACK : VIEWER_DETECTIVE, .pawns = (uint8_t)pawns};
    view_game(&moment->game, viewer, &moment->view);
    view_legal(moment->board, &moment->game, viewer, &moment->legal);
}

typedef void at_moment(const struct moment *moment, struct random *random);

/* Plays random games with random options and calls `each` before every action. */
static void walk_games(at_moment *each)
{
    struct random random = {.state = 4104};
    for (unsigned i = 0; i < GAMES; i++) {
        struct moment moment = {.board = play_board((enum game_kind)(i % GAME_KIND_COUNT))};
        uint32_t options = random_below(&random, 1U << option_count(moment.board->game));
        struct setup setup = play_setup(moment.board->game, options, &random);
        struct play_style style = {.homing = i % 4 < 3, .no_arrests = true};
        struct action action;
        struct events events;
        ck_assert_int_eq(game_new(moment.board, &moment.game, &setup), ERROR_OK);
        for (unsigned step = 0; step < STEPS_MAX && moment.game.phase != PHASE_OVER; step++) {
            look(&moment);
            each(&moment, &random);
            ck_assert(play_choose(moment.board, &moment.game, &random, style, &action));
            ck_assert_int_eq(game_apply(moment.board, &moment.game, &action, &events), ERROR_OK);
        }
    }
}

static struct map_place circle(unsigned number)
{
    return (struct map_place){.kind = END_CIRCLE, .number = (uint8_t)number};
}

static struct map_place crossing(unsigned number)
{
    return (struct map_place){.kind = END_CROSSING, .number = (uint8_t)number};
}

/* ---- Every completed choice is legal --------------------------------------------------------------- */

static struct map_place any_target(const struct choice *choice, struct random *random)
{
    struct set circles, crossings;
    choice_targets(choice, &circles, &crossings);
    unsigned count = set_count(&circles);
    unsigned all = count + set_count(&crossings);
    ck_assert_msg(all > 0, "an incomplete action has no next target");
    return random_below(random, all) < count ? circle(random_member(&circles, random))
                                             : crossing(random_member(&crossings, random));
}

static void pick_to_the_end(struct choice *choice, struct random *random)
{
    unsigned picks = 0;
    while (!choice->complete) {
        if (random_below(random, 3) == 0) {
            (void)choice_set_next_face(choice, (enum pawn)random_below(random, PAWN_COUNT));
        }
        ck_assert(choice_pick(choice, any_target(choice, random)));
        ck_assert_uint_le(++picks, CHOICE_PICKS_MAX);
    }
}

static void every_item_ends_in_a_legal_action(const struct moment *moment, struct random *random)
{
    struct choice choice;
    choice_begin(&choice, moment->board, &moment->view, &moment->legal);
    ck_assert_uint_gt(choice.items, 0);
    for (unsigned i = 0; i < choice.items; i++) {
        choice_select_item(&choice, (int)i);
        choice_select_item(&choice, (int)i); /* start without the pick of the previous item */
        pick_to_the_end(&choice, random);
        ck_assert_int_eq(choice.action.kind, choice.item[i].kind);
        ck_assert_msg(legal_contains(&moment->legal.shown, &choice.action), "%s", choice.item[i].label);
        choice_select_item(&choice, -1);
    }
}

START_TEST(completed_choices_are_legal)
{
    walk_games(every_item_ends_in_a_legal_action);
}
END_TEST

static void the_map_alone_is_enough(const struct moment *moment, struct random *random)
{
    struct choice choice;
    struct set circles, crossings;
    choice_begin(&choice, moment->board, &moment->view, &moment->legal);
    choice_targets(&choice, &circles, &crossings);
    if (set_is_empty(&circles) && set_is_empty(&crossings)) {
        return; /* letters and choices without a place are made from the list */
    }
    ck_assert(choice_pick(&choice, any_target(&choice, random)));
    pick_to_the_end(&choice, random);
    ck_assert(legal_contains(&moment->legal.shown, &choice.action));
    if (choice_cycle(&choice, 1) && choice.complete) {
        ck_assert_msg(legal_contains(&moment->legal.shown, &choice.action), "after Tab");
    }
}

START_TEST(picking_without_an_item_gives_legal_actions)
{
    walk_games(the_map_alone_is_enough);
}
END_TEST

/* ---- Every legal action can be picked ----------------------------------------------------------- */

static bool item_fits(const struct choice_item *item, const struct action *action)
{
    bool all = action->kind == ACTION_ARREST && action->circle == 0;
    enum tile tile = item->kind == ACTION_RECLAIM ? item->tile : TILE_NONE;
    return item->kind == (enum action_kind)action->kind && (unsigned)item->by == action->by &&
           item->power == (action->power != 0) && item->escape == (action->escape != 0) && item->all == all &&
           (unsigned)item->letter == action->letter && (unsigned)tile == action->tile &&
           (unsigned)item->pawn == action->pawn;
}

/* The fields of an action that name places, in the order in which they are picked. */
static unsigned places_of(struct action *action, uint8_t place[CHOICE_PICKS_MAX])
{
    unsigned count = 0;
    const uint8_t single[] = {action->circle, action->crossing, action->from, action->via, action->to};
    if (action->kind == ACTION_MOVE_PATROLS && action->list[0] > action->list[2]) {
        uint8_t swapped[] = {action->list[2], action->list[3], action->list[0], action->list[1]};
        memcpy(action->list, swapped, sizeof swapped);
    }
    for (unsigned i = 0; i < sizeof single; i++) {
        if (single[i] != 0) {
            place[count++] = single[i];
        }
    }
    unsigned stride = action->kind == ACTION_PATROLS || action->kind == ACTION_MOVE_PATROLS ? 2 : 1;
    for (unsigned i = action->kind == ACTION_MOVE_PATROLS; i < action->count; i += stride) {
        place[count++] = action->list[i];
    }
    for (unsigned i = 0; i < action->unmarked_count; i++) {
        place[count++] = action->unmarked[i];
    }
    return count;
}

static void pick_whole(struct choice *choice, struct action *action)
{
    uint8_t place[CHOICE_PICKS_MAX];
    unsigned count = places_of(action, place);
    for (unsigned i = 0; i < count; i++) {
        ck_assert_msg(!choice->complete, "%s ends too early", action_name((enum action_kind)action->kind));
        if (action->kind == ACTION_PATROLS) {
            ck_assert(choice_set_next_face(choice, (enum pawn)action->list[2 * i + 1]));
        }
        ck_assert_msg(choice_pick(choice, circle(place[i])) || choice_pick(choice, crossing(place[i])),
                      "%s: %u cannot be picked", action_name((enum action_kind)action->kind), place[i]);
    }
    ck_assert(choice->complete);
    ck_assert_mem_eq(&choice->action, action, sizeof *action);
}

static void any_action_can_be_picked(const struct moment *moment, struct random *random)
{
    struct choice choice;
    choice_begin(&choice, moment->board, &moment->view, &moment->legal);
    for (unsigned tries = 0; tries < 4; tries++) {
        struct action action;
        bool found = false;
        ck_assert(play_choose(moment->board, &moment->game, random, (struct play_style){0}, &action));
        if ((moment->view.pawns & PAWN_BIT(action.by)) == 0) {
            continue; /* belongs to another seat */
        }
        for (unsigned i = 0; i < choice.items && !found; i++) {
            if (item_fits(&choice.item[i], &action)) {
                found = true;
                choice_select_item(&choice, (int)i);
                while (choice.picks > 0) {
                    (void)choice_unpick(&choice);
                }
                choice_select_item(&choice, (int)i);
                pick_whole(&choice, &action);
            }
        }
        ck_assert_msg(found, "%s is not in the list", action_name((enum action_kind)action.kind));
    }
}

START_TEST(every_legal_action_can_be_picked)
{
    walk_games(any_action_can_be_picked);
}
END_TEST

/* ---- Undo, Tab, prompts ------------------------------------------------------------------- */

static void taking_back_undoes_a_pick(const struct moment *moment, struct random *random)
{
    struct choice choice;
    choice_begin(&choice, moment->board, &moment->view, &moment->legal);
    choice_select_item(&choice, (int)random_below(random, choice.items));
    while (!choice.complete) {
        struct choice before = choice;
        struct set circles, crossings, circles_again, crossings_again;
        choice_targets(&choice, &circles, &crossings);
        ck_assert(choice_pick(&choice, any_target(&choice, random)));
        struct choice after = choice;
        ck_assert(choice_unpick(&choice));
        choice_targets(&choice, &circles_again, &crossings_again);
        ck_assert_uint_eq(choice.picks, before.picks);
        ck_assert_uint_eq(choice.put_next, before.put_next);
        ck_assert_mem_eq(&circles, &circles_again, sizeof circles);
        ck_assert_mem_eq(&crossings, &crossings_again, sizeof crossings);
        choice = after;
    }
    while (choice_unpick(&choice)) {
        ck_assert(!choice.complete);
    }
    ck_assert_int_eq(choice.chosen, -1);
    ck_assert_uint_eq(choice.picks, 0);
}

START_TEST(undoing_a_pick_restores_the_previous_state)
{
    walk_games(taking_back_undoes_a_pick);
}
END_TEST

static void a_prompt_says_what_to_do(const struct moment *moment, struct random *random)
{
    struct choice choice;
    char text[800];
    choice_begin(&choice, moment->board, &moment->view, &moment->legal);
    choice_prompt(&choice, text, sizeof text);
    ck_assert_msg(strlen(text) > 10 && strchr(text, '.') != NULL, "\"%s\"", text);
    choice_select_item(&choice, (int)random_below(random, choice.items));
    while (!choice.complete) {
        choice_prompt(&choice, text, sizeof text);
        ck_assert_msg(strstr(text, "ick ") != NULL && text[strlen(text) - 1] == '.', "\"%s\"", text);
        ck_assert(choice_pick(&choice, any_target(&choice, random)));
    }
    choice_prompt(&choice, text, sizeof text);
    ck_assert_msg(strstr(text, "Press Enter to confirm") != NULL, "\"%s\"", text);
    choice_why_not(&choice, circle(1), text, sizeof text);
    ck_assert_msg(text[strlen(text) - 1] == '.', "\"%s\"", text);
}

/* The picks on the view must look the same as the view after the action. */
static void compare_laid_out(const struct moment *moment, struct random *random)
{
    unsigned phase = moment->game.phase;
    if (phase != PHASE_WOMEN && phase != PHASE_PATROLS) {
        return;
    }
    struct choice choice;
    struct view laid_out = moment->view, done;
    struct game game = moment->game;
    struct events events;
    choice_begin(&choice, moment->board, &moment->view, &moment->legal);
    int item = 0;
    while (choice.item[item].kind != ACTION_WOMEN && choice.item[item].kind != ACTION_PATROLS) {
        item++;
    }
    choice_select_item(&choice, item);
    while (!choice.complete) {
        ck_assert(choice_pick(&choice, any_target(&choice, random)));
    }
    choice_place_on_view(&choice, &laid_out);
    ck_assert_int_eq(game_apply(moment->board, &game, &choice.action, &events), ERROR_OK);
    view_game(&game, (struct viewer){.role = moment->view.role, .pawns = moment->view.pawns}, &done);
    if (phase == PHASE_WOMEN) {
        ck_assert_uint_eq(laid_out.women, done.women);
        ck_assert_mem_eq(laid_out.woman, done.woman, sizeof done.woman);
        ck_assert_uint_eq(laid_out.marked, done.marked);
    }
    for (unsigned i = 0; phase == PHASE_PATROLS && i < PATROLS; i++) {
        unsigned found = 0;
        for (unsigned at = 0; at < PATROLS; at++) {
            found += done.patrol_crossing[at] == laid_out.patrol_crossing[i] &&
                     done.patrol_face[at] == laid_out.patrol_face[i];
        }
        ck_assert_uint_eq(found, 1);
    }
}

START_TEST(picks_on_the_view_match_the_view_after_the_action)
{
    walk_games(compare_laid_out);
}
END_TEST

START_TEST(the_prompt_always_says_what_to_do_next)
{
    walk_games(a_prompt_says_what_to_do);
}
END_TEST

/* Items of a pawn may share a key only if they differ just in the pawn that they name. */
static void keys_are_different(const struct moment *moment, struct random *random)
{
    struct choice choice;
    (void)random;
    choice_begin(&choice, moment->board, &moment->view, &moment->legal);
    for (unsigned i = 0; i < choice.items; i++) {
        for (unsigned j = 0; j < i; j++) {
            bool same = choice.item[i].by == choice.item[j].by && choice.item[i].pawn == PAWN_JACK;
            ck_assert_msg(!same || choice.item[i].key != choice.item[j].key, "%s and %s",
                          choice.item[i].label, choice.item[j].label);
        }
        ck_assert(choice_item_of_key(&choice, choice.item[i].key) >= 0);
    }
    ck_assert_int_eq(choice_item_of_key(&choice, '#'), -1);
}

START_TEST(items_of_a_pawn_have_different_keys)
{
    walk_games(keys_are_different);
}
END_TEST

/* One detective plays all policemen, at their first walk. */
static void begin_walk(struct choice *choice, struct moment *moment)
{
    struct random random = {.state = 7};
    struct setup setup = play_setup_two(GAME_WHITECHAPEL, 0);
    struct action action;
    struct events events;
    *moment = (struct moment){.board = play_board(GAME_WHITECHAPEL)};
    ck_assert_int_eq(game_new(moment->board, &moment->game, &setup), ERROR_OK);
    while (moment->game.phase != PHASE_WALK) {
        ck_assert(play_choose(moment->board, &moment->game, &random, (struct play_style){0}, &action));
        ck_assert_int_eq(game_apply(moment->board, &moment->game, &action, &events), ERROR_OK);
    }
    look(moment);
    choice_begin(choice, moment->board, &moment->view, &moment->legal);
}

START_TEST(tab_cycles_through_the_players_pawns)
{
    struct choice choice;
    struct moment moment;
    unsigned seen = 0;
    begin_walk(&choice, &moment);
    ck_assert_int_eq(choice.focus, PAWN_YELLOW);
    for (unsigned i = 0; i < POLICEMEN_MAX; i++) {
        seen |= PAWN_BIT(choice.focus);
        ck_assert(choice_cycle(&choice, 1));
    }
    ck_assert_uint_eq(seen, game_policemen(GAME_WHITECHAPEL));
    ck_assert_int_eq(choice.focus, PAWN_YELLOW);
    ck_assert(choice_cycle(&choice, -1));
    ck_assert_int_eq(choice.focus, PAWN_BROWN);
}
END_TEST

START_TEST(the_last_pick_of_a_complete_action_can_be_changed)
{
    struct choice choice;
    struct moment moment;
    struct set circles, crossings;
    begin_walk(&choice, &moment);
    choice_targets(&choice, &circles, &crossings);
    unsigned first = set_next(&crossings, 0);
    unsigned second = set_next(&crossings, first);
    ck_assert(choice_pick(&choice, crossing(first)));
    ck_assert(choice.complete);
    ck_assert(choice_pick(&choice, crossing(second)));
    ck_assert(choice.complete);
    ck_assert_uint_eq(choice.action.to, second);
    ck_assert(!choice_pick(&choice, circle(first)));
    ck_assert(!choice_pick(&choice, crossing(0)));
    ck_assert_uint_eq(choice.action.to, second);
}
END_TEST

/* The numbers of circles and crossings overlap, so a reason must be about the kind of place that was picked. */
START_TEST(a_place_of_the_wrong_kind_is_refused_as_such)
{
    struct choice choice;
    struct moment moment;
    char text[200];
    begin_walk(&choice, &moment);
    choice_why_not(&choice, circle(96), text, sizeof text);
    ck_assert_str_eq(text, "That is a circle. Pick a crossing.");
    choice_why_not(&choice, crossing(96), text, sizeof text);
    ck_assert_msg(strstr(text, "Crossing 96 is more than") == text, "%s", text);
}
END_TEST

START_TEST(after_the_end_nobody_is_told_to_wait)
{
    struct view view = {.phase = PHASE_OVER};
    ck_assert_str_eq(choice_why_none(&view), "The game is over.");
    view = (struct view){.phase = PHASE_MOVE};
    ck_assert_str_eq(choice_why_none(&view), "You are watching.");
    view.pawns = PAWN_BIT(PAWN_RED);
    ck_assert_str_eq(choice_why_none(&view), "It is not your turn.");
}
END_TEST

START_TEST(without_choices_nothing_can_be_picked)
{
    struct choice choice;
    struct moment moment;
    struct viewed_legal nothing = {{0}};
    char text[200];
    begin_walk(&choice, &moment);
    choice_begin(&choice, moment.board, &moment.view, &nothing);
    ck_assert_uint_eq(choice.items, 0);
    ck_assert(!choice_pick(&choice, crossing(1)));
    ck_assert(!choice_cycle(&choice, 1));
    ck_assert(!choice_unpick(&choice));
    choice_prompt(&choice, text, sizeof text);
    ck_assert_str_eq(text, "");
    choice_why_not(&choice, crossing(1), text, sizeof text);
    ck_assert_str_eq(text, "It is not your turn.");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("choice");
    TCase *tests = tcase_create("choice");
    tcase_add_test(tests, completed_choices_are_legal);
    tcase_add_test(tests, picking_without_an_item_gives_legal_actions);
    tcase_add_test(tests, every_legal_action_can_be_picked);
    tcase_add_test(tests, undoing_a_pick_restores_the_previous_state);
    tcase_add_test(tests, picks_on_the_view_match_the_view_after_the_action);
    tcase_add_test(tests, the_prompt_always_says_what_to_do_next);
    tcase_add_test(tests, items_of_a_pawn_have_different_keys);
    tcase_add_test(tests, tab_cycles_through_the_players_pawns);
    tcase_add_test(tests, the_last_pick_of_a_complete_action_can_be_changed);
    tcase_add_test(tests, without_choices_nothing_can_be_picked);
    tcase_add_test(tests, a_place_of_the_wrong_kind_is_refused_as_such);
    tcase_add_test(tests, after_the_end_nobody_is_told_to_wait);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
