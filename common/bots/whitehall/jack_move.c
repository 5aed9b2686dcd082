/*
 * bot_whitehall_jack_plan.c: one move of Jack's, chosen by what he can hope for after it.
 *
 * With foresight he first asks what the police will think of a move of each kind, where they would go then, and
 * who would stand next to him or in his way. A normal move tells everybody the same wherever it leads, so there is
 * one such question a kind, not one a circle.
 */
#include <string.h>

#include "common/base/array.h"
#include "common/bots/whitehall/jack.h"
#include "common/bots/whitehall/police.h"

enum { OPTIONS_MOST = 1024 };

static const double tile_cost[TILE_COUNT] = {[TILE_COACH] = 0.06, [TILE_ALLEY] = 0.05, [TILE_BOAT] = 0.05};
/* What is so near the best is as good to him. */
static const double near_best[BOT_LEVEL_COUNT] = {[BOT_EASY] = 0.11, [BOT_NORMAL] = 0.05, [BOT_HARD] = 0.012};

/* What Jack takes the police to think of him: as the best of them do, or as most do. */
enum { MODELS = 2 };
static const struct suspicion_habit their_habit[MODELS] = {{.detour = 0.13, .distant = 0.5, .shy = 0.8},
                                                           {.detour = 0.6, .distant = 0.9, .shy = 1}};
static const double model_share[MODELS] = {0.6, 0.4};

struct escape_route {
    struct action action;
    double value;
};

struct escape_routes {
    unsigned count;
    struct escape_route route[OPTIONS_MOST];
};

/* What the police would think and do after a move of one kind. */
struct reply {
    double now[SET_LIMIT]; /* where they would think he is */
    uint8_t crossing[PAWN_COUNT];
    struct set occupied;
};

/* ---- what a move is worth ---- */

static double hope_there(const struct flight *flight, unsigned circle, unsigned moves)
{
    if (set_has(&flight->goals, circle)) {
        return flight->prize[circle];
    }
    return moves < flight->moves_left ? flight->hope[moves][circle] : 0;
}

/* By the flight alone. */
static double plain_value(const struct flight *flight, unsigned circle, unsigned moves)
{
    return hope_there(flight, circle, moves) * (1 - flight->danger[moves][circle]);
}

/* How likely somebody next to him tries an arrest on a circle that bears so much of the suspicion. */
static double boldness(double suspicion)
{
    return suspicion * suspicion / (suspicion * suspicion + 0.01);
}

/* The best way on once the police stand as they would. */
static double hope_past_them(const struct flight *flight, const struct reply *reply, unsigned circle,
                             unsigned moves)
{
    struct set ways = board_free_neighbours(flight->board, circle, &reply->occupied);
    double best = 0;
    if (moves >= flight->moves_left) {
        return 0;
    }
    SET_EACH (next, &ways) {
        double value = hope_there(flight, next, moves + 1) * (1 - flight->danger[moves + 1][next]);
        best = value > best ? value : best;
    }
    return best;
}

static double value_against(const struct flight *flight, const struct reply *reply, unsigned circle,
                            unsigned moves)
{
    static const double clue = 0.22; /* to be found out where one is */
    unsigned beside = 0;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        beside +=
            reply->crossing[pawn] != 0 && set_has(&flight->board->next_to[reply->crossing[pawn]], circle);
    }
    double caught = beside == 0 ? 0 : boldness(reply->now[circle]);
    double then = set_has(&flight->goals, circle)
                      ? flight->prize[circle]
                      : hope_past_them(flight, reply, circle, moves) * (beside == 0 ? 1 : 1 - clue);
    double unsure = flight->danger[moves][circle]; /* they may go elsewhere than he thinks */
    return then * (1 - caught) * (1 - 0.5 * unsure) * (1 - 0.15 * reply->now[circle]);
}

static double value_ahead(const struct flight *flight, const struct reply reply[MODELS], unsigned circle,
                          unsigned moves)
{
    double value = 0;
    for (unsigned i = 0; i < MODELS; i++) {
        value += model_share[i] * value_against(flight, &reply[i], circle, moves);
    }
    return value;
}

/* ---- what the police would do ---- */

static void foresee(const struct flight *flight, const struct round_facts *facts, enum tile tile,
                    const struct suspicion_habit *habit, struct reply *reply)
{
    const struct view *view = &flight->observation->view;
    struct round_facts after = *facts;
    struct suspicion suspicion;
    facts_add_step(&after, tile, view->crossing);
    suspicion_form(flight->board, &after, habit, &suspicion);
    memcpy(reply->now, suspicion.now, sizeof reply->now);
    memcpy(reply->crossing, view->crossing, sizeof reply->crossing);
    police_best_stand(flight->board, &after, &suspicion, habit, game_policemen(GAME_WHITEHALL),
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

/* Every move of one kind; `reply`, one a model, is NULL without foresight. */
static void add_kind(const struct flight *flight, const struct reply *reply, enum action_kind kind,
                     struct escape_routes *routes)
{
    const struct legal *legal = &flight->observation->legal.shown;
    if (kind == ACTION_COACH) {
        for (unsigned i = 0; i < legal->coaches; i++) {
            unsigned to = legal->coach[i][1];
            double value = reply != NULL ? value_ahead(flight, reply, to, 2) : plain_value(flight, to, 2);
            add_route(routes, kind, legal->coach[i][0], to, value - tile_cost[TILE_COACH]);
        }
        return;
    }
    const struct set *targets = kind == ACTION_MOVE    ? &legal->move
                                : kind == ACTION_ALLEY ? &legal->alley
                                                       : &legal->boat;
    double cost = kind == ACTION_MOVE ? 0 : tile_cost[kind == ACTION_ALLEY ? TILE_ALLEY : TILE_BOAT];
    SET_EACH (to, targets) {
        double value = reply != NULL ? value_ahead(flight, reply, to, 1) : plain_value(flight, to, 1);
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

void jack_plan_move(const struct bot_observation *observation, enum bot_level level, struct random *random,
                    struct action *action)
{
    struct flight flight;
    struct escape_routes routes = {.count = 0};
    flight_open(observation, &flight);
    flight_fear_police(&flight);
    flight_hope(&flight);
    for (unsigned i = 0; i < COUNT(kinds); i++) {
        if ((observation->legal.shown.kinds & ACTION_BIT(kinds[i].kind)) != 0) {
            add_kind(&flight, NULL, kinds[i].kind, &routes);
        }
    }
    draw_route(&routes, near_best[level], random, action);
}

void jack_plan_move_ahead(const struct bot_observation *observation, struct random *random,
                          struct action *action)
{
    struct flight flight;
    struct escape_routes routes = {.count = 0};
    struct round_facts facts;
    struct reply reply[MODELS];
    bool face_down = (observation->view.options & OPTION_MURDERER_AT_LARGE) != 0;
    flight_open(observation, &flight);
    flight_fear_police(&flight);
    flight_hope(&flight);
    facts_gather(observation->board, &observation->dossier, &facts);
    for (unsigned i = 0; i < COUNT(kinds); i++) {
        if ((observation->legal.shown.kinds & ACTION_BIT(kinds[i].kind)) != 0) {
            bool hidden = face_down && (kinds[i].tile == TILE_ALLEY || kinds[i].tile == TILE_BOAT);
            for (unsigned model = 0; model < MODELS; model++) {
                foresee(&flight, &facts, hidden ? TILE_UNKNOWN : kinds[i].tile, &their_habit[model],
                        &reply[model]);
            }
            add_kind(&flight, reply, kinds[i].kind, &routes);
        }
    }
    draw_route(&routes, near_best[BOT_HARD], random, action);
}
