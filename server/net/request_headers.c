/* request_headers.c: see request_headers.h. */
#include "server/net/request_headers.h"

#include <string.h>
#include <strings.h>
#include <sys/socket.h>

bool headers_read(const struct connection *connection, enum lws_token_indexes token)
{
    struct transport *transport = connection->transport;
    transport->header[0] = '\0';
    return lws_hdr_total_length(connection->wsi, token) > 0 &&
           lws_hdr_copy(connection->wsi, transport->header, HEADER_BYTES_MAX, token) > 0;
}

bool headers_list_has(const char *list, const char *word)
{
    size_t length = strlen(word);
    while (*list != '\0') {
        list += strspn(list, " \t,");
        size_t span = strcspn(list, ",");
        size_t trimmed = span;
        while (trimmed > 0 && (list[trimmed - 1] == ' ' || list[trimmed - 1] == '\t')) {
            trimmed--;
        }
        if (trimmed == length && strncasecmp(list, word, length) == 0) {
            return true;
        }
        list += span;
    }
    return false;
}

bool headers_host_accepted(const struct connection *connection)
{
    struct sockaddr_storage local = {0};
    socklen_t length = sizeof local;
    (void)getsockname(lws_get_socket_fd(connection->wsi), (struct sockaddr *)&local, &length);
    return headers_read(connection, WSI_TOKEN_HOST) &&
           hosts_accept(&connection->transport->hosts, connection->transport->header, &local);
}

bool headers_is_https(const struct connection *connection)
{
    struct transport *transport = connection->transport;
    return transport->options.tls_cert[0] != '\0' ||
           (lws_quirk_copy_header(connection->wsi, "x-forwarded-proto:", transport->header,
                                  HEADER_BYTES_MAX) &&
            headers_list_has(transport->header, "https"));
}

bool headers_origin_allowed(const struct connection *connection)
{
    const struct transport *transport = connection->transport;
    char origin[512];
    if (lws_hdr_total_length(connection->wsi, WSI_TOKEN_ORIGIN) <= 0) {
        return true;
    }
    if (!headers_read(connection, WSI_TOKEN_ORIGIN) || strlen(transport->header) >= sizeof origin) {
        return false;
    }
    memcpy(origin, transport->header, strlen(transport->header) + 1);
    if (headers_list_has(transport->options.allow_origin, origin)) {
        return true;
    }
    const char *host = strstr(origin, "://");
    bool secure = strncasecmp(origin, "https://", 8) == 0;
    bool insecure = strncasecmp(origin, "http://", 7) == 0 && !headers_is_https(connection);
    return host != NULL && (secure || insecure) && headers_read(connection, WSI_TOKEN_HOST) &&
           strcasecmp(host + 3, transport->header) == 0;
}

/* Reduces `192.0.2.1:80`, `[2001:db8::1]` and `[2001:db8::1]:80`, as some proxies write them, to the address. */
static char *strip_port(char *text)
{
    if (*text == '[') {
        text++;
        text[strcspn(text, "]")] = '\0';
    } else if (strchr(text, ':') == strrchr(text, ':')) {
        text[strcspn(text, ":")] = '\0';
    }
    return text;
}

void headers_read_forwarded(struct connection *connection)
{
    uint8_t bytes[IP_ADDRESS_BYTES];
    memcpy(connection->address, connection->peer,
           sizeof connection->address); /* not that of an earlier request */
    if (!connection->from_proxy || !headers_read(connection, WSI_TOKEN_X_FORWARDED_FOR)) {
        return;
    }
    char *last = strrchr(connection->transport->header, ',');
    last = last == NULL ? connection->transport->header : last + 1;
    last += strspn(last, " \t");
    last[strcspn(last, " \t")] = '\0';
    if (ip_address_read(strip_port(last), bytes)) {
        ip_address_write(bytes, connection->address);
    }
}
