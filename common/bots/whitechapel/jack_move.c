/*
 * jack_move.c: Jack's moves during the hunt, and his skill at each level.
 *
 * The value of a move is the value of the path home from its end (jack_path.c), reduced by the chance to be
 * arrested there; special moves cost a little. A move is drawn at random from those nearly as good as the
 * best one, so that the same situation does not always lead to the same move.
 */
#include <string.h>

#include "common/base/array.h"
#include "common/bots/whitechapel/whitechapel_bot.h"

/* What hard and master share. */
#define STRONG \
    .model = {.habit = whitechapel_habits, \
              .habits = WHITECHAPEL_HABITS, \
              .walk = {0.3, 1.8}, \
              .uses_earlier_nights = true}, \
    .models_police = true, .hideout = HIDEOUT_PLANNED, .caution = 1.3, .tiles = 0.96, .linger = 9, \
    .reveal = 0.5, .feints = 5, .feint = 0.3, .safe_feints = true, .keep = 0.6, .patience = 1, \
    .waits_first = 0.15, .randomness = 0.03

static const struct jack_skill skills[BOT_LEVEL_COUNT] = {
    [BOT_EASY] = {.caution = 0.3, .randomness = 0.2, .hurry_rate = 0.5},
    [BOT_NORMAL] = {.tiles = 0.96, .caution = 0.6, .randomness = 0.12, .hurry_rate = 0.25},
    [BOT_HARD] = {STRONG, .replies = 3},
    [BOT_MASTER] = {STRONG, .replies = 8},
};

/* How the weaker levels play now and then. */
static const struct jack_skill hurried = {.caution = 0, .hurry = 0.8};

enum { MOVES_MAX = BOARD_NEIGHBOURS_MAX + LEGAL_COACH_MAX + SET_LIMIT };

struct moves {
    unsigned count;
    struct action action[MOVES_MAX];
    double worth[MOVES_MAX];
};

static void add_move(struct moves *moves, struct action action, double worth)
{
    moves->action[moves->count] = action;
    moves->worth[moves->count++] = worth;
}

/* Draws the best move or one nearly as good. */
static void draw_move(struct moves *moves, double randomness, struct random *random, struct action *action)
{
    double best = 0;
    for (unsigned i = 0; i < moves->count; i++) {
        best = moves->worth[i] > best ? moves->worth[i] : best;
    }
    for (unsigned i = 0; i < moves->count; i++) {
        double below = best - moves->worth[i];
        double margin = randomness * best;
        moves->worth[i] = below <= margin ? 1 + margin - below : 0;
    }
    *action = moves->action[random_weighted(moves->worth, moves->count, random)];
}

/* ---- the value of a move ---- */

/*
 * Returns the factor for a step that does not lead towards home: early on and with time to spare, it misleads
 * the police.
 */
static double feint_factor(const struct jack_path *path, unsigned from, unsigned to)
{
    unsigned steps = path->board->steps[from][path->home];
    bool early = path->used < path->skill->feints && path->round < ROWS;
    bool away = path->board->steps[to][path->home] >= steps;
    bool safe = !path->skill->safe_feints || path->hazard[1][to] < 0.02;
    return early && away && safe && path->left >= steps + 6 ? 1 + path->skill->feint : 1;
}

static void weigh_normal_moves(const struct bot_observation *observation, const struct jack_path *path,
                               struct moves *moves)
{
    const struct legal *legal = &observation->legal.shown;
    unsigned here = observed_jack_circle(observation);
    if ((legal->kinds & ACTION_BIT(ACTION_MOVE)) == 0) {
        return;
    }
    SET_EACH (to, &legal->move) {
        struct action action = {.kind = ACTION_MOVE, .by = PAWN_JACK, .to = (uint8_t)to};
        if (to == legal->escape) {
            action.escape = 1;
            add_move(moves, action,
                     path->round == ROWS
                         ? 2
                         : jack_path_arrival_value(path, path->used + 1)); /* the last escape wins the game */
        } else {
            double safe = 1 - path->hazard[1][to];
            add_move(moves, action, safe * path->value[1][to] * feint_factor(path, here, to));
        }
    }
}

