/* outbox.c: see outbox.h. */
#include "server/notify/outbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "server/base/address.h"
#include "server/base/identity.h"
#include "server/base/log.h"
#include "server/base/wall_clock.h"
#include "server/notify/notice.h"
#include "server/notify/parcels.h"
#include "server/notify/quiet.h"

enum {
    SENDING_MAX = 128,
    SENDING_PER_HOST = 4,
    SENDING_PER_PLAYER = 2,
    ROWS_READ = 64, /* at a time; what is being sent or waits is read again */
    MINUTE = 60,
    BODY = 6, /* which texts of a row of STORE_OUTBOX_NEXT they are */
    PLAYER = 7,
    TIME_ZONE = 8,
    ID_MAX = 64,
    PAUSE_MAX = 3600,
    CLUSTER_SECONDS = 5, /* after which a node looks for what others have added or left */
    REFUSED_SECONDS = 5, /* how long everything waits if the store refuses something */
};

/* How much a host has been sent lately. */
struct host {
    LIST_ENTRY(host) entry;
    char name[ADDRESS_HOST_MAX];
    unsigned sending, sent; /* now, and since `minute` began */
    int64_t minute;
};

/* A notification that is being sent. It stays until the store has its result. */
struct delivery {
    LIST_ENTRY(delivery) entry;
    struct outbox *outbox;
    struct host *host;
    struct store_row row;   /* of STORE_OUTBOX_NEXT; owned */
    enum store_verb result; /* the verb that stores it, with its numbers */
    int64_t numbers[2];
    unsigned number_count;
    bool was_refused; /* the result has to be stored again */
};

/* The last row of a page. */
struct cursor {
    char channel[ID_MAX], notice[ID_MAX];
    int64_t due;
};

struct outbox {
    struct notify *notify;
    uv_timer_t timer;
    bool kicked, reading;
    int64_t next; /* while reading: when to look again, or INT64_MAX */
    struct cursor cursor;
    bool paused;               /* the store has refused something; ends with the timer */
    unsigned sending, pending; /* deliveries, and requests that are with the store */
    LIST_HEAD(, delivery) deliveries;
    LIST_HEAD(, host) hosts;
    void (*closed)(void *context);
    void *closed_context;
};

int64_t outbox_pause(int64_t attempts, int64_t base)
{
    int64_t pause = base;
    for (int64_t i = 1; i < attempts && pause < PAUSE_MAX; i++) {
        pause *= 4;
    }
    return pause < PAUSE_MAX ? pause : PAUSE_MAX;
}

/* ---- requests to the store ---- */

static void finish_if_done(struct outbox *outbox);

static struct store_request *new_request(struct outbox *outbox, void (*done)(struct store_request *request),
                                         void *context)
{
    outbox->pending++;
    return store_request_new(done, context);
}

static void end_request(struct outbox *outbox, struct store_request *request)
{
    store_request_free(request);
    outbox->pending--;
    finish_if_done(outbox);
}

/* ---- timer ---- */

static void on_timer(uv_timer_t *timer);

/* Looks again after so many seconds. */
static void set_timer(struct outbox *outbox, int64_t seconds)
{
    (void)uv_timer_start(&outbox->timer, on_timer, (uint64_t)(seconds < 1 ? 1 : seconds) * 1000, 0);
}

/* Notes, while reading, that there will be something to do at a time. */
static void look_again(struct outbox *outbox, int64_t at)
{
    outbox->next = at < outbox->next ? at : outbox->next;
}

/* Pauses reading and sending: a store that refuses writes may still allow reads, so this would loop forever. */
static void pause_sending(struct outbox *outbox)
{
    if (!outbox->paused && !outbox->notify->stopping) {
        outbox->paused = true;
        set_timer(outbox, REFUSED_SECONDS);
    }
}

/* ---- hosts ---- */

/* Forgets hosts that have been sent nothing for a minute. */
static void forget_hosts(struct outbox *outbox, int64_t minute)
{
    struct host *next;
    for (struct host *host = LIST_FIRST(&outbox->hosts); host != NULL; host = next) {
        next = LIST_NEXT(host, entry);
        if (host->sending == 0 && host->minute != minute) {
            LIST_REMOVE(host, entry);
            free(host);
        }
    }
}

static struct host *find_host(struct outbox *outbox, const char *kind, const char *address, int64_t minute)
{
    char name[ADDRESS_HOST_MAX];
    struct host *host;
    if (channel_kind_from_name(kind) == CHANNEL_MAIL) { /* one SMTP server for all */
        (void)snprintf(name, sizeof name, "@");
    } else {
        address_host(address, name);
    }
    LIST_FOREACH (host, &outbox->hosts, entry) {
        if (strcmp(host->name, name) == 0) {
            return host;
        }
    }
    forget_hosts(outbox, minute);
    host = calloc(1, sizeof *host);
    if (host != NULL) {
        memcpy(host->name, name, sizeof name);
        LIST_INSERT_HEAD(&outbox->hosts, host, entry);
    }
    return host;
}

