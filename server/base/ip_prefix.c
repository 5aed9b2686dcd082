/* ip_prefix.c: see ip_prefix.h. */
#include "server/base/ip_prefix.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    IPV4_OFFSET = 12, /* bytes of an IPv4-mapped address before the IPv4 address */
    IPV4_LEAST = 8,
    IPV6_LEAST = 16,
    IPV6_USUAL = 64,
    ADDRESS_BITS = 128
};

static const uint8_t mapped[IPV4_OFFSET] = {[10] = 0xff, [11] = 0xff};   /* ::ffff:0:0/96 */
static const uint8_t translated[IPV4_OFFSET] = {0x00, 0x64, 0xff, 0x9b}; /* 64:ff9b::/96 */
static const uint8_t loopback[IP_ADDRESS_BYTES] = {[15] = 1};            /* ::1 */

/* ---- Addresses ------------------------------------------------------------------------------------- */

bool ip_address_is_ipv4(const uint8_t bytes[IP_ADDRESS_BYTES])
{
    return memcmp(bytes, mapped, sizeof mapped) == 0;
}

bool ip_address_is_loopback(const uint8_t bytes[IP_ADDRESS_BYTES])
{
    return ip_address_is_ipv4(bytes) ? bytes[IPV4_OFFSET] == 127
                                     : memcmp(bytes, loopback, sizeof loopback) == 0;
}

bool ip_address_read(const char *text, uint8_t bytes[IP_ADDRESS_BYTES])
{
    if (inet_pton(AF_INET, text, bytes + IPV4_OFFSET) == 1) {
        memcpy(bytes, mapped, sizeof mapped);
        return true;
    }
    if (inet_pton(AF_INET6, text, bytes) != 1) {
        return false;
    }
    if (memcmp(bytes, translated, sizeof translated) == 0) {
        memcpy(bytes, mapped, sizeof mapped);
    }
    return true;
}

bool ip_address_of(const struct sockaddr_storage *socket, uint8_t bytes[IP_ADDRESS_BYTES])
{
    if (socket->ss_family == AF_INET) {
        const struct sockaddr_in *four = (const void *)socket;
        memcpy(bytes, mapped, sizeof mapped);
        memcpy(bytes + IPV4_OFFSET, &four->sin_addr, sizeof four->sin_addr);
    } else if (socket->ss_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const void *)socket;
        memcpy(bytes, &six->sin6_addr, sizeof six->sin6_addr);
    }
    return socket->ss_family == AF_INET || socket->ss_family == AF_INET6;
}

void ip_address_write(const uint8_t bytes[IP_ADDRESS_BYTES], char text[INET6_ADDRSTRLEN])
{
    bool four = ip_address_is_ipv4(bytes);
    (void)inet_ntop(four ? AF_INET : AF_INET6, bytes + (four ? IPV4_OFFSET : 0), text, INET6_ADDRSTRLEN);
}

/* ---- Prefixes -------------------------------------------------------------------------------------- */

/* Reads the number after the slash. Returns false if it isn't one of at most three digits. */
static bool read_bits(const char *text, unsigned *bits)
{
    size_t length = strspn(text, "0123456789");
    *bits = (unsigned)strtoul(text, NULL, 10);
    return length >= 1 && length <= 3 && text[length] == '\0';
}

static void clear_after(uint8_t bytes[IP_ADDRESS_BYTES], unsigned bits)
{
    for (unsigned i = bits; i < ADDRESS_BITS; i++) {
        bytes[i / 8] &= (uint8_t) ~(0x80U >> i % 8);
    }
}

/* Reads an address or a prefix. A single IPv6 address stands for a network of `usual` bits. */
static bool read_prefix(struct ip_prefix *prefix, const char *text, unsigned usual)
{
    char address[INET6_ADDRSTRLEN];
    const char *slash = strchr(text, '/');
    size_t length = slash == NULL ? strlen(text) : (size_t)(slash - text);
    if (length >= sizeof address) {
        return false;
    }
    memcpy(address, text, length);
    address[length] = '\0';
    if (!ip_address_read(address, prefix->bytes)) {
        return false;
    }
    bool four = ip_address_is_ipv4(prefix->bytes);
    bool written_as_four = strchr(address, ':') == NULL;
    unsigned most = written_as_four ? 32 : ADDRESS_BITS;
    unsigned bits = four ? most : usual;
    if (slash != NULL && (!read_bits(slash + 1, &bits) || bits > most)) {
        return false;
    }
    prefix->bits = written_as_four ? bits + IPV4_OFFSET * 8 : bits;
    clear_after(prefix->bytes, prefix->bits);
    return prefix->bits >= (four ? IPV4_OFFSET * 8 + IPV4_LEAST : IPV6_LEAST);
}

bool ip_prefix_read(struct ip_prefix *prefix, const char *text)
{
    return read_prefix(prefix, text, IPV6_USUAL);
}

void ip_prefix_write(const struct ip_prefix *prefix, char text[IP_PREFIX_TEXT_BYTES])
{
    char address[INET6_ADDRSTRLEN] = "";
    bool four = ip_address_is_ipv4(prefix->bytes);
    unsigned before = four ? IPV4_OFFSET * 8 : 0;
    ip_address_write(prefix->bytes, address);
    (void)snprintf(text, IP_PREFIX_TEXT_BYTES, "%s", address);
    if (prefix->bits < ADDRESS_BITS || !four) {
        (void)snprintf(text, IP_PREFIX_TEXT_BYTES, "%s/%u", address, prefix->bits - before);
    }
}

/* Returns whether an address that was read is in the prefix. */
static bool contains(const struct ip_prefix *prefix, const uint8_t address[IP_ADDRESS_BYTES])
{
    if (ip_address_is_ipv4(address) != ip_address_is_ipv4(prefix->bytes)) {
        return false; /* otherwise ::/64 would contain every IPv4 address */
    }
    uint8_t bytes[IP_ADDRESS_BYTES];
    memcpy(bytes, address, sizeof bytes);
    clear_after(bytes, prefix->bits);
    return memcmp(bytes, prefix->bytes, sizeof bytes) == 0;
}

bool ip_prefix_contains(const struct ip_prefix *prefix, const char *address)
{
    uint8_t bytes[IP_ADDRESS_BYTES];
    return ip_address_read(address, bytes) && contains(prefix, bytes);
}

/* ---- Lists of prefixes ----------------------------------------------------------------------------- */

bool ip_prefixes_read(struct ip_prefixes *prefixes, const char *list)
{
    prefixes->count = 0;
    while (*(list += strspn(list, " \t,")) != '\0') {
        char word[IP_PREFIX_TEXT_BYTES];
        size_t span = strcspn(list, ", \t");
        if (span >= sizeof word || prefixes->count == IP_PREFIXES_MAX) {
            return false;
        }
        memcpy(word, list, span);
        word[span] = '\0';
        if (!read_prefix(&prefixes->prefix[prefixes->count], word, ADDRESS_BITS)) {
            return false;
        }
        prefixes->count++;
        list += span;
    }
    return true;
}

bool ip_prefixes_contain(const struct ip_prefixes *prefixes, const char *address)
{
    uint8_t bytes[IP_ADDRESS_BYTES];
    if (!ip_address_read(address, bytes)) {
        return false;
    }
    for (size_t i = 0; i < prefixes->count; i++) {
        if (contains(&prefixes->prefix[i], bytes)) {
            return true;
        }
    }
    return false;
}
