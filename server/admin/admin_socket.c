/* admin_socket.c: the address of the admin socket, and connecting to it. */
#include "server/admin/admin_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool admin_path_open(struct admin_path *path, const char *directory, char *error, size_t capacity)
{
    memset(path, 0, sizeof *path);
    path->directory = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (path->directory < 0) {
        (void)snprintf(error, capacity, "%.300s: %s.", directory, strerror(errno));
        return false;
    }
    path->address.sun_family = AF_UNIX;
    (void)snprintf(path->address.sun_path, sizeof path->address.sun_path, "/proc/self/fd/%d/admin.sock",
                   path->directory);
    return true;
}

void admin_path_close(struct admin_path *path)
{
    (void)close(path->directory);
}

int admin_connect(const struct admin_path *path)
{
    int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    if (descriptor < 0) {
        return -1;
    }
    if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0 ||
        connect(descriptor, (const struct sockaddr *)&path->address, sizeof path->address) != 0) {
        int reason = errno;
        (void)close(descriptor);
        errno = reason;
        return -1;
    }
    return descriptor;
}
