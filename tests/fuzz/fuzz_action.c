/*
 * fuzz_action.c: arbitrary bytes as the JSON of an action.
 *
 * Whatever the decoder accepts must be the same after encoding and decoding again. The action is then applied
 * to games in progress: it must be accepted exactly if it is listed as legal, and a refusal must change
 * nothing.
 */
#include <stdlib.h>
#include <string.h>

#include "common/wire/action_json.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/c/play.h"

enum { STATES = 48, STEPS_APART = 11 };

static struct game states[GAME_KIND_COUNT][STATES];

/* Plays games with every set of options in turn, each stopped at a later step. */
static void prepare(void)
{
    for (unsigned kind = 0; kind < GAME_KIND_COUNT; kind++) {
        const struct board *board = play_board((enum game_kind)kind);
        for (unsigned i = 0; i < STATES; i++) {
            struct random random = {i};
            struct play_style style = {.homing = true, .no_arrests = true};
            struct game *game = &states[kind][i];
            struct action action;
            struct events events;
            uint32_t options = random_below(&random, 1U << option_count((enum game_kind)kind));
            struct setup setup = play_setup((enum game_kind)kind, options, &random);
            MUST(game_new(board, game, &setup) == ERROR_OK);
            for (unsigned step = 0; step < i * STEPS_APART; step++) {
                if (!play_choose(board, game, &random, style, &action)) {
                    break;
                }
                MUST(game_apply(board, game, &action, &events) == ERROR_OK);
            }
        }
    }
}

static void check_round_trip(const struct action *action)
{
    char text[1024];
    struct json_writer writer;
    struct action again;
    struct complaint complaint;
    json_write_begin(&writer, text, sizeof text);
    action_to_json(&writer, NULL, action);
    MUST(json_write_ok(&writer));
    json_t *value = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    MUST(value != NULL && action_from_json(value, &again, &complaint));
    MUST(memcmp(action, &again, sizeof again) == 0);
    json_decref(value);
}

static void try_on(const struct game *game, const struct action *action)
{
    const struct board *board = play_board((enum game_kind)game->kind);
    struct game copy = *game;
    struct events events;
    struct legal legal;
    game_legal(board, game, ~0U, &legal);
    bool good = game_apply(board, &copy, action, &events) == ERROR_OK;
    MUST(good == legal_contains(&legal, action) || action->kind == ACTION_RESIGN);
    MUST(good ? game_broken(board, &copy) == NULL : memcmp(&copy, game, sizeof copy) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool ready;
    struct action action;
    struct complaint complaint;
    if (!ready) {
        prepare();
        ready = true;
    }
    json_t *value = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    if (value == NULL) {
        return 0;
    }
    if (action_from_json(value, &action, &complaint)) {
        check_round_trip(&action);
        for (unsigned i = 0; i < STATES; i++) {
            try_on(&states[GAME_WHITECHAPEL][i], &action);
            try_on(&states[GAME_WHITEHALL][i], &action);
        }
    } else {
        MUST(complaint.text[0] != '\0' && memchr(complaint.text, '\0', sizeof complaint.text) != NULL);
    }
    json_decref(value);
    return 0;
}
