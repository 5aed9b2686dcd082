/* game_names.c: the names of options, phases, winners and reasons, as records and the protocol use them. */
#include "common/base/words.h"
#include "common/rules/game.h"

static const char *const option_names[GAME_KIND_COUNT][OPTIONS_MAX] = {
    [GAME_WHITECHAPEL] = {"letters", "false_clues", "rushing", "area_arrest", "catch_me", "address"},
    [GAME_WHITEHALL] = {"deploy_first", "murderer_at_large", "newspaper_fabrications", "powers", "smoker"},
};

static const char *const phase_names[PHASE_COUNT] = {
    [PHASE_HIDEOUT] = "hideout",
    [PHASE_WOMEN] = "women",
    [PHASE_PATROLS] = "patrols",
    [PHASE_LETTER] = "letter",
    [PHASE_MOVE_PATROLS] = "move_patrols",
    [PHASE_VICTIMS] = "victims",
    [PHASE_KILL] = "kill",
    [PHASE_WRETCHED] = "wretched",
    [PHASE_REVEAL] = "reveal",
    [PHASE_ALARM] = "alarm",
    [PHASE_GRAFFITO] = "graffito",
    [PHASE_GOULSTON] = "goulston",
    [PHASE_FALSE_CLUE] = "false_clue",
    [PHASE_DISCOVERIES] = "discoveries",
    [PHASE_START] = "start",
    [PHASE_DEPLOY] = "deploy",
    [PHASE_ROUND] = "round",
    [PHASE_RECLAIM] = "reclaim",
    [PHASE_ANNOUNCE] = "announce",
    [PHASE_MOVE] = "move",
    [PHASE_WALK] = "walk",
    [PHASE_ACT] = "act",
    [PHASE_OVER] = "over",
};

static const char *const winner_names[] = {
    [WINNER_NONE] = "none",
    [WINNER_JACK] = "jack",
    [WINNER_POLICE] = "police",
};

static const char *const reason_names[REASON_COUNT] = {
    [REASON_NONE] = "none",
    [REASON_FIVE_VICTIMS] = "five_victims",
    [REASON_ALL_DISCOVERIES] = "all_discoveries",
    [REASON_ARREST] = "arrest",
    [REASON_ADDRESS] = "address",
    [REASON_OUT_OF_MOVES] = "out_of_moves",
    [REASON_NO_LEGAL_MOVE] = "no_legal_move",
    [REASON_RESIGNED] = "resigned",
};

const char *phase_name(enum phase phase)
{
    return phase_names[phase];
}

const char *winner_name(enum winner winner)
{
    return winner_names[winner];
}

const char *reason_name(enum reason reason)
{
    return reason_names[reason];
}

unsigned option_count(enum game_kind game)
{
    unsigned count = 0;
    while (count < OPTIONS_MAX && option_names[game][count] != NULL) {
        count++;
    }
    return count;
}

const char *option_name(enum game_kind game, unsigned index)
{
    return option_names[game][index];
}

uint32_t option_from_name(enum game_kind game, const char *name)
{
    unsigned index = word_find(option_names[game], 0, OPTIONS_MAX, OPTIONS_MAX, name);
    return index == OPTIONS_MAX ? 0 : 1U << index;
}

enum winner winner_from_name(const char *name)
{
    return (enum winner)word_find(winner_names, WINNER_JACK, WINNER_POLICE + 1, WINNER_NONE, name);
}

enum reason reason_from_name(const char *name)
{
    return (enum reason)word_find(reason_names, REASON_FIVE_VICTIMS, REASON_COUNT, REASON_NONE, name);
}
