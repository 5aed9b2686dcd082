/*
 * test_command.c: parsing, completing and listing commands.
 *
 * The round trip ties the three together: each action of a random game is written as a line, completion must offer
 * the line word by word, and parsing it must give the same action.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/command/command_rows.h"
#include "common/base/array.h"
#include "common/base/random.h"
#include "tests/support/c/play.h"
#include "tests/support/c/scenario.h"

enum { LINES_MAX = 400, GAMES = 40, GAMES_MOST = 400, GAMES_SANITIZED = 3, STEPS_MAX = 600 };

/* ---- The player whose commands are parsed ---- */

struct desk {
    struct view view;
    struct viewed_legal legal;
    struct command_scope scope;
};

static void sit_down(struct desk *desk, const struct board *board, const struct game *game,
                     struct viewer viewer)
{
    view_game(game, viewer, &desk->view);
    view_legal(board, game, viewer, &desk->legal);
    desk->scope = (struct command_scope){.board = board,
                                         .view = &desk->view,
                                         .legal = &desk->legal,
                                         .pawns = game_actors(game) & view_pawns(game, viewer),
                                         .chance = 7};
}

/* Sits down as the player who controls a pawn. */
static void sit_as(struct desk *desk, const struct board *board, const struct game *game, enum pawn pawn)
{
    struct viewer viewer = {.role = VIEWER_JACK};
    if (pawn != PAWN_JACK) {
        viewer.role = VIEWER_DETECTIVE;
        viewer.pawns = (uint8_t)game_seat_pawns(game, game->seat_of[pawn]);
    }
    sit_down(desk, board, game, viewer);
}

static struct scenario scene;
static struct desk desk;

/* Plays a two-player game up to a phase and sits down as the player who controls the pawn. */
static void reach(enum game_kind game, uint32_t options, unsigned round, enum phase phase, enum pawn pawn)
{
    scenario_new(&scene, game, options);
    scenario_reach(&scene, round, phase);
    sit_as(&desk, scene.board, &scene.game, pawn);
}

static struct command good(const char *line)
{
    struct command command;
    char error_text[400] = "";
    ck_assert_msg(command_parse(line, &desk.scope, &command, error_text, sizeof error_text), "%s: %s", line,
                  error_text);
    return command;
}

static void bad(const char *line, const char *sentence)
{
    struct command command;
    char error_text[400] = "";
    ck_assert_msg(!command_parse(line, &desk.scope, &command, error_text, sizeof error_text),
                  "%s: was accepted", line);
    ck_assert_msg(strcmp(error_text, sentence) == 0, "%s: \"%s\", not \"%s\"", line, error_text, sentence);
}

/* ---- Collecting words and lines ---- */

struct lines {
    unsigned count;
    char text[LINES_MAX][SENTENCE_MAX];
};

static void collect(void *context, const char *text)
{
    struct lines *lines = context;
    ck_assert_uint_lt(lines->count, LINES_MAX);
    (void)snprintf(lines->text[lines->count++], sizeof lines->text[0], "%s", text);
}

static bool has_line(const struct lines *lines, const char *text)
{
    for (unsigned i = 0; i < lines->count; i++) {
        if (strcmp(lines->text[i], text) == 0) {
            return true;
        }
    }
    return false;
}

static const struct lines *complete(const char *line)
{
    static struct lines lines;
    lines.count = 0;
    command_complete(line, &desk.scope, collect, &lines);
    return &lines;
}

static void offers(const char *line, const char *words)
{
    const struct lines *lines = complete(line);
    char all[4000] = "";
    for (unsigned i = 0; i < lines->count; i++) {
        size_t used = strlen(all);
        (void)snprintf(all + used, sizeof all - used, "%s%s", i == 0 ? "" : " ", lines->text[i]);
    }
    ck_assert_msg(strcmp(all, words) == 0, "\"%s\" offers \"%s\", not \"%s\"", line, all, words);
}

/* ---- The round trip ---- */

static void read_back(const struct desk *at, const struct action *action)
{
    struct sentence line = command_line(action);
    struct command command;
    char error_text[400] = "";
    ck_assert_msg(command_parse(line.text, &at->scope, &command, error_text, sizeof error_text), "%s: %s",
                  line.text, error_text);
    ck_assert_msg(command.kind == COMMAND_ACT, "%s", line.text);
    ck_assert_msg(memcmp(&command.action, action, sizeof *action) == 0, "%s became %s", line.text,
                  command_line(&command.action).text);
}

/* Checks that each word is offered once the words before it and its first letter have been typed. */
static void offered_word_by_word(const struct desk *at, const struct action *action)
{
    struct sentence line = command_line(action);
    size_t length = strlen(line.text);
    for (size_t start = 0; start < length;) {
        char typed[SENTENCE_MAX], word[SENTENCE_MAX];
        size_t end = start + strcspn(line.text + start, " ,");
        struct lines *lines = malloc(sizeof *lines);
        ck_assert_ptr_nonnull(lines);
        lines->count = 0;
        (void)snprintf(typed, sizeof typed, "%.*s", (int)(start + 1), line.text);
        (void)snprintf(word, sizeof word, "%.*s", (int)(end - start), line.text + start);
        command_complete(typed, &at->scope, collect, lines);
        ck_assert_msg(has_line(lines, word), "\"%s\" does not offer \"%s\" of \"%s\"", typed, word,
                      line.text);
        free(lines);
        start = end + 1;
    }
}

