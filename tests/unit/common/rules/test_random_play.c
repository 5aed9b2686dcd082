/*
 * test_random_play.c: random games of both kinds, and what must hold at every step.
 *
 * The games are played once, before the tests: 2,000 of them (N= sets another number, at least 200; sanitized
 * builds play 200), with every set of options and several styles of play. At every step game_legal() and
 * game_apply() are compared on the action that is played, on mutants of it, and occasionally on every
 * possible target. The first violation of each property is recorded with the game and the step; each test
 * below checks one property.
 */
#include <check.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/view/view.h"
#include "common/wire/record.h"
#include "tests/support/c/mutants.h"
#include "tests/support/c/play.h"
#include "tests/support/c/run_suite.h"

enum {
    GAMES = 2000,
    GAMES_SANITIZED = 200,
    GUESSES = 24,          /* per step */
    MUTANTS = 8,           /* per step */
    SWEEP_EVERY = 150,     /* average number of steps between two sweeps over all targets of a listed kind */
    SWEEP_FIRST_EVERY = 6, /* the same for the first step, which occurs only once per game */
    JSON_EVERY = 4,        /* games */
    JSON_MAX = 256 << 10,
    STEPS_MAX = 2000, /* far more than any game needs */
};

/* ---- Properties, and the first violation of each ----------------------------------------------- */

enum promise {
    LISTED_IS_ACCEPTED,
    UNLISTED_IS_REFUSED,
    REFUSAL_CHANGES_NOTHING,
    SEATS_SHARE_THE_LIST,
    RESIGNING_IS_ALWAYS_POSSIBLE,
    INVARIANTS_HOLD,
    COPY_GOES_THE_SAME_WAY,
    GAMES_END,
    FOLD_IS_THE_GAME,
    JSON_IS_THE_RECORD,
    PROMISES
};

static struct {
    unsigned long checked[PROMISES];
    char breach[PROMISES][400]; /* empty if the property held */

    unsigned long games[GAME_KIND_COUNT], steps, judged[2]; /* unlisted, listed */
    unsigned long kind[GAME_KIND_COUNT][ACTION_KIND_COUNT];
    unsigned long reason[GAME_KIND_COUNT][REASON_COUNT];
    unsigned long phase[GAME_KIND_COUNT][PHASE_COUNT];
    unsigned long option[GAME_KIND_COUNT][OPTIONS_MAX];
    unsigned long event[EVENT_KIND_COUNT];
} found;

/* One game being played. */
struct play {
    const struct board *board;
    struct game game;
    struct record record;
    struct random random;
    struct play_style style;
    bool closing; /* the police surround Jack, and the Head knows the address */
    unsigned number;
    struct legal legal, seat_legal[SEATS_MAX]; /* of this step */
};

__attribute__((format(printf, 3, 4))) static void breach(const struct play *play, enum promise promise,
                                                         const char *format, ...)
{
    if (found.breach[promise][0] != '\0') {
        return;
    }
    char what[200];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    (void)snprintf(found.breach[promise], sizeof found.breach[promise],
                   "%s game %u, options %#x, action %zu, phase %s: %s",
                   game_name((enum game_kind)play->game.kind), play->number, play->game.options,
                   play->record.count + 1, phase_name((enum phase)play->game.phase), what);
}

static void hold(const struct play *play, enum promise promise, bool kept, const struct action *action,
                 const char *what)
{
    found.checked[promise]++;
    if (!kept) {
        char text[512] = "";
        struct json_writer writer;
        json_write_begin(&writer, text, sizeof text);
        if (action != NULL && action->kind < ACTION_KIND_COUNT) {
            action_to_json(&writer, NULL, action);
        }
        breach(play, promise, "%s: %.140s", what, text);
    }
}

/* ---- One action, tried on a copy --------------------------------------------------------------- */

static bool same_events(const struct game *game, const struct events *one, const struct events *other)
{
    bool same = one->count == other->count && one->count <= EVENTS_MAX;
    for (unsigned i = 0; same && i < one->count; i++) {
        const struct viewer everything = {.role = VIEWER_ALL};
        struct viewed_event left;
        struct viewed_event right;
        view_event(game, everything, &one->item[i], &left);
        view_event(game, everything, &other->item[i], &right);
        same = memcmp(&left, &right, sizeof left) == 0;
    }
    return same;
}

