/* parcels.c: see parcels.h. */
#include "server/notify/parcels.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/address.h"
#include "server/base/wall_clock.h"
#include "server/notify/mail.h"
#include "server/notify/webhook.h"

enum { TOKEN_SECONDS = 12 * 60 * 60, HEADER_MAX = PUSH_TOKEN_MAX + PUSH_PUBLIC_TEXT + 64 };

/* A notification that is being written, and its parcel without a body. */
struct writing {
    struct notify *notify;
    const struct outbox_row *row;
    struct notice notice;
    enum notice_language language;
    json_t *detail;
    struct parcel parcel;
};

static const char *detail_text(const struct writing *writing, const char *key)
{
    const char *text = json_string_value(json_object_get(writing->detail, key));
    return text == NULL ? "" : text;
}

/* ---- Web Push ---- */

/* Returns the JSON for the page's service worker, which the caller frees. */
static char *write_payload(const struct writing *writing)
{
    char text[NOTICE_TEXT_MAX];
    char url[NOTICE_URL_MAX];
    notice_text(&writing->notice, writing->language, text);
    notice_url(&writing->notice, "", url); /* the service worker knows its own origin */
    json_t *json = json_pack("{s:s,s:s,s:s,s:s,s:s}", "id", writing->row->notice, "event",
                             notice_kind_name(writing->notice.kind), "table", writing->notice.table, "text",
                             text, "url", url);
    char *payload = json == NULL ? NULL : json_dumps(json, JSON_COMPACT);
    json_decref(json);
    return payload;
}

/* All messages have the same length. */
static size_t encrypt(const struct writing *writing, uint8_t body[PUSH_BODY_MAX])
{
    struct push_receiver receiver;
    char *payload = write_payload(writing);
    size_t length = payload == NULL ? 0 : strlen(payload);
    size_t written =
        payload != NULL && length <= PUSH_PLAIN_MAX &&
                push_receiver_read(&receiver, detail_text(writing, "p256dh"), detail_text(writing, "auth"))
            ? push_encrypt(&receiver, payload, length, PUSH_PLAIN_MAX, body)
            : 0;
    free(payload);
    return written;
}

static bool send_push(struct writing *writing)
{
    uint8_t body[PUSH_BODY_MAX];
    char token[PUSH_TOKEN_MAX], key[PUSH_PUBLIC_TEXT + 1], authorization[HEADER_MAX], ttl[48], topic[48];
    char origin[ADDRESS_URL_MAX + 1];
    const struct outbox_row *row = writing->row;
    int64_t now = wall_clock_now();
    size_t length = encrypt(writing, body);
    address_origin(row->address, origin);
    if (length == 0 || !push_token(&writing->notify->keys, origin, writing->notify->options->public_url,
                                   now + TOKEN_SECONDS, token)) {
        return false;
    }
    push_public_write(&writing->notify->keys, key);
    (void)snprintf(authorization, sizeof authorization, "Authorization: vapid t=%s, k=%s", token, key);
    (void)snprintf(ttl, sizeof ttl, "TTL: %" PRId64, row->until > now ? row->until - now : 0);
    /* A later message about the same table replaces one that was not delivered yet. */
    (void)snprintf(topic, sizeof topic, "Topic: %s",
                   writing->notice.table[0] == '\0' ? "gaslight" : writing->notice.table);
    const char *const headers[] = {authorization,
                                   ttl,
                                   topic,
                                   "Urgency: normal",
                                   "Content-Encoding: aes128gcm",
                                   "Content-Type: application/octet-stream"};
    memcpy(writing->parcel.header, headers, sizeof headers);
    writing->parcel.body = body;
    writing->parcel.length = length;
    return courier_send(writing->notify->courier, &writing->parcel);
}

/* ---- e-mail ---- */

static bool send_mail(struct writing *writing)
{
    const struct options *options = writing->notify->options;
    const struct outbox_row *row = writing->row;
    struct mail mail = {.sender = options->mail_from,
                        .recipient = row->address,
                        .channel = row->channel,
                        .id = row->notice,
                        .public_url = options->public_url,
                        .now = wall_clock_now()};
    char *text = mail_write(&mail, &writing->notice, writing->language);
    struct parcel *parcel = &writing->parcel;
    parcel->url = options->smtp_url;
    parcel->sender = options->mail_from;
    parcel->recipient = row->address;
    parcel->user = options->smtp_user[0] == '\0' ? NULL : options->smtp_user;
    parcel->password = writing->notify->password == NULL ? "" : writing->notify->password;
    parcel->starttls = !options->smtp_plain;
    parcel->anywhere = true;
    parcel->body = text;
    parcel->length = strlen(text);
    bool sent = courier_send(writing->notify->courier, parcel);
    free(text);
    return sent;
}

/* ---- webhooks ---- */

static bool send_webhook(struct writing *writing)
{
    struct webhook_message message;
    enum webhook_format format = webhook_format_from_name(detail_text(writing, "format"));
    if (format == WEBHOOK_FORMAT_COUNT ||
        !webhook_write(&message, format, &writing->notice, writing->row->notice, writing->language,
                       writing->notify->options->public_url)) {
        return false;
    }
    writing->parcel.header[0] = message.type;
    writing->parcel.header[1] = message.click[0] == '\0' ? NULL : message.click;
    writing->parcel.body = message.body;
    writing->parcel.length = strlen(message.body);
    bool sent = courier_send(writing->notify->courier, &writing->parcel);
    free(message.body);
    return sent;
}

static bool (*const senders[CHANNEL_KIND_COUNT])(struct writing *writing) = {
    [CHANNEL_PUSH] = send_push, [CHANNEL_MAIL] = send_mail, [CHANNEL_WEBHOOK] = send_webhook};

bool parcel_send(struct notify *notify, const struct outbox_row *row,
                 void (*done)(void *context, const struct courier_result *result), void *context)
{
    struct writing writing = {.notify = notify,
                              .row = row,
                              .language = language_from_name(row->language),
                              .parcel = {.url = row->address,
                                         .anywhere = notify->options->notify_private,
                                         .done = done,
                                         .context = context}};
    enum channel_kind kind = channel_kind_from_name(row->kind);
    writing.detail = json_loads(row->detail, 0, NULL);
    bool sent = writing.detail != NULL && writing.language != LANGUAGE_COUNT && notify_offers(notify, kind) &&
                notice_read(&writing.notice, row->body) && senders[kind](&writing);
    json_decref(writing.detail);
    return sent;
}
