/* address.c: see address.h. */
#include "server/base/address.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "common/base/array.h"

#define ALPHANUMERIC "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

/* ---- URLs ---- */

/* Returns where the host of a URL begins, or NULL if its scheme is another one. */
static const char *after_scheme(const char *url, bool insecure)
{
    if (strncmp(url, "https://", 8) == 0) {
        return url + 8;
    }
    return insecure && strncmp(url, "http://", 7) == 0 ? url + 7 : NULL;
}

bool address_is_url(const char *url, bool insecure)
{
    static const char allowed[] = ALPHANUMERIC "-._~:/?[]!$&()*+,;=%"; /* no @, # or quotes */
    const char *host = after_scheme(url, insecure);
    return host != NULL && strlen(url) <= ADDRESS_URL_MAX && strcspn(host, ":/?") > 0 &&
           strcspn(host, "/?") < ADDRESS_HOST_MAX && strcspn(host, "/?%") == strcspn(host, "/?") &&
           host[strspn(host, allowed)] == '\0';
}

void address_origin(const char *url, char origin[ADDRESS_URL_MAX + 1])
{
    const char *host = after_scheme(url, true);
    size_t length = host == NULL ? 0 : (size_t)(host - url) + strcspn(host, "/?");
    (void)snprintf(origin, ADDRESS_URL_MAX + 1, "%.*s", (int)length, url);
}

void address_host(const char *url, char host[ADDRESS_HOST_MAX])
{
    const char *start = after_scheme(url, true);
    size_t length = start == NULL ? 0 : strcspn(start, start[0] == '[' ? "/?]" : "/?:");
    while (length > 0 && start[length - 1] == '.') {
        length--;
    }
    (void)snprintf(host, ADDRESS_HOST_MAX, "%.*s", (int)length, start == NULL ? "" : start);
    for (char *at = host; *at != '\0'; at++) {
        *at = (char)tolower((unsigned char)*at);
    }
}

/* ---- e-mail ---- */

bool address_is_mail(const char *address)
{
    static const char local[] = ALPHANUMERIC "!#$%&'*+-/=?^_`{|}~.";
    static const char domain[] = ALPHANUMERIC "-.";
    size_t length = strlen(address);
    size_t name = strspn(address, local);
    const char *host = address + name + 1;
    return length <= ADDRESS_MAIL_MAX && name > 0 && name <= 64 && address[name] == '@' &&
           address[0] != '-' && host[strspn(host, domain)] == '\0' && strchr(host, '.') != NULL &&
           host[0] != '.' && host[0] != '-' && address[length - 1] != '.';
}

void address_mailbox(const char *address, char mailbox[ADDRESS_MAIL_MAX + 1])
{
    (void)snprintf(mailbox, ADDRESS_MAIL_MAX + 1, "%s", address);
    for (char *at = mailbox; *at != '\0'; at++) {
        *at = (char)tolower((unsigned char)*at);
    }
    const char *at_sign = strrchr(mailbox, '@');
    if (at_sign != NULL) {
        memmove(mailbox + strcspn(mailbox, "+@"), at_sign, strlen(at_sign) + 1);
    }
}

/* ---- networks ---- */

struct network {
    uint8_t bytes[16];
    unsigned bits;
};

static bool is_in(const uint8_t *address, const struct network *network)
{
    unsigned whole = network->bits / 8;
    unsigned rest = network->bits % 8;
    uint8_t mask = (uint8_t)(0xFF00U >> rest);
    return memcmp(address, network->bytes, whole) == 0 &&
           (rest == 0 || ((address[whole] ^ network->bytes[whole]) & mask) == 0);
}

/* IANA's registry of special IPv4 addresses. */
static const struct network special_4[] = {
    {{0}, 8},
    {{10}, 8},
    {{100, 64}, 10},
    {{127}, 8},
    {{169, 254}, 16},
    {{172, 16}, 12},
    {{192, 0, 0}, 24},
    {{192, 0, 2}, 24},
    {{192, 88, 99}, 24},
    {{192, 168}, 16},
    {{198, 18}, 15},
    {{198, 51, 100}, 24},
    {{203, 0, 113}, 24},
    {{224}, 4},
    {{240}, 4},
};

/* Of IPv6, only 2000::/3 is in use; these parts of it are special, or lead to IPv4 addresses. */
static const struct network special_6[] = {
    {{0x20, 0x01, 0x00, 0x00}, 23},
    {{0x20, 0x01, 0x0D, 0xB8}, 32},
    {{0x20, 0x02}, 16},
    {{0x3F, 0xFF}, 20},
};

static bool is_listed(const uint8_t *address, const struct network *networks, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (is_in(address, &networks[i])) {
            return true;
        }
    }
    return false;
}

bool address_is_public(const struct sockaddr *address)
{
    static const struct network in_use = {{0x20}, 3};
    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *ipv4 = (const struct sockaddr_in *)(const void *)address;
        return !is_listed((const uint8_t *)&ipv4->sin_addr, special_4, COUNT(special_4));
    }
    if (address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *ipv6 = (const struct sockaddr_in6 *)(const void *)address;
        const uint8_t *bytes = ipv6->sin6_addr.s6_addr;
        return is_in(bytes, &in_use) && !is_listed(bytes, special_6, COUNT(special_6));
    }
    return false;
}
