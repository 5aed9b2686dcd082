/*
 * game.c: creates games and applies actions to them.
 *
 * This file dispatches through the tables of rules_internal.h. It knows whose turn it is and how phases
 * follow one another; the meaning of actions is in hunt.c, whitechapel*.c and whitehall*.c.
 */
#include "common/rules/game.h"

#include <stddef.h>
#include <string.h>

#include "common/rules/rules_internal.h"

/* There is no padding, so equal games are equal byte for byte. */
_Static_assert(offsetof(struct game, unused) + sizeof((struct game){0}.unused) == sizeof(struct game),
               "struct game has no padding at its end");
_Static_assert(sizeof(struct game) < 1024, "struct game stays under a kilobyte");
_Static_assert(ACTION_KIND_COUNT <= 32, "kinds of action fit a mask");

static const struct rules *const rules_of[GAME_KIND_COUNT] = {
    [GAME_WHITECHAPEL] = &whitechapel_rules,
    [GAME_WHITEHALL] = &whitehall_rules,
};

static const struct phase_rule *phase_rule(const struct game *game)
{
    return &rules_of[game->kind]->phases[game->phase];
}

/* ---- beginning ---- */

static enum error check_seats(const struct setup *setup)
{
    unsigned police = game_policemen(setup->game);
    unsigned most = (unsigned)__builtin_popcount(police) + 1;
    unsigned held = 0;
    if (setup->seats < 2 || setup->seats > most) {
        return ERROR_BAD_SEATS;
    }
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        unsigned pawns = setup->pawns[seat];
        bool jack_alone = pawns == PAWN_BIT(PAWN_JACK);
        bool some_police = pawns != 0 && (pawns & ~police) == 0;
        if ((!jack_alone && !some_police) || (pawns & held) != 0) {
            return ERROR_BAD_SEATS;
        }
        held |= pawns;
    }
    return held == (police | PAWN_BIT(PAWN_JACK)) ? ERROR_OK : ERROR_BAD_SEATS;
}

static enum error check_heads(const struct setup *setup)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < POLICEMEN_MAX; i++) {
        if (setup->heads[i] >= PAWN_COUNT) {
            return ERROR_BAD_HEADS;
        }
        seen |= PAWN_BIT(setup->heads[i]);
    }
    unsigned expected = setup->game == GAME_WHITECHAPEL ? game_policemen(GAME_WHITECHAPEL) : PAWN_BIT(0);
    return seen == expected ? ERROR_OK : ERROR_BAD_HEADS;
}

enum error game_new(const struct board *board, struct game *game, const struct setup *setup)
{
    if (setup->game >= GAME_KIND_COUNT) {
        return ERROR_BAD_GAME;
    }
    if (board->game != setup->game) {
        return ERROR_BAD_BOARD;
    }
    if ((setup->options >> option_count(setup->game)) != 0) {
        return ERROR_BAD_OPTIONS;
    }
    enum error error = check_seats(setup);
    if (error == ERROR_OK) {
        error = check_heads(setup);
    }
    if (error != ERROR_OK) {
        return error;
    }
    memset(game, 0, sizeof *game);
    game->kind = (uint8_t)setup->game;
    game->options = (uint8_t)setup->options;
    game->round = 1;
    game->seats = setup->seats;
    memset(game->seat_of, SEATS_MAX, sizeof game->seat_of);
    for (unsigned seat = 0; seat < setup->seats; seat++) {
        for (unsigned pawn = 0; pawn < PAWN_COUNT; pawn++) {
            if ((setup->pawns[seat] & PAWN_BIT(pawn)) != 0) {
                game->seat_of[pawn] = (uint8_t)seat;
            }
        }
    }
    memcpy(game->heads, setup->heads, sizeof game->heads);
    rules_of[game->kind]->begin(game);
    return ERROR_OK;
}

/* ---- whose turn ---- */

unsigned game_actors(const struct game *game)
{
    switch ((enum actor)phase_rule(game)->actor) {
    case ACTOR_JACK:
        return PAWN_BIT(PAWN_JACK);
    case ACTOR_HEAD:
        return PAWN_BIT(game->head);
    case ACTOR_POLICE:
        return rules_of[game->kind]->police_turn(game);
    case ACTOR_NOBODY:
        break;
    }
    return 0;
}

