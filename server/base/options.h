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
    X(store, "store", TEXT, 0, 1000, "", \
      "URL of a PostgreSQL database, postgresql://..., instead of SQLite in the data directory") \
    X(node, "node", TEXT, 0, 60, "", \
      "name of this node of a cluster; if empty, the name of the machine; only with store") \
    X(cluster_listen, "cluster-listen", TEXT, 0, 200, "", \
      "address and port for the other nodes of a cluster; if empty, this is the only node") \
    X(cluster_address, "cluster-address", TEXT, 0, 200, "", \
      "address and port where the other nodes reach this one; if empty, cluster-listen") \
    X(cluster_key, "cluster-key", TEXT, 0, 1000, "", \
      "file with the key that all nodes of a cluster share: 64 hexadecimal digits") \
    X(web, "web", TEXT, 0, 1000, "", \
      "directory of the browser client; if empty, where it was built or installed") \
    X(tls_cert, "tls-cert", TEXT, 0, 1000, "", "PEM certificate chain; enables TLS together with tls-key") \
    X(tls_key, "tls-key", TEXT, 0, 1000, "", "PEM private key") \
    X(allow_origin, "allow-origin", TEXT, 0, 1000, "", \
      "additional origins that browser pages may come from, separated by commas") \
    X(hosts, "hosts", TEXT, 0, 1000, "", \
      "names and addresses by which this server is reached, separated by commas, besides its own and those " \
      "of " \
      "allow-origin; requests for any other host are refused") \
    X(behind_proxy, "behind-proxy", SWITCH, 0, 1, "no", \
      "take client addresses from the X-Forwarded-For header of a proxy on this machine, or at one of " \
      "proxy-addresses") \
    X(proxy_addresses, "proxy-addresses", TEXT, 0, 1000, "", \
      "addresses and networks of proxies on other machines, separated by commas; only with behind-proxy") \
    X(metrics_listen, "metrics-listen", TEXT, 0, 200, "", \
      "separate address and port for /metrics; if empty, it is served on the main port, to this machine " \
      "only") \
    X(public_url, "public-url", TEXT, 0, 500, "", \
      "URL at which players reach this server, without a slash at the end; enables notifications") \
    X(smtp_url, "smtp-url", TEXT, 0, 500, "", \
      "mail server for notifications by e-mail, smtp://host:587 or smtps://host:465; requires mail-from " \
      "and public-url") \
    X(smtp_plain, "smtp-plain", SWITCH, 0, 1, "no", \
      "send e-mail to an smtp:// server without encryption, for example to one on this machine") \
    X(smtp_user, "smtp-user", TEXT, 0, 200, "", "user name for the mail server; if empty, no login") \
    X(smtp_password, "smtp-password", TEXT, 0, 1000, "", "file with the password at the mail server") \
    X(mail_from, "mail-from", TEXT, 0, 254, "", "sender address of e-mails") \
    X(notify_private, "notify-private", SWITCH, 0, 1, "no", \
      "let notifications go to private and local addresses, and to http:// URLs") \
    X(notify_per_hour, "notify-per-hour", NUMBER, 1, 100000, "30", "notifications per hour to one player") \
    X(notify_host_per_minute, "notify-host-per-minute", NUMBER, 1, 1000000, "600", \
      "notifications per minute to one host") \
    X(notify_retry_seconds, "notify-retry-seconds", NUMBER, 1, 3600, "30", \
      "time before a notification is tried again; four times as long each time, up to an hour") \
    X(log, "log", TEXT, 0, 1000, "", "log file; if empty, standard error") \
    X(log_level, "log-level", TEXT, 4, 7, "info", "debug, info, warning or error") \
    X(message_bytes, "message-bytes", NUMBER, 1024, 1048576, "16384", "largest message from a client") \
    X(requests_per_second, "requests-per-second", NUMBER, 1, 100000, "20", \
      "requests per second from one connection, after a burst; costly ones count more") \
    X(requests_burst, "requests-burst", NUMBER, 1, 100000, "100", "burst of requests from one connection") \
    X(address_requests_per_second, "address-requests-per-second", NUMBER, 1, 1000000, "200", \
      "requests per second from one address, after a burst; costly ones count more") \
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
    X(creations_per_minute, "creations-per-minute", NUMBER, 1, 1000000, "30", \
      "tables that may be created per minute from one address; also the size of a burst") \
    X(tables_per_address, "tables-per-address", NUMBER, 1, 1000000, "200", \
      "unfinished tables created from one address since the server started") \
    X(chats_per_minute, "chats-per-minute", NUMBER, 1, 1000000, "60", \
      "messages per minute from one address; also the size of a burst") \
    X(watches_per_connection, "watches-per-connection", NUMBER, 1, 10000, "100", \
      "tables one connection may watch at once") \
    X(undos_per_table, "undos-per-table", NUMBER, 0, 100000, "200", \
      "actions that each seat may undo in one game") \
    X(practice_undos, "practice-undos", NUMBER, 0, 100000, "1000", \
      "times that the only person at a table of bots may undo in one game") \
    X(tables, "tables", NUMBER, 1, 1000000, "10000", "unfinished tables in total") \
    X(listed_actions, "listed-actions", NUMBER, 0, 100000, "20", \
      "actions that a public game must have to be in everyone's archive; its players always find it") \
    X(listed_per_hour, "listed-per-hour", NUMBER, 0, 100000, "10", \
      "public games of one player that are added to everyone's archive per hour") \
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
      "time after which a disconnected player counts as absent; at a table with a longer clock, that long") \
    X(watch_chat_bytes, "watch-chat-bytes", NUMBER, 4096, 1048576, "65536", \
      "about how much chat is sent to somebody who starts to watch a table: the latest messages") \
    X(open_table_minutes, "open-table-minutes", NUMBER, 0, 1000000, "60", \
      "time after which an open table is closed if everyone who sits there is disconnected") \
    X(idle_table_days, "idle-table-days", NUMBER, 1, 3650, "30", \
      "days without activity after which a table is closed") \
    X(closed_table_days, "closed-table-days", NUMBER, 0, 36500, "7", \
      "days without activity after which a table that was closed without a result is removed; 0: never") \
    X(player_days, "player-days", NUMBER, 0, 36500, "90", \
      "days after which players who have no games and never wrote anything are removed; 0: never") \
    X(chat_bytes_per_table, "chat-bytes-per-table", NUMBER, 1024, 1073741824, "1048576", \
      "bytes of chat that are stored per table and audience; a line counts as its text and 100 bytes") \
    X(database_bytes, "database-bytes", NUMBER, 65536, 1000000000000000, "10737418240", \
      "size of the database above which new players, tables and messages are refused; games go on") \
    X(bot_pace, "bot-pace", NUMBER, 0, 1000, "100", \
      "how long bots take to act, in percent; 0: no delay, which reveals how long they thought") \
    X(bot_thoughts, "bot-thoughts", NUMBER, 1, 64, "2", "bots that think at the same time") \
    X(deduce_milliseconds, "deduce-milliseconds", NUMBER, 0, 600000, "5000", \
      "processor time for one deduction, replay or review; longer work is left out or refused") \
    X(replays_per_minute, "replays-per-minute", NUMBER, 1, 100000, "30", \
      "POST /replay requests and pictures per minute from one address")

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

