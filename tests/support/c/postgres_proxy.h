/*
 * postgres_proxy.h: a proxy between a store and PostgreSQL, which cuts the connection at the worst moment.
 *
 * It forwards everything until it is armed. Then the next batch that a store sends, from the fence to COMMIT, is treated
 * as the cut says, and the store loses its connection. Later connections are forwarded again.
 */
#ifndef GASLIGHT_TESTS_POSTGRES_PROXY_H
#define GASLIGHT_TESTS_POSTGRES_PROXY_H

#include <poll.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "tests/support/c/postgres_harness.h"

enum proxy_cut {
    CUT_NOTHING,
    CUT_BEFORE, /* the server never gets the batch */
    CUT_AFTER,  /* the server gets the batch, but its answer is lost */
    CUT_LATE,   /* the server gets the batch when the test says so; until then it waits in the network */
};

enum { PROXY_PAIRS = 32, PROXY_BYTES = 1 << 16 };

struct postgres_proxy {
    char directory[64];
    char target[108]; /* the server's socket */
    int listener;
    atomic_int cut, is_late_wanted, is_late_done;
    atomic_bool stop;
    struct {
        int client, server; /* or -1 */
    } pair[PROXY_PAIRS];
    char late[PROXY_BYTES]; /* the batch that is held back */
    ssize_t late_length;
    int late_server;
    uv_thread_t thread;
};

static inline int proxy_connect(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    (void)snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
        (void)close(descriptor);
        return -1;
    }
    return descriptor;
}

static inline void proxy_write(int descriptor, const char *bytes, ssize_t length)
{
    while (length > 0) {
        ssize_t written = send(descriptor, bytes, (size_t)length, MSG_NOSIGNAL);
        if (written <= 0) {
            return;
        }
        bytes += written;
        length -= written;
    }
}

static inline bool proxy_contains(const char *bytes, ssize_t length, const char *text)
{
    size_t size = strlen(text);
    for (ssize_t i = 0; i + (ssize_t)size <= length; i++) {
        if (memcmp(bytes + i, text, size) == 0) {
            return true;
        }
    }
    return false;
}

static inline void proxy_close_pair(struct postgres_proxy *proxy, int index)
{
    (void)close(proxy->pair[index].client);
    if (proxy->pair[index].server >= 0) {
        (void)close(proxy->pair[index].server);
    }
    proxy->pair[index].client = proxy->pair[index].server = -1;
}

/* Treats a whole batch as the test has asked for. */
static inline void proxy_cut(struct postgres_proxy *proxy, int index, const char *bytes, ssize_t length)
{
    int cut = atomic_exchange(&proxy->cut, CUT_NOTHING);
    if (cut == CUT_LATE) {
        memcpy(proxy->late, bytes, (size_t)length);
        proxy->late_length = length;
        proxy->late_server = proxy->pair[index].server;
        proxy->pair[index].server = -1;
    } else if (cut == CUT_AFTER) {
        char answer[100];
        proxy_write(proxy->pair[index].server, bytes, length);
        (void)recv(proxy->pair[index].server, answer, sizeof answer,
                   0); /* not before it has begun to answer */
    }
    proxy_close_pair(proxy, index);
}

/* Forwards what one side has sent. */
static inline void proxy_forward(struct postgres_proxy *proxy, int index, bool to_server)
{
    static char bytes[PROXY_BYTES];
    int from = to_server ? proxy->pair[index].client : proxy->pair[index].server;
    int to = to_server ? proxy->pair[index].server : proxy->pair[index].client;
    ssize_t length = recv(from, bytes, sizeof bytes, 0);
    if (length <= 0) {
        proxy_close_pair(proxy, index);
    } else if (to_server && atomic_load(&proxy->cut) != CUT_NOTHING &&
               proxy_contains(bytes, length, "fence") && proxy_contains(bytes, length, "COMMIT")) {
        proxy_cut(proxy, index, bytes, length);
    } else {
        proxy_write(to, bytes, length);
    }
}

