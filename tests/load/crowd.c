/*
 * crowd.c: many spectators at the first table, who read everything and send nothing. They may be connected to other
 * servers than the players, in turn.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/load/load.h"

enum { CROWD_BLOCK = 20, AT_ONCE = 64, TEXT_BYTES = 120 };

struct spectator {
    struct websocket websocket; /* must be first: callbacks cast to it */
    struct load *load;
    unsigned replies;
};

static struct spectator *spectator_of(struct websocket *websocket)
{
    return (struct spectator *)(void *)websocket;
}

static void on_opened(struct websocket *websocket)
{
    static const char hello[] = "{\"id\":1,\"do\":\"hello\",\"name\":\"Spectator\"}";
    websocket_send(&spectator_of(websocket)->load->net, websocket, hello, sizeof hello - 1);
}

/* The replies are those to hello and to watch. */
static void on_text(struct websocket *websocket, char *text, size_t length)
{
    struct spectator *spectator = spectator_of(websocket);
    struct load *load = spectator->load;
    (void)length;
    if (strncmp(text, "{\"re\"", 5) != 0) {
        load->crowd_received++;
        return;
    }
    if (strstr(text, "\"error\"") != NULL) {
        load_error(load, ERROR_REFUSED, "refused to a spectator", text);
    }
    if (spectator->replies++ == 0) {
        char request[TEXT_BYTES];
        int size = snprintf(request, sizeof request, "{\"id\":2,\"do\":\"watch\",\"table\":\"%s\"}",
                            load->table[0].id);
        websocket_send(&load->net, websocket, request, (size_t)size);
    } else {
        load->crowd_watching++;
    }
}

static void on_closed(struct websocket *websocket, unsigned code)
{
    char text[32];
    (void)snprintf(text, sizeof text, "with code %u", code);
    load_error(spectator_of(websocket)->load, ERROR_CLOSED, "a spectator's connection was closed", text);
}

static const struct websocket_events crowd_events = {on_opened, on_text, on_closed};

/* Reads a list of addresses, separated by commas; without one, the crowd connects where the players do. */
static bool read_servers(struct load *load)
{
    const char *at = load->options.crowd_at;
    while (at != NULL && *at != '\0' && load->crowd_servers < CROWD_SERVERS) {
        size_t length = strcspn(at, ",");
        char address[TEXT_BYTES];
        (void)snprintf(address, sizeof address, "%.*s", (int)length, at);
        if (!net_parse(address, &load->crowd_server[load->crowd_servers++])) {
            return false;
        }
        at += length + (at[length] == ',');
    }
    return true;
}

bool crowd_make(struct load *load)
{
    size_t count = (size_t)load->options.crowd;
    load->crowd = calloc(count + 1, sizeof *load->crowd);
    if (load->crowd == NULL || !read_servers(load)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        load->crowd[i] = (struct spectator){.websocket = {.fd = -1, .events = &crowd_events}, .load = load};
        if (load->crowd_servers > 0) {
            load->crowd[i].websocket.server = &load->crowd_server[i % load->crowd_servers];
        }
    }
    return true;
}

bool crowd_gather(struct load *load)
{
    uint64_t all = (uint64_t)load->options.crowd;
    while (load->crowd_begun < all && load->crowd_begun < load->crowd_watching + AT_ONCE) {
        if (!websocket_connect(&load->net, &load->crowd[load->crowd_begun++].websocket, CROWD_BLOCK)) {
            load_error(load, ERROR_CLOSED, "no socket for a spectator", "");
            load->crowd_watching++;
        }
    }
    return load->crowd_watching >= all;
}

void crowd_free(struct load *load)
{
    for (long i = 0; load->crowd != NULL && i < load->options.crowd; i++) {
        websocket_close(&load->net, &load->crowd[i].websocket);
    }
    free(load->crowd);
}
