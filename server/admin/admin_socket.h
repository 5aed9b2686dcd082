/*
 * admin_socket.h: the address of the admin socket, for the server and the client.
 *
 * The address of a Unix socket holds 107 bytes, but the name of a data directory may have 1000. So the
 * directory is opened, and the socket is addressed through the directory's descriptor, which is short.
 */
#ifndef GASLIGHT_ADMIN_SOCKET_H
#define GASLIGHT_ADMIN_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { ADMIN_PATH_BYTES = 1024 };

struct admin_path {
    int directory; /* descriptor; the address is valid while it is open */
    struct sockaddr_un address;
};

/* On failure returns false with nothing to close, and `error` holds one sentence. */
bool admin_path_open(struct admin_path *path, const char *directory, char *error, size_t capacity);
void admin_path_close(struct admin_path *path);

/* Returns a connected socket, or -1 with errno set if nobody is listening. */
int admin_connect(const struct admin_path *path);

#endif
