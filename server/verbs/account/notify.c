/*
 * notify.c: the verbs about notifications: notify (choices), subscribe, confirm, unsubscribe, and look.
 *
 * All but `look` reply with the player's choices and channels. An e-mail address is used only after the player has
 * typed the code sent to it. It may be somebody else's, so the codes per address are limited.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/address.h"
#include "server/base/wall_clock.h"
#include "server/notify/notice.h"
#include "server/notify/notify.h"
#include "server/notify/occasions.h"
#include "server/notify/outbox.h"
#include "server/notify/webhook.h"
#include "server/table/changes/watches.h"
#include "server/verbs/account/device_codes.h"
#include "server/verbs/account/notify.h"
#include "server/verbs/verbs.h"

enum {
    CHANNEL_ID_LENGTH = 26, /* also in links to unsubscribe, so nobody can guess it */
    CODE_SECONDS = 60 * 60,
    NOTICE_SECONDS = 24 * 60 * 60,
    DAY_MINUTES = 24 * 60,
    CODE_DAY = 24 * 60 * 60,
    ZONE_MAX = 14 * 60,
    DETAIL_MAX = 256,
    MAILBOX_LENGTH = 32, /* of its hash */
};

static struct notify *notify_of(const struct request *request)
{
    return dispatch_of(request)->tables->notify;
}

/* ---- the reply ---- */

/* A player's choices. Without any, all events and no quiet hours. */
struct choices {
    char language[8];
    char time_zone[TIME_ZONE_NAME_MAX + 1]; /* of quiet hours, or "" */
    int64_t events, from, until, zone;
};

static void write_events(struct json_writer *writer, int64_t events)
{
    json_write_open(writer, "events", '[');
    for (unsigned i = 0; i < SUBJECT_COUNT; i++) {
        if ((events & (INT64_C(1) << i)) != 0) {
            json_write_string(writer, NULL, subject_name((enum notice_subject)i));
        }
    }
    json_write_close(writer, ']');
}

static void write_offers(struct json_writer *writer, const struct notify *notify)
{
    json_write_open(writer, "offers", '[');
    for (unsigned i = 0; i < CHANNEL_KIND_COUNT; i++) {
        if (notify_offers(notify, (enum channel_kind)i)) {
            json_write_string(writer, NULL, channel_kind_name((enum channel_kind)i));
        }
    }
    json_write_close(writer, ']');
    if (notify_offers(notify, CHANNEL_PUSH)) {
        char key[PUSH_PUBLIC_TEXT + 1];
        push_public_write(&notify->keys, key);
        json_write_string(writer, "key", key);
    }
}

static void write_channel(struct json_writer *writer, const struct store_row *row)
{
    json_t *detail = json_loads(row->text[3], 0, NULL);
    const char *format = json_string_value(json_object_get(detail, "format"));
    json_write_open(writer, NULL, '{');
    json_write_string(writer, "channel", row->text[0]);
    json_write_string(writer, "kind", row->text[1]);
    json_write_string(writer, "address", row->text[2]);
    if (format != NULL) {
        json_write_string(writer, "format", format);
    }
    json_write_bool(writer, "confirmed", row->number[1] != 0);
    json_write_close(writer, '}');
    json_decref(detail);
}

/* The offset of a time zone is the current one. */
static void write_quiet(struct json_writer *writer, struct time_zones *zones, const struct choices *choices)
{
    bool is_named = choices->time_zone[0] != '\0';
    const struct time_zone *zone = is_named ? time_zones_get(zones, choices->time_zone) : NULL;
    json_write_open(writer, "quiet", '{');
    json_write_int(writer, "from", (long)choices->from);
    json_write_int(writer, "until", (long)choices->until);
    json_write_int(writer, "zone",
                   zone == NULL ? (long)choices->zone : time_zone_offset(zone, wall_clock_now()) / 60);
    if (is_named) {
        json_write_string(writer, "time_zone", choices->time_zone);
    }
    json_write_close(writer, '}');
}

static void write_state(struct request *request, const struct choices *choices,
                        const struct store_request *channels)
{
    struct json_writer writer;
    request_begin(request, &writer);
    write_offers(&writer, notify_of(request));
    json_write_string(&writer, "language", choices->language);
    write_events(&writer, choices->events);
    write_quiet(&writer, &dispatch_of(request)->tables->zones, choices);
    json_write_open(&writer, "channels", '[');
    for (size_t i = 0; i < channels->rows; i++) {
        write_channel(&writer, &channels->row[i]);
    }
    json_write_close(&writer, ']');
    request_end(request, &writer);
}

static void channels_found(struct store_request *found)
{
    struct request *request = found->context;
    if (found->status == STORE_REFUSED) {
        request_fail(request, ERROR_STORAGE);
    } else {
        struct choices choices = *(const struct choices *)request->work;
        write_state(request, &choices, found);
    }
    store_request_free(found);
}

