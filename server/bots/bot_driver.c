/* bot_driver.c: see bot_driver.h. */
#include "server/bots/bot_driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/random.h"
#include "server/base/log.h"
#include "server/bots/bot_seats.h"
#include "server/table/changes/broadcast.h"
#include "server/table/changes/table_commit.h"
#include "server/table/table_lesson.h"
#include "server/table/table_log.h"

enum {
    RETRY_MILLISECONDS = 1000, /* after the store refused an action, or a decision failed */
    LOOK_MILLISECONDS = 10000, /* between two looks at a clock: somebody may have set the time of day */
};

/* A bot that has to act now. Two are the same if all members are equal. */
struct actor {
    int member;     /* -1 if no bot has to act */
    unsigned pawns; /* those that may act now */
    uint8_t bot;    /* 1 + level */
};

struct decision;

struct bot_driver {
    struct table *table;
    uv_timer_t timer;
    uint64_t seed; /* of this table's bots; never leaves memory */

    /* The turn as of the last update. A decision made for another turn is dropped. */
    bool updated;
    size_t entries;
    struct actor actor;
    unsigned awaited; /* pawns of players who have to act */
    unsigned turn;    /* counts turns */
    unsigned attempts;
    uint64_t since;   /* when the turn started */
    bool renewed;     /* a late player has returned during the turn and was given the full time again */
    unsigned forfeit; /* pawns of players who were late again: the bot plays this turn even if they return */

    struct decision *decision; /* under way, or waiting for its turn */
    bool chosen;               /* `action` waits for `moment` */
    struct action action;
    uint64_t moment;
    bool paused;          /* the clock stood still when it was last sent */
    uint64_t not_before;  /* set after something failed */
    bool closing, closed; /* of the timer */
};

/* Everything a deciding thread needs. Apart from this it reads only the board, which never changes. */
struct thought {
    const struct board *board;
    struct setup setup;
    const struct lesson *lesson; /* the one that is played, or NULL */
    struct viewer viewer;
    enum bot_level level;
    uint64_t seed;
    struct action *actions;
    size_t count;
    bool good;     /* `chosen` is set */
    bool intended; /* it is what the bot's strategy wanted, and not a replacement for an illegal choice */
    struct action chosen;
    struct bot_observation observation;
};

/* A decision under way, or waiting to be run. */
struct decision {
    struct job job;
    struct table *table; /* held */
    unsigned turn;
    struct thought *thought; /* NULL until the decision's turn to run has come */
};

/* ---- moments ---- */

uint64_t bot_delay(const char *table, size_t actions, enum pace pace, long percent)
{
    static const unsigned usual[PACE_COUNT] = {[PACE_SLOW] = 2500, [PACE_NORMAL] = 1000, [PACE_QUICK] = 300};
    struct random random = {actions};
    for (const char *at = table; *at != '\0'; at++) {
        random.state = random_next(&random) ^ (unsigned char)*at;
    }
    unsigned milliseconds = usual[pace] / 2 + random_below(&random, usual[pace] + 1);
    return (uint64_t)milliseconds * (uint64_t)percent / 100;
}

uint64_t bot_moment(uint64_t since, uint64_t delay, uint64_t now)
{
    if (delay == 0) {
        return now;
    }
    uint64_t passed = now > since ? now - since : 0;
    uint64_t times = (passed + delay - 1) / delay;
    return since + delay * (times == 0 ? 1 : times);
}

/* ---- deciding, on another thread ---- */

/* Chooses what the lesson has prepared, if it is followed and the bot's action is next. */
static bool choose_prepared(struct thought *thought, const struct game *game)
{
    const struct lesson *lesson = thought->lesson;
    if (lesson == NULL || lesson_state(lesson, thought->actions, thought->count) != LESSON_WAIT) {
        return false;
    }
    struct game after = *game;
    struct events events;
    thought->chosen = lesson->record.actions[thought->count];
    thought->intended = true;
    return game_apply(thought->board, &after, &thought->chosen, &events) == ERROR_OK;
}

static void decide(struct job *job)
{
    struct thought *thought = ((struct decision *)job)->thought;
    struct game game;
    struct events events;
    struct dossier dossier;
    bool good = game_new(thought->board, &game, &thought->setup) == ERROR_OK;
    dossier_begin(&dossier, thought->setup.game, thought->setup.options);
    for (size_t i = 0; good && i < thought->count; i++) {
        good = game_apply(thought->board, &game, &thought->actions[i], &events) == ERROR_OK;
        if (good) {
            dossier_follow(&dossier, &game, &events);
        }
    }
    if (good && choose_prepared(thought, &game)) {
        thought->good = true;
        return;
    }
    if (good) {
        bot_observe(thought->board, &game, thought->viewer, &dossier, &thought->observation);
        good = thought->observation.legal.shown.kinds != 0;
    }
    if (good) {
        thought->intended =
            bot_choose(&thought->observation, thought->level, thought->seed, &thought->chosen);
    }
    thought->good = good;
}

