/* asks.c: see asks.h. */
#include "server/cluster/asks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"

struct ask {
    LIST_ENTRY(ask) entry;
    int64_t number;
    uint64_t deadline; /* of the loop's clock */
    size_t missing;    /* answers that may still come */
    void (*done)(void *context, const struct answers *answers);
    void *context;
    struct answers answers;
};

struct asked {
    struct asks *asks;
    int64_t node; /* that asked */
    int64_t number;
};

void asks_init(struct asks *asks, struct cluster *cluster, uv_loop_t *loop)
{
    *asks = (struct asks){.cluster = cluster, .loop = loop};
    LIST_INIT(&asks->pending);
}

void asks_set_handler(struct asks *asks, enum ask_kind kind, ask_handler *handle, void *context)
{
    asks->handler[kind].handle = handle;
    asks->handler[kind].context = context;
}

/* ---- asking ---- */

/* Calls `done` and frees the question. */
static void finish(struct ask *ask)
{
    LIST_REMOVE(ask, entry);
    ask->done(ask->context, &ask->answers);
    for (size_t i = 0; i < ask->answers.count; i++) {
        free(ask->answers.answer[i].text);
    }
    free(ask->answers.answer);
    free(ask);
}

static int compare_nodes(const void *one, const void *other)
{
    int64_t a = ((const struct answer *)one)->node, b = ((const struct answer *)other)->node;
    return (a > b) - (a < b);
}

/* Sorts the answers by node, so that operators see nodes in the same order each time. */
static void send_to_peers(struct asks *asks, struct ask *ask, const struct buffer *body)
{
    struct cluster_peer *peer = cluster_first_peer(asks->cluster);
    for (; peer != NULL; peer = cluster_next_peer(peer)) {
        if (cluster_peer_is_up(peer)) {
            struct answer *answer = &ask->answers.answer[ask->answers.count++];
            answer->node = peer->node;
            (void)snprintf(answer->name, sizeof answer->name, "%s", peer->name);
            cluster_send(peer, MESSAGE_ASK, body->text, body->length);
        }
    }
    qsort(ask->answers.answer, ask->answers.count, sizeof *ask->answers.answer, compare_nodes);
    ask->missing = ask->answers.count;
}

void asks_send(struct asks *asks, enum ask_kind kind, const char *one, const char *other,
               unsigned milliseconds, void (*done)(void *context, const struct answers *answers),
               void *context)
{
    struct buffer body = {0};
    size_t peers = cluster_peers_up(asks->cluster);
    struct ask *ask = calloc(1, sizeof *ask);
    struct answer *answer = calloc(peers + 1, sizeof *answer);
    if (ask == NULL || answer == NULL) {
        abort(); /* as the store does: a restart is better than a wrong answer */
    }
    ask->answers.answer = answer;
    ask->number = ++asks->last;
    ask->deadline = uv_now(asks->loop) + milliseconds;
    ask->done = done;
    ask->context = context;
    LIST_INSERT_HEAD(&asks->pending, ask, entry);
    message_put_long(&body, ask->number);
    message_put_number(&body, kind);
    message_put_text(&body, one, strlen(one));
    message_put_text(&body, other, strlen(other));
    send_to_peers(asks, ask, &body);
    buffer_free(&body);
    if (ask->missing == 0) {
        finish(ask);
    }
}

static struct ask *find_ask(const struct asks *asks, int64_t number)
{
    struct ask *ask;
    LIST_FOREACH (ask, &asks->pending, entry) {
        if (ask->number == number) {
            return ask;
        }
    }
    return NULL;
}

/* Returns the answer that is still expected of a node, or NULL. */
static struct answer *expected(struct ask *ask, int64_t node)
{
    for (size_t i = 0; i < ask->answers.count; i++) {
        struct answer *answer = &ask->answers.answer[i];
        if (answer->node == node && !answer->is_here && !answer->is_lost) {
            return answer;
        }
    }
    return NULL;
}

static void count_answer(struct ask *ask)
{
    ask->missing--;
    if (ask->missing == 0) {
        finish(ask);
    }
}

/* Drops an answer that arrives too late. */
bool asks_answered(struct asks *asks, const struct cluster_peer *peer, const char *body, size_t length)
{
    struct message_reader reader = {.body = body, .length = length};
    size_t text_length;
    struct ask *ask = find_ask(asks, message_long(&reader));
    uint32_t status = message_number(&reader);
    const char *text = message_text(&reader, &text_length);
    struct answer *answer = ask == NULL ? NULL : expected(ask, peer->node);
    if (!message_is_whole(&reader)) {
        return false;
    }
    if (answer != NULL) {
        struct buffer copy = {0};
        if (!buffer_add(&copy, text, text_length)) {
            abort();
        }
        answer->is_here = true;
        answer->status = status;
        answer->length = text_length;
        answer->text = buffer_take(&copy);
        count_answer(ask);
    }
    return true;
}

void asks_lost(struct asks *asks, int64_t node)
{
    struct ask *next;
    for (struct ask *ask = LIST_FIRST(&asks->pending); ask != NULL; ask = next) {
        struct answer *answer = expected(ask, node);
        next = LIST_NEXT(ask, entry);
        if (answer != NULL) {
            answer->is_lost = true;
            count_answer(ask);
        }
    }
}

void asks_tick(struct asks *asks)
{
    struct ask *next;
    for (struct ask *ask = LIST_FIRST(&asks->pending); ask != NULL; ask = next) {
        next = LIST_NEXT(ask, entry);
        if (uv_now(asks->loop) >= ask->deadline) {
            log_line(LOG_WARNING, "nodes_silent", "missing=%zu", ask->missing);
            finish(ask);
        }
    }
}

void asks_stop(struct asks *asks)
{
    struct ask *next;
    for (struct ask *ask = LIST_FIRST(&asks->pending); ask != NULL; ask = next) {
        next = LIST_NEXT(ask, entry);
        finish(ask);
    }
}

/* ---- answering ---- */

void asked_answer(struct asked *asked, bool status, const char *text, size_t length)
{
    static const char too_long[] = "The answer is too long.";
    struct cluster_peer *peer = cluster_find_peer(asked->asks->cluster, asked->node);
    bool fits = length <= LINK_BODY_MAX - 1024;
    if (peer != NULL) {
        struct buffer body = {0};
        message_put_long(&body, asked->number);
        message_put_number(&body, status && fits);
        message_put_text(&body, fits ? text : too_long, fits ? length : sizeof too_long - 1);
        cluster_answer(peer, MESSAGE_ANSWER, body.text, body.length);
        buffer_free(&body);
    }
    free(asked);
}

bool asks_asked(struct asks *asks, struct cluster_peer *peer, const char *body, size_t length)
{
    enum { TEXT_BYTES = 4096 };
    char one[TEXT_BYTES], other[TEXT_BYTES];
    struct message_reader reader = {.body = body, .length = length};
    int64_t number = message_long(&reader);
    uint32_t kind = message_number(&reader);
    message_copy(&reader, one, sizeof one);
    message_copy(&reader, other, sizeof other);
    if (!message_is_whole(&reader)) {
        return false;
    }
    struct asked *asked = malloc(sizeof *asked);
    if (asked == NULL) {
        return true; /* the other node waits until time is up */
    }
    *asked = (struct asked){.asks = asks, .node = peer->node, .number = number};
    if (kind < ASK_KIND_COUNT && asks->handler[kind].handle != NULL) {
        asks->handler[kind].handle(asks->handler[kind].context, asked, one, other);
    } else {
        asked_answer(asked, false, "", 0); /* of a newer version */
    }
    return true;
}
