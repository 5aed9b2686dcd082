/*
 * address.h: which addresses players and the operator may give, and which this server connects to.
 *
 * A player could give the URL of a machine that only this server can reach. So the address of every connection is checked
 * when it is opened, whatever its name was and however it was found: private, local and special networks are refused
 * unless the operator allows them.
 */
#ifndef GASLIGHT_SERVER_ADDRESS_H
#define GASLIGHT_SERVER_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

enum { ADDRESS_URL_MAX = 1000, ADDRESS_MAIL_MAX = 254, ADDRESS_HOST_MAX = 256 };

/*
 * Returns whether this is a URL that can be used: https, or http if `insecure`; a host; no user name, no fragment, and only
 * characters that URLs have.
 */
bool address_is_url(const char *url, bool insecure);

/* Copies the origin of such a URL, as in "https://push.example.net", or only its host. */
void address_origin(const char *url, char origin[ADDRESS_URL_MAX + 1]);
void address_host(const char *url, char host[ADDRESS_HOST_MAX]);

/* Returns whether this can be an e-mail address. Anything else could inject SMTP commands or headers. */
bool address_is_mail(const char *address);

/* Writes an e-mail address as most mail servers understand it: they ignore case, and deliver name+anything to name. */
void address_mailbox(const char *address, char mailbox[ADDRESS_MAIL_MAX + 1]);

/* Returns whether this is a public internet address. */
bool address_is_public(const struct sockaddr *address);

#endif
