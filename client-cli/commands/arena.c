/* arena.c: see arena.h. */
#include "client-cli/commands/arena.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/bots/random_action.h"
#include "common/bots/self_play.h"
#include "common/wire/record.h"

enum { RECORD_BYTES = 256 << 10, SECOND_NS = 1000000000, PROGRESS_NS = 500000000 };

/* Shared by the threads: the plan, the number of the next game, and how many are over. */
struct arena {
    const struct arena_plan *plan;
    atomic_uint next;
    pthread_mutex_t lock; /* protects `over` */
    pthread_cond_t changed;
    unsigned over;
};

struct worker {
    pthread_t thread;
    struct arena *arena;
    struct arena_result result;
};

/* CPU time of this thread, so that other load on the machine does not count against a bot. */
static double thread_seconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- One game ----------------------------------------------------------------------------------- */

static void take_any(const struct bot_observation *observation, uint64_t seed, struct action *action)
{
    struct random random = {.state = seed};
    const struct legal *legal = &observation->legal.shown;
    random_action(legal, (enum action_kind)random_bit(legal->kinds, &random), &random, action);
}

static void decide(const struct arena_plan *plan, struct self_play *match,
                   const struct bot_observation *observation, struct arena_result *result,
                   struct action *action)
{
    enum arena_side side = self_play_is_jack(observation) ? ARENA_JACK : ARENA_POLICE;
    double start = thread_seconds();
    self_play_choose(match, observation, action);
    double took = thread_seconds() - start;
    result->decisions[side]++;
    result->seconds[side] += took;
    result->slowest[side] = fmax(result->slowest[side], took);
    if (plan->clock > 0 && took > plan->clock) {
        result->late[side]++;
        take_any(observation, match->seed + match->decisions, action);
    }
}

/* ---- Calibration -------------------------------------------------------------------------------- */

const uint8_t arena_bin_end[ARENA_BINS] = {2, 5, 10, 15, 20, 30, 50, 75, 100};

static void add_estimate(struct arena_bin *bin, double estimate, bool hit)
{
    unsigned index = 0;
    while (index + 1 < ARENA_BINS && estimate * 100 > arena_bin_end[index]) {
        index++;
    }
    bin[index].count++;
    bin[index].sum += estimate;
    bin[index].hits += hit;
}

/* Compares what the police believe before this action with the truth. */
static void calibrate(const struct self_play *match, const struct bot_observation *observation,
                      const struct action *action, struct arena_result *result)
{
    double now[SET_LIMIT] = {0};
    const struct game *game = &match->game;
    if (self_play_is_jack(observation) || game->phase != PHASE_ACT || match->police.style != NULL ||
        !bot_estimate(observation, match->police.level, match->seed + match->decisions, now)) {
        return;
    }
    unsigned truth = game->row[game->round - 1][game->last_cell];
    unsigned possible = 0;
    for (unsigned circle = 1; circle < SET_LIMIT; circle++) {
        if (now[circle] > 0) {
            add_estimate(result->position, now[circle], circle == truth);
            possible++;
        }
    }
    result->estimates++;
    result->bits -= log2(fmax(now[truth], 0.001)); /* a sample of trails may miss the truth */
    result->uniform_bits += log2(possible > 0 ? possible : 1);
    if (action->kind == ACTION_ARREST && action->circle != 0) {
        add_estimate(result->arrest, now[action->circle], action->circle == truth);
    }
}

static void add_bins(struct arena_bin *sum, const struct arena_bin *more)
{
    for (unsigned i = 0; i < ARENA_BINS; i++) {
        sum[i].count += more[i].count;
        sum[i].hits += more[i].hits;
        sum[i].sum += more[i].sum;
    }
}

/* ---- Records and sums ---------------------------------------------------------------------------- */

static void save_game(const struct arena_plan *plan, unsigned number, const struct self_play *match,
                      struct record *record, struct arena_result *result)
{
    char path[4096];
    char *text = malloc(RECORD_BYTES);
    struct json_writer writer;
    record->winner = match->game.winner;
    record->reason = match->game.reason;
    (void)snprintf(record->name[0], sizeof record->name[0], "Jack (%s)", bot_player_name(match->jack));
    (void)snprintf(record->name[1], sizeof record->name[1], "Police (%s)", bot_player_name(match->police));
    (void)snprintf(path, sizeof path, "%s/%s-%s-%s-%05u.json", plan->save, game_name(plan->board->game),
                   bot_player_name(plan->jack), bot_player_name(plan->police), number);
    FILE *file = text == NULL ? NULL : fopen(path, "w");
    bool good = file != NULL;
    if (good) {
        json_write_begin(&writer, text, RECORD_BYTES);
        record_write(record, &writer);
        good = json_write_ok(&writer) && fwrite(writer.text, 1, writer.length, file) == writer.length;
        good = fclose(file) == 0 && good;
    }
    result->unsaved += !good;
    free(text);
}

static void add_game(const struct self_play *match, struct arena_result *result)
{
    unsigned long actions = match->decisions;
    result->jack_wins += match->game.winner == WINNER_JACK;
    result->endings[match->game.reason]++;
    result->rounds[match->game.round]++;
    result->actions += actions;
    result->longest = actions > result->longest ? actions : result->longest;
    result->shortest = result->games == 0 || actions < result->shortest ? actions : result->shortest;
    result->mistakes += match->mistakes;
    result->games++;
}

