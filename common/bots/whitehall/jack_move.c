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

static const double coach_factor = 1.2; /* a Coach uses up two cells */

/* How Jack assumes the police model him: like the hard level, or like the normal one. */
enum { MODELS = 2 };
static const struct jack_model police_model[MODELS] = {
    {.mixed = true, .distance_factor = 0.8, .caution = {1, 0.2, 0.5}},
    {.detour_factor = 0.6, .distance_factor = 0.9, .caution = {1, 1, 1}}};
static const double model_share[MODELS] = {0.6, 0.4};

static const struct {
    enum action_kind kind;
    enum tile tile;
} kinds[] = {
    {ACTION_MOVE, TILE_NONE},
    {ACTION_COACH, TILE_COACH},
    {ACTION_ALLEY, TILE_ALLEY},
    {ACTION_BOAT, TILE_BOAT},
};

struct escape_route {
    struct action action;
    double value;
    unsigned kind; /* index into `kinds` */
};

struct escape_routes {
    unsigned count;
    struct escape_route route[OPTIONS_MOST];
};

/* What the police would believe and do after a move of one kind. */
struct reply {
    double now[SET_LIMIT]; /* their posterior of where Jack is */
    double trace[SET_LIMIT];
    uint8_t crossing[PAWN_COUNT];
    struct set occupied;
    struct round_facts facts; /* after the move */
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
    return best * (1 - path->skill->step_cost);
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
    double known =
        set_has(&path->goals, circle) ? 0 : reply->now[circle]; /* a discovery is announced anyway */
    return then * (1 - caught) * (1 - 0.5 * doubt) * (1 - 0.15 * known);
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
    memcpy(reply->trace, posterior.trace, sizeof reply->trace);
    reply->facts = after;
    memcpy(reply->crossing, view->crossing, sizeof reply->crossing);
    police_best_positions(path->board, &after, &posterior, model, game_policemen(GAME_WHITEHALL),
                          reply->crossing);
    reply->occupied = police_crossings(reply->crossing);
}

/* ---- all moves ---- */

static void add_route(struct escape_routes *routes, unsigned index, unsigned via, unsigned to, double value)
{
    if (routes->count < OPTIONS_MOST) {
        struct escape_route *route = &routes->route[routes->count++];
        memset(route, 0, sizeof *route);
        route->kind = index;
        route->action.kind = (uint8_t)kinds[index].kind;
        route->action.by = PAWN_JACK;
        route->action.via = (uint8_t)via;
        route->action.to = (uint8_t)to;
        route->value = value;
    }
}

/* Adds every move of one kind. `reply` holds one prediction per model; it is NULL without lookahead. */
static void add_kind(const struct jack_path *path, const struct reply *reply, unsigned index,
                     struct escape_routes *routes)
{
    enum action_kind kind = kinds[index].kind;
    const struct legal *legal = &path->observation->legal.shown;
    if (kind == ACTION_COACH) {
        for (unsigned i = 0; i < legal->coaches; i++) {
            unsigned to = legal->coach[i][1];
            double value = reply != NULL ? value_with_lookahead(path, reply, to, 2)
                                         : value_without_lookahead(path, to, 2);
            add_route(routes, index, legal->coach[i][0], to, value - coach_factor * path->skill->tile_cost);
        }
        return;
    }
    const struct set *targets = kind == ACTION_MOVE    ? &legal->move
                                : kind == ACTION_ALLEY ? &legal->alley
                                                       : &legal->boat;
    double cost = kind == ACTION_MOVE ? 0 : path->skill->tile_cost;
    SET_EACH (to, targets) {
        double value =
            reply != NULL ? value_with_lookahead(path, reply, to, 1) : value_without_lookahead(path, to, 1);
        add_route(routes, index, 0, to, value - cost);
    }
}

/* ---- what the searches after a move would tell ---- */

/* Marks what one investigator finds next to a crossing: searches from the least likely circle on until there is a clue. */
static void search_from(const struct board *board, unsigned crossing, const struct set *visited,
                        const double trace[SET_LIMIT], struct dossier_round *round)
{
    struct set left = board->next_to[crossing];
    while (!set_is_empty(&left)) {
        unsigned circle = 0;
        SET_EACH (other, &left) {
            circle = circle == 0 || trace[other] < trace[circle] ? other : circle;
        }
        set_remove(&left, circle);
        if (round->seen[circle] != 0 || circle == round->start[0]) {
            continue;
        }
        if (set_has(visited, circle)) {
            round->seen[circle] = (uint8_t)(round->last_cell + 1U);
            return;
        }
        round->clear[circle] = (uint8_t)(round->last_cell + 1U);
    }
}

/*
 * Returns how exposed Jack is after a move and the searches that follow: the probability that the police then assign to
 * his circle, times the share of his next steps that lead within their reach.
 */
