/*
 * options.c: the table of options, their values and config files. The command line is in options_cli.c.
 */
#include "server/base/options.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/base/host_port.h"
#include "server/base/address.h"
#include "server/base/ip_prefix.h"
#include "server/base/log.h"
#include "server/base/options_internal.h"

const struct option_row option_rows[] = {
#define OPTION_ROW(member, name, TYPE, least, most, default_value, help) \
    {name, OPTION_##TYPE, offsetof(struct options, member), least, most, default_value, help},
    OPTIONS_TABLE(OPTION_ROW)
#undef OPTION_ROW
};

const size_t option_row_count = COUNT(option_rows);

bool option_error(char *error, size_t capacity, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(error, capacity, format, arguments);
    va_end(arguments);
    return false;
}

const struct option_row *option_find(const char *name, size_t length)
{
    for (size_t i = 0; i < option_row_count; i++) {
        if (strlen(option_rows[i].name) == length && memcmp(option_rows[i].name, name, length) == 0) {
            return &option_rows[i];
        }
    }
    return NULL;
}

static char *value_address(struct options *options, const struct option_row *row)
{
    return (char *)options + row->offset;
}

/* ---- Values ---------------------------------------------------------------------------------------- */

bool options_split_address(const char *address, char *host, size_t capacity, unsigned *port)
{
    static const char host_characters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_";
    struct host_port parts;
    unsigned number = 0;
    if (!host_port_split(address, strlen(address), &parts) || parts.port == NULL || parts.host_length == 0 ||
        parts.host_length >= capacity || !host_port_number(parts.port, parts.port_length, &number)) {
        return false;
    }
    memcpy(host, parts.host, parts.host_length);
    host[parts.host_length] = '\0';
    struct in6_addr ignored;
    if (parts.bracketed ? inet_pton(AF_INET6, host, &ignored) != 1
                        : strspn(host, host_characters) != parts.host_length) {
        return false;
    }
    *port = number;
    return true;
}

const char *options_node_address(const struct options *options)
{
    return options->cluster_address[0] == '\0' ? options->cluster_listen : options->cluster_address;
}

static bool is_address(const char *value)
{
    char host[OPTION_TEXT_MAX + 1];
    unsigned port = 0;
    return value[0] == '\0' || options_split_address(value, host, sizeof host, &port);
}

/* Returns whether every entry is a host name or an address, without a scheme, a port or a path. */
static bool is_host_list(const char *value)
{
    while (*(value += strspn(value, " \t,")) != '\0') {
        size_t span = strcspn(value, ", \t");
        struct host_port parts;
        if (!host_port_split(value, span, &parts) || parts.port != NULL || parts.host_length == 0 ||
            memchr(value, '/', span) != NULL || memchr(value, '*', span) != NULL) {
            return false;
        }
        value += span;
    }
    return true;
}

static bool is_prefix_list(const char *value)
{
    struct ip_prefixes ignored;
    return ip_prefixes_read(&ignored, value);
}

static bool is_log_level(const char *value)
{
    enum log_level level = LOG_INFO;
    return log_level_from_name(value, &level);
}

/* Returns whether it is an http or https URL that can be followed by a path, and quoted anywhere. */
static bool is_public_url(const char *value)
{
    static const char characters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_:[]/~";
    size_t length = strlen(value);
    return length == 0 ||
           (address_is_url(value, true) && value[length - 1] != '/' && strspn(value, characters) == length);
}

static bool is_smtp_url(const char *value)
{
    return value[0] == '\0' || strncmp(value, "smtp://", 7) == 0 || strncmp(value, "smtps://", 8) == 0;
}

static bool is_mail_address(const char *value)
{
    return value[0] == '\0' || address_is_mail(value);
}

/* Text options that must have a certain form. */
static const struct {
    const char *name;
    bool (*is_valid)(const char *value);
    const char *expected;
} text_checks[] = {
    {"listen", is_address, "host:port or [::1]:port with a port from 0 to 65535"},
    {"metrics-listen", is_address, "host:port or [::1]:port with a port from 0 to 65535"},
    {"hosts", is_host_list, "a list of host names or addresses without ports, separated by commas"},
    {"proxy-addresses", is_prefix_list,
     "a list of IP addresses and networks (of at least 8 bits, IPv6 of at least 16), separated by commas"},
    {"public-url", is_public_url, "a URL like https://example.org, without a slash at the end"},
    {"smtp-url", is_smtp_url, "a URL like smtp://example.org:587"},
    {"mail-from", is_mail_address, "an e-mail address"},
    {"log-level", is_log_level, "debug, info, warning or error"},
};

static bool set_text(char *place, const struct option_row *row, const char *value, char *error,
                     size_t capacity)
{
    for (size_t i = 0; i < COUNT(text_checks); i++) {
        if (strcmp(text_checks[i].name, row->name) == 0 && !text_checks[i].is_valid(value)) {
            return option_error(error, capacity, "%s: \"%.60s\" is not %s.", row->name, value,
                                text_checks[i].expected);
        }
    }
    size_t length = strlen(value);
    if (length < (size_t)row->least || length > (size_t)row->most) {
        return option_error(error, capacity, "%s: must have %ld to %ld bytes, not %zu.", row->name,
                            row->least, row->most, length);
    }
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)value[i] < ' ' || value[i] == 0x7f) {
            return option_error(error, capacity, "%s: must not contain control characters.", row->name);
        }
    }
    memcpy(place, value, length + 1);
    return true;
}

