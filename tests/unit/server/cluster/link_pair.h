/*
 * link_pair.h: for the tests of links: a loop with two or three nodes on loopback, and what they were told.
 *
 * Nodes are started by start_node() and closed by close_all(), which also checks that nothing is left on the loop.
 */
#ifndef GASLIGHT_LINK_PAIR_H
#define GASLIGHT_LINK_PAIR_H

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <uv.h>

#include "server/cluster/link_internal.h"

enum { NODES_MAX = 3, PATIENCE_MILLISECONDS = 60000 };

struct node {
    struct links *links; /* NULL: closed */
    bool is_closed;
    unsigned ups, downs, refusals, messages;
    struct link *link; /* the last that came up, until it goes down */
    bool is_busy;      /* a function of link.h is being called, so no callback may come */
    unsigned last_type;
    size_t last_length;
    unsigned char first_byte;
    void (*on_up)(struct node *node, struct link *link);
    void (*on_message)(struct node *node, struct link *link, unsigned type, const char *body, size_t length);
    void (*on_down)(struct node *node, struct link *link);
};

static uv_loop_t loop;
static uv_timer_t heartbeat; /* so that UV_RUN_ONCE returns */
static struct node nodes[NODES_MAX];
static const unsigned char key[LINK_KEY_BYTES] = {1, 2, 3};
static const unsigned char other_key[LINK_KEY_BYTES] = {1, 2, 4};

/* Runs the loop until a condition holds. */
#define UNTIL(condition) \
    do { \
        uint64_t begin_ = uv_hrtime(); \
        while (!(condition)) { \
            ck_assert_msg(uv_hrtime() - begin_ < PATIENCE_MILLISECONDS * UINT64_C(1000000), "never: %s", \
                          #condition); \
            (void)uv_run(&loop, UV_RUN_ONCE); \
        } \
    } while (0)

static inline void on_up(void *context, struct link *link)
{
    struct node *node = context;
    ck_assert(!node->is_busy);
    ck_assert(link_is_up(link));
    node->ups++;
    node->link = link;
    if (node->on_up != NULL) {
        node->on_up(node, link);
    }
}

static inline void on_message(void *context, struct link *link, unsigned type, const char *body,
                              size_t length)
{
    struct node *node = context;
    ck_assert(!node->is_busy);
    ck_assert(link_is_up(link));
    node->messages++;
    node->last_type = type;
    node->last_length = length;
    node->first_byte = length == 0 ? 0 : (unsigned char)body[0];
    if (node->on_message != NULL) {
        node->on_message(node, link, type, body, length);
    }
}

static inline void on_down(void *context, struct link *link, bool refused)
{
    struct node *node = context;
    ck_assert(!node->is_busy);
    ck_assert(!link_is_up(link));
    node->downs++;
    node->refusals += refused ? 1U : 0U;
    if (node->link == link) {
        node->link = NULL;
    }
    if (node->on_down != NULL) {
        node->on_down(node, link);
    }
}

static inline void beat(uv_timer_t *timer)
{
    (void)timer;
}

static inline void setup(void)
{
    memset(nodes, 0, sizeof nodes);
    ck_assert_int_eq(uv_loop_init(&loop), 0);
    ck_assert_int_eq(uv_timer_init(&loop, &heartbeat), 0);
    ck_assert_int_eq(uv_timer_start(&heartbeat, beat, 5, 5), 0);
}

/* Starts node number `index` + 1, with time limits that no test reaches. */
static inline struct node *start_node_with(unsigned index, int64_t number, const unsigned char *its_key)
{
    struct node *node = &nodes[index];
    struct link_handler handler = {.up = on_up, .message = on_message, .down = on_down, .context = node};
    char error[200] = "", name[16];
    (void)snprintf(name, sizeof name, "node-%u", index);
    node->links = links_open(&loop, "127.0.0.1:0", its_key, number, name, &handler, error, sizeof error);
    ck_assert_msg(node->links != NULL, "%s", error);
    links_set_limits(node->links, &(struct link_limits){.ping = PATIENCE_MILLISECONDS,
                                                        .silence = PATIENCE_MILLISECONDS,
                                                        .handshake = PATIENCE_MILLISECONDS,
                                                        .queue = LINK_QUEUE_MAX});
    return node;
}

static inline struct node *start_node(unsigned index)
{
    return start_node_with(index, (int64_t)index + 1, key);
}

/* Opens a link to a port, where the node of this number is expected. */
static inline struct link *connect_node(struct node *node, int64_t number, unsigned port)
{
    char address[32];
    (void)snprintf(address, sizeof address, "127.0.0.1:%u", port);
    node->is_busy = true;
    struct link *link = links_connect(node->links, number, address);
    node->is_busy = false;
    ck_assert_ptr_nonnull(link);
    return link;
}

/* Starts two nodes, and a link from the first to the second. */
static inline void start_pair(void)
{
    (void)start_node(0);
    (void)start_node(1);
    (void)connect_node(&nodes[0], 2, links_port(nodes[1].links));
    UNTIL(nodes[0].ups == 1 && nodes[1].ups == 1);
}

static inline void end_link(struct node *node, struct link *link)
{
    node->is_busy = true;
    link_end(link, "test");
    node->is_busy = false;
}

static inline void node_closed(void *context)
{
    struct node *node = context;
    node->is_closed = true;
}

static inline void close_node(struct node *node)
{
    struct links *links = node->links;
    node->links = NULL;
    links_close(links, node_closed, node);
}

static inline void close_all(void)
{
    for (unsigned i = 0; i < NODES_MAX; i++) {
        if (nodes[i].links != NULL) {
            close_node(&nodes[i]);
            UNTIL(nodes[i].is_closed);
        }
    }
    uv_close((uv_handle_t *)&heartbeat, NULL);
    (void)uv_run(&loop, UV_RUN_DEFAULT);
    ck_assert_int_eq(uv_loop_close(&loop), 0);
}

#endif