/* Counts a notification for its host. Returns NULL if the host has reached its limit for now. */
static struct host *take_host(struct outbox *outbox, const struct store_row *row, int64_t now)
{
    int64_t minute = now / MINUTE;
    struct host *host = find_host(outbox, row->text[2], row->text[3], minute);
    if (host != NULL && host->minute != minute) {
        host->minute = minute;
        host->sent = 0;
    }
    if (host == NULL || (long)host->sent >= outbox->notify->options->notify_host_per_minute) {
        look_again(outbox, (minute + 1) * MINUTE);
        return NULL;
    }
    if (host->sending >= SENDING_PER_HOST) {
        return NULL; /* read again when one has ended */
    }
    host->sending++;
    host->sent++;
    return host;
}

/* ---- results ---- */

static void end_delivery(struct delivery *delivery)
{
    struct outbox *outbox = delivery->outbox;
    LIST_REMOVE(delivery, entry);
    delivery->host->sending--;
    outbox->sending--;
    for (unsigned i = 0; i < STORE_TEXTS; i++) {
        free(delivery->row.text[i]);
    }
    free(delivery);
    outbox_kick(outbox);
}

static void result_stored(struct store_request *stored)
{
    struct delivery *delivery = stored->context;
    struct outbox *outbox = delivery->outbox;
    if (stored->status == STORE_REFUSED) { /* the delivery stays, so it is not sent again */
        delivery->was_refused = true;
        pause_sending(outbox);
    } else {
        end_delivery(delivery);
    }
    end_request(outbox, stored);
}

static void submit_result(struct delivery *delivery)
{
    const char *const texts[] = {delivery->row.text[0],
                                 delivery->result == STORE_CHANNEL_REMOVE ? "" : delivery->row.text[1]};
    struct store_request *write = new_request(delivery->outbox, result_stored, delivery);
    delivery->was_refused = false;
    store_request_add(write, delivery->result, texts, 2, delivery->numbers, delivery->number_count);
    store_submit(delivery->outbox->notify->store, write);
}

static void store_result(struct delivery *delivery, enum store_verb verb, const int64_t numbers[2])
{
    delivery->result = verb;
    if (numbers != NULL) {
        memcpy(delivery->numbers, numbers, sizeof delivery->numbers);
        delivery->number_count = COUNT(delivery->numbers);
    }
    submit_result(delivery);
}

/* Tries again later, or drops it if that would be too late. */
static void retry(struct delivery *delivery, long wait_seconds)
{
    struct notify *notify = delivery->outbox->notify;
    int64_t now = wall_clock_now();
    int64_t pause = outbox_pause(delivery->row.number[2] + 1, notify->options->notify_retry_seconds);
    pause = pause < wait_seconds ? wait_seconds : pause;
    pause += identity_random_below((unsigned)(pause / 4 + 1)); /* not all at once */
    if (now + pause >= delivery->row.number[1]) {
        metrics_add(notify->metrics, METRIC_NOTICES_DROPPED, 1);
        store_result(delivery, STORE_OUTBOX_DONE, NULL);
    } else {
        store_result(delivery, STORE_OUTBOX_RETRY, (int64_t[]){now + pause, 0});
    }
}

static void delivered(void *context, const struct courier_result *result)
{
    struct delivery *delivery = context;
    struct notify *notify = delivery->outbox->notify;
    bool is_push = channel_kind_from_name(delivery->row.text[2]) == CHANNEL_PUSH;
    if (result->outcome == COURIER_FAILED) {
        retry(delivery, result->wait_seconds);
        return;
    }
    metrics_add(notify->metrics,
                result->outcome == COURIER_DELIVERED ? METRIC_NOTICES_SENT : METRIC_NOTICES_DROPPED, 1);
    if (result->outcome == COURIER_GONE && is_push) { /* the browser has unsubscribed */
        store_result(delivery, STORE_CHANNEL_REMOVE, NULL);
    } else {
        store_result(delivery, STORE_OUTBOX_DONE, NULL);
    }
}

/* ---- sending ---- */

static struct outbox_row row_of(const struct store_row *row)
{
    return (struct outbox_row){.channel = row->text[0],
                               .notice = row->text[1],
                               .kind = row->text[2],
                               .address = row->text[3],
                               .detail = row->text[4],
                               .language = row->text[5],
                               .body = row->text[6],
                               .due = row->number[0],
                               .until = row->number[1],
                               .attempts = row->number[2]};
}

