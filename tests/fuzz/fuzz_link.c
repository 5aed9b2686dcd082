/*
 * fuzz_link.c: arbitrary bytes as a hello, as the contents of records, as a shared text and as the body of a message.
 *
 * What is accepted must be within the bytes; a hello that is accepted is written as the same bytes again, and so are the
 * messages.
 */
#include <string.h>

#include "common/base/utf8.h"
#include "server/cluster/link_wire.h"
#include "server/cluster/message.h"
#include "tests/fuzz/fuzz.h"

static void check_hello(const uint8_t *data, size_t size)
{
    struct link_hello hello;
    unsigned char again[LINK_HELLO_BYTES];
    if (size < LINK_HELLO_BYTES || link_read_hello(data, &hello) != NULL) {
        return;
    }
    MUST(hello.node >= 1);
    MUST(hello.role == LINK_CONNECTED || hello.role == LINK_ACCEPTED);
    MUST(strlen(hello.name) <= LINK_NAME_BYTES && utf8_is_valid(hello.name));
    link_write_hello(&hello, again);
    MUST(memcmp(data, again, sizeof again) == 0);
}

static void check_shared(const char *body, size_t length)
{
    struct link_shared shared;
    uint32_t sum = 0;
    if (!link_read_shared(body, length, &shared)) {
        MUST(shared.count == 0);
        return;
    }
    for (uint32_t i = 0; i < shared.count; i++) {
        sum += link_shared_session(&shared, i);
    }
    for (size_t i = 0; i < shared.length; i++) {
        sum += (unsigned char)shared.text[i];
    }
    (void)sum; /* all of it was read */
    MUST(shared.text + shared.length == body + length);
}

/* Reads the body of a MESSAGE_ASK, which has everything that bodies have, and writes it again. */
static void check_body(const char *body, size_t length)
{
    struct message_reader reader = {.body = body, .length = length};
    struct buffer again = {0};
    char name[32];
    size_t text_length = 0;
    message_put_long(&again, message_long(&reader));
    message_put_number(&again, message_number(&reader));
    message_copy(&reader, name, sizeof name);
    MUST(strlen(name) < sizeof name);
    message_put_text(&again, name, strlen(name));
    const char *text = message_text(&reader, &text_length);
    MUST(text_length <= length);
    message_put_text(&again, text, text_length);
    if (message_is_whole(&reader)) {
        MUST(again.length == length && memcmp(again.text, body, length) == 0);
    }
    buffer_free(&again);
}

static void check_messages(const char *bytes, size_t size)
{
    struct link_message message;
    size_t at = 0, before = 0;
    while (link_read_message(bytes, size, &at, &message) == LINK_WHOLE) {
        MUST(at > before && at <= size);
        MUST(message.length <= LINK_BODY_MAX && message.body + message.length == bytes + at);
        check_shared(message.body, message.length);
        check_body(message.body, message.length);
        before = at;
    }
    MUST(at == before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* In memory of exactly this size, so that a byte too many is noticed. */
    char *bytes = malloc(size + (size == 0 ? 1 : 0));
    MUST(bytes != NULL);
    if (size > 0) {
        memcpy(bytes, data, size);
    }
    check_hello((const uint8_t *)bytes, size);
    check_messages(bytes, size);
    check_shared(bytes, size);
    check_body(bytes, size);
    free(bytes);
    return 0;
}
