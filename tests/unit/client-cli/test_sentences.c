/*
 * test_sentences.c: every event, action, phase and result has a sentence for every viewer.
 *
 * The recorded games are described to every viewer. Changing secrets must not change the sentences of others. Some
 * sentences are pinned word for word.
 */
#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/language/language.h"
#include "client-cli/text/phrase.h"
#include "common/base/array.h"
#include "common/wire/record.h"
#include "tests/support/c/play.h"
#include "tests/support/c/scenario.h"

#define DIRECTORY "tests/records/"
#define BIT(field) EVENT_FIELD_BIT(EVENT_##field##_FIELD)

enum { TEXT_MAX = 1 << 20 };

/* ---- Properties of every sentence ---- */

static void check_sentence(const char *text, const char *what)
{
    size_t length = strlen(text);
    ck_assert_msg(length > 3, "%s: \"%s\"", what, text);
    ck_assert_msg(length < SENTENCE_MAX - 1, "%s is cut off: %s", what, text);
    ck_assert_msg(text[length - 1] == '.' || text[length - 1] == '!', "%s: \"%s\"", what, text);
    ck_assert_msg(text[0] >= 'A' && text[0] <= 'Z', "%s: \"%s\"", what, text);
    ck_assert_msg(strpbrk(text, "{}_\n") == NULL, "%s: \"%s\"", what, text);
    ck_assert_msg(strstr(text, "(null)") == NULL && strstr(text, "  ") == NULL, "%s: \"%s\"", what, text);
    ck_assert_msg(strstr(text, "nobody") == NULL && strstr(text, "()") == NULL, "%s: \"%s\"", what, text);
}

/* ---- The recorded games ---- */

/* Returns the event with everything changed that this viewer may not know. */
static struct event with_other_secrets(const struct game *game, struct viewer viewer,
                                       const struct event *event)
{
    struct event other = *event;
    unsigned knows = view_knowledge(game, viewer);
    struct {
        enum event_field field;
        uint8_t *byte;
    } secrets[] = {
        {EVENT_CIRCLE_FIELD, &other.circle},
        {EVENT_TO_FIELD, &other.to},
        {EVENT_VIA_FIELD, &other.via},
        {EVENT_TILE_FIELD, &other.tile},
        {EVENT_MARKED_FIELD, &other.marked.item[0]},
        {EVENT_ORDER_FIELD, &other.order.item[0]},
        {EVENT_PLACE_FIELD, &other.place.item[1]},
        {EVENT_CIRCLES_FIELD, &other.circles.item[0]},
    };
    for (size_t i = 0; i < COUNT(secrets); i++) {
        if ((event_audience((enum event_kind)event->kind, secrets[i].field) & knows) == 0) {
            *secrets[i].byte = (uint8_t)(*secrets[i].byte % 3 + 1);
        }
    }
    return other;
}

/* Returns the game with other secrets: hideout, Discovery Locations, trail, marked women. */
static struct game other_game(const struct game *game)
{
    struct game other = *game;
    other.hideout = (uint8_t)(game->hideout % 100 + 1);
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        other.discovery[i] = (uint8_t)(game->discovery[i] % 100 + 1);
    }
    for (unsigned cell = 0; game->round > 0 && cell < CELLS; cell++) {
        uint8_t *circle = &other.row[game->round - 1][cell];
        *circle = (uint8_t)(*circle == 0 ? 0 : *circle % 100 + 1);
    }
    other.marked = (uint8_t)(game->marked ^ 0xff);
    return other;
}

struct listener {
    enum game_kind kind;
    struct viewer viewer;
    uint64_t described; /* mask of event kinds */
    unsigned changed;
};

