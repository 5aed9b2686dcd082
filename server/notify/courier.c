/* courier.c: see courier.h. */
#include "server/notify/courier.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/socket.h>

#include "server/base/address.h"
#include "server/base/log.h"

enum {
    ANSWER_BYTES_MAX = 16384, /* what is received of an answer before the connection is closed */
    CONNECT_SECONDS = 10,
    CONNECTIONS_KEPT = 16,
    GRACE_MILLISECONDS = 3000, /* when the server stops */
    WAIT_SECONDS_MAX = 3600,
};

/* A parcel on its way. */
struct transfer {
    LIST_ENTRY(transfer) entry;
    CURL *easy;
    struct curl_slist *headers, *recipients;
    bool is_mail, anywhere;
    bool is_forbidden; /* it led to an address that is not allowed */
    char *body;        /* of an e-mail */
    size_t length, read;
    size_t received;
    void (*done)(void *context, const struct courier_result *result);
    void *context;
};

struct courier {
    uv_loop_t *loop;
    CURLM *multi;
    uv_timer_t timer, grace;
    LIST_HEAD(, transfer) transfers;
    bool closing;
    unsigned handles; /* of the loop, to be closed */
    void (*closed)(void *context);
    void *closed_context;
};

/* What the loop watches for libcurl. */
struct socket_watch {
    uv_poll_t poll;
    struct courier *courier;
    curl_socket_t socket;
};

static void collect(struct courier *courier);

/* ---- libcurl on the loop ---- */

static void on_ready(uv_poll_t *poll, int status, int events)
{
    struct socket_watch *watch = poll->data;
    struct courier *courier = watch->courier;
    int running = 0;
    int flags = status < 0 ? CURL_CSELECT_ERR : 0;
    flags |= (events & UV_READABLE) != 0 ? CURL_CSELECT_IN : 0;
    flags |= (events & UV_WRITABLE) != 0 ? CURL_CSELECT_OUT : 0;
    (void)curl_multi_socket_action(courier->multi, watch->socket, flags, &running);
    collect(courier);
}

static void watch_closed(uv_handle_t *handle)
{
    free(handle->data);
}

static int watch_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *known)
{
    struct courier *courier = context;
    struct socket_watch *watch = known;
    (void)easy;
    if (what == CURL_POLL_REMOVE) {
        if (watch != NULL) {
            (void)uv_poll_stop(&watch->poll);
            uv_close((uv_handle_t *)&watch->poll, watch_closed);
            (void)curl_multi_assign(courier->multi, socket, NULL);
        }
        return 0;
    }
    if (watch == NULL) {
        watch = calloc(1, sizeof *watch);
        if (watch == NULL || uv_poll_init_socket(courier->loop, &watch->poll, socket) != 0) {
            free(watch);
            return -1;
        }
        watch->courier = courier;
        watch->socket = socket;
        watch->poll.data = watch;
        (void)curl_multi_assign(courier->multi, socket, watch);
    }
    int events =
        ((what & CURL_POLL_IN) != 0 ? UV_READABLE : 0) | ((what & CURL_POLL_OUT) != 0 ? UV_WRITABLE : 0);
    return uv_poll_start(&watch->poll, events, on_ready) == 0 ? 0 : -1;
}