static void claimed(struct store_request *stored)
{
    struct delivery *delivery = stored->context;
    struct outbox *outbox = delivery->outbox;
    struct notify *notify = outbox->notify;
    struct outbox_row row = row_of(&delivery->row);
    if (stored->status == STORE_REFUSED) {
        pause_sending(outbox);
    }
    if (stored->status != STORE_OK ||
        notify->stopping) { /* the player has looked; or another node, or a later start, sends it */
        end_delivery(delivery);
    } else if (!parcel_send(notify, &row, delivered, delivery)) {
        log_line(LOG_WARNING, "parcel_not_written", "kind=%s", row.kind);
        metrics_add(notify->metrics, METRIC_NOTICES_DROPPED, 1);
        store_result(delivery, STORE_OUTBOX_DONE, NULL);
    }
    end_request(outbox, stored);
}

/* Takes over the texts of the row. Without memory, it is read again later. */
static void begin(struct outbox *outbox, struct store_row *row, struct host *host, int64_t now)
{
    struct delivery *delivery = calloc(1, sizeof *delivery);
    if (delivery == NULL) {
        host->sending--;
        look_again(outbox, now + REFUSED_SECONDS);
        return;
    }
    *delivery = (struct delivery){.outbox = outbox, .host = host, .row = *row};
    memset(row->text, 0, sizeof row->text);
    LIST_INSERT_HEAD(&outbox->deliveries, delivery, entry);
    outbox->sending++;
    struct store_request *claim = new_request(outbox, claimed, delivery);
    store_request_add(claim, STORE_OUTBOX_CLAIM, (const char *const *)delivery->row.text, 2, NULL, 0);
    store_submit(outbox->notify->store, claim);
}

static bool is_being_sent(const struct outbox *outbox, const struct store_row *row)
{
    const struct delivery *delivery;
    LIST_FOREACH (delivery, &outbox->deliveries, entry) {
        if (strcmp(delivery->row.text[0], row->text[0]) == 0 &&
            strcmp(delivery->row.text[1], row->text[1]) == 0) {
            return true;
        }
    }
    return false;
}

/* Returns how many are being sent to the player of a row. */
static unsigned sending_to_player(const struct outbox *outbox, const struct store_row *row)
{
    unsigned count = 0;
    const struct delivery *delivery;
    LIST_FOREACH (delivery, &outbox->deliveries, entry) {
        count += strcmp(delivery->row.text[PLAYER], row->text[PLAYER]) == 0 ? 1 : 0;
    }
    return count;
}

static void row_changed(struct store_request *stored)
{
    struct outbox *outbox = stored->context;
    if (stored->status == STORE_REFUSED) {
        pause_sending(outbox);
    }
    end_request(outbox, stored);
}

/* Changes a row that is not being sent. */
static void change_row(struct outbox *outbox, enum store_verb verb, const struct store_row *row,
                       const int64_t *numbers, size_t count)
{
    struct store_request *write = new_request(outbox, row_changed, outbox);
    store_request_add(write, verb, (const char *const *)row->text, 2, numbers, count);
    store_submit(outbox->notify->store, write);
}

/* Returns when the quiet hours of the player of a row are over, or `now`. */
static int64_t quiet_end_of(const struct outbox *outbox, const struct store_row *row, int64_t now)
{
    const struct quiet quiet = {.from = row->number[3],
                                .until = row->number[4],
                                .zone = row->number[5],
                                .time_zone = row->text[TIME_ZONE]};
    return quiet_end(&quiet, &outbox->notify->tables->zones, now);
}

/* Delays a notification until quiet hours end. It expires that much later; a warning still expires with the clock. */
static void delay(struct outbox *outbox, const struct store_row *row, int64_t due)
{
    struct notice notice;
    bool is_warning = notice_read(&notice, row->text[BODY]) && notice.kind == NOTICE_CLOCK;
    int64_t until = is_warning ? row->number[1] : row->number[1] + due - row->number[0];
    change_row(outbox, STORE_OUTBOX_DELAY, row, (int64_t[]){due, until}, 2);
    look_again(outbox, due);
}

/* Handles a notification that is due. If it must wait for others to finish, it is read again then. */
static void dispatch(struct outbox *outbox, struct store_row *row, int64_t now)
{
    if (is_being_sent(outbox, row)) {
        return;
    }
    int64_t quiet = quiet_end_of(outbox, row, now);
    if (row->number[1] <= now) {
        metrics_add(outbox->notify->metrics, METRIC_NOTICES_DROPPED, 1);
        change_row(outbox, STORE_OUTBOX_DONE, row, NULL, 0);
    } else if (quiet > now) {
        delay(outbox, row, quiet);
    } else if (outbox->sending < SENDING_MAX && sending_to_player(outbox, row) < SENDING_PER_PLAYER) {
        struct host *host = take_host(outbox, row, now);
        if (host != NULL) {
            begin(outbox, row, host, now);
        }
    }
}

