/*
 * hostile.c: misbehaving clients: readers that never read, senders of garbage, handshakes that never finish,
 * and a flood of requests. Each kind connects from addresses of its own, so that limits on it do not affect
 * the players. A client that is disconnected reconnects: unfinished handshakes after a second, the others at
 * the next hostiles_tick().
 */
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "tests/load/load.h"

enum {
    FIRST_BLOCK = 1,
    STIRS_BEFORE_RETURN = 100,
    FLOOD_AT_ONCE = 10,
    TICKS_BETWEEN_WATCHES = 100,
    GARBAGE_BYTES = 600
};

struct hostile {
    struct websocket websocket; /* must be first: callbacks cast to it */
    struct load *load;
    enum hostile_kind kind;
    unsigned number, ticks, away;
    bool greeted;
};

static struct hostile *hostile_of(struct websocket *websocket)
{
    return (struct hostile *)(void *)websocket;
}

static void send_request(struct hostile *hostile, const char *text)
{
    websocket_send(&hostile->load->net, &hostile->websocket, text, strlen(text));
    hostile->load->hostile_sent[hostile->kind]++;
}

static void greet(struct hostile *hostile)
{
    send_request(hostile, "{\"id\":1,\"do\":\"hello\",\"name\":\"Hostile\"}");
}

/* ---- Readers that never read ----------------------------------------------------------------------- */

static void watch_without_reading(struct hostile *hostile)
{
    const struct load *load = hostile->load;
    char text[120];
    const struct table *table = &load->table[hostile->number % (unsigned)load->options.tables];
    if (table->id[0] == '\0') {
        return; /* try again at the next hostiles_tick() */
    }
    (void)snprintf(text, sizeof text, "{\"id\":2,\"do\":\"watch\",\"table\":\"%s\",\"views\":true}",
                   table->id);
    send_request(hostile, text);
    if (!hostile->websocket.not_reading) {
        websocket_stop_reading(&hostile->load->net, &hostile->websocket);
    }
}

/* Now and then the table starts a new game, which must be watched again. */
static void tick_slow(struct hostile *hostile)
{
    if (hostile->greeted && hostile->ticks++ % TICKS_BETWEEN_WATCHES == 0) {
        watch_without_reading(hostile);
    }
}

/* ---- Garbage --------------------------------------------------------------------------------------- */

static const char *const bad_texts[] = {
    "",
    "nonsense",
    "{",
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    "{\"id\":1}",
    "{\"id\":-1,\"do\":\"ping\"}",
    "{\"id\":1,\"do\":\"fly\"}",
    "{\"id\":1,\"id\":2,\"do\":\"ping\"}",
    "{\"id\":1,\"do\":\"act\",\"table\":7,\"key\":[],\"action\":null}",
    "{\"id\":99999999999999999999,\"do\":\"ping\"}",
    "{\"id\":1,\"do\":\"hello\",\"name\":\"\xff\xfe\"}",
    "{\"id\":1,\"do\":\"watch\",\"table\":\"nosuchtable\"}",
};
enum { BAD_TEXTS = COUNT(bad_texts) };

/* Invalid frames: unmasked, with reserved bits, with a forbidden length, and one that never ends. */
static const struct {
    unsigned char bytes[14];
    size_t length;
} bad_frames[] = {
    {{0x81, 0x02, '{', '}'}, 4},
    {{0xf1, 0x80, 1, 2, 3, 4}, 6},
    {{0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4}, 14},
    {{0x01, 0x81, 0, 0, 0, 0, '{'}, 7},
    {{0x82, 0x81, 0, 0, 0, 0, 0}, 7},
    {{0x88, 0x81, 0, 0, 0, 0, 0}, 7},
};
enum { BAD_FRAMES = COUNT(bad_frames) };

static void send_raw(struct hostile *hostile, const void *bytes, size_t length)
{
    websocket_send_raw(&hostile->load->net, &hostile->websocket, bytes, length);
    hostile->load->hostile_sent[hostile->kind]++;
}

static void tick_garbage(struct hostile *hostile)
{
    struct dice *dice = &hostile->load->dice;
    unsigned char noise[GARBAGE_BYTES];
    if (hostile->websocket.state == WEBSOCKET_OPEN) {
        unsigned drawn = dice_below(dice, BAD_TEXTS + 1);
        if (drawn < BAD_TEXTS) {
            send_request(hostile, bad_texts[drawn]);
            return;
        }
        drawn = dice_below(dice, BAD_FRAMES);
        send_raw(hostile, bad_frames[drawn].bytes, bad_frames[drawn].length);
    } else if (hostile->websocket.state == WEBSOCKET_SHAKING && hostile->number % 2 == 1) {
        size_t length = 1 + dice_below(dice, GARBAGE_BYTES);
        for (size_t i = 0; i < length; i++) {
            noise[i] = (unsigned char)dice_next(dice);
        }
        send_raw(hostile, noise, length);
    }
}

