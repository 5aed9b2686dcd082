/*
 * options.h: every setting of gaslightd, in one table.
 *
 * The command line, the config file, --help and the table in docs/operations.md are all made from it. An
 * invalid value is reported in one line, with exit code 2.
 */
#ifndef GASLIGHT_OPTIONS_H
#define GASLIGHT_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * X(member, name, TYPE, least, most, default, help); TYPE is TEXT (of `least` to `most` bytes), NUMBER or
 * SWITCH. The default is written as on the command line.
 */
#define OPTIONS_TABLE(X) \
    X(listen, "listen", TEXT, 1, 200, "127.0.0.1:8888", \
      "address and port to listen on; port 0 picks a free port") \
    X(data, "data", TEXT, 1, 1000, "gaslight-data", "directory of the database; created if missing") \
    X(web, "web", TEXT, 0, 1000, "", \
      "directory of the browser client; if empty, where it was built or installed") \
    X(tls_cert, "tls-cert", TEXT, 0, 1000, "", "PEM certificate chain; enables TLS together with tls-key") \
    X(tls_key, "tls-key", TEXT, 0, 1000, "", "PEM private key") \
    X(allow_origin, "allow-origin", TEXT, 0, 1000, "", \
      "additional origins that browser pages may come from, separated by commas") \
    X(behind_proxy, "behind-proxy", SWITCH, 0, 1, "no", \
      "take client addresses from the X-Forwarded-For header of a proxy on this machine") \
    X(metrics_listen, "metrics-listen", TEXT, 0, 200, "", \
      "separate address and port for /metrics; if empty, it is served on the main port, to this machine " \
      "only") \
    X(log, "log", TEXT, 0, 1000, "", "log file; if empty, standard error") \
    X(log_level, "log-level", TEXT, 4, 7, "info", "debug, info, warning or error") \
    X(message_bytes, "message-bytes", NUMBER, 1024, 1048576, "16384", "largest message from a client") \
    X(requests_per_second, "requests-per-second", NUMBER, 1, 100000, "20", \
      "requests per second from one connection, after a burst") \
    X(requests_burst, "requests-burst", NUMBER, 1, 100000, "100", "burst of requests from one connection") \
    X(address_requests_per_second, "address-requests-per-second", NUMBER, 1, 1000000, "200", \
      "requests per second from one address, after a burst") \
    X(address_requests_burst, "address-requests-burst", NUMBER, 1, 1000000, "1000", \
      "burst of requests from one address") \
    X(waiting_requests, "waiting-requests", NUMBER, 1, 10000, "128", \
      "requests that may be waiting on one connection before it is closed") \
    X(senseless_requests, "senseless-requests", NUMBER, 1, 100000, "50", \
      "malformed or excess requests before a connection is closed; each valid request makes up for one") \
    X(connections, "connections", NUMBER, 1, 1000000, "10000", "connections in total") \
    X(connections_per_address, "connections-per-address", NUMBER, 1, 1000000, "100", \
      "connections from one address") \
    X(upgrades_per_minute, "upgrades-per-minute", NUMBER, 1, 1000000, "240", \
      "WebSocket connections one address may open per minute; also the size of a burst") \
    X(tables_per_player, "tables-per-player", NUMBER, 1, 10000, "20", "open tables one player may host") \
    X(seats_per_player, "seats-per-player", NUMBER, 1, 10000, "50", \
      "unfinished tables one player may sit at") \
    X(watches_per_connection, "watches-per-connection", NUMBER, 1, 10000, "100", \
      "tables one connection may watch at once") \
    X(undos_per_table, "undos-per-table", NUMBER, 0, 100000, "200", \
      "actions that may be undone in one game") \
    X(practice_undos, "practice-undos", NUMBER, 0, 100000, "1000", \
      "times that the only person at a table of bots may undo in one game") \
    X(tables, "tables", NUMBER, 1, 1000000, "10000", "unfinished tables in total") \
    X(queue_bytes, "queue-bytes", NUMBER, 16384, 67108864, "1048576", \
      "bytes queued for a slow reader before it is dropped") \
    X(idle_seconds, "idle-seconds", NUMBER, 5, 86400, "120", \
      "silence after which a connection is pinged; after the same time again it is dropped") \
    X(handshake_seconds, "handshake-seconds", NUMBER, 1, 600, "10", \
      "time to complete a handshake or a request") \
    X(hello_seconds, "hello-seconds", NUMBER, 1, 600, "30", "time to send hello after connecting") \
    X(code_seconds, "code-seconds", NUMBER, 0, 86400, "600", \
      "lifetime of a code that moves a player to another device") \
    X(codes_per_minute, "codes-per-minute", NUMBER, 1, 100000, "10", \
      "codes that may be tried per minute from one address") \
    X(spectators_seconds, "spectators-seconds", NUMBER, 1, 3600, "1", \
      "time between messages about who watches a table") \
    X(absent_minutes, "absent-minutes", NUMBER, 0, 1440, "3", \
      "time after which a disconnected player counts as absent") \
    X(idle_table_days, "idle-table-days", NUMBER, 1, 3650, "30", \
      "days without activity after which a table is closed") \
    X(bot_pace, "bot-pace", NUMBER, 0, 1000, "100", \
      "how long bots take to act, in percent; 0: no delay, which reveals how long they thought") \
    X(bot_thoughts, "bot-thoughts", NUMBER, 1, 64, "2", "bots that think at the same time") \
    X(deduce_milliseconds, "deduce-milliseconds", NUMBER, 0, 600000, "5000", \
      "processor time for one deduction or replay; longer work is left out or refused") \
    X(replays_per_minute, "replays-per-minute", NUMBER, 1, 100000, "30", \
      "POST /replay requests per minute from one address")

enum { OPTION_TEXT_MAX = 1000 };

#define OPTION_MEMBER_TEXT(member) char member[OPTION_TEXT_MAX + 1];
#define OPTION_MEMBER_NUMBER(member) long member;
#define OPTION_MEMBER_SWITCH(member) bool member;

struct options {
#define OPTION_MEMBER(member, name, TYPE, least, most, default_value, help) OPTION_MEMBER_##TYPE(member)
    OPTIONS_TABLE(OPTION_MEMBER)
#undef OPTION_MEMBER
};

/* Sets every option to its default. */
void options_init(struct options *options);

/* Sets one option by name. On failure returns false, and `error` holds one sentence. */
bool options_set(struct options *options, const char *name, const char *value, char *error, size_t capacity);

/* Reads the text of a config file: `name = value` lines and # comments. On failure, `error` names the line. */
bool options_read(struct options *options, const char *text, char *error, size_t capacity);

/* Checks options that depend on each other (tls-cert and tls-key). On failure, `error` holds one sentence. */
bool options_check(const struct options *options, char *error, size_t capacity);

/* Splits `host:port` or `[::1]:port`; the host loses its brackets. Returns false if it is neither. */
bool options_split_address(const char *address, char *host, size_t capacity, unsigned *port);

/* What the command line asks for. */
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
    const char *argument; /* points into argv */
    int rest_index;
};

/*
 * Applies the defaults, then every --config FILE, then the command line, whatever their order. If an option is
 * given twice, the last one counts. Includes options_check(). On failure, `error` holds one line.
 */
bool options_parse(struct options *options, int argc, char **argv, struct command_line *command, char *error,
                   size_t capacity);

/* Print the options: for --help, and as the Markdown table in docs/operations.md. */
void options_print_help(void);
void options_print_markdown(void);

#endif