/* ---- acting ---- */

/* Enters `next`, and continues through phases in which nobody has a decision to make. */
static void enter_phases(struct step *step, enum phase next)
{
    struct game *game = step->game;
    while (game->phase != next) {
        game->phase = (uint8_t)next;
        const struct phase_rule *rule = phase_rule(game);
        if (rule->enter != NULL) {
            next = rule->enter(step);
        }
    }
}

static enum error check_fields(const struct action *action)
{
    uint32_t given = action_fields_given(action);
    uint32_t required = action_fields_required((enum action_kind)action->kind);
    if ((given & required) != required) {
        return ERROR_MISSING_KEY;
    }
    if ((given & ~(required | action_fields_optional((enum action_kind)action->kind))) != 0) {
        return ERROR_UNKNOWN_KEY;
    }
    return ERROR_OK;
}

/* The order of these checks is guaranteed: first the right to act, then public conditions, then the rest. */
static enum error check_action(const struct board *board, const struct game *game,
                               const struct action *action)
{
    if (game->phase == PHASE_OVER) {
        return ERROR_GAME_OVER;
    }
    if (action->by >= PAWN_COUNT || game->seat_of[action->by] == SEATS_MAX) {
        return ERROR_NO_SUCH_PAWN;
    }
    if (action->kind == ACTION_RESIGN) {
        return check_fields(action);
    }
    if ((game_actors(game) & PAWN_BIT(action->by)) == 0) {
        return ERROR_NOT_YOUR_TURN;
    }
    if (action->kind >= ACTION_KIND_COUNT || (phase_rule(game)->actions & ACTION_BIT(action->kind)) == 0) {
        return ERROR_WRONG_PHASE;
    }
    enum error error = check_fields(action);
    if (error != ERROR_OK) {
        return error;
    }
    const struct action_rule *rule = &rules_of[game->kind]->actions[action->kind];
    return rule->check == NULL ? ERROR_OK : rule->check(board, game, action);
}

static enum phase apply_resign(struct step *step, const struct action *action)
{
    step_event(step, EVENT_RESIGN, (enum pawn)action->by, 0);
    return step_over(step, action->by == PAWN_JACK ? WINNER_POLICE : WINNER_JACK, REASON_RESIGNED);
}

enum error game_apply(const struct board *board, struct game *game, const struct action *action,
                      struct events *events)
{
    enum error error = check_action(board, game, action);
    if (error != ERROR_OK) {
        return error;
    }
    struct step step = {.board = board, .game = game, .events = events};
    events->count = 0;
    enter_phases(&step, action->kind == ACTION_RESIGN
                            ? apply_resign(&step, action)
                            : rules_of[game->kind]->actions[action->kind].apply(&step, action));
    return ERROR_OK;
}

void game_legal(const struct board *board, const struct game *game, unsigned pawns, struct legal *legal)
{
    unsigned actors = game_actors(game) & pawns;
    legal->kinds = 0;
    legal->pass = 0;
    legal->actors = (uint8_t)actors;
    if (actors == 0) {
        return;
    }
    for (uint32_t left = phase_rule(game)->actions; left != 0; left &= left - 1) {
        unsigned kind = (unsigned)__builtin_ctz(left);
        rules_of[game->kind]->actions[kind].list(board, game, actors, legal);
    }
}

/*
 * Returns true if the last walk ended the turn because no policeman had anything to act on. Whatever the end
 * of a turn reveals is public by then.
 */
static bool ended_the_turn(const struct game *after, const struct action *action)
{
    return action->kind == ACTION_WALK && (after->phase == PHASE_MOVE || after->phase == PHASE_RECLAIM);
}

bool game_undoable(const struct game *after, const struct action *action)
{
    return action_kind_undoable((enum action_kind)action->kind) && action->escape == 0 &&
           after->phase != PHASE_OVER && !ended_the_turn(after, action);
}