static void hear_events(struct listener *listener, const struct game *game, const struct events *events)
{
    for (unsigned i = 0; i < events->count; i++) {
        const struct event *event = &events->item[i];
        struct viewed_event viewed, again;
        view_event(game, listener->viewer, event, &viewed);
        struct sentence sentence = sentence_event(listener->kind, &viewed, NULL);
        check_sentence(sentence.text, event_name((enum event_kind)event->kind));
        struct event other = with_other_secrets(game, listener->viewer, event);
        view_event(game, listener->viewer, &other, &again);
        ck_assert_str_eq(sentence_event(listener->kind, &again, NULL).text, sentence.text);
        listener->changed += memcmp(&other, event, sizeof other) != 0;
        listener->described |= UINT64_C(1) << event->kind;
    }
}

static void check_event(void *context, const struct game *game, const struct action *action,
                        const struct events *events)
{
    struct listener *listener = context;
    struct view view, again;
    check_sentence(sentence_action(action).text, action_name((enum action_kind)action->kind));
    check_sentence(sentence_action_done(action).text, action_name((enum action_kind)action->kind));
    hear_events(listener, game, events);
    view_game(game, listener->viewer, &view);
    check_sentence(sentence_phase(&view).text, phase_name((enum phase)view.phase));
    check_sentence(sentence_turn(&view).text, phase_name((enum phase)view.phase));
    if (listener->viewer.role != VIEWER_JACK && listener->viewer.role != VIEWER_ALL &&
        game->phase != PHASE_OVER) {
        struct game other = other_game(game);
        view_game(&other, listener->viewer, &again);
        ck_assert_str_eq(sentence_phase(&again).text, sentence_phase(&view).text);
        ck_assert_str_eq(sentence_turn(&again).text, sentence_turn(&view).text);
    }
}

static void check_record(const char *name, uint64_t *described, unsigned *changed)
{
    static char text[TEXT_MAX];
    char path[300];
    struct record record;
    struct record_error error;
    (void)snprintf(path, sizeof path, DIRECTORY "%s", name);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    size_t length = fread(text, 1, sizeof text, file);
    ck_assert(fclose(file) == 0);
    ck_assert_msg(record_read(&record, text, length, &error), "%s", path);
    const struct board *board = play_board(record.setup.game);
    struct viewer viewers[4 + SEATS_MAX] = {
        {.role = VIEWER_PUBLIC}, {.role = VIEWER_POLICE}, {.role = VIEWER_JACK}, {.role = VIEWER_ALL}};
    unsigned count = 4;
    for (unsigned seat = 0; seat < record.setup.seats; seat++) {
        viewers[count++] = (struct viewer){VIEWER_DETECTIVE, record.setup.pawns[seat]};
    }
    for (unsigned i = 0; i < count; i++) {
        struct listener listener = {.kind = record.setup.game, .viewer = viewers[i]};
        struct game game;
        ck_assert_msg(record_fold(&record, board, SIZE_MAX, &game, check_event, &listener, &error), "%s",
                      path);
        *described |= listener.described;
        *changed += listener.changed;
    }
    record_free(&record);
}

static int is_record(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0;
}

static void check_all_records(void)
{
    struct dirent **entries;
    uint64_t described = 0;
    unsigned changed = 0;
    int count = scandir(DIRECTORY, &entries, is_record, alphasort);
    ck_assert_int_ge(count, 30);
    for (int i = 0; i < count; i++) {
        check_record(entries[i]->d_name, &described, &changed);
        free(entries[i]);
    }
    free(entries);
    ck_assert_msg(described == (UINT64_C(1) << EVENT_KIND_COUNT) - 1, "%#llx", (unsigned long long)described);
    ck_assert_uint_gt(changed, 1000);
}

START_TEST(every_recorded_event_has_a_sentence_that_reveals_no_secret)
{
    check_all_records();
}
END_TEST

/* ---- Every kind with every selection of its fields ---- */

static const struct event_list three = {.count = 3, .item = {3, 21, 65}};

