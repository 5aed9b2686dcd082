/*
 * test_puzzle.c: every puzzle that is shipped has one answer, which follows from what the player knows; and puzzles that
 * are wrong in some way are rejected.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "common/puzzles/puzzle_json.h"
#include "common/puzzles/puzzle_list.h"
#include "common/puzzles/puzzle_maker.h"
#include "tests/support/c/run_suite.h"

enum { SHIPPED_MIN = 300, EACH_MIN = 20 };

static struct puzzle_list list;
static struct puzzle *puzzles; /* all of the list */
static struct board *boards[GAME_KIND_COUNT];

static void load(void)
{
    size_t length, line;
    const char *text = puzzle_shipped_text(&length);
    ck_assert_msg(puzzle_list_read(&list, text, length, &line), "line %zu", line);
    puzzles = calloc(list.count, sizeof *puzzles);
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        boards[game] = board_builtin((enum game_kind)game);
    }
    for (size_t i = 0; i < list.count; i++) {
        ck_assert_msg(puzzle_read(&list.entry[i], &puzzles[i]), "puzzle %zu", i + 1);
    }
}

static void unload(void)
{
    for (size_t i = 0; i < list.count; i++) {
        record_free(&puzzles[i].record);
    }
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        board_free(boards[game]);
    }
    free(puzzles);
    puzzle_list_free(&list);
}

static enum puzzle_flaw verify(const struct puzzle *puzzle, struct puzzle_solution *solution)
{
    unsigned facts;
    return puzzle_verify(puzzle, boards[puzzle->record.setup.game], solution, &facts);
}

/* The game of a puzzle and what the public has seen of it. */
struct reached {
    struct game game;
    struct dossier dossier;
};

static void follow(void *context, const struct game *game, const struct action *action,
                   const struct events *events)
{
    struct reached *reached = context;
    (void)action;
    dossier_follow(&reached->dossier, game, events);
}

static bool reach(const struct record *record, struct reached *reached)
{
    struct record_error error;
    dossier_begin(&reached->dossier, record->setup.game, record->setup.options);
    return record_fold(record, boards[record->setup.game], SIZE_MAX, &reached->game, follow, reached, &error);
}

/* ---- What is shipped ---- */

START_TEST(every_puzzle_is_sound)
{
    for (size_t i = 0; i < list.count; i++) {
        struct puzzle_solution solution;
        enum puzzle_flaw flaw = verify(&puzzles[i], &solution);
        ck_assert_msg(flaw == PUZZLE_SOUND, "puzzle %zu: flaw %d", i + 1, flaw);
    }
}
END_TEST

START_TEST(there_are_puzzles_of_every_kind_and_grade)
{
    unsigned game[GAME_KIND_COUNT] = {0}, kind[PUZZLE_KIND_COUNT] = {0}, grade[PUZZLE_GRADE_COUNT] = {0};
    for (size_t i = 0; i < list.count; i++) {
        game[list.entry[i].game]++;
        kind[list.entry[i].kind]++;
        grade[list.entry[i].grade]++;
    }
    ck_assert_uint_ge(list.count, SHIPPED_MIN);
    for (unsigned i = 0; i < PUZZLE_KIND_COUNT; i++) {
        ck_assert_uint_ge(kind[i], EACH_MIN);
        ck_assert_uint_ge(game[i % GAME_KIND_COUNT], EACH_MIN);
        ck_assert_uint_ge(grade[i % PUZZLE_GRADE_COUNT], EACH_MIN);
    }
}
END_TEST