/* Checks that every listed line can be typed and is legal, and that no kind is missing. */
static void listed_lines_are_legal(const struct desk *at)
{
    struct lines *lines = calloc(1, sizeof *lines);
    uint32_t kinds = 0;
    ck_assert_ptr_nonnull(lines);
    command_list_legal(&at->scope, collect, lines);
    for (unsigned i = 0; i < lines->count; i++) {
        struct command command;
        char error_text[400] = "";
        ck_assert_msg(command_parse(lines->text[i], &at->scope, &command, error_text, sizeof error_text),
                      "%s: %s", lines->text[i], error_text);
        ck_assert_msg(legal_contains(&at->legal.shown, &command.action), "%s", lines->text[i]);
        kinds |= ACTION_BIT(command.action.kind);
    }
    ck_assert_uint_eq(kinds, at->legal.shown.kinds);
    free(lines);
}

/* Checks that a line without its pawn becomes a legal action, or an error that asks which pawn is meant. */
static void read_without_pawn(const struct desk *at, const struct action *action)
{
    struct sentence line = command_line(action);
    struct sentence pawn = {" "};
    (void)snprintf(pawn.text + 1, sizeof pawn.text - 1, "%s", pawn_name((enum pawn)action->by));
    char *found = strstr(line.text, pawn.text);
    struct command command;
    char error_text[400] = "";
    if (found == NULL || action->kind == ACTION_GOULSTON || action->kind == ACTION_LETTER ||
        action->kind == ACTION_PATROLS) {
        return;
    }
    memmove(found, found + strlen(pawn.text), strlen(found + strlen(pawn.text)) + 1);
    if (command_parse(line.text, &at->scope, &command, error_text, sizeof error_text)) {
        ck_assert_msg(legal_contains(&at->legal.shown, &command.action), "%s", line.text);
    } else {
        ck_assert_msg(strstr(error_text, "Which one, ") != NULL, "%s: %s", line.text, error_text);
        ck_assert_msg((at->scope.pawns & (at->scope.pawns - 1)) != 0, "%s", line.text);
    }
}

static void play_one(enum game_kind kind, struct random *random, uint32_t *seen)
{
    static struct desk at;
    const struct board *board = play_board(kind);
    struct setup setup = play_setup(kind, random_below(random, 1U << option_count(kind)), random);
    struct play_style style = {.homing = random_below(random, 2) != 0, .no_arrests = true};
    struct game game;
    struct events events;
    ck_assert_int_eq(game_new(board, &game, &setup), ERROR_OK);
    for (unsigned step = 0; step < STEPS_MAX; step++) {
        struct action action;
        if (!play_choose(board, &game, random, style, &action)) {
            break;
        }
        sit_as(&at, board, &game, (enum pawn)action.by);
        read_back(&at, &action);
        offered_word_by_word(&at, &action);
        read_without_pawn(&at, &action);
        listed_lines_are_legal(&at);
        *seen |= ACTION_BIT(action.kind);
        ck_assert_int_eq(game_apply(board, &game, &action, &events), ERROR_OK);
    }
}

static void play_many(enum game_kind kind, uint32_t not_of_this_game)
{
    struct random random = {41};
    uint32_t seen = 0;
    if (getenv("SANITIZED") != NULL) { /* slow, and coverage of all kinds is checked in the plain build */
        for (unsigned i = 0; i < GAMES_SANITIZED; i++) {
            play_one(kind, &random, &seen);
        }
        return;
    }
    for (unsigned i = 0; i < GAMES || (i < GAMES_MOST && (seen | not_of_this_game) != UINT32_MAX); i++) {
        play_one(kind, &random, &seen);
    }
    ck_assert_msg((seen | not_of_this_game) == UINT32_MAX, "some kinds of action never occurred: %#x", seen);
}

/* Kinds that random play never produces in either game. */
#define NEVER \
    (ACTION_BIT(ACTION_NONE) | ACTION_BIT(ACTION_RESIGN) | ACTION_BIT(ACTION_ARREST) | \
     ~0U << ACTION_KIND_COUNT)

START_TEST(whitechapel_actions_survive_a_round_trip_through_text)
{
    play_many(GAME_WHITECHAPEL, NEVER | ACTION_BIT(ACTION_DISCOVERIES) | ACTION_BIT(ACTION_START) |
                                    ACTION_BIT(ACTION_DEPLOY) | ACTION_BIT(ACTION_BOAT) |
                                    ACTION_BIT(ACTION_SMOKER) | ACTION_BIT(ACTION_RECLAIM));
}
END_TEST

