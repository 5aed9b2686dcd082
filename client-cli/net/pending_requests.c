/* pending_requests.c: see pending_requests.h. */
#include "client-cli/net/pending_requests.h"

#include <limits.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/base/error.h"

enum { KEY_BYTES = 16 };

struct request *request_new(const char *verb, json_t *keys, request_handler *handle)
{
    struct request *request = calloc(1, sizeof *request);
    json_t *body = json_object();
    bool good = request != NULL && body != NULL && json_object_set_new(body, "id", json_integer(0)) == 0 &&
                json_object_set_new(body, "do", json_string(verb)) == 0 &&
                (keys == NULL || json_object_update(body, keys) == 0);
    json_decref(keys);
    if (!good) {
        json_decref(body);
        free(request);
        return NULL;
    }
    request->body = body;
    request->handle = handle;
    return request;
}

void request_free(struct request *request)
{
    if (request != NULL) {
        json_decref(request->body);
        free(request);
    }
}

bool request_add_random_key(struct request *request)
{
    unsigned char bytes[KEY_BYTES];
    char key[sodium_base64_ENCODED_LEN(KEY_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING)];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(key, sizeof key, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return json_object_set_new(request->body, "key", json_string(key)) == 0;
}

void pending_requests_init(struct pending_requests *pending)
{
    TAILQ_INIT(&pending->queue);
}

void pending_requests_add(struct pending_requests *pending, struct request *request)
{
    TAILQ_INSERT_TAIL(&pending->queue, request, entry);
}

void pending_requests_add_first(struct pending_requests *pending, struct request *request)
{
    TAILQ_INSERT_HEAD(&pending->queue, request, entry);
}

struct request *pending_requests_next(const struct pending_requests *pending)
{
    struct request *request = TAILQ_FIRST(&pending->queue);
    while (request != NULL && request->sent) {
        request = TAILQ_NEXT(request, entry);
    }
    return pending->sent < PENDING_REQUESTS_SENT_MAX ? request : NULL;
}

char *pending_requests_send(struct pending_requests *pending, struct request *request)
{
    json_int_t id = pending->last_id == INT_MAX ? 1 : pending->last_id + 1;
    if (json_object_set_new(request->body, "id", json_integer(id)) != 0) {
        return NULL;
    }
    char *text = json_dumps(request->body, JSON_COMPACT);
    if (text != NULL) {
        pending->last_id = id;
        pending->sent++;
        request->id = id;
        request->sent = true;
        request->times_sent++;
    }
    return text;
}

static void remove_request(struct pending_requests *pending, struct request *request)
{
    TAILQ_REMOVE(&pending->queue, request, entry);
    pending->sent -= request->sent;
}

bool request_was_done_before(const struct request *request, const char *code)
{
    static const struct {
        const char *verb;
        enum error error;
    } done[] = {
        {"join", ERROR_SEATED_ALREADY}, {"leave", ERROR_NOT_SEATED}, {"leave", ERROR_UNKNOWN_TABLE},
        {"kick", ERROR_UNKNOWN_PLAYER}, {"start", ERROR_NOT_OPEN},   {"host", ERROR_NOT_HOST},
        {"seat", ERROR_NOT_ABSENT},
    };
    const char *verb = json_string_value(json_object_get(request->body, "do"));
    bool found = false;
    for (size_t i = 0; request->times_sent > 1 && !found && i < COUNT(done); i++) {
        found = strcmp(done[i].verb, verb) == 0 && strcmp(error_code(done[i].error), code) == 0;
    }
    return found;
}

struct request *pending_requests_answer(struct pending_requests *pending, json_int_t id)
{
    struct request *request = TAILQ_FIRST(&pending->queue);
    if (request == NULL || !request->sent || request->id != id) {
        return NULL;
    }
    remove_request(pending, request);
    return request;
}

/* Frees the requests for which `unwanted` returns true. */
static void remove_all(struct pending_requests *pending, bool (*unwanted)(const struct request *))
{
    struct request *request = TAILQ_FIRST(&pending->queue);
    while (request != NULL) {
        struct request *next = TAILQ_NEXT(request, entry);
        if (unwanted(request)) {
            remove_request(pending, request);
            request_free(request);
        }
        request = next;
    }
}

static bool is_transient(const struct request *request)
{
    return request->transient;
}

static bool is_unsent_watch(const struct request *request)
{
    return request->is_watch && !request->sent;
}

static bool is_any(const struct request *request)
{
    (void)request;
    return true;
}

void pending_requests_disconnect(struct pending_requests *pending)
{
    struct request *request;
    remove_all(pending, is_transient);
    TAILQ_FOREACH (request, &pending->queue, entry) {
        request->sent = false;
    }
    pending->sent = 0;
}

void pending_requests_drop_watch(struct pending_requests *pending)
{
    remove_all(pending, is_unsent_watch);
}

size_t pending_requests_count_kept(const struct pending_requests *pending)
{
    const struct request *request;
    size_t kept = 0;
    TAILQ_FOREACH (request, &pending->queue, entry) {
        kept += !request->transient;
    }
    return kept;
}

void pending_requests_free(struct pending_requests *pending)
{
    remove_all(pending, is_any);
}
