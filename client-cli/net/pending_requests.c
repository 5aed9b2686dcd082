/* requests.c: see requests.h. One list; those that were sent are its beginning. */
#include "client-cli/net/pending_requests.h"

#include <limits.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/base/error.h"

enum { KEY_BYTES = 16 };

struct request *request_new(const char *verb, json_t *keys, request_taker *take)
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
    request->take = take;
    return request;
}

void request_free(struct request *request)
{
    if (request != NULL) {
        json_decref(request->body);
        free(request);
    }
}

bool request_draw_key(struct request *request)
{
    unsigned char bytes[KEY_BYTES];
    char key[sodium_base64_ENCODED_LEN(KEY_BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING)];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(key, sizeof key, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return json_object_set_new(request->body, "key", json_string(key)) == 0;
}

void requests_add(struct requests *requests, struct request *request)
{
    request->next = NULL;
    if (requests->last != NULL) {
        requests->last->next = request;
    } else {
        requests->first = request;
    }
    requests->last = request;
}

void requests_add_first(struct requests *requests, struct request *request)
{
    request->next = requests->first;
    requests->first = request;
    if (requests->last == NULL) {
        requests->last = request;
    }
}

struct request *requests_next(const struct requests *requests)
{
    struct request *request = requests->first;
    while (request != NULL && request->sent) {
        request = request->next;
    }
    return requests->under_way < REQUESTS_UNDER_WAY_MAX ? request : NULL;
}

char *requests_send(struct requests *requests, struct request *request)
{
    json_int_t id = requests->last_id == INT_MAX ? 1 : requests->last_id + 1;
    if (json_object_set_new(request->body, "id", json_integer(id)) != 0) {
        return NULL;
    }
    char *text = json_dumps(request->body, JSON_COMPACT);
    if (text != NULL) {
        requests->last_id = id;
        requests->under_way++;
        request->id = id;
        request->sent = true;
        request->times++;
    }
    return text;
}

/* Takes out the one that `at` leads to; `previous` is before it. */
static void unlink_request(struct requests *requests, struct request **at, struct request *previous)
{
    struct request *request = *at;
    *at = request->next;
    if (requests->last == request) {
        requests->last = previous;
    }
    requests->under_way -= request->sent;
    request->next = NULL;
}

bool request_done_already(const struct request *request, const char *code)
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
    for (size_t i = 0; request->times > 1 && !found && i < COUNT(done); i++) {
        found = strcmp(done[i].verb, verb) == 0 && strcmp(error_code(done[i].error), code) == 0;
    }
    return found;
}

struct request *requests_answer(struct requests *requests, json_int_t id)
{
    struct request *request = requests->first;
    if (request == NULL || !request->sent || request->id != id) {
        return NULL;
    }
    unlink_request(requests, &requests->first, NULL);
    return request;
}

/* Frees those for which `unwanted` is true. */
static void remove_all(struct requests *requests, bool (*unwanted)(const struct request *))
{
    struct request **at = &requests->first, *previous = NULL;
    while (*at != NULL) {
        struct request *request = *at;
        if (unwanted(request)) {
            unlink_request(requests, at, previous);
            request_free(request);
        } else {
            previous = request;
            at = &request->next;
        }
    }
}

static bool is_passing(const struct request *request)
{
    return request->passing;
}

static bool is_waiting_watch(const struct request *request)
{
    return request->is_watch && !request->sent;
}

static bool is_any(const struct request *request)
{
    (void)request;
    return true;
}

void requests_break(struct requests *requests)
{
    remove_all(requests, is_passing);
    for (struct request *request = requests->first; request != NULL; request = request->next) {
        request->sent = false;
    }
    requests->under_way = 0;
}

void requests_drop_watch(struct requests *requests)
{
    remove_all(requests, is_waiting_watch);
}

size_t requests_kept(const struct requests *requests)
{
    size_t kept = 0;
    for (const struct request *request = requests->first; request != NULL; request = request->next) {
        kept += !request->passing;
    }
    return kept;
}

void requests_free(struct requests *requests)
{
    remove_all(requests, is_any);
}