static void on_timer(uv_timer_t *timer)
{
    struct outbox *outbox = timer->data;
    struct delivery *delivery;
    outbox->paused = false;
    if (outbox->notify->stopping) {
        return;
    }
    LIST_FOREACH (delivery, &outbox->deliveries, entry) {
        if (delivery->was_refused) {
            submit_result(delivery);
        }
    }
    outbox_kick(outbox);
}

static void rows_read(struct store_request *found);

/* Reads what comes after the cursor. */
static void read_page(struct outbox *outbox)
{
    const struct cursor *cursor = &outbox->cursor;
    struct store_request *read = new_request(outbox, rows_read, outbox);
    store_request_add(read, STORE_OUTBOX_NEXT, (const char *[]){cursor->channel, cursor->notice}, 2,
                      (int64_t[]){ROWS_READ, cursor->due}, 2);
    store_submit(outbox->notify->store, read);
}

static void set_cursor(struct outbox *outbox, const char *channel, const char *notice, int64_t due)
{
    (void)snprintf(outbox->cursor.channel, ID_MAX, "%s", channel);
    (void)snprintf(outbox->cursor.notice, ID_MAX, "%s", notice);
    outbox->cursor.due = due;
}

/* Deals with a page of rows. Returns whether there may be more that are due, and something can be sent. */
static bool dispatch_page(struct outbox *outbox, struct store_request *found, int64_t now)
{
    if (found->rows > 0) {
        const struct store_row *last = &found->row[found->rows - 1];
        set_cursor(outbox, last->text[0], last->text[1], last->number[0]);
    }
    for (size_t i = 0; i < found->rows; i++) {
        struct store_row *row = &found->row[i];
        if (row->number[0] > now) {
            look_again(outbox, row->number[0]);
            return false;
        }
        dispatch(outbox, row, now);
    }
    return found->rows == ROWS_READ && outbox->sending < SENDING_MAX;
}

static void rows_read(struct store_request *found)
{
    struct outbox *outbox = found->context;
    struct notify *notify = outbox->notify;
    int64_t now = wall_clock_now();
    if (found->status == STORE_REFUSED) {
        pause_sending(outbox);
    }
    bool is_on = !notify->stopping && !outbox->paused;
    if (is_on && dispatch_page(outbox, found, now)) {
        read_page(outbox);
    } else {
        outbox->reading = false;
        if (is_on && outbox->next != INT64_MAX) {
            set_timer(outbox, outbox->next - now);
        }
    }
    end_request(outbox, found);
}

void outbox_kick(struct outbox *outbox)
{
    if (outbox != NULL) {
        outbox->kicked = true;
    }
}

void outbox_flush(struct outbox *outbox)
{
    if (!outbox->kicked || outbox->reading || outbox->paused || !outbox->notify->has_keys) {
        return;
    }
    outbox->kicked = false;
    outbox->reading = true;
    outbox->next = store_node(outbox->notify->store) != 0 ? wall_clock_now() + CLUSTER_SECONDS : INT64_MAX;
    set_cursor(outbox, "", "", -1);
    read_page(outbox);
}

/* ---- starting and stopping ---- */

struct outbox *outbox_new(struct notify *notify)
{
    struct outbox *outbox = calloc(1, sizeof *outbox);
    if (outbox != NULL) {
        outbox->notify = notify;
        LIST_INIT(&outbox->deliveries);
        LIST_INIT(&outbox->hosts);
        (void)uv_timer_init(notify->loop, &outbox->timer);
        outbox->timer.data = outbox;
    }
    return outbox;
}

static void timer_closed(uv_handle_t *handle)
{
    struct outbox *outbox = handle->data;
    struct delivery *delivery;
    struct host *host;
    while ((delivery = LIST_FIRST(&outbox->deliveries)) != NULL) { /* the courier gave them up */
        end_delivery(delivery);
    }
    while ((host = LIST_FIRST(&outbox->hosts)) != NULL) {
        LIST_REMOVE(host, entry);
        free(host);
    }
    outbox->closed(outbox->closed_context);
    free(outbox);
}

/* Closes once no request to the store is pending. */
static void finish_if_done(struct outbox *outbox)
{
    if (outbox->closed != NULL && outbox->pending == 0 && !uv_is_closing((uv_handle_t *)&outbox->timer)) {
        uv_close((uv_handle_t *)&outbox->timer, timer_closed);
    }
}

void outbox_close(struct outbox *outbox, void (*closed)(void *context), void *context)
{
    outbox->closed = closed;
    outbox->closed_context = context;
    finish_if_done(outbox);
}
