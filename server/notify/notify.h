/*
 * notify.h: notifications for players who are away, by Web Push, e-mail and webhook.
 *
 * occasions.h decides when somebody is notified, and adds that to the store in the transaction of what it is about.
 * outbox.h sends what is in the store. The verbs in server/verbs/account/notify.c let players choose. Without the option
 * public-url there are no notifications: nobody can subscribe, and this server connects to nobody.
 */
#ifndef GASLIGHT_NOTIFY_H
#define GASLIGHT_NOTIFY_H

#include "server/base/metrics.h"
#include "server/base/options.h"
#include "server/notify/channel.h"
#include "server/notify/push_crypto.h"
#include "server/store/store.h"
#include "server/table/table.h"

struct courier;
struct outbox;

struct notify {
    uv_loop_t *loop;
    const struct options *options;
    struct tables *tables;
    struct metrics *metrics;
    struct store *store;
    bool is_on, stopping;
    bool has_keys; /* false until they are loaded, or made on the first start */
    struct push_keys keys;
    char *password; /* of the SMTP server, or NULL */
    struct courier *courier;
    struct outbox *outbox;
    void (*closed)(void *context);
    void *closed_context;
};

/* Registers the hooks of `tables`. */
void notify_init(struct notify *notify, struct tables *tables, struct metrics *metrics);

/* Starts to send, once the store is open. On failure, `error` holds one sentence. */
bool notify_open(struct notify *notify, char *error, size_t capacity);

/* Sends what is due; called before the loop waits. */
void notify_flush(struct notify *notify);

/* Looks at the clocks of tables; called every few seconds. */
void notify_sweep(struct notify *notify);

/* Stops sending. Calls `closed` when nothing is left to do; the store must stay open until then. */
void notify_close(struct notify *notify, void (*closed)(void *context), void *context);

#endif