static void on_timer(uv_timer_t *timer)
{
    struct courier *courier = timer->data;
    int running = 0;
    (void)curl_multi_socket_action(courier->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    collect(courier);
}

static int set_timer(CURLM *multi, long milliseconds, void *context)
{
    struct courier *courier = context;
    (void)multi;
    if (milliseconds < 0) {
        (void)uv_timer_stop(&courier->timer);
    } else {
        (void)uv_timer_start(&courier->timer, on_timer, (uint64_t)milliseconds, 0);
    }
    return 0;
}

struct courier *courier_new(uv_loop_t *loop)
{
    struct courier *courier = calloc(1, sizeof *courier);
    if (courier == NULL || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK ||
        (courier->multi = curl_multi_init()) == NULL) {
        free(courier);
        return NULL;
    }
    courier->loop = loop;
    LIST_INIT(&courier->transfers);
    (void)uv_timer_init(loop, &courier->timer);
    (void)uv_timer_init(loop, &courier->grace);
    courier->timer.data = courier->grace.data = courier;
    (void)curl_multi_setopt(courier->multi, CURLMOPT_SOCKETFUNCTION, watch_socket);
    (void)curl_multi_setopt(courier->multi, CURLMOPT_SOCKETDATA, courier);
    (void)curl_multi_setopt(courier->multi, CURLMOPT_TIMERFUNCTION, set_timer);
    (void)curl_multi_setopt(courier->multi, CURLMOPT_TIMERDATA, courier);
    (void)curl_multi_setopt(courier->multi, CURLMOPT_MAXCONNECTS, (long)CONNECTIONS_KEPT);
    return courier;
}

/* ---- one parcel ---- */

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct transfer *transfer = context;
    if (purpose != CURLSOCKTYPE_IPCXN || (!transfer->anywhere && !address_is_public(&address->addr))) {
        transfer->is_forbidden = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* Discards the body of the response. If it is too long, the transfer ends, but the status still counts. */
static size_t drop_answer(const char *data, size_t size, size_t count, void *context)
{
    struct transfer *transfer = context;
    (void)data;
    transfer->received += size * count;
    return transfer->received > ANSWER_BYTES_MAX ? 0 : size * count;
}

static size_t read_mail(char *data, size_t size, size_t count, void *context)
{
    struct transfer *transfer = context;
    size_t left = transfer->length - transfer->read;
    size_t length = size * count < left ? size * count : left;
    memcpy(data, transfer->body + transfer->read, length);
    transfer->read += length;
    return length;
}

static void free_transfer(struct transfer *transfer)
{
    curl_easy_cleanup(transfer->easy);
    curl_slist_free_all(transfer->headers);
    curl_slist_free_all(transfer->recipients);
    free(transfer->body);
    free(transfer);
}

/* Returns whether all options were accepted. */
static bool set_common(struct transfer *transfer, const struct parcel *parcel)
{
    CURL *easy = transfer->easy;
    const char *schemes = transfer->is_mail ? "smtp,smtps" : "https,http";
    return curl_easy_setopt(easy, CURLOPT_URL, parcel->url) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, schemes) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_PROXY, "") == CURLE_OK && /* not even from the environment */
           curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_TIMEOUT, (long)COURIER_SECONDS) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, drop_answer) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, transfer) == CURLE_OK;
}

static bool add_header(struct transfer *transfer, const char *header)
{
    struct curl_slist *longer = curl_slist_append(transfer->headers, header);
    transfer->headers = longer == NULL ? transfer->headers : longer;
    return longer != NULL;
}

static bool set_post(struct transfer *transfer, const struct parcel *parcel)
{
    CURL *easy = transfer->easy;
    bool good = add_header(transfer, "Expect:");
    for (size_t i = 0; good && i < COURIER_HEADERS_MAX && parcel->header[i] != NULL; i++) {
        good = add_header(transfer, parcel->header[i]);
    }
    return good && curl_easy_setopt(easy, CURLOPT_USERAGENT, "gaslightd") == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_POST, 1L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, (long)parcel->length) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, parcel->body) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->headers) == CURLE_OK;
}

static bool set_mail(struct transfer *transfer, const struct parcel *parcel)
{
    CURL *easy = transfer->easy;
    transfer->body = malloc(parcel->length + 1);
    transfer->recipients = curl_slist_append(NULL, parcel->recipient);
    if (transfer->body == NULL || transfer->recipients == NULL) {
        return false;
    }
    memcpy(transfer->body, parcel->body, parcel->length);
    transfer->length = parcel->length;
    return curl_easy_setopt(easy, CURLOPT_MAIL_FROM, parcel->sender) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_MAIL_RCPT, transfer->recipients) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_USE_SSL,
                            (long)(parcel->starttls ? CURLUSESSL_ALL : CURLUSESSL_NONE)) == CURLE_OK &&
           (parcel->user == NULL ||
            (curl_easy_setopt(easy, CURLOPT_USERNAME, parcel->user) == CURLE_OK &&
             curl_easy_setopt(easy, CURLOPT_PASSWORD, parcel->password) == CURLE_OK)) &&
           curl_easy_setopt(easy, CURLOPT_READFUNCTION, read_mail) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_READDATA, transfer) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L) == CURLE_OK;
}