START_TEST(whitehall_actions_survive_a_round_trip_through_text)
{
    uint32_t whitechapel = 0;
    for (unsigned kind = ACTION_HIDEOUT; kind <= ACTION_RUSH; kind++) {
        whitechapel |= ACTION_BIT(kind);
    }
    play_many(GAME_WHITEHALL, NEVER | whitechapel);
}
END_TEST

/* ---- Commands one by one ---- */

START_TEST(jack_types_moves)
{
    reach(GAME_WHITECHAPEL, 0, 1, PHASE_MOVE, PAWN_JACK);
    struct command command = good("move 103");
    ck_assert_int_eq(command.kind, COMMAND_ACT);
    ck_assert_int_eq(command.action.kind, ACTION_MOVE);
    ck_assert_int_eq(command.action.by, PAWN_JACK);
    ck_assert_int_eq(command.action.to, 103);
    ck_assert_int_eq(good("m 103").action.to, 103);
    ck_assert_int_eq(good("  MOVE\t103  # home soon").action.to, 103);
    command = good("coach 69,56");
    ck_assert_int_eq(command.action.kind, ACTION_COACH);
    ck_assert_int_eq(command.action.via, 69);
    ck_assert_int_eq(command.action.to, 56);
    command = good("escape 90");
    ck_assert_int_eq(command.action.kind, ACTION_MOVE);
    ck_assert_int_eq(command.action.escape, 1);
    bad("move", "Usage: move CIRCLE.");
    bad("move 300", "There is no circle 300: on this board the numbers are 1 to 195.");
    bad("move 0", "There is no circle 0: on this board the numbers are 1 to 195.");
    bad("move 12 13", "Usage: move CIRCLE.");
    bad("move home", "\"home\" is not the number of a circle. Usage: move CIRCLE.");
    bad("move -5", "\"-5\" is not the number of a circle. Usage: move CIRCLE.");
    bad("coach 69", "Usage: coach CIRCLE CIRCLE.");
    bad("mov 3", "\"mov\" could be move or move_patrols.");
    bad("fly 3", "There is no command \"fly\"; type help for a list.");
    bad("serach 3", "There is no command \"serach\"; did you mean search?");
}
END_TEST

START_TEST(the_policeman_can_be_omitted_if_only_one_can_act)
{
    reach(GAME_WHITECHAPEL, 0, 1, PHASE_WALK, PAWN_RED);
    unsigned red = desk.view.crossing[PAWN_RED];
    char line[40];
    ck_assert_int_eq(good("walk red 124").action.by, PAWN_RED);
    ck_assert_int_eq(good("w bl 124").action.by, PAWN_BLUE);
    bad("walk b 124", "\"b\" could be more than one pawn: jack, yellow, red, blue, green or brown.");
    bad("walk pink 124", "\"pink\" is not a pawn: jack, yellow, red, blue, green or brown.");
    ck_assert_int_eq(good("walk red stay").action.to, red);
    (void)snprintf(line, sizeof line, "walk %u", red);
    ck_assert_int_eq(good(line).action.to, red);
    ck_assert_int_eq(good(line).action.by, PAWN_RED);
    bad("walk stay",
        "Which one, Yellow, Red, Blue, Green or Brown? Usage: walk [COLOUR] CROSSING|stay [power].");
    ck_assert_int_eq(good("walk yellow 12 power").action.power, 1);
    bad("walk red 999", "There is no crossing 999: on this board the numbers are 1 to 234.");
    bad("walk red 12 fast", "Usage: walk [COLOUR] CROSSING|stay [power].");
}
END_TEST

START_TEST(illegal_actions_are_parsed_and_left_to_the_server)
{
    reach(GAME_WHITECHAPEL, 0, 1, PHASE_WALK, PAWN_RED);
    ck_assert_int_eq(good("move 103").action.by, PAWN_JACK);
    ck_assert_int_eq(good("search red 99").action.circle, 99);
    ck_assert_int_eq(good("wretched 3 4").action.by, scene.game.head);
    ck_assert_int_eq(good("smoker").action.by, PAWN_YELLOW);
    sit_as(&desk, scene.board, &scene.game, PAWN_JACK);
    ck_assert_int_eq(good("walk red 12").action.by, PAWN_RED);
    ck_assert_int_eq(good("pass").action.by, PAWN_JACK);
    sit_down(&desk, scene.board, &scene.game, (struct viewer){.role = VIEWER_PUBLIC});
    bad("walk 12", "It is not your turn.");
    desk.scope = (struct command_scope){0};
    bad("move 12", "No game is being played here.");
    bad("patrols auto", "No game is being played here.");
}
END_TEST

