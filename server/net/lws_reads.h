/*
 * lws_reads.h: shows us the bytes that libwebsockets reads.
 *
 * libwebsockets 4.1.6 accepts frames that are not masked, and tells its user nothing about masks. It does not pass on
 * raw bytes either, and with TLS the socket does not have them. So this file defines recv() and SSL_read(), the two
 * functions with which libwebsockets reads: the program's definitions take precedence over those of shared libraries.
 * Each calls the real one, then reports what it has read. When upgrading, check whether this is still
 * needed.
 */
#ifndef GASLIGHT_LWS_READS_H
#define GASLIGHT_LWS_READS_H

#include <stdbool.h>
#include <stddef.h>

/* Sets what is called, on the same thread, after every successful read of this process by recv() or SSL_read(). */
void lws_reads_report(void (*report)(int fd, const unsigned char *bytes, size_t length, bool is_tls));

#endif