static bool set_number(char *place, const struct option_row *row, const char *value, char *error,
                       size_t capacity)
{
    const char *digits = value[0] == '-' ? value + 1 : value;
    if (*digits == '\0' || strspn(digits, "0123456789") != strlen(digits)) {
        return option_error(error, capacity, "%s: \"%.60s\" is not a whole number.", row->name, value);
    }
    errno = 0;
    long number = strtol(value, NULL, 10);
    if (errno == ERANGE || number < row->least || number > row->most) {
        return option_error(error, capacity, "%s: %.60s is not between %ld and %ld.", row->name, value,
                            row->least, row->most);
    }
    memcpy(place, &number, sizeof number);
    return true;
}

static bool set_switch(char *place, const struct option_row *row, const char *value, char *error,
                       size_t capacity)
{
    bool yes = strcmp(value, "yes") == 0;
    if (!yes && strcmp(value, "no") != 0) {
        return option_error(error, capacity, "%s: \"%.60s\" is neither yes nor no.", row->name, value);
    }
    memcpy(place, &yes, sizeof yes);
    return true;
}

bool option_set(struct options *options, const struct option_row *row, const char *value, char *error,
                size_t capacity)
{
    char *place = value_address(options, row);
    switch (row->type) {
    case OPTION_TEXT:
        return set_text(place, row, value, error, capacity);
    case OPTION_NUMBER:
        return set_number(place, row, value, error, capacity);
    case OPTION_SWITCH:
        return set_switch(place, row, value, error, capacity);
    }
    return false;
}

void options_init(struct options *options)
{
    char error[ERROR_LINE_MAX];
    memset(options, 0, sizeof *options);
    for (size_t i = 0; i < option_row_count; i++) {
        /* A test checks that every default is valid. */
        (void)option_set(options, &option_rows[i], option_rows[i].default_value, error, sizeof error);
    }
}

bool options_set(struct options *options, const char *name, const char *value, char *error, size_t capacity)
{
    const struct option_row *row = option_find(name, strlen(name));
    if (row == NULL) {
        return option_error(error, capacity, "%.60s: unknown option.", name);
    }
    return option_set(options, row, value, error, capacity);
}

