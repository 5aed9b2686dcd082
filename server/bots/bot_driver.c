/* bot_driver.c: see bot_driver.h. */
#include "server/bots/bot_driver.h"

#include <stdlib.h>
#include <string.h>

#include "common/base/random.h"
#include "server/base/log.h"
#include "server/bots/bot_seats.h"
#include "server/table/broadcast.h"
#include "server/table/table_commit.h"
#include "server/table/table_log.h"

enum { RETRY_MILLISECONDS = 1000 }; /* after the store refused an action, or a decision failed */

/* A bot that has to act now. Two are the same if all members are equal. */
struct actor {
    int member;     /* -1 if no bot has to act */
    unsigned pawns; /* those that may act now */
    uint8_t bot;    /* 1 + level */
};

struct decision;

struct bot_driver {
    TAILQ_ENTRY(bot_driver) queue_entry;
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

    bool queued; /* to decide */
    struct decision *decision;
    bool chosen; /* `action` waits for `moment` */
    struct action action;
    uint64_t moment;
    uint64_t not_before;  /* set after something failed */
    bool closing, closed; /* of the timer */
};

/* Everything a deciding thread needs. Apart from this it reads only the board, which never changes. */
struct decision {
    uv_work_t work;
    struct table *table; /* held; not used by the thread */
    unsigned turn;
    const struct board *board;
    struct setup setup;
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

static void decide(uv_work_t *work)
{
    struct decision *decision = work->data;
    struct game game;
    struct events events;
    struct dossier dossier;
    bool good = game_new(decision->board, &game, &decision->setup) == ERROR_OK;
    dossier_begin(&dossier, decision->setup.game, decision->setup.options);
    for (size_t i = 0; good && i < decision->count; i++) {
        good = game_apply(decision->board, &game, &decision->actions[i], &events) == ERROR_OK;
        if (good) {
            dossier_follow(&dossier, &game, &events);
        }
    }
    if (good) {
        bot_observe(decision->board, &game, decision->viewer, &dossier, &decision->observation);
        good = decision->observation.legal.shown.kinds != 0;
    }
    if (good) {
        decision->intended =
            bot_choose(&decision->observation, decision->level, decision->seed, &decision->chosen);
    }
    decision->good = good;
}

/* ---- back on the loop ---- */

static void start_decisions(struct bot_drivers *drivers);

static void decided(uv_work_t *work, int status)
{
    struct decision *decision = work->data;
    struct table *table = decision->table;
    struct bot_drivers *drivers = table->tables->bot_drivers;
    struct bot_driver *driver = table->bot_driver;
    driver->decision = NULL;
    drivers->deciding--;
    if (!drivers->stopping && decision->turn == driver->turn) {
        uint64_t now = uv_now(table->tables->loop);
        uint64_t delay =
            bot_delay(table->id, table->entries, table->lobby.pace, table->tables->options->bot_pace);
        driver->chosen = status == 0 && decision->good;
        driver->action = decision->chosen;
        driver->moment = bot_moment(driver->since, delay, now);
        if (driver->chosen && !decision->intended) {
            log_line(LOG_WARNING, "bot_meant_something_illegal", "table=%s actions=%zu", table->id,
                     table->entries);
        }
        if (!driver->chosen) {
            log_line(LOG_ERROR, "bot_has_no_choice", "table=%s", table->id);
            driver->not_before = now + RETRY_MILLISECONDS;
        }
    }
    free(decision->actions);
    free(decision);
    bot_driver_update(table);
    start_decisions(drivers);
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

static bool start_decision(struct bot_driver *driver)
{
    struct table *table = driver->table;
    struct decision *decision = calloc(1, sizeof *decision);
    if (decision == NULL) {
        return false;
    }
    decision->work.data = decision;
    decision->table = table;
    decision->turn = driver->turn;
    decision->board = table_board(table);
    decision->setup = table->lobby.setup;
    decision->viewer = member_viewer(&table->lobby.member[driver->actor.member]);
    decision->level = (enum bot_level)(driver->actor.bot - 1);
    decision->seed = seed_of(driver);
    decision->actions = malloc((table->entries + 1) * sizeof *decision->actions);
    if (decision->actions == NULL) {
        free(decision);
        return false;
    }
    decision->count = table_effective(table, decision->actions);
    if (uv_queue_work(table->tables->loop, &decision->work, decide, decided) != 0) {
        free(decision->actions);
        free(decision);
        return false;
    }
    driver->decision = decision;
    table_hold(table);
    table->tables->bot_drivers->deciding++;
    return true;
}

static void leave_queue(struct bot_drivers *drivers, struct bot_driver *driver)
{
    if (driver->queued) {
        TAILQ_REMOVE(&drivers->queue, driver, queue_entry);
        driver->queued = false;
    }
}

/* Starts as many decisions as may run at once. A bot whose turn has passed while it was queued is skipped. */
static void start_decisions(struct bot_drivers *drivers)
{
    struct bot_driver *driver;
    while (!drivers->stopping && drivers->deciding < drivers->tables->options->bot_thoughts &&
           (driver = TAILQ_FIRST(&drivers->queue)) != NULL) {
        leave_queue(drivers, driver);
        if (driver->actor.member >= 0 && !driver->chosen && !start_decision(driver)) {
            driver->not_before = uv_now(drivers->tables->loop) + RETRY_MILLISECONDS;
            bot_driver_update(driver->table);
        }
    }
}

static void queue_decision(struct bot_driver *driver)
{
    struct bot_drivers *drivers = driver->table->tables->bot_drivers;
    driver->queued = true;
    TAILQ_INSERT_TAIL(&drivers->queue, driver, queue_entry);
    start_decisions(drivers);
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
    bool acted = !driver->updated || driver->entries != table->entries;
    driver->forfeit = acted ? 0 : driver->forfeit;
    struct actor actor = find_actor(table, driver->forfeit, &awaited);
    if (acted || (awaited & ~driver->awaited) != 0) { /* a player who returns has the full time again, once */
        table->clock_start = now;
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
    } else if (driver->actor.member >= 0 && !driver->queued && driver->decision == NULL) {
        when = driver->not_before;
    }
    if (table->lobby.clock != 0 && driver->awaited != 0) {
        uint64_t out = later(now + table_clock_left(table), driver->not_before);
        when = out < when ? out : when;
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
    if (table->lobby.state != TABLE_RUNNING) {
        if (driver != NULL) { /* the game has ended; a decision under way is for an earlier turn */
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
    if (driver->actor.member >= 0 && !driver->chosen && !driver->queued && driver->decision == NULL &&
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
    leave_queue(table->tables->bot_drivers, driver);
    table->bot_driver = NULL;
    driver->table = NULL;
    if (driver->closed) {
        free(driver);
    } else {
        close_timer(driver); /* on_closed() frees the driver */
    }
}

void bot_drivers_init(struct bot_drivers *drivers, struct tables *tables)
{
    *drivers = (struct bot_drivers){.tables = tables};
    TAILQ_INIT(&drivers->queue);
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
            if (driver->decision != NULL) { /* a decision that no thread has started yet is cancelled */
                (void)uv_cancel((uv_req_t *)&driver->decision->work);
            }
        }
    }
}