START_TEST(searches_and_arrests_are_parsed)
{
    reach(GAME_WHITECHAPEL, 0, 1, PHASE_ACT, PAWN_RED);
    ck_assert_int_eq(good("search red 99").action.by, PAWN_RED);
    ck_assert_int_eq(good("search blue 99 power").action.power, 1);
    struct command command = good("search red all");
    ck_assert_int_eq(command.kind, COMMAND_SEARCH_ALL);
    ck_assert_int_eq(command.pawn, PAWN_RED);
    ck_assert_int_eq(good("arrest green 100").action.circle, 100);
    ck_assert_int_eq(good("arrest green").action.circle, 0);
    ck_assert_int_eq(good("arrest green all").action.by, PAWN_GREEN);
    ck_assert_int_eq(good("arrest red power").action.power, 1);
    bad("search red", "Usage: search [COLOUR] CIRCLE|all [power].");
    bad("search all",
        "Which one, Yellow, Red, Blue, Green or Brown? Usage: search [COLOUR] CIRCLE|all [power].");
    /* During a search only the searching policeman can continue. */
    unsigned circle = set_next(&desk.legal.shown.search[PAWN_GREEN], 0);
    char line[40];
    (void)snprintf(line, sizeof line, "search green %u", circle);
    struct action action = good(line).action;
    expect_ok(&scene, action);
    sit_as(&desk, scene.board, &scene.game, PAWN_RED);
    ck_assert_int_eq(scene.game.searching, PAWN_GREEN);
    ck_assert_int_eq(good("search all").pawn, PAWN_GREEN);
}
END_TEST

START_TEST(women_and_patrols_are_parsed)
{
    reach(GAME_WHITECHAPEL, 0, 1, PHASE_WOMEN, PAWN_JACK);
    struct action action = good("women 3,21,27,65,84 147,149,158").action;
    ck_assert_int_eq(action.count, 5);
    ck_assert_int_eq(action.unmarked_count, 3);
    ck_assert_int_eq(action.unmarked[0], 147);
    struct action spaced = good("women 3 21 27 65 84 147 149 158").action;
    ck_assert_mem_eq(&spaced, &action, sizeof action);
    struct action loose = good("women 3, 21, 27, 65, 84  147, 149, 158").action;
    ck_assert_mem_eq(&loose, &action, sizeof action);
    bad("women 3 21", "Usage: women MARKED,... UNMARKED,... | auto.");
    bad("women", "Usage: women MARKED,... UNMARKED,... | auto.");
    bad("women 3,21 27,900", "There is no circle 900: on this board the numbers are 1 to 195.");
    struct action drawn = good("women auto").action;
    ck_assert(legal_contains(&desk.legal.shown, &drawn));
    desk.scope.chance = 8;
    struct action other = good("women auto").action;
    ck_assert(legal_contains(&desk.legal.shown, &other));
    ck_assert_mem_ne(&drawn, &other, sizeof other);
    bad("patrols auto", error_sentence(ERROR_WRONG_PHASE));

    reach(GAME_WHITECHAPEL, 0, 2, PHASE_PATROLS, PAWN_RED);
    action = good("patrols 12=red 35=false 40=blue").action;
    ck_assert_int_eq(action.count, 6);
    ck_assert_int_eq(action.list[1], PAWN_RED);
    ck_assert_int_eq(action.list[3], PAWN_FALSE);
    ck_assert_int_eq(action.by, scene.game.head);
    drawn = good("patrols auto").action;
    ck_assert(legal_contains(&desk.legal.shown, &drawn));
    bad("patrols 12", "Usage: patrols CROSSING=COLOUR|false ... | auto.");
    bad("patrols 12=jack", "Usage: patrols CROSSING=COLOUR|false ... | auto.");
    bad("patrols", "Usage: patrols CROSSING=COLOUR|false ... | auto.");
    bad("women auto", error_sentence(ERROR_WRONG_PHASE));
}
END_TEST

START_TEST(letters_are_parsed_with_their_arguments)
{
    const char *how = "Usage: letter dear_boss FROM TO, letter from_hell FROM TO, letter saucy_jacky "
                      "CROSSING CROSSING, or letter goulston_street COLOUR.";
    reach(GAME_WHITECHAPEL, OPTION_LETTERS, 2, PHASE_KILL, PAWN_JACK);
    struct action action = good("letter dear_boss 12 35").action;
    ck_assert_int_eq(action.letter, LETTER_DEAR_BOSS);
    ck_assert_int_eq(action.from, 12);
    ck_assert_int_eq(action.to, 35);
    action = good("letter saucy 12 35").action;
    ck_assert_int_eq(action.letter, LETTER_SAUCY_JACKY);
    ck_assert_int_eq(action.count, 2);
    ck_assert_int_eq(good("letter goulston_street green").action.pawn, PAWN_GREEN);
    bad("letter", how);
    bad("letter home 1 2", how);
    bad("letter dear_boss 12", how);
    bad("letter goulston", how);
    bad("letter goulston jack", how);
}
END_TEST

