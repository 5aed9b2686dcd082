/* twins.c: see twins.h. */
#include "tests/support/c/twins.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/c/twins_internal.h"

enum {
    TRIES_ALIKE = 8,   /* attempts to find an action that both games answer alike */
    TRIES_ROW = 12,    /* then the current rows are made equal, ... */
    TRIES = 16,        /* then everything */
    STEPS_MAX = 400,   /* of one pair, after the games diverge */
    BEGINNINGS = 1000, /* games started until one reaches the wanted round */
};

/* ---- what an action reveals by the rules ---- */

static const struct event *find(const struct events *events, enum event_kind kind)
{
    for (unsigned i = 0; i < events->count; i++) {
        if (events->item[i].kind == kind) {
            return &events->item[i];
        }
    }
    return NULL;
}

static bool either_has(const struct events *first, const struct events *second, enum event_kind kind)
{
    return find(first, kind) != NULL || find(second, kind) != NULL;
}

/* Compares questions and announcements, and the members that answer them. */
static bool answers_are_alike(const struct events *first, const struct events *second)
{
    static const uint8_t kinds[] = {EVENT_ADDRESS, EVENT_SEARCH,    EVENT_ARREST, EVENT_SMOKER,
                                    EVENT_REVEAL,  EVENT_DISCOVERY, EVENT_ESCAPE};
    for (unsigned i = 0; i < sizeof kinds; i++) {
        const struct event *left = find(first, (enum event_kind)kinds[i]);
        const struct event *right = find(second, (enum event_kind)kinds[i]);
        if ((left == NULL) != (right == NULL)) {
            return false;
        }
        if (left != NULL && (left->found != right->found || left->face != right->face ||
                             (kinds[i] == EVENT_DISCOVERY && left->circle != right->circle) ||
                             (kinds[i] == EVENT_SMOKER &&
                              memcmp(&left->circles, &right->circles, sizeof left->circles) != 0))) {
            return false;
        }
    }
    return true;
}

/* ---- one action in both games ---- */

/* An action applied to copies of both games. */
struct outcome {
    struct action first_action, second_action;
    struct game first, second;
    struct events first_events, second_events;
    enum error first_error, second_error;
};

static void try_out(const struct twins *twins, struct outcome *outcome)
{
    outcome->first = twins->first.game;
    outcome->second = twins->second.game;
    outcome->first_events.count = outcome->second_events.count = 0;
    outcome->first_error =
        game_apply(twins->board, &outcome->first, &outcome->first_action, &outcome->first_events);
    outcome->second_error =
        game_apply(twins->board, &outcome->second, &outcome->second_action, &outcome->second_events);
}

/* Makes equal in both games whatever the action will reveal in any case. */
static void prepare(struct twins *twins, const struct outcome *outcome)
{
    if (either_has(&outcome->first_events, &outcome->second_events, EVENT_VICTIMS)) {
        twins_match_marks(twins);
    }
    if (either_has(&outcome->first_events, &outcome->second_events, EVENT_ALARM)) {
        twins_match_faces(twins);
    }
    if (either_has(&outcome->first_events, &outcome->second_events, EVENT_HEAD)) {
        twins_match_heads(twins);
    }
}

static void put_in_log(struct truth *truth, const struct action *action)
{
    if (truth->count == TWINS_LOG_MAX) {
        abort();
    }
    truth->log[truth->count++] = *action;
}

static void carry_out(struct twins *twins, const struct outcome *outcome)
{
    unsigned differed = twins_differences(twins);
    twins->first.game = outcome->first;
    twins->second.game = outcome->second;
    put_in_log(&twins->first, &outcome->first_action);
    put_in_log(&twins->second, &outcome->second_action);
    twins_compare(twins, differed, &outcome->first_action, &outcome->first_events, &outcome->second_events);
    if (twins->rejoined || twins->first.game.kind == GAME_WHITECHAPEL) {
        twins_part(twins);
        twins->rejoined = false;
    }
}

/* The same police action must be legal in both or in neither, because what the police may do is public. */
static bool refused_in_one(struct twins *twins, const struct outcome *outcome)
{
    if (outcome->first_action.by == PAWN_JACK || outcome->first_error == outcome->second_error) {
        return false;
    }
    twins->report->result = TWINS_LEAK;
    snprintf(twins->report->text, sizeof twins->report->text,
             "%s by %s: \"%s\" in one truth, \"%s\" in the other",
             action_name((enum action_kind)outcome->first_action.kind),
             pawn_name((enum pawn)outcome->first_action.by), error_sentence(outcome->first_error),
             error_sentence(outcome->second_error));
    return true;
}

/* Makes the second game more like the first after `tries` failed attempts. */
static void reduce_differences(struct twins *twins, unsigned tries)
{
    if (tries == TRIES_ALIKE && twins->first.game.kind == GAME_WHITECHAPEL) {
        twins_match_row(twins);
    }
    if (tries >= TRIES_ROW) {
        twins_rejoin(twins);
    }
}

/* Plays one action. Returns false when the pair is finished. */
static bool step(struct twins *twins)
{
    struct outcome outcome;
    for (unsigned tries = 0; tries < TRIES; tries++) {
        reduce_differences(twins, tries);
        if (!twins_choose(twins, &outcome.first_action, &outcome.second_action)) {
            continue;
        }
        try_out(twins, &outcome);
        if (refused_in_one(twins, &outcome)) {
            return false;
        }
        if (outcome.first_error != ERROR_OK || outcome.second_error != ERROR_OK ||
            either_has(&outcome.first_events, &outcome.second_events, EVENT_OVER)) {
            continue;
        }
        prepare(twins, &outcome);
        try_out(twins, &outcome);
        if (answers_are_alike(&outcome.first_events, &outcome.second_events)) {
            carry_out(twins, &outcome);
            return twins->report->result == TWINS_ALIKE;
        }
    }
    return false;
}

