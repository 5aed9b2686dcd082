/* main.c: the phases of a run, the clock for fixed rates, and the report. See load.h. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "tests/load/load.h"
#include "tests/load/options.h"

enum { HANDSHAKES_AT_ONCE = 256, TICK_MS = 10, ERRORS_SHOWN = 5, SPARE_DESCRIPTORS = 32, LOOK_NS = 10000000 };

/* What the server used at certain moments. */
struct moments {
    double rss_empty, rss_connected, rss_greeted, rss_seated, rss_from, rss_end;
    double cpu_from, cpu_to;
    double connect_seconds, greet_seconds, seat_seconds;
    unsigned descriptors;
};

void load_error(struct load *load, enum error_kind kind, const char *what, const char *text)
{
    uint64_t total = 0;
    load->error[kind]++;
    for (unsigned i = 0; i < ERROR_KINDS; i++) {
        total += load->error[i];
    }
    if (total <= ERRORS_SHOWN) {
        (void)fprintf(stderr, "load: %s %.200s\n", what, text);
    }
}

/* ---- Phases ---------------------------------------------------------------------------------------- */

static double seconds_since(uint64_t begun)
{
    return (double)(now_ns() - begun) / 1e9;
}

/* Calls hostiles_tick() every few milliseconds once the players are connected. */
static void run(struct load *load, int timeout_ms)
{
    static uint64_t ticks;
    net_run(&load->net, load->hostiles > 0 && timeout_ms > TICK_MS ? TICK_MS : timeout_ms);
    if (load->hostiles > 0 && load->all_connected && now_ns() - ticks >= (uint64_t)TICK_MS * 1000000) {
        ticks = now_ns();
        hostiles_tick(load);
    }
}

/* Waits until every live table has reached the stage. */
static bool wait_for(struct load *load, enum stage stage)
{
    uint64_t begun = now_ns();
    unsigned tables = (unsigned)load->options.tables;
    while (tables_at(load, stage) + tables_at(load, STAGE_DEAD) < tables) {
        if (seconds_since(begun) > (double)load->options.patience) {
            load_error(load, ERROR_UNANSWERED, "some tables did not reach the next stage in time", "");
            return false;
        }
        for (int i = 0; i < 64; i++) { /* checking all tables is expensive */
            run(load, 1);
        }
    }
    return true;
}

static bool connect_all(struct load *load)
{
    unsigned players = (unsigned)load->options.tables * load->recipients, begun = 0;
    uint64_t since = now_ns();
    while (load->connections_made < players) {
        while (begun < players && begun - load->connections_made < HANDSHAKES_AT_ONCE) {
            player_connect(load, begun++);
        }
        run(load, 100);
        if (seconds_since(since) > (double)load->options.patience) {
            load_error(load, ERROR_UNANSWERED, "some clients could not connect in time", "");
            return false;
        }
    }
    return true;
}

static void all(struct load *load, void (*call)(struct table *table))
{
    for (long i = 0; i < load->options.tables; i++) {
        if (load->table[i].stage != STAGE_DEAD) {
            call(&load->table[i]);
        }
    }
}

/* ---- Play ------------------------------------------------------------------------------------------ */

static void set_timer(int timer, uint64_t at)
{
    struct itimerspec when = {.it_value = {(time_t)(at / 1000000000U), (long)(at % 1000000000U)}};
    (void)timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, NULL);
}

/*
 * Sends every action that is due and has a table. The Nth is due N / rate after the start, whatever happened
 * to those before. Returns when the next one is due.
 */
static uint64_t send_due(struct load *load, uint64_t begun, uint64_t *sent)
{
    for (;;) {
        uint64_t due = begun + (uint64_t)((double)*sent * 1e9 / load->options.rate);
        if (due > now_ns()) {
            return due;
        }
        struct table *table = tables_next_ready(load);
        if (table == NULL) {
            return 0; /* as soon as there is one */
        }
        table_act(table, due);
        (*sent)++;
    }
}

static void send_all(struct load *load)
{
    struct table *table;
    while ((table = tables_next_ready(load)) != NULL) {
        table_act(table, now_ns());
    }
}