static void play_game(const struct arena_plan *plan, unsigned number, struct arena_result *result)
{
    struct random seeds = {.state = plan->seed + number};
    struct self_play match;
    struct bot_observation observation;
    struct action action;
    struct record record;
    self_play_begin_players(&match, plan->board, plan->options, plan->jack, plan->police,
                            random_next(&seeds));
    record_init(&record, &match.setup);
    while (self_play_observe(&match, &observation)) {
        decide(plan, &match, &observation, result, &action);
        if (plan->calibration) {
            calibrate(&match, &observation, &action, result);
        }
        if (!self_play_apply(&match, &action)) {
            break; /* cannot happen; it would show up as a game without an ending */
        }
        if (plan->save != NULL && !record_append(&record, &action)) {
            break;
        }
    }
    add_game(&match, result);
    if (plan->save != NULL) {
        save_game(plan, number, &match, &record, result);
    }
    record_free(&record);
}

/* ---- All games --------------------------------------------------------------------------------- */

static void *work(void *context)
{
    struct worker *worker = context;
    const struct arena_plan *plan = worker->arena->plan;
    for (;;) {
        unsigned number = atomic_fetch_add(&worker->arena->next, 1);
        if (number >= plan->games) {
            return NULL;
        }
        play_game(plan, number, &worker->result);
        (void)pthread_mutex_lock(&worker->arena->lock);
        worker->arena->over++;
        (void)pthread_cond_signal(&worker->arena->changed);
        (void)pthread_mutex_unlock(&worker->arena->lock);
    }
}

/* Reports the progress until all games are over. */
static void watch_progress(struct arena *arena)
{
    const struct arena_plan *plan = arena->plan;
    (void)pthread_mutex_lock(&arena->lock);
    while (arena->over < plan->games) {
        struct timespec until;
        (void)clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += PROGRESS_NS;
        until.tv_sec += until.tv_nsec / SECOND_NS;
        until.tv_nsec %= SECOND_NS;
        while (arena->over < plan->games &&
               pthread_cond_timedwait(&arena->changed, &arena->lock, &until) == 0) {
        }
        unsigned over = arena->over;
        (void)pthread_mutex_unlock(&arena->lock);
        plan->progress(plan->context, over);
        (void)pthread_mutex_lock(&arena->lock);
    }
    (void)pthread_mutex_unlock(&arena->lock);
}

static void add_result(struct arena_result *sum, const struct arena_result *more)
{
    if (more->games == 0) {
        return;
    }
    sum->longest = more->longest > sum->longest ? more->longest : sum->longest;
    sum->shortest = sum->games == 0 || more->shortest < sum->shortest ? more->shortest : sum->shortest;
    sum->games += more->games;
    sum->jack_wins += more->jack_wins;
    for (unsigned i = 0; i < REASON_COUNT; i++) {
        sum->endings[i] += more->endings[i];
    }
    for (unsigned i = 0; i <= ROWS; i++) {
        sum->rounds[i] += more->rounds[i];
    }
    sum->actions += more->actions;
    sum->mistakes += more->mistakes;
    sum->unsaved += more->unsaved;
    add_bins(sum->position, more->position);
    add_bins(sum->arrest, more->arrest);
    sum->bits += more->bits;
    sum->uniform_bits += more->uniform_bits;
    sum->estimates += more->estimates;
    for (unsigned side = 0; side < ARENA_SIDES; side++) {
        sum->decisions[side] += more->decisions[side];
        sum->late[side] += more->late[side];
        sum->seconds[side] += more->seconds[side];
        sum->slowest[side] = fmax(sum->slowest[side], more->slowest[side]);
    }
}

bool arena_run(const struct arena_plan *plan, struct arena_result *result)
{
    struct arena arena = {
        .plan = plan, .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    struct worker *worker = calloc(plan->threads, sizeof *worker);
    unsigned started = 0;
    memset(result, 0, sizeof *result);
    if (worker == NULL) {
        return false;
    }
    while (started < plan->threads) {
        worker[started].arena = &arena;
        if (pthread_create(&worker[started].thread, NULL, work, &worker[started]) != 0) {
            break; /* the threads already started play all games */
        }
        started++;
    }
    if (started > 0 && plan->progress != NULL) {
        watch_progress(&arena);
    }
    for (unsigned i = 0; i < started; i++) {
        (void)pthread_join(worker[i].thread, NULL);
        add_result(result, &worker[i].result);
    }
    free(worker);
    return started > 0;
}

struct arena_interval arena_interval(unsigned wins, unsigned games)
{
    const double z = 1.959964; /* for a 95 % confidence interval */
    if (games == 0) {
        return (struct arena_interval){0, 1};
    }
    double n = games;
    double share = wins / n;
    double middle = share + z * z / (2 * n);
    double half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    double scale = 1 + z * z / n;
    /* At 0 and 1 the two terms are equal except for rounding. */
    return (struct arena_interval){wins == 0 ? 0 : (middle - half) / scale,
                                   wins == games ? 1 : (middle + half) / scale};
}
