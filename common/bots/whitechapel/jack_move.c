/*
 * bot_whitechapel_jack.c: Jack on the run.
 *
 * Levels are rows: what a Jack of that level can do. Each move he could make is worth what the road home is worth
 * after it, less the chance that the police find him there; a tile costs a little. Among moves that are nearly as
 * good as the best one is drawn, so that the same situation does not always give the same walk.
 */
#include <string.h>

#include "common/bots/whitechapel/whitechapel_bot.h"

static const struct jack_skill skills[BOT_LEVEL_COUNT] = {
    [BOT_EASY] = {.caution = 0.4, .whim = 0.2, .blunder = 0.15},
    [BOT_NORMAL] = {.uses_tiles = true, .caution = 0.6, .whim = 0.12, .blunder = 0.1},
    [BOT_HARD] = {.hunch = {.suspects = 0, .direct = 0.65, .detour = 0.85, .earlier_nights = true},
                  .knows_hunch = true,
                  .uses_tiles = true,
                  .hides_home = true,
                  .plans_crimes = true,
                  .caution = 1.5,
                  .feints = 5,
                  .whim = 0.03},
};

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

/* The best, or one that is nearly as good. */
static void draw_move(struct moves *moves, double whim, struct random *random, struct action *action)
{
    double best = 0;
    for (unsigned i = 0; i < moves->count; i++) {
        best = moves->worth[i] > best ? moves->worth[i] : best;
    }
    for (unsigned i = 0; i < moves->count; i++) {
        double below = best - moves->worth[i];
        double margin = whim * best;
        moves->worth[i] = below <= margin ? 1 + margin - below : 0;
    }
    *action = moves->action[random_weighted(moves->worth, moves->count, random)];
}

/* ---- what a move is worth ---- */

/* A step that does not bring him nearer: early, with time to spare, it misleads. */
static double feint(const struct road *road, unsigned from, unsigned to)
{
    unsigned steps = road->board->steps[from][road->home];
    bool early = road->used < road->skill->feints && road->round < ROWS;
    bool away = road->board->steps[to][road->home] >= steps;
    return early && away && road->left >= steps + 6 ? 1.1 : 1;
}

static void weigh_normal_moves(const struct bot_observation *observation, const struct road *road,
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
            add_move(moves, action, road->round == ROWS ? 2 : road_arrival(road, road->used + 1)); /* won */
        } else {
            double safe = 1 - road->hazard[1][to];
            add_move(moves, action, safe * road->value[1][to] * feint(road, here, to));
        }
    }
}

static void weigh_tiles(const struct bot_observation *observation, const struct road *road,
                        struct moves *moves)
{
    const struct legal *legal = &observation->legal.shown;
    double mass[SET_LIMIT];
    double price = 0.96;
    if ((legal->kinds & ACTION_BIT(ACTION_COACH)) != 0) {
        road_spread(road, TILE_COACH, road->mass[0], mass);
        for (unsigned i = 0; i < legal->coaches; i++) {
            struct action action = {
                .kind = ACTION_COACH, .by = PAWN_JACK, .via = legal->coach[i][0], .to = legal->coach[i][1]};
            double safe = 1 - road_hazard(road, action.to, 1, mass[action.to]);
            add_move(moves, action, price * safe * road->value[2][action.to]);
        }
    }
    if ((legal->kinds & ACTION_BIT(ACTION_ALLEY)) != 0) {
        road_spread(road, TILE_ALLEY, road->mass[0], mass);
        SET_EACH (to, &legal->alley) {
            struct action action = {.kind = ACTION_ALLEY, .by = PAWN_JACK, .to = (uint8_t)to};
            double safe = 1 - road_hazard(road, to, 1, mass[to]);
            add_move(moves, action, price * safe * road->value[1][to]);
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

/* The road from where he stands. */
static void look_ahead(const struct bot_observation *observation, const struct jack_skill *skill,
                       struct random *random, struct road *road)
{
    const struct view *view = &observation->view;
    struct hunch hunch;
    road->board = observation->board;
    road->skill = skill;
    road->home = view->hideout;
    road->round = view->round;
    road->left = CELL_LAST - (unsigned)view->last_cell;
    road->used = (unsigned)(view->last_cell - view->first_cell);
    road->policemen = 0;
    for (unsigned pawn = PAWN_YELLOW; pawn < PAWN_COUNT; pawn++) {
        road->police[road->policemen++] = view->crossing[pawn];
    }
    memset(&hunch, 0, sizeof hunch);
    if (skill->knows_hunch) {
        hunch_form(observation->board, &observation->dossier, &skill->hunch, random, &hunch);
    }
    road_look(road, hunch.now, hunch.home[road->home]);
}

static void run(const struct bot_observation *observation, const struct jack_skill *skill,
                struct random *random, struct action *action)
{
    struct road road;
    struct moves moves = {.count = 0};
    look_ahead(observation, skill, random, &road);
    weigh_normal_moves(observation, &road, &moves);
    if (skill->uses_tiles || best_worth(&moves) < 0.05) {
        weigh_tiles(observation, &road, &moves);
    }
    draw_move(&moves, skill->whim, random, action);
}

/* ---- between his moves ---- */

static bool next_to_police(const struct bot_observation *observation, unsigned circle)
{
    struct set occupied = police_crossings(observation->view.crossing);
    return set_meets(&observation->board->beside[circle], &occupied);
}

/* Calls away whoever is nearest to his door, once it matters. */
static void write_on_the_wall(const struct bot_observation *observation, const struct jack_skill *skill,
                              struct random *random, struct action *action)
{
    struct road road;
    uint8_t turns[SET_LIMIT];
    unsigned here = observed_jack_circle(observation);
    look_ahead(observation, skill, random, &road);
    action->by = PAWN_JACK;
    action->kind = ACTION_PASS;
    if (road.value[0][here] > 0.7) {
        return;
    }
    unsigned best = PLAN_FAR;
    plan_turns(observation->board, here, PLAN_FAR - 1, turns);
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

/* A false clue closes his own circle to an arrest when they are upon him; else he keeps it. */
static void lay_false_clue(const struct bot_observation *observation, const struct jack_skill *skill,
                           struct random *random, struct action *action)
{
    unsigned here = observed_jack_circle(observation);
    struct road road;
    action->by = PAWN_JACK;
    action->kind = ACTION_PASS;
    if (!next_to_police(observation, here)) {
        return;
    }
    look_ahead(observation, skill, random, &road);
    if (!skill->knows_hunch || road.mass[0][here] > 0.12) {
        action->kind = ACTION_FALSE_CLUE;
        action->circle = (uint8_t)here;
    }
}

void bot_whitechapel_jack(const struct bot_observation *observation, enum bot_level level,
                          struct random *random, struct action *action)
{
    const struct jack_skill *skill = &skills[level];
    if (random_share(random) < skill->blunder) {
        bot_novice(observation, level, random, action);
        return;
    }
    switch (observation->view.phase) {
    case PHASE_MOVE:
        run(observation, skill, random, action);
        break;
    case PHASE_GRAFFITO:
        write_on_the_wall(observation, skill, random, action);
        break;
    case PHASE_FALSE_CLUE:
        lay_false_clue(observation, skill, random, action);
        break;
    default:
        jack_crime(observation, skill, random, action);
    }
}
