/* bots.c: who has to act, thinking about it elsewhere, and acting at a moment that tells nothing. */
#include "server/bots/bot_driver.h"

#include <stdlib.h>
#include <string.h>

#include "common/base/random.h"
#include "server/base/log.h"

enum { RETRY_MILLISECONDS = 1000 }; /* after a store that refused, or a thought that failed */

/* Who acts for whom: a bot's seat as it is now. Equal by members. */
struct actor {
    int member;     /* -1: no bot has to act */
    unsigned pawns; /* that may act now */
    uint8_t bot;    /* 1 + level */
};

struct thought;

struct attendant {
    struct attendant *next; /* of those waiting to think */
    struct table *table;
    uv_timer_t timer;
    uint64_t seed; /* of this table's bots; never leaves memory */

    /* The turn as it was last seen; a thought of another one is worth nothing. */
    bool seen;
    size_t entries;
    struct actor actor;
    unsigned awaited; /* pawns of people who have to act */
    unsigned turn;    /* how many there were before it */
    unsigned tries;
    uint64_t since;       /* when it began */
    uint64_t clock_since; /* when its clock did */
    bool renewed;         /* who was late has come back in it, and had his time again */
    unsigned forfeit;     /* pawns of who was late again: the bot plays this turn, whoever comes back */

    bool waits; /* to think */
    struct thought *thought;
    bool chosen; /* `action` waits for `moment` */
    struct action action;
    uint64_t moment;
    uint64_t not_before;  /* after something failed */
    bool closing, closed; /* its timer is */
};

/* All a thread needs; it looks at nothing else but the board, which never changes. */
struct thought {
    uv_work_t work;
    struct table *table; /* held; the thread does not touch it */
    unsigned turn;
    const struct board *board;
    struct setup setup;
    struct viewer viewer;
    enum bot_level level;
    uint64_t seed;
    struct action *actions;
    size_t count;
    bool good, foreseen; /* there is a choice; it is the one the bot meant */
    struct action chosen;
    struct bot_observation observation;
};

/* ---- moments ---- */

uint64_t bots_delay(const char *table, size_t actions, enum pace pace, long percent)
{
    static const unsigned usual[PACE_COUNT] = {[PACE_SLOW] = 2500, [PACE_NORMAL] = 1000, [PACE_QUICK] = 300};
    struct random random = {actions};
    for (const char *at = table; *at != '\0'; at++) {
        random.state = random_next(&random) ^ (unsigned char)*at;
    }
    unsigned milliseconds = usual[pace] / 2 + random_below(&random, usual[pace] + 1);
    return (uint64_t)milliseconds * (uint64_t)percent / 100;
}

uint64_t bots_moment(uint64_t since, uint64_t delay, uint64_t now)
{
    if (delay == 0) {
        return now;
    }
    uint64_t passed = now > since ? now - since : 0;
    uint64_t times = (passed + delay - 1) / delay;
    return since + delay * (times == 0 ? 1 : times);
}

uint64_t bots_clock_left(const struct table *table)
{
    const struct attendant *attendant = table->attendant;
    uint64_t whole = (uint64_t)table->lobby.clock * 1000;
    uint64_t passed = attendant == NULL ? 0 : uv_now(table->server->loop) - attendant->clock_since;
    return passed >= whole ? 0 : whole - passed;
}

/* ---- thinking, on another thread ---- */

static void think(uv_work_t *work)
{
    struct thought *thought = work->data;
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
    if (good) {
        bot_observe(thought->board, &game, thought->viewer, &dossier, &thought->observation);
        good = thought->observation.legal.shown.kinds != 0;
    }
    if (good) {
        thought->foreseen =
            bot_choose(&thought->observation, thought->level, thought->seed, &thought->chosen);
    }
    thought->good = good;
}

/* ---- and on the loop again ---- */

static void let_think(struct server *server);

static void thought_over(uv_work_t *work, int status)
{
    struct thought *thought = work->data;
    struct table *table = thought->table;
    struct server *server = table->server;
    struct attendant *attendant = table->attendant;
    attendant->thought = NULL;
    server->thoughts--;
    if (!server->stopping && thought->turn == attendant->turn) {
        uint64_t now = uv_now(server->loop);
        attendant->chosen = status == 0 && thought->good;
        attendant->action = thought->chosen;
        attendant->moment = bots_moment(
            attendant->since,
            bots_delay(table->id, table->entries, table->lobby.pace, server->options.bot_pace), now);
        if (attendant->chosen && !thought->foreseen) {
            log_line(LOG_WARNING, "bot_meant_something_illegal", "table=%s actions=%zu", table->id,
                     table->entries);
        }
        if (!attendant->chosen) {
            log_line(LOG_ERROR, "bot_has_no_choice", "table=%s", table->id);
            attendant->not_before = now + RETRY_MILLISECONDS;
        }
    }
    free(thought->actions);
    free(thought);
    bots_attend(table);
    let_think(server);
    table->holds--;
    table_release(table);
}