static bool seats_agree(const struct play *play, const struct action *action, bool listed)
{
    for (unsigned seat = 0; seat < play->game.seats; seat++) {
        bool holds = action->by < PAWN_COUNT && play->game.seat_of[action->by] == seat;
        if (legal_contains(&play->seat_legal[seat], action) != (listed && holds)) {
            return false;
        }
    }
    return true;
}

/* Resigning is never listed but always possible for a pawn of the game, without any fields. */
static bool may_resign(const struct play *play, const struct action *action)
{
    return action->kind == ACTION_RESIGN && play->game.phase != PHASE_OVER && action->by < PAWN_COUNT &&
           play->game.seat_of[action->by] != SEATS_MAX && action_fields_given(action) == 0;
}

static void judge(const struct play *play, const struct action *action)
{
    static struct events untouched;
    bool listed = legal_contains(&play->legal, action);
    struct game copy = play->game;
    struct events events = untouched;
    enum error error = game_apply(play->board, &copy, action, &events);
    found.judged[listed]++;
    if (action->kind == ACTION_RESIGN) {
        hold(play, RESIGNING_IS_ALWAYS_POSSIBLE, !listed && (error == ERROR_OK) == may_resign(play, action),
             action, error_sentence(error));
    } else if (listed) {
        hold(play, LISTED_IS_ACCEPTED, error == ERROR_OK, action, error_sentence(error));
    } else {
        hold(play, UNLISTED_IS_REFUSED, error != ERROR_OK, action, "accepted");
    }
    hold(play, SEATS_SHARE_THE_LIST, seats_agree(play, action, listed), action, "listed for another seat");
    if (error == ERROR_OK) {
        const char *broken = game_broken(play->board, &copy);
        hold(play, INVARIANTS_HOLD, broken == NULL && events.count <= EVENTS_MAX, action, broken);
    } else {
        bool game_same = memcmp(&copy, &play->game, sizeof copy) == 0;
        bool events_same = memcmp(&events, &untouched, sizeof events) == 0;
        hold(play, REFUSAL_CHANGES_NOTHING, game_same && events_same, action, "changed");
    }
    if (play->game.phase == PHASE_HIDEOUT && error == ERROR_HIDEOUT_NEAR_RED) {
        found.option[GAME_WHITECHAPEL][__builtin_ctz(OPTION_CATCH_ME)]++;
    }
}

/* ---- Mutants, and sweeps over all targets ------------------------------------------------------ */

static void judge_mutants(struct play *play, const struct action *action)
{
    for (unsigned i = 0; i < MUTANTS; i++) {
        struct action mutant = *action;
        for (unsigned changes = 1 + random_below(&play->random, 3); changes > 0; changes--) {
            mutant_change(&mutant, &play->random);
        }
        judge(play, &mutant);
    }
    for (unsigned i = 0; i < GUESSES; i++) {
        struct action other;
        mutant_guess(play->board, &play->game, &play->random, &other);
        judge(play, &other);
    }
    struct action resign = {.kind = ACTION_RESIGN, .by = (uint8_t)random_below(&play->random, PAWN_COUNT)};
    judge(play, &resign);
}

/* Tries the same action by every pawn, with and without the flags. */
static void judge_by_all(const struct play *play, struct action action)
{
    for (unsigned by = 0; by < PAWN_COUNT; by++) {
        for (unsigned flags = 0; flags < 4; flags++) {
            action.by = (uint8_t)by;
            action.escape = flags & 1U;
            action.power = (uint8_t)(flags >> 1);
            judge(play, &action);
        }
    }
}

/* Tries every value of each field in turn, leaving the others unchanged. */
static void sweep(const struct play *play, const struct action *action)
{
    unsigned field[MUTANT_FIELDS];
    unsigned fields = mutant_fields((enum action_kind)action->kind, field);
    judge_by_all(play, *action);
    for (unsigned i = 0; i < fields; i++) {
        for (unsigned number = 0; number < SET_LIMIT; number++) {
            struct action other = *action;
            *mutant_field(&other, field[i]) = (uint8_t)number;
            judge_by_all(play, other);
        }
    }
}