bool courier_send(struct courier *courier, const struct parcel *parcel)
{
    struct transfer *transfer = courier->closing ? NULL : calloc(1, sizeof *transfer);
    if (transfer == NULL) {
        return false;
    }
    transfer->easy = curl_easy_init();
    transfer->is_mail = parcel->recipient != NULL;
    transfer->anywhere = parcel->anywhere;
    transfer->done = parcel->done;
    transfer->context = parcel->context;
    if (transfer->easy == NULL || !set_common(transfer, parcel) ||
        !(transfer->is_mail ? set_mail(transfer, parcel) : set_post(transfer, parcel)) ||
        curl_multi_add_handle(courier->multi, transfer->easy) != CURLM_OK) {
        free_transfer(transfer);
        return false;
    }
    LIST_INSERT_HEAD(&courier->transfers, transfer, entry);
    return true;
}

/* ---- results ---- */

/* In SMTP, 5xx is permanent and 4xx temporary; in HTTP it is mostly the other way round. */
static enum courier_outcome judge(const struct transfer *transfer, CURLcode code, long status)
{
    if (transfer->is_mail) {
        return code == CURLE_OK ? COURIER_DELIVERED : status >= 500 ? COURIER_REFUSED : COURIER_FAILED;
    }
    bool is_cut = code == CURLE_WRITE_ERROR && transfer->received > ANSWER_BYTES_MAX;
    if (code != CURLE_OK && !is_cut) {
        return transfer->is_forbidden || code == CURLE_UNSUPPORTED_PROTOCOL ? COURIER_REFUSED
                                                                            : COURIER_FAILED;
    }
    if (status >= 200 && status < 300) {
        return COURIER_DELIVERED;
    }
    if (status == 404 || status == 410) {
        return COURIER_GONE;
    }
    return status == 408 || status == 429 || status >= 500 ? COURIER_FAILED : COURIER_REFUSED;
}

static void finish(struct courier *courier, struct transfer *transfer, CURLcode code)
{
    struct courier_result result = {0};
    curl_off_t wait = 0;
    (void)curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &result.status);
    (void)curl_easy_getinfo(transfer->easy, CURLINFO_RETRY_AFTER, &wait);
    result.outcome = judge(transfer, code, result.status);
    result.wait_seconds = wait > WAIT_SECONDS_MAX ? WAIT_SECONDS_MAX : (long)wait;
    if (result.outcome != COURIER_DELIVERED) {
        log_line(LOG_INFO, "parcel_failed", "status=%ld code=%d forbidden=%s", result.status, (int)code,
                 transfer->is_forbidden ? "yes" : "no");
    }
    void (*done)(void *, const struct courier_result *) = transfer->done;
    void *context = transfer->context;
    LIST_REMOVE(transfer, entry);
    (void)curl_multi_remove_handle(courier->multi, transfer->easy);
    free_transfer(transfer);
    done(context, &result);
}

static void on_grace(uv_timer_t *timer);

/* Reports everything that has ended. */
static void collect(struct courier *courier)
{
    CURLMsg *message;
    int left = 0;
    while ((message = curl_multi_info_read(courier->multi, &left)) != NULL) {
        struct transfer *transfer = NULL;
        if (message->msg == CURLMSG_DONE &&
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer) == CURLE_OK) {
            finish(courier, transfer, message->data.result);
        }
    }
    if (courier->closing && LIST_EMPTY(&courier->transfers)) {
        (void)uv_timer_start(&courier->grace, on_grace, 0, 0); /* not now: libcurl may be calling */
    }
}

/* ---- closing ---- */

static void handle_closed(uv_handle_t *handle)
{
    struct courier *courier = handle->data;
    if (--courier->handles == 0) {
        courier->closed(courier->closed_context);
        free(courier);
    }
}

static void close_now(struct courier *courier)
{
    struct transfer *transfer;
    while ((transfer = LIST_FIRST(&courier->transfers)) != NULL) {
        LIST_REMOVE(transfer, entry);
        (void)curl_multi_remove_handle(courier->multi, transfer->easy);
        free_transfer(transfer);
    }
    (void)curl_multi_cleanup(courier->multi);
    courier->handles = 2;
    uv_close((uv_handle_t *)&courier->timer, handle_closed);
    uv_close((uv_handle_t *)&courier->grace, handle_closed);
}

static void on_grace(uv_timer_t *timer)
{
    close_now(timer->data);
}

void courier_close(struct courier *courier, void (*closed)(void *context), void *context)
{
    courier->closing = true;
    courier->closed = closed;
    courier->closed_context = context;
    (void)uv_timer_start(&courier->grace, on_grace, LIST_EMPTY(&courier->transfers) ? 0 : GRACE_MILLISECONDS,
                         0);
}
