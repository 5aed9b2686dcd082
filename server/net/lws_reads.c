/*
 * lws_reads.c: see lws_reads.h.
 *
 * <sys/socket.h> is not included: with _FORTIFY_SOURCE it defines recv() itself.
 */
#define _GNU_SOURCE /* for RTLD_NEXT */
#include "server/net/lws_reads.h"

#include <dlfcn.h>
#include <sys/types.h>

enum { PEEK = 0x02 }; /* MSG_PEEK: the same bytes will be read again */

typedef int (*read_function)(void *ssl, void *buffer, int capacity);
typedef int (*descriptor_function)(const void *ssl);

ssize_t recvfrom(int fd, void *buffer, size_t capacity, int flags, void *address, void *length);
ssize_t recv(int fd, void *buffer, size_t capacity, int flags);
int SSL_read(void *ssl, void *buffer, int capacity);

static void (*report_read)(int fd, const unsigned char *bytes, size_t length, bool is_tls);

void lws_reads_report(void (*report)(int fd, const unsigned char *bytes, size_t length, bool is_tls))
{
    report_read = report;
}

ssize_t recv(int fd, void *buffer, size_t capacity, int flags)
{
    ssize_t length = recvfrom(fd, buffer, capacity, flags, NULL, NULL);
    if (length > 0 && (flags & PEEK) == 0 && report_read != NULL) {
        report_read(fd, buffer, (size_t)length, false);
    }
    return length;
}

/* Returns the function that the next library in line defines. POSIX lets a pointer to an object hold one. */
static void *next_function(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

int SSL_read(void *ssl, void *buffer, int capacity)
{
    static read_function read_next;
    static descriptor_function descriptor_of;
    if (read_next == NULL || descriptor_of == NULL) {
        *(void **)&read_next = next_function("SSL_read");
        *(void **)&descriptor_of = next_function("SSL_get_fd");
    }
    if (read_next == NULL || descriptor_of == NULL) {
        return -1;
    }
    int length = read_next(ssl, buffer, capacity);
    if (length > 0 && report_read != NULL) {
        report_read(descriptor_of(ssl), buffer, (size_t)length, true);
    }
    return length;
}