/* Tries all listed pairs; sweep() varies only one number of a pair at a time. */
static void judge_pairs(const struct play *play, const struct action *action)
{
    const struct legal *legal = &play->legal;
    struct action other = *action;
    for (unsigned i = 0; action->kind == ACTION_COACH && i < legal->coaches; i++) {
        other.via = legal->coach[i][0];
        other.to = legal->coach[i][1];
        judge(play, &other);
    }
    for (unsigned i = 0; action->kind == ACTION_WRETCHED && i < legal->wretched; i++) {
        other.from = legal->wretched_from[i];
        SET_EACH (to, &legal->wretched_to[i]) {
            other.to = (uint8_t)to;
            judge(play, &other);
        }
    }
}

static void sweep_sometimes(struct play *play)
{
    for (unsigned kind = ACTION_NONE + 1; kind < ACTION_KIND_COUNT; kind++) {
        bool listed = (play->legal.kinds & ACTION_BIT(kind)) != 0;
        unsigned every = play->record.count == 0 ? SWEEP_FIRST_EVERY : SWEEP_EVERY;
        struct action action = {.kind = (uint8_t)kind};
        if (random_below(&play->random, listed ? every : 100 * every) != 0) {
            continue;
        }
        if (listed) {
            random_action(&play->legal, (enum action_kind)kind, &play->random, &action);
            judge_pairs(play, &action);
        }
        sweep(play, &action);
    }
}

/* ---- Playing ----------------------------------------------------------------------------------- */

/* Members of kinds that are not listed must not be read, so the lists start as garbage. */
static void list(struct play *play)
{
    memset(&play->legal, 0xa5, sizeof play->legal);
    game_legal(play->board, &play->game, ~0U, &play->legal);
    for (unsigned seat = 0; seat < play->game.seats; seat++) {
        memset(&play->seat_legal[seat], 0x5a, sizeof play->seat_legal[seat]);
        game_legal(play->board, &play->game, game_seat_pawns(&play->game, seat), &play->seat_legal[seat]);
    }
}

/*
 * Moves towards the crossings around Jack and names the right address, for endings that random play hardly
 * reaches.
 */
static void close_in(struct play *play, struct action *action)
{
    const struct game *game = &play->game;
    if (action->kind == ACTION_ADDRESS && random_below(&play->random, 2) == 0) {
        action->circle = game->hideout;
    }
    if (action->kind == ACTION_WALK && action->power == 0) {
        unsigned here = game->row[game->round - 1][game->last_cell];
        struct set around = set_and(play->legal.walk[action->by], &play->board->barriers[here]);
        if (!set_is_empty(&around)) {
            action->to = (uint8_t)random_member(&around, &play->random);
        }
    }
}

/* Returns true if only this option makes `action` possible. */
static bool shows_option(const struct game *game, unsigned option, const struct action *action)
{
    bool special =
        action->kind == ACTION_COACH || action->kind == ACTION_ALLEY || action->kind == ACTION_BOAT;
    if (game->kind == GAME_WHITECHAPEL) {
        return (option == OPTION_LETTERS && action->kind == ACTION_LETTER) ||
               (option == OPTION_FALSE_CLUES && action->kind == ACTION_FALSE_CLUE) ||
               (option == OPTION_RUSHING && action->kind == ACTION_RUSH) ||
               (option == OPTION_AREA_ARREST && action->kind == ACTION_ARREST && action->circle == 0) ||
               (option == OPTION_ADDRESS && action->kind == ACTION_ADDRESS);
    }
    return (option == OPTION_DEPLOY_FIRST && action->kind == ACTION_DEPLOY && game->discovered == 0) ||
           (option == OPTION_MURDERER_AT_LARGE && special) ||
           (option == OPTION_NEWSPAPER_FABRICATIONS && action->kind == ACTION_RECLAIM) ||
           (option == OPTION_POWERS && action->power != 0) ||
           (option == OPTION_SMOKER && action->kind == ACTION_SMOKER);
}