static struct event full_event(enum event_kind kind)
{
    struct event event = {.kind = (uint8_t)kind,
                          .by = PAWN_RED,
                          .round = 2,
                          .pawn = PAWN_BLUE,
                          .circle = 65,
                          .circles = three,
                          .marked = three,
                          .order = {.count = 2, .item = {65, 3}},
                          .crossing = 12,
                          .crossings = three,
                          .face = PAWN_GREEN,
                          .letter = LETTER_DEAR_BOSS,
                          .place = {.count = 4, .item = {12, PAWN_RED, 35, PAWN_FALSE}},
                          .police = {.count = 4, .item = {PAWN_YELLOW, 12, PAWN_RED, 35}},
                          .moves = {.count = 2, .item = {12, 35}},
                          .from = 1,
                          .via = 2,
                          .to = 3,
                          .tile = TILE_COACH,
                          .cells = {.count = 1, .item = {CELL_ONE + 7}},
                          .time = 2,
                          .power = 1,
                          .found = 1,
                          .result = {WINNER_JACK, REASON_FIVE_VICTIMS}};
    event.sheet.hideout = 90;
    return event;
}

static void check_all_subsets(void)
{
    for (unsigned kind = 0; kind < EVENT_KIND_COUNT; kind++) {
        uint32_t fields = 0;
        for (unsigned field = 0; field < EVENT_FIELD_COUNT; field++) {
            if (event_audience((enum event_kind)kind, (enum event_field)field) != AUDIENCE_NOBODY) {
                fields |= EVENT_FIELD_BIT(field);
            }
        }
        /* Every subset of the fields. */
        for (uint32_t some = fields;; some = (some - 1) & fields) {
            struct viewed_event viewed = {full_event((enum event_kind)kind)};
            viewed.shown.fields = some;
            for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
                check_sentence(sentence_event((enum game_kind)game, &viewed, NULL).text,
                               event_name((enum event_kind)kind));
            }
            if (some == 0) {
                break;
            }
        }
    }
}

START_TEST(every_subset_of_fields_has_a_sentence)
{
    check_all_subsets();
}
END_TEST

static void check_longest_sheet(void)
{
    struct viewed_event viewed = {{.kind = EVENT_SHEET, .fields = BIT(SHEET) | BIT(MARKED) | BIT(PLACE)}};
    struct event *event = &viewed.shown;
    event->sheet.hideout = 195;
    for (unsigned row = 0; row < ROWS; row++) {
        memset(event->sheet.row[row], 195, CELLS);
    }
    for (unsigned i = 0; i < POLICEMEN_MAX; i++) {
        event->sheet.heads[i] = PAWN_YELLOW;
    }
    event->marked.count = 5;
    memset(event->marked.item, 195, 5);
    event->place.count = 2 * PATROLS;
    for (unsigned i = 0; i < PATROLS; i++) {
        event->place.item[2 * i] = 234;
        event->place.item[2 * i + 1] = (uint8_t)(i < 5 ? PAWN_YELLOW : PAWN_FALSE);
    }
    check_sentence(sentence_event(GAME_WHITECHAPEL, &viewed, NULL).text, "sheet");
}

START_TEST(the_longest_sheet_is_not_cut_off)
{
    check_longest_sheet();
}
END_TEST

/* ---- Italian ---- */

START_TEST(italian_sentences_are_complete_and_reveal_no_secret)
{
    language_set(LANGUAGE_ITALIAN, false);
    check_all_records();
    check_all_subsets();
    check_longest_sheet();
    language_set(LANGUAGE_ENGLISH, false);
}
END_TEST

