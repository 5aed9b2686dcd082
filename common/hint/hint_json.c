/* hint_json.c: hints as JSON; see hint.h and docs/protocol.md. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/array.h"
#include "common/hint/hint_read.h"
#include "common/wire/action_json.h"

enum hint_number {
#define HINT_NUMBER_ENUM(name, key, member) NUMBER_##name,
    HINT_NUMBER_TABLE(HINT_NUMBER_ENUM)
#undef HINT_NUMBER_ENUM
        NUMBER_TRAILS,
    NUMBER_ALL
};

static const struct {
    const char *key;
    size_t offset;
} numbers[] = {
#define HINT_NUMBER_ROW(name, key, member) [NUMBER_##name] = {key, offsetof(struct hint, member)},
    HINT_NUMBER_TABLE(HINT_NUMBER_ROW)
#undef HINT_NUMBER_ROW
};

static const struct {
    const char *name;
    unsigned numbers; /* mask of 1 << enum hint_number */
} reasons[HINT_REASON_COUNT] = {
#define F(number) | 1U << NUMBER_##number
#define HINT_REASON_ROW(enumerator, key, given) [HINT_##enumerator] = {key, 0U given},
    HINT_REASON_TABLE(HINT_REASON_ROW)
#undef HINT_REASON_ROW
#undef F
};

static void write_trails(struct json_writer *writer, const char *key, uint64_t trails)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%" PRIu64, trails);
    json_write_string(writer, key, text);
}

void hint_write(struct json_writer *writer, const struct hint *hint)
{
    unsigned given = reasons[hint->reason].numbers;
    action_to_json(writer, "action", &hint->action);
    json_write_string(writer, "level", bot_level_name((enum bot_level)hint->level));
    json_write_open(writer, "reason", '{');
    json_write_string(writer, "kind", reasons[hint->reason].name);
    for (unsigned i = 0; i < COUNT(numbers); i++) {
        unsigned number = *((const uint8_t *)hint + numbers[i].offset);
        bool answer = hint->reason == HINT_SEARCH && (i == NUMBER_YES || i == NUMBER_NO) && number != 0;
        if (answer || (given >> i & 1U) != 0) {
            json_write_int(writer, numbers[i].key, (long)number);
        }
    }
    if ((given >> NUMBER_TRAILS & 1U) != 0) {
        write_trails(writer, "trails", hint->trails);
        write_trails(writer, "all", hint->all);
    }
    json_write_close(writer, '}');
}

/* ---- reading ---- */

static bool read_trails(const json_t *reason, const char *key, uint64_t *trails)
{
    const char *text = json_string_value(json_object_get(reason, key));
    char *end = NULL;
    *trails = text == NULL ? 0 : strtoull(text, &end, 10);
    return text != NULL && end != text && *end == '\0';
}

static bool read_reason(const json_t *reason, struct hint *hint)
{
    const char *kind = json_string_value(json_object_get(reason, "kind"));
    while (kind != NULL && hint->reason < HINT_REASON_COUNT &&
           strcmp(reasons[hint->reason].name, kind) != 0) {
        hint->reason++;
    }
    if (kind == NULL || hint->reason == HINT_REASON_COUNT) {
        return false;
    }
    unsigned given = reasons[hint->reason].numbers;
    for (unsigned i = 0; i < COUNT(numbers); i++) {
        const json_t *number = json_object_get(reason, numbers[i].key);
        json_int_t value = json_integer_value(number);
        bool missing = number == NULL && (given >> i & 1U) != 0;
        if (missing || value < 0 || value > UINT8_MAX) {
            return false;
        }
        *((uint8_t *)hint + numbers[i].offset) = (uint8_t)value;
    }
    return (given >> NUMBER_TRAILS & 1U) == 0 ||
           (read_trails(reason, "trails", &hint->trails) && read_trails(reason, "all", &hint->all));
}

bool hint_read(const json_t *value, struct hint *hint)
{
    struct complaint complaint;
    const char *level = json_string_value(json_object_get(value, "level"));
    enum bot_level found = level == NULL ? BOT_LEVEL_COUNT : bot_level_from_name(level);
    memset(hint, 0, sizeof *hint);
    if (found == BOT_LEVEL_COUNT || !read_reason(json_object_get(value, "reason"), hint)) {
        return false;
    }
    hint->level = (uint8_t)found;
    return action_from_json(json_object_get(value, "action"), &hint->action, &complaint);
}