/* What nobody can foretell who does not know the table's seed. */
static uint64_t seed_of(const struct attendant *attendant)
{
    struct random random = {attendant->seed + attendant->entries};
    for (unsigned i = 0; i < attendant->tries; i++) {
        (void)random_next(&random);
    }
    return random_next(&random);
}

static bool begin_thought(struct attendant *attendant)
{
    struct table *table = attendant->table;
    struct thought *thought = calloc(1, sizeof *thought);
    if (thought == NULL) {
        return false;
    }
    thought->work.data = thought;
    thought->table = table;
    thought->turn = attendant->turn;
    thought->board = table->server->board[table->lobby.game];
    thought->setup = table->lobby.setup;
    thought->viewer = member_viewer(&table->lobby.member[attendant->actor.member]);
    thought->level = (enum bot_level)(attendant->actor.bot - 1);
    thought->seed = seed_of(attendant);
    thought->actions = malloc((table->entries + 1) * sizeof *thought->actions);
    if (thought->actions == NULL) {
        free(thought);
        return false;
    }
    thought->count = table_effective(table, thought->actions);
    if (uv_queue_work(table->server->loop, &thought->work, think, thought_over) != 0) {
        free(thought->actions);
        free(thought);
        return false;
    }
    attendant->thought = thought;
    table->holds++;
    table->server->thoughts++;
    return true;
}

/* As many as may think at once, first come, first served. Whose turn passed while he waited has no need. */
static void let_think(struct server *server)
{
    while (server->waiting_to_think != NULL && !server->stopping &&
           server->thoughts < server->options.bot_thoughts) {
        struct attendant *attendant = server->waiting_to_think;
        server->waiting_to_think = attendant->next;
        if (server->waiting_to_think == NULL) {
            server->waiting_end = &server->waiting_to_think;
        }
        attendant->waits = false;
        if (attendant->actor.member >= 0 && !attendant->chosen && !begin_thought(attendant)) {
            attendant->not_before = uv_now(server->loop) + RETRY_MILLISECONDS;
            bots_attend(attendant->table);
        }
    }
}

static void wait_to_think(struct attendant *attendant)
{
    struct server *server = attendant->table->server;
    attendant->waits = true;
    attendant->next = NULL;
    *server->waiting_end = attendant;
    server->waiting_end = &attendant->next;
    let_think(server);
}

/* ---- acting ---- */

static void act(struct attendant *attendant)
{
    struct table *table = attendant->table;
    uint64_t now = uv_now(table->server->loop);
    attendant->not_before = now + RETRY_MILLISECONDS; /* if the store refuses, not at once again */
    if (!table_act_for(table, &table->lobby.member[attendant->actor.member], &attendant->action)) {
        log_line(LOG_ERROR, "bot_acts_illegally", "table=%s kind=%d", table->id, attendant->action.kind);
        attendant->chosen = false;
        attendant->tries++;
        bots_attend(table);
    }
}

static bool has_run_out(const struct attendant *attendant)
{
    return attendant->table->lobby.clock != 0 && attendant->awaited != 0 &&
           bots_clock_left(attendant->table) == 0;
}

static void on_timer(uv_timer_t *timer)
{
    struct attendant *attendant = timer->data;
    struct table *table = attendant->table;
    uint64_t now = uv_now(table->server->loop);
    if (table->busy) {
        return; /* bots_attend() comes when it is not */
    }
    if (has_run_out(attendant) && now >= attendant->not_before) {
        attendant->not_before = now + RETRY_MILLISECONDS;
        attendant->forfeit |= attendant->renewed ? attendant->awaited : 0;
        if (table_stand_in(table, attendant->awaited)) {
            return;
        }
    }
    if (attendant->chosen && now >= attendant->moment && now >= attendant->not_before) {
        act(attendant);
    } else {
        bots_attend(table);
    }
}

/* ---- whose turn it is ---- */

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

/* Looks again. A turn is a new one when somebody acted, took back, came or went. */
static void see_turn(struct attendant *attendant)
{
    const struct table *table = attendant->table;
    uint64_t now = uv_now(table->server->loop);
    unsigned awaited;
    bool acted = !attendant->seen || attendant->entries != table->entries;
    attendant->forfeit = acted ? 0 : attendant->forfeit;
    struct actor actor = find_actor(table, attendant->forfeit, &awaited);
    if (acted || (awaited & ~attendant->awaited) != 0) { /* who comes back has his time again, once */
        attendant->clock_since = now;
        attendant->not_before = 0;
        attendant->renewed = !acted;
    }
    if (acted || actor.member != attendant->actor.member || actor.pawns != attendant->actor.pawns ||
        actor.bot != attendant->actor.bot) {
        attendant->actor = actor;
        attendant->turn++;
        attendant->since = now;
        attendant->chosen = false;
        attendant->tries = 0;
        attendant->not_before = 0;
    }
    attendant->seen = true;
    attendant->entries = table->entries;
    attendant->awaited = awaited;
}