/* Every kind of event and action has an Italian sentence of its own. */
START_TEST(italian_sentences_are_not_english)
{
    for (unsigned kind = 0; kind < EVENT_KIND_COUNT; kind++) {
        struct viewed_event viewed = {full_event((enum event_kind)kind)};
        viewed.shown.fields = UINT32_MAX;
        language_set(LANGUAGE_ENGLISH, false);
        struct sentence english = sentence_event(GAME_WHITECHAPEL, &viewed, NULL);
        language_set(LANGUAGE_ITALIAN, false);
        ck_assert_str_ne(sentence_event(GAME_WHITECHAPEL, &viewed, NULL).text, english.text);
    }
    ck_assert_str_eq(title_number(18234).text, "18.234");
    ck_assert_str_eq(title_number(1503000).text, "1,5 milioni");
    ck_assert_str_eq(title_number(1000000).text, "1 milione");
    ck_assert_str_eq(title_time(3660).text, "1 ora 1 minuto");
    ck_assert_str_eq(sentence_action(&(struct action){.kind = ACTION_MOVE, .to = 103}).text, "Vai a 103.");
    ck_assert_str_eq(sentence_result(WINNER_POLICE, REASON_ARREST).text,
                     "Vince la polizia: Jack è stato arrestato.");
    language_set(LANGUAGE_ENGLISH, false);
}
END_TEST

/* ---- Pinned ---- */

static void expect_sentence(enum game_kind game, struct event event, uint32_t fields, const char *sentence)
{
    struct viewed_event viewed = {event};
    viewed.shown.fields = fields;
    ck_assert_str_eq(sentence_event(game, &viewed, NULL).text, sentence);
}

START_TEST(events_read_like_english)
{
    struct event move = {.kind = EVENT_MOVE, .to = 103, .cells = {.count = 1, .item = {CELL_ONE + 7}}};
    expect_sentence(GAME_WHITECHAPEL, move, BIT(BY) | BIT(TO) | BIT(CELLS), "Jack moved to 103 (move 7).");
    expect_sentence(GAME_WHITECHAPEL, move, BIT(BY) | BIT(CELLS), "Jack moved (move 7).");
    struct event coach = {.kind = EVENT_SPECIAL,
                          .tile = TILE_COACH,
                          .via = 69,
                          .to = 56,
                          .cells = {.count = 2, .item = {CELL_ONE + 7, CELL_ONE + 8}}};
    expect_sentence(GAME_WHITEHALL, coach, BIT(BY) | BIT(TILE) | BIT(VIA) | BIT(TO) | BIT(CELLS),
                    "Jack took a coach via 69 to 56 (moves 7 and 8).");
    expect_sentence(GAME_WHITEHALL, coach, BIT(BY) | BIT(TILE) | BIT(CELLS),
                    "Jack took a coach (moves 7 and 8).");
    expect_sentence(GAME_WHITEHALL, coach, BIT(BY) | BIT(CELLS), "Jack made a special move (moves 7 and 8).");
    struct event kill = {.kind = EVENT_KILL,
                         .circles = {.count = 2, .item = {65, 84}},
                         .order = {.count = 2, .item = {84, 65}},
                         .cells = {.count = 2, .item = {CELL_ONE, CELL_ONE + 1}}};
    expect_sentence(GAME_WHITECHAPEL, kill, BIT(BY) | BIT(CIRCLES) | BIT(CELLS) | BIT(ORDER),
                    "Two murders, at 65 and 84. First 84, then 65.");
    kill.order.count = 0; /* as other viewers get it */
    expect_sentence(GAME_WHITECHAPEL, kill, BIT(BY) | BIT(CIRCLES) | BIT(CELLS),
                    "Two murders, at 65 and 84.");
    struct event search = {.kind = EVENT_SEARCH, .by = PAWN_RED, .circle = 65, .found = 1};
    expect_sentence(GAME_WHITECHAPEL, search, BIT(BY) | BIT(CIRCLE) | BIT(FOUND), "Red searched 65: a clue!");
    search.found = 0;
    expect_sentence(GAME_WHITECHAPEL, search, BIT(BY) | BIT(CIRCLE) | BIT(FOUND),
                    "Red searched 65: nothing.");
    struct event walk = {.kind = EVENT_WALK, .by = PAWN_YELLOW, .to = 124, .power = 1};
    expect_sentence(GAME_WHITECHAPEL, walk, BIT(BY) | BIT(TO), "Yellow moved to crossing 124.");
    expect_sentence(GAME_WHITEHALL, walk, BIT(BY) | BIT(TO) | BIT(POWER),
                    "Yellow used his power and went to crossing 124.");
    struct event patrols = {.kind = EVENT_PATROLS,
                            .by = PAWN_RED,
                            .crossings = three,
                            .place = {.count = 6, .item = {3, PAWN_BLUE, 21, PAWN_FALSE, 65, PAWN_FALSE}}};
    expect_sentence(GAME_WHITECHAPEL, patrols, BIT(BY) | BIT(CROSSINGS),
                    "Red placed the patrols at crossings 3, 21 and 65.");
    expect_sentence(GAME_WHITECHAPEL, patrols, BIT(BY) | BIT(CROSSINGS) | BIT(PLACE),
                    "Red placed the patrols: Blue at 3, false ones at 21 and 65.");
    struct event night = {.kind = EVENT_NIGHT, .round = 2};
    expect_sentence(GAME_WHITECHAPEL, night, BIT(ROUND), "Night 2 begins.");
    expect_sentence(GAME_WHITEHALL, night, BIT(ROUND), "Round 2 begins.");
    struct event over = {.kind = EVENT_OVER, .result = {WINNER_POLICE, REASON_RESIGNED}};
    expect_sentence(GAME_WHITEHALL, over, BIT(RESULT), "The police win: the other side resigned.");
    struct event reveal = {.kind = EVENT_REVEAL, .crossing = 35, .face = PAWN_FALSE};
    expect_sentence(GAME_WHITECHAPEL, reveal, BIT(BY) | BIT(CROSSING) | BIT(FACE),
                    "The patrol at crossing 35 was false.");
    ck_assert_str_eq(sentence_undo(PAWN_JACK).text, "Jack undid that.");
}
END_TEST