/* ---- back on the loop ---- */

static void free_thought(struct thought *thought)
{
    if (thought != NULL) {
        free(thought->actions);
        free(thought);
    }
}

/* Notes what the bot has chosen, and when it will do it. */
static void take_choice(struct bot_driver *driver, const struct thought *thought)
{
    const struct table *table = driver->table;
    uint64_t now = uv_now(table->tables->loop);
    uint64_t delay =
        bot_delay(table->id, table->entries, table->lobby.pace, table->tables->options->bot_pace);
    driver->chosen = thought->good;
    driver->action = thought->chosen;
    driver->moment = bot_moment(driver->since, delay, now);
    if (driver->chosen && !thought->intended) {
        log_line(LOG_WARNING, "bot_meant_something_illegal", "table=%s actions=%zu", table->id,
                 table->entries);
    }
    if (!driver->chosen) {
        log_line(LOG_ERROR, "bot_has_no_choice", "table=%s", table->id);
        driver->not_before = now + RETRY_MILLISECONDS;
    }
}

static void decided(struct job *job, bool ran)
{
    struct decision *decision = (struct decision *)job;
    struct table *table = decision->table;
    struct bot_drivers *drivers = table->tables->bot_drivers;
    struct bot_driver *driver = table->bot_driver;
    driver->decision = NULL;
    if (!drivers->stopping && decision->turn == driver->turn) {
        if (ran) {
            take_choice(driver, decision->thought);
        } else { /* there was no memory for it, or no bot has to act */
            driver->not_before = uv_now(table->tables->loop) + RETRY_MILLISECONDS;
        }
    }
    free_thought(decision->thought);
    free(decision);
    bot_driver_update(table);
    table_unhold(table);
}

/* Returns a number that nobody can predict without knowing the table's seed. */
static uint64_t seed_of(const struct bot_driver *driver)
{
    struct random random = {driver->seed + driver->entries};
    for (unsigned i = 0; i < driver->attempts; i++) {
        (void)random_next(&random);
    }
    return random_next(&random);
}

/* Copies what the thread needs. Returns false if there is no memory, or no bot has to act any more. */
static bool begin_thought(struct job *job)
{
    struct decision *decision = (struct decision *)job;
    const struct table *table = decision->table;
    const struct bot_driver *driver = table->bot_driver;
    decision->turn = driver->turn; /* it may have changed while the decision waited */
    if (driver->actor.member < 0) {
        return false;
    }
    struct thought *thought = calloc(1, sizeof *thought);
    struct action *actions = malloc((table->entries + 1) * sizeof *actions);
    if (thought == NULL || actions == NULL) {
        free(thought);
        free(actions);
        return false;
    }
    thought->board = table_board(table);
    thought->setup = table->lobby.setup;
    thought->lesson = table_lesson(table);
    thought->viewer = member_viewer(&table->lobby.member[driver->actor.member]);
    thought->level = (enum bot_level)(driver->actor.bot - 1);
    thought->seed = seed_of(driver);
    thought->actions = actions;
    thought->count = table_effective(table, actions);
    decision->thought = thought;
    return true;
}

/* The owner is the host's network; after a restart, until the host has connected again, the host. */
static void set_owner(struct job *job, const struct table *table)
{
    const struct player *host = player_find(table->tables, table->lobby.host);
    bool is_known = host != NULL && host->network[0] != '\0';
    job->kind = JOB_BOT;
    (void)snprintf(job->owner_key, sizeof job->owner_key, "%s", is_known ? host->network : table->lobby.host);
}

static void queue_decision(struct bot_driver *driver)
{
    struct table *table = driver->table;
    struct decision *decision = calloc(1, sizeof *decision);
    if (decision == NULL) {
        driver->not_before = uv_now(table->tables->loop) + RETRY_MILLISECONDS;
        return;
    }
    decision->job.begin = begin_thought;
    decision->job.run = decide;
    decision->job.done = decided;
    decision->table = table;
    set_owner(&decision->job, table);
    driver->decision = decision;
    table_hold(table);
    job_submit(table->tables->bot_drivers->jobs, &decision->job);
}

/* ---- acting ---- */