static void count_step(const struct play *play, const struct action *action, const struct events *events)
{
    const struct game *before = &play->game;
    found.steps++;
    found.kind[before->kind][action->kind]++;
    found.phase[before->kind][before->phase]++;
    for (unsigned i = 0; i < option_count((enum game_kind)before->kind); i++) {
        if ((before->options & (1U << i)) != 0 && shows_option(before, 1U << i, action)) {
            found.option[before->kind][i]++;
        }
    }
    for (unsigned i = 0; i < events->count && i < EVENTS_MAX; i++) {
        unsigned kind = events->item[i].kind;
        found.event[kind]++;
        /* Phases in which nobody acts are never seen between two actions, but they leave an event. */
        found.phase[before->kind][PHASE_VICTIMS] += kind == EVENT_VICTIMS;
        found.phase[before->kind][PHASE_ALARM] += kind == EVENT_ALARM;
        found.phase[before->kind][PHASE_ANNOUNCE] += kind == EVENT_DISCOVERY;
        found.phase[before->kind][PHASE_ROUND] += kind == EVENT_NIGHT && before->kind == GAME_WHITEHALL;
    }
}

/*
 * Plays one action; a copy of the game must develop in the same way. Returns false if nothing can be played.
 */
static bool step(struct play *play)
{
    struct action action;
    struct events events = {0};
    struct events copy_events = {0};
    list(play);
    if (!play_choose(play->board, &play->game, &play->random, play->style, &action)) {
        return false;
    }
    if (play->closing) {
        close_in(play, &action);
    }
    hold(play, LISTED_IS_ACCEPTED, legal_contains(&play->legal, &action), &action, "chosen but not listed");
    judge(play, &action);
    judge_mutants(play, &action);
    sweep_sometimes(play);

    struct game copy = play->game;
    struct game after = play->game;
    if (game_apply(play->board, &after, &action, &events) != ERROR_OK ||
        !record_append(&play->record, &action)) {
        return false;
    }
    enum error error = game_apply(play->board, &copy, &action, &copy_events);
    bool same = error == ERROR_OK && memcmp(&copy, &after, sizeof copy) == 0 &&
                same_events(&after, &events, &copy_events);
    hold(play, COPY_GOES_THE_SAME_WAY, same, &action, "another state or other events");
    count_step(play, &action, &events);
    play->game = after;
    return true;
}

/* ---- The record of a game ---------------------------------------------------------------------- */

static void check_fold(const struct play *play, const struct record *record, enum promise promise)
{
    struct game folded;
    struct record_error error;
    bool good = record_fold(record, play->board, SIZE_MAX, &folded, NULL, NULL, &error);
    hold(play, promise, good && memcmp(&folded, &play->game, sizeof folded) == 0, NULL,
         good ? "another state" : error.text);
}

static void check_json(struct play *play)
{
    static char text[JSON_MAX];
    static char again[JSON_MAX];
    struct json_writer writer;
    struct record back;
    struct record_error error;
    play->record.winner = play->game.winner;
    play->record.reason = play->game.reason;
    json_write_begin(&writer, text, sizeof text);
    record_write(&play->record, &writer);
    bool good = json_write_ok(&writer) && record_read(&back, text, writer.length, &error);
    hold(play, JSON_IS_THE_RECORD, good, NULL, "it was not written and read");
    if (!good) {
        return;
    }
    check_fold(play, &back, JSON_IS_THE_RECORD);
    json_write_begin(&writer, again, sizeof again);
    record_write(&back, &writer);
    hold(play, JSON_IS_THE_RECORD, strcmp(text, again) == 0, NULL, "it is written differently");
    record_free(&back);
}

/* ---- All games --------------------------------------------------------------------------------- */

