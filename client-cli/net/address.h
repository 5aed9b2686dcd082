/*
 * address.h: parses the address of a server as people type or paste it.
 *
 * Accepts a host, host:port, a WebSocket or browser address, and the links that the browser client creates:
 *
 *     localhost   games.example:8888   wss://games.example   http://localhost:8888/
 *     https://games.example/invite#abc…   https://games.example/table/k3f…   …/replay/k3f…   …/#code=XXXX-XXXX
 *     https://games.example/table/k3f…#commentary=abc…   …/table/k3f…#invite=abc…   …/invite/abc… (older links)
 *
 * Without a scheme, the connection is unencrypted to this machine and encrypted to all others. Without a port, the
 * scheme's default is used (80, 443), or 8888 for this machine if the scheme was left out as well.
 */
#ifndef GASLIGHT_ADDRESS_H
#define GASLIGHT_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ADDRESS_DEFAULT "ws://localhost:8888"

enum { ADDRESS_HOST_MAX = 255, ADDRESS_ID_MAX = 64, ADDRESS_PORT = 8888 };

struct address {
    bool tls;
    char host[ADDRESS_HOST_MAX + 1]; /* without the brackets of an IPv6 address */
    uint16_t port;
    /* the parts of a link; "" for those it does not have */
    char table[ADDRESS_ID_MAX + 1];
    char invite[ADDRESS_ID_MAX + 1];
    char code[ADDRESS_ID_MAX + 1];       /* transfers a player from another device */
    char commentary[ADDRESS_ID_MAX + 1]; /* the secret code of a table's commentators */
    /* The server alone in canonical form, "wss://games.example:443"; tokens are stored under it. */
    char server[ADDRESS_HOST_MAX + 32];
};

/* Returns false if the text is invalid; `error_text` is then a sentence, and `address` is unchanged. */
bool address_parse(const char *text, struct address *address, char *error_text, size_t capacity);

#endif