START_TEST(a_policeman_who_does_not_move_stayed)
{
    uint8_t crossing[PAWN_COUNT] = {0};
    struct viewed_event deploy = {
        {.kind = EVENT_DEPLOY, .by = PAWN_RED, .crossing = 16, .fields = BIT(BY) | BIT(CROSSING)}};
    struct viewed_event walk = {{.kind = EVENT_WALK, .by = PAWN_RED, .to = 16, .fields = BIT(BY) | BIT(TO)}};
    ck_assert_str_eq(sentence_event(GAME_WHITEHALL, &walk, crossing).text, "Red moved to crossing 16.");
    sentence_follow_police(crossing, &deploy);
    ck_assert_str_eq(sentence_event(GAME_WHITEHALL, &walk, crossing).text, "Red stayed at 16.");
    struct viewed_event away = {{.kind = EVENT_WALK, .by = PAWN_RED, .to = 17, .fields = BIT(BY) | BIT(TO)}};
    sentence_follow_police(crossing, &away);
    ck_assert_str_eq(sentence_event(GAME_WHITEHALL, &walk, crossing).text, "Red moved to crossing 16.");
}
END_TEST

START_TEST(actions_read_like_english)
{
    ck_assert_str_eq(sentence_action(&(struct action){.kind = ACTION_MOVE, .to = 103}).text, "Move to 103.");
    ck_assert_str_eq(sentence_action(&(struct action){.kind = ACTION_MOVE, .to = 90, .escape = 1}).text,
                     "Escape home to 90 and end the night.");
    ck_assert_str_eq(sentence_action(&(struct action){.kind = ACTION_COACH, .via = 69, .to = 56}).text,
                     "Coach via 69 to 56.");
    ck_assert_str_eq(
        sentence_action(&(struct action){.kind = ACTION_WALK, .by = PAWN_YELLOW, .to = 124}).text,
        "Yellow moves to crossing 124.");
    ck_assert_str_eq(
        sentence_action(&(struct action){.kind = ACTION_KILL, .count = 2, .list = {84, 65}}).text,
        "Murder at 84, then at 65.");
    ck_assert_str_eq(sentence_action_done(&(struct action){.kind = ACTION_HIDEOUT, .circle = 57}).text,
                     "Your hideout is 57.");
    ck_assert_str_eq(sentence_action_done(&(struct action){.kind = ACTION_MOVE, .to = 103}).text,
                     "You moved to 103.");
}
END_TEST

