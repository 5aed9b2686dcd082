/*
 * jack_move.c: chooses one of Jack's moves by the value of the position after it.
 *
 * With lookahead, Jack first predicts, for each kind of move, what the police would believe after it, where
 * they would walk, and who would then stand next to him or in his way. All normal moves look the same to the
 * police, whichever circle they lead to, so this takes one prediction per kind of move, not one per circle.
 */
#include <string.h>

#include "common/base/array.h"
#include "common/bots/whitehall/jack.h"
#include "common/bots/whitehall/police.h"

enum { OPTIONS_MOST = 1024 };

static const double tile_cost[TILE_COUNT] = {[TILE_COACH] = 0.06, [TILE_ALLEY] = 0.05, [TILE_BOAT] = 0.05};
/* Moves within this margin of the best are drawn at random. */
static const double near_best[BOT_LEVEL_COUNT] = {[BOT_EASY] = 0.11, [BOT_NORMAL] = 0.05, [BOT_HARD] = 0.012};

/* How Jack assumes the police model him: like the hard level, or like the normal one. */
enum { MODELS = 2 };
static const struct jack_model police_model[MODELS] = {
    {.detour_factor = 0.13, .distance_factor = 0.5, .police_factor = 0.8},
    {.detour_factor = 0.6, .distance_factor = 0.9, .police_factor = 1}};
static const double model_share[MODELS] = {0.6, 0.4};

struct escape_route {
    struct action action;
    double value;
};

struct escape_routes {
    unsigned count;
    struct escape_route route[OPTIONS_MOST];
};

/* What the police would believe and do after a move of one kind. */
struct reply {
    double now[SET_LIMIT]; /* their posterior of where Jack is */
    uint8_t crossing[PAWN_COUNT];
    struct set occupied;
};

/* ---- the value of a move ---- */

static double value_there(const struct jack_path *path, unsigned circle, unsigned moves)
{
    if (set_has(&path->goals, circle)) {
        return path->prize[circle];
    }
    return moves < path->moves_left ? path->value[moves][circle] : 0;
}

/* Returns the value by path and danger alone. */
static double value_without_lookahead(const struct jack_path *path, unsigned circle, unsigned moves)
{
    return value_there(path, circle, moves) * (1 - path->danger[moves][circle]);
}

/*
 * Returns the chance that an investigator next to Jack tries to arrest him, if they assign this probability
 * to his circle.
 */
static double arrest_chance(double probability)
{
    return probability * probability / (probability * probability + 0.01);
}

/* Returns the value of the best continuation once the police stand where they are predicted to go. */
static double value_past_police(const struct jack_path *path, const struct reply *reply, unsigned circle,
                                unsigned moves)
{
    struct set ways = board_free_neighbours(path->board, circle, &reply->occupied);
    double best = 0;
    if (moves >= path->moves_left) {
        return 0;
    }
    SET_EACH (next, &ways) {
        double value = value_there(path, next, moves + 1) * (1 - path->danger[moves + 1][next]);
        best = value > best ? value : best;
    }
    return best;
}

static double value_against(const struct jack_path *path, const struct reply *reply, unsigned circle,
                            unsigned moves)
{
    static const double located_cost = 0.22; /* cost of being located */
    unsigned beside = 0;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        beside += reply->crossing[pawn] != 0 && set_has(&path->board->next_to[reply->crossing[pawn]], circle);
    }
    double caught = beside == 0 ? 0 : arrest_chance(reply->now[circle]);
    double then = set_has(&path->goals, circle)
                      ? path->prize[circle]
                      : value_past_police(path, reply, circle, moves) * (beside == 0 ? 1 : 1 - located_cost);
    double doubt = path->danger[moves][circle]; /* the prediction may be wrong */
    return then * (1 - caught) * (1 - 0.5 * doubt) * (1 - 0.15 * reply->now[circle]);
}

static double value_with_lookahead(const struct jack_path *path, const struct reply reply[MODELS],
                                   unsigned circle, unsigned moves)
{
    double value = 0;
    for (unsigned i = 0; i < MODELS; i++) {
        value += model_share[i] * value_against(path, &reply[i], circle, moves);
    }
    return value;
}

/* ---- the predicted reply ---- */

static void predict_reply(const struct jack_path *path, const struct round_facts *facts, enum tile tile,
                          const struct jack_model *model, struct reply *reply)
{
    const struct view *view = &path->observation->view;
    struct round_facts after = *facts;
    struct posterior posterior;
    round_facts_add_move(&after, tile, view->crossing);
    whitehall_posterior_compute(path->board, &after, model, &posterior);
    memcpy(reply->now, posterior.now, sizeof reply->now);
    memcpy(reply->crossing, view->crossing, sizeof reply->crossing);
    police_best_positions(path->board, &after, &posterior, model, game_policemen(GAME_WHITEHALL),
                          reply->crossing);
    reply->occupied = police_crossings(reply->crossing);
}