static double exposure(const struct jack_path *path, const struct reply *reply, const struct action *move)
{
    const struct view *view = &path->observation->view;
    struct round_facts facts = reply->facts;
    struct set visited = {{0}}, near = {{0}};
    double now[SET_LIMIT];
    for (unsigned cell = CELL_ONE + 1U; cell <= view->last_cell; cell++) {
        set_add(&visited, view->row[view->round - 1][cell]);
    }
    if (move->via != 0) {
        set_add(&visited, move->via);
    }
    set_add(&visited, move->to);
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        if (reply->crossing[pawn] != 0) {
            search_from(path->board, reply->crossing[pawn], &visited, reply->trace, &facts.round);
            SET_EACH (place, &path->board->reach[reply->crossing[pawn]]) {
                near = set_or(near, &path->board->next_to[place]);
            }
        }
    }
    double total = whitehall_posterior_weights(path->board, &facts, &police_model[0], now);
    struct set ways = board_free_neighbours(path->board, move->to, &reply->occupied);
    struct set watched = set_and(ways, &near);
    double reached = set_is_empty(&ways) ? 1 : (double)set_count(&watched) / set_count(&ways);
    return total > 0 ? now[move->to] / total * reached : 0;
}

/* Looks at the most promising moves again, now with what the searches would tell; drops the others. */
static void refine(const struct jack_path *path, const struct reply *reply, struct escape_routes *routes)
{
    unsigned kept = 0;
    for (; kept < path->skill->refined && kept < routes->count; kept++) {
        unsigned best = kept;
        for (unsigned i = kept + 1; i < routes->count; i++) {
            best = routes->route[i].value > routes->route[best].value ? i : best;
        }
        struct escape_route route = routes->route[best];
        routes->route[best] = routes->route[kept];
        if (!set_has(&path->goals, route.action.to)) {
            route.value *= 1 - path->skill->shyness * exposure(path, &reply[route.kind], &route.action);
        }
        routes->route[kept] = route;
    }
    routes->count = kept;
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

/* Draws a safe move with a feint in mind: one that keeps enough moves to arrive. */
static bool draw_feint(const struct jack_path *path, struct random *random, struct action *action)
{
    const struct legal *legal = &path->observation->legal.shown;
    unsigned made = path->observation->view.last_cell - CELL_ONE;
    double weight[SET_LIMIT] = {0};
    double total = 0;
    if (made >= path->skill->feints || (legal->kinds & ACTION_BIT(ACTION_MOVE)) == 0) {
        return false;
    }
    SET_EACH (to, &legal->move) {
        unsigned nearest = BOARD_FAR;
        SET_EACH (goal, &path->goals) {
            nearest = path->board->steps[to][goal] < nearest ? path->board->steps[to][goal] : nearest;
        }
        bool fits = nearest > 0 && nearest + 5 < path->moves_left && path->danger[1][to] < 0.09;
        weight[to] = fits ? 1 : 0;
        total += weight[to];
    }
    if (total <= 0) {
        return false;
    }
    action->kind = ACTION_MOVE;
    action->by = PAWN_JACK;
    action->to = (uint8_t)random_weighted(weight, SET_LIMIT, random);
    return true;
}

void jack_choose_move(const struct bot_observation *observation, const struct jack_skill *skill,
                      struct random *random, struct action *action)
{
    struct jack_path path;
    struct escape_routes routes = {.count = 0};
    struct round_facts facts;
    struct reply reply[MODELS] = {0}, first[COUNT(kinds)];
    bool face_down = (observation->view.options & OPTION_MURDERER_AT_LARGE) != 0;
    jack_path_init(observation, skill, &path);
    jack_path_add_danger(&path);
    if (draw_feint(&path, random, action)) {
        return;
    }
    jack_path_compute_values(&path);
    round_facts_collect(observation->board, &observation->dossier, &facts);
    for (unsigned i = 0; i < COUNT(kinds); i++) {
        if ((observation->legal.shown.kinds & ACTION_BIT(kinds[i].kind)) != 0) {
            bool hidden = face_down && (kinds[i].tile == TILE_ALLEY || kinds[i].tile == TILE_BOAT);
            for (unsigned model = 0; skill->looks_ahead && model < MODELS; model++) {
                predict_reply(&path, &facts, hidden ? TILE_UNKNOWN : kinds[i].tile, &police_model[model],
                              &reply[model]);
            }
            add_kind(&path, skill->looks_ahead ? reply : NULL, i, &routes);
            first[i] = reply[0];
        }
    }
    if (skill->looks_ahead && skill->refined > 0) {
        refine(&path, first, &routes);
    }
    draw_route(&routes, skill->margin, random, action);
}