START_TEST(phase_and_turn_are_described_for_each_viewer)
{
    struct scenario scene;
    struct view view;
    scenario_new(&scene, GAME_WHITECHAPEL, 0);
    scenario_reach(&scene, 2, PHASE_MOVE);
    view_game(&scene.game, (struct viewer){.role = VIEWER_JACK}, &view);
    ck_assert_str_eq(sentence_phase(&view).text, "Night 2, Hunting: Jack moves.");
    ck_assert_str_eq(sentence_turn(&view).text, "Your turn: Jack.");
    view_game(&scene.game, (struct viewer){.role = VIEWER_PUBLIC}, &view);
    ck_assert_str_eq(sentence_turn(&view).text, "Waiting for Jack.");
    scenario_reach(&scene, 2, PHASE_WALK);
    view_game(&scene.game, (struct viewer){VIEWER_DETECTIVE, PAWN_BIT(PAWN_RED)}, &view);
    ck_assert_str_eq(sentence_phase(&view).text, "Night 2, Hunting: the police move.");
    ck_assert_str_eq(sentence_turn(&view).text, "Your turn: Red.");
    /* In a replay it is nobody's own turn. */
    view_game(&scene.game, (struct viewer){.role = VIEWER_POLICE}, &view);
    ck_assert_str_eq(sentence_turn(&view).text, "Waiting for Yellow, Red, Blue, Green or Brown.");
}
END_TEST

/* ---- Help, options, titles ---- */

START_TEST(phases_and_options_are_explained)
{
    unsigned shared = 0;
    for (unsigned phase = 0; phase < PHASE_COUNT; phase++) {
        bool described[GAME_KIND_COUNT];
        for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
            const char *help = sentence_help((enum game_kind)game, (enum phase)phase);
            check_sentence(help, phase_name((enum phase)phase));
            described[game] = strcmp(help, "This game has no such phase.") != 0;
        }
        ck_assert_msg(described[GAME_WHITECHAPEL] || described[GAME_WHITEHALL], "%s",
                      phase_name((enum phase)phase));
        shared += described[GAME_WHITECHAPEL] && described[GAME_WHITEHALL];
    }
    ck_assert_uint_eq(shared, 4); /* move, walk, act, over */
    for (unsigned game = 0; game < GAME_KIND_COUNT; game++) {
        unsigned count = option_count((enum game_kind)game);
        for (unsigned i = 0; i < count; i++) {
            check_sentence(sentence_option((enum game_kind)game, i), option_name((enum game_kind)game, i));
            ck_assert_str_ne(title_option((enum game_kind)game, i), "no variant");
        }
        ck_assert_str_eq(title_option((enum game_kind)game, count), "no variant");
        ck_assert_str_eq(sentence_option((enum game_kind)game, count), "This game has no such variant.");
    }
}
END_TEST

START_TEST(cells_are_named_as_they_are_printed)
{
    ck_assert_str_eq(title_cell(GAME_WHITECHAPEL, 0).text, "I");
    ck_assert_str_eq(title_cell(GAME_WHITECHAPEL, -2).text, "III");
    ck_assert_str_eq(title_cell(GAME_WHITECHAPEL, -4).text, "V");
    ck_assert_str_eq(title_cell(GAME_WHITECHAPEL, 15).text, "15");
    ck_assert_str_eq(title_cell(GAME_WHITEHALL, 0).text, "0");
}
END_TEST

