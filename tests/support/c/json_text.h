/*
 * json_text.h: JSON values from formatted text, for tests.
 */
#ifndef GASLIGHT_JSON_TEXT_H
#define GASLIGHT_JSON_TEXT_H

#include <check.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>

/* Returns the value of a formatted JSON text, which must be valid. The caller owns it. */
__attribute__((format(printf, 1, 2))) static inline json_t *json(const char *format, ...)
{
    static char text[1 << 20];
    json_error_t error;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ck_assert_int_lt(length, (int)sizeof text);
    json_t *value = json_loads(text, 0, &error);
    ck_assert_msg(value != NULL, "%s in %s", error.text, text);
    return value;
}

#endif