static uint64_t later(uint64_t one, uint64_t other)
{
    return one > other ? one : other;
}

/* The next thing to happen by itself: a bot acts or thinks again, or the clock runs out. */
static void set_timer(struct attendant *attendant)
{
    const struct table *table = attendant->table;
    uint64_t now = uv_now(table->server->loop);
    uint64_t when = UINT64_MAX;
    if (attendant->chosen) {
        when = later(attendant->moment, attendant->not_before);
    } else if (attendant->actor.member >= 0 && !attendant->waits && attendant->thought == NULL) {
        when = attendant->not_before;
    }
    if (table->lobby.clock != 0 && attendant->awaited != 0) {
        uint64_t out = later(now + bots_clock_left(table), attendant->not_before);
        when = out < when ? out : when;
    }
    if (when == UINT64_MAX) {
        (void)uv_timer_stop(&attendant->timer);
    } else {
        (void)uv_timer_start(&attendant->timer, on_timer, when > now ? when - now : 0, 0);
    }
}

/* NULL: there is nothing to see to, or no memory. */
static struct attendant *attendant_of(struct table *table)
{
    bool needed = table->lobby.clock != 0;
    for (unsigned i = 0; i < table->lobby.members; i++) {
        needed = needed || table->lobby.member[i].bot != 0;
    }
    if (table->attendant != NULL || !needed) {
        return table->attendant;
    }
    struct attendant *attendant = calloc(1, sizeof *attendant);
    if (attendant == NULL) {
        log_line(LOG_ERROR, "out_of_memory", "where=bots");
        return NULL;
    }
    attendant->table = table;
    attendant->seed = ((uint64_t)identity_below(UINT32_MAX) << 32) | identity_below(UINT32_MAX);
    uv_timer_init(table->server->loop, &attendant->timer);
    attendant->timer.data = attendant;
    table->attendant = attendant;
    return attendant;
}

void bots_attend(struct table *table)
{
    struct server *server = table->server;
    if (server->stopping) {
        return;
    }
    if (table->lobby.state != TABLE_RUNNING) {
        if (table->attendant != NULL) { /* it was; a thought that is under way finds another turn */
            table->attendant->turn++;
            table->attendant->chosen = false;
            table->attendant->actor.member = -1;
            (void)uv_timer_stop(&table->attendant->timer);
        }
        return;
    }
    struct attendant *attendant = attendant_of(table);
    if (attendant == NULL) {
        return;
    }
    see_turn(attendant);
    if (attendant->actor.member >= 0 && !attendant->chosen && !attendant->waits &&
        attendant->thought == NULL && uv_now(server->loop) >= attendant->not_before) {
        wait_to_think(attendant);
    }
    set_timer(attendant);
}

/* ---- beginning and stopping ---- */

void bots_begin(struct server *server)
{
    for (struct table *table = server->tables; table != NULL; table = table->next) {
        bots_attend(table);
    }
}

static void on_closed(uv_handle_t *handle)
{
    struct attendant *attendant = handle->data;
    attendant->closed = true;
    if (attendant->table == NULL) {
        free(attendant);
    }
}

static void close_timer(struct attendant *attendant)
{
    if (!attendant->closing) {
        attendant->closing = true;
        uv_close((uv_handle_t *)&attendant->timer, on_closed);
    }
}

static void leave_queue(struct attendant *attendant)
{
    struct server *server = attendant->table->server;
    struct attendant **at = &server->waiting_to_think;
    while (*at != NULL && *at != attendant) {
        at = &(*at)->next;
    }
    if (*at == attendant) {
        *at = attendant->next;
        if (*at == NULL) {
            server->waiting_end = at;
        }
    }
}

void bots_forget(struct table *table)
{
    struct attendant *attendant = table->attendant;
    if (attendant == NULL) {
        return;
    }
    leave_queue(attendant);
    table->attendant = NULL;
    attendant->table = NULL;
    if (attendant->closed) {
        free(attendant);
    } else {
        close_timer(attendant); /* which frees it once the loop is done with it */
    }
}

void bots_stop(struct server *server)
{
    for (struct table *table = server->tables; table != NULL; table = table->next) {
        struct attendant *attendant = table->attendant;
        if (attendant != NULL) {
            close_timer(attendant);
            if (attendant->thought != NULL) { /* one that no thread has taken up yet is not begun */
                (void)uv_cancel((uv_req_t *)&attendant->thought->work);
            }
        }
    }
}