static void weigh_tiles(const struct bot_observation *observation, const struct jack_path *path,
                        struct moves *moves)
{
    const struct legal *legal = &observation->legal.shown;
    double mass[SET_LIMIT];
    double price = path->skill->tiles > 0 ? path->skill->tiles : 1;
    if ((legal->kinds & ACTION_BIT(ACTION_COACH)) != 0) {
        jack_path_spread(path, TILE_COACH, path->mass[0], mass);
        for (unsigned i = 0; i < legal->coaches; i++) {
            struct action action = {
                .kind = ACTION_COACH, .by = PAWN_JACK, .via = legal->coach[i][0], .to = legal->coach[i][1]};
            double safe = 1 - jack_path_hazard(path, action.to, 1, mass[action.to]);
            add_move(moves, action, price * safe * path->coach[2][action.to]);
        }
    }
    if ((legal->kinds & ACTION_BIT(ACTION_ALLEY)) != 0) {
        jack_path_spread(path, TILE_ALLEY, path->mass[0], mass);
        SET_EACH (to, &legal->alley) {
            struct action action = {.kind = ACTION_ALLEY, .by = PAWN_JACK, .to = (uint8_t)to};
            double safe = 1 - jack_path_hazard(path, to, 1, mass[to]);
            add_move(moves, action, price * safe * path->value[1][to]);
        }
    }
}

static double best_worth(const struct moves *moves)
{
    double best = 0;
    for (unsigned i = 0; i < moves->count; i++) {
        best = moves->worth[i] > best ? moves->worth[i] : best;
    }
    return best;
}

/* Evaluates the paths home from where Jack is. */
static void look_ahead(const struct bot_observation *observation, const struct jack_skill *skill,
                       struct random *random, struct jack_path *path)
{
    const struct view *view = &observation->view;
    struct posterior posterior;
    path->board = observation->board;
    path->skill = skill;
    path->home = view->hideout;
    path->round = view->round;
    path->left = CELL_LAST - (unsigned)view->last_cell;
    path->used = (unsigned)(view->last_cell - view->first_cell);
    path->policemen = 0;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        path->police[path->policemen++] = view->crossing[pawn];
    }
    memset(&posterior, 0, sizeof posterior);
    if (skill->models_police) {
        whitechapel_posterior_compute(observation->board, &observation->dossier, &skill->model, random,
                                      &posterior);
    }
    jack_path_evaluate(path, posterior.now, posterior.home[path->home]);
}

/* How much a move is worth by the predicted replies, against how much by general caution. */
static const double reply_weight = 0.7;

/* Refines the worth of all moves of one kind by predicting what the police do next. */
static void weigh_replies(const struct bot_observation *observation, const struct jack_path *path,
                          enum action_kind kind, struct random *random, struct moves *moves)
{
    struct jack_path after;
    double arrest[SET_LIMIT];
    double worth[SET_LIMIT] = {0};
    unsigned here = observed_jack_circle(observation);
    enum tile tile = kind == ACTION_COACH ? TILE_COACH : kind == ACTION_ALLEY ? TILE_ALLEY : TILE_NONE;
    double price = kind == ACTION_MOVE ? 1 : path->skill->tiles;
    for (unsigned i = 0; i < path->skill->replies; i++) {
        jack_reply_predict(observation, path, tile, i, random, &after, arrest);
        for (unsigned to = 1; to <= path->board->circles; to++) {
            worth[to] += (1 - arrest[to]) * after.value[0][to] / path->skill->replies;
        }
    }
    for (unsigned i = 0; i < moves->count; i++) {
        const struct action *action = &moves->action[i];
        if (action->kind == kind && action->escape == 0) {
            double factor = kind == ACTION_MOVE ? feint_factor(path, here, action->to) : price;
            moves->worth[i] =
                (1 - reply_weight) * moves->worth[i] + reply_weight * factor * worth[action->to];
        }
    }
}