static void choices_read(const struct store_request *found, struct choices *choices)
{
    *choices = (struct choices){.language = "en", .events = (INT64_C(1) << SUBJECT_COUNT) - 1};
    if (found->rows > 0) {
        const struct store_row *row = &found->row[0];
        choices->events = row->number[0];
        choices->from = row->number[1];
        choices->until = row->number[2];
        choices->zone = row->number[3];
        (void)snprintf(choices->language, sizeof choices->language, "%s", row->text[0]);
        (void)snprintf(choices->time_zone, sizeof choices->time_zone, "%s", row->text[1]);
    }
}

static void submit_read(struct request *request, enum store_verb verb,
                        void (*done)(struct store_request *request))
{
    struct store_request *read = store_request_new(done, request);
    store_request_add(read, verb, (const char *[]){request->session->player->id}, 1, NULL, 0);
    store_submit(dispatch_of(request)->store, read);
}

static void choices_found(struct store_request *found)
{
    struct request *request = found->context;
    if (found->status == STORE_REFUSED) {
        request_fail(request, ERROR_STORAGE);
    } else {
        choices_read(found, request->work);
        submit_read(request, STORE_CHANNELS_OF, channels_found);
    }
    store_request_free(found);
}

/* Replies with everything, as it is in the store by now. */
static void reply_state(struct request *request)
{
    free(request->work);
    request->work = calloc(1, sizeof(struct choices));
    if (request->work == NULL) {
        request_fail(request, ERROR_STORAGE);
        return;
    }
    submit_read(request, STORE_NOTIFY_OF, choices_found);
}

/* ---- notify ---- */

/* Reads the "events" of a request. Returns false if one is unknown. */
static bool read_events(const json_t *list, int64_t *events)
{
    size_t i;
    json_t *item;
    *events = 0;
    json_array_foreach (list, i, item) {
        enum notice_subject event =
            json_is_string(item) ? subject_from_name(json_string_value(item)) : SUBJECT_COUNT;
        if (event == SUBJECT_COUNT) {
            return false;
        }
        *events |= INT64_C(1) << event;
    }
    return true;
}

/*
 * Reads the time zone of quiet hours: its name, or minutes from UTC as older clients send them, or both. The minutes count
 * if the zone is not known here. Returns false if there is neither, or one is not valid.
 */
static bool read_zone(struct time_zones *zones, const json_t *quiet, struct choices *choices)
{
    const json_t *minutes = json_object_get(quiet, "zone");
    const json_t *name = json_object_get(quiet, "time_zone");
    json_int_t zone = json_integer_value(minutes);
    if ((minutes != NULL && !json_is_integer(minutes)) || zone < -ZONE_MAX || zone > ZONE_MAX ||
        (name != NULL && (!json_is_string(name) || !time_zone_is_name(json_string_value(name))))) {
        return false;
    }
    const struct time_zone *known = name == NULL ? NULL : time_zones_get(zones, json_string_value(name));
    choices->zone = known == NULL ? zone : time_zone_offset(known, wall_clock_now()) / 60;
    (void)snprintf(choices->time_zone, sizeof choices->time_zone, "%s", known == NULL ? "" : known->name);
    return known != NULL || minutes != NULL;
}

/* Reads the "quiet" of a request. Returns false if it is anything other than two times of day and a zone. */
static bool read_quiet(struct time_zones *zones, json_t *quiet, struct choices *choices)
{
    json_int_t from = 0, until = 0;
    size_t keys = 2;
    keys += json_object_get(quiet, "zone") != NULL ? 1 : 0;
    keys += json_object_get(quiet, "time_zone") != NULL ? 1 : 0;
    if (json_unpack(quiet, "{s:I,s:I}", "from", &from, "until", &until) != 0 ||
        json_object_size(quiet) != keys || from < 0 || from >= DAY_MINUTES || until < 0 ||
        until >= DAY_MINUTES || !read_zone(zones, quiet, choices)) {
        return false;
    }
    choices->from = from;
    choices->until = until;
    return true;
}

/* Applies what the request changes. */
static enum error change_choices(const struct request *request, struct choices *choices)
{
    json_t *events = json_object_get(request->body, "events");
    json_t *quiet = json_object_get(request->body, "quiet");
    const char *language = body_text(request, "language");
    if (language != NULL && language_from_name(language) == LANGUAGE_COUNT) {
        return ERROR_UNKNOWN_WORD;
    }
    if ((events != NULL && !read_events(events, &choices->events)) ||
        (quiet != NULL && !read_quiet(&dispatch_of(request)->tables->zones, quiet, choices))) {
        return ERROR_BAD_CHOICES;
    }
    if (language != NULL) {
        (void)snprintf(choices->language, sizeof choices->language, "%s", language);
    }
    return ERROR_OK;
}

