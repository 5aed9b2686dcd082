/*
 * event.c: the two tables of event.h as arrays.
 *
 * EVENT_KIND_TABLE alone decides who may know which field of an event. Fields that a row does not mention are
 * 0 here, which is AUDIENCE_NOBODY.
 */
#include "common/rules/event.h"

_Static_assert(EVENT_FIELD_COUNT <= 32, "event.fields is a mask of 32 bits");
_Static_assert(AUDIENCE_NOBODY == 0, "what a row leaves out is known to nobody");

static const struct {
    const char *name;
    uint8_t audience[EVENT_FIELD_COUNT]; /* enum audience */
} kinds[EVENT_KIND_COUNT] = {
#define F(field, who) [EVENT_##field##_FIELD] = AUDIENCE_##who,
#define EVENT_KIND_ROW(kind, key, fields) [EVENT_##kind] = {.name = (key), .audience = {fields}},
    EVENT_KIND_TABLE(EVENT_KIND_ROW)
#undef EVENT_KIND_ROW
#undef F
};

static const char *const keys[EVENT_FIELD_COUNT] = {
#define EVENT_FIELD_KEY(field, key, member) [EVENT_##field##_FIELD] = (key),
    EVENT_FIELD_TABLE(EVENT_FIELD_KEY)
#undef EVENT_FIELD_KEY
};

const char *event_name(enum event_kind kind)
{
    return kinds[kind].name;
}

const char *event_field_key(enum event_field field)
{
    return keys[field];
}

enum audience event_audience(enum event_kind kind, enum event_field field)
{
    if (kind >= EVENT_KIND_COUNT || field >= EVENT_FIELD_COUNT) {
        return AUDIENCE_NOBODY;
    }
    return (enum audience)kinds[kind].audience[field];
}