static bool has_move(const struct moves *moves, enum action_kind kind)
{
    for (unsigned i = 0; i < moves->count; i++) {
        if (moves->action[i].kind == kind && moves->action[i].escape == 0) {
            return true;
        }
    }
    return false;
}

static void choose_move(const struct bot_observation *observation, const struct jack_skill *skill,
                        struct random *random, struct action *action)
{
    static const enum action_kind kinds[] = {ACTION_MOVE, ACTION_COACH, ACTION_ALLEY};
    struct jack_path path;
    struct moves moves = {.count = 0};
    look_ahead(observation, skill, random, &path);
    weigh_normal_moves(observation, &path, &moves);
    if (skill->tiles > 0 || best_worth(&moves) < 0.05) {
        weigh_tiles(observation, &path, &moves);
    }
    for (unsigned i = 0; skill->replies > 0 && i < COUNT(kinds); i++) {
        unsigned cells = kinds[i] == ACTION_COACH ? 2 : 1;
        if (path.left > cells && has_move(&moves, kinds[i])) {
            weigh_replies(observation, &path, kinds[i], random, &moves);
        }
    }
    draw_move(&moves, skill->randomness, random, action);
}

/* ---- decisions between moves ---- */

static bool next_to_police(const struct bot_observation *observation, unsigned circle)
{
    struct set occupied = police_crossings(observation->view.crossing);
    return set_meets(&observation->board->beside[circle], &occupied);
}

/* Plays the Goulston Street letter on the policeman nearest to Jack once he is in danger. */
static void choose_graffito(const struct bot_observation *observation, const struct jack_skill *skill,
                            struct random *random, struct action *action)
{
    struct jack_path path;
    uint8_t turns[SET_LIMIT];
    unsigned here = observed_jack_circle(observation);
    look_ahead(observation, skill, random, &path);
    action->by = PAWN_JACK;
    action->kind = ACTION_PASS;
    if (path.value[0][here] > 0.7) {
        return;
    }
    unsigned best = POSITIONING_FAR;
    positioning_turns(observation->board, here, POSITIONING_FAR - 1, turns);
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if ((observation->legal.shown.letter_pawns & PAWN_BIT(pawn)) != 0 &&
            turns[observation->view.crossing[pawn]] < best) {
            best = turns[observation->view.crossing[pawn]];
            action->kind = ACTION_LETTER;
            action->letter = LETTER_GOULSTON_STREET;
            action->pawn = (uint8_t)pawn;
        }
    }
}

/*
 * Places the false clue on Jack's own circle, where it prevents an arrest, if the police are about to find
 * him; otherwise saves it for later.
 */
static void choose_false_clue(const struct bot_observation *observation, const struct jack_skill *skill,
                              struct random *random, struct action *action)
{
    unsigned here = observed_jack_circle(observation);
    struct jack_path path;
    action->by = PAWN_JACK;
    action->kind = ACTION_PASS;
    if (!next_to_police(observation, here)) {
        return;
    }
    look_ahead(observation, skill, random, &path);
    if (!skill->models_police || path.mass[0][here] > 0.12) {
        action->kind = ACTION_FALSE_CLUE;
        action->circle = (uint8_t)here;
    }
}

void whitechapel_jack_play(const struct bot_observation *observation, const struct jack_skill *skill,
                           struct random *random, struct action *action)
{
    if (random_fraction(random) < skill->hurry_rate) {
        skill = &hurried;
    }
    switch (observation->view.phase) {
    case PHASE_MOVE:
        choose_move(observation, skill, random, action);
        break;
    case PHASE_GRAFFITO:
        choose_graffito(observation, skill, random, action);
        break;
    case PHASE_FALSE_CLUE:
        choose_false_clue(observation, skill, random, action);
        break;
    default:
        jack_crime(observation, skill, random, action);
    }
}

void bot_whitechapel_jack(const struct bot_observation *observation, enum bot_level level,
                          struct random *random, struct action *action)
{
    whitechapel_jack_play(observation, &skills[level], random, action);
}