/* Waits for everything in flight, including games about to start. */
static void drain(struct load *load)
{
    uint64_t begun = now_ns();
    while (tables_at(load, STAGE_READY) + tables_at(load, STAGE_FINISHED) + tables_at(load, STAGE_DEAD) <
           (unsigned)load->options.tables) {
        run(load, 10);
        if (seconds_since(begun) > (double)load->options.patience) {
            load_error(load, ERROR_UNANSWERED, "actions were not answered", "");
            return;
        }
    }
}

static void resign_all(struct load *load)
{
    load->leaving = true;
    for (long i = 0; i < load->options.tables; i++) {
        if (load->table[i].stage == STAGE_READY || load->table[i].stage == STAGE_FINISHED) {
            table_resign(&load->table[i]);
        }
    }
    (void)wait_for(load, STAGE_FINISHED);
}

static bool all_rest(const struct load *load)
{
    return load->options.actions > 0 &&
           tables_at(load, STAGE_FINISHED) + tables_at(load, STAGE_DEAD) == (unsigned)load->options.tables;
}

static void begin_measuring(struct load *load, struct moments *moments)
{
    load->measuring = true;
    moments->cpu_from = process_cpu_seconds(load->options.pid);
    moments->rss_from = process_rss_bytes(load->options.pid);
}

/*
 * Returns true while there is more to play: with a number of actions, until all tables have played them;
 * otherwise until time is up. In any case until at least one action has been measured from start to end.
 */
static bool goes_on(const struct load *load, uint64_t until)
{
    uint64_t now = now_ns(), patience = (uint64_t)load->options.patience * 1000000000U;
    if (tables_at(load, STAGE_DEAD) == (unsigned)load->options.tables) {
        return false;
    }
    if (load->options.actions > 0) {
        return !all_rest(load);
    }
    return now < until || (load->delays.count == 0 && now - until < patience);
}

static void play(struct load *load, struct moments *moments, int timer)
{
    uint64_t begun = now_ns(), looked = begun, sent = 0, expirations;
    load->measured_from = begun + (uint64_t)(load->options.warmup * 1e9);
    load->measured_to = UINT64_MAX;
    uint64_t until = load->measured_from + (uint64_t)(load->options.seconds * 1e9);
    for (;;) {
        uint64_t now = now_ns();
        if (!load->measuring && now >= load->measured_from) {
            begin_measuring(load, moments);
        }
        if (now - looked > LOOK_NS) { /* checking all tables is expensive */
            looked = now;
            if (!goes_on(load, until)) {
                break;
            }
        }
        if (load->options.rate > 0) {
            set_timer(timer, send_due(load, begun, &sent));
        } else {
            send_all(load);
        }
        run(load, 10);
        if (load->options.rate > 0) {
            (void)!read(timer, &expirations, sizeof expirations);
        }
    }
    load->measured_to = now_ns();
    load->measuring = false;
    moments->cpu_to = process_cpu_seconds(load->options.pid);
    moments->rss_end = process_rss_bytes(load->options.pid);
    moments->descriptors = process_descriptors(load->options.pid);
    drain(load);
}

/* Lets everyone connect to another node, if asked to. */
static bool move_all(struct load *load)
{
    if (load->options.then == NULL) {
        return true;
    }
    load->ready_first = load->ready_count = 0;
    if (!net_set_server(&load->net, load->options.then)) {
        load_error(load, ERROR_UNEXPECTED, "not an address:", load->options.then);
        return false;
    }
    for (long i = 0; i < load->options.tables;
         i++) { /* one at a time, so that no queue of connections overflows */
        unsigned made = (unsigned)load->connections_made;
        uint64_t begun = now_ns();
        table_move(&load->table[i]);
        while (load->connections_made < made + load->recipients &&
               seconds_since(begun) < (double)load->options.patience) {
            run(load, 10);
        }
    }
    return wait_for(load, STAGE_READY);
}

/* Says so when everyone watches: another program may wait for it. */
static bool gather_crowd(struct load *load)
{
    uint64_t begun = now_ns();
    while (!crowd_gather(load)) {
        run(load, 10);
        if (seconds_since(begun) > (double)load->options.patience) {
            load_error(load, ERROR_UNANSWERED, "some spectators could not watch in time", "");
            return false;
        }
    }
    if (load->options.crowd > 0) {
        (void)fprintf(stderr, "load: the crowd is there\n");
    }
    return true;
}