/* ---- one pair ---- */

static bool at_beginning(const struct game *game, const struct twins_plan *plan)
{
    return game->round == plan->round && (plan->round == 1 || game->last_cell <= CELL_ONE);
}

/* Plays a game up to the start of the wanted round. */
static bool begin(struct truth *truth, const struct twins_plan *plan, const struct board *board,
                  struct random *random)
{
    struct play_style style = {.homing = true, .no_arrests = true};
    struct events events;
    struct action action;
    if (game_new(board, &truth->game, &truth->setup) != ERROR_OK) {
        abort();
    }
    truth->count = 0;
    while (!at_beginning(&truth->game, plan) && truth->count + STEPS_MAX < TWINS_LOG_MAX) {
        if (!play_choose(board, &truth->game, random, style, &action) ||
            game_apply(board, &truth->game, &action, &events) != ERROR_OK) {
            return false;
        }
        put_in_log(truth, &action);
    }
    return at_beginning(&truth->game, plan);
}

/* Every other table has one seat per pawn; on the others, pawns are shared in any way. */
static struct setup setup_for(const struct twins_plan *plan, struct random *random)
{
    struct setup setup = play_setup(plan->game, plan->options, random);
    if (random_below(random, 2) == 0) {
        struct setup full = play_setup_full(plan->game, plan->options);
        memcpy(full.heads, setup.heads, sizeof full.heads);
        setup = full;
    }
    for (unsigned i = 0; plan->head != 0 && i < POLICEMEN_MAX; i++) {
        if (setup.heads[i] == plan->head) {
            setup.heads[i] = setup.heads[plan->round - 1];
            setup.heads[plan->round - 1] = (uint8_t)plan->head;
            break;
        }
    }
    return setup;
}

/* Returns what varies: the wanted secret and most of the others. */
static unsigned secrets_of(const struct twins_plan *plan, struct random *random)
{
    unsigned police = SECRET_BIT(SECRET_PATROL_FACES) | SECRET_BIT(SECRET_HEADS_PILE);
    unsigned vary = SECRET_BIT(plan->secret);
    for (unsigned secret = 0; secret < SECRET_COUNT; secret++) {
        unsigned one_in = secret == SECRET_PATROL_FACES ? 2 : 5;
        bool wanted = random_below(random, one_in) != (secret == SECRET_PATROL_FACES ? 1U : 0U);
        vary |= wanted ? SECRET_BIT(secret) : 0;
    }
    if ((vary & SECRET_BIT(SECRET_HIDEOUT)) != 0) {
        vary |= SECRET_BIT(SECRET_ROW); /* with different hideouts, Jack cannot follow the same path */
    }
    if ((vary & SECRET_BIT(SECRET_ROW)) == 0) {
        vary &= ~(SECRET_BIT(SECRET_DISCOVERIES) | SECRET_BIT(SECRET_TILE_KINDS));
        vary &= ~SECRET_BIT(SECRET_CRIME_ORDER); /* Jack is on a different circle and continues from there */
    }
    return plan->jack_looks ? vary & police : vary;
}

/* Checks that the second game is legal: replaying its own actions must lead to it. */
static void check_second(struct twins *twins)
{
    struct game game;
    struct events events;
    enum error error = game_new(twins->board, &game, &twins->second.setup);
    unsigned i = 0;
    for (; error == ERROR_OK && i < twins->second.count; i++) {
        error = game_apply(twins->board, &game, &twins->second.log[i], &events);
    }
    if (error != ERROR_OK || memcmp(&game, &twins->second.game, sizeof game) != 0) {
        twins->report->result = TWINS_BROKEN;
        snprintf(twins->report->text, sizeof twins->report->text,
                 "the second truth is no game by the rules: action %u of %u, %s", i, twins->second.count,
                 error_sentence(error));
    }
}

static void count_seen(const struct twins *twins, const struct twins_plan *plan, struct twins_table *table)
{
    for (unsigned option = 0; option < TWINS_OPTIONS; option++) {
        bool on = option == 0 ? plan->options == 0 : (plan->options & (1U << (option - 1))) != 0;
        for (unsigned cell = 0; on && cell < SECRET_COUNT * TWINS_VIEWERS; cell++) {
            unsigned secret = cell / TWINS_VIEWERS;
            unsigned viewer = cell % TWINS_VIEWERS;
            table->pairs[secret][viewer][option] += twins->seen[secret][viewer];
        }
    }
    table->played++;
    table->looks += twins->looks;
}

void twins_play(const struct twins_plan *plan, struct twins_table *table, struct twins_report *report)
{
    struct twins *twins = calloc(1, sizeof *twins);
    if (twins == NULL) {
        abort();
    }
    *report = (struct twins_report){.result = TWINS_ALIKE};
    twins->report = report;
    twins->board = play_board(plan->game);
    twins->random.state = plan->seed;
    twins->vary = secrets_of(plan, &twins->random);
    bool begun = false;
    for (unsigned i = 0; i < BEGINNINGS && !begun; i++) {
        twins->first.setup = setup_for(plan, &twins->random);
        begun = begin(&twins->first, plan, twins->board, &twins->random);
    }
    twins_rejoin(twins);
    twins_part(twins);
    twins->rejoined = false;
    for (unsigned i = 0; begun && i < STEPS_MAX && step(twins); i++) {
    }
    if (report->result == TWINS_ALIKE) {
        check_second(twins);
    }
    count_seen(twins, plan, table);
    free(twins);
}
