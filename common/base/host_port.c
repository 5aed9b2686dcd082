/* host_port.c: see host_port.h. */
#include "common/base/host_port.h"

#include <string.h>

enum { PORT_MAX = 65535, PORT_DIGITS_MAX = 5 };

static bool split_bracketed(const char *text, size_t length, struct host_port *parts)
{
    const char *closing = memchr(text, ']', length);
    if (closing == NULL) {
        return false;
    }
    parts->bracketed = true;
    parts->host = text + 1;
    parts->host_length = (size_t)(closing - parts->host);
    size_t rest = length - parts->host_length - 2;
    if (rest > 0) {
        parts->port = closing + 2;
        parts->port_length = rest - 1;
    }
    return rest == 0 || closing[1] == ':';
}

bool host_port_split(const char *text, size_t length, struct host_port *parts)
{
    *parts = (struct host_port){.host = text, .host_length = length};
    if (length > 0 && text[0] == '[') {
        return split_bracketed(text, length, parts);
    }
    const char *colon = memchr(text, ':', length);
    if (colon != NULL) {
        size_t before = (size_t)(colon - text), after = length - before - 1;
        if (memchr(colon + 1, ':', after) == NULL) {
            parts->host_length = before;
            parts->port = colon + 1;
            parts->port_length = after;
        }
    }
    return true;
}

bool host_port_number(const char *text, size_t length, unsigned *port)
{
    unsigned value = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
        value = value * 10 + (unsigned)(text[i] - '0');
        if (value > PORT_MAX) {
            return false;
        }
    }
    *port = value;
    return length > 0 && length <= PORT_DIGITS_MAX;
}
