/* style.c: see style.h. */
#include "common/bots/style.h"

#include <string.h>

#include "common/bots/random_action.h"

const struct style_list *style_list(enum game_kind game, enum bot_side side)
{
    return game == GAME_WHITECHAPEL ? &whitechapel_styles[side] : &whitehall_styles[side];
}

const struct style *style_find(enum game_kind game, enum bot_side side, const char *name)
{
    const struct style_list *list = style_list(game, side);
    for (unsigned i = 0; i < list->count; i++) {
        if (strcmp(list->style[i].name, name) == 0) {
            return &list->style[i];
        }
    }
    return NULL;
}

const char *bot_player_name(struct bot_player player)
{
    return player.style != NULL ? player.style->name : bot_level_name(player.level);
}

bool bot_player_choose(const struct bot_observation *observation, struct bot_player player, uint64_t seed,
                       struct action *action)
{
    const struct legal *legal = &observation->legal.shown;
    bool jack = (observation->view.pawns & PAWN_BIT(PAWN_JACK)) != 0;
    struct random random = {.state = seed};
    if (player.style == NULL) {
        return bot_choose(observation, player.level, seed, action);
    }
    memset(action, 0, sizeof *action);
    style_list((enum game_kind)observation->view.kind, jack ? BOT_JACK : BOT_POLICE)
        ->play(observation, player.style->parameters, &random, action);
    if (legal_contains(legal, action)) {
        return true;
    }
    random_action(legal, (enum action_kind)random_bit(legal->kinds, &random), &random, action);
    return false;
}
