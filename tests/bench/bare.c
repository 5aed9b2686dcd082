/*
 * bare.c: the baseline: the least a server of this kind must do, with the same two libraries.
 *
 * libwebsockets on a libuv loop. A connection to /ws/N belongs to table N. Whenever one connection of a table
 * sends anything, which is not parsed, every connection of the table is immediately sent a prepared frame of
 * 400 bytes. There is no JSON, no game, no store, no limits and no handling of slow readers. Whatever
 * gaslightd needs beyond this is the cost of those. `make bench` compares the two with the same load
 * generator (tests/load, --bare).
 */
#include <libwebsockets.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <uv.h>

enum { FRAME_BYTES = 400, TABLE_MOST = 32, TABLES_MOST = 100000, RX_BUFFER_BYTES = 1024, PATH_BYTES = 64 };

struct table {
    unsigned count;
    struct lws *wsi[TABLE_MOST];
};

struct seat {
    struct table *table;
};

static struct table *tables[TABLES_MOST];
static unsigned char frame[LWS_PRE + FRAME_BYTES];

/*
 * Returns the table for the number after /ws/, creating it for its first connection; NULL if the number is
 * invalid.
 */
static struct table *find_table(struct lws *wsi)
{
    char path[PATH_BYTES];
    if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0 || strncmp(path, "/ws/", 4) != 0) {
        return NULL;
    }
    unsigned long number = strtoul(path + 4, NULL, 10);
    if (number >= TABLES_MOST) {
        return NULL;
    }
    if (tables[number] == NULL) {
        tables[number] = calloc(1, sizeof *tables[number]);
    }
    return tables[number];
}

static int sit_down(struct lws *wsi, struct seat *seat)
{
    struct table *table = find_table(wsi);
    if (table == NULL || table->count == TABLE_MOST) {
        return -1;
    }
    seat->table = table;
    table->wsi[table->count++] = wsi;
    return 0;
}

static void stand_up(const struct lws *wsi, const struct seat *seat)
{
    struct table *table = seat->table;
    for (unsigned i = 0; table != NULL && i < table->count; i++) {
        if (table->wsi[i] == wsi) {
            table->wsi[i] = table->wsi[--table->count];
        }
    }
}

static int tell_table(const struct table *table)
{
    for (unsigned i = 0; i < table->count; i++) {
        if (lws_write(table->wsi[i], frame + LWS_PRE, FRAME_BYTES, LWS_WRITE_TEXT) < 0) {
            return -1;
        }
    }
    return 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length)
{
    (void)in;
    (void)length;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        return sit_down(wsi, user);
    case LWS_CALLBACK_RECEIVE:
        return tell_table(((struct seat *)user)->table);
    case LWS_CALLBACK_CLOSED:
        stand_up(wsi, user);
        return 0;
    default:
        return 0;
    }
}

static void on_stop(uv_signal_t *handle, int number)
{
    (void)number;
    uv_stop(handle->loop);
}

static void raise_descriptors(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max < TABLES_MOST ? limit.rlim_max : TABLES_MOST;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* The same tuned settings as gaslightd (see server/net/transport.c). */
static struct lws_context *listen_on(uv_loop_t *loop)
{
    static const lws_retry_bo_t validity = {.secs_since_valid_ping = 1, .secs_since_valid_hangup = 0};
    static const struct lws_protocols protocols[] = {{.name = "gaslight.v1",
                                                      .callback = on_event,
                                                      .per_session_data_size = sizeof(struct seat),
                                                      .rx_buffer_size = RX_BUFFER_BYTES,
                                                      .tx_packet_size = 1 << 16},
                                                     {0}};
    void *loops[] = {loop};
    struct lws_context_creation_info info = {.port = 0,
                                             .iface = "127.0.0.1",
                                             .protocols = protocols,
                                             .gid = -1,
                                             .uid = -1,
                                             .options =
                                                 LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
                                             .foreign_loops = loops,
                                             .retry_and_idle_policy = &validity,
                                             .vhost_name = "bare"};
    struct lws_context *context = lws_create_context(&info);
    struct lws_vhost *vhost = context == NULL ? NULL : lws_create_vhost(context, &info);
    if (vhost == NULL) {
        return NULL;
    }
    printf("bare listens on 127.0.0.1, port %d; no tables.\n", lws_get_vhost_listen_port(vhost));
    (void)fflush(stdout);
    return context;
}

int main(void)
{
    uv_loop_t loop;
    uv_signal_t stop;
    raise_descriptors();
    lws_set_log_level(LLL_ERR, NULL);
    memset(frame, 'x', sizeof frame);
    uv_loop_init(&loop);
    uv_signal_init(&loop, &stop);
    uv_signal_start(&stop, on_stop, SIGTERM);
    if (listen_on(&loop) == NULL) {
        (void)fprintf(stderr, "bare: libwebsockets does not start\n");
        return EXIT_FAILURE;
    }
    uv_run(&loop, UV_RUN_DEFAULT);
    return EXIT_SUCCESS; /* the process exits, which frees the rest */
}