/* Returns whether the player of a seat watches the table now. */
static bool is_present(const struct table *table, const struct member *member)
{
    const struct watch *watch;
    LIST_FOREACH (watch, &table->watches, table_entry) {
        if (strcmp(watch->session->player->id, member->player) == 0) {
            return true;
        }
    }
    return false;
}

/* A player who is late but present has lost this one action only. */
static void act(struct bot_driver *driver)
{
    struct table *table = driver->table;
    const struct member *member = &table->lobby.member[driver->actor.member];
    struct table_actor actor = {.player = member->player,
                                .key = "",
                                .ends_substitution = member->substituted && is_present(table, member)};
    driver->not_before = uv_now(table->tables->loop) + RETRY_MILLISECONDS; /* in case the store refuses it */
    if (table_commit_action(table, &actor, &driver->action) != ERROR_OK) {
        log_line(LOG_ERROR, "bot_acts_illegally", "table=%s kind=%d", table->id, driver->action.kind);
        driver->chosen = false;
        driver->attempts++;
        bot_driver_update(table);
    }
}

static bool has_run_out(const struct bot_driver *driver)
{
    return driver->table->lobby.clock != 0 && driver->awaited != 0 && table_clock_left(driver->table) == 0;
}

static bool is_paused(const struct table *table)
{
    uint64_t next;
    return table->lobby.clock != 0 && table_clock_resumes(table, &next) != 0;
}

/* Sends the turn again when the night begins or ends, or an absence does. */
static void send_pause(struct bot_driver *driver)
{
    struct table *table = driver->table;
    bool paused = is_paused(table);
    if (paused != driver->paused && driver->awaited != 0) {
        driver->paused = paused;
        table_send_turn(table);
        sessions_deliver(table->tables->sessions);
    }
}

static void on_timer(uv_timer_t *timer)
{
    struct bot_driver *driver = timer->data;
    struct table *table = driver->table;
    uint64_t now = uv_now(table->tables->loop);
    if (table->busy) {
        return; /* the table is updated when its write has finished */
    }
    if (has_run_out(driver) && now >= driver->not_before) {
        driver->not_before = now + RETRY_MILLISECONDS;
        driver->forfeit |= driver->renewed ? driver->awaited : 0;
        if (table_substitute(table, driver->awaited)) {
            return;
        }
    }
    if (driver->chosen && now >= driver->moment && now >= driver->not_before) {
        act(driver);
    } else {
        send_pause(driver);
        bot_driver_update(table);
    }
}

/* ---- whose turn it is ---- */

/* Returns the bot that has to act, and in `awaited` the pawns of players who have to. */
static struct actor find_actor(const struct table *table, unsigned forfeit, unsigned *awaited)
{
    struct actor actor = {.member = -1};
    unsigned actors = game_actors(&table->game);
    *awaited = 0;
    for (unsigned i = 0; i < table->lobby.members; i++) {
        const struct member *member = &table->lobby.member[i];
        unsigned pawns = member->pawns & actors;
        if (member->bot == 0 && (pawns & forfeit) == 0) {
            *awaited |= pawns;
        } else if (actor.member < 0 && pawns != 0) {
            uint8_t bot = member->bot != 0 ? member->bot : (uint8_t)(1 + table->lobby.level);
            actor = (struct actor){(int)i, pawns, bot};
        }
    }
    return actor;
}

/* Notes the current turn. It is a new one if somebody has acted or undone something, or if another bot has to act. */
static void update_turn(struct bot_driver *driver)
{
    struct table *table = driver->table;
    uint64_t now = uv_now(table->tables->loop);
    unsigned awaited;
    bool restored = !driver->updated && table->clock.at != 0; /* the clock goes on */
    bool acted = !driver->updated || driver->entries != table->entries;
    driver->forfeit = acted ? 0 : driver->forfeit;
    struct actor actor = find_actor(table, driver->forfeit, &awaited);
    int64_t held_until = table->clock.held_until;
    table_clock_settle(table);
    if (acted || (awaited & ~driver->awaited) != 0) { /* a player who returns has the full time again, once */
        if (!restored) {
            table_clock_start(table);
        }
        driver->not_before = 0;
        driver->renewed = !acted;
    }
    if (acted || actor.member != driver->actor.member || actor.pawns != driver->actor.pawns ||
        actor.bot != driver->actor.bot) {
        driver->actor = actor;
        driver->turn++;
        driver->since = now;
        driver->chosen = false;
        driver->attempts = 0;
        driver->not_before = 0;
    }
    if (acted || held_until != table->clock.held_until) { /* whoever made that change sends the turn */
        driver->paused = is_paused(table);
    }
    driver->updated = true;
    driver->entries = table->entries;
    driver->awaited = awaited;
}