static void go(struct load *load, struct moments *moments, int timer)
{
    long pid = load->options.pid;
    const struct timespec hold = {.tv_sec = load->options.hold};
    moments->rss_empty = process_rss_bytes(pid);
    uint64_t begun = now_ns();
    if (!connect_all(load)) {
        return;
    }
    moments->connect_seconds = seconds_since(begun);
    load->all_connected = true;
    if (load->options.target > TARGET_CONNECTED && !load->options.bare) {
        moments->rss_connected = process_rss_bytes(pid);
        begun = now_ns();
        all(load, table_greet);
        if (!wait_for(load, STAGE_GREETED)) {
            return;
        }
        moments->greet_seconds = seconds_since(begun);
    }
    if (load->options.target < TARGET_PLAYING) {
        (void)nanosleep(&hold, NULL);
        moments->rss_end = process_rss_bytes(pid);
        moments->descriptors = process_descriptors(pid);
        return;
    }
    moments->rss_greeted = process_rss_bytes(pid);
    begun = now_ns();
    all(load, table_take_seats);
    if (!wait_for(load, STAGE_READY)) {
        return;
    }
    moments->seat_seconds = seconds_since(begun);
    moments->rss_seated = process_rss_bytes(pid);
    if (!move_all(load) || !gather_crowd(load)) {
        return;
    }
    play(load, moments, timer);
    if (load->options.resign && !load->options.bare) {
        resign_all(load);
    }
}

/* ---- Report ---------------------------------------------------------------------------------------- */

static double ratio(double one, double other)
{
    return other > 0 ? one / other : 0;
}

static void report_play(const struct load *load, const struct moments *moments, struct figures *f)
{
    double seconds = (double)(load->measured_to - load->measured_from) / 1e9;
    double delivered = (double)load->delivered;
    double cpu = moments->cpu_to - moments->cpu_from;
    figures_add(f, "seconds", "time measured", seconds, "s");
    figures_add(f, "actions_a_second", "actions per second", ratio((double)load->sent, seconds), "");
    figures_add(f, "delivered_a_second", "messages delivered per second", ratio(delivered, seconds), "");
    figures_add(f, "bytes_a_message", "bytes per message", ratio((double)load->delivered_bytes, delivered),
                "bytes");
    figures_add(f, "p50_us", "request to last recipient, p50", delays_us(&load->delays, 0.5), "us");
    figures_add(f, "p99_us", "request to last recipient, p99", delays_us(&load->delays, 0.99), "us");
    figures_add(f, "p999_us", "request to last recipient, p99.9", delays_us(&load->delays, 0.999), "us");
    figures_add(f, "longest_us", "request to last recipient, longest", (double)load->delays.longest / 1000,
                "us");
    figures_add(f, "cpu_us_a_message", "server's CPU per message delivered", ratio(cpu * 1e6, delivered),
                "us");
    figures_add(f, "cpu_percent", "server's CPU", ratio(100 * cpu, seconds), "%");
    figures_add(f, "table_bytes", "server's memory per running table, without connections",
                (moments->rss_end - moments->rss_greeted) / (double)load->options.tables, "bytes");
    figures_add(f, "rss_growth", "server's memory growth while measured",
                ratio(moments->rss_end, moments->rss_from), "");
    figures_add(f, "actions", "actions played in total", (double)load->actions, "");
    figures_add(f, "received", "messages received for those actions", (double)load->received, "");
    figures_add(f, "expected", "messages expected for those actions", (double)load->expected, "");
    figures_add(f, "games", "games finished", (double)load->games, "");
    if (load->options.crowd > 0) {
        figures_add(f, "crowd_received", "messages received by the crowd", (double)load->crowd_received, "");
    }
    figures_add(f, "reconnects", "reconnects", (double)load->reconnects, "");
}

static void report_hostile(const struct load *load, struct figures *f)
{
    static const char *const names[HOSTILE_KINDS][4] = {
        {"slow_sent", "requests sent by slow readers", "slow_closed", "slow readers disconnected"},
        {"garbage_sent", "pieces of garbage sent", "garbage_closed", "senders of garbage disconnected"},
        {"half_open_sent", "unfinished handshakes started", "half_open_closed",
         "unfinished handshakes disconnected"},
        {"flood_sent", "requests sent by the flood", "flood_closed", "connections of the flood disconnected"},
    };
    for (unsigned kind = 0; kind < HOSTILE_KINDS; kind++) {
        if (load->options.hostile[kind] > 0) {
            figures_add(f, names[kind][0], names[kind][1], (double)load->hostile_sent[kind], "");
            figures_add(f, names[kind][2], names[kind][3], (double)load->hostile_closed[kind], "");
        }
    }
}