/* The rules agree: with the answer played, and everybody else passing, Jack has no move on foot. */
START_TEST(a_trap_leaves_jack_no_move_in_the_game)
{
    unsigned traps = 0;
    for (size_t i = 0; i < list.count; i++) {
        const struct puzzle *puzzle = &puzzles[i];
        const struct board *board = boards[puzzle->record.setup.game];
        struct reached reached;
        struct events events = {0};
        struct legal legal;
        if (puzzle->kind != PUZZLE_TRAP || !reach(&puzzle->record, &reached)) {
            continue;
        }
        struct action action = {.kind = ACTION_WALK, .by = puzzle->by, .to = puzzle->answer};
        ck_assert_int_eq(game_apply(board, &reached.game, &action, &events), ERROR_OK);
        while (reached.game.phase == PHASE_ACT) {
            game_legal(board, &reached.game, game_policemen(board->game), &legal);
            ck_assert_uint_ne(legal.pass, 0);
            action = (struct action){.kind = ACTION_PASS, .by = (uint8_t)__builtin_ctz(legal.pass)};
            events = (struct events){0};
            ck_assert_int_eq(game_apply(board, &reached.game, &action, &events), ERROR_OK);
        }
        game_legal(board, &reached.game, PAWN_BIT(PAWN_JACK), &legal);
        ck_assert_msg(set_is_empty(&legal.move), "puzzle %zu", i + 1);
        traps++;
    }
    ck_assert_uint_ge(traps, EACH_MIN);
}
END_TEST

/* Puts another trail into the record in place of Jack's. The rules may reject it: he may be after something else. */
static void replace_trail(struct record *record, const struct puzzle_story *story, unsigned first,
                          const uint8_t trail[CELLS])
{
    unsigned cell = first;
    for (size_t i = story->from; i < record->count; i++) {
        struct action *action = &record->actions[i];
        switch (action->kind) {
        case ACTION_KILL:
            cell += action->count - 1U;
            break;
        case ACTION_COACH:
            action->via = trail[cell + 1];
            action->to = trail[cell + 2];
            cell += 2;
            break;
        case ACTION_MOVE:
        case ACTION_ALLEY:
        case ACTION_BOAT:
            action->to = trail[++cell];
            break;
        default:
            break;
        }
    }
}

/*
 * Makes the twin of a puzzle: its game looks the same to the public, but Jack is on `circle`. Returns false if there is
 * none, or it is the same game.
 */
static bool make_twin(const struct puzzle *puzzle, const struct reached *reached, const struct belief *belief,
                      unsigned circle, struct puzzle *twin, struct reached *other)
{
    const struct board *board = boards[puzzle->record.setup.game];
    uint8_t trail[1][CELLS];
    struct puzzle_story story;
    *twin = *puzzle;
    record_init(&twin->record, &puzzle->record.setup);
    for (size_t i = 0; i < puzzle->record.count; i++) {
        ck_assert(record_append(&twin->record, &puzzle->record.actions[i]));
    }
    puzzle_find_story(puzzle, board, &story);
    bool good = belief_trails_to(board, &reached->dossier, circle, 1, trail) == 1;
    if (good) {
        replace_trail(&twin->record, &story, belief->first_cell, trail[0]);
        good = reach(&twin->record, other) &&
               memcmp(&other->dossier, &reached->dossier, sizeof other->dossier) == 0 &&
               memcmp(&other->game, &reached->game, sizeof other->game) != 0;
    }
    if (!good) {
        record_free(&twin->record);
    }
    return good;
}

/* Returns whether two puzzles are sent as the same bytes. */
static bool looks_the_same(const struct puzzle *first, const struct puzzle *second)
{
    static char text[2][PUZZLE_JSON_BYTES];
    const struct puzzle *puzzle[] = {first, second};
    for (unsigned i = 0; i < 2; i++) {
        struct json_writer writer;
        json_write_begin(&writer, text[i], sizeof text[i]);
        json_write_open(&writer, NULL, '{');
        puzzle_write_json(&writer, puzzle[i], boards[puzzle[i]->record.setup.game], 1, 1);
        json_write_close(&writer, '}');
        ck_assert(json_write_ok(&writer));
    }
    return strcmp(text[0], text[1]) == 0;
}