static inline void proxy_accept(struct postgres_proxy *proxy)
{
    int client = accept(proxy->listener, NULL, NULL);
    int server = proxy_connect(proxy->target);
    for (int i = 0; client >= 0 && i < PROXY_PAIRS; i++) {
        if (proxy->pair[i].client < 0 && server >= 0) {
            proxy->pair[i].client = client;
            proxy->pair[i].server = server;
            return;
        }
    }
    (void)close(client);
    (void)close(server);
}

/* Sends the batch that was held back, and waits until the server has closed the connection. */
static inline void proxy_send_late(struct postgres_proxy *proxy)
{
    char answer[1000];
    proxy_write(proxy->late_server, proxy->late, proxy->late_length);
    (void)shutdown(proxy->late_server, SHUT_WR);
    while (recv(proxy->late_server, answer, sizeof answer, 0) > 0) {
    }
    (void)close(proxy->late_server);
    atomic_store(&proxy->is_late_done, 1);
}

static inline void proxy_main(void *context)
{
    struct postgres_proxy *proxy = context;
    while (!atomic_load(&proxy->stop)) {
        struct pollfd wait[1 + 2 * PROXY_PAIRS] = {{.fd = proxy->listener, .events = POLLIN}};
        for (int i = 0; i < PROXY_PAIRS; i++) {
            wait[1 + 2 * i] = (struct pollfd){.fd = proxy->pair[i].client, .events = POLLIN};
            wait[2 + 2 * i] = (struct pollfd){.fd = proxy->pair[i].server, .events = POLLIN};
        }
        (void)poll(wait, 1 + 2 * PROXY_PAIRS, 20);
        for (int i = 0; i < PROXY_PAIRS; i++) {
            if (proxy->pair[i].client >= 0 && wait[1 + 2 * i].revents != 0) {
                proxy_forward(proxy, i, true);
            }
            if (proxy->pair[i].client >= 0 && wait[2 + 2 * i].revents != 0) {
                proxy_forward(proxy, i, false);
            }
        }
        if (wait[0].revents != 0) {
            proxy_accept(proxy);
        }
        if (atomic_exchange(&proxy->is_late_wanted, 0) != 0) {
            proxy_send_late(proxy);
        }
    }
}

/* Starts the proxy. `url` is changed to go through it. */
static inline void proxy_start(struct postgres_proxy *proxy, char url[POSTGRES_URL_MAX])
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char through[POSTGRES_URL_MAX];
    *proxy = (struct postgres_proxy){.directory = "/tmp/gaslight-proxy-XXXXXX"};
    (void)snprintf(
        proxy->target, sizeof proxy->target, "%s",
        postgres_harness_sql(url, "SELECT split_part(current_setting('unix_socket_directories'), ',', 1) "
                                  "|| '/.s.PGSQL.' || current_setting('port')"));
    ck_assert_ptr_nonnull(mkdtemp(proxy->directory));
    (void)snprintf(address.sun_path, sizeof address.sun_path, "%s/.s.PGSQL.5432", proxy->directory);
    proxy->listener = socket(AF_UNIX, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(proxy->listener, (struct sockaddr *)&address, sizeof address), 0);
    ck_assert_int_eq(listen(proxy->listener, PROXY_PAIRS), 0);
    for (int i = 0; i < PROXY_PAIRS; i++) {
        proxy->pair[i].client = proxy->pair[i].server = -1;
    }
    ck_assert_int_eq(uv_thread_create(&proxy->thread, proxy_main, proxy), 0);
    (void)snprintf(through, sizeof through, "%.300s&host=%s&port=5432", url, proxy->directory);
    (void)snprintf(url, POSTGRES_URL_MAX, "%s", through);
}

static inline void proxy_stop(struct postgres_proxy *proxy)
{
    char path[128];
    atomic_store(&proxy->stop, true);
    (void)uv_thread_join(&proxy->thread);
    for (int i = 0; i < PROXY_PAIRS; i++) {
        if (proxy->pair[i].client >= 0) {
            proxy_close_pair(proxy, i);
        }
    }
    (void)close(proxy->listener);
    (void)snprintf(path, sizeof path, "%s/.s.PGSQL.5432", proxy->directory);
    (void)unlink(path);
    (void)rmdir(proxy->directory);
}

#endif
