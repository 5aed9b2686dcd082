/* link_wire.c: see link_wire.h, and link.h for shared texts. */
#include "server/cluster/link_wire.h"

#include <string.h>

#include "common/base/utf8.h"

/* Where the parts of a hello are. */
enum {
    VERSION_AT = 8,
    ROLE_AT = 10,
    NAME_LENGTH_AT = 11,
    NODE_AT = 12,
    NAME_AT = 20,
    NONCE_AT = NAME_AT + LINK_NAME_BYTES,
};

_Static_assert((int)NONCE_AT + (int)LINK_NONCE_BYTES == (int)LINK_HELLO_BYTES, "a hello ends with its nonce");

static const unsigned char magic[VERSION_AT] = {'g', 'a', 's', 'l', 'i', 'g', 'h', 't'};

void link_write_number(unsigned char bytes[LINK_LENGTH_BYTES], uint32_t number)
{
    for (unsigned i = 0; i < LINK_LENGTH_BYTES; i++) {
        bytes[i] = (unsigned char)(number >> (8 * (LINK_LENGTH_BYTES - 1 - i)));
    }
}

uint32_t link_read_number(const unsigned char bytes[LINK_LENGTH_BYTES])
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* ---- hello ---- */

void link_write_hello(const struct link_hello *hello, unsigned char bytes[LINK_HELLO_BYTES])
{
    size_t length = strnlen(hello->name, LINK_NAME_BYTES);
    memset(bytes, 0, LINK_HELLO_BYTES);
    memcpy(bytes, magic, sizeof magic);
    bytes[VERSION_AT] = LINK_VERSION >> 8;
    bytes[VERSION_AT + 1] = LINK_VERSION & 0xff;
    bytes[ROLE_AT] = (unsigned char)hello->role;
    bytes[NAME_LENGTH_AT] = (unsigned char)length;
    link_write_number(bytes + NODE_AT, (uint32_t)((uint64_t)hello->node >> 32));
    link_write_number(bytes + NODE_AT + 4, (uint32_t)hello->node);
    memcpy(bytes + NAME_AT, hello->name, length);
    memcpy(bytes + NONCE_AT, hello->nonce, LINK_NONCE_BYTES);
}

/* Returns whether the name is valid UTF-8 without control characters, with nothing but zeros after it. */
static bool is_good_name(const unsigned char *bytes, size_t length, char name[LINK_NAME_BYTES + 1])
{
    if (length > LINK_NAME_BYTES) {
        return false;
    }
    memcpy(name, bytes, LINK_NAME_BYTES);
    name[LINK_NAME_BYTES] = '\0';
    if (strlen(name) != length || !utf8_is_valid(name)) {
        return false;
    }
    for (size_t i = length; i < LINK_NAME_BYTES; i++) {
        if (name[i] != '\0') {
            return false;
        }
    }
    for (size_t i = 0, step = 0; i < length; i += step) {
        if (utf8_is_control(utf8_decode(name + i, &step))) {
            return false;
        }
    }
    return true;
}

const char *link_read_hello(const unsigned char bytes[LINK_HELLO_BYTES], struct link_hello *hello)
{
    memset(hello, 0, sizeof *hello);
    if (memcmp(bytes, magic, sizeof magic) != 0) {
        return "bad_hello";
    }
    if (bytes[VERSION_AT] != LINK_VERSION >> 8 || bytes[VERSION_AT + 1] != (LINK_VERSION & 0xff)) {
        return "other_version";
    }
    uint64_t node = (uint64_t)link_read_number(bytes + NODE_AT) << 32 | link_read_number(bytes + NODE_AT + 4);
    if ((bytes[ROLE_AT] != LINK_CONNECTED && bytes[ROLE_AT] != LINK_ACCEPTED) || node == 0 ||
        node > INT64_MAX || !is_good_name(bytes + NAME_AT, bytes[NAME_LENGTH_AT], hello->name)) {
        return "bad_hello";
    }
    hello->role = (enum link_role)bytes[ROLE_AT];
    hello->node = (int64_t)node;
    memcpy(hello->nonce, bytes + NONCE_AT, LINK_NONCE_BYTES);
    return NULL;
}

/* ---- messages ---- */

enum link_reading link_read_message(const char *bytes, size_t length, size_t *at,
                                    struct link_message *message)
{
    if (length - *at < LINK_MESSAGE_HEAD_BYTES) {
        return LINK_PARTIAL;
    }
    const char *head = bytes + *at;
    size_t body = link_read_number((const unsigned char *)head + 4);
    if (body > LINK_BODY_MAX) {
        return LINK_MALFORMED;
    }
    if (body > length - *at - LINK_MESSAGE_HEAD_BYTES) {
        return LINK_PARTIAL;
    }
    *message = (struct link_message){.type = link_read_number((const unsigned char *)head),
                                     .body = head + LINK_MESSAGE_HEAD_BYTES,
                                     .length = body};
    *at += LINK_MESSAGE_HEAD_BYTES + body;
    return LINK_WHOLE;
}

/* ---- shared texts ---- */

bool link_read_shared(const char *body, size_t length, struct link_shared *shared)
{
    *shared = (struct link_shared){0};
    if (length < LINK_LENGTH_BYTES) {
        return false;
    }
    uint32_t count = link_read_number((const unsigned char *)body);
    if (count == 0 || count > (length - LINK_LENGTH_BYTES) / LINK_LENGTH_BYTES) {
        return false;
    }
    size_t before = LINK_LENGTH_BYTES + (size_t)count * LINK_LENGTH_BYTES;
    *shared = (struct link_shared){.count = count,
                                   .sessions = body + LINK_LENGTH_BYTES,
                                   .text = body + before,
                                   .length = length - before};
    return true;
}

uint32_t link_shared_session(const struct link_shared *shared, uint32_t index)
{
    return link_read_number((const unsigned char *)shared->sessions + (size_t)index * LINK_LENGTH_BYTES);
}