/* Plays game `number` of its kind, cycling through the sets of options and, for each, the styles. */
static void play_game(enum game_kind kind, unsigned number)
{
    struct play play = {.board = play_board(kind), .random = {0x6a51 + 2 * number + kind}, .number = number};
    unsigned sets = 1U << option_count(kind);
    unsigned style = random_below(&play.random, 8);
    struct setup setup = play_setup(kind, number % sets, &play.random);
    play.style = (struct play_style){.homing = (style & 1U) != 0, .no_arrests = (style & 2U) != 0};
    play.closing = (style & 4U) != 0;
    record_init(&play.record, &setup);
    for (unsigned seat = 0; seat < setup.seats; seat++) {
        (void)snprintf(play.record.name[seat], sizeof play.record.name[seat], "Seat %u", seat);
    }
    enum error error = game_new(play.board, &play.game, &setup);
    hold(&play, INVARIANTS_HOLD, error == ERROR_OK && game_broken(play.board, &play.game) == NULL, NULL,
         "new");
    while (play.game.phase != PHASE_OVER && play.record.count < STEPS_MAX && step(&play)) {
    }
    hold(&play, GAMES_END, play.game.phase == PHASE_OVER, NULL, "no end, or nothing that could be played");
    list(&play);
    judge_mutants(&play, &play.record.actions[play.record.count - 1]);
    found.games[kind]++;
    found.phase[kind][play.game.phase]++;
    found.reason[kind][play.game.reason]++;
    check_fold(&play, &play.record, FOLD_IS_THE_GAME);
    if (number % JSON_EVERY == 0) {
        check_json(&play);
    }
    record_free(&play.record);
}

static unsigned games_to_play(void)
{
    const char *asked = getenv("N");
    unsigned long games = asked != NULL ? strtoul(asked, NULL, 10) : 0;
    if (games > 0 && games < UINT_MAX) { /* fewer games would not cover everything */
        return games < GAMES_SANITIZED ? GAMES_SANITIZED : (unsigned)games;
    }
    return getenv("SANITIZED") != NULL ? GAMES_SANITIZED : GAMES;
}

static void print_counts(void)
{
    printf("%lu steps, %lu listed and %lu unlisted actions judged\n", found.steps, found.judged[1],
           found.judged[0]);
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        printf("%s: %lu games\n  actions:", game_name((enum game_kind)game), found.games[game]);
        for (unsigned i = 0; i < ACTION_KIND_COUNT; i++) {
            if (found.kind[game][i] != 0) {
                printf(" %s %lu", action_name((enum action_kind)i), found.kind[game][i]);
            }
        }
        printf("\n  phases:");
        for (unsigned i = 0; i < PHASE_COUNT; i++) {
            if (found.phase[game][i] != 0) {
                printf(" %s %lu", phase_name((enum phase)i), found.phase[game][i]);
            }
        }
        printf("\n  options:");
        for (unsigned i = 0; i < option_count((enum game_kind)game); i++) {
            printf(" %s %lu", option_name((enum game_kind)game, i), found.option[game][i]);
        }
        printf("\n  endings:");
        for (unsigned i = REASON_NONE + 1; i < REASON_COUNT; i++) {
            printf(" %s %lu", reason_name((enum reason)i), found.reason[game][i]);
        }
        printf("\n");
    }
}

static void play_all_games(void)
{
    unsigned games = games_to_play();
    for (unsigned i = 0; i < games; i++) {
        play_game((enum game_kind)(i % GAME_KIND_COUNT), i / GAME_KIND_COUNT);
    }
    print_counts();
    (void)fflush(stdout);
}

/* ---- The tests --------------------------------------------------------------------------------- */

static void expect(enum promise promise)
{
    ck_assert_msg(found.checked[promise] > 0, "it was never put to the test");
    ck_assert_msg(found.breach[promise][0] == '\0', "%s", found.breach[promise]);
}

#define PROMISE_TEST(name, promise) \
    START_TEST(name) \
    { \
        expect(promise); \
    } \
    END_TEST

PROMISE_TEST(every_listed_action_is_accepted, LISTED_IS_ACCEPTED)
PROMISE_TEST(every_unlisted_action_is_refused, UNLISTED_IS_REFUSED)
PROMISE_TEST(a_refusal_changes_neither_game_nor_events, REFUSAL_CHANGES_NOTHING)
PROMISE_TEST(a_seat_is_listed_what_its_own_pawns_may_do, SEATS_SHARE_THE_LIST)
PROMISE_TEST(resigning_is_possible_until_the_end_and_never_listed, RESIGNING_IS_ALWAYS_POSSIBLE)
PROMISE_TEST(invariants_hold_after_every_action, INVARIANTS_HOLD)
PROMISE_TEST(a_copy_of_a_game_goes_the_same_way, COPY_GOES_THE_SAME_WAY)
PROMISE_TEST(every_game_comes_to_an_end, GAMES_END)
PROMISE_TEST(the_fold_of_the_record_is_the_game, FOLD_IS_THE_GAME)
PROMISE_TEST(a_record_comes_back_from_json_as_it_was, JSON_IS_THE_RECORD)

