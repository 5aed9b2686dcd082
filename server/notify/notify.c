/* notify.c: see notify.h. */
#include "server/notify/notify.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/log.h"
#include "server/notify/courier.h"
#include "server/notify/occasions.h"
#include "server/notify/outbox.h"

enum { PASSWORD_MAX = 1000 };

void notify_init(struct notify *notify, struct tables *tables, struct metrics *metrics)
{
    *notify = (struct notify){.loop = tables->loop,
                              .options = tables->options,
                              .tables = tables,
                              .metrics = metrics,
                              .is_on = tables->options->public_url[0] != '\0'};
    tables->notify = notify;
    if (notify->is_on) {
        tables->hooks.storing = occasions_storing;
    }
}

/* ---- the key of Web Push, made once ---- */

#define KEY_NAME "vapid"

static void read_keys(struct notify *notify, void (*done)(struct store_request *request));

static void keys_read(struct store_request *found)
{
    struct notify *notify = found->context;
    notify->has_keys = found->status == STORE_OK && push_keys_read(&notify->keys, found->row[0].text[0]);
    if (!notify->has_keys) {
        log_line(LOG_ERROR, "no_push_keys", "status=%d", (int)found->status);
    }
    store_request_free(found);
    outbox_kick(notify->outbox);
}

/* If several nodes make keys at the same time, only one succeeds, and all of them read its keys. */
static void make_keys(struct notify *notify)
{
    struct push_keys keys;
    if (push_keys_new(&keys)) {
        char text[PUSH_PRIVATE_TEXT + 1 + PUSH_PUBLIC_TEXT + 1];
        struct store_request *put = store_request_new(store_request_free, NULL);
        push_keys_write(&keys, text);
        store_request_add(put, STORE_SECRET_PUT, (const char *[]){KEY_NAME, text}, 2, NULL, 0);
        store_submit(notify->store, put);
        log_line(LOG_INFO, "push_keys_made", "name=%s", KEY_NAME);
        sodium_memzero(&keys, sizeof keys);
        sodium_memzero(text, sizeof text);
    }
    read_keys(notify, keys_read);
}

static void keys_sought(struct store_request *found)
{
    struct notify *notify = found->context;
    if (found->status == STORE_NOTHING) {
        store_request_free(found);
        make_keys(notify);
    } else {
        keys_read(found);
    }
}

static void read_keys(struct notify *notify, void (*done)(struct store_request *request))
{
    struct store_request *read = store_request_new(done, notify);
    store_request_add(read, STORE_SECRET_OF, (const char *[]){KEY_NAME}, 1, NULL, 0);
    store_submit(notify->store, read);
}

/* ---- starting and stopping ---- */

/* Reads the first line of the file with the password. */
static bool read_password(struct notify *notify, char *error, size_t capacity)
{
    const char *path = notify->options->smtp_password;
    FILE *file = fopen(path, "re");
    notify->password = calloc(1, PASSWORD_MAX);
    bool good =
        file != NULL && notify->password != NULL && fgets(notify->password, PASSWORD_MAX, file) != NULL;
    if (good) {
        notify->password[strcspn(notify->password, "\r\n")] = '\0';
    } else {
        (void)snprintf(error, capacity, "Cannot read the password in \"%.300s\": %s.", path,
                       file == NULL ? strerror(errno) : "it is empty");
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return good;
}

bool notify_open(struct notify *notify, char *error, size_t capacity)
{
    if (!notify->is_on) {
        return true;
    }
    if (notify->options->smtp_password[0] != '\0' && !read_password(notify, error, capacity)) {
        return false;
    }
    notify->courier = courier_new(notify->loop);
    notify->outbox = notify->courier == NULL ? NULL : outbox_new(notify);
    if (notify->outbox == NULL) {
        (void)snprintf(error, capacity, "Out of memory.");
        return false;
    }
    read_keys(notify, keys_sought);
    return true;
}

void notify_flush(struct notify *notify)
{
    if (notify->outbox != NULL && !notify->stopping) {
        outbox_flush(notify->outbox);
    }
}

void notify_sweep(struct notify *notify)
{
    if (notify->is_on && !notify->stopping) {
        occasions_sweep(notify);
    }
}

static void free_password(struct notify *notify)
{
    if (notify->password != NULL) {
        sodium_memzero(notify->password, PASSWORD_MAX);
        free(notify->password);
        notify->password = NULL;
    }
}

static void outbox_closed(void *context)
{
    struct notify *notify = context;
    notify->outbox = NULL;
    free_password(notify);
    notify->closed(notify->closed_context);
}

static void courier_closed(void *context)
{
    struct notify *notify = context;
    notify->courier = NULL;
    if (notify->outbox != NULL) {
        outbox_close(notify->outbox, outbox_closed, notify);
    } else {
        outbox_closed(notify);
    }
}

void notify_close(struct notify *notify, void (*closed)(void *context), void *context)
{
    notify->stopping = true;
    notify->closed = closed;
    notify->closed_context = context;
    if (notify->courier != NULL) {
        courier_close(notify->courier, courier_closed, notify);
    } else {
        courier_closed(notify);
    }
}
