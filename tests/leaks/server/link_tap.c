/*
 * link_tap.c: writes what crosses the links between nodes, before encryption, to the file named by the environment
 * variable LINK_TAP, for tests that compare it.
 *
 * Each message is a line: "sent" or "received", the name of the node at the other end, the type and the body in
 * hexadecimal digits. See message.h for types.
 */
#include <stdio.h>
#include <stdlib.h>

#include "server/cluster/link.h"

struct links *__real_links_open(uv_loop_t *loop, const char *listen, const unsigned char key[LINK_KEY_BYTES],
                                int64_t node, const char *name, const struct link_handler *handler,
                                char *error, size_t capacity);
struct links *__wrap_links_open(uv_loop_t *loop, const char *listen, const unsigned char key[LINK_KEY_BYTES],
                                int64_t node, const char *name, const struct link_handler *handler,
                                char *error, size_t capacity);

static void write_message(void *context, const struct link *link, bool sent, unsigned type, const char *body,
                          size_t length)
{
    FILE *file = context;
    fprintf(file, "%s %s %u ", sent ? "sent" : "received", link_name(link), type);
    for (size_t i = 0; i < length; i++) {
        fprintf(file, "%02x", (unsigned char)body[i]);
    }
    fputc('\n', file);
    fflush(file);
}

struct links *__wrap_links_open(uv_loop_t *loop, const char *listen, const unsigned char key[LINK_KEY_BYTES],
                                int64_t node, const char *name, const struct link_handler *handler,
                                char *error, size_t capacity)
{
    struct links *links = __real_links_open(loop, listen, key, node, name, handler, error, capacity);
    const char *path = getenv("LINK_TAP");
    if (links != NULL && path != NULL) {
        FILE *file = fopen(path, "a"); /* closed when the process ends */
        if (file != NULL) {
            links_tap(links, write_message, file);
        }
    }
    return links;
}
