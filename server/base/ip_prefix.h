/*
 * ip_prefix.h: IP addresses and the networks they belong to, such as 192.0.2.0/24 or 2001:db8::/64.
 *
 * An IPv4 address can also be written as IPv6: mapped (::ffff:192.0.2.7), as sockets for both kinds report it, or
 * translated (64:ff9b::192.0.2.7), as NAT64 does. This is the only module that knows these forms. Limits, bans, hosts and
 * proxies use it, so that an address is the same to all of them however it was written.
 */
#ifndef GASLIGHT_IP_PREFIX_H
#define GASLIGHT_IP_PREFIX_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

enum {
    IP_ADDRESS_BYTES = 16,
    IP_PREFIX_TEXT_BYTES = 64,
    IP_PREFIXES_MAX = 400 /* more than fit into the text of an option */
};

/* ---- Addresses ---- */

/* Reads an address; IPv4 becomes IPv4-mapped, however it was written. Returns false if the text isn't an address. */
bool ip_address_read(const char *text, uint8_t bytes[IP_ADDRESS_BYTES]);

/*
 * Copies the address of a socket, as above; a translated one stays IPv6, because its peer is not that IPv4 host itself, above
 * all not this machine. Returns false if the socket has no IP address.
 */
bool ip_address_of(const struct sockaddr_storage *socket, uint8_t bytes[IP_ADDRESS_BYTES]);

/* Writes an address, an IPv4-mapped one as IPv4. */
void ip_address_write(const uint8_t bytes[IP_ADDRESS_BYTES], char text[INET6_ADDRSTRLEN]);

bool ip_address_is_ipv4(const uint8_t bytes[IP_ADDRESS_BYTES]);
bool ip_address_is_loopback(const uint8_t bytes[IP_ADDRESS_BYTES]); /* 127.0.0.0/8 or ::1 */

/* ---- Prefixes ---- */

/* IPv4 addresses are stored as IPv4-mapped IPv6 addresses; `bits` counts from their first byte. */
struct ip_prefix {
    uint8_t bytes[IP_ADDRESS_BYTES];
    unsigned bits;
};

/*
 * Reads an address or a prefix. A single IPv6 address stands for its /64, because whoever has one address of it usually
 * has them all. Returns false if it is neither, or a prefix so short that it would contain much of the internet.
 */
bool ip_prefix_read(struct ip_prefix *prefix, const char *text);

/* Writes the prefix as ip_prefix_read() reads it. Equal prefixes have equal texts. */
void ip_prefix_write(const struct ip_prefix *prefix, char text[IP_PREFIX_TEXT_BYTES]);

/* Returns whether an address is in the prefix, which contains only addresses of its kind; false if the text isn't an address. */
bool ip_prefix_contains(const struct ip_prefix *prefix, const char *address);

/* ---- Lists of prefixes ---- */

struct ip_prefixes {
    struct ip_prefix prefix[IP_PREFIXES_MAX];
    size_t count;
};

/*
 * Reads addresses and prefixes that are separated by commas. Unlike in ip_prefix_read(), a single IPv6 address stands for
 * itself only: these lists say whom to trust. Returns false if an entry is neither, or a prefix that is too short.
 */
bool ip_prefixes_read(struct ip_prefixes *prefixes, const char *list);

/* Returns whether an address is in one of the prefixes. */
bool ip_prefixes_contain(const struct ip_prefixes *prefixes, const char *address);

#endif
