/* bot.c: level names, what a bot observes, and the table of strategies. */
#include "common/bots/bot.h"
#include "common/base/words.h"

#include <string.h>

#include "common/bots/bot_internal.h"

enum side { SIDE_JACK, SIDE_POLICE, SIDE_COUNT };

static const char *const level_names[BOT_LEVEL_COUNT] = {
    [BOT_NOVICE] = "novice", [BOT_EASY] = "easy",     [BOT_NORMAL] = "normal",
    [BOT_HARD] = "hard",     [BOT_MASTER] = "master",
};

static bot_strategy *const strategies[GAME_KIND_COUNT][SIDE_COUNT][BOT_LEVEL_COUNT] = {
    [GAME_WHITECHAPEL] = {[SIDE_JACK] = {bot_novice, bot_whitechapel_jack, bot_whitechapel_jack,
                                         bot_whitechapel_jack, bot_whitechapel_jack},
                          [SIDE_POLICE] = {bot_novice, bot_whitechapel_police, bot_whitechapel_police,
                                           bot_whitechapel_police, bot_whitechapel_police}},
    [GAME_WHITEHALL] = {[SIDE_JACK] = {bot_novice, bot_whitehall_jack, bot_whitehall_jack, bot_whitehall_jack,
                                       bot_whitehall_jack},
                        [SIDE_POLICE] = {bot_novice, bot_whitehall_police, bot_whitehall_police,
                                         bot_whitehall_police, bot_whitehall_police}},
};

const char *bot_level_name(enum bot_level level)
{
    return level_names[level];
}

enum bot_level bot_level_from_name(const char *name)
{
    return (enum bot_level)word_find(level_names, 0, BOT_LEVEL_COUNT, BOT_LEVEL_COUNT, name);
}

void bot_observe(const struct board *board, const struct game *game, struct viewer viewer,
                 const struct dossier *dossier, struct bot_observation *observation)
{
    observation->board = board;
    view_game(game, viewer, &observation->view);
    view_legal(board, game, viewer, &observation->legal);
    observation->dossier = *dossier;
}

bool bot_choose(const struct bot_observation *observation, enum bot_level level, uint64_t seed,
                struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    enum side side = (observation->view.pawns & PAWN_BIT(PAWN_JACK)) != 0 ? SIDE_JACK : SIDE_POLICE;
    struct random random = {.state = seed};
    memset(action, 0, sizeof *action);
    strategies[observation->view.kind][side][level](observation, level, &random, action);
    if (legal_contains(legal, action)) {
        return true;
    }
    random_action(legal, (enum action_kind)random_bit(legal->kinds, &random), &random, action);
    return false;
}

bool bot_estimate(const struct bot_observation *observation, enum bot_level level, uint64_t seed,
                  double now[SET_LIMIT])
{
    struct random random = {.state = seed};
    enum phase phase = (enum phase)observation->view.phase;
    bool hunting = phase == PHASE_WALK || phase == PHASE_ACT;
    if (!hunting || level == BOT_NOVICE) {
        return false;
    }
    if (observation->view.kind == GAME_WHITECHAPEL) {
        bot_whitechapel_estimate(observation, level, &random, now);
    } else {
        bot_whitehall_estimate(observation, level, &random, now);
    }
    return true;
}
