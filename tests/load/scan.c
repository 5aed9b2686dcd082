/* scan.c: see scan.h. */
#include "tests/load/scan.h"

#include <stdlib.h>
#include <string.h>

static const char *past_string(const char *at)
{
    for (at++; *at != '\0' && *at != '"'; at++) {
        if (*at == '\\' && at[1] != '\0') {
            at++;
        }
    }
    return *at == '"' ? at + 1 : at;
}

const char *scan_past(const char *value)
{
    unsigned depth = 0;
    const char *at = value;
    do {
        if (*at == '"') {
            at = past_string(at);
            continue;
        }
        if (*at == '{' || *at == '[') {
            depth++;
        } else if (*at == '}' || *at == ']') {
            if (depth == 0) {
                return at; /* the end of a number was the end of the enclosing value */
            }
            depth--;
        } else if (depth == 0 && *at == ',') {
            return at;
        }
        at += *at != '\0';
    } while (*at != '\0' && (depth > 0 || (*at != ',' && *at != '}' && *at != ']')));
    return at;
}

const char *scan_first(const char *container)
{
    if (container == NULL || (*container != '[' && *container != '{') || container[1] == ']' ||
        container[1] == '}' || container[1] == '\0') {
        return NULL;
    }
    return container + 1;
}

const char *scan_next(const char *value)
{
    const char *past = scan_past(value);
    return *past == ',' ? past + 1 : NULL;
}

const char *scan_value(const char *key)
{
    const char *past = past_string(key);
    return *past == ':' ? past + 1 : past;
}

const char *scan_member(const char *object, const char *key)
{
    for (const char *at = scan_first(object); at != NULL; at = scan_next(scan_value(at))) {
        if (scan_is(at, key)) {
            return scan_value(at);
        }
    }
    return NULL;
}

unsigned scan_count(const char *array)
{
    unsigned count = 0;
    for (const char *at = scan_first(array); at != NULL; at = scan_next(at)) {
        count++;
    }
    return count;
}

const char *scan_at(const char *array, unsigned index)
{
    const char *at = scan_first(array);
    while (at != NULL && index-- > 0) {
        at = scan_next(at);
    }
    return at;
}

long scan_number(const char *value)
{
    char *end = NULL;
    if (value == NULL) {
        return -1;
    }
    long number = strtol(value, &end, 10);
    return end == value ? -1 : number;
}

bool scan_is(const char *value, const char *string)
{
    size_t length = strlen(string);
    return value != NULL && value[0] == '"' && strncmp(value + 1, string, length) == 0 &&
           value[1 + length] == '"';
}

bool scan_copy(const char *value, char *out, size_t capacity)
{
    if (value == NULL || *value != '"') {
        return false;
    }
    size_t length = strcspn(value + 1, "\"\\");
    if (length >= capacity || value[1 + length] != '"') {
        return false;
    }
    memcpy(out, value + 1, length);
    out[length] = '\0';
    return true;
}