/* Returns the number of twins compared: 1, or 0 if the puzzle has none. */
static unsigned compare_twins(const struct puzzle *puzzle)
{
    struct reached reached, other;
    struct belief belief;
    struct puzzle twin;
    ck_assert(reach(&puzzle->record, &reached));
    belief_deduce(boards[puzzle->record.setup.game], &reached.dossier, &belief);
    SET_EACH (circle, &belief.now) {
        if (make_twin(puzzle, &reached, &belief, circle, &twin, &other)) {
            struct puzzle_solution solution;
            struct puzzle seen_by_jack[] = {*puzzle, twin};
            ck_assert_int_eq(verify(&twin, &solution), PUZZLE_SOUND);
            ck_assert(looks_the_same(puzzle, &twin));
            /* The comparison can fail: what Jack sees is different. */
            seen_by_jack[0].kind = seen_by_jack[1].kind = PUZZLE_HIDE;
            ck_assert(!looks_the_same(&seen_by_jack[0], &seen_by_jack[1]));
            record_free(&twin.record);
            return 1;
        }
    }
    return 0;
}

START_TEST(a_puzzle_of_the_police_does_not_depend_on_where_jack_is)
{
    unsigned twins = 0;
    for (size_t i = 0; i < list.count; i++) {
        twins += puzzles[i].kind == PUZZLE_HIDE ? 0 : compare_twins(&puzzles[i]);
    }
    ck_assert_msg(twins >= SHIPPED_MIN / 4, "only %u twins", twins);
}
END_TEST

/* ---- What is rejected ---- */

START_TEST(every_other_answer_is_wrong)
{
    for (size_t i = 0; i < list.count; i += 7) {
        struct puzzle other = puzzles[i];
        struct puzzle_solution solution;
        for (unsigned answer = 1; answer <= boards[other.record.setup.game]->circles; answer += 5) {
            other.answer = (uint8_t)answer;
            ck_assert(answer == puzzles[i].answer || verify(&other, &solution) == PUZZLE_WRONG);
        }
    }
}
END_TEST

/* Where Jack really is may be any of several circles: knowing which takes his secret. */
START_TEST(an_answer_that_needs_the_secret_is_rejected)
{
    unsigned rejected = 0;
    for (size_t i = 0; i < list.count; i++) {
        struct puzzle other = puzzles[i];
        struct puzzle_solution solution;
        struct reached reached;
        if (other.kind != PUZZLE_SEARCH || !reach(&other.record, &reached)) {
            continue;
        }
        other.kind = PUZZLE_LOCATE;
        other.by = PAWN_JACK;
        other.answer = reached.game.row[reached.game.round - 1][reached.game.last_cell];
        enum puzzle_flaw flaw = verify(&other, &solution);
        ck_assert(set_has(&solution.circles, other.answer));
        if (set_count(&solution.circles) > 1) {
            ck_assert_int_eq(flaw, PUZZLE_NOT_UNIQUE);
            rejected++;
        }
    }
    ck_assert_uint_ge(rejected, EACH_MIN);
}
END_TEST

START_TEST(two_correct_answers_are_rejected)
{
    unsigned rejected = 0;
    for (size_t i = 0; i < list.count; i++) {
        const struct puzzle *puzzle = &puzzles[i];
        const struct board *board = boards[puzzle->record.setup.game];
        struct reached reached;
        struct puzzle_position position;
        struct puzzle_solution solution;
        if (puzzle->kind != PUZZLE_TRAP || !reach(&puzzle->record, &reached)) {
            continue;
        }
        /* If another policeman blocked the answer already, any walk might do. */
        ck_assert(puzzle_observe(board, &reached.game, &reached.dossier, PUZZLE_TRAP, &position));
        for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
            if (pawn != puzzle->by && position.view.crossing[pawn] != 0) {
                struct puzzle_position moved = position;
                moved.view.crossing[pawn] = puzzle->answer;
                puzzle_solve(&moved, PUZZLE_TRAP, puzzle->by, &solution);
                unsigned closed = 0;
                for (unsigned choice = 0; choice < solution.choices; choice++) {
                    closed += solution.choice[choice].first == 0;
                }
                ck_assert(closed == 1 || solution.answer == 0);
                rejected += closed > 1;
            }
        }
    }
    ck_assert_uint_gt(rejected, 0);
}
END_TEST