START_TEST(whitehall_setup_is_parsed)
{
    scenario_new(&scene, GAME_WHITEHALL, 0);
    sit_as(&desk, scene.board, &scene.game, PAWN_JACK);
    uint8_t circle[4];
    char line[80];
    for (unsigned i = 0; i < 4; i++) {
        circle[i] = (uint8_t)set_next(&desk.legal.shown.quadrant[i], 0);
    }
    (void)snprintf(line, sizeof line, "discoveries %u %u %u %u", circle[3], circle[0], circle[2], circle[1]);
    struct action action = good(line).action;
    ck_assert_mem_eq(action.list, circle, sizeof circle);
    bad("discoveries 1 2 3", "Usage: discoveries CIRCLE CIRCLE CIRCLE CIRCLE.");
    ck_assert_int_eq(good("start").kind, COMMAND_START);
    ck_assert_int_eq(good("start 12").kind, COMMAND_ACT);
    ck_assert_int_eq(good("start 12").action.kind, ACTION_START);
    ck_assert_int_eq(good("reclaim boat").action.tile, TILE_BOAT);
    bad("reclaim horse", "Usage: reclaim alley|boat.");
    ck_assert_str_eq(good("suggest").text, "normal");
    ck_assert_str_eq(good("suggest ha").text, "medium"); /* as on the wire */
    bad("suggest mad", "Usage: suggest [easy|normal|hard|very_hard].");
    ck_assert_str_eq(good("suggest very_hard").text, "hard");
}
END_TEST

START_TEST(chat_and_information_commands_are_parsed)
{
    reach(GAME_WHITECHAPEL, 0, 1, PHASE_WALK, PAWN_RED);
    struct command command = good("say  He is in the #east, I = sure ");
    ck_assert_int_eq(command.kind, COMMAND_SAY);
    ck_assert_int_eq(command.audience, SAY_TABLE);
    ck_assert_str_eq(command.text, "He is in the #east, I = sure");
    ck_assert_int_eq(good("police hush").audience, SAY_POLICE);
    ck_assert_int_eq(good("gallery hush").audience, SAY_GALLERY);
    bad("say", "Usage: say TEXT.");
    ck_assert_int_eq(good("board").circle, 0);
    ck_assert_int_eq(good("board around 65").circle, 65);
    ck_assert_int_eq(good("b 65").circle, 65);
    bad("board around", "Usage: board [[around] CIRCLE].");
    ck_assert_int_eq(good("log").number, 0);
    ck_assert_int_eq(good("log 20").number, 20);
    bad("log all", "Usage: log [NUMBER].");
    ck_assert_str_eq(good("help walk").text, "walk");
    ck_assert_int_eq(good("?").kind, COMMAND_HELP);
    ck_assert_int_eq(good("mark 65").circle, 65);
    ck_assert_str_eq(good("mark 65").text, "suspect");
    ck_assert_str_eq(good("mark 65 none").text, "none");
    bad("mark 65 maybe", "Usage: mark CIRCLE [suspect|cleared|none].");
    ck_assert_int_eq(good("").kind, COMMAND_NOTHING);
    ck_assert_int_eq(good("   # nothing").kind, COMMAND_NOTHING);
    ck_assert_int_eq(good("undo").kind, COMMAND_UNDO);
    bad("undo it", "Usage: undo.");
    desk.scope = (struct command_scope){0};
    bad("board", "There is no board here: join a table first.");
    bad("mark 3", "There is no board here: join a table first.");
}
END_TEST