static void choices_stored(struct store_request *stored)
{
    struct request *request = stored->context;
    if (stored->status != STORE_OK) {
        request_fail(request, ERROR_STORAGE);
    } else {
        reply_state(request);
    }
    store_request_free(stored);
}

static void choices_to_change(struct store_request *found)
{
    struct request *request = found->context;
    struct choices choices;
    enum error error = ERROR_STORAGE;
    if (found->status != STORE_REFUSED) {
        choices_read(found, &choices);
        error = change_choices(request, &choices);
    }
    store_request_free(found);
    if (error != ERROR_OK) {
        request_fail(request, error);
        return;
    }
    struct store_request *write = store_request_new(choices_stored, request);
    store_request_add(write, STORE_NOTIFY_PUT,
                      (const char *[]){request->session->player->id, choices.language, choices.time_zone}, 3,
                      (int64_t[]){choices.events, choices.from, choices.until, choices.zone}, 4);
    store_submit(dispatch_of(request)->store, write);
}

void do_notify(struct request *request)
{
    bool changes = body_text(request, "language") != NULL ||
                   json_object_get(request->body, "events") != NULL ||
                   json_object_get(request->body, "quiet") != NULL;
    if (changes && !notify_of(request)->is_on) {
        request_fail(request, ERROR_NO_NOTIFICATIONS);
    } else if (changes) {
        submit_read(request, STORE_NOTIFY_OF, choices_to_change);
    } else {
        reply_state(request);
    }
}

/* ---- subscribe ---- */

/* Checks what a channel of each kind needs, and writes its detail. */
static enum error check_push(const struct request *request, const char *address, char detail[DETAIL_MAX])
{
    struct push_receiver receiver;
    const char *key = body_text(request, "p256dh");
    const char *auth = body_text(request, "auth");
    if (!address_is_url(address, notify_of(request)->options->notify_private) || key == NULL ||
        auth == NULL || !push_receiver_read(&receiver, key, auth)) {
        return ERROR_BAD_ADDRESS;
    }
    (void)snprintf(detail, DETAIL_MAX, "{\"p256dh\":\"%s\",\"auth\":\"%s\"}", key, auth);
    return ERROR_OK;
}

static enum error check_mail(const struct request *request, const char *address, char detail[DETAIL_MAX])
{
    (void)request;
    if (!address_is_mail(address)) {
        return ERROR_BAD_ADDRESS;
    }
    (void)snprintf(detail, DETAIL_MAX, "{}");
    return ERROR_OK;
}

static enum error check_webhook(const struct request *request, const char *address, char detail[DETAIL_MAX])
{
    const char *format = body_text(request, "format");
    if (!address_is_url(address, notify_of(request)->options->notify_private)) {
        return ERROR_BAD_ADDRESS;
    }
    if (webhook_format_from_name(format == NULL ? "json" : format) == WEBHOOK_FORMAT_COUNT) {
        return ERROR_UNKNOWN_WORD;
    }
    (void)snprintf(detail, DETAIL_MAX, "{\"format\":\"%s\"}", format == NULL ? "json" : format);
    return ERROR_OK;
}

static enum error (*const checks[CHANNEL_KIND_COUNT])(const struct request *request, const char *address,
                                                      char detail[DETAIL_MAX]) = {
    [CHANNEL_PUSH] = check_push, [CHANNEL_MAIL] = check_mail, [CHANNEL_WEBHOOK] = check_webhook};

/* Codes are short, and unwanted messages annoy, so an address may do this only a few times per minute. */
static bool may_try(const struct request *request)
{
    return session_take_of_minute(request->session, LIMIT_CODES,
                                  dispatch_of(request)->options->codes_per_minute);
}

static void channel_stored(struct store_request *stored)
{
    struct request *request = stored->context;
    if (stored->status == STORE_NOTHING) {
        request_fail(request, ERROR_CHANNELS_FULL);
    } else if (stored->status == STORE_CONFLICT) {
        request_fail(request, ERROR_TOO_MANY_REQUESTS);
    } else if (stored->status != STORE_OK) {
        request_fail(request, ERROR_STORAGE);
    } else {
        outbox_kick(notify_of(request)->outbox);
        reply_state(request);
    }
    store_request_free(stored);
}

/* Counts a code that is sent to an e-mail address, whoever asks for it. Too many are a conflict. */
static void count_code(struct store_request *write, const char *address, int64_t now)
{
    char mailbox[ADDRESS_MAIL_MAX + 1], name[MAILBOX_LENGTH + 1];
    address_mailbox(address, mailbox);
    identity_text_from(mailbox, name, MAILBOX_LENGTH);
    store_request_add(write, STORE_MAILBOX_COUNT, (const char *[]){name}, 1, (int64_t[]){now, CODE_DAY}, 2);
}