/* Checks options that depend on each other, such as tls-cert and tls-key. On failure, `error` holds one sentence. */
bool options_check(const struct options *options, char *error, size_t capacity);

/* Splits `host:port` or `[::1]:port`; the host loses its brackets. Returns false if it is neither. */
bool options_split_address(const char *address, char *host, size_t capacity, unsigned *port);

/* Returns the address at which other nodes reach this one, or "" if they cannot. */
const char *options_node_address(const struct options *options);

/* What the command line asks for. */
enum command_mode {
    COMMAND_SERVE,
    COMMAND_HELP,             /* --help */
    COMMAND_VERSION,          /* --version */
    COMMAND_OPTIONS_MARKDOWN, /* --options-markdown */
    COMMAND_CHECK,            /* --check DIR or URL, which is the argument */
    COMMAND_BACKUP,           /* --backup FILE; argument is FILE */
    COMMAND_SALVAGE,          /* --salvage TABLE [FILE]; argument is TABLE, second is FILE */
    COMMAND_COPY,             /* --copy DIR URL; argument is DIR, second is URL */
    COMMAND_ADMIN             /* admin ...; argv[rest_index] is its command, or argc if there is none */
};

struct command_line {
    enum command_mode mode;
    const char *argument; /* points into argv */
    const char *second;   /* points into argv, or NULL */
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