START_TEST(table_commands_are_parsed)
{
    desk.scope = (struct command_scope){0};
    struct command command = good("create whitechapel letters false private aids=sets");
    ck_assert_int_eq(command.game, GAME_WHITECHAPEL);
    ck_assert_uint_eq(command.options, OPTION_LETTERS | OPTION_FALSE_CLUES);
    ck_assert(command.is_private);
    ck_assert_str_eq(command.aids, "sets");
    ck_assert_str_eq(command.text, "whitechapel letters false_clues private aids=sets");
    bad("create", "Which game, whitechapel or whitehall? Usage: create GAME [VARIANT...] [private].");
    bad("create white", "Which game, whitechapel or whitehall? Usage: create GAME [VARIANT...] [private].");
    bad("create whitehall letters",
        "\"letters\" is not a variant of Whitehall Mystery; the variants are deploy_first, "
        "murderer_at_large, newspaper_fabrications, powers and smoker.");
    bad("create whitehall aids=some", "The deduction help is off, sets or full.");
    command = good("create whitehall aids=full spectator-aids=off");
    ck_assert_str_eq(command.spectator_aids, "off");
    ck_assert_str_eq(command.text, "whitehall aids=full spectator-aids=off");
    bad("create whitehall counts=maybe", "Counting a private game in statistics is on or off.");
    bad("create whitehall spectator-aids=maybe", "Deduction help for spectators is on or off.");
    command = good("create whitehall clock=90 level=hard pace=quick");
    ck_assert_uint_eq(command.clock, 90);
    ck_assert_str_eq(command.level, "hard");
    ck_assert_str_eq(command.pace, "quick");
    ck_assert_str_eq(command.text, "whitehall clock=90 level=hard pace=quick");
    ck_assert_uint_eq(good("create whitehall clock=604800").clock, 604800);
    ck_assert_uint_eq(good("create whitehall clock=0").clock, 0);
    static const char *const clocks[] = {"9", "604801", "99999999999999999999", "ten", "", "-20"};
    for (unsigned i = 0; i < COUNT(clocks); i++) {
        char line[80];
        (void)snprintf(line, sizeof line, "create whitehall clock=%s", clocks[i]);
        bad(line, "The time per action is 10 to 604800 seconds, or 0 for no limit.");
    }
    ck_assert_str_eq(good("create whitehall night=23-7").night, "23:00-07:00");
    ck_assert_str_eq(good("create whitehall night=22:30-7:05@Europe/Rome").night, "22:30-07:05@Europe/Rome");
    ck_assert_str_eq(good("create whitehall night=off").text, "whitehall night=off");
    static const char *const nights[] = {"", "23", "23-", "23:-", "23:-7", "-7", "24-7", "23-@Europe/Rome"};
    for (unsigned i = 0; i < COUNT(nights); i++) {
        char line[80];
        (void)snprintf(line, sizeof line, "create whitehall night=%s", nights[i]);
        bad(line, "The night is two times such as 23:00-07:00, or off.");
    }
    bad("create whitehall level=best", "The bot level is novice, easy, normal, hard or master.");
    bad("create whitehall pace=", "The bot speed is slow, normal or quick.");
    command = good("join https://games.example/invite#abc yellow, red # comment");
    ck_assert_str_eq(command.text, "https://games.example/invite#abc");
    ck_assert_uint_eq(command.pawns, PAWN_BIT(PAWN_YELLOW) | PAWN_BIT(PAWN_RED));
    bad("join", "Usage: join TABLE|INVITE [PAWN...].");
    ck_assert_str_eq(good("watch k3f").text, "k3f");
    bad("watch k3f red", "Usage: watch TABLE|INVITE.");
    desk.scope.board = play_board(GAME_WHITEHALL);
    ck_assert_uint_eq(good("pawns police").pawns, game_policemen(GAME_WHITEHALL));
    ck_assert_uint_eq(good("pawns none").pawns, 0);
    ck_assert_uint_eq(good("pawns jack").pawns, PAWN_BIT(PAWN_JACK));
    bad("pawns", "Usage: pawns PAWN...|police|none.");
    command = good("seat red, blue to Ann Red  to blue");
    ck_assert_str_eq(command.text, "Ann Red to blue");
    ck_assert_uint_eq(command.pawns, PAWN_BIT(PAWN_RED) | PAWN_BIT(PAWN_BLUE));
    ck_assert_str_eq(good("seat red to red # comment").text, "red");
    bad("seat", "Usage: seat PAWN... to NAME.");
    bad("seat red", "Usage: seat PAWN... to NAME.");
    bad("seat red to", "Usage: seat PAWN... to NAME.");
    bad("seat to Ann", "Usage: seat PAWN... to NAME.");
    bad("seat Ann red", "\"Ann\" is not a pawn: jack, yellow, red, blue, green or brown.");
    ck_assert_str_eq(good("agree").text, "");
    ck_assert_str_eq(good("agree seat").text, "seat");
    ck_assert_str_eq(good("refuse take").text, "takeback");
    bad("agree both", "Usage: agree [takeback|seat].");
    ck_assert_str_eq(good("kick Ann Other").text, "Ann Other");
    ck_assert_str_eq(good("record my game.json").text, "my game.json");
    ck_assert_int_eq(good("exit").kind, COMMAND_QUIT);
}
END_TEST

START_TEST(bot_commands_are_parsed)
{
    desk.scope = (struct command_scope){.board = play_board(GAME_WHITEHALL)};
    struct command command = good("bot blue hard");
    ck_assert_int_eq(command.kind, COMMAND_BOT);
    ck_assert_uint_eq(command.pawns, PAWN_BIT(PAWN_BLUE));
    ck_assert_str_eq(command.text, "hard");
    command = good("bot yellow, red e");
    ck_assert_uint_eq(command.pawns, PAWN_BIT(PAWN_YELLOW) | PAWN_BIT(PAWN_RED));
    ck_assert_str_eq(command.text, "easy");
    command = good("bot police none");
    ck_assert_uint_eq(command.pawns, game_policemen(GAME_WHITEHALL));
    ck_assert_str_eq(command.text, "none");
    bad("bot", "Usage: bot PAWN...|police [novice|easy|normal|hard|master|none].");
    ck_assert_str_eq(good("bot blue").text, ""); /* the table's level */
    ck_assert_uint_eq(good("bot police").pawns, game_policemen(GAME_WHITEHALL));
    bad("bot blue n", "\"n\" is not a pawn: jack, yellow, red, blue, green or brown.");
    bad("bot Ann hard", "\"Ann\" is not a pawn: jack, yellow, red, blue, green or brown.");
    ck_assert_int_eq(good("back").kind, COMMAND_BACK);
    offers("bot ", "jack yellow red blue police");
    offers("bot blue h", "hard");
}
END_TEST