START_TEST(a_search_that_is_as_good_as_another_is_no_answer)
{
    unsigned equal = 0;
    for (size_t i = 0; i < list.count; i++) {
        struct puzzle puzzle = puzzles[i];
        struct puzzle_solution solution;
        /* Earlier in the same game there are positions with searches that are equally good. */
        for (; puzzle.kind == PUZZLE_SEARCH && puzzle.record.count > 0 && equal < EACH_MIN;
             puzzle.record.count--) {
            enum puzzle_flaw flaw = verify(&puzzle, &solution);
            for (unsigned a = 0; flaw == PUZZLE_NOT_UNIQUE && a < solution.choices; a++) {
                for (unsigned b = 0; b < a; b++) {
                    equal += solution.choice[a].first == solution.choice[b].first;
                }
            }
        }
    }
    ck_assert_uint_ge(equal, EACH_MIN);
}
END_TEST

START_TEST(what_does_not_fit_is_rejected)
{
    for (size_t i = 0; i < list.count; i += 11) {
        struct puzzle other = puzzles[i];
        struct puzzle_solution solution;
        other.grade = (uint8_t)((other.grade + 1) % PUZZLE_GRADE_COUNT);
        ck_assert_int_eq(verify(&other, &solution), PUZZLE_MISGRADED);
        other = puzzles[i];
        other.by = other.by == PAWN_JACK ? PAWN_YELLOW : PAWN_JACK;
        ck_assert_int_eq(verify(&other, &solution), PUZZLE_NO_QUESTION);
        other = puzzles[i];
        other.record.count = 1; /* nobody is hunted yet */
        ck_assert_int_eq(verify(&other, &solution), PUZZLE_NO_QUESTION);
        other = puzzles[i];
        other.record.actions++; /* the first action is missing */
        other.record.count--;
        ck_assert_int_eq(verify(&other, &solution), PUZZLE_ILLEGAL);
    }
}
END_TEST

/* ---- The text ---- */

START_TEST(a_puzzle_is_written_as_it_was_read)
{
    struct buffer text = {0};
    size_t length;
    const char *shipped = puzzle_shipped_text(&length);
    for (size_t i = 0; i < list.count; i++) {
        ck_assert(puzzle_write(&puzzles[i], &text));
    }
    ck_assert_uint_eq(text.length, length);
    ck_assert_mem_eq(text.text, shipped, length);
    buffer_free(&text);
}
END_TEST

#define HALL "whitehall locate easy 113 jack -"

static const char *const malformed[] = {
    "",
    "whitehall",
    "ludo locate easy 113 jack -",
    "whitehall+letters locate easy 113 jack -",
    "whitehall+powers+powers locate easy 113 jack -",
    "whitehall guess easy 113 jack -",
    "whitehall locate simple 113 jack -",
    "whitehall locate easy 0 jack -",
    "whitehall locate easy 256 jack -",
    "whitehall locate easy 11x jack -",
    "whitehall locate easy 113 green_ -",
    "whitechapel locate easy 113 jack byrgnb",
    "whitehall  locate easy 113 jack -",
    HALL " x",
    HALL " jj12",
    HALL " zm1",
    HALL " jm",
    HALL " jmt",
    HALL " jmt0",
    HALL " jmt256",
    HALL " jmt12t12",
    HALL " jmc12",
    HALL " jmt12v3",
    HALL " jpt12",
    HALL " jmt12 ",
    HALL " jmt12  jmt13",
    HALL " jDL1,",
    HALL " jDL,1",
    HALL " jDL1,2,3,4,5,6,7,8,9,10,11,12,13,14,15",
    HALL " jDL1L2",
    HALL " jRi9",
};

START_TEST(malformed_lines_are_rejected)
{
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        struct puzzle_entry entry = {.line = malformed[i], .length = strlen(malformed[i])};
        struct puzzle puzzle;
        ck_assert_msg(!puzzle_read(&entry, &puzzle), "%s", malformed[i]);
    }
}
END_TEST

