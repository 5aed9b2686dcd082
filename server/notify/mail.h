/*
 * mail.h: a notification as an e-mail (RFC 5322), with one-click unsubscription (RFC 8058).
 */
#ifndef GASLIGHT_MAIL_H
#define GASLIGHT_MAIL_H

#include "server/notify/notice.h"

struct mail {
    const char *sender, *recipient; /* addresses that address_is_mail() accepts */
    const char *channel, *id;       /* together they name this message */
    const char *public_url;
    int64_t now;
};

/* Returns the message, with CRLF at the ends of lines. The caller frees it. */
char *mail_write(const struct mail *mail, const struct notice *notice, enum notice_language language);

#endif