/* Returns true if there were no errors. */
static bool report(const struct load *load, const struct moments *moments)
{
    static const char *const errors[ERROR_KINDS][2] = {
        [ERROR_CLOSED] = {"errors_closed", "errors: connections closed"},
        [ERROR_REFUSED] = {"errors_refused", "errors: requests refused"},
        [ERROR_LOST] = {"errors_lost", "errors: events lost or duplicated"},
        [ERROR_UNEXPECTED] = {"errors_unexpected", "errors: unexpected messages"},
        [ERROR_UNANSWERED] = {"errors_unanswered", "errors: not answered in time"},
    };
    struct figures figures = {0};
    uint64_t total = 0;
    double connections = (double)load->options.tables * load->recipients;
    figures_add(&figures, "tables", "tables", (double)load->options.tables, "");
    figures_add(&figures, "connections", "connections", connections, "");
    figures_add(&figures, "connect_seconds", "time to connect", moments->connect_seconds, "s");
    figures_add(&figures, "greet_seconds", "time to greet", moments->greet_seconds, "s");
    figures_add(&figures, "seat_seconds", "time to create tables and start", moments->seat_seconds, "s");
    double idle = load->options.target == TARGET_PLAYING ? moments->rss_greeted : moments->rss_end;
    figures_add(&figures, "connection_bytes", "server's memory per connection",
                (idle - moments->rss_empty) / connections, "bytes");
    figures_add(&figures, "rss_empty", "server's memory before", moments->rss_empty, "bytes");
    figures_add(&figures, "rss_end", "server's memory at the end", moments->rss_end, "bytes");
    figures_add(&figures, "descriptors", "server's descriptors at the end", moments->descriptors, "");
    if (load->options.target == TARGET_PLAYING) {
        report_play(load, moments, &figures);
    }
    report_hostile(load, &figures);
    for (unsigned i = 0; i < ERROR_KINDS; i++) {
        figures_add(&figures, errors[i][0], errors[i][1], (double)load->error[i], "");
        total += load->error[i];
    }
    figures_add(&figures, "errors", "errors in total", (double)total, "");
    figures_print(&figures, load->options.json, stdout);
    return total == 0;
}

/* Raises the descriptor limit as far as allowed. Returns true if that is enough. */
static bool raise_descriptors(const struct load *load)
{
    struct rlimit limit;
    rlim_t wanted = (rlim_t)load->options.tables * load->recipients + load->hostiles +
                    (rlim_t)load->options.crowd + SPARE_DESCRIPTORS;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted) {
        return true;
    }
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= wanted) {
        return true;
    }
    (void)fprintf(stderr, "load: %llu descriptors are needed, but the limit is %llu\n",
                  (unsigned long long)wanted, (unsigned long long)limit.rlim_max);
    return false;
}

int main(int argc, char **argv)
{
    static struct load load;
    struct moments moments = {0};
    int status = 2;
    if (!options_parse(&load.options, argc, argv, &status)) {
        return status;
    }
    (void)signal(SIGPIPE, SIG_IGN);
    load.dice.state = (uint64_t)load.options.seed;
    load.net.numbered_paths = load.options.bare;
    load.net.addresses = (unsigned)load.options.addresses;
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (timer < 0 || !net_open(&load.net, load.options.server) || !net_add_timer(&load.net, timer)) {
        (void)fprintf(stderr, "load: %s is not ADDRESS:PORT with an IPv4 address\n", load.options.server);
        return 2;
    }
    if (!tables_make(&load) || !hostiles_make(&load) || !crowd_make(&load) || !raise_descriptors(&load)) {
        return EXIT_FAILURE;
    }
    go(&load, &moments, timer);
    bool good = report(&load, &moments);
    hostiles_free(&load);
    crowd_free(&load);
    tables_free(&load);
    net_close(&load.net);
    (void)close(timer);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
