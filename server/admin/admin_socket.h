/*
 * admin_socket.h: where the operator's socket is, for both of its sides.
 *
 * A socket's address holds 107 bytes, a data directory's name up to 1000. So the directory is opened and
 * the socket named through its descriptor, which is short.
 */
#ifndef GASLIGHT_ADMIN_SOCKET_H
#define GASLIGHT_ADMIN_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

enum { ADMIN_PATH_BYTES = 1024 };

struct admin_path {
    int directory; /* the address is good while this is open */
    struct sockaddr_un address;
};

/* False: `error` has one sentence, and there is nothing to close. */
bool admin_path_open(struct admin_path *path, const char *directory, char *error, size_t capacity);
void admin_path_close(struct admin_path *path);

/* A connected socket, or -1: nobody listens (errno says how). */
int admin_connect(const struct admin_path *path);

#endif