/* ---- Handshakes that never finish, and the flood ----------------------------------------------------- */

static void tick_half_open(struct hostile *hostile)
{
    static const char beginning[] = "GET /ws HTTP/1.1\r\nHost: local";
    if (hostile->websocket.state == WEBSOCKET_SHAKING && hostile->ticks++ == 0) {
        send_raw(hostile, beginning, sizeof beginning - 1);
    }
}

static void tick_flood(struct hostile *hostile)
{
    for (unsigned i = 0; i < FLOOD_AT_ONCE && hostile->greeted && hostile->websocket.out.length == 0; i++) {
        send_request(hostile, "{\"id\":3,\"do\":\"ping\"}");
    }
}

/* ---- All kinds -------------------------------------------------------------------------------------- */

static const struct {
    void (*tick)(struct hostile *hostile);
    bool greets, narrow, alone;
} kinds[HOSTILE_KINDS] = {
    [HOSTILE_SLOW] = {tick_slow, .greets = true, .narrow = true},
    [HOSTILE_GARBAGE] = {tick_garbage},
    [HOSTILE_HALF_OPEN] = {tick_half_open},
    [HOSTILE_FLOOD] = {tick_flood, .greets = true, .alone = true},
};

static void on_opened(struct websocket *websocket)
{
    struct hostile *hostile = hostile_of(websocket);
    if (kinds[hostile->kind].greets) {
        greet(hostile);
    }
}

static void on_text(struct websocket *websocket, char *text, size_t length)
{
    (void)text;
    (void)length;
    hostile_of(websocket)->greeted = true;
}

static void on_closed(struct websocket *websocket, unsigned code)
{
    struct hostile *hostile = hostile_of(websocket);
    (void)code;
    hostile->load->hostile_closed[hostile->kind]++;
}

static const struct websocket_events hostile_events = {on_opened, on_text, on_closed};

/* Half of the senders of garbage do not even send a handshake. */
static void come_again(struct hostile *hostile)
{
    struct net *net = &hostile->load->net;
    unsigned block = FIRST_BLOCK + hostile->kind;
    bool raw =
        hostile->kind == HOSTILE_HALF_OPEN || (hostile->kind == HOSTILE_GARBAGE && hostile->number % 2 == 1);
    if (hostile->kind == HOSTILE_HALF_OPEN && hostile->away-- > 0) {
        return;
    }
    hostile->ticks = 0;
    hostile->greeted = false;
    hostile->away = STIRS_BEFORE_RETURN;
    if (raw) {
        (void)websocket_connect_raw(net, &hostile->websocket,
                                    block); /* if it fails, try again at the next hostiles_tick() */
    } else {
        (void)websocket_connect(net, &hostile->websocket, block);
    }
}

bool hostiles_make(struct load *load)
{
    for (unsigned kind = 0; kind < HOSTILE_KINDS; kind++) {
        load->hostiles += (unsigned)load->options.hostile[kind];
    }
    load->hostile = calloc(load->hostiles + 1, sizeof *load->hostile);
    if (load->hostile == NULL) {
        return false;
    }
    unsigned made = 0;
    for (unsigned kind = 0; kind < HOSTILE_KINDS; kind++) {
        for (unsigned i = 0; i < (unsigned)load->options.hostile[kind]; i++) {
            load->hostile[made++] = (struct hostile){.websocket = {.fd = -1,
                                                                   .events = &hostile_events,
                                                                   .alone = kinds[kind].alone,
                                                                   .narrow = kinds[kind].narrow},
                                                     .load = load,
                                                     .kind = (enum hostile_kind)kind,
                                                     .number = i};
        }
    }
    return true;
}

void hostiles_free(struct load *load)
{
    for (unsigned i = 0; i < load->hostiles; i++) {
        websocket_close(&load->net, &load->hostile[i].websocket);
    }
    free(load->hostile);
}

void hostiles_tick(struct load *load)
{
    for (unsigned i = 0; i < load->hostiles; i++) {
        struct hostile *hostile = &load->hostile[i];
        if (hostile->websocket.state == WEBSOCKET_NONE) {
            come_again(hostile);
        } else {
            kinds[hostile->kind].tick(hostile);
        }
    }
}