/* Stores the channel, and its first message: a code, or that notifications arrive here. */
static void store_channel(struct request *request, enum channel_kind kind, const char *detail)
{
    char id[CHANNEL_ID_LENGTH + 1], notice_id[NOTICE_ID_LENGTH + 1], body[NOTICE_BODY_MAX];
    char hash[TOKEN_HASH_LENGTH + 1] = "";
    const char *player = request->session->player->id;
    const char *address = body_text(request, "address");
    const char *language = body_text(request, "language");
    const char *name = channel_kind_name(kind);
    struct notice notice = {.kind = kind == CHANNEL_MAIL ? NOTICE_CODE : NOTICE_TEST};
    int64_t now = wall_clock_now();
    struct store_request *write = store_request_new(channel_stored, request);
    if (kind == CHANNEL_MAIL) {
        count_code(write, address, now);
        code_draw(notice.code);
        (void)code_hash(notice.code, hash);
    }
    identity_random_text(id, CHANNEL_ID_LENGTH);
    identity_random_text(notice_id, NOTICE_ID_LENGTH);
    notice_write(&notice, body);
    store_request_add(
        write, STORE_CHANNEL_PUT,
        (const char *[]){id, player, name, address, detail, hash, language == NULL ? "en" : language}, 7,
        (int64_t[]){now, now + CODE_SECONDS, CHANNELS_MAX}, 3);
    store_request_add(write, STORE_OUTBOX_ADD, (const char *[]){player, name, address, notice_id, body}, 5,
                      (int64_t[]){now, now + (kind == CHANNEL_MAIL ? CODE_SECONDS : NOTICE_SECONDS)}, 2);
    store_submit(dispatch_of(request)->store, write);
}

void do_subscribe(struct request *request)
{
    char detail[DETAIL_MAX];
    const char *language = body_text(request, "language");
    enum channel_kind kind = channel_kind_from_name(body_text(request, "kind"));
    if (kind == CHANNEL_KIND_COUNT || (language != NULL && language_from_name(language) == LANGUAGE_COUNT)) {
        request_fail(request, ERROR_UNKNOWN_WORD);
    } else if (!notify_offers(notify_of(request), kind)) {
        request_fail(request, ERROR_NO_NOTIFICATIONS);
    } else if (!may_try(request)) {
        request_fail(request, ERROR_TOO_MANY_REQUESTS);
    } else {
        enum error error = checks[kind](request, body_text(request, "address"), detail);
        if (error != ERROR_OK) {
            request_fail(request, error);
        } else {
            store_channel(request, kind, detail);
        }
    }
}

/* ---- confirm and unsubscribe ---- */

static void code_checked(struct store_request *stored)
{
    struct request *request = stored->context;
    if (stored->status != STORE_OK) {
        request_fail(request, stored->status == STORE_NOTHING ? ERROR_BAD_CODE : ERROR_STORAGE);
    } else {
        reply_state(request);
    }
    store_request_free(stored);
}

void do_confirm(struct request *request)
{
    char hash[TOKEN_HASH_LENGTH + 1];
    if (!may_try(request)) {
        request_fail(request, ERROR_TOO_MANY_REQUESTS);
    } else if (!code_hash(body_text(request, "code"), hash)) {
        request_fail(request, ERROR_BAD_CODE);
    } else {
        struct store_request *write = store_request_new(code_checked, request);
        store_request_add(write, STORE_CHANNEL_CONFIRM,
                          (const char *[]){request->session->player->id, body_text(request, "channel"), hash},
                          3, (int64_t[]){wall_clock_now()}, 1);
        store_submit(dispatch_of(request)->store, write);
    }
}

static void channel_removed(struct store_request *stored)
{
    struct request *request = stored->context;
    if (stored->status == STORE_REFUSED) {
        request_fail(request, ERROR_STORAGE);
    } else { /* it may have been removed before */
        reply_state(request);
    }
    store_request_free(stored);
}

void do_unsubscribe(struct request *request)
{
    struct store_request *write = store_request_new(channel_removed, request);
    store_request_add(write, STORE_CHANNEL_REMOVE,
                      (const char *[]){body_text(request, "channel"), request->session->player->id}, 2, NULL,
                      0);
    store_submit(dispatch_of(request)->store, write);
}

/* ---- look ---- */

void watch_set_away(struct table *table, const struct session *session, bool away)
{
    struct watch *watch = table_find_watch(table, session);
    if (watch != NULL) { /* whoever does not watch the table does not look at it, either */
        watch->is_away = away;
    }
    if (watch != NULL && !away) {
        occasions_looked(table, session->player);
    }
}

void do_look(struct request *request)
{
    watch_set_away(request->table, request->session, body_flag(request, "away"));
    request_ok(request);
}
