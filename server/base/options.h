/*
 * options.h: every setting of gaslightd, in one table.
 *
 * A row is: member, name, type, range, default, help. From it come the command line, the config file,
 * --help and the table in docs/operations.md. A wrong value is one line and exit 2.
 */
#ifndef GASLIGHT_OPTIONS_H
#define GASLIGHT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * X(member, name, TYPE, least, most, default, help); TYPE is TEXT (least..most bytes), NUMBER or SWITCH.
 * The default is written as on the command line.
 */
#define OPTIONS_TABLE(X) \
    X(listen, "listen", TEXT, 1, 200, "127.0.0.1:8888", \
      "address and port to listen on; port 0 takes a free one") \
    X(data, "data", TEXT, 1, 1000, "gaslight-data", "directory of the database; made if missing") \
    X(web, "web", TEXT, 0, 1000, "", \
      "directory of the browser client; empty: where it was built or installed") \
    X(tls_cert, "tls-cert", TEXT, 0, 1000, "", "PEM certificate chain; with tls-key, TLS is served") \
    X(tls_key, "tls-key", TEXT, 0, 1000, "", "PEM private key") \
    X(allow_origin, "allow-origin", TEXT, 0, 1000, "", \
      "further origins a browser page may come from, with commas") \
    X(behind_proxy, "behind-proxy", SWITCH, 0, 1, "no", \
      "take a client's address from X-Forwarded-For of a proxy on this machine") \
    X(metrics_listen, "metrics-listen", TEXT, 0, 200, "", \
      "address and port of its own for /metrics; empty: the same port, asked from this machine only") \
    X(log, "log", TEXT, 0, 1000, "", "file of log lines; empty: standard error") \
    X(log_level, "log-level", TEXT, 4, 7, "info", "debug, info, warning or error") \
    X(message_bytes, "message-bytes", NUMBER, 1024, 1048576, "16384", "largest message from a client") \
    X(requests_per_second, "requests-per-second", NUMBER, 1, 100000, "20", \
      "requests a second of one connection, after a burst") \
    X(requests_burst, "requests-burst", NUMBER, 1, 100000, "100", "burst of requests of one connection") \
    X(address_requests_per_second, "address-requests-per-second", NUMBER, 1, 1000000, "200", \
      "requests a second of one address, after a burst") \
    X(address_requests_burst, "address-requests-burst", NUMBER, 1, 1000000, "1000", \
      "burst of requests of one address") \
    X(waiting_requests, "waiting-requests", NUMBER, 1, 10000, "128", \
      "requests that may wait for their turn on one connection before it is closed") \
    X(senseless_requests, "senseless-requests", NUMBER, 1, 100000, "50", \
      "requests refused for their shape or number before a connection is closed; a good one forgives one") \
    X(connections, "connections", NUMBER, 1, 1000000, "10000", "connections in all") \
    X(connections_per_address, "connections-per-address", NUMBER, 1, 1000000, "100", \
      "connections of one address") \
    X(upgrades_per_minute, "upgrades-per-minute", NUMBER, 1, 1000000, "240", \
      "WebSocket connections one address may open a minute, and as many at once") \
    X(tables_per_player, "tables-per-player", NUMBER, 1, 10000, "20", "open tables one player may host") \
    X(seats_per_player, "seats-per-player", NUMBER, 1, 10000, "50", \
      "unfinished tables one player may sit at") \
    X(watches_per_connection, "watches-per-connection", NUMBER, 1, 10000, "100", \
      "tables one connection may watch at once") \
    X(undos_per_table, "undos-per-table", NUMBER, 0, 100000, "200", \
      "actions that may be taken back in one game") \
    X(tables, "tables", NUMBER, 1, 1000000, "10000", "unfinished tables in all") \
    X(queue_bytes, "queue-bytes", NUMBER, 16384, 67108864, "1048576", \
      "bytes queued for a slow reader before it is dropped") \
    X(idle_seconds, "idle-seconds", NUMBER, 5, 86400, "120", \
      "silence after which a connection is pinged, and as long again dropped") \
    X(handshake_seconds, "handshake-seconds", NUMBER, 1, 600, "10", \
      "time to finish a handshake or a request") \
    X(hello_seconds, "hello-seconds", NUMBER, 1, 600, "30", "time to say hello after connecting") \
    X(code_seconds, "code-seconds", NUMBER, 0, 86400, "600", \
      "for which a code that carries a player to another device is good") \
    X(codes_per_minute, "codes-per-minute", NUMBER, 1, 100000, "10", \
      "codes that may be tried a minute from one address") \
    X(absent_minutes, "absent-minutes", NUMBER, 0, 1440, "3", \
      "after which a disconnected player counts as absent") \
    X(idle_table_days, "idle-table-days", NUMBER, 1, 3650, "30", \
      "after which a table nobody touched is closed") \
    X(bot_pace, "bot-pace", NUMBER, 0, 1000, "100", \
      "how long bots take, in per cent; 0: no longer than they think, which tells how long that was") \
    X(bot_thoughts, "bot-thoughts", NUMBER, 1, 64, "2", "bots that think at the same time") \
    X(deduce_milliseconds, "deduce-milliseconds", NUMBER, 0, 600000, "5000", \
      "processor time for one deduction or replay; what takes longer is left out or refused") \
    X(replays_per_minute, "replays-per-minute", NUMBER, 1, 100000, "30", \
      "POST /replay a minute of one address")

enum { OPTION_TEXT_MAX = 1000 };

#define OPTION_MEMBER_TEXT(member) char member[OPTION_TEXT_MAX + 1];
#define OPTION_MEMBER_NUMBER(member) long member;
#define OPTION_MEMBER_SWITCH(member) bool member;

struct options {
#define OPTION_MEMBER(member, name, TYPE, least, most, default_value, help) OPTION_MEMBER_##TYPE(member)
    OPTIONS_TABLE(OPTION_MEMBER)
#undef OPTION_MEMBER
};

/* The defaults. */
void options_init(struct options *options);

/* One setting by its name, from text. False: `error` has one sentence. */
bool options_set(struct options *options, const char *name, const char *value, char *error, size_t capacity);

/* `name = value` lines, # comments. False: `error` names the line. `text` is the file's. */
bool options_read(struct options *options, const char *text, char *error, size_t capacity);

/* Settings that only make sense together (tls-cert and tls-key). False: `error` has one sentence. */
bool options_check(const struct options *options, char *error, size_t capacity);

/* `host:port` or `[::1]:port` in two; the host without its brackets. False: it is neither. */
bool options_split_address(const char *address, char *host, size_t capacity, unsigned *port);

/* What the command line asks for. `argument` belongs to argv. */
enum command_mode {
    COMMAND_SERVE,
    COMMAND_HELP,             /* --help */
    COMMAND_VERSION,          /* --version */
    COMMAND_OPTIONS_MARKDOWN, /* --options-markdown */
    COMMAND_CHECK,            /* --check DIR; argument is DIR */
    COMMAND_BACKUP,           /* --backup FILE; argument is FILE */
    COMMAND_ADMIN             /* admin ...; argv[rest_index] is its command, or argc if there is none */
};

struct command_line {
    enum command_mode mode;
    const char *argument;
    int rest_index;
};

/*
 * The defaults, then every --config FILE, then the command line, whatever their order; of two equal ones
 * the later counts. Calls options_init() and options_check() itself. False: `error` has one line.
 */
bool options_parse(struct options *options, int argc, char **argv, struct command_line *what, char *error,
                   size_t capacity);

/* Prints for --help, and the same rows as a Markdown table for docs/operations.md. */
void options_print_help(void);
void options_print_markdown(void);

#endif