static bool starts_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* Checks the options of a cluster. */
static bool check_cluster(const struct options *options, char *error, size_t capacity)
{
    bool has_store = options->store[0] != '\0';
    if (has_store && !starts_with(options->store, "postgresql://") &&
        !starts_with(options->store, "postgres://")) {
        return option_error(error, capacity, "store: must begin with postgresql://.");
    }
    if (options->node[0] != '\0' && !has_store) {
        return option_error(error, capacity, "node: requires store.");
    }
    if (options->cluster_listen[0] != '\0' && !has_store) {
        return option_error(error, capacity, "cluster-listen: requires store.");
    }
    if (options->cluster_listen[0] != '\0' && options->cluster_key[0] == '\0') {
        return option_error(error, capacity, "cluster-listen: requires cluster-key.");
    }
    return true;
}

static bool check_notifications(const struct options *options, char *error, size_t capacity)
{
    bool has_mail = options->smtp_url[0] != '\0';
    if (has_mail && (options->mail_from[0] == '\0' || options->public_url[0] == '\0')) {
        return option_error(error, capacity, "smtp-url: requires mail-from and public-url.");
    }
    if (options->smtp_user[0] != '\0' && (!has_mail || options->smtp_password[0] == '\0')) {
        return option_error(error, capacity, "smtp-user: requires smtp-url and smtp-password.");
    }
    return true;
}

bool options_check(const struct options *options, char *error, size_t capacity)
{
    bool has_certificate = options->tls_cert[0] != '\0';
    bool has_key = options->tls_key[0] != '\0';
    if (has_certificate && !has_key) {
        return option_error(error, capacity, "tls-cert: requires tls-key.");
    }
    if (has_key && !has_certificate) {
        return option_error(error, capacity, "tls-key: requires tls-cert.");
    }
    if (options->proxy_addresses[0] != '\0' && !options->behind_proxy) {
        return option_error(error, capacity, "proxy-addresses: requires behind-proxy.");
    }
    return check_notifications(options, error, capacity) && check_cluster(options, error, capacity);
}

/* ---- Config file ----------------------------------------------------------------------------------- */

/* Removes white space from both ends. */
static const char *trim(const char *text, size_t *length)
{
    while (*length > 0 && isspace((unsigned char)text[0])) {
        text++;
        (*length)--;
    }
    while (*length > 0 && isspace((unsigned char)text[*length - 1])) {
        (*length)--;
    }
    return text;
}

static bool read_config_line(struct options *options, const char *line, size_t length, char *error,
                             size_t capacity)
{
    char value_text[OPTION_TEXT_MAX + 2];
    line = trim(line, &length);
    if (length == 0 || line[0] == '#') {
        return true;
    }
    const char *equals = memchr(line, '=', length);
    if (equals == NULL) {
        return option_error(error, capacity, "expected `name = value`.");
    }
    size_t name_length = (size_t)(equals - line);
    size_t value_length = length - name_length - 1;
    const char *name = trim(line, &name_length);
    const char *value = trim(equals + 1, &value_length);
    const struct option_row *row = option_find(name, name_length);
    if (row == NULL) {
        return option_error(error, capacity, "%.*s: unknown option.",
                            (int)(name_length < 60 ? name_length : 60), name);
    }
    if (value_length > OPTION_TEXT_MAX) {
        return option_error(error, capacity, "%s: the value is too long.", row->name);
    }
    memcpy(value_text, value, value_length);
    value_text[value_length] = '\0';
    return option_set(options, row, value_text, error, capacity);
}

bool options_read(struct options *options, const char *text, char *error, size_t capacity)
{
    struct options changed = *options;
    for (unsigned long number = 1; *text != '\0'; number++) {
        char reason[ERROR_LINE_MAX];
        size_t length = strcspn(text, "\n");
        if (!read_config_line(&changed, text, length, reason, sizeof reason)) {
            return option_error(error, capacity, "line %lu: %s", number, reason);
        }
        text += length + (text[length] == '\n');
    }
    *options = changed;
    return true;
}