START_TEST(large_numbers_are_rounded)
{
    ck_assert_str_eq(title_number(0).text, "0");
    ck_assert_str_eq(title_number(999).text, "999");
    ck_assert_str_eq(title_number(12345).text, "12,345");
    ck_assert_str_eq(title_number(999999).text, "999,999");
    ck_assert_str_eq(title_number(1000000).text, "1 million");
    ck_assert_str_eq(title_number(1503000).text, "1.5 million");
    ck_assert_str_eq(title_number(213935874).text, "214 million");
    ck_assert_str_eq(title_number(999999999).text, "1 billion");
    ck_assert_str_eq(title_number(UINT64_MAX).text, "18446744 trillion");
}
END_TEST

START_TEST(every_result_has_a_sentence)
{
    for (unsigned winner = WINNER_NONE; winner <= WINNER_POLICE; winner++) {
        for (unsigned reason = 0; reason < REASON_COUNT; reason++) {
            check_sentence(sentence_result((enum winner)winner, (enum reason)reason).text,
                           reason_name((enum reason)reason));
        }
    }
    ck_assert_str_eq(sentence_result(WINNER_JACK, REASON_FIVE_VICTIMS).text,
                     "Jack wins: he got home after his fifth murder.");
}
END_TEST

/* Values a faulty server could send must not index outside a table. */
START_TEST(unknown_values_have_titles_too)
{
    ck_assert_str_eq(title_pawn((enum pawn)200), "nobody");
    ck_assert_str_eq(title_game((enum game_kind)9), "no game");
    ck_assert_str_eq(title_letter((enum letter)200), "no Letter");
    ck_assert_str_eq(title_tile((enum tile)200), "no special move");
    struct view view = {.phase = 200};
    ck_assert_str_eq(sentence_phase(&view).text, "");
    struct viewed_event viewed = {{.kind = 200}};
    ck_assert_str_eq(sentence_event(GAME_WHITEHALL, &viewed, NULL).text, "");
}
END_TEST

/* Screens with a map say "Red walked", as the browser does; everything else is as in sentence_event(). */
START_TEST(brief_sentences_have_no_numbers_of_crossings)
{
    uint8_t crossing[PAWN_COUNT] = {[PAWN_RED] = 16};
    struct viewed_event walk = {{.kind = EVENT_WALK, .by = PAWN_RED, .to = 17}};
    struct viewed_event stay = {{.kind = EVENT_WALK, .by = PAWN_RED, .to = 16}};
    struct viewed_event night = {
        {.kind = EVENT_NIGHT, .round = 2, .fields = EVENT_FIELD_BIT(EVENT_ROUND_FIELD)}};
    ck_assert_str_eq(sentence_event_brief(GAME_WHITECHAPEL, &walk, crossing).text, "Red walked.");
    ck_assert_str_eq(sentence_event_brief(GAME_WHITECHAPEL, &stay, crossing).text, "Red stayed.");
    walk.shown.power = 1;
    ck_assert_str_eq(sentence_event_brief(GAME_WHITEHALL, &walk, NULL).text,
                     "Red used his power to walk around the block.");
    ck_assert_str_eq(sentence_event_brief(GAME_WHITECHAPEL, &night, NULL).text,
                     sentence_event(GAME_WHITECHAPEL, &night, NULL).text);
}
END_TEST

int main(void)
{
    static const TTest *const *const tests[] = {
        &every_recorded_event_has_a_sentence_that_reveals_no_secret,
        &every_subset_of_fields_has_a_sentence,
        &the_longest_sheet_is_not_cut_off,
        &italian_sentences_are_complete_and_reveal_no_secret,
        &italian_sentences_are_not_english,
        &events_read_like_english,
        &a_policeman_who_does_not_move_stayed,
        &brief_sentences_have_no_numbers_of_crossings,
        &actions_read_like_english,
        &phase_and_turn_are_described_for_each_viewer,
        &phases_and_options_are_explained,
        &cells_are_named_as_they_are_printed,
        &large_numbers_are_rounded,
        &every_result_has_a_sentence,
        &unknown_values_have_titles_too,
    };
    return scenario_run("client sentences", NULL, tests, COUNT(tests));
}