START_TEST(deduction_commands_are_parsed)
{
    desk.scope = (struct command_scope){.board = play_board(GAME_WHITEHALL)};
    ck_assert_int_eq(good("deduce").kind, COMMAND_DEDUCE);
    ck_assert_uint_eq(good("deduce").circle, 0);
    ck_assert_uint_eq(good("deduce 12").circle, 12);
    bad("deduce 999", "There is no circle 999: on this board the numbers are 1 to 189.");
    ck_assert_int_eq(good("whatif").kind, COMMAND_WHATIF);
    ck_assert_int_eq(good("clock").kind, COMMAND_CLOCK);
    desk.scope = (struct command_scope){0};
    bad("deduce 12", "There is no board here: join a table first.");
}
END_TEST

/* A typing error must not end a game or remove a player. */
START_TEST(dangerous_commands_cannot_be_abbreviated)
{
    reach(GAME_WHITECHAPEL, 0, 1, PHASE_WALK, PAWN_RED);
    ck_assert_int_eq(good("resign").kind, COMMAND_RESIGN);
    bad("resig", "There is no command \"resig\"; did you mean resign?");
    bad("kic Ann", "There is no command \"kic\"; did you mean kick?");
}
END_TEST

START_TEST(words_and_short_forms_do_not_clash)
{
    size_t count;
    const struct command_row *rows = command_rows(&count);
    for (size_t i = 0; i < count; i++) {
        ck_assert_ptr_eq(command_find(rows[i].word, NULL, 0), &rows[i]);
        ck_assert(rows[i].available != NULL);
        ck_assert(rows[i].parse != NULL);
        ck_assert_msg(strlen(rows[i].help) > 0, "%s", rows[i].word);
        struct words forms;
        words_split(&forms, rows[i].short_forms != NULL ? rows[i].short_forms : "", " ");
        for (unsigned k = 0; k < forms.count; k++) {
            ck_assert_ptr_eq(command_find(forms.word[k], NULL, 0), &rows[i]);
        }
    }
}
END_TEST

START_TEST(every_kind_of_action_and_command_can_be_typed)
{
    size_t count;
    const struct command_row *rows = command_rows(&count);
    bool typed[COMMAND_KIND_COUNT] = {[COMMAND_NOTHING] = true, [COMMAND_SEARCH_ALL] = true};
    for (unsigned kind = ACTION_NONE + 1; kind < ACTION_RESIGN; kind++) {
        struct action action = {.kind = (uint8_t)kind};
        ck_assert_msg(command_row_of(&action) != NULL, "%s", action_name((enum action_kind)kind));
    }
    for (size_t i = 0; i < count; i++) {
        typed[rows[i].kind] = true;
    }
    for (unsigned kind = 0; kind < COMMAND_KIND_COUNT; kind++) {
        ck_assert_msg(typed[kind], "no row for command kind %u", kind);
    }
}
END_TEST

/* ---- Completion ---- */

START_TEST(completion_offers_only_what_is_possible_now)
{
    static const char *const names[] = {"Ann", "Bob"};
    static const char *const tables[] = {"k3fabcdefg", "m2nabcdefg"};
    reach(GAME_WHITECHAPEL, 0, 1, PHASE_WALK, PAWN_RED);
    offers("wa", "walk watch");
    offers("walk ", "yellow red blue green brown");
    offers("walk b", "blue brown");
    offers("mo", "");
    offers("search ", "");
    offers("board a", "around");
    offers("mark 65 ", "suspect cleared none");
    offers("help wal", "walk");
    offers("say he", "");
    desk.scope = (struct command_scope){.board = play_board(GAME_WHITEHALL),
                                        .names = names,
                                        .name_count = 2,
                                        .tables = tables,
                                        .table_count = 2};
    offers("create ", "whitechapel whitehall");
    offers("create whitehall ", "deploy_first murderer_at_large newspaper_fabrications powers smoker private "
                                "aids=off aids=sets aids=full clock=60 clock=300 clock=86400 "
                                "night=23:00-07:00 days-off=3 level=novice "
                                "level=easy level=normal level=hard level=master pace=slow pace=normal "
                                "pace=quick commentary=on commentary=off "
                                "spectator-aids=on spectator-aids=off counts=on counts=off");
    offers("join ", "k3fabcdefg m2nabcdefg");
    offers("join k3fabcdefg y", "yellow");
    offers("kick ", "Ann Bob");
    offers("bot red ", "jack yellow red blue novice easy normal hard master none");
    offers("seat ", "yellow red blue");
    offers("seat red ", "yellow red blue to");
    static const char *const watchers[] = {"Eve"};
    desk.scope.watchers = watchers;
    desk.scope.watcher_count = 1;
    offers("seat red to ", "Ann Bob Eve");
    offers("agree ", "takeback seat");
    offers("pawns ", "jack yellow red blue police none");
    offers("star", "start");
    desk.scope = (struct command_scope){0};
    offers("s", "stats");
    offers("nothing ", "");
}
END_TEST