START_TEST(a_list_names_the_line_that_is_no_puzzle)
{
    static const char text[] = HALL " jDL1,2,3,4\n" HALL "\n\n" HALL "\n";
    struct puzzle_list read;
    size_t line;
    ck_assert(!puzzle_list_read(&read, text, sizeof text - 1, &line));
    ck_assert_uint_eq(line, 3);
    ck_assert(puzzle_list_read(&read, text, strlen(HALL " jDL1,2,3,4\n" HALL), &line));
    ck_assert_uint_eq(read.count, 2);
    puzzle_list_free(&read);
    ck_assert(puzzle_list_read(&read, "", 0, &line));
    ck_assert_uint_eq(read.count, 0);
    puzzle_list_free(&read);
}
END_TEST

START_TEST(every_puzzle_has_its_day)
{
    bool *had = calloc(list.count + 1, sizeof *had);
    for (long day = -10; day < (long)list.count - 10; day++) {
        size_t number = puzzle_of_day(day, list.count);
        ck_assert(number >= 1 && number <= list.count && !had[number]);
        had[number] = true;
    }
    free(had);
}
END_TEST

/* ---- The maker ---- */

static bool collect(void *context, const struct puzzle *puzzle)
{
    struct puzzle_solution solution;
    ck_assert_int_eq(verify(puzzle, &solution), PUZZLE_SOUND);
    ck_assert(puzzle_write(puzzle, context));
    return true;
}

static bool take_one(void *context, const struct puzzle *puzzle)
{
    unsigned *taken = context;
    (void)puzzle;
    ++*taken;
    return false;
}

START_TEST(a_game_of_bots_has_sound_puzzles_and_always_the_same)
{
    struct buffer first = {0}, second = {0};
    unsigned taken = 0;
    ck_assert(puzzle_make(boards[GAME_WHITEHALL], 4, collect, &first));
    ck_assert(puzzle_make(boards[GAME_WHITEHALL], 4, collect, &second));
    ck_assert_uint_gt(first.length, 0);
    ck_assert_str_eq(first.text, second.text);
    ck_assert(puzzle_make(boards[GAME_WHITEHALL], 4, take_one, &taken));
    ck_assert_uint_eq(taken, 1);
    buffer_free(&first);
    buffer_free(&second);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("puzzle");
    TCase *shipped = tcase_create("shipped");
    tcase_add_unchecked_fixture(shipped, load, unload);
    tcase_add_test(shipped, every_puzzle_is_sound);
    tcase_add_test(shipped, there_are_puzzles_of_every_kind_and_grade);
    tcase_add_test(shipped, a_trap_leaves_jack_no_move_in_the_game);
    tcase_add_test(shipped, a_puzzle_of_the_police_does_not_depend_on_where_jack_is);
    suite_add_tcase(suite, shipped);
    TCase *rejected = tcase_create("rejected");
    tcase_add_unchecked_fixture(rejected, load, unload);
    tcase_add_test(rejected, every_other_answer_is_wrong);
    tcase_add_test(rejected, an_answer_that_needs_the_secret_is_rejected);
    tcase_add_test(rejected, two_correct_answers_are_rejected);
    tcase_add_test(rejected, a_search_that_is_as_good_as_another_is_no_answer);
    tcase_add_test(rejected, what_does_not_fit_is_rejected);
    suite_add_tcase(suite, rejected);
    TCase *text = tcase_create("text");
    tcase_add_unchecked_fixture(text, load, unload);
    tcase_add_test(text, a_puzzle_is_written_as_it_was_read);
    tcase_add_test(text, malformed_lines_are_rejected);
    tcase_add_test(text, a_list_names_the_line_that_is_no_puzzle);
    tcase_add_test(text, every_puzzle_has_its_day);
    tcase_add_test(text, a_game_of_bots_has_sound_puzzles_and_always_the_same);
    suite_add_tcase(suite, text);
    return run_suite(suite);
}
