/*
 * fuzz_wire_read.c: arbitrary bytes as a view, an event or choices from a server.
 *
 * Whatever is accepted must be within bounds: it can be written again, and reading that gives the same. The
 * encoders and legal_contains() use every index that was read.
 */
#include <string.h>

#include "common/wire/wire.h"
#include "common/wire/wire_read.h"
#include "tests/fuzz/fuzz.h"

enum { TEXT_MAX = 1 << 20 };

static char text[TEXT_MAX];

/* Writes any value of wire.h and parses the result. */
#define WRITTEN(json, writer, value) \
    do { \
        struct json_writer writer_; \
        json_write_begin(&writer_, text, sizeof text); \
        writer(&writer_, NULL, (value)); \
        MUST(json_write_ok(&writer_)); \
        (json) = json_loads(text, JSON_REJECT_DUPLICATES, NULL); \
        MUST((json) != NULL); \
    } while (0)

static void check_view(const struct view *view)
{
    struct view again;
    json_t *json;
    WRITTEN(json, wire_view, view);
    MUST(wire_read_view(json, &again));
    MUST(memcmp(view, &again, sizeof again) == 0);
    json_decref(json);
}

static void check_event(const struct viewed_event *event)
{
    struct viewed_event again;
    json_t *json;
    WRITTEN(json, wire_event, event);
    MUST(wire_read_event(json, &again));
    MUST(memcmp(event, &again, sizeof again) == 0);
    json_decref(json);
}

static void check_legal(const struct viewed_legal *legal, const struct view *view)
{
    struct viewed_legal again;
    struct action action = {.kind = ACTION_WALK, .by = PAWN_YELLOW, .to = 1, .power = 1};
    json_t *json;
    WRITTEN(json, wire_legal, legal);
    MUST(wire_read_legal(json, view, &again));
    MUST(memcmp(legal, &again, sizeof again) == 0);
    json_decref(json);
    (void)legal_contains(&again.shown, &action);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct view view;
    struct viewed_event event;
    struct viewed_legal legal;
    enum pawn by;
    json_t *json = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, NULL);
    if (json == NULL) {
        return 0;
    }
    bool seen = wire_read_view(json, &view) || wire_read_undo(json, &by, &view);
    if (seen) {
        check_view(&view);
    }
    if (wire_read_event(json, &event)) {
        check_event(&event);
    }
    if (wire_read_legal(json, seen ? &view : NULL, &legal)) {
        check_legal(&legal, seen ? &view : NULL);
    }
    json_decref(json);
    return 0;
}
