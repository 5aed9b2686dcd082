/* puzzle_maker.c: see puzzle_maker.h. */
#include "common/puzzles/puzzle_maker.h"

#include "common/base/array.h"
#include "common/bots/self_play.h"

enum {
    ACTIONS_MAX = 220, /* of a game up to a puzzle: the list that is shipped is small */
    FACTS_MIN = 2,     /* to locate Jack: a single one says where he is */
    MOVES_MIN = 2,     /* of Jack, before there is anything to deduce */
    TRAILS_MAX = 2000, /* more cannot be weighed without a machine */
    SUSPECTS_MAX = 4,  /* circles where Jack may be, to be trapped on all of them */
    WALKS_MAX = 2000,  /* tried to set a trap */
    HIDING_PLACES_MIN = 3,
};

struct maker {
    const struct board *board;
    struct record record;
    puzzle_offer *offer;
    void *context;
    bool goes_on;
    unsigned walks; /* left to try */
};

/* ---- What is worth asking -------------------------------------------------------------------------- */

/* Returns whether the answer is clearly better than every other choice. */
static bool is_clear(enum puzzle_kind kind, const struct puzzle_solution *solution)
{
    struct puzzle_choice answer = {.place = 0};
    for (unsigned i = 0; i < solution->choices; i++) {
        answer = solution->choice[i].place == solution->answer ? solution->choice[i] : answer;
    }
    for (unsigned i = 0; i < solution->choices; i++) {
        const struct puzzle_choice *other = &solution->choice[i];
        if (other->place == answer.place) {
            continue;
        }
        uint64_t least = answer.first < answer.second ? answer.first : answer.second;
        uint64_t others = other->first < other->second ? other->first : other->second;
        if (kind == PUZZLE_SEARCH ? 4 * least < 5 * others + 4 : 2 * other->first < 3 * answer.first) {
            return false;
        }
    }
    return true;
}

static bool is_worth_asking(enum puzzle_kind kind, const struct puzzle_solution *solution)
{
    if (solution->moves < MOVES_MIN || solution->trails > TRAILS_MAX) {
        return false;
    }
    switch (kind) {
    case PUZZLE_LOCATE:
        return true;
    case PUZZLE_SEARCH:
        return solution->choices >= 2 && is_clear(kind, solution);
    case PUZZLE_TRAP:
        return solution->choices >= 4 && set_count(&solution->circles) <= SUSPECTS_MAX;
    default:
        return solution->choices >= HIDING_PLACES_MIN && is_clear(kind, solution);
    }
}

/* Returns whether Jack could reach what he is after: then where to go is another question. */
static bool is_at_goal(const struct puzzle_position *position)
{
    const struct set *move = &position->legal.shown.move;
    bool goal = set_has(move, position->view.hideout);
    for (unsigned i = 0; i < DISCOVERIES; i++) {
        goal = goal || set_has(move, position->view.discovery[i]);
    }
    return goal;
}

/* ---- Asking ---------------------------------------------------------------------------------------- */

static void ask(struct maker *maker, const struct puzzle_position *position, enum puzzle_kind kind,
                unsigned by)
{
    struct puzzle_solution solution;
    puzzle_solve(position, kind, by, &solution);
    if (solution.answer == 0 || !is_worth_asking(kind, &solution)) {
        return;
    }
    unsigned facts = puzzle_facts_needed(position, kind, by, solution.answer);
    if (kind != PUZZLE_LOCATE || facts >= FACTS_MIN) {
        struct puzzle puzzle = {.kind = (uint8_t)kind,
                                .grade = (uint8_t)puzzle_grade_of(&solution, facts),
                                .by = (uint8_t)by,
                                .answer = (uint8_t)solution.answer,
                                .record = maker->record};
        maker->goes_on = maker->offer(maker->context, &puzzle);
    }
}

static void ask_police(struct maker *maker, const struct game *game, const struct dossier *dossier,
                       enum puzzle_kind kind)
{
    struct puzzle_position position;
    unsigned waiting = game_actors(game);
    (void)puzzle_observe(maker->board, game, dossier, kind, &position);
    for (unsigned by = PAWN_YELLOW; by < PAWN_COUNT && maker->goes_on; by++) {
        if ((waiting & PAWN_BIT(by)) != 0) {
            ask(maker, &position, kind, by);
        }
    }
}

static void ask_where(struct maker *maker, const struct game *game, const struct dossier *dossier)
{
    struct puzzle_position position;
    (void)puzzle_observe(maker->board, game, dossier, PUZZLE_LOCATE, &position);
    ask(maker, &position, PUZZLE_LOCATE, PAWN_JACK);
}

/* ---- What the bots did not think of ------------------------------------------------------------------ */

/*
 * Applies an action that the bots did not choose, and asks `question` about the position it leads to. Returns false if
 * there is no memory.
 */
typedef bool ask_question(struct maker *maker, const struct game *game, const struct dossier *dossier,
                          const struct set *now);

static bool ask_after(struct maker *maker, const struct game *game, const struct dossier *dossier,
                      const struct set *now, const struct action *action, ask_question *question)
{
    struct game after = *game;
    struct dossier followed = *dossier;
    struct events events = {0};
    if (!maker->goes_on || game_apply(maker->board, &after, action, &events) != ERROR_OK ||
        after.phase == PHASE_OVER) {
        return true;
    }
    dossier_follow(&followed, &after, &events);
    if (!record_append(&maker->record, action)) {
        return false;
    }
    bool good = question(maker, &after, &followed, now);
    maker->record.count--;
    return good;
}

static bool ask_where_now(struct maker *maker, const struct game *game, const struct dossier *dossier,
                          const struct set *now)
{
    (void)now;
    ask_where(maker, game, dossier);
    return true;
}