START_TEST(every_kind_of_action_was_played)
{
    for (unsigned i = ACTION_NONE + 1; i < ACTION_KIND_COUNT; i++) {
        bool whitechapel = i < ACTION_DISCOVERIES;
        bool whitehall = i >= ACTION_DISCOVERIES && i < ACTION_MOVE;
        const char *name = action_name((enum action_kind)i);
        if (i != ACTION_RESIGN) {
            ck_assert_msg(whitehall || found.kind[GAME_WHITECHAPEL][i] > 0, "%s in Whitechapel", name);
            ck_assert_msg(whitechapel || found.kind[GAME_WHITEHALL][i] > 0, "%s in Whitehall", name);
        }
    }
}
END_TEST

START_TEST(every_phase_was_met)
{
    for (unsigned i = 0; i < PHASE_COUNT; i++) {
        bool whitechapel = i < PHASE_DISCOVERIES;
        bool whitehall = i >= PHASE_DISCOVERIES && i < PHASE_MOVE;
        ck_assert_msg(whitehall || found.phase[GAME_WHITECHAPEL][i] > 0, "%s", phase_name((enum phase)i));
        ck_assert_msg(whitechapel || found.phase[GAME_WHITEHALL][i] > 0, "%s", phase_name((enum phase)i));
    }
}
END_TEST

START_TEST(every_ending_except_resigning_occurred)
{
    static const enum reason endings[GAME_KIND_COUNT][5] = {
        {REASON_FIVE_VICTIMS, REASON_ARREST, REASON_ADDRESS, REASON_OUT_OF_MOVES, REASON_NO_LEGAL_MOVE},
        {REASON_ALL_DISCOVERIES, REASON_ARREST, REASON_OUT_OF_MOVES, REASON_NO_LEGAL_MOVE, REASON_NONE},
    };
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        for (unsigned i = 0; i < 5 && endings[game][i] != REASON_NONE; i++) {
            ck_assert_msg(found.reason[game][endings[game][i]] > 0, "%s in %s", reason_name(endings[game][i]),
                          game_name((enum game_kind)game));
        }
    }
}
END_TEST

START_TEST(every_option_made_a_difference)
{
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        for (unsigned i = 0; i < option_count((enum game_kind)game); i++) {
            ck_assert_msg(found.option[game][i] > 0, "%s", option_name((enum game_kind)game, i));
        }
    }
}
END_TEST

START_TEST(every_kind_of_event_except_resigning_occurred)
{
    for (unsigned i = 0; i < EVENT_KIND_COUNT; i++) {
        ck_assert_msg(i == EVENT_RESIGN || found.event[i] > 0, "%s", event_name((enum event_kind)i));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("random play");
    TCase *promises = tcase_create("promises");
    tcase_add_unchecked_fixture(promises, play_all_games, NULL); /* once, in this process, for all tests */
    tcase_add_test(promises, every_listed_action_is_accepted);
    tcase_add_test(promises, every_unlisted_action_is_refused);
    tcase_add_test(promises, a_refusal_changes_neither_game_nor_events);
    tcase_add_test(promises, a_seat_is_listed_what_its_own_pawns_may_do);
    tcase_add_test(promises, resigning_is_possible_until_the_end_and_never_listed);
    tcase_add_test(promises, invariants_hold_after_every_action);
    tcase_add_test(promises, a_copy_of_a_game_goes_the_same_way);
    tcase_add_test(promises, every_game_comes_to_an_end);
    tcase_add_test(promises, the_fold_of_the_record_is_the_game);
    tcase_add_test(promises, a_record_comes_back_from_json_as_it_was);
    tcase_add_test(promises, every_kind_of_action_was_played);
    tcase_add_test(promises, every_phase_was_met);
    tcase_add_test(promises, every_ending_except_resigning_occurred);
    tcase_add_test(promises, every_option_made_a_difference);
    tcase_add_test(promises, every_kind_of_event_except_resigning_occurred);
    suite_add_tcase(suite, promises);
    return run_suite(suite);
}
