/*
 * address.h: where a server is, read from what a person types or pastes.
 *
 * Taken are a host, host:port, a WebSocket or browser address, and the links the browser client hands out:
 *
 *     localhost   games.example:8888   wss://games.example   http://localhost:8888/
 *     https://games.example/invite/abc…   https://games.example/table/k3f…   …/replay/k3f…   …/#code=XXXX-XXXX
 *
 * Without a scheme the connection is plain for this machine's own names and encrypted for all others. Without a
 * port it is the scheme's (80, 443), and the server's own (8888) where only a name of this machine was given.
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
    /* What a link leads to; "" where it does not say. */
    char table[ADDRESS_ID_MAX + 1];
    char invite[ADDRESS_ID_MAX + 1];
    char code[ADDRESS_ID_MAX + 1]; /* carries a player over from another device */
    /* The server alone, one spelling for each: "wss://games.example:443". Tokens are kept under it. */
    char server[ADDRESS_HOST_MAX + 32];
};

/* False: `complaint` (a sentence) says what is wrong, and `address` is untouched. */
bool address_parse(const char *text, struct address *address, char *error_text, size_t capacity);

#endif