/* Tries every search. */
static bool ask_after_searches(struct maker *maker, const struct game *game, const struct dossier *dossier)
{
    struct puzzle_position position;
    (void)puzzle_observe(maker->board, game, dossier, PUZZLE_SEARCH, &position);
    for (unsigned by = PAWN_YELLOW; by < PAWN_COUNT; by++) {
        SET_EACH (circle, &position.legal.shown.search[by]) {
            struct action search = {.kind = ACTION_SEARCH, .by = (uint8_t)by, .circle = (uint8_t)circle};
            if (!ask_after(maker, game, dossier, NULL, &search, ask_where_now)) {
                return false;
            }
        }
    }
    return true;
}

/* Returns whether some street is open to Jack, wherever he may be. */
static bool is_open(const struct board *board, const struct set *now, const uint8_t crossing[PAWN_COUNT])
{
    struct set occupied = police_crossings(crossing);
    SET_EACH (circle, now) {
        struct set ways = board_free_neighbours(board, circle, &occupied);
        if (!set_is_empty(&ways)) {
            return true;
        }
    }
    return false;
}

/* Returns how many crossings in reach of the last policeman leave Jack no street. */
static unsigned count_traps(const struct maker *maker, const struct puzzle_position *position, unsigned by,
                            const struct set *now)
{
    unsigned traps = 0;
    struct view view = position->view;
    SET_EACH (to, &position->legal.shown.walk[by]) {
        view.crossing[by] = (uint8_t)to;
        traps += !is_open(maker->board, now, view.crossing);
    }
    return traps;
}

/* Returns the crossings next to circles where Jack may be: a policeman elsewhere blocks less. */
static struct set blocking_crossings(const struct board *board, const struct set *now)
{
    struct set blocking = {{0}};
    for (unsigned crossing = 1; crossing <= board->crossings; crossing++) {
        if (set_meets(&board->next_to[crossing], now)) {
            set_add(&blocking, crossing);
        }
    }
    return blocking;
}

/* Tries the walks, of one policeman after the other, that may leave it to the last one to close the trap. */
static bool ask_for_traps(struct maker *maker, const struct game *game, const struct dossier *dossier,
                          const struct set *now)
{
    struct puzzle_position position;
    struct set blocking = blocking_crossings(maker->board, now);
    unsigned by = PAWN_YELLOW;
    (void)puzzle_observe(maker->board, game, dossier, PUZZLE_TRAP, &position);
    while (by < PAWN_COUNT && set_is_empty(&position.legal.shown.walk[by])) {
        by++;
    }
    if (game->waiting == PAWN_BIT(by)) {
        if (count_traps(maker, &position, by, now) == 1) {
            ask(maker, &position, PUZZLE_TRAP, by);
        }
        return true;
    }
    if (by == PAWN_COUNT || maker->walks == 0) {
        return true;
    }
    struct set ways = set_and(position.legal.shown.walk[by], &blocking);
    set_add(&ways, game->crossing[by]);
    SET_EACH (to, &ways) {
        struct action walk = {.kind = ACTION_WALK, .by = (uint8_t)by, .to = (uint8_t)to};
        maker->walks -= maker->walks > 0;
        if (!ask_after(maker, game, dossier, now, &walk, ask_for_traps)) {
            return false;
        }
    }
    return true;
}

static bool try_traps(struct maker *maker, const struct game *game, const struct dossier *dossier)
{
    struct belief belief;
    if (game->waiting != game_policemen((enum game_kind)game->kind)) {
        return true; /* some have walked already */
    }
    belief_deduce(maker->board, dossier, &belief);
    maker->walks = WALKS_MAX;
    return set_count(&belief.now) > SUSPECTS_MAX || ask_for_traps(maker, game, dossier, &belief.now);
}

/* ---- A game ------------------------------------------------------------------------------------------ */

/* Tries all kinds. Returns false if there is no memory. */
static bool ask_all(struct maker *maker, const struct game *game, const struct dossier *dossier)
{
    struct puzzle_position position;
    switch (game->phase) {
    case PHASE_MOVE:
        if (puzzle_observe(maker->board, game, dossier, PUZZLE_HIDE, &position) && !is_at_goal(&position)) {
            ask(maker, &position, PUZZLE_HIDE, PAWN_JACK);
        }
        ask_where(maker, game, dossier);
        return true;
    case PHASE_WALK:
        return try_traps(maker, game, dossier);
    case PHASE_ACT:
        ask_where(maker, game, dossier);
        ask_police(maker, game, dossier, PUZZLE_SEARCH);
        return ask_after_searches(maker, game, dossier);
    default:
        return true;
    }
}

static bool play(struct maker *maker, struct self_play *match)
{
    struct bot_observation observation;
    while (maker->goes_on && maker->record.count < ACTIONS_MAX && self_play_observe(match, &observation)) {
        struct action action;
        self_play_choose(match, &observation, &action);
        if (!self_play_apply(match, &action) || !record_append(&maker->record, &action) ||
            !ask_all(maker, &match->game, &match->dossier)) {
            return false;
        }
    }
    return true;
}

bool puzzle_make(const struct board *board, uint64_t seed, puzzle_offer *offer, void *context)
{
    struct maker maker = {.board = board, .offer = offer, .context = context, .goes_on = true};
    /* A strong police narrows Jack down; the weaker Jack is, the more often to a single circle. */
    static const enum bot_level jack[] = {BOT_NOVICE, BOT_EASY, BOT_NORMAL};
    struct self_play match;
    self_play_begin(&match, board, 0, jack[seed % COUNT(jack)], BOT_HARD, seed);
    record_init(&maker.record, &match.setup);
    bool good = play(&maker, &match);
    record_free(&maker.record);
    return good;
}