/* ---- all moves ---- */

static void add_route(struct escape_routes *routes, enum action_kind kind, unsigned via, unsigned to,
                      double value)
{
    if (routes->count < OPTIONS_MOST) {
        struct escape_route *route = &routes->route[routes->count++];
        memset(route, 0, sizeof *route);
        route->action.kind = (uint8_t)kind;
        route->action.by = PAWN_JACK;
        route->action.via = (uint8_t)via;
        route->action.to = (uint8_t)to;
        route->value = value;
    }
}

/* Adds every move of one kind. `reply` holds one prediction per model; it is NULL without lookahead. */
static void add_kind(const struct jack_path *path, const struct reply *reply, enum action_kind kind,
                     struct escape_routes *routes)
{
    const struct legal *legal = &path->observation->legal.shown;
    if (kind == ACTION_COACH) {
        for (unsigned i = 0; i < legal->coaches; i++) {
            unsigned to = legal->coach[i][1];
            double value = reply != NULL ? value_with_lookahead(path, reply, to, 2)
                                         : value_without_lookahead(path, to, 2);
            add_route(routes, kind, legal->coach[i][0], to, value - tile_cost[TILE_COACH]);
        }
        return;
    }
    const struct set *targets = kind == ACTION_MOVE    ? &legal->move
                                : kind == ACTION_ALLEY ? &legal->alley
                                                       : &legal->boat;
    double cost = kind == ACTION_MOVE ? 0 : tile_cost[kind == ACTION_ALLEY ? TILE_ALLEY : TILE_BOAT];
    SET_EACH (to, targets) {
        double value =
            reply != NULL ? value_with_lookahead(path, reply, to, 1) : value_without_lookahead(path, to, 1);
        add_route(routes, kind, 0, to, value - cost);
    }
}

static void draw_route(const struct escape_routes *routes, double margin, struct random *random,
                       struct action *action)
{
    double weight[OPTIONS_MOST] = {0};
    double best = -1;
    for (unsigned i = 0; i < routes->count; i++) {
        best = routes->route[i].value > best ? routes->route[i].value : best;
    }
    for (unsigned i = 0; i < routes->count; i++) {
        double behind = best - routes->route[i].value;
        weight[i] = behind < margin ? margin - behind : 0;
    }
    *action = routes->route[random_weighted(weight, routes->count, random)].action;
}

static const struct {
    enum action_kind kind;
    enum tile tile;
} kinds[] = {
    {ACTION_MOVE, TILE_NONE},
    {ACTION_COACH, TILE_COACH},
    {ACTION_ALLEY, TILE_ALLEY},
    {ACTION_BOAT, TILE_BOAT},
};

void jack_choose_move(const struct bot_observation *observation, enum bot_level level, struct random *random,
                      struct action *action)
{
    struct jack_path path;
    struct escape_routes routes = {.count = 0};
    jack_path_init(observation, &path);
    jack_path_add_danger(&path);
    jack_path_compute_values(&path);
    for (unsigned i = 0; i < COUNT(kinds); i++) {
        if ((observation->legal.shown.kinds & ACTION_BIT(kinds[i].kind)) != 0) {
            add_kind(&path, NULL, kinds[i].kind, &routes);
        }
    }
    draw_route(&routes, near_best[level], random, action);
}

void jack_choose_move_with_lookahead(const struct bot_observation *observation, struct random *random,
                                     struct action *action)
{
    struct jack_path path;
    struct escape_routes routes = {.count = 0};
    struct round_facts facts;
    struct reply reply[MODELS];
    bool face_down = (observation->view.options & OPTION_MURDERER_AT_LARGE) != 0;
    jack_path_init(observation, &path);
    jack_path_add_danger(&path);
    jack_path_compute_values(&path);
    round_facts_collect(observation->board, &observation->dossier, &facts);
    for (unsigned i = 0; i < COUNT(kinds); i++) {
        if ((observation->legal.shown.kinds & ACTION_BIT(kinds[i].kind)) != 0) {
            bool hidden = face_down && (kinds[i].tile == TILE_ALLEY || kinds[i].tile == TILE_BOAT);
            for (unsigned model = 0; model < MODELS; model++) {
                predict_reply(&path, &facts, hidden ? TILE_UNKNOWN : kinds[i].tile, &police_model[model],
                              &reply[model]);
            }
            add_kind(&path, reply, kinds[i].kind, &routes);
        }
    }
    draw_route(&routes, near_best[BOT_HARD], random, action);
}