START_TEST(completion_offers_jack_his_legal_circles)
{
    reach(GAME_WHITECHAPEL, 0, 1, PHASE_MOVE, PAWN_JACK);
    const struct lines *lines = complete("move ");
    ck_assert_uint_eq(lines->count, set_count(&desk.legal.shown.move));
    ck_assert_uint_gt(lines->count, 0);
    ck_assert_uint_gt(complete("coach ")->count, 0);
    ck_assert_uint_eq(complete("move 3 ")->count, 0);
}
END_TEST

/* ---- Help and the list of legal actions ---- */

START_TEST(help_covers_one_command_available_commands_or_all)
{
    struct lines *lines = calloc(1, sizeof *lines);
    ck_assert_ptr_nonnull(lines);
    reach(GAME_WHITECHAPEL, 0, 1, PHASE_WALK, PAWN_RED);
    command_help("walk", &desk.scope, collect, lines);
    ck_assert_uint_eq(lines->count, 2);
    ck_assert_str_eq(lines->text[0], "  walk [COLOUR] CROSSING|stay [power]");
    ck_assert_ptr_nonnull(strstr(lines->text[1], "move up to two crossings (short: w)"));
    lines->count = 0;
    command_help("", &desk.scope, collect, lines);
    ck_assert(has_line(lines, "The police"));
    ck_assert(!has_line(lines, "Jack"));
    lines->count = 0;
    command_help("all", &desk.scope, collect, lines);
    ck_assert(has_line(lines, "Jack"));
    lines->count = 0;
    command_help("fly", &desk.scope, collect, lines);
    ck_assert(has_line(lines, "There is no command \"fly\"; type help for a list."));
    free(lines);
}
END_TEST

START_TEST(legal_lists_a_line_for_each_policeman)
{
    struct lines *lines = calloc(1, sizeof *lines);
    ck_assert_ptr_nonnull(lines);
    reach(GAME_WHITECHAPEL, 0, 1, PHASE_WALK, PAWN_RED);
    command_list_legal(&desk.scope, collect, lines);
    ck_assert_uint_eq(lines->count, 5);
    ck_assert_msg(strncmp(lines->text[0], "walk yellow ", 12) == 0, "%s", lines->text[0]);
    ck_assert_msg(strstr(lines->text[0], "   # or ") != NULL, "%s", lines->text[0]);
    free(lines);
}
END_TEST

/* Every line is accepted or rejected with a sentence, and nothing is written past the end of `error_text`. */
START_TEST(random_input_is_rejected_with_a_sentence)
{
    static const char *const pieces[] = {
        "move", "walk",     "search",       "patrols",   "women", "letter", "create", "seat",
        "red",  "12",       "999999999999", "=",         ",",     "power",  "all",    "auto",
        "#",    "\xff\x01", "%s%n",         "dear_boss", "false", "jack",   " ",      "stay"};
    struct random random = {99};
    for (unsigned round = 0; round < 20000; round++) {
        char line[400] = "";
        struct command command;
        struct {
            char text[60];
            char guard;
        } error_text = {"", 'x'};
        for (unsigned i = 0; i < 1 + random_below(&random, 20); i++) {
            size_t used = strlen(line);
            const char *piece = pieces[random_below(&random, COUNT(pieces))];
            (void)snprintf(line + used, sizeof line - used, "%s%s", random_below(&random, 4) == 0 ? "" : " ",
                           piece);
        }
        if (round % 1000 == 0) {
            enum game_kind game = round % 2000 == 0 ? GAME_WHITECHAPEL : GAME_WHITEHALL;
            reach(game, 0, 1, round % 4000 < 2000 ? PHASE_WALK : PHASE_MOVE, PAWN_RED);
        }
        bool read = command_parse(line, &desk.scope, &command, error_text.text, sizeof error_text.text);
        ck_assert_msg(read || error_text.text[0] != '\0', "%s", line);
        ck_assert_int_eq(error_text.guard, 'x');
        (void)complete(line);
    }
}
END_TEST

int main(void)
{
    static const TTest *const *const tests[] = {
        &whitechapel_actions_survive_a_round_trip_through_text,
        &whitehall_actions_survive_a_round_trip_through_text,
        &jack_types_moves,
        &the_policeman_can_be_omitted_if_only_one_can_act,
        &illegal_actions_are_parsed_and_left_to_the_server,
        &searches_and_arrests_are_parsed,
        &women_and_patrols_are_parsed,
        &letters_are_parsed_with_their_arguments,
        &whitehall_setup_is_parsed,
        &chat_and_information_commands_are_parsed,
        &table_commands_are_parsed,
        &bot_commands_are_parsed,
        &deduction_commands_are_parsed,
        &dangerous_commands_cannot_be_abbreviated,
        &words_and_short_forms_do_not_clash,
        &every_kind_of_action_and_command_can_be_typed,
        &completion_offers_only_what_is_possible_now,
        &completion_offers_jack_his_legal_circles,
        &help_covers_one_command_available_commands_or_all,
        &legal_lists_a_line_for_each_policeman,
        &random_input_is_rejected_with_a_sentence,
    };
    return scenario_run("client command", NULL, tests, COUNT(tests));
}