static uint64_t later(uint64_t one, uint64_t other)
{
    return one > other ? one : other;
}

/* Sets the timer to the next thing to do: a bot acts or decides again, or the clock runs out. */
static void set_timer(struct bot_driver *driver)
{
    const struct table *table = driver->table;
    uint64_t now = uv_now(table->tables->loop);
    uint64_t when = UINT64_MAX;
    if (driver->chosen) {
        when = later(driver->moment, driver->not_before);
    } else if (driver->actor.member >= 0 && driver->decision == NULL) {
        when = driver->not_before;
    }
    if (table->lobby.clock != 0 && driver->awaited != 0) {
        uint64_t change;
        (void)table_clock_resumes(table, &change);
        uint64_t out = later(now + table_clock_runs_out(table), driver->not_before);
        uint64_t look = now + (change != 0 && change < LOOK_MILLISECONDS ? change : LOOK_MILLISECONDS);
        when = out < when ? out : when;
        when = look < when ? look : when;
    }
    if (when == UINT64_MAX) {
        (void)uv_timer_stop(&driver->timer);
    } else {
        (void)uv_timer_start(&driver->timer, on_timer, when > now ? when - now : 0, 0);
    }
}

/* Returns the table's driver, a new one if needed. Returns NULL if it needs none, or there is no memory. */
static struct bot_driver *driver_of(struct table *table)
{
    bool needed = table->lobby.clock != 0;
    for (unsigned i = 0; i < table->lobby.members; i++) {
        needed = needed || table->lobby.member[i].bot != 0;
    }
    if (table->bot_driver != NULL || !needed) {
        return table->bot_driver;
    }
    struct bot_driver *driver = calloc(1, sizeof *driver);
    if (driver == NULL) {
        log_line(LOG_ERROR, "out_of_memory", "where=bots");
        return NULL;
    }
    driver->table = table;
    driver->seed = identity_random_64();
    uv_timer_init(table->tables->loop, &driver->timer);
    driver->timer.data = driver;
    table->bot_driver = driver;
    return driver;
}

void bot_driver_update(struct table *table)
{
    struct bot_driver *driver = table->bot_driver;
    if (table->tables->bot_drivers->stopping) {
        return;
    }
    if (table->lobby.state != TABLE_RUNNING || table->is_leaving) {
        if (driver != NULL) { /* the game has ended here; a decision under way is for an earlier turn */
            driver->turn++;
            driver->chosen = false;
            driver->actor.member = -1;
            (void)uv_timer_stop(&driver->timer);
        }
        return;
    }
    driver = driver_of(table);
    if (driver == NULL) {
        return;
    }
    update_turn(driver);
    if (driver->actor.member >= 0 && !driver->chosen && driver->decision == NULL &&
        uv_now(table->tables->loop) >= driver->not_before) {
        queue_decision(driver);
    }
    set_timer(driver);
}

/* ---- starting and stopping ---- */

static void on_closed(uv_handle_t *handle)
{
    struct bot_driver *driver = handle->data;
    driver->closed = true;
    if (driver->table == NULL) {
        free(driver);
    }
}

static void close_timer(struct bot_driver *driver)
{
    if (!driver->closing) {
        driver->closing = true;
        uv_close((uv_handle_t *)&driver->timer, on_closed);
    }
}

static void table_removed(struct table *table)
{
    struct bot_driver *driver = table->bot_driver;
    if (driver == NULL) {
        return;
    }
    table->bot_driver = NULL;
    driver->table = NULL;
    if (driver->closed) {
        free(driver);
    } else {
        close_timer(driver); /* on_closed() frees the driver */
    }
}

void bot_drivers_init(struct bot_drivers *drivers, struct tables *tables, struct jobs *jobs)
{
    *drivers = (struct bot_drivers){.tables = tables, .jobs = jobs};
    tables->bot_drivers = drivers;
    tables->hooks.changed = bot_driver_update;
    tables->hooks.removed = table_removed;
}

void bot_drivers_start(struct bot_drivers *drivers)
{
    struct table *table;
    LIST_FOREACH (table, &drivers->tables->all, entry) {
        bot_driver_update(table);
    }
}

void bot_drivers_stop(struct bot_drivers *drivers)
{
    struct table *table;
    drivers->stopping = true;
    LIST_FOREACH (table, &drivers->tables->all, entry) {
        struct bot_driver *driver = table->bot_driver;
        if (driver != NULL) {
            close_timer(driver);
        }
    }
}
