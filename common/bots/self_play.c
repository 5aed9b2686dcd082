/* self_play.c: see self_play.h. */
#include "common/bots/self_play.h"

#include <string.h>

#include "common/bots/random_action.h"

/* Derives a seed for one decision; nearby numbers give unrelated random sequences. */
static uint64_t derive_seed(uint64_t seed, uint64_t number)
{
    struct random random = {.state = seed ^ (number * UINT64_C(0xd1342543de82ef95))};
    (void)random_next(&random);
    return random_next(&random);
}

void self_play_begin(struct self_play *match, const struct board *board, uint32_t options,
                     enum bot_level jack, enum bot_level police, uint64_t seed)
{
    struct bot_player first = {.level = jack};
    struct bot_player second = {.level = police};
    self_play_begin_players(match, board, options, first, second, seed);
}

void self_play_begin_players(struct self_play *match, const struct board *board, uint32_t options,
                             struct bot_player jack, struct bot_player police, uint64_t seed)
{
    struct random random = {.state = derive_seed(seed, 0)};
    memset(match, 0, sizeof *match);
    match->board = board;
    match->jack = jack;
    match->police = police;
    match->seed = seed;
    match->setup = (struct setup){.game = board->game, .options = options, .seats = 2};
    match->setup.pawns[0] = PAWN_BIT(PAWN_JACK);
    match->setup.pawns[1] = (uint8_t)game_policemen(board->game);
    if (board->game == GAME_WHITECHAPEL) {
        for (unsigned i = 0; i < POLICEMEN_MAX; i++) {
            match->setup.heads[i] = (uint8_t)(PAWN_YELLOW + i);
        }
        random_shuffle(match->setup.heads, POLICEMEN_MAX, &random);
    }
    (void)game_new(board, &match->game, &match->setup); /* cannot fail: the setup is valid by construction */
    dossier_begin(&match->dossier, board->game, options);
}

bool self_play_observe(const struct self_play *match, struct bot_observation *observation)
{
    unsigned actors = game_actors(&match->game);
    if (match->game.phase == PHASE_OVER || actors == 0) {
        return false;
    }
    bool jack = (actors & PAWN_BIT(PAWN_JACK)) != 0;
    struct viewer viewer = {.role = jack ? VIEWER_JACK : VIEWER_DETECTIVE,
                            .pawns = match->setup.pawns[jack ? 0 : 1]};
    bot_observe(match->board, &match->game, viewer, &match->dossier, observation);
    return true;
}

bool self_play_is_jack(const struct bot_observation *observation)
{
    return observation->view.role == VIEWER_JACK;
}

void self_play_choose(struct self_play *match, const struct bot_observation *observation,
                      struct action *action)
{
    struct bot_player player = self_play_is_jack(observation) ? match->jack : match->police;
    if (!bot_player_choose(observation, player, derive_seed(match->seed, match->decisions + 1U), action)) {
        match->mistakes++;
    }
}

bool self_play_apply(struct self_play *match, const struct action *action)
{
    struct events events = {0};
    if (game_apply(match->board, &match->game, action, &events) != ERROR_OK) {
        return false;
    }
    dossier_follow(&match->dossier, &match->game, &events);
    match->decisions++;
    return true;
}
